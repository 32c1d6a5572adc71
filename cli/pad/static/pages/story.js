// The story: step through the game from the first entry to the last, and put right what was wrong.

import { call } from "../api.js";
import { Correct, Insert, Withdraw } from "../parts/amend.js";
import { broke, Curve, mark } from "../parts/curve.js";
import { Dialog } from "../parts/dialog.js";
import { Icon } from "../parts/icons.js";
import { Sheet } from "../parts/sheet.js";
import { View } from "../parts/view.js";
import { replace, to } from "../route.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { capital, clock, points, ruleOf, t } from "../words.js";
import { useStory } from "./sheet.js";

const STEP = 1200; // milliseconds a moment is shown while it plays

export function Story({ session, state, place, writes }) {
  const story = useStory(session, state);
  if (!story) return html`<p class="faint" role="status">${session.live === false ? t("The story needs the server.") : t("Loading…")}</p>`;
  return html`<${Player} session=${session} state=${state} place=${place} writes=${writes} story=${story} />`;
}

function Player({ session, state, place, writes, story }) {
  const { moments, players, scale } = story;
  const last = moments.length - 1;
  const [at, setAt] = useState(placeOf(moments, place.at)); // null: the latest, whatever comes
  const [playing, setPlaying] = useState(false);
  const [doing, setDoing] = useState(null); // by number: what is put in later moves the places
  const done = doing && moments.find((one) => one.n === doing.n);
  useEffect(() => setAt(placeOf(moments, place.at)), [place.at]);
  const now = Math.min(at ?? last, last);
  const moment = moments[now];
  const past = usePast(session, state, moment, now === last);
  const jump = (index) => {
    const to = Math.max(0, Math.min(last, index));
    setAt(to === last ? null : to);
    replace({ t: place.t, k: place.k, p: "story", at: to === last ? undefined : moments[to].n });
  };
  const step = (by) => {
    setPlaying(false);
    jump(now + by);
  };
  useEffect(() => {
    if (!playing) return undefined;
    if (now === last) return setPlaying(false);
    const timer = setTimeout(() => jump(now + 1), STEP);
    return () => clearTimeout(timer);
  }, [playing, now]);
  const play = () => {
    if (!playing && now === last) jump(0);
    setPlaying(!playing);
  };
  return html`<div class="story">
    ${story.kept && session.live === false && html`<p class="notice">${t("No network: the story as this phone last saw it.")}</p>`}
    <section class="viewer">
      <${Curve} moments=${moments} players=${players} scale=${scale} at=${now} />
      <input type="range" min="0" max=${last} value=${now} onInput=${(event) => { setPlaying(false); jump(Number(event.target.value)); }} aria-label=${t("Moment")} aria-valuetext=${`${now + 1}: ${moment.words}`} />
      <div class="steps">
        <button type="button" onClick=${() => step(-last)} aria-label=${t("To the beginning")}><${Icon} name="first" /></button>
        <button type="button" onClick=${() => step(-1)} aria-label=${t("One step back")}><${Icon} name="back" /></button>
        <button type="button" class="main" onClick=${play} aria-label=${playing ? t("Pause") : t("Play")}><${Icon} name=${playing ? "pause" : "play"} /></button>
        <button type="button" onClick=${() => step(1)} aria-label=${t("One step forward")}><${Icon} name="next" /></button>
        <button type="button" onClick=${() => step(last)} aria-label=${t("To the latest")}><${Icon} name="last" /></button>
      </div>
      <div class="moment-now" aria-live=${playing ? "off" : "polite"}>
        <p class="faint small">${t("{n} of {all}", { n: now + 1, all: last + 1 })}${moment.ts ? ` · ${clock(moment.ts)}` : ""}${moment.by ? ` · ${moment.by}` : ""}</p>
        <p class=${`moment-words ${moment.stands ? "" : "struck"}`}>${capital(moment.words)}</p>
        <${Amended} moment=${moment} />
        <${Broken} moment=${moment} />
        <${Standing} moment=${moment} players=${players} scale=${scale} money=${past && pastOf(past, moment, now === last) ? past.view.money : {}} />
      </div>
      <details class="more" open=${state.ended}>
        <summary>${now === last ? t("The table now") : t("The table then")}</summary>
        ${past ? html`<${View} view=${past.view} /><${Sheet} sheet=${past.sheet} caption=${t("The sheet")} />` : html`<p class="faint">${session.live === false ? t("The table of a past moment needs the server.") : "…"}</p>`}
      </details>
    </section>
    <h2>${t("Everything that happened")}</h2>
    <p class="faint small">${t("Latest first. Tap an entry to look at it or to put it right.")} <span aria-hidden="true">✎</span> ${t("put right")} · <span aria-hidden="true">!</span> ${t("does not fit the rules")}</p>
    <ol class="moments" reversed>
      ${[...moments.keys()].reverse().map((index) => html`<${Entry} key=${moments[index].n} moment=${moments[index]} here=${index === now} onTap=${() => setDoing({ n: moments[index].n, what: "look" })} />`)}
    </ol>
    ${done && html`<${Doing} session=${session} state=${state} place=${place} writes=${writes} moment=${done} what=${doing.what} onDo=${(what) => setDoing({ ...doing, what })} onLook=${() => { jump(moments.indexOf(done)); setDoing(null); scrollTo(0, 0); }} onClose=${() => setDoing(null)} />`}
  </div>`;
}

const pastOf = (past, moment, latest) => latest || past.at === moment.n;

// Where everybody stood: points, and money where the game has any.
function Standing({ moment, players, scale, money }) {
  return html`<ul class="standing">
    ${players.map(
      (player, seat) => html`<li key=${player}><span class="who">${player}</span> <b>${points(moment.totals[seat] ?? 0, scale)}</b>${money?.[player] !== undefined && html`<span class="faint small">${t.n("{n} coin", "{n} coins", money[player])}</span>`}</li>`,
    )}
  </ul>`;
}

function placeOf(moments, n) {
  const index = n === undefined ? -1 : moments.findIndex((moment) => moment.n === Number(n));
  return index < 0 ? null : index;
}

// The table as it stood; the last looked at is kept while the next one comes.
function usePast(session, state, moment, latest) {
  const [past, setPast] = useState(null);
  const kept = useRef(new Map());
  useEffect(() => {
    if (latest) return setPast(state);
    const name = `${state.head} ${moment.n}`;
    if (kept.current.has(name)) return setPast(kept.current.get(name));
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const { told } = await call(session.key, "GET", `tables/${session.name}/state`, { query: { at: moment.n } });
        kept.current.set(name, told);
        if (!late) setPast(told);
      } catch {
        if (!late) setPast(null); // the words of the moment are here already
      }
    }, 80);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [moment.n, latest, state.head]);
  return past;
}

function Entry({ moment, here, onTap }) {
  return html`<li class=${here ? "here" : ""}>
    <button type="button" onClick=${onTap} aria-current=${here ? "step" : undefined} aria-haspopup="dialog">
      <span class="faint n">${moment.n}</span>
      <span>
        <span class=${moment.stands ? "" : "struck"}>${capital(moment.words)}</span>
        <${Amended} moment=${moment} />
      </span>
      <span class=${`sign ${broke(moment) ? "bad" : ""}`}>${mark(moment) && html`<span role="img" aria-label=${broke(moment) ? t("does not fit the rules") : t("put right")}>${mark(moment)}</span>`}</span>
    </button>
  </li>`;
}

function Amended({ moment }) {
  if (moment.amended_by === null || moment.amended_by === undefined) return null;
  return html`<span class="amended">
    ${moment.stands && moment.before && html`<s>${moment.before}</s> `}
    ${!moment.stands ? html`<span class="badge">${t("withdrawn")}</span> ` : moment.before ? "" : html`<span class="badge">${t("put in later")}</span> `}
    ${moment.reason && html`<q>${moment.reason}</q>`}
  </span>`;
}

function Broken({ moment }) {
  return moment.findings
    .filter((one) => one.severity !== "note")
    .map((one) => html`<p class=${one.of === null ? "warning" : "warning follows"} key=${`${one.rule} ${one.message}`}>${one.of !== null && html`<span class="faint">${t("follows from entry {n}", { n: one.of })}: </span>`}${one.message} <span class="faint">${ruleOf(one)}</span></p>`);
}

function Doing({ session, state, place, writes, moment, what, onDo, onLook, onClose }) {
  const [copied, setCopied] = useState(false);
  if (what === "correct") return html`<${Correct} session=${session} state=${state} moment=${moment} onClose=${onClose} />`;
  if (what === "insert") return html`<${Insert} session=${session} state=${state} moment=${moment} onClose=${onClose} />`;
  if (what === "withdraw") return html`<${Withdraw} session=${session} moment=${moment} onClose=${onClose} />`;
  const fixed = ["log_sealed", "tail_set_aside"].includes(moment.type);
  const may = writes && !fixed && session.mayAmend(moment.n);
  const copy = async () => {
    const key = state.role === "scribe" ? await lookersKey(session) : place.k;
    setCopied(await copyText(`${location.origin}/${to({ t: place.t, k: key, at: moment.n })}`));
  };
  return html`<${Dialog} title=${t("Entry {n}", { n: moment.n })} onClose=${onClose}>
    <p class=${moment.stands ? "" : "struck"}>${capital(moment.words)}</p>
    <${Amended} moment=${moment} />
    <${Broken} moment=${moment} />
    <div class="stack">
      <button type="button" class="main" onClick=${onLook}>${t("Look at the table then")}</button>
      ${may && moment.stands && moment.n > 0 && html`<button type="button" onClick=${() => onDo("correct")}>${t("Correct it")}</button>`}
      ${may && moment.stands && moment.n > 0 && html`<button type="button" onClick=${() => onDo("withdraw")}>${t("It did not happen")}</button>`}
      ${may && state.role === "scribe" && moment.n > 0 && html`<button type="button" onClick=${() => onDo("insert")}>${t("Something was forgotten before it")}</button>`}
      <button type="button" class="plain" onClick=${copy}>${copied ? t("Copied") : t("Copy a link to this moment")}</button>
    </div>
  </${Dialog}>`;
}

// A scribe shares a moment with the key of those who only look.
async function lookersKey(session) {
  const { told } = await call(session.key, "GET", `tables/${session.name}/keys`);
  return (told.keys || told).spectator;
}

// On http in a Wi-Fi there is no clipboard for pages; the old way still works there.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    (document.querySelector("dialog[open]") || document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
