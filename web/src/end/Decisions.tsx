/* The decisions that mattered: where on the board, when, what it changed of the chances, what was done and what was
 * better. A card leads to its moment. As long as the game is looked back at, empty cards keep the room. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match } from "../core/match";
import { has, moveSentence, type Speaker, t } from "../core/text";
import type { Position } from "../core/types";
import { percent } from "../ui/MoveList";
import { SeatTag } from "../ui/SeatTag";
import { spotOf, stretches } from "../ui/turns";
import { type Turning, when } from "./course";

/** Size of the board that a glimpse is cut from. */
const STAGE = [860, 640];
/** How much of it a glimpse shows at least. */
const SIGHT = 150;
/** After what time a moment that could not be had is asked for again, in milliseconds. */
const AGAIN = 1000;

/** A piece of the board around the place of a decision, as it was then. */
function Glimpse(o: { match: Match; board: BoardModule; props: BoardProps; at: Turning }) {
    const { match, board, at } = o;
    const then = useSignal<Position | null>(null);
    const box = useRef<HTMLDivElement>(null);
    const stage = useRef<HTMLDivElement>(null);
    useEffect(() => {
        let gone = false;
        const look = (): void => {
            if (gone) return;
            match.at(at.ply).then(
                // Drawn when nothing else wants the time.
                (p) =>
                    setTimeout(() => {
                        if (!gone) then.value = p;
                    }, 30),
                () => setTimeout(look, AGAIN),
            );
        };
        look();
        return () => {
            gone = true;
        };
    }, [at.ply]);
    const p = then.value;
    useLayoutEffect(() => {
        const [frame, sheet] = [box.current, stage.current];
        if (!frame || !sheet || !p) return;
        const entry = match.log.value.find((e) => e.ply === at.ply);
        const [turn] = entry ? stretches([entry], []).flatMap((s) => s.turns) : [];
        const spot = turn && spotOf(turn, board, o.props);
        const place =
            sheet.querySelector(".better, .made") ??
            (spot ? sheet.querySelector(`[data-place="${spot}"]`) : null);
        const whole = sheet.getBoundingClientRect();
        const found = place?.getBoundingClientRect();
        const [fw, fh] = [frame.clientWidth, frame.clientHeight];
        const near = found?.width ? found : null;
        const sight = near ? Math.max(SIGHT, 1.5 * Math.max(near.width, near.height)) : STAGE[1];
        const scale = Math.max(fw, fh) / Math.min(sight, STAGE[1]);
        const [x, y] = near
            ? [near.x - whole.x + near.width / 2, near.y - whole.y + near.height / 2]
            : [STAGE[0] / 2, STAGE[1] / 2];
        const within = (v: number, room: number, size: number) =>
            Math.min(0, Math.max(room - size * scale, room / 2 - v * scale));
        sheet.style.transform = `translate(${within(x, fw, STAGE[0])}px, ${within(y, fh, STAGE[1])}px) scale(${scale})`;
        sheet.style.visibility = "visible";
    }, [p]);
    const Board = board.Board;
    const told = { made: at.move, better: at.better };
    return (
        <div class="glimpse" ref={box} inert aria-hidden="true">
            {p && (
                <div class="stage past" ref={stage}>
                    <Board
                        {...o.props}
                        view={p.view}
                        position={p}
                        pointed={null}
                        legal={[at.move, ...(at.better ? [at.better] : [])]}
                        told={told}
                    />
                </div>
            )}
        </div>
    );
}

export function Decisions(o: {
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
    speaker: Speaker;
    /** null: not known yet. */
    list: Turning[] | null;
}) {
    const { match, speaker, list, board } = o;
    const alone = match.seats.filter((s) => s.kind === "human").length === 1;
    return (
        <section class="decisions" aria-labelledby="end-decisions" aria-busy={!list}>
            <h3 id="end-decisions">{t("end.decisions")}</h3>
            {!list && (
                <>
                    <p class="hidden-text" role="status">
                        {t("end.looking_back")}
                    </p>
                    {[1, 2, 3].map((n) => (
                        <div key={n} class="decision waiting" aria-hidden="true">
                            <span class="glimpse" />
                            <span class="told">
                                <i />
                                <i />
                                <i />
                            </span>
                        </div>
                    ))}
                </>
            )}
            {list?.length === 0 && <p class="none">{t("end.none")}</p>}
            {list?.map((d, i) => {
                const why = `ai.${match.game.id}.${d.reason}`;
                const good = d.by > 0;
                return (
                    <button
                        type="button"
                        key={d.ply}
                        class="decision"
                        onClick={() => void match.show(d.ply)}
                    >
                        <span class="glimpse-frame">
                            {board && <Glimpse {...{ match, board }} props={o.props} at={d} />}
                            <b class={`number ${good ? "good" : "bad"}`}>{i + 1}</b>
                        </span>
                        <span class="told">
                            <small>
                                <span>{when(match.log.value, board, d.ply)}</span>
                                <b class={good ? "good" : "bad"}>
                                    {good ? "+" : "−"}
                                    {percent(Math.abs(d.by))}
                                </b>
                            </small>
                            <span class="what">
                                {!alone && (
                                    <>
                                        <SeatTag match={match} seat={d.seat} />{" "}
                                    </>
                                )}
                                <b>{moveSentence(speaker, d.move)}</b>
                                {d.better ? (
                                    <>
                                        {". "}
                                        <em>{t("end.better")}</em> {moveSentence(speaker, d.better)}
                                    </>
                                ) : (
                                    d.reason && has(why) && <>. {t(why)}</>
                                )}
                            </span>
                        </span>
                    </button>
                );
            })}
        </section>
    );
}
