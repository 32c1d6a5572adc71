// A metric by some dimensions over the games asked for: what ledger.archive.ask gives, worked out where the page is read.

import { rated, standing, strengths } from "./ratings.js";
import { Sums, Z, believable, binomial, caution, even, student, wilson } from "./uncertainty.js";

export const FEW = 5; // a figure of fewer games is not drawn;
export const GREY = 10; // is grey, ranked last and never called a finding
const EQUALS = 10; // so many others of the same band, round and table, or the band is left out, then the round, then it is chance
const OF_GAMES = new Set(["game", "edition", "seats", "year", "month", "place", "verdict", "with"]);
const IN_ORDER = new Set(["seat", "seats", "year", "month", "round", "experience", "won", "edition"]);
const OF_ALL = new Set(["category", "round", "card"]); // in these players of one table do not differ
export const ofGames = (key) => OF_GAMES.has(key) || key.startsWith("option.");

// --- what the page holds ---------------------------------------------------------------------------------------------

const unpacked = (column) => (Array.isArray(column) ? column : column.at.map((one) => column.of[one]));
const added = (steps) => {
  let last = 0;
  return steps.map((step) => (last += step));
};

export function opened(told) {
  const columns = Object.fromEntries(Object.entries(told.games).map(([name, column]) => [name, unpacked(column)]));
  const options = new Map();
  const games = columns.game.map((game, at) => {
    const one = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[at]]));
    if (!options.has(one.options)) options.set(one.options, JSON.parse(one.options));
    const day = one.started === null ? "" : new Date(one.started * 1000).toISOString().slice(0, 10);
    return { ...one, options: options.get(one.options), at, day, month: day.slice(0, 7) || null, table: [] };
  });
  const seats = rowsOf(told.seats);
  for (const one of seats) games[one.game].table.push(one);
  for (const game of games) {
    game.people = new Set(game.table.map((one) => one.player));
    game.winners = game.table.filter((one) => one.won);
    game.curve = told.curves[game.at] ? told.curves[game.at].map(added) : [];
  }
  const metrics = new Map(told.metrics.map((one) => [one.name, { ...one, packed: one.rows, rows: null }]));
  for (const metric of metrics.values()) metric.all = () => rowsOfMetric(metric);
  return { ...told, games, seats, metrics };
}

function rowsOf(packed) {
  const names = Object.keys(packed);
  const columns = names.map((name) => (name === "game" ? added(packed.game) : unpacked(packed[name])));
  return columns[0].map((_, at) => Object.fromEntries(names.map((name, column) => [name, columns[column][at]])));
}

function rowsOfMetric(metric) {
  if (!metric.rows) metric.rows = rowsOf(metric.packed);
  return metric.rows;
}

// --- which games -----------------------------------------------------------------------------------------------------

// From 2024, 2024-05 or 2024-05-31 to its first and its last day.
export function days(text) {
  const [year, month, day] = text.split("-").map(Number);
  const last = new Date(Date.UTC(year, month || 12, 0)).getUTCDate();
  const two = (value) => String(value).padStart(2, "0");
  return [`${text.slice(0, 4)}-${two(month || 1)}-${two(day || 1)}`, `${text.slice(0, 4)}-${two(month || 12)}-${two(day || last)}`];
}

const told = (game, key) => (key.startsWith("option.") ? game.options[key.slice(7)] ?? null : game[key]);

export function chosen(data, { where = {}, since = "", until = "" }) {
  const keys = Object.entries(where).filter(([key]) => ofGames(key));
  const [from, to] = [since && days(since)[0], until && days(until)[1]];
  return data.games.filter(
    (game) =>
      keys.every(([key, wanted]) =>
        key === "with" ? wanted.some((name) => game.people.has(name)) : has(wanted, told(game, key)),
      ) &&
      (!from || (game.day && game.day >= from)) &&
      (!to || (game.day && game.day <= to)),
  );
}

const has = (wanted, value) => value !== null && value !== undefined && wanted.includes(String(value));
const ofRows = (where) => Object.entries(where).filter(([key]) => !ofGames(key));

// --- asking ----------------------------------------------------------------------------------------------------------

export function measure(data, name, by, filters = {}, { adjust = "", least = 1 } = {}) {
  const where = filters.where || {};
  const games = chosen(data, filters);
  const finished = games.filter((game) => game.final).length;
  if (name === "rating") return { by: ["player"], filters, games: finished, groups: ratings(games, where), left: 0, least };
  const metric = data.metrics.get(name);
  const summed = (metric.kind === "count" ? counted : averaged)(metric, by, where, games, adjust);
  const groups = ordered(by, judged(metric, by, where, summed));
  const kept = groups.filter((group) => group.games >= least);
  return { metric, by, filters, games: finished, groups: kept, left: groups.length - kept.length, least };
}

// Tables of finished games for the ratings.
export const tablesOf = (games) =>
  games.filter((game) => game.final && game.table.length).map((game) => ({ game: game.at, seats: game.table }));

function ratings(games, where) {
  return standing(rated(tablesOf(games)))
    .filter((one) => !where.player || where.player.includes(one.player))
    .map((one) => ({
      keys: [one.player], n: one.games, games: one.games, total: one.skill * one.games, value: one.skill,
      low: one.skill - Z * one.doubt, high: one.skill + Z * one.doubt, baseline: null, supported: null, p: null, side: "",
      few: one.games < GREY,
    }));
}

// Rows with their keys, one for each opponent where opponents are told apart.
function* picked(metric, rows, by, where, byNumber, own = metric.own) {
  const keys = ofRows(where);
  const apart = !own.includes("opponent") && [...by, ...keys.map(([key]) => key)].includes("opponent");
  for (const row of rows) {
    const game = byNumber.get(row.game);
    if (!game) continue;
    const seat = row.seat === null || row.seat === undefined ? null : game.table.find((one) => one.seat === row.seat);
    const others = apart ? game.table.filter((one) => one.seat !== row.seat) : [null];
    for (const other of apart && row.seat === null ? [] : others) {
      const value = (key) => {
        if (own.includes(key)) return row[key];
        if (ofGames(key)) return told(game, key) ?? null;
        if (key === "opponent") return other.player;
        return (key === "seat" ? row.seat : seat?.[key]) ?? null;
      };
      if (keys.every(([key, wanted]) => has(wanted, value(key)))) yield { row, game, keys: by.map(value) };
    }
  }
}

const numbered = (games) => new Map(games.map((game) => [game.at, game]));

function into(groups, keys, make) {
  const id = JSON.stringify(keys);
  if (!groups.has(id)) groups.set(id, make());
  return groups.get(id);
}

function averaged(metric, by, where, games, adjust) {
  const byNumber = numbered(games);
  const baseline = baselines(metric, games, byNumber, adjust);
  const groups = new Map();
  for (const { row, game, keys } of picked(metric, rowsOfMetric(metric), by, where, byNumber)) {
    const group = into(groups, keys, () => ({ keys, logs: new Map() }));
    if (!group.logs.has(game.at)) group.logs.set(game.at, [0, 0, 0, 0]);
    const log = group.logs.get(game.at);
    const against = baseline(row, game);
    log[0] += 1;
    log[1] += row.value;
    log[2] += against ?? row.value;
    log[3] += against === null ? 0 : 1;
  }
  return [...groups.values()].map(({ keys, logs }) => addedUp(keys, [...logs.values()]));
}

function addedUp(keys, logs) {
  const s = { n: 0, y: 0, yy: 0, yk: 0, kk: 0, b: 0, seen: 0, d: 0, dd: 0, dk: 0 };
  for (const [k, value, against, known] of logs) {
    s.n += k;
    s.y += value;
    s.yy += value * value;
    s.yk += value * k;
    s.kk += k * k;
    s.b += against;
    s.seen += known;
    s.d += value - against;
    s.dd += (value - against) ** 2;
    s.dk += (value - against) * k;
  }
  return {
    keys, rows: new Sums(s.n, logs.length, s.y, s.yy, s.yk, s.kk), baseline: s.seen > 0 ? s.b / s.n : null,
    over: new Sums(s.n, logs.length, s.d, s.dd, s.dk, s.kk),
  };
}

// What each row is held against: its own, what an equal would have won, or what equals have won.
function baselines(metric, games, byNumber, adjust) {
  if (metric.against === "equals") return equals(metric, games, byNumber);
  if (!adjust) return (row) => row.baseline ?? null;
  const chance = new Map(strengths(tablesOf(games)).map((one) => [`${one.game}/${one.seat}`, one.chance]));
  return (row, game) => {
    const one = chance.get(`${row.game}/${row.seat}`);
    return one === undefined ? null : row.baseline * game.seats * one;
  };
}

function equals(metric, games, byNumber) {
  const strong = strengths(tablesOf(games)).sort(
    (a, b) => a.ahead - b.ahead || byNumber.get(a.game).order - byNumber.get(b.game).order || a.seat - b.seat,
  );
  const bands = new Map(strong.map((one, at) => [`${one.game}/${one.seat}`, tile(at, strong.length)]));
  const sums = new Map();
  const places = (row) => {
    const game = byNumber.get(row.game);
    const band = bands.get(`${row.game}/${row.seat}`) ?? 2;
    return [`${game.seats} ${band} ${row.round}`, `${game.seats}  ${row.round}`, `${game.seats}`];
  };
  for (const row of rowsOfMetric(metric)) {
    if (!byNumber.has(row.game)) continue;
    for (const place of places(row).flatMap((one) => [one, `${one} of ${row.card}`])) {
      const sum = sums.get(place) || [0, 0];
      sums.set(place, [sum[0] + row.value, sum[1] + 1]);
    }
  }
  return (row, game) => {
    for (const place of places(row)) {
      const [[y, n], [own, k]] = [sums.get(place), sums.get(`${place} of ${row.card}`)];
      if (n - k >= EQUALS) return (y - own) / (n - k);
    }
    return game.winners.length / game.seats;
  };
}

// Which of three parts, as even as can be, the larger ones first.
function tile(at, n) {
  const [size, rest] = [Math.floor(n / 3), n % 3];
  const large = rest * (size + 1);
  return at < large ? Math.floor(at / (size + 1)) + 1 : rest + Math.floor((at - large) / size) + 1;
}

// A count is held against everybody who could have done it, those who did nothing among them.
function counted(metric, by, where, games) {
  const byNumber = numbered(games);
  const shared = by.map((key, at) => [key, at]).filter(([key]) => !metric.own.includes(key));
  const rest = Object.fromEntries(Object.entries(where).filter(([key]) => ofGames(key) || !metric.own.includes(key)));
  const keys = shared.map(([key]) => key);
  const ofPlayers = metric.per === "player" || [...keys, ...ofRows(rest).map(([key]) => key)].some((key) => !ofGames(key));
  const able = games.filter((game) => metric.per !== "player" || game.final);
  const source = able.flatMap((game) => (ofPlayers ? game.table.map((one) => ({ game: game.at, seat: one.seat })) : [{ game: game.at, seat: null }]));
  const each = new Map();
  const whole = new Map();
  for (const one of picked(metric, source, keys, rest, byNumber, [])) {
    into(each, [one.keys, one.game.at], () => ({ k: 0, keys: one.keys })).k += 1;
  }
  for (const { k, keys: own } of each.values()) {
    const sum = into(whole, own, () => ({ keys: own, n: 0, games: 0, kk: 0, found: new Map() }));
    sum.n += k;
    sum.games += 1;
    sum.kk += k * k;
  }
  const counts = new Map();
  for (const one of picked(metric, rowsOfMetric(metric), by, where, byNumber)) {
    into(counts, [one.keys, one.game.at], () => ({ keys: one.keys, game: one.game.at, y: 0 })).y += one.row.value;
  }
  for (const { keys: all, game, y } of counts.values()) {
    const own = shared.map(([, at]) => all[at]);
    const log = each.get(JSON.stringify([own, game]));
    if (!log) continue;
    const sum = into(whole.get(JSON.stringify(own)).found, all, () => ({ keys: all, y: 0, yy: 0, yk: 0 }));
    sum.y += y;
    sum.yy += y * y;
    sum.yk += y * log.k;
  }
  const nothing = new Sums(0, 0, 0, 0, 0, 0);
  return [...whole.values()].flatMap((one) => {
    const groups = [...one.found.values()];
    if (!groups.length && shared.length === by.length) groups.push({ keys: one.keys, y: 0, yy: 0, yk: 0 });
    return groups.map(({ keys: all, y, yy, yk }) => ({
      keys: all, rows: new Sums(one.n, one.games, y, yy, yk, one.kk), baseline: null, over: nothing,
    }));
  });
}

// --- how sure --------------------------------------------------------------------------------------------------------

export const ofPlayers = (by, where) => [...by, ...ofRows(where).map(([key]) => key)].some((key) => !ofGames(key) && !OF_ALL.has(key));

function judged(metric, by, where, summed) {
  const against = metric.against === "others" || (metric.against === "table" && !ofPlayers(by, where));
  const total = (name) => summed.reduce((sum, one) => sum + one.rows[name], 0);
  const whole = new Sums(...["n", "games", "y", "yy", "yk", "kk"].map(total));
  const groups = summed.map((one) => grouped(metric, one, against && summed.length > 1 ? whole.without(one.rows) : null));
  const weight = caution(groups.map((group, at) => difference(metric, group, summed[at])));
  return within(groups.map((group) => supported(group, weight)), believable(groups.map(tested)));
}

const tested = (group) => (group.games >= GREY ? group.p : null);

// Figures marked that luck does not explain, where a test may be believed up to a limit.
function within(groups, limit) {
  return groups.map((group) => {
    const far = group.baseline === null ? 0 : group.value - group.baseline;
    const sure = tested(group) !== null && limit > 0 && group.p <= limit && far;
    const side = sure ? (far > 0 ? "above" : "below") : "";
    return { ...group, side, few: group.games < GREY };
  });
}

// Measurements that are read at once: what stands out must do so among all of them.
export function together(...many) {
  const limit = believable(many.flatMap((found) => found.groups.map(tested)));
  return many.map((found) => ({ ...found, groups: within(found.groups, limit) }));
}

// A measurement that is only looked at: nothing in it is a finding.
export const untested = (found) => ({ ...found, groups: within(found.groups, 0) });

function grouped(metric, one, others) {
  const { rows } = one;
  const baseline = others === null ? one.baseline : others.n ? others.mean : null;
  const [low, high] = interval(metric, rows);
  const p = metric.above && baseline !== null ? unlikely(metric, one, others) : null;
  return { keys: one.keys, n: rows.n, games: rows.games, total: rows.y, value: rows.mean, low, high, baseline, supported: null, p, side: "" };
}

function interval(metric, rows) {
  if (metric.kind === "rate") return wilson(rows.mean, rows.worth());
  const bounds = rows.interval();
  if (!bounds) return [null, null];
  return [metric.kind === "count" ? Math.max(0, bounds[0]) : bounds[0], bounds[1]];
}

function unlikely(metric, one, others) {
  const { rows } = one;
  if (others !== null) {
    return Math.min(rows.games, others.games) >= GREY && others.n ? two(rows, others, metric.kind === "rate") : null;
  }
  if (metric.kind !== "rate" || one.baseline === null) return rows.games >= GREY ? single(one.over) : null;
  if (rows.n === rows.games) return binomial(rows.y, rows.n, one.baseline);
  const worth = even(rows.worth());
  return rows.games >= GREY ? Math.max(single(one.over), binomial(rows.mean * worth, worth, one.baseline)) : null;
}

function single(over) {
  if (over.variance <= 1e-12) return Math.abs(over.mean) < 1e-9 ? 1 : 0;
  return student(over.mean / Math.sqrt(over.variance), over.games - 1);
}

function two(rows, others, rate) {
  let variance = rows.variance + others.variance;
  if (rate) {
    const both = (rows.y + others.y) / (rows.n + others.n);
    variance = Math.max(variance, both * (1 - both) * (1 / rows.n + 1 / others.n));
  }
  const far = rows.mean - others.mean;
  if (variance <= 1e-12) return Math.abs(far) < 1e-9 ? 1 : 0;
  return student(far / Math.sqrt(variance), rows.games - 1);
}

function difference(metric, group, one) {
  if (group.baseline === null) return [0, 0, 0];
  const rate = metric.kind === "rate";
  const spread = rate ? group.baseline * (1 - group.baseline) : group.games >= GREY ? one.over.variance * group.games : 0;
  return [group.value - group.baseline, group.games, spread];
}

function supported(group, weight) {
  if (group.baseline === null) return group;
  return { ...group, supported: ((group.value - group.baseline) * group.games) / (group.games + weight) };
}

// In their own order where they have one; else by what the data support, those with few games last.
function ordered(by, groups) {
  const natural = by.every((key) => IN_ORDER.has(key));
  return groups.sort((a, b) => (natural ? 0 : (a.games < GREY) - (b.games < GREY) || worth(b) - worth(a) || b.n - a.n) || inOrder(a.keys, b.keys));
}

const worth = (group) => Math.round((group.supported === null ? group.value : group.supported) * 1e12) / 1e12;

function inOrder(a, b) {
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [place(a[at]), place(b[at])];
    if (one[0] !== other[0]) return one[0] - other[0];
    if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1;
  }
  return 0;
}

const STEPS = ["1", "2–4", "5–9", "10–19", "20–49", "50+"];
function place(key) {
  if (key === null) return [2, 0];
  if (STEPS.includes(key)) return [0, STEPS.indexOf(key)];
  return typeof key === "string" ? [1, key] : [0, Number(key)];
}
