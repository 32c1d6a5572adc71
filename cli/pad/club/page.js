// A club's page in one file: it answers by itself, from the rows that it holds. The fragment of the address is the view.

import { html, render, useEffect, useRef, useState } from "../static/vendor/htm-preact.js";
import { capital, language, listed, t, talk } from "../static/words.js";
import { Course, Dots } from "./charts.js";
import { Filters, also, asked, filtersOf, gameOf, to } from "./filters.js";
import { Game, GameList, Records, records, streaks, when } from "./games.js";
import { about, allOf, chosen, measure, ofGames, opened, together } from "./measure.js";
import { Player, Players, Versus, cardMetric, lists } from "./people.js";
import { called, dimension, findings, number } from "./said.js";

const MOST = 12;

function Overview({ data, filters, game, params }) {
  const games = chosen(data, filters);
  const ended = games.filter((one) => one.final);
  const people = new Set(games.flatMap((one) => [...one.people]));
  const minutes = games.reduce((total, one) => total + (one.minutes || 0), 0);
  const years = [...new Set(games.map((one) => one.year).filter(Boolean))].sort();
  const { wins, seats, points, cards } = lists(data, filters, game);
  const found = [wins, seats, points, cards].filter(Boolean).flatMap((one) => findings(data, one, game));
  return html`<div class="figures">
      <div><b>${number(games.length)}</b><span>${t("games")}</span></div><div><b>${number(ended.length)}</b><span>${t("finished games")}</span></div>
      <div><b>${number(people.size)}</b><span>${t("players")}</span></div><div><b>${number(minutes / 60)}</b><span>${t("hours")}</span></div>
      ${years.length > 0 && html`<div><b>${years.length > 1 ? `${years[0]}–${years.at(-1)}` : years[0]}</b><span>${t("years")}</span></div>`}</div>
    <h2>${t("What the games say")}</h2>
    ${found.length ? html`<ul class="findings">${found.slice(0, MOST).map((one) => html`<li>${one}</li>`)}</ul>${found.length > MOST && html`<p class="faint small">${t.n("{n} more finding", "{n} more findings", found.length - MOST)}</p>`}` : html`<p class="finding">${ended.length < 10 ? t("Nothing can be said yet: too few games") : t("Nothing stands out: luck alone makes such differences")}</p>`}
    <p class="faint small">${t("Asked: players against chance and against their tables, seats, cards. Of all that is called a finding on pages of one kind, at most one in twenty is luck; whoever tries many filters tempts luck more often.")}</p>
    <div class="charts">
      <${Dots} data=${data} game=${game} found=${wins} title=${t("Who wins")} link=${([player]) => to(["player", player], params)} plain most=${MOST} />
      <${Dots} data=${data} game=${game} found=${seats} title=${t("Seats")} plain />
    </div>
    <h2>${t("Latest games")}</h2><${GameList} games=${games} params=${params} most=${6} />`;
}

function Cards({ data, filters, game, params }) {
  const metric = cardMetric(data, game);
  const bought = data.metrics.get("purchases");
  const link = ([card]) => to(["card", card], params);
  if (!metric) return html`<p>${data.without.length ? t("This is not in the page: it was left out to keep the file small.") : t("No games here.")}</p>`;
  return html`<h2>${metric.title}</h2>
    <${Dots} data=${data} game=${game} found=${lists(data, filters, game).cards} link=${link} most=${60} />
    <p class="faint small">${metric.about}</p>
    ${bought?.games === game && html`<${Dots} data=${data} game=${game} title=${bought.title} found=${measure(data, "purchases", ["card"], filters)} link=${link} plain />`}`;
}

function Card({ data, card, filters, game, params }) {
  const metric = cardMetric(data, game);
  if (!metric) return html`<p>${data.without.length ? t("This is not in the page: it was left out to keep the file small.") : t("No games here.")}</p>`;
  const every = allOf(data, filters, ["round", "seats", "player"].map((by) => [metric.name, ["card", by]]));
  const [one, rounds, sizes, people] = [lists(data, filters, game).cards, ...every].map((found) => about(data, found, card));
  const name = called(data, "card", card, game);
  return html`<h2>${name}</h2>
    <${Dots} data=${data} game=${game} title=${metric.title} found=${one} />
    <p class="faint small">${metric.about}</p>
    <div class="charts">
      <${Dots} data=${data} game=${game} title=${t("By round")} found=${rounds} />
      <${Dots} data=${data} game=${game} title=${t("By number of players")} found=${sizes} />
      <${Dots} data=${data} game=${game} title=${t("By player")} found=${people} link=${([player]) => to(["player", player], params)} />
    </div>`;
}

function Years({ data, filters, game, params }) {
  const years = perYear(chosen(data, filters));
  const spots = years.filter(([year]) => year).map(([year, games]) => ({ x: year, y: games.length }));
  if (!years.length) return html`<p>${t("No games here.")}</p>`;
  return html`<h2>${t("Years")}</h2>
    ${spots.length > 1 && html`<${Course} about=${t("Games a year")} lines=${[{ name: "", spots }]} bands=${false} along=${t("year")} told=${String} zero />`}
    <table class="list"><thead><tr><th>${t("Year")}</th><th class="n">${t("games")}</th><th class="n">${t("players")}</th></tr></thead><tbody>${years.map(([year, games]) => html`<tr><td>${year ? html`<a href=${to(["year", String(year)], params)}>${year}</a>` : t("no date")}</td><td class="n">${number(games.length)}</td><td class="n">${number(new Set(games.flatMap((one) => [...one.people])).size)}</td></tr>`)}</tbody></table>
    <${Dots} data=${data} game=${game} title=${t("How long a game takes")} found=${measure(data, "minutes", ["year"], filters)} />`;
}

const perYear = (games) => [...games.reduce((found, one) => found.set(one.year || 0, [...(found.get(one.year || 0) || []), one]), new Map())].sort((a, b) => a[0] - b[0]);

// A year as one would tell it at its last evening.
function Year({ data, year, filters, game, params }) {
  const within = also(filters, { year: [year] });
  const games = chosen(data, within);
  const ended = games.filter((one) => one.final && one.winners.length);
  if (!games.length) return html`<h2>${year}</h2><p>${t("No games here.")}</p>`;
  const [wins] = allOf(data, filters, [["wins", ["year", "player"]]]).map((found) => about(data, found, year));
  const before = new Set(chosen(data, filters).filter((one) => one.year && one.year < Number(year)).flatMap((one) => [...one.people]));
  const people = [...new Set(games.flatMap((one) => [...one.people]))];
  const fresh = before.size ? people.filter((name) => !before.has(name)) : [];
  const busiest = leaders(Object.entries(tally(games.flatMap((one) => [...one.people]))));
  const winner = leaders(wins.groups.map((group) => [group.keys[0], group.total, group]));
  const pairs = leaders(Object.entries(tally(ended.flatMap((one) => pairsOf([...one.people])))));
  const [run] = streaks(games);
  const told = records(ended).map(([title, [best], value]) => [title, value(best), html`${listed(best.winners.map((one) => one.player))}, <a href=${to(["game", String(best.at)], params)}>${when(best)}</a>`]);
  const luck = winner && !winner.all.some(([, , group]) => group.side) ? t("luck alone may do that") : "";
  const cards = [
    busiest && [t("Played most"), busiest.who, t.n("{n} game", "{n} games", busiest.most)],
    winner && [t("Won most"), winner.who, [t.n("{n} win", "{n} wins", winner.most), luck].filter(Boolean).join(" · ")],
    pairs && [t("Met most"), pairs.who, t.n("{n} game", "{n} games", pairs.most)],
    run && [t("Most wins in a row"), run[1], run[0]],
    ...told,
    fresh.length > 0 && [t("New at the table"), number(fresh.length), listed(fresh)],
  ].filter(Boolean);
  return html`<h2>${data.titles[game]} ${year}</h2>
    <div class="figures"><div><b>${number(games.length)}</b><span>${t("games")}</span></div><div><b>${number(people.length)}</b><span>${t("players")}</span></div><div><b>${number(games.reduce((total, one) => total + (one.minutes || 0), 0) / 60)}</b><span>${t("hours")}</span></div></div>
    <${Months} games=${games} />
    <div class="recap">${cards.map(([title, what, more]) => html`<section><h3>${title}</h3><b>${what}</b><span>${more}</span></section>`)}</div>
    <${Dots} data=${data} game=${game} title=${t("Who wins")} found=${wins} link=${([player]) => to(["player", player], params)} />
    <h3>${t("Games")}</h3><${GameList} games=${games} params=${params} />`;
}

const pairsOf = (names) => names.sort().flatMap((one, at) => names.slice(at + 1).map((other) => `${one} – ${other}`));

// How many games each month had.
function Months({ games }) {
  const counts = Array.from({ length: 12 }, (_, at) => games.filter((one) => one.month && Number(one.month.slice(5)) === at + 1).length);
  const most = Math.max(...counts);
  if (!most) return "";
  const name = (at, month) => new Intl.DateTimeFormat(language(), { month, timeZone: "UTC" }).format(new Date(Date.UTC(2024, at, 15)));
  return html`<ol class="months" aria-label=${t("Games a month")}>${counts.map((n, at) => html`<li><b>${n || ""}</b><i style=${`height:${(3.2 * n) / most}rem`}></i><abbr title=${name(at, "long")}>${name(at, "narrow")}</abbr></li>`)}</ol>`;
}

// Who has the most, several where they have the same; nobody where that says nothing.
function leaders(pairs) {
  const most = Math.max(0, ...pairs.map(([, n]) => n));
  const all = pairs.filter(([, n]) => n === most);
  return most > 1 && all.length <= 3 ? { who: listed(all.map(([name]) => name)), most, all } : null;
}

const tally = (names) => names.reduce((found, name) => ({ ...found, [name]: (found[name] || 0) + 1 }), {});

function Slips({ data, filters, game }) {
  const found = measure(data, "findings", ["rule"], filters);
  const own = (name) => measure(data, "findings", [name], filters);
  return html`<h2>${t("Slips that tables make")}</h2>
    <p class="faint">${t("What the audit had to say, in a game.")}</p>
    <${Dots} data=${data} game=${game} title=${t("By rule")} found=${found} most=${30} plain />
    <${Dots} data=${data} game=${game} title=${t("By kind")} found=${own("severity")} plain />
    <${Dots} data=${data} game=${game} title=${t("By year")} found=${own("year")} plain />`;
}

// What quaestor ask does, in the page.
function Explore({ data, filters, game, path, params }) {
  const metrics = [...data.metrics.values()].filter((one) => one.games === "every" || one.games === game);
  const metric = metrics.find((one) => one.name === params.get("metric")) || metrics.find((one) => one.name === "wins");
  const known = [...new Set([...metric.own, ...["player", "opponent", "seat", "won", "experience", "edition", "seats", "year", "month", "place", "verdict"]])];
  const by = [params.get("by"), params.get("and")].filter((one, at, all) => known.includes(one) && all.indexOf(one) === at);
  const told = by.length ? by : metric.by;
  const wanted = told.filter((key) => metric.per !== "game" || metric.kind === "count" || ofGames(key) || metric.own.includes(key));
  const set = (key) => (event) => (location.hash = to(path, params, { [key]: event.target.value }));
  const pick = (key, label, value, values) => html`<label>${label} <select value=${value} onChange=${set(key)}>${values.map(([one, name]) => html`<option value=${one}>${name}</option>`)}</select></label>`;
  const dimensions = known.map((key) => [key, dimension(data, key)]);
  return html`<h2>${t("Ask")}</h2>
    <p class="pair">${pick("metric", t("What is counted"), metric.name, metrics.map((one) => [one.name, one.title]))} ${pick("by", t("By"), told[0], dimensions)} ${pick("and", t("And by"), told[1] || "", [["", "–"], ...dimensions])}</p>
    <p class="faint small">${metric.about}</p>
    <${Dots} data=${data} game=${game} found=${measure(data, metric.name, wanted.length ? wanted : metric.by, filters)} most=${40} />`;
}

const VIEWS = () => [["", t("Overview")], ["players", t("Players")], ["versus", t("Head to head")], ["cards", t("Cards")], ["games", t("Games")], ["years", t("Years")], ["records", t("Records")], ["slips", t("Slips")], ["ask", t("Ask")]];
const PARTS = { player: "players", card: "cards", game: "games", year: "years" };

function View({ data, path, params }) {
  const filters = filtersOf(data, params, path);
  const game = gameOf(data, params, path);
  if (path[0] === "game") params.set("game", game);
  const shared = { data, filters, game, path, params };
  const [name, one, other] = path;
  if (name === "players") return html`<${Players} ...${shared} />`;
  if (name === "player") return html`<${Player} key=${one} name=${one} ...${shared} />`;
  if (name === "versus") return html`<${Versus} key=${`${one}/${other}`} one=${one} other=${other} ...${shared} />`;
  if (name === "cards") return html`<${Cards} ...${shared} />`;
  if (name === "card") return html`<${Card} key=${one} card=${one} ...${shared} />`;
  if (name === "games") return html`<h2>${t("Games")}</h2><${GameList} games=${chosen(data, filters)} params=${params} most=${100} />`;
  if (name === "game") return html`<${Game} key=${one} at=${one} ...${shared} />`;
  if (name === "years") return html`<${Years} ...${shared} />`;
  if (name === "year") return html`<${Year} key=${one} year=${one} ...${shared} />`;
  if (name === "records") return html`<h2>${t("Records")}</h2><${Records} games=${chosen(data, filters)} params=${params} />`;
  if (name === "slips") return html`<${Slips} ...${shared} />`;
  if (name === "ask") return html`<${Explore} ...${shared} />`;
  return html`<${Overview} ...${shared} />`;
}

function Page({ data }) {
  const [{ path, params }, setAsked] = useState(asked);
  const main = useRef(null);
  useEffect(() => {
    const moved = () => {
      const next = asked();
      setAsked((last) => {
        if (last.path.join("/") !== next.path.join("/")) {
          scrollTo(0, 0);
          main.current?.focus({ preventScroll: true });
        }
        return next;
      });
    };
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const here = PARTS[path[0]] || path[0];
  const kept = new URLSearchParams([...params].filter(([key]) => !["metric", "by", "and"].includes(key)));
  return html`<a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); main.current.focus(); }}>${t("To the content")}</a>
    <header><h1>${data.about.name}</h1>
      <nav class="views" aria-label=${t("Views")}>${VIEWS().map(([name, title]) => html`<a href=${to([name], kept)} aria-current=${here === name ? "page" : null}>${title}</a>`)}</nav>
      <${Filters} data=${data} path=${path} params=${params} /></header>
    ${data.older > 0 && html`<p class="notice">${t("Here the latest {n} games are counted; {older} older ones are in the report without script and in quaestor ask.", { n: number(data.games.length), older: number(data.older) })}</p>`}
    <main id="main" tabindex="-1" ref=${main}><${View} data=${data} path=${path} params=${params} /></main>
    <footer class="faint small"><p>${t("Counted from {n} recorded games by Quaestor; this file needs nothing but itself.", { n: number(data.games.length) })} ${data.not_counted}${data.left_out > 0 ? ` ${t("To keep it small, the course of the {n} oldest games is left out.", { n: number(data.left_out) })}` : ""}${data.without.length > 0 ? ` ${t("Left out too: {what}.", { what: listed(data.without) })}` : ""}</p></footer>`;
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// A metric's rows of one game.
function indexed(data) {
  for (const metric of data.metrics.values()) metric.list = (game) => metric.all().filter((row) => row.game === game);
  return data;
}

async function start() {
  const data = indexed(opened(await unpacked(document.getElementById("data").textContent)));
  talk(data.about.language, data.about.words);
  document.documentElement.classList.add("live");
  document.title = capital(data.about.name);
  render(html`<${Page} data=${data} />`, document.getElementById("app"));
  globalThis.quaestor = { data, together, measure: (...asked) => measure(data, ...asked) }; // to ask from a browser's console
}

start();
