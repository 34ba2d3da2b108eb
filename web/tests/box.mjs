/* A real table: the page is told what the box on it brings forth. */
import { readFileSync } from "node:fs";
import axe from "axe-core";
import { need, ply, start } from "./lib.mjs";

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
    await sound(page, errors);
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
