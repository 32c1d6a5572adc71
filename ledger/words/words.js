// Words in a page, in the reader's language: the same templates and forms as ledger/words/speech.py.
//
//   const t = speaker(lang, catalogue)      catalogue: the JSON that browser(lang) gives; {} for English
//   t("{player} has {n} {n:coin|coins}", {player: "Ana", n: 3})
//   t.n("{n} coin", "{n} coins", 3)         a pair of sentences; {n} is the number
//   t.term("beer")                          a word of ours: a category, a resource, a severity
//
// Values are put in as text; nothing here makes HTML.

const FIELD = /\{\{|\}\}|\{(\w+)(?::([^{}]*))?\}/g;

export function speaker(lang, catalogue = {}) {
  const texts = catalogue.texts || {}, terms = catalogue.terms || {}, plurals = catalogue.plurals || { one: 0 };
  const rules = new Intl.PluralRules(lang);
  const form = (number, forms) => forms[Math.min(plurals[rules.select(number)] ?? 1, forms.length - 1)];

  const term = (word, wanted = "") => {
    const [first, ...others] = (terms[word] || word).split(" | ");
    const found = others.find((other) => other.startsWith(wanted + ": "));
    return wanted && found ? found.slice(wanted.length + 2) : first;
  };

  const spell = (value, spec) => {
    if (value === null || value === undefined) return term("none");
    if (Array.isArray(value)) return value.map((one) => spell(one, spec)).join(", ") || term("none");
    if (typeof value === "number" && spec && spec.includes("|")) return form(value, spec.split("|"));
    if (typeof value === "string" && spec) return term(value, spec);
    return String(value);
  };

  const fill = (template, values) =>
    template.replace(FIELD, (all, name, spec) => (name ? spell(values[name], spec) : all[0]));

  const t = (english, values = {}) => fill(texts[english] || english, values);
  t.n = (one, many, n, values = {}) => fill(form(n, texts[one + "\u0000" + many] || [one, many]), { n, ...values });
  t.term = term;
  t.lang = lang;
  return t;
}
