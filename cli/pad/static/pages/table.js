// One table: the frame around its pages, with the running score above and undo under the thumb.

import { Picture, Sign } from "../board/icons.js";
import { knowTable, recall, remember } from "../memory.js";
import { Dialog } from "../parts/dialog.js";
import { Apart } from "../parts/apart.js";
import { steady } from "../parts/entry.js";
import { learn } from "../parts/faces.js";
import { Icon } from "../parts/icons.js";
import { later, loadTheRest } from "../parts/later.js";
import { Who } from "../parts/seat.js";
import { totalled } from "../parts/sheet.js";
import { to } from "../route.js";
import { rulebook } from "../rules.js";
import { Session } from "../session.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { capital, listed, ruleOf, t } from "../words.js";
import { Record } from "./record.js";

const Score = later(() => import("./score.js"), "Score");
const Share = later(() => import("./share.js"), "Share");
const SheetPage = later(() => import("./sheet.js"), "SheetPage");
const Story = later(() => import("./story.js"), "Story");

export function TablePage({ place, talk }) {
  const session = useMemo(() => new Session(place.t, place.k), []);
  const [, again] = useState(0);
  useEffect(() => {
    const stop = session.watch(() => again((count) => count + 1));
    session.open();
    return () => {
      stop();
      session.close();
    };
  }, []);
  const { state } = session;
  useEffect(() => {
    if (!state) return;
    document.title = `${titleOf(state)} · Quaestor`;
    knowTable({ name: place.t, key: place.k, title: titleOf(state), players: listed(state.players) });
    rulebook(state); // so that every rule can be read with no network too
  }, [state && titleOf(state)]);
  useEffect(() => {
    if (state || session.refused) loadTheRest();
    if (state) learn(session).then(() => again((count) => count + 1));
  }, [Boolean(state || session.refused)]);
  const writes = state && state.role !== "spectator";
  useAwake(writes && !state.sealed);
  if (!state) return html`<${Waiting} session=${session} />`;
  return html`<${Frame} session=${session} state=${state} place=${place} writes=${writes} talk=${talk} />`;
}

export const titleOf = (state) => state.title || state.game_title || state.game;

function Waiting({ session }) {
  return html`<main class="page">
    <h1>${t("Quaestor")}</h1>
    ${session.refused
      ? html`<p class="warning" role="alert">${session.refused}</p><p><a class="button" href="#">${t("Other tables")}</a></p>`
      : html`<p role="status" class="faint">${session.live === false ? t("The server does not answer; trying again…") : t("Loading…")}</p>`}
  </main>`;
}

function Frame({ session, state, place, writes, talk }) {
  const [chosen, setMode] = useState(recall(`mode.${place.t}`));
  const mode = chosen || state.mode || state.planned || "record"; // as the table does it, until somebody wants it otherwise
  const page = pageOf(place, state, writes);
  const top = useRef(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (!first.current) {
      scrollTo(0, 0);
      top.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [page]);
  const choose = (wanted) => {
    remember(`mode.${place.t}`, wanted);
    setMode(wanted);
  };
  const at = (p) => to({ t: place.t, k: place.k, p });
  const house = recall("house");
  return html`<div class="frame" data-n=${state.n}>
    <header class="bar">
      <div class="bar-in">
        <a class="back" href=${house ? to({ house }) : "#"} aria-label=${t("All tables")}>‹</a>
        <h1 tabindex="-1" ref=${top}>${titleOf(state)}</h1>
        <${Link} session=${session} />
      </div>
      ${page !== "story" && html`<${Running} sheet=${(page === "enter" && session.preview) || state.sheet} draft=${page === "enter" && session.preview?.draft} players=${state.drawing.players} href=${at("sheet")} />`}
    </header>
    <main class=${page === "enter" || page === "story" ? "page broad" : "page"}>
      <${Said} session=${session} state=${state} writes=${writes} />
      ${page === "enter" && html`<${Enter} session=${session} state=${state} mode=${mode} choose=${choose} place=${place} />`}
      ${page === "sheet" && html`<${SheetPage} session=${session} state=${state} place=${place} writes=${writes} />`}
      ${page === "story" && html`<${Story} session=${session} state=${state} place=${place} writes=${writes} />`}
      ${page === "share" && html`<${Share} session=${session} state=${state} place=${place} talk=${talk} />`}
      ${state.deck && html`<p class="faint small deck-note">${capital(state.deck)}.</p>`}
      <${Waits} session=${session} />
    </main>
    <footer class="foot">
      ${writes && html`<${Undo} session=${session} state=${state} />`}
      <nav class="tabs" aria-label=${t("Pages of this table")}>
        ${writes && html`<${Tab} here=${page} name="enter" href=${at("enter")} sign="pen" words=${t("Enter")} />`}
        <${Tab} here=${page} name="sheet" href=${at("sheet")} sign="grid" words=${t("Sheet")} />
        <${Tab} here=${page} name="story" href=${at("story")} sign="clock" words=${t("Story")} />
        <${Tab} here=${page} name="share" href=${at("share")} sign="more" words=${t("More")} />
      </nav>
    </footer>
    <${Rivals} session=${session} />
  </div>`;
}

function pageOf(place, state, writes) {
  const wanted = place.p || (place.at !== undefined ? "story" : "");
  if (["sheet", "story", "share"].includes(wanted) || (wanted === "enter" && writes)) return wanted;
  return writes && !state.sealed && !state.ended ? "enter" : "sheet";
}

function Tab({ here, name, href, sign, words }) {
  return html`<a href=${href} aria-current=${here === name ? "page" : undefined}><${Icon} name=${sign} />${words}</a>`;
}

function Link({ session }) {
  const n = session.waiting.length;
  const away = session.live === false;
  const words = away
    ? n
      ? t.n("offline, {n} waiting", "offline, {n} waiting", n)
      : t("offline")
    : n
      ? t.n("{n} waiting", "{n} waiting", n)
      : session.live
        ? t("saved")
        : t("connecting");
  const well = session.live && !n;
  return html`<span class=${`link ${away ? "away" : well ? "well" : "busy"}`} role="status"><span aria-hidden="true">${away ? "⚠" : well ? "✓" : "◌"}</span> <span class="link-words">${words}</span></span>`;
}

// Everybody's sign, points and purse, and for whom the table waits: in sight on every page.
function Running({ sheet, draft, players, href }) {
  const most = sheet.players.some((one) => one.range) ? Infinity : Math.max(...sheet.players.map((one) => one.total)); // nobody leads while figures are open
  const leads = (one) => (sheet.final && sheet.winners.length ? sheet.winners.includes(one.player) : one.total === most);
  return html`<a class=${draft ? "running draft" : "running"} href=${href}>
    <span class="hidden">${draft ? t("Score as filled in:") : t("Score now:")}</span>
    ${sheet.players.map((one, seat) => {
      const player = players[seat] || {};
      const [first] = one.range?.[1] === null ? [] : player.counters || []; // of whom nothing is known, no purse is either
      return html`<span key=${one.player} class=${`seat-${seat % 5} ${leads(one) ? "lead" : ""} ${player.turn ? "turn" : ""}`}><span class="who"><${Sign} seat=${seat} />${one.player} </span><b>${totalled(one, sheet.scale)}</b>${first && html`<span class="purse"><span class="hidden">${first.label} </span><${Picture} name=${first.icon} />${first.value}</span>`}${player.turn && html`<span class="hidden">${t("to play")}</span>`}</span>`;
    })}
  </a>`;
}

function Undo({ session, state }) {
  const last = session.waiting.at(-1);
  const what = last ? last.words : state.undo?.words;
  if (!what) return null;
  if (!last && !session.mayAmend(state.undo.n)) return html`<p class="undo faint small">${t("Last: {words}", { words: what })}</p>`;
  const words = last?.undone ? t("Do enter it: {words}", { words: what }) : t("Undo: {words}", { words: what });
  const undo = () => {
    if (session.behind) return;
    steady();
    session.undo();
  };
  return html`<div class="undo"><button type="button" onClick=${undo} aria-disabled=${session.behind ? "true" : undefined}><${Icon} name="undo" /><span class="undo-words">${words}</span></button></div>`;
}

// What there is to say right now: findings about the last entry, what another phone had entered, what was refused.
function Said({ session, state, writes }) {
  const findings = session.findings.filter((one) => one.severity !== "note");
  const ours = writes && state.undo && state.undo.n in session.ours; // not what somebody else has entered since
  const trouble = troubleOf(session);
  return html`<div class="said" aria-live="polite">
    ${state.undo && html`<p class="hidden">${t("Last: {words}", { words: state.undo.words })}</p>`}
    <${Apart} session=${session} state=${state} />
    ${session.refused && html`<p class="warning">${session.refused}</p>`}
    ${state.changed && html`<div class="warning beside">
      <p><b>${capital(state.changed)}.</b> ${t("Nothing is written until the scribe has looked at the file.")}</p>
      ${state.role === "scribe" && html`<button type="button" onClick=${() => session.reopen()}>${t("Go on with the file as it is now")}</button>`}
    </div>`}
    ${(state.waiting || []).map((words) => html`<p class="notice" key=${words}>${t("Not in the log yet: {words}", { words })}</p>`)}
    ${trouble && html`<p class="warning"><b>${capital(trouble)}.</b> ${t("What you enter is kept on this phone and sent again by itself.")}</p>`}
    ${findings.map(
      (one) => html`<div class="warning beside" key=${`${one.n} ${one.rule} ${one.message}`}>
        <p><b>${t("Does this fit?")}</b> ${one.message} <span class="faint">${ruleOf(one)}</span></p>
        <div class="two">
          ${ours && html`<button type="button" onClick=${() => session.behind || session.undo()} aria-disabled=${session.behind ? "true" : undefined}>${t("Undo")}</button>`}
          <button type="button" class="plain" onClick=${() => session.settle(one)}>${t("It is right")}</button>
        </div>
      </div>`,
    )}
    ${session.notices.map((one) => html`<p class="notice" key=${one.text}>${one.text} <button type="button" class="plain" onClick=${() => session.hush(one)} aria-label=${t("Close")}>✕</button></p>`)}
    ${session.waiting.filter((item) => item.refused).map(
      (item) => html`<div class="waits bad" key=${item.seq}>
        <p><b>${t("Not written down:")}</b> ${item.refused} <span class=${item.undone ? "struck" : ""}>${item.words}</span></p>
        <button type="button" onClick=${() => session.retry(item)}>${t("Try again")}</button><button type="button" onClick=${() => session.forget(item)}>${t("Drop it")}</button>
      </div>`,
    )}
  </div>`;
}

// The server is there and cannot write.
const troubleOf = (session) => session.waiting.length > 0 && session.trouble;

// What is kept on this phone until it can be sent: below everything else, so that a tap moves nothing under the thumb.
function Waits({ session }) {
  const shown = session.waiting.filter((item) => !item.refused && (session.live === false || troubleOf(session) || item.undone));
  const fleeting = session.live === false && !("serviceWorker" in navigator);
  return html`<div class="said" aria-live="polite">
    ${fleeting && html`<p class="notice">${t("Leave this page open: it is not encrypted, so it cannot be opened again before the network is back.")}</p>`}
    ${shown.map((item) => html`<div class="waits" key=${item.seq}><p><b>${item.undone ? t("Will be withdrawn:") : t("Waiting:")}</b> <span class=${item.undone ? "struck" : ""}>${item.words}</span></p></div>`)}
  </div>`;
}

function Rivals({ session }) {
  const item = session.waiting.find((one) => one.rivals);
  if (!item) return null;
  const foot = html`<div class="two">
    <button type="button" onClick=${() => session.forget(item)}>${item.sole ? t("What is written is right") : t("Drop mine")}</button>
    <button type="button" class="main" onClick=${() => session.insist(item)}>${item.sole ? t("Mine is right") : t("Enter mine too")}</button>
  </div>`;
  return html`<${Dialog} title=${t("Somebody else entered something meanwhile")} foot=${foot}>
    <p>${t("Since you tapped, this was written down:")}</p>
    <ul>${item.rivals.words.map((words) => html`<li key=${words}>${words}</li>`)}</ul>
    <p>${t("Yours:")} <b>${item.words}</b></p>
  </${Dialog}>`;
}

// That the network is gone is said below the question: it may happen just when somebody taps.
function Enter({ session, state, mode, choose, place }) {
  const ways = html`<div class="segments" role="group" aria-label=${t("How do you write?")}>
    <button type="button" aria-pressed=${mode === "record" ? "true" : "false"} onClick=${() => choose("record")}>${t("Round by round")}</button>
    <button type="button" aria-pressed=${mode === "score" ? "true" : "false"} onClick=${() => choose("score")}>${t("Score only")}</button>
  </div>`;
  const begun = mode === "record" && state.events > 1; // from then on the table has the best place
  return html`<div>
    ${state.ended && html`<p class="notice">${t("The game has ended. What you enter now is added after the end.")}</p>`}
    <${Who} session=${session} state=${state} />
    ${!begun && ways}
    ${mode === "score" ? html`<${Score} session=${session} state=${state} place=${place} />` : html`<${Record} session=${session} state=${state} place=${place} />`}
    ${begun && ways}
    ${session.live === false && mode === "record" && html`<p class="notice">${t("No network: enter what happens from here. It is judged when the network is back.")}</p>`}
  </div>`;
}

// The screen stays on while a game is being written down.
function useAwake(wanted) {
  useEffect(() => {
    if (!wanted || !("wakeLock" in navigator)) return undefined;
    let lock = null;
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      lock = await navigator.wakeLock.request("screen").catch(() => null);
    };
    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      document.removeEventListener("visibilitychange", hold);
      lock?.release().catch(() => {});
    };
  }, [wanted]);
}
