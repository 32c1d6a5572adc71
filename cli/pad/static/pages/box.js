// One's own box: card by card, the printed figures to tap; checked as one types, and played with by the next game.

import { call } from "../api.js";
import { recall, remember } from "../memory.js";
import { Dialog } from "../parts/dialog.js";
import { Numpad } from "../parts/numpad.js";
import { to } from "../route.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { copyText } from "./story.js";

export function Box({ place }) {
  const [box, setBox] = useState(null);
  const [error, setError] = useState("");
  const [open, setOpen] = useState(null);
  const [doubt, setDoubt] = useState(null); // what the card that was saved last has made odd
  const ask = async (body) => {
    try {
      const { told } = await call(place.house, body ? "POST" : "GET", `boxes/${place.g}`, { body });
      setBox(told);
      setError("");
      return told;
    } catch (refused) {
      setError(refused.status ? refused.message : t("The server does not answer. Nothing is lost: try again."));
      return null;
    }
  };
  useEffect(() => {
    ask();
  }, [place.g]);
  const cards = box?.cards || [];
  const at = cards.findIndex((one) => one.card.id === open);
  const next = cards.slice(at + 1).find((one) => !one.typed) || cards.find((one) => !one.typed && one.card.id !== open);
  const save = async (card) => {
    const told = await ask({ card });
    if (!told) return;
    remember(draftOf(box, cards[at]), null);
    const odd = told.faults.filter((fault) => !box.faults.includes(fault));
    setDoubt(odd.length ? { odd, card: cards[at] } : null);
    setOpen(next ? next.card.id : null);
  };
  const back = () => {
    setOpen(doubt.card.card.id);
    setDoubt(null);
  };
  return html`<main class="page fill box">
    <header class="head"><a class="back" href=${to({ house: place.house })} aria-label=${t("All tables")}>‹</a><h1>${box ? t("Your own box: {game}", { game: box.title }) : t("Your own box")}</h1></header>
    ${error && html`<p class="warning" role="alert">${error}</p>`}
    ${box &&
    html`<p>${t("Take the cards as they come and tap what is printed on them. New tables play with these figures; a card you have not looked at keeps ours.")}</p>
      <p role="status"><b>${t("{n} of {all} cards typed", { n: box.typed, all: cards.length })}</b></p>
      <progress max=${cards.length} value=${box.typed} aria-label=${t("Cards typed")}></progress>
      ${box.faults.length > 0 &&
      html`<${Odd} faults=${box.faults} />`}
      <${Share} box=${box} onTake=${(list) => ask({ list })} />
      ${grouped(cards).map(
        ([kind, own]) => html`<section key=${kind}><h2>${capital(kind)}</h2>
          <div class="picks">${own.map((one) => html`<button type="button" class=${`pick ${one.typed ? "on" : ""}`} key=${one.card.id} data-card=${one.card.id} aria-haspopup="dialog" onClick=${() => setOpen(one.card.id)}><span class="tick" aria-hidden="true">${one.typed ? "✓" : ""}</span><span class="pick-words">${one.words}<span class="about">${figures(box, one)}</span></span></button>`)}</div></section>`,
      )}`}
    ${at >= 0 && html`<${Card} key=${open} box=${box} one=${cards[at]} next=${next} error=${error} doubt=${doubt} onBack=${back} onSave=${save} onClose=${() => setOpen(null)} />`}
  </main>`;
}

function Odd({ faults, children }) {
  return html`<section class="warning" role="alert"><b>${t("Does this fit the box?")}</b><ul>${faults.slice(0, 5).map((fault) => html`<li key=${fault}>${fault}</li>`)}</ul>${faults.length > 5 ? t.n("and {n} more", "and {n} more", faults.length - 5) : ""}${children}</section>`;
}

function grouped(cards) {
  const groups = new Map();
  for (const one of cards) groups.set(one.kind, [...(groups.get(one.kind) || []), one]);
  return [...groups];
}

const named = (field, value) => field.values?.find((one) => one.value === value)?.words ?? String(value);

// What is known of a card, short.
function figures(box, one) {
  const parts = box.fields.filter((field) => one.asks.includes(field.name)).map((field) => told(field, one.card[field.name]));
  return parts.filter(Boolean).join(", ");
}

function told(field, value) {
  if (value === undefined || value === null || value === false) return "";
  if (field.kind === "counts") return Object.entries(value).map(([name, n]) => times(n, named(field, name))).join(" ");
  if (field.kind === "list") return `${field.label} ${value.map((n, at) => n && times(n, field.values[at].words)).filter(Boolean).join(" ")}`;
  if (field.kind === "yes") return field.label;
  return `${field.label} ${named(field, value)}`;
}

// So many of a thing, whose name need not be inflected so.
const times = (n, words) => `${n}× ${words}`;

const draftOf = (box, one) => `box.${box.game}.${one.card.id}`;

// A card that nobody has looked at shows nothing: what is not tapped is not taken for read. A card begun waits here.
function Card({ box, one, next, error, doubt, onBack, onSave, onClose }) {
  const fields = box.fields.filter((field) => one.asks.includes(field.name));
  const [read, setDraft] = useState(() => recall(draftOf(box, one)) || (one.typed ? one.card : {}));
  const setRead = (draft) => {
    remember(draftOf(box, one), draft);
    setDraft(draft);
  };
  const set = (name, value) => setRead({ ...read, [name]: value });
  const open = fields.filter((field) => field.kind !== "yes" && field.kind !== "counts" && field.kind !== "list" && read[field.name] === undefined);
  const blank = fields.filter((field) => (field.kind === "counts" || field.kind === "list") && read[field.name] === undefined);
  const missing = [...open, ...blank];
  const save = () => missing.length || onSave({ id: one.card.id, ...Object.fromEntries(fields.map((field) => [field.name, read[field.name] ?? false])) });
  const foot = html`${missing.length > 0 && html`<p class="hint">${t("Still to say: {what}", { what: missing.map((field) => field.label).join(", ") })}</p>`}
    <div class="two">
      <button type="button" onClick=${() => setRead(one.card)}>${t("It is as listed")}</button>
      <button type="button" class="main" aria-disabled=${missing.length ? "true" : undefined} onClick=${save}>${next ? t("Save, next card") : t("Save")} ›</button>
    </div>`;
  return html`<${Dialog} title=${one.words} onClose=${onClose} foot=${foot} tall>
    ${error && html`<p class="warning" role="alert">${error}</p>`}
    ${doubt && html`<${Odd} faults=${doubt.odd}><button type="button" onClick=${onBack}>‹ ${doubt.card.words}</button></${Odd}>`}
    <p class="faint">${capital(one.kind)} · ${t("listed so far: {words}", { words: figures(box, one) })}</p>
    ${fields.map((field) => html`<${Figure} key=${field.name} field=${field} value=${read[field.name]} onChange=${(value) => set(field.name, value)} />`)}
  </${Dialog}>`;
}

function Figure({ field, value, onChange }) {
  const label = capital(field.label);
  if (field.kind === "yes") {
    return html`<label class="field line yes"><span class="label">${label}</span><input type="checkbox" checked=${Boolean(value)} onChange=${(event) => onChange(event.target.checked)} /></label>`;
  }
  if (field.kind === "choice") {
    return html`<div class="count-line" role="group" aria-label=${label}><span class="count-label">${label}</span><span class="chips wrap">${field.values.map((one) => html`<${Chip} key=${one.value} on=${value === one.value} label=${`${label}: ${one.words}`} onClick=${() => onChange(one.value)}>${one.words}</${Chip}>`)}</span></div>`;
  }
  if (field.kind === "number") return html`<${Figures} label=${label} field=${field} value=${value} onChange=${onChange} />`;
  const inPlaces = field.kind === "list"; // [0, 1, 1, 0], else by name: {beer: 2}
  const names = field.values.map((one) => one.value);
  const now = (at) => (value && inPlaces ? value[at] : value?.[names[at]]) || 0;
  const put = (at, number) => {
    const all = names.map((name, place) => [name, place === at ? number : now(place)]);
    onChange(inPlaces ? all.map(([, n]) => n) : Object.fromEntries(all.filter(([, n]) => n)));
  };
  return html`<fieldset class="figure-set"><legend>${label}</legend>
    ${field.values.map((one, at) => html`<div class="count-line" key=${one.value} role="group" aria-label=${`${label}, ${one.words}`}><span class="count-label">${capital(one.words)}</span><span class="chips">${[0, 1, 2, 3, 4, 5].map((number) => html`<${Chip} key=${number} on=${value !== undefined && now(at) === number} label=${`${label}, ${one.words}: ${number}`} onClick=${() => put(at, number)}>${number}</${Chip}>`)}</span></div>`)}
  </fieldset>`;
}

const OPEN = 15; // figures that lie open; a larger one is typed

function Figures({ label, field, value, onChange }) {
  const [typing, setTyping] = useState(false);
  const numbers = Array.from({ length: Math.min(field.most, OPEN) - field.least + 1 }, (_, at) => field.least + at);
  const typed = value > OPEN;
  return html`<div class="count-line" role="group" aria-label=${label}><span class="count-label">${label}</span>
    <span class="chips wrap">
      ${numbers.map((number) => html`<${Chip} key=${number} on=${value === number} label=${`${label}: ${number}`} onClick=${() => onChange(number)}>${number}</${Chip}>`)}
      ${field.most > OPEN && html`<${Chip} on=${typed} label=${typed ? `${label}: ${value}` : t("{what}: another number", { what: label })} onClick=${() => setTyping(true)}>${typed ? value : "…"}</${Chip}>`}
    </span>
    ${typing && html`<${Numpad} title=${label} value=${value} onClose=${() => setTyping(false)} onDone=${(number) => { onChange(number); setTyping(false); }} />`}
  </div>`;
}

function Chip({ on, label, onClick, children }) {
  return html`<button type="button" class=${on ? "on" : ""} aria-pressed=${on ? "true" : "false"} aria-label=${label} onClick=${onClick}>${children}</button>`;
}

// By file to anybody, by link to whoever can reach this pad.
function Share({ box, onTake }) {
  const [said, setSaid] = useState("");
  const address = `/api/cards/${box.digest}.json`;
  const copy = async () => setSaid((await copyText(`${location.origin}${address}`)) ? t("Copied") : address);
  const take = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      setSaid((await onTake(JSON.parse(await file.text()))) ? t("Taken from {file}", { file: file.name }) : "");
    } catch {
      setSaid(t("{file} is no card list", { file: file.name }));
    }
    event.target.value = "";
  };
  return html`<details class="more"><summary>${t("Share this list, or take one")}</summary>
    <div class="picks">
      ${box.typed > 0 && html`<a class="pick" href=${address} download=${`${box.game}-box.json`}>${t("Save as a file")}</a><button type="button" class="pick" onClick=${copy}>${t("Copy the link")}</button>`}
      <label class="pick">${t("Take a list from a file")}<input type="file" accept="application/json,.json" class="hidden" onChange=${take} /></label>
    </div>
    <p role="status" class="hint">${said}</p>
  </details>`;
}
