/* What is counted at the end of a week, a year, an era or a game is shown before the table goes on (Ceremony).
 * Whoever does anything meanwhile is not held up: it is over at once. */
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BoardModule, BoardProps, Count, Rite } from "../boards/board";
import type { Match } from "../core/match";
import { lively } from "../core/settings";
import type { GameEvent, Position } from "../core/types";

/** A ceremony under way. */
export interface Held {
    rite: Rite;
    next: Position;
    done: () => void;
}

/** Points that seats show while they are counted; null: those they have. */
export const tallies = signal<number[] | null>(null);

/** The last position that a ceremony led to: what it told is not told again. */
export const counted = signal<Position | null>(null);

/** What seats have before anything is counted. */
export function before({ chapters }: Rite, next: Position): number[] {
    const counts = chapters.flatMap((c) => c.counts);
    return next.scores.map(({ line, total }) =>
        counts.reduce((n, c) => (c.seat === line ? n - c.n : n), total),
    );
}

/** Counts that are shown together, in their order. */
export function steps(counts: Count[]): Count[][] {
    const out = new Map<string, Count[]>();
    for (const c of counts) out.set(c.step, [...(out.get(c.step) ?? []), c]);
    return [...out.values()];
}

/** Milliseconds at most from the first light to the last number. */
const LONGEST = 2200;
export const TIMES = { title: 450, step: 400, rise: 140, flight: 520, rest: 380 };

/** From one step to the next, so that many of them take no longer than a few. */
export function gap({ chapters }: Rite): number {
    const all = chapters.reduce((n, c) => n + steps(c.counts).length, 0);
    return Math.min(TIMES.step, LONGEST / Math.max(1, all));
}

/** Milliseconds at most for all of it. */
const WHOLE = 3000;

/** How much faster it goes than it would, so that two counts in one move take hardly longer than one. */
export function haste(rite: Rite): number {
    const parts = rite.chapters.map(({ counts }) =>
        counts.length
            ? TIMES.title + steps(counts).length * gap(rite) + TIMES.rise + TIMES.flight
            : 2 * TIMES.title,
    );
    return Math.min(1, WHOLE / (parts.reduce((sum, ms) => sum + ms, 0) + TIMES.rest));
}

/** What is to be shown; a board that fails at it holds nothing up. */
function riteOf(board: BoardModule | null, events: GameEvent[], props: BoardProps): Rite | null {
    try {
        return board?.rite?.(events, props) ?? null;
    } catch (e) {
        console.error(e);
        return null;
    }
}

/** Lets the match hold what is counted until it has been shown. */
export function useCeremony(
    match: Match,
    board: BoardModule | null,
    /** What the table was last drawn from. */
    drawn: { readonly current: BoardProps | null },
): Signal<Held | null> {
    const held = useSignal<Held | null>(null);
    useEffect(() => {
        match.ceremony = (events, next) => {
            const now = drawn.current;
            if (!now || !lively() || document.hidden || match.curtain.peek()) return null;
            const rite = riteOf(board, events, now);
            if (!rite) return null;
            const view = rite.view ?? now.view;
            const between = { ...now.position, view, legal: [], undo: 0, redo: 0, reset: 0 };
            const over = new Promise<void>((done) => {
                tallies.value = before(rite, next);
                held.value = {
                    rite,
                    next,
                    done: () => {
                        tallies.value = null;
                        counted.value = next;
                        held.value = null;
                        done();
                    },
                };
            });
            return { between, over };
        };
        return () => {
            match.ceremony = undefined;
            held.peek()?.done();
        };
    }, [match, board]);
    return held;
}
