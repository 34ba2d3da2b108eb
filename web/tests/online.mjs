/* Tables with others, in real browsers at a real server. Everybody has a browser of his own. */
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { atRest, NIGHT, SERAI, start, step, Wishes } from "./lib.mjs";
import { Patience } from "./patience.mjs";
import { Server } from "./server.mjs";

const KEY = /\b(online|players|operator|web|seat|unit|yspahan|merv|tadmor|caravans)\.[a-z_]+(\.[a-z_0-9]+)*/;

function need(good, what) {
    if (!good) throw new Error(what);
}

/* ---- people ------------------------------------------------------------------------------------ */

/** Someone with a browser of his own. Errors of the page end the check; that a connection broke is no
 *  error of the page. */
class Person {
    constructor(context, page, errors) {
        Object.assign(this, { context, page, errors });
    }

    static async come({ browser, people }, url, { name, width = 1440, height = 900, locale = "en-US", pace = "0", careful = "off", ...more } = {}) {
        const context = await browser.newContext({ viewport: { width, height }, locale, reducedMotion: "reduce", colorScheme: NIGHT ? "dark" : "light", ...more });
        context.setDefaultTimeout(Number(process.env.SERAI_WAIT_MS ?? 5 * 60_000)); // as in openPage
        const page = await context.newPage();
        const errors = [];
        page.on("pageerror", (e) => errors.push(e.message));
        page.on("console", (m) => {
            const network = /WebSocket connection to|ERR_|Failed to load resource/.test(m.text());
            if (m.type() === "error" && !network) errors.push(m.text());
        });
        await page.addInitScript(([n, p, c]) => {
            if (location.protocol === "about:") return;
            localStorage.setItem("serai.plays", "1");
            localStorage.setItem("serai.careful", c);
            localStorage.setItem("serai.pace", p);
            if (n && !localStorage.getItem("serai.name")) localStorage.setItem("serai.name", n);
        }, [name, pace, careful]);
        const person = new Person(context, page, errors);
        people.push(person);
        if (url) await person.go(url);
        return person;
    }

    async go(url) {
        // The address behind # alone does not load a page anew.
        await this.page.goto("about:blank");
        await this.page.goto(url);
    }

    get table() {
        return /#\/table\/([a-z0-9]{13})/.exec(this.page.url())?.[1];
    }

    count(selector) {
        return this.page.locator(selector).count();
    }

    text(selector) {
        return this.page.locator(selector).first().innerText();
    }

    wait(selector, options) {
        return this.page.waitForSelector(selector, options);
    }

    /** Until the table stands at this ply, or beyond it. */
    ply(at) {
        return this.page.waitForFunction((n) => Number(document.querySelector(".board")?.dataset.ply ?? -1) >= n, at);
    }

    async now() {
        return Number(await this.page.locator(".board").getAttribute("data-ply"));
    }
}

/** Opens a table by clicks; seats for all but the first: "open", "link" or "bot:level". */
async function create(person, url, game, seats, change = async () => {}) {
    const { page } = person;
    await person.go(`${url}#/new`);
    await page.click(`[data-game=${game}]`);
    for (;;) {
        const now = Number(await page.textContent(".stepper b"));
        if (now === seats.length + 1) break;
        await page.click(`.stepper button:${now <= seats.length ? "last" : "first"}-of-type`);
    }
    for (const [i, kind] of seats.entries()) await page.selectOption(`.seats-form li:nth-child(${i + 2}) select`, kind);
    await change(page);
    await page.click(".create .big-play");
    await page.waitForFunction(() => location.hash.startsWith("#/table/"));
    await page.waitForSelector(".waiting-room, .table");
}

async function sit(person, url, table) {
    await person.go(`${url}#/table/${table}`);
    await person.page.locator(".seat-rows .sit").first().click();
    await person.wait(".table");
}

/** Two people at a table, in play. */
async function pair(ctx, game = "yspahan", options = {}) {
    const a = await Person.come(ctx, null, { name: "Anna", ...options.a });
    const b = await Person.come(ctx, null, { name: "Boris", ...options.b });
    await create(a, ctx.url, game, ["open"], options.change);
    await sit(b, ctx.url, a.table);
    await a.wait(".table");
    return [a, b];
}

/** A short match, where its end is what matters: one week of two days. The table is opened by a request;
 *  people sit down by their links. Seats: the person, or the level of a bot. */
async function short(ctx, seats) {
    const table = await fetch(`${ctx.url}api/v1/tables`, {
        method: "POST",
        body: JSON.stringify({
            game: "yspahan",
            edition: { weeks: 1, days: 2 },
            edition_name: "short",
            seats: seats.map((s) => (typeof s === "string" ? { kind: "bot", bot: s } : { kind: "link" })),
        }),
    }).then((r) => r.json());
    for (const { seat, invite } of table.invites) {
        await seats[seat].go(`${ctx.url}#/table/${table.table}/${invite}`);
        await seats[seat].page.click(".invited .confirm");
        await seats[seat].page.waitForFunction(() => document.querySelector(".waiting-room .seat-rows, .table"));
    }
    for (const s of seats) if (typeof s !== "string") await s.wait(".table");
}

/** Plays by clicks, whoever can, until `done` says so or the match is over for all. */
async function play(persons, seed, done = async () => false) {
    const wishes = new Wishes(seed);
    let last = -1;
    const patience = new Patience(60);
    for (;;) {
        let over = 0;
        for (const p of persons) {
            const what = await step(p.page, wishes);
            // The card that explains what is pointed at may lie over the list: point elsewhere.
            if (what === "covered") await p.page.mouse.move(300, 5);
            over += what === "over" ? 1 : 0;
        }
        if (over === persons.length || (await done())) return;
        const ply = await persons[0].now();
        if (ply === last) await persons[0].page.waitForTimeout(10);
        else patience.renew();
        last = ply;
        need(!patience.out(), `nobody goes on from ply ${ply}`);
    }
}

/** The one of two who decides now. */
async function onTurn(persons) {
    for (const patience = new Patience(30); !patience.out(); ) {
        for (const p of persons) if (await p.count(".moves ul button")) return p;
        await persons[0].page.waitForTimeout(10);
    }
    throw new Error("nobody is on turn");
}

const other = (persons, p) => persons.find((q) => q !== p);

/** Some decisions; both have seen all of them at the end. */
async function playTo(persons, ply, seed = 5) {
    await play(persons, seed, async () => (await persons[0].now()) >= ply);
    for (const p of persons) await p.ply(ply);
    return settle(persons);
}

/** All see the same ply, and someone can decide. */
async function settle(persons) {
    for (const patience = new Patience(30); !patience.out(); ) {
        const plies = await Promise.all(persons.map((p) => p.now()));
        if (new Set(plies).size === 1 && (await onTurn(persons))) return plies[0];
        await persons[0].page.waitForTimeout(10);
    }
    throw new Error("the tables do not agree");
}

/** Plays until taking back needs the other's consent, and asks for it: [asker, asked]. What nobody has
 *  seen yet is taken back at once; then it is tried again later. `busy`: what the asked one does meanwhile. */
async function askToUndo(both, busy = async () => {}) {
    for (let i = 0; i < 20; i++) {
        const before = await playTo(both, (await both[0].now()) + 2, 40 + i);
        const asker = other(both, await onTurn(both));
        const asked = other(both, asker);
        if (!(await asker.page.locator(".prompt .tool").first().isEnabled())) continue;
        if ((await busy(asked)) === false) continue;
        await asker.page.locator(".prompt .tool").first().click();
        // Either the other is asked, or it is taken back at once.
        for (const patience = new Patience(30); (await asker.now()) >= before; await asker.page.waitForTimeout(20)) {
            if (await asked.count(".notice .outline")) return [asker, asked];
            need(!patience.out(), "nothing came of taking back");
        }
    }
    throw new Error("nobody had to be asked");
}

/* ---- looking ----------------------------------------------------------------------------------- */

async function serious({ page, errors }) {
    const before = errors.length;
    await atRest(page);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => globalThis.axe.run({ exclude: [".board > *"] }, { resultTypes: ["violations"] }));
    errors.length = before; // axe itself tries things that the page's policy forbids
    return violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")} (${v.nodes[0].any[0]?.message})`);
}

/** Every text translated, none cut off, nothing wider than the window, nothing serious for axe. */
async function inspect(person, shots, shot) {
    const { page } = person;
    await page.waitForTimeout(120);
    await page.screenshot({ path: join(shots, `online-${shot}.png`) });
    const texts = await page.evaluate(() => {
        const labels = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((e) =>
            ["aria-label", "title", "placeholder"].map((a) => e.getAttribute(a) ?? ""));
        return `${document.body.innerText}\n${labels.join("\n")}`;
    });
    const untranslated = KEY.exec(texts.replaceAll(/https?:\S+/g, ""));
    need(!untranslated, `${shot}: untranslated: ${untranslated?.[0]}`);
    const cut = await page.evaluate(() =>
        [...document.querySelectorAll("button, a.outline, h1, h2, h3, summary b, .chip b, dt, small, option, select, label, .soft")]
            .filter((e) => e.getClientRects().length && e.scrollWidth > e.clientWidth + 2 && e.clientWidth > 0)
            .filter((e) => !e.closest(".hidden-text") && getComputedStyle(e).clipPath === "none")
            .filter((e) => !["inline", "contents"].includes(getComputedStyle(e).display))
            .map((e) => `${e.tagName} ${e.textContent.trim().slice(0, 40)}`));
    need(!cut.length, `${shot}: cut: ${cut.join(" | ")}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    need(wide <= 0, `${shot}: ${wide} px wider than the window`);
    const found = await serious(person);
    need(!found.length, `${shot}: ${found.join("; ")}`);
}

/* ---- checks ------------------------------------------------------------------------------------ */

/** What the server says of a table to anybody. */
async function told(url, path) {
    return (await fetch(`${url}api/v1/${path}`)).json();
}

/** The page from a plain host, which has no tables. */
async function plainHost() {
    const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
    const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
    const host = createServer((request, response) => {
        const { pathname } = new URL(request.url, "http://host");
        const file = join(folder, pathname === "/" ? "index.html" : pathname);
        if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
        response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
        return createReadStream(file).pipe(response);
    });
    await new Promise((done) => host.listen(0, "127.0.0.1", done));
    return { url: `http://127.0.0.1:${host.address().port}/`, close: () => host.close() };
}

export const checks = [];
/** A check whose people are looked after: their errors count, and pictures are taken when it fails. */
export function looked(name, run) {
    return {
        name: `online: ${name}`,
        run: async (ctx) => {
            const people = [];
            try {
                await run({ ...ctx, people });
                const wrong = people.flatMap((p) => p.errors);
                need(!wrong.length, wrong[0]);
            } catch (e) {
                const pictures = people.map((p, i) =>
                    p.page.screenshot({ path: join(ctx.shots, `failed-online-${name.replaceAll(/\W+/g, "-").slice(0, 40)}-${i}.png`) }),
                );
                await Promise.allSettled(pictures);
                throw new Error([e.message.split("\n").slice(0, 4).join(" "), ...people.flatMap((p) => p.errors).slice(0, 2)].join("; "));
            } finally {
                await Promise.all(people.map((p) => p.context.close()));
            }
        },
    };
}
/** Only some of them are left to `make test`: a browser for everybody is dear. */
const check = (name, run, full = true) => checks.push({ ...looked(name, run), full });
export { create, inspect, need, Person, sit, told };

let hosts = 0;

/** Two clicks to a table, and one to sit down there from the list, where others may have tables, too. */
async function meet(ctx) {
    const host = `Anna ${process.pid % 1000}${hosts++}`;
    const a = await Person.come(ctx, ctx.url, { name: host });
    const b = await Person.come(ctx, `${ctx.url}#/online`, { name: "Boris" });
    await a.page.click(".to-others");
    await a.page.click(".others .to-create");
    await a.page.click("[data-game=yspahan]");
    await a.page.click(".create .big-play");
    await a.wait(".waiting-room");
    need(/waiting for 1 player/i.test(await a.text(".waiting-room h2")), "no waiting room");
    // The list tells of the table by itself.
    await b.page.locator(".tables li", { hasText: host }).getByRole("button").click();
    await Promise.all([a.wait(".table"), b.wait(".table")]);
    return [a, b];
}

/** Two people play to the end: the same result for both, dice that can be checked, a file that is the match, and its
 *  past. */
async function toTheEnd(ctx, [a, b]) {
    await play([a, b], 21);
    const totals = (p) => p.page.locator(".final tbody td b").allInnerTexts();
    need(JSON.stringify(await totals(a)) === JSON.stringify(await totals(b)), "not the same result");
    for (const p of [a, b]) await p.wait(".verified");
    const { status, ply } = await told(ctx.url, `tables/${a.table}`);
    need(status === "over" && ply === (await a.now()), `the server is at ${status} ${ply}`);
    for (const p of [a, b]) await p.page.click(".end .look");
    const [download] = await Promise.all([
        a.page.waitForEvent("download"),
        a.page.locator('.bar button[aria-label="Download the game"]').click(),
    ]);
    execFileSync(SERAI, ["replay", await download.path(), "--verify"], { stdio: "ignore" });
    // The past of both, as each saw it.
    await b.page.locator(".log-part header button").first().click();
    await b.page.locator(".past-bar input").fill("4");
    await b.page.waitForFunction(() => document.querySelector(".board").dataset.ply === "4");
    await b.page.locator(".past-bar .now").click();
    await b.wait(".final");
}

check("two clicks to a table, one to join, a whole game by clicks, dice verified", async (ctx) => toTheEnd(ctx, await meet(ctx)));

check("two clicks to a table, one to join, decisions of both", async (ctx) => {
    const both = await meet(ctx);
    await playTo(both, 8);
}, false);

check("a short game of two by clicks to its end, dice verified", async (ctx) => {
    const both = [await Person.come(ctx, null, { name: "Anna" }), await Person.come(ctx, null, { name: "Boris" })];
    await short(ctx, both);
    await toTheEnd(ctx, both);
}, false);

check("a seat by link: copied, taken without an account, worthless afterwards", async (ctx) => {
    const a = await Person.come(ctx, null, { name: "Anna", permissions: ["clipboard-read", "clipboard-write"] });
    await create(a, ctx.url, "merv", ["link"]);
    await a.page.locator(".link-row button").first().click();
    const link = await a.page.evaluate(() => navigator.clipboard.readText());
    need(/#\/table\/[a-z0-9]{13}\/[a-z0-9]{32}$/.test(link), `no link: ${link}`);
    need(link === (await a.page.locator(".link-row input").inputValue()), "another link was copied");
    const b = await Person.come(ctx, link);
    await b.page.fill(".name-field input", "Béatrice");
    await b.page.click(".invited .confirm");
    await Promise.all([a.wait(".table"), b.wait(".table")]);
    need(!(await b.page.url()).includes(link.slice(-32)), "the secret stays in the address");
    need((await a.text(".seats")).includes("Béatrice"), "the name did not arrive");
    for (const bad of [link, link.replace(/.$/, (c) => (c === "a" ? "b" : "a")), `${link}x`, link.slice(0, -5)]) {
        const c = await Person.come(ctx, bad, { name: "Claude" });
        if (await c.page.locator(".invited .confirm, [role=alert]").first().innerText().then((t) => /sit/i.test(t)))
            await c.page.click(".invited .confirm");
        await c.wait("[role=alert]");
        need(!(await c.count(".moves ul button")), "a forged link sat down");
    }
    // The name is remembered, and so is the seat.
    await b.page.reload();
    await b.wait(".table");
    need((await b.text(".chip, .seat-card")).length > 0 && (await b.count(".watchers b")) === 0, "the seat was lost");
    const c = await Person.come(ctx, `${ctx.url}#/table/aaaaaaaaaaaaa`);
    await c.wait("[role=alert]");
});

check("chat: unread mark, both ways, on a phone too", async (ctx) => {
    const [a, b] = await pair(ctx, "yspahan", { b: { width: 390, height: 844, locale: "fr-FR" } });
    await a.page.click("#tab-chat");
    await a.page.fill(".chat input", "Salaam <b>Boris</b> & co");
    await a.page.keyboard.press("Enter");
    await b.wait("#tab-chat .mark");
    need((await b.text("#tab-chat .mark")) === "1", "not one unread");
    await b.page.click("#tab-chat");
    need((await b.text(".chat li")).includes("Salaam <b>Boris</b> & co"), "not what was said");
    need((await b.count("#tab-chat .mark")) === 0, "still unread");
    await b.page.fill(".chat input", "Bonjour, ça va ?");
    await b.page.keyboard.press("Enter");
    await a.page.locator(".chat li", { hasText: "ça va" }).waitFor();
    need((await a.count("#tab-chat .mark")) === 0, "marked though it is in sight");
    await a.page.reload();
    await a.page.click("#tab-chat");
    need((await a.count(".chat li")) === 2, "the talk was lost");
});

check("undo: at once while nothing was shown, else by consent", async (ctx) => {
    const both = await pair(ctx);
    await playTo(both, 8);
    for (const yes of [false, true]) {
        const [asker, asked] = await askToUndo(both);
        const before = await asker.now();
        need((await asked.text(".notice")).match(/Anna|Boris/), "nobody is named");
        await asked.page.locator(yes ? ".notice .outline" : ".notice .plain").click();
        if (yes) await asker.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.ply) < n, before);
        else {
            await asker.page.locator(".notice", { hasText: "says no" }).waitFor();
            need((await asker.now()) === before, "undone against a no");
        }
    }
    // The own last decision, while nobody has seen anything: no question.
    await settle(both);
    const mover = await onTurn(both);
    for (let i = 0; i < 20; i++) {
        const before = await settle(both);
        await mover.page.locator(".moves ul button").first().click();
        await mover.ply(before + 1);
        if ((await mover.count(".moves ul button")) && (await mover.page.locator(".prompt .tool").nth(1).isEnabled())) {
            await mover.page.locator(".prompt .tool").nth(1).click();
            await mover.page.waitForFunction((n) => Number(document.querySelector(".board").dataset.ply) <= n || document.querySelector(".trouble"), before);
        }
        if ((await onTurn(both)) !== mover) break;
    }
    await playTo(both, (await settle(both)) + 6, 9);
    need((await both[0].now()) === (await both[1].now()), "the tables differ");
});

/** Opens a choice that waits for a word: what can be taken back by oneself is simply made. false: the turn was over
 *  before one was met. */
async function openChoice(person) {
    const { page } = person;
    const entries = page.locator(".moves ul button");
    const open = () => page.locator(".popover").count();
    for (const patience = new Patience(30); !(await open()); ) {
        need(!patience.out(), "nothing waits for a word");
        if (!(await entries.count())) return false;
        const ply = await person.now();
        await entries.first().click({ timeout: 60_000 }).catch(() => undefined); // it may be gone by then
        // A second click too soon would be a double one, which plays at once.
        for (const shown = new Patience(3); !shown.out() && !(await open()) && (await person.now()) === ply; )
            await page.waitForTimeout(20);
    }
    return true;
}

/** What keeps a person from seeing something and from hitting it; nothing: null. */
function hidden(selector) {
    const all = [...document.querySelectorAll(selector)];
    if (!all.length) return `no ${selector}`;
    for (const e of all) {
        const { left, top, right, bottom } = e.getBoundingClientRect();
        if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return `${e.innerText} is out of sight`;
        for (const y of [top + 3, (top + bottom) / 2, bottom - 3]) {
            const over = document.elementFromPoint((left + right) / 2, y);
            if (!e.contains(over)) return `${over?.className} lies over ${e.innerText}`;
        }
    }
    return null;
}

for (const [width, height] of [[390, 844], [360, 640], [844, 390], [1280, 720]])
    check(`a question is answered at once, whatever lies open, at ${width}x${height}`, async (ctx) => {
        const options = { width, height, careful: "on" };
        const both = await pair(ctx, "yspahan", { a: options, b: options });
        await playTo(both, 8);
        const look = async ({ page }, when) => {
            for (const what of [".notice p", ".notice .outline", ".notice .plain"]) {
                const wrong = await page.evaluate(hidden, what);
                need(!wrong, `${when}: ${wrong}`);
            }
        };
        const [asker, chooser] = await askToUndo(both, openChoice);
        await chooser.page.screenshot({ path: join(ctx.shots, `online-asked-choosing-${width}.png`) });
        await look(chooser, "a choice is open");
        // The choice waits where it was, and can still be made.
        const made = await chooser.page.evaluate(hidden, ".popover .confirm");
        need(!made, `the choice: ${made}`);
        await chooser.page.locator(".notice p").click();
        need(await chooser.count(".popover"), "the choice was lost");
        await chooser.page.locator(".notice .plain").click();
        await asker.page.locator(".notice", { hasText: "says no" }).waitFor();
        need(await chooser.count(".popover"), "the choice was lost with the answer");
        await chooser.page.keyboard.press("Escape");
        await chooser.page.waitForSelector(".popover", { state: "detached" });
        const [, asked] = await askToUndo(both);
        const { page } = asked;
        const narrow = width < 1100;
        const first = page.locator(".seats button").first();
        const states = {
            "the past is shown": async () => {
                if (narrow) await page.click("#tab-log");
                await page.locator(".log button").last().click();
                await page.waitForSelector(".table.past");
                return () => page.keyboard.press("Escape");
            },
            "the talk is open": async () => {
                await page.click("#tab-chat");
                return () => page.click(narrow ? "#tab-moves" : "#tab-log");
            },
            "a seat is open": async () => {
                if (narrow) await first.click();
                return () => narrow && first.click();
            },
            "the desk is low": async () => {
                const handle = page.locator(".handle");
                if (await handle.isVisible()) await handle.click();
                return async () => (await handle.isVisible()) && handle.click();
            },
        };
        for (const [when, open] of Object.entries(states)) {
            const close = await open();
            await look(asked, when);
            await close();
        }
        await page.locator(".notice .outline").click();
        await page.waitForSelector(".notice .outline", { state: "detached" });
    }, width !== 390);

check("the server is killed in the middle: nothing lost, nothing twice, hardly noticed", async (ctx) => {
    const own = await new Server().start();
    try {
        const both = await pair({ ...ctx, url: own.url });
        const before = await playTo(both, 4);
        const mover = await onTurn(both);
        // When the connection broke is told by the page itself: here it may be heard late.
        await mover.page.addInitScript(() => {
            globalThis.WebSocket = class extends WebSocket {
                constructor(...args) {
                    super(...args);
                    this.addEventListener("close", () => (globalThis.closedAt ??= performance.now()));
                }
            };
        });
        await mover.page.reload();
        await mover.wait(".moves ul button");
        await mover.page.evaluate(() => {
            globalThis.closedAt = undefined;
            new MutationObserver((_, observer) => {
                if (!document.querySelector(".lost")) return;
                globalThis.lostAt = performance.now();
                observer.disconnect();
            }).observe(document.body, { childList: true, subtree: true });
        });
        await own.stop("SIGKILL");
        // A move on its way while nobody is there: it arrives when someone is.
        await mover.page.locator(".moves ul button").first().click();
        await mover.wait(".lost");
        const alarm = await mover.page.evaluate(() => globalThis.lostAt - globalThis.closedAt);
        need(alarm > 1000, `alarm after ${alarm} ms`);
        await own.start();
        await mover.page.waitForFunction(() => !document.querySelector(".lost"));
        await mover.ply(before + 1);
        await other(both, mover).ply(before + 1);
        await play(both, 4, async () => (await both[0].now()) > before + 8);
        // Stopped in good order it says good-bye, and is found again.
        await own.stop();
        await own.start();
        await play(both, 6, async () => (await both[0].now()) > before + 16);
        await settle(both);
        const log = await told(own.url, `tables/${both[0].table}/log`);
        need(log.ply === (await both[0].now()) && log.log.length === log.ply, "the log has holes");
    } finally {
        await own.remove();
    }
}, false);

check("a connection that breaks again and again: every answer lost, no move twice", async (ctx) => {
    const a = await Person.come(ctx, null, { name: "Anna" });
    let drops = 0;
    // Between this browser and the server: what was asked arrives, but the answer does not come back.
    await a.page.routeWebSocket(/\/socket$/, (client) => {
        const server = client.connectToServer();
        let asked = 0;
        client.onMessage((m) => {
            server.send(m);
            if (JSON.parse(m).type === "move" && ++asked % 2 === 1) {
                drops++;
                client.close({ code: 4000 });
                setTimeout(() => server.close(), 60);
            }
        });
        server.onMessage((m) => client.send(m));
    });
    const b = await Person.come(ctx, null, { name: "Boris" });
    await create(a, ctx.url, "yspahan", ["open"]);
    await sit(b, ctx.url, a.table);
    await a.wait(".table");
    await play([a, b], 31, async () => (await a.now()) > 50);
    need(drops >= 5, `only ${drops} drops`);
    await settle([a, b]);
    const { log } = await told(ctx.url, `tables/${a.table}/log`);
    need(log.length === (await b.now()), "a move is missing, or there twice");
});

check("without a network for a while", async (ctx) => {
    const both = await pair(ctx);
    const before = await playTo(both, 6);
    const stays = await onTurn(both);
    const gone = other(both, stays);
    await gone.context.setOffline(true);
    await stays.page.locator(".moves ul button").first().click();
    await stays.ply(before + 1);
    await gone.wait(".lost");
    await gone.context.setOffline(false);
    await gone.ply(before + 1);
    await gone.page.waitForFunction(() => !document.querySelector(".lost"));
    await playTo(both, before + 6, 3);
});

check("a bot, a spectator, a rematch", async (ctx) => {
    const a = await Person.come(ctx, null, { name: "Anna" });
    await create(a, ctx.url, "yspahan", ["link"], (page) => page.uncheck(".options-form input"));
    await a.page.selectOption(".fill select", "apprentice");
    await a.page.click(".fill .outline");
    await a.wait(".table");
    need((await a.count('.prompt .tool[title="Hint"]')) === 1, "no hint against bots");
    const w = await Person.come(ctx, `${ctx.url}#/table/${a.table}`, { locale: "ru-RU" });
    await w.wait(".table");
    await w.wait(".watchers b");
    await a.wait(".watchers svg");
    await play([a], 11);
    need((await w.count(".moves ul button")) === 0, "a spectator has moves");
    await w.wait(".final");
    await Promise.all([a.wait(".verified"), w.wait(".verified")]);
    const first = a.table;
    await a.page.click(".online-end .confirm");
    await a.page.waitForFunction((t) => !location.hash.includes(t), first);
    await a.wait(".table");
    need((await a.count(".watchers b")) === 0, "the seat did not move with the rematch");
    await w.page.waitForFunction((t) => !location.hash.includes(t), first);
    await w.wait(".watchers b");
    need(w.table === a.table, "who watched was left behind");
});

check("what is counted is shown; a rematch is agreed on, and seats move on by one", async (ctx) => {
    const lively = { name: "Boris", reducedMotion: "no-preference" };
    const both = [await Person.come(ctx, null, { name: "Anna" }), await Person.come(ctx, null, lively)];
    const [a, b] = both;
    await short(ctx, both);
    for (const p of both)
        await p.page.evaluate(() => {
            globalThis.seraiRites = 0;
            new MutationObserver((list) => {
                for (const m of list) for (const e of m.addedNodes) if (e.matches?.(".rite")) globalThis.seraiRites++;
            }).observe(document.body, { childList: true, subtree: true });
        });
    await play(both, 8);
    const rites = await Promise.all(both.map((p) => p.page.evaluate(() => globalThis.seraiRites)));
    need(rites.join() === "0,1", `shown ${rites} times`);
    const first = a.table;
    await b.page.click(".online-end .confirm");
    await a.wait(".notice .outline");
    await a.page.click(".notice .outline");
    for (const p of both) await p.page.waitForFunction((t) => !location.hash.includes(t), first);
    need(a.table === b.table && a.table !== first, "not at the same table");
    for (const p of both) await p.wait(".table");
    need((await a.text(".seat-card .whose b")) === "Boris", "the seats are the old ones");
    await playTo(both, 4);
});

check("forged dice are noticed: seal, moves, and what was shown", async (ctx) => {
    const tamper = {
        seal: (m) => m.reveal && { ...m, reveal: { ...m.reveal, salt: "a".repeat(32) } },
        seen: (m) => {
            const told = m.type === "move" && m.events?.find((e) => e.event === "roll");
            return told && { ...m, events: m.events.map((e) => (e === told ? { ...e, seat: 1 - (e.seat ?? 0) } : e)) };
        },
    };
    for (const what of ["seal", "seen", "replay"]) {
        const a = await Person.come(ctx, null, { name: "Anna" });
        let forged = 0;
        if (what === "replay")
            await a.page.route(/\/file$/, async (route) => {
                const answer = await route.fetch();
                const file = await answer.json();
                forged++;
                [file.moves[3][1], file.moves[4][1]] = [file.moves[4][1], file.moves[3][1]];
                await route.fulfill({ json: file });
            });
        else
            await a.page.routeWebSocket(/\/socket$/, (client) => {
                const server = client.connectToServer();
                client.onMessage((m) => server.send(m));
                server.onMessage((text) => {
                    const m = JSON.parse(text);
                    const lie = tamper[what](m);
                    forged += lie ? 1 : 0;
                    client.send(JSON.stringify(lie || m));
                });
            });
        await short(ctx, [a, "apprentice"]);
        await play([a], 2);
        await a.wait(".online-end .doubt");
        need(forged > 0, `${what}: nothing was forged`);
        const words = { seal: /sealed at the start/, seen: /not what was shown/, replay: /differently/ };
        need(words[what].test(await a.text(".doubt")), `${what}: ${await a.text(".doubt")}`);
        need((await a.count(".verified")) === 0, `${what}: verified all the same`);
    }
});

check("by turns: my tables, whose turn, a badge in the tab, the account on another device", async (ctx) => {
    const byTurns = (page) => page.locator(".create .segments button").last().click();
    const both = await pair(ctx, "tadmor", { change: byTurns });
    await playTo(both, 3);
    const waits = await onTurn(both);
    const rests = other(both, waits);
    for (const p of both) await p.go(`${ctx.url}#/online`);
    await waits.wait(".tables .your-turn");
    await rests.wait(".tables .turn-of");
    need(/^\(1\) /.test(await waits.page.title()), `title: ${await waits.page.title()}`);
    need(!/^\(/.test(await rests.page.title()), `title: ${await rests.page.title()}`);
    const icon = (p) => p.page.locator("link[rel=icon]").getAttribute("href");
    need((await icon(waits)).includes("turn") && !(await icon(rests)).includes("turn"), "the icon does not tell");
    // An account takes the table along.
    const name = `Layla ${Date.now() % 1e6}`;
    await waits.page.click(".account summary");
    await waits.page.fill(".sign-in [autocomplete=username]", name);
    await waits.page.fill(".sign-in [type=password]", "open sesame");
    await waits.page.locator(".sign-in .plain").click();
    await waits.page.locator(".account summary", { hasText: name }).waitFor();
    await waits.page.locator(".sign-in summary").first().click();
    const change = async (old) => {
        await waits.page.fill(".sign-in [autocomplete=current-password]", old);
        await waits.page.fill(".sign-in [autocomplete=new-password]", "open barley");
        await waits.page.locator(".sign-in form [type=submit]").click();
        return waits.page.locator(".sign-in form [role=alert]").innerText();
    };
    need(/wrong/.test(await change("open sesami")), "changed without the old one");
    await waits.page.locator(".sign-in form [role=alert]", { hasText: "wrong" }).waitFor();
    await change("open sesame");
    await waits.page.locator(".sign-in form [role=alert]", { hasText: "changed" }).waitFor();
    const c = await Person.come(ctx, `${ctx.url}#/online`);
    await c.wait(".account");
    need((await c.count(".tables .your-turn")) === 0, "a stranger sees tables");
    await c.page.click(".account summary");
    await c.page.fill(".sign-in [autocomplete=username]", name);
    await c.page.fill(".sign-in [type=password]", "open says me");
    await c.page.locator(".sign-in [type=submit]").first().click();
    await c.wait(".sign-in [role=alert]");
    await c.page.fill(".sign-in [type=password]", "open barley");
    await c.page.locator(".sign-in [type=submit]").first().click();
    await c.wait(".tables .your-turn");
    await c.page.locator(".tables a", { hasText: "Open" }).first().click();
    await c.wait(".moves ul button");
    const before = await c.now();
    await c.page.locator(".moves ul button").first().click();
    await c.ply(before + 1);
    // Logged out, the other device knows nothing any more.
    await c.go(`${ctx.url}#/online`);
    await c.page.click(".account summary");
    await c.page.locator(".sign-in .out .outline").click();
    await c.page.locator(".account summary", { hasText: "Log in" }).waitFor();
    // Nor does the one that sat down there as a guest: the seat is the account's since.
    const secrets = () => waits.page.evaluate(() => Object.values(localStorage).filter((v) => /"token":/.test(v)).length);
    need((await secrets()) > 0, "no secret is kept at all");
    await waits.page.locator(".sign-in .out .outline").click();
    await waits.page.locator(".account summary", { hasText: "Log in" }).waitFor();
    need((await secrets()) === 0, "a secret of the account stays behind");
    await waits.page.fill(".sign-in [autocomplete=username]", name);
    await waits.page.fill(".sign-in [type=password]", "open barley");
    await waits.page.locator(".sign-in [type=submit]").first().click();
    await waits.page.locator(".account summary", { hasText: name }).waitFor();
    await waits.wait(".tables a");
    // And forgotten, the name is free again.
    await waits.page.locator(".sign-in .out .plain").last().click();
    await waits.page.locator(".sign-in .out .plain").last().click();
    await waits.page.locator(".account summary", { hasText: "Log in" }).waitFor();
});

check("a notification when it is my turn and nobody looks, only after a button", async (ctx) => {
    const a = await Person.come(ctx, null, { name: "Anna", permissions: ["notifications"] });
    await a.page.addInitScript(() => {
        if (location.protocol === "about:") return;
        globalThis.shown = [];
        globalThis.asked = 0;
        const take = (title, o) => globalThis.shown.push(`${title}: ${o.body}`);
        ServiceWorkerRegistration.prototype.showNotification = async (title, o) => take(title, o);
        globalThis.Notification = class {
            constructor(title, o) {
                take(title, o);
            }
            static permission = "default";
            static requestPermission() {
                globalThis.asked++;
                return Promise.resolve("granted");
            }
        };
        globalThis.hide = (yes) => Object.defineProperty(document, "hidden", { value: yes, configurable: true });
    });
    await create(a, ctx.url, "yspahan", ["open"]);
    const b = await Person.come(ctx, null, { name: "Boris" });
    await a.page.click(".bar a");
    await a.page.click(".to-others");
    await a.page.waitForSelector(".me-row [aria-pressed]");
    need((await a.page.evaluate(() => globalThis.asked)) === 0, "asked without being told to");
    await a.page.click(".me-row [aria-pressed]");
    await a.wait('.me-row [aria-pressed="true"]');
    await a.page.locator(".tables a", { hasText: "Open" }).first().click();
    await a.wait(".waiting-room");
    await sit(b, ctx.url, a.table);
    await a.wait(".table");
    // Until it is for the other to decide; then nobody looks.
    await play([a], 3, async () => (await b.count(".moves ul button")) > 0);
    await a.page.evaluate(() => globalThis.hide(true));
    need((await a.page.evaluate(() => globalThis.shown.length)) === 0, "told while one looks");
    await play([b], 3, async () => (await a.count(".moves ul button")) > 0);
    await a.page.waitForFunction(() => globalThis.shown.length === 1);
    need((await a.page.evaluate(() => globalThis.shown[0])) === "Your turn: Yspahan", "other words");
});

check("leaving, a stand-in, coming back; voting for one who is away", async (ctx) => {
    const both = await pair(ctx);
    await playTo(both, 4);
    const [a, b] = both;
    await b.page.click("#tab-people");
    await b.page.locator(".people .row .plain").last().click();
    await b.page.locator(".people .row .plain").last().click();
    await b.page.waitForFunction(() => location.hash === "#/");
    await a.page.locator(".notice", { hasText: "Boris" }).first().waitFor();
    await a.wait(".seat-card .of-bot");
    const before = await a.now();
    await play([a], 5, async () => (await a.now()) > before + 8);
    await b.page.click(".to-others");
    await b.page.locator(".tables a", { hasText: "Open" }).first().click();
    await b.wait(".notice .outline");
    await b.page.click(".notice .outline");
    await a.page.locator(".notice", { hasText: "is back" }).waitFor();
    await playTo(both, (await a.now()) + 4, 6);
    // Gone without a word: the others may vote, but not before the time agreed.
    await b.page.goto("about:blank");
    await a.page.click("#tab-people");
    await a.page.locator(".people li", { hasText: "may vote" }).waitFor();
    need(!(await a.count(".people li .plain")), "a vote against one who has hardly gone");
});

check("clocks run down for the one who decides", async (ctx) => {
    const both = await pair(ctx, "yspahan", { change: (page) => page.selectOption(".options-form select", "1") });
    const seconds = async (p) => {
        const texts = await p.page.locator(".seat-clock").allInnerTexts();
        return texts.map((t) => t.split(":").reduce((n, part) => 60 * n + Number(part), 0));
    };
    const first = await seconds(both[0]);
    need(first.length === 2 && first.every((s) => s > 540 && s <= 605), `clocks: ${first}`);
    await both[0].page.waitForTimeout(2200);
    const later = await seconds(both[0]);
    const fallen = later.filter((s, i) => s < first[i]).length;
    need(fallen === 1, `${fallen} clocks run`);
    await playTo(both, 4);
    await both[1].page.reload();
    await both[1].wait(".seat-clock");
    const [x, y] = await Promise.all(both.map(seconds));
    need(x.every((s, i) => Math.abs(s - y[i]) <= 2), `the clocks differ: ${x} / ${y}`);
});

check("answers in advance", async (ctx) => {
    const both = await pair(ctx);
    const [a] = both;
    await a.page.click("#tab-people");
    await a.page.selectOption(".people select", "load");
    await a.page.reload();
    await a.wait(".table");
    await a.page.click("#tab-people");
    need((await a.page.locator(".people select").inputValue()) === "load", "the answer was not kept");
    await a.page.locator(".people .check input").check();
    await a.page.reload();
    await a.page.click("#tab-people");
    need(await a.page.locator(".people .check input").isChecked(), "the wish was not kept");
    await a.page.selectOption(".people select", "");
    await playTo(both, 6);
});

check("no server: the page says so and plays on its own", async (ctx) => {
    const site = await plainHost();
    try {
        const p = await Person.come(ctx, `${site.url}#/online`);
        await p.wait(".no-server");
        need((await p.count(".to-create")) === 0, "tables without a server");
        await p.page.click(".bar a");
        await start(p.page, "yspahan", ["human", "bot:apprentice"]);
        await p.wait(".moves ul button");
        await p.go(`${site.url}#/table/aaaaaaaaaaaaa`);
        await p.wait(".lost, [role=alert]");
    } finally {
        site.close();
    }
    const own = await new Server().start();
    try {
        const p = await Person.come(ctx, `${own.url}#/online`);
        await p.wait(".to-create");
        // The page is kept by then: a first visit that lasts a moment is not enough.
        await p.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
        await own.stop();
        await p.wait(".no-server");
        await p.page.click(".bar a");
        await start(p.page, "yspahan", ["human", "human"]);
        await p.wait(".moves ul button");
        await p.page.click(".bar a");
        await p.page.click(".to-others");
        await own.start();
        await p.wait(".to-create");
    } finally {
        await own.remove();
    }
});

check("every board is watched and played with hidden hands: no error at any seat", async (ctx) => {
    for (const game of ["yspahan", "merv", "tadmor", "caravans"]) {
        const a = await Person.come(ctx, null, { name: "Anna" });
        await create(a, ctx.url, game, ["bot:apprentice", "bot:apprentice"]);
        await a.wait(".table");
        const w = await Person.come(ctx, `${ctx.url}#/table/${a.table}`);
        await w.wait(".table");
        await play([a], 17, async () => (await a.now()) > 60);
        await w.ply(40);
        await w.page.screenshot({ path: join(ctx.shots, `online-${game}-watched.png`) });
        for (const p of [a, w]) need(!p.errors.length, `${game}: ${p.errors[0]}`);
        await Promise.all([a.context.close(), w.context.close()]);
    }
});

for (const [locale, lang] of [["en-US", "en"], ["fr-FR", "fr"], ["ru-RU", "ru"]])
    check(`every text in ${lang}, none cut, sound for axe, at two sizes`, async (ctx) => {
        const a = await Person.come(ctx, ctx.url, { name: "Anna", locale });
        const b = await Person.come(ctx, null, { name: "Boris", locale });
        const sizes = [[1440, 900], [390, 844]];
        const all = async (p, name, set = async () => {}) => {
            for (const [width, height] of sizes) {
                await p.page.setViewportSize({ width, height });
                await set(width);
                await inspect(p, ctx.shots, `${name}-${lang}-${width}`);
            }
        };
        await create(a, ctx.url, "merv", ["open", "link", "bot:vizier"]);
        await all(a, "waiting");
        await a.page.locator(".seat-menu > summary").first().click();
        await all(a, "waiting-menu", async (width) => {
            const { left, right } = await a.page.locator(".seat-menu[open] > .panel").boundingBox().then((b) => ({ left: b.x, right: b.x + b.width }));
            need(left >= 0 && right <= width, `the menu of a seat is cut: from ${left} to ${right} of ${width}`);
        });
        const first = a.table;
        await b.go(`${ctx.url}#/online`);
        await b.page.locator(".account summary").first().click();
        await all(b, "lobby");
        await b.go(`${ctx.url}#/new`);
        await b.wait(".create");
        await all(b, "create");
        await b.page.locator(".create .segments button").last().click();
        await all(b, "create-turns");
        await a.go(`${ctx.url}#/table/${first}`);
        const link = await a.page.locator(".seat-rows .link-row input").inputValue();
        await b.go(link);
        await b.wait(".invited");
        await all(b, "invited");
        const c = await Person.come(ctx, null, { name: "Anna", locale });
        const d = await Person.come(ctx, null, { name: "Boris", locale });
        await short(ctx, [c, d]);
        const [, asked] = await askToUndo([c, d]);
        await all(asked, "asked");
        // The last click may have opened a choice, which takes the place of the desk on a phone.
        if (await asked.count(".popover")) await asked.page.click(".popover .cancel");
        await asked.page.click("#tab-chat");
        await asked.page.fill(".chat input", "Salaam!");
        await asked.page.keyboard.press("Enter");
        await asked.wait(".chat .seat-tag");
        await all(asked, "chat");
        await asked.page.click("#tab-people");
        await all(asked, "people");
        await asked.page.click(".notice .plain");
        await asked.page.setViewportSize({ width: 1440, height: 900 });
        await play([c, d], 13);
        await asked.wait(".verified");
        await all(asked, "end");
        // The same beside the board.
        await asked.page.setViewportSize({ width: 1440, height: 900 });
        await asked.page.click(".end .look");
        await all(asked, "end-board", async (width) => {
            if (width < 1000) await asked.page.click("#tab-moves");
        });
    });
