import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import preact from "@preact/preset-vite";
import { defineConfig, type Plugin } from "vite";

function filesIn(folder: string): string[] {
    return readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? filesIn(path) : [path];
    });
}

/** Tells the service worker every file of the page, so that all of it works without a network
 *  after the first visit. */
function listFiles(out: string): void {
    const worker = join(out, "sw.js");
    const hash = createHash("sha256");
    // Pictures for those who show what a link leads to are none of the page's own.
    const own = (f: string) => f !== worker && !relative(out, f).startsWith("preview");
    const files = filesIn(out).filter(own);
    for (const f of files.sort()) hash.update(relative(out, f)).update(readFileSync(f));
    const list = files
        .map((f) => `./${relative(out, f)}`)
        .map((f) => (f === "./index.html" ? "./" : f));
    const text = readFileSync(worker, "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 12))
        .replace('["__FILES__"]', JSON.stringify(list));
    writeFileSync(worker, text);
}

/** Puts a brotli form beside each file that gets smaller by it; `serai serve` sends that one. */
function pack(out: string): void {
    for (const f of filesIn(out)) {
        const plain = readFileSync(f);
        const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        };
        const packed = brotliCompressSync(plain, { params });
        if (packed.length < 0.95 * plain.length) writeFileSync(`${f}.br`, packed);
    }
}

/** What is left to do when all files are written. */
function finish(): Plugin {
    let out = "";
    return {
        name: "serai-finish",
        apply: "build",
        configResolved: (config) => {
            out = resolve(config.root, config.build.outDir);
        },
        closeBundle: () => {
            listFiles(out);
            pack(out);
        },
    };
}

// What the package does in node alone is asked for there only.
const inNode = { external: /^node:/ };

// The page is served from any folder (and embedded in serai): all addresses are relative.
export default defineConfig({
    base: "./",
    // The package is in the tree: nothing is installed for it.
    resolve: { alias: { "@caravanserai/core": resolve(import.meta.dirname, "../npm") } },
    server: { fs: { allow: [".."] } },
    plugins: [preact(), finish()],
    build: {
        target: "es2022",
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 200,
        modulePreload: { polyfill: false },
        rolldownOptions: inNode,
    },
    worker: { format: "es", rolldownOptions: inNode },
});
