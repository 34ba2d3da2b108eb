/* SHA-256 (FIPS 180-4), for the dice of tables with others. */

const K = roots(64, 1 / 3);
const H = roots(8, 1 / 2);

/** First 32 bits of the fractional parts of roots of the first primes. */
function roots(count: number, power: number): number[] {
    const out: number[] = [];
    for (let n = 2; out.length < count; n++) {
        let prime = true;
        for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
        if (prime) out.push((n ** power * 2 ** 32) | 0);
    }
    return out;
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

function block(h: number[], words: number[]): number[] {
    const w = [...words];
    for (let i = 16; i < 64; i++) {
        const a = w[i - 15];
        const b = w[i - 2];
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
        const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const t1 = (k + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [k, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    return [a, b, c, d, e, f, g, k].map((x, i) => (x + h[i]) | 0);
}

/** SHA-256 of a text, in hex. (The browser's own is missing where the page comes over plain HTTP,
 *  as from a computer in the same house.) */
export function sha256(text: string): string {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, bytes.length * 8);
    let h = H;
    for (let at = 0; at < padded.length; at += 64)
        h = block(
            h,
            Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i)),
        );
    return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
