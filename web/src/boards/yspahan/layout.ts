/* Where things lie on the drawn city: a grid of 44-unit cells with the street cross in it. Shops
 * of a souk form one carpet; which square borders which shop is the rules' business (R2.4). */

export const CELL = 44;
export const LEFT = 20;
export const TOP = 20;
export const WIDTH = 832;
export const HEIGHT = 568;

export type Cell = [col: number, row: number];

export interface Souk {
    colour: "pink" | "yellow" | "white" | "blue" | "orange";
    value: Cell;
    shops: Cell[];
}

/** In the order of the souks' numbers; shops in the order of theirs. */
export const SOUKS: Souk[] = [
    {
        colour: "pink",
        value: [1, 7],
        shops: [
            [1, 5],
            [0, 6],
            [1, 6],
            [2, 6],
            [0, 7],
            [2, 7],
        ],
    },
    {
        colour: "yellow",
        value: [4, 5],
        shops: [
            [3, 5],
            [5, 5],
            [3, 6],
            [4, 6],
            [5, 6],
        ],
    },
    {
        colour: "white",
        value: [8, 5],
        shops: [
            [7, 5],
            [9, 5],
            [9, 6],
        ],
    },
    {
        colour: "blue",
        value: [8.5, 9],
        shops: [
            [9, 8],
            [9, 10],
            [8, 8],
            [8, 10],
        ],
    },
    {
        colour: "white",
        value: [12, 6],
        shops: [
            [11, 5],
            [12, 5],
        ],
    },
    {
        colour: "blue",
        value: [14, 7],
        shops: [
            [11, 7],
            [12, 7],
            [13, 7],
        ],
    },
    {
        colour: "yellow",
        value: [15, 5.5],
        shops: [
            [14, 5],
            [16, 5],
            [14, 6],
            [16, 6],
        ],
    },
    {
        colour: "pink",
        value: [11, 10],
        shops: [
            [11, 9],
            [11, 11],
            [12, 9],
            [12, 10],
            [12, 11],
        ],
    },
    {
        colour: "blue",
        value: [7, 3],
        shops: [
            [6, 3],
            [8, 3],
        ],
    },
    {
        colour: "yellow",
        value: [1, 3],
        shops: [
            [0, 3],
            [2, 3],
            [4, 3],
        ],
    },
    {
        colour: "pink",
        value: [8.5, 1],
        shops: [
            [9, 2],
            [9, 0],
            [8, 0],
            [8, 2],
        ],
    },
    { colour: "blue", value: [11, 2], shops: [[11, 3]] },
    {
        colour: "yellow",
        value: [13, 1],
        shops: [
            [11, 1],
            [12, 1],
        ],
    },
    {
        colour: "orange",
        value: [14, 3],
        shops: [
            [13, 3],
            [15, 3],
            [17, 3],
        ],
    },
];

/** Carpets as rectangles of cells: col, row, columns, rows. */
export const CARPETS: [number, number, number, number][][] = [
    [
        [1, 5, 1, 3],
        [0, 6, 3, 2],
    ],
    [[3, 5, 3, 2]],
    [
        [7, 5, 3, 1],
        [9, 5, 1, 2],
    ],
    [[8, 8, 2, 3]],
    [
        [11, 5, 2, 1],
        [12, 5, 1, 2],
    ],
    [[11, 7, 4, 1]],
    [[14, 5, 3, 2]],
    [[11, 9, 2, 3]],
    [[6, 3, 3, 1]],
    [[0, 3, 5, 1]],
    [[8, 0, 2, 3]],
    [[11, 2, 1, 2]],
    [[11, 1, 3, 1]],
    [[13, 3, 5, 1]],
];

export const AREAS: { level: string; at: [number, number]; size: number; beside?: boolean }[] = [
    { level: "chest", at: [190, 96], size: 64 },
    { level: "vase", at: [728, 96], size: 56 },
    { level: "barrel", at: [712, 470], size: 64 },
    { level: "bag", at: [250, 352], size: 38, beside: true },
];

/** Cell of a street square: C0, W1..W10, E1..E7, N1..N4, S1..S7. */
export function squareCell(name: string): Cell {
    const n = Number(name.slice(1));
    switch (name[0]) {
        case "W":
            return [10 - n, 4];
        case "E":
            return [10 + n, 4];
        case "N":
            return [10, 4 - n];
        case "S":
            return [10, 4 + n];
        default:
            return [10, 4];
    }
}

export const SQUARES = [
    "C0",
    ...range("W", 10),
    ...range("E", 7),
    ...range("N", 4),
    ...range("S", 7),
];

function range(arm: string, n: number): string[] {
    return Array.from({ length: n }, (_, i) => `${arm}${i + 1}`);
}

export function x(col: number): number {
    return LEFT + CELL * col;
}
export function y(row: number): number {
    return TOP + CELL * row;
}

/** Souk and cell of every shop, by its number. */
export const SHOPS: { souk: number; cell: Cell }[] = SOUKS.flatMap((s, souk) =>
    s.shops.map((cell) => ({ souk, cell })),
);

/** Cells of a carpet that hold neither a shop nor its value. */
export const BLANKS: { souk: number; cell: Cell }[] = CARPETS.flatMap((rects, souk) => {
    const used = new Set([...SOUKS[souk].shops, SOUKS[souk].value].map(String));
    const cells = rects.flatMap(([c, r, w, h]) =>
        Array.from({ length: w * h }, (_, i): Cell => [c + (i % w), r + Math.floor(i / w)]),
    );
    const [vc, vr] = SOUKS[souk].value;
    const clear = cells.filter(
        ([c, r]) => !used.has(`${c},${r}`) && (Math.abs(c - vc) >= 1 || Math.abs(r - vr) >= 1),
    );
    return [...new Map(clear.map((cell) => [String(cell), cell])).values()].map((cell) => ({
        souk,
        cell,
    }));
});

/** Squares the supervisor walks over, both ends included. */
export function walk(from: string, to: string): string[] {
    const arm = (name: string) => (name === "C0" ? "" : name[0]);
    const far = (name: string) => Number(name.slice(1));
    const leg = (a: string, begin: number, end: number): string[] => {
        const step = begin < end ? 1 : -1;
        const n = Math.abs(end - begin) + 1;
        return Array.from({ length: n }, (_, i) => begin + step * i).map((k) =>
            k ? `${a}${k}` : "C0",
        );
    };
    if (arm(from) === arm(to)) return leg(arm(from), far(from), far(to));
    const out = from === "C0" ? ["C0"] : leg(arm(from), far(from), 0);
    return to === "C0" ? out : [...out, ...leg(arm(to), 1, far(to))];
}
