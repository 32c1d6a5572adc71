// Things to tap: a few lie open as buttons, many are picked from grouped lists with search.

import { Face, tint } from "../board/board.js";
import { html, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { Dialog } from "./dialog.js";
import { faceOf } from "./faces.js";

const FEW = 10;
const FEW_IN_A_LINE = 3;

export const many = (field) => field.most > 1;
export const chosen = (field, value) => (many(field) ? value || [] : value === null || value === undefined || value === "" ? [] : [value]);
export const wordsOf = (field, value) => field.picks.find((pick) => pick.value === value)?.words ?? String(value);

// What only a careless table picks stands under a heading of its own, which comes from the same catalogue as this one.
const unlikely = (pick) => pick.group === t("something else");
const likely = (field) => field.picks.filter((pick) => !unlikely(pick));
export const liesOpen = (field, inLine = false) =>
  field.picks.length === 0 || (likely(field).length > 0 && likely(field).length <= (inLine ? FEW_IN_A_LINE : FEW));

// What the answer is after one more tap.
export function tapped(field, value, tap) {
  const before = chosen(field, value);
  if (!many(field)) return before[0] === tap && field.optional ? null : tap;
  const full = before.length >= field.most;
  if (before.includes(tap) && (full || !field.again)) return without(before, tap);
  return full ? [...before.slice(0, -1), tap] : [...before, tap];
}

function without(list, value) {
  const at = list.lastIndexOf(value);
  return list.filter((_, index) => index !== at);
}

// What is printed on a card: a line may break between two facts, never inside one.
function About({ text }) {
  const facts = text.split(", ");
  return html`<span class="about">${facts.map((fact, at) => html`<span>${fact}${at + 1 < facts.length ? "," : ""}</span> `)}</span>`;
}

const placeFor = (picks) => (picks.some((pick) => faceOf(pick.value)) ? "picks zone" : "picks");

export function Pick({ pick, field, value, onTap, owner }) {
  const places = chosen(field, value).flatMap((one, index) => (one === pick.value ? [index + 1] : []));
  const on = places.length > 0;
  const face = faceOf(pick.value);
  const ordered = many(field) && field.most <= 3; // which first, which second; of many it says how often
  return html`<button
    type="button"
    style=${tint(face)}
    class=${`pick ${face ? "thing" : ""} ${on ? "on" : ""} ${owner ? "taken" : ""}`}
    data-value=${pick.value}
    aria-pressed=${on ? "true" : "false"}
    onClick=${() => onTap(pick.value)}
  >
    <span class="tick" aria-hidden="true">${on ? (ordered ? places.join("+") : field.again ? `${places.length}×` : "✓") : ""}</span>
    ${face ? html`<${Face} face=${{ ...face, title: pick.words }} />` : html`<span class="pick-words">${pick.words}${pick.about && html`<${About} text=${pick.about} />`}</span>`}
    ${owner && html`<span class="owner">${owner}</span>`}
  </button>`;
}

// Where the same thing may be picked again and again, taking one back needs a place of its own.
function Chosen({ field, value, onChange }) {
  const picked = chosen(field, value);
  if (!field.again || field.most <= 3 || !picked.length) return null;
  return html`<div class="chosen" role="group" aria-label=${t("Picked")}>
    ${picked.map(
      (one, index) => html`<button type="button" key=${index} onClick=${() => onChange(picked.filter((_, at) => at !== index))} aria-label=${t("{what}: take it back", { what: `${index + 1}. ${wordsOf(field, one)}` })}>${index + 1}. ${wordsOf(field, one)} <span aria-hidden="true">✕</span></button>`,
    )}
  </div>`;
}

export function OpenPicks({ field, value, onChange, onMore, owners = {}, label }) {
  const tap = (one) => onChange(tapped(field, value, one), one);
  const shown = field.picks.filter((pick) => !unlikely(pick) || chosen(field, value).includes(pick.value));
  return html`<${Chosen} field=${field} value=${value} onChange=${onChange} />
  <div class=${placeFor(shown)} role="group" aria-label=${label}>
    ${shown.map(
      (pick) => html`<${Pick} key=${pick.value} pick=${pick} field=${field} value=${value} onTap=${tap} owner=${owners[pick.value]} />`,
    )}
    ${shown.length < field.picks.length && html`<button type="button" class="pick faint" onClick=${onMore} aria-haspopup="dialog">${t("something else")}…</button>`}
  </div>`;
}

export function PickButton({ id, field, value, label, onOpen }) {
  const picked = chosen(field, value);
  const shown = !picked.length ? (value && field.none ? t("nothing") : t("choose…")) : many(field) ? t.n("{n} picked", "{n} picked", picked.length) : wordsOf(field, picked[0]);
  return html`<div class="picked">
    <button type="button" id=${id} class=${`open-picker ${picked.length ? "" : "empty"}`} onClick=${onOpen} aria-label=${`${label}: ${shown}`} aria-haspopup="dialog">
      <span>${shown}</span><span class="faint" aria-hidden="true">›</span>
    </button>
    ${many(field) &&
    picked.length > 0 &&
    html`<p class="picked-words faint">${picked.map((one) => wordsOf(field, one)).join(", ")}</p>`}
  </div>`;
}

// `next` is where to go from here: {words, go}.
export function Picker({ title, field, value, onChange, onClose, owners = {}, next }) {
  const [search, setSearch] = useState("");
  const picked = chosen(field, value);
  const found = field.picks.filter((pick) => plain(`${pick.words} ${pick.about || ""}`).includes(plain(search)));
  const tap = (one) => {
    onChange(tapped(field, value, one), one);
    setSearch("");
    if (many(field)) return;
    if (next) next.go();
    else onClose();
  };
  const foot = html`<div class="two">
    <button type="button" class=${next ? "" : "main"} onClick=${onClose}>
      ${many(field) ? t("Done ({n})", { n: picked.length }) : t("Close")}
    </button>
    ${next && html`<button type="button" class="main" onClick=${next.go}>${next.words} ›</button>`}
  </div>`;
  return html`<${Dialog} title=${title} onClose=${onClose} foot=${foot} tall>
    <input
      type="search"
      class="search"
      value=${search}
      onInput=${(event) => setSearch(event.target.value)}
      placeholder=${t("Search")}
      aria-label=${t("Search")}
      autocomplete="off"
    />
    <p class="hidden" role="status">${search ? t.n("{n} found", "{n} found", found.length) : ""}</p>
    <${Chosen} field=${field} value=${value} onChange=${onChange} />
    ${grouped(found).map(([group, picks], index) => {
      const all = html`<div class=${placeFor(picks)}>
        ${picks.map(
          (pick) =>
            html`<${Pick} key=${pick.value} pick=${pick} field=${field} value=${value} onTap=${tap} owner=${owners[pick.value]} />`,
        )}
      </div>`;
      if (unlikely(picks[0]) && index > 0 && !search) {
        return html`<details key=${group} class="group more"><summary>${capital(group)}</summary>${all}</details>`;
      }
      return html`<section key=${group} class="group">${group && html`<h3>${capital(group)}</h3>`}${all}</section>`;
    })}
    ${found.length === 0 && html`<p class="faint">${t("Nothing is called that.")}</p>`}
  </${Dialog}>`;
}

function grouped(picks) {
  const groups = new Map();
  for (const pick of picks) {
    const name = pick.group || "";
    groups.set(name, [...(groups.get(name) || []), pick]);
  }
  return [...groups];
}

const plain = (text) => String(text).normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
