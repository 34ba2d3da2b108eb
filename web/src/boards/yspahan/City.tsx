/* The city: carpets of souks with their shops, the streets, the supervisor and the caravan. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { Caravan } from "./Caravan";
import {
    AREAS,
    CARPETS,
    CELL,
    HEIGHT,
    SHOPS,
    SOUKS,
    SQUARES,
    squareCell,
    WIDTH,
    x,
    y,
} from "./layout";
import { Cube, Glyph } from "./Piece";

function Carpet({ souk }: { souk: number }) {
    const inset = (by: number) =>
        CARPETS[souk].map(([c, r, w, h]) => (
            <rect
                key={`${c}.${r}.${by}`}
                x={x(c) + by}
                y={y(r) + by}
                width={w * CELL - 2 * by}
                height={h * CELL - 2 * by}
                rx={8 - by}
            />
        ));
    return (
        <>
            <g class="carpet-edge">{inset(1.8)}</g>
            <g class="carpet">{inset(3.2)}</g>
        </>
    );
}

function Medal({ souk, value, owner }: { souk: number; value: number; owner: number | null }) {
    const [c, r] = SOUKS[souk].value;
    const cx = x(c) + CELL / 2;
    const cy = y(r) + CELL / 2;
    return (
        <g pointer-events="none">
            <circle
                cx={cx}
                cy={cy}
                r="15"
                class="medal"
                style={owner === null ? {} : { fill: `var(--seat-${owner})` }}
            />
            <text x={cx} y={cy + 6} class={owner === null ? "medal-value" : "medal-value owned"}>
                {value}
            </text>
        </g>
    );
}

/** Door of a shop at street level: an arch, or the good that stands there. */
function Shop({ id, props }: { id: number; props: BoardProps }) {
    const { cell } = SHOPS[id];
    const [cx, cy] = [x(cell[0]), y(cell[1])];
    const owner: number | null = props.view.shops[id];
    const moves = props.legal.filter((m) => m.shop === id);
    const pending = props.view.pending.includes(id) || props.view.asked === id;
    const pointed = props.pointed?.shop === id;
    return (
        <Place
            moves={moves}
            props={props}
            label={t("yspahan.page.shop_label", {
                shop: id,
                souk: wordText(props.game, "souk", props.game.words.souk[SHOPS[id].souk]),
            })}
            id={`shop-${id}`}
            state={owner}
        >
            <rect x={cx + 5} y={cy + 5} width="34" height="34" rx="6" class="shop" />
            {owner === null && (
                <path
                    class="door"
                    d={`M${cx + 13} ${cy + 34}v-13c0-6 5-8.500 9-11.500 4 3 9 5.500 9 11.500v13Z`}
                />
            )}
            {owner !== null && <Cube seat={owner} x={cx + 6} y={cy + 5} size={33} />}
            {pending && (
                <rect x={cx + 4} y={cy + 4} width="36" height="36" rx="7" class="pending" />
            )}
            {pointed && owner === null && props.viewer !== null && (
                <Cube
                    seat={props.position.actor ?? props.viewer}
                    x={cx + 6}
                    y={cy + 5}
                    size={33}
                    ghost
                />
            )}
        </Place>
    );
}

function Square({ name, props }: { name: string; props: BoardProps }) {
    const [c, r] = squareCell(name);
    const moves = props.legal.filter((m) => m.verb === "move" && m.square === name);
    const cost = moves.length ? Number(moves[0].cost ?? 0) : null;
    return (
        <Place
            moves={moves}
            props={props}
            id={`square-${name}`}
            state={Number(props.view.supervisor === name)}
            label={t("yspahan.page.square_label", { square: name })}
        >
            <rect x={x(c) + 2} y={y(r) + 2} width="40" height="40" rx="6" class="square" />
            {cost !== null && cost > 0 && <Glyph id="g-gold" x={x(c) + 13} y={y(r) + 5} w={18} />}
            {cost !== null && cost > 0 && (
                <text x={x(c) + 22} y={y(r) + 18} class="cost">
                    {cost}
                </text>
            )}
            {cost === 0 && (
                <text x={x(c) + 22} y={y(r) + 20} class="free">
                    {t("yspahan.page.free")}
                </text>
            )}
            <text x={x(c) + 22} y={y(r) + (cost === null ? 27 : 37)} class="square-name">
                {name}
            </text>
        </Place>
    );
}

/** A souk is complete when one player holds every shop of it. */
function ownerOf(shops: (number | null)[], souk: number): number | null {
    const owners = SHOPS.flatMap((s, i) => (s.souk === souk ? [shops[i]] : []));
    return owners.every((o) => o !== null && o === owners[0]) ? owners[0] : null;
}

export function City({ props, values }: { props: BoardProps; values: number[] }) {
    const { view } = props;
    const target =
        props.pointed?.verb === "move" ? String(props.pointed.square) : String(view.supervisor);
    const [c, r] = squareCell(target);
    return (
        <div class="pan">
            <svg
                class="ysp-city"
                data-guide="city"
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                role="group"
                aria-label={t("yspahan.board.city")}
            >
                <rect x="1" y="1" width="830" height="566" rx="14" class="frame" />
                <g class="quarters">
                    <rect x="20" y="20" width="438.700" height="174.700" rx="9" />
                    <rect x="505.300" y="20" width="306.700" height="174.700" rx="9" />
                    <rect x="20" y="241.300" width="438.700" height="306.700" rx="9" />
                    <rect x="505.300" y="241.300" width="306.700" height="306.700" rx="9" />
                </g>
                <g class="streets">
                    <rect x="19" y="196" width="794" height="44" rx="5" />
                    <rect x="460" y="19" width="44" height="530" rx="5" />
                </g>
                {AREAS.map((a) => (
                    <g key={a.level} class="area" pointer-events="none">
                        <Glyph
                            id={`g-${a.level}`}
                            x={a.beside ? a.at[0] - 64 : a.at[0] - a.size / 2}
                            y={a.beside ? a.at[1] - 22 : a.at[1] - a.size}
                            w={a.size}
                        />
                        <text
                            x={a.beside ? a.at[0] - 18 : a.at[0]}
                            y={a.at[1] + (a.beside ? 4 : 20)}
                            class={a.beside ? "area-name left" : "area-name"}
                        >
                            {wordText(props.game, "level", a.level)}
                        </text>
                    </g>
                ))}
                {SOUKS.map((s, i) => (
                    <g key={i} class={`souk ${s.colour}`}>
                        <Carpet souk={i} />
                    </g>
                ))}
                {SHOPS.map((s, i) => (
                    <g key={i} class={`souk ${SOUKS[s.souk].colour}`}>
                        <Shop id={i} props={props} />
                    </g>
                ))}
                {SOUKS.map((_, i) => (
                    <Medal key={i} souk={i} value={values[i]} owner={ownerOf(view.shops, i)} />
                ))}
                {SQUARES.map((name) => (
                    <Square key={name} name={name} props={props} />
                ))}
                <g
                    class={target === view.supervisor ? "supervisor" : "supervisor ghost"}
                    data-guide="supervisor"
                    style={{ transform: `translate(${x(c) + 3}px, ${y(r) - 14}px)` }}
                    pointer-events="none"
                >
                    <Glyph id="g-sup" x={0} y={0} w={40} h={54} />
                </g>
                <Caravan props={props} />
            </svg>
        </div>
    );
}
