// Keeps the page's files, so that it works without a network after the first visit.

/** Set by `build/offline-files.ts`. */
declare const __FILES__: string[];
declare const __LATER_FILES__: string[];
declare const __VERSION__: string;

const scope = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "oxmca-";
const files = __FILES__, laterFiles = __LATER_FILES__;
const cacheName = PREFIX + __VERSION__;

scope.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(cacheName);
    // Files whose names have their hash need not be fetched again by a new version.
    await Promise.all(files.map(async (file) => {
      const known = file.startsWith("assets/") ? await caches.match(file) : undefined;
      if (known) await cache.put(file, known);
      else await cache.add(new Request(file, { cache: file.startsWith("assets/") ? "default" : "no-cache" }));
    }));
    await scope.skipWaiting();
  })());
});

scope.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== cacheName) await caches.delete(name);
    }
    await scope.clients.claim();
  })());
});

scope.addEventListener("message", (event) => {
  if (event.data !== "keep-all") return;
  event.waitUntil((async () => {
    const cache = await caches.open(cacheName);
    for (const file of laterFiles) if (!(await cache.match(file))) await cache.add(file);
  })());
});

scope.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  const folder = new URL("./", scope.location.href);
  if (event.request.method !== "GET" || !address.href.startsWith(folder.href)) return;
  event.respondWith((async () => {
    const isPage = event.request.mode === "navigate";
    const cache = await caches.open(cacheName);
    const known = await cache.match(isPage ? "index.html" : event.request, { ignoreSearch: true });
    if (known) return known;
    const response = await fetch(event.request);
    if (response.ok && address.pathname.includes("/assets/")) await cache.put(event.request, response.clone());
    return response;
  })());
});
