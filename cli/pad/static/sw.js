// Lets the pad open with no network at all, where the browser allows it: the app's own files, never anybody's data.

const CACHE = "quaestor-1"; // rules.js puts the rules there too
const FILES = [
  "/",
  "/manifest.webmanifest",
  "/static/api.js",
  "/static/app.js",
  "/static/board/board.css",
  "/static/board/board.js",
  "/static/board/ending.js",
  "/static/board/film.js",
  "/static/board/icons.js",
  "/static/board/page.js",
  "/static/board/replay.js",
  "/static/declare.css",
  "/static/icon.svg",
  "/static/memory.js",
  "/static/pages/box.js",
  "/static/pages/evening.js",
  "/static/pages/house.js",
  "/static/pages/lately.js",
  "/static/pages/new.js",
  "/static/pages/record.js",
  "/static/pages/score.js",
  "/static/pages/share.js",
  "/static/pages/sheet.js",
  "/static/pages/story.js",
  "/static/pages/table.js",
  "/static/pages/welcome.js",
  "/static/parts/amend.js",
  "/static/parts/apart.js",
  "/static/parts/counts.js",
  "/static/parts/curve.js",
  "/static/parts/declare.js",
  "/static/parts/dialog.js",
  "/static/parts/entry.js",
  "/static/parts/form.js",
  "/static/parts/icons.js",
  "/static/parts/later.js",
  "/static/parts/numpad.js",
  "/static/parts/picker.js",
  "/static/parts/quick.js",
  "/static/parts/seat.js",
  "/static/parts/settings.js",
  "/static/parts/sheet.js",
  "/static/parts/try.js",
  "/static/parts/view.js",
  "/static/queue.js",
  "/static/route.js",
  "/static/rows.js",
  "/static/rules.js",
  "/static/session.js",
  "/static/style.css",
  "/static/vendor/htm-preact.js",
  "/static/words.js",
];
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
