/* Before a match begins: who sits, links for the others, bots for the rest. */
import { useSignal } from "@preact/signals";
import { seatColour } from "../art/emblems";
import { LEVELS } from "../art/faces";
import { Icon } from "../art/icons";
import { t, wordText } from "../core/text";
import { coverOf, firstOptions, optionsOf } from "../home/setup";
import { Settings } from "../ui/Settings";
import { explain } from "./api";
import { Badges } from "./Badges";
import { Bell } from "./Bell";
import { Chat } from "./Chat";
import { Invite } from "./Invite";
import { join } from "./join";
import { Link, SeatLink, tableLink } from "./Link";
import { forgetTable, kept } from "./mine";
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
    const mine = seat === match.viewer.value;
    const host = match.viewer.value !== null && info.host === match.viewer.value;
    return (
        <li style={{ "--seat": seatColour(seat) }}>
            <Sitter {...{ info, seat }} size={44} />
            <b class={s.kind === "human" || s.kind === "bot" ? "" : "soft"}>{seatText(s)}</b>
            {s.kind === "human" && <Dot here={!!s.here} />}
            {mine && <span class="soft">{t("online.you")}</span>}
            {s.kind === "human" && seat === info.host && (
                <span class="soft">{t("online.host")}</span>
            )}
            {s.kind === "open" && match.viewer.value === null && (
                <button type="button" class="outline" onClick={() => sit(seat)}>
                    {t("online.sit")}
                </button>
            )}
            {s.kind === "link" && invite && (
                <Link
                    href={tableLink(info.table, invite)}
                    label={t("online.seat_link", { n: seat + 1 })}
                />
            )}
            {host && !mine && s.kind !== "open" && (
                <button
                    type="button"
                    class="plain remove"
                    onClick={() => void match.ask({ type: "remove", seat })}
                >
                    {t("online.remove_from_seat")}
                </button>
            )}
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
            <section class="panel">
                <img class="strip" src={coverOf(info.game)} alt="" />
                <h2 aria-live="polite">
                    {n < all ? t("online.waiting_for", { n: all - n }) : t("online.mixing")}
                </h2>
                <Options match={match} info={info} />
                <Badges info={info} />
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
                        {info.host === match.viewer.value && (
                            <>
                                <Fill match={match} empty={all - n} />
                                <label class="check">
                                    <input
                                        type="checkbox"
                                        checked={!!info.locked}
                                        onChange={(e) =>
                                            void match.ask({
                                                type: "lock",
                                                yes: e.currentTarget.checked,
                                            })
                                        }
                                    />{" "}
                                    {t("online.lock")}
                                </label>
                            </>
                        )}
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
            <section class="panel chat-panel">
                <h2>{t("online.chat")}</h2>
                <Chat match={match} />
            </section>
        </main>
    );
}
