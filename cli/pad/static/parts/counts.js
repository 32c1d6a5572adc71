// What can be counted on the table without knowing any card: a number a line, each with one tap; blank is unknown.

import { html, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { answered, answerOf, FieldView, rowKey } from "./form.js";
import { Numpad } from "./numpad.js";
import { Picker } from "./picker.js";

const CHIPS = [0, 1, 2, 3, 4, 5];

// How many of the questions that are asked of everybody have an answer.
export const counted = (row, answers) => row.fields.filter((field) => !field.late && answerOf(row, field, answers) !== null).length;

// Everything that nobody has answered is 0, or none of a list: somebody says so, with a tap of its own.
export function restIsZero(row, answers) {
  const open = row.fields.filter((field) => !field.late && answerOf(row, field, answers) === null);
  return { ...answers, [rowKey(row)]: { ...answers[rowKey(row)], ...Object.fromEntries(open.map((field) => [field.name, field.kind === "number" ? 0 : []])) } };
}

export function Counts({ row, answers, onAnswers, late }) {
  const wanted = new Set(late.map((one) => one.field));
  const asks = (field) => [...wanted].some((name) => field.name === name || field.name.startsWith(`${name}.`));
  const shown = row.fields.filter((field) => !field.late || asks(field));
  const folded = row.fields.filter((field) => field.late && !asks(field));
  const line = (field) => html`<${Line} key=${field.name} row=${row} field=${field} value=${answerOf(row, field, answers)} onChange=${(value) => onAnswers(answered(answers, row, field, value))} />`;
  const part = ([group, fields]) => html`<section key=${group || fields[0].name}>${group && html`<h4>${capital(group)}</h4>`}${fields.map(line)}</section>`;
  return html`<div class="counts">
    ${grouped(shown).map(part)}
    ${folded.length > 0 && html`<details class="more"><summary>${t("Only where there is a tie")}</summary>${grouped(folded).map(part)}</details>`}
  </div>`;
}

function grouped(fields) {
  const groups = [];
  for (const field of fields) {
    if (groups.length && groups.at(-1)[0] === (field.group || "")) groups.at(-1)[1].push(field);
    else groups.push([field.group || "", [field]]);
  }
  return groups;
}

function Line({ row, field, value, onChange }) {
  const [open, setOpen] = useState(false);
  if (field.kind !== "number") {
    const set = (list) => onChange(list.length ? list : null); // the last one taken back: nothing is said again
    return html`<${FieldView} id=${`count-${field.name}`} field=${field} value=${value} owners=${{}} owner=${row.label} onChange=${set} onPick=${() => setOpen(true)} />
      ${open && html`<${Picker} title=${capital(`${row.label} · ${field.label}`)} field=${field} value=${value} onChange=${set} onClose=${() => setOpen(false)} />`}`;
  }
  const label = `${row.label}, ${field.group ? `${field.group}, ` : ""}${field.label}`;
  const typed = value !== null && (field.large || value > CHIPS.at(-1) || value < 0);
  return html`<div class="count-line" role="group" aria-label=${label}>
    <span class="count-label">${capital(field.label)}${value === null ? html` <span class="faint">?</span>` : ""}</span>
    <span class="chips">
      ${!field.large && CHIPS.map((number) => html`<button type="button" key=${number} class=${value === number ? "on" : ""} aria-pressed=${value === number ? "true" : "false"} aria-label=${`${label}: ${number}`} onClick=${() => onChange(value === number ? null : number)}>${number}</button>`)}
      <button type="button" class=${`wide ${typed ? "on" : ""}`} aria-haspopup="dialog" aria-label=${field.large ? `${label}${typed ? `: ${value}` : ""}` : t("{what}: another number", { what: label })} onClick=${() => setOpen(true)}>${typed ? value : "…"}</button>
    </span>
    ${open && html`<${Numpad} title=${label} value=${value} onClose=${() => setOpen(false)} onDone=${(number) => { onChange(number); setOpen(false); }} />`}
  </div>`;
}
