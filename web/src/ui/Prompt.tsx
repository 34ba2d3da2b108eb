/* One sentence: who decides what. Undo, redo and reset stand beside it, always in the same place. */
import { useSignal } from "@preact/signals";
import { Icon } from "../art/icons";
import type { LocalMatch } from "../core/match";
import { seatName, t } from "../core/text";
import type { Position } from "../core/types";

export function Prompt({ match, position }: { match: LocalMatch; position: Position }) {
    const help = useSignal(false);
    const { actor, decision } = position;
    const game = match.game;
    const present = match.shown.value === null;
    const mine = actor !== null && match.seats[actor].kind === "human";
    return (
        <section class={`panel prompt${mine && present ? " mine" : ""}`} aria-live="polite">
            {actor === null ? (
                <h2>{t("web.game_over")}</h2>
            ) : (
                <>
                    <p class="who" style={{ color: `var(--seat-${actor})` }}>
                        {seatName(game, match.seats, actor)}
                        {match.thinking.value === actor && <em> {t("web.thinking")}</em>}
                    </p>
                    <h2>{t(`${game.id}.ask.${decision}`)}</h2>
                    {help.value && (
                        <p class="help">
                            {t(`${game.id}.help.${decision}`)}{" "}
                            <a href={`#/rules/${game.id}/R${position.rule}`}>
                                {t("web.rule", { rule: position.rule })}
                            </a>
                        </p>
                    )}
                </>
            )}
            {match.trouble.value && (
                <p role="alert" class="trouble">
                    {match.trouble.value}
                </p>
            )}
            <div class="tools">
                <button
                    type="button"
                    class="plain"
                    disabled={!present || !position.undo}
                    onClick={() => void match.undo()}
                >
                    <Icon name="undo" /> {t("web.undo")}
                </button>
                <button
                    type="button"
                    class="plain"
                    disabled={!present || !position.redo}
                    onClick={() => void match.redo()}
                >
                    <Icon name="redo" /> {t("web.redo")}
                </button>
                <button
                    type="button"
                    class="plain"
                    disabled={!present || !position.reset}
                    onClick={() => void match.reset()}
                >
                    <Icon name="reset" /> {t("web.reset_turn")}
                </button>
                <button
                    type="button"
                    class="plain"
                    aria-expanded={help.value}
                    onClick={() => {
                        help.value = !help.value;
                    }}
                >
                    ? <span class="hidden-text">{t("web.explain")}</span>
                </button>
            </div>
        </section>
    );
}
