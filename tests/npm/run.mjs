/* The npm package: node run.mjs ROOT BUILD [TSC]. Packed without a network, installed into an empty folder, and used
 * there: its README's examples, all calls, its types by TSC. Prints TAP. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [root, build, tsc] = process.argv.slice(2);
const place = mkdtempSync(join(tmpdir(), "serai-npm-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));
let number = 0;
let failed = 0;
function check(name, good, why = "") {
    number++;
    failed += good ? 0 : 1;
    console.log(`${good ? "ok" : "not ok"} ${number} - ${name}${good || !why ? "" : `\n# ${String(why).trim().replaceAll("\n", "\n# ")}`}`);
}
function run(cwd, ...command) {
    const env = { ...process.env, npm_config_cache: join(place, "cache"), npm_config_update_notifier: "false", npm_config_registry: "http://127.0.0.1:9/" };
    const done = spawnSync(command[0], command.slice(1), { cwd, env, encoding: "utf8" });
    return { good: done.status === 0, out: done.stdout ?? "", all: `${done.stdout}${done.stderr}${done.error ?? ""}` };
}

const core = join(build, "npm/core");
const packed = run(core, "npm", "pack", "--silent", "--offline", "--pack-destination", place);
const tarball = readdirSync(place).find((f) => f.endsWith(".tgz"));
check("it is packed without a network", packed.good && tarball !== undefined, packed.all);

const app = join(place, "app");
mkdirSync(app);
writeFileSync(join(app, "package.json"), '{ "private": true, "type": "module" }\n');
const installed = run(app, "npm", "install", "--offline", "--no-audit", "--no-fund", join(place, tarball));
check("it is installed without one", installed.good, installed.all);
const own = join(app, "node_modules/@caravanserai/core");
const games = readdirSync(join(root, "data/weights")).filter((f) => f.endsWith(".srw"));
const inside = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => e.name).sort();
check("what it needs is in it, and nothing else",
    inside(own).join() === [...readdirSync(join(root, "npm")), "LICENSE", "serai.wasm", "lab.wasm", ...games].sort().join(), inside(own));

const examples = [...readFileSync(join(own, "README.md"), "utf8").matchAll(/^```js(?: (\S+))?\n(.*?)^```$/gms)]
    .map(([, name, text], i) => ({ name, file: name ?? `example${i + 1}.js`, text }));
for (const { file, text } of examples) writeFileSync(join(app, file), text);
check("the README has examples", examples.length >= 4 && examples.some((e) => e.name === "worker.js"));
for (const { file } of examples.filter((e) => !e.name)) {
    const done = run(app, process.execPath, file);
    check(`the README's ${file} runs, and says something`, done.good && done.out.length > 10, done.all);
}

copyFileSync(join(root, "tests/npm/calls.mjs"), join(app, "calls.mjs"));
const calls = run(app, process.execPath, "calls.mjs");
for (const line of calls.out.split("\n").filter((l) => /^(not )?ok - /.test(l))) check(line.replace(/^(not )?ok - /, ""), line.startsWith("ok"));
check("and came to its end", calls.good && calls.out.includes("in vain from then on"), calls.all);

/* The package is the only reader of the modules: page and tests go through it. */
const written = (folder) => readdirSync(join(root, folder), { recursive: true }).map((f) => join(folder, f)).filter((f) => /\.(m?js|tsx?)$/.test(f));
const readers = ["npm", "web/src", "web/tests", "web/tools", "tests/wasm"].flatMap(written)
    .filter((f) => /\bsr_call/.test(readFileSync(join(root, f), "utf8")));
check("the modules have one reader", readers.join() === "npm/module.js", readers);

/* The cases of the rules, by the package. */
const { loadLab } = await import(join(own, "index.js"));
const lab = await loadLab();
const cases = readdirSync(join(root, "tests/cases"), { recursive: true }).filter((f) => f.endsWith(".json"))
    .map((f) => lab.call("verify", { cases: JSON.parse(readFileSync(join(root, "tests/cases", f), "utf8")) }));
const passed = cases.reduce((n, c) => n + c.passed, 0);
check("all cases of the rules hold", passed > 900 && cases.every((c) => c.failed === 0), JSON.stringify(cases.flatMap((c) => c.differences).slice(0, 3)));

/* Every call of the modules has its types, and no other. */
const named = (file, pattern) => [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map((m) => m[1]).sort().join();
for (const [name, file] of [["Calls", "src/wasm/page.c"], ["LabCalls", "src/wasm/lab.c"]]) {
    const [, members] = readFileSync(join(own, "calls.d.ts"), "utf8").match(new RegExp(`interface ${name} \\{(.*?)^\\}`, "ms"));
    const typed = [...members.matchAll(/^ {2}(\w+): Op</gm)].map((m) => m[1]).sort().join();
    check(`the calls of ${file} have types`, typed.length > 20 && typed === named(file, /\{"(\w+)", \w+__\w+\}/g), typed);
}

if (tsc) {
    copyFileSync(join(root, "tests/npm/consumer.ts"), join(app, "consumer.ts"));
    writeFileSync(join(app, "empty.ts"), "import '@caravanserai/core';\n");
    for (const resolution of ["bundler", "nodenext"]) {
        const module = resolution === "bundler" ? "esnext" : resolution;
        const done = run(app, tsc, "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", module,
            "--moduleResolution", resolution, "--types", "", "--skipLibCheck", "false", "consumer.ts", "empty.ts");
        check(`its types, strictly (${resolution})`, done.good, done.all);
    }
}
console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;
