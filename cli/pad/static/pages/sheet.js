// The sheet: look behind any figure, agree, end, print.

import { call } from "../api.js";
import { freshId, recall, remember } from "../memory.js";
import { Ending, won } from "../board/ending.js";
import { Dialog } from "../parts/dialog.js";
import { Lines, Sheet } from "../parts/sheet.js";
import { saw, seen } from "../queue.js";
import { go, to } from "../route.js";
import { html, useEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { day, listed, t } from "../words.js";
import { titleOf } from "./table.js";

export function useStory(session, state) {
  const [story, setStory] = useState(null);
  useEffect(() => {
    let late = false;
    const name = `story ${session.seenName()}`;
    call(session.key, "GET", `tables/${session.name}/story`).then(
      ({ told }) => {
        saw(name, told);
        if (!late) setStory(told);
      },
      async () => {
        const kept = await seen(name);
        if (!late) setStory((before) => before || (kept && { ...kept, kept: true }) || null);
      },
    );
    return () => {
      late = true;
    };
  }, [state.head]);
  return story;
}

export function SheetPage({ session, state, place, writes }) {
  const [tapped, setTapped] = useState(null);
  const [counted, setCounted] = useState(Infinity); // categories that are told: at the end they come one by one
  const story = useStory(session, state);
  const { sheet } = state;
  const player = tapped && sheet.players.find((one) => one.player === tapped.player);
  const category = tapped?.category && sheet.categories.find((one) => one.id === tapped.category);
  const broken = state.findings.filter((one) => one.severity === "violation" || one.severity === "warning");
  return html`<div class="sheet-page">
    <div class="print-head">
      <h1>${titleOf(state)}</h1>
      <p>${[state.title ? state.game_title : "", state.edition_name, state.place, day(state.started_ts)].filter(Boolean).join(" · ")}</p>
    </div>
    <${Ended} session=${session} state=${state} moments=${story?.moments} onCount=${setCounted} onJump=${(at) => go({ t: place.t, k: place.k, p: "story", at: story.moments[at].n })} bare />
    <${Sheet} sheet=${sheet} counted=${counted} signs onTap=${(one, kind) => setTapped({ player: one.player, category: kind?.id })} />
    <p class=${sheet.final ? "result on-paper" : "result"} role="status">${result(sheet, state)}</p>
    ${!sheet.final && unknowns(sheet).map(({ player, what }) => html`<p class="faint small" key=${player}><a href=${to({ t: place.t, k: place.k, p: "enter" })}>${player} · ${t("Still unknown: {what}", { what })}</a></p>`)}
    <p class="faint small no-print">${t("Tap a number to see where it comes from.")}</p>
    ${broken.length > 0 &&
    html`<a class="warning item no-print" href=${to({ t: place.t, k: place.k, p: "story" })}>${t.n("{n} thing in the record does not fit the rules", "{n} things in the record do not fit the rules", broken.length)} ›</a>`}
    <${Agree} session=${session} state=${state} writes=${writes} />
    ${state.role === "scribe" && !state.sealed && html`<${End} session=${session} state=${state} />`}
    <p class="two no-print">
      <button type="button" onClick=${() => print()}>${t("Print")}</button>
      <a class="button" href=${to({ t: place.t, k: place.k, p: "share" })}>${t("Share and export")}</a>
    </p>
    <div class="print-foot"><p>${t("Every point has its reason: quaestor score")}</p></div>
    ${player && html`<${Lines} session=${session} sheet=${sheet} player=${player} category=${category} moments=${story?.moments} place=${place} onClose=${() => setTapped(null)} />`}
  </div>`;
}

// The points are counted up once on a phone; whoever comes back sees what came of it.
export function Ended({ session, state, ...more }) {
  const name = `counted.${session.name}`;
  const { sheet } = state;
  const outcome = sheet.final ? JSON.stringify([sheet.winners, sheet.players.map((one) => one.total)]) : "";
  const before = useMemo(() => recall(name) === outcome, [outcome]);
  useEffect(() => {
    if (outcome) remember(name, outcome);
  }, [outcome]);
  return outcome && html`<${Ending} key=${outcome} sheet=${sheet} told=${before} ...${more} />`;
}

// What nobody has said yet, of those who have said something.
function unknowns(sheet) {
  const open = sheet.players.filter((one) => one.missing?.length && !(one.range && one.range[1] === null && !one.lines.length));
  return open.map((one) => ({ player: one.player, what: listed(one.missing.map((lack) => lack.label)) }));
}

function result(sheet, state) {
  const declares = state.mode === "score" || (!state.mode && state.planned === "score");
  const silent = declares ? sheet.players.filter((one) => !(one.player in state.declared) && !(state.left || []).includes(one.player)) : [];
  if (!sheet.final && silent.length) return t("Nobody has won yet. Still to say what they have: {players}", { players: listed(silent.map((one) => one.player)) });
  if (!sheet.final) return declares ? t("Nobody has won yet.") : t("Not final yet: the game goes on.");
  return sheet.winners.length ? won(sheet) : "";
}

// Everybody agrees on the phone in their own seat; a scribe may note that somebody did so aloud, under their own name.
function Agree({ session, state, writes }) {
  const [aloud, setAloud] = useState(""); // whose word is noted once the scribe has a name
  const agreed = new Set(state.confirmed);
  const shown = state.sheet.final || agreed.size > 0;
  if (!shown) return null;
  const waits = (player) => session.awaits({ type: "score_confirmed", player });
  const scribe = recall("scribe", "") || session.seat;
  const agree = (player, by) =>
    waits(player) || session.enter([{ type: "score_confirmed", player }], { words: t("{player} agrees with the sheet", { player }), by });
  const button = (player) => {
    if ((state.left || []).includes(player)) return html`<span class="faint">${t("left the game")}</span>`;
    if (!writes) return html`<span class="faint no-print">${t("not yet")}</span>`;
    if (player === session.seat) return html`<button type="button" class="no-print main" onClick=${() => agree(player, player)} aria-label=${t("{player} agrees", { player })}>${t("Agree")}</button>`;
    if (state.role !== "scribe") return html`<span class="faint no-print">${t("on their own phone")}</span>`;
    return html`<button type="button" class="no-print" onClick=${() => (session.seat || scribe ? agree(player, session.seat || scribe) : setAloud(player))} aria-label=${t("{player} agreed aloud", { player })}>${t("Agreed aloud")}</button>`;
  };
  const name = (given) => {
    remember("scribe", given);
    agree(aloud, given);
    setAloud("");
  };
  return html`<section class="card agree">
    <h2>${t("Does everybody agree?")}</h2>
    <ul class="signatures">
      ${state.players.map(
        (player) => html`<li key=${player}>
          <span>${player}</span>
          ${agreed.has(player) || waits(player)
            ? html`<b class="good">✓ ${t("agrees")}${state.noted?.[player] ? html` <span class="faint small">${t("(noted by {who})", { who: state.noted[player] })}</span>` : ""}</b>`
            : button(player)}
          <span class="signature" aria-hidden="true"></span>
        </li>`,
      )}
    </ul>
    ${aloud && html`<${Named} onName=${name} onClose=${() => setAloud("")} />`}
  </section>`;
}

// Whoever notes what others said stands by it.
function Named({ onName, onClose }) {
  const [text, setText] = useState("");
  const foot = html`<button type="button" class="main" disabled=${!text.trim()} onClick=${() => onName(text.trim())}>${t("Note it")}</button>`;
  return html`<${Dialog} title=${t("Who notes it?")} onClose=${onClose} foot=${foot}>
    <div class="field"><label class="label" for="scribe">${t("Your name")}</label><input id="scribe" type="text" maxlength="40" value=${text} onInput=${(event) => setText(event.target.value)} autocomplete="name" /></div>
  </${Dialog}>`;
}

function End({ session, state }) {
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState("");
  const [id] = useState(freshId);
  const end = async () => {
    try {
      await call(session.key, "POST", `tables/${session.name}/end`, { body: { id } });
      setAsking(false);
      await session.refresh();
    } catch (refused) {
      setError(refused.status ? refused.message : t("The server does not answer. Nothing is lost: try again."));
    }
  };
  const open = state.players.filter((player) => !state.confirmed.includes(player) && !(state.left || []).includes(player));
  const foot = html`<div class="two"><button type="button" onClick=${() => setAsking(false)}>${t("Not yet")}</button><button type="button" class="main" onClick=${end} disabled=${session.waiting.length > 0}>${t("End and seal")}</button></div>`;
  return html`<div class="no-print">
    <button type="button" class=${state.sheet.final ? "main full" : "full"} onClick=${() => setAsking(true)}>${t("End the game…")}</button>
    ${asking &&
    html`<${Dialog} title=${t("End the game?")} onClose=${() => setAsking(false)} foot=${foot}>
      <p>${t("The winners are written down and the log is sealed. Mistakes can still be put right afterwards.")}</p>
      ${!state.sheet.final && html`<p class="warning">${t("By the record this game is not over yet.")}</p>`}
      ${session.waiting.length > 0 && html`<p class="warning">${t("Some entries still wait on this phone.")}</p>`}
      ${open.length > 0 && html`<p class="faint">${t("Not yet agreed: {players}", { players: listed(open) })}</p>`}
      <p class="hint" role="alert">${error}</p>
    </${Dialog}>`}
  </div>`;
}
