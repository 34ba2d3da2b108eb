/* Tournaments: which there are, and a new one. One as it stands is in Cup.tsx. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import type { GameInfo } from "../core/types";
import { Settings } from "../ui/Settings";
import { call, explain } from "./api";
import { NameAndGame, NumberField, TickField } from "./fields";
import { session } from "./mine";

export interface Terms {
    cup: string;
    name: string;
    game: string;
    kind: "swiss" | "robin";
    rounds: number;
    seats: number;
    live: boolean;
    rated: boolean;
    state: "open" | "running" | "over";
    round: number;
}

export function stateText(c: Terms): string {
    return t(`players.cup.${c.state}`, { round: c.round, rounds: c.rounds });
}

export function Bar({ title, to = "cups" }: { title: string; to?: "cups" | "leagues" }) {
    const other = to === "cups" ? "leagues" : "cups";
    return (
        <header class="bar">
            <a class="plain" href="#/" aria-label={t("web.home")}>
                <Icon name="home" />
            </a>
            <h1>{title}</h1>
            <span class="grow" />
            {[to, other]
                .filter((where) => t(`players.${where}`) !== title)
                .map((where) => (
                    <a
                        key={where}
                        class={where === to ? "plain" : "plain could"}
                        href={`#/${where}`}
                    >
                        {t(`players.${where}`)}
                    </a>
                ))}
            <Settings />
        </header>
    );
}

/* ---- a new one ----------------------------------------------------------------------------- */

function Make({ games }: { games: GameInfo[] }) {
    const form = useSignal({
        name: "",
        game: games[0].id,
        kind: "swiss",
        rounds: 3,
        seats: Math.max(2, games[0].seats[0]),
        live: true,
        rated: false,
        bots: 0,
    });
    const trouble = useSignal<string | null>(null);
    const set = (to: Partial<typeof form.value>) => {
        form.value = { ...form.value, ...to };
    };
    const game = games.find((g) => g.id === form.value.game) ?? games[0];
    const from = Math.max(2, game.seats[0]);
    const make = async () => {
        try {
            const { bots, ...body } = form.value;
            const { cup } = await call<{ cup: string }>("POST", "cups", {
                body: { ...body, bots: Array.from({ length: bots }, () => "trader") },
                token: session.value?.token,
            });
            location.hash = `#/cup/${cup}`;
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const number = (key: "rounds" | "seats" | "bots", min: number, max: number) => (
        <NumberField
            label={t(`players.cup.${key}`)}
            {...{ min, max }}
            value={form.value[key]}
            set={(value) => set({ [key]: value })}
        />
    );
    const tick = (key: "live" | "rated") => (
        <TickField
            label={t(`players.cup.${key}`)}
            value={form.value[key]}
            set={(value) => set({ [key]: value })}
        />
    );
    if (!session.value) return <p class="panel soft">{t("players.cup.account")}</p>;
    return (
        <form
            class="panel options-form make-cup"
            onSubmit={(e) => {
                e.preventDefault();
                void make();
            }}
        >
            <h2>{t("players.cup.new")}</h2>
            <NameAndGame
                {...{ games, game }}
                name={form.value.name}
                call={(name) => set({ name })}
                play={(to, seats) => set({ game: to, seats })}
            />
            <label>
                {t("players.cup.kind")}
                <select
                    value={form.value.kind}
                    onChange={(e) => set({ kind: e.currentTarget.value })}
                >
                    {["swiss", "robin"].map((k) => (
                        <option key={k} value={k}>
                            {t(`players.cup.${k}`)}
                        </option>
                    ))}
                </select>
            </label>
            {number("rounds", 1, 15)}
            {number("seats", from, game.seats[1])}
            {number("bots", 0, 64)}
            {tick("live")}
            {tick("rated")}
            {trouble.value && <p role="alert">{trouble.value}</p>}
            <button type="submit" class="confirm">
                {t("players.cup.make")}
            </button>
        </form>
    );
}

export function CupsPage({ games }: { games: GameInfo[] }) {
    const list = useSignal<(Terms & { players: number })[] | null>(null);
    const trouble = useSignal<string | null>(null);
    useEffect(() => {
        call<{ cups: (Terms & { players: number })[] }>("GET", "cups").then(
            (found) => {
                list.value = found.cups.filter((c) => games.some((g) => g.id === c.game));
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
    }, []);
    return (
        <main class="players">
            <Bar title={t("players.cups")} />
            {trouble.value && <p role="alert">{trouble.value}</p>}
            <div class="columns">
                <section class="panel">
                    {!list.value?.length && <p class="soft">{t("players.cup.none")}</p>}
                    <ul class="cup-list">
                        {list.value?.map((c) => (
                            <li key={c.cup}>
                                <a href={`#/cup/${c.cup}`}>
                                    <b>{c.name}</b>
                                </a>
                                <span class="soft">
                                    {t(`${c.game}.title`)} · {t(`players.cup.${c.kind}`)} ·{" "}
                                    {t("players.cup.players", { n: c.players })} · {stateText(c)}
                                </span>
                            </li>
                        ))}
                    </ul>
                </section>
                <Make games={games} />
            </div>
        </main>
    );
}
