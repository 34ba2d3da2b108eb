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

/* A notice of the server: it brings its words, in the language of this browser (docs/protocol.md, 2.8). */
self.addEventListener("push", (event) => {
    const show = async () => {
        const m = event.data.json();
        if (m.badge) await navigator.setAppBadge?.(m.badge).catch(() => undefined);
        await self.registration.showNotification(m.title, {
            body: m.text,
            lang: m.lang,
            tag: m.tag,
            icon: "./icons/192.png",
            badge: "./icons/192.png",
            data: { url: m.url, stop: m.stop },
            actions: m.stop ? [{ action: "stop", title: m.stop_title }] : [],
        });
    };
    event.waitUntil(show());
});

/* One click ends them for this browser, whether a page is open or not. */
async function stop(code) {
    const body = JSON.stringify({ stop: code });
    await fetch("./api/v1/notices/stop", { method: "POST", body }).catch(() => undefined);
    await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

/* "Your turn": to the table it is about. */
self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { data } = event.notification;
    if (event.action === "stop") return event.waitUntil(stop(data.stop));
    const url = new URL(data.url ?? data, self.registration.scope).href;
    const show = async () => {
        const [page] = await self.clients.matchAll({ type: "window" });
        if (!page) return self.clients.openWindow(url);
        await page.focus();
        return page.navigate(url);
    };
    event.waitUntil(show());
});
