/* One sentence: who decides what. Undo, redo, reset and hint stand beside it, always in the same
 * place. */
import { useSignal } from "@preact/signals";
import { Icon } from "../art/icons";
import type { Match } from "../core/match";
import { has, seatName, t } from "../core/text";
import type { Position } from "../core/types";

function Tool(o: { icon: string; text: string; off: boolean; busy?: boolean; run: () => void }) {
    return (
        <button
            type="button"
            class="plain tool"
            disabled={o.off}
            aria-busy={o.busy}
            title={o.text}
            onClick={o.run}
        >
            <Icon name={o.icon} />
            <span class="tool-text">{o.text}</span>
        </button>
    );
}

export function Prompt({ match, position }: { match: Match; position: Position }) {
    const help = useSignal(false);
    const { actor, decision } = position;
    const game = match.game;
    const present = match.shown.value === null;
    const mine = actor !== null && match.seats[actor].kind === "human";
    return (
        <section
            class={`panel prompt${mine && present ? " mine" : ""}`}
            style={actor === null ? {} : { "--seat": `var(--seat-${actor})` }}
            aria-label={t("web.prompt")}
        >
            <div aria-live="polite" class="asked">
                {actor === null ? (
                    <h2>{t("web.game_over")}</h2>
                ) : (
                    <>
                        <p class="who">
                            {seatName(game, match.seats, actor)}
                            {match.thinking.value === actor && (
                                <em class="thinking"> {t("web.thinking")}</em>
                            )}
                            {!present && <em> {t("web.past", { n: position.ply })}</em>}
                        </p>
                        <h2>{t(`${game.id}.ask.${decision}`)}</h2>
                    </>
                )}
            </div>
            {help.value && actor !== null && (
                <p class="help">
                    {has(`${game.id}.help.${decision}`) && t(`${game.id}.help.${decision}`)}{" "}
                    <a href={`#/rules/${game.id}/R${position.rule}`}>
                        {t("web.rule", { rule: position.rule })}
                    </a>
                </p>
            )}
            {match.trouble.value && (
                <p role="alert" class="trouble">
                    {match.trouble.value}
                </p>
            )}
            <div class="tools">
                <Tool
                    icon="undo"
                    text={t("web.undo")}
                    off={!present || !position.undo}
                    run={() => void match.undo()}
                />
                {match.redo && (
                    <Tool
                        icon="redo"
                        text={t("web.redo")}
                        off={!present || !position.redo}
                        run={() => void match.redo?.()}
                    />
                )}
                <Tool
                    icon="reset"
                    text={t("web.reset_turn")}
                    off={!present || !position.reset}
                    run={() => void match.reset()}
                />
                {match.advise && (
                    <Tool
                        icon="hint"
                        text={t(match.advising.value ? "web.hint_busy" : "web.hint")}
                        off={!present || !mine || match.advising.value}
                        busy={match.advising.value}
                        run={() => void match.advise?.()}
                    />
                )}
                {actor !== null && (
                    <button
                        type="button"
                        class="plain tool"
                        aria-expanded={help.value}
                        title={t("web.explain")}
                        onClick={() => {
                            help.value = !help.value;
                        }}
                    >
                        <Icon name="why" />
                        <span class="hidden-text">{t("web.explain")}</span>
                    </button>
                )}
            </div>
        </section>
    );
}
