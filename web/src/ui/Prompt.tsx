/* Two lines: who decides, how far that has come, and what is asked; why, with the rule, is behind a word.
 * Undo, redo, reset and hint stand below, always in the same place. */
import { Emblem } from "../art/emblems";
import { Icon } from "../art/icons";
import type { Progress } from "../boards/board";
import type { Match } from "../core/match";
import { reasons } from "../core/settings";
import { has, seatName, t } from "../core/text";
import type { Position } from "../core/types";

function Tool(o: {
    icon: string;
    text: string;
    off?: boolean;
    busy?: boolean;
    /** The shortcut, as ARIA spells it. */
    keys?: string;
    run: () => void;
}) {
    return (
        <button
            type="button"
            class="plain tool"
            disabled={o.off}
            aria-busy={o.busy}
            aria-keyshortcuts={o.keys}
            title={o.text}
            onClick={o.run}
        >
            <Icon name={o.icon} />
            <span class="tool-text">{o.text}</span>
        </button>
    );
}

/** Which of how many is decided, with a dot for each. */
function Count({ progress: { n, all, of } }: { progress: Progress }) {
    return (
        <span class="count-pill">
            {all <= 6 && (
                <span class="dots" aria-hidden="true">
                    {Array.from({ length: all }, (_, i) => (
                        <i key={i} class={i < n ? "on" : ""} />
                    ))}
                </span>
            )}
            {t(of, { n, all })}
        </span>
    );
}

export function Prompt({
    match,
    position,
    progress,
}: {
    match: Match;
    position: Position;
    progress: Progress | null;
}) {
    const { actor, decision } = position;
    const game = match.game;
    const mine = actor !== null && match.seats[actor].kind === "human";
    const why = `${game.id}.help.${decision}`;
    return (
        <section
            class={`panel prompt${mine ? " mine" : ""}`}
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
                            <span class="name">{seatName(game, match.seats, actor)}</span>
                            {match.thinking.value === actor && (
                                <em class="thinking"> {t("web.thinking")}</em>
                            )}
                            {mine && progress && <Count progress={progress} />}
                        </p>
                        <div class="ask">
                            {/* What is asked is asked of people: of the others it is told that they decide. */}
                            <h2>{t(mine ? `${game.id}.ask.${decision}` : "web.deciding")}</h2>
                            {mine && (
                                <button
                                    type="button"
                                    class="plain link why"
                                    aria-expanded={reasons.value}
                                    onClick={() => {
                                        reasons.value = !reasons.value;
                                    }}
                                >
                                    {t("web.explain")}
                                </button>
                            )}
                        </div>
                    </>
                )}
            </div>
            {mine && reasons.value && (
                <p class="help">
                    {has(why) && t(why)}{" "}
                    <a href={`#/rules/${game.id}/R${position.rule}`}>
                        {t("web.rule", { rule: position.rule })}
                    </a>
                </p>
            )}
            {match.way === "box" && position.ply === 0 && <p class="help">{t("table.lay_out")}</p>}
            {match.trouble.value && (
                <p role="alert" class="trouble">
                    {match.trouble.value}
                </p>
            )}
            <div class="tools">
                <Tool
                    icon="undo"
                    text={t("web.undo")}
                    keys="Control+Z"
                    off={!position.undo}
                    run={() => void match.undo()}
                />
                {match.redo && (
                    <Tool
                        icon="redo"
                        text={t("web.redo")}
                        keys="Control+Y"
                        off={!position.redo}
                        run={() => void match.redo?.()}
                    />
                )}
                <Tool
                    icon="reset"
                    text={t("web.reset_turn")}
                    off={!position.reset}
                    run={() => void match.reset()}
                />
                {match.advise && (
                    <Tool
                        icon="hint"
                        text={t(match.advising.value ? "web.hint_busy" : "web.hint")}
                        keys="H"
                        off={!mine || match.advising.value}
                        busy={match.advising.value}
                        run={() => void match.advise?.()}
                    />
                )}
            </div>
        </section>
    );
}
