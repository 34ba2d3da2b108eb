/* Arrow keys lead from an element of the table to its neighbour on that side, whether it can be
 * chosen or not: so everything can be asked about without a mouse. */

const WAYS: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function middle(e: Element): [number, number] {
    const b = e.getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2];
}

/** The nearest of some elements in a direction; going astray costs twice. */
function neighbour(from: Element, [wx, wy]: [number, number], all: Element[]): Element | null {
    const [x, y] = middle(from);
    let best: Element | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const e of all) {
        const [ex, ey] = middle(e);
        const along = (ex - x) * wx + (ey - y) * wy;
        const astray = Math.abs((ex - x) * wy) + Math.abs((ey - y) * wx);
        if (e === from || along < 3 || e.getClientRects().length === 0) continue;
        if (along + 2 * astray < least) {
            least = along + 2 * astray;
            best = e;
        }
    }
    return best;
}

export function walkByArrows(e: KeyboardEvent, table: Element): void {
    const way = WAYS[e.key];
    const from = (e.target as Element | null)?.closest?.("[data-about]");
    if (!way || !from || !table.contains(from) || e.ctrlKey || e.metaKey || e.altKey) return;
    const next = neighbour(from, way, [...table.querySelectorAll("[data-about]")]);
    if (!(next instanceof HTMLElement || next instanceof SVGElement)) return;
    e.preventDefault();
    if (!next.hasAttribute("tabindex")) next.setAttribute("tabindex", "-1");
    next.focus();
}
