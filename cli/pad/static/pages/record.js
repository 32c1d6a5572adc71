// Round by round: what the moment asks for lies open, everything else is one tap away.

import { lay, meant, Middle, named, Seats } from "../board/board.js";
import { recall, remember } from "../memory.js";
import { Dialog } from "../parts/dialog.js";
import { EntryDialog, EntryForm, toTheQuestion } from "../parts/entry.js";
import { answered, answerOf, entriesOf, rowKey } from "../parts/form.js";
import { chosen, many } from "../parts/picker.js";
import { later, useSeen } from "../parts/later.js";
import { QuickLine } from "../parts/quick.js";
import { View } from "../parts/view.js";
import { to } from "../route.js";
import { sameEntry } from "../session.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { capital, known, t } from "../words.js";

const FEW = 6; // choices that lie open
const Ended = later(() => import("./sheet.js"), "Ended");
const Lately = later(() => import("./lately.js"), "Lately");

export function Record({ session, state, place }) {
  const seen = useSeen();
  const [open, setOpen] = useState(null);
  const choices = state.choices.filter((choice) => !session.awaits(choice.event));
  const now = state.forms.filter((form) => form.now);
  const due = choices.some((choice) => choice.due); // the rules say what comes; else somebody decides
  const first = choices.length > FEW + 2 ? FEW : choices.length;
  const unfolded = choices.length ? null : now[0];
  const said = now.filter((one) => saysOneOf(one, choices.slice(0, first)));
  const beside = now.filter((one) => one !== unfolded && !said.includes(one));
  const others = [...said, ...state.forms.filter((one) => !one.now)];
  const form = state.forms.find((one) => one.name === open);
  const asked = useRef(null);
  const taken = useRef(false);
  useEffect(() => { // what was pressed is gone: who has only keys goes on at the question
    if (taken.current && document.activeElement === document.body) asked.current?.focus({ preventScroll: true });
    taken.current = false;
  }, [state.n]);
  const take = (choice) => {
    if (session.behind || session.awaits(choice.event)) return;
    taken.current = true;
    toTheQuestion();
    session.enter([choice.event], { words: choice.words });
  };
  const follows = state.follows || [];
  const begun = follows.some((choice) => session.awaits(choice.event)); // it stays as it is until the answer is there
  const takeAll = () => {
    if (session.behind || begun) return;
    taken.current = true;
    toTheQuestion();
    session.enter(follows.map((choice) => choice.event), { words: follows.map((choice) => choice.words).join(" · ") });
  };
  const one = (choice) => html`<button type="button" key=${choice.words} class=${choice.due ? "choice main" : "choice"} aria-disabled=${session.behind ? "true" : undefined} onClick=${() => take(choice)}>
    ${choice.due ? html`<span aria-hidden="true">✓ </span>` : ""}${capital(choice.words)}
  </button>`;
  const before = useBefore(state);
  const [meaning, setMeant] = useState(null); // which row of a form the last tap was about
  const [about, setAbout] = useState(null); // a thing that was tapped and may mean several things
  const things = useMemo(() => choices.map((choice) => ({ choice, words: named(choice.event) })), [state.head, choices.length]);
  const asking = useMemo(() => now.map((one) => ({ form: one, words: wordsOf(one) })), [state.head]);
  const tap = (thing) => {
    if (state.players.includes(thing.id)) return null; // in every move of theirs
    const fit = things.filter((one) => meant(thing, one.words)).map((one) => one.choice);
    const ask = asking.filter((one) => meant(thing, one.words)).map((one) => one.form);
    if (!fit.length && !ask.length) return null;
    const tapped = () => {
      if (fit.length === 1) take(fit[0]);
      else if (fit.length) setAbout({ thing, fit, ask });
      else fillIn(ask[0], thing);
    };
    return { tapped, due: fit.length > 0 && fit.every((choice) => choice.due) };
  };
  const fillIn = (one, thing) => {
    setMeant(prefill(session.name, one, thing));
    setAbout(null);
    if (one !== unfolded) setOpen(one.name);
  };
  return html`<div class="panes">
    <div class="board table-pane"><${Middle} drawing=${state.drawing} tap=${tap} before=${before} /></div>
    <div class="asking">
      ${state.sheet.final && html`<${Ended} session=${session} state=${state} />`}
      ${state.over && html`<p><a class="button main full" href=${to({ t: place.t, k: place.k, p: "sheet" })}>${t("The game is over: to the sheet")} ›</a></p>`}
      ${state.ask && html`<h2 class="ask" tabindex="-1" ref=${asked}>${capital(question(state.ask))}</h2>`}
      ${follows.length > 1 &&
      html`<section class="card follows" aria-label=${t("What follows, if nobody does otherwise")}>
        <h3>${t("What follows, if nobody does otherwise")}</h3>
        <ol>${follows.map((choice) => html`<li key=${choice.words}>${capital(choice.words)}</li>`)}</ol>
        <button type="button" class="main full" aria-disabled=${session.behind || begun ? "true" : undefined} onClick=${takeAll}><span aria-hidden="true">✓ </span>${t.n("Write down all {n}", "Write down all {n}", follows.length)}</button>
        <h3 class="faint">${t("Or step by step")}</h3>
      </section>`}
      ${choices.length > 0 && !due && html`<${Buttons} forms=${beside} onOpen=${setOpen} />`}
      ${choices.length > 0 &&
      html`<section>
        ${!due && beside.length > 0 && html`<h3 class="faint">${t("Or with one tap")}</h3>`}
        <div class="choices" role="group" aria-label=${t("What may happen next")}>${choices.slice(0, first).map(one)}</div>
        ${choices.length > first && html`<details class="more" key=${state.n}><summary>${t.n("{n} more", "{n} more", choices.length - first)}</summary><div class="choices">${choices.slice(first).map(one)}</div></details>`}
      </section>`}
      ${unfolded &&
      html`<section class="card" key=${unfolded.name}>
        <h3>${capital(unfolded.title)}</h3>
        <${EntryForm} session=${session} form=${unfolded} tapped=${meaning} />
      </section>`}
      ${beside.length > 0 && (due || !choices.length) && html`<${Buttons} title=${due ? t("Or was it otherwise?") : t("Or")} forms=${beside} onOpen=${setOpen} />`}
      ${seen &&
      html`<${QuickLine} session=${session} state=${state} />
        <details class="more" open=${session.live === false && session.waiting.length > 0}>
          <summary>${t("Something else")}</summary>
          <${Buttons} forms=${others} onOpen=${setOpen} />
        </details>
        <details class="more">
          <summary>${t("The table now")}</summary>
          <${View} view=${state.view} />
        </details>`}
    </div>
    <div class="board seats-pane">${seen && html`<${Seats} drawing=${state.drawing} tap=${tap} totals=${state.sheet.players.map((one) => known(one.total, one.range, state.sheet.scale))} before=${before} />`}</div>
    ${seen && html`<${Lately} session=${session} state=${state} place=${place} />`}
    ${about &&
    html`<${Dialog} title=${capital(String(about.thing.face?.title ?? about.thing.spot ?? ""))} onClose=${() => setAbout(null)}>
      <div class="choices">${about.fit.map((choice) => html`<button type="button" key=${choice.words} class=${choice.due ? "choice main" : "choice"} onClick=${() => { setAbout(null); take(choice); }}>${capital(choice.words)}</button>`)}</div>
      <div class="picks">${about.ask.map((one) => html`<button type="button" class="pick" key=${one.name} onClick=${() => fillIn(one, about.thing)}>${capital(one.title)}…</button>`)}</div>
    </${Dialog}>`}
    ${form && html`<${EntryDialog} key=${form.name} session=${session} form=${form} onClose=${() => setOpen(null)} />`}
  </div>`;
}

// What lay there before the last entry, so that what came with it can be seen.
function useBefore(state) {
  const seen = useRef({ n: state.n, now: state.drawing, before: null });
  if (seen.current.n !== state.n) seen.current = { n: state.n, now: state.drawing, before: lay(seen.current.now) };
  return seen.current.before;
}

// Everything that a form asks about by name: what its rows are about, else what they let one pick.
function wordsOf(form) {
  const given = form.rows.flatMap((row) => Object.values(row.given || {}));
  const picks = form.rows.flatMap((row) => row.fields.flatMap((field) => (field.picks || []).filter((pick) => !pick.group).map((pick) => pick.value)));
  return new Set([...given, ...picks].filter((one) => typeof one === "string"));
}

// A tap on a thing answers the first open question that it is an answer to; a tap on a place asks what lies there.
function prefill(table, form, thing) {
  const words = [thing.id, ...(thing.also || [])].filter(Boolean);
  const about = form.rows.find((row) => Object.values(row.given || {}).some((one) => words.includes(one)));
  if (about) return { row: rowKey(about), field: about.fields[0].name };
  const answers = form.rows.length > 1 ? recall(`draft.${table}.${form.name}`, {}) || {} : {};
  for (const row of form.rows) {
    for (const field of row.fields) {
      const pick = (field.picks || []).find((one) => words.includes(one.value));
      const before = chosen(field, answerOf(row, field, answers));
      if (!pick || before.includes(pick.value) || before.length >= (many(field) ? field.most : 1)) continue;
      remember(`draft.${table}.${form.name}`, answered(answers, row, field, many(field) ? [...before, pick.value] : pick.value));
      return { row: rowKey(row) };
    }
  }
  return null;
}

// A form that asks nothing, or only who, and would write what lies open with one tap.
function saysOneOf(form, choices) {
  if (form.rows.length > 1 || form.rows[0].fields.some((field) => field.name !== "player")) return false;
  return entriesOf(form, {}).some((entry) => choices.some((choice) => sameEntry(choice.event, entry)));
}

// The question without its hint for people who type, which comes last.
const question = (ask) => (ask.includes(" (") ? ask.slice(0, ask.lastIndexOf(" (")) : ask);

function Buttons({ title, forms, onOpen }) {
  return html`<section>
    ${title && html`<h3 class="faint">${title}</h3>`}
    <div class="picks">
      ${forms.map((form) => html`<button type="button" class="pick" key=${form.name} aria-haspopup="dialog" onClick=${() => onOpen(form.name)}>${capital(form.title)}…</button>`)}
    </div>
  </section>`;
}
