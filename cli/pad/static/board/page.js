// A game in one file: opened from anywhere, with nothing but itself. The fragment of the address is a moment: #42.

import { html, render, useEffect, useState } from "../vendor/htm-preact.js";
import { capital, day, t, talk } from "../words.js";
import { Ending } from "./ending.js";
import { Entry, Replay } from "./replay.js";

function Page({ about, story, film, sheet }) {
  const { moments } = story;
  const last = moments.length - 1;
  const [now, setNow] = useState(() => asked(moments));
  useEffect(() => {
    const moved = () => setNow(asked(moments));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const jump = (index) => {
    setNow(index);
    history.replaceState(null, "", `#${moments[index].n}`);
  };
  const look = (index) => {
    jump(index);
    scrollTo(0, 0);
  };
  const ending = sheet.final && html`<${Ending} sheet=${sheet} moments=${moments} onJump=${look} />`;
  return html`<main class="page broad replay-page">
    <header class="head"><h1>${about.title || about.game_title}</h1><p class="faint">${[about.title ? about.game_title : "", about.place, day(about.started_ts)].filter(Boolean).join(" · ")}</p></header>
    ${!about.vouched && html`<p class="warning">${t("The log behind this page is damaged: not everything here is certain.")}</p>`}
    <${Replay} story=${story} told=${film} now=${Math.min(now, last)} jump=${jump} after=${ending} />
    <details class="more">
      <summary>${t("Everything that happened")}</summary>
      <ol class="moments">${moments.map((moment, index) => html`<${Entry} key=${moment.n} moment=${moment} here=${index === now} onTap=${() => look(index)} />`)}</ol>
    </details>
    ${about.deck && html`<p class="faint small">${capital(about.deck)}.</p>`}
    <p class="faint small">${t("Written down with Quaestor.")} ${capital(t("end of the log: {head}", { head: `${about.head.slice(0, 16)}…` }))}</p>
  </main>`;
}

// The moment in the address, else the first.
function asked(moments) {
  const n = Number.parseInt(location.hash.slice(1), 10);
  return Math.max(0, moments.findIndex((moment) => moment.n === n));
}

const told = JSON.parse(document.getElementById("game").textContent);
talk(told.about.language, told.about.words);
const root = document.getElementById("app");
root.textContent = "";
render(html`<${Page} ...${told} />`, root);
