// The story: step through the game from the first entry to the last, and put right what was wrong.

import { call } from "../api.js";
import { Ending } from "../board/ending.js";
import { Amended, Broken, Entry, Replay } from "../board/replay.js";
import { Correct, Insert, Withdraw } from "../parts/amend.js";
import { Dialog } from "../parts/dialog.js";
import { TryIt } from "../parts/try.js";
import { saw, seen } from "../queue.js";
import { replace, to } from "../route.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { useStory } from "./sheet.js";

export function Story({ session, state, place, writes }) {
  const story = useStory(session, state);
  if (!story) return html`<p class="faint" role="status">${session.live === false ? t("The story needs the server.") : t("Loading…")}</p>`;
  return html`<${Player} session=${session} state=${state} place=${place} writes=${writes} story=${story} />`;
}

function Player({ session, state, place, writes, story }) {
  const { moments } = story;
  const last = moments.length - 1;
  const [at, setAt] = useState(placeOf(moments, place.at)); // null: the latest, whatever comes
  const [doing, setDoing] = useState(null); // by number: what is put in later moves the places
  const told = useFilm(session, state, moments.length);
  const done = doing && moments.find((one) => one.n === doing.n);
  useEffect(() => setAt(placeOf(moments, place.at)), [place.at]);
  const now = Math.min(at ?? last, last);
  const jump = (index) => {
    setAt(index === last ? null : index);
    replace({ t: place.t, k: place.k, p: "story", at: index === last ? undefined : moments[index].n });
  };
  const look = (index) => {
    jump(index);
    setDoing(null);
    scrollTo(0, 0);
  };
  const ending = state.sheet.final && html`<${Ending} key=${state.head} sheet=${state.sheet} moments=${moments} onJump=${look} />`;
  return html`<div class="story">
    ${story.kept && session.live === false && html`<p class="notice">${t("No network: the story as this phone last saw it.")}</p>`}
    <${Replay} story=${story} told=${told} latest=${state.drawing} now=${now} jump=${jump} after=${ending} beside=${html`<${WhatIf} moment=${moments[now]} onTry=${() => setDoing({ n: moments[now].n, what: "try" })} /><${Keep} session=${session} state=${state} />`} />
    <h2>${t("Everything that happened")}</h2>
    <p class="faint small">${t("Latest first. Tap an entry to look at it or to put it right.")} <span aria-hidden="true">✎</span> ${t("put right")} · <span aria-hidden="true">!</span> ${t("does not fit the rules")}</p>
    <ol class="moments" reversed>
      ${[...moments.keys()].reverse().map((index) => html`<${Entry} key=${moments[index].n} moment=${moments[index]} here=${index === now} opens onTap=${() => setDoing({ n: moments[index].n, what: "look" })} />`)}
    </ol>
    ${done && html`<${Doing} session=${session} state=${state} place=${place} writes=${writes} moment=${done} entry=${moments.filter((one) => one.stands && one.n >= (done.entry?.[0] ?? done.n) && one.n <= (done.entry?.at(-1) ?? done.n))} what=${doing.what} onDo=${(what) => setDoing({ ...doing, what })} onLook=${() => look(moments.indexOf(done))} onClose=${() => setDoing(null)} />`}
  </div>`;
}

function placeOf(moments, n) {
  const index = n === undefined ? -1 : moments.findIndex((moment) => moment.n === Number(n));
  return index < 0 ? null : index;
}

// The drawings of all moments; the last that this phone saw are kept for when it is alone.
function useFilm(session, state, moments) {
  const [told, setTold] = useState(null);
  useEffect(() => {
    let late = false;
    const name = `film ${session.seenName()}`;
    call(session.key, "GET", `tables/${session.name}/film`).then(
      ({ told: fresh }) => {
        saw(name, fresh);
        if (!late) setTold(fresh);
      },
      async () => {
        const kept = await seen(name);
        if (!late) setTold((before) => before || kept || null);
      },
    );
    return () => {
      late = true;
    };
  }, [state.head]);
  return told && told.frames.length >= moments ? told : null;
}

// The whole game as one file that opens anywhere.
function Keep({ session, state }) {
  const [said, setSaid] = useState("");
  const keep = async () => {
    setSaid(t("Loading…"));
    try {
      const answer = await call(session.key, "GET", `tables/${session.name}/export`, { query: { format: "replay" }, raw: true });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = `${session.name}.html`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      setSaid(t("Saved as {file}", { file: link.download }));
    } catch (error) {
      setSaid(error.status ? error.message : t("The server does not answer."));
    }
  };
  return html`<p class="no-print"><button type="button" onClick=${keep} disabled=${state.events < 2}>${t("The replay as a file")}</button> <span class="faint small" role="status">${said}</span></p>`;
}

const tryable = (moment) => moment.stands && moment.n > 0 && !["log_sealed", "tail_set_aside"].includes(moment.type);

function WhatIf({ moment, onTry }) {
  return tryable(moment) && html`<p class="no-print"><button type="button" aria-haspopup="dialog" onClick=${onTry}>${t("What if…? Try it here")}</button></p>`;
}

function Doing({ session, state, place, writes, moment, entry, what, onDo, onLook, onClose }) {
  const [copied, setCopied] = useState(false);
  if (what === "correct") return html`<${Correct} session=${session} state=${state} moment=${moment} onClose=${onClose} />`;
  if (what === "insert") return html`<${Insert} session=${session} state=${state} moment=${moment} onClose=${onClose} />`;
  if (what === "withdraw") return html`<${Withdraw} session=${session} moments=${entry} onClose=${onClose} />`;
  if (what === "try") return html`<${TryIt} session=${session} moment=${moment} onClose=${onClose} />`;
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
      ${may && moment.stands && moment.n > 0 && html`<button type="button" onClick=${() => onDo("withdraw")}>${entry.length > 1 ? t("None of this entry happened") : t("It did not happen")}</button>`}
      ${may && state.role === "scribe" && moment.n > 0 && html`<button type="button" onClick=${() => onDo("insert")}>${t("Something was forgotten before it")}</button>`}
      ${tryable(moment) && html`<button type="button" onClick=${() => onDo("try")}>${t("What if…? Try it here")}</button>`}
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
