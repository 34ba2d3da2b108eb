/* The caravan: three lines of camels, filled from the bottom. */
import { t } from "../../core/text";
import type { BoardProps } from "../board";
import { Cube, Glyph } from "./Piece";

const TABLES = ["two", "three", "four"];
export const LINES = ["bottom", "middle", "top"];

export function Caravan({ props, coming }: { props: BoardProps; coming: number[] }) {
    const per: number = props.edition.line_camels[TABLES[props.view.seats - 2]];
    const goods: number[] = props.view.caravan;
    const { pointed, position } = props;
    const next =
        pointed?.verb === "send"
            ? [Number(pointed.owner)]
            : pointed?.verb === "play_load_caravan" && position.actor !== null
              ? [position.actor]
              : coming;
    return (
        <g transform="translate(20 376)" class="caravan" data-guide="caravan">
            <rect x=".7" y=".7" width="342.600" height="170.600" rx="10" class="sand" />
            <g class="dunes">
                <path d="M1 72C60 63 110 78 172 70S290 64 343 74V160Q343 171 332 171H12Q1 171 1 160Z" />
                <path d="M1 121C60 112 110 127 172 119S290 113 343 123V160Q343 171 332 171H12Q1 171 1 160Z" />
            </g>
            <text x="14" y="19" class="caravan-title">
                {t("yspahan.board.caravan")}
            </text>
            {[0, 1, 2].map((line) => {
                const top = 130 - 49 * line;
                return (
                    <g
                        key={line}
                        data-about={`caravan-${LINES[line]}`}
                        data-place={`caravan-${LINES[line]}`}
                        data-state={goods.slice(line * per, line * per + per).join()}
                        role="img"
                        aria-label={`${t("yspahan.board.caravan")} ×${props.edition.line_factor[LINES[line]]}`}
                    >
                        <rect x="4" y={top - 9} width="334" height="48" class="bare" />
                        <rect x="10" y={top + 3} width="34" height="26" rx="6" class="factor" />
                        <text x="27" y={top + 22} class="factor-text">
                            ×{props.edition.line_factor[LINES[line]]}
                        </text>
                        {Array.from({ length: per }, (_, i) => {
                            const slot = line * per + i;
                            const left = 54 + 58 * i;
                            const ghost = next[slot - goods.length];
                            return (
                                <g key={slot} data-place={`camel-${slot}`}>
                                    <ellipse
                                        cx={left + 23}
                                        cy={top + 36.5}
                                        rx="20"
                                        ry="2.600"
                                        class="shadow"
                                    />
                                    <Glyph
                                        id="g-camel"
                                        x={left}
                                        y={top}
                                        w={47}
                                        h={37}
                                        dim={slot >= goods.length}
                                    />
                                    {slot < goods.length && (
                                        <Cube
                                            seat={goods[slot]}
                                            x={left + 6}
                                            y={top - 12}
                                            size={25}
                                        />
                                    )}
                                    {ghost !== undefined && (
                                        <Cube
                                            seat={ghost}
                                            x={left + 6}
                                            y={top - 12}
                                            size={25}
                                            ghost
                                        />
                                    )}
                                </g>
                            );
                        })}
                        <text x="306" y={top + 22} class="factor-text">
                            +{props.edition.line_points[LINES[line]]}
                        </text>
                        <Glyph id="g-vp" x={316} y={top + 6} w={19} />
                    </g>
                );
            })}
        </g>
    );
}
