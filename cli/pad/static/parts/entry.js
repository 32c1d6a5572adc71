// A form with its button: on the page, or in a dialog of its own.

import { recall, remember } from "../memory.js";
import { html, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { Dialog } from "./dialog.js";
import { entriesOf, FormView, givenNames, missing, rowsToWrite, toldRow } from "./form.js";

// What was filled in and not yet written stays on this phone, over a reload too, and goes nowhere else.
export function useDraft(table, form) {
  const name = `draft.${table}.${form}`;
  const [, again] = useState(0);
  const set = (answers) => {
    remember(name, answers);
    again((count) => count + 1);
  };
  return [recall(name, {}), set];
}

// With the tap itself, never later under somebody's thumb: the next question, and what there is to say about this entry.
export function toTheQuestion() {
  steady();
  scrollTo(0, 0);
}

// A thumb that trembles taps twice in one place, where by then something else may lie: after this tap it does not count.
export function steady() {
  asked = performance.now();
}

const TREMBLE = 600; // milliseconds
let asked = -TREMBLE;
const again = (event) => {
  if (event.detail < 2 || event.timeStamp - asked > TREMBLE) return;
  event.stopPropagation();
  event.preventDefault();
};
addEventListener("click", again, true);

export function useEntry(session, form) {
  const [answers, setAnswers] = useDraft(session.name, form.name);
  const [hint, setHint] = useState("");
  const change = (next) => {
    setHint("");
    setAnswers(next);
  };
  const write = async () => {
    const gap = missing(form, answers)[0];
    const entries = gap ? [] : entriesOf(form, answers);
    if (!entries.length) {
      setHint(gap ? t("Still to say: {what}", { what: [gap.row.label, gap.field.label].filter(Boolean).join(", ") }) : t("Nothing is filled in yet."));
      return false;
    }
    if (session.repeats(entries)) return false; // a second tap on the same thing
    toTheQuestion();
    await session.enter(entries, { words: toldOf(form, answers), keys: givenNames(form) });
    setAnswers(null);
    return true;
  };
  return { answers: answers || {}, change, hint, write };
}

export function EntryForm({ session, form, tapped }) {
  const { answers, change, hint, write } = useEntry(session, form);
  return html`<div class="entry">
    <${FormView} form=${form} answers=${answers} onAnswers=${change} tapped=${tapped} />
    <p class="hint" role="alert">${hint}</p>
    <button type="button" class="main" onClick=${() => write()}>${t("Write it down")}</button>
  </div>`;
}

export function EntryDialog({ session, form, onClose }) {
  const { answers, change, hint, write } = useEntry(session, form);
  const done = async () => (await write()) && onClose();
  const foot = html`<p class="hint" role="alert">${hint}</p><button type="button" class="main" onClick=${done}>${t("Write it down")}</button>`;
  return html`<${Dialog} title=${capital(form.title)} onClose=${onClose} foot=${foot} tall=${form.rows.length > 1}>
    ${form.rows[0].fields.length ? html`<${FormView} form=${form} answers=${answers} onAnswers=${change} name=${`dialog-${form.name}`} />` : html`<p class="faint">${t("Nothing more to say.")}</p>`}
  </${Dialog}>`;
}

// What is about to be written, for the list of what waits.
export function toldOf(form, answers) {
  const rows = rowsToWrite(form, answers).map((row) => [row.label, toldRow(row, answers)].filter(Boolean).join(" "));
  return [form.title, rows.filter(Boolean).join("; ")].filter(Boolean).join(": ");
}
