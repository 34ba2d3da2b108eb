/* The dice tower: six levels, the dice on them, and what can be done with a level. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { Die, Glyph } from "./Piece";

const LEVELS = ["gold", "vase", "chest", "barrel", "bag", "camel"];

function Level({ name, i, props }: { name: string; i: number; props: BoardProps }) {
    const group = props.view.tower[name];
    const moves = props.legal.filter((m) => m.verb === "sel" && m.level === name);
    const top = 47 + 32.5 * i;
    const edge = (row: number) => 33 - 4.67 * row;
    const path = `M${edge(i)} ${top}H${290 - edge(i)}L${290 - edge(i + 1)} ${top + 30.5}H${edge(i + 1)}Z`;
    const dice = [
        ...Array.from({ length: group.white }, () => false),
        ...Array.from({ length: group.yellow }, () => true),
    ];
    const step = dice.length > 4 ? 82 / (dice.length - 1) : 26;
    const label = t("yspahan.page.level_label", {
        level: wordText(props.game, "level", name),
        n: dice.length,
        value: group.value,
    });
    return (
        <Place moves={moves} props={props} label={label} id={`level-${name}`} state={dice.length}>
            <path d={path} class={dice.length ? "level" : "level empty"} />
            <Glyph
                id={name === "gold" ? "g-gold" : `g-${name}`}
                x={56}
                y={top + 6}
                w={22}
                h={20}
                dim={!dice.length}
            />
            <text x="90" y={top + 20} class="level-name">
                {wordText(props.game, "level", name)}
            </text>
            {dice.map((yellow, k) => (
                <Die
                    key={k}
                    value={group.value}
                    yellow={yellow}
                    x={160 + step * k}
                    y={top + 3}
                    size={25}
                />
            ))}
        </Place>
    );
}

export function Tower({ props }: { props: BoardProps }) {
    const buys = props.legal.filter((m) => m.verb === "buy");
    return (
        <div class="panel ysp-tower">
            <svg
                data-guide="tower"
                viewBox="0 -7 290 260"
                role="group"
                aria-label={t("yspahan.board.tower")}
            >
                <path
                    d="M145 8C148 17 181 19 181 33C181 37 179 40 177 42H113C111 40 109 37 109 33C109 19 142 17 145 8Z"
                    fill="#2F7F84"
                    stroke="#1D5357"
                    stroke-width="1.200"
                />
                <rect x="27" y="41.500" width="236" height="6" rx="2" class="ledge" />
                {LEVELS.map((name, i) => (
                    <Level key={name} name={name} i={i} props={props} />
                ))}
            </svg>
            {buys.length > 0 && (
                <div class="buys">
                    {buys.map((m) => (
                        <button
                            type="button"
                            key={m.move}
                            class="outline"
                            onClick={() => props.choose(m)}
                        >
                            +{Number(m.n)}{" "}
                            <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
                                <use href="#ysp-d1y" width="24" height="24" />
                            </svg>
                            <span class="hidden-text">{t("yspahan.page.yellow_dice")}</span>
                        </button>
                    ))}
                </div>
            )}
        </div>
    );
}
