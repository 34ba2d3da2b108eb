/* Those who watch, and those who look after people: lists, words among spectators, late tables, frames of other pages. */
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { inspect, looked, need, Person, told } from "./online.mjs";
import { Server } from "./server.mjs";

export const checks = [];
const own = (name, run, more = {}) => checks.push({ ...looked(name, run), full: true, ...more });

let count = 0;
/** Names nobody has had yet: checks share a server. */
export const fresh = (name) => `${name} ${(process.pid % 1000) * 100 + count++}`;

export async function post(url, path, body, token) {
    const answer = await fetch(`${url}api/v1/${path}`, {
        method: "POST",
        body: JSON.stringify(body ?? {}),
        headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const text = await answer.text();
    need(answer.ok, `${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
}

/** An account, made by a request. */
export const account = async (url, name) =>
    (await post(url, "account", { name, passphrase: "open sesame" })).token;

/** Somebody whose browser is logged in. */
export async function member(ctx, name, token, options) {
    const person = await Person.come(ctx, null, options);
    await person.page.addInitScript(
        ([n, t]) => {
            if (location.protocol !== "about:" && !localStorage.getItem("serai.session"))
                localStorage.setItem("serai.session", JSON.stringify({ name: n, token: t }));
        },
        [name, token],
    );
    return person;
}

/** A table of two that is in play, opened by requests; the tokens of both. */
async function playing(url, terms, names = ["Anna", "Boris"]) {
    const { table, token } = await post(url, "tables", {
        game: "yspahan", seats: [{ kind: "me", name: names[0] }, { kind: "open" }], listed: true, ...terms,
    });
    const b = await post(url, `tables/${table}/join`, { name: names[1] });
    return { table, tokens: [token, b.token] };
}

/** Decisions made by whoever is asked, and the last word of one who gives up; in a page of its own. */
async function decide(page, url, { table, tokens }, n, resign) {
    await page.goto(url);
    await page.evaluate(async ({ id, keys, moves, ends }) => {
        for (let i = 0; i < moves + (ends ? 1 : 0); i++)
            await new Promise((done, fail) => {
                const open = (seat) => {
                    const at = new URL(`./api/v1/tables/${id}/socket`, document.baseURI);
                    const socket = new WebSocket(at.href.replace("http", "ws"), "serai.table.v1");
                    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: keys[seat] }));
                    socket.onmessage = (e) => {
                        const m = JSON.parse(e.data);
                        if (m.type === "error") fail(new Error(e.data));
                        if (m.type === "ok") done(socket.close());
                        if (m.type !== "table") return;
                        if (i >= moves) socket.send(JSON.stringify({ type: "resign", id: "r" }));
                        else if (m.decision.seat === seat)
                            socket.send(JSON.stringify({ type: "move", ply: m.info.ply, move: m.legal[0], id: `m${i}` }));
                        else {
                            socket.close();
                            open(m.decision.seat);
                        }
                    };
                };
                open(0);
            });
    }, { id: table, keys: tokens, moves: n, ends: resign });
}

own("tables worth watching, words of spectators, a late view, and the replay by its link", async (ctx) => {
    const names = [fresh("Noor"), fresh("Emil")];
    const it = await playing(ctx.url, { delay: { moves: 3 } });
    const hand = await ctx.context.newPage();
    await decide(hand, ctx.url, it, 4);
    const a = await member(ctx, names[0], await account(ctx.url, names[0]));
    const b = await member(ctx, names[1], await account(ctx.url, names[1]), { width: 390, height: 844 });
    // From the list to the table, which is told late.
    await a.go(`${ctx.url}#/online`);
    await a.page.locator(".shows li", { hasText: /Anna.*Boris/ }).first().waitFor();
    await inspect(a, ctx.shots, "watch-list");
    await a.go(`${ctx.url}#/table/${it.table}`);
    await a.wait(".table .watchers .late");
    need((await a.text(".watchers .late")).includes("3 decisions late"), "it does not say how late");
    need((await a.now()) === 1, `ply ${await a.now()} is shown, not 1`);
    await decide(hand, ctx.url, it, 1);
    await a.ply(2);
    // Two who watch talk; the first of them hears the second.
    await a.page.click("#tab-gallery");
    await b.go(`${ctx.url}#/table/${it.table}`);
    await b.wait(".table");
    await b.page.click("#tab-gallery");
    await b.page.fill(".gallery input", "well done");
    await b.page.keyboard.press("Enter");
    for (const p of [a, b]) await p.page.locator(".gallery li", { hasText: "well done" }).waitFor();
    await inspect(a, ctx.shots, "watch-gallery");
    await inspect(b, ctx.shots, "watch-gallery-narrow");
    // At the end a guest reads along, and finds a moment of it by its link.
    await decide(hand, ctx.url, it, 0, true);
    await a.page.locator(".result, .end").first().waitFor();
    const guest = await Person.come(ctx, `${ctx.url}#/table/${it.table}/at2`, { name: "Guest", locale: "fr-FR" });
    await guest.wait(".table.past");
    need((await guest.now()) === 2, "not the moment of the link");
    await guest.page.click("#tab-gallery");
    await guest.page.locator(".gallery li", { hasText: "well done" }).waitFor();
    need((await told(ctx.url, `tables/${it.table}`)).status === "over", "it is not over");
});

own("a table in a frame of a page that may, not in one of another; links say what they lead to", async (ctx) => {
    const pages = await Promise.all([0, 1].map(() => new Promise((ready) => {
        const s = createServer((q, r) => {
            r.setHeader("content-type", "text/html");
            r.end(`<!doctype html><title>a page</title><iframe title="table" width="640" height="480" src="${decodeURIComponent(q.url.slice(2))}"></iframe>`);
        }).listen(0, "127.0.0.1", () => ready(s));
    })));
    const [good, bad] = pages.map((s) => `http://127.0.0.1:${s.address().port}`);
    const site = await new Server().start("--embed-origin", good);
    try {
        const it = await playing(site.url);
        const hand = await ctx.context.newPage();
        await decide(hand, site.url, it, 2);
        const framed = `${site.url}?embed=${it.table}`;
        const p = await Person.come(ctx, `${good}/?${encodeURIComponent(framed)}`);
        const frame = p.page.frameLocator("iframe");
        await frame.locator(".embed .board[data-ply='2']").waitFor();
        need((await frame.locator(".embed-seats").innerText()).includes("Boris"), "who plays is not said");
        await decide(hand, site.url, it, 1);
        await frame.locator(".embed .board[data-ply='3']").waitFor();
        await p.page.screenshot({ path: `${ctx.shots}/embed.png` });
        // Another page, and other pages of ours in the same frame, are refused by the browser.
        for (const [by, what] of [[bad, framed], [good, site.url]]) {
            const head = (await fetch(what)).headers;
            const allowed = head.get("content-security-policy").split("frame-ancestors ")[1];
            need((what === framed) === (allowed === good), `${what}: ${allowed}`);
            need((what === framed) === !head.get("x-frame-options"), `${what} may be framed`);
            const q = await Person.come(ctx, `${by}/?${encodeURIComponent(what)}`);
            const inside = q.page.frames()[1];
            need(!(await inside.locator("#app").count()), `${what} is shown by ${by}`);
            q.errors.length = 0; // that it was refused
        }
        // What a link leads to, in the language asked for.
        const page = async (query, language = "") =>
            (await fetch(`${site.url}?${query}`, { headers: { "accept-language": language } })).text();
        const tag = (html, name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";
        const fr = await page(`t=${it.table}`, "de, fr-CA;q=0.8");
        need(/^Yspahan.*Anna, Boris$/.test(tag(fr, "og:title")), tag(fr, "og:title"));
        need(tag(fr, "og:description").startsWith("Une partie se joue"), tag(fr, "og:description"));
        need(tag(await page(`t=${it.table}&l=ru&i=1`), "og:description").startsWith("Вас приглашают"), "no invitation");
        const picture = await fetch(tag(fr, "og:image"));
        need(picture.ok && picture.headers.get("content-type") === "image/png", tag(fr, "og:image"));
        need(!tag(await page("t=aaaaaaaaaaaaa"), "og:title"), "something is said of no table");
        await p.go(`${site.url}?t=${it.table}&l=ru#/table/${it.table}`);
        await p.wait(".table");
    } finally {
        for (const s of pages) s.close();
        await site.remove();
    }
});

own("the operator's page: a report is decided, a person renamed, a table closed; not without the token", async (ctx) => {
    const site = new Server();
    const token = "operators-token-0123456789";
    writeFileSync(`${site.data}.token`, `${token}\n`);
    await site.start("--operator-token", `${site.data}.token`);
    try {
        const names = [fresh("Leila"), fresh("Pavel")];
        const keys = [await account(site.url, names[0]), await account(site.url, names[1])];
        const { table } = await post(site.url, "tables", { game: "yspahan", seats: [{ kind: "me" }, { kind: "open" }] }, keys[0]);
        await post(site.url, `tables/${table}/join`, {}, keys[1]);
        await post(site.url, `tables/${table}/report`, { seat: 1, reason: "chat", text: "rude" }, keys[0]);
        const o = await Person.come(ctx, `${site.url}#/operator`);
        await o.page.fill(".operator input[type=password]", "a-token-that-is-a-guess");
        await o.page.click(".operator .confirm");
        await o.page.locator(".operator [role=alert]").waitFor();
        await o.page.fill(".operator input[type=password]", token);
        await o.page.locator(".operator .sign-in input").last().fill("Sofia");
        await o.page.click(".operator .confirm");
        await o.page.locator(".queue li", { hasText: names[1] }).waitFor();
        await o.page.locator(".evidence", { hasText: "Insults or threats" }).waitFor();
        await inspect(o, ctx.shots, "operator");
        await o.page.getByRole("button", { name: "Close the table" }).click();
        await o.page.getByRole("button", { name: "The table is closed" }).waitFor();
        await o.page.getByRole("radio").nth(3).check();
        await o.page.click(".decide .confirm");
        await o.page.locator(".empty").waitFor();
        await o.page.getByRole("button", { name: "People" }).click();
        await o.page.fill(".three .sign-in input", names[1]);
        await o.page.keyboard.press("Enter");
        await o.page.locator(".evidence", { hasText: "suspended until" }).waitFor();
        await o.page.getByRole("radio", { name: /Another name/ }).check();
        await o.page.locator(".decide label", { hasText: "New name" }).locator("input").fill("Pavlik");
        await o.page.click(".decide .confirm");
        await o.page.locator(".evidence h2", { hasText: "Pavlik" }).waitFor();
        need((await told(site.url, `tables/${table}`)).seats[1].name === "Pavlik", "the old name stands at the table");
        await o.page.evaluate(() => localStorage.setItem("serai.lang", "ru"));
        await o.page.setViewportSize({ width: 390, height: 844 });
        await o.page.reload();
        await o.wait(".operator .segments");
        await o.page.locator(".operator .segments button").last().click();
        await o.page.locator(".deeds tr", { hasText: "Sofia" }).nth(2).waitFor();
        await inspect(o, ctx.shots, "operator-narrow");
    } finally {
        await site.remove();
        rmSync(`${site.data}.token`, { force: true });
    }
});
