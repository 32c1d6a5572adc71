// The end of a game: the sheet fills in category by category, then the winner, then the moments that decided it.

import { html, useEffect, useLayoutEffect, useState } from "../vendor/htm-preact.js";
import { placed, Sheet, totalled } from "../parts/sheet.js";
import { capital, listed, points, t } from "../words.js";
import { Picture, Sign } from "./icons.js";

const BEAT = 1100; // milliseconds a category has
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// `told`: the points were counted before; `bare`: the sheet itself stands below, and `onCount` says how much of it is told.
export function Ending({ sheet, moments = [], onJump, told: before = false, bare = false, onCount }) {
  const count = sheet.categories.length;
  const [shown, setShown] = useState(before || calm() ? count : 0);
  useLayoutEffect(() => onCount?.(shown), [shown]);
  useEffect(() => {
    if (shown >= count) return undefined;
    const timer = setTimeout(() => setShown(shown + 1), BEAT);
    return () => clearTimeout(timer);
  }, [shown]);
  const told = sheet.categories.slice(0, shown);
  const sofar = (one) => told.reduce((sum, category) => sum + (one.categories[category.id] ?? 0), 0);
  const most = Math.max(1, ...sheet.players.map((one) => Math.max(one.total, sofar(one))));
  const done = shown >= count;
  const counting = done ? null : sheet.categories[shown - 1];
  const people = sheet.players.map((one, seat) => ({ one, seat, won: done && sheet.winners.includes(one.player) }));
  if (done) people.sort((a, b) => b.won - a.won || b.one.total - a.one.total);
  return html`<section class=${done ? "ending card done" : "ending card"} aria-label=${t("The end of the game")}>
    <h2>${done && sheet.winners.length > 0 && html`<${Picture} name="laurel" />`}<span>${done ? won(sheet) : counting ? capital(counting.label) : t("And the points…")}</span></h2>
    ${done && sheet.ended_by && html`<p class="faint">${capital(sheet.ended_by)}.</p>`}
    <ol class=${done ? "ranked" : ""}>
      ${people.map(
        ({ one, seat, won: first }) => html`<li key=${one.player} class=${`seat-${seat % 5} ${first ? "won" : ""}`}>
          ${done && html`<span class="place">${placed(sheet, one, "player")}.</span>`}
          <span class="who"><${Sign} seat=${seat} /> ${one.player}</span>
          <span class="bar-of"><span style=${{ width: `${(Math.max(0, sofar(one)) / most) * 100}%` }}></span></span>
          <b>${done ? totalled(one, sheet.scale) : points(sofar(one), sheet.scale)}</b>
          ${!done && html`<span class="added faint small">${counting ? signed(one.categories[counting.id] ?? 0, sheet.scale) : ""}</span>`}
        </li>`,
      )}
    </ol>
    ${done && !bare && html`<${Sheet} sheet=${sheet} signs />`}
    ${done && html`<${Turning} moments=${moments} sheet=${sheet} onJump=${onJump} />`}
    ${!done && html`<p><button type="button" class="plain" onClick=${() => setShown(count)}>${t("All at once")}</button></p>`}
  </section>`;
}


// Points alone may not tell who won: a tie is broken, a Forum ends a game, the one with more has left.
export function won(sheet) {
  if (sheet.winners.length !== 1) return sheet.winners.length ? t("Shared by {players}.", { players: listed(sheet.winners) }) : t("The game is over");
  const one = sheet.players.find((player) => player.player === sheet.winners[0]);
  const said = { player: one.player, points: points(one.total, sheet.scale) };
  const best = Math.max(...sheet.players.filter((other) => other !== one).map((other) => other.total));
  if (best > one.total) return t("{player} wins.", said);
  return best === one.total ? t("{player} wins the tie at {points}.", said) : t("{player} wins with {points}.", said);
}

const signed = (value, scale) => (value > 0 ? `+${points(value, scale)}` : points(value, scale));

// What decided it: when the lead changed hands for the last time, and the longest step.
function Turning({ moments, sheet, onJump }) {
  const leads = [];
  let step = null;
  moments.forEach((moment, at) => {
    const most = Math.max(...moment.totals);
    const alone = !moment.ranges && moment.totals.filter((one) => one === most).length === 1; // while figures are open nobody leads
    const first = alone ? moment.totals.indexOf(most) : null;
    if (first !== null && first !== leads.at(-1)?.first) leads.push({ at, first });
    moment.totals.forEach((total, seat) => {
      const gain = at && !moment.ranges && !moments[at - 1].ranges ? total - moments[at - 1].totals[seat] : 0;
      if (gain > 0 && (!step || gain > step.gain)) step = { at, seat, gain };
    });
  });
  if (leads.length < 2 || !step || !sheet.winners.includes(sheet.players[leads.at(-1).first].player)) return null;
  const look = (at, words) => html`<button type="button" class="plain" onClick=${() => onJump?.(at)}>${words}</button>`;
  const name = (seat) => sheet.players[seat].player;
  return html`<div class="turning">
    <h3>${t("What decided it")}</h3>
    <p>${t("Changes of the lead: {n}", { n: leads.length - 1 })}</p>
    <ul>
      <li>${look(leads.at(-1).at, t("For the last time to {player}: {words}", { player: name(leads.at(-1).first), words: moments[leads.at(-1).at].words }))}</li>
      <li>${look(step.at, t("The longest step, {points} for {player}: {words}", { points: signed(step.gain, sheet.scale), player: name(step.seat), words: moments[step.at].words }))}</li>
    </ul>
  </div>`;
}
