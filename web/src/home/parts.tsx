/* What the start page and the page that opens a table with others have in common. */
import type { ComponentChildren } from "preact";
import { Icon } from "../art/icons";
import { factsOf } from "../boards/board";
import { t } from "../core/text";
import type { GameInfo } from "../core/types";
import { coverOf } from "./setup";

export function Covers({
    games,
    chosen,
    choose,
    foot,
}: {
    games: GameInfo[];
    chosen: string;
    choose: (g: GameInfo) => void;
    /** Below a cover. */
    foot?: (g: GameInfo) => ComponentChildren;
}) {
    return (
        <div class="games">
            {games.map((g) => (
                <article key={g.id} class={`cover${chosen === g.id ? " chosen" : ""}`}>
                    <button
                        type="button"
                        data-game={g.id}
                        aria-pressed={chosen === g.id}
                        onClick={() => choose(g)}
                    >
                        <img src={coverOf(g.id)} alt="" />
                        <span class="about">
                            <b>{t(`${g.id}.title`)}</b>
                            <span class="facts">
                                <Icon name="people" /> {g.seats[0]}–{g.seats[1]}{" "}
                                <Icon name="clock" />{" "}
                                {t("web.minutes", { n: factsOf(g.id).minutes })}
                            </span>
                            <span class="soft tagline">{t(`${g.id}.tagline`)}</span>
                        </span>
                    </button>
                    {foot && <div class="foot">{foot(g)}</div>}
                </article>
            ))}
        </div>
    );
}
