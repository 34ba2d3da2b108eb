/* People at a server: rated matches, profiles, leaderboards, in browsers of their own. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { SERAI } from "./lib.mjs";
import { create, inspect, looked, need, Person, sit, told } from "./online.mjs";
import { Patience } from "./patience.mjs";

export const checks = [];
const own = (name, run, full = true) => checks.push({ ...looked(name, run), full });

/** An account, made by a request, in this person's browser. */
async function account(ctx, person, name) {
    const answer = await fetch(`${ctx.url}api/v1/account`, {
        method: "POST",
        body: JSON.stringify({ name, passphrase: "open sesame" }),
    });
    const { token } = await answer.json();
    need(token, `no account for ${name}: ${answer.status}`);
    await person.page.addInitScript(
        ([n, t]) => {
            if (location.protocol !== "about:" && !localStorage.getItem("serai.session"))
                localStorage.setItem("serai.session", JSON.stringify({ name: n, token: t }));
        },
        [name, token],
    );
    return token;
}

/** Where tables with others are listed. */
async function toLobby(person, url) {
    await person.go(`${url}#/online`);
    await person.wait(".quick");
}

let count = 0;
/** Names nobody has had yet: checks share a server. */
const fresh = (name) => `${name} ${(process.pid % 1000) * 100 + count++}`;

own("a rated match of two: resigned, rated, on the profile and the leaderboard", async (ctx) => {
    const names = [fresh("Nadia"), fresh("Jonas")];
    const [a, b] = [await Person.come(ctx, null), await Person.come(ctx, null)];
    await account(ctx, a, names[0]);
    await account(ctx, b, names[1]);
    await create(a, ctx.url, "yspahan", ["open"], async (page) => {
        await page.locator(".options-form label", { hasText: "Rated" }).locator("input").check();
    });
    need((await a.text(".table-badge.rated")).includes("Rated"), "no badge");
    // A guest is told that he needs an account.
    const guest = await Person.come(ctx, `${ctx.url}#/table/${a.table}`, { name: "Guest" });
    await guest.page.locator(".seat-rows .sit").first().click();
    await guest.page.locator("[role=alert]", { hasText: "log in" }).waitFor();
    await sit(b, ctx.url, a.table);
    await a.wait(".table");
    // An offer to leave it is refused, then one gives up.
    await b.page.click("#tab-people");
    await b.page.getByRole("button", { name: "Offer to end" }).click();
    await a.page.locator(".notice", { hasText: "offers to end" }).getByRole("button", { name: "No" }).click();
    await b.page.locator(".notice", { hasText: "says no" }).waitFor();
    await b.page.getByRole("button", { name: "Resign" }).click();
    await b.page.getByRole("button", { name: "Really give up" }).click();
    for (const p of [a, b]) {
        await p.page.locator(".rating-changes li", { hasText: names[0] }).filter({ hasText: "+63" }).first().waitFor();
        await p.wait(".verified");
    }
    await inspect(a, ctx.shots, "rated-end");
    const { rated } = await told(ctx.url, `ratings?table=${a.table}`);
    need(rated[0].rating === 1563 && rated[1].rating === 1437, JSON.stringify(rated));
    await b.go(`${ctx.url}#/player/${encodeURIComponent(names[0])}`);
    await b.page.locator(".card", { hasText: "1563" }).waitFor();
    need((await b.text(".history tbody tr")).includes(names[1]), "no opponent in the history");
    await b.go(`${ctx.url}#/ratings/yspahan`);
    await b.page.locator(".players .big", { hasText: "1437" }).waitFor();
    need(/9 more rated games/.test(await b.text(".players aside")), "it does not say what is missing");
}, false);

own("a match ended by agreement has no result", async (ctx) => {
    const [a, b] = [await Person.come(ctx, null, { name: "Anna" }), await Person.come(ctx, null, { name: "Boris" })];
    await create(a, ctx.url, "merv", ["open"]);
    await sit(b, ctx.url, a.table);
    await a.wait(".table");
    await a.page.click("#tab-people");
    await a.page.getByRole("button", { name: "Offer to end" }).click();
    await b.page.locator(".notice", { hasText: "offers to end" }).getByRole("button", { name: "Yes" }).click();
    for (const p of [a, b]) await p.page.locator(".notice", { hasText: "It has no result" }).waitFor();
    need((await told(ctx.url, `tables/${a.table}`)).ended === "agreed", "the server says otherwise");
    need(!(await a.count(".end")), "a result is shown");
});

/** Rated matches that are over as soon as they begin, asked for by a page: each number is the seat that wins. */
async function series(ctx, page, tokens, winners, game = "merv") {
    await page.goto(ctx.url);
    await page.evaluate(async ({ keys, order, id }) => {
        const call = async (path, token, body) => (await fetch(`./api/v1/${path}`, {
            method: "POST", body: JSON.stringify(body), headers: { authorization: `Bearer ${token}` },
        })).json();
        for (const winner of order) {
            const { table } = await call("tables", keys[0], { game: id, seats: [{ kind: "me" }, { kind: "open" }], rated: true });
            await call(`tables/${table}/join`, keys[1], {});
            await new Promise((done, fail) => {
                const url = new URL(`./api/v1/tables/${table}/socket`, document.baseURI);
                const socket = new WebSocket(url.href.replace("http", "ws"), "serai.table.v1");
                const say = (m) => socket.send(JSON.stringify(m));
                socket.onclose = (e) => fail(new Error(`closed ${e.code}`));
                socket.onopen = () => say({ type: "hello", token: keys[1 - winner] });
                socket.onmessage = (m) => {
                    const { type, id: of } = JSON.parse(m.data);
                    if (type === "table") say({ type: "resign", id: "r" });
                    if (type === "ok" && of === "r") done(socket.close());
                    if (type === "error") fail(new Error(m.data));
                };
            });
            const known = async () => (await (await fetch(`./api/v1/ratings?table=${table}`)).json()).rated.length;
            while (!(await known())) await new Promise((next) => setTimeout(next, 20));
        }
    }, { keys: tokens, order: winners, id: game });
}

own("leaderboard and profile in three languages, none cut, sound for axe, at two sizes", async (ctx) => {
    const names = [fresh("Mei"), fresh("Дарья")];
    const a = await Person.come(ctx, null);
    const tokens = [await account(ctx, a, names[0]), await account(ctx, await Person.come(ctx, null), names[1])];
    await series(ctx, a.page, tokens, [0, 0, 1, 0, 0, 1, 0, 0, 0, 1]);
    for (const lang of ["en", "fr", "ru"]) {
        await a.page.goto(ctx.url);
        await a.page.evaluate((l) => localStorage.setItem("serai.lang", l), lang);
        for (const [width, height] of [[1440, 900], [390, 844]]) {
            await a.page.setViewportSize({ width, height });
            await a.go(`${ctx.url}#/ratings/merv`);
            await a.page.locator(".board-list tr.own", { hasText: names[0] }).waitFor();
            await inspect(a, ctx.shots, `ratings-${lang}-${width}`);
            await a.go(`${ctx.url}#/player/${encodeURIComponent(names[0])}`);
            await a.wait(".course circle");
            await inspect(a, ctx.shots, `player-${lang}-${width}`);
        }
    }
});

own("friends, mute, block, report and what an operator decides, by two people", async (ctx) => {
    const names = [fresh("Leila"), fresh("Hugo")];
    const [a, b] = [await Person.come(ctx, null), await Person.come(ctx, null)];
    await account(ctx, a, names[0]);
    await account(ctx, b, names[1]);
    await create(a, ctx.url, "yspahan", ["open"]);
    await sit(b, ctx.url, a.table);
    await a.wait(".table");
    await b.page.click("#tab-chat");
    await b.page.fill(".chat input", "rude words");
    await b.page.keyboard.press("Enter");
    await a.page.click("#tab-chat");
    await a.page.locator(".said li", { hasText: "rude words" }).waitFor();
    // Muted: the words are gone from this page, and stay so on another device.
    await a.page.click("#tab-people");
    await a.page.locator(".people .knows select").selectOption("muted");
    await a.page.click("#tab-chat");
    await a.page.waitForFunction(() => !document.querySelector(".said")?.textContent.includes("rude words"));
    await a.page.click("#tab-people");
    await a.page.locator(".report summary").click();
    await a.page.locator(".report button").click();
    await a.page.locator(".report [role=status]").waitFor();
    const admin = (...words) => execFileSync(SERAI, ["admin", ...words, "--data", ctx.site.data, "--json"], { encoding: "utf8" });
    const [report] = admin("reports").trim().split("\n").map((l) => JSON.parse(l)).filter((r) => r.name === names[1]);
    need(report?.table === a.table, "no report");
    need(admin("report", report.report).includes("rude words"), "the words are not with the report");
    admin("decide", report.report, "silence", "1");
    // Within seconds the word is taken from him, and he is told.
    for (;;) {
        await b.page.fill(".chat input", "more");
        await b.page.keyboard.press("Enter");
        await b.page.waitForTimeout(500);
        if (await b.page.locator("text=An operator has taken the chat").count()) break;
    }
    await a.page.locator(".people .knows select").selectOption("blocked");
    await create(a, ctx.url, "merv", ["open"]);
    await b.go(`${ctx.url}#/table/${a.table}`);
    await b.page.locator(".seat-rows .sit").first().click();
    await b.page.locator("[role=alert]", { hasText: "do not play together" }).waitFor();
    await b.go(`${ctx.url}#/player/${encodeURIComponent(names[0])}`);
    await b.page.locator(".knows select").selectOption("friend");
});

own("a host before the start: the table closed, somebody not heard, and sent away", async (ctx) => {
    const names = [fresh("Nadia"), fresh("Pavel")];
    const [a, b] = [await Person.come(ctx, null), await Person.come(ctx, null)];
    await account(ctx, a, names[0]);
    await account(ctx, b, names[1]);
    await create(a, ctx.url, "merv", ["open", "open"]);
    const { table } = a;
    await b.go(`${ctx.url}#/table/${table}`);
    await b.page.locator(".seat-rows .sit").first().click();
    await a.page.locator(".seat-rows .who", { hasText: names[1] }).waitFor();
    need(!(await b.count(".host-may")), "a guest is told what the host may do");
    const locked = async (is) => {
        for (const patience = new Patience(20); !!(await told(ctx.url, `tables/${table}`)).locked !== is; await a.page.waitForTimeout(50))
            need(!patience.out(), `the table is ${is ? "not " : ""}closed`);
    };
    await a.page.locator(".host-may input").check();
    await locked(true);
    await b.page.locator(".table-badge", { hasText: "Locked" }).first().waitFor();
    await a.page.locator(".host-may input").uncheck();
    await locked(false);
    await b.page.fill(".chat input", "rude words");
    await b.page.keyboard.press("Enter");
    await a.page.locator(".said li", { hasText: "rude words" }).waitFor();
    const menu = a.page.locator(".seat-rows li", { hasText: names[1] }).locator(".seat-menu");
    const does = async (what) => {
        await menu.locator("> summary").click();
        await menu.getByRole("button", { name: what }).click();
    };
    await does("Hide what");
    await a.page.locator(".seat-rows .table-badge", { hasText: "hidden by you" }).waitFor();
    need(!(await a.text(".said")).includes("rude words"), "still to be read");
    await does("Show what");
    await a.page.locator(".said li", { hasText: "rude words" }).waitFor();
    await menu.locator("> summary").click();
    await a.page.keyboard.press("Escape");
    need((await a.count(".seat-menu[open]")) === 0, "Escape does not shut the menu");
    await does("Remove");
    await a.page.locator(".seat-rows .who", { hasText: names[1] }).waitFor({ state: "detached" });
    // He is told, and by whom; the seat is open again.
    await b.page.locator("[role=alert]", { hasText: "The host has removed you" }).waitFor();
    need((await told(ctx.url, `tables/${table}`)).seats[1].kind === "open", "the seat is not open again");
});

own("a lost passphrase: codes on paper; a copy of one's data; a seat at once", async (ctx) => {
    const name = fresh("Omar");
    const a = await Person.come(ctx, null);
    await account(ctx, a, name);
    await toLobby(a, ctx.url);
    await a.page.locator(".account > summary").click();
    await a.page.locator("summary", { hasText: "Codes for a lost" }).click();
    await a.page.getByRole("button", { name: "Make new codes" }).click();
    const code = await a.text(".codes code");
    const [download] = await Promise.all([a.page.waitForEvent("download"), a.page.getByRole("button", { name: "Save all my data" }).click()]);
    need(readFileSync(await download.path(), "utf8").includes(name), "the copy is not one's own");
    const b = await Person.come(ctx, null);
    await toLobby(b, ctx.url);
    await b.page.locator(".account > summary").click();
    await b.page.locator("summary", { hasText: "Passphrase lost" }).click();
    const form = b.page.locator("details", { hasText: "Passphrase lost" }).last();
    for (const [i, text] of [name, code, "another phrase"].entries()) await form.locator("input").nth(i).fill(text);
    await form.getByRole("button").click();
    await b.page.locator(".account > summary", { hasText: name }).waitFor();
    // Two who want the same are at one table, by one click each.
    const c = await Person.come(ctx, null, { name: "Carla" });
    for (const p of [b, c]) {
        if (p === c) await toLobby(p, ctx.url);
        await p.page.click(".quick [data-game=tadmor]");
        await p.page.locator(".quick select").last().selectOption("ru");
        await p.page.locator(".quick .big-play").click();
        await p.wait(".waiting-room, .table");
    }
    for (const p of [b, c]) await p.wait(".table");
    need(b.table === c.table, "not the same table");
});

own("a league: announced, two seasons of two people, divisions with bots", async (ctx) => {
    const names = [fresh("Ilse"), fresh("Tariq")];
    const [a, b] = [await Person.come(ctx, null), await Person.come(ctx, null)];
    const token = await account(ctx, a, names[0]);
    await account(ctx, b, names[1]);
    const label = (text) => a.page.locator(".make-cup label", { hasText: text }).locator("input");
    await a.go(`${ctx.url}#/leagues`);
    await a.page.locator(".make-cup input").first().fill(fresh("Caravan"));
    await label("Hours between").fill("0");
    await a.page.locator(".make-cup button").click();
    await a.page.getByRole("button", { name: "Sign up" }).click();
    const id = /#\/league\/([a-z0-9]+)/.exec(a.page.url())[1];
    await b.go(`${ctx.url}#/league/${id}`);
    await b.page.getByRole("button", { name: "Sign up" }).click();
    await a.page.locator(".enrolled li", { hasText: names[1] }).waitFor();
    await a.page.getByRole("button", { name: "Begin the first season" }).click();
    for (const [p, season] of [[a, 1], [b, 2]]) {
        // The matches stand before the rest; one is given up, and the next season begins by itself.
        await p.go(`${ctx.url}#/league/${id}`);
        await p.page.locator(".league-choice option", { hasText: `Season ${season}` }).first().waitFor({ state: "attached" });
        await p.page.locator(".yours a.outline").first().click();
        await p.wait(".table");
        await p.page.click("#tab-people");
        await p.page.getByRole("button", { name: "Resign" }).click();
        await p.page.getByRole("button", { name: "Really give up" }).click();
        await p.page.locator(".online-end .confirm", { hasText: "tournament" }).first().click();
        await p.page.locator(".cup-head a", { hasText: `Season ${season}, Division 1` }).waitFor();
        await p.go(`${ctx.url}#/league/${id}`);
        await p.page.locator(".league-choice option", { hasText: `Season ${season + 1}` }).first().waitFor({ state: "attached" });
        await p.page.locator(".league-choice select").first().selectOption(String(season));
        await p.page.locator(".players tbody tr", { hasText: p === a ? names[1] : names[0] }).first().locator(".place", { hasText: "1" }).waitFor();
    }
    const made = await fetch(`${ctx.url}api/v1/leagues`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ name: fresh("Bots"), game: "yspahan", seats: 2, size: 4, bots: Array(6).fill("trader") }),
    });
    const { league } = await made.json();
    for (const p of [a, b]) {
        await p.go(`${ctx.url}#/league/${league}`);
        await p.page.getByRole("button", { name: "Sign up" }).click();
        await p.page.getByRole("button", { name: "Withdraw" }).waitFor();
    }
    await b.page.getByText("You are in: you play in the next season.").waitFor();
    await a.go(`${ctx.url}#/league/${league}`);
    await a.page.getByRole("button", { name: "Begin the first season" }).click();
    await a.page.getByText("You play in division 2.").waitFor();
    need((await a.page.locator(".yours li").count()) === 3, "not three matches of one's own");
    for (const lang of ["fr", "ru", "en"])
        for (const [width, height] of [[1440, 900], [390, 844]]) {
            await a.page.evaluate((l) => localStorage.setItem("serai.lang", l), lang);
            await a.page.setViewportSize({ width, height });
            await a.go(`${ctx.url}#/league/${league}`);
            await a.wait(".move.up");
            await inspect(a, ctx.shots, `league-${lang}-${width}`);
            await a.go(`${ctx.url}#/leagues`);
            await a.wait(".cup-list li");
            await inspect(a, ctx.shots, `leagues-${lang}-${width}`);
        }
    await a.go(`${ctx.url}#/league/${league}`);
    await a.page.getByRole("button", { name: "End the league" }).click();
    await a.page.getByRole("button", { name: "Really end it" }).click();
    await a.page.getByText("This season is the last.").waitFor();
});

own("a finished match, analysed by the server: asked for by a guest, seen by whoever has the link", async (ctx) => {
    const made = await fetch(`${ctx.url}api/v1/tables`, {
        method: "POST",
        body: JSON.stringify({ game: "yspahan", seats: [{ kind: "bot", bot: "random" }, { kind: "bot", bot: "greedy" }] }),
    });
    const { table } = await made.json();
    const a = await Person.come(ctx, `${ctx.url}#/table/${table}`);
    await a.wait(".end .analysis");
    await a.page.getByRole("button", { name: "Have it analysed" }).click();
    await a.page.locator(".analysis .means li").nth(1).waitFor();
    const { state, analysis } = await told(ctx.url, `tables/${table}/analysis`);
    need(state === "done" && analysis.decisions.length > 20, state);
    // Somebody else, without an account, by the link alone: the same.
    const b = await Person.come(ctx, `${ctx.url}#/table/${table}`);
    for (const lang of ["fr", "ru", "en"])
        for (const [width, height] of [[1440, 900], [390, 844]]) {
            await b.page.evaluate((l) => localStorage.setItem("serai.lang", l), lang);
            await b.page.setViewportSize({ width, height });
            await b.go(`${ctx.url}#/`);
            await b.go(`${ctx.url}#/table/${table}`);
            await b.page.locator(".analysis .means li").nth(1).waitFor();
            await b.page.locator(".decisions[aria-busy=false]").waitFor();
            if (width > 1000) {
                await inspect(b, ctx.shots, `analysis-${lang}-${width}`);
                continue;
            }
            await b.page.locator(".analysis").scrollIntoViewIfNeeded();
            await b.page.screenshot({ path: `${ctx.shots}/online-analysis-${lang}-${width}.png` });
            const wide = await b.page.evaluate(() => [...document.querySelectorAll(".analysis *")].filter((e) => e.getBoundingClientRect().right > innerWidth).length);
            need(!wide, `analysis-${lang}-${width}: ${wide} beyond the edge`);
        }
});

own("a tournament of two people and two bots: announced, drawn, played to its end", async (ctx) => {
    const names = [fresh("Marek"), fresh("Priya")];
    const [a, b] = [await Person.come(ctx, null), await Person.come(ctx, null)];
    await account(ctx, a, names[0]);
    await account(ctx, b, names[1]);
    await a.go(`${ctx.url}#/cups`);
    await a.page.locator(".make-cup input").first().fill(fresh("Spring"));
    await a.page.locator(".make-cup label", { hasText: "Rounds" }).locator("input").fill("2");
    await a.page.locator(".make-cup label", { hasText: "Bots" }).locator("input").fill("2");
    await a.page.locator(".make-cup button").click();
    await a.page.getByRole("button", { name: "Sign up" }).click();
    const cup = /#\/cup\/([a-z0-9]+)/.exec(a.page.url())[1];
    await b.go(`${ctx.url}#/cup/${cup}`);
    await b.page.getByRole("button", { name: "Sign up" }).click();
    await b.page.getByRole("button", { name: "Withdraw" }).waitFor();
    await a.page.locator(".players th", { hasText: names[1] }).waitFor();
    await a.page.getByRole("button", { name: "Draw the first round" }).click();
    await a.page.locator(".round-bar .on[aria-current]", { hasText: "Round 1" }).waitFor();
    for (const lang of ["fr", "ru", "en"])
        for (const [width, height] of [[1440, 900], [390, 844]]) {
            await a.page.evaluate((l) => localStorage.setItem("serai.lang", l), lang);
            await a.page.setViewportSize({ width, height });
            await a.go(`${ctx.url}#/cup/${cup}`);
            await a.wait(".cup-tables .own");
            await inspect(a, ctx.shots, `cup-${lang}-${width}`);
        }
    await a.page.setViewportSize({ width: 1440, height: 900 });
    // Both give up wherever they sit, one after the other, so that the rounds go by.
    for (let state = "running"; state !== "over"; ) {
        for (const [number, p] of [[2, a], [3, b]]) {
            const found = await told(ctx.url, `cups/${cup}`);
            ({ state } = found);
            const at = found.tables.find((x) => x.round === found.round && !x.places && x.players.includes(number))?.table;
            if (!at || (await told(ctx.url, `tables/${at}`)).status !== "playing") continue;
            await p.go(`${ctx.url}#/cup/${cup}`);
            await p.page.locator(".your-cup .confirm").click();
            await p.wait(".table");
            await p.page.click("#tab-people");
            await p.page.getByRole("button", { name: "Resign" }).click();
            await p.page.getByRole("button", { name: "Really give up" }).click();
            await p.page.locator(".online-end .confirm", { hasText: "tournament" }).first().waitFor();
        }
        await a.page.waitForTimeout(100);
    }
    for (const p of [a, b]) {
        await p.go(`${ctx.url}#/cup/${cup}`);
        await p.page.locator(".your-cup .big").waitFor();
        need((await p.page.locator(".players tbody tr").count()) === 4, "not four in the standings");
        need((await p.page.locator(".by-round [class*=share]").count()) === 8, "not a place for each of four in each of two rounds");
        // Every round tells that it is over, and shows its own tables.
        for (const n of [1, 2]) {
            await p.page.locator(".round-bar .over", { hasText: `Round ${n}` }).click();
            await p.page.locator(".rounds h2", { hasText: `Round ${n}` }).waitFor();
            const { tables } = await told(ctx.url, `cups/${cup}`);
            const totals = tables.filter((x) => x.round === n).flatMap((x) => x.totals);
            const shown = await p.page.locator(".cup-tables ul .soft").allInnerTexts();
            need(totals.join() === shown.join(), `round ${n}: ${shown}`);
        }
    }
});
