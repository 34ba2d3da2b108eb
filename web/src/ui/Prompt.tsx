/* One sentence: who decides what; below it why, with the rule. Undo, redo, reset and hint stand
 * beside it, always in the same place. */
import { Emblem } from "../art/emblems";
import { Icon } from "../art/icons";
import type { Match } from "../core/match";
import { reasons } from "../core/settings";
import { has, seatName, t } from "../core/text";
import type { Position } from "../core/types";

function Tool(o: {
    icon: string;
    text: string;
    off?: boolean;
    busy?: boolean;
    pressed?: boolean;
    run: () => void;
}) {
    return (
        <button
            type="button"
            class="plain tool"
            disabled={o.off}
            aria-busy={o.busy}
            aria-pressed={o.pressed}
            title={o.text}
            onClick={o.run}
        >
            <Icon name={o.icon} />
            <span class="tool-text">{o.text}</span>
        </button>
    );
}

export function Prompt({ match, position }: { match: Match; position: Position }) {
    const { actor, decision } = position;
    const game = match.game;
    const present = match.shown.value === null;
    const mine = actor !== null && match.seats[actor].kind === "human";
    const why = `${game.id}.help.${decision}`;
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
                            <Emblem seat={actor} size={20} />
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
            {actor !== null && reasons.value && (
                <p class="help">
                    {has(why) && t(why)}{" "}
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
                    <Tool
                        icon="why"
                        text={t("web.explain")}
                        pressed={reasons.value}
                        run={() => {
                            reasons.value = !reasons.value;
                        }}
                    />
                )}
            </div>
        </section>
    );
}
