/* What the forms of tournaments and leagues have in common. */
import { t } from "../core/text";
import type { GameInfo } from "../core/types";

export function NumberField(o: {
    label: string;
    min: number;
    max: number;
    value: number;
    set: (value: number) => void;
}) {
    return (
        <label>
            {o.label}
            <input
                type="number"
                min={o.min}
                max={o.max}
                value={o.value}
                onInput={(e) => o.set(Number(e.currentTarget.value))}
            />
        </label>
    );
}

export function TickField(o: { label: string; value: boolean; set: (value: boolean) => void }) {
    return (
        <label>
            {o.label}
            <input
                type="checkbox"
                checked={o.value}
                onChange={(e) => o.set(e.currentTarget.checked)}
            />
        </label>
    );
}

/** What it is called, and what is played there; of another game with the fewest seats it is played at there. */
export function NameAndGame(o: {
    games: GameInfo[];
    name: string;
    game: GameInfo;
    call: (name: string) => void;
    play: (game: string, seats: number) => void;
}) {
    return (
        <>
            <label>
                {t("players.cup.name")}
                <input
                    required
                    maxLength={30}
                    value={o.name}
                    onInput={(e) => o.call(e.currentTarget.value)}
                />
            </label>
            <label>
                {t("players.game")}
                <select
                    value={o.game.id}
                    onChange={(e) => {
                        const to =
                            o.games.find((g) => g.id === e.currentTarget.value) ?? o.games[0];
                        o.play(to.id, Math.max(2, to.seats[0]));
                    }}
                >
                    {o.games.map((g) => (
                        <option key={g.id} value={g.id}>
                            {t(`${g.id}.title`)}
                        </option>
                    ))}
                </select>
            </label>
        </>
    );
}
