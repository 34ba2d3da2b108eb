/* Which tables are shown, and a seat at any that fits: "anyone, Yspahan, now". A game is chosen by its cover; chosen
 * once more it is any of them again. */
import { type Signal, useSignal } from "@preact/signals";
import { keep, recall } from "../core/settings";
import { LANGS, lang, t } from "../core/text";
import { coverOf } from "../home/setup";
import { call, explain, ServerError } from "./api";
import { freshPart, promise } from "./dice";
import { join } from "./join";
import { keepSeat, keepTable, mine, session } from "./mine";
import { sittingName } from "./Name";
import type { Seated, TableInfo } from "./protocol";

export interface Wish {
    game: string;
    pace: string;
    rated: string;
    language: string;
}

const NONE: Wish = { game: "", pace: "", rated: "", language: "" };
const GAMES = ["yspahan", "merv", "tadmor", "caravans"];

export function lastWish(): Wish {
    try {
        return { ...NONE, ...JSON.parse(recall("wish") ?? "{}") };
    } catch {
        return NONE;
    }
}

/** The wish as the lobby is asked for it. */
export function asked(w: Wish, more: Record<string, string> = {}): string {
    const given = Object.entries({ ...w, ...more }).filter(([, value]) => value);
    return given.length ? `?${new URLSearchParams(given)}` : "";
}

/** Sits down at the table that has waited longest, or opens one: returns its id. */
async function quickSeat(w: Wish): Promise<string> {
    const rated = w.rated === "yes" && !!session.value;
    const wish = {
        ...w,
        game: w.game || GAMES[0],
        pace: w.pace || "live",
        rated: rated ? "yes" : "no",
    };
    const own = new Set(mine.value.map((m) => m.info.table));
    const { tables } = await call<{ tables: TableInfo[] }>(
        "GET",
        `lobby${asked({ ...wish, game: w.game }, { free: "1" })}`,
    );
    const fit = tables.filter((i) => !own.has(i.table) && !i.changed && !i.open_dice);
    for (const info of fit.sort((a, b) => a.created - b.created)) {
        if (await sits(info)) return info.table;
        own.add(info.table);
    }
    return openOrJoin(wish, rated, own);
}

/** Whether one could sit down: it may be taken meanwhile, or somebody is there with whom one does not play. */
async function sits(info: Pick<TableInfo, "table" | "game" | "live">): Promise<boolean> {
    try {
        await join(info as TableInfo);
        return true;
    } catch {
        return false;
    }
}

/** How often the server may say that somebody waits already, where one cannot sit down. */
const TRIES = 8;

/** Opens a table, unless somebody who pressed at the same time has just opened one like it: then the server says
 *  so in place of opening a second one. */
async function openOrJoin(wish: Wish, rated: boolean, not: Set<string>): Promise<string> {
    for (let i = 0; i < TRIES; i++) {
        const found = await open(wish, rated, i + 1 < TRIES, not);
        if (!("waiting" in found)) return found.table;
        const { waiting: table } = found;
        if (await sits({ table, game: wish.game, live: wish.pace === "live" })) return table;
        not.add(table);
    }
    throw new ServerError("taken");
}

async function open(
    wish: Wish,
    rated: boolean,
    quick: boolean,
    not: Set<string>,
): Promise<Seated | { waiting: string }> {
    const part = freshPart();
    const live = wish.pace === "live";
    const me = { kind: "me", name: sittingName(), dice: promise(part, live) };
    const seated = await call<Seated | { waiting: string }>("POST", "tables", {
        body: {
            quick,
            not: [...not].slice(0, 64),
            game: wish.game,
            seats: [me, { kind: "open" }],
            live,
            rated,
            listed: true,
            language: wish.language || lang.value,
        },
        token: session.value?.token,
    });
    if ("waiting" in seated) return seated;
    keepSeat(wish.game, seated);
    keepTable(seated.table, { part });
    return seated;
}

function choose(wish: Signal<Wish>, to: Partial<Wish>): void {
    wish.value = { ...wish.value, ...to };
    keep("wish", JSON.stringify(wish.value));
}

function Choice(o: { name: keyof Wish; wish: Signal<Wish>; options: [string, string][] }) {
    return (
        <select
            aria-label={t(`online.filter.${o.name}`)}
            value={o.wish.value[o.name]}
            onChange={(e) => choose(o.wish, { [o.name]: e.currentTarget.value })}
        >
            <option value="">{t(`online.filter.any_${o.name}`)}</option>
            {o.options.map(([value, text]) => (
                <option key={value} value={value}>
                    {text}
                </option>
            ))}
        </select>
    );
}

export function Quick({ wish }: { wish: Signal<Wish> }) {
    const busy = useSignal(false);
    const trouble = useSignal<string | null>(null);
    const go = async () => {
        busy.value = true;
        trouble.value = null;
        try {
            location.hash = `#/table/${await quickSeat(wish.value)}`;
        } catch (e) {
            trouble.value = explain(e);
        }
        busy.value = false;
    };
    return (
        <section class="panel quick" aria-label={t("online.quick_title")}>
            <h2>{t("online.quick_title")}</h2>
            <div class="tiles" role="group" aria-label={t("online.filter.game")}>
                {GAMES.map((g) => (
                    <button
                        type="button"
                        key={g}
                        data-game={g}
                        aria-pressed={wish.value.game === g}
                        onClick={() => choose(wish, { game: wish.value.game === g ? "" : g })}
                    >
                        <img src={coverOf(g)} alt="" /> <b>{t(`${g}.title`)}</b>
                    </button>
                ))}
            </div>
            <Choice
                name="pace"
                wish={wish}
                options={[
                    ["live", t("online.live")],
                    ["turns", t("online.by_turns")],
                ]}
            />
            <Choice
                name="rated"
                wish={wish}
                options={[
                    ["yes", t("online.badge.rated")],
                    ["no", t("online.filter.friendly")],
                ]}
            />
            <Choice
                name="language"
                wish={wish}
                options={LANGS.map((l) => [l, t(`online.language.${l}`)])}
            />
            <button type="button" class="big-play" disabled={busy.value} onClick={() => void go()}>
                {t("online.quick")}
            </button>
            {trouble.value && <p role="alert">{trouble.value}</p>}
        </section>
    );
}
