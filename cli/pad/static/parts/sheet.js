// The sheet: a figure leads to its lines, a line to its rule and to what happened.

import { Sign } from "../board/icons.js";
import { to } from "../route.js";
import { rulebook } from "../rules.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { capital, known, points, t } from "../words.js";
import { Dialog } from "./dialog.js";

// `counted`: so many categories are told so far, and the total when all are.
export function Sheet({ sheet, onTap, caption, signs, counted = Infinity }) {
  const won = new Set(sheet.winners);
  const scored = sheet.players.flatMap((one) => one.lines).filter((line) => line.points);
  const some = scored.some((line) => line.declared);
  const all = some && scored.every((line) => line.declared);
  const declared = (one, category) => !all && one.lines.some((line) => line.category === category && line.declared && line.points);
  const cell = (one, category) => {
    const figure = html`${spanned(one, category.id, sheet.scale)}${declared(one, category.id) ? html`<sup aria-hidden="true">d</sup>` : ""}`;
    if (!onTap) return html`<td class="n" key=${one.player}>${figure}</td>`;
    return html`<td class="n" key=${one.player}>
      <button type="button" class="cell" onClick=${() => onTap(one, category)} aria-label=${t("{player}, {category}: {points}", { player: one.player, category: category.label, points: spanned(one, category.id, sheet.scale) })}>${figure}</button>
    </td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("Score sheet")}>
    <table class="sheet">
      <caption class=${caption ? "" : "hidden"}>${caption || t("Score sheet")}</caption>
      <thead><tr><td></td>${sheet.players.map((one, seat) => html`<th scope="col" class=${won.has(one.player) && counted >= sheet.categories.length ? "n won" : "n"} key=${one.player}>${signs && html`<${Sign} seat=${seat} /> `}${won.has(one.player) && counted >= sheet.categories.length ? html`<span role="img" aria-label=${t("won")}>★ </span>` : ""}<span class="name">${one.player}</span></th>`)}</tr></thead>
      <tbody>
        ${sheet.categories.map((category, at) => html`<tr key=${category.id} class=${at < counted ? "" : "to-come"}><th scope="row">${capital(category.label)}</th>${sheet.players.map((one) => cell(one, category))}</tr>`)}
      </tbody>
      <tfoot><tr class=${counted < sheet.categories.length ? "total to-come" : "total"}><th scope="row">${t("Total")}</th>${sheet.players.map((one) => html`<td class="n" key=${one.player}>${onTap ? html`<button type="button" class="cell" onClick=${() => onTap(one, null)} aria-label=${t("{player}, total: {points}", { player: one.player, points: totalled(one, sheet.scale) })}>${totalled(one, sheet.scale)}</button>` : totalled(one, sheet.scale)}</td>`)}</tr></tfoot>
    </table>
    ${all && html`<p class="faint small">${t("All of it rests on what everybody declared.")}</p>`}
    ${some && !all && html`<p class="faint small"><sup>d</sup> ${t("rests on what somebody declared, not on the record of play")}</p>`}
  </div>`;
}

// Where a table only declares, nothing is known of those who have not: no figure stands to their name.
export function unsaid(sheet, state, said = []) {
  const scores = state.mode === "score" || (!state.mode && state.planned === "score");
  if (!scores || state.ended) return sheet;
  const known = new Set([...Object.keys(state.declared || {}), ...(state.left || []), ...said]);
  const open = Object.fromEntries(sheet.categories.map((one) => [one.id, [0, null]]));
  const blank = (one) => ({ ...one, range: [0, null], ranges: open, lines: [] });
  return { ...sheet, players: sheet.players.map((one) => (known.has(one.player) ? one : blank(one))) };
}

// Winners are first, whatever a tie is broken by; after them it is the points.
export function placed({ players, winners }, one, name) {
  if (winners.includes(one[name])) return 1;
  return 1 + players.filter((other) => winners.includes(other[name]) || other.total > one.total).length;
}

export const totalled = (one, scale) => known(one.total, one.range, scale);

const spanned = (one, category, scale) => known(one.categories[category] ?? 0, one.ranges?.[category], scale);

export function Lines({ session, sheet, player, category, moments, place, onClose }) {
  const lines = player.lines.filter((line) => !category || line.category === category.id);
  const title = category ? `${player.player} · ${capital(category.label)} ${spanned(player, category.id, sheet.scale)}` : `${player.player} · ${totalled(player, sheet.scale)}`;
  return html`<${Dialog} title=${title} onClose=${onClose} tall=${lines.length > 6}>
    ${lines.length === 0 && html`<p class="faint">${t("Nothing counts here so far.")}</p>`}
    <ul class="lines">${lines.map((line, index) => html`<${Line} key=${index} session=${session} line=${line} scale=${sheet.scale} moments=${moments} place=${place} />`)}</ul>
  </${Dialog}>`;
}

function Line({ session, line, scale, moments, place }) {
  const [open, setOpen] = useState(false);
  return html`<li>
    <button type="button" class="score-line" aria-expanded=${open ? "true" : "false"} onClick=${() => setOpen(!open)}>
      <b class="n">${points(line.points, scale)}</b>
      <span>${line.reason}${line.declared ? html` <span class="badge">${t("declared")}</span>` : ""}</span>
      <span class="faint" aria-hidden="true">${open ? "▾" : "▸"}</span>
    </button>
    ${open && html`<div class="behind"><${Rule} session=${session} rule=${line.rule} /><${Events} numbers=${line.events} moments=${moments} place=${place} /></div>`}
  </li>`;
}

export function Rule({ session, rule }) {
  const [told, setTold] = useState(null);
  useEffect(() => {
    let late = false;
    rulebook(session.state).then((book) => late || setTold(book?.[rule] || { title: rule, text: book ? "" : t("The rule's text needs the server.") }));
    return () => {
      late = true;
    };
  }, [rule, session.live]);
  if (!told) return html`<p class="faint">${rule} …</p>`;
  const [place, ...texts] = sentences(told.text || "", rule);
  return html`<section class="rule">
    <h3>${told.title || rule}</h3>
    ${place && html`<p class="faint small">${place}</p>`}
    ${texts.map((text, index) => html`<p key=${index}>${text}</p>`)}
  </section>`;
}

// The rulebook's pages are Markdown: a heading, where it stands in each edition, then sentences.
function sentences(text, rule) {
  const bare = text.replace(/[*`]+/g, "").replace(/^- /gm, "· ");
  const parts = bare.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean);
  return parts.length && parts[0].toLowerCase().startsWith(rule.toLowerCase()) ? parts.slice(1) : parts;
}

function Events({ numbers, moments, place }) {
  const known = new Map((moments || []).map((moment) => [moment.n, moment]));
  if (!numbers.length) return null;
  return html`<section>
    <h3>${t("Because of")}</h3>
    <ul class="because">
      ${numbers.map((n) => html`<li key=${n}><a href=${to({ t: place.t, k: place.k, p: "story", at: n })}><span class="faint n">${n}</span> ${known.get(n)?.words || t("entry {n}", { n })}</a></li>`)}
    </ul>
  </section>`;
}
