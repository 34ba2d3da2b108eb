/* How many play, and the options of a game: on the start page and where a table with others is opened. */
import { t } from "../core/text";
import type { GameInfo } from "../core/types";
import { optionValues } from "./setup";

export function OptionsForm({
    game,
    values,
    change,
}: {
    game: GameInfo;
    values: string[];
    change: (to: string[]) => void;
}) {
    if (!game.options.length) return null;
    return (
        <details>
            <summary>{t("web.options")}</summary>
            <div class="options-form">
                {game.options.map((o, i) => (
                    <label key={o.id}>
                        {t(`${game.id}.option.${o.id}`)}
                        <select
                            value={values[i]}
                            onChange={(e) => {
                                const to = e.currentTarget.value;
                                change(values.map((old, k) => (k === i ? to : old)));
                            }}
                        >
                            {optionValues(game, o).map((v) => (
                                <option key={v} value={v}>
                                    {o.names ? t(`${game.id}.${o.names}.${v}`) : v}
                                </option>
                            ))}
                        </select>
                        <small class="soft">{t(`${game.id}.option.${o.id}.help`)}</small>
                    </label>
                ))}
            </div>
        </details>
    );
}

/** How many play, within what the game allows. */
export function Stepper({
    game,
    players,
    change,
}: {
    game: GameInfo;
    players: number;
    change: (to: number) => void;
}) {
    const [min, max] = game.seats;
    return (
        <div class="stepper">
            <span class="soft">{t("web.seats")}</span>
            <button
                type="button"
                aria-label={t("web.fewer")}
                disabled={players <= min}
                onClick={() => change(players - 1)}
            >
                −
            </button>
            <b>{players}</b>
            <button
                type="button"
                aria-label={t("web.more")}
                disabled={players >= max}
                onClick={() => change(players + 1)}
            >
                +
            </button>
        </div>
    );
}
