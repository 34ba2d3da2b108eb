/* A count with great show: the board is dimmed, what counts lights up one after the other, its number flies to
 * the seat, and a list beside tells it in words. Any key and any click end it; only a click at the board itself,
 * which shows what was, means no more than that. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Emblem, emblemOf, seatColour } from "../art/emblems";
import type { Count } from "../boards/board";
import type { Match } from "../core/match";
import { narrow, recall } from "../core/settings";
import { seatName, t } from "../core/text";
import { gap, type Held, haste, steps, TIMES, tallies } from "./rite";
import { sound } from "./sound";
import "../styles/ceremony.css";

type Box = { x: number; y: number; width: number; height: number; lost: boolean };

/** A small screen shows a part of the board: what lights up is brought there. */
function bring(first: Element | null | undefined): void {
    const board = first?.closest(".board")?.getBoundingClientRect();
    const box = first?.getBoundingClientRect();
    if (!board || !box) return;
    const out =
        box.left < board.left ||
        box.right > board.right ||
        box.top < board.top ||
        box.bottom > board.bottom;
    if (out) first?.scrollIntoView({ block: "center", inline: "center" });
}

/** Boxes of what lights up; of the seat where that is not to be seen. */
function boxesOf({ at, seat, lost }: Count): Box[] {
    const seen = (list: Iterable<Element>) =>
        [...list].map((e) => e.getBoundingClientRect()).filter((b) => b.width > 0);
    const places = at ? [...document.querySelectorAll(`.table :is(${at})`)] : [];
    bring(places[0]);
    const found = seen(places);
    const boxes = found.length ? found : seen(document.querySelectorAll(`[data-seat="${seat}"]`));
    return boxes.map(({ x, y, width, height }) => ({ x, y, width, height, lost: lost === true }));
}

/** In the middle of all of them. */
function middleOf(boxes: Box[]): [number, number] {
    const mean = (of: (b: Box) => number) => boxes.reduce((n, b) => n + of(b), 0) / boxes.length;
    return [mean((b) => b.x + b.width / 2), mean((b) => b.y + b.height / 2)];
}

/** A shade over the board with holes where it is bright, and a golden rim around each. */
function Shade({ lit }: { lit: Box[] }) {
    const board = document.querySelector(".board")?.getBoundingClientRect();
    const rects = (by: number, name: (b: Box) => string) =>
        lit.map((b, i) => (
            <rect
                key={i}
                x={b.x - by}
                y={b.y - by}
                width={b.width + 2 * by}
                height={b.height + 2 * by}
                rx={7 + by}
                class={name(b)}
            />
        ));
    return (
        <svg class="rite-shade" aria-hidden="true">
            <mask id="rite-light">
                <rect width="100%" height="100%" fill="#fff" />
                {rects(2, () => "hole")}
            </mask>
            <g mask="url(#rite-light)">
                {board && (
                    <rect
                        class="dark"
                        x={board.x}
                        y={board.y}
                        width={board.width}
                        height={board.height}
                        rx="12"
                    />
                )}
                {rects(5, (b) => (b.lost ? "rim lost" : "rim"))}
            </g>
        </svg>
    );
}

/** Where the moves and the log are, which have nothing to say meanwhile. */
function deskStyle(): Record<string, string> {
    const desk = document.querySelector(".desk")?.getBoundingClientRect();
    if (!desk) return {};
    const height = Math.max(desk.height, 170);
    return {
        left: `${desk.x}px`,
        top: `${desk.bottom - height}px`,
        width: `${desk.width}px`,
        height: `${height}px`,
    };
}

/** A number on its way from where it was made to its seat, in an arc. */
function fly(layer: Element, c: Count, seats: number, [x, y]: [number, number], times: number) {
    const seat = document.querySelector(`[data-seat="${c.seat}"]`);
    const end = seat?.querySelector("strong")?.getBoundingClientRect();
    if (!end) return;
    const e = document.createElement("b");
    e.className = "rite-number";
    e.textContent = `+${c.n}`;
    e.style.setProperty("--seat", seatColour(c.seat, seats));
    layer.append(e);
    const [tx, ty] = [end.x + end.width / 2, end.y + end.height / 2];
    const at = (px: number, py: number, scale: number) =>
        `translate(${px}px, ${py}px) translate(-50%, -50%) scale(${scale})`;
    const arc = Math.min(y, ty) - 46;
    const total = (TIMES.rise + TIMES.flight) * times;
    const rise = TIMES.rise / (TIMES.rise + TIMES.flight);
    e.animate(
        [
            { transform: at(x, y, 0.4), opacity: 0, offset: 0 },
            { transform: at(x, y - 10, 1.15), opacity: 1, offset: rise },
            { transform: at((x + tx) / 2, Math.max(24, arc), 1), opacity: 1, offset: 0.62 },
            { transform: at(tx, ty, 0.7), opacity: 1, offset: 1 },
        ],
        { duration: total, easing: "ease-in-out", fill: "both" },
    ).onfinish = () => e.remove();
    const glow = { boxShadow: ["0 0 0 3px #e0b64a", "0 0 0 3px #e0b64a", "0 0 0 8px #e0b64a00"] };
    seat?.animate(glow, { duration: 450 * times, delay: total });
}

/** One after the other, each at its time; what is left over is given up with the signal. */
class Course {
    private timers: ReturnType<typeof setTimeout>[] = [];
    at = 0;
    next(ms: number, act: () => void): void {
        this.timers.push(setTimeout(act, this.at));
        this.at += ms;
    }
    after(ms: number, act: () => void): void {
        this.timers.push(setTimeout(act, this.at + ms));
    }
    stop(): void {
        for (const timer of this.timers) clearTimeout(timer);
    }
}

/** What a person does meanwhile ends it. Where the board is clicked, that was all that was meant. */
function untilInput(end: () => void): () => void {
    const swallow = (e: Event) => {
        e.preventDefault();
        e.stopImmediatePropagation();
    };
    const press = (e: Event) => {
        const inside = (e.target as Element | null)?.closest?.(".board, .rite");
        if (inside) {
            swallow(e);
            addEventListener("click", swallow, { capture: true, once: true });
            // The finger or button that goes down next is another matter.
            const forget = () => removeEventListener("click", swallow, { capture: true });
            addEventListener("pointerdown", forget, { capture: true, once: true });
        }
        end();
    };
    const key = (e: KeyboardEvent) => {
        if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(e.key)) return;
        if (e.key === "Escape" || e.key === " ") swallow(e);
        end();
    };
    addEventListener("pointerdown", press, true);
    addEventListener("keydown", key, true);
    return () => {
        removeEventListener("pointerdown", press, true);
        removeEventListener("keydown", key, true);
    };
}

export function Ceremony({ match, held }: { match: Match; held: Held }) {
    const { rite } = held;
    const layer = useRef<HTMLDivElement>(null);
    const chapter = useSignal(0);
    /** How many counts of the chapter are told. */
    const landed = useSignal(0);
    const lit = useSignal<Box[]>([]);
    const banner = useSignal(true);
    const desk = useSignal(deskStyle());
    // At once, not after the next drawing: who is quick ends it, too.
    useLayoutEffect(() => {
        // Who wants bots to be quick wants this to be quick.
        const times = haste(rite) * (Number(recall("pace") ?? 350) < 100 ? 0.5 : 1);
        const step = gap(rite) * times;
        const course = new Course();
        let nth = 0;
        const light = (list: Count[]) => {
            const boxes = list.map(boxesOf);
            lit.value = boxes.flat();
            for (const [i, c] of list.entries())
                if (c.n && layer.current && boxes[i].length)
                    fly(layer.current, c, match.seats.length, middleOf(boxes[i]), times);
        };
        const land = (list: Count[]) => {
            if (list.some((c) => c.n)) sound("score", 0, nth++);
            landed.value += list.length;
            const now = tallies.value ?? [];
            tallies.value = now.map((n, seat) =>
                list.reduce((sum, c) => (c.seat === seat ? sum + c.n : sum), n),
            );
        };
        const arrival = (TIMES.rise + TIMES.flight) * times;
        for (const [i, { counts }] of rite.chapters.entries()) {
            course.next((counts.length ? TIMES.title : 2 * TIMES.title) * times, () => {
                sound("gong");
                chapter.value = i;
                landed.value = 0;
                lit.value = [];
                banner.value = true;
            });
            for (const list of steps(counts)) {
                course.after(arrival, () => land(list));
                course.next(step, () => {
                    banner.value = false;
                    light(list);
                });
            }
            if (counts.length) course.next(arrival, () => undefined);
        }
        course.next(TIMES.rest * times, () => {
            lit.value = [];
        });
        course.next(0, held.done);
        const forget = untilInput(held.done);
        return () => {
            course.stop();
            forget();
        };
    }, [held]);
    const { title, counts } = rite.chapters[chapter.value] ?? rite.chapters[0];
    const order = steps(counts).flat();
    return (
        <div class="rite">
            <Shade lit={lit.value} />
            {banner.value && (
                <p class="rite-title" aria-hidden="true">
                    {title}
                </p>
            )}
            <section class="panel rite-list" aria-hidden="true" style={desk.value}>
                <h2>{title}</h2>
                <ol>
                    {order.slice(0, landed.value).map((c, i) => (
                        <li key={i} class={c.lost ? "lost" : ""}>
                            <Emblem seat={emblemOf(c.seat, match.seats.length)} size={20} />
                            <span>{c.text}</span>
                            <b>{c.n ? `+${c.n}` : c.lost ? "✕" : ""}</b>
                        </li>
                    ))}
                </ol>
                <button type="button" class="outline" tabIndex={-1}>
                    {t("table.skip")} {!narrow.value && <kbd>Esc</kbd>}
                </button>
            </section>
            {/* For those who hear it: once, and whole. */}
            <p class="hidden-text" role="status">
                {rite.chapters.map((one) => (
                    <span key={String(one.title)}>
                        {one.title}.{" "}
                        {one.counts.map((c, i) => (
                            <span key={i}>
                                {seatName(match.game, match.seats, c.seat)}: {c.text}
                                {c.n ? ` +${c.n}` : ""}.{" "}
                            </span>
                        ))}
                    </span>
                ))}
            </p>
            <div class="rite-numbers" ref={layer} aria-hidden="true" />
        </div>
    );
}
