// A game to step through: the curve, the slider, the words of a moment and the table as it stood.

import { broke, Curve, mark } from "../parts/curve.js";
import { Icon } from "../parts/icons.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { capital, clock, known, ruleOf, t } from "../words.js";
import { Board, lay } from "./board.js";
import { Film } from "./film.js";

const STEP = 1200; // milliseconds a moment is shown while it plays

// `now` and `jump`: which moment is shown, and how another one is; `told`: its film, null while it is under way, when
// only the `latest` drawing is there.
export function Replay({ story, told, latest, now, jump, after, beside }) {
  const { moments, players, scale } = story;
  const last = moments.length - 1;
  const moment = moments[now];
  const film = useMemo(() => told && new Film(told), [told]);
  const rounds = useMemo(() => (film ? film.rounds() : []), [film]);
  const [playing, setPlaying] = useState(false);
  const drawing = film ? film.at(now) : now === last && latest;
  const before = useBefore(now, drawing);
  const step = (index) => {
    setPlaying(false);
    jump(Math.max(0, Math.min(last, index)));
  };
  useEffect(() => {
    if (!playing) return undefined;
    if (now >= last) return setPlaying(false);
    const timer = setTimeout(() => jump(now + 1), STEP);
    return () => clearTimeout(timer);
  }, [playing, now]);
  const play = () => {
    if (!playing && now >= last) jump(0);
    setPlaying(!playing);
  };
  useKeys({ now, last, rounds, step, play });
  const round = film && film.round(now);
  return html`<div class="replay">
    <div class="controls">
      <${Curve} moments=${moments} players=${players} scale=${scale} at=${now} rounds=${rounds} onJump=${step} />
      <input type="range" min="0" max=${last} value=${now} onInput=${(event) => step(Number(event.target.value))} aria-label=${t("Moment")} aria-valuetext=${`${now + 1}: ${moment.words}`} />
      <div class="steps">
        <button type="button" onClick=${() => step(0)} aria-label=${t("To the beginning")}><${Icon} name="first" /></button>
        <button type="button" onClick=${() => step(now - 1)} aria-label=${t("One step back")}><${Icon} name="back" /></button>
        <button type="button" class="main" onClick=${play} aria-label=${playing ? t("Pause") : t("Play")}><${Icon} name=${playing ? "pause" : "play"} /></button>
        <button type="button" onClick=${() => step(now + 1)} aria-label=${t("One step forward")}><${Icon} name="next" /></button>
        <button type="button" onClick=${() => step(last)} aria-label=${t("To the latest")}><${Icon} name="last" /></button>
      </div>
      <div class="moment-now" aria-live=${playing ? "off" : "polite"}>
        <p class="faint small">${t("{n} of {all}", { n: now + 1, all: last + 1 })}${round ? ` · ${t("Round {n}", { n: round })}` : ""}${moment.ts ? ` · ${clock(moment.ts)}` : ""}${moment.by ? ` · ${moment.by}` : ""}</p>
        <p class=${`moment-words ${moment.stands ? "" : "struck"}`}>${capital(moment.words)}</p>
        <${Amended} moment=${moment} />
        <${Broken} moment=${moment} />
      </div>
      ${beside}
    </div>
    <div class="shown">
      ${now === last && after}
      ${drawing ? html`<${Board} drawing=${drawing} totals=${moment.totals.map((total, seat) => known(total, moment.ranges?.[seat], scale))} before=${before} />` : html`<p class="faint" role="status">${t("The table is being drawn…")}</p>`}
    </div>
  </div>`;
}

// What lay there a step ago; after a leap nothing is told apart.
function useBefore(now, drawing) {
  const seen = useRef(null);
  const last = seen.current;
  if (drawing && last?.now !== now) {
    seen.current = { now, drawing, before: last?.drawing && last.now + 1 === now ? lay(last.drawing) : null };
  }
  return seen.current?.before;
}

// Arrows step, page keys go by rounds, home and end to the ends, space plays; not while somebody writes or answers.
function useKeys({ now, last, rounds, step, play }) {
  useLayoutEffect(() => { // at once: a key that comes right behind another counts from where that one led
    const pressed = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
      if (event.target.closest?.("input, textarea, select, summary, .things")) return;
      const begins = rounds.map((one) => one.at);
      const to = {
        ArrowLeft: now - 1,
        ArrowRight: now + 1,
        Home: 0,
        End: last,
        PageUp: begins.findLast((one) => one < now) ?? 0,
        PageDown: begins.find((one) => one > now) ?? last,
      }[event.key];
      if (to !== undefined) step(to);
      else if (event.key === " " && !event.target.closest?.("button, a")) play();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

export function Amended({ moment }) {
  if (moment.amended_by === null || moment.amended_by === undefined) return null;
  return html`<span class="amended">
    ${moment.stands && moment.before && html`<s>${moment.before}</s> `}
    ${!moment.stands ? html`<span class="badge">${t("withdrawn")}</span> ` : moment.before ? "" : html`<span class="badge">${t("put in later")}</span> `}
    ${moment.reason && html`<q>${moment.reason}</q>`}
  </span>`;
}

export function Broken({ moment }) {
  return moment.findings
    .filter((one) => one.severity !== "note")
    .map((one) => html`<p class=${one.of === null || one.of === undefined ? "warning" : "warning follows"} key=${`${one.rule} ${one.message}`}>${one.of !== null && one.of !== undefined && html`<span class="faint">${t("follows from entry {n}", { n: one.of })}: </span>`}${one.message} <span class="faint">${ruleOf(one)}</span></p>`);
}

// One entry of the list of everything.
export function Entry({ moment, here, onTap, opens }) {
  return html`<li class=${here ? "here" : ""}>
    <button type="button" onClick=${onTap} aria-current=${here ? "step" : undefined} aria-haspopup=${opens ? "dialog" : undefined}>
      <span class="faint n">${moment.n}</span>
      <span>
        <span class=${moment.stands ? "" : "struck"}>${capital(moment.words)}</span>
        <${Amended} moment=${moment} />
      </span>
      <span class=${`sign ${broke(moment) ? "bad" : ""}`}>${mark(moment) && html`<span role="img" aria-label=${broke(moment) ? t("does not fit the rules") : t("put right")}>${mark(moment)}</span>`}</span>
    </button>
  </li>`;
}
