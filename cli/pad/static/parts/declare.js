// One question after another about what a player has: cards, then coins, then on to the next player.

import { html } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { Dialog } from "./dialog.js";
import { answered, answerOf, isEmpty, narrowed, Pairs } from "./form.js";
import { Numpad } from "./numpad.js";
import { chosen, many, Picker } from "./picker.js";

const ORDER = { pick: 0, pairs: 1, text: 2, yes: 3, number: 4 };

// What must still be said of a row, in the order it is asked; a list that was left empty on purpose is an answer.
export function stepsLeft({ form, row, answers }) {
  if (form.zeros) return [];
  return row.fields
    .filter((field) => asked(row, field, answers) && answerOf(row, field, answers) === null)
    .sort((one, other) => ORDER[one.kind] - ORDER[other.kind]);
}

function asked(row, field, answers) {
  if (field.kind === "pairs") return narrowed(row, field, answers).picks.length > 0;
  return !field.optional || (field.kind === "number" && !field.late); // coins are part of the way
}

export function Step({ one, all, field, onChange, rest, onStep, onWrite, onClose }) {
  const { player, row, answers } = one;
  const title = capital(`${player} · ${field.label}`);
  const value = answerOf(row, field, answers);
  const set = (next) => {
    const after = answered(answers, row, field, next);
    onChange(after);
    return after;
  };
  // From here to the next question, or into the log.
  const on = (after) => {
    const [next] = rest(after);
    if (next) onStep(next.name);
    else onWrite();
  };
  const [next] = rest(answered(answers, row, field, value ?? nothing(field)));
  const words = next ? `${capital(next.label)}` : t("Write it down");
  if (field.kind === "number") {
    return html`<${Numpad} title=${title} value=${value} scale=${field.scale || 1} ok=${(number) => (next ? `${number} · ${words} ›` : t("Write it down: {number}", { number }))} onClose=${onClose} onDone=${(number) => on(set(number))} />`;
  }
  if (field.kind === "pairs") {
    const foot = html`<button type="button" class="main" onClick=${() => on(set(value || {}))}>${words} ›</button>`;
    return html`<${Dialog} title=${title} onClose=${onClose} foot=${foot}><${Pairs} id="step" field=${narrowed(row, field, answers)} value=${value || {}} onChange=${set} owner=${player} /></${Dialog}>`;
  }
  const owners = ownersOf(one, all, field);
  const go = { words: isEmpty(value) && many(field) ? t("None of these · {next}", { next: words }) : words, go: () => on(value === null ? set(nothing(field)) : answers) };
  return html`<${Picker} title=${title} field=${field} value=${value} owners=${owners} onChange=${set} onClose=${onClose} next=${go} />`;
}

const nothing = (field) => (field.kind === "pairs" ? {} : many(field) ? [] : null);

// Who else has what only one can have; it stays with them until they say otherwise.
function ownersOf(one, all, field) {
  if (!field.sole) return {};
  const owners = {};
  for (const other of Object.values(all)) {
    const own = other !== one && other.form.name === one.form.name && other.row.fields.find((candidate) => candidate.name === field.name);
    for (const value of own ? chosen(own, answerOf(other.row, own, other.answers)) : []) owners[value] = other.player;
  }
  return owners;
}
