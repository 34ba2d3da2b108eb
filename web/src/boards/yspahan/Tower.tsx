/* The dice tower: six levels, the dice on them or who took them, and what can be done with a level.
 * On a phone it is a strip above the city. */
import { Emblem } from "../../art/emblems";
import { phone } from "../../core/settings";
import { seatName, t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place, Spot } from "../Place";
import { Die, Glyph, Inline } from "./Piece";

const LEVELS = ["gold", "vase", "chest", "barrel", "bag", "camel"];

interface Stage {
    name: string;
    /** Dice on it, true for a yellow one. */
    dice: boolean[];
    value: number;
    /** Who took the dice today. */
    taker: number | null;
}

/** The levels from the top, with what the log of the day tells about those that are gone. */
function stages({ view, log, position }: BoardProps): Stage[] {
    const takers = new Map<string, number>();
    for (const entry of log) {
        if (entry.ply >= position.ply) break;
        for (const e of entry.events) {
            if (e.event === "day") takers.clear();
            if (e.event === "select" && e.seat !== null) takers.set(String(e.level), e.seat);
        }
    }
    return LEVELS.map((name) => {
        const { white, yellow, value } = view.tower[name];
        const dice = Array.from({ length: white + yellow }, (_, i) => i >= white);
        return { name, dice, value, taker: dice.length ? null : (takers.get(name) ?? null) };
    });
}

function labelOf({ game }: BoardProps, { name, dice, value }: Stage): string {
    const level = wordText(game, "level", name);
    return t("yspahan.page.level_label", { level, n: dice.length, value });
}

function Level({ stage, i, props }: { stage: Stage; i: number; props: BoardProps }) {
    const { name, dice } = stage;
    const moves = props.legal.filter((m) => m.verb === "sel" && m.level === name);
    const top = 47 + 32.5 * i;
    const edge = (row: number) => 33 - 4.67 * row;
    const path = `M${edge(i)} ${top}H${290 - edge(i)}L${290 - edge(i + 1)} ${top + 30.5}H${edge(i + 1)}Z`;
    const arch = `M54 ${top + 29.5}v-17.500c0-6 8-7.500 14-10.500 6 3 14 4.500 14 10.500v17.500Z`;
    const step = dice.length > 4 ? 82 / (dice.length - 1) : 27;
    return (
        <Place
            moves={moves}
            props={props}
            label={labelOf(props, stage)}
            id={`level-${name}`}
            state={dice.length}
        >
            <path d={path} class={dice.length ? "level" : "level empty"} />
            <path d={arch} class="niche" />
            <Glyph id={`g-${name}`} x={57} y={top + 8} w={22} h={20} dim={!dice.length} />
            <text x="92" y={top + 20} class={dice.length ? "level-name" : "level-name gone"}>
                {wordText(props.game, "level", name)}
            </text>
            {dice.map((yellow, k) => (
                <Die
                    key={k}
                    value={stage.value}
                    yellow={yellow}
                    x={162 + step * k}
                    y={top + 3}
                    size={25}
                />
            ))}
            {stage.taker !== null && (
                <g transform={`translate(166 ${top + 5})`} pointer-events="none">
                    <Emblem seat={stage.taker} size={20} />
                    <text x="26" y="15" class="level-name gone">
                        {seatName(props.game, props.seats, stage.taker).slice(0, 11)}
                    </text>
                </g>
            )}
        </Place>
    );
}

function Buys({ props }: { props: BoardProps }) {
    const buys = props.legal.filter((m) => m.verb === "buy");
    if (!buys.length) return null;
    const price: number = props.edition.yellow_price;
    return (
        <div class="buys">
            {buys.map((m) => (
                <Spot
                    key={m.move}
                    moves={[m]}
                    props={props}
                    id={`buy-${m.n}`}
                    about="first"
                    label={`${t("yspahan.page.yellow_dice")}: ${m.n}`}
                >
                    +{Number(m.n)} <Inline id="d1y" />
                    {Number(m.n) > 0 && (
                        <small>
                            {Number(m.n) * price} <Inline id="g-gold" />
                        </small>
                    )}
                </Spot>
            ))}
        </div>
    );
}

/** A cell for each level, from the bottom as it is filled. */
function Strip({ props }: { props: BoardProps }) {
    return (
        <div class="ysp-levels" data-guide="tower">
            {stages(props)
                .reverse()
                .map((stage) => (
                    <Spot
                        key={stage.name}
                        moves={props.legal.filter(
                            (m) => m.verb === "sel" && m.level === stage.name,
                        )}
                        props={props}
                        id={`level-${stage.name}`}
                        state={stage.dice.length}
                        label={labelOf(props, stage)}
                        class={stage.dice.length ? "" : "empty"}
                    >
                        <Inline id={`g-${stage.name}`} />
                        {stage.dice.length > 0 && (
                            <span>
                                {stage.dice.length}×
                                <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
                                    <Die
                                        value={stage.value}
                                        yellow={stage.dice[0]}
                                        x={0}
                                        y={0}
                                        size={24}
                                    />
                                </svg>
                            </span>
                        )}
                        {stage.taker !== null && <Emblem seat={stage.taker} size={17} />}
                    </Spot>
                ))}
        </div>
    );
}

export function Tower({ props }: { props: BoardProps }) {
    if (phone.value)
        return (
            <>
                <Strip props={props} />
                <Buys props={props} />
            </>
        );
    return (
        <div class="panel ysp-tower">
            <svg
                data-guide="tower"
                viewBox="0 -7 290 260"
                role="group"
                aria-label={t("yspahan.board.tower")}
            >
                <g class="dome" data-from="die-white die-yellow" data-about="tower">
                    <path d="M145 2v8" class="spike" />
                    <circle cx="145" cy="3.500" r="2.400" class="knob" />
                    <path
                        d="M145 8C148 17 181 19 181 33C181 37 179 40 177 42H113C111 40 109 37 109 33C109 19 142 17 145 8Z"
                        class="roof"
                    />
                    <path
                        d="M145 10C139 19 124 23 124 33C124 37 125 40 126 42M145 10C151 19 166 23 166 33C166 37 165 40 164 42M145 10V42"
                        class="ribs"
                    />
                </g>
                <rect x="27" y="41.500" width="236" height="6" rx="2" class="ledge" />
                {stages(props).map((stage, i) => (
                    <Level key={stage.name} stage={stage} i={i} props={props} />
                ))}
            </svg>
            <Buys props={props} />
        </div>
    );
}
