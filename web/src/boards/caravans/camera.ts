/* What of the map is in sight: all of it, or a part that follows the caravan until somebody moves
 * it by mouse, fingers or keys. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export type Box = { x: number; y: number; w: number; h: number };
type Point = [number, number];

/** How wide a hex is on screen at least, before the map no longer shows all of itself. */
const SMALLEST = 44;
const NEAR = 62;
/** Pixels that a press may slip and still be a click; fingers are less steady. */
const SLIP = { mouse: 6, touch: 14 };

/** `all`: the box around everything; `hex`: width of a hex; `focus`: where the active caravan is. */
export function useCamera(all: Box, hex: number, focus: Point | null) {
    const svg = useRef<SVGSVGElement>(null);
    const view = useSignal<Box | null>(null);
    const free = useSignal(false);
    const fingers = useRef(new Map<number, Point>());
    const slipped = useRef(false);

    /** The part of the plane that the element shows, with its own proportions. */
    const shown = (): Box => {
        const b = view.value ?? all;
        const { clientWidth: cw, clientHeight: ch } = svg.current ?? {
            clientWidth: 4,
            clientHeight: 3,
        };
        const scale = Math.max(b.w / Math.max(1, cw), b.h / Math.max(1, ch));
        const [w, h] = [cw * scale, ch * scale];
        return { x: b.x + b.w / 2 - w / 2, y: b.y + b.h / 2 - h / 2, w, h };
    };
    const unit = () => shown().w / Math.max(1, svg.current?.clientWidth ?? 1);
    const frame = (x: number, y: number, w: number): Box => {
        const { clientWidth: cw, clientHeight: ch } = svg.current ?? {
            clientWidth: 4,
            clientHeight: 3,
        };
        const h = (w * ch) / Math.max(1, cw);
        return { x: x - w / 2, y: y - h / 2, w, h };
    };

    /** Zooms so that what lies at a point of the window stays there. */
    const zoom = (by: number, at?: Point) => {
        const b = shown();
        const box = svg.current?.getBoundingClientRect();
        const fx = at && box ? (at[0] - box.x) / box.width : 0.5;
        const fy = at && box ? (at[1] - box.y) / box.height : 0.5;
        const w = Math.min(Math.max(b.w / by, hex * 2.5), all.w * 2 + hex * 6);
        const h = (w * b.h) / b.w;
        view.value = { x: b.x + (b.w - w) * fx, y: b.y + (b.h - h) * fy, w, h };
        free.value = true;
    };
    const pan = (dx: number, dy: number) => {
        const b = shown();
        view.value = { ...b, x: b.x + dx, y: b.y + dy };
        free.value = true;
    };
    const near = () => {
        const width = (svg.current?.clientWidth ?? 400) * (hex / NEAR);
        const [x, y] = focus ?? [all.x + all.w / 2, all.y + all.h / 2];
        view.value =
            width < all.w || shown().h < all.h ? frame(x, y, Math.min(width, all.w)) : null;
        free.value = false;
    };
    const whole = () => {
        view.value = null;
        free.value = true;
    };

    // As long as nobody has moved the map it shows all of itself, or, once that is too small to be
    // read, the surroundings of the active caravan. It goes there before it is seen, and clicked at.
    useLayoutEffect(() => {
        if (free.value || !svg.current) return;
        const scale = Math.min(svg.current.clientWidth / all.w, svg.current.clientHeight / all.h);
        if (hex * scale >= SMALLEST) {
            view.value = null;
            return;
        }
        const b = shown();
        const inside =
            view.value !== null &&
            focus !== null &&
            Math.abs(focus[0] - b.x - b.w / 2) < b.w * 0.3 &&
            Math.abs(focus[1] - b.y - b.h / 2) < b.h * 0.3;
        if (!inside) near();
    }, [all.x, all.y, all.w, all.h, focus?.[0], focus?.[1]]);

    const spread = () => {
        const [a, b] = fingers.current.values();
        return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
    };
    const between = (): Point => {
        const list = [...fingers.current.values()];
        return [
            list.reduce((s, p) => s + p[0], 0) / list.length,
            list.reduce((s, p) => s + p[1], 0) / list.length,
        ];
    };
    const lift = (e: PointerEvent) => {
        fingers.current.delete(e.pointerId);
    };
    const handlers = {
        onWheel: (e: WheelEvent) => {
            e.preventDefault();
            zoom(e.deltaY < 0 ? 1.18 : 1 / 1.18, [e.clientX, e.clientY]);
        },
        onPointerDown: (e: PointerEvent) => {
            fingers.current.set(e.pointerId, [e.clientX, e.clientY]);
            if (fingers.current.size === 1) slipped.current = false;
        },
        onPointerMove: (e: PointerEvent) => {
            const from = fingers.current.get(e.pointerId);
            if (!from) return;
            if (e.buttons === 0) return lift(e);
            const [dx, dy] = [e.clientX - from[0], e.clientY - from[1]];
            const slip = e.pointerType === "touch" ? SLIP.touch : SLIP.mouse;
            if (!slipped.current && Math.hypot(dx, dy) < slip) return;
            slipped.current = true;
            const [wide, middle] = [spread(), between()];
            fingers.current.set(e.pointerId, [e.clientX, e.clientY]);
            const [mx, my] = between();
            pan((middle[0] - mx) * unit(), (middle[1] - my) * unit());
            if (fingers.current.size > 1) zoom(spread() / Math.max(1, wide), [mx, my]);
        },
        onPointerUp: lift,
        onPointerCancel: lift,
        onPointerLeave: lift,
        onClickCapture: (e: Event) => {
            // The end of a drag is no choice.
            if (slipped.current) e.stopPropagation();
            slipped.current = false;
        },
        onKeyDown: (e: KeyboardEvent) => {
            const step = shown().w / 8;
            const moves: Record<string, () => void> = {
                "+": () => zoom(1.25),
                "=": () => zoom(1.25),
                "-": () => zoom(0.8),
                "0": whole,
            };
            const arrows: Record<string, () => void> = {
                ArrowLeft: () => pan(-step, 0),
                ArrowRight: () => pan(step, 0),
                ArrowUp: () => pan(0, -step),
                ArrowDown: () => pan(0, step),
            };
            // On a place of the map arrows lead to its neighbours.
            const run = moves[e.key] ?? (e.target === svg.current ? arrows[e.key] : undefined);
            if (!run || e.ctrlKey || e.metaKey) return;
            e.preventDefault();
            run();
        },
    };
    const b = view.value ?? all;
    return {
        svg,
        viewBox: `${b.x} ${b.y} ${b.w} ${b.h}`,
        part: view.value !== null,
        zoom,
        near,
        whole,
        handlers,
    };
}
