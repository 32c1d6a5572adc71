// Rows of the score sheet while they are typed: on this phone with every tap, on the server's disk a moment later.

import { call, Refused } from "./api.js";
import { freshId, recall, remember } from "./memory.js";

const PAUSE = 250; // milliseconds after the last tap

export class Rows {
  constructor(session) {
    Object.assign(this, { session, name: `rows.${session.name}`, timer: null, sending: false });
  }

  // {player: {form, answers, id, base, kept}}; `base` is the declaration it was begun on, `kept` that the server has it.
  get drafts() {
    return recall(this.name, {});
  }

  of(player) {
    const found = this.drafts[player];
    return found && !found.gone ? found : null;
  }

  // The same row begun on other phones.
  elsewhere(player) {
    return this.session.rows.filter((row) => row.player === player && !row.mine);
  }

  put(player, draft) {
    const id = this.of(player)?.id || freshId();
    this.keep(player, { id, base: this.session.state.declared?.[player]?.n ?? null, ...this.of(player), ...draft, kept: false });
  }

  drop(player) {
    const found = this.of(player);
    if (found) this.keep(player, { ...found, answers: {}, gone: true, kept: false });
  }

  // It is on its way into the log, under its own id.
  finish(player) {
    const { [player]: done, ...others } = this.drafts;
    remember(this.name, others);
    this.session.changed();
    return done;
  }

  keep(player, draft) {
    remember(this.name, { ...this.drafts, [player]: draft });
    this.session.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  async flush() {
    if (this.sending || this.session.closed) return;
    this.sending = true;
    try {
      for (const [player, draft] of Object.entries(this.drafts)) {
        if (!draft.kept) await this.send(player, draft);
      }
    } catch (error) {
      if (error instanceof Refused && !error.passing) this.session.notice(error.message);
    } finally {
      this.sending = false;
    }
  }

  async send(player, draft) {
    const { form, answers, id } = draft;
    const body = { player, form, answers, id, by: this.session.seat };
    await call(this.session.key, "POST", `tables/${this.session.name}/rows`, { body });
    const now = this.drafts[player];
    if (!now || now.id !== id) return;
    if (now.gone) this.finish(player);
    else if (JSON.stringify(now.answers) === JSON.stringify(answers)) remember(this.name, { ...this.drafts, [player]: { ...now, kept: true } });
  }

  // What the server has of this phone's own rows and the phone has lost; an entry on its way is no row any more.
  adopt(rows) {
    const onTheirWay = new Set(this.session.waiting.flatMap((item) => item.entries.map((entry) => entry.id)));
    const lost = rows.filter((row) => row.mine && !(row.player in this.drafts) && !onTheirWay.has(row.id) && !this.session.wrote.has(row.id));
    for (const { player, form, answers, id } of lost) remember(this.name, { ...this.drafts, [player]: { form, answers, id, base: null, kept: true } });
  }

  // A scribe drops a row that somebody left behind on another phone.
  async dropOther(row) {
    const { player, phone, form, id } = row;
    await call(this.session.key, "POST", `tables/${this.session.name}/rows`, { body: { player, form, answers: {}, id, of: phone } });
    await this.session.loadRows();
  }
}
