/* The table in play: what is decided is decided where it was clicked, in sight; what happened is told in words of
 * people; and what once went wrong. Positions are made without a browser (positions.mjs). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closest, palettes } from "./colours.mjs";
import { atRest, need, ply, quiet, ROOT, start } from "./lib.mjs";
import { Patience } from "./patience.mjs";
import { after, open, questions, stages, turnOf } from "./positions.mjs";

export const checks = [];
const check = (name, run, options = {}, full = false) => checks.push({ name, run, options, full });

const PLAYED = ["yspahan", "merv", "tadmor", "caravans"];
const LANGS = ["en", "fr", "ru"];
const SIZES = [[1280, 720], [1440, 900], [390, 844]];
const PERSON = { kind: "human", name: "" };
const BOT = { kind: "bot", bot: "apprentice", name: "B" };

/** Looks at the question that is open: what is out of sight, or nothing. Runs in the page. */
async function outOfSight() {
    const seen = (e) => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return false;
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return [[x, y], [left + 5, y], [right - 5, y], [x, top + 5], [x, bottom - 5]].every(([a, b]) =>
            e.contains(document.elementFromPoint(a, b)),
        );
    };
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const wide = innerWidth >= 1100;
    const out = [];
    document.querySelector(".curtain button")?.click();
    const until = async (there) => {
        for (let i = 0; i < 30_000 && !there(); i++) await new Promise((d) => setTimeout(d, 10));
    };
    await until(() => document.querySelector(".moves ul button"));
    await frame();
    const ask = document.querySelector(".prompt h2");
    if (!ask || !seen(ask)) out.push("the question");
    if (ask && ask.getBoundingClientRect().height > 2.5 * Number.parseFloat(getComputedStyle(ask).lineHeight)) out.push("a question of more than two lines");
    for (const tool of document.querySelectorAll(".prompt .tool")) if (!seen(tool)) out.push(`tool ${tool.title}`);
    const first = document.querySelector(".moves ul button");
    first?.scrollIntoView({ block: "nearest" });
    if (!first || !seen(first)) out.push("the first move of the list");
    if (wide && !document.querySelector(".log")?.getClientRects().length) out.push("the log");
    // Something is chosen: on the board where something glows, else in the list.
    const ply = document.querySelector(".board").dataset.ply;
    const place = [...document.querySelectorAll(".board .choice, .seat-card .choice")].find((e) => e.getClientRects().length);
    place?.scrollIntoView({ block: "nearest", inline: "nearest" });
    (place ?? first)?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    const answered = () =>
        document.querySelector(".popover") || document.querySelector(".moves > button") ||
        document.querySelector(".board")?.dataset.ply !== ply || document.querySelector(".curtain");
    await until(answered);
    if (!answered()) out.push("nothing came of the click");
    await frame();
    const card = document.querySelector(".popover");
    if (!card) return out;
    // What each use brings comes a moment later, and the card is laid anew: what stays out of sight is a fault.
    const hidden = () => {
        const found = [...card.querySelectorAll(".row button")].filter((b) => !seen(b)).map((b) => `the button ${b.textContent}`);
        const use = card.querySelector(".use.chosen");
        use?.scrollIntoView({ block: "nearest" });
        if (!use || !seen(use)) found.push("the use");
        if (wide && place) {
            const [a, b] = [place, card].map((e) => e.getBoundingClientRect());
            if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) found.push("it covers its place");
        }
        return found;
    };
    await Promise.allSettled(card.getAnimations().map((a) => a.finished));
    for (let i = 0; i < 30 && hidden().length; i++) await frame();
    out.push(...hidden());
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await frame();
    if (document.querySelector(".popover")) out.push("it does not close");
    return out;
}

async function look(page, lang, [width, height], asked) {
    await page.setViewportSize({ width, height });
    for (const [name, save] of asked) {
        await open(page, save, lang);
        const out = await page.evaluate(outOfSight);
        need(!out.length, `${name}, ${lang}, ${width}x${height}: ${out.join(", ")}`);
    }
}

/* Each question once in `make test`, at one of the sizes and in one of the languages; all of them in
 * `make test-web`. */
for (const [g, game] of PLAYED.entries()) {
    const options = { careful: true };
    check(`${game}: every question has its control in sight (a sample)`, async ({ page }) => {
        const asked = [...questions(game)];
        for (let i = 0; i < 3; i++) {
            await page.setViewportSize({ width: 1440, height: 900 });
            const part = asked.filter((_, k) => k % 3 === i);
            await look(page, LANGS[(i + g) % 3], SIZES[i], part);
        }
        return `${asked.length} questions`;
    }, options);
    for (const lang of LANGS)
        check(`${game}: every question has its control in sight, ${lang}, three sizes`, async ({ page }) => {
            const asked = [...questions(game, 3, 60)];
            for (const size of SIZES) await look(page, lang, size, asked);
            return `${asked.length} questions`;
        }, options, true);
}

check("yspahan: on a phone the price of a walk stays within its square, in three languages", async ({ page }) => {
    for (const lang of ["fr", "ru", "en"]) {
        await open(page, questions("yspahan", 2).get("move"), lang);
        await page.evaluate(() => document.querySelector(".curtain button")?.click());
        await page.waitForSelector(".ysp-city .free");
        const wide = await page.$$eval(".ysp-city .free", (list) =>
            list.filter((e) => e.getBoundingClientRect().width > e.closest("[data-place]").querySelector("rect").getBoundingClientRect().width).map((e) => e.textContent),
        );
        need(!wide.length, `${lang}: ${wide}`);
    }
}, { width: 390, height: 844 });

check("yspahan: on a phone a shop is as large as a finger needs", async ({ page }) => {
    await open(page, questions("yspahan", 2).get("place"), "en");
    await page.evaluate(() => document.querySelector(".curtain button")?.click());
    await page.waitForSelector(".board .choice[data-place^=shop]");
    const least = await page.evaluate(() =>
        Math.min(
            ...[...document.querySelectorAll(".board .choice, .prompt .tool, .moves ul button")]
                .map((e) => e.getBoundingClientRect())
                .filter((b) => b.width)
                .map((b) => Math.max(b.width, b.height) && Math.min(b.width, b.height)),
        ),
    );
    need(least >= 43, `${least.toFixed(1)} px`);
    return `${least.toFixed(1)} px at least`;
}, { width: 390, height: 844, touch: true });

/* What is drawn smaller than a finger is chosen by a tap beside it, too. */
for (const [game, question, place, full] of [
    ["merv", "walls", "wall-", false],
    ["merv", "slot", "slot-", true],
    ["caravans", "spot", "spot-", false],
    ["yspahan", "select", "level-", true],
])
    check(`${game}: on a phone a tap beside a small place (${place.slice(0, -1)}) counts for it`, async ({ page }) => {
        await open(page, questions(game, 3).get(question), "en");
        await page.evaluate(() => document.querySelector(".curtain button")?.click());
        await page.waitForSelector(`.board .choice[data-place^="${place}"]`, { state: "attached" });
        await atRest(page);
        // A point that lies on nothing that can be chosen, 20 px at most from the middle of such a place.
        const aim = await page.evaluate((start) => {
            const all = [...document.querySelectorAll(`.board .choice[data-place^="${start}"]`)];
            all[0].scrollIntoView({ block: "center", inline: "center" });
            const board = document.querySelector(".board").getBoundingClientRect();
            for (const e of all) {
                const b = e.getBoundingClientRect();
                const [x, y] = [b.left + b.width / 2, b.top + b.height / 2];
                for (const [dx, dy] of [[0, 20], [0, -20], [20, 0], [-20, 0]]) {
                    const [px, py] = [x + dx, y + dy];
                    if (px < board.left || px > board.right || py < board.top || py > board.bottom) continue;
                    const hit = document.elementFromPoint(px, py);
                    if (hit && !hit.closest(".choice, button, a") && hit.closest(".board")) return [px, py];
                }
            }
            return null;
        }, place);
        need(aim, "there is no such point");
        const before = await ply(page);
        await page.touchscreen.tap(...aim);
        await page.waitForFunction(
            (b) => Number(document.querySelector(".board").dataset.ply) !== b || document.querySelector(".popover, .moves > button"),
            before,
        );
    }, { width: 390, height: 844, touch: true }, full);

check("seats and goods can be told apart by eyes that lack a colour", async () => {
    const sheet = (file) => readFileSync(join(ROOT, "web/src", file), "utf8");
    const told = [];
    for (const [file, names, least] of [
        ["styles/theme.css", /^seat-\d$/, 15],
        ["boards/merv/merv.css", /^(purple|beige|green|orange)$/, 12],
        ["boards/yspahan/yspahan.css", /-edge$/, 8],
    ])
        for (const [i, colours] of palettes(sheet(file), names).entries()) {
            const { distance, eyes, pair } = closest(colours);
            need(Object.keys(colours).length > 3, `${file}: no colours`);
            need(distance >= least, `${file}, ${i ? "night" : "day"}, eyes with ${eyes}: ${pair} are ${distance.toFixed(1)} apart`);
            told.push(distance.toFixed(0));
        }
    return `least distances ${told.join(", ")}`;
});

/** What no person would say: coordinates, numbers of shops and tiles, ids, things that were not translated. */
const IDS = [
    /\(-?\d+, ?-?\d+\)/,
    /\br\dc\d\b/,
    /\b[KI]\d{1,2}\b/,
    /\b(row|column|ряд|столбец|rangée|colonne) \d/i,
    /\b(shop|échoppe) \d|лавк\S* \d/i,
    /\b(tile|tuile) \d|плитк\S* \d/i,
    /\b(slot|zone) \d|\b(card|carte) \d/i,
    /\[object|undefined|\bNaN\b|\{\w+(:\w+)?\}/,
    /\b(yspahan|merv|tadmor|caravans|web|unit|ai)\.[a-z_]+/,
];

/** Every text of log, list and what they say when pointed at. */
const told = (page) =>
    page.evaluate(async () => {
        const all = document.querySelector(".log-part .link");
        if (all?.ariaPressed === "false") all.click();
        await new Promise((done) => setTimeout(done, 60));
        const out = [];
        for (const e of document.querySelectorAll(".log h4, .log button, .moves button, .since li, .prompt, .whose, .board .spot, .detail"))
            out.push(e.textContent);
        for (const e of document.querySelectorAll("[title]")) out.push(e.getAttribute("title"));
        for (const e of document.querySelectorAll(".board [aria-label]")) out.push(e.getAttribute("aria-label"));
        return out;
    });

async function inWords(page, saves, langs) {
    let count = 0;
    for (const lang of langs)
        for (const save of saves) {
            await open(page, save, lang);
            for (const text of await told(page)) {
                count++;
                const found = IDS.map((id) => id.exec(text)).find((m) => m);
                need(!found, `${lang}, after ${save.moves.length} moves: “${found?.[0]}” in “${text.slice(0, 160)}”`);
            }
        }
    return `${count} texts`;
}

check("every game told in words of people (a sample)", async ({ page }) => {
    const counts = [];
    for (const [g, game] of PLAYED.entries()) counts.push(await inWords(page, [after(game, [PERSON, PERSON, PERSON], 150, 5)], [LANGS[g % 3]]));
    return counts.join(", ");
});
for (const game of PLAYED) {
    check(`${game}: a whole game in words of people, three languages`, async ({ page }) => inWords(page, stages(game, 3, 7, 120), LANGS), {}, true);
}

check("the log: newest first, each day above its own turns, a line a turn", async ({ page }) => {
    await open(page, after("yspahan", [PERSON, PERSON], 60), "en");
    const { lines, heads } = await page.evaluate(() => ({
        lines: [...document.querySelectorAll(".log .line")].map((e) => Number(e.dataset.ply)),
        heads: [...document.querySelectorAll(".log > li")].map((li) => [
            li.querySelector("h4")?.textContent.match(/\d+/g)?.slice(0, 2).join(""),
            [...li.querySelectorAll(".line")].map((e) => Number(e.dataset.ply)),
        ]),
    }));
    need(lines.length > 8 && lines.every((p, i) => !i || p < lines[i - 1]), `not newest first: ${lines}`);
    need(heads.length > 2 && heads.every(([day], i) => !i || !day || Number(day) < Number(heads[i - 1][0])), `days: ${heads.map(([d]) => d)}`);
});

check("bots are not asked, and seats tell how the race stands", async ({ page }) => {
    // Where there is no order of the day, what a seat did last stands there in the next round, too.
    await open(page, after("caravans", [PERSON, PERSON, PERSON], 70), "en");
    await quiet(page);
    const idle = await page.locator(".seat-card:not(.active) .whose small").evaluateAll((all) => all.filter((e) => !e.querySelector(".did")).length);
    need(!idle, `${idle} seats do not tell what they did`);
    await open(page, after("merv", [PERSON, BOT, BOT], 30), "en");
    await quiet(page);
    const status = await page.locator(".seat-card .whose small").allInnerTexts();
    need(status.some((s) => /to move/.test(s)), `nobody is to move: ${status.join(" | ")}`);
    await page.evaluate(() => localStorage.setItem("serai.pace", "600000"));
    await page.locator(".moves ul button").first().click();
    // A turn has several decisions.
    for (const patience = new Patience(30); !(await page.locator(".thinking").count()); ) {
        need(!patience.out(), "no bot is on turn");
        await page.evaluate(() => document.querySelector(".popover .confirm, .moves ul button")?.click());
        await page.waitForTimeout(30);
    }
    const asked = await page.locator(".prompt h2").innerText();
    need(asked === "is deciding", `a bot is asked: ${asked}`);
});

/** A match in which bots have just sent their pawns, so that a person is asked again. */
const sent = () => turnOf("tadmor", [PERSON, BOT, { ...BOT, name: "C" }], 0, 12);

for (const [width, height] of [[1280, 720], [390, 844]])
    check(`arrows lead from seats to places: since one’s last turn, a hint, what was made, ${width}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await open(page, sent(), "en");
        const ways = (kind) =>
            page.evaluate((k) => {
                const all = [...document.querySelectorAll(`.way.${k} .line`)].filter((e) => e.getTotalLength() > 20);
                return all.length && all.every((e) => !/NaN/.test(e.getAttribute("d")));
            }, kind);
        const until = async (kind, again = async () => {}) => {
            for (const patience = new Patience(30); !(await ways(kind)); await page.waitForTimeout(50)) {
                need(!patience.out(), `no arrows: ${kind}`);
                await again();
            }
        };
        // On a phone a place beyond the window onto the map has no arrow: one looks around for where they went.
        let at = 0;
        await until("since", () =>
            page.evaluate((i) => {
                const all = document.querySelectorAll(".board [data-place]");
                all[i % all.length]?.scrollIntoView({ block: "nearest", inline: "nearest" });
            }, 5 * at++),
        );
        await page.click(".prompt .tool:last-of-type");
        await page.waitForSelector(".ideas button");
        // There the window onto the map is moved by the page.
        await until("hint", () => page.locator(".ideas button").first().focus());
        await page.evaluate(() => document.activeElement?.blur());
        await page.keyboard.press("ArrowLeft");
        await page.waitForSelector(".table.past");
        await until("made");
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => !document.querySelector(".table.past"));
    });

check("who looks at the past is left there: bots wait until the present is shown", async ({ page }) => {
    await open(page, sent(), "en");
    const moves = () => page.evaluate(() => JSON.parse(localStorage.getItem(`serai.save.${location.hash.split("/").at(-1)}`)).moves.length);
    // The bots think until they are told to end: as long as it takes to look back.
    await page.evaluate(() => {
        const set = globalThis.setTimeout;
        const held = [];
        globalThis.setTimeout = (act, ms, ...more) => (ms > 10_000 ? held.push(act) : set(act, ms, ...more));
        globalThis.seraiGo = () => {
            localStorage.setItem("serai.pace", "0");
            globalThis.setTimeout = set;
            for (const act of held) act();
            return held.length;
        };
        localStorage.setItem("serai.pace", "600000");
    });
    const before = await moves();
    await page.locator(".moves ul button").first().click();
    await page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) > b, before);
    await page.waitForSelector(".thinking");
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".table.past");
    const at = await moves();
    need((await page.evaluate(() => globalThis.seraiGo())) > 0, "no bot was held");
    await page.waitForTimeout(1000);
    need(await page.$(".table.past"), "thrown out of the past");
    need((await moves()) === at, "a bot moved meanwhile");
    await page.keyboard.press("Escape");
    const patience = new Patience(60);
    while ((await moves()) <= at) {
        need(!patience.out(), "the bots do not go on");
        await page.waitForTimeout(50);
    }
});

check("caravans with seven: every seat and every marker in sight", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, after("caravans", Array(7).fill(PERSON), 20), "en");
    const out = await page.evaluate(() => {
        const frame = document.querySelector(".car-race").getBoundingClientRect();
        const runners = [...document.querySelectorAll(".runner")].filter((e) => {
            const b = e.getBoundingClientRect();
            return b.left < frame.left - 1 || b.right > frame.right + 1;
        });
        const seats = [...document.querySelectorAll(".seat-card")].filter((e) => e.getBoundingClientRect().bottom > innerHeight);
        return { runners: runners.length, seats: seats.map((e) => e.ariaLabel) };
    });
    need(!out.runners && !out.seats.length, `out of sight: ${out.runners} markers, ${out.seats.join()}`);
});

check("merv: the tracks can be read in Russian, and its panels grow", async ({ page }) => {
    const save = after("merv", [PERSON, PERSON, PERSON], 20);
    const read = () =>
        page.evaluate(() => {
            const letters = [...document.querySelectorAll(".track .cell-number")].map((e) => e.getBoundingClientRect().height);
            return { least: Math.min(...letters), mosque: document.querySelector(".mrv-mosque").getBoundingClientRect().width };
        });
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, save, "ru");
    const { least, mosque } = await read();
    need(least >= 10.5, `numbers of ${least.toFixed(1)} px`);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.waitForFunction(() => innerWidth === 1920);
    const wide = await read();
    need(wide.mosque > 1.4 * mosque, `${mosque} px at 1280, ${wide.mosque} px at 1920`);
}, { locale: "ru-RU" });

check("names have all their letters in the face of the page, fetched when they occur", async ({ page }) => {
    const fetched = [];
    page.on("request", (r) => r.url().endsWith(".woff2") && fetched.push(r.url().split("/").at(-1)));
    await open(page, after("yspahan", [{ ...PERSON, name: "Anna" }, PERSON], 2), "en");
    await page.waitForTimeout(150);
    const before = fetched.filter((f) => f.includes("-rest-"));
    need(!before.length, `fetched without need: ${before}`);
    await open(page, after("yspahan", [{ ...PERSON, name: "Anaïs Łódź Ōta" }, { ...PERSON, name: "Їжак" }], 2), "en");
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() => [..."ïŁōЇ"].every((c) => document.fonts.check(`700 18px Alegreya`, c)));
    for (const part of ["latin-rest", "latin-ext", "cyrillic-rest"])
        need(fetched.some((f) => f.includes(part)), `${part} was not fetched: ${fetched}`);
});

check("what cannot be read is told in the language of the page", async ({ page }) => {
    await page.setInputFiles("input[type=file]", { name: "x.json", mimeType: "application/json", buffer: Buffer.from("{") });
    const said = await page.locator("[role=alert]").first().innerText();
    need(!/JSON|expected|position/i.test(said) && /sauvegard/.test(said), said);
}, { locale: "fr-FR" });

check("a click outside a choice explains; keys are listed; Ctrl+Z takes back", async ({ page }) => {
    await open(page, after("merv", [PERSON, PERSON], 0), "en");
    await quiet(page);
    await page.locator(".board [data-about=mosque], .mrv-mosque [data-about]").first().click({ force: true });
    await page.waitForSelector(".detail.pinned a");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".detail.pinned"));
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("?");
    need((await page.locator(".shortcuts dl div").count()) >= 10, "the keys are not listed");
    await page.keyboard.press("Escape");
    const before = await ply(page);
    await page.locator(".moves ul button").first().click();
    await page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) > b, before);
    await page.keyboard.press("Control+z");
    await page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) === b, before);
});

/** Clicks to five rounds of Tadmor against bots: a place or an entry for each decision, and whatever it is asked
 *  besides. The first edition of the page asked about every decision, of two or more, that brought something to light or
 *  passed the turn on: what it would have asked of the same game is counted, too. */
check("tadmor: five rounds against bots, thirty clicks fewer than there were", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await start(page, "tadmor", ["human", "bot:apprentice"]);
    const { clicks, decisions, passed } = await page.evaluate(async () => {
        const pause = (ms) => new Promise((done) => setTimeout(done, ms));
        const round = () => Number(document.querySelector(".round.now")?.textContent ?? 9);
        let clicks = 0;
        let decisions = 0;
        /** Moments of decisions among two or more that were not asked about. */
        const plain = new Set();
        for (let idle = 0; round() <= 5 && idle < 30_000 && !document.querySelector(".final"); ) {
            const ask = document.querySelector(".popover .confirm, .question .confirm");
            const entry = document.querySelector(".moves ul button");
            if (!ask && !entry) {
                idle++;
                await pause(10);
                continue;
            }
            const ply = document.querySelector(".board").dataset.ply;
            const all = [...document.querySelectorAll(".moves ul button")];
            // The last entry of a list is often the one that ends it.
            (ask ?? all[(7 * decisions) % all.length]).click();
            clicks++;
            if (!ask) decisions++;
            if (!ask && all.length > 1) plain.add(Number(ply));
            if (ask) plain.delete(Number(ply));
            for (let i = 0; i < 3000; i++) {
                if (document.querySelector(".board").dataset.ply !== ply) break;
                if (!ask && document.querySelector(".popover, .question")) break;
                await pause(10);
            }
            idle = 0;
        }
        const { moves } = JSON.parse(localStorage.getItem(`serai.save.${location.hash.split("/").at(-1)}`));
        const passed = [...plain].filter((ply) => moves[ply]?.[0] === 0 && moves[ply + 1] && moves[ply + 1][0] !== 0).length;
        return { clicks, decisions, passed };
    });
    need(clicks - decisions <= 8, `${clicks} clicks for ${decisions} decisions`);
    need(passed >= 30, `${clicks} clicks, ${clicks + passed} before`);
    return `${clicks} clicks for ${decisions} decisions, ${clicks + passed} before`;
}, { careful: true }, true);

/** From the start page to the third own move: what a newcomer clicks beside the moves themselves. */
for (const game of PLAYED)
    check(`${game}: a newcomer needs few clicks to the third own move`, async ({ page }) => {
        let clicks = 0;
        const click = (what) => {
            clicks++;
            return page.locator(what).first().click();
        };
        await click(`[data-game=${game}]`);
        await click(".big-play");
        await page.waitForSelector(".guide");
        const moves = await page.evaluate(async () => {
            let beside = 0;
            for (let made = 0, i = 0; made < 3 && i < 2000; i++) {
                await new Promise((done) => setTimeout(done, 30));
                const ply = document.querySelector(".board").dataset.ply;
                const yes = document.querySelector(".popover .confirm") ?? document.querySelector(".guide .confirm:enabled");
                if (!yes) continue;
                yes.click();
                await new Promise((done) => setTimeout(done, 200));
                if (document.querySelector(".board").dataset.ply === ply) beside++;
                else made++;
            }
            return beside;
        });
        clicks += moves;
        need(clicks <= 8, `${clicks} clicks beside the moves`);
        return `${clicks} clicks beside the moves`;
    }, { guide: true, careful: true }, true);
