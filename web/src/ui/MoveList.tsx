/* All legal moves as a list: enough to play the whole game by keyboard and screen reader. */
import type { Signal } from "@preact/signals";
import type { BoardModule, BoardProps } from "../boards/board";
import { moveSentence, type Speaker, t } from "../core/text";
import type { Move } from "../core/types";

function byVerb(moves: Move[]): { key: string; moves: Move[] }[] {
    const groups = new Map<string, Move[]>();
    for (const m of moves) groups.set(m.verb, [...(groups.get(m.verb) ?? []), m]);
    return [...groups].map(([key, list]) => ({ key, moves: list }));
}

export function MoveList(o: {
    /** Moves of the place chosen on the board, or null for all. */
    narrowed: Signal<Move[] | null>;
    props: BoardProps;
    speaker: Speaker;
    board: BoardModule | null;
}) {
    const { props, speaker } = o;
    const moves = o.narrowed.value ?? props.legal;
    const groups = (o.board?.groups ?? byVerb)(moves);
    return (
        <section class="panel moves" aria-label={t("web.moves")}>
            {!moves.length && <p class="soft">{t("web.wait")}</p>}
            {o.narrowed.value && (
                <button
                    type="button"
                    class="plain"
                    onClick={() => {
                        o.narrowed.value = null;
                    }}
                >
                    ← {t("web.all_moves")}
                </button>
            )}
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
