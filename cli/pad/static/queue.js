// What is not on the server yet, kept on the phone: entries in the order they were tapped, and the last state seen.

const memory = { queue: new Map(), seen: new Map(), seq: 0 }; // where the browser has no store
let opened;

function store() {
  opened ??= new Promise((resolve) => {
    const asked = indexedDB.open("quaestor", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("queue", { keyPath: "seq", autoIncrement: true }).createIndex("table", "table");
      asked.result.createObjectStore("seen");
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(null);
  }).catch(() => null);
  return opened;
}

// One thing done with a store; it is on the phone's disk when this is over.
function done(db, name, mode, act) {
  return new Promise((resolve, reject) => {
    const all = db.transaction(name, mode);
    const asked = act(all.objectStore(name));
    all.oncomplete = () => resolve(asked.result);
    all.onerror = all.onabort = () => reject(all.error);
  });
}

export async function keep(item) {
  const db = await store();
  if (!db) {
    item.seq ??= ++memory.seq;
    memory.queue.set(item.seq, item);
    return item;
  }
  item.seq = await done(db, "queue", "readwrite", (queue) => queue.put(item));
  return item;
}

export async function drop(item) {
  const db = await store();
  if (db) await done(db, "queue", "readwrite", (queue) => queue.delete(item.seq));
  else memory.queue.delete(item.seq);
}

export async function queued(table) {
  const db = await store();
  const items = db ? await done(db, "queue", "readonly", (queue) => queue.index("table").getAll(table)) : [...memory.queue.values()];
  return items.filter((item) => item.table === table).sort((a, b) => a.seq - b.seq);
}

export async function saw(name, value) {
  const db = await store();
  if (db) await done(db, "seen", "readwrite", (all) => all.put(value, name));
  else memory.seen.set(name, value);
}

export async function seen(name) {
  const db = await store();
  return db ? done(db, "seen", "readonly", (all) => all.get(name)) : memory.seen.get(name);
}
