/* Caravans on the page. */
import { Emblem } from "../../art/emblems";
import { t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import type { BoardProps } from "../board";
import { printed } from "./hex";
import { CaravanMap } from "./Map";
import { InlineToken, Print } from "./Piece";
import symbols from "./symbols.svg?raw";
import "./caravans.css";

const KINDS = [
    "ecu",
    "wood",
    "wheat",
    "ceramics",
    "coal",
    "iron",
    "fabric",
    "gold",
    "gems",
    "spices",
];

/** The race: everybody's influence on the way to the goal. */
function Race({ props }: { props: BoardProps }) {
    const goal: number = props.edition.win_influence;
    const at = (n: number) => 24 + (752 * Math.min(n, goal)) / goal;
    return (
        <svg
            class="car-race"
            viewBox="0 0 800 46"
            role="img"
            aria-label={t("caravans.board.influence")}
        >
            <line x1={at(0)} y1="34" x2={at(goal)} y2="34" />
            {Array.from({ length: goal + 1 }, (_, i) => (
                <g key={i}>
                    <circle
                        cx={at(i)}
                        cy="34"
                        r={i === goal ? 12 : 9}
                        class={i === goal ? "goal" : ""}
                    />
                    <text x={at(i)} y="38">
                        {i}
                    </text>
                </g>
            ))}
            {(props.view.players as { influence: number }[])
                .slice(0, props.view.seats)
                .map((p, seat, all) => {
                    const same = all.flatMap((o, i) => (o.influence === p.influence ? [i] : []));
                    return (
                        <g
                            key={seat}
                            transform={`translate(${at(p.influence) - 9 + (same.indexOf(seat) - (same.length - 1) / 2) * 12} 2)`}
                        >
                            <Emblem seat={seat} size={18} />
                        </g>
                    );
                })}
        </svg>
    );
}

/** Drawn tiles to choose from, and what is left in the regions. */
function Tiles({ props }: { props: BoardProps }) {
    const { view } = props;
    const choices = props.legal.filter((m) => m.verb === "tile");
    return (
        <div class="car-tiles">
            {choices.map((m) => (
                <button
                    type="button"
                    key={m.move}
                    class="outline"
                    data-tile={String(m.tile)}
                    onClick={() => props.choose(m)}
                >
                    <TileDrawing tile={String(m.tile)} props={props} />
                    {t("caravans.page.take_tile")}
                </button>
            ))}
            <ul class="stacks">
                {Object.entries(view.stacks as Record<string, { size: number }>).map(
                    ([region, s]) => (
                        <li key={region} class={`stack ${region}`}>
                            <b>{s.size}</b> {wordText(props.game, "region", region)}
                        </li>
                    ),
                )}
            </ul>
        </div>
    );
}

function TileDrawing({ tile, props }: { tile: string; props: BoardProps }) {
    const { kinds, region } = printed(props.edition, tile);
    const at: [number, number][] = [
        [28, 26],
        [72, 26],
        [50, 64],
    ];
    return (
        <svg viewBox="0 0 100 92" class="tile-drawing" aria-hidden="true">
            {kinds.map((kind, i) => (
                <g key={i}>
                    <polygon
                        points={Array.from({ length: 6 }, (_, k) => {
                            const a = (Math.PI / 180) * (60 * k - 30);
                            return `${at[i][0] + 25 * Math.cos(a)},${at[i][1] + 25 * Math.sin(a)}`;
                        }).join(" ")}
                        class={`hex-face f-${kind} region-${region}`}
                    />
                    <Print kind={kind} x={at[i][0]} y={at[i][1]} size={22} />
                </g>
            ))}
        </svg>
    );
}

export function Board(props: BoardProps) {
    return (
        <div class="car">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            <Race props={props} />
            <CaravanMap props={props} />
            <Tiles props={props} />
        </div>
    );
}

/** Units of a caravan, expertises, own-city trades and cities left. */
export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    const active = seat === props.position.actor;
    return (
        <div class="car-seat">
            <div class="units">
                {KINDS.filter((k) => p.units[k] > 0).map((k) => {
                    const moves: Move[] = active
                        ? props.legal.filter((m) => m.kind === k && m.from === undefined)
                        : [];
                    const text = wordText(props.game, "kind", k);
                    const inside = (
                        <>
                            <InlineToken kind={k} label={text} /> {p.units[k]}
                        </>
                    );
                    return moves.length ? (
                        <button
                            type="button"
                            key={k}
                            class="unit choice"
                            data-unit={k}
                            onClick={() => props.pick(moves)}
                        >
                            {inside}
                        </button>
                    ) : (
                        <span key={k} class="unit">
                            {inside}
                        </span>
                    );
                })}
            </div>
            <dl class="facts">
                <div>
                    <dt>{t("caravans.page.expertise")}</dt>
                    <dd>
                        {p.expertise.length
                            ? p.expertise.map((k: string) => (
                                  <InlineToken
                                      key={k}
                                      kind={k}
                                      label={wordText(props.game, "kind", k)}
                                  />
                              ))
                            : "–"}
                    </dd>
                </div>
                <div>
                    <dt>{t("caravans.page.own_trades")}</dt>
                    <dd>{p.own_trades}</dd>
                </div>
                <div>
                    <dt>{t("caravans.page.cities_left")}</dt>
                    <dd>{p.cities}</dd>
                </div>
            </dl>
        </div>
    );
}

/** Resources are drawn in the log and in the list of moves. */
export function Word({ names, word, text }: { names: string; word: string; text: string }) {
    if (names !== "kind") return <>{text}</>;
    return (
        <span class="word">
            <InlineToken kind={word} /> {text}
        </span>
    );
}
