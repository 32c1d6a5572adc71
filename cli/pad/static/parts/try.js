// Try it here: the game as it would stand if one entry had been otherwise. Nothing is written.

import { call } from "../api.js";
import { html, useState } from "../vendor/htm-preact.js";
import { capital, points, t } from "../words.js";
import { Dialog } from "./dialog.js";
import { Sheet } from "./sheet.js";

const ways = () => ({
  without: t("It had not happened"),
  instead: t("Something else in its place"),
  before: t("Something more before it"),
});

export function TryIt({ session, moment, onClose }) {
  const [way, setWay] = useState("without");
  const [text, setText] = useState("");
  const [found, setFound] = useState(null);
  const [hint, setHint] = useState("");
  const [busy, setBusy] = useState(false);
  const change = (set) => (value) => {
    setFound(null);
    setHint("");
    set(value);
  };
  const ask = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setHint("");
    try {
      const { told } = await call(session.key, "POST", `tables/${session.name}/otherwise`, { body: { n: moment.n, way, text } });
      setFound(told);
    } catch (error) {
      setFound(null);
      setHint(error.status ? error.message : t("The server does not answer."));
    } finally {
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${t("What if entry {n} had been otherwise?", { n: moment.n })} onClose=${onClose} tall>
    <p>${capital(moment.words)}</p>
    <form class="try" onSubmit=${ask}>
      <fieldset>
        <legend class="hidden">${t("What would be otherwise")}</legend>
        ${Object.entries(ways()).map(([name, label]) => html`<label class="tick" key=${name}><input type="radio" name="way" checked=${way === name} onChange=${() => change(setWay)(name)} /> ${label}</label>`)}
      </fieldset>
      ${way !== "without" &&
      html`<div class="field">
        <label class="label" for="otherwise">${t("What would have happened, in words")}</label>
        <input id="otherwise" type="text" maxlength="500" value=${text} onInput=${(event) => change(setText)(event.target.value)} autocomplete="off" autocapitalize="off" spellcheck=${false} />
      </div>`}
      <p class="hint" role="alert">${hint}</p>
      <button type="submit" class="main" disabled=${busy || (way !== "without" && !text.trim())}>${busy ? t("Working it out…") : t("Try it")}</button>
      <p class="faint small">${t("Nothing is written: the game stays as it is.")}</p>
    </form>
    ${found && html`<${Otherwise} found=${found} />`}
  </${Dialog}>`;
}

function Otherwise({ found }) {
  const { before, after, difference } = found;
  const was = found.ends_at === null ? t("As it was") : t("As it was before entry {n}", { n: found.ends_at });
  const would = found.ends_at === null ? t("As it would be") : t("As it would be before entry {n}", { n: found.ends_at });
  return html`<section class="otherwise" role="status">
    ${found.now && html`<p><b>${capital(found.now)}</b></p>`}
    ${found.breaks.map((one) => html`<p class="warning" key=${one.message}>${t("That would be against the rules: {what}", { what: one.message })} <span class="faint">${one.rule}</span></p>`)}
    ${found.ends_at !== null && html`<p class="notice"><span>${t("From entry {n} on nobody can know how it would have gone on: {why}", { n: found.ends_at, why: found.why })} <span class="faint">(${found.ends_with})</span></span></p>`}
    <h3>${difference.length ? t("The difference") : t("No figure would be another.")}</h3>
    <ul class="difference">${difference.map((one) => html`<li key=${`${one.player} ${one.category}`}>
      <b>${one.player}</b>: ${one.label} ${points(one.before, before.scale)} → <b>${points(one.after, after.scale)}</b>
      ${one.gone.map((line, at) => html`<div class="faint small" key=${`g${at}`}>− ${points(line.points, before.scale)} · ${line.reason}</div>`)}
      ${one.new.map((line, at) => html`<div class="small" key=${`n${at}`}>+ ${points(line.points, after.scale)} · ${line.reason}</div>`)}
    </li>`)}</ul>
    <${Sheet} sheet=${before} caption=${was} />
    <${Sheet} sheet=${after} caption=${would} />
    ${found.reworked.length > 0 &&
    html`<details class="more"><summary>${t.n("{n} entry comes out otherwise", "{n} entries come out otherwise", found.reworked.length)}</summary>
      <ol class="follows">${found.reworked.map((one, at) => html`<li key=${at}>${one.was && html`<s>${one.was}</s> `}${one.now ? html`<b>${one.now}</b>` : t("falls away")}</li>`)}</ol>
    </details>`}
  </section>`;
}
