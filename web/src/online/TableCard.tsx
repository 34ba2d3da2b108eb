/* A table as a card: the game over a strip of its cover, how it is played, who sits there, and one button. */
import type { ComponentChildren } from "preact";
import { Portrait } from "../art/faces";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { coverOf } from "../home/setup";
import { Badges } from "./Badges";
import type { SeatInfo, TableInfo } from "./protocol";
import { shortPace } from "./terms";

export function sitterName(s: SeatInfo): string {
    return s.kind === "bot" ? t(`web.level.${s.bot}`) : (s.name ?? "");
}

/** Who sits at a seat, or that nobody does. */
export function Sitter(o: { info: TableInfo; seat: number; size: number }) {
    const s = o.info.seats[o.seat];
    if (s.kind === "open" || s.kind === "link")
        return (
            <span
                class="free-seat"
                style={{ width: `${o.size}px`, height: `${o.size}px` }}
                aria-hidden="true"
            >
                <Icon name={s.kind === "open" ? "plus" : "send"} />
            </span>
        );
    return (
        <Portrait
            seat={{ kind: s.kind, bot: s.bot }}
            name={sitterName(s)}
            line={o.seat}
            seats={o.info.seats.length}
            size={o.size}
        />
    );
}

/** Names at the table, the host's first. */
function People({ info }: { info: TableInfo }) {
    const names = info.seats.flatMap((s, i) => {
        const name = sitterName(s);
        return name ? [{ name, host: i === info.host }] : [];
    });
    return (
        <p class="people-there">
            {[...names.filter((n) => n.host), ...names.filter((n) => !n.host)].map((n, i) => (
                <span key={n.name}>
                    {i > 0 && " · "}
                    {n.host ? <b>{n.name}</b> : n.name}
                    {n.host && <span class="soft"> {t("online.host")}</span>}
                </span>
            ))}
        </p>
    );
}

export function TableCard(o: {
    info: TableInfo;
    /** More to know about it, beside what is unusual. */
    marks?: ComponentChildren;
    foot?: ComponentChildren;
    /** What one may do with it. */
    children: ComponentChildren;
}) {
    const { info } = o;
    return (
        <li class="panel table-card">
            <div class="strip">
                <img src={coverOf(info.game)} alt="" />
                <b>{t(`${info.game}.title`)}</b>
                <span>
                    <Icon name="clock" /> {shortPace(info)}
                </span>
            </div>
            <div class="marks">
                {o.marks}
                <Badges info={info} usual />
            </div>
            <People info={info} />
            <div class="there">
                <span class="sitters">
                    {info.seats.map((_, seat) => (
                        <Sitter key={seat} {...{ info, seat }} size={38} />
                    ))}
                </span>
                {o.children}
            </div>
            {o.foot && <small class="soft">{o.foot}</small>}
        </li>
    );
}
