// The house: every table there is, and a new one.

import { call, listen } from "../api.js";
import { knowTable, remember } from "../memory.js";
import { Settings } from "../parts/settings.js";
import { go, to } from "../route.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { day, language, listed, span, t } from "../words.js";

export function useHouse(key) {
  const [house, setHouse] = useState(null);
  const [error, setError] = useState("");
  const load = async () => {
    try {
      setHouse((await call(key, "GET", "house")).told);
      setError("");
      remember("house", key);
    } catch (refused) {
      setError(refused.status ? refused.message : t("The server does not answer. It may be switched off, or this phone is on another network."));
    }
  };
  useEffect(() => {
    let shown;
    load();
    const stream = listen(key, "house", {
      moved: ({ list }) => {
        if (shown !== undefined && list !== shown) load();
        shown = list;
      },
    });
    return () => stream.stop();
  }, [key]);
  return { house, error, load };
}

export function House({ place, talk }) {
  const { house, error, load } = useHouse(place.house);
  return html`<main class="page broad">
      <header class="head"><h1 class="grow">${t("Tables")}</h1><a class="button" href=${`/club?lang=${language()}${to({ house: place.house })}`}>${t("The club")}</a><a class="button" href=${to({ house: place.house, p: "evening" })}>${t("The evening")}</a></header>
      ${error && html`<p class="warning" role="alert">${error} <button type="button" onClick=${load}>${t("Try again")}</button></p>`}
      ${house && !house.lan && html`<p class="faint">${t("Only this computer can reach the pad. To let phones in, start it with: quaestor pad --host 0.0.0.0")}</p>`}
      ${house && house.tables.length === 0 && html`<p class="card">${t("No table yet. A new one takes three taps.")}</p>`}
      ${house && html`<ul class="list">${house.tables.map((one) => html`<${TableItem} key=${one.name} table=${one} house=${place.house} />`)}</ul>`}
      ${!house && !error && html`<p class="faint" role="status">${t("Loading…")}</p>`}
      ${house &&
      html`<h2>${t("Your own box")}</h2>
        <div class="picks">${house.games.filter((one) => one.box).map((one) => html`<a class="pick" key=${one.name} href=${to({ house: place.house, p: "box", g: one.name })}><span class="pick-words">${one.title}<span class="about">${one.box.typed ? t("{n} of {all} cards typed", { n: one.box.typed, all: one.box.all }) : t("type its cards off the box")}</span></span></a>`)}</div>`}
      <${Settings} talk=${talk} />
    </main>
    <footer class="foot"><div class="foot-in"><a class="button main" href=${to({ house: place.house, p: "new" })}>${t("New table")}</a></div></footer>`;
}

function TableItem({ table, house }) {
  const [error, setError] = useState("");
  const open = async () => {
    try {
      const { told } = await call(house, "GET", `tables/${table.name}/keys`);
      const key = (told.keys || told).scribe;
      knowTable({ name: table.name, key, title: table.title, players: listed(table.players || []) });
      go({ t: table.name, k: key });
    } catch (refused) {
      setError(refused.message);
    }
  };
  if (table.error) {
    return html`<li class="item broken"><b>${table.title || table.name}</b><span class="bad">${table.error}</span></li>`;
  }
  const won = new Set(table.winners || []);
  return html`<li>
    <button type="button" class="item" onClick=${open}>
      <span class="item-head"><b>${table.title || table.game_title || table.name}</b><span class="faint">${day(table.updated)}</span></span>
      <span class="scores">
        ${table.players.map(
          (player, seat) => html`<span key=${player} class="score"><span>${won.has(player) ? html`<span aria-label=${t("won")} role="img">★ </span>` : ""}${player}</span> <b>${table.totals[seat] ? span(table.totals[seat], table.scale) : ""}</b></span>`,
        )}
      </span>
      <span class="faint small">${status(table)}</span>
      ${error && html`<span class="bad">${error}</span>`}
    </button>
  </li>`;
}

function status(table) {
  const game = [table.title ? table.game_title || table.game : "", table.place].filter(Boolean).join(" · ");
  const where = table.sealed ? t("finished and sealed") : table.ended ? t("finished") : t.n("{n} entry", "{n} entries", table.events);
  return [game, where].filter(Boolean).join(" · ");
}
