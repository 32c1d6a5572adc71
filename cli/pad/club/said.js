// Figures, keys and findings in the reader's words.

import { capital, language, t } from "../static/words.js";
import { GREY, ofGames } from "./measure.js";

const formats = new Map();
export function number(value, places = 0) {
  const key = `${language()} ${places}`;
  const style = { minimumFractionDigits: places, maximumFractionDigits: places };
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language(), style));
  return formats.get(key).format(value);
}

// With as many places as those beside it.
export function figure(metric, value, beside = []) {
  if (value === null || value === undefined) return "–";
  if (metric.percent) return `${number(100 * value)} %`;
  return number(value, [{ value }, ...beside].every((one) => Number.isInteger(one.value)) ? 0 : Math.abs(value) >= 1 ? 1 : 2);
}

function bounds(metric, { low, high }) {
  if (low === null || high === null) return { low: "", high: "" };
  const places = metric.percent ? 0 : Math.max(Math.abs(low), Math.abs(high)) >= 1 ? 1 : 2;
  return { low: number(metric.percent ? 100 * low : low, places), high: number(metric.percent ? 100 * high : high, places) };
}

export function between(metric, group) {
  const { low, high } = bounds(metric, group);
  return low && (group.low < 0 ? `${low} – ${high}` : `${low}–${high}`);
}

// A value of a dimension as people read it.
export function called(data, key, value, game) {
  if (value === null || value === undefined || value === "") return t("unknown");
  if (key === "card") return data.said.card[`${game}/${value}`] || value;
  if (key === "game") return data.titles[value] || value;
  if (key === "seats") return t.n("{n} player", "{n} players", Number(value));
  if (key === "seat") return t("seat {n}", { n: value });
  if (key === "round") return t("round {n}", { n: value });
  if (key === "experience") return t("game {n}", { n: value });
  if (key === "won") return value ? t("won") : t("not won");
  if (key === "rule") return data.said.rule[value] ? `${data.said.rule[value]} (${value})` : value;
  return data.said[key]?.[value] || String(value);
}

export const dimension = (data, key) => capital(key.startsWith("option.") ? key.slice(7).replaceAll("_", " ") : data.dimensions[key] || key);

// The same where no heading says of which dimension it is: an opponent is not who is spoken of.
export const inWords = (data, key, value, game) => (key === "opponent" ? t("against {who}", { who: value }) : called(data, key, value, game));

// Every finding of a measurement as a sentence with its uncertainty, the surest first.
export function findings(data, found, game) {
  const { by } = found;
  const sure = found.groups.filter((group) => group.side);
  const far = (group) => Math.abs(group.value - group.baseline) / (group.high - group.low || 1);
  const metric = found.metric.against === "table" && found.against !== "table" ? { ...found.metric, ...data.elsewhere } : found.metric;
  return sure.sort((a, b) => far(b) - far(a)).map((group) => {
    const said = sentence(metric, group, who(data, found, group, game));
    return KNOWN.has(found.against) ? said : t("{finding}, against {baseline}", { finding: said, baseline: heldAgainst(metric, group) });
  });
}

const KNOWN = new Set(["chance", "half"]); // what everybody knows by the number of players need not be said in a sentence

const heldAgainst = (metric, { baseline }) => (metric.percent ? `${number(100 * baseline)}\u00a0%` : number(baseline, 1));

// Of whom a sentence speaks: not that a year wins, but Ola (2024); whoever it is stands first.
function who(data, { by, filters }, group, game) {
  const rows = Object.entries(filters.where || {}).filter(([key]) => !ofGames(key) && !by.includes(key));
  const parts = rows.flatMap(([key, values]) => values.map((value) => [key, inWords(data, key, key === "won" ? value === "true" : value, game)]));
  parts.push(...by.map((key, at) => [key, inWords(data, key, group.keys[at], game)]));
  const keys = parts.map(([key]) => key);
  if (keys.includes("opponent") && !keys.includes("player") && !keys.includes("seat")) parts.push(["player", t("everybody")]);
  const [first, ...rest] = parts.sort(([a], [b]) => later(a) - later(b)).map(([, told]) => told);
  return rest.length ? `${first} (${rest.join(", ")})` : first;
}

// A player stands before a seat or a card, these before when and where that was.
function later(key) {
  if (key === "player") return 0;
  return ofGames(key) || ["opponent", "won", "experience", "round"].includes(key) ? 2 : 1;
}

export const sentence = (metric, group, who) => stated(metric, group, who).replaceAll(" %", "\u00a0%");

function stated(metric, group, who) {
  const said = (group.side === "below" ? metric.below : metric.above).replaceAll("{who}", who);
  const values = { said, value: figure(metric, group.value), n: number(group.n), games: number(group.games), ...bounds(metric, group) };
  if (!metric.percent) return t("{said}: {value} on average in {games} games, between {low} and {high}", values);
  return group.n === group.games ? t("{said}: {value} of {games} games, between {low} and {high} %", values) : t("{said}: {value} of {n} in {games} games, between {low} and {high} %", values);
}

// What is to be said where nothing was found.
export function silence(found) {
  if (!found.groups.length) return t("No games here.");
  if (!found.metric?.above || found.groups.every((group) => group.baseline === null)) return "";
  return found.groups.every((group) => group.games < GREY)
    ? t("Nothing can be said yet: too few games")
    : t("Nothing stands out: luck alone makes such differences");
}
