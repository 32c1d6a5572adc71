// The page's own words in the reader's language. Strings stand whole in t("…") and t.n("…", "…", n), so they can be collected.

export const LANGUAGES = { en: "English", fr: "Français", pl: "Polski" };
const ORDER = ["zero", "one", "two", "few", "many", "other"];

let current = "en";
let messages = {};
let plural = new Intl.PluralRules("en");

export const language = () => current;

export function t(text, values) {
  const told = messages[text];
  return filled(typeof told === "string" && told ? told : text, values);
}

t.n = (one, many, n, values) => {
  const told = messages[one];
  const forms = Array.isArray(told) && told.length ? told : [one, many];
  const rules = forms === told ? plural : new Intl.PluralRules("en");
  const kinds = ORDER.filter((kind) => rules.resolvedOptions().pluralCategories.includes(kind));
  const form = forms[Math.min(kinds.indexOf(rules.select(n)), forms.length - 1)];
  return filled(form, { n, ...values });
};

function filled(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all)) : text;
}

export function preferred(saved) {
  const wanted = [saved, ...(navigator.languages || [navigator.language])];
  return wanted.map((one) => String(one || "").slice(0, 2).toLowerCase()).find((one) => one in LANGUAGES) || "en";
}

export async function speak(wanted) {
  messages = wanted === "en" ? {} : await catalogue(wanted);
  current = wanted;
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

async function catalogue(wanted) {
  try {
    const answer = await fetch(`/api/words/${wanted}.json`);
    return answer.ok ? (await answer.json()).messages || {} : {};
  } catch {
    return {};
  }
}

export const listed = (things) => new Intl.ListFormat(current, { type: "conjunction" }).format(things.map(String));

export function points(value, scale = 1) {
  const digits = Math.round(Math.log10(scale || 1));
  return new Intl.NumberFormat(current, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value / (scale || 1),
  );
}

export function day(ts) {
  const date = new Date(ts);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(current, { dateStyle: "medium" }).format(date);
}

export function clock(ts) {
  const date = new Date(ts);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(current, { timeStyle: "short" }).format(date);
}
