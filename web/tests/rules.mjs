/* The rules for players: three screens a game with pictures of its own table, and the sheet with every sign. */
import axe from "axe-core";
import { atRest, GUIDED, need, resize } from "./lib.mjs";

const LANGUAGES = ["en", "fr", "ru"];
const SCREENS = ["aim", "turn", "score"];
/** Words of a screen, all of them: who wants to play does not want to read. */
const MOST_WORDS = 105;
const KEY = new RegExp(`\\b(${GUIDED.join("|")}|learn|web|seat|unit)\\.[a-z_]+(\\.[a-z_0-9]+)*|\\[object|undefined|NaN|\\{[a-z]`);

export const checks = [];
const check = (name, run, options = {}, full = false) => checks.push({ name, run, options, full });

async function show(page, url, game, part, lang) {
    await page.goto(`${url}#/rules/${game}/${part}`);
    await page.waitForSelector(`.lesson[data-ready=${lang}]`);
    await atRest(page);
}

async function speak(page, lang) {
    if (await page.locator(".menu:not([open]) > summary").isVisible().catch(() => false)) await page.locator(".menu > summary").click();
    await page.locator(".segments button", { hasText: lang }).first().click();
    await page.waitForSelector(`.lesson[data-ready=${lang}]`);
}

async function serious(page) {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.length} × ${v.nodes[0].target.join(" ")}`);
}

/** What is wrong with the screen that is shown. On a wide one all of it is in sight at once. */
function faults(most) {
    const screen = document.querySelector(".lesson-screen:not(.off)");
    const found = [];
    const text = [...screen.querySelectorAll("h1, .lead, .words, .end, .lesson-sum")].map((e) => e.innerText).join(" ");
    const words = text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu).length;
    if (words > most) found.push(`${words} words`);
    for (const d of screen.querySelectorAll(".drawing")) {
        const art = d.querySelector("svg");
        const box = art?.getBoundingClientRect();
        if (!box || box.width < 12 || box.height < 12) found.push(`no picture: ${d.parentElement.innerText}`);
    }
    for (const e of screen.querySelectorAll("h1, h2, p, small, strong"))
        if (e.scrollWidth > e.clientWidth + 2 && e.clientWidth) found.push(`cut: ${e.innerText}`);
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth) found.push("wider than the window");
    if (innerWidth > 1000 && scrollHeight > innerHeight) found.push(`${scrollHeight - innerHeight} px to scroll`);
    for (const e of document.querySelectorAll(".lesson-go > *"))
        if (e.getBoundingClientRect().bottom > innerHeight) found.push(`out of sight: ${e.innerText}`);
    return found;
}

/** How many sheets of paper the page fills. */
async function sheets(page) {
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
}

const told = (game, languages, paper) =>
    async ({ page, url, shots }) => {
        for (const lang of languages) {
            await page.setViewportSize({ width: 1280, height: 800 });
            await show(page, url, game, "aim", await page.evaluate(() => document.documentElement.lang));
            await speak(page, lang);
            for (const screen of SCREENS) {
                await page.locator(`.lesson-steps a[href$=${screen}]`).click();
                await page.waitForSelector(`[data-screen=${screen}]:not(.off)`);
                for (const [width, height] of [[1280, 720], [390, 800]]) {
                    await resize(page, width, height);
                    const found = KEY.exec(await page.evaluate(() => document.querySelector(".lesson").innerText));
                    need(!found, `${lang} ${screen}: untranslated: ${found?.[0]}`);
                    const wrong = await page.evaluate(faults, MOST_WORDS);
                    need(!wrong.length, `${lang} ${screen} ${width}: ${wrong.join("; ")}`);
                }
                await page.setViewportSize({ width: 1280, height: 800 });
            }
            await page.screenshot({ path: `${shots}/rules-${game}-score-${lang}.png` });
        }
        if (paper) await sheets(page).then((n) => need(n === SCREENS.length, `${n} sheets`));
        await atRest(page);
        await serious(page).then((bad) => need(!bad.length, bad.join("; ")));
        await page.locator(".lesson-more a[href$=aid]").click();
        await page.waitForSelector(".lesson-aid");
        const found = KEY.exec(await page.evaluate(() => document.querySelector(".lesson").innerText));
        need(!found, `aid: untranslated: ${found?.[0]}`);
        if (paper) need((await sheets(page)) === 1, "the aid is more than a sheet");
        await serious(page).then((bad) => need(!bad.length, `aid: ${bad.join("; ")}`));
    };

// All languages take long, and so does paper; in turn each game is told in one, and one of them is printed.
for (const [i, game] of GUIDED.entries()) {
    const paper = i === 1;
    check(`${game}: three screens tell it, wide and narrow${paper ? ", and on paper" : ""}`, told(game, [LANGUAGES[i % LANGUAGES.length]], paper));
    check(`${game}: three screens tell it in three languages, and on paper`, told(game, LANGUAGES, true), {}, true);
}

check("rules: an example plays, from before the move to after it", async ({ page, url }) => {
    await show(page, url, "caravans", "turn", "en");
    const film = page.locator(".film").first();
    await film.locator(".frame.now").first().waitFor();
    const first = await film.locator(".frame").evaluateAll((all) => all.findIndex((f) => f.classList.contains("now")));
    await page.waitForFunction((was) => ![...document.querySelector(".film").children][was].classList.contains("now"), first);
}, { reduced: false });

check("rules: from screen to screen by keys, a rule opens there, and a guided game begins", async ({ page, url }) => {
    await show(page, url, "yspahan", "", "en");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("[data-screen=turn]:not(.off)");
    await page.locator(".lesson-more a").first().click();
    await page.waitForFunction(() => document.querySelector(".cited[open]")?.innerText.includes("R4.2"));
    await page.keyboard.press("Escape");
    await page.waitForSelector(".cited", { state: "detached" });
    await page.locator(".lesson-try").click();
    await page.waitForSelector(".table .guide");
});
