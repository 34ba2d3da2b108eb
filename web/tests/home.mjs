/* The start page: what it remembers, faces, the bar with Play, the way to others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { atRest, GAMES, GUIDED, need, ROOT, start } from "./lib.mjs";
import { after, comesOf } from "./positions.mjs";
import { Server } from "./server.mjs";

export const checks = [];
const check = (name, run, options = {}, full = false) => checks.push({ name: `home: ${name}`, run, options, full });

const SIZES = [[1440, 900], [1280, 720], [390, 844]];
const HOUR = 3_600_000;

const person = (name = "Leïla") => ({ kind: "human", name });
const bot = (level) => ({ kind: "bot", name: level, bot: level });

/** Matches as an earlier visit left them, the first played last; those without a time are from before times were
 *  noted. */
function visits() {
    return [
        { id: "now", save: after("yspahan", [person(), bot("trader"), bot("vizier")], 60), hours: 1 },
        { id: "won", save: after("caravans", [person(), bot("camelgirl")], 1e6, 4), hours: 30 },
        { id: "zero", save: after("merv", [person(), bot("apprentice")], 0), hours: 50 },
        { id: "left", save: after("tadmor", [person(), bot("merchant"), bot("apprentice")], 30), hours: 60 },
        { id: "two", save: after("merv", [person("Anna"), person("Boris")], 40), hours: 100 },
        { id: "old", save: after("yspahan", [person(), bot("trader"), bot("trader")], 1e6, 5) },
        { id: "older", save: after("caravans", [person(), bot("storyteller"), bot("vizier")], 12) },
    ];
}

/** The start page loaded anew. */
async function anew(page, url) {
    await page.evaluate((to) => history.replaceState(null, "", to), url);
    await page.reload();
}

/** Opens the start page as one who has been there before. */
async function back(page, url, lang = "en") {
    await page.evaluate(
        ([list, to, hour]) => {
            localStorage.setItem("serai.lang", to);
            for (const { id, save, hours } of list) {
                localStorage.setItem(`serai.save.${id}`, JSON.stringify(save));
                const told = { at: Date.now() - hours * hour, over: false, actor: 0, totals: save.seats.map(() => 7), ranks: save.seats.map(() => 1) };
                if (hours) localStorage.setItem(`serai.told.${id}`, JSON.stringify(told));
            }
        },
        [visits(), lang, HOUR],
    );
    await anew(page, url);
    await page.waitForSelector(".recent li");
    await page.waitForSelector(".glance .stage");
}

/** What lies outside the window, or over another thing, of what must be in sight. */
function hidden(page, what) {
    return page.evaluate((selectors) => {
        const out = [];
        for (const selector of selectors)
            for (const e of document.querySelectorAll(selector)) {
                const { left, right, top, bottom } = e.getBoundingClientRect();
                if (left < 0 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1) out.push(`${selector} outside`);
                else if (!e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) out.push(`${selector} covered`);
            }
        return out;
    }, what);
}

/** Texts that do not fit their boxes, and what is wider than the window. */
function cut(page) {
    return page.evaluate(() => {
        const out = [...document.querySelectorAll(".home :is(b, h1, h2, small, a, button, em)")]
            .filter((e) => e.getClientRects().length && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 2 && !e.closest(".glance"))
            .filter((e) => getComputedStyle(e).display !== "inline")
            .map((e) => e.textContent);
        const over = document.documentElement.scrollWidth - innerWidth;
        return over > 0 ? [...out, `${over} px wider than the window`] : out;
    });
}

async function serious(page) {
    await atRest(page);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.length} × ${v.nodes[0].target.join(" ")}`);
}

check("newest first, with opponents and results, to go on with or to analyse; deleted within its row", async ({ page, url }) => {
    await back(page, url);
    // What is kept of a match says whether it is over; the old ones are looked up.
    await page.waitForFunction(() => document.querySelectorAll(".recent li").length === 4);
    need((await page.getAttribute(".continue .go", "href")) === "#/play/now", "another match to go on with");
    need((await page.locator(".continue .what li").count()) === 3, "who plays");
    await page.waitForFunction(() => /week/i.test(document.querySelector(".continue .what > h2").textContent));
    const rows = () => page.locator(".recent li").evaluateAll((all) => all.map((e) => e.dataset.match));
    await page.click(".recent .link");
    need((await rows()).join() === "won,left,two,old,older", `in this order: ${await rows()}`);
    const said = await page.locator(".recent li").allInnerTexts();
    need(/Analyse/.test(said[3]) && /Resume/.test(said[1]), said.join(" | "));
    const spilt = await page.evaluate(() =>
        [...document.querySelectorAll(".recent li")].filter((li) => {
            const [row, cross] = [li, li.querySelector("button")].map((e) => e.getBoundingClientRect());
            return cross.left < row.left || cross.right > row.right || cross.top < row.top || cross.bottom > row.bottom;
        }).length,
    );
    need(!spilt, "the cross lies outside its row");
    await page.locator("[data-match=left] button").click();
    await page.waitForFunction(() => !document.querySelector("[data-match=left]"));
    need(await page.evaluate(() => !localStorage.getItem("serai.save.left") && !localStorage.getItem("serai.save.zero")), "something is left behind");
    // Of the old match the result was noted, and it counts.
    need(/of 1 won/.test(await page.textContent("[data-level=trader]")), await page.textContent("[data-level=trader]"));
    need(/never/.test(await page.textContent("[data-level=merchant]")), "met without a match that is over");
    await page.locator("[data-match=old] a").click();
    await page.waitForSelector(".end .podium");
    need((await page.locator('.end image[href="./faces/trader.svg"]').count()) >= 2, "no faces at the end");
    await page.goto(`${url}#/play/now`);
    await page.waitForSelector('.seat-card image[href="./faces/vizier.svg"]');
});

check("a win counts once, against every level that sat there, and stays when the game is deleted", async ({ page, url }) => {
    const save = after("yspahan", [person(), bot("trader"), bot("trader"), bot("vizier")], 1e6, 9);
    const last = save.moves.length;
    await page.evaluate((text) => localStorage.setItem("serai.save.end", text), JSON.stringify(save));
    for (let i = 0; i < 2; i++) {
        await anew(page, url);
        await page.waitForSelector(".record");
        const told = await page.locator(".record li:not(.never)").allInnerTexts();
        need(told.length === 2 && told.every((s) => /[01] of 1 won/.test(s)), told.join(" | "));
        await page.evaluate(() => localStorage.removeItem("serai.told.end"));
    }
    await page.click(".recent li button");
    await page.waitForFunction(() => !document.querySelector(".recent"));
    need((await page.locator(".record li:not(.never)").count()) === 2, "forgotten with the game");
    return `${last} moves`;
});

for (const lang of ["en", "fr", "ru"])
    check(`in sight and uncut at three sizes, first visit and later, ${lang}`, async ({ page, url, shots }) => {
        await page.evaluate((to) => localStorage.setItem("serai.lang", to), lang);
        await anew(page, url);
        const look = async (name, also = []) => {
            for (const [width, height] of SIZES) {
                await page.setViewportSize({ width, height });
                await page.waitForFunction((w) => innerWidth === w, width);
                await atRest(page);
                await page.screenshot({ path: `${shots}/home-${name}-${lang}-${width}.png` });
                const wide = width > 1000 ? [".learn", ".cover button", ...also] : [];
                const out = await hidden(page, [".big-play", ".to-seats", ".to-others", ".home > header .segments", ...wide]);
                need(!out.length, `${name}, ${width} x ${height}: ${out.join(", ")}`);
                const spilt = await cut(page);
                need(!spilt.length, `${name}, ${width} x ${height}: cut: ${spilt.join(" | ")}`);
            }
        };
        await page.waitForSelector(".big-play");
        await look("first");
        await back(page, url, lang);
        await page.waitForSelector(".record");
        await look("back", [".continue .go", ".recent li a", ".record li"]);
        for (const theme of ["light", "night"]) {
            await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
            const found = await serious(page);
            need(!found.length, `${theme}: ${found.join("; ")}`);
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await page.click("[data-game=caravans]");
        await page.click(".to-seats");
        await page.waitForSelector(".chairs li");
        for (let n = 0; n < 4; n++) await page.click(".chairs .stepper button:last-of-type");
        need((await page.locator(".chairs li").count()) === 7, "seven seats");
        const found = await serious(page);
        need(!found.length, `seats: ${found.join("; ")}`);
        await page.screenshot({ path: `${shots}/home-seats-${lang}-390.png` });
        need(!(await hidden(page, [".big-play"])).length, "Play is covered by the seats");
        await page.setViewportSize({ width: 1280, height: 720 });
        await atRest(page);
        await page.screenshot({ path: `${shots}/home-seats-${lang}-1280.png` });
        need(!(await cut(page)).length, `seats: cut: ${await cut(page)}`);
        need(!(await hidden(page, [".big-play", ".chairs header button"])).length, "the seats lie over Play, or outside");
    }, {}, lang !== "ru"); // its words are the longest

check("the table of last time is laid again, and faces say who sits there", async ({ page, url }) => {
    await start(page, "tadmor", ["human", "bot:storyteller"]);
    await page.waitForSelector('.seat-card image[href="./faces/storyteller.svg"]');
    need((await page.textContent(".seat-1 .whose b")) === "Storyteller", "a level alone needs no number");
    await page.goto(`${url}#/`);
    await page.waitForSelector(".big-play");
    need((await page.locator(".company image").getAttribute("href")) === "./faces/storyteller.svg", "another table than last time");
    need((await page.locator(".recent, .continue").count()) === 0, "a match without a move is listed");
    // With the sheets of a table loaded, too, all of the seats can be chosen.
    for (const [width, height] of [[390, 844], [1280, 720]]) {
        await page.setViewportSize({ width, height });
        await page.click(".to-seats[aria-expanded=false]");
        await page.waitForSelector(".chairs .where label");
        const out = await page.evaluate(() =>
            [...document.querySelectorAll(".chairs :is(.where label, li input[type=radio], details summary)")].filter((e) => {
                e.scrollIntoView({ block: "center" });
                const { left, right, top, bottom } = e.getBoundingClientRect();
                return !e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
            }).map((e) => e.textContent || e.value),
        );
        need(!out.length, `${width}: covered: ${out}`);
        await page.keyboard.press("Escape");
        await page.waitForSelector(".to-seats[aria-expanded=false]");
    }
    await page.click(`[data-game=${GAMES.find((g) => g !== "tadmor")}]`);
    await page.click("[data-game=tadmor]");
    need((await page.locator(".company image").count()) === 1, "forgotten on the way");
});

check("to those who play with others, and to the rules of each game", async ({ page, url }) => {
    await page.click(".to-others");
    await page.waitForSelector(".others .to-create, .others .no-server");
    await page.goto(`${url}#/`);
    for (const game of GAMES) {
        await page.locator(`.cover:has([data-game=${game}]) .learn`).click();
        await page.waitForSelector("main:not(.home)");
        await page.goto(`${url}#/`);
        await page.waitForSelector(".big-play");
    }
});

/** Opens a puzzle and plays a move of it, as the table lets it be played. */
async function answer(page, move) {
    await page.evaluate((m) => document.querySelector(`.moves [data-move="${m}"]`).click(), move);
    const yes = page.locator(".popover .confirm, .question .confirm").first();
    await page.waitForFunction(() => document.querySelector(".popover .confirm, .question .confirm, .puzzle .wrong, .puzzle .next"));
    if (await yes.count()) await yes.click();
}

for (const game of GAMES)
    check(`${game}: a puzzle is tried, solved, explained and counted, in three languages`, async ({ page, url, shots }) => {
        const list = JSON.parse(readFileSync(join(ROOT, `data/puzzles/${game}.json`), "utf8"));
        await page.goto(`${url}#/puzzle/${game}`);
        await page.waitForSelector(".puzzle .share");
        const ply = await page.locator(".board").getAttribute("data-ply");
        const { best, obvious } = list[Number(await page.locator(".puzzle").getAttribute("data-puzzle"))];
        for (const lang of ["fr", "ru", "en"]) {
            await page.locator(".settings .segments button", { hasText: lang }).click();
            await page.waitForFunction((to) => document.documentElement.lang === to, lang);
            const text = await page.locator(".puzzle").innerText();
            need(!/puzzle\.|ai\.|undefined/.test(text), text);
        }
        await answer(page, obvious);
        await page.waitForSelector(".puzzle .wrong");
        need((await page.locator(".board").getAttribute("data-ply")) === ply, "a wrong move is made");
        await answer(page, best);
        await page.waitForSelector(".puzzle.solved .next");
        need(/\d+\s?%/.test(await page.textContent(".puzzle")), "no chances told");
        need(!(await page.$(".prompt")), "something is asked though it is answered");
        for (const lang of ["fr", "ru", "en"]) {
            await page.locator(".settings .segments button", { hasText: lang }).click();
            await page.waitForFunction((to) => document.documentElement.lang === to, lang);
            const text = await page.locator(".puzzle").innerText();
            need(!/\br\dc\d\b|\(-?\d+, ?-?\d+\)|puzzle\.|ai\.|undefined|\[object/.test(text), text);
        }
        await page.screenshot({ path: `${shots}/puzzle-${game}.png` });
        const found = await serious(page);
        need(!found.length, found.join("; "));
        need(/1 day/.test(await page.textContent(".puzzle h2")), "not counted");
        await page.click(".puzzle .next");
        await page.waitForFunction((b) => document.querySelector(".board")?.dataset.ply !== b && document.querySelector(".puzzle.no"), ply);
    }, {}, game !== GUIDED[0]);

check("a puzzle on a phone leaves the board its room, and its log can be opened", async ({ page, url }) => {
    const list = JSON.parse(readFileSync(join(ROOT, "data/puzzles/merv.json"), "utf8"));
    await page.goto(`${url}#/puzzle/merv`);
    await page.waitForSelector(".puzzle .share");
    for (const lang of ["fr", "ru", "en"]) {
        await page.evaluate((to) => {
            for (const b of document.querySelectorAll(".settings .segments button"))
                if (b.textContent === to && b.ariaPressed !== "true") b.click();
        }, lang);
        await page.waitForFunction((to) => document.documentElement.lang === to, lang);
        const share = await page.evaluate(() => document.querySelector(".board").getBoundingClientRect().height / innerHeight);
        need(share > 0.26, `${lang}: the board has ${share.toFixed(2)} of the height`);
    }
    const { best } = list[Number(await page.locator(".puzzle").getAttribute("data-puzzle"))];
    await answer(page, best);
    await page.waitForSelector(".puzzle.solved .next");
    const covered = await page.$$eval(".log-part header button", (list) =>
        list.filter((b) => {
            const { left, right, top, bottom } = b.getBoundingClientRect();
            return [left + 2, right - 2].some((x) => !b.contains(document.elementFromPoint(x, (top + bottom) / 2)));
        }).map((b) => b.textContent || b.title),
    );
    need(!covered.length, `covered: ${covered}`);
}, { width: 390, height: 844 });

check("every puzzle is explained in words of its game", async () => {
    const told = [];
    for (const game of GAMES) {
        const list = JSON.parse(readFileSync(join(ROOT, `data/puzzles/${game}.json`), "utf8"));
        const mute = list.flatMap((puzzle, i) => {
            const [best, other] = comesOf(game, puzzle);
            const differ = JSON.stringify(best) !== JSON.stringify(other) || puzzle.then.join() !== puzzle.else.join();
            return puzzle.reason || differ ? [] : [i + 1];
        });
        // Now and then two moves differ by nothing but where they lead in the next turns.
        need(mute.length <= 1, `${game}: ${mute} are explained by chances alone`);
        told.push(`${game} ${list.length - mute.length} of ${list.length}`);
    }
    return told.join(", ");
});

check("installed, it starts without its server: a game and a puzzle", async ({ browser, page, url }) => {
    const told = await (await fetch(`${url}manifest.webmanifest`)).json();
    for (const icon of told.icons.filter((i) => i.type === "image/png")) {
        const file = Buffer.from(await (await fetch(new URL(icon.src, url))).arrayBuffer());
        need(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}` === icon.sizes, `${icon.src} is not ${icon.sizes}`);
    }
    need(told.icons.some((i) => i.purpose === "maskable") && told.display === "standalone" && told.start_url, "cannot be installed");
    const own = await new Server().start();
    const context = await browser.newContext();
    try {
        const app = await context.newPage();
        await app.addInitScript(() => localStorage.setItem("serai.plays", "1"));
        await app.goto(own.url);
        await app.waitForSelector(".big-play");
        await app.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
        await own.stop();
        await app.goto(own.url);
        await app.waitForSelector(".big-play");
        await start(app, GAMES[0], ["human", "bot:trader"]);
        await app.waitForSelector(".moves ul button");
        await app.goto(`${own.url}#/puzzle/${GAMES[0]}`);
        await app.waitForSelector(".puzzle .share");
    } finally {
        await context.close();
        await own.remove();
    }
    await page.waitForSelector(".big-play");
});
