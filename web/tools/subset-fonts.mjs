/* Cuts the fonts down to what the page shows: node tools/subset-fonts.mjs OUT_FOLDER CATALOGUE...
 *
 * Keeps the letters of the catalogues and those of names that people type in these alphabets, with
 * the figures and ligatures that the page asks for (harfbuzz's subsetter), packed as WOFF2. */
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
const OTHERS = "–—−×→←↑↓↕·•…’‘“”«»„№€★✓ÄÖÜäöüßñáíóúãõåøæœÇÉÈÀÎÔ";
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
mkdirSync(out, { recursive: true });
for (const [family, weight] of FONTS)
    for (const alphabet of ["latin", "cyrillic"]) {
        const folder = join(dirname(require.resolve(`@fontsource/${family}/package.json`)), "files");
        const whole = readFileSync(join(folder, `${family}-${alphabet}-${weight}-normal.woff2`));
        const cut = subset(await woff2.decompress(whole), letters);
        writeFileSync(join(out, `${family}-${alphabet}-${weight}.woff2`), await woff2.compress(cut));
    }
