// What this phone remembers of its own: the way it looks, and the tables it has the keys of.

const PREFIX = "quaestor.";
const unsaved = new Map(); // where the browser keeps nothing

export function recall(name, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? (unsaved.get(name) ?? otherwise) : JSON.parse(text);
  } catch {
    return unsaved.get(name) ?? otherwise;
  }
}

export function remember(name, value) {
  unsaved.set(name, value);
  try {
    if (value === null || value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // a private window: it lasts as long as the page does
  }
}

export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // on http in a Wi-Fi there is no randomUUID
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What this phone calls itself towards a pad: known to nobody else, so that nobody else sits in its seat.
export function phoneName() {
  const known = recall("phone");
  if (known) return known;
  remember("phone", freshId());
  return recall("phone");
}

export function knownTables() {
  return recall("tables", []);
}

export function knowTable(table) {
  const others = knownTables().filter((one) => one.name !== table.name);
  remember("tables", [table, ...others].slice(0, 30));
}

export function forgetTable(name) {
  remember("tables", knownTables().filter((one) => one.name !== name));
}

export function dress(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
