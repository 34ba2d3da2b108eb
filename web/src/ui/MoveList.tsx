/* All legal moves as a list: enough to play the whole game by keyboard and screen reader. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import { type BoardModule, type BoardProps, byVerb } from "../boards/board";
import { pointer } from "../boards/Place";
import type { Idea, Match } from "../core/match";
import { byKeyboard } from "../core/settings";
import { has, moveSentence, type Speaker, t } from "../core/text";
import type { Move } from "../core/types";
import type { Passing } from "./decide";

export const percent = (thousandths: number) => `${Math.round(thousandths / 10)} %`;

/** What the vizier would do: the best moves with the chance to win each leaves. */
function Ideas({ ideas, props, speaker }: { ideas: Idea[]; props: BoardProps; speaker: Speaker }) {
    return (
        <div class="ideas" role="status">
            <h3>
                <Icon name="hint" /> {t("web.vizier_says")}
            </h3>
            <ol>
                {ideas.map((idea) => {
                    const m = props.legal.find((l) => l.move === idea.move);
                    const why = `ai.${props.game.id}.${idea.reason}`;
                    if (!m) return null;
                    return (
                        <li key={idea.move}>
                            <button
                                type="button"
                                onMouseEnter={() => props.point(m)}
                                onFocus={() => props.point(m)}
                                onClick={(e) => props.choose(m, e.currentTarget)}
                            >
                                <b>{percent(idea.win)}</b>
                                <span>
                                    {moveSentence(speaker, m)}
                                    <small>
                                        {t("web.chance", { n: percent(idea.win) })}
                                        {idea.reason && has(why) && <> · {t(why)}</>}
                                    </small>
                                </span>
                            </button>
                        </li>
                    );
                })}
            </ol>
        </div>
    );
}

export function MoveList(o: {
    match: Match;
    /** Moves of the place chosen on the board, or null for all. */
    narrowed: Passing<Move[]>;
    props: BoardProps;
    speaker: Speaker;
    board: BoardModule | null;
}) {
    const { props, speaker } = o;
    const moves = o.narrowed.value ?? props.legal;
    const list = useRef<HTMLElement>(null);
    const ideas = o.match.ideas.value;
    // The button that was pressed is gone with its move: go on from the first of the new ones, before the
    // next key is pressed.
    useLayoutEffect(() => {
        if (byKeyboard() && document.activeElement === document.body)
            list.current?.querySelector<HTMLButtonElement>("[data-move]")?.focus();
    }, [props.position.ply, props.legal.length > 0]);
    const best = ideas?.[0] && props.legal.find((m) => m.move === ideas[0].move);
    useEffect(() => {
        if (best) props.point(best);
    }, [best]);
    const groups = (o.board?.groups ?? byVerb)(moves, props);
    return (
        <section class="panel moves" aria-label={t("web.moves")} ref={list}>
            {ideas && <Ideas ideas={ideas} props={props} speaker={speaker} />}
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
                <section key={g.key} class={g.short ? "group chips" : "group"}>
                    {g.title && <h3>{g.title}</h3>}
                    <ul>
                        {g.moves.map((m) => (
                            <li key={m.move}>
                                <button
                                    type="button"
                                    data-move={m.move}
                                    class={props.pointed?.move === m.move ? "pointed" : ""}
                                    {...pointer(m, props)}
                                    onClick={(e) => props.choose(m, e.currentTarget)}
                                >
                                    {g.short || g.row ? (
                                        <>
                                            <span class="drawn" aria-hidden="true">
                                                {(g.short ?? g.row)?.(m)}
                                            </span>
                                            <span class="hidden-text">
                                                {g.say?.(m) ?? moveSentence(speaker, m)}
                                            </span>
                                        </>
                                    ) : (
                                        moveSentence(speaker, m)
                                    )}
                                </button>
                            </li>
                        ))}
                    </ul>
                </section>
            ))}
        </section>
    );
}
