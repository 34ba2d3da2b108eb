/* What the start page remembers: the match to go on with, those played of late, and how often one has won against
 * whom. */
import { signal, useSignal } from "@preact/signals";
import { LEVELS, Portrait } from "../art/faces";
import { Icon } from "../art/icons";
import { star } from "../art/ornaments";
import { core } from "../core/engine";
import { forgetMatch, type Listed, matches, noteMatch, record, type Told } from "../core/history";
import type { SavedGame } from "../core/match";
import { lang, seatName, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { solvedOn, streak, today } from "../puzzle/puzzles";
import { Glance } from "./Glance";
import { coverOf } from "./setup";
import "./memory.css";

const list = signal<Listed[]>([]);
const won = signal<ReturnType<typeof record>>({});

function read(): void {
    list.value = matches();
    won.value = record();
}

/** Asks the core how a match stands that was kept before such things were noted. */
async function ask({ id, save }: Listed): Promise<void> {
    const { table } = await core.call("load", { save });
    const p = await core.call("position", { table, viewer: "spectator" });
    await core.call("close", { table });
    noteMatch(id, save, p, 0);
}

/** Looks up what there is; a match that cannot be read is left as it is. */
export async function look(games: GameInfo[]): Promise<void> {
    read();
    const unknown = list.value.filter((m) => !m.told && games.some((g) => g.id === m.save.game));
    for (const m of unknown) await ask(m).catch(() => undefined);
    if (unknown.length) read();
}

interface Played {
    game: GameInfo;
    save: SavedGame;
    told: Told;
    id: string;
}

function known(games: GameInfo[]): Played[] {
    return list.value.flatMap(({ id, save, told }) => {
        const game = games.find((g) => g.id === save.game);
        return game && told ? [{ game, save, told, id }] : [];
    });
}

/** The one to go on with: the last that is not over. */
const unfinished = (games: GameInfo[]) => known(games).find((m) => !m.told.over);

function Faces({ m, size }: { m: Played; size: number }) {
    const { seats } = m.save;
    const others = seats.flatMap((s, i) => (s.kind === "human" ? [] : [i]));
    return (
        <span class="faces">
            {(others.length ? others : seats.map((_, i) => i)).slice(0, 4).map((i) => (
                <Portrait
                    key={i}
                    seat={seats[i]}
                    name={seatName(m.game, seats, i)}
                    line={i}
                    seats={seats.length}
                    size={size}
                    bare
                />
            ))}
            <span class="hidden-text">
                {seats
                    .flatMap((s, i) => (s.kind === "human" ? [] : [seatName(m.game, seats, i)]))
                    .join(", ")}
            </span>
        </span>
    );
}

export function Continue({ games }: { games: GameInfo[] }) {
    const m = unfinished(games);
    const date = useSignal("");
    const far = useSignal<number | null>(null);
    if (!m) return null;
    const { seats } = m.save;
    const people = seats.filter((s) => s.kind === "human").length;
    const actor = m.told.actor === null ? null : seats[m.told.actor];
    const mine = actor?.kind === "human" && people === 1;
    const title = t(`${m.game.id}.title`);
    return (
        <section class="panel continue" aria-label={t("home.continue")}>
            <Glance
                key={`${m.id}${m.save.moves.length}`}
                game={m.game}
                save={m.save}
                dated={(text, share) => {
                    date.value = text;
                    far.value = share;
                }}
            />
            <div class="what">
                <small class="turn">{t(mine ? "home.your_turn" : "home.in_play")}</small>
                <h2>{[title, date.value].filter(Boolean).join(" · ")}</h2>
                {/* Its room is there before it is known. */}
                <div
                    class="far"
                    role="progressbar"
                    aria-label={t("home.far")}
                    aria-valuenow={Math.round(100 * (far.value ?? 0))}
                    style={{ visibility: far.value === null ? "hidden" : undefined }}
                >
                    <i style={{ width: `${Math.max(2, 100 * (far.value ?? 0))}%` }} />
                </div>
                <ul>
                    {seats.map((seat, line) => {
                        const name = seatName(m.game, seats, line);
                        return (
                            <li key={`${line}${name}`} title={name}>
                                <Portrait
                                    {...{ seat, name, line }}
                                    seats={seats.length}
                                    size={38}
                                />
                                <b>{m.told.totals[line]}</b>
                                <span class="hidden-text">{name}</span>
                            </li>
                        );
                    })}
                </ul>
            </div>
            <a class="go" href={`#/play/${m.id}`}>
                <Icon name="forward" /> {t("home.continue")}
                <span class="hidden-text">{title}</span>
            </a>
        </section>
    );
}

const LETTERS = [0, 1, 2, 3, 4, 5, 6];

/** The puzzle of the day of a game, with the days of the week on which one was solved. */
export function Puzzle({ game }: { game: string }) {
    const day = today();
    const monday = day - ((new Date().getDay() + 6) % 7);
    const row = streak();
    const done = solvedOn(day);
    const name = { game: t(`${game}.title`) };
    const letter = new Intl.DateTimeFormat(lang.value, { weekday: "narrow", timeZone: "UTC" });
    return (
        <section class="panel puzzle-card" aria-label={t("home.puzzle")}>
            <span class="mark-of" aria-hidden="true">
                {done ? "✓" : "?"}
            </span>
            <div>
                <h2>
                    {t("home.puzzle")}
                    {row > 0 && <small>{t("home.streak", { n: row })}</small>}
                </h2>
                <p>{t(done ? "home.puzzle_done" : "home.puzzle_task", name)}</p>
                <div class="days">
                    {LETTERS.map((i) => {
                        const at = monday + i;
                        const kind = solvedOn(at) ? "done" : at === day ? "now" : "";
                        // The fifth of January 2026 was a Monday.
                        const text = letter.format(Date.UTC(2026, 0, 5 + i));
                        return (
                            <svg key={i} class={kind} viewBox="0 0 32 32" aria-hidden="true">
                                <polygon points={star(16, 16, 15, 0.72)} />
                                <text x="16" y="21" text-anchor="middle">
                                    {text}
                                </text>
                            </svg>
                        );
                    })}
                    <a href={`#/puzzle/${game}`}>{t(done ? "home.again" : "home.solve")}</a>
                </div>
            </div>
        </section>
    );
}

/** "today", "Fri", "10 Nov": written out, days of the week are too long for a row in Russian. */
function day(at: number): string {
    if (!at) return "";
    const midnight = new Date().setHours(0, 0, 0, 0);
    const days = Math.ceil((midnight - at) / 86_400_000);
    if (days < 2)
        return new Intl.RelativeTimeFormat(lang.value, { numeric: "auto" }).format(
            -Math.max(0, days),
            "day",
        );
    const how: Intl.DateTimeFormatOptions =
        days < 7 ? { weekday: "short" } : { day: "numeric", month: "short" };
    return new Intl.DateTimeFormat(lang.value, how).format(at);
}

/** "won", "lost", "3rd"; for those who share a screen only the points. */
function Outcome({ m }: { m: Played }) {
    const { seats } = m.save;
    const { ranks, totals, over } = m.told;
    const people = seats.flatMap((s, i) => (s.kind === "human" ? [i] : []));
    const own = people.length === 1 ? people[0] : -1;
    const place = ranks[own];
    const shared = place === 1 && ranks.filter((r) => r === 1).length > 1;
    const kind = place === 1 ? "won" : ranks.length === 2 ? "lost" : "nth";
    const rest = totals.filter((_, i) => i !== own);
    const points = own >= 0 ? [totals[own], ...rest] : rest;
    return (
        <span class="outcome">
            {over && own >= 0 && (
                <em class={kind}>
                    {kind === "nth"
                        ? t(`web.nth.${place}`)
                        : t(shared ? "home.shared" : `home.${kind}`)}
                </em>
            )}
            <small>{points.join(" : ")}</small>
        </span>
    );
}

/** As many as are shown at first: all rows in sight at 1280 x 720. */
const FEW = 4;

export function Recent({ games }: { games: GameInfo[] }) {
    const all = useSignal(false);
    const first = unfinished(games)?.id;
    const rows = known(games).filter((m) => m.id !== first);
    if (!rows.length) return null;
    return (
        <section class="panel recent" aria-labelledby="recent">
            <h2>
                <span id="recent">{t("home.recent")}</span>
                {rows.length > FEW && (
                    <button
                        type="button"
                        class="link"
                        aria-expanded={all.value}
                        onClick={() => {
                            all.value = !all.value;
                        }}
                    >
                        {all.value ? t("home.fewer") : t("home.all", { n: rows.length })}
                    </button>
                )}
            </h2>
            <ul>
                {(all.value ? rows : rows.slice(0, FEW)).map((m) => {
                    const title = t(`${m.game.id}.title`);
                    const date = day(m.told.at);
                    const what = [title, date].filter(Boolean).join(", ");
                    return (
                        <li key={m.id} data-match={m.id}>
                            <a href={`#/play/${m.id}`}>
                                <img src={coverOf(m.game.id)} alt="" />
                                <span class="what">
                                    <b>{title}</b>
                                    <small>
                                        {date && <>{date} · </>}
                                        <u>{t(m.told.over ? "home.analyse" : "home.resume")}</u>
                                    </small>
                                </span>
                                <Faces m={m} size={32} />
                                <Outcome m={m} />
                            </a>
                            <button
                                type="button"
                                class="plain"
                                title={t("home.delete")}
                                aria-label={`${t("home.delete")}: ${what}`}
                                onClick={() => {
                                    forgetMatch(m.id);
                                    read();
                                }}
                            >
                                <Icon name="close" />
                            </button>
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}

/** How often a game was played, and won; whoever has not is told it is new. */
export function Played({ game }: { game: string }) {
    const counted = won.value[game]?.all;
    const begun = list.value.some((m) => m.save.game === game);
    if (!counted) return begun ? null : <span class="new">{t("home.new_to_you")}</span>;
    const [n, wins] = counted;
    return (
        <span class="played">
            <Icon name="check" /> {t("home.played", { n, won: wins })}
        </span>
    );
}

const ROUND = 2 * Math.PI * 31;

export function Record() {
    const games = Object.values(won.value);
    if (!games.length) return null;
    return (
        <section class="panel record" aria-labelledby="record">
            <h2 id="record">{t("home.record")}</h2>
            <ul>
                {LEVELS.map((bot) => {
                    const all = games.reduce((sum, g) => sum + (g[bot]?.[0] ?? 0), 0);
                    const wins = games.reduce((sum, g) => sum + (g[bot]?.[1] ?? 0), 0);
                    return (
                        <li key={bot} class={all ? "" : "never"} data-level={bot}>
                            <svg viewBox="0 0 66 66" aria-hidden="true">
                                <circle class="ring" cx="33" cy="33" r="31" />
                                <circle
                                    class="share"
                                    cx="33"
                                    cy="33"
                                    r="31"
                                    stroke-dasharray={`${all ? (ROUND * wins) / all : 0} ${ROUND}`}
                                    transform="rotate(-90 33 33)"
                                />
                                <image
                                    href={`./faces/${bot}.svg`}
                                    x="8"
                                    y="8"
                                    width="50"
                                    height="50"
                                />
                            </svg>
                            <b>{t(`home.name.${bot}`)}</b>
                            <small>
                                {all ? t("home.won_of", { n: wins, all }) : t("home.never")}
                            </small>
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}
