/* Notices in a browser: two people by turns, one is away and is told. The push service is our own: the page subscribes
 * there (a browser without a network has none), the server seals and signs, this opens and hands it to the real
 * service worker. */
import { execFileSync } from "node:child_process";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SERAI } from "./lib.mjs";
import { inspect, looked, need, Person } from "./online.mjs";
import { Server } from "./server.mjs";

export const checks = [];
const own = (name, run) => checks.push({ ...looked(name, run), full: true });

/** RFC 8291, from the browser's side. */
function open(body, keys, auth) {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 86);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), theirs]);
    const ikm = Buffer.from(hkdfSync("sha256", keys.computeSecret(theirs), auth, info, 32));
    const key = (what, n) => Buffer.from(hkdfSync("sha256", ikm, salt, Buffer.from(`Content-Encoding: ${what}\0`), n));
    const aes = createDecipheriv("aes-128-gcm", key("aes128gcm", 16), key("nonce", 12));
    aes.setAuthTag(body.subarray(-16));
    const text = Buffer.concat([aes.update(body.subarray(86, -16)), aes.final()]);
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
}

class Service {
    folder = mkdtempSync(join(tmpdir(), "serai-push-"));
    browsers = new Map();
    messages = new Map();
    waiting = new Map();

    async start() {
        execFileSync(join(dirname(SERAI), "tests/server/envelope"), ["cert", this.folder]);
        const [cert, key] = ["cert.pem", "key.pem"].map((f) => readFileSync(join(this.folder, f)));
        this.http = createServer({ cert, key }, (request, response) => {
            const parts = [];
            request.on("data", (d) => parts.push(d));
            request.on("end", () => {
                const { keys, auth } = this.browsers.get(request.url);
                this.take(request.url, open(Buffer.concat(parts), keys, auth));
                response.writeHead(201).end();
            });
        });
        await new Promise((done) => this.http.listen(0, "localhost", done));
        return this;
    }

    take(path, message) {
        const wanted = this.waiting.get(path)?.shift();
        if (wanted) wanted(message);
        else this.messages.set(path, [...(this.messages.get(path) ?? []), message]);
    }

    /** The next message for a browser. */
    next(path) {
        const come = this.messages.get(path)?.shift();
        if (come) return come;
        return new Promise((done) => this.waiting.set(path, [...(this.waiting.get(path) ?? []), done]));
    }

    /** What this person's browser gets when it subscribes. */
    async give(person, path) {
        const keys = createECDH("prime256v1");
        keys.generateKeys();
        const auth = randomBytes(16);
        this.browsers.set(path, { keys, auth });
        const told = {
            endpoint: `https://localhost:${this.http.address().port}${path}`,
            keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
        };
        await person.context.grantPermissions(["notifications"]);
        await person.page.addInitScript((subscription) => {
            const mine = { toJSON: () => subscription, unsubscribe: async () => true };
            PushManager.prototype.subscribe = async () => mine;
            PushManager.prototype.getSubscription = async () => null;
        }, told);
    }

    close() {
        this.http.close();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** A message as the browser would hand it to the page's worker; what is shown then. */
async function deliver(person, message) {
    const cdp = await person.context.newCDPSession(person.page);
    const found = new Promise((done) => {
        cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
            if (registrations.length) done(registrations[0]);
        });
    });
    await cdp.send("ServiceWorker.enable");
    const { registrationId, scopeURL } = await found;
    await cdp.send("ServiceWorker.deliverPushMessage", {
        origin: new URL(scopeURL).origin, registrationId, data: JSON.stringify(message),
    });
    await cdp.detach();
    return person.page.evaluate(async (tag) => {
        const worker = await navigator.serviceWorker.ready;
        for (;;) {
            const [shown] = await worker.getNotifications({ tag });
            if (shown) return { title: shown.title, body: shown.body, data: shown.data, actions: shown.actions.map((a) => a.action) };
            await new Promise((next) => setTimeout(next, 50));
        }
    }, message.tag);
}

async function call(url, method, path, body, token) {
    const answer = await fetch(`${url}api/v1/${path}`, {
        method, body: body && JSON.stringify(body), headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    need(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.status === 204 ? null : answer.json();
}

/** An account in this person's browser. */
async function account(person, url, name) {
    const { token } = await call(url, "POST", "account", { name, passphrase: "open sesame" });
    await person.page.addInitScript(([n, t]) => {
        if (location.protocol !== "about:" && !localStorage.getItem("serai.session"))
            localStorage.setItem("serai.session", JSON.stringify({ name: n, token: t }));
    }, [name, token]);
    return token;
}

own("notices: one of two by turns is away, is told in his language, and stops it by a click", async (ctx) => {
    const push = await new Service().start();
    const site = await new Server().start("--push-contact", "mailto:ops@example.org", "--push-test", join(push.folder, "cert.pem"));
    try {
        const [a, b] = [await Person.come(ctx, null), await Person.come(ctx, null, { locale: "fr-FR", width: 390, height: 844 })];
        const tokens = [await account(a, site.url, "Nadia"), await account(b, site.url, "Jonas")];
        for (const [i, p] of [a, b].entries()) {
            await push.give(p, `/${i}`);
            await p.go(`${site.url}#/notices`);
            await p.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
            const device = p.page.locator(".notice-row .switch").first();
            need(!(await device.isChecked()), "it listens unasked");
            await device.click();
            await p.page.locator(".notice-row .switch:checked").first().waitFor();
            await p.page.locator(".notices-page .outline:enabled").click();
            const test = await push.next(`/${i}`);
            need(test.id === "test" && test.lang === ["en", "fr"][i], JSON.stringify(test));
        }
        await b.page.locator(".notice-row .switch").last().click(); // quiet hours
        await b.page.locator("input[type=time]").first().waitFor();
        await inspect(b, ctx.shots, "notices-fr-390");
        await b.page.locator(".notice-row .switch").last().click();
        while ((await call(site.url, "GET", "notices", undefined, tokens[1])).quiet) await b.page.waitForTimeout(50);
        // A table by turns; both are elsewhere when it begins.
        const { table } = await call(site.url, "POST", "tables", { game: "yspahan", live: false, seats: [{ kind: "me" }, { kind: "open" }] }, tokens[0]);
        await call(site.url, "POST", `tables/${table}/join`, {}, tokens[1]);
        const { actor } = await call(site.url, "GET", `tables/${table}`);
        const message = await push.next(`/${actor}`);
        need(message.id === "turn" && message.title === ["Your turn", "À vous de jouer"][actor], JSON.stringify(message));
        need(message.text.includes(["Jonas", "Nadia"][actor]), message.text);
        const mover = [a, b][actor];
        const shown = await deliver(mover, message);
        need(shown.title === message.title && shown.body === message.text && shown.data.url === `#/table/${table}`, JSON.stringify(shown));
        need(shown.actions[0] === "stop", "no way to stop it");
        // The number stands in the title when the page looks round, and the notice leads to the table.
        await mover.go(`${site.url}${shown.data.url}`);
        await mover.wait(".table");
        await mover.page.waitForFunction(() => document.title.startsWith("(1)"));
        // One click ends it: what the worker's button sends.
        await call(site.url, "POST", "notices/stop", { stop: shown.data.stop });
        const left = await call(site.url, "GET", "notices", undefined, tokens[actor]);
        need(left.devices === 0, "it still listens");
    } finally {
        push.close();
        await site.remove();
    }
});

own("notices: the page in three languages, none cut, sound for axe, at two sizes", async (ctx) => {
    const site = await new Server().start("--push-contact", "mailto:ops@example.org", "--url", "https://play.example.org", "--sendmail", "/bin/true");
    try {
        const a = await Person.come(ctx, null);
        await account(a, site.url, "Mei");
        for (const lang of ["en", "fr", "ru"])
            for (const [width, height] of [[1440, 900], [390, 844]]) {
                await a.page.setViewportSize({ width, height });
                await a.go(site.url);
                await a.page.evaluate((l) => localStorage.setItem("serai.lang", l), lang);
                await a.go(`${site.url}#/notices`);
                await a.wait(".notice-row");
                if (!(await a.count("input[type=time]"))) await a.page.locator(".notice-row .switch").last().click();
                await a.wait("input[type=time]");
                if (!(await a.count(".notice-row input[type=email]"))) await a.page.locator(".notice-row .switch").nth(1).click();
                await a.wait("input[type=email]");
                await inspect(a, ctx.shots, `notices-${lang}-${width}`);
            }
    } finally {
        await site.remove();
    }
});

own("passkeys: made on one's device, opens the account without a passphrase, and gives a new one", async (ctx) => {
    const site = await new Server().start();
    const url = site.url.replace("127.0.0.1", "localhost"); // passkeys belong to names, not to numbers
    try {
        const a = await Person.come(ctx, null);
        const cdp = await a.context.newCDPSession(a.page);
        await cdp.send("WebAuthn.enable");
        const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
            options: {
                protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true,
                isUserVerified: true, automaticPresenceSimulation: true,
            },
        });
        await account(a, url, "Samira");
        await a.go(`${url}#/online`);
        await a.page.locator(".account > summary").click();
        await a.page.locator(".passkeys > summary").click();
        await a.page.getByRole("button", { name: "Make a passkey" }).click();
        await a.page.locator(".passkeys li").waitFor();
        const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
        need(credentials.length === 1 && credentials[0].rpId === "localhost", JSON.stringify(credentials));
        await inspect(a, ctx.shots, "passkeys");
        await a.page.getByRole("button", { name: "Log out" }).click();
        await a.page.getByRole("button", { name: "Log in with a passkey" }).click();
        await a.page.locator(".account > summary", { hasText: "Samira" }).waitFor();
        // The passphrase is lost: a new one, by the passkey.
        await a.page.getByRole("button", { name: "Log out" }).click();
        const form = a.page.locator("form.passkey");
        await form.locator("input[type=checkbox]").check();
        await form.locator("input[type=password]").fill("another phrase");
        await form.getByRole("button").click();
        await a.page.locator(".account > summary", { hasText: "Samira" }).waitFor();
        await call(url, "POST", "session", { name: "Samira", passphrase: "another phrase" });
        // Removed, it opens nothing any more.
        await a.page.locator(".passkeys > summary").click();
        await a.page.locator(".passkeys li button").click();
        await a.page.waitForFunction(() => !document.querySelector(".passkeys li"));
        await a.page.getByRole("button", { name: "Log out" }).click();
        await a.page.getByRole("button", { name: "Log in with a passkey" }).click();
        await a.page.locator("form.passkey [role=alert]").waitFor();
    } finally {
        await site.remove();
    }
});
