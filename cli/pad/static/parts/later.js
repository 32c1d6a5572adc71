// Pages that the first table does not need: they come when somebody goes there, or when there is nothing else to do.

import { pause } from "../again.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";

const PATIENCE = 12000; // milliseconds until a script that hangs counts as lost
let coming = null;
let there = false;
let tries = 0;
const waiting = new Set(); // those who show that they wait

// The script that all of them come with. A browser remembers that an address failed, so it is asked for by another one.
export const rest = (address) => (coming ??= new Promise((done) => fetched(address, done)));

// One that was given up may still come: whichever is there first is taken.
async function fetched(address, done) {
  while (!there) {
    const script = import(tries ? `${address}?${tries}` : address).then(() => {
      there = true;
      done();
    });
    try {
      await Promise.race([script, new Promise((_, late) => setTimeout(late, PATIENCE))]);
    } catch {
      tries += 1;
      for (const tell of waiting) tell(tries);
      await pause(tries - 1);
    }
  }
}

const loads = [];

export function later(load, name) {
  let found = null;
  const loading = () => load().then((module) => (found = module[name]));
  loads.push(loading);
  return function Later(props) {
    const [, again] = useState(0);
    const shown = found; // it may come between being drawn and being asked for
    useEffect(() => {
      if (shown) return undefined;
      waiting.add(again);
      loading().then(() => again(-1));
      return () => waiting.delete(again);
    }, []);
    return found ? html`<${found} ...${props} />` : html`<p class="faint" role="status">${tries ? t("The server does not answer; trying again…") : t("Loading…")}</p>`;
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
  await Promise.all(loads.map((load) => load()));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
}
