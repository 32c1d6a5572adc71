// A metric by some dimensions over the games asked for: what ledger.archive.ask gives, worked out where the page is read.

import { rated, standing, strengths } from "./ratings.js";
import { Sums, Z, believable, binomial, caution, contrast, even, student, wilson } from "./uncertainty.js";

export const FEW = 5; // a figure of fewer games is not drawn;
export const GREY = 10; // is grey, ranked last and never called a finding
const NEVER = 3.69; // what was never seen is seen so often at most in as many (Poisson, 95 %)
const EQUALS = 10; // so many others of the same band, round and table, or the band is left out, then the round, then it is chance
const OF_GAMES = new Set(["game", "edition", "seats", "year", "month", "place", "verdict", "with"]);
const IN_ORDER = new Set(["seat", "seats", "year", "month", "round", "experience", "won", "edition"]);
const PEOPLE = new Set(["player", "opponent"]);
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
  const rows = Object.fromEntries(told.metrics.map((one) => [one.name, one.rows]));
  for (const columns of Object.values(rows)) {
    for (const [name, column] of Object.entries(columns)) if (column.as) columns[name] = rows[column.as[0]][column.as[1]];
  }
  const metrics = new Map(told.metrics.map((one) => [one.name, { ...one, packed: rows[one.over || one.name], rows: null }]));
  for (const metric of metrics.values()) metric.all = () => rowsOfMetric(metric);
  return { ...told, games, seats, metrics };
}

function rowsOf(packed) {
  const names = Object.keys(packed);
  const columns = names.map((name) => (name === "game" ? added(packed.game) : unpacked(packed[name])));
  return columns[0].map((_, at) => Object.fromEntries(names.map((name, column) => [name, columns[column][at]])));
}

function rowsOfMetric(metric) {
  if (!metric.rows) metric.rows = metric.against === "table" ? atTables(metric, rowsOf(metric.packed)) : rowsOf(metric.packed);
  return metric.rows;
}

// Each row with what the others at its table have, of the same kind.
function atTables(metric, rows) {
  const tables = new Map();
  const place = (row) => [row.game, ...metric.own.map((key) => row[key])].join("/");
  for (const row of rows) {
    const sum = tables.get(place(row)) || [0, 0];
    tables.set(place(row), [sum[0] + row.value, sum[1] + 1]);
  }
  for (const row of rows) {
    const [sum, n] = tables.get(place(row));
    row.baseline = n > 1 ? (sum - row.value) / (n - 1) : null;
  }
  return rows;
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
  if (name === "rating") return { by: ["player"], filters, games: finished, groups: ratings(data, games, where), left: 0, least };
  const metric = data.metrics.get(name);
  by = toldBy(metric, by, where);
  const others = againstOthers(metric, by, where);
  const wide = Object.fromEntries(Object.entries(where).filter(([key]) => ofGames(key) || !by.includes(key)));
  const summed = (metric.kind === "count" ? counted : others ? besides : averaged)(data, metric, by, wide, games, adjust);
  const every = judged(metric, summed);
  const asked = ({ keys }) => by.every((key, at) => ofGames(key) || !where[key] || where[key].includes(String(keys[at])));
  const groups = ordered(by, every.filter(asked)); // judged among all, then chosen
  const kept = groups.filter((group) => group.games >= least);
  const against = !others ? metric.against : atEqualSize(metric, by) ? "size" : "others";
  return { metric, by, filters, against, games: finished, groups: kept, tests: every.map(tested), left: groups.length - kept.length, least };
}

// A mean of a sheet's categories is nobody's points: such dimensions are told apart, asked or not.
const toldBy = (metric, by, where) => [...new Set([...by, ...metric.apart.filter((key) => where[key]?.length !== 1)])];

// Whether figures are held against everybody else's, and not each row against its own table or chance.
const againstOthers = (metric, by, where) => metric.against === "others" || (metric.against === "table" && !ofPlayers(by, where));

// Whether others are those at tables as large; where sizes themselves are told apart, they cannot be.
const atEqualSize = (metric, by) => by.some((key) => key !== "seats" && !metric.apart.includes(key));

// Tables of finished games, as many of the latest as say how strong everybody is.
export const latest = (data, games) => tablesOf(games.filter((game) => game.final).slice(-data.rated));
const tablesOf = (games) => games.filter((game) => game.final && game.table.length).map((game) => ({ game: game.at, seats: game.table }));

function ratings(data, games, where) {
  return standing(rated(latest(data, games)))
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

function averaged(data, metric, by, where, games, adjust) {
  const byNumber = numbered(games);
  const baseline = baselines(data, metric, games, byNumber, adjust);
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

// Each group at tables of each size, and all that it is a part of there, game by game.
function besides(data, metric, by, where, games) {
  const byNumber = numbered(games);
  const sized = atEqualSize(metric, by);
  const [own, all] = [new Map(), new Map()];
  const add = (logs, game, k, y) => {
    const log = logs.get(game) || [0, 0];
    logs.set(game, [log[0] + k, log[1] + y]);
  };
  for (const { row, game, keys } of picked(metric, rowsOfMetric(metric), by, where, byNumber)) {
    const size = sized ? game.seats : 0;
    const like = [keys.filter((_, at) => metric.apart.includes(by[at])), size];
    add(into(own, [keys, size], () => ({ keys, like, logs: new Map() })).logs, game.at, 1, row.value);
    add(into(all, like, () => new Map()), game.at, 1, row.value);
  }
  const groups = new Map();
  for (const { keys, like, logs } of own.values()) {
    const whole = all.get(JSON.stringify(like));
    const own = addedUp(keys, [...logs.values()].map(([k, y]) => [k, y, y, 0])).rows;
    const part = { own, all: addedUp(keys, [...whole.values()].map(([k, y]) => [k, y, y, 0])).rows, yY: 0, yK: 0, kY: 0, kK: 0, alone: 0 };
    for (const [game, [k, y]] of logs) {
      const [K, Y] = whole.get(game);
      part.yY += y * Y;
      part.yK += y * K;
      part.kY += k * Y;
      part.kK += k * K;
      part.alone += k === K ? 1 : 0;
    }
    into(groups, keys, () => ({ keys, beside: [] })).beside.push(part);
  }
  const nothing = new Sums(0, 0, 0, 0, 0, 0);
  return [...groups.values()].map(({ keys, beside }) => {
    const total = (name) => beside.reduce((sum, one) => sum + one.own[name], 0);
    return { keys, rows: new Sums(...["n", "games", "y", "yy", "yk", "kk"].map(total)), baseline: null, over: nothing, beside };
  });
}

// What each row is held against: its own, what an equal would have won, or what equals have won.
function baselines(data, metric, games, byNumber, adjust) {
  if (metric.against === "equals") return equals(data, metric, games, byNumber);
  if (!adjust) return (row) => row.baseline ?? null;
  const chance = new Map(strengths(latest(data, games), tablesOf(games)).map((one) => [`${one.game}/${one.seat}`, one.chance]));
  return (row, game) => {
    const one = chance.get(`${row.game}/${row.seat}`);
    return one === undefined ? null : row.baseline * game.seats * one;
  };
}

function equals(data, metric, games, byNumber) {
  const strong = strengths(latest(data, games), tablesOf(games)).sort(
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
function counted(data, metric, by, where, games) {
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

const ofMeans = (metric) => metric.kind !== "rate" && !metric.over;

function judged(metric, summed) {
  const groups = summed.map((one) => grouped(metric, one, usual(summed)));
  const weight = caution(groups.map((group) => difference(metric, group)));
  const told = within(groups.map(({ variance, ...group }) => supported(group, weight)), believable(groups.map(tested)));
  return metric.over ? told.map(over) : told;
}

// What a game varies by around its group's own mean, over all groups: a small one may vary by less by luck.
function usual(summed) {
  const known = summed.map((one) => one.over).filter((one) => one.games > 1);
  const games = known.reduce((sum, one) => sum + one.games - 1, 0);
  return games ? known.reduce((sum, one) => sum + one.variance * one.games * (one.games - 1), 0) / games : 0;
}

// By how much a figure is over what it is held against, in hundredths.
function over(group) {
  const by = group.baseline;
  if (by === null) return group;
  const far = (value) => (value === null ? null : 100 * (value - by));
  const [low, high] = [far(group.low), far(group.high)];
  return { ...group, total: 100 * (group.total - by * group.n), value: far(group.value), low, high, baseline: 0, supported: 100 * group.supported };
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

// Measurements that are read at once: what stands out must do so in its own and among all of them.
export function together(...many) {
  const limit = believable(many.flatMap((found) => found.tests));
  return many.map((found) => ({ ...found, groups: within(found.groups, Math.min(limit, believable(found.tests))) }));
}

// A measurement that is only looked at: nothing in it is a finding.
// Of measurements of all players, or all cards, what is about one: it must stand out among all that is so told of anybody.
export function about(data, found, ...keys) {
  const own = (game) => keys.every((key, at) => (PEOPLE.has(found.by[at]) ? game.people.has(key) : !ofGames(found.by[at]) || String(told(game, found.by[at])) === key));
  const games = chosen(data, found.filters).filter((game) => game.final && own(game)).length;
  const groups = found.groups.filter((group) => keys.every((key, at) => String(group.keys[at]) === key));
  if (found.by.length === keys.length) return { ...found, games, groups };
  const [named, by] = [found.by.slice(0, keys.length), found.by.slice(keys.length)];
  const where = { ...found.filters.where, ...Object.fromEntries(named.map((name, at) => [name, [keys[at]]])) };
  const rest = groups.map((group) => ({ ...group, keys: group.keys.slice(keys.length) }));
  return { ...found, by, games, filters: { ...found.filters, where }, groups: ordered(by, rest) };
}

// What is asked again and again while somebody goes from player to player: the lists, and what lies behind them.
const asked = new Map();
export function allOf(data, filters, questions) {
  const id = JSON.stringify([filters, questions]);
  if (!asked.has(id)) {
    if (asked.size > 1) asked.clear();
    asked.set(id, together(...questions.map(([name, by]) => measure(data, name, by, filters))));
  }
  return asked.get(id);
}

export const untested = (found) => ({ ...found, groups: within(found.groups, 0) });

function grouped(metric, one, usual) {
  const { rows } = one;
  const compared = one.beside && contrast(one.beside, !ofMeans(metric));
  const baseline = compared ? compared.baseline : one.baseline;
  const variance = compared ? compared.variance : Math.max(one.over.variance, usual / Math.max(1, rows.games));
  const [low, high] = interval(metric, rows);
  const p = !metric.above || baseline === null ? null : compared ? others(rows, compared) : unlikely(metric, one, variance);
  return { variance, keys: one.keys, n: rows.n, games: rows.games, total: rows.y, value: rows.mean, low, high, baseline, supported: null, p, side: "" };
}

function interval(metric, rows) {
  if (!ofMeans(metric)) return wilson(rows.mean, rows.worth());
  const bounds = rows.interval();
  if (!bounds) return [null, null];
  if (metric.kind !== "count") return bounds;
  return [Math.max(0, bounds[0]), rows.y ? bounds[1] : NEVER / rows.n];
}

function others(rows, compared) {
  const games = Math.min(rows.games, compared.games);
  return games < GREY ? null : chanceOf(rows.mean - compared.baseline, compared.variance, games - 1);
}

function unlikely(metric, one, variance) {
  const { rows } = one;
  if (ofMeans(metric) || one.baseline === null) return rows.games >= GREY ? chanceOf(one.over.mean, variance, rows.games - 1) : null;
  if (rows.n === rows.games) return binomial(rows.y, rows.n, one.baseline);
  if (rows.games < GREY) return null;
  const worth = even(rows.worth());
  return Math.max(chanceOf(one.over.mean, variance, rows.games - 1), binomial(rows.mean * worth, worth, one.baseline));
}

// What never varies proves nothing: there may be too few to have seen it vary.
const chanceOf = (far, variance, freedom) => (variance > 1e-12 ? student(far / Math.sqrt(variance), freedom) : 1);

function difference(metric, group) {
  if (group.baseline === null) return [0, 0, 0];
  const spread = !ofMeans(metric) ? group.baseline * (1 - group.baseline) : group.games >= GREY ? group.variance * group.games : 0;
  return [group.value - group.baseline, group.games, spread];
}

function supported(group, weight) {
  if (group.baseline === null) return group;
  return { ...group, supported: ((group.value - group.baseline) * group.games) / (group.games + weight) };
}

// In their own order where they have one; else by what the data support, those with few games last.
export const isRanked = (by) => !by.every((key) => IN_ORDER.has(key));

function ordered(by, groups) {
  const natural = !isRanked(by);
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
