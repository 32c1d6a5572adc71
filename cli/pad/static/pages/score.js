// Score only: a row for each player, and the sheet appears while you tap.

import { call } from "../api.js";
import { entriesOf, FormView } from "../parts/form.js";
import { useEntry } from "../parts/entry.js";
import { Sheet } from "../parts/sheet.js";
import { go } from "../route.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { ruleOf, t } from "../words.js";

export function Score({ session, state, place }) {
  const form = state.forms.find((one) => one.name === state.holdings_form);
  if (!form) return html`<p class="card">${t("This game has no short way; write it down round by round.")}</p>`;
  return html`<${Holdings} session=${session} state=${state} place=${place} form=${form} />`;
}

function Holdings({ session, state, place, form }) {
  const { answers, change, hint, write } = useEntry(session, form);
  const drafted = useDrafted(session, state, entriesOf(form, answers));
  useEffect(() => {
    session.preview = drafted && drafted.sheet;
    session.changed();
    return () => {
      session.preview = null;
    };
  }, [drafted]);
  const touched = Object.keys(answers).length > 0;
  const done = async () => (await write(true)) && go({ t: place.t, k: place.k, p: "sheet" });
  const sheet = (drafted || state).sheet;
  const fresh = drafted ? drafted.findings.filter((one) => one.n >= state.events && one.severity !== "note") : [];
  return html`<div>
    <h2 class="ask">${t("What does everybody have?")}</h2>
    <${FormView} form=${form} answers=${answers} onAnswers=${change} />
    <section class="card live" aria-live="polite">
      <${Sheet} sheet=${sheet} caption=${touched ? t("The sheet so far") : t("The sheet")} />
      ${session.live === false && touched && html`<p class="faint">${t("The sheet is worked out as soon as the server can be reached again.")}</p>`}
      ${fresh.map((one) => html`<p class="warning" key=${`${one.n} ${one.rule} ${one.message}`}>${one.message} <span class="faint">${ruleOf(one)}</span></p>`)}
    </section>
    <p class="hint" role="alert">${hint}</p>
    <button type="button" class="main full" onClick=${done}>${t("Write it down")}</button>
  </div>`;
}

// The table as it would be with these entries; nothing is written, nobody else sees it.
function useDrafted(session, state, entries) {
  const [drafted, setDrafted] = useState(null);
  const asked = JSON.stringify(entries);
  useEffect(() => {
    if (!entries.length) return setDrafted(null);
    let late = false;
    const ask = async () => {
      try {
        const { told } = await call(session.key, "POST", `tables/${session.name}/draft`, { body: { entries } });
        if (!late) setDrafted(told);
      } catch {
        if (!late) setDrafted(null);
      }
    };
    const timer = setTimeout(ask, 150);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [asked, state.head, session.live]);
  return drafted;
}
