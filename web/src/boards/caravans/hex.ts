/* Hexes of the growing map: axial coordinates, pointy tops, r downwards (R2 of the rules). */

export const SIZE = 48;
export const DIRS: Record<string, [number, number]> = {
    e: [1, 0],
    se: [0, 1],
    sw: [-1, 1],
    w: [-1, 0],
    nw: [0, -1],
    ne: [1, -1],
};

export const KINDS = [
    "ecu",
    "wood",
    "wheat",
    "ceramics",
    "coal",
    "iron",
    "fabric",
    "gold",
    "gems",
    "spices",
];

export interface Hex {
    q: number;
    r: number;
    kind: string;
    region: number;
}

export function centre(q: number, r: number): [number, number] {
    return [SIZE * Math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r];
}

/** Corners of a hex of a given size, as the points of a polygon. */
export function corners(q: number, r: number, size = SIZE): string {
    const [x, y] = centre(q, r);
    return Array.from({ length: 6 }, (_, i) => {
        const a = (Math.PI / 180) * (60 * i - 30);
        return `${(x + size * Math.cos(a)).toFixed(1)},${(y + size * Math.sin(a)).toFixed(1)}`;
    }).join(" ");
}

/** Cells of a footprint, clockwise. */
export function footprint(shape: string, q: number, r: number): [number, number][] {
    return shape === "d"
        ? [
              [q, r],
              [q + 1, r],
              [q, r + 1],
          ]
        : [
              [q, r],
              [q + 1, r - 1],
              [q + 1, r],
          ];
}

/** Middle of a footprint: the corner its three cells share. */
export function middle(cells: [number, number][]): [number, number] {
    const points = cells.map(([q, r]) => centre(q, r));
    return [
        points.reduce((sum, p) => sum + p[0], 0) / 3,
        points.reduce((sum, p) => sum + p[1], 0) / 3,
    ];
}

interface Tile {
    tile: string;
    lay: string;
    q: number;
    r: number;
}

/** What is printed on a tile: region and its three resources. */
// biome-ignore lint/suspicious/noExplicitAny: the edition of this game
export function printed(edition: any, tile: string): { region: number; kinds: string[] } {
    const region = Number(tile[0]);
    return { region, kinds: edition.regions[`region_${region}`].tiles[Number(tile.slice(2)) - 1] };
}

/** Every explored hex of a view. */
// biome-ignore lint/suspicious/noExplicitAny: the state and edition of this game
export function hexes(view: any, edition: any): Hex[] {
    const out: Hex[] = [{ q: 0, r: 0, kind: view.central, region: 0 }];
    for (const t of view.tiles as Tile[]) {
        const { region, kinds } = printed(edition, t.tile);
        const cells = footprint(t.lay[0], t.q, t.r);
        const turn = Number(t.lay[1]);
        kinds.forEach((kind, j) => {
            const [q, r] = cells[(j + turn) % 3];
            out.push({ q, r, kind, region });
        });
    }
    return out;
}

/** The border of a city: the outer corners of its seven hexes, once around. */
export function outline(q: number, r: number, size = SIZE): string {
    const [cx, cy] = centre(q, r);
    const found = new Map<string, [number, number]>();
    for (const [dq, dr] of Object.values(DIRS)) {
        const [x, y] = centre(q + dq, r + dr);
        for (let i = 0; i < 6; i++) {
            const a = (Math.PI / 180) * (60 * i - 30);
            const [px, py] = [x + SIZE * Math.cos(a) - cx, y + SIZE * Math.sin(a) - cy];
            if (Math.hypot(px, py) > SIZE * 1.2)
                found.set(`${Math.round(px)},${Math.round(py)}`, [px, py]);
        }
    }
    const shrink = size / SIZE;
    return [...found.values()]
        .sort((a, b) => Math.atan2(a[1], a[0]) - Math.atan2(b[1], b[0]))
        .map(([x, y]) => `${(cx + x * shrink).toFixed(1)},${(cy + y * shrink).toFixed(1)}`)
        .join(" ");
}

/** Where the signs of the regions are: the corner that the hexes of a tile share. */
// biome-ignore lint/suspicious/noExplicitAny: the state of this game
export function joints(view: any): { region: number; at: [number, number]; tile: string }[] {
    return (view.tiles as Tile[]).map((t) => ({
        region: Number(t.tile[0]),
        at: middle(footprint(t.lay[0], t.q, t.r)),
        tile: t.tile,
    }));
}
