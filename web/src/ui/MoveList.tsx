/* All legal moves as a list: enough to play the whole game by keyboard and screen reader. */
import type { BoardModule, BoardProps } from "../boards/board";
import type { LocalMatch } from "../core/match";
import { moveSentence, type Speaker, t } from "../core/text";
import type { Move } from "../core/types";

function byVerb(moves: Move[]): { key: string; moves: Move[] }[] {
    const groups = new Map<string, Move[]>();
    for (const m of moves) groups.set(m.verb, [...(groups.get(m.verb) ?? []), m]);
    return [...groups].map(([key, list]) => ({ key, moves: list }));
}

export function MoveList(o: {
    match: LocalMatch;
    props: BoardProps;
    speaker: Speaker;
    board: BoardModule | null;
}) {
    const { props, speaker } = o;
    const moves = props.legal;
    const groups = (o.board?.groups ?? byVerb)(moves);
    return (
        <section class="panel moves" aria-label={t("web.moves")}>
            {!moves.length && <p class="soft">{t("web.wait")}</p>}
            {groups.map((g) => (
                <ul key={g.key}>
                    {g.moves.map((m) => (
                        <li key={m.move}>
                            <button
                                type="button"
                                data-move={m.move}
                                class={props.pointed?.move === m.move ? "pointed" : ""}
                                onMouseEnter={() => props.point(m)}
                                onMouseLeave={() => props.point(null)}
                                onFocus={() => props.point(m)}
                                onBlur={() => props.point(null)}
                                onClick={() => props.choose(m)}
                            >
                                {moveSentence(speaker, m)}
                            </button>
                        </li>
                    ))}
                </ul>
            ))}
        </section>
    );
}
