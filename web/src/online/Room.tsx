/* A table at a server, by its address: takes the seat a link is for, waits, plays, watches. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/icons";
import { type BoardModule, loadBoard } from "../boards/board";
import { loadTexts, t } from "../core/text";
import type { GameInfo } from "../core/types";
import { coverOf } from "../home/setup";
import { Settings } from "../ui/Settings";
import { type Room, Table } from "../ui/TablePage";
import { call, explain, ServerError } from "./api";
import { Chat } from "./Chat";
import { Gallery } from "./Gallery";
import { Invitation } from "./Invited";
import { join } from "./join";
import { keepTable, kept, title, tokenFor } from "./mine";
import { End, Notices, SeatMark } from "./Parts";
import { People } from "./People";
import type { WholeInfo } from "./protocol";
import { RemoteMatch } from "./remote";
import { lateText } from "./terms";
import { Waiting } from "./Waiting";

/** What does not work here, and where one may go instead. */
function Failure({ text, watch, game }: { text: string; watch?: string; game?: string }) {
    return (
        <main class="waiting-room">
            <header class="bar">
                <a class="plain" href="#/" aria-label={t("web.home")}>
                    <Icon name="home" />
                </a>
                {game && <h1>{t(`${game}.title`)}</h1>}
                <span class="grow" />
                <Settings />
            </header>
            <section class="panel invited failed">
                {game && <img src={coverOf(game)} alt="" />}
                <p role="alert">{text}</p>
                <div class="row">
                    {watch && (
                        <a class="confirm" href={`#/table/${watch}`}>
                            {t("online.watch")}
                        </a>
                    )}
                    <a class="outline" href="#/online">
                        {t("online.open_tables")}
                    </a>
                    <a class="outline" href="#/">
                        {t("web.home")}
                    </a>
                </div>
            </section>
        </main>
    );
}

/** A link for a seat: a name, and one sits. */
function Invited({ games, id, invite }: { games: GameInfo[]; id: string; invite: string }) {
    const info = useSignal<WholeInfo | null>(null);
    const trouble = useSignal<string | null>(null);
    const busy = useSignal(false);
    useEffect(() => {
        call<WholeInfo>("GET", `tables/${id}`, { token: invite }).then(
            (found) => {
                info.value = found;
                // The secret of a seat, carried here from another browser.
                if (typeof found.you === "number") {
                    keepTable(id, { game: found.game, seat: found.you, token: invite });
                    location.replace(`#/table/${id}`);
                } else if (found.invited === undefined) {
                    const by = found.used === undefined ? "" : found.seats[found.used]?.name;
                    trouble.value = by
                        ? t("online.link_used_by", { name: by })
                        : t("online.link_used");
                }
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
    }, [id]);
    const sit = async () => {
        if (!info.value) return;
        busy.value = true;
        try {
            await join(info.value, { invite });
            // The link is used up: it need not stay in the address.
            location.replace(`#/table/${id}`);
        } catch (e) {
            trouble.value =
                e instanceof ServerError && e.code === "taken" ? t("online.link_used") : explain(e);
        }
    };
    if (trouble.value)
        return (
            <Failure
                text={trouble.value}
                watch={info.value ? id : undefined}
                game={info.value?.game}
            />
        );
    if (info.value?.invited === undefined) return null;
    return <Invitation info={info.value} games={games} busy={busy.value} sit={() => void sit()} />;
}

function Watchers({ match }: { match: RemoteMatch }) {
    const n = match.spectators.value;
    const { delay, status } = match.info.value ?? {};
    return (
        <span class="watchers soft">
            {match.viewer.value === null && <b>{t("online.you_watch")}</b>}
            {match.viewer.value === null && delay && status === "playing" && (
                <span class="table-badge late">{lateText(delay)}</span>
            )}
            {n > 0 && (
                <span title={t("online.watching", { n })}>
                    <Icon name="eye" /> {n}
                    <span class="hidden-text"> {t("online.watching", { n })}</span>
                </span>
            )}
        </span>
    );
}

/** The secret of a seat opens one at the table of the rematch too: seats move on by one. */
function inherit(match: RemoteMatch, next: string): void {
    const info = match.info.peek();
    const you = match.viewer.peek();
    if (!info || you === null || kept(next)) return;
    const seat = (you - 1 + info.seats.length) % info.seats.length;
    const { token, again: part } = kept(match.id) ?? {};
    keepTable(next, { game: info.game, seat, token, part });
}

function Play({ match, board }: { match: RemoteMatch; board: BoardModule | null }) {
    const room: Room = {
        tabs: [
            {
                name: "chat",
                title: t("online.chat"),
                mark: match.unread.value,
                body: () => <Chat match={match} />,
            },
            ...(match.viewer.value === null || match.info.value?.status === "over"
                ? [
                      {
                          name: "gallery",
                          title: t("online.gallery"),
                          mark: match.unreadGallery.value,
                          body: () => <Gallery match={match} />,
                      },
                  ]
                : []),
            { name: "people", title: t("online.table"), body: () => <People match={match} /> },
        ],
        bar: <Watchers match={match} />,
        notices: <Notices match={match} />,
        end: <End match={match} />,
        seat: (seat) => <SeatMark match={match} seat={seat} />,
    };
    return <Table match={match} board={board} room={room} />;
}

function Connected({ games, id, at }: { games: GameInfo[]; id: string; at?: number }) {
    const match = useSignal<RemoteMatch | null>(null);
    const board = useSignal<{ module: BoardModule | null } | null>(null);
    const trouble = useSignal<string | null>(null);
    const round = useSignal(0);
    const shown = useSignal(false);
    useEffect(() => {
        const m = new RemoteMatch(id, games, tokenFor(id));
        match.value = m;
        return () => {
            m.close();
            title.value = "Caravanserai";
        };
    }, [id, round.value]);
    // The board and its words come with the game.
    useSignalEffect(() => {
        const game = match.value?.info.value?.game;
        if (!game || board.peek()) return;
        title.value = t(`${game}.title`);
        Promise.all([loadBoard(game), loadTexts(game)]).then(
            ([module]) => {
                board.value = { module };
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
    });
    // A link to a moment of it.
    useSignalEffect(() => {
        const m = match.value;
        if (at === undefined || !m?.position.value || m.shown.peek() !== null || shown.peek())
            return;
        shown.value = true;
        void m.show(at);
    });
    useSignalEffect(() => {
        const m = match.value;
        const code = m?.line.refused.value;
        if (!code) return;
        // A seat that was given up, or a session that has ended: one may still watch.
        if (code === "token" && tokenFor(id)) {
            keepTable(id, { token: undefined, seat: null });
            // Before the start nobody but the host takes a seat away.
            if (m.info.peek()?.status === "waiting")
                trouble.value = explain(new ServerError("removed"));
            else if (!tokenFor(id)) round.value++;
            else trouble.value = explain(new ServerError(code));
        } else trouble.value = explain(new ServerError(code));
    });
    useSignalEffect(() => {
        const m = match.value;
        const again = m?.info.value?.rematch;
        if (m && again) inherit(m, again);
        // Who was here goes along; who looks at an old table stays with it.
        if (m?.next.value) location.hash = `#/table/${m.next.value}`;
    });
    if (trouble.value) return <Failure text={trouble.value} />;
    const m = match.value;
    if (!m) return null;
    if (!m.info.value || !board.value)
        return (
            <main class="failure">
                <Notices match={m} />
                <p>
                    <a href="#/">{t("web.home")}</a>
                </p>
            </main>
        );
    if (m.info.value.status === "waiting")
        return (
            <Waiting
                match={m}
                reopen={() => {
                    round.value++;
                }}
            />
        );
    if (m.info.value.ended === "closed" && !m.position.value)
        return <Failure text={t("online.closed")} />;
    return <Play match={m} board={board.value.module} />;
}

export function RoomPage({
    games,
    id,
    invite,
}: {
    games: GameInfo[];
    id: string;
    invite?: string;
}) {
    if (!/^[a-z0-9]{13}$/.test(id)) return <Failure text={t("online.error.not_found")} />;
    const at = /^at(\d{1,5})$/.exec(invite ?? "")?.[1];
    if (invite && !at && !kept(id)?.token) {
        if (!/^[a-z0-9]{32}$/.test(invite))
            return <Failure text={t("online.link_used")} watch={id} />;
        return <Invited key={invite} {...{ games, id, invite }} />;
    }
    return <Connected key={id} games={games} id={id} at={at ? Number(at) : undefined} />;
}
