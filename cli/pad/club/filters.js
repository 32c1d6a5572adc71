// What the page is narrowed to: it stands in the address, so that a link says the same to whoever opens it.

import { html } from "../static/vendor/htm-preact.js";
import { t } from "../static/words.js";
import { called, dimension } from "./said.js";

const KEYS = ["player", "opponent", "with", "edition", "seats", "place", "verdict"];

export function asked() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").map(decodeURIComponent), params: new URLSearchParams(query) };
}

// An address within the page; what it is narrowed to stays, unless something else is said.
export function to(path, params, change = {}) {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(change)) value ? next.set(key, value) : next.delete(key);
  const query = next.toString();
  return `#/${path.map(encodeURIComponent).join("/")}${query ? `?${query}` : ""}`;
}

export function gameOf(data, params, path = []) {
  const wanted = path[0] === "game" ? data.games[Number(path[1])]?.game : params.get("game");
  return wanted in data.titles ? wanted : Object.keys(data.titles)[0];
}

export function filtersOf(data, params, path) {
  const where = { game: [gameOf(data, params, path)] };
  for (const [key, value] of params) if (value && (KEYS.includes(key) || key.startsWith("option."))) where[key] = [value];
  const day = (key) => (/^\d{4}(-\d\d(-\d\d)?)?$/.test(params.get(key) || "") ? params.get(key) : "");
  return { where, since: day("since"), until: day("until") };
}

// The same with one more key, or another value of it.
export const also = (filters, where) => ({ ...filters, where: { ...filters.where, ...where } });

export function Filters({ data, path, params }) {
  const game = gameOf(data, params, path);
  const games = data.games.filter((one) => one.game === game);
  const kinds = (key) => [...new Set(games.map((one) => one[key]))].filter((one) => one !== null && one !== "").sort();
  const people = [...new Set(games.flatMap((one) => [...one.people]))].sort((a, b) => a.localeCompare(b));
  const options = [...new Set(games.flatMap((one) => Object.keys(one.options)))].sort();
  const set = (key) => (event) => (location.hash = to(path, params, { [key]: event.target.value }));
  const years = kinds("year");
  const choices = [
    ["player", people], ["opponent", people], ["with", people], ["edition", kinds("edition")], ["seats", kinds("seats")], ["place", kinds("place")],
    ...options.map((name) => [`option.${name}`, [...new Set(games.map((one) => one.options[name]).filter((one) => one !== undefined))].sort()]),
  ].filter(([key, values]) => values.length > 1 || params.get(key));
  const active = [...params].filter(([key, value]) => value && !["game", "metric", "by", "and"].includes(key)); // what is counted is no filter
  const name = (key) => (key === "with" ? t("At the table") : dimension(data, key));
  return html`<div class="filters">
    ${Object.keys(data.titles).length > 1 && html`<label class="game">${t("Game")} <select value=${game} onChange=${(event) => (location.hash = to(path.slice(0, 1), new URLSearchParams(), { game: event.target.value }))}>${Object.entries(data.titles).map(([one, title]) => html`<option value=${one}>${title}</option>`)}</select></label>`}
    <details>
      <summary>${active.length ? t.n("{n} filter", "{n} filters", active.length) : t("Filter")}</summary>
      <div class="grid">
        ${choices.map(([key, values]) => html`<label>${name(key)} <select value=${params.get(key) || ""} onChange=${set(key)}><option value="">${t("all")}</option>${values.map((value) => html`<option value=${String(value)}>${key === "with" ? value : called(data, key, value, game)}</option>`)}</select></label>`)}
        ${years.length > 0 && ["since", "until"].map((key) => html`<label>${key === "since" ? t("From") : t("Up to")} <select value=${params.get(key) || ""} onChange=${set(key)}><option value="">${t("all")}</option>${[...new Set([...years.map(String), params.get(key) || ""])].filter(Boolean).sort().map((year) => html`<option value=${year}>${year}</option>`)}</select></label>`)}
      </div>
    </details>
    ${active.length > 0 && html`<p class="chips">${active.map(([key, value]) => html`<a class="chip" href=${to(path, params, { [key]: "" })} aria-label=${t("without {what}", { what: `${name(key)}: ${value}` })}>${key === "since" ? t("From") : key === "until" ? t("Up to") : name(key)}: ${called(data, key, value, game)} ×</a>`)}</p>`}
  </div>`;
}
