/* What happened, in sentences, newest first and turn by turn; a click shows that moment. */
import { useMemo } from "preact/hooks";
import { Emblem, emblemOf, seatColour } from "../art/emblems";
import type { BoardModule } from "../boards/board";
import type { LogEntry, Match } from "../core/match";
import { eventSentence, lang, type Speaker, seatName, t } from "../core/text";
import type { GameEvent } from "../core/types";

const LONGEST = 12;

/** Entries in a row by the same seat, newest first; what nobody needs to read is left out. */
function turns(log: LogEntry[], dates: string[]): LogEntry[][] {
    const out: LogEntry[][] = [];
    for (const e of log) {
        if (!e.events.length) continue;
        const last = out.at(-1);
        const dated = last?.at(-1)?.events.some((ev) => dates.includes(ev.event));
        if (last && last[0].seat === e.seat && last.length < LONGEST && !dated) last.push(e);
        else out.push([e]);
    }
    return out.reverse();
}

/** Names a seat once in a sentence or several of the same breath, then shows its emblem only. */
function breath(match: Match, speaker: Speaker): Speaker {
    const named = new Set<number>();
    return {
        ...speaker,
        seat: (seat) => {
            if (!named.has(seat)) {
                named.add(seat);
                return speaker.seat?.(seat);
            }
            const name = seatName(match.game, match.seats, seat);
            return (
                <span class="seat-again" role="img" aria-label={name} title={name}>
                    <Emblem seat={emblemOf(seat, match.seats.length)} size={16} />
                </span>
            );
        },
    };
}

export function Log({
    match,
    speaker,
    board,
}: {
    match: Match;
    speaker: Speaker;
    board: BoardModule | null;
}) {
    // Pointing at a move draws the table anew; the log, the longest part of it, stays as it is.
    return useMemo(
        () => <Entries match={match} speaker={speaker} dates={board?.dates ?? []} />,
        [match.log.value, match.shown.value, lang.value, board],
    );
}

function Entries({ match, speaker, dates }: { match: Match; speaker: Speaker; dates: string[] }) {
    const groups = turns(match.log.value.slice(-160), dates);
    const dated = (group: LogEntry[]): GameEvent[] =>
        group.flatMap((e) => e.events.filter((ev) => dates.includes(ev.event)));
    const told = (e: LogEntry): GameEvent[] => e.events.filter((ev) => !dates.includes(ev.event));
    return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <ol class="log" aria-label={t("web.log")} tabIndex={0}>
            {groups.map((group) => {
                const say = breath(match, speaker);
                return (
                    <li
                        key={group[0].ply}
                        style={{ borderColor: seatColour(group[0].seat, match.seats.length) }}
                    >
                        {dated(group).map((ev, i) => (
                            <h3 key={`${group[0].ply}.${i}`}>{eventSentence(speaker, ev)}</h3>
                        ))}
                        {group
                            .filter((e) => told(e).length)
                            .map((e) => (
                                <button
                                    type="button"
                                    key={e.ply}
                                    class={`plain${match.shown.value === e.ply + 1 ? " shown" : ""}`}
                                    onClick={() => void match.show(e.ply + 1)}
                                >
                                    {told(e).map((ev, i) => (
                                        <span key={`${e.ply}.${i}`} class="event">
                                            {eventSentence(say, ev)}.{" "}
                                        </span>
                                    ))}
                                </button>
                            ))}
                    </li>
                );
            })}
        </ol>
    );
}
