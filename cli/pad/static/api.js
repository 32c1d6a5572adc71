// Talking to the server: one call, and the stream that says when a log has moved.

import { phoneName } from "./memory.js";
import { language } from "./words.js";

const own = (key) => ({ Authorization: `Bearer ${key}`, "X-Phone": phoneName() });

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error || `HTTP ${status}`);
    this.status = status;
    this.code = answer.code || "";
    this.answer = answer;
  }

  get passing() {
    return this.status >= 500 || [408, 423, 425, 429].includes(this.status);
  }
}

const PATIENCE = 12000; // milliseconds until a silent server counts as gone
const LONGER = 120000; // and one that has a whole game to work out
const WHOLE_GAME = /\/(film|story|export|otherwise|carried)$/;
const begun = new Map(); // asked for before anybody could use the answer

// Ask for something that will be wanted in a moment; whoever wants it first has the answer.
export function begin(key, path, lang) {
  const answer = call(key, "GET", path, { query: { lang } });
  answer.catch(() => {}); // told to whoever wants it
  begun.set(`${key} ${path} ${lang}`, answer);
}

export async function call(key, method, path, { body, query = {}, etag, raw = false } = {}) {
  const early = `${key} ${path} ${language()}`;
  const answer = method === "GET" && !etag && begun.get(early);
  begun.delete(early);
  if (answer) return answer;
  const asked = new URLSearchParams({ lang: language(), ...query });
  const headers = own(key);
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (etag) headers["If-None-Match"] = etag;
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), WHOLE_GAME.test(path) ? LONGER : PATIENCE);
  try {
    const answer = await fetch(`/api/${path}?${asked}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: giveUp.signal,
      cache: "no-store",
    });
    if (answer.status === 304) return { unchanged: true };
    if (raw && answer.ok) return answer;
    const told = await answer.json().catch((cut) => { // a server that died in mid-answer has said nothing
      if (answer.ok) throw cut;
      return {};
    });
    if (!answer.ok) throw new Refused(answer.status, told);
    unfold(told);
    return { told, etag: answer.headers.get("ETag") };
  } finally {
    clearTimeout(timer);
  }
}

// A state names everything there is to tap once, and its fields only the places there.
function unfold({ things, forms = [] }) {
  if (!things) return;
  for (const field of forms.flatMap((form) => form.rows).flatMap((row) => row.fields)) {
    for (const name of ["picks", "partners"]) field[name] = field[name].map((place) => things[place]);
  }
}

const QUIET = 40000; // the server says something every 15 seconds

// Calls moved(news) whenever what `path` tells of moves, and linked(true or false) as the connection comes and goes.
export function listen(key, path, { moved, linked = () => {}, refused = () => {} }) {
  let stopped = false;
  let wait = 500;
  let abort = new AbortController();
  let wake = () => {};

  async function once() {
    abort = new AbortController();
    let heard = Date.now();
    const watch = setInterval(() => Date.now() - heard > QUIET && abort.abort(), 5000);
    try {
      const answer = await fetch(`/api/${path}/stream`, {
        headers: own(key),
        signal: abort.signal,
        cache: "no-store",
      });
      if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
      linked(true);
      wait = 500;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ; ) {
        const { value, done } = await reader.read();
        if (done) return;
        heard = Date.now();
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line.startsWith("data:")) moved(JSON.parse(line.slice(5)));
      }
    } finally {
      clearInterval(watch);
    }
  }

  async function forever() {
    while (!stopped) {
      try {
        await once();
      } catch (error) {
        if (error instanceof Refused && !error.passing) return refused(error);
      }
      if (stopped) return;
      linked(false);
      await new Promise((ready) => {
        wake = ready;
        setTimeout(ready, wait * (0.75 + Math.random() / 2));
      });
      wait = Math.min(wait * 2, 10000);
    }
  }

  forever();
  return {
    stop() {
      stopped = true;
      abort.abort();
      wake();
    },
    hurry(anew) {
      wait = 100;
      if (anew) abort.abort();
      wake();
    },
  };
}
