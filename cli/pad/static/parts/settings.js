// How this phone shows things: language, light or dark.

import { dress, recall, remember } from "../memory.js";
import { html, useState } from "../vendor/htm-preact.js";
import { language, LANGUAGES, t } from "../words.js";

export function Settings({ talk }) {
  const [theme, setTheme] = useState(recall("theme", ""));
  const wear = (event) => {
    const wanted = event.target.value;
    remember("theme", wanted || null);
    dress(wanted);
    setTheme(wanted);
  };
  return html`<div class="settings">
    <label><span class="label">${t("Language")}</span>
      <select value=${language()} onChange=${(event) => talk(event.target.value)}>
        ${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
      </select>
    </label>
    <label><span class="label">${t("Colours")}</span>
      <select value=${theme || ""} onChange=${wear}>
        <option value="">${t("as the phone")}</option>
        <option value="light">${t("light")}</option>
        <option value="dark">${t("dark")}</option>
      </select>
    </label>
  </div>`;
}
