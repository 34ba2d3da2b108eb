/* Where to put what belongs to a place: beside it, inside the window, over as little else as may be. */

/** Where a seat shows who sits there: a portrait, or an emblem alone. */
export const faceOf = (seat: number | string | null): Element | null =>
    document.querySelector(
        `.seats [data-seat="${seat}"] .portrait, .seats [data-seat="${seat}"] .emblem-disc`,
    );

export type Side = "right" | "left" | "below" | "above";

export interface Laid {
    left: number;
    top: number;
    side: Side;
    /** How far along its edge the tail points at the place. */
    tail: number;
}

const EDGE = 8;

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(n, high));

const overlap = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Lays a box of a size beside a place. `avoid` are boxes it would rather not cover, `never` those it covers
 *  only where nothing else is left, `top` is where the window begins for it. */
export function beside(
    place: DOMRect,
    width: number,
    height: number,
    {
        avoid = [],
        never = [],
        gap = 16,
        top = EDGE,
    }: { avoid?: DOMRect[]; never?: DOMRect[]; gap?: number; top?: number } = {},
): Laid {
    const x = place.left + place.width / 2;
    const y = place.top + place.height / 2;
    const right = innerWidth - EDGE - width;
    const bottom = innerHeight - EDGE - height;
    const low = Math.min(top, Math.max(EDGE, bottom));
    const along = clamp(y - height / 2, low, Math.max(low, bottom));
    const across = clamp(x - width / 2, EDGE, Math.max(EDGE, right));
    const ways: [Side, number, number][] = [
        ["right", place.right + gap, along],
        ["left", place.left - gap - width, along],
        ["below", across, place.bottom + gap],
        ["above", across, place.top - gap - height],
    ];
    let best: Laid | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [side, wantX, wantY] of ways) {
        const left = clamp(wantX, EDGE, Math.max(EDGE, right));
        const up = clamp(wantY, low, Math.max(low, bottom));
        const box = new DOMRect(left, up, width, height);
        // What has to be pushed back into the window may lie over the place itself: the worst.
        const cost =
            (overlap(box, place) ? 1000 + Math.abs(left - wantX) + Math.abs(up - wantY) : 0) +
            50 * never.filter((a) => overlap(box, a)).length +
            avoid.filter((a) => overlap(box, a)).length;
        if (cost >= least) continue;
        least = cost;
        const tail =
            side === "right" || side === "left"
                ? clamp(y - up, 18, height - 18)
                : clamp(x - left, 18, width - 18);
        best = { left, top: up, side, tail };
    }
    return best as Laid;
}
