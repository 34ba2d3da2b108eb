/* What the others did since your last turn: a line each, and arrows on the board with the same numbers.
 * Gone with your first decision. */

import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match } from "../core/match";
import { arrowsShown } from "../core/settings";
import { t } from "../core/text";
import { colourOf, sinceMine, spotOf, type Turn, TurnLine } from "./turns";
import type { Way } from "./Ways";

/** Lines at most; of more the last ones are told. */
const LINES = 3;

export function since(match: Match, props: BoardProps): Turn[] {
    const { position } = props;
    if (match.shown.value !== null || position.actor !== props.viewer) return [];
    return sinceMine(match.log.value, props.viewer, position.ply);
}

/** The same as arrows from who did it to where. */
export function sinceWays(turns: Turn[], board: BoardModule | null, props: BoardProps): Way[] {
    if (!arrowsShown.value) return [];
    return turns.slice(-LINES).flatMap((turn, i) => {
        const place = spotOf(turn, board, props);
        return place
            ? [{ seat: turn.seat, to: place, kind: "since" as const, text: String(i + 1) }]
            : [];
    });
}

export function Since(o: {
    turns: Turn[];
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
    light: (place: string | null) => void;
}) {
    const { turns, match, board, props } = o;
    if (!turns.length) return null;
    const told = turns.slice(-LINES);
    return (
        <section class="panel since" aria-label={t("web.since")}>
            <header>
                <h3>{t("web.since")}</h3>
                {turns.length > LINES && (
                    <small class="soft">{t("web.more_turns", { n: turns.length - LINES })}</small>
                )}
                <button
                    type="button"
                    class="plain link"
                    aria-pressed={arrowsShown.value}
                    onClick={() => {
                        arrowsShown.value = !arrowsShown.value;
                    }}
                >
                    <Icon name="eye" /> {t("web.arrows")}
                </button>
            </header>
            <ol>
                {told.map((turn, i) => (
                    <li
                        key={turn.from}
                        style={colourOf(turn, match)}
                        onMouseEnter={() => o.light(spotOf(turn, board, props))}
                        onMouseLeave={() => o.light(null)}
                    >
                        <b class="disc">{i + 1}</b>
                        <TurnLine turn={turn} match={match} board={board} props={props} />
                    </li>
                ))}
            </ol>
        </section>
    );
}
