/* Running tables that are worth a look, page by page. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { call } from "./api";
import type { TableInfo } from "./protocol";
import { TableCard } from "./TableCard";

interface Show {
    info: TableInfo;
    /** Rating of the strongest there. */
    best?: number;
}

interface Page {
    tables: Show[];
    /** Where the next page begins. */
    next?: number;
}

const EVERY = 15_000;

function ask(game: string, from: number): Promise<Page> {
    const given = { ...(game ? { game } : {}), ...(from ? { from: String(from) } : {}) };
    return call<Page>("GET", `watch?${new URLSearchParams(given)}`);
}

function Row({ show: { info, best } }: { show: Show }) {
    const watching = info.watching ?? 0;
    const marks = (
        <span class="badges">
            {best !== undefined && (
                <span class="table-badge">{t("online.show.best", { n: best })}</span>
            )}
            {watching > 0 && (
                <span class="table-badge">
                    <Icon name="eye" /> {t("online.watching", { n: watching })}
                </span>
            )}
        </span>
    );
    return (
        <TableCard {...{ info, marks }}>
            <a class="outline" href={`#/table/${info.table}`}>
                {t("online.watch")}
            </a>
        </TableCard>
    );
}

/** The list under the open tables; nothing where nothing is played. */
export function Shows({ game }: { game: string }) {
    const list = useSignal<Show[]>([]);
    const next = useSignal<number | undefined>(undefined);
    const look = async (from: number) => {
        const page = await ask(game, from).catch(() => null);
        if (!page) return;
        const known = new Set(page.tables.map((s) => s.info.table));
        const before = from ? list.peek().filter((s) => !known.has(s.info.table)) : [];
        list.value = [...before, ...page.tables];
        next.value = page.next;
    };
    useEffect(() => {
        void look(0);
        const timer = setInterval(() => {
            // Who has gone on to later pages keeps what he reads.
            if (!document.hidden && list.peek().length <= 20) void look(0);
        }, EVERY);
        return () => clearInterval(timer);
    }, [game]);
    if (!list.value.length) return null;
    return (
        <section class="tables shows" aria-label={t("online.shows")}>
            <h2>{t("online.shows")}</h2>
            <ul class="table-cards">
                {list.value.map((s) => (
                    <Row key={s.info.table} show={s} />
                ))}
            </ul>
            {next.value !== undefined && (
                <button type="button" class="plain" onClick={() => void look(next.value ?? 0)}>
                    <Icon name="down" /> {t("online.shows.more")}
                </button>
            )}
        </section>
    );
}
