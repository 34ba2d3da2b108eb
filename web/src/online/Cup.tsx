/* One tournament as it stands: its rounds, your table first, standings, and the tables of the round one looks at. A
 * division of a league (Leagues.tsx) is one, too. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Emblem, emblemOf } from "../art/emblems";
import { Portrait } from "../art/faces";
import { Icon } from "../art/icons";
import { lang, t } from "../core/text";
import { call, explain } from "./api";
import { Bar, stateText, type Terms } from "./Cups";
import { session } from "./mine";
import { playerLink, whoText } from "./Ratings";

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

const points = (n: number) =>
    new Intl.NumberFormat(lang.value, { maximumFractionDigits: 2 }).format(n / 1000);
const pointsOf = (c: Whole, player: number) =>
    points(c.standings.find((l) => l.player === player)?.points ?? 0);

/** Tables of a round; those who rest sit at none. */
const tablesOf = (c: Whole, round: number) => c.tables.filter((x) => x.round === round);

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

/* ---- rounds -------------------------------------------------------------------------------- */

/** What a round is: over, under way with so many tables over, or still to come. */
function roundState(c: Whole, round: number): { is: "over" | "on" | "comes"; text: string } {
    const tables = tablesOf(c, round).filter((x) => x.table);
    const n = tables.filter((x) => x.places).length;
    const is = !tables.length ? "comes" : n === tables.length ? "over" : "on";
    return { is, text: t(`players.cup.round_${is}`, { n, of: tables.length }) };
}

/** All rounds in a row; of those that are drawn the tables can be looked at. */
function RoundBar({ c, at, look }: { c: Whole; at: number; look: (round: number) => void }) {
    return (
        <nav class="round-bar" aria-label={t("players.cup.rounds")}>
            {Array.from({ length: c.rounds }, (_, i) => {
                const n = i + 1;
                const { is, text } = roundState(c, n);
                return (
                    <button
                        type="button"
                        key={n}
                        class={is}
                        aria-current={n === at ? "true" : undefined}
                        disabled={is === "comes"}
                        onClick={() => look(n)}
                    >
                        <b>{t("players.cup.round", { n })}</b>
                        <small>{text}</small>
                    </button>
                );
            })}
        </nav>
    );
}

/** The place at a table, the best ones darkest; one to come is an empty frame. */
function Place({ place, title }: { place?: number; title?: string }) {
    return (
        <i class={`cup-place${place ? ` share${Math.min(place - 1, 3)}` : ""}`} title={title}>
            {place ?? "·"}
        </i>
    );
}

/** The place at the table of each round. */
function ByRound({ c, player }: { c: Whole; player: number }) {
    return (
        <span class="by-round">
            {Array.from({ length: c.rounds }, (_, i) => {
                const table = tablesOf(c, i + 1).find((x) => x.players.includes(player));
                const place = table?.places?.[table.players.indexOf(player)];
                return <Place key={i} place={place} title={t("players.cup.round", { n: i + 1 })} />;
            })}
        </span>
    );
}

/** One table of a round: who sits where, with the points before it, or how it ended. */
function Seated({ c, table, n }: { c: Whole; table: CupTable; n: number }) {
    const own = c.you !== null && table.players.includes(c.you);
    return (
        <li class={own ? "own" : ""}>
            <header>
                <b>{table.table ? t("players.cup.table", { n }) : t("players.cup.bye")}</b>
                {table.table && (
                    <a href={`#/table/${table.table}`}>
                        {t(table.places ? "players.look" : "players.cup.to_table")}
                    </a>
                )}
            </header>
            <ul>
                {table.players.map((p, i) => (
                    <li key={p}>
                        {table.table && (
                            <Emblem seat={emblemOf(i, table.players.length)} size={20} />
                        )}
                        <Face c={c} player={p} size={26} />
                        <span class="name">
                            <Name c={c} player={p} />
                        </span>
                        <span class="soft">{table.totals?.[i] ?? pointsOf(c, p)}</span>
                        {table.places && <Place place={table.places[i]} />}
                    </li>
                ))}
            </ul>
        </li>
    );
}

function Tables({ c, round }: { c: Whole; round: number }) {
    return (
        <section class="panel rounds">
            <h2>{t("players.cup.round", { n: round })}</h2>
            <ul class="cup-tables">
                {tablesOf(c, round).map((x, i) => (
                    <Seated key={x.players[0]} c={c} table={x} n={i + 1} />
                ))}
            </ul>
        </section>
    );
}

/* ---- standings ----------------------------------------------------------------------------- */

/** Who stands where; in a league also who goes up and who goes down. */
export function Standings({ c, up = 0, down = 0 }: { c: Whole; up?: number; down?: number }) {
    const last = c.standings.length - down;
    const begun = c.tables.some((x) => x.places);
    const mark = (i: number) => (!begun ? null : i < up ? "up" : i >= last ? "down" : null);
    // In a league everybody meets everybody in one round, and more would not fit.
    const rounds = !c.league && c.state !== "open" && c.rounds <= 9;
    const after = c.state === "over" ? c.rounds : c.round - 1;
    const next = (player: number) =>
        tablesOf(c, c.round).findIndex((x) => x.table && x.players.includes(player)) + 1;
    const heading = c.division
        ? t("players.league.division", { n: c.division })
        : after > 0
          ? t("players.cup.after", { n: after })
          : t("players.cup.standings");
    return (
        <section class="panel standings">
            <h2>{heading}</h2>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("players.place")}</th>
                        <th scope="col">{t("players.player")}</th>
                        {rounds && <th scope="col">{t("players.cup.by_round")}</th>}
                        <th scope="col" class="value">
                            {t("players.cup.points")}
                        </th>
                        <th scope="col" class="value could">
                            {t("players.cup.opponents")}
                        </th>
                        <th scope="col" class="value could">
                            {t("players.cup.share")}
                        </th>
                        {rounds && c.state === "running" && (
                            <th scope="col" class="value could">
                                {t("players.cup.at_table")}
                            </th>
                        )}
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
                                <td>
                                    <ByRound c={c} player={l.player} />
                                </td>
                            )}
                            <td class="value">
                                <b>{points(l.points)}</b>
                            </td>
                            <td class="value could">{points(l.opponents)}</td>
                            <td class="value could">{points(l.share)}</td>
                            {rounds && c.state === "running" && (
                                <td class="value could">{next(l.player) || "–"}</td>
                            )}
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

/** What a table is worth, and what decides between equals. */
export function Ties() {
    return (
        <p class="cup-ties">
            <Icon name="cup" />
            <span>{t("players.cup.ties")}</span>
        </p>
    );
}

/** A table in a line, for lists of many. */
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

/* ---- yours --------------------------------------------------------------------------------- */

function SignUp({ c, act }: { c: Whole; act: (what: string) => void }) {
    if (!session.value) return <p>{t("players.cup.account")}</p>;
    return (
        <div class="filters">
            <button
                type="button"
                class={c.you === null ? "confirm" : "outline"}
                onClick={() => act(c.you === null ? "join" : "leave")}
            >
                {t(c.you === null ? "players.cup.join" : "players.cup.leave")}
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
    );
}

/** Where you sit now, and with whom. */
function YourTable({ c, table }: { c: Whole; table: CupTable }) {
    if (!table.table) return <p>{t("players.cup.your_bye")}</p>;
    const n = tablesOf(c, table.round).indexOf(table) + 1;
    return (
        <>
            <h2>{t("players.cup.your_seat", { n })}</h2>
            <ul class="cup-company">
                {table.players.map((p, i) => (
                    <li key={p}>
                        <Face c={c} player={p} line={i} of={table.players.length} size={56} />
                        <b>
                            <Name c={c} player={p} />
                            {p === c.you && ` ${t("online.you")}`}
                        </b>
                        <span class="soft">{t("players.cup.has", { points: pointsOf(c, p) })}</span>
                    </li>
                ))}
            </ul>
            <a class="confirm" href={`#/table/${table.table}`}>
                {t("players.cup.your_table")}
            </a>
        </>
    );
}

/** The first three, the winner's face the largest. */
function Winners({ c }: { c: Whole }) {
    const [first] = c.standings;
    return (
        <>
            <p class="big">
                <Icon name="cup" /> <Name c={c} player={first.player} />
            </p>
            <ul class="cup-company">
                {c.standings.slice(0, 3).map((l, i) => (
                    <li key={l.player}>
                        <Face c={c} player={l.player} size={i ? 48 : 64} />
                        <b>
                            {i + 1}. <Name c={c} player={l.player} />
                        </b>
                        <span class="soft">
                            {t("players.cup.has", { points: points(l.points) })}
                        </span>
                    </li>
                ))}
            </ul>
        </>
    );
}

function Yours({ c, act }: { c: Whole; act: (what: string) => void }) {
    const { you } = c;
    const mine = c.tables.find(
        (x) =>
            you !== null &&
            (c.league || x.round === c.round) &&
            x.players.includes(you) &&
            !x.places,
    );
    const won = c.state === "over" && c.standings.length > 0;
    if (!mine && !won && c.state !== "open") return null;
    return (
        <section class="panel your-cup">
            {c.state === "open" && <SignUp c={c} act={act} />}
            {mine && <YourTable c={c} table={mine} />}
            {won && <Winners c={c} />}
        </section>
    );
}

/** What is played, how, and how far it is. */
function Head({ c, at, look }: { c: Whole; at: number; look: (round: number) => void }) {
    const told = [
        t(`${c.game}.title`),
        t(`players.cup.${c.kind}`),
        t("players.cup.players", { n: c.players.length }),
        t("players.cup.tables_of", { n: c.seats }),
        ...(c.league ? [] : [t("players.cup.rounds_n", { n: c.rounds })]),
        t(c.live ? "online.live" : "online.by_turns"),
        ...(c.rated ? [t("players.cup.rated_short")] : []),
        // How far it is the rounds tell.
        ...(c.league || c.state === "running" ? [] : [stateText(c)]),
    ];
    return (
        <header class="cup-head">
            <p class="soft">
                {c.league && (
                    <a href={`#/league/${c.league}`}>
                        {t("players.league.season", { n: c.season ?? 0 })},{" "}
                        {t("players.league.division", { n: c.division ?? 0 })}
                    </a>
                )}
                {c.league && " · "}
                {told.join(" · ")}
            </p>
            {!c.league && c.state !== "open" && <RoundBar c={c} at={at} look={look} />}
        </header>
    );
}

/** Looks at once and every so many milliseconds until it is over; what is returned does something there, and looks. */
export function useFollowed(
    path: string,
    every: number,
    look: () => Promise<void>,
    over: () => boolean,
    trouble: Signal<string | null>,
) {
    useEffect(() => {
        void look();
        const timer = setInterval(() => {
            if (!document.hidden && !over()) void look();
        }, every);
        return () => clearInterval(timer);
    }, [path]);
    return async (what: string) => {
        trouble.value = null;
        try {
            await call("POST", `${path}/${what}`, { token: session.value?.token });
        } catch (e) {
            trouble.value = explain(e);
        }
        await look();
    };
}

export function CupPage({ id }: { id: string }) {
    const cup = useSignal<Whole | null>(null);
    const trouble = useSignal<string | null>(null);
    /** The round whose tables are shown; null: the latest, as it changes. */
    const looked = useSignal<number | null>(null);
    const look = async () => {
        try {
            cup.value = await call<Whole>("GET", `cups/${id}`, { token: session.value?.token });
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const act = useFollowed(`cups/${id}`, EVERY, look, () => cup.value?.state === "over", trouble);
    const c = cup.value;
    const at = looked.value ?? c?.round ?? 0;
    return (
        <main class="players">
            <Bar title={c?.name ?? ""} />
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {c && (
                <>
                    <Head
                        c={c}
                        at={at}
                        look={(round) => {
                            looked.value = round === c.round ? null : round;
                        }}
                    />
                    <div class="columns cup">
                        <Standings c={c} />
                        <aside>
                            <Yours c={c} act={(what) => void act(what)} />
                            {c.tables.length > 0 && <Tables c={c} round={at} />}
                            <Ties />
                        </aside>
                    </div>
                </>
            )}
        </main>
    );
}
