/* The caravan: three lines of camels, filled from the bottom. */
import { t } from "../../core/text";
import type { BoardProps } from "../board";
import { Cube, Glyph } from "./Piece";

const TABLES = ["two", "three", "four"];
const LINES = ["bottom", "middle", "top"];

export function Caravan({ props }: { props: BoardProps }) {
    const per: number = props.edition.line_camels[TABLES[props.view.seats - 2]];
    const goods: number[] = props.view.caravan;
    const coming = props.pointed?.verb === "send" ? Number(props.pointed.owner) : null;
    return (
        <g
            transform="translate(20 376)"
            class="caravan"
            data-guide="caravan"
            data-place="caravan"
            data-state={goods.join()}
            role="img"
            aria-label={t("yspahan.board.caravan")}
        >
            <rect x=".7" y=".7" width="342.600" height="170.600" rx="10" class="sand" />
            <text x="14" y="18" class="caravan-title">
                {t("yspahan.board.caravan")}
            </text>
            {[0, 1, 2].map((line) => {
                const top = 130 - 49 * line;
                return (
                    <g key={line}>
                        <rect x="10" y={top + 3} width="34" height="26" rx="6" class="factor" />
                        <text x="27" y={top + 22} class="factor-text">
                            ×{props.edition.line_factor[LINES[line]]}
                        </text>
                        {Array.from({ length: per }, (_, i) => {
                            const slot = line * per + i;
                            const left = 54 + 58 * i;
                            return (
                                <g key={slot}>
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
                                    {slot === goods.length && coming !== null && (
                                        <Cube
                                            seat={coming}
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
