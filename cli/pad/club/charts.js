// Figures with their bounds as rows of a table that is drawn in; courses over time by Observable Plot.

import { html, useEffect, useRef, useState } from "../static/vendor/htm-preact.js";
import { t } from "../static/words.js";
import { FEW, GREY, isRanked } from "./measure.js";
import { between, called, dimension, figure, findings, inWords, number, silence } from "./said.js";

const MOST = 15;

// What was found, then each figure: its name, where it lies between its bounds beside what it is held against, and n.
export function Dots({ data, found, game, title, link, most = MOST, plain = false, about = "" }) {
  const [all, setAll] = useState(false);
  const { metric, by, groups } = found;
  const enough = groups.filter((group) => group.n >= FEW);
  const worth = enough.length ? enough : groups;
  const first = enough.length ? most : FEW;
  const shown = all ? groups : worth.filter((group, at) => at < first || group.side); // what stands out, wherever it ranks
  const said = findings(data, found, game);
  const [low, high] = limits(metric, shown);
  const at = (value) => `${Math.min(96, Math.max(0, (96 * (value - low)) / (high - low || 1))).toFixed(1)}%`;
  const marks = ticks(low, high);
  const parted = by.length === 2 && by[0] === "seats"; // small charts over each other, one for each size of table
  const named = (group) => by.map((key, one) => (by.length > 1 ? inWords : called)(data, key, group.keys[one], game));
  const name = (group) => named(group).slice(parted ? 1 : 0).join(", ");
  const begins = (at) => parted && (at === 0 || shown[at - 1].keys[0] !== shown[at].keys[0]);
  const ranked = isRanked(by) && shown.filter((group) => group.supported !== null && !group.few).length > 1;
  const against = groups.some((group) => group.baseline !== null) && data.held[found.against];
  return html`<figure class="dots">
    <figcaption>
      ${title && html`<h3>${title}</h3>`}
      ${!plain && html`<p class=${said.length ? "finding" : "silence"}>${said[0] || silence(found)}</p>`}
      ${said.length > 1 && !plain && html`<details class="more"><summary>${t.n("{n} more finding", "{n} more findings", said.length - 1)}</summary><ul>${said.slice(1).map((one) => html`<li>${one}</li>`)}</ul></details>`}
      <p class="faint small">${[metric.title, by.map((key) => dimension(data, key)).join(", "), t.n("{n} finished game", "{n} finished games", found.games, { n: number(found.games) }), shown.some((group) => group.low !== null) && t("bar: 95 % bounds"), against && t("broken line: {baseline}", { baseline: against })].filter(Boolean).join(" · ")}</p>
    </figcaption>
    ${groups.length > 0 && html`<table>
      <thead class="unseen"><tr><th>${by.map((key) => dimension(data, key)).join(", ")}</th><th>${t("drawn")}</th><th>${metric.title}</th></tr></thead>
      <tbody>${shown.map((group, one) => html`${begins(one) && html`<tr class="part"><th scope="colgroup">${named(group)[0]}</th><td class="plot"></td><td></td></tr>`}<tr class=${group.few ? "few" : group.side ? "sure" : ""}>
        <th scope="row">${link ? html`<a href=${link(group.keys)}>${name(group)}</a>` : name(group)}</th>
        <td class="plot" aria-hidden="true">
          ${marks.map((tick) => html`<i class="tick" style=${`left:${at(tick)}`}></i>`)}
          ${group.low !== null && html`<i class="span" style=${`left:${at(group.low)};right:calc(100% - ${at(group.high)})`}></i>`}
          ${group.baseline !== null && html`<i class="base" style=${`left:${at(group.baseline)}`}></i>`}
          <i class="dot" style=${`left:${at(group.value)}`}></i>
        </td>
        <td class="n"><div class="told"><b>${figure(metric, group.value, shown)}</b> <small class="between">${between(metric, group)}</small> <small>n ${number(group.n)}</small></div></td>
      </tr>`)}</tbody>
      <tfoot aria-hidden="true"><tr><td></td><td class="plot scale">${marks.map((tick) => html`<span style=${`left:${at(tick)}`}>${figure(metric, tick)}</span>`)}</td><td></td></tr></tfoot>
    </table>`}
    <p class="faint small">${[about, ranked && t("Ordered by how much above or below so many games support"), shown.some((group) => group.few) && t("Grey: fewer than {n} games, too few to tell", { n: GREY }), !all && groups.length > shown.length && t.n("{n} more is not shown", "{n} more are not shown", groups.length - shown.length)].filter(Boolean).join(" · ")}
      ${groups.length > shown.length && html` <button type="button" class="link" onClick=${() => setAll(true)}>${t("Show all")}</button>`}</p>
  </figure>`;
}

// From nought where that is near. A rate's bounds are shown whole; elsewhere those of small samples do not stretch the axis for all.
function limits(metric, groups) {
  const values = groups.flatMap((group) => [group.value, group.baseline, ...(group.few && !metric.percent ? [] : [group.low, group.high])]);
  const found = values.filter((one) => one !== null && one !== undefined);
  const most = Math.max(0, ...found);
  const least = Math.min(...found, ...(metric.percent ? [0] : []));
  const low = metric.kind === "rating" || (!metric.percent && least > 0.3 * most) ? least - 0.1 * (most - least || 1) : Math.min(0, least);
  return [low, metric.percent ? Math.min(1, most * 1.04) : most + (most - low) * 0.04];
}

function ticks(low, high) {
  const wide = high - low;
  if (!(wide > 0)) return [];
  const step = [1, 2, 2.5, 5, 10].map((one) => one * 10 ** Math.floor(Math.log10(wide / 2.5))).find((one) => wide / one <= 4.2);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

// --- courses ---------------------------------------------------------------------------------------------------------

// A drawing by Plot, as wide as there is room, drawn again when that changes.
function Drawing({ about, make }) {
  const place = useRef(null);
  useEffect(() => {
    const draw = () => {
      const drawn = make(place.current?.clientWidth || 360);
      drawn.setAttribute("aria-hidden", "true"); // what it shows is said by the place it stands in
      place.current?.replaceChildren(drawn);
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [make]);
  return html`<div class="drawing" role="img" aria-label=${about} ref=${place}></div>`;
}

const INK = "var(--ink)";
const LINK = "var(--link)";
const looks = { background: "transparent", color: "var(--faint)", fontSize: "12px", overflow: "visible" };

// How a rating went, between the bounds of its doubt; several players in one drawing, named where their lines end.
export function Course({ about, lines, bands = true, along = t("games"), steps = false, zero = false, told = number }) {
  const make = (width) => {
    const spots = lines.flatMap((line) => line.spots.map((spot) => ({ ...spot, name: line.name })));
    const ends = apart(lines.map((line) => ({ ...line.spots.at(-1), name: line.name })), spots);
    const right = Math.min(110, 14 + 7 * Math.max(...lines.map((line) => line.name.length)));
    const several = lines.length > 1;
    const dashes = (at) => ["none", "6 3", "2 3", "8 3 2 3", "1 4", "10 4"][at % 6];
    return window.Plot.plot({
      width, height: Math.min(320, Math.max(220, width * 0.5)), marginRight: several ? right : 14, marginLeft: 40, marginBottom: 34, style: looks,
      x: { label: along, ticks: Math.min(width < 600 ? 5 : 8, new Set(spots.map((spot) => spot.x)).size), tickFormat: (value) => (Number.isInteger(value) ? told(value) : "") },
      y: { label: null, grid: true, ticks: 5, zero, tickFormat: (value) => number(value, Number.isInteger(value) ? 0 : 1) },
      marks: [
        ...(bands ? lines.map((line) => window.Plot.areaY(line.spots, { x: "x", y1: "low", y2: "high", fill: "var(--bar)", fillOpacity: 0.3 })) : []),
        ...lines.map((line, at) => window.Plot.lineY(line.spots, { x: "x", y: "y", stroke: at % 2 ? LINK : INK, strokeWidth: 1.8, strokeDasharray: dashes(at), curve: steps ? "step-after" : "linear" })),
        ...(several ? [window.Plot.text(ends, { x: "x", y: "told", text: "name", dx: 6, textAnchor: "start", fill: INK, lineWidth: 12, textOverflow: "ellipsis" })] : []),
      ],
    });
  };
  return html`<${Drawing} about=${about} make=${make} />`;
}

// Names at the ends of lines, moved so that none lies over another.
function apart(ends, spots) {
  const values = spots.map((spot) => spot.y);
  const room = (Math.max(...values) - Math.min(...values) || 1) * 0.075;
  let last = -Infinity;
  return [...ends].sort((a, b) => a.y - b.y).map((end) => ({ ...end, told: (last = Math.max(end.y, last + room)) }));
}
