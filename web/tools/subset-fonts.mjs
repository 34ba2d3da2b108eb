/* Cuts the fonts down to what the page shows: node tools/subset-fonts.mjs OUT_FOLDER CATALOGUE...
 *
 * Keeps the glyphs of the letters in the catalogues (and of names people type in these alphabets),
 * and those that the features in use put in their place; the outlines of all others are emptied.
 * Numbers of glyphs stay as they are, so that no other table has to be understood. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, inflateSync } from "node:zlib";

const FEATURES = new Set(["lnum", "tnum", "liga", "clig", "calt", "ccmp", "rlig", "locl", "rclt"]);
const FONTS = [
    ["alegreya", 700],
    ["alegreya-sans", 400],
    ["alegreya-sans", 700],
];
const ALPHABETS = [
    [0x20, 0x7e],
    [0xc0, 0xff],
    [0x400, 0x45f],
];

function readWoff(file) {
    const tables = new Map();
    for (let i = 0, at = 44; i < file.readUInt16BE(12); i++, at += 20) {
        const [offset, packed, size] = [4, 8, 12].map((k) => file.readUInt32BE(at + k));
        const raw = file.subarray(offset, offset + packed);
        tables.set(file.toString("latin1", at, at + 4), packed < size ? inflateSync(raw) : Buffer.from(raw));
    }
    return tables;
}

/** Glyph by code point (formats 4 and 12). */
function readCmap(cmap) {
    const map = new Map();
    for (let i = 0; i < cmap.readUInt16BE(2); i++) {
        const at = cmap.readUInt32BE(4 + 8 * i + 4);
        const format = cmap.readUInt16BE(at);
        if (format === 12) {
            for (let g = 0; g < cmap.readUInt32BE(at + 12); g++) {
                const [from, to, glyph] = [0, 4, 8].map((k) => cmap.readUInt32BE(at + 16 + 12 * g + k));
                for (let c = from; c <= to; c++) map.set(c, glyph + c - from);
            }
        } else if (format === 4) {
            const twice = cmap.readUInt16BE(at + 6);
            for (let s = 0; s < twice; s += 2) {
                const to = cmap.readUInt16BE(at + 14 + s);
                const from = cmap.readUInt16BE(at + 16 + twice + s);
                const delta = cmap.readUInt16BE(at + 16 + 2 * twice + s);
                const where = at + 16 + 3 * twice + s;
                const range = cmap.readUInt16BE(where);
                for (let c = from; c <= to && c !== 0xffff; c++) {
                    const glyph = range ? cmap.readUInt16BE(where + range + 2 * (c - from)) : c;
                    if (!range || glyph) map.set(c, (glyph + delta) & 0xffff);
                }
            }
        }
    }
    return map;
}

function coverage(t, at) {
    const n = t.readUInt16BE(at + 2);
    if (t.readUInt16BE(at) === 1) return Array.from({ length: n }, (_, i) => t.readUInt16BE(at + 4 + 2 * i));
    return Array.from({ length: n }, (_, i) => at + 4 + 6 * i).flatMap((r) => {
        const [from, to] = [t.readUInt16BE(r), t.readUInt16BE(r + 2)];
        return Array.from({ length: to - from + 1 }, (_, k) => from + k);
    });
}

/** Adds what one lookup of GSUB can make of the glyphs kept so far. */
function substitute(t, lookup, kept) {
    const kind = t.readUInt16BE(lookup);
    for (let i = 0; i < t.readUInt16BE(lookup + 4); i++) {
        let at = lookup + t.readUInt16BE(lookup + 6 + 2 * i);
        let type = kind;
        if (type === 7) {
            type = t.readUInt16BE(at + 2);
            at += t.readUInt32BE(at + 4);
        }
        if (type > 4) continue; // contexts only name other lookups, which are all taken
        const format = t.readUInt16BE(at);
        coverage(t, at + t.readUInt16BE(at + 2)).forEach((glyph, k) => {
            if (!kept.has(glyph)) return;
            if (type === 1)
                kept.add(format === 1 ? (glyph + t.readUInt16BE(at + 4)) & 0xffff : t.readUInt16BE(at + 6 + 2 * k));
            else if (type < 4) {
                const set = at + t.readUInt16BE(at + 6 + 2 * k);
                for (let g = 0; g < t.readUInt16BE(set); g++) kept.add(t.readUInt16BE(set + 2 + 2 * g));
            } else {
                const set = at + t.readUInt16BE(at + 6 + 2 * k);
                for (let g = 0; g < t.readUInt16BE(set); g++)
                    kept.add(t.readUInt16BE(set + t.readUInt16BE(set + 2 + 2 * g)));
            }
        });
    }
}

function closeOverGsub(t, kept) {
    const [features, lookups] = [t.readUInt16BE(6), t.readUInt16BE(8)];
    const used = new Set();
    let contextual = false;
    for (let i = 0; i < t.readUInt16BE(features); i++) {
        const at = features + 2 + 6 * i;
        if (!FEATURES.has(t.toString("latin1", at, at + 4))) continue;
        const f = features + t.readUInt16BE(at + 4);
        for (let k = 0; k < t.readUInt16BE(f + 2); k++) used.add(t.readUInt16BE(f + 4 + 2 * k));
    }
    const where = (k) => lookups + t.readUInt16BE(lookups + 2 + 2 * k);
    for (const k of used) {
        const kind = t.readUInt16BE(where(k));
        contextual ||= kind === 5 || kind === 6;
    }
    // Lookups that no feature names serve contexts.
    if (contextual) {
        const named = new Set();
        for (let i = 0; i < t.readUInt16BE(features); i++) {
            const f = features + t.readUInt16BE(features + 2 + 6 * i + 4);
            for (let k = 0; k < t.readUInt16BE(f + 2); k++) named.add(t.readUInt16BE(f + 4 + 2 * k));
        }
        for (let k = 0; k < t.readUInt16BE(lookups); k++) if (!named.has(k)) used.add(k);
    }
    for (let before = -1; before !== kept.size; ) {
        before = kept.size;
        for (const k of used) substitute(t, where(k), kept);
    }
}

/** Empties the outlines of glyphs that are not kept. */
function cutGlyphs(tables, kept) {
    const [glyf, loca] = [tables.get("glyf"), tables.get("loca")];
    const long = tables.get("head").readUInt16BE(50) === 1;
    const count = tables.get("maxp").readUInt16BE(4);
    const at = (i) => (long ? loca.readUInt32BE(4 * i) : 2 * loca.readUInt16BE(2 * i));
    for (const glyph of kept) {
        // A composite is made of others, which are added and looked at in their turn.
        if (glyph >= count || at(glyph) === at(glyph + 1) || glyf.readInt16BE(at(glyph)) >= 0) continue;
        for (let p = at(glyph) + 10, more = true; more; ) {
            const flags = glyf.readUInt16BE(p);
            kept.add(glyf.readUInt16BE(p + 2));
            p += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0);
            more = (flags & 32) !== 0;
        }
    }
    const outlines = [];
    const offsets = Buffer.alloc(4 * (count + 1));
    let end = 0;
    for (let i = 0; i < count; i++) {
        offsets.writeUInt32BE(end, 4 * i);
        if (!kept.has(i)) continue;
        const outline = glyf.subarray(at(i), at(i + 1));
        const padded = Buffer.concat([outline, Buffer.alloc((4 - (outline.length % 4)) % 4)]);
        outlines.push(padded);
        end += padded.length;
    }
    offsets.writeUInt32BE(end, 4 * count);
    tables.set("glyf", Buffer.concat(outlines));
    tables.set("loca", offsets);
    const head = Buffer.from(tables.get("head"));
    head.writeUInt16BE(1, 50);
    tables.set("head", head);
    const post = Buffer.from(tables.get("post").subarray(0, 32)); // without names of glyphs
    post.writeUInt32BE(0x00030000, 0);
    tables.set("post", post);
    for (const tag of ["DSIG", "STAT", "gasp", "meta"]) tables.delete(tag);
}

function base128(n) {
    const out = [n & 127];
    for (let rest = n >>> 7; rest; rest >>>= 7) out.unshift((rest & 127) | 128);
    return Buffer.from(out);
}

function writeWoff2(tables) {
    const tags = [...tables.keys()].filter((tag) => tag !== "glyf" && tag !== "loca").sort();
    tags.push("glyf", "loca");
    const directory = tags.map((tag) => {
        const plain = tag === "glyf" || tag === "loca" ? 3 << 6 : 0; // no transformation
        return Buffer.concat([Buffer.from([plain | 63]), Buffer.from(tag, "latin1"), base128(tables.get(tag).length)]);
    });
    const data = Buffer.concat(tags.map((tag) => tables.get(tag)));
    const packed = brotliCompressSync(data, {
        params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
            [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
        },
    });
    const list = Buffer.concat(directory);
    const sfnt = tags.reduce((n, tag) => n + ((tables.get(tag).length + 3) & ~3), 12 + 16 * tags.length);
    const size = (48 + list.length + packed.length + 3) & ~3;
    const header = Buffer.alloc(48);
    header.write("wOF2", 0, "latin1");
    header.writeUInt32BE(0x00010000, 4);
    header.writeUInt32BE(size, 8);
    header.writeUInt16BE(tags.length, 12);
    header.writeUInt32BE(sfnt, 16);
    header.writeUInt32BE(packed.length, 20);
    header.writeUInt16BE(1, 24);
    const body = Buffer.concat([header, list, packed]);
    return Buffer.concat([body, Buffer.alloc(size - body.length)]);
}

const [out, ...catalogues] = process.argv.slice(2);
const letters = new Set();
for (const file of catalogues) for (const c of readFileSync(file, "utf8")) letters.add(c.codePointAt(0));
for (const [from, to] of ALPHABETS) for (let c = from; c <= to; c++) letters.add(c);
for (const c of "–—−×→←↑↓↕·•…’‘“”«»„№€★✓ÄÖÜäöüßñáíóúãõåøæœÇÉÈÀÎÔ") letters.add(c.codePointAt(0));
mkdirSync(out, { recursive: true });
const require = createRequire(import.meta.url);
for (const [family, weight] of FONTS)
    for (const alphabet of ["latin", "cyrillic"]) {
        const folder = join(dirname(require.resolve(`@fontsource/${family}/package.json`)), "files");
        const tables = readWoff(readFileSync(join(folder, `${family}-${alphabet}-${weight}-normal.woff`)));
        const kept = new Set([0]);
        for (const [code, glyph] of readCmap(tables.get("cmap"))) if (letters.has(code)) kept.add(glyph);
        if (tables.has("GSUB")) closeOverGsub(tables.get("GSUB"), kept);
        cutGlyphs(tables, kept);
        const cut = writeWoff2(tables);
        const whole = readFileSync(join(folder, `${family}-${alphabet}-${weight}-normal.woff2`));
        const name = join(out, `${family}-${alphabet}-${weight}.woff2`);
        writeFileSync(name, cut.length < whole.length ? cut : whole);
    }
