/* A player: ratings and how they went, places by game, matches. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { narrow } from "../core/settings";
import { lang, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { coverOf } from "../home/setup";
import { Settings } from "../ui/Settings";
import { call, explain } from "./api";
import { Knows } from "./Knows";
import { session } from "./mine";
import { playerLink, whoText } from "./Ratings";
import { type Course, type Past, type Profile, signed, ticks } from "./rating";

const date = (at: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang.value, options).format(at);

/* ---- the course of a rating ---------------------------------------------------------------- */

/** Month and year after "since", where Russian declines the month as in a whole date. */
function month(at: number): string {
    if (lang.value !== "ru") return date(at, { month: "long", year: "numeric" });
    const whole = new Intl.DateTimeFormat("ru", { dateStyle: "long" }).formatToParts(at);
    const from = whole.findIndex((part) => part.type === "month");
    return whole
        .slice(from)
        .map((part) => part.value)
        .join("");
}

/** Room for the axis at the left, above and below. */
const [LEFT, TOP, FOOT] = [44, 10, 26];

function Chart({ course, chosen }: { course: Course[]; chosen: string }) {
    // Drawn as large as it is shown, so that letters keep their size; at the end stands the name.
    const [WIDE, HIGH, RIGHT] = narrow.value ? [334, 230, 92] : [640, 280, 120];
    const own = course.filter((c) => c.game === chosen);
    const last = own.at(-1);
    if (!last) return <p class="soft">{t("players.no_course")}</p>;
    const low = Math.min(...own.map((c) => c.rating - c.band)) - 15;
    const high = Math.max(...own.map((c) => c.rating + c.band)) + 15;
    const others = [...new Set(course.map((c) => c.game))].filter((g) => g !== chosen);
    // Matches follow each other at even steps: pauses say little, and days with many would hide them.
    const x = (i: number, n: number) => LEFT + (n < 2 ? 1 : i / (n - 1)) * (WIDE - LEFT - RIGHT);
    const y = (v: number) => TOP + ((high - v) / (high - low)) * (HIGH - TOP - FOOT);
    const line = (list: Course[], of: (c: Course) => number) =>
        list.map(
            (c, i) => `${i ? "L" : "M"}${x(i, list.length).toFixed(1)} ${y(of(c)).toFixed(1)}`,
        );
    const up = line(own, (c) => c.rating + c.band).join("");
    const down = line([...own], (c) => c.rating - c.band)
        .reverse()
        .map((p) => `L${p.slice(1)}`)
        .join("");
    const end = y(last.rating);
    return (
        <figure class="course">
            <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={t("players.course")}>
                {ticks(low, high).map((v) => (
                    <g key={v}>
                        <path class="tick" d={`M${LEFT} ${y(v)}H${WIDE - RIGHT}`} />
                        <text x={LEFT - 8} y={y(v) + 5} text-anchor="end">
                            {v}
                        </text>
                    </g>
                ))}
                <path class="area" d={`${up}${down}Z`} />
                {others.map((g) => {
                    const list = course.filter(
                        (c) => c.game === g && c.rating > low && c.rating < high,
                    );
                    return <path key={g} class="thin" d={line(list, (c) => c.rating).join("")} />;
                })}
                <path class="line" d={line(own, (c) => c.rating).join("")} />
                <circle cx={x(own.length - 1, own.length)} cy={end} r="5" />
                <text class="name" x={WIDE - RIGHT + 12} y={end}>
                    {t(`${chosen}.title`)} {last.rating}
                </text>
                <text x={WIDE - RIGHT + 12} y={end + 18}>
                    {last.rating - last.band}–{last.rating + last.band}
                </text>
                <text x={LEFT} y={HIGH - 4}>
                    {date(own[0].at, { day: "numeric", month: "short", year: "numeric" })}
                </text>
                <text x={WIDE - RIGHT} y={HIGH - 4} text-anchor="end">
                    {date(last.at, { day: "numeric", month: "short" })}
                </text>
            </svg>
            <figcaption class="soft">{t("players.band_text")}</figcaption>
        </figure>
    );
}

function Cards({ p, chosen, choose }: { p: Profile; chosen: string; choose: (g: string) => void }) {
    return (
        <div class="cards">
            {p.ratings.map((r) => (
                <button
                    type="button"
                    key={r.game}
                    class="panel card"
                    aria-pressed={r.game === chosen}
                    onClick={() => choose(r.game)}
                >
                    <img src={coverOf(r.game)} alt="" />
                    <span>
                        <b>{t(`${r.game}.title`)}</b>
                        <span class="value">
                            <b>{r.rating}</b> <span class="soft">± {r.band}</span>
                        </span>
                        <span class="soft">
                            {t("players.rated_games", { n: r.games })}
                            {!r.listed && ` · ${t("players.few")}`}
                        </span>
                    </span>
                </button>
            ))}
        </div>
    );
}

/* ---- results ------------------------------------------------------------------------------- */

/** How often each place was reached: the shares of a bar, with their numbers. */
function Results({ p }: { p: Profile }) {
    const seats = useSignal(0);
    const counts = [...new Set(p.results.map((r) => r.seats))].sort((a, b) => a - b);
    const fits = p.results.filter((r) => !seats.value || r.seats === seats.value);
    const rows = [...new Set(fits.map((r) => r.game))].map((game) => {
        const of = fits.filter((r) => r.game === game);
        const most = Math.max(...of.map((r) => r.places.length));
        const places = Array.from({ length: most }, (_, i) =>
            of.reduce((n, r) => n + (r.places[i] ?? 0), 0),
        );
        return { game, places, games: of.reduce((n, r) => n + r.games, 0) };
    });
    return (
        <section class="panel results">
            <h2>{t("players.results")}</h2>
            {counts.length > 1 && (
                <label class="soft">
                    {t("players.seats")}{" "}
                    <select
                        value={seats.value}
                        onChange={(e) => {
                            seats.value = Number(e.currentTarget.value);
                        }}
                    >
                        <option value={0}>{t("players.any")}</option>
                        {counts.map((n) => (
                            <option key={n} value={n}>
                                {n}
                            </option>
                        ))}
                    </select>
                </label>
            )}
            <ul>
                {rows.map((r) => (
                    <li key={r.game}>
                        <span>{t(`${r.game}.title`)}</span>
                        <span class="shares">
                            {r.places.map((n, i) =>
                                n ? (
                                    <i
                                        key={i}
                                        class={`share${Math.min(i, 3)}`}
                                        style={{ flexGrow: n }}
                                        title={t("players.times_at", { n, place: i + 1 })}
                                    >
                                        {n}
                                    </i>
                                ) : null,
                            )}
                        </span>
                        <span class="soft">{r.games}</span>
                    </li>
                ))}
            </ul>
            <p class="soft">{t("players.results_text")}</p>
        </section>
    );
}

function With({ past, own }: { past: Past; own: string }) {
    return (
        <>
            {past.seats
                .filter((s, i) => i !== past.seat || s.name !== own)
                .map((s, i) => (
                    <span key={i}>
                        {i > 0 && ", "}
                        {s.name ? (
                            <a href={playerLink(s.name)}>{s.name}</a>
                        ) : (
                            <span class="soft">{whoText(s)}</span>
                        )}
                    </span>
                ))}
        </>
    );
}

type Leaf = Pick<Profile, "history" | "before">;

/** Matches, latest first: all, or those of a game and a number of seats; older ones when they are asked for. */
function History({ p, known }: { p: Profile; known: (game: string) => boolean }) {
    const past = useSignal<Leaf>(p);
    const kind = useSignal(""); // "game/seats"
    const look = async (to: string, before?: number) => {
        const [game, seats] = to.split("/");
        const query = new URLSearchParams(to ? { game, seats } : {});
        if (before) query.set("before", String(before));
        const path = `players/${encodeURIComponent(p.name)}?${query}`;
        const found = await call<Leaf>("GET", path, { token: session.value?.token });
        const older = found.history.filter((h) => known(h.game));
        past.value = {
            history: before ? [...past.value.history, ...older] : older,
            before: found.before,
        };
        kind.value = to;
    };
    return (
        <section class="panel history">
            <h2>{t("players.history")}</h2>
            {p.results.length > 1 && (
                <select
                    aria-label={t("players.history.which")}
                    value={kind.value}
                    onChange={(e) => void look(e.currentTarget.value)}
                >
                    <option value="">{t("players.history.all")}</option>
                    {p.results.map((r) => (
                        <option key={`${r.game}/${r.seats}`} value={`${r.game}/${r.seats}`}>
                            {t(`${r.game}.title`)} · {t("unit.player", { n: r.seats })}
                        </option>
                    ))}
                </select>
            )}
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("players.game")}</th>
                        <th scope="col" class="when">
                            {t("players.when")}
                        </th>
                        <th scope="col">{t("players.with")}</th>
                        <th scope="col">{t("players.place")}</th>
                        <th scope="col" class="value">
                            {t("players.rating")}
                        </th>
                        <th />
                    </tr>
                </thead>
                <tbody>
                    {past.value.history.map((h) => (
                        <tr key={`${h.at}.${h.seat}`}>
                            <th scope="row">{t(`${h.game}.title`)}</th>
                            <td class="soft when">
                                {date(h.at, { dateStyle: "medium", timeStyle: "short" })}
                            </td>
                            <td>
                                <With past={h} own={p.name} />
                            </td>
                            <td>{t("players.place_of", { place: h.place, n: h.seats.length })}</td>
                            <td class="value">
                                {h.change === undefined ? (
                                    <span class="soft">{t("players.friendly")}</span>
                                ) : (
                                    signed(h.change)
                                )}
                            </td>
                            <td>
                                {h.table && (
                                    <a class="outline" href={`#/table/${h.table}`}>
                                        {t("players.look")}
                                    </a>
                                )}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {past.value.before !== undefined && (
                <button
                    type="button"
                    class="outline"
                    onClick={() => void look(kind.value, past.value.before)}
                >
                    {t("players.history.more")}
                </button>
            )}
        </section>
    );
}

export function PlayerPage({ games, name }: { games: GameInfo[]; name: string }) {
    const profile = useSignal<Profile | null>(null);
    const trouble = useSignal<string | null>(null);
    const chosen = useSignal<string | null>(null);
    useEffect(() => {
        const options = { token: session.value?.token };
        call<Profile>("GET", `players/${encodeURIComponent(name)}`, options).then(
            (p) => {
                // Games this page knows: a server may have others.
                const known = <T extends { game: string }>(l: T[]) =>
                    l.filter((r) => games.some((g) => g.id === r.game));
                profile.value = {
                    ...p,
                    ratings: known(p.ratings).sort((a, b) => b.games - a.games),
                    course: known(p.course),
                    results: known(p.results),
                    history: known(p.history),
                };
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
    }, [name, session.value?.token]);
    const p = profile.value;
    const game = chosen.value ?? p?.ratings[0]?.game;
    return (
        <main class="players">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{p?.name ?? name}</h1>
                <span class="grow" />
                <a class="plain" href={`#/ratings/${game ?? ""}`}>
                    {t("players.board")}
                </a>
                <Settings />
            </header>
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {p && (
                <>
                    <Knows name={p.name} />
                    <p class="soft since">
                        {t("players.since", {
                            date: month(p.since),
                        })}
                    </p>
                    {!p.history.length && <p class="panel empty">{t("players.no_games")}</p>}
                    <Cards
                        {...{ p }}
                        chosen={game ?? ""}
                        choose={(g) => {
                            chosen.value = g;
                        }}
                    />
                    <div class="columns">
                        {game && (
                            <section class="panel">
                                <h2>{t("players.course")}</h2>
                                <Chart course={p.course} chosen={game} />
                            </section>
                        )}
                        {p.results.length > 0 && <Results p={p} />}
                    </div>
                    {p.history.length > 0 && (
                        <History p={p} known={(g) => games.some((x) => x.id === g)} />
                    )}
                </>
            )}
        </main>
    );
}
