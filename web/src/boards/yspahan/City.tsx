/* The city: carpets of souks with their shops, the streets, the supervisor and the caravan. */
import { Frame, star } from "../../art/ornaments";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Pan } from "../Pan";
import { Place } from "../Place";
import { Caravan } from "./Caravan";
import {
    AREAS,
    BLANKS,
    CARPETS,
    CELL,
    type Cell,
    HEIGHT,
    SHOPS,
    SOUKS,
    SQUARES,
    squareCell,
    WIDTH,
    walk,
    x,
    y,
} from "./layout";
import { Cube, Glyph } from "./Piece";

const centre = ([c, r]: Cell): Cell => [x(c) + CELL / 2, y(r) + CELL / 2];

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
            {BLANKS.filter((b) => b.souk === souk).map(({ cell }) => {
                const [cx, cy] = centre(cell);
                return <polygon key={String(cell)} points={star(cx, cy, 9)} class="blank" />;
            })}
        </>
    );
}

function Medal({ souk, value, owner }: { souk: number; value: number; owner: number | null }) {
    const [cx, cy] = centre(SOUKS[souk].value);
    return (
        <g pointer-events="none">
            {owner === null ? (
                <polygon points={star(cx, cy, 16, 0.84)} class="medal" />
            ) : (
                <circle
                    cx={cx}
                    cy={cy}
                    r="14.500"
                    class="medal owned"
                    style={{ fill: `var(--seat-${owner})` }}
                />
            )}
            <text x={cx} y={cy + 6} class={owner === null ? "medal-value" : "medal-value owned"}>
                {value}
            </text>
        </g>
    );
}

/** The door through which a shop opens on the street, half way between the two. */
function Door({ square, shop }: { square: string; shop: number }) {
    const [sx, sy] = centre(squareCell(square));
    const [px, py] = centre(SHOPS[shop].cell);
    const flat = Math.abs(py - sy) > Math.abs(px - sx);
    const [w, h] = flat ? [18, 9] : [9, 18];
    const [cx, cy] = [(sx + px) / 2, (sy + py) / 2];
    return (
        <g class={`souk ${SOUKS[SHOPS[shop].souk].colour}`} pointer-events="none">
            <rect
                x={cx - w / 2}
                y={cy - h / 2}
                width={w}
                height={h}
                rx="3.500"
                class="carpet-edge"
            />
            <rect
                x={cx - w / 2 + 2}
                y={cy - h / 2 + 2}
                width={w - 4}
                height={h - 4}
                rx="2"
                class="carpet"
            />
        </g>
    );
}

/** A shop: an arch, or the good that stands there. */
function Shop({ id, props, leaving }: { id: number; props: BoardProps; leaving: boolean }) {
    const { cell } = SHOPS[id];
    const [cx, cy] = [x(cell[0]), y(cell[1])];
    const owner: number | null = props.view.shops[id];
    const moves = props.legal.filter((m) => m.shop === id);
    const pending =
        props.view.pending.includes(id) || props.view.asked === id || (leaving && owner !== null);
    const pointed = props.pointed?.shop === id && props.pointed.verb !== "send";
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

function Square({ name, props, way }: { name: string; props: BoardProps; way: boolean }) {
    const [c, r] = squareCell(name);
    const moves = props.legal.filter((m) => m.verb === "move" && m.square === name);
    const cost = moves.length ? Number(moves[0].cost ?? 0) : null;
    const mark = cost === null ? "" : cost === 0 ? " free-walk" : " paid-walk";
    // A name says all that is written on its place, in the same order.
    const paid = cost ? `${cost} ${t("yspahan.board.gold")}` : t("yspahan.page.free");
    const price = cost === null ? "" : ` ${paid}`;
    return (
        <Place
            moves={moves}
            props={props}
            id={`square-${name}`}
            class={`${way ? "way" : ""}${mark}`}
            state={Number(props.view.supervisor === name)}
            label={t("yspahan.page.square_label", { square: name }) + price}
        >
            <rect x={x(c) + 2} y={y(r) + 2} width="40" height="40" rx="6" class="square" />
            <text x={x(c) + 22} y={y(r) + (cost === null ? 26 : 37)} class="square-name">
                {`${name} `}
            </text>
            {cost !== null && cost > 0 && (
                <>
                    <Glyph id="g-coin" x={x(c) + 12} y={y(r) + 4} w={20} />
                    <text x={x(c) + 22} y={y(r) + 19} class="cost">
                        {cost}
                    </text>
                </>
            )}
            {cost === 0 && (
                <text x={x(c) + 22} y={y(r) + 20} class="free">
                    {t("yspahan.page.free")}
                </text>
            )}
        </Place>
    );
}

/** Arrows along the way that is pointed at. */
function Way({ squares }: { squares: string[] }) {
    return (
        <g class="arrows" pointer-events="none">
            {squares.slice(1).map((to, i) => {
                const [ax, ay] = centre(squareCell(squares[i]));
                const [bx, by] = centre(squareCell(to));
                const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
                return (
                    <path
                        key={to}
                        d="M-4-7 4 0-4 7"
                        transform={`translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})`}
                    />
                );
            })}
        </g>
    );
}

/** A souk is complete when one player holds every shop of it. */
function ownerOf(shops: (number | null)[], souk: number): number | null {
    const owners = SHOPS.flatMap((s, i) => (s.souk === souk ? [shops[i]] : []));
    return owners.every((o) => o !== null && o === owners[0]) ? owners[0] : null;
}

function Supervisor({ at, ghost }: { at: string; ghost?: boolean }) {
    const [c, r] = squareCell(at);
    return (
        <g data-place={ghost ? undefined : `stand-${at}`} pointer-events="none">
            <g
                class={ghost ? "supervisor ghost" : "supervisor"}
                data-piece={ghost ? undefined : "supervisor"}
                data-via="square-C0"
                data-guide="supervisor"
                transform={`translate(${x(c) + 2} ${y(r) - 16})`}
            >
                <Glyph id="g-sup" x={0} y={0} w={40} h={54} />
            </g>
        </g>
    );
}

export function City({ props, values }: { props: BoardProps; values: number[] }) {
    const { view, edition } = props;
    const target = props.pointed?.verb === "move" ? String(props.pointed.square) : null;
    const way = target ? walk(String(view.supervisor), target) : [];
    const links = (square: string): number[] =>
        (edition.links[square] as (number | null)[]).filter((s): s is number => s !== null);
    const leaving = target ? links(target) : [];
    return (
        <Pan width={640}>
            <svg
                class="ysp-city"
                data-guide="city"
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                role="group"
                aria-label={t("yspahan.board.city")}
            >
                <Frame w={WIDTH} h={HEIGHT} />
                <rect x="16.500" y="16.500" width="799" height="535" rx="8" class="stonework" />
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
                {AREAS.map((a) => {
                    const souks = SOUKS.flatMap((_, i) =>
                        props.game.words.souk[i].startsWith(a.level) ? [i] : [],
                    );
                    const shops = SHOPS.filter((s) => souks.includes(s.souk)).length;
                    return (
                        <g key={a.level} class="area" data-about={`quarter-${a.level}`}>
                            <Glyph
                                id={`g-${a.level}`}
                                x={a.beside ? a.at[0] - 64 : a.at[0] - a.size / 2}
                                y={a.beside ? a.at[1] - 22 : a.at[1] - a.size}
                                w={a.size}
                            />
                            <text
                                x={a.beside ? a.at[0] - 18 : a.at[0]}
                                y={a.at[1] + (a.beside ? -2 : 20)}
                                class={a.beside ? "area-name left" : "area-name"}
                            >
                                {wordText(props.game, "level", a.level)}
                            </text>
                            <text
                                x={a.beside ? a.at[0] - 18 : a.at[0]}
                                y={a.at[1] + (a.beside ? 14 : 37)}
                                class={a.beside ? "area-size left" : "area-size"}
                            >
                                {t("yspahan.page.quarter", { souks: souks.length, shops })}
                            </text>
                        </g>
                    );
                })}
                {SOUKS.map((s, i) => (
                    <g key={i} class={`souk ${s.colour}`}>
                        <Carpet souk={i} />
                    </g>
                ))}
                {SHOPS.map((s, i) => (
                    <g key={i} class={`souk ${SOUKS[s.souk].colour}`}>
                        <Shop id={i} props={props} leaving={leaving.includes(i)} />
                    </g>
                ))}
                {SOUKS.map((_, i) => (
                    <Medal key={i} souk={i} value={values[i]} owner={ownerOf(view.shops, i)} />
                ))}
                {SQUARES.map((name) => (
                    <Square key={name} name={name} props={props} way={way.includes(name)} />
                ))}
                {SQUARES.flatMap((s) =>
                    links(s).map((shop) => <Door key={`${s}${shop}`} square={s} shop={shop} />),
                )}
                <Caravan props={props} coming={leaving.flatMap((s) => view.shops[s] ?? [])} />
                <Way squares={way} />
                <Supervisor at={String(view.supervisor)} />
                {target && target !== view.supervisor && <Supervisor at={target} ghost />}
            </svg>
        </Pan>
    );
}
