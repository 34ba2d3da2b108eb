/* What is made of a look back at a match: the parts of the game, and the decisions that mattered. */
import type { BoardModule } from "../boards/board";
import type { LogEntry, Match, Moment } from "../core/match";
import type { Move } from "../core/types";

/** Where each part of the game begins. */
export function chapters(
    log: LogEntry[],
    board: BoardModule | null,
): { ply: number; text: string }[] {
    const out: { ply: number; text: string }[] = [];
    for (const { ply, events } of log)
        for (const e of events) {
            const text = board?.when?.(e)?.chapter;
            if (text && text !== out.at(-1)?.text) out.push({ ply: ply + 1, text });
        }
    return out;
}

/** When a moment was: "Week 2 · Day 6". */
export function when(log: LogEntry[], board: BoardModule | null, ply: number): string {
    let [chapter, part] = ["", ""];
    for (const entry of log) {
        if (entry.ply >= ply) break;
        for (const e of entry.events) {
            const date = board?.when?.(e);
            if (date?.chapter && date.chapter !== chapter) [chapter, part] = [date.chapter, ""];
            if (date?.part) part = date.part;
        }
    }
    return [chapter, part].filter(Boolean).join(" · ");
}

export interface Turning {
    ply: number;
    seat: number;
    /** What it changed of the chances, in thousandths. */
    by: number;
    move: Move;
    better: Move | null;
    reason: string | null;
}

/** A fiftieth of the chances given away, a hundredth won by the one right choice of several. */
const [COST, GAIN] = [20, 10];
const MOST = 3;

/** The decisions that mattered most, in the order they were made: of people, where people played. */
export function turnings(match: Match, moments: Moment[]): Turning[] {
    const people = match.seats.some((s) => s.kind === "human");
    const judged = moments.flatMap((m, ply): (Turning & { cost: number; choices: number })[] => {
        const { seat, move } = m;
        if (seat === undefined || !move || (people && match.seats[seat]?.kind !== "human"))
            return [];
        const by = (moments[ply + 1]?.win[seat] ?? m.win[seat]) - m.win[seat];
        const better = m.better && m.better.move !== move.move ? m.better : null;
        const reason = m.reason ?? null;
        return [
            { ply, seat, by, move, better, reason, cost: m.cost ?? 0, choices: m.choices ?? 0 },
        ];
    });
    const reveals = new Set(match.game.events.filter((v) => v.reveals).map((v) => v.name));
    const bad = judged
        .filter((d) => d.better && d.cost >= COST)
        .map((d) => ({ ...d, by: -d.cost }))
        .sort((a, b) => a.by - b.by);
    // What dice and cards did is nobody's merit.
    const lucky = new Set(
        match.log.value
            .filter((entry) => entry.events.some((e) => reveals.has(e.event)))
            .map((entry) => entry.ply),
    );
    const good = judged
        .filter((d) => d.cost === 0 && d.choices > 2 && d.by >= GAIN && !lucky.has(d.ply))
        .map((d) => ({ ...d, better: null }))
        .sort((a, b) => b.by - a.by);
    // Of both kinds, where there are both.
    const list = [...bad.slice(0, 1), ...good.slice(0, 1)];
    const rest = [...bad.slice(1), ...good.slice(1)].sort(
        (a, b) => Math.abs(b.by) - Math.abs(a.by),
    );
    return [...list, ...rest].slice(0, MOST).sort((a, b) => a.ply - b.ply);
}

/** A curve without its smallest waves, for the eye; its ends stay where they are. */
export function calmed(values: number[]): number[] {
    const reach = Math.floor(values.length / 60);
    return values.map((_, i) => {
        const wide = Math.min(reach, i, values.length - 1 - i);
        const part = values.slice(i - wide, i + wide + 1);
        return part.reduce((a, b) => a + b, 0) / part.length;
    });
}
