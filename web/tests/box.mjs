/* A real table: the page is told what the box on it brings forth. */
import { readFileSync } from "node:fs";
import axe from "axe-core";
import { need, ply, start } from "./lib.mjs";
import { after, before, open } from "./positions.mjs";

export const checks = [];
const check = (name, run, options = {}, full = false) => checks.push({ name, run, options, full });

/** Nothing serious for axe in what is open. */
async function sound(page, errors) {
    const before = errors.length;
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
        globalThis.axe.run({ include: ["dialog[open], main"], exclude: [".board > *"] }, { resultTypes: ["violations"] }),
    );
    errors.length = before; // axe itself tries things that the page's policy forbids
    const bad = violations.filter((v) => ["serious", "critical"].includes(v.impact));
    need(!bad.length, JSON.stringify(bad.map((v) => [v.id, v.nodes[0].html])));
}

/** Chooses a move of the list. */
const choose = (page, move) =>
    page.waitForSelector(`.moves [data-move="${move}"]`, { state: "attached" }).then((b) => b.evaluate((e) => e.click()));

const stands = (page, n) => page.waitForFunction((p) => document.querySelector(".board")?.dataset.ply === p, String(n));

async function roll(page, ...groups) {
    await page.waitForSelector(".tell .dice");
    for (const [i, dice] of groups.entries())
        for (const face of dice) await page.click(`.tell .dice:nth-of-type(${i + 1}) [data-face="${face}"]`);
}

check("box: a day of Yspahan from told dice and cards, taken back, kept", async ({ page, errors }) => {
    await start(page, "yspahan", ["human", "human"], "box");
    await choose(page, "buy 1");
    await roll(page, [1, 1, 1, 4, 4, 4, 6, 6], []);
    // Eight white dice are eight; what lacks is a yellow one.
    need(await page.isDisabled('.tell .dice:nth-of-type(1) [data-face="1"]'), "a ninth white die");
    need(await page.isDisabled(".tell .confirm"), "a roll without its yellow die");
    // A slip is taken back by a tap, or by the keys.
    await page.click(".tell .dice:nth-of-type(1) .tray button:last-child");
    await page.keyboard.press("2");
    need(await page.isDisabled('.tell .dice:nth-of-type(1) [data-face="1"]'), "the keys roll nothing");
    await page.keyboard.press("5");
    await page.click(".tell .confirm");
    await stands(page, 1);
    const moves = () => page.$$eval(".moves [data-move]", (list) => list.map((b) => b.dataset.move));
    // 1 1 1 camels, 2 bags, 4 4 barrels, 5 (yellow) chests, 6 gold; nothing on the vases.
    const levels = new Set((await moves()).filter((m) => m.startsWith("sel")).map((m) => m.split(" ")[1]));
    need([...levels].sort().join() === "bag,barrel,camel,chest,gold", `levels ${[...levels]}`);
    // The roll was mistaken: at a table of people it is simply told again.
    await page.click(".prompt .tool:first-child");
    await stands(page, 0);
    await choose(page, "buy 0");
    await roll(page, [1, 1, 1, 4, 4, 4, 6, 6]);
    await page.click(".tell .confirm");
    await stands(page, 1);
    // A card is told by its owner alone.
    await choose(page, "sel camel card");
    await page.waitForSelector(".tell .away");
    need(!(await page.$(".tell .things")), "the cards are open to all");
    await page.click(".tell .away .confirm");
    await page.click('.tell [data-thing="three_gold"]');
    await sound(page, errors);
    await page.click(".tell .confirm");
    await stands(page, 2);
    need((await moves()).some((m) => m.startsWith("play_three_gold")), "the card is not in the hand");
    await choose(page, "end");
    await stands(page, 3);
    // The second player holds nothing, so that there is nothing to hide from him.
    need(!(await page.$(".curtain")), "a curtain over nothing");
    await choose(page, "sel bag card");
    await page.click(".tell .away .confirm");
    need(await page.$eval('.tell [data-thing="three_gold"]', (b) => b.textContent.includes("1")), "one such card is left");
    await page.click('.tell [data-thing="three_gold"]');
    await page.click(".tell .confirm");
    await stands(page, 4);
    await choose(page, "end");
    // Now cards are seen: only by their owner.
    await page.click(".curtain button");
    await choose(page, "sel gold card");
    await page.click(".tell .away .confirm");
    need(await page.isDisabled('.tell [data-thing="three_gold"]'), "a third card of two");
    await page.keyboard.press("Escape"); // not this one after all
    await page.waitForFunction(() => !document.querySelector(".tell"));
    need((await ply(page)) === 5, "a move that was not told was made");
    // The file tells the same game, here and elsewhere.
    await page.reload();
    await page.waitForSelector(".table");
    await stands(page, 5);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click('header.bar [title="Download the game"]')]);
    const save = JSON.parse(readFileSync(await file.path(), "utf8"));
    need(save.way === "box" && save.moves[0][3].length === 8, "what was told is not in the file");
    need(JSON.stringify(save.moves[0][3][0]) === "[0,6]", JSON.stringify(save.moves[0]));
});

/** Tells a move one thing after the other, always the last that is left. Returns how many. */
async function tellAll(page, from) {
    for (let told = 0; ; told++) {
        const now = await page.waitForFunction(
            ([n, last]) => {
                const thing = document.querySelector(".tell .things button:not(:disabled)");
                const names = [...document.querySelectorAll(".tell .things button")].map((b) => b.textContent).join();
                if (document.querySelector(".board").dataset.ply !== n) return "done";
                return thing && `${names}${document.querySelector(".tell")?.dataset.told}` !== last ? "ask" : false;
            },
            [String(from), globalThis.lastAsked ?? ""],
        );
        if ((await now.jsonValue()) === "done") return told;
        globalThis.lastAsked = await page.evaluate(() => {
            const names = [...document.querySelectorAll(".tell .things button")].map((b) => b.textContent).join();
            const at = `${names}${document.querySelector(".tell").dataset.told}`;
            [...document.querySelectorAll(".tell .things button:not(:disabled)")].at(-1).click();
            return at;
        });
    }
}

check("box: spices of Merv and rare goods of Tadmor are told one by one", async ({ page }) => {
    const people = Array.from({ length: 3 }, () => ({ kind: "human", name: "" }));
    const told = [];
    for (const [game, event] of [["merv", "reveal"], ["tadmor", "top"]]) {
        let found = null;
        for (let seed = 1; !found; seed++) found = before(game, people, event, seed);
        const { save, move } = found;
        await open(page, { ...save, seats: people, way: "box" }, "en");
        await page.evaluate(() => document.querySelector(".curtain button")?.click());
        await choose(page, move);
        const n = await tellAll(page, save.moves.length);
        const kept = await page.evaluate(() => JSON.parse(localStorage.getItem(`serai.save.${location.hash.split("/").at(-1)}`)));
        need(kept.moves.at(-1)[3]?.length === n && n > 0, `${game}: ${n} told, kept ${JSON.stringify(kept.moves.at(-1))}`);
        told.push(`${game} ${n}`);
    }
    return told.join(", ");
}, {}, true);

check("box: the tiles a caravan explores are told, by those who see them", async ({ page, errors }) => {
    const people = Array.from({ length: 3 }, () => ({ kind: "human", name: "" }));
    let found = null;
    for (let seed = 1; !found; seed++) found = before("caravans", people, "draw", seed);
    const { save, move } = found;
    await open(page, { ...save, seats: people, way: "box" }, "en");
    await page.evaluate(() => document.querySelector(".curtain button")?.click());
    await choose(page, move);
    const told = [];
    for (const [lang, width, height] of [["en", 1280, 720], ["en", 390, 844]]) {
        await page.setViewportSize({ width, height });
        await page.waitForSelector(`.tell[data-told="${told.length}"] [data-thing]`);
        const tiles = await page.$$eval(".tell [data-thing]", (list) => list.map((b) => b.dataset.thing));
        need(!told.some((tile) => tiles.includes(tile)), "a tile that was drawn can be drawn again");
        need(tiles.every((tile) => tile[0] === tiles[0][0]), `tiles of other regions: ${tiles}`);
        const shown = await page.$eval(".tell .tile-drawing", (e) => [e.getBoundingClientRect().width, getComputedStyle(e.querySelector(".hex-face")).fill]);
        need(shown[0] > 60 && shown[1] !== "rgb(0, 0, 0)", `${lang}: a tile ${shown}`);
        await sound(page, errors);
        told.push(tiles.at(-2));
        await page.click(`.tell [data-thing="${told.at(-1)}"]`);
    }
    await stands(page, save.moves.length + 1);
    const open_ = await page.$$eval(".drawn-tiles [data-place]", (list) => list.map((e) => e.dataset.place.slice(5)));
    need(open_.sort().join() === told.sort().join(), `told ${told}, drawn ${open_}`);
    // Who was mistaken tells it again.
    await page.click(".prompt .tool:first-child");
    await stands(page, save.moves.length);
    await choose(page, move);
    await page.waitForSelector('.tell[data-told="0"]');
});

/** Sides that reach beyond the window, or lie over the board; runs in the page. */
function spills() {
    const board = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".side")].flatMap((side) => {
        const at = side.getBoundingClientRect();
        const out = at.left < -1 || at.top < -1 || at.right > innerWidth + 1 || at.bottom > innerHeight + 1;
        const over = at.left < board.right - 1 && at.right > board.left + 1 && at.top < board.bottom - 1 && at.bottom > board.top + 1;
        return out || over ? [side.className] : [];
    });
}

/** To which side the words of a seat are turned: the angle of the side it stands in. */
const turned = (page) => page.$eval(".side:has(.place.decides)", (s) => [s.className, getComputedStyle(s).rotate]);

const ROUND = ["side bottom,none", "side left,90deg", "side top,180deg", "side right,-90deg"];

check("middle: seats face their sides, hands are covered, in three languages", async ({ page, errors }) => {
    const people = ["Leïla", "Omar", "Юсуф", "Zahra"].map((name) => ({ kind: "human", name }));
    // Somebody is asked who holds a card that could be used.
    let found = null;
    for (let seed = 1; !found; seed++) found = before("yspahan", people, "play", seed);
    const save = { ...found.save, seats: people, way: "middle" };
    for (const [lang, width, height] of [["en", 1024, 768], ["fr", 1366, 1024], ["ru", 1024, 768]]) {
        await page.setViewportSize({ width, height });
        await open(page, save, lang);
        await page.waitForSelector(".side .moves button");
        const bad = await page.evaluate(spills);
        need(!bad.length, `${lang} ${width}: ${bad}`);
        need(!(await page.$(".curtain")), "a curtain in the middle");
        need(ROUND.includes((await turned(page)).join()), `turned ${await turned(page)}`);
        const cards = () => page.$$eval(".side [data-move^=play_], .board .cards .card", (list) => list.length);
        need((await cards()) === 0, "a hand lies open");
        await page.dispatchEvent(".hold", "pointerdown");
        await page.waitForSelector(".side [data-move^=play_]", { state: "attached" });
        need(await page.$(".board .cards .card"), "the hand stays covered");
        if (lang === "ru") await sound(page, errors);
        await page.dispatchEvent(".hold", "pointerdown");
        await page.waitForFunction(() => !document.querySelector(".side [data-move^=play_]"));
    }
    // What is asked goes to the side of who decides next.
    const from = (await turned(page)).join();
    for (let n = save.moves.length; (await turned(page)).join() === from; n++) {
        await page.$eval(".side .moves [data-move]", (b) => b.click());
        await stands(page, n + 1);
    }
    // Turned off in the menu, it is a table like others.
    await page.$eval(".to-middle", (c) => c.click());
    await page.waitForSelector(".desk .prompt");
    need(!(await page.$(".side")), "the sides stay");
});

check("middle: the whole board is in sight on a tablet on its side", async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const [game, ply] of [["merv", 60], ["tadmor", 40], ["yspahan", 60], ["caravans", 60]]) {
        const people = Array.from({ length: 4 }, () => ({ kind: "human", name: "" }));
        await open(page, { ...after(game, people, ply), way: "middle" }, "en");
        await page.waitForSelector(".side .moves button, .side .hold");
        const look = () => page.$eval(".board", (b) => [b.scrollHeight - b.clientHeight, b.scrollWidth - b.clientWidth]);
        await page.waitForFunction(() => document.querySelector(".board > *")?.getBoundingClientRect().height > 100);
        const [down, across] = await look();
        need(down <= 1 && across <= 1, `${game}: ${down} px below the edge, ${across} beside it`);
    }
});

check("what others are after stands in their seats, and how far the game is on the start page", async ({ page }) => {
    const people = ["A", "B", "C"].map((name) => ({ kind: "human", name }));
    const save = after("merv", people, 110);
    await open(page, save, "en");
    await page.evaluate(() => document.querySelector(".curtain button")?.click());
    const [mine, aims] = await page.evaluate(() => [
        document.querySelectorAll(".seat-card.active .aim").length,
        [...document.querySelectorAll(".aim")].map((e) => e.textContent),
    ]);
    need(mine === 0, "one is told what one is after oneself");
    need(aims.length > 0 && aims.every((a) => /^(buildings without a soldier: [1-9]|one spice short of a set)$/.test(a)), aims.join());
    await page.evaluate(() => {
        location.hash = "#/";
    });
    // Merv ends with its third year.
    const far = await page.waitForSelector(".continue .far:not([style*=hidden])").then((b) => b.getAttribute("aria-valuenow"));
    need(Number(far) >= 50 && Number(far) < 100, `${far} of a hundred`);
});
