/* The lab of the page: a number is changed, games are played, intervals are seen, the edition is played. */
import { readFileSync } from "node:fs";
import { GAMES } from "./lib.mjs";

export const checks = [];
const check = (name, run, options = {}, full = false) => checks.push({ name, run, options, full });

const KEY = /\blab\.[a-z_]+(\.[a-z_0-9]+)*/;

async function go(page, url, address) {
    await page.goto(`${url}#/lab/${address}`);
    await page.waitForSelector(".lab-go:not([disabled])");
}

/** Runs what is set up and waits for its end; what the page then tells of the places. */
async function run(page) {
    await page.click(".lab-go");
    await page.waitForSelector(".lab-won");
    await page.waitForFunction(() => document.querySelector(".lab-go") && !document.querySelector(".lab-stop"));
    return page.$$eval(".lab-won", (list) => list.map((e) => e.textContent));
}

check("lab: a number is changed, 100 games show intervals, the edition is played", async ({ page, url, shots }) => {
    await go(page, url, "tadmor");
    // The rulebook's numbers have no handle, others have.
    const handles = (path) => page.locator(`[data-path="${path}"] input[type=range]`).count();
    if (await handles("era_rounds")) throw new Error("a number of the rulebook can be moved");
    const field = page.locator('[data-path="tax_penalty.era_2"] input[type=number]');
    await field.fill("1");
    await field.press("Tab");
    await page.waitForSelector('[data-path="tax_penalty.era_2"].changed');
    if (!page.url().endsWith(encodeURIComponent("tax_penalty.era_2=1"))) throw new Error(`address: ${page.url()}`);
    await page.selectOption(".lab-amount", "100");
    // Before it is played the page tells how much so many games can tell.
    const ghost = await page.textContent(".lab-ghost p");
    if (!/100 .*± 8\.5/.test(ghost) || (await page.locator(".lab-ghost .lab-funnel").count()) !== 4) throw new Error(`before a run: ${ghost}`);
    const won = await run(page);
    if (await page.locator(".lab-ghost").count()) throw new Error("what could be told stands beside what was");
    if (won.length !== 4 || !won.every((text) => /^[\d.]+ ± [\d.]+$/.test(text))) throw new Error(`places: ${won}`);
    const sum = won.reduce((n, text) => n + Number.parseFloat(text), 0);
    if (Math.abs(sum - 100) > 0.3) throw new Error(`places add up to ${sum}`);
    const rows = await page.locator(".lab-changes tbody tr").count();
    if (rows < 8) throw new Error(`${rows} measures compared`);
    await page.screenshot({ path: `${shots}/lab.png` });
    // The same seed has the same figures again; another number turns them pale.
    if ((await run(page)).join() !== won.join()) throw new Error("the same games, other figures");
    await page.locator('[data-path="tax_penalty.era_2"] input[type=range]').press("ArrowRight");
    await page.waitForSelector(".lab.stale");
    await page.locator('[data-path="tax_penalty.era_2"] input[type=range]').press("ArrowLeft");
    await page.waitForSelector(".lab:not(.stale)");
    // The board, coloured by use: every place is a button with its figure, and tells more when it is pressed.
    await page.click(".lab-tabs button:nth-child(3)");
    await page.waitForSelector(".heat-place[role=button]");
    const places = await page.locator(".heat-place[role=button]").count();
    if (places < 30) throw new Error(`${places} places on the board`);
    await page.focus('[data-place="place.pal_supply"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".heat-about table");
    const told = await page.textContent(".heat-about");
    const figure = await page.textContent('[data-place="place.pal_supply"] text');
    if (!told.includes(figure) || !/\d ± \d/.test(told)) throw new Error(`${figure} on the board, beside it ${told}`);
    await page.click('.lab-heat [data-measure="change"]');
    await page.waitForFunction(() => /^[+−]?0\.\d\d$/.test(document.querySelector('[data-place="place.pal_supply"] text').textContent));
    // What is taken away.
    await page.click(".lab-tabs button:last-child");
    const [edition] = await Promise.all([page.waitForEvent("download"), page.click(".lab-save")]);
    const numbers = JSON.parse(readFileSync(await edition.path(), "utf8"));
    if (numbers.tax_penalty.era_2 !== 1) throw new Error("the edition file has not the changed number");
    const [report] = await Promise.all([page.waitForEvent("download"), page.click(".lab-report")]);
    const text = readFileSync(await report.path(), "utf8");
    for (const part of ["serai lab compare tadmor tax_penalty.era_2=1", "<svg", "lab-table", "heat-map"])
        if (!text.includes(part)) throw new Error(`the report has no ${part}`);
    await page.click(".lab-play");
    await page.waitForSelector(".board");
    const saved = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((k) => k.startsWith("serai.save."));
        return JSON.parse(localStorage.getItem(key)).edition.tax_penalty.era_2;
    });
    if (saved !== 1) throw new Error("the match is not played with the changed number");
    return won.join(", ");
});

check("lab: every text in three languages, numbers that cannot be played, a sweep, narrow", async ({ page, url, shots }) => {
    for (const lang of ["en", "fr", "ru"]) {
        await page.evaluate((l) => localStorage.setItem("serai.lang", l), lang);
        for (const game of GAMES) {
            await go(page, url, game);
            await page.reload();
            await page.waitForSelector(".lab-go:not([disabled])");
            await page.evaluate(() => {
                for (const d of document.querySelectorAll(".lab-many details")) d.open = true;
            });
            const words = await page.evaluate(() => document.body.innerText);
            const key = KEY.exec(words);
            if (key) throw new Error(`${lang}: ${game} shows ${key[0]}`);
            // No label falls back on the name a program has for it.
            const bare = /\b[a-z]+_[a-z_]+\b/.exec(words);
            if (bare) throw new Error(`${lang}: ${game} shows ${bare[0]}`);
        }
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await go(page, url, "yspahan");
    await page.click(".lab-unlock");
    await page.click(".lab-unlock-yes");
    for (const [path, value] of [["weeks", "6"], ["days", "14"]]) {
        await page.fill(`[data-path=${path}] input[type=number]`, value);
        await page.press(`[data-path=${path}] input[type=number]`, "Tab");
    }
    await page.waitForSelector(".lab-note.bad");
    const why = await page.textContent(".lab-note.bad");
    if (!why.includes("не больше 42")) throw new Error(`the reason is not told in Russian: ${why}`);
    if (await page.isEnabled(".lab-go")) throw new Error("what cannot be played can be run");
    await page.click(".lab-numbers header .plain");
    await page.waitForSelector(".lab-go:not([disabled])");
    await page.selectOption(".lab-players", "2");
    await page.selectOption(".lab-amount", "100");
    await page.click(".lab-tabs button:nth-child(4)");
    await page.click(".lab-sweep .confirm");
    await page.waitForSelector(".lab-multiples svg");
    await page.waitForSelector(".lab-go:not([disabled])");
    for (const tab of [4, 1, 2, 3, 5]) {
        await page.click(`.lab-tabs button:nth-child(${tab})`);
        if (tab === 1) await run(page);
        if (tab === 3) await page.waitForSelector(".heat-place[role=button]");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 1) throw new Error(`${wide} pixels too wide`);
    }
    await page.screenshot({ path: `${shots}/lab-narrow.png` });
}, {}, true);
