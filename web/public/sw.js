/* Keeps the page for use without a network: what was loaded once is answered from the cache, and
 * refreshed in the background. Files have their content's hash in their names, so a new version
 * brings new names; the start page itself is asked of the network first. */
const CACHE = "serai-1";

self.addEventListener("install", (event) => {
    event.waitUntil(
        caches
            .open(CACHE)
            .then((c) => c.addAll(["./", "./icon.svg", "./manifest.webmanifest"]))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener("activate", (event) => {
    event.waitUntil(
        caches
            .keys()
            .then((keys) => Promise.all(keys.filter((k) => k !== CACHE).map((k) => caches.delete(k))))
            .then(() => self.clients.claim()),
    );
});

async function fromNetwork(request) {
    const response = await fetch(request);
    if (response.ok) {
        const cache = await caches.open(CACHE);
        await cache.put(request, response.clone());
    }
    return response;
}

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    if (url.pathname.includes("/api/")) return; /* tables online are never cached */
    const page = event.request.mode === "navigate";
    event.respondWith(
        page
            ? fromNetwork(event.request).catch(() => caches.match("./"))
            : caches.match(event.request).then((hit) => hit ?? fromNetwork(event.request)),
    );
});
