/* Tables with others: a seat at once, the way to a table of one's own, my tables with whose turn it is, and beside
 * them those anybody may join or watch. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Emblem } from "../art/emblems";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { coverOf } from "../home/setup";
import { Account } from "./Account";
import { call, explain, server } from "./api";
import { Bell } from "./Bell";
import { circle, lookRound } from "./circle";
import { join } from "./join";
import { forgetTable, isMyTurn, type MyTable, mine, session } from "./mine";
import { NameField } from "./Name";
import type { TableInfo } from "./protocol";
import { asked, lastWish, Quick } from "./Quick";
import { TableCard } from "./TableCard";
import { paceText, seatsTaken } from "./terms";
import { Shows } from "./Watch";

const EVERY = 5_000;
const PLACES = [
    { to: "#/notices", icon: "bell", text: "online.notices" },
    { to: "#/ratings", icon: "cup", text: "online.leaderboard" },
    { to: "#/cups", icon: "flag", text: "online.cups" },
    { to: "#/leagues", icon: "people", text: "online.leagues" },
];

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
        <section class="panel tables" aria-label={t("online.my_tables")}>
            <h2>{t("online.my_tables")}</h2>
            {!mine.value.length && <p class="soft">{t("online.no_tables")}</p>}
            <ul class="saved">
                {mine.value.map((m) => (
                    <li key={m.info.table}>
                        <img src={coverOf(m.info.game)} alt="" />
                        <span class="what">
                            <b>{t(`${m.info.game}.title`)}</b> <Opponents m={m} />
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

/** How many seats nobody has; that the last one is it. */
function Free({ info }: { info: TableInfo }) {
    const { n, all } = seatsTaken(info);
    return (
        <>
            {t("online.free_seats", { n: all - n })}
            {all - n === 1 && ` · ${t("online.starts_with_you")}`}
        </>
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
    const free = list.filter(
        (info) => !own.has(info.table) && info.seats.some((s) => s.kind === "open"),
    );
    return (
        <section class="tables" aria-label={t("online.open_tables")}>
            <h2>{t("online.open_tables")}</h2>
            {!free.length && (
                <p class="panel nobody">
                    <Icon name="people" /> {t("online.nobody")}
                </p>
            )}
            <ul class="table-cards">
                {free.map((info) => (
                    <TableCard key={info.table} info={info} foot={<Free info={info} />}>
                        <button
                            type="button"
                            class="confirm"
                            disabled={busy.value}
                            onClick={() => void sit(info)}
                        >
                            {t("online.join")}
                        </button>
                    </TableCard>
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
        <section class="panel tables" aria-label={t("online.friends")}>
            <h2>{t("online.friends")}</h2>
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
    if (server.value === "missing" || server.value === "away")
        return (
            <div class="panel no-server" role="status">
                <p>{t(`online.${server.value}`)}</p>
                <button type="button" class="outline" onClick={() => void look()}>
                    {t("online.try_again")}
                </button>
            </div>
        );
    if (server.value !== "there")
        return trouble.value ? (
            <p class="panel no-server" role="alert">
                {trouble.value}
            </p>
        ) : null;
    return (
        <>
            <nav class="places">
                {PLACES.map(({ to, icon, text }) => (
                    <a key={to} class="plain" href={to}>
                        <Icon name={icon} /> {t(text)}
                    </a>
                ))}
                {session.value && (
                    <a class="plain" href={`#/player/${encodeURIComponent(session.value.name)}`}>
                        <Icon name="people" /> {t("online.profile")}
                    </a>
                )}
            </nav>
            <div class="side">
                <Quick wish={wish} />
                <section class="panel own-table">
                    <h2>{t("online.own_table")}</h2>
                    <a class="outline to-create" href="#/new">
                        <Icon name="plus" /> {t("online.create")}
                    </a>
                </section>
                <Mine />
            </div>
            <div class="lists">
                {trouble.value && <p role="alert">{trouble.value}</p>}
                <Open
                    list={list.value ?? []}
                    trouble={(text) => {
                        trouble.value = text;
                    }}
                />
                <Friends />
                <Shows game={wish.value.game} />
            </div>
            <section class="panel me">
                <div class="me-row">
                    {!session.value && <NameField />}
                    <Bell />
                </div>
                <Account />
            </section>
        </>
    );
}
