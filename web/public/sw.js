/* Keeps the whole page for use without a network. The build writes the list of its files and a
 * version made of their contents; a new version is fetched anew, the old one is dropped. */
const CACHE = "serai-__VERSION__";
const FILES = ["__FILES__"];

self.addEventListener("install", (event) => {
    event.waitUntil(
        caches
            .open(CACHE)
            .then((c) => c.addAll(FILES))
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

/* The start page is asked of the network first, so that a new version is seen at once. */
async function startPage(request) {
    try {
        const response = await fetch(request);
        if (response.ok) return response;
    } catch {
        // no network
    }
    return (await caches.match("./")) ?? Response.error();
}

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    if (url.pathname.includes("/api/")) return; /* tables online are never cached */
    event.respondWith(
        event.request.mode === "navigate"
            ? startPage(event.request)
            : caches.match(event.request).then((hit) => hit ?? fetch(event.request)),
    );
});

/* "Your turn": to the table it is about. */
self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const url = new URL(event.notification.data, self.registration.scope).href;
    const show = async () => {
        const [page] = await self.clients.matchAll({ type: "window" });
        if (!page) return self.clients.openWindow(url);
        await page.focus();
        return page.navigate(url);
    };
    event.waitUntil(show());
});
