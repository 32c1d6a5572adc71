// Players: everybody, one of them, two against each other.

import { html } from "../static/vendor/htm-preact.js";
import { t } from "../static/words.js";
import { Course, Dots } from "./charts.js";
import { also, to } from "./filters.js";
import { GameList, records, when } from "./games.js";
import { about, allOf, chosen, latest, measure, untested } from "./measure.js";
import { rated } from "./ratings.js";
import { between, called, figure, number, sentence } from "./said.js";

const RATING = () => ({ name: "rating", kind: "rating", title: t("Rating"), percent: false, above: "", own: [], apart: [] });
export const ratingOf = (data, filters) => ({ ...measure(data, "rating", ["player"], filters), metric: RATING() });

export function Players({ data, filters, game, params }) {
  const link = ([player]) => to(["player", player], params);
  const { wins, points } = lists(data, filters, game);
  return html`<h2>${t("Players")}</h2>
    <div class="charts">
      <${Dots} data=${data} game=${game} found=${wins} title=${t("Who wins")} link=${link} most=${40} />
      <${Dots} data=${data} game=${game} found=${points} title=${t("Points")} link=${link} most=${40} />
      <${Dots} data=${data} game=${game} found=${ratingOf(data, { ...filters, where: games(filters.where) })} title=${t("Rating")} link=${link} plain most=${40} about=${t("A rating looks at who ended above whom, and against whom; everybody starts at 25.")} />
    </div>`;
}

// Of what a page is narrowed to, what is about whole games.
const games = ({ player, opponent, ...where }) => where;

export function Player({ data, name, filters, game, params }) {
  const whole = { ...filters, where: { ...games(filters.where), with: [name] } };
  const mine = also(whole, { player: [name] });
  const played = chosen(data, whole).filter((one) => one.final);
  const [wins] = measure(data, "wins", ["player"], mine).groups;
  if (!wins) return html`<h2>${name}</h2><p>${t("No games here.")}</p>`;
  const cards = cardMetric(data, game);
  const shown = { ...filters, where: games(filters.where) };
  const asked = [["above", "opponent"], ["category_points", "category"], ["wins", "seats"], ["wins", "year"], ...(cards ? [[cards.name, "card"]] : [])];
  const everybody = allOf(data, shown, asked.map(([metric, ...by]) => [metric, ["player", ...by]]));
  const alone = about(data, lists(data, shown, game).wins, name);
  const [opponents, categories, sizes, years, own] = everybody.map((found) => about(data, found, name));
  const [judged] = alone.groups;
  const course = rated(latest(data, chosen(data, shown))).filter((one) => one.player === name);
  const rating = course.at(-1);
  const spots = course.map((one) => ({ x: one.games, y: one.skill, low: one.skill - 1.96 * one.doubt, high: one.skill + 1.96 * one.doubt }));
  const metric = data.metrics.get("wins");
  const bought = data.metrics.get("purchases")?.games === game ? "purchases" : "";
  return html`<h2>${name}</h2>
    <div class="figures">
      <div><b>${number(wins.n)}</b><span>${t("games")}</span></div>
      <div><b>${number(wins.total)}</b><span>${t("wins")}</span></div>
      <div><b>${figure(metric, wins.value)}</b><span>${between(metric, wins)} % · ${t("chance")} ${figure(metric, wins.baseline)}</span></div>
      ${rating && html`<div><b>${number(rating.skill, 1)}</b><span>${t("rating")} ± ${number(1.96 * rating.doubt, 1)}</span></div>`}
    </div>
    <p class="finding">${judged?.side ? sentence(metric, judged, name) : wins.few ? t("Nothing can be said yet: too few games") : t("{who}: neither more nor less than chance, as far as {n} games can tell", { who: name, n: number(wins.n) })}</p>
    <h3>${t("Form")}</h3>
    <ol class="form" aria-label=${t("The latest games, the latest last")}>${played.slice(-20).map((one) => {
      const seat = one.table.find((each) => each.player === name);
      return html`<li class=${seat.won ? "won" : ""}><a href=${to(["game", String(one.at)], params)} title=${t("{day}: place {rank} of {n}", { day: when(one), rank: seat.rank, n: one.table.length })}>${seat.rank}<small>/${one.table.length}</small></a></li>`;
    })}</ol>
    <p class="faint small">${runs(played, name)}</p>
    ${spots.length > 1 && html`<h3>${t("Rating")}</h3><${Course} about=${t("Rating after each game, with its 95 % bounds")} lines=${[{ name, spots }]} /><p class="faint small">${t("Band: 95 % bounds. Everybody starts at 25.")}</p>`}
    <div class="charts">
      <${Dots} data=${data} game=${game} title=${t("Opponents")} found=${opponents} link=${([other]) => to(["versus", name, other], params)} />
      <${Dots} data=${data} game=${game} title=${t("How the points come")} found=${categories} />
      <${Dots} data=${data} game=${game} title=${t("When winning")} found=${untested(measure(data, "category_points", ["category"], also(mine, { won: ["true"] })))} plain />
      ${bought && html`<${Dots} data=${data} game=${game} title=${t("Bought most")} found=${measure(data, bought, ["card"], mine)} link=${([card]) => to(["card", card], params)} most=${10} plain />`}
      ${cards && html`<${Dots} data=${data} game=${game} title=${cards.title} found=${own} link=${([card]) => to(["card", card], params)} most=${10} />`}
      <${Dots} data=${data} game=${game} title=${t("By number of players")} found=${sizes} />
      <${Dots} data=${data} game=${game} title=${t("By year")} found=${years} link=${([year]) => to(["year", String(year)], params)} />
    </div>
    <h3>${t("Records")}</h3>
    <ul>${records(played.filter((one) => one.winners.some((each) => each.player === name))).map(([title, [best], value]) => html`<li>${title}: <b>${value(best)}</b>, <a href=${to(["game", String(best.at)], params)}>${when(best)}</a></li>`)}</ul>
    <h3>${t("Games")}</h3><${GameList} games=${played} params=${params} />`;
}

function runs(played, name) {
  const won = played.map((one) => one.table.find((each) => each.player === name).won);
  let [now, most, without, dry] = [0, 0, 0, 0];
  for (const one of won) {
    [now, dry] = one ? [now + 1, 0] : [0, dry + 1];
    [most, without] = [Math.max(most, now), Math.max(without, dry)];
  }
  const parts = [t("Most wins in a row: {n}", { n: most }), t("most games without a win: {n}", { n: without })];
  return [...parts, now > 1 ? t("{n} wins in a row now", { n: now }) : ""].filter(Boolean).join(" · ");
}

// The metric that tells which cards go with wins in this game, if it has one.
export const cardMetric = (data, game) => [...data.metrics.values()].find((one) => one.games === game && one.against === "equals");

// What the overview lists and other pages show again: a figure is judged once, wherever it stands.
export function lists(data, filters, game) {
  const asked = { wins: ["wins", ["player"]], seats: ["wins", ["seats", "seat"]], points: ["points", ["player"]] };
  const metric = cardMetric(data, game);
  if (metric) asked.cards = [metric.name, ["card"]];
  const found = allOf(data, filters, Object.values(asked));
  return Object.fromEntries(Object.keys(asked).map((name, at) => [name, found[at]]));
}

export function Versus({ data, one, other, filters, game, params }) {
  const people = [...new Set(chosen(data, { ...filters, where: games(filters.where) }).flatMap((each) => [...each.people]))].sort((a, b) => a.localeCompare(b));
  const pick = (value, path, about) => html`<label>${about} <select value=${value || ""} onChange=${(event) => (location.hash = to(path(event.target.value), params))}><option value="">–</option>${people.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>`;
  const both = one && other;
  const shown = { ...filters, where: games(filters.where) };
  const met = both ? chosen(data, shown).filter((each) => each.final && each.people.has(one) && each.people.has(other)) : [];
  const place = (each, name) => each.table.find((seat) => seat.player === name).rank;
  const counts = [0, 0, 0];
  for (const each of met) counts[Math.sign(place(each, one) - place(each, other)) + 1] += 1;
  const every = both ? allOf(data, shown, [["above", ["player", "opponent"]], ["above", ["player", "opponent", "year"]]]) : [];
  const [found, years] = every.map((all) => about(data, all, one, other));
  return html`<h2>${both ? `${one} – ${other}` : t("Head to head")}</h2>
    <p class="pair">${pick(one, (name) => ["versus", name, other || ""], t("First player"))} ${pick(other, (name) => ["versus", one || "", name], t("Second player"))}</p>
    ${both && !met.length && html`<p>${t("These two have not played together.")}</p>`}
    ${met.length > 0 && html`<div class="figures">
      <div><b>${number(counts[0])}</b><span>${t("{who} above", { who: one })}</span></div><div><b>${number(counts[1])}</b><span>${t("level")}</span></div><div><b>${number(counts[2])}</b><span>${t("{who} above", { who: other })}</span></div></div>
      <div class="charts">
        <${Dots} data=${data} game=${game} title=${found.metric.title} found=${found} />
        <${Dots} data=${data} game=${game} title=${t("By year")} found=${years} />
      </div>
      <h3>${t("Games")}</h3><${GameList} games=${met} params=${params} />`}
    ${!both && html`<${Dots} data=${data} game=${game} title=${t("Pairs")} found=${measure(data, "above", ["player", "opponent"], one ? also(shown, { player: [one] }) : filters)} link=${([a, b]) => to(["versus", a, b], params)} most=${25} />`}`;
}
