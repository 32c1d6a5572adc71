// The table as it stands, whatever the game: single figures, then lists.

import { html } from "../vendor/htm-preact.js";
import { capital } from "../words.js";

const LONG = 28; // characters that no column of a phone holds
const MOST = 5; // columns that a phone shows
const NOTHING = "–";

export function View({ view }) {
  if (!view) return null;
  const told = view.scalars.filter((one) => one.value !== NOTHING);
  return html`<div class="view">
    ${told.length > 0 && html`<dl class="scalars">${told.map((one) => html`<div key=${one.label}><dt>${capital(one.label)}</dt><dd>${one.value}</dd></div>`)}</dl>`}
    ${view.tables.map((one) => (one.columns.length > MOST || one.rows.flat().some(isLong) ? html`<${Blocks} key=${one.title} table=${one} />` : html`<${Columns} key=${one.title} table=${one} />`))}
  </div>`;
}

const isLong = (cell) => String(cell).length > LONG;

function Columns({ table }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${capital(table.title)}>
    <table>
      <caption>${capital(table.title)}</caption>
      <thead><tr>${table.columns.map((column) => html`<th scope="col" key=${column}>${column}</th>`)}</tr></thead>
      <tbody>
        ${table.rows.map((row, index) => html`<tr key=${index}>${row.map((cell, at) => (at === 0 ? html`<th scope="row" key=${at}>${cell}</th>` : html`<td key=${at}>${cell}</td>`))}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

// A list whose cells are long: each row by itself, without what is empty.
function Blocks({ table }) {
  return html`<section class="blocks" aria-label=${capital(table.title)}>
    <p class="caption" aria-hidden="true">${capital(table.title)}</p>
    ${table.rows.map(
      ([first, ...rest], index) => html`<div class="block" key=${index}>
        <b>${first}</b>
        <dl>${rest.map((cell, at) => (cell === NOTHING ? null : html`<div key=${at} class=${isLong(cell) ? "long" : ""}><dt>${table.columns[at + 1]}</dt> <dd>${cell}</dd></div>`))}</dl>
      </div>`,
    )}
  </section>`;
}
