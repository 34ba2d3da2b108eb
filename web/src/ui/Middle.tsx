/* One screen in the middle of a table, people round it: the board in the middle, every seat at a side and turned
 * towards it. What is asked stands where the one sits who decides. Hands are covered; their owner holds a finger on
 * his side to see his, and what they can do. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/icons";
import type { BoardModule, BoardProps } from "../boards/board";
import type { Match } from "../core/match";
import { seatName, t } from "../core/text";
import type { Position, ScoreLine } from "../core/types";
import type { Passing } from "./decide";
import { SeatChip } from "./SeatCard";
import "../styles/middle.css";

const SIDES = ["bottom", "left", "top", "right"] as const;

/** How many sit at each side, clockwise from the bottom. */
const ROUND: Record<number, number[]> = {
    1: [1, 0, 0, 0],
    2: [1, 0, 1, 0],
    3: [1, 1, 0, 1],
    4: [1, 1, 1, 1],
    5: [2, 1, 1, 1],
    6: [2, 1, 2, 1],
    7: [2, 2, 2, 1],
    8: [2, 2, 2, 2],
};

/** The lines of the score by side; at the bottom and the top those who sit clockwise stand from right to left. */
function round(lines: ScoreLine[]): { side: string; lines: ScoreLine[] }[] {
    const counts = ROUND[lines.length];
    let from = 0;
    return SIDES.map((side, i) => {
        const some = lines.slice(from, from + counts[i]);
        from += counts[i];
        return { side, lines: some.reverse() };
    }).filter((s) => s.lines.length);
}

/** A finger held here shows the cards, a tap does until the next one. */
function Hold({ seat, bare, name }: { seat: number; bare: Passing<number>; name: string }) {
    const since = useRef(0);
    const open = bare.value === seat;
    useEffect(() => {
        if (open)
            document
                .querySelector(".ysp-hand, .tad-missions")
                ?.scrollIntoView({ block: "nearest" });
    }, [open]);
    return (
        <button
            type="button"
            class="hold"
            aria-pressed={open}
            title={t("box.hold_of", { name })}
            onPointerDown={() => {
                since.current = open ? 0 : performance.now();
                bare.value = open ? null : seat;
            }}
            onPointerUp={() => {
                if (since.current && performance.now() - since.current > 400) bare.value = null;
            }}
            onPointerCancel={() => {
                bare.value = null;
            }}
            onKeyDown={(e) => {
                if (e.key !== "Enter" && e.key !== " ") return;
                e.preventDefault();
                bare.value = open ? null : seat;
            }}
            onContextMenu={(e) => e.preventDefault()}
        >
            <Icon name="eye" /> {t(open ? "box.cover" : "box.hold")}
        </button>
    );
}

export function Ring(o: {
    match: Match;
    board: BoardModule | null;
    props: BoardProps;
    bare: Passing<number>;
    over: Position;
    /** What is asked, and the moves. */
    children: ComponentChildren;
}) {
    const { match, board, props, bare } = o;
    const { actor, scores, view } = o.over;
    const nothing = () => undefined;
    return (
        <>
            {round([...scores]).map(({ side, lines }) => (
                <section
                    key={side}
                    class={`side ${side}`}
                    aria-label={lines
                        .map((l) => seatName(match.game, match.seats, l.line))
                        .join(", ")}
                >
                    {lines.map((line) => {
                        const name = seatName(match.game, match.seats, line.line);
                        const decides = actor === line.line;
                        const hand = view.players?.[line.line]?.hand?.length ?? 0;
                        const secret =
                            decides &&
                            match.seats[line.line]?.kind === "human" &&
                            (hand > 0 || o.over.legal.some((m) => board?.secret?.(m)));
                        return (
                            <div class={`place${decides ? " decides" : ""}`} key={line.line}>
                                <div class="whose-place">
                                    <SeatChip
                                        {...{ match, line, board, props }}
                                        open={false}
                                        toggle={nothing}
                                    />
                                    {secret && <Hold {...{ bare, name }} seat={line.line} />}
                                </div>
                                {decides && o.children}
                            </div>
                        );
                    })}
                </section>
            ))}
        </>
    );
}
