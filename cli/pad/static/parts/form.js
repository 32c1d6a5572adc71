// A form of the game, drawn from its description, and the entries that a filled-in form becomes.

import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { capital, points, t } from "../words.js";
import { NumberEntry } from "./numpad.js";
import { chosen, liesOpen, many, OpenPicks, PickButton, Picker, wordsOf } from "./picker.js";

// --- answers: {row key: {field name: answer}}; what nobody touched is what the form says

export const rowKey = (row) => JSON.stringify(row.given || {});
export const answerOf = (row, field, answers) => {
  const own = answers[rowKey(row)] || {};
  return field.name in own ? own[field.name] : (followed(row, field, own) ?? field.value ?? null);
};

// A number that follows from what somebody picked; nothing, where a thing picked leaves it open.
function followed(row, { follows, start }, own) {
  if (!follows || !own[follows]) return null;
  const { picks } = row.fields.find((one) => one.name === follows);
  const adds = own[follows].map((value) => picks.find((pick) => pick.value === value)?.adds ?? NaN);
  const sum = adds.reduce((one, other) => one + other, start);
  return Number.isNaN(sum) ? null : sum;
}

export const isEmpty = (value) =>
  value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

export function answered(answers, row, field, value) {
  const key = rowKey(row);
  return { ...answers, [key]: { ...answers[key], [field.name]: value } };
}

const says = (row, answers) =>
  row.fields.some((field) => {
    const value = answerOf(row, field, answers);
    return !isEmpty(value) && value !== 0 && value !== false;
  });
const touched = (row, answers) => rowKey(row) in answers;

// Which rows are written: the touched ones; where the moment asks for all of it, what was laid out beforehand as well.
export function rowsToWrite(form, answers) {
  if (form.rows.length === 1) return form.rows;
  const own = form.rows.filter((row) => touched(row, answers) && (says(row, answers) || says(row, {})));
  return own.length || !form.now ? own : form.rows.filter((row) => says(row, answers));
}

export function entriesOf(form, answers) {
  const rows = rowsToWrite(form, answers);
  return form.writes.flatMap((write) => rows.filter((row) => wanted(write, row, answers)).map((row) => entryOf(write, row, answers)));
}

function wanted(write, row, answers) {
  const value = write.when ? valueFor(write.when, row, answers).value : true;
  return !isEmpty(value) && value !== 0 && value !== false;
}

function valueFor(name, row, answers) {
  if (row.given && name in row.given) return { value: row.given[name] };
  const field = row.fields.find((one) => one.name === name);
  return field ? { field, value: answerOf(row, field, answers) } : { value: null };
}

export function entryOf(write, row, answers) {
  return filled(write.event, row, answers) || {};
}

// What a template says with the answers in it; a part that nobody answered is left out, never made up.
function filled(template, row, answers) {
  if (typeof template === "string" && template.startsWith("$")) {
    const { field, value } = valueFor(template.slice(1), row, answers);
    if (!isEmpty(value)) return value;
    return field && many(field) && !field.optional && value !== null ? [] : undefined; // an empty list is an answer, none is not
  }
  if (Array.isArray(template)) {
    const all = template.map((one) => filled(one, row, answers));
    return all.includes(undefined) ? undefined : all;
  }
  if (typeof template !== "object" || template === null) return template;
  const own = Object.entries(template).map(([name, one]) => [name, filled(one, row, answers)]);
  const said = own.filter(([, value]) => value !== undefined);
  return said.length ? Object.fromEntries(said) : undefined;
}

// What must still be said before this can be written: [{row, field}].
export function missing(form, answers) {
  return rowsToWrite(form, answers).flatMap((row) =>
    row.fields
      .filter((field) => needed(form, row, field, answers) && isEmpty(answerOf(row, field, answers)))
      .map((field) => ({ row, field })),
  );
}

function needed(form, row, field, answers) {
  if (field.optional || field.least === 0 || field.kind === "yes") return false;
  const writes = form.writes.filter((write) => Object.values(write.event).includes(`$${field.name}`));
  return writes.some((write) => !write.when || wanted(write, row, answers));
}

export const givenNames = (form) => {
  const names = Object.keys(form.rows[0]?.given || {});
  return names.length ? names : ["player"];
};

// Who else has picked what only one can have: {value: row label}.
export function ownersOf(form, row, field, answers) {
  if (!field.sole) return {};
  const owners = {};
  for (const other of form.rows) {
    if (other === row) continue;
    for (const one of other.fields.filter((candidate) => candidate.name === field.name)) {
      for (const value of chosen(one, answerOf(other, one, answers))) owners[value] = other.label || "✓";
    }
  }
  return owners;
}

// A thing that only one can have leaves the row it was in.
function takenFromOthers(form, row, field, answers, value) {
  let after = answers;
  for (const other of form.rows) {
    if (other === row) continue;
    for (const one of other.fields.filter((candidate) => candidate.name === field.name)) {
      const before = answerOf(other, one, answers);
      if (!chosen(one, before).includes(value)) continue;
      after = answered(after, other, one, many(one) ? before.filter((kept) => kept !== value) : null);
    }
  }
  return after;
}

// --- drawing

// `tapped`: the row, and perhaps the question, that somebody has just tapped on the table.
export function FormView({ form, answers, onAnswers, onPick, tapped, headed = false, name = form.name }) {
  // Both by key: rows are drawn anew with every state, and another phone may have answered one of them.
  const [picking, setPicking] = useState(null); // {row, field}
  const keys = form.rows.map(rowKey);
  const [open, setOpen] = useState(keys[0]);
  const unfolded = open === null || keys.includes(open) ? open : keys[0];
  const asked = picking && form.rows[keys.indexOf(picking.row)];
  const at = asked?.fields.find((field) => field.name === picking.field);
  useLayoutEffect(() => {
    if (!at) setPicking(null);
  }, [at]);
  useLayoutEffect(() => {
    if (!tapped) return;
    setOpen(tapped.row);
    if (tapped.field) setPicking(tapped);
  }, [tapped]);
  const change = (row, field) => (value, tap) => {
    const freed = field.sole && tap !== undefined ? takenFromOthers(form, row, field, answers, tap) : answers;
    onAnswers(answered(freed, row, field, value));
  };
  const pick = (place) => {
    setOpen(place.row);
    setPicking(place);
  };
  const folds = (row) => form.rows.length > 1 && row.label && row.fields.length > 1;
  return html`<div class="rows">
    ${form.rows.map((row, index) => {
      const key = keys[index];
      const drawn = html`<${RowView}
        form=${form}
        row=${row}
        alone=${!headed && !folds(row)}
        id=${`${name}-${index}`}
        answers=${answers}
        change=${change}
        onPick=${(field) => (onPick ? onPick(row, field) : pick({ row: key, field: field.name }))}
      />`;
      if (!folds(row)) return html`<div key=${key}>${drawn}</div>`;
      const next = form.rows[index + 1];
      return html`<${Fold} key=${key} row=${row} answers=${answers} open=${unfolded === key} onOpen=${() => setOpen(unfolded === key ? null : key)}>
        ${drawn}
        ${next && html`<button type="button" class="next" onClick=${() => setOpen(keys[index + 1])}>${named(next)} ›</button>`}
      </${Fold}>`;
    })}
    ${at &&
    html`<${Picker}
      key=${`${picking.row} ${picking.field}`}
      title=${titled(asked, at)}
      field=${at}
      value=${answerOf(asked, at, answers)}
      owners=${ownersOf(form, asked, at, answers)}
      onChange=${change(asked, at)}
      onClose=${() => setPicking(null)}
      next=${nextRow(form, asked, at, answers, pick)}
    />`}
  </div>`;
}

// One row open at a time; a folded one says what it holds.
function Fold({ row, answers, open, onOpen, children }) {
  const head = useRef(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (open && !first.current) head.current.focus(); // with the tap, not later: a dialog that opens takes it from here
    first.current = false;
  }, [open]);
  return html`<section class="fold" role="group" aria-label=${row.label}>
    <button type="button" class="fold-head" ref=${head} aria-expanded=${open ? "true" : "false"} onClick=${onOpen}>
      <b>${named(row)}</b><span class="faint">${open ? "" : toldRow(row, answers)}</span><span class="faint" aria-hidden="true">${open ? "▾" : "▸"}</span>
    </button>
    ${open && html`<div class="fold-body">${children}</div>`}
  </section>`;
}

// What a row says so far, short.
export function toldRow(row, answers) {
  const parts = row.fields.flatMap((field) => {
    const value = answerOf(row, field, answers);
    if (isEmpty(value) || value === 0 || value === false) return [];
    if (field.kind === "number") return [`${field.label} ${points(value, field.scale || 1)}`];
    if (field.kind === "text") return [value];
    if (field.kind !== "pick") return [];
    const picked = chosen(field, value);
    return picked.length > 3 ? [`${field.label} ${picked.length}`] : picked.map((one) => wordsOf(field, one));
  });
  return parts.join(", ");
}

const titled = (row, field) => capital(row.label ? `${row.label} · ${field.label}` : field.label);

// From one row's cards straight to the next row's, without going back to the page; a row that asks more is not the like.
function nextRow(form, row, field, answers, pick) {
  const told = (one) => Object.values(one.given || {}).filter(Boolean).length;
  const like = (one) => one.fields.length === row.fields.length && told(one) === told(row);
  for (const next of form.rows.slice(form.rows.indexOf(row) + 1)) {
    if (!like(next)) return undefined;
    const own = next.fields.find((one) => one.name === field.name && !liesOpen(one, inLine(next)));
    if (!own) return undefined;
    if (!many(field) && !isEmpty(answerOf(next, own, answers))) continue;
    return { words: next.label ? named(next) : t("Next"), go: () => pick({ row: rowKey(next), field: own.name }) };
  }
  return undefined;
}

// A person is called as they wrote themselves, anything else begins like a sentence.
const named = (row) => (row.given?.player === row.label ? row.label : capital(row.label));

const inLine = (row) => Boolean(row.label) && row.fields.length === 1;

function RowView({ form, row, alone, id, answers, change, onPick }) {
  const short = inLine(row);
  const body = row.fields.map((field) => {
    const own = narrowed(row, field, answers);
    if (own.kind === "pairs" && own.picks.length === 0) return null;
    return html`<${FieldView}
      key=${field.name}
      id=${`${id}-${field.name}`}
      field=${own}
      bare=${short}
      owner=${row.label || ""}
      value=${answerOf(row, field, answers)}
      owners=${ownersOf(form, row, field, answers)}
      onChange=${change(row, field)}
      onPick=${() => onPick(field)}
    />`;
  });
  if (!short) return html`<div class="row">${row.label && alone && html`<h4>${row.label}</h4>`}${body}</div>`;
  return html`<div class="row short"><span class="row-label">${named(row)}</span>${body}</div>`;
}

// Pairs are made of what the same row has picked, where it picks such things at all.
export function narrowed(row, field, answers) {
  if (field.kind !== "pairs") return field;
  const values = new Set(field.picks.map((pick) => pick.value));
  const source = row.fields.find((one) => one.kind === "pick" && many(one) && one.picks.some((pick) => values.has(pick.value)));
  if (!source) return field;
  const has = new Set(chosen(source, answerOf(row, source, answers)));
  const kept = (picks) => picks.filter((pick) => has.has(pick.value));
  return { ...field, picks: kept(field.picks), partners: kept(field.partners) };
}

export function FieldView({ id, field, value, owners, owner = "", onChange, onPick, bare = false }) {
  const label = owner ? `${owner}, ${field.label}` : field.label;
  const caption = html`<span class="label" id=${`${id}-label`}>${field.label}${field.optional && field.kind !== "yes" ? html` <span class="faint">${t("(if you like)")}</span>` : ""}</span>`;
  if (field.kind === "number") {
    return html`<div class="field line">${caption}<${NumberEntry} id=${id} label=${field.label} owner=${owner} value=${value} scale=${field.scale || 1} onChange=${onChange} /></div>`;
  }
  if (field.kind === "text") {
    return html`<div class="field">
      <label class="label" for=${id}>${field.label}</label>
      <input id=${id} type="text" maxlength="500" value=${value || ""} onInput=${(event) => onChange(event.target.value)} autocomplete="off" />
    </div>`;
  }
  if (field.kind === "yes") {
    return html`<label class="field line yes">
      <span class="label">${field.label}</span>
      <input id=${id} type="checkbox" checked=${Boolean(value)} onChange=${(event) => onChange(event.target.checked)} />
    </label>`;
  }
  if (field.kind === "pairs") return html`<${Pairs} id=${id} field=${field} value=${value || {}} onChange=${onChange} owner=${owner} />`;
  if (liesOpen(field, bare)) {
    return html`<div class="field" id=${id}>${bare ? "" : caption}<${OpenPicks} field=${field} value=${value} onChange=${onChange} onMore=${onPick} owners=${owners} label=${label} /></div>`;
  }
  return html`<div class=${`field ${bare ? "line" : ""}`}>
    ${bare ? "" : caption}<${PickButton} id=${id} field=${field} value=${value} label=${label} onOpen=${onPick} />
  </div>`;
}

export function Pairs({ id, field, value, onChange, owner }) {
  const [open, setOpen] = useState(null);
  const partner = { picks: field.partners, most: 1, optional: true };
  const names = Object.fromEntries(field.picks.map((pick) => [pick.value, pick.words]));
  const others = (key) => Object.entries(value).filter(([one]) => one !== key);
  const owners = (key) => (field.sole ? Object.fromEntries(others(key).map(([one, other]) => [other, names[one]])) : {});
  const set = (key, other) => {
    const rest = Object.fromEntries(others(key).filter(([, one]) => !field.sole || one !== other));
    onChange(isEmpty(other) ? rest : { ...rest, [key]: other });
  };
  return html`<div class="field" role="group" aria-label=${owner ? `${owner}, ${field.label}` : field.label}>
    <span class="label">${field.label}${field.optional ? html` <span class="faint">${t("(if you like)")}</span>` : ""}</span>
    ${field.picks.map(
      (pick) => html`<div class="pair" key=${pick.value}>
        <span>${pick.words}</span>
        <${PickButton} id=${`${id}-${pick.value}`} field=${partner} value=${value[pick.value]} label=${pick.words} onOpen=${() => setOpen(pick)} />
      </div>`,
    )}
    ${open &&
    html`<${Picker} title=${open.words} field=${partner} value=${value[open.value]} owners=${owners(open.value)} onChange=${(other) => set(open.value, other)} onClose=${() => setOpen(null)} />`}
  </div>`;
}
