/* Cuts the fonts to what the page shows: node tools/subset-fonts.mjs OUT_FOLDER CATALOGUE...
 *
 * A font is cut: figures and signs, which every visitor needs; letters of the catalogues by alphabet, those with
 * accents apart; and all the others of these alphabets, for the names of people. A browser fetches a part when a letter of
 * it occurs; fonts.css tells which is where. All with the figures and ligatures that the page asks for (harfbuzz's subsetter), packed as WOFF2. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import woff2 from "wawoff2";

const FONTS = [
    ["alegreya", 700],
    ["alegreya-sans", 400],
    ["alegreya-sans", 700],
];
const FEATURES = ["lnum", "tnum", "kern", "liga", "clig", "calt", "ccmp", "rlig", "locl", "mark", "mkmk"];
const ALPHABETS = [
    [0x20, 0x7e],
    [0x410, 0x451],
];
const OTHERS = "–—−×→←↑↓↕·•…’‘“”«»„№€★✓";
const SETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext"];
const [NO_HINTING, UNICODES, LAYOUT_FEATURES] = [1, 1, 6]; // hb_subset_flags_t, hb_subset_sets_t

const require = createRequire(import.meta.url);
const module = readFileSync(join(dirname(require.resolve("harfbuzzjs")), "harfbuzz-subset.wasm"));
const { exports: hb } = (await WebAssembly.instantiate(module, {})).instance;

const tag = (name) => [...name].reduce((n, c) => (n << 8) | c.charCodeAt(0), 0);

function subset(font, letters) {
    const at = hb.malloc(font.length);
    new Uint8Array(hb.memory.buffer).set(font, at);
    const face = hb.hb_face_create(hb.hb_blob_create(at, font.length, 2, 0, 0), 0);
    const input = hb.hb_subset_input_create_or_fail();
    hb.hb_subset_input_set_flags(input, NO_HINTING);
    const unicodes = hb.hb_subset_input_set(input, UNICODES);
    for (const c of letters) hb.hb_set_add(unicodes, c);
    const features = hb.hb_subset_input_set(input, LAYOUT_FEATURES);
    hb.hb_set_clear(features);
    for (const name of FEATURES) hb.hb_set_add(features, tag(name));
    const blob = hb.hb_face_reference_blob(hb.hb_subset_or_fail(face, input));
    const length = hb.hb_blob_get_length(blob);
    if (!length) throw new Error("the font cannot be cut");
    const data = hb.hb_blob_get_data(blob, 0);
    return new Uint8Array(hb.memory.buffer).slice(data, data + length);
}

const [out, ...catalogues] = process.argv.slice(2);
const letters = new Set([...OTHERS].map((c) => c.codePointAt(0)));
for (const file of catalogues)
    for (const c of readFileSync(file, "utf8")) letters.add(c.codePointAt(0));
for (const [from, to] of ALPHABETS) for (let c = from; c <= to; c++) letters.add(c);

const latin = (c) => /[A-Za-z]/.test(String.fromCodePoint(c));
/** Latin letters that French has and Russian and English do without. */
const accented = (c) => c >= 0xc0 && c <= 0x24f && c !== 0xd7 && c !== 0xf7;

/** Code points of "U+0-FF,U+131". */
const spread = (range) =>
    range.split(",").flatMap((part) => {
        const [from, to = from] = part.trim().slice(2).split("-").map((hex) => Number.parseInt(hex, 16));
        return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });

/** The same the other way round. */
function rangeOf(points) {
    const runs = [];
    for (const c of [...points].sort((a, b) => a - b)) {
        const last = runs.at(-1);
        if (last && last[1] === c - 1) last[1] = c;
        else runs.push([c, c]);
    }
    const hex = (n) => n.toString(16).toUpperCase();
    return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(", ");
}

mkdirSync(out, { recursive: true });
const faces = [];
for (const [family, weight] of FONTS) {
    const folder = dirname(require.resolve(`@fontsource/${family}/package.json`));
    const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"));
    for (const set of SETS) {
        const whole = readFileSync(join(folder, "files", `${family}-${set}-${weight}-normal.woff2`));
        const font = await woff2.decompress(whole);
        const points = spread(ranges[set]);
        const parts = {
            [set]: points.filter((c) => letters.has(c) && !accented(c) && !latin(c)),
            [`${set}-letters`]: points.filter((c) => letters.has(c) && latin(c)),
            [`${set}-accents`]: points.filter((c) => letters.has(c) && accented(c)),
            [`${set}-rest`]: points.filter((c) => !letters.has(c)),
        };
        for (const [part, wanted] of Object.entries(parts)) {
            if (!wanted.length) continue; // of the rarer alphabets the catalogues may use a letter or none
            const name = `${family}-${part}-${weight}.woff2`;
            writeFileSync(join(out, name), await woff2.compress(subset(font, wanted)));
            faces.push(`@font-face {
    font-family: "${family === "alegreya" ? "Alegreya" : "Alegreya Sans"}";
    font-weight: ${weight};
    font-display: swap;
    src: url("./${name}") format("woff2");
    unicode-range: ${rangeOf(wanted)};
}
`);
        }
    }
}
writeFileSync(join(out, "fonts.css"), faces.join(""));
