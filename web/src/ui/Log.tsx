/* What happened, newest first: a line of signs for each turn, or all of it in sentences. A click shows
 * the moment, pointing lights up the place. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Emblem, emblemOf } from "../art/emblems";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match } from "../core/match";
import { eventSentence, lang, type Speaker, seatName, t } from "../core/text";
import { colourOf, type Stretch, spotOf, stretches, type Turn, TurnLine, told } from "./turns";

const LONGEST = 160;

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

interface LogProps {
    match: Match;
    speaker: Speaker;
    board: BoardModule | null;
    props: BoardProps;
    /** A place to light up; null for none. */
    light: (place: string | null) => void;
}

export function Log(o: LogProps) {
    const all = useSignal(false);
    const { match, board } = o;
    // Pointing at a move draws the table anew; the log, the longest part of it, stays as it is.
    const lines = useMemo(
        () => <Entries {...o} all={all.value} />,
        [match.log.value, match.shown.value, lang.value, board, all.value],
    );
    const last = match.log.value.length;
    return (
        <section class="log-part" aria-label={t("web.log")}>
            <header>
                <h3>{t("web.log")}</h3>
                <button
                    type="button"
                    class="plain"
                    disabled={!last}
                    title={t("web.look_back")}
                    aria-label={t("web.look_back")}
                    onClick={() => void match.show(Math.max(0, last - 1))}
                >
                    <Icon name="rewind" />
                </button>
                <button
                    type="button"
                    class="plain link"
                    aria-pressed={all.value}
                    onClick={() => {
                        all.value = !all.value;
                    }}
                >
                    {t(all.value ? "web.log_short" : "web.log_all")}
                </button>
            </header>
            {lines}
        </section>
    );
}

function Entries(o: LogProps & { all: boolean }) {
    const { match, speaker, board } = o;
    const groups = stretches(match.log.value.slice(-LONGEST), board?.dates ?? []).toReversed();
    return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <ol class={`log${o.all ? " whole" : ""}`} aria-label={t("web.log")} tabIndex={0}>
            {groups.map((group: Stretch) => (
                <li key={group.ply}>
                    {group.date && <h4>{eventSentence(speaker, group.date)}</h4>}
                    {group.turns.toReversed().map((turn) => (
                        <Line key={turn.from} turn={turn} o={o} />
                    ))}
                </li>
            ))}
        </ol>
    );
}

function Line({ turn, o }: { turn: Turn; o: LogProps & { all: boolean } }) {
    const { match, speaker, board, props } = o;
    const at = match.shown.value;
    const shown = at !== null && at >= turn.from && at < turn.to;
    const say = breath(match, speaker);
    const place = spotOf(turn, board, props);
    const point = { onMouseEnter: () => o.light(place), onMouseLeave: () => o.light(null) };
    if (!o.all)
        return (
            <button
                type="button"
                class={`plain line${shown ? " shown" : ""}`}
                style={colourOf(turn, match)}
                title={told(turn, match, board, props)}
                data-ply={turn.from}
                onClick={() => void match.show(turn.from)}
                {...point}
            >
                <TurnLine turn={turn} match={match} board={board} props={props} />
                <small class="soft">{turn.from + 1}</small>
            </button>
        );
    return (
        <div class="turn" style={colourOf(turn, match)} {...point}>
            {turn.entries.toReversed().map(({ ply, events }) => (
                <button
                    type="button"
                    key={ply}
                    class={`plain${at === ply ? " shown" : ""}`}
                    data-ply={ply}
                    onClick={() => void match.show(ply)}
                >
                    {events.map((ev, i) => (
                        <span key={`${ply}.${i}`} class="event">
                            {eventSentence(say, ev)}.{" "}
                        </span>
                    ))}
                </button>
            ))}
        </div>
    );
}
