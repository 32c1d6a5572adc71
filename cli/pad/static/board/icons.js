// Drawings of our own, by the names that games use. One that is not here is shown by its text.

import { html } from "../vendor/htm-preact.js";

// A tint, then shapes on a field of 24: filled ones, and after "|" bare strokes.
const DRAWN = {
  beer: "amber M5 8h10v11.5H5z|M15 10.5h2.5a2 2 0 0 1 2 2v2.5a2 2 0 0 1-2 2H15 M8.3 11.5v5 M11.7 11.5v5 M4.5 8a2.6 2.6 0 0 1 2.3-4 3.6 3.6 0 0 1 6.4 0 2.6 2.6 0 0 1 2.3 4z",
  bread: "wheat M5 11.5a3.8 3.8 0 0 1 .6-7h12.8a3.8 3.8 0 0 1 .6 7V19a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19z|M9 9.5l1.5 2.5 M13.5 9.5L15 12",
  potion: "green M7.4 13.5h9.2l2.6 4.2a1.9 1.9 0 0 1-1.6 2.8H6.4a1.9 1.9 0 0 1-1.6-2.8z|M9.5 3.5v6l-4.7 8.2a1.9 1.9 0 0 0 1.6 2.8h11.2a1.9 1.9 0 0 0 1.6-2.8L14.5 9.5v-6 M8 3.5h8",
  gladius: "grey M20.5 3.5l-1.2 4.7-8 8-2.5-2.5 8-8z|M6 12l6 6 M8.8 15.2l-4.3 4.3 M3.3 18.3l2.4 2.4",
  coin: "gold M12 3.2a8.8 8.8 0 1 0 .01 0z|M12 6.8a5.2 5.2 0 1 0 .01 0z",
  laurel: "green M6.5 8C3 8.3 1.3 5.5 2 2.3c3.3.2 5.3 2.5 4.5 5.7z M5.8 13.5C2.5 14.6.3 12.2.3 9c3.2-.7 5.6 1.2 5.5 4.5z M8.3 18.5c-2.6 2.2-5.5.8-6.5-2.2 2.9-1.7 5.7-.8 6.5 2.2z M17.5 8c3.5.3 5.2-2.5 4.5-5.7-3.3.2-5.3 2.5-4.5 5.7z M18.2 13.5c3.3 1.1 5.5-1.3 5.5-4.5-3.2-.7-5.6 1.2-5.5 4.5z M15.7 18.5c2.6 2.2 5.5.8 6.5-2.2-2.9-1.7-5.7-.8-6.5 2.2z|M12 21.5c-4-1.5-6-6.5-5.5-13 M12 21.5c4-1.5 6-6.5 5.5-13",
  helmet: "red M5 15.5V12a7 7 0 0 1 14 0v3.5l-3 3.5v-5.5h-3L12 19l-1-5.5H8V19z|M6.5 5.5c2.5-3 8.5-3 11 0",
  hand: "skin M8 12.5V6.2a1.4 1.4 0 0 1 2.8 0V11V4.6a1.4 1.4 0 0 1 2.8 0V11V5.7a1.4 1.4 0 0 1 2.8 0V12V8.2a1.4 1.4 0 0 1 2.8 0v6.3c0 3.8-2.4 6-5.8 6-3 0-4.5-1.4-6-3.9L4.3 13a1.5 1.5 0 0 1 2.5-1.5z|M10.8 11v1 M13.6 11v1 M16.4 11.5v1",
  scales: "wheat M2.3 13h5.4a2.7 2.7 0 0 1-5.4 0z M16.3 13h5.4a2.7 2.7 0 0 1-5.4 0z|M12 3.5v17 M7.5 20.5h9 M5 6.5h14 M5 6.5L2.3 13 M5 6.5L7.7 13 M19 6.5L16.3 13 M19 6.5l2.7 6.5",
  column: "white M8 7h8v11H8z M6 4h12v3H6z M5.5 18h13v2.5h-13z|M10.7 9v7 M13.3 9v7",
  stack: "soft M8 7.5h11V21H8z|M5 17.5V3.5h11",
  stone: "blue M3.5 16.5l2.3-7L12 5.5l6 3.2 2.7 7.3-3 4.5H7z|M5.8 9.5l5.2 3.3 7-4.1 M11 12.8l-1.2 7.5",
  wood: "brown M6 8.3h11.5a3.7 3.7 0 0 1 0 7.4H6z M6 8.3a3.7 3.7 0 1 0 .01 0z|M6 10.8a1.2 1.2 0 1 0 .01 0z M12 11h5.5 M11 13.3h4",
  square: "wheat M4 20.5V4.5l16 16z|M8 16.8V13l3.8 3.8z",
  brush: "purple M3.5 20.5c0-4.5 1-6.5 4.3-6.5l2.7 2.7c0 3-2.5 3.8-7 3.8z|M8.5 14.5L18.8 4.3c.9-.8 2.2.3 1.4 1.3L10.5 16",
  chain: "none |M10 14a4 4 0 0 1 0-5.5L12.5 6A4 4 0 0 1 18 11.5L16.5 13 M14 10a4 4 0 0 1 0 5.5L11.5 18A4 4 0 0 1 6 12.5L7.5 11",
  scroll: "wheat M6 3.5h11v13.5a3.2 3.2 0 0 0 3 3.5H9.5A3.5 3.5 0 0 1 6 17z|M9 8h5 M9 11.5h5",
  people: "skin M9 4.5a3.2 3.2 0 1 0 .01 0z M3 20c0-4.5 2.2-7 6-7s6 2.5 6 7z|M15.5 5a3 3 0 0 1 0 5.6 M17 13.3c2.5.9 4 3.2 4 6.7",
  chest: "brown M4 10.5h16v9.5H4z M4 10.5c0-4 1.8-6 4-6h8c2.2 0 4 2 4 6z|M10.5 9h3v4.5h-3z",
  stairs: "grey M3.5 20.5v-4h4.2v-4h4.2v-4h4.2v-4h4.4v16z|",
  rubble: "amber M3 19.5l1.5-5 4-1 2.5 3-1 4H4.5z M12 20.5l.5-5 4-2 4.5 3-.5 4z M8.5 11.5l1-4.5 4-2 3.5 3-1.5 4.5-4 .5z|",
  brick: "red M3 6h18v12.5H3z|M3 10.2h18 M3 14.3h18 M9 6v4.2 M15 6v4.2 M6 10.2v4.1 M12 10.2v4.1 M18 10.2v4.1 M9 14.3v4.2 M15 14.3v4.2",
  concrete: "grey M3.8 8.5L12 4l8.2 4.5v7.5L12 20.5 3.8 16z|M3.8 8.5L12 13l8.2-4.5 M12 13v7.5",
  marble: "purple M4.5 4.5h15v15h-15z|M4.5 10.5c4-1.5 5 2.5 8 1.5s3-5 7-5 M8.5 19.5c0-3.5 3-4.5 6-4.5s3.5-1.5 5-2",
  laborer: "amber M8.3 12.5h7.4v3.5c0 3-3.7 5-3.7 5s-3.7-2-3.7-5z|M12 12.5v-9 M9.5 3.5h5",
  craftsman: "brown M4.5 4.5h10L18 8h-3.5v2.5h-10z|M9.5 10.5v10",
  legionary: "red M5 15.5V12a7 7 0 0 1 14 0v3.5l-3 3.5v-5.5h-3L12 19l-1-5.5H8V19z|M6.5 5.5c2.5-3 8.5-3 11 0",
  architect: "grey M12 3.3a1.9 1.9 0 1 0 .01 0z|M11.3 7L6 20.5 M12.7 7L18 20.5 M7.8 15.5c2.5 1.5 6 1.5 8.4 0",
  merchant: "blue M9 8.5c-4 2.7-5 5.5-5 8 0 2.5 2 4 4 4h8c2 0 4-1.5 4-4 0-2.5-1-5.3-5-8z|M8.5 8.5h7 M9.3 8.5L7.8 4.3c2-1 6.4-1 8.4 0l-1.5 4.2",
  patron: "purple M12 3.5a3.6 3.6 0 1 0 .01 0z M4.5 20.5c0-5.2 3-8.2 7.5-8.2s7.5 3 7.5 8.2z|M8.3 13.2l6 7.3",
  talent: "gold M12 2.8l2.7 6 6.5.6-4.9 4.3 1.5 6.4L12 16.7l-5.8 3.4 1.5-6.4-4.9-4.3 6.5-.6z|",
  each: "none |M5 12h14 M13 6l6 6-6 6",
  tool: "brown M4.5 4.5h10L18 8h-3.5v2.5h-10z|M9.5 10.5v10",
};

const MANY = 3; // as many as are drawn one by one

function Drawn({ name }) {
  const [tint, rest] = DRAWN[name].split(/ (.*)/s);
  const [filled, bare] = rest.split("|");
  return html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">${filled && html`<path style=${{ fill: `var(--t-${tint}, none)` }} d=${filled} />`}${bare && html`<path class="bare" d=${bare} />`}</svg>`;
}

// A picture with its words for those who do not see it: as often as there are of it, or with a figure beside it.
export function Glyph({ name, text, count = 1, figure }) {
  const words = figure !== undefined ? `${text} ${figure}` : count === 1 ? text : `${count}× ${text}`;
  if (!drawn(name)) return html`<span class="glyphs named">${words}</span>`;
  const few = count <= MANY;
  return html`<span class="glyphs" role="img" aria-label=${words} title=${words}>
    ${!few && html`<b aria-hidden="true">${count}</b>`}
    ${Array.from({ length: few ? count : 1 }, (_, at) => html`<${Drawn} key=${at} name=${name} />`)}
    ${figure !== undefined && html`<b aria-hidden="true">${figure}</b>`}
  </span>`;
}

export const drawn = (name) => name in DRAWN;

// A picture beside words that say the same.
export const Picture = ({ name }) => (drawn(name) ? html`<${Drawn} name=${name} />` : null);

const SIGNS = ["M8 2a6 6 0 1 0 .01 0z", "M8 2l6.5 11.5h-13z", "M2.5 2.5h11v11h-11z", "M8 1l7 7-7 7-7-7z", "M8 .8l2.2 4.9 5.3.5-4 3.6 1.2 5.3L8 12.3 3.3 15.1l1.2-5.3-4-3.6 5.3-.5z"];

// Somebody's colour and somebody's shape; the sixth has the first one's colour and another shape.
export const Sign = ({ seat }) => html`<svg class=${`sign-of seat-${seat % 5}`} viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[(seat + 2 * Math.floor(seat / 5)) % 5]} /></svg>`;
