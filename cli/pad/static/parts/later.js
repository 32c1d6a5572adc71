// Pages that the first table does not need: they come when somebody goes there, or when there is nothing else to do.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";

const loads = [];

export function later(load, name) {
  let found = null;
  const loading = () => load().then((module) => (found = module[name]));
  loads.push(loading);
  return function Later(props) {
    const [, again] = useState(0);
    const shown = found; // it may come between being drawn and being asked for
    useEffect(() => {
      if (!shown) loading().then(() => again(1), () => again(0));
    }, []);
    return found ? html`<${found} ...${props} />` : html`<p class="faint" role="status">${t("Loading…")}</p>`;
  };
}

// False while a page is drawn for the first time: what lies below the first screen comes when that is in sight.
export function useSeen() {
  const [seen, setSeen] = useState(false);
  useEffect(() => setSeen(true), []);
  return seen;
}

let begun = false;

// As soon as somebody sees the first page: the other pages, then everything once more for when there is no network.
export async function loadTheRest() {
  if (begun) return;
  begun = true;
  await Promise.allSettled(loads.map((load) => load()));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
}
