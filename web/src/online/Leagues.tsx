/* Leagues by turns: which there are, a new one, and one as it stands: your matches first, then the divisions of a
 * season, each of which is a tournament (Cup.tsx). */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { call, explain } from "./api";
import { Pairing, Standings, Ties, useFollowed, type Whole } from "./Cup";
import { Bar } from "./Cups";
import { NameAndGame, NumberField, TickField } from "./fields";
import { session } from "./mine";
import { playerLink, whoText } from "./Ratings";

interface Terms {
    league: string;
    name: string;
    game: string;
    seats: number;
    rated: boolean;
    state: "open" | "running" | "pause" | "over";
    season: number;
}

interface Division {
    cup: string;
    state: string;
    players: number;
    up: number;
    down: number;
}

interface League extends Terms {
    days: number;
    until?: number;
    next?: number;
    ends: boolean;
    host: boolean;
    players: { name: string; bot?: string }[];
    in: boolean;
    division?: number;
    shown: number;
    divisions: Division[];
}

const EVERY = 5_000;

const day = (at = 0) => new Intl.DateTimeFormat(lang.value, { dateStyle: "medium" }).format(at);
const hour = (at = 0) =>
    new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

/* ---- all, and a new one -------------------------------------------------------------------- */

function usualSize(seats: number): number {
    return seats === 2 ? 6 : 2 * seats;
}

function Make({ games }: { games: GameInfo[] }) {
    const form = useSignal({
        name: "",
        game: games[0].id,
        seats: Math.max(2, games[0].seats[0]),
        size: usualSize(Math.max(2, games[0].seats[0])),
        moves: 2,
        days: 60,
        pause: 48,
        rated: false,
    });
    const trouble = useSignal<string | null>(null);
    const set = (to: Partial<typeof form.value>) => {
        form.value = { ...form.value, ...to };
    };
    const game = games.find((g) => g.id === form.value.game) ?? games[0];
    const make = async () => {
        try {
            const { league } = await call<{ league: string }>("POST", "leagues", {
                body: form.value,
                token: session.value?.token,
            });
            location.hash = `#/league/${league}`;
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const number = (
        key: "seats" | "size" | "moves" | "days" | "pause",
        label: string,
        min: number,
        max: number,
    ) => (
        <NumberField
            {...{ label, min, max }}
            value={form.value[key]}
            set={(to) => set(key === "seats" ? { seats: to, size: usualSize(to) } : { [key]: to })}
        />
    );
    if (!session.value) return <p class="panel soft">{t("players.league.account")}</p>;
    return (
        <form
            class="panel options-form make-cup"
            onSubmit={(e) => {
                e.preventDefault();
                void make();
            }}
        >
            <h2>{t("players.league.new")}</h2>
            <NameAndGame
                {...{ games, game }}
                name={form.value.name}
                call={(name) => set({ name })}
                play={(to, seats) => set({ game: to, seats, size: usualSize(seats) })}
            />
            {number("seats", t("players.cup.seats"), Math.max(2, game.seats[0]), game.seats[1])}
            {number("size", t("players.league.size"), form.value.seats, 16)}
            {number("moves", t("players.league.moves"), 1, 8)}
            {number("days", t("players.league.days"), 1, 90)}
            {number("pause", t("players.league.pause"), 0, 720)}
            <TickField
                label={t("players.cup.rated")}
                value={form.value.rated}
                set={(rated) => set({ rated })}
            />
            {trouble.value && <p role="alert">{trouble.value}</p>}
            <button type="submit" class="confirm">
                {t("players.cup.make")}
            </button>
        </form>
    );
}

export function LeaguesPage({ games }: { games: GameInfo[] }) {
    const list = useSignal<(Terms & { players: number })[] | null>(null);
    const trouble = useSignal<string | null>(null);
    useEffect(() => {
        call<{ leagues: (Terms & { players: number })[] }>("GET", "leagues").then(
            (found) => {
                list.value = found.leagues.filter((l) => games.some((g) => g.id === l.game));
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
    }, []);
    return (
        <main class="players">
            <Bar title={t("players.leagues")} />
            {trouble.value && <p role="alert">{trouble.value}</p>}
            <div class="columns">
                <section class="panel">
                    <p class="soft">{t("players.league.help")}</p>
                    {!list.value?.length && <p class="soft">{t("players.league.none")}</p>}
                    <ul class="cup-list">
                        {list.value?.map((l) => (
                            <li key={l.league}>
                                <a href={`#/league/${l.league}`}>
                                    <b>{l.name}</b>
                                </a>
                                <span class="soft">
                                    {t(`${l.game}.title`)} ·{" "}
                                    {t("players.cup.players", { n: l.players })} ·{" "}
                                    {l.state === "open" || l.state === "over"
                                        ? t(`players.cup.${l.state}`)
                                        : t("players.league.season", { n: l.season })}
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

/* ---- one ----------------------------------------------------------------------------------- */

function stateText(l: League): string {
    if (l.state === "running")
        return t("players.league.running", { n: l.season, date: day(l.until) });
    if (l.state === "pause")
        return t("players.league.between", { n: l.season, date: hour(l.next) });
    return t(`players.cup.${l.state}`);
}

/** What it is to you: in or not, and where you play. */
function yourText(l: League): string {
    const plays = l.state === "running" && l.shown === l.season && l.division !== undefined;
    if (plays && l.in) return t("players.league.your_division", { n: l.division ?? 0 });
    if (l.in) return t("players.league.in_next");
    return l.division !== undefined || l.season > 0 ? t("players.league.out_next") : "";
}

function Head({ l, act }: { l: League; act: (what: string) => void }) {
    const sure = useSignal(false);
    return (
        <section class="panel your-cup">
            <p>
                {t(`${l.game}.title`)} · {stateText(l)} ·{" "}
                {t("players.cup.players", { n: l.players.length })}
                {l.rated && ` · ${t("players.cup.rated_short")}`}
            </p>
            <p class="soft">
                {t("players.league.time", { n: Math.floor(l.days / l.seats) || 1 })}{" "}
                {l.ends && l.state !== "over" && t("players.league.last")}
            </p>
            {session.value && l.state !== "over" && <p>{yourText(l)}</p>}
            {!session.value && l.state !== "over" && <p>{t("players.league.account")}</p>}
            {session.value && l.state !== "over" && (
                <div class="filters">
                    <button
                        type="button"
                        class="outline"
                        onClick={() => act(l.in ? "leave" : "join")}
                    >
                        {t(l.in ? "players.cup.leave" : "players.cup.join")}
                    </button>
                    {l.host && l.state === "open" && (
                        <button
                            type="button"
                            class="confirm"
                            disabled={l.players.length < l.seats}
                            onClick={() => act("start")}
                        >
                            {t("players.league.start")}
                        </button>
                    )}
                    {l.host && !l.ends && (
                        <button
                            type="button"
                            class="plain"
                            onClick={() => {
                                if (sure.value) act("end");
                                sure.value = !sure.value;
                            }}
                        >
                            {t(sure.value ? "players.league.end_sure" : "players.league.end")}
                        </button>
                    )}
                </div>
            )}
        </section>
    );
}

function Enrolled({ l }: { l: League }) {
    return (
        <section class="panel">
            <h2>{t("players.league.enrolled")}</h2>
            <ol class="enrolled">
                {l.players.map((p, i) => (
                    <li key={i}>
                        {p.bot ? whoText(p) : <a href={playerLink(p.name)}>{p.name}</a>}
                    </li>
                ))}
            </ol>
        </section>
    );
}

function Matches({ c }: { c: Whole }) {
    const { you } = c;
    const mine = (x: Whole["tables"][number]) => you !== null && x.players.includes(you);
    const yours = c.tables.filter((x) => x.table && mine(x) && !x.places);
    const tables = c.tables.filter((x) => x.table && !yours.includes(x));
    return (
        <section class="panel rounds">
            {yours.length > 0 && (
                <>
                    <h2>{t("players.league.your_matches")}</h2>
                    <ul class="cup-list yours">
                        {yours.map((x) => (
                            <Pairing key={x.table} c={c} table={x} />
                        ))}
                    </ul>
                </>
            )}
            {tables.length > 0 && (
                <details open={!yours.length}>
                    <summary>{t("players.league.matches")}</summary>
                    <ul class="cup-list">
                        {tables.map((x) => (
                            <Pairing key={x.table} c={c} table={x} />
                        ))}
                    </ul>
                </details>
            )}
        </section>
    );
}

function Choice({
    l,
    go,
    at,
}: {
    l: League;
    go: (season: number, at: number) => void;
    at: number;
}) {
    return (
        <div class="filters league-choice">
            <select
                aria-label={t("players.season")}
                value={l.shown}
                onChange={(e) => go(Number(e.currentTarget.value), 1)}
            >
                {Array.from({ length: l.season }, (_, i) => l.season - i).map((n) => (
                    <option key={n} value={n}>
                        {t("players.league.season", { n })}
                    </option>
                ))}
            </select>
            <select
                aria-label={t("players.league.divisions")}
                value={at}
                onChange={(e) => go(l.shown, Number(e.currentTarget.value))}
            >
                {l.divisions.map((d, i) => (
                    <option key={d.cup} value={i + 1}>
                        {t("players.league.division", { n: i + 1 })}
                        {l.division === i + 1 && ` ${t("players.league.yours")}`}
                    </option>
                ))}
            </select>
        </div>
    );
}

export function LeaguePage({ id }: { id: string }) {
    const league = useSignal<League | null>(null);
    const cup = useSignal<Whole | null>(null);
    const season = useSignal(0); // 0: the one that runs
    const chosen = useSignal(0); // 0: one's own division, or the first
    const trouble = useSignal<string | null>(null);
    const division = (l: League) =>
        Math.min(chosen.value || l.division || 1, Math.max(1, l.divisions.length));
    const look = async () => {
        const token = session.value?.token;
        try {
            const l = await call<League>("GET", `leagues/${id}?season=${season.value}`, { token });
            const at = l.divisions[division(l) - 1];
            cup.value = at ? await call<Whole>("GET", `cups/${at.cup}`, { token }) : null;
            league.value = l;
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const act = useFollowed(
        `leagues/${id}`,
        EVERY,
        look,
        () => league.value?.state === "over",
        trouble,
    );
    const l = league.value;
    const c = cup.value;
    const at = l ? division(l) : 1;
    return (
        <main class="players">
            <Bar title={l?.name ?? ""} to="leagues" />
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {l && <Head l={l} act={(what) => void act(what)} />}
            {l && c && (
                <>
                    <Choice
                        l={l}
                        at={at}
                        go={(to, where) => {
                            season.value = to;
                            chosen.value = where;
                            void look();
                        }}
                    />
                    <div class="columns">
                        <Standings
                            c={c}
                            up={l.divisions[at - 1]?.up}
                            down={l.divisions[at - 1]?.down}
                        />
                        <aside>
                            <Matches c={c} />
                            <Ties />
                        </aside>
                    </div>
                </>
            )}
            {l && (l.state === "open" || l.state === "pause") && <Enrolled l={l} />}
        </main>
    );
}
