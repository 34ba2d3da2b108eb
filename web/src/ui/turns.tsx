/* What happened, turn by turn: as a line with signs, as sentences, and where on the board. */
import type { ComponentChildren } from "preact";
import { Emblem, emblemOf, seatColour } from "../art/emblems";
import type { BoardModule, BoardProps, Brief } from "../boards/board";
import type { LogEntry, Match } from "../core/match";
import { eventSentence, type Speaker, seatName } from "../core/text";
import type { GameEvent } from "../core/types";

/** Decisions of one seat in a row. */
export interface Turn {
    seat: number;
    /** The first moment of it, and the one after it. */
    from: number;
    to: number;
    entries: { ply: number; events: GameEvent[] }[];
}

/** A stretch of the log: what begins it, and its turns in the order they were taken. */
export interface Stretch {
    ply: number;
    date: GameEvent | null;
    turns: Turn[];
}

/** The log cut at its dates. An entry that a date falls into is cut with it: what came before belongs to
 *  the day before. */
export function stretches(log: LogEntry[], dates: string[]): Stretch[] {
    const known = cut.get(log);
    if (known?.dates === dates) return known.list;
    const list = cutAt(log, dates);
    cut.set(log, { dates, list });
    return list;
}

/** A log is cut once: seats and log are drawn anew whenever a move is pointed at. */
const cut = new WeakMap<LogEntry[], { dates: string[]; list: Stretch[] }>();

function cutAt(log: LogEntry[], dates: string[]): Stretch[] {
    const out: Stretch[] = [{ ply: 0, date: null, turns: [] }];
    const add = (e: LogEntry, events: GameEvent[]) => {
        if (!events.length) return;
        const { turns } = out[out.length - 1];
        const last = turns.at(-1);
        const entry = { ply: e.ply, events };
        if (last?.seat === e.seat) {
            last.entries.push(entry);
            last.to = e.ply + 1;
        } else turns.push({ seat: e.seat, from: e.ply, to: e.ply + 1, entries: [entry] });
    };
    for (const e of log) {
        let events: GameEvent[] = [];
        for (const ev of e.events) {
            // Whose turn it is is seen.
            if (ev.event === "turn") continue;
            if (!dates.includes(ev.event)) {
                events.push(ev);
                continue;
            }
            add(e, events);
            events = [];
            out.push({ ply: e.ply, date: ev, turns: [] });
        }
        add(e, events);
    }
    // A date that another one follows at once says nothing by itself.
    return out.filter((s, i) => s.turns.length > 0 || i === out.length - 1);
}

/** Turns of others since the one who looks last decided, oldest first. */
export function sinceMine(log: LogEntry[], mine: number | null, until: number): Turn[] {
    const seen = log.filter((e) => e.ply < until);
    const last = seen.findLastIndex((e) => e.seat === mine);
    if (mine === null || last < 0) return [];
    return stretches(seen.slice(last + 1), []).flatMap((s) => s.turns);
}

/** What a turn did, in short and added up. */
export function briefs(turn: Turn, board: BoardModule | null, props: BoardProps): Brief[] {
    const out = new Map<string, Brief>();
    for (const { events } of turn.entries)
        for (const e of events) {
            // What others got by it is theirs to tell.
            const b = e.seat === null || e.seat === turn.seat ? board?.brief?.(e, props) : null;
            if (!b) continue;
            const known = out.get(b.key);
            out.set(
                b.key,
                known && known.n !== undefined ? { ...known, n: known.n + (b.n ?? 1) } : b,
            );
        }
    return [...out.values()];
}

/** Where a turn happened: the last place that it tells of. */
export function spotOf(turn: Turn, board: BoardModule | null, props: BoardProps): string | null {
    for (const { events } of turn.entries.toReversed())
        for (const e of events.toReversed()) {
            const place = (e.seat === turn.seat || e.seat === null) && board?.spot?.(e, props);
            if (place) return place;
        }
    return null;
}

/** A turn in sentences, for those who hear it and for whoever wants to know exactly. */
export function told(
    turn: Turn,
    match: Match,
    board: BoardModule | null,
    props: BoardProps,
): string {
    const name = (names: string, word: string) => board?.name?.(names, word, props) ?? null;
    const plain: Speaker = { game: match.game, seats: match.seats, name };
    return turn.entries
        .flatMap(({ events }) => events.map((e) => eventSentence(plain, e).join("")))
        .join(". ");
}

export function Signs({ list }: { list: Brief[] }) {
    return (
        <>
            {list.map((b) => (
                <span key={b.key} class="sign">
                    {b.how}
                    {b.n}
                    {b.sign}
                </span>
            ))}
        </>
    );
}

/** A turn as one line: who, and what came of it. */
export function TurnLine(o: {
    turn: Turn;
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
}): ComponentChildren {
    const { turn, match } = o;
    const list = briefs(turn, o.board, o.props);
    return (
        <>
            <Emblem seat={emblemOf(turn.seat, match.seats.length)} size={18} />
            <span class="did">
                {list.length ? (
                    <span aria-hidden="true">
                        <Signs list={list} />
                    </span>
                ) : (
                    told(turn, match, o.board, o.props)
                        .replace(seatName(match.game, match.seats, turn.seat), "")
                        .replace(/^[\s:]+/, "")
                )}
                {list.length > 0 && (
                    <span class="hidden-text">{told(turn, match, o.board, o.props)}</span>
                )}
            </span>
        </>
    );
}

export const colourOf = (turn: Turn, match: Match) => ({
    "--seat": seatColour(turn.seat, match.seats.length),
});
