/* Before a match begins: who sits, links for the others, bots for the rest. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { seatColour } from "../art/emblems";
import { LEVELS } from "../art/faces";
import { Icon } from "../art/icons";
import { t, wordText } from "../core/text";
import { coverOf, firstOptions, optionsOf } from "../home/setup";
import { useClosing } from "../ui/closing";
import { Settings } from "../ui/Settings";
import { explain } from "./api";
import { Badges } from "./Badges";
import { Bell } from "./Bell";
import { Chat } from "./Chat";
import { isMuted, setKind } from "./circle";
import { Invite } from "./Invite";
import { join } from "./join";
import { Report } from "./Knows";
import { Link, SeatLink, tableLink } from "./Link";
import { forgetTable, kept, session } from "./mine";
import { NameField } from "./Name";
import { Dot, Notices } from "./Parts";
import type { SeatInfo, WholeInfo } from "./protocol";
import type { RemoteMatch } from "./remote";
import { Sitter } from "./TableCard";
import { paceText, seatsTaken } from "./terms";

function seatText(s: SeatInfo): string {
    if (s.kind === "bot") return t("online.seat.bot", { level: t(`web.level.${s.bot}`) });
    return s.kind === "human" ? (s.name ?? "") : t(`online.seat.${s.kind}`);
}

/** A line of a menu: a sign, what it does, and what follows from it. */
function Does(o: { icon: string; what: string; help: string; act: () => void }) {
    return (
        <button type="button" onClick={o.act}>
            <Icon name={o.icon} />
            <span>
                <b>{o.what}</b>
                <small class="soft">{o.help}</small>
            </span>
        </button>
    );
}

/** What can be done about who sits there: by the host, and by anybody for himself. */
function SeatMenu({ match, info, seat }: { match: RemoteMatch; info: WholeInfo; seat: number }) {
    const menu = useClosing();
    const s = info.seats[seat];
    const name = s.name ?? "";
    const host = match.viewer.value !== null && info.host === match.viewer.value;
    // Whom one may mute and report: accounts, by those who are logged in.
    const person = s.kind === "human" && !!s.member && !!session.value;
    if (seat === match.viewer.value || s.kind === "open" || (!host && !person)) return null;
    const muted = isMuted(name);
    const close = () => {
        if (menu.current) menu.current.open = false;
    };
    return (
        <details class="seat-menu" ref={menu}>
            <summary aria-label={t("online.seat_menu", { name: seatText(s) })}>
                <Icon name="more" />
            </summary>
            <div class="panel">
                {host && (
                    <Does
                        icon="remove"
                        what={t("online.remove_from_seat")}
                        help={t(`online.remove.${s.kind}`, { name })}
                        act={() => void match.ask({ type: "remove", seat })}
                    />
                )}
                {person && (
                    <Does
                        icon={muted ? "eye" : "quiet"}
                        what={t(muted ? "online.unmute" : "online.mute", { name })}
                        help={t("online.mute_help")}
                        act={() => {
                            close();
                            void setKind(name, muted ? "none" : "muted").catch(() => undefined);
                        }}
                    />
                )}
                {person && <Report table={info.table} seat={seat} name={name} />}
            </div>
        </details>
    );
}

function SeatRow({
    match,
    info,
    seat,
    sit,
}: {
    match: RemoteMatch;
    info: WholeInfo;
    seat: number;
    sit: (seat: number) => void;
}) {
    const s = info.seats[seat];
    const invite = kept(info.table)?.invites.find((i) => i.seat === seat)?.invite;
    const told = [
        seat === info.host && t("online.host"),
        s.kind === "human" && !s.member && t("online.guest"),
        s.kind === "human" && t(s.here ? "online.here" : "online.away_now"),
        s.kind === "open" && info.locked && t("online.badge.locked"),
    ].filter(Boolean);
    return (
        <li style={{ "--seat": seatColour(seat) }}>
            <Sitter {...{ info, seat }} size={44} />
            <span class="who">
                <b class={s.kind === "human" || s.kind === "bot" ? "" : "soft"}>
                    {seatText(s)}
                    {seat === match.viewer.value && <span class="soft"> {t("online.you")}</span>}
                    {s.kind === "human" && isMuted(s.name) && (
                        <span class="table-badge odd">{t("online.muted")}</span>
                    )}
                </b>
                {told.length > 0 && (
                    <small class="soft">
                        {s.kind === "human" && <Dot here={!!s.here} />}
                        {told.join(" · ")}
                    </small>
                )}
            </span>
            {s.kind === "open" && match.viewer.value === null && (
                <button type="button" class="outline sit" onClick={() => sit(seat)}>
                    {t("online.sit")}
                </button>
            )}
            {s.kind === "link" && invite && (
                <Link
                    href={tableLink(info.table, invite)}
                    label={t("online.seat_link", { n: seat + 1 })}
                />
            )}
            <SeatMenu {...{ match, info, seat }} />
        </li>
    );
}

function Options({ match, info }: { match: RemoteMatch; info: WholeInfo }) {
    const { game } = match;
    const usual = optionsOf(game, firstOptions(game));
    const chosen = game.options.filter((o) => info.options[o.id] !== usual[o.id]);
    return (
        <p class="soft">
            {paceText(info)}
            {chosen.map((o) => (
                <span key={o.id}>
                    {" · "}
                    {t(`${game.id}.option.${o.id}`)}:{" "}
                    {o.names
                        ? wordText(game, o.names, String(info.options[o.id]))
                        : info.options[o.id]}
                </span>
            ))}
        </p>
    );
}

/** Bots for the seats nobody has taken. */
function Fill({ match, empty }: { match: RemoteMatch; empty: number }) {
    const level = useSignal("trader");
    return (
        <div class="row fill">
            <select
                aria-label={t("online.fill_level")}
                value={level.value}
                onChange={(e) => {
                    level.value = e.currentTarget.value;
                }}
            >
                {LEVELS.map((l) => (
                    <option key={l} value={l}>
                        {t(`web.level.${l}`)}
                    </option>
                ))}
            </select>
            <button
                type="button"
                class="outline"
                onClick={() => void match.ask({ type: "fill", bot: level.value })}
            >
                {t("online.fill", { n: empty })}
            </button>
        </div>
    );
}

/** What the host may do, each with what it means. */
function HostMay({ match, info }: { match: RemoteMatch; info: WholeInfo }) {
    const { n, all } = seatsTaken(info);
    const may = (what: string, icon: string, means: ComponentChildren = null) => (
        <li>
            <Icon name={icon} />
            <div>
                <b>{t(`online.host_may.${what}`)}</b>
                <p class="soft">{t(`online.host_may.${what}.help`)}</p>
                {means}
            </div>
        </li>
    );
    return (
        <section class="panel host-may">
            <h2>{t("online.host_may")}</h2>
            <ul>
                {n < all && may("fill", "bot", <Fill match={match} empty={all - n} />)}
                <li>
                    <Icon name="lock" />
                    <label>
                        <span>
                            <b>{t("online.host_may.lock")}</b>
                            <span class="soft">{t("online.lock")}</span>
                        </span>
                        <input
                            type="checkbox"
                            checked={!!info.locked}
                            onChange={(e) =>
                                void match.ask({ type: "lock", yes: e.currentTarget.checked })
                            }
                        />
                    </label>
                </li>
                {may("remove", "remove")}
                {may("hand", "people")}
            </ul>
        </section>
    );
}

export function Waiting({ match, reopen }: { match: RemoteMatch; reopen: () => void }) {
    const trouble = useSignal<string | null>(null);
    const info = match.info.value;
    if (!info) return null;
    const seated = match.viewer.value !== null;
    const { n, all } = seatsTaken(info);
    const open = info.seats.some((s) => s.kind === "open");
    const sit = async (seat: number) => {
        try {
            await join(info, { seat });
            reopen();
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    const leave = async () => {
        if (!(await match.ask({ type: "leave" }))) return;
        forgetTable(info.table);
        location.hash = "#/";
    };
    return (
        <main class="waiting-room">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                <h1>{t(`${info.game}.title`)}</h1>
                <span class="grow" />
                <Settings />
            </header>
            <Notices match={match} />
            <section class="panel seats-panel">
                <img class="strip" src={coverOf(info.game)} alt="" />
                <header>
                    <h2 aria-live="polite">
                        {n < all ? t("online.waiting_for", { n: all - n }) : t("online.mixing")}
                    </h2>
                    <Badges info={info} usual />
                </header>
                <Options match={match} info={info} />
                {!seated && open && <NameField />}
                <ul class="seat-rows">
                    {info.seats.map((_, seat) => (
                        <SeatRow key={seat} {...{ match, info, seat }} sit={(at) => void sit(at)} />
                    ))}
                </ul>
                {(trouble.value || match.trouble.value) && (
                    <p role="alert">{trouble.value ?? match.trouble.value}</p>
                )}
                {open && (
                    <>
                        <p>{t("online.link_for_open")}</p>
                        <Link href={tableLink(info.table)} label={t("online.table_link")} />
                    </>
                )}
                {seated && (
                    <>
                        {n < all && <Invite table={info.table} />}
                        <SeatLink table={info.table} />
                        <div class="row">
                            <button type="button" class="plain" onClick={() => void leave()}>
                                <Icon name="leave" /> {t("online.leave")}
                            </button>
                            <Bell />
                        </div>
                    </>
                )}
            </section>
            <aside>
                <section class="panel chat-panel">
                    <h2>{t("online.chat")}</h2>
                    <Chat match={match} />
                </section>
                {seated && info.host === match.viewer.value && (
                    <HostMay match={match} info={info} />
                )}
            </aside>
        </main>
    );
}
