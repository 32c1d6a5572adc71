// Drawings of our own, by the names that games use. One that is not here is shown by its text.

import { html } from "../vendor/htm-preact.js";

// A tint, then shapes on a field of 24: filled ones, and after "|" bare strokes.
const DRAWN = {
  beer: "amber M5 8h10v11.500H5z|M15 10.500h2.500a2 2 0 0 1 2 2v2.500a2 2 0 0 1-2 2H15 M8.300 11.500v5 M11.700 11.500v5 M4.500 8a2.600 2.600 0 0 1 2.300-4 3.600 3.600 0 0 1 6.400 0 2.600 2.600 0 0 1 2.300 4z",
  bread: "wheat M5 11.500a3.800 3.800 0 0 1 .6-7h12.800a3.800 3.800 0 0 1 .6 7V19a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 5 19z|M9 9.500l1.500 2.500 M13.500 9.500L15 12",
  potion: "green M7.400 13.500h9.200l2.600 4.200a1.900 1.900 0 0 1-1.600 2.800H6.400a1.900 1.900 0 0 1-1.600-2.800z|M9.500 3.500v6l-4.700 8.200a1.900 1.900 0 0 0 1.600 2.800h11.200a1.900 1.900 0 0 0 1.600-2.800L14.500 9.500v-6 M8 3.500h8",
  gladius: "grey M20.500 3.500l-1.200 4.700-8 8-2.500-2.500 8-8z|M6 12l6 6 M8.800 15.200l-4.300 4.300 M3.300 18.300l2.400 2.400",
  coin: "gold M12 3.200a8.800 8.800 0 1 0 .01 0z|M12 6.800a5.200 5.200 0 1 0 .01 0z",
  laurel: "green M6.500 8C3 8.300 1.300 5.500 2 2.300c3.300.2 5.300 2.500 4.500 5.700z M5.800 13.500C2.500 14.600.3 12.200.3 9c3.200-.7 5.600 1.200 5.500 4.500z M8.300 18.500c-2.600 2.200-5.500.8-6.500-2.200 2.900-1.700 5.700-.8 6.500 2.200z M17.500 8c3.500.3 5.200-2.500 4.500-5.700-3.300.2-5.300 2.500-4.500 5.700z M18.200 13.500c3.300 1.100 5.500-1.300 5.500-4.500-3.200-.7-5.600 1.200-5.500 4.500z M15.700 18.500c2.600 2.200 5.500.8 6.500-2.200-2.900-1.700-5.700-.8-6.500 2.200z|M12 21.500c-4-1.500-6-6.500-5.500-13 M12 21.500c4-1.500 6-6.500 5.500-13",
  helmet: "red M5 15.500V12a7 7 0 0 1 14 0v3.500l-3 3.500v-5.500h-3L12 19l-1-5.500H8V19z|M6.500 5.500c2.500-3 8.500-3 11 0",
  hand: "skin M8 12.500V6.200a1.400 1.400 0 0 1 2.800 0V11V4.600a1.400 1.400 0 0 1 2.800 0V11V5.700a1.400 1.400 0 0 1 2.800 0V12V8.200a1.400 1.400 0 0 1 2.800 0v6.300c0 3.800-2.400 6-5.800 6-3 0-4.500-1.400-6-3.900L4.300 13a1.500 1.500 0 0 1 2.500-1.500z|M10.800 11v1 M13.600 11v1 M16.400 11.500v1",
  scales: "wheat M2.300 13h5.400a2.700 2.700 0 0 1-5.400 0z M16.300 13h5.400a2.700 2.700 0 0 1-5.400 0z|M12 3.500v17 M7.500 20.500h9 M5 6.500h14 M5 6.500L2.300 13 M5 6.500L7.700 13 M19 6.500L16.300 13 M19 6.500l2.700 6.500",
  column: "white M8 7h8v11H8z M6 4h12v3H6z M5.500 18h13v2.500h-13z|M10.700 9v7 M13.300 9v7",
  stack: "soft M8 7.500h11V21H8z|M5 17.500V3.500h11",
  stone: "blue M3.500 16.500l2.300-7L12 5.500l6 3.200 2.700 7.300-3 4.500H7z|M5.800 9.500l5.200 3.300 7-4.100 M11 12.800l-1.200 7.500",
  wood: "brown M6 8.300h11.500a3.700 3.700 0 0 1 0 7.400H6z M6 8.300a3.700 3.700 0 1 0 .01 0z|M6 10.800a1.200 1.200 0 1 0 .01 0z M12 11h5.500 M11 13.300h4",
  square: "wheat M4 20.500V4.500l16 16z|M8 16.800V13l3.800 3.800z",
  brush: "purple M3.500 20.500c0-4.500 1-6.500 4.300-6.500l2.700 2.700c0 3-2.500 3.800-7 3.800z|M8.500 14.500L18.800 4.300c.9-.8 2.200.3 1.400 1.300L10.500 16",
  chain: "none |M10 14a4 4 0 0 1 0-5.500L12.500 6A4 4 0 0 1 18 11.500L16.500 13 M14 10a4 4 0 0 1 0 5.500L11.500 18A4 4 0 0 1 6 12.500L7.500 11",
  scroll: "wheat M6 3.500h11v13.500a3.200 3.200 0 0 0 3 3.500H9.500A3.500 3.500 0 0 1 6 17z|M9 8h5 M9 11.500h5",
  people: "skin M9 4.500a3.200 3.200 0 1 0 .01 0z M3 20c0-4.500 2.200-7 6-7s6 2.500 6 7z|M15.500 5a3 3 0 0 1 0 5.600 M17 13.300c2.500.9 4 3.200 4 6.700",
  chest: "brown M4 10.500h16v9.500H4z M4 10.500c0-4 1.800-6 4-6h8c2.200 0 4 2 4 6z|M10.500 9h3v4.500h-3z",
  stairs: "grey M3.500 20.500v-4h4.200v-4h4.200v-4h4.200v-4h4.400v16z|",
  rubble: "amber M3 19.500l1.500-5 4-1 2.500 3-1 4H4.500z M12 20.500l.5-5 4-2 4.500 3-.5 4z M8.500 11.500l1-4.500 4-2 3.500 3-1.500 4.500-4 .5z|",
  brick: "red M3 6h18v12.500H3z|M3 10.200h18 M3 14.300h18 M9 6v4.200 M15 6v4.200 M6 10.200v4.100 M12 10.200v4.100 M18 10.200v4.100 M9 14.300v4.200 M15 14.300v4.200",
  concrete: "grey M3.800 8.500L12 4l8.200 4.500v7.500L12 20.500 3.800 16z|M3.800 8.500L12 13l8.200-4.500 M12 13v7.500",
  marble: "purple M4.500 4.500h15v15h-15z|M4.500 10.500c4-1.500 5 2.500 8 1.500s3-5 7-5 M8.500 19.500c0-3.500 3-4.500 6-4.500s3.500-1.500 5-2",
  laborer: "amber M8.300 12.500h7.400v3.500c0 3-3.700 5-3.700 5s-3.700-2-3.700-5z|M12 12.500v-9 M9.500 3.500h5",
  craftsman: "brown M4.500 4.500h10L18 8h-3.500v2.500h-10z|M9.500 10.500v10",
  legionary: "red M5 15.500V12a7 7 0 0 1 14 0v3.500l-3 3.500v-5.500h-3L12 19l-1-5.500H8V19z|M6.500 5.500c2.500-3 8.500-3 11 0",
  architect: "grey M12 3.300a1.900 1.900 0 1 0 .01 0z|M11.300 7L6 20.500 M12.700 7L18 20.500 M7.800 15.500c2.500 1.500 6 1.500 8.400 0",
  merchant: "blue M9 8.500c-4 2.700-5 5.500-5 8 0 2.500 2 4 4 4h8c2 0 4-1.500 4-4 0-2.500-1-5.300-5-8z|M8.500 8.500h7 M9.300 8.500L7.800 4.300c2-1 6.400-1 8.400 0l-1.500 4.200",
  patron: "purple M12 3.500a3.600 3.600 0 1 0 .01 0z M4.500 20.500c0-5.200 3-8.200 7.500-8.200s7.500 3 7.500 8.200z|M8.300 13.200l6 7.300",
  talent: "gold M12 2.800l2.700 6 6.500.6-4.900 4.300 1.500 6.400L12 16.700l-5.800 3.400 1.500-6.400-4.900-4.300 6.500-.6z|",
  each: "none |M5 12h14 M13 6l6 6-6 6",
  tool: "brown M4.500 4.500h10L18 8h-3.500v2.500h-10z|M9.500 10.500v10",
};

const MANY = 3; // as many as are drawn one by one

function Drawn({ name }) {
  const [tint, rest] = DRAWN[name].split(/ (.*)/s);
  const [filled, bare] = rest.split("|");
  return html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">${filled && html`<path class=${`tint-${tint}`} d=${filled} />`}${bare && html`<path class="bare" d=${bare} />`}</svg>`;
}

// A picture with its words for those who do not see it: as often as there are of it, or with a figure beside it.
export function Glyph({ name, text, count = 1, figure }) {
  const words = figure !== undefined ? `${text} ${figure}` : count === 1 ? text : `${count} ${text}`;
  if (!(name in DRAWN)) return html`<span class="glyphs">${words}</span>`;
  const few = count <= MANY;
  return html`<span class="glyphs" role="img" aria-label=${words} title=${words}>
    ${!few && html`<b aria-hidden="true">${count}</b>`}
    ${Array.from({ length: few ? count : 1 }, (_, at) => html`<${Drawn} key=${at} name=${name} />`)}
    ${figure !== undefined && html`<b aria-hidden="true">${figure}</b>`}
  </span>`;
}

// A picture beside words that say the same.
export const Picture = ({ name }) => (name in DRAWN ? html`<${Drawn} name=${name} />` : null);

const SIGNS = ["M8 2a6 6 0 1 0 .01 0z", "M8 2l6.500 11.500h-13z", "M2.500 2.500h11v11h-11z", "M8 1l7 7-7 7-7-7z", "M8 .8l2.200 4.900 5.300.5-4 3.600 1.200 5.300L8 12.300 3.300 15.100l1.200-5.300-4-3.600 5.300-.5z"];

// Somebody's colour and somebody's shape.
export const Sign = ({ seat }) => html`<svg class=${`sign-of seat-${seat % SIGNS.length}`} viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[seat % SIGNS.length]} /></svg>`;
