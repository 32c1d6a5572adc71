// Games one by one: lists of them, one with its sheet and its course, and the records among them.

import { html, useState } from "../static/vendor/htm-preact.js";
import { day, listed, t } from "../static/words.js";
import { Course } from "./charts.js";
import { to } from "./filters.js";
import { called, number } from "./said.js";

export const points = (game, total) => number(total / game.scale, game.scale > 1 ? 1 : 0);
export const when = (game) => (game.day ? day(`${game.day}T12:00:00Z`) : t("no date"));
const best = (game) => Math.max(...game.winners.map((one) => one.total));

// How far the winner was ahead of the next; nothing where points did not decide.
export function lead(game) {
  if (game.winners.length !== 1) return game.winners.length > 1 ? 0 : null;
  const others = game.table.filter((one) => !one.won).map((one) => one.total);
  const far = others.length ? best(game) - Math.max(...others) : null;
  return far !== null && far >= 0 ? far : null;
}

// The same in words; level on points, a tie-break may have decided.
export function ahead(game) {
  if (game.winners.length > 1) return t("a shared win");
  return lead(game) ? points(game, lead(game)) : t("level on points");
}

export function GameList({ games, params, most = 20 }) {
  const [shown, setShown] = useState(most);
  const latest = [...games].reverse();
  if (!games.length) return html`<p>${t("No games here.")}</p>`;
  return html`<div class="wide"><table class="list">
    <thead><tr><th>${t("Day")}</th><th>${t("Players, the winner first")}</th><th class="n">${t("Points")}</th></tr></thead>
    <tbody>${latest.slice(0, shown).map((game) => {
      const table = [...game.table].sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || b.total - a.total);
      return html`<tr>
        <td><a href=${to(["game", String(game.at)], params)}>${when(game)}</a>${game.title && html`<br /><small class="faint">${game.title}</small>`}</td>
        <td>${table.map((one, at) => html`${at ? ", " : ""}${one.won ? html`<b>${one.player}</b>` : one.player}`)}${!game.final && html` <small class="faint">${t("not finished")}</small>`}</td>
        <td class="n">${table.map((one) => points(game, one.total)).join(" · ")}</td>
      </tr>`;
    })}</tbody></table></div>
    ${latest.length > shown && html`<p><button type="button" class="link" onClick=${() => setShown(shown + 100)}>${t("{n} more games", { n: number(latest.length - shown) })}</button></p>`}`;
}

export function Game({ data, at, params }) {
  const game = data.games[Number(at)];
  if (!game) return html`<p>${t("No games here.")}</p>`;
  const rows = (name) => data.metrics.get(name)?.list?.(game.at) || [];
  const made = rows("category_points");
  const categories = [...new Set(made.map((row) => row.category))];
  const found = rows("findings");
  const beside = (step) => data.games.slice(...(step < 0 ? [0, game.at] : [game.at + 1])).filter((one) => one.game === game.game).at(step < 0 ? -1 : 0);
  const [earlier, later] = [beside(-1), beside(1)];
  const rounds = Math.max(0, ...game.curve.map((line) => line.length));
  const last = game.final && game.curve.some((line, one) => line.at(-1) !== game.table[one]?.total) ? [rounds] : []; // what is settled after the last round
  const lines = game.curve.map((line, one) => {
    const totals = [...line, ...last.map(() => game.table[one].total)];
    return { name: game.table[one]?.player || "?", spots: totals.map((total, round) => ({ x: round + 1, y: total / game.scale })) };
  });
  return html`<h2>${game.title || when(game)}</h2>
    <p class="faint">${[data.titles[game.game], game.title && when(game), game.place, game.edition, game.rounds && t.n("{n} round", "{n} rounds", game.rounds), game.minutes && t("{n} minutes", { n: number(game.minutes) })].filter(Boolean).join(" · ")}</p>
    <p class="finding">${game.winners.length ? (game.winners.length > 1 ? t("A shared win: {who}", { who: listed(game.winners.map((one) => one.player)) }) : t("Winner: {who}", { who: game.winners[0].player })) : t("This game is not finished.")}</p>
    <div class="wide"><table class="list"><thead><tr><td></td>${game.table.map((one) => html`<th class="n"><a href=${to(["player", one.player], params)}>${one.player}</a></th>`)}</tr></thead>
      <tbody>${categories.map((category) => html`<tr><th scope="row">${called(data, "category", category)}</th>${game.table.map((one) => html`<td class="n">${number(made.find((row) => row.category === category && row.seat === one.seat)?.value ?? 0, game.scale > 1 ? 1 : 0)}</td>`)}</tr>`)}
      <tr class="total"><th scope="row">${t("Total")}</th>${game.table.map((one) => html`<td class="n">${points(game, one.total)}</td>`)}</tr></tbody></table></div>
    ${rounds > 1 && html`<h3>${t("How it went")}</h3><${Course} about=${t("Points after each round")} lines=${lines} bands=${false} along=${t("round")} />`}
    ${rounds > 1 && last.length > 0 && html`<p class="faint small">${t("The last point is the sheet, with what is settled after the last round.")}</p>`}
    ${!game.curve.length && game.final && data.left_out > game.at && html`<p class="faint">${t("How it went is not in this page: it keeps the course of the latest games only.")}</p>`}
    ${game.replay && html`<p><a class="button" href=${game.replay}>${t("Watch it again, move by move")}</a></p>`}
    ${found.length > 0 && html`<h3>${t("What the audit had to say")}</h3><ul>${found.map((row) => html`<li>${called(data, "severity", row.severity)}: ${called(data, "rule", row.rule)}</li>`)}</ul>`}
    <nav class="pages" aria-label=${t("Other games")}>${earlier && html`<a href=${to(["game", String(earlier.at)], params)}>${t("earlier")}</a>`} ${later && html`<a href=${to(["game", String(later.at)], params)}>${t("later")}</a>`}</nav>`;
}

// The games that stand out, each with what it is known for, and how many more are known for as much.
export function records(games) {
  const ended = games.filter((game) => game.final && game.winners.length);
  const top = (value, side = 1) => {
    const known = ended.filter((game) => value(game) !== null).sort((a, b) => side * (value(b) - value(a)) || a.at - b.at);
    return Object.assign(known.slice(0, 3), { more: known.slice(3).filter((game) => value(game) === value(known[2])).length });
  };
  const highest = (game) => best(game) / game.scale;
  return [
    [t("Highest winning total"), top(highest), (game) => points(game, best(game))],
    [t("Lowest winning total"), top(highest, -1), (game) => points(game, best(game))],
    [t("Furthest ahead"), top((game) => lead(game)), (game) => points(game, lead(game))],
    [t("Closest"), top((game) => lead(game), -1), ahead],
    [t("Longest"), top((game) => game.minutes), (game) => t("{n} minutes", { n: number(game.minutes) })],
    [t("Most rounds"), top((game) => game.rounds), (game) => t.n("{n} round", "{n} rounds", game.rounds)],
  ].filter(([, found]) => found.length);
}

export function Records({ games, params }) {
  const found = records(games);
  const every = streaks(games);
  const runs = every.slice(0, 5);
  const beyond = (n) => n > 0 && html`<p class="faint small">${t.n("{n} more is as good", "{n} more are as good", n)}</p>`;
  if (!found.length) return html`<p>${t("No games here.")}</p>`;
  return html`<div class="cards">${found.map(([title, list, value]) => html`<section><h3>${title}</h3><ol>${list.map((game) => html`<li><b>${value(game)}</b> ${listed(game.winners.map((one) => one.player))}, <a href=${to(["game", String(game.at)], params)}>${when(game)}</a></li>`)}</ol>${beyond(list.more)}</section>`)}
    ${runs.length > 0 && html`<section><h3>${t("Most wins in a row")}</h3><ol>${runs.map(([player, n]) => html`<li><b>${n}</b> <a href=${to(["player", player], params)}>${player}</a></li>`)}</ol>${beyond(every.slice(5).filter(([, n]) => n === runs[4][1]).length)}</section>`}</div>`;
}

// The longest row of wins of each player, the longest first; a shared win is a win.
export function streaks(games) {
  const [now, most] = [new Map(), new Map()];
  for (const game of games.filter((one) => one.final)) {
    for (const { player, won } of game.table) {
      now.set(player, won ? (now.get(player) || 0) + 1 : 0);
      most.set(player, Math.max(most.get(player) || 0, now.get(player)));
    }
  }
  return [...most].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
