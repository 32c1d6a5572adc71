// How sure a figure is, as ledger/metrics/uncertainty.py has it: a test in the browser holds the two against each other.

export const Z = 1.96; // 95 %, as every interval here
const ALARM = 0.05; // of all that is called a finding in one answer, so much may be luck
const TINY = 1e-9; // by so much a half may be missed that was worked out from a rate
const CAUTION = [20, 1000]; // games at the baseline that are laid to everybody's own: at least and at most

export function wilson(rate, n) {
  if (n <= 0) return [0, 1];
  const middle = (rate + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const half = (Z / (1 + (Z * Z) / n)) * Math.sqrt(Math.max(0, rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

export function binomial(wins, n, chance) {
  if (n <= 0 || !(chance > 0 && chance < 1)) return 1;
  const whole = wins > n * chance ? Math.ceil(wins - 0.5 - TINY) : Math.floor(wins + 0.5 + TINY); // half a win goes to chance
  const above = whole > 0 ? incompleteBeta(whole, n - whole + 1, chance) : 1;
  const below = whole < n ? 1 - incompleteBeta(whole + 1, n - whole, chance) : 1;
  return Math.min(1, 2 * Math.min(above, below));
}

// A half goes to the even side, as Python rounds.
export const even = (value) => {
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2) : Math.round(value);
};

export function student(t, freedom) {
  if (freedom <= 0) return 1;
  return Number.isFinite(t * t) ? incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t)) : 0;
}

const within = new Map();
export function t95(freedom) {
  if (!within.has(freedom)) {
    let [low, high] = [1, 13];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (student(middle, freedom) > 0.05) low = middle;
      else high = middle;
    }
    within.set(freedom, low);
  }
  return within.get(freedom);
}

function incompleteBeta(a, b, x) {
  if (x <= 0 || x >= 1) return x >= 1 ? 1 : 0;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let [c, d] = [1, 1 / apart(1 - ((a + b) * x) / (a + 1))];
  let whole = d;
  for (let m = 1; m < 400; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / apart(1 + term * d);
      c = apart(1 + term / c);
      whole *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-13) break;
  }
  return Math.min(1, front * whole);
}

const apart = (value) => (Math.abs(value) > 1e-300 ? value : 1e-300);

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x) {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const t = z + 7.5;
  const sum = LANCZOS.slice(1).reduce((total, one, at) => total + one / (z + at + 1), LANCZOS[0]);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

// Up to which chance one of many tests may be believed (Benjamini and Hochberg): the more, the more each must show.
export function believable(chances) {
  const tested = chances.filter((one) => one !== null).sort((a, b) => a - b);
  return Math.max(0, ...tested.filter((one, at) => one <= (ALARM * (at + 1)) / tested.length));
}

// How many games at the baseline are laid to everybody's own before they are ranked.
export function caution(differences) {
  const many = differences.filter(([, n, spread]) => n > 0 && spread > 0);
  if (many.length < 3) return CAUTION[0];
  const weights = many.map(([, n, spread]) => n / spread);
  const sum = (values) => values.reduce((total, one) => total + one, 0);
  const whole = sum(weights);
  const middle = sum(many.map(([difference], at) => weights[at] * difference)) / whole;
  const surplus = sum(many.map(([difference], at) => weights[at] * (difference - middle) ** 2)) - (many.length - 1);
  const room = whole - sum(weights.map((one) => one * one)) / whole;
  const real = room > 0 ? surplus / room : 0;
  const single = sum(many.map(([, , spread]) => spread)) / many.length;
  return real > 0 ? Math.min(CAUTION[1], Math.max(CAUTION[0], single / real)) : CAUTION[1];
}

// What is added up about a group: rows, games, and sums over games, so that rows of one game count as one draw.
export class Sums {
  constructor(n, games, y, yy, yk, kk) {
    Object.assign(this, { n, games, y, yy, yk, kk });
  }

  get mean() {
    return this.y / this.n;
  }

  get variance() {
    if (this.games < 2) return Infinity;
    const { mean } = this;
    const far = this.yy - 2 * mean * this.yk + mean * mean * this.kk;
    return ((Math.max(0, far) / (this.n * this.n)) * this.games) / (this.games - 1);
  }

  interval() {
    if (this.games < 2) return null;
    const half = t95(Math.min(this.games - 1, 200)) * Math.sqrt(this.variance);
    return [this.mean - half, this.mean + half];
  }

  // So many independent rows would tell as much about a rate.
  worth() {
    if (this.n === this.games) return this.n;
    const { mean, variance } = this;
    const own = variance > 0 && variance < Infinity ? (mean * (1 - mean)) / variance : this.games; // all alike: no more than the games
    return Math.min(this.n, Math.max(this.games, own));
  }
}

// A group against everybody else, at tables of each size by itself; what each game adds to both sides counts at once.
export function contrast(parts, rate) {
  const n = parts.reduce((total, { own }) => total + own.n, 0);
  let [baseline, variance, least, games, known] = [0, 0, 0, 0, 0];
  for (const { own, all, yY, yK, kY, kK, alone } of parts) {
    const others = all.n - own.n;
    if (!others) {
      baseline += own.y / n;
      continue;
    }
    const [mean, share] = [all.mean, own.n / n];
    baseline += (share * (all.y - own.y)) / others;
    const [near, off] = [1 / n + share / others, share / others];
    const square = ({ yy, yk, kk }) => yy - 2 * mean * yk + mean * mean * kk;
    const both = yY - mean * (yK + kY) + mean * mean * kK;
    variance += near * near * square(own) - 2 * near * off * both + off * off * square(all);
    least += rate ? mean * (1 - mean) * (share / n + (share * share) / others) : 0;
    games += all.games - alone;
    known += all.games;
  }
  if (!known) return { baseline: null, variance: Infinity, games: 0 };
  return { baseline, variance: Math.max(0, (variance * known) / Math.max(1, known - 1), least), games };
}
