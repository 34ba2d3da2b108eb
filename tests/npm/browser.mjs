/* The npm package in a browser, without a bundler: node browser.mjs ROOT BUILD. Its README's page, and its worker. Prints TAP. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const [root, build] = process.argv.slice(2);
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
const readme = readFileSync(join(root, "npm/README.md"), "utf8");
const block = (start) => readme.split(`\`\`\`${start}\n`)[1].split("```")[0];
const PACKAGE = "/node_modules/@caravanserai/core/";
/* Import maps are not for workers: there the files are named. */
const named = (text) => text.replace(/'@caravanserai\/core(?:\/(\w+))?'/g, (_, part) => `'${PACKAGE}${part ?? "index"}.js'`);
const pages = {
    "/": `<!doctype html><link rel="icon" href="data:,">${block("html")}`,
    "/worker.js": named(block("js worker.js")),
    "/asks.html": `<!doctype html><link rel="icon" href="data:,"><pre id="result"></pre><script type="module">${named(`
        import { load } from '@caravanserai/core';
        import { Remote } from '@caravanserai/core/worker';
        const [core, far] = [await load(), new Remote(new Worker('./worker.js', { type: 'module' }))];
        const view = core.newMatch({ game: 'caravans', players: 2, seed: 4 }).view(0);
        const ask = { game: 'caravans', view, bot: 'vizier', seed: 1, visits: 60 };
        const [ideas, refused] = await Promise.all([far.call('ideas', ask), far.call('edition', { game: 'chess' }).catch((e) => e.code)]);
        await core.loadWeights('caravans');
        const same = JSON.stringify(ideas) === JSON.stringify(core.call('ideas', ask));
        document.querySelector('#result').textContent = JSON.stringify([ideas.length, refused, same]);`)}</script>`,
};
const types = { "": "text/html", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const site = createServer((request, answer) => {
    const path = normalize(decodeURI(request.url));
    try {
        const body = pages[path] ?? readFileSync(join(build, "npm/core", path.startsWith(PACKAGE) ? path.slice(PACKAGE.length) : "none"));
        answer.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
        answer.writeHead(404).end();
    }
}).listen(0, "127.0.0.1");
await new Promise((done) => site.once("listening", done));
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"],
});

let number = 0;
let failed = 0;
async function check(name, path, good) {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (e) => errors.push(e.message));
    page.on("console", (m) => m.type() === "error" && errors.push(m.text()));
    await page.goto(`http://127.0.0.1:${site.address().port}${path}`);
    const told = await page.waitForSelector("#result:not(:empty)", { timeout: 60_000 }).then((e) => e.textContent(), (e) => e.message);
    const fine = errors.length === 0 && good(told);
    number++;
    failed += fine ? 0 : 1;
    console.log(`${fine ? "ok" : "not ok"} ${number} - ${name}${fine ? "" : `\n# ${[told, ...errors].join("\n").replaceAll("\n", "\n# ")}`}`);
    await page.close();
}
try {
    await check("the README's page plays a match", "/", (told) => /^\[\d+,\d+\]$/.test(told));
    await check("its worker thinks in a page", "/asks.html", (told) => /^\[[1-9]\d*,"unknown",true\]$/.test(told));
} finally {
    await browser.close();
    site.close();
}
console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;
