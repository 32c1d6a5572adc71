// The table as it stands, whatever the game: single figures, then lists.

import { html } from "../vendor/htm-preact.js";
import { capital } from "./entry.js";

export function View({ view }) {
  if (!view) return null;
  return html`<div class="view">
    ${view.scalars.length > 0 && html`<dl class="scalars">${view.scalars.map((one) => html`<div key=${one.label}><dt>${capital(one.label)}</dt><dd>${one.value}</dd></div>`)}</dl>`}
    ${view.tables.map(
      (one) => html`<div class="scroll" key=${one.title} tabindex="0" role="region" aria-label=${capital(one.title)}>
        <table>
          <caption>${capital(one.title)}</caption>
          <thead><tr>${one.columns.map((column) => html`<th scope="col" key=${column}>${column}</th>`)}</tr></thead>
          <tbody>
            ${one.rows.map((row, index) => html`<tr key=${index}>${row.map((cell, at) => (at === 0 ? html`<th scope="row" key=${at}>${cell}</th>` : html`<td key=${at}>${cell}</td>`))}</tr>`)}
          </tbody>
        </table>
      </div>`,
    )}
  </div>`;
}
