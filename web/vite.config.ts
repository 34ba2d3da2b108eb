import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
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
function offline(): Plugin {
    let out = "";
    return {
        name: "serai-offline",
        apply: "build",
        configResolved: (config) => {
            out = resolve(config.root, config.build.outDir);
        },
        closeBundle: () => {
            const worker = join(out, "sw.js");
            const hash = createHash("sha256");
            const files = filesIn(out).filter((f) => f !== worker && !/\.(gz|br)$/.test(f));
            for (const f of files.sort()) hash.update(f).update(readFileSync(f));
            const list = files
                .map((f) => `./${relative(out, f)}`)
                .map((f) => (f === "./index.html" ? "./" : f));
            const text = readFileSync(worker, "utf8")
                .replace("__VERSION__", hash.digest("hex").slice(0, 12))
                .replace('["__FILES__"]', JSON.stringify(list));
            writeFileSync(worker, text);
        },
    };
}

// The page is served from any folder (and embedded in serai): all addresses are relative.
export default defineConfig({
    base: "./",
    plugins: [preact(), offline()],
    build: {
        target: "es2022",
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 200,
        modulePreload: { polyfill: false },
    },
    worker: { format: "es" },
});
