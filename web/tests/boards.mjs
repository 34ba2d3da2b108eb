/* What the drawn tables promise: everything on them can be asked about, what changes is shown, a move
 * without a way back is asked about once more, and a first game can be played by its guide. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDED, ROOT, need, playSome, ply, quiet, resize, start } from "./lib.mjs";
import { Patience } from "./patience.mjs";
import { after, open, questions } from "./positions.mjs";

export const checks = [];
const check = (name, run, options = {}) => checks.push({ name, run, options, full: true });

/** Until the table stands beyond a ply. */
const beyond = (page, last) =>
    page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) > b, last);

/** Explains every element of the table in turn, as focusing would; tells what is missing. */
async function unexplained(page) {
    await page.keyboard.press("Escape"); // a question that is open is more than an explanation
    await page.keyboard.press("Shift");
    return page.evaluate(async () => {
        const ids = new Set([...document.querySelectorAll("[data-about]")].map((e) => e.dataset.about));
        const missing = [];
        const rules = new Set();
        for (const id of ids) {
            const e = document.querySelector(`[data-about="${id}"]`);
            e.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
            const shown = () => {
                const card = document.querySelector(".about-card");
                return card && card.dataset.of === id ? card : null;
            };
            for (let i = 0; i < 500 && !shown(); i++) await new Promise((done) => setTimeout(done, 10));
            const [title, text, link] = ["h3", "p", "a"].map((s) => shown()?.querySelector(s));
            const told = text?.textContent ?? "";
            const raw = /[{}]|\b(about|page|stock|unit)\.\w/.test(told); // a key or a place that nothing filled
            if (!title?.textContent || told.length < 20 || raw || !link) missing.push(id);
            else rules.add(link.getAttribute("href"));
        }
        return { missing, rules: [...rules], count: ids.size };
    });
}

for (const game of GUIDED)
    check(`${game}: every element tells what it is, with a rule that is there`, async ({ page }) => {
        await start(page, game, ["human", "human", "human"]);
        const found = { missing: [], rules: new Set(), count: 0 };
        for (let i = 0; i < 2; i++) {
            await playSome(page, 20, 5 + i);
            const { missing, rules, count } = await unexplained(page);
            found.missing.push(...missing);
            for (const r of rules) found.rules.add(r);
            found.count = Math.max(found.count, count);
        }
        need(!found.missing.length, `unexplained: ${[...new Set(found.missing)].join(" ")}`);
        need(found.count > 30, `only ${found.count} things can be asked about`);
        for (const lang of ["", ".fr", ".ru"]) {
            const text = readFileSync(join(ROOT, `docs/rules/${game}${lang}.md`), "utf8");
            for (const href of found.rules) {
                const rule = href.split("/").at(-1);
                const there = new RegExp(`(^|\\n)(#+ |- )?(\\*\\*)?${rule.replaceAll(".", "\\.")}\\b`);
                need(there.test(text), `${game}${lang}: there is no ${rule}`);
            }
        }
        return `${found.count} things, ${found.rules.size} rules`;
    });

check("yspahan: a street square names the souks it borders", async ({ page }) => {
    await start(page, "yspahan", ["human", "human", "human"]);
    await page.keyboard.press("Shift");
    for (const [square, souks] of [
        ["W3", ["white souk of Bag"]],
        ["E1", ["white souk of Barrel", "blue souk of Vase"]],
    ]) {
        await page.locator(`[data-about="square-${square}"]`).first().dispatchEvent("focusin");
        await page.waitForSelector(`.about-card[data-of="square-${square}"]`);
        const text = await page.textContent(".about-card p");
        for (const souk of souks) need(text.includes(souk), `${square}: no ${souk} in "${text}"`);
        need(!/\d/.test(text.split("Rule")[0]), `${square}: a number of a shop in "${text}"`);
    }
});

for (const game of GUIDED)
    check(`${game}: every glowing place is in the tab order, and a key chooses it`, async ({ page }) => {
        await start(page, game, ["human", "human"]);
        for (let i = 0; i < 12; i++) {
            await quiet(page);
            const out = await page.evaluate(() =>
                [...document.querySelectorAll(".board .choice")].filter((e) => e.tabIndex !== 0).map((e) => e.dataset.place),
            );
            need(!out.length, `out of reach: ${out.join(" ")}`);
            const last = await ply(page);
            const place = page.locator(".board .choice").first();
            if (await place.count()) {
                await place.focus();
                await page.keyboard.press("Enter");
                // It is played, or the list shows the moves of the place alone.
                await page.waitForFunction(
                    (b) => Number(document.querySelector(".board").dataset.ply) !== b || document.querySelector(".moves > button, .popover"),
                    last,
                );
            }
            // The uses of the place are offered there: Enter takes the first.
            if (await page.locator(".popover").count()) await page.locator(".popover .confirm").press("Enter");
            else if ((await ply(page)) === last) await page.locator(".moves ul button").first().click();
            await page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) !== b, last);
        }
    });

check("what cannot be chosen can be asked about by keys alone", async ({ page }) => {
    await start(page, "yspahan", ["human", "human"]);
    await quiet(page);
    await page.keyboard.press("Tab");
    await page.locator(".board .choice, .seat-card .choice").first().focus();
    const seen = new Set();
    for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]) {
        await page.keyboard.press(key);
        seen.add(await page.evaluate(() => document.activeElement?.dataset.about ?? ""));
    }
    need(seen.size > 3 && !seen.has(""), `arrows went to ${[...seen].join(" ")}`);
    await page.waitForSelector(".about-card h3");
    await page.keyboard.press("?");
    need(await page.evaluate(() => document.activeElement?.matches(".about-card a")), "the rule has no key");
});

/** How many pieces flew while something was done; waits for the least there should be. */
async function flown(page, least, act) {
    await page.evaluate(() => {
        globalThis.seraiFlown = 0;
        new MutationObserver((list) => {
            for (const m of list) for (const e of m.addedNodes) if (e.matches?.(".flying")) globalThis.seraiFlown++;
        }).observe(document.querySelector(".flights"), { childList: true });
    });
    const before = await ply(page);
    await act();
    await beyond(page, before);
    if (least) await page.waitForFunction((n) => globalThis.seraiFlown >= n, least);
    else await page.waitForTimeout(300);
    return page.evaluate(() => globalThis.seraiFlown);
}

const FLIGHTS = {
    yspahan: ["buy", 1],
    merv: ["slot", 1],
    tadmor: ["camel", 1],
    caravans: ["place", 1],
};
for (const [game, [verb, least]] of Object.entries(FLIGHTS))
    for (const reduced of [false, true])
        check(`${game}: pieces ${reduced ? "stand still for those who want it" : "fly to where they go"}`, async ({ page }) => {
            await start(page, game, ["human", "human"]);
            for (let i = 0; i < 12; i++) {
                await quiet(page);
                const entry = page.locator(`[data-move^="${verb} "], [data-move="${verb}"]`).first();
                if (!(await entry.count())) {
                    const last = await ply(page);
                    await page.locator(".moves ul button").first().click();
                    await beyond(page, last);
                    continue;
                }
                const n = await flown(page, reduced ? 0 : least, () => entry.click());
                need(!reduced || n === 0, `${n} pieces flew`);
                // Nothing of the show stays behind.
                await page.waitForFunction(() => !document.querySelector(".flying"));
                return `${n} pieces`;
            }
            throw new Error(`never asked for ${verb}`);
        }, { reduced });

check("what brings something hidden to light is asked about once, by mouse and by key; the rest is played", async ({ page }) => {
    await start(page, "yspahan", ["human", "bot:apprentice"]);
    await page.locator(".menu summary").click();
    await page.locator(".menu input").first().check();
    await page.keyboard.press("Escape");
    await page.waitForSelector("[data-move='buy 0']");
    const before = await ply(page);
    const wholly = () =>
        page.evaluate(() =>
            [...document.querySelectorAll(".popover .row button")].every((e) => {
                const { left, right, top, bottom } = e.getBoundingClientRect();
                const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
                return inside && e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
            }),
        );
    await page.locator("[data-move='buy 0']").click();
    await page.waitForSelector(".popover .note");
    need(await wholly(), "yes or no out of sight");
    need((await ply(page)) === before, "it was played at once");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".popover"));
    need((await ply(page)) === before, "Escape played it");
    await page.locator("[data-place='buy-0']").click();
    await page.waitForSelector(".popover .note");
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Enter");
    await beyond(page, before);
    await page.waitForSelector("[data-move^='sel camel tower']");
    const rolled = await ply(page);
    await page.locator("[data-move^='sel camel tower']").first().click();
    await beyond(page, rolled);
    // Played at once, and taken back with what the bot has answered since, as long as nothing new was seen.
});

check("against bots undo takes back the own move and their answers", async ({ page }) => {
    await start(page, "tadmor", ["human", "bot:apprentice"]);
    await page.waitForSelector(".moves ul button");
    for (let i = 0; i < 12; i++) {
        const before = await ply(page);
        const camel = page.locator("[data-move^='camel ']").first();
        const found = await camel.count();
        await (found ? camel : page.locator(".moves ul button").first()).click();
        await beyond(page, before);
        await quiet(page);
        if (!found || (await ply(page)) < before + 2) continue;
        await page.keyboard.press("Control+z");
        await page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) === b, before);
        need(await page.locator("[data-move^='camel ']").count(), "the own decision is not asked for again");
        return `${(await ply(page))} moves back`;
    }
    throw new Error("no bot answered");
});

check("pointing at a move tells what it would do and gives nothing away", async ({ page }) => {
    await start(page, "yspahan", ["human", "human"]);
    await quiet(page);
    await page.locator("[data-move='buy 1']").hover();
    await page.waitForTimeout(400);
    const cost = (await page.locator(".outcome").allInnerTexts()).join();
    need(!/die|dice|white|tower/i.test(cost), `the dice are told before they are rolled: ${cost}`);
    await page.locator("[data-move='buy 0']").click();
    await page.waitForSelector("[data-move^='sel camel tower']");
    await page.locator("[data-move^='sel camel tower']").first().hover();
    await page.waitForSelector(".outcome");
    const told = await page.locator(".outcome").innerText();
    need(/camel/.test(told), told);
    need((await ply(page)) === 1, "pointing played it");
});

for (const game of GUIDED)
    check(`${game}: the guided first game, by real moves`, async ({ page }) => {
        await start(page, game, ["human", "bot:apprentice"]);
        const here = page.url();
        await page.locator(".bar button[aria-label='Guided first game']").click();
        need(page.url() === here, "it is not asked whether to begin");
        await page.locator(".guide-ask .confirm").click();
        await page.waitForSelector(".guide");
        // The mouse comes by at other moves, and goes: what is proposed is pointed at again.
        const wander = async () => {
            const list = await page.locator(".moves").boundingBox();
            if (list) await page.mouse.move(list.x + 60, list.y + list.height - 20);
            await page.mouse.move(0, 0);
        };
        const texts = new Set();
        let made = 0;
        // Looked at and gone on in one go, in the page: what a bot does in between moves the guide on.
        const look = () =>
            page.evaluate(() => {
                const guide = document.querySelector(".guide");
                if (!guide) return null;
                const proposed = document.querySelector(".moves button.pointed");
                // The list shows what is proposed a moment after the guide: it is played from there.
                const next = guide.querySelector(".confirm:enabled");
                (proposed ?? (next?.textContent === "Do it" ? null : next))?.click();
                return {
                    text: guide.querySelectorAll("p")[1].innerText,
                    played: proposed !== null,
                    ply: Number(document.querySelector(".board").dataset.ply),
                };
            });
        const patience = new Patience(60);
        for (let seen = await look(); seen; seen = await look()) {
            if (!texts.has(seen.text)) patience.renew();
            texts.add(seen.text);
            if (seen.played) {
                made++;
                await beyond(page, seen.ply);
            }
            need(!patience.out(), `it does not end: ${seen.text}`);
            await wander();
            await page.waitForTimeout(120);
        }
        need(made >= 3, `only ${made} moves were proposed`);
        need(texts.size >= 6, `only ${texts.size} steps`);
        return `${texts.size} steps, ${made} moves`;
    });

check("yspahan: the guide never lies over what is being decided", async ({ page }) => {
    await open(page, questions("yspahan", 3).get("select"), "en");
    // Where it proposes a walk of the supervisor.
    await page.evaluate(() => {
        const id = location.hash.split("/")[2];
        localStorage.setItem("serai.guiding", id);
        localStorage.setItem(`serai.guide.${id}`, "5");
    });
    await page.reload();
    await quiet(page);
    for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]]) {
        await page.setViewportSize({ width, height });
        await page.waitForSelector(".guide");
        const covered = await page.evaluate(async () => {
            const out = [];
            for (const e of document.querySelectorAll(".board .choice[data-place^=level-]")) {
                e.scrollIntoView({ block: "nearest" });
                e.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
                for (let i = 0; i < 500 && !document.querySelector(".popover"); i++) await new Promise((d) => setTimeout(d, 10));
                // Long enough for the guide to be laid anew.
                await new Promise((d) => setTimeout(d, 300));
                for (const b of document.querySelectorAll(".popover .row button")) {
                    const { left, right, top, bottom } = b.getBoundingClientRect();
                    if (!b.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) out.push(`${e.dataset.place}: ${b.textContent}`);
                }
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
            }
            return out;
        });
        need(!covered.length, `${width}x${height}, covered: ${covered}`);
    }
});

/** Until the guide points at something that is in sight and covers no place that may be chosen, in the language of the
 *  page; it tells what it says, or null when it is over. */
async function guided(page, where) {
    const look = () =>
        page.evaluate(() => {
            const guide = document.querySelector(".guide");
            if (!guide) return null;
            const covered = [];
            for (const e of document.querySelectorAll(".board .choice, .seat-card .choice")) {
                const { left, top, width, height } = e.getBoundingClientRect();
                const panes = [".pan-view", ".board", ".seats"].flatMap((pane) => [...(e.closest(pane)?.getClientRects() ?? [])]);
                for (const fx of [0.1, 0.5, 0.9])
                    for (const fy of [0.1, 0.5, 0.9]) {
                        const [x, y] = [left + fx * width, top + fy * height];
                        // What has been scrolled out of sight cannot be covered.
                        if (!panes.every((b) => x > b.left && x < b.right && y > b.top && y < b.bottom)) continue;
                        if (guide.contains(document.elementFromPoint(x, y))) covered.push(e.dataset.place);
                    }
            }
            const ring = document.querySelector(".guide-ring").getBoundingClientRect();
            const lost = ring.width < 20 || ring.height < 20;
            return { covered: [...new Set(covered)], lost, text: guide.querySelectorAll("p")[1].innerText };
        });
    // Long enough for the guide to be laid anew.
    await page.waitForTimeout(450);
    for (const patience = new Patience(5); ; await page.waitForTimeout(150)) {
        const seen = await look();
        if (!seen || !(seen.covered.length || seen.lost)) return seen;
        need(!patience.out(), `${where}, "${seen.text}" ${seen.lost ? "points at nothing in sight" : `covers ${seen.covered.join(" ")}`}`);
    }
}

for (const game of GUIDED)
    for (const [width, height] of [[1280, 720], [390, 844]])
        check(`${game}: the guide covers nothing that may be chosen and points at what is in sight, ${width}x${height}, in three languages`, async ({ page }) => {
            await page.click(`[data-game=${game}]`);
            await page.click(".big-play");
            await page.waitForSelector(".guide");
            const texts = new Set();
            const patience = new Patience(60);
            for (let on = true; on; ) {
                for (const lang of ["fr", "ru", "en"]) {
                    await page.evaluate((to) => {
                        for (const b of document.querySelectorAll(".settings .segments button"))
                            if (b.textContent === to && b.ariaPressed !== "true") b.click();
                    }, lang);
                    await page.waitForFunction((to) => document.documentElement.lang === to, lang);
                    const seen = await guided(page, lang);
                    if (!seen) on = false;
                    else if (!texts.has(seen.text)) {
                        texts.add(seen.text);
                        patience.renew();
                    }
                }
                need(!patience.out(), "the guide does not end");
                await page.evaluate(() => (document.querySelector(".popover .confirm") ?? document.querySelector(".guide .confirm:enabled"))?.click());
            }
            need(texts.size >= 18, `only ${texts.size} texts`);
            return `${texts.size} texts`;
        }, { guide: true, width, height });

check("the guide can be folded up, and says the next step anew", async ({ page }) => {
    await start(page, "tadmor", ["human", "bot:apprentice"]);
    await page.waitForSelector(".guide");
    const tall = (await page.locator(".guide").boundingBox()).height;
    await page.locator(".guide [aria-expanded=true]").click();
    await page.waitForSelector(".guide [aria-expanded=false]");
    const low = (await page.locator(".guide").boundingBox()).height;
    need(low < tall - 60, `${tall} high, folded ${low}`);
    need(!(await page.locator(".guide .confirm").isVisible()), "folded it still asks");
    await page.locator(".guide [aria-expanded=false]").click();
    await page.locator(".guide .confirm").click();
    await page.waitForFunction(() => !/ 1 \/ /.test(document.querySelector(".guide p").innerText));
    await page.waitForSelector(".guide [aria-expanded=true]");
}, { guide: true });

/** Places under a button that makes the drawing larger or smaller, wherever it has been moved to. */
const underZoom = (page) =>
    page.evaluate(async () => {
        const out = new Set();
        const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const board = document.querySelector(".board");
        const pan = document.querySelector(".pan-view");
        for (const down of [0, 0.5, 1])
            for (const right of [0, 0.5, 1]) {
                board.scrollTop = down * (board.scrollHeight - board.clientHeight);
                if (pan) pan.scrollLeft = right * (pan.scrollWidth - pan.clientWidth);
                await frame();
                for (const button of document.querySelectorAll(".zoom button")) {
                    const b = button.getBoundingClientRect();
                    for (const [x, y] of [[b.left + 1, b.top + 1], [b.right - 1, b.top + 1], [b.left + 1, b.bottom - 1], [b.right - 1, b.bottom - 1]])
                        for (const e of document.elementsFromPoint(x, y)) {
                            const place = e.closest(".board [data-place]");
                            if (place) out.add(place.dataset.place);
                        }
                }
            }
        return [...out];
    });

check("the buttons of the map lie on no place of it, at three sizes", async ({ page }) => {
    for (const game of ["yspahan", "tadmor", "caravans"]) {
        await page.setViewportSize({ width: 390, height: 844 });
        await open(page, after(game, [{ kind: "human", name: "" }, { kind: "human", name: "" }, { kind: "human", name: "" }], 60), "en");
        for (const [width, height] of [[360, 740], [390, 844], [768, 1024]]) {
            await resize(page, width, height);
            for (const by of [0, 1, 1]) {
                if (by) await page.locator(".zoom button").first().evaluate((e) => e.click());
                const under = await underZoom(page);
                need(!under.length, `${game}, ${width}x${height}: over ${under.join(" ")}`);
                // Wherever it has been scrolled to, it can be pressed.
                await page.locator(".zoom button").first().scrollIntoViewIfNeeded();
                need(await page.locator(".zoom button").first().isVisible(), "there is no button");
            }
        }
    }
});

check("merv: on a phone nothing lights up over what hides it", async ({ page }) => {
    await start(page, "merv", ["human", "human", "human"]);
    await page.evaluate(() => {
        globalThis.seraiLights = { all: 0, stray: [] };
        new MutationObserver((list) => {
            for (const m of list)
                for (const e of m.addedNodes) {
                    if (!e.matches?.(".change-ring")) continue;
                    const { left, right, top, bottom } = e.getBoundingClientRect();
                    const seen = (box) => right > box.left && left < box.right && bottom > box.top && top < box.bottom;
                    globalThis.seraiLights.all++;
                    if (!seen(document.querySelector(".board").getBoundingClientRect())) globalThis.seraiLights.stray.push(`${left} ${top}`);
                }
        }).observe(document.querySelector(".flights"), { childList: true });
    });
    await playSome(page, 40, 5);
    const { all, stray } = await page.evaluate(() => globalThis.seraiLights);
    need(all > 10, `only ${all} lights`);
    need(!stray.length, `${stray.length} of ${all} lights out of sight`);
    return `${all} lights`;
}, { width: 390, height: 844 });

check("caravans: the map by mouse and by keys", async ({ page }) => {
    await start(page, "caravans", ["human", "human"]);
    await quiet(page);
    const box = () => page.locator(".car-map > svg").getAttribute("viewBox").then((v) => v.split(" ").map(Number));
    const [x0, , w0] = await box();
    const map = await page.locator(".car-map").boundingBox();
    await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
    // Where the camera goes it goes in some frames: until it is there, and stays.
    const still = async () => {
        for (let last = "", now = String(await box()); now !== last; now = String(await box())) {
            last = now;
            await page.waitForTimeout(250);
        }
    };
    await page.mouse.wheel(0, -300);
    await page.waitForFunction((w) => Number(document.querySelector(".car-map > svg").getAttribute("viewBox").split(" ")[2]) < w, w0);
    await still();
    const [x1] = await box();
    await page.mouse.down();
    await page.mouse.move(map.x + map.width / 2 - 120, map.y + map.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction((x) => Number(document.querySelector(".car-map > svg").getAttribute("viewBox").split(" ")[0]) > x, x1);
    await still();
    need((await ply(page)) === 0, "the end of a drag was a choice");
    await page.locator(".car-map > svg").focus();
    const [x2] = await box();
    await page.keyboard.press("ArrowLeft");
    const moved = (what) => page.waitForFunction(what, { x0, x2, w0 });
    await moved(({ x2 }) => Number(document.querySelector(".car-map > svg").getAttribute("viewBox").split(" ")[0]) < x2);
    await page.keyboard.press("0");
    await moved(({ x0, w0 }) => {
        const [x, , w] = document.querySelector(".car-map > svg").getAttribute("viewBox").split(" ").map(Number);
        return x === x0 && w === w0;
    });
});

check("caravans: picks and offers in any order, asked for in the partner's caravan", async ({ page }) => {
    await start(page, "caravans", ["human", "human"]);
    const play = async (where) => {
        await quiet(page);
        const last = await ply(page);
        await page.locator(where).first().click();
        await beyond(page, last);
    };
    const move = (text) => play(`[data-move="${text}"]`);
    for (const m of ["place 0 0", "pick ceramics", "pick wood", "pick ceramics", "place 0 0", "pick wheat", "pick wheat"]) await move(m);
    for (const m of ["pick iron", "trade", "offer P2"]) await move(m);
    for (const unit of ["unit-0-ceramics-1", "unit-0-wood-0", "unit-0-ceramics-0"]) await play(`[data-place="${unit}"]`);
    await play('[data-place="answer-next"]');
    need(!(await page.locator('[data-place^="unit-0-"].choice').count()), "one's own units are asked for");
    for (const unit of ["unit-1-iron-0", "unit-1-wheat-0"]) await play(`[data-place="${unit}"]`);
    const offer = (await page.locator(".car-offer").innerText()).match(/\d+/g).join(" ");
    need(offer === "1 1 2 2 1 1", `the offer says ${offer}`); // P1 gives 1 wood, 2 ceramics; P2 gives 1 wheat, 1 iron
    await play('[data-place="answer-send"]');
    await play('[data-place="answer-accept"]');
    need(await page.locator('[data-place="unit-0-iron-0"]').count(), "the iron did not change hands");
    return "12 units in any order";
});

/** Milliseconds of script for each of some moves, in time of its own thread: others may be busy. */
async function scripting(page, moves) {
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const now = async () => {
        const { metrics } = await client.send("Performance.getMetrics");
        return Object.fromEntries(metrics.map((m) => [m.name, m.value * 1000]));
    };
    const costs = [];
    for (let i = 0; i < moves; i++) {
        await quiet(page);
        const entry = page.locator(".moves ul button").first();
        if (!(await entry.count())) break;
        const last = await ply(page);
        const before = await now();
        await entry.evaluate((e) => e.click());
        await beyond(page, last);
        await page.waitForTimeout(80);
        const after = await now();
        costs.push(after.ScriptDuration - before.ScriptDuration);
    }
    return costs.sort((a, b) => a - b);
}

for (const [game, seats] of [["merv", 4], ["caravans", 7]])
    check(`${game}: a move of ${seats} players costs little script`, async ({ page }) => {
        await start(page, game, Array.from({ length: seats }, () => "human"));
        await playSome(page, 60);
        const costs = await scripting(page, 15);
        const median = costs[Math.floor(costs.length / 2)];
        need(median < 50, `${median.toFixed(1)} ms`);
        return `${median.toFixed(1)} ms, at most ${costs.at(-1).toFixed(1)} ms`;
    });
