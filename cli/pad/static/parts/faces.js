// How a game's cards look: asked for once, when the table is in sight, so that what there is to pick is drawn as cards.

import { call } from "../api.js";
import { saw, seen } from "../queue.js";

let faces = {};

export const faceOf = (card) => faces[card];

export async function learn(session) {
  const name = `faces ${session.seenName()}`;
  faces = {};
  try {
    faces = (await call(session.key, "GET", `tables/${session.name}/faces`)).told.faces;
    saw(name, faces);
  } catch {
    faces = (await seen(name)) || {};
  }
}
