/* The leaderboard of a game: places that say how certain they are. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { recall } from "../core/settings";
import { has, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { Settings } from "../ui/Settings";
import { call, explain } from "./api";
import { session } from "./mine";
import { type Board, couldBe, type Listed, type Rating, ticks } from "./rating";

type Kind = "all" | "people" | "bots";

export function whoText(who: { name?: string; bot?: string }): string {
    if (!who.bot) return who.name || t("players.gone");
    return has(`web.level.${who.bot}`) ? t(`web.level.${who.bot}`) : who.bot;
}

export const playerLink = (name: string) => `#/player/${encodeURIComponent(name)}`;

interface Axis {
    from: number;
    to: number;
}

function axisOf(all: Rating[]): Axis {
    const low = Math.min(...all.map((r) => r.rating - r.band));
    const high = Math.max(...all.map((r) => r.rating + r.band));
    return { from: low - 20, to: high + 20 };
}

const at = (a: Axis, value: number) => ((value - a.from) / (a.to - a.from)) * 100;

/** A rating as a dot within its band. */
function Band({ r, axis }: { r: Rating; axis: Axis }) {
    const left = at(axis, r.rating - r.band);
    return (
        <svg class="band" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            {ticks(axis.from, axis.to).map((v) => (
                <path key={v} class="tick" d={`M${at(axis, v)} 0V10`} />
            ))}
            <path class="range" d={`M${left} 5H${at(axis, r.rating + r.band)}`} />
            <path class="guess" d={`M${at(axis, r.rating)} 5h0`} />
        </svg>
    );
}

function Row({ r, all, axis, own }: { r: Listed; all: Rating[]; axis: Axis; own: boolean }) {
    const [first, last] = couldBe(all, r);
    return (
        <tr class={own ? "own" : ""}>
            <td class="place">{r.place}</td>
            <td class="soft could">{first === last ? first : `${first}–${last}`}</td>
            <th scope="row">
                {r.bot ? (
                    <>
                        <Icon name="bot" /> {whoText(r)}
                    </>
                ) : (
                    <a href={playerLink(r.name ?? "")}>{whoText(r)}</a>
                )}
                {own && <span class="table-badge odd">{t("players.you")}</span>}
            </th>
            <td class="value">
                <b>{r.rating}</b> <span class="soft">± {r.band}</span>
            </td>
            <td class="chart">
                <Band r={r} axis={axis} />
            </td>
            <td class="count">{r.games}</td>
        </tr>
    );
}

function Yours({ board, all }: { board: Board; all: Listed[] }) {
    const you = board.you;
    const more = board.listed_from - (you?.games ?? 0);
    const seen = you && all.find((r) => r.name === session.value?.name);
    return (
        <section class="panel">
            <h2>{t("players.your_place")}</h2>
            {!session.value && <p>{t("players.need_account")}</p>}
            {session.value && !you && <p>{t("players.no_rating", { n: board.listed_from })}</p>}
            {you && (
                <p class="big">
                    {you.place !== undefined && <b>{you.place}</b>}{" "}
                    <span>
                        {you.rating} <span class="soft">± {you.band}</span>
                    </span>
                </p>
            )}
            {you && more > 0 && <p>{t("players.not_listed", { n: more })}</p>}
            {seen && (
                <p>
                    {t("players.could_be", {
                        first: couldBe(all, seen)[0],
                        last: couldBe(all, seen)[1],
                    })}
                </p>
            )}
            <a class="confirm" href="#/new/rated">
                {t("players.play_rated")}
            </a>
        </section>
    );
}

function Lists({ board, kind }: { board: Board; kind: Kind }) {
    const fits = (r: Listed) => kind === "all" || (kind === "bots") === !!r.bot;
    const list = board.ratings
        .filter(fits)
        .map((r, i, l) => ({ ...r, place: l.findIndex((o) => o.rating === r.rating) + 1 || i }));
    if (!list.length)
        return <p class="panel soft empty">{t("players.nobody", { n: board.listed_from })}</p>;
    const axis = axisOf(list);
    return (
        <div class="panel board-list">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("players.place")}</th>
                        <th scope="col" class="could">
                            {t("players.could")}
                        </th>
                        <th scope="col">{t("players.player")}</th>
                        <th scope="col" class="value">
                            {t("players.rating")}
                        </th>
                        <th scope="col" class="chart">
                            <span class="axis">
                                {ticks(axis.from, axis.to).map((v) => (
                                    <i key={v} style={{ left: `${at(axis, v)}%` }}>
                                        {v}
                                    </i>
                                ))}
                            </span>
                        </th>
                        <th scope="col" class="count">
                            {t("players.games")}
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {list.map((r) => (
                        <Row
                            key={r.bot ?? r.name}
                            {...{ r, axis }}
                            all={list}
                            own={!r.bot && r.name === session.value?.name}
                        />
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export function RatingsPage({ games, id }: { games: GameInfo[]; id?: string }) {
    const game = games.find((g) => g.id === (id ?? recall("game"))) ?? games[0];
    const board = useSignal<Board | null>(null);
    const trouble = useSignal<string | null>(null);
    const kind = useSignal<Kind>("all");
    const season = useSignal("");
    useEffect(() => {
        let gone = false;
        const options = { token: session.value?.token };
        const past = season.value ? `&season=${season.value}` : "";
        call<Board>("GET", `ratings?game=${game.id}${past}`, options).then(
            (found) => {
                if (!gone) board.value = found;
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
        return () => {
            gone = true;
        };
    }, [game.id, season.value, session.value?.token]);
    const known = board.value?.game === game.id ? board.value : null;
    return (
        <main class="players">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{t("players.board")}</h1>
                <span class="grow" />
                <Settings />
            </header>
            <div class="filters">
                <nav class="segments" aria-label={t("players.game")}>
                    {games.map((g) => (
                        <a
                            key={g.id}
                            href={`#/ratings/${g.id}`}
                            aria-current={g === game ? "page" : undefined}
                        >
                            {t(`${g.id}.title`)}
                        </a>
                    ))}
                </nav>
                <div class="segments" role="group" aria-label={t("players.who")}>
                    {(["all", "people", "bots"] as const).map((k) => (
                        <button
                            type="button"
                            key={k}
                            aria-pressed={kind.value === k}
                            onClick={() => {
                                kind.value = k;
                            }}
                        >
                            {t(`players.kind.${k}`)}
                        </button>
                    ))}
                </div>
                {!!known?.seasons?.length && (
                    <label>
                        {t("players.season")}{" "}
                        <select
                            value={season.value}
                            onChange={(e) => {
                                season.value = e.currentTarget.value;
                            }}
                        >
                            <option value="">{t("players.season.now")}</option>
                            {known.seasons.map((s) => (
                                <option key={s} value={s}>
                                    {s}
                                </option>
                            ))}
                        </select>
                    </label>
                )}
            </div>
            {known?.season && <p class="soft">{t("players.season_over")}</p>}
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {known && (
                <div class="columns">
                    <Lists board={known} kind={kind.value} />
                    <aside>
                        <Yours board={known} all={known.ratings} />
                        <section class="panel">
                            <h2>{t("players.how")}</h2>
                            <p>{t("players.how_text")}</p>
                            <p>{t("players.who_listed", { n: known.listed_from })}</p>
                        </section>
                    </aside>
                </div>
            )}
        </main>
    );
}
