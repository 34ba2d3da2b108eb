/* On the start page: my tables with whose turn it is, tables anybody may join, and the way to a new
 * one. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Emblem } from "../art/emblems";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { coverOf } from "../home/setup";
import { Account } from "./Account";
import { call, explain, server } from "./api";
import { Badges } from "./Badges";
import { circle, lookRound } from "./circle";
import { join } from "./join";
import { forgetTable, isMyTurn, type MyTable, mine, session } from "./mine";
import { NameField } from "./Name";
import type { TableInfo } from "./protocol";
import { asked, lastWish, Quick } from "./Quick";
import { paceText, seatsTaken } from "./terms";
import { Shows } from "./Watch";

const EVERY = 5_000;

function names(info: TableInfo): string {
    return info.seats.flatMap((s) => (s.kind === "human" && s.name ? [s.name] : [])).join(", ");
}

function State({ m }: { m: MyTable }) {
    const { info } = m;
    if (info.status === "over") return <span class="soft">{t("online.is_over")}</span>;
    if (isMyTurn(m)) return <b class="your-turn">{t("online.your_turn")}</b>;
    if (info.status === "waiting") {
        const { n, all } = seatsTaken(info);
        return <span class="soft">{t("online.waiting_for", { n: all - n })}</span>;
    }
    const seat = info.seats[info.actor ?? 0];
    const level = `web.level.${seat?.bot}`;
    return (
        <span class="soft turn-of">
            <Emblem seat={info.actor ?? 0} size={18} />{" "}
            {seat?.kind === "bot" ? t(level) : seat?.name}
        </span>
    );
}

/** Whom one plays with there. */
function Opponents({ m }: { m: MyTable }) {
    const others = m.info.seats.flatMap((s, i) => {
        if (i === m.seat) return [];
        if (s.kind === "bot") return [t(`web.level.${s.bot}`)];
        return s.name ? [s.name] : [];
    });
    return others.length ? (
        <span class="soft opponents">{t("online.with", { names: others.join(", ") })}</span>
    ) : null;
}

function Mine() {
    return (
        <section class="tables" aria-label={t("online.my_tables")}>
            <h3>{t("online.my_tables")}</h3>
            {!mine.value.length && <p class="soft">{t("online.no_tables")}</p>}
            <ul class="saved">
                {mine.value.map((m) => (
                    <li key={m.info.table}>
                        <img src={coverOf(m.info.game)} alt="" />
                        <span class="what">
                            <b>{t(`${m.info.game}.title`)}</b>
                            <Opponents m={m} />
                            <State m={m} />
                        </span>
                        <a class="outline" href={`#/table/${m.info.table}`}>
                            {t("online.open")}
                        </a>
                        {m.info.status === "over" && !session.value && (
                            <button
                                type="button"
                                class="plain"
                                aria-label={t("online.remove")}
                                onClick={() => forgetTable(m.info.table)}
                            >
                                <Icon name="close" />
                            </button>
                        )}
                    </li>
                ))}
            </ul>
        </section>
    );
}

function Open({ list, trouble }: { list: TableInfo[]; trouble: (text: string) => void }) {
    const busy = useSignal(false);
    const sit = async (info: TableInfo) => {
        busy.value = true;
        try {
            await join(info);
            location.hash = `#/table/${info.table}`;
        } catch (e) {
            trouble(explain(e));
            busy.value = false;
        }
    };
    const own = new Set(mine.value.map((m) => m.info.table));
    const others = list.filter((info) => !own.has(info.table));
    const free = (info: TableInfo) => info.seats.some((s) => s.kind === "open");
    const sorted = [...others.filter(free), ...others.filter((info) => !free(info))];
    return (
        <section class="tables" aria-label={t("online.open_tables")}>
            <h3>{t("online.open_tables")}</h3>
            {!sorted.length && <p class="soft">{t("online.nobody")}</p>}
            <ul class="saved">
                {sorted.map((info) => (
                    <li key={info.table}>
                        <img src={coverOf(info.game)} alt="" />
                        <span class="what">
                            <b>{t(`${info.game}.title`)}</b>
                            <span class="soft">
                                {names(info)} · {t("online.seats_taken", seatsTaken(info))} ·{" "}
                                {paceText(info)}
                            </span>
                            <Badges info={info} />
                        </span>
                        {free(info) ? (
                            <button
                                type="button"
                                class="outline"
                                disabled={busy.value}
                                onClick={() => void sit(info)}
                            >
                                {t("online.join")}
                            </button>
                        ) : (
                            <a class="plain" href={`#/table/${info.table}`}>
                                {t("online.watch")}
                            </a>
                        )}
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** Where friends sit. */
function Friends() {
    const own = new Set(mine.value.map((m) => m.info.table));
    const found = circle.value.tables.filter((f) => !own.has(f.info.table));
    if (!found.length) return null;
    return (
        <section class="tables" aria-label={t("online.friends")}>
            <h3>{t("online.friends")}</h3>
            <ul class="saved">
                {found.map(({ name, info }) => (
                    <li key={info.table}>
                        <img src={coverOf(info.game)} alt="" />
                        <span class="what">
                            <b>{name}</b>
                            <span class="soft">
                                {t(`${info.game}.title`)} · {paceText(info)}
                            </span>
                        </span>
                        <a class="outline" href={`#/table/${info.table}`}>
                            {t("online.open")}
                        </a>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Lobby() {
    const wish = useSignal(lastWish());
    const list = useSignal<TableInfo[] | null>(null);
    const trouble = useSignal<string | null>(null);
    const look = async () => {
        try {
            const path = `lobby${asked(wish.peek())}`;
            list.value = (await call<{ tables: TableInfo[] }>("GET", path)).tables;
            await lookRound();
        } catch (e) {
            if (server.value === "there") trouble.value = explain(e);
        }
    };
    useEffect(() => {
        void look();
    }, [wish.value]);
    useEffect(() => {
        // Where there is no server, it is not asked for again and again.
        const timer = setInterval(() => {
            if (!document.hidden && server.value !== "missing") void look();
        }, EVERY);
        return () => clearInterval(timer);
    }, []);
    const there = server.value === "there";
    return (
        <>
            {there && (
                <a class="outline to-create" href="#/new">
                    <Icon name="plus" /> {t("online.create")}
                </a>
            )}
            {(server.value === "missing" || server.value === "away") && (
                <div class="no-server" role="status">
                    <p>{t(`online.${server.value}`)}</p>
                    <button type="button" class="outline" onClick={() => void look()}>
                        {t("online.try_again")}
                    </button>
                </div>
            )}
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {there && (
                <>
                    <Quick wish={wish} />
                    <div class="two-lists">
                        <Mine />
                        <Friends />
                        <Open
                            list={list.value ?? []}
                            trouble={(text) => {
                                trouble.value = text;
                            }}
                        />
                        <Shows game={wish.value.game} />
                    </div>
                    <div class="me-row">
                        <NameField />
                        <a class="plain" href="#/notices">
                            <Icon name="bell" /> {t("online.notices")}
                        </a>
                        <a class="plain" href="#/ratings">
                            <Icon name="cup" /> {t("online.leaderboard")}
                        </a>
                        <a class="plain" href="#/cups">
                            <Icon name="flag" /> {t("online.cups")}
                        </a>
                        <a class="plain" href="#/leagues">
                            <Icon name="people" /> {t("online.leagues")}
                        </a>
                        {session.value && (
                            <a
                                class="plain"
                                href={`#/player/${encodeURIComponent(session.value.name)}`}
                            >
                                <Icon name="people" /> {t("online.profile")}
                            </a>
                        )}
                    </div>
                    <Account />
                </>
            )}
        </>
    );
}
