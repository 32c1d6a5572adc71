// Any table, drawn from its description (ledger/drawing.py): what lies in the middle, then what everybody has.

import { html } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";
import { drawn, Glyph, Picture, Sign } from "./icons.js";

// `tap` says what a tap on a thing does, if anything; `totals` are everybody's points as they are shown, in seat order.
export function Board(props) {
  return html`<div class="board"><${Middle} ...${props} /><${Seats} ...${props} /></div>`;
}

const ROW = 6; // things that lie in a row on the narrowest screen

const lying = (drawing, owner) => drawing.zones.filter((zone) => (zone.owner || "") === owner);
const seatsOf = (drawing) => new Map(drawing.players.map((player, seat) => [player.name, seat]));

// What lies between the players.
export function Middle({ drawing, tap, before }) {
  const seats = seatsOf(drawing);
  const zones = lying(drawing, "");
  if (!zones.length && !drawing.round && !drawing.phase && !drawing.counters?.length) return null;
  return html`<div class="middle-of">
    <${Status} drawing=${drawing} />
    <div class="middle">${zones.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} seats=${seats} tap=${tap} before=${before} />`)}</div>
  </div>`;
}

// What everybody has.
export function Seats({ drawing, tap, totals, before }) {
  const seats = seatsOf(drawing);
  return html`<div class=${`seats of-${drawing.players.length}`}>
    ${drawing.players.map((player, seat) => html`<${Seat} key=${player.name} player=${player} seat=${seat} zones=${lying(drawing, player.name)} seats=${seats} tap=${tap} total=${totals?.[seat]} before=${before} />`)}
  </div>`;
}

function Status({ drawing }) {
  const turns = drawing.players.filter((player) => player.turn);
  const whose = turns.length === 1 ? drawing.players.indexOf(turns[0]) : -1;
  return html`<p class="status">
    ${drawing.round && html`<b>${t("Round {n}", { n: drawing.round })}</b>`}
    ${drawing.phase && html`<span>${capital(drawing.phase)}</span>`}
    ${whose >= 0 && html`<span class="turn-of"><${Sign} seat=${whose} /> ${t("{player} to play", { player: turns[0].name })}</span>`}
    ${(drawing.counters || []).map((one) => html`<${Counter} key=${one.label} counter=${one} told />`)}
  </p>`;
}

const Counter = ({ counter, told }) => html`<span class="counter" title=${capital(String(counter.label))}><${Picture} name=${counter.icon} /><span class=${!drawn(counter.icon) ? "faint" : told ? "faint label-of" : "hidden"}>${counter.label} </span><b>${counter.value}</b></span>`;

function Seat({ player, seat, zones, seats, tap, total, before }) {
  return html`<section class=${`seat-of seat-${seat % 5} ${player.turn ? "turn" : ""}`} aria-label=${player.name}>
    <header>
      <${Sign} seat=${seat} />
      <b class="who">${player.name}</b>
      ${player.turn && html`<span class="badge turn-badge">${t("to play")}</span>`}
      ${player.note && html`<span class="faint small">${player.note}</span>`}
      ${total !== undefined && html`<b class="total" title=${t("Points")}><span class="hidden">${t("Points")} </span>${total}</b>`}
    </header>
    ${player.counters && html`<p class="counters">${player.counters.map((one) => html`<${Counter} key=${one.label} counter=${one} />`)}</p>`}
    ${zones.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} seats=${seats} tap=${tap} before=${before} />`)}
  </section>`;
}

function Zone({ zone, seats, tap, before }) {
  const small = zone.layout === "small";
  const news = before?.get(zone.id);
  const things = zone.things || [];
  const headed = things.some((thing) => thing.spot !== undefined || thing.count > 1 || given(thing.face?.cost)); // all of a row alike
  return html`<section class=${`zone ${small ? "small-things" : ""} ${things.length > ROW ? "many" : ""}`} style=${{ "--n": Math.min(8, things.length), "--w": Math.max(0, ...things.map((thing) => longest(thing.face))) }}>
    <h2>${capital(String(zone.title))}</h2>
    <ul class="things" tabindex=${zone.owner ? undefined : "0"} aria-label=${capital(String(zone.title))}>
      ${things.map((thing, at) => html`<li key=${`${thing.id} ${thing.spot} ${at}`}><${Thing} thing=${thing} headed=${headed} seats=${seats} tap=${tap} fresh=${news && !news.has(JSON.stringify(thing))} /></li>`)}
    </ul>
  </section>`;
}

function Thing({ thing, headed, seats, tap, fresh }) {
  const act = tap?.(thing);
  const kind = `thing ${thing.face ? (thing.face.back ? "back" : "") : "empty"} ${fresh ? "fresh" : ""} ${act?.due ? "due" : ""}`;
  const inside = html`
    ${thing.spot !== undefined && html`<span class="spot">${thing.spot}</span>`}
    ${thing.face ? html`<${Face} face=${thing.face.back ? { title: thing.face.title } : thing.face} who=${seats.get(thing.id)} count=${thing.count || 1} headed=${headed} />` : html`<span class="face"><span class="hidden">${t("empty")}</span></span>`}
    ${thing.marks && html`<span class="marks">${thing.marks.map((mark, at) => html`<${Mark} key=${at} mark=${mark} seat=${seats.get(mark.who)} />`)}</span>`}
  `;
  const style = tint(thing.face);
  return act ? html`<button type="button" class=${kind} style=${style} onClick=${act.tapped}>${inside}</button>` : html`<div class=${kind} style=${style}>${inside}</div>`;
}

const given = (one) => one !== undefined && one !== null;

// The colour of a card, and how long the longest word of its title is.
export const tint = (face) => face && { "--tone": `var(--t-${face.tone}, var(--t-soft))`, "--w": longest(face) };

const longest = (face) => Math.max(...String(face?.title).split(/[\s-]/).map((word) => word.length));

// `who`: the seat of whoever it names.
export function Face({ face, count, headed, who }) {
  return html`<span class=${`face ${headed || given(face.cost) ? "headed" : ""}`}>
    <span class="title">${who !== undefined && html`<${Sign} seat=${who} /> `}${capital(String(face.title))}</span>
    ${given(face.cost) && html`<span class="cost" title=${t("cost")}><span class="hidden">${t("cost")} </span>${face.cost}</span>`}
    ${face.icons && html`<span class="icons">${face.icons.map((one) => html`<${Glyph} key=${one.name} name=${one.name} text=${one.text} count=${one.count} figure=${one.figure} />`)}</span>`}
    ${(face.lines || given(face.worth)) && html`<span class="below">
      ${face.lines && html`<span class="lines-of">${face.lines.map((line, at) => html`<span key=${at}>${line}</span>`)}</span>`}
      ${given(face.worth) && html`<span class="worth" title=${t("points")}><span class="hidden">${t("points")} </span>${face.worth}</span>`}
    </span>`}
    ${count > 1 && html`<span class="times">×${count}</span>`}
  </span>`;
}

function Mark({ mark, seat }) {
  return html`<span class=${`mark-of ${seat === undefined ? "" : `seat-${seat % 5}`}`}>
    ${seat !== undefined && html`<${Sign} seat=${seat} /><span class="mark-who">${mark.who}</span>`}
    ${mark.text !== undefined && mark.text !== "" && html`<b>${mark.text}</b>`}<${Picture} name=${mark.icon} />
  </span>`;
}

// What lay in each zone, so that what came since can be told apart.
export const lay = (drawing) => new Map(drawing.zones.map((zone) => [zone.id, new Set((zone.things || []).map((thing) => JSON.stringify(thing)))]));

// Every word in an event that may name a thing on the table.
export function named(event) {
  const found = new Set();
  const look = (value) => {
    if (typeof value === "string") found.add(value);
    else if (value && typeof value === "object") Object.entries(value).forEach(([key, one]) => key !== "type" && look(one));
  };
  look(event);
  return found;
}

export const meant = (thing, words) => Boolean(thing.id && words.has(thing.id)) || (thing.also || []).some((one) => words.has(one));
