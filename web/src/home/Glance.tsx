/* The board of a match as it stands, small, and its date; the core is asked, but nothing is played on. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type BoardModule, type BoardProps, loadBoard } from "../boards/board";
import { core } from "../core/engine";
import type { LogEntry, SavedGame } from "../core/match";
import { loadTexts } from "../core/text";
import type { GameInfo, Position } from "../core/types";
import { when } from "../end/course";
import "../styles/table.css";

interface Seen {
    board: BoardModule;
    position: Position;
    log: LogEntry[];
}

/** What those at this screen see: their own cards only if there is one of them. */
async function see(save: SavedGame): Promise<Seen | null> {
    const people = save.seats.flatMap((s, i) => (s.kind === "human" ? [i] : []));
    const viewer = people.length === 1 ? people[0] : "spectator";
    const [board] = await Promise.all([loadBoard(save.game), loadTexts(save.game)]);
    if (!board) return null;
    const { table } = await core.call("load", { save });
    try {
        const position = await core.call("position", { table, viewer });
        const log = await core.call("log", { table, viewer });
        return { board, position, log };
    } finally {
        await core.call("close", { table });
    }
}

const nothing = () => undefined;

export function Glance(o: {
    game: GameInfo;
    save: SavedGame;
    dated: (text: string, far: number | null) => void;
}) {
    const seen = useSignal<Seen | null>(null);
    const frame = useRef<HTMLDivElement>(null);
    const stage = useRef<HTMLDivElement>(null);
    useEffect(() => {
        let gone = false;
        const timer = setTimeout(() => {
            see(o.save).then((s) => {
                if (gone || !s) return;
                seen.value = s;
                const far = s.board.far?.({ view: s.position.view, edition: o.save.edition });
                o.dated(when(s.log, s.board, s.position.ply), far ?? null);
            }, nothing);
        }, 50);
        return () => {
            gone = true;
            clearTimeout(timer);
        };
    }, []);
    useLayoutEffect(() => {
        const [room, sheet] = [frame.current, stage.current];
        if (!room || !sheet) return;
        const fit = () => {
            // The board's own drawing fills the frame; what lies around it may be cut.
            const drawing = seen.value?.board.drawing;
            const part = (drawing && sheet.querySelector(drawing)) || sheet;
            sheet.style.transform = "none";
            const [all, at] = [sheet, part].map((e) => e.getBoundingClientRect());
            const scale = Math.max(room.clientWidth / at.width, room.clientHeight / at.height);
            const x = room.clientWidth / 2 - (at.x - all.x + at.width / 2) * scale;
            const y = room.clientHeight / 2 - (at.y - all.y + at.height / 2) * scale;
            sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
        };
        const watch = new ResizeObserver(fit);
        watch.observe(room);
        return () => watch.disconnect();
    }, [seen.value]);
    const s = seen.value;
    const props: BoardProps | null = s && {
        game: o.game,
        view: s.position.view,
        position: s.position,
        seats: o.save.seats,
        edition: o.save.edition,
        viewer: typeof s.position.view.viewer === "number" ? s.position.view.viewer : null,
        log: s.log,
        legal: [],
        choose: nothing,
        pick: nothing,
        pointed: null,
        point: nothing,
        peek: () => Promise.reject(new Error("nothing is decided here")),
    };
    return (
        <div class={`glance game-${o.game.id}`} ref={frame} inert aria-hidden="true">
            {s && props && (
                <div class="stage" ref={stage}>
                    <s.board.Board {...props} />
                </div>
            )}
        </div>
    );
}
