// The page's own words in the reader's language. A text stands whole where it is said, so that it can be collected.

import { pause } from "./again.js";

export const LANGUAGES = { en: "English", fr: "Français", pl: "Polski" };

let current = "en";
const NONE = {};
let texts = NONE; // English: translated; a pair of sentences ("one\0many"): its plural forms
let plurals = { one: 0 };
let mark = "."; // before decimals
let rules = null; // which plural goes with a number: made when a plural is said

export const language = () => current;

export const t = (text, values = {}) => filled(texts[text] || text, values);

t.n = (one, many, n, values = {}) => {
  const forms = texts[`${one}\0${many}`] || [one, many];
  rules ??= new Intl.PluralRules(texts === NONE ? "en" : current);
  return filled(forms[Math.min(plurals[rules.select(n)] ?? 1, forms.length - 1)], { n, ...values });
};

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));

export function preferred(saved) {
  const wanted = [saved, ...(navigator.languages || [navigator.language])];
  return wanted.map((one) => String(one || "").slice(0, 2).toLowerCase()).find((one) => one in LANGUAGES) || "en";
}

export async function speak(wanted, words = catalogue(wanted)) {
  const told = await words;
  talk(wanted, told || {});
  if (!told) catchUp(wanted);
}

// Words that did not come are said as soon as they do; until then the page speaks English.
async function catchUp(wanted) {
  for (let tries = 0; current === wanted; tries += 1) {
    await pause(tries);
    const told = await catalogue(wanted);
    if (!told || current !== wanted) continue;
    talk(wanted, told);
    dispatchEvent(new Event("words"));
    return;
  }
}

// From here on everything is said with these words.
export function talk(wanted, told) {
  texts = told.texts || NONE;
  plurals = told.plurals || { one: 0 };
  mark = told.mark || ".";
  rules = null;
  current = wanted;
  document.documentElement.lang = wanted;
}

export async function catalogue(wanted) {
  if (wanted === "en") return {};
  try {
    const answer = await fetch(`/api/words/${wanted}.json`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

// A finding names its rule where it breaks one of the game's; the ledger's own checks have no page to look up.
export const ruleOf = (finding) => (finding.rule.includes("-") ? finding.rule : "");

export const listed = (things) => new Intl.ListFormat(current, { type: "conjunction" }).format(things.map(String));

export const decimalMark = () => mark;

// Without Intl: a browser takes longer to set up its first number format than to draw a table.
export function points(value, scale = 1) {
  const digits = Math.round(Math.log10(scale || 1));
  return (value / (scale || 1)).toFixed(digits).replace(".", mark);
}

// What is not known for certain lies between two figures, or is at least one, or is anybody's guess: never shown as sure.
export function span([low, high], scale) {
  if (high === null) return low > 0 ? `${points(low, scale)}+` : "?";
  return low === high ? points(low, scale) : `${points(low, scale)}–${points(high, scale)}`;
}

// A figure as it is known: exactly, or between what it lies.
export const known = (figure, range, scale) => (range ? span(range, scale) : points(figure, scale));

// The way this reader writes dates: en-GB for somebody who reads English in Britain.
const locale = () => (navigator.languages || []).find((one) => one.startsWith(current)) || current;

export function day(ts) {
  const date = new Date(ts);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(date);
}

export function clock(ts) {
  const date = new Date(ts);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(date);
}
