// An evening: all tables and where each one stands, on the organiser's screen or on a large one for everybody.

import { call, listen } from "../api.js";
import { Board } from "../board/board.js";
import { Ending } from "../board/ending.js";
import { Sign } from "../board/icons.js";
import { knowTable } from "../memory.js";
import { placed, totalled, unsaid } from "../parts/sheet.js";
import { go, to } from "../route.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { capital, clock, day, listed, points, t } from "../words.js";

const OFTEN = 10000; // milliseconds after which it is asked again even if nothing was told
const LONG = 10; // minutes without an entry that are worth telling
const WALL = matchMedia("(min-width: 56.25rem)");
const SIZES = [1.7, 1.55, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8];
const EVENING = 18; // hours that count as one evening

export function Evening({ place }) {
  const [find, setFind] = useState("");
  const [on, setOn] = useState("");
  const { tables, error, load } = useEvening(place.house, find, on);
  const at = (more) => to({ house: place.house, p: "evening", ...more });
  if (place.screen && !tables && !error) return html`<main class="screen"><p class="faint" role="status">${t("Loading…")}</p></main>`;
  if (place.screen && tables) return html`<${Screen} house=${place.house} tables=${tables} shown=${place.screen} back=${at({})} />`;
  const known = (tables || []).filter((one) => !one.error);
  const counted = find || on ? known : known.filter((one) => Date.now() - new Date(one.last_ts).getTime() < EVENING * 3600000);
  return html`<main class="page broad evening">
    <header class="head">
      <a class="back" href=${to({ house: place.house })} aria-label=${t("All tables")}>‹</a>
      <h1 class="grow">${t("The evening")}</h1>
      <a class="button" href=${at({ screen: "all" })}>${t("Large screen")}</a>
    </header>
    ${error && html`<p class="warning" role="alert">${error} <button type="button" onClick=${load}>${t("Try again")}</button></p>`}
    <form class="finding" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label><span class="label">${t("Find by player, title or place")}</span><input type="search" value=${find} onInput=${(event) => setFind(event.target.value)} /></label>
      <label><span class="label">${t("Day")}</span><input type="date" value=${on} onInput=${(event) => setOn(event.target.value)} /></label>
    </form>
    <${TakeIn} house=${place.house} onTaken=${load} />
    ${!tables && !error && html`<p class="faint" role="status">${t("Loading…")}</p>`}
    ${tables && !tables.length && html`<p class="card">${find || on ? t("Nothing found.") : t("No table yet. A new one takes three taps.")}</p>`}
    <${Counted} tables=${known} />
    <div class="with-standings">
      ${tables && html`<ul class="tables-of">${tables.map((one) => html`<${Table} key=${one.name} table=${one} house=${place.house} big=${at({ screen: one.name })} />`)}</ul>`}
      <${Standings} tables=${counted} />
    </div>
  </main>`;
}

// What the server knows now, again whenever a table moves.
function useEvening(key, find, on) {
  const [tables, setTables] = useState(null);
  const [error, setError] = useState("");
  const ask = useRef(() => {});
  ask.current = async () => {
    try {
      const { told } = await call(key, "GET", "evening", { query: { find, day: on } });
      setTables(told.tables.sort(inOrder));
      setError("");
    } catch (refused) {
      setError(refused.status ? refused.message : t("The server does not answer."));
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => ask.current(), find ? 250 : 0);
    return () => clearTimeout(timer);
  }, [find, on]);
  useEffect(() => {
    const stream = listen(key, "house", { after: () => 0, moved: () => ask.current(), linked: () => {}, refused: (refused) => setError(refused.message) });
    const timer = setInterval(() => ask.current(), OFTEN);
    return () => {
      stream.stop();
      clearInterval(timer);
    };
  }, [key]);
  return { tables, error, load: () => ask.current() };
}

// Games under way first, then by title: table 2 before table 10.
const inOrder = (a, b) => Number(Boolean(a.final)) - Number(Boolean(b.final)) || titleOf(a).localeCompare(titleOf(b), undefined, { numeric: true });
const titleOf = (table) => table.title || table.game_title || table.name;

function Table({ table, house, big }) {
  const [error, setError] = useState("");
  const open = async () => {
    try {
      const { told } = await call(house, "GET", `tables/${table.name}/keys`);
      const key = (told.keys || told).scribe;
      knowTable({ name: table.name, key, title: table.title, players: listed((table.players || []).map((one) => one.name)) });
      go({ t: table.name, k: key });
    } catch (refused) {
      setError(refused.status ? refused.message : t("The server does not answer."));
    }
  };
  if (table.error) return html`<li class="card"><h2>${table.name}</h2><p class="bad">${table.error}</p></li>`;
  return html`<li class=${kindOf(table)}>
    <h2>${titleOf(table)} ${table.place && html`<span class="faint small">${table.place}</span>`}</h2>
    <p class="faint small">${[table.title && table.game_title, day(table.started_ts)].filter(Boolean).join(" · ")}</p>
    <p class="status">${where(table)}</p>
    <${Scores} table=${table} />
    <${Remarks} table=${table} />
    <p class="two"><button type="button" onClick=${open}>${t("Open")}</button><a class="button" href=${big}>${t("Large screen")}</a></p>
    <p class="hint" role="alert">${error}</p>
  </li>`;
}

const isOver = (table) => table.sealed || table.ended;
const kindOf = (table) => `card ${table.disputed.length ? "disputed" : isOver(table) ? "over" : ""}`;

// How many tables there are of each kind.
function Counted({ tables }) {
  const over = tables.filter(isOver).length;
  const disputed = tables.filter((one) => one.disputed.length).length;
  if (tables.length < 2) return null;
  return html`<p class="counted">
    <b>${t.n("{n} table under way", "{n} tables under way", tables.length - over)}</b>
    <span>${t.n("{n} finished", "{n} finished", over)}</span>
    ${disputed > 0 && html`<span class="bad">${t.n("{n} disputed", "{n} disputed", disputed)}</span>`}
  </p>`;
}

function where(table) {
  if (isOver(table)) return html`<b>${t("finished")}</b> <span>${table.winners.length ? t("won by {players}", { players: listed(table.winners) }) : ""}</span>`;
  return html`${table.round && html`<b>${t("Round {n}", { n: table.round })}</b>`} <span>${capital(String(table.phase || ""))}</span>`;
}

function Scores({ table }) {
  const most = table.players.some((one) => one.range) ? Infinity : Math.max(...table.players.map((one) => one.total));
  const all = table.players.every((one) => one.turn); // then it is nobody's in particular
  return html`<ol class="scores-of">
    ${table.players.map((one, seat) => html`<li key=${one.name} class=${`seat-${seat % 5} ${one.turn && !all ? "turn" : ""}`}>
      <${Sign} seat=${seat} /><span class="who">${one.name}</span>
      ${one.turn && !all && html`<span class="badge turn-badge">${t("to play")}</span>`}
      ${table.winners.includes(one.name) && html`<span role="img" aria-label=${t("won")}>★</span>`}
      <b class=${(table.winners.length ? table.winners.includes(one.name) : one.total === most) ? "leads" : ""}>${table.silent ? "" : totalled(one, table.scale)}</b>
    </li>`)}
  </ol>`;
}

// What an organiser should look at.
function Remarks({ table }) {
  const over = isOver(table);
  const quiet = Math.floor((Date.now() - new Date(table.last_ts).getTime()) / 60000);
  const told = [
    !over && quiet >= LONG && quiet < 600 && t.n("nothing entered for {n} minute", "nothing entered for {n} minutes", quiet),
    table.corrected > 0 && t.n("{n} correction", "{n} corrections", table.corrected),
    !over && table.missed?.length > 0 && t("phone away: {players}", { players: listed(table.missed) }),
    !over && table.away > (table.missed?.length || 0) && t.n("{n} phone is away", "{n} phones are away", table.away),
  ].filter(Boolean);
  return html`<div class="remarks">
    ${table.disputed.map((words) => html`<p class="warning" key=${words}>${t("Disputed:")} ${words}</p>`)}
    ${table.findings > table.disputed.length && html`<p class="warning">${t.n("{n} thing in the record does not fit the rules", "{n} things in the record do not fit the rules", table.findings - table.disputed.length)}</p>`}
    <p class="faint small">${[t("{time}: {words}", { time: clock(table.last_ts), words: table.last }), table.phones > 0 && t.n("{n} phone", "{n} phones", table.phones), ...told].filter(Boolean).join(" · ")}</p>
  </div>`;
}

// Who won how much this evening: by wins, then by the places reached.
function Standings({ tables }) {
  const people = new Map();
  for (const table of tables.filter((one) => one.final)) {
    for (const one of table.players) {
      const found = people.get(one.name) || { name: one.name, games: 0, wins: 0, places: 0 };
      found.games += 1;
      found.wins += table.winners.includes(one.name) ? 1 : 0;
      found.places += placed(table, one, "name");
      people.set(one.name, found);
    }
  }
  const all = [...people.values()].sort((a, b) => b.wins - a.wins || a.places / a.games - b.places / b.games || a.name.localeCompare(b.name));
  if (!all.length) return null;
  return html`<section class="card">
    <h2>${t("Standings")}</h2>
    <table>
      <thead><tr><th scope="col">${t("Player")}</th><th scope="col" class="n">${t("Games")}</th><th scope="col" class="n">${t("Wins")}</th><th scope="col" class="n">${t("Place on average")}</th></tr></thead>
      <tbody>${all.map((one) => html`<tr key=${one.name}><th scope="row">${one.name}</th><td class="n">${one.games}</td><td class="n">${one.wins}</td><td class="n">${points(Math.round((10 * one.places) / one.games), 10)}</td></tr>`)}</tbody>
    </table>
    <p class="faint small">${t("Of this evening's finished games, or of those that were looked for; one name is one person.")}</p>
  </section>`;
}

function TakeIn({ house, onTaken }) {
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState([]);
  const take = async (files) => {
    setSaid([]);
    for (const file of files) {
      const found = await taken(house, file);
      setSaid((before) => [...before, ...found]);
    }
    onTaken();
  };
  const picked = (event) => {
    take([...event.target.files]);
    event.target.value = ""; // so that the same file can be picked again
  };
  useEffect(() => { // anywhere on the page: beside the frame the browser would leave it for the file
    const heard = (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type === "drop") take([...event.dataTransfer.files]);
    };
    const told = ["dragover", "dragleave", "drop"];
    told.forEach((one) => addEventListener(one, heard));
    return () => told.forEach((one) => removeEventListener(one, heard));
  }, []);
  return html`<section class=${over ? "dropping over" : "dropping"}>
    <label class="button">${t("Take in a finished log…")}<input type="file" class="hidden" accept=".jsonl,.zst,.gz,.zip,.tar" multiple onChange=${picked} /></label>
    <span class="faint small">${t("or drop it here; it is checked first")}</span>
    <div role="status">${said.map((one) => html`<p class=${one.good ? "notice" : "warning"} key=${one.words}>${one.words}</p>`)}</div>
  </section>`;
}

async function taken(house, file) {
  try {
    const answer = await fetch(`/api/logs?${new URLSearchParams({ name: file.name, lang: document.documentElement.lang })}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${house}`, "Content-Type": "application/x-ndjson" },
      body: file,
    });
    const told = await answer.json();
    if (!answer.ok) return [{ words: `${file.name}: ${told.error}` }];
    return told.taken.map((one) => saidOf(told.taken.length > 1 ? one.name : file.name, one));
  } catch {
    return [{ words: `${file.name}: ${t("The server does not answer.")}` }];
  }
}

function saidOf(name, { error, findings, final, winners }) {
  if (error) return { words: `${name}: ${error}` };
  const found = findings.length ? t.n("{n} thing in the record does not fit the rules", "{n} things in the record do not fit the rules", findings.length) : t("nothing to object to");
  const ends = final ? (winners.length ? t("won by {players}", { players: listed(winners) }) : "") : t("not finished");
  return { good: true, words: `${name}: ${t("taken in")} · ${[ends, found].filter(Boolean).join(" · ")}` };
}

// --- for everybody in the room

function Screen({ house, tables, shown, back }) {
  const one = tables.find((table) => table.name === shown);
  const here = useRef(null);
  const sound = tables.filter((table) => !table.error);
  return html`<main class="screen" ref=${here}>
    <header class="head no-print"><a class="back" href=${back} aria-label=${t("The evening")}>‹</a><h1 class="grow">${one ? titleOf(one) : t("The evening")}</h1><button type="button" onClick=${() => here.current.requestFullscreen?.()}>${t("Whole screen")}</button></header>
    ${one
      ? html`<${Big} key=${one.name} house=${house} table=${one} />`
      : html`<ul class="tables-of" style=${filling(sound)}>${sound.map((table) => html`<li class=${kindOf(table)} key=${table.name}><h2>${titleOf(table)}</h2><p class="status">${where(table)}${table.disputed.length > 0 && html` <b class="bad">${t.n("{n} disputed", "{n} disputed", table.disputed.length)}</b>`}</p><${Scores} table=${table} /></li>`)}</ul>`}
  </main>`;
}

// As large as all of them can be without scrolling: so many beside and below each other, with so many lines each.
function filling(tables) {
  const across = Math.min(5, Math.ceil(Math.sqrt(tables.length)), Math.max(1, Math.floor(innerWidth / 260)));
  return { "--across": across, "--down": Math.ceil(tables.length / across), "--lines": 3 + Math.max(0, ...tables.map((one) => one.players.length)) };
}

function Big({ house, table }) {
  const [state, setState] = useState(null);
  useEffect(() => {
    let late = false;
    call(house, "GET", `tables/${table.name}/state`).then(({ told }) => late || setState({ ...told, sheet: unsaid(told.sheet, told) }), () => {});
    return () => {
      late = true;
    };
  }, [table.n]);
  const shown = useRef(null);
  useLayoutEffect(() => fit(shown.current), [state]);
  useEffect(() => {
    const turned = () => fit(shown.current);
    addEventListener("resize", turned);
    return () => removeEventListener("resize", turned);
  }, []);
  if (!state) return html`<p class="faint" role="status">${t("Loading…")}</p>`;
  return html`<p class="moment-words" role="status">${capital(table.last)}</p>
    <div ref=${shown}>
      ${state.sheet.final && html`<${Ending} sheet=${state.sheet} bare />`}
      <${Board} drawing=${state.drawing} totals=${state.sheet.players.map((one) => totalled(one, state.sheet.scale))} />
    </div>`;
}

// As large as it can be without anything out of sight: nobody scrolls on a wall.
function fit(shown) {
  if (!shown || !WALL.matches) return;
  for (const zoom of SIZES) {
    shown.style.zoom = zoom;
    if (document.documentElement.scrollHeight <= innerHeight) return;
  }
}
