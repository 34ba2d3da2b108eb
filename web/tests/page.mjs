/* What the page promises beside playing: languages, undo, replay, files, storage, offline, touch,
 * bots, hints, the end. Each check opens a browser context of its own. */
import { readFileSync } from "node:fs";
import axe from "axe-core";
import { atRest, GAMES, GUIDED, need, playSome, ply, quiet, resize, start } from "./lib.mjs";
import { Patience } from "./patience.mjs";
import { after, before, open, short, turnOf } from "./positions.mjs";

const KEY = new RegExp(`\\b(${GAMES.join("|")}|web|seat|unit|ai|end|table|online)\\.[a-z_]+(\\.[a-z_0-9]+)*`);

const settled = (page, n) =>
    page.waitForFunction((want) => document.querySelector(".board")?.dataset.ply === String(want), n);

async function firstMove(page) {
    await quiet(page);
    await page.locator(".moves ul button").first().click();
    await page.waitForFunction(() => document.querySelector(".board")?.dataset.ply !== "0");
}

async function serious(page) {
    await atRest(page);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
        globalThis.axe.run(document, { resultTypes: ["violations"] }),
    );
    return violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.length} × ${v.nodes[0].target.join(" ")}`);
}

async function visibleText(page) {
    return page.evaluate(() => {
        const labels = [...document.querySelectorAll("[aria-label], [title], title")].map(
            (e) => `${e.getAttribute("aria-label") ?? ""} ${e.getAttribute("title") ?? ""} ${e.tagName === "title" ? e.textContent : ""}`,
        );
        return `${document.body.innerText}\n${labels.join("\n")}`;
    });
}

/** Labels of the board whose text is cut off by its own box. */
async function clipped(page) {
    return page.evaluate(() =>
        [...document.querySelectorAll("button, h1, h2, h3, summary b, .chip b, dt, small")]
            .filter((e) => e.getClientRects().length && e.scrollWidth > e.clientWidth + 2 && e.clientWidth > 0)
            .filter((e) => !e.closest(".hidden-text") && getComputedStyle(e).display !== "inline")
            .map((e) => e.textContent.trim().slice(0, 40)),
    );
}

export const checks = [];
const check = (name, run, options = {}, full = false) => checks.push({ name, run, options, full });

const PEOPLE = [{ kind: "human", name: "" }, { kind: "human", name: "" }];

const LANGS = ["en", "fr", "ru"];
const SIZES = [[1440, 900], [1280, 720], [390, 844]];

/** A table in each language, at the sizes that are asked for. */
const uncut = (game, sizes) =>
    async ({ page, shots }) => {
        const save = after(game, PEOPLE, GUIDED.includes(game) ? 40 : 4);
        for (const [i, lang] of LANGS.entries()) {
            await page.setViewportSize({ width: 1440, height: 900 });
            await open(page, save, lang);
            await quiet(page);
            for (const [w, h] of sizes(i)) {
                await page.setViewportSize({ width: w, height: h });
                await page.waitForFunction((width) => innerWidth === width, w);
                await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
                const found = KEY.exec(await visibleText(page));
                need(!found, `untranslated: ${found?.[0]}`);
                await page.screenshot({ path: `${shots}/${game}-${lang}-${w}x${h}.png` });
                const cut = await clipped(page);
                need(!cut.length, `cut: ${cut.join(" | ")}`);
                const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                need(over <= 0, `${over} px wider than the window`);
                const aside = await page.evaluate(() => [".board", ".desk"].filter((s) => document.querySelector(s).scrollWidth > document.querySelector(s).clientWidth + 1));
                need(!aside.length, `can be pushed aside: ${aside}`);
                need(await page.locator(".moves ul button").first().isVisible(), "the moves are not in sight");
                const crowded = await page.evaluate(() => {
                    const boxes = [...document.querySelectorAll(".bar > :not(.grow), .bar > * > *")].map((e) => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width);
                    return boxes.filter(([e, a]) => boxes.some(([f, b]) => !f.contains(e) && !e.contains(f) && a.right > b.left + 1 && b.right > a.left + 1)).map(([e]) => e.textContent);
                });
                need(!crowded.length, `${lang}: one over the other: ${crowded.join(" | ")}`);
            }
        }
    };

for (const [g, game] of GAMES.entries()) {
    // In turn each language is looked at in one size; `make test-web` looks at all of them.
    check(`${game}: every text in three languages, none cut (a sample of sizes)`, uncut(game, (i) => [SIZES[(i + g) % 3]]));
    check(`${game}: every text in three languages, none cut, at three sizes`, uncut(game, () => SIZES), {}, true);
    check(`${game}: axe finds nothing serious, by day, at night with a question open, in the past`, async ({ page }) => {
        await open(page, after(game, PEOPLE, GUIDED.includes(game) ? 24 : 4), "en");
        await quiet(page);
        await serious(page).then((found) => need(!found.length, found.join("; ")));
        await page.locator(".settings > button").click();
        await page.evaluate(() => {
            const place = document.querySelector(".board .choice, .moves ul button");
            place.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
        });
        await page.waitForFunction(() => document.querySelector(".popover") || document.querySelector(".board").dataset.ply !== "24");
        await serious(page).then((found) => need(!found.length, `with a question: ${found.join("; ")}`));
        await page.keyboard.press("Escape");
        await quiet(page);
        // The moment before, with what was decided there.
        await page.locator(".log-part header button").first().click();
        await page.waitForSelector(".past-bar");
        await serious(page).then((found) => need(!found.length, `the past: ${found.join("; ")}`));
    });
}

check("start page and rules: axe finds nothing serious", async ({ page, url }) => {
    let found = await serious(page);
    need(!found.length, found.join("; "));
    for (const game of GAMES) {
        await page.goto(`${url}#/rules/${game}/all`);
        await page.waitForSelector(".rules article h1");
        if (GUIDED.includes(game)) await page.waitForSelector(".rules figure .sheet", { state: "attached" });
        const [bar, text] = await Promise.all([".bar", "article"].map((part) => page.locator(`.rules > ${part}`).boundingBox()));
        need(bar.y + bar.height <= text.y + 1 && text.width > 700, `${game}: the text is not below the bar`);
        found = await serious(page);
        need(!found.length, `${game}: ${found.join("; ")}`);
    }
});

check("setting up: options are explained, and a first game is proposed", async ({ page }) => {
    for (const [game, id, value] of [
        ["yspahan", "build_cards", "free"],
        ["merv", "magistrate", "honest"],
    ]) {
        await page.locator(`[data-game="${game}"]`).click();
        await page.click(".to-seats");
        await page.waitForSelector(`.chairs option[value="${value}"]`, { state: "attached" });
        if (await page.locator("details:has(.options-form):not([open])").count())
            await page.locator("details:has(.options-form) > summary").click();
        const row = page.locator(".options-form label", { has: page.locator(`option[value="${value}"]`) });
        need((await row.locator("select").inputValue()) === value, `${game}: ${id} is not ${value} at first`);
        const help = row.locator("small");
        need((await help.isVisible()) && (await help.innerText()).length > 60, `${game}: ${id} is not explained`);
        need(!(await clipped(page)).length, `${game}: cut off: ${await clipped(page)}`);
        await page.click(".chairs .close");
    }
});

check("rules: a cited rule opens at the table, and leads to its place in the text", async ({ page }) => {
    await start(page, "yspahan", ["human", "human"]);
    await page.locator(".why").click();
    const link = await page.locator(".help a").getAttribute("href");
    const id = link.split("/").at(-1);
    await page.locator(".help a").click();
    await page.waitForFunction((i) => document.querySelector(".cited[open]")?.innerText.includes(i), id);
    need(await page.locator(".table").count(), "the table is gone");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".cited", { state: "detached" });
    await page.locator(".help a").click();
    await page.locator(".cited-more a").click();
    await page.waitForSelector(`.rules [id="${id}"]`);
    await page.waitForFunction((i) => {
        const box = document.getElementById(i).getBoundingClientRect();
        return box.top >= -2 && box.top < innerHeight;
    }, id);
});

check("undo, redo and reset", async ({ page }) => {
    await start(page, "merv", ["human", "human"]);
    await firstMove(page);
    const after = await ply(page);
    const tools = page.locator(".prompt .tool");
    await tools.nth(0).click();
    await settled(page, after - 1);
    await tools.nth(1).click();
    await settled(page, after);
    await tools.nth(2).click();
    await settled(page, 0);
});

/** What the page asks its workers from now on, by operation. What it looks up while the mouse points at a
 *  move (peek) is none of a click's. */
async function counted(page) {
    await page.addInitScript(() => {
        globalThis.seraiAsked = [];
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, ...more) {
            if (message.request.op !== "peek") globalThis.seraiAsked.push(message.request.op);
            return post.call(this, message, ...more);
        };
    });
    await page.reload();
    await page.waitForSelector(".big-play");
    return () =>
        page.evaluate(() => {
            const asked = globalThis.seraiAsked;
            globalThis.seraiAsked = [];
            return asked;
        });
}

check("a click asks the core once, and so does a bot's move", async ({ page }) => {
    const asked = await counted(page);
    await start(page, "yspahan", ["human", "human", "human"]);
    await quiet(page);
    await asked();
    await playSome(page, 8);
    const played = await asked();
    const made = await ply(page);
    need(made >= 4 && played.length === made, `${made} moves asked ${played.length} times: ${[...new Set(played)]}`);
    need(played.every((op) => op === "play"), `besides playing it was asked for ${[...new Set(played)]}`);
    await page.goto(page.url().replace(/#.*/, ""));
    await page.waitForSelector(".big-play");
    await start(page, "merv", ["human", "human"]);
    await firstMove(page);
    await asked();
    for (const tool of [0, 1, 2]) {
        const before = await ply(page);
        await page.locator(".prompt .tool").nth(tool).click();
        await page.waitForFunction((b) => document.querySelector(".board").dataset.ply !== b, String(before));
        await quiet(page);
        const back = await asked();
        need(back.length === 1, `tool ${tool} asked for ${back.join()}`);
    }
    await page.goto(page.url().replace(/#.*/, ""));
    await page.waitForSelector(".big-play");
    await start(page, "yspahan", ["human", "bot:apprentice", "bot:apprentice"]);
    await quiet(page);
    await asked();
    const from = await ply(page);
    await playSome(page, 4);
    const all = await asked();
    const plies = (await ply(page)) - from;
    const plays = all.filter((op) => op === "play").length;
    const thoughts = all.filter((op) => op === "bot").length;
    need(plays === plies && thoughts + plays === all.length && thoughts < plays, `${plies} moves: ${all.join()}`);
    return `${made} clicks, ${played.length} calls; with bots ${plies} moves, ${plays} calls and ${thoughts} thoughts`;
});

check("a name of long letters is cut to fit, and the match begins", async ({ page }) => {
    await page.click("[data-game=yspahan]");
    await page.click(".to-seats");
    await page.fill(".chairs li:nth-child(1) .whom input", "Ж".repeat(24));
    await page.click(".big-play");
    await page.waitForSelector(".table");
    const names = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((k) => k.startsWith("serai.save."));
        return JSON.parse(localStorage.getItem(key)).seats.map((s) => s.name);
    });
    need(names[0] === "Ж".repeat(23), `the name is kept as ${names[0]}`);
});

check("who takes back twice in a hurry takes back two moves, who chooses twice makes one", async ({ page }) => {
    await start(page, "merv", ["human", "human"]);
    await quiet(page);
    const first = page.locator(".moves ul button").first();
    for (let n = 0; n < 2; n++) {
        await first.evaluate((b) => {
            b.click();
            b.click();
        });
        await settled(page, n + 1);
    }
    const undo = page.locator(".prompt .tool").first();
    await undo.evaluate((b) => {
        b.click();
        b.click();
    });
    await settled(page, 0);
    need((await page.locator(".trouble").count()) === 0, "it was asked for more than there was");
});

check("the past: from the log, by slider and keys, back to now, and on from there", async ({ page }) => {
    await start(page, "caravans", ["human", "human"]);
    await playSome(page, 14);
    const now = await ply(page);
    await page.keyboard.press("Escape"); // what follows from the last click may be asked over the log
    // Whatever led there, Escape leads back, and everything can be decided again.
    await page.locator(".log .line").nth(1).click();
    await page.waitForSelector(".past-bar");
    need((await page.locator(".moves ul button, .board .choice").count()) === 0, "moves in the past");
    need((await page.locator(".past-bar .moment").innerText()).includes(String(now)), "not said which moment of how many");
    await page.keyboard.press("Escape");
    await settled(page, now);
    await page.waitForSelector(".moves ul button");
    for (const [key, at] of [["ArrowLeft", now - 1], ["ArrowLeft", now - 2], ["ArrowRight", now - 1]]) {
        await page.evaluate(() => document.activeElement?.blur());
        await page.keyboard.press(key);
        await settled(page, at);
        await page.waitForTimeout(50); // what follows from a click is asked after the table is drawn
        need(!(await page.$(".popover")), "the past asks for a decision");
    }
    await page.locator(".past-bar .now").click();
    await settled(page, now);
    need((await page.locator(".past-bar").count()) === 0, "still in the past");
    await page.locator(".log-part header button").first().click();
    await page.locator(".past-bar input").fill("3");
    await settled(page, 3);
    const before = page.url();
    await page.locator(".past-bar .on").click();
    await page.waitForFunction((u) => location.href !== u, before);
    await settled(page, 3);
    await page.goto(before);
    await settled(page, now);
});

check("export and import", async ({ page, url }) => {
    await start(page, "yspahan", ["human", "human"]);
    await playSome(page, 10);
    const now = await ply(page);
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(`.bar button[aria-label="Download the game"]`).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    need(JSON.parse(text).game === "yspahan", "no saved game");
    await page.goto(`${url}#/`);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    const give = (name, body) =>
        page.setInputFiles(".home header input[type=file]", { name, mimeType: "application/json", buffer: Buffer.from(body) });
    for (const rubbish of ["", "{", "[]", '{"game":"chess"}', text.slice(0, text.length / 2), text.replace(/"seed":"?\d+/, '"seed":"12')]) {
        await give("rubbish.json", rubbish);
        await page.waitForSelector(".home [role=alert]");
    }
    await give("game.json", text);
    await page.waitForSelector(".table");
    await settled(page, now);
});

check("a damaged save is told, and nothing else is lost", async ({ page, url, errors }) => {
    await start(page, "yspahan", ["human", "human"]);
    const good = page.url();
    await page.evaluate(() => localStorage.setItem("serai.save.bad", '{"game":"merv","moves":[1'));
    await page.goto(`${url}#/play/bad`);
    await page.waitForSelector("[role=alert]");
    await page.goto(`${url}#/`);
    await page.waitForSelector(".big-play");
    await page.goto(good);
    await page.waitForSelector(".table");
    errors.length = 0;
});

check("storage that is full is told, and play goes on", async ({ page }) => {
    await page.evaluate(() => {
        Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError");
        };
    });
    await page.click("[data-game=yspahan]");
    await page.click(".big-play");
    await page.waitForSelector(".banner");
    await page.waitForSelector(".table");
    await page.waitForFunction(() => document.querySelector(".moves ul button"));
    await page.locator(".moves ul button").first().click();
    await page.waitForFunction(() => Number(document.querySelector(".board")?.dataset.ply) > 0);
});

check("works without a network after the first visit", async ({ page, context, url, errors }) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller);
    await context.setOffline(true);
    await page.goto(url);
    await page.waitForSelector(".big-play");
    for (const game of GAMES) {
        await page.goto(`${url}#/`);
        await start(page, game, ["human", "bot:apprentice"]);
        await page.waitForFunction(() => document.querySelector(".moves ul button"));
    }
    await page.goto(`${url}#/rules/merv/all`);
    await page.waitForSelector(".rules article h1");
    await page.goto(`${url}#/rules/merv`);
    await page.waitForSelector(".lesson[data-ready=fr]");
    errors.length = 0; // the browser itself tells that there is no network
}, { locale: "fr-FR" });

for (const game of GUIDED)
    check(`${game}: a first-time visitor is guided, in three languages`, async ({ page }) => {
        await start(page, game, ["human", "bot:apprentice"]);
        await page.waitForSelector(".guide");
        for (const l of ["fr", "ru", "en"]) {
            await page.locator(`.segments button`, { hasText: l }).click();
            await page.waitForFunction((to) => document.documentElement.lang === to, l);
            const found = KEY.exec(await visibleText(page));
            need(!found, `untranslated: ${found?.[0]}`);
        }
        // Looked at and gone on in one go, in the page: what a bot does in between moves the guide on.
        const look = () => page.evaluate(() => {
            const guide = document.querySelector(".guide");
            const { width, height } = document.querySelector(".guide-ring")?.getBoundingClientRect() ?? {};
            if (guide && width > 30 && height > 20) guide.querySelector(".confirm:enabled")?.click();
            return guide?.querySelector("p").innerText;
        });
        let seen = await look();
        const patience = new Patience(20);
        for (let last = seen; seen; seen = await look()) {
            if (seen !== last) patience.renew();
            last = seen;
            need(!patience.out(), `points at nothing: ${seen}`);
            await page.waitForTimeout(250);
        }
        await page.reload();
        await page.waitForSelector(".table");
        need((await page.locator(".guide").count()) === 0, "the guide comes again");
    }, { guide: true });

check("every move of the list comes into sight on a small phone, in every game", async ({ page }) => {
    for (const game of GAMES) {
        await page.setViewportSize({ width: 360, height: 640 });
        await open(page, after(game, PEOPLE, 8), "en");
        await quiet(page);
        for (const [width, height] of [[360, 640], [640, 360]]) {
            await resize(page, width, height);
            const hidden = await page.evaluate(() =>
                [...document.querySelectorAll(".moves ul button")]
                    .filter((e) => {
                        e.scrollIntoView({ block: "center" });
                        const { x, y, width, height } = e.getBoundingClientRect();
                        return !e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
                    })
                    .map((e) => e.dataset.move),
            );
            const at = `${game}, ${width}x${height}`;
            need(!hidden.length, `${at}: out of sight: ${hidden.join(", ")}`);
            const bar = await page.locator(".bar").evaluate((e) => Math.max(...[...e.children].map((c) => c.getBoundingClientRect().right)));
            need(bar <= width, `${at}: the bar ends at ${bar}`);
            const list = await page.locator(".tab-panel").boundingBox();
            need(list.y + list.height <= height + 1 && list.height >= 80, `${at}: the list is ${JSON.stringify(list)}`);
        }
    }
}, { width: 360, height: 640, touch: true });

check("a phone by touch: board, sheet, seats, a whole turn", async ({ page }) => {
    await page.locator("[data-game=yspahan]").tap();
    await page.locator(".big-play").tap();
    await page.waitForSelector(".moves ul button");
    const sheet = await page.locator(".desk").boundingBox();
    need(sheet.y + sheet.height <= 845 && sheet.y > 300, "the sheet is not at the bottom");
    await page.locator(".chip").first().tap();
    await page.waitForSelector(".seat-sheet");
    await page.locator(".seat-sheet .outline").tap();
    await page.locator(".moves ul button").first().tap();
    await page.waitForFunction(() => Number(document.querySelector(".board").dataset.ply) > 0);
    await page.locator(".handle").tap();
    await page.waitForFunction((h) => document.querySelector(".desk").getBoundingClientRect().height < h, sheet.height);
}, { width: 390, height: 844, touch: true });

/** Clicks at a glowing place in the moment a new table is drawn, before anything else can run, again and
 *  again: it is played, or the list shows the moves of the place alone. Tells the places where nothing came
 *  of it, and how many narrowed the list. */
const hurried = (page, times) =>
    page.evaluate(async (times) => {
        const board = document.querySelector(".board");
        const find = (what) => [...document.querySelectorAll(what)].filter((e) => e.getClientRects().length);
        const narrowed = () => document.querySelector(".moves > button, .popover") !== null;
        /** As long as it takes, on a busy machine minutes; the check itself sees what hangs. */
        const until = async (there) => {
            for (let i = 0; i < 60_000 && !there(); i++) await new Promise((done) => setTimeout(done, 5));
            return there();
        };
        const found = { lost: [], narrowed: 0, clicks: 0 };
        for (let i = 0; i < times; i++) {
            await until(() => find(".moves ul button").length > 0 || document.querySelector(".final"));
            const before = board.dataset.ply;
            const drawn = new Promise((done) => {
                const watch = new MutationObserver(() => {
                    if (!find(".moves ul button").length) return;
                    watch.disconnect();
                    const places = find(".board .choice");
                    if (!places.length) return done(null);
                    const place = places[(7 * i) % places.length];
                    const ply = board.dataset.ply;
                    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
                    done({ place: place.dataset.place, ply });
                });
                watch.observe(board, { attributeFilter: ["data-ply"] });
                // What is only asked about, or is the end, draws no new table; nor is a list that came after it one.
                let calm = 0;
                until(() => {
                    if (document.querySelector(".final") || narrowed()) return true;
                    calm = board.dataset.ply !== before && find(".moves ul button").length ? calm + 1 : 0;
                    return calm > 60;
                }).then(() => done(null));
            });
            const entries = find(".moves ul button");
            if (!entries.length) return found; // the match is over
            entries[(5 * i) % entries.length].click();
            const clicked = await drawn;
            if (!clicked) continue;
            found.clicks++;
            await new Promise((done) => setTimeout(done, 150)); // long enough to be taken back
            if (narrowed()) found.narrowed++;
            else if (!(await until(() => narrowed() || board.dataset.ply !== clicked.ply))) found.lost.push(clicked.place);
        }
        return found;
    }, times);

for (const game of GUIDED)
    check(`${game}: a click in the moment the table is drawn counts`, async ({ page }) => {
        await start(page, game, ["human", "bot:apprentice"]);
        await quiet(page);
        const { lost, narrowed, clicks } = await hurried(page, 8);
        need(!lost.length, `nothing came of a click at ${lost.join(", ")}`);
        need(clicks >= 2, `only ${clicks} clicks`);
        return `${clicks} clicks, ${narrowed} of them narrowed the list`;
    }, {}, !["yspahan", "caravans"].includes(game));

check("by keyboard alone: start a game and make three moves", async ({ page }) => {
    await page.locator(".big-play").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".moves ul button");
    await page.locator(".moves ul button").first().focus();
    for (let i = 0; i < 3; i++) {
        const before = await ply(page);
        await page.keyboard.press("Enter");
        await page.waitForFunction(
            (b) => Number(document.querySelector(".board").dataset.ply) > b && document.activeElement.matches("[data-move]"),
            before,
        );
    }
});

check("a hint with chances, in every game", async ({ page }) => {
    for (const game of GAMES) {
        await open(page, turnOf(game, [PEOPLE[0], { kind: "bot", name: "B", bot: "apprentice" }], 0, 4), "en");
        await page.waitForSelector(".moves ul button");
        await page.locator(".prompt .tool").nth(3).click();
        await page.waitForSelector(".ideas button");
        const text = await page.locator(".ideas button").first().innerText();
        need(/\d+ %/.test(text), `${game}: no chance: ${text}`);
        await page.locator(".ideas button").first().click();
        await page.waitForFunction(() => !document.querySelector(".ideas"));
    }
});

check("two viziers never freeze the page", async ({ page }) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => {
        const { metrics } = await client.send("Performance.getMetrics");
        return 1000 * metrics.find((m) => m.name === "TaskDuration").value;
    };
    await start(page, "tadmor", ["bot:vizier", "bot:vizier"]);
    const [ply0, before] = [await ply(page), await busy()];
    await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.ply) >= n + 3, ply0);
    // In processor time of the page's own thread: what the viziers think on is another.
    const each = ((await busy()) - before) / ((await ply(page)) - ply0);
    need(each < 500, `${each.toFixed()} ms of work for a move`);
    return `${each.toFixed()} ms of work for a move`;
});

check("a storyteller thinks on the processors there are, but one", async ({ page }) => {
    await page.evaluate(() => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 4 }));
    const seats = ["Farida", "Idris"].map((name) => ({ kind: "bot", name, bot: "storyteller" }));
    await open(page, after("yspahan", seats, 0), "en");
    // The table's, the first thinker, and two who help.
    while (page.workers().length < 4) await page.waitForEvent("worker", { timeout: 0 });
    const before = await ply(page);
    await page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) > b + 1, before);
    need(page.workers().length === 4, `${page.workers().length} workers`);
});

check("the end: podium, parts, curve, decisions that lead to their moments, rematch, a picture to share", async ({ page }) => {
    const seats = [
        { kind: "human", name: "Leïla" },
        { kind: "bot", name: "Vizier", bot: "vizier" },
        { kind: "human", name: "Anna" },
    ];
    // Looking back takes as long as the match has decisions: this one is over after four days.
    await open(page, short("yspahan", seats, { weeks: 1, days: 4 }, 8), "en");
    await page.waitForSelector(".end .podium");
    const told = await page.evaluate(() => ({
        bars: [...document.querySelectorAll(".end .bars li")].map((li) => ({
            parts: li.title.split(", ").reduce((n, part) => n + Number((/−?\d+$/.exec(part) ?? ["0"])[0].replace("−", "-")), 0),
            total: Number(li.querySelector("strong").textContent),
        })),
        behind: document.querySelector(".table").inert,
    }));
    need(told.bars.length === 3 && told.bars.every((b) => b.parts === b.total), JSON.stringify(told.bars));
    need(told.behind, "the table behind the result can be reached");
    await page.waitForFunction(() => !document.querySelector(".end progress"));
    const found = await serious(page);
    need(!found.length, found.join("; "));
    // A decision leads to its moment, Escape back to the result.
    const cards = page.locator(".end button.decision");
    need((await cards.count()) > 0 && (await cards.count()) <= 3, `${await cards.count()} decisions`);
    await cards.first().click();
    await page.waitForSelector(".past-bar");
    const at = await ply(page);
    need((await page.textContent(".past-bar .moment")).includes(String(at + 1)), "another moment");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".end .podium");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(".end .share")]);
    const picture = readFileSync(await download.path());
    need(picture.subarray(1, 4).toString() === "PNG" && picture.readUInt32BE(16) === 1200, download.suggestedFilename());
    await page.click(".end .look");
    await page.waitForFunction(() => !document.querySelector(".end") && !document.querySelector(".table").inert);
    await page.click(".final .confirm");
    await page.click(".end .go");
    // A new table; a bot that begins may have made its move.
    await page.waitForFunction((n) => Number(document.querySelector(".board")?.dataset.ply ?? n) < n, 10);
    const names = await page.locator(".seat-card .whose > b").allInnerTexts();
    need(names.join() === "Vizier,Anna,Leïla", `seats of the rematch: ${names}`);
});

/** What is counted with great show, game by game: what brings it about, in which match, and how many numbers fly
 *  at least. */
const RITES = {
    yspahan: ["week_end", 5, {}, 2],
    merv: ["scoring", 3, {}, 3],
    tadmor: ["era", 3, {}, 3],
    caravans: ["win", 3, { win_influence: 1 }, 0],
};

for (const [game, [event, seed, changes, least]] of Object.entries(RITES))
    check(`${game}: what is counted is shown before the table goes on, and nothing waits for it`, async ({ page }) => {
        const { save, move } = before(game, [...PEOPLE, PEOPLE[0]], event, seed, { bot: "apprentice", changes });
        await page.evaluate(() => {
            globalThis.seraiRites = globalThis.seraiFlown = 0;
            globalThis.seraiSlow = false;
            const set = globalThis.setTimeout;
            globalThis.setTimeout = (f, ms) => set(f, document.querySelector(".rite") && globalThis.seraiSlow ? ms * 1e4 : ms);
            new MutationObserver((list) => {
                for (const m of list)
                    for (const e of m.addedNodes) {
                        if (e.matches?.(".rite")) globalThis.seraiRites++;
                        if (e.matches?.(".rite-number")) globalThis.seraiFlown++;
                    }
            }).observe(document.body, { childList: true, subtree: true });
        });
        const begin = async () => {
            await open(page, save, "en");
            await page.waitForSelector(`.moves [data-move="${move}"]`, { state: "attached" });
            await page.evaluate((m) => document.querySelector(`.moves [data-move="${m}"]`).click(), move);
        };
        const over = async () => {
            await page.waitForFunction((n) => Number(document.querySelector(".board").dataset.ply) > n, save.moves.length);
            await page.waitForSelector(".rite", { state: "detached" });
        };
        await begin();
        await over();
        const [rites, flown] = await page.evaluate(() => [globalThis.seraiRites, globalThis.seraiFlown]);
        need(rites > 0, "it was not shown");
        need(flown >= least, `${flown} numbers flew`);
        const wrong = await page.locator(".seats strong").evaluateAll((all) => all.filter((e) => Number.parseInt(e.textContent, 10) !== Number(e.dataset.n)).length);
        need(!wrong, `${wrong} seats show other points than they have`);
        // A key ends it, and so does a click at the board, which is no decision; one elsewhere does what it does.
        await page.evaluate(() => {
            globalThis.seraiSlow = true;
        });
        for (const end of game === "yspahan" ? ["key", "board", "menu"] : ["key"]) {
            await begin();
            await page.waitForSelector(".rite");
            if (end === "key") {
                const found = game === "yspahan" ? await serious(page) : [];
                need(!found.length, found.join("; "));
                await page.keyboard.press("Escape");
            } else if (end === "menu") await page.locator(".menu summary").click();
            else await page.mouse.click(...(await page.locator(".board").boundingBox().then((b) => [b.x + b.width / 2, b.y + b.height / 2])));
            await over();
            need(end !== "menu" || (await page.locator(".menu[open]").count()), "the click was lost");
        }
        return `${flown} numbers`;
    }, { reduced: false });

check("sounds: none before the first click, then with every decision, none when muted; all of them can be heard", async ({ page }) => {
    let chunk = "";
    page.on("request", (r) => {
        if (/synth-[^/]*\.js/.test(r.url())) chunk = r.url();
    });
    await page.addInitScript(() => {
        globalThis.seraiHeard = 0;
        for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
            const start = kind.prototype.start;
            kind.prototype.start = function (...args) {
                globalThis.seraiHeard++;
                return start.apply(this, args);
            };
        }
    });
    await page.reload();
    await page.waitForSelector(".big-play");
    await open(page, after("yspahan", PEOPLE, 0), "en");
    const heard = () => page.evaluate(() => globalThis.seraiHeard);
    const go = async (act) => {
        await quiet(page);
        const from = await ply(page);
        await act(page.locator(".moves ul button").first());
        await page.waitForFunction((b) => Number(document.querySelector(".board").dataset.ply) > b, from);
    };
    await go((move) => move.evaluate((e) => e.click()));
    need((await heard()) === 0 && !chunk, "it sounds before the first click");
    await go((move) => move.click());
    await page.waitForFunction(() => globalThis.seraiHeard > 0);
    await quiet(page);
    await page.locator(".menu summary").click();
    await page.getByLabel("Sound").uncheck();
    await page.keyboard.press("Escape");
    const before = await heard();
    for (let i = 0; i < 3; i++) await go((move) => move.evaluate((e) => e.click()));
    need((await heard()) === before, "it sounds though it is muted");
    const told = await page.evaluate(async (url) => {
        const bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
        const out = { bytes };
        for (const name of ["dice", "wood", "coin", "card", "turn", "score", "gong"]) {
            let made = null;
            globalThis.AudioContext = class extends OfflineAudioContext {
                constructor() {
                    super(1, 2 * 44100, 44100);
                    made = this;
                }
                get state() {
                    return "running";
                }
            };
            const { play } = await import(`${url}?${name}`);
            play(name, 1, 0, 3);
            const samples = (await made.startRendering()).getChannelData(0);
            const peak = (from, to) => samples.slice(from, to).reduce((m, x) => Math.max(m, Math.abs(x)), 0);
            out[name] = [peak(0, 44100), peak(1.8 * 44100)];
        }
        return out;
    }, chunk);
    need(told.bytes < 60_000, `${told.bytes} bytes`);
    for (const [name, peaks] of Object.entries(told))
        if (name !== "bytes") need(peaks[0] > 0.03 && peaks[0] <= 1 && peaks[1] < 0.001, `${name}: ${peaks}`);
    return `${told.bytes} bytes`;
});

check("the end: seven players fit, wide and narrow, in three languages", async ({ page }) => {
    const seats = Array.from({ length: 7 }, (_, i) => ({ kind: "bot", name: i ? `Storyteller ${i}` : "", bot: "random" }));
    const saves = [after("caravans", seats, 1e6, 2), after("merv", seats.slice(0, 4), 1e6, 2)];
    for (const [i, save] of saves.entries()) {
        await open(page, save, ["ru", "fr"][i]);
        for (const [width, height] of [[390, 844], [1440, 900], [1280, 720]]) {
            await page.setViewportSize({ width, height });
            await page.waitForSelector(".end .bars");
            const look = () => page.evaluate(() => {
                const leaf = document.querySelector(".end .leaf");
                const out = [];
                if (innerWidth > 1000 && leaf.scrollHeight > leaf.clientHeight + 1) out.push("it scrolls");
                if (leaf.scrollWidth > leaf.clientWidth + 1) out.push("it scrolls sideways");
                for (const card of document.querySelectorAll(".end .card")) {
                    const frame = card.getBoundingClientRect();
                    for (const e of card.querySelectorAll("h3, li, .legend, svg.portrait, .curve"))
                        if (e.getClientRects().length && e.getBoundingClientRect().bottom > frame.bottom + 1) out.push(e.className);
                }
                const sight = [0, innerWidth];
                for (const b of document.querySelectorAll(".end .actions button, .end .glass")) {
                    const { left, right, bottom, top } = b.getBoundingClientRect();
                    if (left < sight[0] || right > sight[1] || bottom > innerHeight || top < 0) out.push(b.textContent);
                }
                return out;
            });
            // Its parts come one after the other, and each finds its size when the others stand.
            let spilt = await look();
            for (const patience = new Patience(5); spilt.length && !patience.out(); spilt = await look()) await page.waitForTimeout(200);
            need(!spilt.length, `${width}x${height}, ${save.game}: ${spilt.join(", ")}`);
            need((await page.locator(".end .bars li").count()) >= save.seats.length, "a line is missing");
        }
    }
});
