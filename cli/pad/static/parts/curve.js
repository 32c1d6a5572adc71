// The curve of the score with its axes: a line for each player, told apart by stroke, sign and name, never by colour alone.

import { html } from "../vendor/htm-preact.js";
import { known, points, t } from "../words.js";

const WIDE = 380;
const HIGH = 190;
const LEFT = 26;
const RIGHT = 96;
const ROOM = 9; // characters of a name and its figure, beside the space between them
const TOP = 10;
const LOW = 40;
const SIGNS = 20; // of that, for what is marked
const APART = 20; // between two rounds that are named

export function Curve({ moments, players, scale, at, rounds = [], onJump }) {
  const told = moments.map((moment) => moment.totals);
  const open = (index, seat) => moments[index]?.ranges?.[seat]?.[1] === null; // then it may be anything, and nothing is drawn
  const all = told.flatMap((totals, index) => totals.filter((_, seat) => !open(index, seat)));
  const least = Math.min(0, ...all);
  const most = Math.max(scale, ...all);
  const x = (index) => LEFT + (index / Math.max(1, moments.length - 1)) * (WIDE - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (value - least) / (most - least)) * (HIGH - TOP - LOW);
  const floor = HIGH - LOW;
  const bare = !moments.some(mark); // then nothing stands below the rounds
  const labels = spread(players.map((player, seat) => ({ seat, y: y(open(at, seat) ? 0 : told[at]?.[seat] ?? 0), words: short(player, known(told[at]?.[seat] ?? 0, moments[at]?.ranges?.[seat], scale)) })));
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * WIDE;
    onJump?.(Math.round(((place - LEFT) / (WIDE - LEFT - RIGHT)) * (moments.length - 1)));
  };
  return html`<svg class="curve" viewBox=${`0 0 ${WIDE} ${bare ? HIGH - SIGNS : HIGH}`} role="img" aria-label=${t("Curve of the score")} onClick=${jump}>
    ${ticks(least, most, scale).map((value) => html`<g key=${value}><line class="grid" x1=${LEFT} x2=${WIDE - RIGHT} y1=${y(value)} y2=${y(value)} /><text class="axis" x=${LEFT - 4} y=${y(value) + 3.5} text-anchor="end">${points(value, scale).replace(/[.,]0+$/, "")}</text></g>`)}
    ${named(rounds, x).map((one) => html`<g key=${one.at}><line class="round" x1=${x(one.at)} x2=${x(one.at)} y1=${TOP} y2=${floor + (one.shown ? 4 : 2)} />${one.shown && html`<text class="axis" x=${x(one.at)} y=${floor + 13} text-anchor="middle">${one.round}</text>`}</g>`)}
    ${rounds.length > 0 && html`<text class="axis" x=${WIDE - RIGHT + 14} y=${floor + 13}>${t("round")}</text>`}
    ${players.map((player, seat) => html`<path key=${player} class=${`k${seat % 5}`} d=${steps(told, seat, x, y, open)} />`)}
    <rect class="future" x=${x(at)} y="0" width=${WIDE - RIGHT - x(at) + 2} height=${floor - 1} />
    <line class="cursor" x1=${x(at)} x2=${x(at)} y1="2" y2=${floor + 2} />
    ${labels.map(
      (label) => html`<g key=${label.seat}>
        <line class=${`k${label.seat % 5}`} x1=${WIDE - RIGHT + 3} x2=${WIDE - RIGHT + 15} y1=${label.y} y2=${label.y} />
        <text x=${WIDE - RIGHT + 18} y=${label.y + 4}>${label.words}</text>
      </g>`,
    )}
    ${moments.map((moment, index) =>
      mark(moment) ? html`<text key=${index} class=${`mark ${mark(moment) === "!" ? "bad" : ""}`} x=${x(index)} y=${HIGH - 6} text-anchor="middle">${mark(moment)}</text>` : null,
    )}
  </svg>`;
}

export const broke = (moment) => moment.findings.some((one) => one.severity === "violation" || one.severity === "warning");
export const mark = (moment) => (broke(moment) ? "!" : moment.amended_by !== null && moment.amended_by !== undefined ? "✎" : "");

// A few round figures from the least to the most.
function ticks(least, most, scale) {
  const raw = (most - least) / scale / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw)) * scale;
  const found = [];
  for (let value = Math.ceil(least / step) * step + 0; value <= most; value += step) found.push(value);
  return found;
}

// Every round has its line; those that have room have their number too.
function named(rounds, x) {
  let last = -APART;
  return rounds.map((one) => {
    const shown = x(one.at) - last >= APART;
    if (shown) last = x(one.at);
    return { ...one, shown };
  });
}

function steps(told, seat, x, y, open) {
  let path = "";
  let drawn; // the points up to which the line has come
  told.forEach((totals, index) => {
    const points = open(index, seat) ? undefined : totals[seat];
    if (points === drawn) return;
    if (drawn !== undefined) path += `H${x(index).toFixed(1)}`;
    if (points !== undefined) path += drawn === undefined ? `M${x(index).toFixed(1)} ${y(points).toFixed(1)}` : `V${y(points).toFixed(1)}`;
    drawn = points;
  });
  return drawn === undefined ? path : `${path}H${x(told.length - 1)}`;
}

const short = (name, figure) => (name.length + figure.length > ROOM ? `${name.slice(0, Math.max(1, ROOM - 1 - figure.length))}… ${figure}` : `${name} ${figure}`);

// Names that would lie on each other move apart.
function spread(labels) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  for (let index = 1; index < sorted.length; index += 1) {
    sorted[index].y = Math.max(sorted[index].y, sorted[index - 1].y + 14);
  }
  for (let index = sorted.length - 1; index >= 0; index -= 1) {
    const lowest = index === sorted.length - 1 ? HIGH - LOW - 4 : sorted[index + 1].y - 14;
    sorted[index].y = Math.min(sorted[index].y, lowest);
  }
  return sorted;
}
