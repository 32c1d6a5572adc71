// How strong players are, game by game (Plackett-Luce, as openskill has it), as ledger/metrics/ratings.py asks for it.

const BETA_SQUARED = (25 / 6) ** 2; // what luck does to one game
const TAU_SQUARED = (25 / 300) ** 2; // and what time does to what is known of somebody
const KAPPA = 0.0001;

const rounded = (value) => Math.round(value * 1000) / 1000;

// Tables are { game, seats: [{ player, rank, seat }] }, in the order of play. Every player after each of their games.
export const rated = (tables) => [...after(tables)];

function* after(tables) {
  const known = new Map();
  for (const table of tables) {
    const names = table.seats.map((one) => one.player);
    if (names.length < 2 || new Set(names).size < names.length) continue;
    const before = names.map((name) => known.get(name) || { mu: 25, sigma: 25 / 3, games: 0 });
    played(before, table.seats.map((one) => one.rank)).forEach((one, at) => {
      const now = { ...one, games: before[at].games + 1 };
      known.set(names[at], now);
    });
    for (const name of names) {
      const { mu, sigma, games } = known.get(name);
      const cautious = rounded(mu - 3 * sigma);
      yield { player: name, game: table.game, games, skill: rounded(mu), doubt: rounded(sigma), cautious };
    }
  }
}

export function standing(course) {
  const latest = new Map();
  for (const one of course) latest.set(one.player, one);
  return [...latest.values()].sort((a, b) => b.cautious - a.cautious || (a.player < b.player ? -1 : 1));
}

// Weng and Lin, algorithm 4; of those who end level each counts for its part.
function played(before, ranks) {
  const teams = before.map(({ mu, sigma }, at) => ({ mu, squared: sigma * sigma + TAU_SQUARED, rank: ranks[at], at }));
  teams.sort((a, b) => a.rank - b.rank || a.at - b.at);
  const c = Math.sqrt(teams.reduce((total, one) => total + one.squared + BETA_SQUARED, 0));
  const sums = teams.map((q) => teams.reduce((total, i) => total + (i.rank >= q.rank ? Math.exp(i.mu / c) : 0), 0));
  const level = teams.map((q) => teams.filter((one) => one.rank === q.rank).length);
  const found = [];
  teams.forEach((one, i) => {
    let [omega, delta] = [0, 0];
    teams.forEach((other, q) => {
      if (other.rank > one.rank) return;
      const part = Math.exp(one.mu / c) / sums[q];
      delta += (part * (1 - part)) / level[q];
      omega += (q === i ? 1 - part : -part) / level[q];
    });
    omega *= one.squared / c;
    delta *= (one.squared / c ** 2) * (Math.sqrt(one.squared) / c);
    found[one.at] = { mu: one.mu + omega, sigma: Math.sqrt(one.squared) * Math.sqrt(Math.max(1 - delta, KAPPA)) };
  });
  return found;
}

// Every seat of every game, by the ratings as they stand after the latest of them.
export function strengths(latest, tables) {
  const now = new Map(standing(rated(latest)).map((one) => [one.player, one]));
  let [all, games] = [0, 0];
  for (const one of now.values()) {
    all += one.skill * one.games;
    games += one.games;
  }
  const average = all / Math.max(1, games);
  const found = [];
  for (const { game, seats } of tables) {
    if (seats.length < 2) continue;
    const known = seats.map((one) => now.get(one.player) || { skill: 25, doubt: 25 / 3 });
    const skills = known.map((one) => one.skill);
    const spread = Math.sqrt(known.reduce((total, one) => total + one.doubt ** 2 + BETA_SQUARED, 0));
    const powers = skills.map((skill) => Math.exp((skill - average) / spread));
    const [summed, whole] = [skills, powers].map((values) => values.reduce((total, one) => total + one, 0));
    seats.forEach(({ seat }, at) => {
      const ahead = Math.round(1e9 * (skills[at] - (summed - skills[at]) / (seats.length - 1))) / 1e9;
      found.push({ game, seat, ahead, chance: 1 / (1 + whole - powers[at]) });
    });
  }
  return found;
}
