// Who holds this phone: it speaks for that player and for nobody else.

import { recall } from "../memory.js";
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";

// Asked once of whoever joins as a player.
export function Who({ session, state }) {
  const [said, setSaid] = useState(recall(`who.${session.name}`));
  if (said !== null || session.seat || state.role !== "player") return null;
  const choose = async (name) => (await session.sit(name)) && setSaid(name);
  return html`<section class="card who-asks">
    <h2>${t("Who holds this phone?")}</h2>
    <${Seats} session=${session} state=${state} choose=${choose} />
  </section>`;
}

export function Seats({ session, state, choose }) {
  const taken = new Set(state.seats || []);
  return html`<div class="picks">
    ${state.players.map((name) => {
      const others = taken.has(name) && name !== session.seat;
      return html`<button type="button" class=${`pick ${others ? "taken" : ""} ${name === session.seat ? "on" : ""}`} key=${name} aria-pressed=${name === session.seat ? "true" : "false"} onClick=${() => choose(name)}>
        <span class="pick-words">${name}${others ? html`<span class="about">${t("another phone sits here")}</span>` : ""}</span>
      </button>`;
    })}
    <button type="button" class="pick" onClick=${() => choose("")}>${t("Nobody in particular")}</button>
  </div>`;
}
