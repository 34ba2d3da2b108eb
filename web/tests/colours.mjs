/* How far apart colours are for eyes that lack a kind of cones: simulated as by Machado, Oliveira and Fernandes (2009),
 * measured as a distance in CIELAB. */

const EYES = {
    all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const times = (matrix, v) => matrix.map((row) => row.reduce((sum, k, i) => sum + k * v[i], 0));

/** Light of a colour "#rrggbb". */
function light(hex) {
    return [1, 3, 5].map((i) => {
        const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
}

function lab(rgb) {
    const xyz = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], rgb);
    const [x, y, z] = [xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883].map((t) =>
        t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116,
    );
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The two colours that are most alike, of those given by name, and for which eyes. */
export function closest(colours) {
    const list = Object.entries(colours);
    let least = { distance: Number.POSITIVE_INFINITY };
    for (const [eyes, matrix] of Object.entries(EYES)) {
        const seen = list.map(([, hex]) => lab(times(matrix, light(hex)).map((c) => Math.min(1, Math.max(0, c)))));
        for (let i = 0; i < list.length; i++)
            for (let j = 0; j < i; j++) {
                const distance = Math.hypot(...seen[i].map((v, k) => v - seen[j][k]));
                if (distance < least.distance) least = { distance, eyes, pair: `${list[j][0]} and ${list[i][0]}` };
            }
    }
    return least;
}

/** Colours of a style sheet by day and at night: its variables whose names match. */
export function palettes(css, names) {
    return css.split('[data-theme="night"]').slice(0, 2).map((part) =>
        Object.fromEntries([...part.split("}")[0].matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]).filter(([n]) => names.test(n))),
    );
}
