// Opened without a link: the tables this phone knows, or how to get one.

import { Face, tint } from "../board/board.js";
import { forgetTable, knownTables, recall } from "../memory.js";
import { Settings } from "../parts/settings.js";
import { to } from "../route.js";
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";

const FAN = [["amber", "beer"], ["purple", "column"], ["green", "potion"]].map(([tone, name], at) => ({ title: "", tone, cost: 3 - at, icons: [{ name, text: "", count: 2 - (at % 2) }], worth: at + 2 }));

export function Welcome({ talk }) {
  const [tables, setTables] = useState(knownTables());
  const house = recall("house");
  const forget = (name) => {
    forgetTable(name);
    setTables(knownTables());
  };
  return html`<main class="page welcome">
    <div class="fan" aria-hidden="true">${FAN.map((face) => html`<div class="zone" key=${face.tone}><div class="thing" style=${tint(face)}><${Face} face=${face} /></div></div>`)}</div>
    <h1>${t("Quaestor")}</h1>
    <p class="lead">${t("The score pad: every point with its reason.")}</p>
    ${tables.length === 0 && !house && html`<p class="card">${t("Scan the QR code at the table, or open the link that was shared with you. To host a game yourself, start the pad on a computer with: quaestor pad")}</p>`}
    ${house && html`<p><a class="button main" href=${to({ house })}>${t("All tables")}</a></p>`}
    ${tables.length > 0 &&
    html`<h2>${t("Tables this phone knows")}</h2>
      <ul class="list">
        ${tables.map(
          (one) => html`<li key=${one.name} class="beside">
            <a class="item" href=${to({ t: one.name, k: one.key })}><b>${one.title || one.name}</b><span class="faint">${one.players}</span></a>
            <button type="button" class="plain" onClick=${() => forget(one.name)} aria-label=${t("Forget {table}", { table: one.title || one.name })}>✕</button>
          </li>`,
        )}
      </ul>`}
    <${Settings} talk=${talk} />
  </main>`;
}
