// Lets the pad open with no network at all, where the browser allows it: the app's own files, never anybody's data.

const CACHE = "quaestor-2"; // rules.js puts the rules there too
const FILES = ["/", "/manifest.webmanifest", "/static/icon.svg", "/static/rest.js"];
const WORDS = ["/api/words/fr.json", "/api/words/pl.json"];
const RULES = "/api/rules/"; // those that were read once
const PATIENCE = 3000; // milliseconds that a hanging network is given

self.addEventListener("install", (event) => {
  const all = caches.open(CACHE).then(async (cache) => {
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await Promise.allSettled(WORDS.map((file) => cache.add(file)));
  });
  event.waitUntil(all.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (FILES.includes(pathname) || WORDS.includes(pathname) || pathname.startsWith(RULES)) event.respondWith(freshOrKept(event.request, pathname));
});

// What the server has now, else what we kept of it.
async function freshOrKept(request, name) {
  const cache = await caches.open(CACHE);
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(name, answer.clone());
    return answer;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => cache.match(name));
  try {
    return (await Promise.race([fresh, late])) || (await fresh);
  } catch {
    return (await cache.match(name)) || Response.error();
  }
}
