/* A table in a frame of another site's page (docs/server.md, --embed-origin): the board as it is now, who plays
 * and how it stands, and the way to the table. Nothing is decided here, and no secret of this browser is used. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Emblem } from "../art/emblems";
import { Icon } from "../art/icons";
import { type BoardModule, type BoardProps, loadBoard } from "../boards/board";
import { loadTexts, seatName, t } from "../core/text";
import type { GameInfo, Position } from "../core/types";
import { PlainBoard } from "../ui/PlainBoard";
import { explain, ServerError } from "./api";
import { tableLink } from "./Link";
import { RemoteMatch } from "./remote";
import "../styles/table.css";
import "../styles/online.css";
import "../styles/embed.css";

function propsOf(match: RemoteMatch, p: Position): BoardProps {
    return {
        game: match.game,
        view: p.view,
        position: p,
        seats: match.seats,
        edition: match.edition,
        log: match.log.value,
        viewer: null,
        legal: [],
        choose: () => undefined,
        pick: () => undefined,
        pointed: null,
        point: () => undefined,
        peek: () => Promise.reject(new Error("nothing is decided here")),
    };
}

function Seats({ match, p }: { match: RemoteMatch; p: Position }) {
    return (
        <ul class="embed-seats">
            {p.scores.map((line) => (
                <li key={line.line} class={p.actor === line.line ? "acts" : ""}>
                    <Emblem seat={line.line} size={18} />{" "}
                    <span>{seatName(match.game, match.seats, line.line)}</span> <b>{line.total}</b>
                </li>
            ))}
        </ul>
    );
}

export function EmbedPage({ games, id }: { games: GameInfo[]; id: string }) {
    const match = useSignal<RemoteMatch | null>(null);
    const board = useSignal<{ module: BoardModule | null } | null>(null);
    const trouble = useSignal<string | null>(null);
    useEffect(() => {
        const m = new RemoteMatch(id, games, undefined, false);
        match.value = m;
        return () => m.close();
    }, [id]);
    useSignalEffect(() => {
        const game = match.value?.info.value?.game;
        if (!game || board.peek()) return;
        Promise.all([loadBoard(game), loadTexts(game)]).then(
            ([module]) => {
                board.value = { module };
            },
            (e: unknown) => {
                trouble.value = explain(e);
            },
        );
    });
    useSignalEffect(() => {
        const code = match.value?.line.refused.value;
        if (code) trouble.value = explain(new ServerError(code));
    });
    const m = match.value;
    const info = m?.info.value;
    const p = m?.position.value;
    const Board = board.value?.module?.Board ?? PlainBoard;
    return (
        <main class={`embed${info ? ` game-${info.game}` : ""}`}>
            <header class="embed-bar">
                {info && <b>{t(`${info.game}.title`)}</b>}
                {info && <span class="soft">{t(`online.embed.${info.status}`)}</span>}
                <span class="grow" />
                <a class="plain" href={tableLink(id)} target="_blank" rel="noopener">
                    <Icon name="eye" /> {t("online.embed.open")}
                </a>
            </header>
            {trouble.value && <p role="alert">{trouble.value}</p>}
            {m && p && board.value && (
                <>
                    <Seats match={m} p={p} />
                    <section class="board" aria-label={t("web.board")} data-ply={p.ply}>
                        <Board {...propsOf(m, p)} />
                    </section>
                </>
            )}
        </main>
    );
}
