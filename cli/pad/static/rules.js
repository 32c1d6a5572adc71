// The rules of a game in the reader's language, fetched once, and kept for when there is no network.

import { language } from "./words.js";

const books = new Map();

export function rulebook({ game, edition }) {
  const path = `/api/rules/${game}/${edition}/${language()}.json`;
  if (!books.has(path)) books.set(path, fetched(path));
  return books.get(path);
}

// Where the service worker looks; on the first visit it does not work for this page yet.
async function keep(path, answer) {
  if (!globalThis.caches) return;
  const cache = await caches.open("quaestor-2").catch(() => null);
  cache?.put(path, answer).catch(() => {});
}

async function fetched(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) {
      keep(path, answer.clone());
      return await answer.json();
    }
  } catch {
    // asked again when it is wanted again
  }
  books.delete(path);
  return null;
}
