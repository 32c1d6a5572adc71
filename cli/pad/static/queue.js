// What is not on the server yet, kept on the phone: entries in the order they were tapped, and the last state seen.

import { openDB } from "./vendor/idb.js";

const memory = { queue: new Map(), seen: new Map(), seq: 0 }; // where the browser has no store
let opened;

function store() {
  opened ??= openDB("quaestor", 1, {
    upgrade(db) {
      db.createObjectStore("queue", { keyPath: "seq", autoIncrement: true }).createIndex("table", "table");
      db.createObjectStore("seen");
    },
  }).catch(() => null);
  return opened;
}

export async function keep(item) {
  const db = await store();
  if (!db) {
    item.seq ??= ++memory.seq;
    memory.queue.set(item.seq, item);
    return item;
  }
  item.seq = await db.put("queue", item);
  return item;
}

export async function drop(item) {
  const db = await store();
  if (db) await db.delete("queue", item.seq);
  else memory.queue.delete(item.seq);
}

export async function queued(table) {
  const db = await store();
  const items = db ? await db.getAllFromIndex("queue", "table", table) : [...memory.queue.values()];
  return items.filter((item) => item.table === table).sort((a, b) => a.seq - b.seq);
}

export async function saw(name, value) {
  const db = await store();
  if (db) await db.put("seen", value, name);
  else memory.seen.set(name, value);
}

export async function seen(name) {
  const db = await store();
  return db ? db.get("seen", name) : memory.seen.get(name);
}
