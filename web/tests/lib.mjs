/* Shared by the browser tests: a static server for the built page, Chromium, and ways to play. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".srw": "application/octet-stream",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
};

/** Serves a folder on a free port of the loopback; resolves to { url, close }. */
export function serve(folder) {
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
        const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
        if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
        createReadStream(file).pipe(response);
    });
    return new Promise((resolve) => {
        server.listen(0, "127.0.0.1", () => {
            resolve({ url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() });
        });
    });
}

export function launch() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"],
    });
}

/** A page of a browser of its own, with every error of the page collected in `errors`. */
export async function openPage(browser, url, { width = 1440, height = 900, locale = "en-US", theme = "light", reduced = true, touch = false, guide = false } = {}) {
    const context = await browser.newContext({
        viewport: { width, height },
        locale,
        colorScheme: theme === "night" ? "dark" : "light",
        hasTouch: touch,
        isMobile: touch,
        acceptDownloads: true,
        reducedMotion: reduced ? "reduce" : "no-preference",
    });
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (e) => errors.push(e.message));
    page.on("console", (m) => {
        if (m.type() === "error") errors.push(m.text());
    });
    // The guided tour greets first-time visitors only.
    if (!guide) await page.addInitScript(() => localStorage.setItem("serai.plays", "1"));
    await page.goto(url);
    await page.waitForSelector(".big-play");
    return { page, errors, context };
}

/** Starts a game from the start page; seats: "human" or "bot:level" for each. */
export async function start(page, game, seats) {
    await page.click(`[data-game=${game}]`);
    for (;;) {
        const now = Number(await page.textContent(".stepper b"));
        if (now === seats.length) break;
        await page.click(`.stepper button:${now < seats.length ? "last" : "first"}-of-type`);
    }
    for (const [i, kind] of seats.entries()) await page.selectOption(`.seats-form li:nth-child(${i + 1}) select`, kind);
    await page.click(".big-play");
    await page.waitForSelector(".table");
}

/** A number generator with a seed, so that a test plays the same game every time. */
export function random(seed) {
    let s = seed >>> 0;
    return (n) => {
        s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
        return Math.floor((s / 2 ** 32) * n);
    };
}

/** One decision by clicking: a glowing place of the board if there is one, else an entry of the
 *  list. Returns "board", "list", "wait" or "over". */
export async function step(page, pick) {
    return page.evaluate(
        ({ r1, r2 }) => {
            const visible = (e) => e.getClientRects().length > 0;
            const click = (e) => e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
            const curtain = document.querySelector(".curtain button");
            if (curtain) {
                click(curtain);
                return "wait";
            }
            if (document.querySelector(".final")) return "over";
            const places = [...document.querySelectorAll(".board .choice, .seat-card .choice")].filter(visible);
            const entries = [...document.querySelectorAll(".moves ul button")].filter(visible);
            const narrowed = document.querySelector(".moves > button") !== null;
            if (!entries.length) return "wait";
            if (places.length && !narrowed && r1 < 0.75) {
                click(places[Math.floor(r2 * places.length)]);
                return "board";
            }
            click(entries[Math.floor(r2 * entries.length)]);
            return "list";
        },
        { r1: pick(1000) / 1000, r2: pick(1000) / 1000 },
    );
}

/** Plays until the final screen; returns how many decisions were made on the board and in the list. */
export async function playOut(page, seed, limit = 6000) {
    const pick = random(seed);
    const count = { board: 0, list: 0, wait: 0 };
    for (let i = 0; i < limit; i++) {
        const what = await step(page, pick);
        if (what === "over") return count;
        count[what]++;
        if (what === "wait") await page.waitForTimeout(15);
    }
    throw new Error(`no end after ${limit} steps: ${JSON.stringify(count)}`);
}
