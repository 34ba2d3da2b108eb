/* The start page. Choosing a cover fills the panel; Play starts at once. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Emblem } from "../art/emblems";
import { Icon, Logo } from "../art/icons";
import { factsOf, loadBoard } from "../boards/board";
import { readJson } from "../core/engine";
import { freshId, freshSeed, LocalMatch, type SavedGame, type Setup } from "../core/match";
import { forget, keep, playerName, recall, recallKeys } from "../core/settings";
import { loadTexts, t } from "../core/text";
import type { GameInfo, OptionInfo, Seat } from "../core/types";
import { Later, lobby, table } from "./Later";
import { Settings } from "./Settings";

export const LEVELS = ["apprentice", "trader", "merchant", "vizier"];

/** A bot's seat is "bot:<level>" in the form. */
type Form = { game: string; players: number; seats: string[]; names: string[]; options: string[] };

function optionValues(game: GameInfo, o: OptionInfo): string[] {
    if (o.names) return game.words[o.names].slice(o.min, o.max + 1);
    return Array.from({ length: o.max - o.min + 1 }, (_, i) => String(o.min + i));
}

/** Options as the form holds them, in the game's order: at first those for a first game. */
export function firstOptions(game: GameInfo): string[] {
    return game.options.map((o) => (o.names ? game.words[o.names][o.first] : String(o.first)));
}

export function optionsOf(game: GameInfo, values: string[]): Record<string, string | number> {
    const options: Record<string, string | number> = {};
    game.options.forEach((o, i) => {
        options[o.id] = o.names ? values[i] : Number(values[i]);
    });
    return options;
}

export function coverOf(game: string): string {
    return `./covers/${game}.svg`;
}

function firstForm(game: GameInfo): Form {
    const players = Math.min(game.seats[1], Math.max(game.seats[0], game.seats[1] >= 4 ? 3 : 2));
    return {
        game: game.id,
        players,
        seats: Array.from({ length: game.seats[1] }, (_, i) => (i === 0 ? "human" : "bot:trader")),
        names: Array.from({ length: game.seats[1] }, (_, i) => (i === 0 ? playerName.value : "")),
        options: firstOptions(game),
    };
}

function seatsOf(form: Form): Seat[] {
    return form.seats.slice(0, form.players).map((kind, i) => {
        const level = kind.split(":")[1];
        if (kind === "human") return { kind: "human", name: form.names[i].trim() };
        return {
            kind: "bot",
            bot: level,
            name: t("web.bot_name", { level: t(`web.level.${level}`), n: i + 1 }),
        };
    });
}

function setupOf(game: GameInfo, form: Form): Setup {
    return {
        game: game.id,
        players: form.players,
        seed: freshSeed(),
        options: optionsOf(game, form.options),
        seats: seatsOf(form),
    };
}

export function Covers({
    games,
    chosen,
    choose,
}: {
    games: GameInfo[];
    chosen: string;
    choose: (g: GameInfo) => void;
}) {
    return (
        <div class="games">
            {games.map((g) => (
                <button
                    type="button"
                    key={g.id}
                    class="cover"
                    data-game={g.id}
                    aria-pressed={chosen === g.id}
                    onClick={() => choose(g)}
                >
                    <img src={coverOf(g.id)} alt="" />
                    <span class="about">
                        <b>{t(`${g.id}.title`)}</b>
                        <span class="soft tagline">{t(`${g.id}.tagline`)}</span>
                        <span>
                            <Icon name="people" /> {g.seats[0]}–{g.seats[1]} <Icon name="clock" />{" "}
                            {t("web.minutes", { n: factsOf(g.id).minutes })}
                        </span>
                    </span>
                </button>
            ))}
        </div>
    );
}

function SeatForm({ form, change }: { form: Form; change: (f: Form) => void }) {
    const set = (list: "seats" | "names", i: number, to: string) => {
        const next = { ...form, [list]: form[list].map((old, k) => (k === i ? to : old)) };
        change(next);
    };
    return (
        <ul class="seats-form">
            {form.seats.slice(0, form.players).map((kind, i) => (
                <li key={`${form.game}${i}`}>
                    <Emblem seat={i} />
                    {kind === "human" ? (
                        <input
                            aria-label={t("web.name_of", { n: i + 1 })}
                            placeholder={t("seat.player", { n: i + 1 })}
                            maxLength={24}
                            value={form.names[i]}
                            onInput={(e) => set("names", i, e.currentTarget.value)}
                        />
                    ) : (
                        <span style={{ flex: 1 }}>{t("web.bot")}</span>
                    )}
                    <select
                        aria-label={t("web.who_plays", { n: i + 1 })}
                        value={kind}
                        onChange={(e) => set("seats", i, e.currentTarget.value)}
                    >
                        <option value="human">{t("web.human")}</option>
                        {LEVELS.map((l) => (
                            <option key={l} value={`bot:${l}`}>
                                {t(`web.level.${l}`)}
                            </option>
                        ))}
                    </select>
                </li>
            ))}
        </ul>
    );
}

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

interface SavedInfo {
    id: string;
    game: string;
    plies: number;
}

function savedGames(): SavedInfo[] {
    return recallKeys("save.").flatMap((key) => {
        try {
            const save = JSON.parse(recall(key) ?? "");
            return [{ id: key.slice(5), game: save.game, plies: save.moves.length }];
        } catch {
            return [];
        }
    });
}

function Saved({ games }: { games: GameInfo[] }) {
    const list = useSignal(savedGames());
    const trouble = useSignal<string | null>(null);
    const take = async (file: File | undefined) => {
        if (!file) return;
        try {
            const save = readJson<SavedGame>(await file.text());
            const match = await LocalMatch.load(games, freshId(), save);
            match.save();
            match.close();
            location.hash = `#/play/${match.id}`;
        } catch (e) {
            trouble.value = t("web.import_failed", {
                why: e instanceof Error ? e.message : String(e),
            });
        }
    };
    return (
        <section class="panel side">
            <div class="row" style={{ display: "flex", justifyContent: "space-between" }}>
                <h2>{t("web.saved_games")}</h2>
                <label class="outline">
                    <Icon name="open" /> {t("web.import")}
                    <input
                        class="hidden-text"
                        type="file"
                        accept=".json,application/json"
                        onChange={(e) => void take(e.currentTarget.files?.[0])}
                    />
                </label>
            </div>
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {!list.value.length && <p class="soft">{t("web.no_saved_games")}</p>}
            <ul class="saved">
                {list.value.map((s) => (
                    <li key={s.id}>
                        <img src={coverOf(s.game)} alt="" />
                        <span class="what">
                            <b>{t(`${s.game}.title`)}</b>
                            <span class="soft">{t("web.after_moves", { n: s.plies })}</span>
                        </span>
                        <a class="outline" href={`#/play/${s.id}`}>
                            {t("web.resume")}
                        </a>
                        <button
                            type="button"
                            class="plain"
                            aria-label={t("web.delete")}
                            onClick={() => {
                                forget(`save.${s.id}`);
                                list.value = savedGames();
                            }}
                        >
                            <Icon name="close" />
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Home({ games }: { games: GameInfo[] }) {
    const form = useSignal<Form>(firstForm(games.find((g) => g.id === recall("game")) ?? games[0]));
    const game = useComputed(() => games.find((g) => g.id === form.value.game) ?? games[0]);
    const busy = useSignal(false);
    /** On a narrow screen one of the two is shown. */
    const where = useSignal<"device" | "online">("device");
    // First the page stands; then it asks who else is there.
    const rested = useSignal(false);
    useEffect(() => {
        const timer = setTimeout(() => {
            rested.value = true;
        }, 700);
        return () => clearTimeout(timer);
    }, []);
    const play = async () => {
        busy.value = true;
        keep("game", game.value.id);
        keep("name", form.value.names[0].trim());
        // What the match is played with comes while it is set up.
        void Promise.allSettled([table.load(), loadBoard(game.value.id), loadTexts(game.value.id)]);
        const match = await LocalMatch.start(game.value, setupOf(game.value, form.value));
        match.save();
        match.close();
        location.hash = `#/play/${match.id}`;
    };
    const change = (f: Form) => {
        form.value = f;
    };
    const bots = form.value.seats.slice(0, form.value.players).filter((s) => s !== "human").length;
    return (
        <main class={`home at-${where.value}`}>
            <header>
                <Logo />
                <div class="title">
                    <h1>Caravanserai</h1>
                    <p>{t("web.subtitle")}</p>
                </div>
                <Settings />
            </header>
            <Covers games={games} chosen={form.value.game} choose={(g) => change(firstForm(g))} />
            <div class="segments where" role="group" aria-label={t("web.where")}>
                {(["device", "online"] as const).map((w) => (
                    <button
                        type="button"
                        key={w}
                        aria-pressed={where.value === w}
                        onClick={() => {
                            where.value = w;
                        }}
                    >
                        {t(`web.where_${w}`)}
                        {w === "online" && !!lobby.now.value?.turns.value && (
                            <b class="mark">{lobby.now.value.turns.value}</b>
                        )}
                    </button>
                ))}
            </div>
            <section class="panel setup">
                <div class="row">
                    <h2>{t(`${game.value.id}.title`)}</h2>
                    <Stepper
                        game={game.value}
                        players={form.value.players}
                        change={(players) => change({ ...form.value, players })}
                    />
                </div>
                <SeatForm form={form.value} change={change} />
                <OptionsForm
                    game={game.value}
                    values={form.value.options}
                    change={(options) => change({ ...form.value, options })}
                />
                <a href={`#/rules/${game.value.id}`}>{t("web.read_rules")}</a>
                <button
                    type="button"
                    class="big-play"
                    disabled={busy.value}
                    onClick={() => void play()}
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M6 3v18l15-9Z" />
                    </svg>
                    {t("web.play")}
                    <small class="note">{bots ? t("web.against_bots", { n: bots }) : ""}</small>
                </button>
            </section>
            <section class="panel others">
                <h2>{t("web.others")}</h2>
                {rested.value && <Later part={lobby}>{(p) => <p.Lobby />}</Later>}
            </section>
            <Saved games={games} />
        </main>
    );
}
