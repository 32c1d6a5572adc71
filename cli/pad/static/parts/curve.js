// The curve of the score: a line for each player, told apart by its strokes and its name, never by colour alone.

import { html } from "../vendor/htm-preact.js";
import { points, t } from "../words.js";

const WIDE = 360;
const HIGH = 150;
const LEFT = 8;
const RIGHT = 100;
const ROOM = 9; // characters of a name and its figure, beside the space between them
const TOP = 10;
const LOW = 26;

export function Curve({ moments, players, scale, at }) {
  const told = moments.map((moment) => moment.totals);
  const all = told.flat();
  const least = Math.min(0, ...all);
  const most = Math.max(1, ...all);
  const x = (index) => LEFT + (index / Math.max(1, moments.length - 1)) * (WIDE - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (value - least) / (most - least)) * (HIGH - TOP - LOW);
  const labels = spread(players.map((player, seat) => ({ seat, y: y(told[at]?.[seat] ?? 0), words: short(player, points(told[at]?.[seat] ?? 0, scale)) })));
  return html`<svg class="curve" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${t("Curve of the score")}>
    <line class="grid" x1=${LEFT} x2=${WIDE - RIGHT} y1=${y(0)} y2=${y(0)} />
    <line class="cursor" x1=${x(at)} x2=${x(at)} y1="2" y2=${HIGH - LOW + 8} />
    ${players.map((player, seat) => html`<path key=${player} class=${`k${seat}`} d=${steps(told, seat, x, y)} />`)}
    ${labels.map(
      (label) => html`<g key=${label.seat}>
        <line class=${`k${label.seat}`} x1=${WIDE - RIGHT + 4} x2=${WIDE - RIGHT + 18} y1=${label.y} y2=${label.y} />
        <text x=${WIDE - RIGHT + 22} y=${label.y + 4}>${label.words}</text>
      </g>`,
    )}
    ${moments.map((moment, index) =>
      mark(moment) ? html`<text key=${index} class=${`mark ${mark(moment) === "!" ? "bad" : ""}`} x=${x(index)} y=${HIGH - 6} text-anchor="middle">${mark(moment)}</text>` : null,
    )}
  </svg>`;
}

export const broke = (moment) => moment.findings.some((one) => one.severity === "violation" || one.severity === "warning");
export const mark = (moment) => (broke(moment) ? "!" : moment.amended_by !== null && moment.amended_by !== undefined ? "✎" : "");

function steps(told, seat, x, y) {
  let path = `M${x(0)} ${y(told[0]?.[seat] ?? 0)}`;
  for (let index = 1; index < told.length; index += 1) {
    if (told[index][seat] !== told[index - 1][seat]) path += `H${x(index).toFixed(1)}V${y(told[index][seat]).toFixed(1)}`;
  }
  return `${path}H${x(told.length - 1)}`;
}

const short = (name, figure) => (name.length + figure.length > ROOM ? `${name.slice(0, Math.max(1, ROOM - 1 - figure.length))}… ${figure}` : `${name} ${figure}`);

// Names that would lie on each other move apart.
function spread(labels) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  for (let index = 1; index < sorted.length; index += 1) {
    sorted[index].y = Math.max(sorted[index].y, sorted[index - 1].y + 14);
  }
  for (let index = sorted.length - 1; index >= 0; index -= 1) {
    const lowest = index === sorted.length - 1 ? HIGH - LOW + 4 : sorted[index + 1].y - 14;
    sorted[index].y = Math.min(sorted[index].y, lowest);
  }
  return sorted;
}
