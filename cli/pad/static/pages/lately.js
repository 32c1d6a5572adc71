// What happened last, beside the question, where a screen has room for a third pane.

import { Entry } from "../board/replay.js";
import { go } from "../route.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { useStory } from "./sheet.js";

const MOST = 40;
const ROOM = matchMedia("(min-width: 81.25rem)");

export function Lately(props) {
  const [wide, setWide] = useState(ROOM.matches);
  useEffect(() => {
    const changed = () => setWide(ROOM.matches);
    ROOM.addEventListener("change", changed);
    return () => ROOM.removeEventListener("change", changed);
  }, []);
  return wide && html`<${Pane} ...${props} />`;
}

function Pane({ session, state, place }) {
  const moments = (useStory(session, state)?.moments || []).slice(-MOST).reverse();
  const look = (n) => go({ t: place.t, k: place.k, p: "story", at: n });
  return html`<section class="lately" aria-label=${t("What happened last")}>
    <h2>${t("What happened last")}</h2>
    <ol class="moments" reversed>${moments.map((moment) => html`<${Entry} key=${moment.n} moment=${moment} onTap=${() => look(moment.n)} />`)}</ol>
  </section>`;
}
