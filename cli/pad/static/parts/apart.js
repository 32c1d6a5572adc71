// Loud words where the server's log is not the one that this phone, or another, has seen.

import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";

export function Apart({ session, state }) {
  const own = session.apart;
  const others = (state.apart || []).filter((one) => !own || one.n !== own.n);
  return html`
    ${own &&
    html`<div class="warning loud" role="alert">
      <p><b>${t("This is not the record that this phone has seen.")}</b> ${t("It had seen event {n}; the server's record does not go on from there. It was rolled back or replaced, and what was entered may be missing.", { n: own.n })}</p>
      <button type="button" onClick=${() => session.goOn()}>${t("I have seen it: go on with the server's record")}</button>
    </div>`}
    ${others.map(
      (one, at) => html`<p class="warning" key=${at}>${one.who ? t("The phone of {player} has seen event {n}, which this record does not have.", { player: one.who, n: one.n }) : t("A phone has seen event {n}, which this record does not have.", { n: one.n })} ${t("The record was rolled back or replaced: compare before you go on.")}</p>`,
    )}
  `;
}
