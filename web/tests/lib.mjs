/* Shared by the browser tests: which program, Chromium, and ways to play. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { Patience } from "./patience.mjs";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const SERAI = resolve(process.env.SERAI ?? join(ROOT, "build/serai"));
/** Whether everything is looked at by night. */
export const NIGHT = process.argv.includes("--night");
/** Where pictures of the page are kept. */
export const SHOTS = join(dirname(SERAI), NIGHT ? "screenshots/night" : "screenshots");

/** Seats of the games people play, as the program tells them; the template is no such game. */
export const SEATS = Object.fromEntries(
    JSON.parse(execFileSync(SERAI, ["games", "--json"], { encoding: "utf8" }))
        .filter((g) => g.game !== "blank")
        .map((g) => [g.game, Array.from({ length: g.players.max - g.players.min + 1 }, (_, i) => g.players.min + i)]),
);
export const GAMES = Object.keys(SEATS);
/** Those whose tables are finished: with a guided first game, and everything on them explained. */
export const GUIDED = GAMES.filter((game) => existsSync(join(ROOT, `web/src/boards/${game}/guide.ts`)));

export function launch() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"],
    });
}

/** In the page: chance as a seed has it, so that a check sees the same games every time; where the page is loaded
 *  again it goes on, since names of matches are drawn as well. */
function chance(seed) {
    const keep = Storage.prototype.setItem;
    crypto.getRandomValues = (array) => {
        let s = Number(localStorage.getItem("test.chance") ?? seed) >>> 0;
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i++) {
            s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
            bytes[i] = s >>> 24;
        }
        keep.call(localStorage, "test.chance", String(s));
        return array;
    };
}

/** A page of a browser of its own, with every error of the page collected in `errors`. */
export async function openPage(browser, url, { width = 1440, height = 900, locale = "en-US", theme = NIGHT ? "night" : "light", reduced = true, touch = false, guide = false, careful = false, seed = 1 } = {}) {
    const context = await browser.newContext({
        viewport: { width, height },
        locale,
        colorScheme: theme === "night" ? "dark" : "light",
        hasTouch: touch,
        isMobile: touch,
        acceptDownloads: true,
        reducedMotion: reduced ? "reduce" : "no-preference",
    });
    context.setDefaultTimeout(5 * 60_000); // what must come comes, also on a very busy machine
    await context.addInitScript(chance, seed);
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (e) => errors.push(e.message));
    page.on("console", (m) => {
        // The browser tells that a plain host has no game server; the page says so in its own words.
        if (m.type() === "error" && !m.location().url.includes("/api/v1/")) errors.push(m.text());
    });
    // Whoever plays by script knows what he does.
    if (!careful) await page.addInitScript(() => localStorage.setItem("serai.careful", "off"));
    // The guided tour greets first-time visitors only; bots wait for eyes, which are not here.
    if (!guide) await page.addInitScript(() => localStorage.setItem("serai.plays", "1"));
    await page.addInitScript(() => localStorage.setItem("serai.pace", "0"));
    await page.goto(url);
    await page.waitForSelector(".big-play");
    return { page, errors, context };
}

/** Starts a game from the start page; seats: "human" or "bot:level" for each; way: where it lies. */
export async function start(page, game, seats, way = null) {
    await page.click(`[data-game=${game}]`);
    await page.click(".to-seats[aria-expanded=false]");
    for (;;) {
        const now = Number(await page.textContent(".chairs .stepper b"));
        if (now === seats.length) break;
        await page.click(`.chairs .stepper button:${now < seats.length ? "last" : "first"}-of-type`);
    }
    for (const [i, kind] of seats.entries()) await page.check(`.chairs li:nth-child(${i + 1}) [value="${kind}"]`);
    if (way) await page.check(`.where [value="${way}"]`);
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

/** What a player would like to do: two numbers below one for each decision. They stay until something is decided, so
 *  that the same game is played however often it is looked in between whether it goes on. */
export class Wishes {
    constructor(seed) {
        this.pick = random(seed);
        this.next();
    }

    next() {
        this.now = { r1: this.pick(1000) / 1000, r2: this.pick(1000) / 1000 };
    }
}

/** What to click next, chosen in the page: a glowing place of the board three times out of four
 *  where there is one, else an entry of the list, and a point where a click meets it. A click that
 *  would meet something else after all, because the table went on meanwhile, is caught on its way. */
function choose({ r1, r2 }) {
    if (!globalThis.seraiAim) {
        globalThis.seraiAim = { at: null, missed: false };
        const guard = (e) => {
            const { at } = globalThis.seraiAim;
            if (!at || at.contains(e.target)) return;
            globalThis.seraiAim.missed = true;
            e.stopImmediatePropagation();
            e.preventDefault();
        };
        for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) addEventListener(type, guard, true);
        globalThis.seraiLook = () =>
            [...document.querySelectorAll(".board, .moves, .curtain, .final, .popover")]
                .map((e) => (e.dataset.ply ?? e.className) + e.querySelectorAll("button, .choice").length)
                .concat([...document.querySelectorAll(".moves [data-move], .use")].map((e) => e.dataset.move + e.ariaPressed))
                .join();
    }
    const shown = (e) => e.getClientRects().length > 0;
    const aim = (e) => {
        e.scrollIntoView({ block: "nearest", inline: "nearest" });
        const box = e.getBoundingClientRect();
        for (const fy of [0.5, 0.25, 0.75, 0.1, 0.9])
            for (const fx of [0.5, 0.25, 0.75, 0.1, 0.9]) {
                const [x, y] = [box.left + fx * box.width, box.top + fy * box.height];
                if (!e.contains(document.elementFromPoint(x, y))) continue;
                globalThis.seraiAim = { at: e, missed: false };
                const name = e.dataset.place ?? e.dataset.move ?? e.textContent;
                return { x, y, name, look: globalThis.seraiLook() };
            }
        return {};
    };
    const curtain = document.querySelector(".curtain button");
    if (curtain) return { what: "curtain", ...aim(curtain) };
    if (document.querySelector(".final")) return { what: "over" };
    // Beside a place its uses are offered: one of them, or yes to what is chosen already.
    const uses = [...document.querySelectorAll(".popover .use, .popover .confirm")];
    if (uses.length) {
        const chosen = document.querySelector(".use.chosen");
        const at = uses[Math.floor(r2 * uses.length)];
        return { what: "board", ...aim(at === chosen ? uses.at(-1) : at) };
    }
    const places = [...document.querySelectorAll(".board .choice, .seat-card .choice")].filter(shown);
    const entries = [...document.querySelectorAll(".moves ul button")].filter(shown);
    const narrowed = document.querySelector(".moves > button") !== null;
    if (!entries.length) return { what: "wait" };
    const board = places.length > 0 && !narrowed && r1 < 0.75;
    const at = board ? aim(places[Math.floor(r2 * places.length)]) : {};
    if (at.x !== undefined) return { what: "board", ...at };
    // A place that lies outside the window onto the map, or under something, is played from the list.
    return { what: board ? "hidden" : "list", ...aim(entries[Math.floor(r2 * entries.length)]) };
}

/** Until what can be clicked is no longer what it was: "done". "missed" where the click was caught on its
 *  way, "refused" where the table says why it has not changed, "same" where it has not said so far. */
async function changed(before) {
    const { missed } = globalThis.seraiAim;
    globalThis.seraiAim.at = null;
    if (missed) return "missed";
    for (let i = 0; i < 1000; i++) {
        if (globalThis.seraiLook() !== before) return "done";
        await new Promise((done) => setTimeout(done, 10));
    }
    return document.querySelector(".trouble, .notice, .question") ? "refused" : "same";
}

/** Two taps are one double tap for the browser when they are so near each other in time (ms) and place (px):
 *  the table takes the second for a part of the first, as it should. */
const DOUBLE = { time: 500, reach: 60 };
const taps = new WeakMap();

/** A tap as a finger makes it: none that a person decided on comes as fast as the second of two. */
async function tap(page, x, y) {
    const last = taps.get(page);
    const near = last && Math.hypot(x - last.x, y - last.y) < DOUBLE.reach;
    const rest = near ? last.when + DOUBLE.time - Date.now() : 0;
    if (rest > 0) return false;
    await page.touchscreen.tap(x, y);
    taps.set(page, { x, y, when: Date.now() });
    return true;
}

/** One decision by a click of the mouse, or a tap where there is a finger: "board", "list", "hidden" (a place that could not be
 *  reached, so from the list), "wait" (nothing can be decided, or the click was caught), "covered" (by
 *  something else, so that there was no click) or "over". */
export async function step(page, wishes, touch = false) {
    const { what, x, y, look, name } = await page.evaluate(choose, wishes.now);
    if (what === "wait" || what === "over") return what;
    if (x === undefined) {
        wishes.next();
        return "covered";
    }
    if (!touch) await page.mouse.click(x, y);
    else if (!(await tap(page, x, y))) return "wait";
    const patience = new Patience(20, 1 / 12);
    let came = await page.evaluate(changed, look);
    while (came === "same") {
        need(!patience.out(), `nothing came of a click at ${name}`);
        came = await page.evaluate(changed, look);
    }
    if (came === "missed" || what === "curtain") return "wait";
    wishes.next();
    return came === "done" ? what : "wait";
}

/** A table that is just being drawn may lie otherwise in a moment; what stays covered is a fault. */
class Covered {
    since = null;

    see(what) {
        if (what !== "covered") this.since = null;
        else this.since ??= new Patience(5, 1 / 12);
        need(!this.since?.out(), "an entry of the list is covered by something else");
    }
}

/** Plays until the final screen; returns how many decisions were made on the board and in the list. */
export async function playOut(page, seed, touch = false) {
    const wishes = new Wishes(seed);
    const count = { board: 0, list: 0, hidden: 0 };
    const covered = new Covered();
    for (const patience = new Patience(120); ; ) {
        const what = await step(page, wishes, touch);
        if (what === "over") return count;
        covered.see(what);
        if (what === "wait" || what === "covered") {
            need(!patience.out(), `nothing goes on after ${JSON.stringify(count)}`);
            await page.waitForTimeout(15);
        } else {
            count[what]++;
            patience.renew();
        }
    }
}

export function need(good, what) {
    if (!good) throw new Error(what);
}

/** Some decisions at random, until a person is asked again. */
export async function playSome(page, count, seed = 3, touch = false) {
    const wishes = new Wishes(seed);
    const patience = new Patience(60);
    const covered = new Covered();
    for (let made = 0; made < count; ) {
        const what = await step(page, wishes, touch);
        if (what === "over") return;
        covered.see(what);
        if (what === "wait" || what === "covered") {
            need(!patience.out(), `nothing goes on after ${made} decisions`);
            await page.waitForTimeout(15);
        } else {
            made++;
            patience.renew();
        }
    }
    await quiet(page);
}

/** Until the last change is done and the curtain, if it fell, is drawn. */
export async function quiet(page) {
    const patience = new Patience(60);
    for (let calm = 0, last = ""; calm < 6; ) {
        need(!patience.out(), "the table does not come to rest");
        await page.waitForTimeout(25);
        const now = await page.evaluate(() => {
            document.querySelector(".curtain button")?.click();
            return document.querySelector(".moves ul button") || document.querySelector(".final")
                ? document.querySelector(".board").dataset.ply
                : "";
        });
        calm = now && now === last ? calm + 1 : 0;
        last = now;
    }
}

/** Until colours and sizes on their way to others are there, and the show of what changed is over. */
export function atRest(page) {
    return page.waitForFunction(
        () =>
            !document.querySelector(".flights > *") &&
            !document.getAnimations().some((a) => a instanceof CSSTransition && a.playState === "running"),
    );
}

/** Another size of the window. What depends on it is laid out with the next frame. */
export async function resize(page, width, height) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(([w, h]) => matchMedia(`(width: ${w}px) and (height: ${h}px)`).matches, [width, height]);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export const ply = (page) => page.locator(".board").getAttribute("data-ply").then(Number);
