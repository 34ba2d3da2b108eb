/* Beside the city: palace, library and the reserve of walls, each a drawing of the same width. */
import type { ComponentChildren } from "preact";
import { wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { Battlements, WallMarks } from "./City";
import { COLOURS, Disc, Draw, Figure, markOf, master, mastersOf, symbolOf } from "./glyphs";

/** A panel with the sign and the name of the action that leads here. */
function Panel(o: {
    action: string;
    props: BoardProps;
    height: number;
    children: ComponentChildren;
}) {
    const name = wordText(o.props.game, "action", o.action);
    return (
        <section class={`panel mrv-${o.action}`} id={`mrv-${o.action}-panel`}>
            <svg viewBox={`0 0 158 ${o.height}`} role="group" aria-label={name}>
                <g data-about={`action-${o.action}`} aria-hidden="true">
                    <Draw id={symbolOf("action", o.action) ?? ""} x={8} y={5} size={18} />
                    <text x="32" y="20" class="panel-name">
                        {name}
                    </text>
                </g>
                {o.children}
            </svg>
        </section>
    );
}

export function Palace({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    return (
        <Panel action="palace" props={props} height={186}>
            {props.game.words.hall.map((hall, k) => {
                const x = 8 + 36 * k;
                const colour: string = edition.hall_colour[hall];
                const sitting = mastersOf(view).flatMap((o) =>
                    Array.from({ length: master(view, o).courtiers[hall] }, () => o),
                );
                return (
                    <Place
                        key={hall}
                        moves={props.legal.filter((m) => m.hall === hall)}
                        props={props}
                        id={`hall-${hall}`}
                        class={`hall c-${colour}`}
                        state={sitting.join()}
                        label={wordText(props.game, "hall", hall)}
                    >
                        <path
                            d={`M${x} 178V56C${x} 44 ${x + 9} 38 ${x + 16.5} 32C${x + 24} 38 ${x + 33} 44 ${x + 33} 56V178Z`}
                            class="site"
                        />
                        <Draw id={symbolOf("hall", hall) ?? ""} x={x + 7.5} y={46} size={18} />
                        <rect x={x} y="68" width="33" height="11" class="foot" />
                        <g class="marks">
                            {[0, 1, 2].map((i) => (
                                <Draw
                                    key={i}
                                    id={markOf(colour)}
                                    x={x + 5.5 + 8.2 * i}
                                    y={70.5}
                                    size={6}
                                />
                            ))}
                        </g>
                        {Array.from({ length: edition.hall_places }, (_, i) => (
                            <g key={i}>
                                <path
                                    d={`M${x + 5.5} ${110 + 31.5 * i}v-17a11 11 0 0 1 22 0v17z`}
                                    class="niche"
                                />
                                {sitting[i] && (
                                    <Figure
                                        owner={sitting[i]}
                                        kind="servant"
                                        x={x + 16.5}
                                        y={96 + 31.5 * i}
                                        h={23}
                                    />
                                )}
                                {!sitting.length && i === 0 && (
                                    <Draw id="fav" x={x + 7.5} y={89} size={18} />
                                )}
                            </g>
                        ))}
                    </Place>
                );
            })}
        </Panel>
    );
}

/** The tiles of a level, in the order of the vocabulary. */
export function tilesOf(props: BoardProps, level: number): string[] {
    const all = props.game.words.discovery;
    const less = (props.edition.discounts as string[]).map((a) => `less_${a}`);
    return [
        less,
        all.filter((d) => d.startsWith("any_")),
        all.filter((d) => d.startsWith("free_")),
        all.slice(-4),
    ][level];
}

/** What a discovery does, drawn into a tile 28 wide. */
export function Discovery({ name, x, y }: { name: string; x: number; y: number }) {
    const [kind, what] = name.split("_");
    if (kind === "less")
        return (
            <>
                <Draw id={symbolOf("action", what) ?? ""} x={x + 6} y={y + 1} size={16} />
                <text x={x + 14} y={y + 27} class="tile-text">
                    −1
                </text>
            </>
        );
    if (kind === "any")
        return (
            <>
                <Draw id={symbolOf("colour", what) ?? ""} x={x + 7} y={y + 1} size={14} />
                <Draw id="qA" x={x + 7} y={y + 15} size={14} />
            </>
        );
    const art: Record<string, string[]> = {
        free_card: ["card"],
        free_post: ["common"],
        free_mosque: ["aM"],
        free_wall: ["aW"],
        points: ["vp"],
        favour_soldier: ["fav", "soldier"],
        two_favours: ["fav", "fav"],
        two_soldiers: ["soldier", "soldier"],
    };
    const list = art[name] ?? [];
    return (
        <>
            {list.map((id, i) => (
                <Draw
                    key={i}
                    id={id}
                    x={list.length > 1 ? x + 1 + 12 * i : x + 5}
                    y={list.length > 1 ? y + 2 + 10 * i : y + 5}
                    size={list.length > 1 ? 15 : 19}
                />
            ))}
        </>
    );
}

export function Library({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    return (
        <Panel action="library" props={props} height={192}>
            {[0, 1, 2, 3].map((level) => {
                const y = 31 + 40 * level;
                return (
                    <g key={level}>
                        <g data-about={`shelf-${level}`}>
                            <Draw id="scroll" x={6} y={y + 1} size={15} />
                            <text x="13.500" y={y + 29} class="shelf-number">
                                {edition.discovery_at[level]}
                            </text>
                            <path d={`M5 ${y + 34.5}H153`} class="board-edge" />
                        </g>
                        {tilesOf(props, level).map((d, i) => {
                            const x = 27 + 32 * i;
                            const owner = mastersOf(view).find((o) =>
                                master(view, o).discoveries.includes(d),
                            );
                            return (
                                <Place
                                    key={d}
                                    moves={props.legal.filter((m) => m.discovery === d)}
                                    props={props}
                                    id={`discovery-${d}`}
                                    state={owner ?? ""}
                                    label={`${wordText(props.game, "discovery", d)}${d.startsWith("less") && !owner ? " −1" : ""}`}
                                >
                                    <rect
                                        x={x}
                                        y={y}
                                        width="28"
                                        height="31"
                                        rx="4"
                                        class={owner ? "tile-back gone" : "tile-back"}
                                    />
                                    {owner ? (
                                        <Disc
                                            owner={owner}
                                            x={x + 14}
                                            y={y + 15}
                                            r={8}
                                            piece="found"
                                        />
                                    ) : (
                                        <Discovery name={d} x={x} y={y} />
                                    )}
                                </Place>
                            );
                        })}
                    </g>
                );
            })}
        </Panel>
    );
}

/** How many of a piece of wall are left in the reserve. */
export function piecesLeft(props: BoardProps, piece: string): number {
    const { view, edition } = props;
    const [colour, kind] = piece.split("_");
    const supply =
        colour === "purple" && view.options.purple_walls === "even"
            ? edition.walls_even_purple
            : edition.walls[colour];
    const built = Object.values(view.walls as Record<string, string | null>);
    const size = kind === "gate" ? "gate" : `segment_${kind}`;
    return supply[size] - built.filter((p) => p === piece).length;
}

export function Reserve({ props }: { props: BoardProps }) {
    return (
        <Panel action="walls" props={props} height={128}>
            {["1", "2", "gate"].flatMap((kind, row) =>
                COLOURS.slice(0, 4).map((c, col) => {
                    const piece = `${c}_${kind}`;
                    const left = piecesLeft(props, piece);
                    const [x, y] = [8 + 36.5 * col, 32 + 32 * row];
                    return (
                        <Place
                            key={piece}
                            moves={props.legal.filter((m) => m.piece === piece)}
                            props={props}
                            id={`piece-${piece}`}
                            class={`c-${c}${left ? "" : " spent"}`}
                            state={left}
                            label={`${wordText(props.game, "piece", piece)} ×${left}`}
                        >
                            <rect
                                x={x - 2}
                                y={y - 2}
                                width="36"
                                height="30"
                                rx="5"
                                class="piece-place"
                            />
                            <g
                                transform={`translate(${x} ${y}) scale(.41 .72)`}
                                data-home={`wall-${piece}`}
                            >
                                <Battlements kind={kind} />
                            </g>
                            {kind !== "gate" && (
                                <g transform={`translate(${x - 16.5} ${y - 0.8})`}>
                                    <WallMarks colour={c} n={Number(kind)} />
                                </g>
                            )}
                            <text x={x + 16} y={y + 25} class="tile-text">
                                ×{left}
                            </text>
                        </Place>
                    );
                }),
            )}
        </Panel>
    );
}
