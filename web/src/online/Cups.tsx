/* Tournaments: which there are, a new one, and one as it stands: your next table first, then standings and rounds. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Portrait } from "../art/faces";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import type { GameInfo } from "../core/types";
import { Settings } from "../ui/Settings";
import { call, explain } from "./api";
import { NameAndGame, NumberField, TickField } from "./fields";
import { session } from "./mine";
import { playerLink, whoText } from "./Ratings";

interface Terms {
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

interface CupTable {
    round: number;
    table?: string;
    players: number[];
    places?: number[];
    totals?: number[];
}

export interface Whole extends Terms {
    league?: string;
    season?: number;
    division?: number;
    players: { name: string; bot?: string }[];
    you: number | null;
    host: boolean;
    standings: {
        player: number;
        games: number;
        points: number;
        opponents: number;
        share: number;
    }[];
    tables: CupTable[];
}

const EVERY = 3_000;

function stateText(c: Terms): string {
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

/* ---- one ----------------------------------------------------------------------------------- */

const points = (n: number) => (n / 1000).toFixed(2).replace(/\.?0+$/, "");

function Name({ c, player }: { c: Whole; player: number }) {
    const p = c.players[player];
    if (p.bot) return <>{`${whoText(p)} ${player + 1}`}</>;
    return p.name === "-" ? <>{t("players.gone")}</> : <a href={playerLink(p.name)}>{p.name}</a>;
}

/** What a player is called where only letters are wanted. */
const called = (c: Whole, player: number) =>
    c.players[player].bot ? whoText(c.players[player]) : c.players[player].name;

function Face(o: { c: Whole; player: number; line?: number; of?: number; size: number }) {
    const { bot } = o.c.players[o.player];
    return (
        <Portrait
            seat={{ kind: bot ? "bot" : "human", bot }}
            name={called(o.c, o.player)}
            line={o.line ?? 0}
            seats={o.of ?? 1}
            size={o.size}
            bare={o.line === undefined}
        />
    );
}

/** The place at the table of each round; those to come are empty. */
function ByRound({ c, player }: { c: Whole; player: number }) {
    return (
        <span class="by-round">
            {Array.from({ length: c.rounds }, (_, i) => {
                const table = c.tables.find((x) => x.round === i + 1 && x.players.includes(player));
                const place = table?.places?.[table.players.indexOf(player)];
                return (
                    <i
                        key={i}
                        class={place ? `share${Math.min(place - 1, 3)}` : ""}
                        title={t("players.cup.round", { n: i + 1 })}
                    >
                        {place ?? "·"}
                    </i>
                );
            })}
        </span>
    );
}

/** Who stands where; in a league also who goes up and who goes down. */
export function Standings({ c, up = 0, down = 0 }: { c: Whole; up?: number; down?: number }) {
    const last = c.standings.length - down;
    const begun = c.tables.some((x) => x.places);
    const mark = (i: number) => (!begun ? null : i < up ? "up" : i >= last ? "down" : null);
    // In a league everybody meets everybody in one round, and more would not fit.
    const rounds = !c.league && c.state !== "open" && c.rounds <= 9;
    return (
        <section class="panel">
            <h2>
                {c.division
                    ? t("players.league.division", { n: c.division })
                    : t("players.cup.standings")}
            </h2>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("players.place")}</th>
                        <th scope="col">{t("players.player")}</th>
                        {rounds && (
                            <th scope="col" class="could">
                                {t("players.cup.by_round")}
                            </th>
                        )}
                        <th scope="col" class="value">
                            {t("players.cup.points")}
                        </th>
                        <th scope="col" class="value could">
                            {t("players.cup.opponents")}
                        </th>
                        <th scope="col" class="value could">
                            {t("players.cup.share")}
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {c.standings.map((l, i) => (
                        <tr
                            key={l.player}
                            class={`${l.player === c.you ? "own" : ""} ${mark(i) ?? ""}`}
                        >
                            <td class="place">{i + 1}</td>
                            <th scope="row">
                                <Face c={c} player={l.player} size={26} />{" "}
                                <Name c={c} player={l.player} />
                                {mark(i) && (
                                    <span class={`move ${mark(i)}`}>
                                        {mark(i) === "up" ? "▲" : "▼"}{" "}
                                        <span class="soft">{t(`players.league.${mark(i)}`)}</span>
                                    </span>
                                )}
                            </th>
                            {rounds && (
                                <td class="could">
                                    <ByRound c={c} player={l.player} />
                                </td>
                            )}
                            <td class="value">
                                <b>{points(l.points)}</b>
                            </td>
                            <td class="value could">{points(l.opponents)}</td>
                            <td class="value could">{points(l.share)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <p class="soft">{t("players.cup.ties")}</p>
        </section>
    );
}

export function Pairing({ c, table }: { c: Whole; table: CupTable }) {
    return (
        <li>
            <span>
                {table.players.map((p, i) => (
                    <span key={p}>
                        {i > 0 && " – "}
                        <Name c={c} player={p} />
                        {table.places && <span class="soft"> ({table.totals?.[i]})</span>}
                    </span>
                ))}
            </span>
            {table.table ? (
                <a class="outline" href={`#/table/${table.table}`}>
                    {t(table.places ? "players.look" : "players.cup.to_table")}
                </a>
            ) : (
                <span class="soft">{t("players.cup.bye")}</span>
            )}
        </li>
    );
}

function Rounds({ c }: { c: Whole }) {
    const rounds = [...new Set(c.tables.map((x) => x.round))].sort((a, b) => b - a);
    return (
        <section class="panel rounds">
            {rounds.map((n) => (
                <details key={n} open={!!c.league || n === c.round}>
                    <summary>{t("players.cup.round", { n })}</summary>
                    <ul class="cup-list">
                        {c.tables
                            .filter((x) => x.round === n)
                            .map((x) => (
                                <Pairing key={x.players[0]} c={c} table={x} />
                            ))}
                    </ul>
                </details>
            ))}
        </section>
    );
}

function Yours({ c, act }: { c: Whole; act: (what: string) => void }) {
    const you = c.you;
    const mine = c.tables.find(
        (x) =>
            you !== null &&
            (c.league || x.round === c.round) &&
            x.players.includes(you) &&
            !x.places,
    );
    return (
        <section class="panel your-cup">
            {c.league && (
                <p>
                    <a href={`#/league/${c.league}`}>
                        {t("players.league.season", { n: c.season ?? 0 })},{" "}
                        {t("players.league.division", { n: c.division ?? 0 })}
                    </a>
                </p>
            )}
            <p>
                {t(`${c.game}.title`)} · {t(`players.cup.${c.kind}`)} ·{" "}
                {!c.league && `${stateText(c)} · `}
                {t("players.cup.players", { n: c.players.length })}
                {c.rated && ` · ${t("players.cup.rated_short")}`}
            </p>
            {c.state === "open" && session.value && (
                <div class="filters">
                    <button
                        type="button"
                        class="outline"
                        onClick={() => act(you === null ? "join" : "leave")}
                    >
                        {t(you === null ? "players.cup.join" : "players.cup.leave")}
                    </button>
                    {c.host && (
                        <button
                            type="button"
                            class="confirm"
                            disabled={c.players.length < 2}
                            onClick={() => act("start")}
                        >
                            {t("players.cup.start")}
                        </button>
                    )}
                </div>
            )}
            {c.state === "open" && !session.value && <p>{t("players.cup.account")}</p>}
            {mine?.table && (
                <ul class="cup-company">
                    {mine.players.map((p, i) => (
                        <li key={p}>
                            <Face c={c} player={p} line={i} of={mine.players.length} size={52} />
                            <b>
                                <Name c={c} player={p} />
                            </b>
                            <span class="soft">
                                {t("players.cup.has", {
                                    points: points(
                                        c.standings.find((l) => l.player === p)?.points ?? 0,
                                    ),
                                })}
                            </span>
                        </li>
                    ))}
                </ul>
            )}
            {mine?.table && (
                <a class="confirm" href={`#/table/${mine.table}`}>
                    {t("players.cup.your_table")}
                </a>
            )}
            {mine && !mine.table && <p>{t("players.cup.your_bye")}</p>}
            {c.state === "over" && c.standings[0] && (
                <p class="big">
                    <Icon name="cup" /> <Name c={c} player={c.standings[0].player} />
                </p>
            )}
        </section>
    );
}

export function CupPage({ id }: { id: string }) {
    const cup = useSignal<Whole | null>(null);
    const trouble = useSignal<string | null>(null);
    const look = async () => {
        try {
            cup.value = await call<Whole>("GET", `cups/${id}`, { token: session.value?.token });
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const act = async (what: string) => {
        trouble.value = null;
        try {
            await call("POST", `cups/${id}/${what}`, { token: session.value?.token });
        } catch (e) {
            trouble.value = explain(e);
        }
        await look();
    };
    useEffect(() => {
        void look();
        const timer = setInterval(() => {
            if (!document.hidden && cup.value?.state !== "over") void look();
        }, EVERY);
        return () => clearInterval(timer);
    }, [id]);
    const c = cup.value;
    return (
        <main class="players">
            <Bar title={c?.name ?? ""} />
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {c && (
                <>
                    <Yours c={c} act={(what) => void act(what)} />
                    <div class="columns">
                        <Standings c={c} />
                        {c.tables.length > 0 && <Rounds c={c} />}
                    </div>
                </>
            )}
        </main>
    );
}
