// Putting a past entry right: the same form, filled in as it was, with a reason. The old entry stays, struck through.

import { call } from "../api.js";
import { html, useRef, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { Dialog } from "./dialog.js";
import { entriesOf, FormView, isEmpty, missing } from "./form.js";
import { chosen } from "./picker.js";

export function Correct({ session, state, moment, onClose }) {
  const form = formFor(state.forms, moment.event);
  if (!form) return html`<${Dialog} title=${t("Correct")} onClose=${onClose}><p>${t("This entry has no form; withdraw it instead.")}</p></${Dialog}>`;
  const amend = (entries, reason) => [{ type: "entry_corrected", target: moment.n, entry: entries[0], ...(reason && { reason }) }];
  const write = (amendments) => session.enter(amendments, { words: t("correct: {words}", { words: moment.words }), keys: ["target"] });
  return html`<${Amend} session=${session} amend=${amend} title=${t("Correct entry {n}", { n: moment.n })} form=${form} old=${moment.words} write=${write} onClose=${onClose} />`;
}

export function Insert({ session, state, moment, onClose }) {
  const [name, setName] = useState("");
  const form = state.forms.find((one) => one.name === name);
  if (!form) {
    return html`<${Dialog} title=${t("What was forgotten before this?")} onClose=${onClose} tall>
      <p class="faint">${moment.words}</p>
      <div class="picks">${state.forms.map((one) => html`<button type="button" class="pick" key=${one.name} onClick=${() => setName(one.name)}>${capital(one.title)}…</button>`)}</div>
    </${Dialog}>`;
  }
  const amend = (entries, reason) => entries.map((entry) => ({ type: "entry_inserted", before: moment.n, entry, ...(reason && { reason }) }));
  const write = (amendments) => session.enter(amendments, { words: t("put in before: {words}", { words: moment.words }), keys: ["before"] });
  return html`<${Amend} session=${session} amend=${amend} title=${capital(form.title)} form=${anyRow(state.forms, form)} old=${t("before: {words}", { words: moment.words })} write=${write} onClose=${onClose} />`;
}

// What was entered at once goes at once.
export function Withdraw({ session, moments, onClose }) {
  const words = moments.map((one) => one.words).join("; ");
  const [reason, setReason] = useState("");
  const [follows, setFollows] = useState(null);
  const write = (amendments) => session.enter(amendments, { words: t("withdraw: {words}", { words }), keys: ["target"] });
  const done = useOnce(async () => {
    const amendments = moments.map(({ n }) => ({ type: "entry_withdrawn", target: n, ...(reason.trim() && { reason: reason.trim() }) }));
    const carried = await carriedOf(session, amendments);
    if (carried.length) return setFollows({ amendments, carried });
    await write(amendments);
    return onClose();
  });
  if (follows) return html`<${Follows} ...${follows} write=${write} onClose=${onClose} />`;
  const foot = html`<button type="button" class="main" onClick=${done}>${t("Withdraw it")}</button>`;
  return html`<${Dialog} title=${t("Did this not happen?")} onClose=${onClose} foot=${foot}>
    ${moments.map((one) => html`<p class="struck" key=${one.n}>${capital(one.words)}</p>`)}
    <${Reason} value=${reason} onChange=${setReason} />
  </${Dialog}>`;
}

// What the rules make of the moments after an amendment; with no network, or for whom it is not to decide, nothing is offered.
async function carriedOf(session, amendments) {
  if (session.live !== true || session.state.role !== "scribe" || amendments.length > 1) return [];
  try {
    return (await call(session.key, "POST", `tables/${session.name}/carried`, { body: { entries: amendments } })).told.carried;
  } catch {
    return [];
  }
}

function Amend({ session, title, form, old, amend, write, onClose }) {
  const [answers, setAnswers] = useState({});
  const [reason, setReason] = useState("");
  const [hint, setHint] = useState("");
  const [follows, setFollows] = useState(null);
  const done = useOnce(async () => {
    const gap = missing(form, answers)[0];
    const entries = gap ? [] : entriesOf(form, answers);
    if (!entries.length) return setHint(gap ? t("Still to say: {what}", { what: gap.field.label }) : t("Nothing is filled in yet."));
    const amendments = amend(entries, reason.trim());
    const carried = await carriedOf(session, amendments);
    if (carried.length) return setFollows({ amendments, carried });
    await write(amendments);
    return onClose();
  });
  if (follows) return html`<${Follows} ...${follows} write=${write} onClose=${onClose} />`;
  const foot = html`<p class="hint" role="alert">${hint}</p><button type="button" class="main" onClick=${done}>${t("Put it right")}</button>`;
  return html`<${Dialog} title=${title} onClose=${onClose} foot=${foot} tall>
    <p class="faint">${old}</p>
    <${FormView} form=${form} answers=${answers} onAnswers=${setAnswers} name="amend" />
    <${Reason} value=${reason} onChange=${setReason} />
  </${Dialog}>`;
}

// What follows from a correction is put right with it as one entry, or left; what players chose stays as they chose it.
function Follows({ amendments, carried, write, onClose }) {
  const end = useOnce(async (all) => {
    await write(all ? [...amendments, ...carried.map((one) => one.entry)] : amendments);
    onClose();
  });
  const foot = html`<div class="two"><button type="button" onClick=${() => end(false)}>${t("Leave it as it is")}</button><button type="button" class="main" onClick=${() => end(true)}>${t("Put that right as well")}</button></div>`;
  return html`<${Dialog} title=${t("What follows from it")} onClose=${onClose} foot=${foot} tall>
    <p>${t("With this correction the rules make something else of what followed:")}</p>
    <ul class="follows">${carried.map((one, at) => html`<li key=${at}>${one.was && html`<s>${one.was}</s> `}${one.now ? html`<b>${one.now}</b>` : ""}</li>`)}</ul>
  </${Dialog}>`;
}

// A thumb that trembles taps again while the first tap is at work: that says nothing new.
function useOnce(act) {
  const busy = useRef(false);
  return async (...given) => {
    if (busy.current) return;
    busy.current = true;
    await act(...given).finally(() => (busy.current = false));
  };
}

function Reason({ value, onChange }) {
  return html`<div class="field">
    <label class="label" for="reason">${t("Reason")} <span class="faint">${t("(if you like)")}</span></label>
    <input id="reason" type="text" maxlength="200" value=${value} onInput=${(event) => onChange(event.target.value)} autocomplete="off" />
  </div>`;
}

// --- the form of an entry that is long past: what could be picked now, and what was picked then

function formFor(forms, event) {
  const form = forms.find((one) => one.name === event.type) || forms.find((one) => one.writes.some((write) => write.event.type === event.type));
  if (!form) return null;
  const write = form.writes.find((one) => one.event.type === event.type);
  const fields = leaves(write.event, event)
    .map(({ name, value }) => ({ field: fieldNamed(forms, form, name), value }))
    .filter((one) => one.field)
    .map(({ field, value }) => withValue(field, value));
  return { ...form, rows: [{ fields, given: {} }], writes: [{ event: write.event }] };
}

function anyRow(forms, form) {
  if (form.rows.length === 1) return form;
  const names = form.writes.flatMap((write) => namesIn(write)).filter((name, at, all) => all.indexOf(name) === at);
  const fields = names.map((name) => fieldNamed(forms, form, name)).filter(Boolean);
  return { ...form, rows: [{ fields: fields.map((field) => ({ ...field, value: null })), given: {} }] };
}

const namesIn = (write) => leaves(write.event).map(({ name }) => name);

// Every question of a template, with what an event answers to it.
function leaves(template, event) {
  if (typeof template === "string") return template.startsWith("$") ? [{ name: template.slice(1), value: event }] : [];
  if (typeof template !== "object" || template === null) return [];
  return Object.entries(template).flatMap(([name, one]) => leaves(one, event?.[name]));
}

function fieldNamed(forms, form, name) {
  const own = form.rows.flatMap((row) => row.fields).filter((field) => field.name === name);
  const found = own.length ? own : forms.flatMap((one) => one.rows).flatMap((row) => row.fields).filter((field) => field.name === name);
  const given = form.rows.map((row) => row.given?.[name] !== undefined && { value: row.given[name], words: row.label || String(row.given[name]) }).filter(Boolean);
  if (!found.length) return given.length ? { name, label: name, kind: "pick", most: 1, least: 1, picks: given } : null;
  return { ...found[0], sole: false, picks: merged(found.flatMap((field) => field.picks || [])) };
}

function merged(picks) {
  return picks.filter((pick, at) => picks.findIndex((one) => one.value === pick.value) === at);
}

function withValue(field, value) {
  if (isEmpty(value)) return { ...field, value: null };
  const unknown = field.kind === "pick" ? chosen(field, value).filter((one) => !field.picks.some((pick) => pick.value === one)) : [];
  return { ...field, value, picks: [...(field.picks || []), ...unknown.map((one) => ({ value: one, words: String(one) }))] };
}
