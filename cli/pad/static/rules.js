// The rules of a game in the reader's language, fetched once; the service worker keeps them for when there is no network.

import { language } from "./words.js";

const books = new Map();

export function rulebook({ game, edition }) {
  const path = `/api/rules/${game}/${edition}/${language()}.json`;
  if (!books.has(path)) books.set(path, fetched(path));
  return books.get(path);
}

async function fetched(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return await answer.json();
  } catch {
    // asked again when it is wanted again
  }
  books.delete(path);
  return null;
}
