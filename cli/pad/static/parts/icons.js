// Small signs of our own, so that no phone lacks one; what they mean always stands beside them or in the label.

import { html } from "../vendor/htm-preact.js";

const PATHS = {
  pen: "M4 20l1-4L16 5l3 3L8 19z M14 7l3 3",
  grid: "M4 5h16v14H4z M4 10h16 M4 14.500h16 M10 5v14",
  clock: "M12 3.500a8.500 8.500 0 1 0 .01 0 M12 7.500V12l3.500 2",
  more: "M5 12h.01 M12 12h.01 M19 12h.01",
  undo: "M8 5L4 9l4 4 M4 9h9a6 6 0 0 1 0 12H9",
  first: "M6 5v14 M18 5L9 12l9 7z",
  back: "M15 5l-7 7 7 7",
  play: "M8 5l10 7-10 7z",
  pause: "M9 5v14 M15 5v14",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14 M6 5l9 7-9 7z",
};

export const Icon = ({ name }) => html`<svg class=${`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
