// One table as this phone has it: the last state seen, what waits to be sent, and what there is to say about it.

import { call, listen, Refused } from "./api.js";
import { freshId, recall, remember } from "./memory.js";
import { unsaid } from "./parts/sheet.js";
import * as kept from "./queue.js";
import { Rows } from "./rows.js";
import { language, t } from "./words.js";

const LONGEST = 15000;
const OUTSIDE = new Set(["id", "by", "n", "ts"]); // what does not make two entries different

export class Session {
  constructor(name, key) {
    Object.assign(this, { name, key, state: null, waiting: [], live: null, refused: "", trouble: "", findings: [], notices: [] });
    this.preview = null; // the sheet as it would be with what is being filled in
    this.ours = {}; // which events this phone wrote, and under what id: only their writer knows it
    this.watchers = new Set();
    this.typed = new Rows(this);
    this.wrote = new Set(); // the ids of what this page has written
    this.unkept = new Set(); // tapped, but not yet on the phone's disk: nothing is sent before that
    this.pause = 500;
    this.reached = -1; // what we wrote last, which the state may not show yet
    this.unjudged = null; // the events of it: what there is to say about them comes with a state that has them
    this.landed = []; // what was written up to there
    this.known = null; // how far the log is known to whoever taps here
    this.newest = null; // the furthest that this phone has seen of the log: {n, head},
    this.unproven = null; // and what it had seen before that, while the server could not be asked about it
    this.apart = null; // that, where the server's log does not go on from there
    this.sure = false; // the server's log was compared with it since we are connected
    this.seat = ""; // the player this phone speaks for
    this.rows = []; // rows of the score sheet that somebody has begun
    this.rowsAt = 0; // what the server last said of them
    this.wake = () => this.hurry();
    this.lost = () => this.doubt();
  }

  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  // True while what is shown is older than what was tapped: a second tap would say the same thing twice.
  get behind() {
    return this.live === true && (this.state.n < this.reached || this.waiting.some((item) => !item.rivals && !item.refused));
  }

  // A player puts right only what this phone wrote.
  mayAmend(n) {
    return this.state.role === "scribe" || (this.state.role === "player" && n in this.ours);
  }

  awaits(entry) {
    return [...this.landed, ...this.waiting].some((item) => !item.undone && item.entries.some((one) => sameEntry(one, entry)));
  }

  // Whether these were tapped just before. With no network a game goes on, and what happened once may happen again.
  repeats(entries) {
    if (this.live !== false) return entries.every((entry) => this.awaits(entry));
    const last = this.waiting.at(-1);
    return Boolean(last) && !last.undone && last.entries.length === entries.length && entries.every((entry, at) => sameEntry(entry, last.entries[at]));
  }

  changed() {
    for (const watcher of this.watchers) watcher();
  }

  async open() {
    addEventListener("online", this.wake);
    addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.wake);
    this.seat = recall(`who.${this.name}`) || "";
    this.remembered = this.recollect();
    await this.refresh(); // asked for before this phone's own memory was: whichever comes first is shown
    await this.remembered;
    if (this.closed) return;
    this.stream = listen(this.key, `tables/${this.name}`, {
      moved: (news) => this.moved(news),
      linked: (live) => this.linked(live),
      refused: (error) => this.shut(error),
    });
    if (this.seat) this.sit(this.seat);
    this.loadRows();
    this.flush();
    this.typed.flush();
  }

  // What this phone has of the table: what waits, what it saw and what it wrote.
  async recollect() {
    const names = [this.seenName(), `ours ${this.name}`, `newest ${this.name}`];
    const [waiting, state, ours, newest] = await Promise.all([kept.queued(this.name), ...names.map(kept.seen)]);
    for (const item of waiting) delete item.refused; // perhaps the link is another one now
    this.waiting = [...waiting, ...this.waiting]; // what was tapped meanwhile comes after it
    this.ours = { ...ours, ...this.ours };
    this.newest = newest || null;
    if (state) this.known = Math.max(this.known ?? -1, state.n);
    this.state ??= state || null;
    this.changed();
  }

  moved({ head, mark, rows = 0 }) {
    if (this.state?.head !== head || this.mark !== mark) this.refresh();
    this.mark = mark;
    if (rows !== this.rowsAt) this.loadRows();
    this.rowsAt = rows;
  }

  close() {
    this.closed = true;
    this.stream?.stop();
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.wake);
  }

  seenName() {
    return `${this.name} ${language()}`;
  }

  linked(live) {
    this.sure = this.sure && live;
    if (live && this.live === false) this.refresh();
    this.live = live;
    if (live) {
      this.flush();
      this.typed.flush();
    }
    this.changed();
  }

  // The phone says that its network is gone: an answer still on its way proves nothing, only a new stream would.
  doubt() {
    this.linked(false);
    this.stream?.hurry(true);
  }

  shut(error) {
    this.refused = error.message;
    this.live = false;
    this.changed();
  }

  hurry() {
    if (document.visibilityState === "hidden") return;
    this.pause = 500;
    this.stream?.hurry(this.live === false);
    this.refresh(); // a phone that slept may not have noticed that its stream is dead
    this.flush();
  }

  // --- reading

  async refresh() {
    if (this.refreshing) {
      this.refreshAgain = true;
      return;
    }
    this.refreshing = true;
    try {
      const same = this.state && this.state.lang === language();
      const answer = await call(this.key, "GET", `tables/${this.name}/state`, { etag: same ? this.etag : undefined });
      if (!answer.unchanged) this.adopt(answer.told, answer.etag);
      this.live = true;
      this.changed();
    } catch (error) {
      if (error instanceof Refused && !error.passing) this.shut(error);
      else this.live = false;
      this.changed();
    } finally {
      this.refreshing = false;
    }
    if (this.refreshAgain) {
      this.refreshAgain = false;
      await this.refresh();
    }
  }

  adopt(state, etag) {
    this.state = { ...state, sheet: unsaid(state.sheet, state), lang: language() };
    this.known = Math.max(this.known ?? -1, state.n);
    if (state.n >= this.reached) this.landed = [];
    this.judge();
    this.etag = etag;
    this.refused = "";
    kept.saw(this.seenName(), this.state);
    this.compare(state);
    this.changed();
  }

  judge() {
    if (!this.unjudged || this.state.n < this.unjudged.to) return;
    const { from, to } = this.unjudged;
    this.findings = this.state.findings.filter(({ n }) => n >= from && n <= to);
    this.unjudged = null;
  }

  // Whether the server's log goes on from the newest this phone has seen; what was seen once is not forgotten unsaid.
  async compare({ n, head, changed }) {
    await this.remembered;
    if (changed) this.sure = false;
    if (!this.newest) return this.reach({ n, head });
    for (const before of [this.unproven, this.newest]) {
      if (this.apart || !before || (n === before.n && head === before.head) || (this.sure && n > before.n)) continue;
      try {
        const body = { n: before.n, head: before.head, who: this.seat };
        const { told } = await call(this.key, "POST", `tables/${this.name}/seen`, { body });
        this.sure = told.continues;
        if (!told.continues) this.apart = before;
        this.changed();
      } catch {
        if (n > before.n) await this.reach({ n, head }, before); // it was shown here, so it is remembered
        return undefined; // asked again with the next news
      }
    }
    return !this.apart && this.sure && n > this.newest.n ? this.reach({ n, head }) : undefined;
  }

  // The furthest seen; what nobody could say that it goes on from is still asked about.
  async reach(newest, unproven = null) {
    this.newest = newest;
    this.unproven = unproven;
    await kept.saw(`newest ${this.name}`, newest);
  }

  // Somebody has read that the log is another one, and goes on with it.
  async goOn() {
    this.apart = null;
    this.sure = true;
    await this.reach({ n: this.state.n, head: this.state.head });
    call(this.key, "POST", `tables/${this.name}/seen`, { body: { ...this.newest, who: this.seat } }).catch(() => {});
    this.changed();
  }

  // --- seats and rows

  // True where this phone speaks for that player from now on; nobody in particular is nobody.
  async sit(player) {
    try {
      await call(this.key, "POST", `tables/${this.name}/seat`, { body: { player } });
    } catch (error) {
      if (error instanceof Refused && error.code === "taken") {
        this.notice(error.message);
        this.seat = "";
        remember(`who.${this.name}`, null);
        this.changed();
        return false;
      }
    }
    this.seat = player;
    remember(`who.${this.name}`, player);
    this.loadRows();
    this.changed();
    return true;
  }

  // Whether a declaration of this player is on its way.
  awaitsRow(player) {
    const about = (entry) => this.state.declarations?.includes(entry.type) && entry.player === player;
    return [...this.landed, ...this.waiting].some((item) => !item.undone && !item.refused && !item.rivals && item.entries.some(about));
  }

  // Whether this phone may say what a player has.
  speaksFor(player) {
    return this.state.role === "scribe" || (this.state.role === "player" && player === this.seat);
  }

  async loadRows() {
    if (!this.state || this.state.role === "spectator") return;
    try {
      this.rows = (await call(this.key, "GET", `tables/${this.name}/rows`)).told.rows;
      this.typed.adopt(this.rows);
      this.changed();
    } catch {
      // asked again with the next news
    }
  }

  // --- writing

  // `keys` names the fields that tell two such entries apart (the tile, the player).
  async enter(entries, { words, keys = ["player"], sole = false, by = this.seat }) {
    const item = {
      table: this.name,
      words,
      keys,
      ...(sole && { sole }), // types of entries of which only one can be true of a thing
      after: this.known,
      entries: entries.map((entry) => ({ ...entry, ...(by && { by }), id: entry.id || freshId() })),
    };
    this.findings = [];
    this.waiting = [...this.waiting, item]; // at once, so that a second tap finds it
    this.unkept.add(item);
    this.changed();
    await kept.keep(item);
    this.unkept.delete(item);
    this.flush();
  }

  undo() {
    const last = this.waiting.at(-1);
    if (last) return this.takeBack(last);
    const { n, targets, words } = this.state.undo;
    return this.withdraw(targets || [n], t("withdraw: {words}", { words }));
  }

  // One entry takes another back, however many events it has.
  withdraw(targets, words, reason = "") {
    const taken = [targets].flat().map((target) => ({ type: "entry_withdrawn", target, ...(reason && { reason }) }));
    return this.enter(taken, { words, keys: ["target"] });
  }

  // The file is not what it was; somebody has looked at it and goes on with what is there.
  async reopen() {
    await call(this.key, "POST", `tables/${this.name}/reopen`, { body: {} });
    await this.refresh();
    this.flush();
  }

  // An entry that was never sent is gone; one that may have arrived is withdrawn as soon as we know.
  async takeBack(item) {
    if (!item.tried || item.refused || item.rivals) return this.forget(item);
    item.undone = !item.undone;
    await kept.keep(item);
    this.changed();
  }

  async forget(item) {
    await kept.drop(item);
    this.waiting = this.waiting.filter((one) => one !== item);
    this.changed();
    this.flush();
  }

  retry(item) {
    delete item.refused;
    this.changed();
    this.flush();
  }

  async insist(item) {
    item.after = item.rivals.n;
    delete item.rivals;
    await kept.keep(item);
    this.changed();
    this.flush();
  }

  async flush() {
    if (this.flushing || this.closed) return;
    this.flushing = true;
    clearTimeout(this.timer);
    try {
      await this.remembered; // what was tapped first goes first
      for (;;) {
        const item = this.waiting.find((one) => !one.refused);
        if (!item || this.unkept.has(item) || item.rivals || !(await this.send(item))) break;
      }
    } finally {
      this.flushing = false;
    }
  }

  // True: this one is settled, or can be sent again at once.
  async send(item) {
    if (!item.tried) {
      item.tried = true;
      await kept.keep(item);
    }
    try {
      const { entries, after } = item;
      const own = entries.map((entry) => this.ours[entry.target]).filter(Boolean);
      const { told } = await call(this.key, "POST", `tables/${this.name}/entries`, { body: { entries, after, own } });
      await this.written(item, told);
      return true;
    } catch (error) {
      if (!(error instanceof Refused) || error.passing) return this.later(error);
      if (error.code === "stale") return this.stale(item, error.answer);
      if (error.status === 401) {
        this.shut(error); // with another link to the same table it will be sent
        return false;
      }
      item.refused = error.message;
      await kept.keep(item);
      this.changed();
      return true;
    }
  }

  later(error) {
    this.timer = setTimeout(() => this.flush(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST);
    if (error instanceof Refused) this.trouble = error.message;
    else this.live = false;
    this.changed();
    return false;
  }

  async claim(written) {
    for (const { n, id } of written || []) {
      this.ours[n] = id;
      this.wrote.add(id);
    }
    await kept.saw(`ours ${this.name}`, this.ours);
  }

  async written(item, told) {
    await this.claim(told.written);
    await kept.drop(item);
    this.waiting = this.waiting.filter((one) => one !== item);
    for (const other of this.waiting) {
      if (other.after !== item.after) continue;
      other.after = told.n; // tapped when the log stood where it stood for this one
      await kept.keep(other);
    }
    this.pause = 500;
    this.live = true;
    this.trouble = "";
    this.reached = told.n;
    if (this.sure && !this.apart && told.n > (this.newest?.n ?? -1)) this.reach({ n: told.n, head: told.head });
    if ((this.state?.n ?? -1) < told.n) this.landed.push(item);
    if (this.known === item.after) this.known = told.n; // nothing else came in between
    this.unjudged = { from: told.written[0].n, to: told.n };
    if (this.state) this.judge();
    await this.refresh();
    this.changed();
    if (item.undone) {
      await this.withdraw(told.written.map(({ n }) => n), t("withdraw: {words}", { words: item.words }));
    }
  }

  async stale(item, answer) {
    await this.claim(answer.written);
    const landed = new Set((answer.written || []).map((one) => one.id));
    const others = (answer.since || []).filter((one) => !(one.n in this.ours));
    const left = [];
    for (const entry of item.entries) {
      if (landed.has(entry.id)) continue;
      const twin = others.find((one) => sameEntry(one.event, entry));
      if (twin) this.notice(alreadyThere(twin));
      else left.push(entry);
    }
    if (!left.length) {
      await this.forget(item);
      await this.refresh();
      return true;
    }
    item.entries = left;
    const rivals = others.filter((one) => left.some((entry) => collides(one.event, entry, item)));
    if (rivals.length) item.rivals = { n: answer.n, words: rivals.map(said) };
    else item.after = answer.n;
    await kept.keep(item);
    await this.refresh();
    this.changed();
    return true;
  }

  // --- saying

  notice(text) {
    if (this.notices.some((one) => one.text === text)) return;
    const one = { text };
    this.notices = [...this.notices.slice(-2), one];
    this.changed();
    setTimeout(() => this.hush(one), 12000);
  }

  settle(finding) {
    this.findings = this.findings.filter((one) => one !== finding);
    this.changed();
  }

  hush(one) {
    this.notices = this.notices.filter((other) => other !== one);
    this.changed();
  }
}

const said = ({ words, by }) => (by ? t("{who}: {words}", { who: by, words }) : words);

function alreadyThere({ words, by }) {
  return by
    ? t("{who} had already entered this: {words}", { who: by, words })
    : t("Another phone had already entered this: {words}", { words });
}

const empty = (value) =>
  value === null || value === undefined || value === "" || (typeof value === "object" && !Object.keys(value).length);

function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).filter((name) => !OUTSIDE.has(name) && !empty(value[name]));
  return Object.fromEntries(names.sort().map((name) => [name, bare(value[name])]));
}

export const sameEntry = (one, other) => JSON.stringify(bare(one)) === JSON.stringify(bare(other));

function collides(one, other, { keys, sole = [] }) {
  const alike = one.type === other.type || (sole.includes(one.type) && sole.includes(other.type));
  return alike && keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}
