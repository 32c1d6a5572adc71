// A new table: game, people, how to write; everything else has a sensible answer already.

import { call } from "../api.js";
import { freshId, knowTable, recall, remember } from "../memory.js";
import { Dialog } from "../parts/dialog.js";
import { FormView, isEmpty } from "../parts/form.js";
import { go, to } from "../route.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { capital, language, listed, t } from "../words.js";
import { useHouse } from "./house.js";

export function NewTable({ place }) {
  const { house, error } = useHouse(place.house);
  return html`<main class="page fill">
    <header class="head"><a class="back" href=${to({ house: place.house })} aria-label=${t("All tables")}>‹</a><h1>${t("New table")}</h1></header>
    ${error && html`<p class="warning" role="alert">${error}</p>`}
    ${house && html`<${Start} house=${house} secret=${place.house} />`}
  </main>`;
}

function Start({ house, secret }) {
  const [id] = useState(freshId);
  const [game, setGame] = useState(house.games.find((one) => one.name === recall("game")) || house.games[0]);
  const [edition, setEdition] = useState(editionOf(game));
  const [players, setPlayers] = useState([]);
  const [options, setOptions] = useState({});
  const [mode, setMode] = useState(recall("mode", "record"));
  const [title, setTitle] = useState("");
  const [where, setWhere] = useState(recall("place", ""));
  const [also, setAlso] = useState({});
  const [cards, setCards] = useState(""); // "reference": ours, whatever was typed
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const asked = useOpening(secret, game, edition, players);
  const opening = mode === "score" ? [] : asked; // who only counts needs no set-up
  const problem = useRef(null);

  const choose = (one) => {
    setGame(one);
    setEdition(editionOf(one));
    setOptions({});
    setAlso({});
    setCards("");
  };
  const begin = async () => {
    const wrong = lacking(game, players, opening, also);
    setError(wrong);
    if (wrong) return problem.current?.focus();
    setBusy(true);
    try {
      const body = { game: game.name, edition, players, options, title, place: where, mode, catalogue: cards, also: openingOf(opening, also), id };
      const { told } = await call(secret, "POST", "tables", { body });
      remember("game", game.name);
      remember("mode", mode);
      remember("place", where);
      knowTable({ name: told.name, key: told.keys.scribe, title: title || game.title, players: listed(players) });
      go({ t: told.name, k: told.keys.scribe });
    } catch (refused) {
      setBusy(false);
      setError(refused.status ? refused.message : t("The server does not answer. Nothing is lost: try again."));
    }
  };

  return html`<div>
    <h2>${t("Game")}</h2>
    <div class="picks">${house.games.map((one) => html`<${Chip} key=${one.name} on=${one === game} onClick=${() => choose(one)}>${one.title}</${Chip}>`)}</div>
    <h2>${t("Who plays?")} <span class="faint small">${t("in seat order, the first player first")}</span></h2>
    <${People} names=${house.names} players=${players} onChange=${setPlayers} most=${Math.max(...game.seats)} />
    <h2>${t("How do you write?")}</h2>
    <div class="modes" role="group" aria-label=${t("How do you write?")}>
      <${Chip} on=${mode === "score"} onClick=${() => setMode("score")}><b>${t("Score only")}</b><span class="small">${t("at the end: who has what")}</span></${Chip}>
      <${Chip} on=${mode === "record"} onClick=${() => setMode("record")}><b>${t("Round by round")}</b><span class="small">${t("everything that happens, as it happens")}</span></${Chip}>
    </div>
    ${opening.length > 0 &&
    html`<h2>${t("To begin with")}</h2>
      <${FormView} form=${{ name: "opening", rows: [{ fields: opening, given: {} }] }} answers=${also} onAnswers=${setAlso} />`}
    ${game.box && (game.box.typed > 0 || game.box.reconstructed) &&
    html`<h2>${t("Cards")}</h2>
      ${game.box.typed > 0
        ? html`<div class="modes" role="group" aria-label=${t("Cards")}>
            <${Chip} on=${cards === ""} onClick=${() => setCards("")}><b>${t("Your own box")}</b><span class="small">${t("{n} of {all} cards typed", { n: game.box.typed, all: game.box.all })}</span></${Chip}>
            <${Chip} on=${cards === "reference"} onClick=${() => setCards("reference")}><b>${t("Our list")}</b><span class="small">${game.box.reconstructed ? t("a reconstruction: your box may differ") : ""}</span></${Chip}>
          </div>`
        : html`<p class="faint">${t("Our list of cards is a reconstruction and may differ from your box.")} <a href=${to({ house: secret, p: "box", g: game.name })}>${t("Type your own box")} ›</a> ${t("Or score by counting: that needs no list.")}</p>`}`}
    <details class="more">
      <summary>${t("Edition, house rules, title, place")}</summary>
      ${game.editions.length > 1 &&
      html`<h3>${t("Edition")}</h3>
        <div class="picks">${game.editions.map((one) => html`<${Chip} key=${one.id} on=${one.id === edition} onClick=${() => setEdition(one.id)}><span>${one.name}</span>${one.about && html`<span class="about">${one.about}</span>`}</${Chip}>`)}</div>`}
      <div class="field"><label class="label" for="title">${t("Title")}</label><input id="title" type="text" maxlength="100" value=${title} onInput=${(event) => setTitle(event.target.value)} /></div>
      <div class="field"><label class="label" for="place">${t("Place")}</label><input id="place" type="text" maxlength="100" value=${where} onInput=${(event) => setWhere(event.target.value)} /></div>
      ${game.options.length > 0 && html`<h3>${t("How you read the rules")}</h3>`}
      ${game.options.map(
        (option) => html`<${Reading}
          key=${option.name}
          option=${option}
          usual=${option.defaults[edition]}
          value=${options[option.name] ?? option.defaults[edition]}
          onChange=${(value) => setOptions({ ...options, [option.name]: value })}
        />`,
      )}
    </details>
    <p class=${error ? "warning" : "hidden"} role="alert" tabindex="-1" ref=${problem}>${error}</p>
    <div class="foot"><div class="foot-in"><button type="button" class="main" onClick=${begin} disabled=${busy}>${t("Start")}</button></div></div>
  </div>`;
}

const editionOf = (game) => (game.editions.find((one) => one.id === language()) || game.editions[0])?.id || "";

// A disputed rule: how this table reads it, and one tap away the other readings.
function Reading({ option, usual, value, onChange }) {
  const [open, setOpen] = useState(false);
  const choose = (one) => {
    onChange(one);
    setOpen(false);
  };
  return html`<div>
    <button type="button" class="reading" aria-haspopup="dialog" onClick=${() => setOpen(true)}>
      <span class="grow"><b>${option.words}</b><span>${option.values.find((one) => one.value === value)?.words}</span></span>
      ${value !== usual && html`<span class="badge">${t("changed")}</span>`}<span class="faint" aria-hidden="true">›</span>
    </button>
    ${open &&
    html`<${Dialog} title=${option.words} onClose=${() => setOpen(false)}>
      <div class="modes">
        ${option.values.map((one) => html`<${Chip} key=${String(one.value)} on=${one.value === value} onClick=${() => choose(one.value)}><span>${capital(one.words)}</span>${one.value === usual && html`<span class="about">${t("the usual reading")}</span>`}</${Chip}>`)}
      </div>
    </${Dialog}>`}
  </div>`;
}

function lacking(game, players, opening, also) {
  if (!game.seats.includes(players.length)) return t("{game} is for {seats} players.", { game: game.title, seats: game.seats.join(", ") });
  const own = Object.values(also)[0] || {};
  const open = opening.find((field) => !answersAll(field, own[field.name] ?? field.value, players));
  return open ? t("Still to say: {what}", { what: open.label }) : "";
}

// What lies on the table before the first move is known to everybody; so all of it is said before it starts.
export function answersAll(field, value, players) {
  return field.kind === "pairs" ? players.every((player) => value?.[player]) : !isEmpty(value);
}

function openingOf(opening, also) {
  const own = Object.values(also)[0] || {};
  return Object.fromEntries(opening.map((field) => [field.name, own[field.name] ?? field.value]).filter(([, value]) => !isEmpty(value)));
}

function useOpening(secret, game, edition, players) {
  const [fields, setFields] = useState([]);
  useEffect(() => {
    if (!game.needs_opening || !game.seats.includes(players.length)) return setFields([]);
    let late = false;
    call(secret, "POST", "opening", { body: { game: game.name, edition, players } }).then(
      ({ told }) => late || setFields(told.fields),
      () => late || setFields([]),
    );
    return () => {
      late = true;
    };
  }, [game, edition, players.join("\n")]);
  return fields;
}

function Chip({ on, onClick, children }) {
  return html`<button type="button" class=${`pick ${on ? "on" : ""}`} aria-pressed=${on ? "true" : "false"} onClick=${onClick}>
    <span class="tick" aria-hidden="true">${on ? "✓" : ""}</span><span class="pick-words">${children}</span>
  </button>`;
}

function People({ names, players, onChange, most }) {
  const [text, setText] = useState("");
  const add = (name) => {
    const tidy = name.trim().replace(/\s+/g, " ").slice(0, 40);
    if (tidy && !players.includes(tidy) && players.length < most) onChange([...players, tidy]);
  };
  const type = (event) => {
    event.preventDefault();
    add(text);
    setText("");
  };
  const up = (at) => onChange(players.map((name, index) => (index === at - 1 ? players[at] : index === at ? players[at - 1] : name)));
  const others = names.filter((name) => !players.includes(name));
  return html`<div>
    <ol class="people">
      ${players.map(
        (name, index) => html`<li key=${name}>
          <span class="seat" aria-hidden="true">${index + 1}</span><b>${name}</b>
          <span class="grow"></span>
          ${index > 0 && html`<button type="button" class="plain" onClick=${() => up(index)} aria-label=${t("{name}: one seat earlier", { name })}>↑</button>`}
          <button type="button" class="plain" onClick=${() => onChange(players.filter((one) => one !== name))} aria-label=${t("Without {name}", { name })}>✕</button>
        </li>`,
      )}
    </ol>
    ${players.length < most &&
    html`<form class="adding" onSubmit=${type}>
        <input type="text" value=${text} maxlength="40" onInput=${(event) => setText(event.target.value)} placeholder=${t("Name")} aria-label=${t("Name of player {n}", { n: players.length + 1 })} autocomplete="off" autocapitalize="words" enterkeyhint="next" />
        <button type="submit" disabled=${!text.trim()}>${t("Add")}</button>
      </form>
      <div class="picks names" role="group" aria-label=${t("Names from before")}>
        ${others.slice(0, 24).map((name) => html`<button type="button" class="pick" key=${name} onClick=${() => add(name)}>+ ${name}</button>`)}
      </div>`}
    <p class="hidden" role="status">${players.length ? t("Playing: {names}", { names: listed(players) }) : ""}</p>
  </div>`;
}
