// Round by round: what the moment asks for lies open, everything else is one tap away.

import { EntryDialog, EntryForm, toTheQuestion } from "../parts/entry.js";
import { entriesOf } from "../parts/form.js";
import { View } from "../parts/view.js";
import { to } from "../route.js";
import { sameEntry } from "../session.js";
import { html, useState } from "../vendor/htm-preact.js";
import { capital, t } from "../words.js";

const FEW = 6; // choices that lie open

export function Record({ session, state, place }) {
  const [open, setOpen] = useState(null);
  const choices = state.choices.filter((choice) => !session.awaits(choice.event));
  const now = state.forms.filter((form) => form.now);
  const due = choices.some((choice) => choice.due); // the rules say what comes; else somebody decides
  const first = choices.length > FEW + 2 ? FEW : choices.length;
  const unfolded = choices.length ? null : now[0];
  const said = now.filter((one) => saysOneOf(one, choices.slice(0, first)));
  const beside = now.filter((one) => one !== unfolded && !said.includes(one));
  const others = [...said, ...state.forms.filter((one) => !one.now)];
  const form = state.forms.find((one) => one.name === open);
  const take = (choice) => {
    if (session.behind || session.awaits(choice.event)) return;
    toTheQuestion();
    session.enter([choice.event], { words: choice.words });
  };
  const one = (choice) => html`<button type="button" key=${choice.words} class=${choice.due ? "choice main" : "choice"} aria-disabled=${session.behind ? "true" : undefined} onClick=${() => take(choice)}>
    ${choice.due ? html`<span aria-hidden="true">✓ </span>` : ""}${capital(choice.words)}
  </button>`;
  return html`<div>
    ${state.over && html`<p><a class="button main full" href=${to({ t: place.t, k: place.k, p: "sheet" })}>${t("The game is over: to the sheet")} ›</a></p>`}
    ${state.ask && html`<h2 class="ask">${capital(question(state.ask))}</h2>`}
    ${choices.length > 0 && !due && html`<${Buttons} forms=${beside} onOpen=${setOpen} />`}
    ${choices.length > 0 &&
    html`<section>
      ${!due && html`<h3 class="faint">${t("Or with one tap")}</h3>`}
      <div class="choices" role="group" aria-label=${t("What may happen next")}>${choices.slice(0, first).map(one)}</div>
      ${choices.length > first && html`<details class="more" key=${state.n}><summary>${t.n("{n} more", "{n} more", choices.length - first)}</summary><div class="choices">${choices.slice(first).map(one)}</div></details>`}
    </section>`}
    ${unfolded &&
    html`<section class="card" key=${unfolded.name}>
      <h3>${capital(unfolded.title)}</h3>
      <${EntryForm} session=${session} form=${unfolded} />
    </section>`}
    ${beside.length > 0 && (due || !choices.length) && html`<${Buttons} title=${due ? t("Or was it otherwise?") : t("Or")} forms=${beside} onOpen=${setOpen} />`}
    <details class="more">
      <summary>${t("Something else")}</summary>
      <${Buttons} forms=${others} onOpen=${setOpen} />
    </details>
    <details class="more" open=${wide()}>
      <summary>${t("The table now")}</summary>
      <${View} view=${state.view} />
    </details>
    ${form && html`<${EntryDialog} key=${form.name} session=${session} form=${form} onClose=${() => setOpen(null)} />`}
  </div>`;
}

const wide = () => matchMedia("(min-width: 60rem)").matches;

// A form that asks nothing, or only who, and would write what lies open with one tap.
function saysOneOf(form, choices) {
  if (form.rows.length > 1 || form.rows[0].fields.some((field) => field.name !== "player")) return false;
  return entriesOf(form, {}).some((entry) => choices.some((choice) => sameEntry(choice.event, entry)));
}

// The question without its hint for people who type, which comes last.
const question = (ask) => (ask.includes(" (") ? ask.slice(0, ask.lastIndexOf(" (")) : ask);

function Buttons({ title, forms, onOpen }) {
  return html`<section>
    ${title && html`<h3 class="faint">${title}</h3>`}
    <div class="picks">
      ${forms.map((form) => html`<button type="button" class="pick" key=${form.name} aria-haspopup="dialog" onClick=${() => onOpen(form.name)}>${capital(form.title)}…</button>`)}
    </div>
  </section>`;
}
