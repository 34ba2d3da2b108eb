/* The areas around the city: tracks, palace, library, wall reserve, trade map, caravan row,
 * contracts. */
import { Emblem } from "../../art/emblems";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { COLOURS, Glyph, OWNERS, symbolOf, wood } from "./glyphs";

function emblemSeat(owner: string): number {
    return owner[0] === "p" ? Number(owner[1]) - 1 : owner === "magistrate" ? 4 : 7;
}

function inPlay(props: BoardProps): string[] {
    const list = OWNERS.slice(0, props.view.seats);
    return props.view.seats === 1 ? [...list, "magistrate"] : list;
}

function Track({ props, which }: { props: BoardProps; which: "favour" | "influence" }) {
    const last: number = props.edition[`${which}_last`];
    const vp: number[] = props.edition[`${which}_vp`];
    return (
        <div class={`track ${which}`}>
            <b>
                <Glyph id={which === "favour" ? "fav" : "inf"} size={20} />{" "}
                {t(`merv.page.${which}`)}
            </b>
            <ol>
                {Array.from({ length: last + 1 }, (_, i) => (
                    <li key={i} class={vp[i] ? "scores" : ""}>
                        {vp[i] > 0 && <small>+{vp[i]}</small>}
                        <span>{i}</span>
                        <span class="markers">
                            {inPlay(props)
                                .filter((o) => props.view.players[o][which] === i)
                                .map((o) => (
                                    <Emblem key={o} seat={emblemSeat(o)} size={17} />
                                ))}
                        </span>
                    </li>
                ))}
            </ol>
        </div>
    );
}

export function Tracks({ props }: { props: BoardProps }) {
    return (
        <section class="panel mrv-tracks">
            <Track props={props} which="favour" />
            <Track props={props} which="influence" />
        </section>
    );
}

export function Palace({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    return (
        <section class="panel mrv-palace">
            <h3>{wordText(props.game, "action", "palace")}</h3>
            <div class="halls">
                {props.game.words.hall.map((hall) => {
                    const moves = props.legal.filter((m) => m.hall === hall);
                    const sitting = OWNERS.flatMap((o) =>
                        Array.from({ length: view.players[o].courtiers[hall] }, () => o),
                    );
                    const name = wordText(props.game, "hall", hall);
                    return (
                        <button
                            type="button"
                            key={hall}
                            class={`hall c-${edition.hall_colour[hall]}${moves.length ? " choice" : ""}`}
                            disabled={!moves.length}
                            title={name}
                            aria-label={name}
                            onClick={() => props.pick(moves)}
                        >
                            <small>{name}</small>
                            {Array.from({ length: edition.hall_places }, (_, i) => (
                                <span key={i} class="seat-place">
                                    {sitting[i] ? (
                                        <Emblem seat={emblemSeat(sitting[i])} size={19} />
                                    ) : (
                                        ""
                                    )}
                                </span>
                            ))}
                        </button>
                    );
                })}
            </div>
        </section>
    );
}

export function Library({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const shelves = [0, 1, 2, 3].map((level) => ({ level, tiles: tilesOf(props, level) }));
    return (
        <section class="panel mrv-library">
            <h3>{wordText(props.game, "action", "library")}</h3>
            {shelves.map(({ level, tiles }) => (
                <div key={level} class="shelf">
                    <span class="need">
                        <Glyph id="scroll" size={14} />
                        {edition.discovery_at[level]}
                    </span>
                    {tiles.map((d) => {
                        const owner = OWNERS.find((o) => view.players[o].discoveries.includes(d));
                        const moves = props.legal.filter((m) => m.discovery === d);
                        const name = wordText(props.game, "discovery", d);
                        return (
                            <button
                                type="button"
                                key={d}
                                class={`discovery${moves.length ? " choice" : ""}`}
                                disabled={!moves.length}
                                title={name}
                                aria-label={name}
                                onClick={() => props.pick(moves)}
                            >
                                {owner ? (
                                    <Emblem seat={emblemSeat(owner)} size={18} />
                                ) : (
                                    <DiscoveryArt name={d} />
                                )}
                            </button>
                        );
                    })}
                </div>
            ))}
        </section>
    );
}

/** The tiles of a level, in the order of the vocabulary. */
function tilesOf(props: BoardProps, level: number): string[] {
    const all = props.game.words.discovery;
    const less = (props.edition.discounts as string[]).map((a) => `less_${a}`);
    return [
        less,
        all.filter((d) => d.startsWith("any_")),
        all.filter((d) => d.startsWith("free_")),
        all.slice(-4),
    ][level];
}

function DiscoveryArt({ name }: { name: string }) {
    const [kind, what] = name.split("_");
    if (kind === "less") return <Glyph id={symbolOf("action", what) ?? "scroll"} />;
    if (kind === "any") return <Glyph id={symbolOf("colour", what) ?? "qW"} />;
    const free: Record<string, string> = { card: "card", post: "common", mosque: "aM", wall: "aW" };
    if (kind === "free") return <Glyph id={free[what]} />;
    const great: Record<string, string> = {
        points: "vp",
        favour_soldier: "fav",
        two_favours: "fav",
        two_soldiers: "soldier",
    };
    return <Glyph id={great[name] ?? "vp"} />;
}

export function Reserve({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const built = Object.values(view.walls as Record<string, string | null>);
    const supply = (c: string) =>
        c === "purple" && view.options.purple_walls === "even"
            ? edition.walls_even_purple
            : edition.walls[c];
    return (
        <section class="panel mrv-reserve">
            <h3>{wordText(props.game, "action", "walls")}</h3>
            <div class="pieces">
                {["segment_1", "segment_2", "gate"].flatMap((size) =>
                    COLOURS.slice(0, 4).map((c) => {
                        const piece = `${c}_${size === "gate" ? "gate" : size.slice(-1)}`;
                        const left = supply(c)[size] - built.filter((p) => p === piece).length;
                        const moves = props.legal.filter((m) => m.piece === piece);
                        return (
                            <button
                                type="button"
                                key={piece}
                                class={`piece foot c-${c}${moves.length ? " choice" : ""}${left ? "" : " gone"}`}
                                disabled={!moves.length}
                                onClick={() => props.pick(moves)}
                            >
                                {size === "gate" ? "∩" : edition.wall_price[size]}
                                <small>×{left}</small>
                                <span class="hidden-text">
                                    {wordText(props.game, "piece", piece)}
                                </span>
                            </button>
                        );
                    }),
                )}
            </div>
        </section>
    );
}

const MAP: Record<string, [number, number]> = {
    baghdad: [2, 10],
    kashgar: [62, 10],
    ray: [13, 34],
    samarkand: [52, 34],
    nishapur: [13, 60],
    balkh: [52, 60],
    basra: [2, 84],
    peshawar: [62, 84],
};

export function TradeMap({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    return (
        <section class="panel mrv-trade">
            <h3>{wordText(props.game, "action", "trade")}</h3>
            <div class="map">
                {props.game.words.city.map((city) => {
                    const moves = props.legal.filter((m) => m.city === city);
                    const posts = OWNERS.filter((o) => view.players[o].posts.includes(city));
                    const [x, y] = MAP[city];
                    const cost = COLOURS.slice(0, 4).flatMap((c) =>
                        Array.from({ length: edition.city_cost[city][c] }, (_, i) => (
                            <Glyph key={`${c}${i}`} id={symbolOf("colour", c) ?? ""} size={14} />
                        )),
                    );
                    return (
                        <button
                            type="button"
                            key={city}
                            data-place={`city-${city}`}
                            class={`city${moves.length ? " choice" : ""}`}
                            style={{ left: `${x}%`, top: `${y}%` }}
                            disabled={!moves.length}
                            onClick={() => props.pick(moves)}
                        >
                            <b>{wordText(props.game, "city", city)}</b>
                            <span>
                                {cost}
                                {view.city_camels.includes(city) && <Glyph id="camel" size={15} />}
                                {posts.map((o) => (
                                    <Emblem key={o} seat={emblemSeat(o)} size={15} />
                                ))}
                            </span>
                        </button>
                    );
                })}
            </div>
        </section>
    );
}

export function Row({ props }: { props: BoardProps }) {
    const { view } = props;
    return (
        <section class="panel mrv-row">
            <h3>{wordText(props.game, "action", "caravanserai")}</h3>
            <div class="cards">
                {(view.row as string[]).slice(0, view.row_count).map((spice, i) => {
                    const moves = props.legal.filter((m) => m.verb === "take" && m.card === i + 1);
                    return (
                        <button
                            type="button"
                            key={i}
                            data-place={`card-${i + 1}`}
                            class={`spice${moves.length ? " choice" : ""}`}
                            disabled={!moves.length}
                            onClick={() => props.pick(moves)}
                        >
                            <Glyph id={symbolOf("spice", spice) ?? "card"} size={26} />
                            <small>{wordText(props.game, "spice", spice)}</small>
                            {i < view.row_camels && (
                                <Glyph id="camel" size={18} label={t("merv.page.camel")} />
                            )}
                        </button>
                    );
                })}
            </div>
        </section>
    );
}

export function Contracts({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const taken = OWNERS.flatMap((o) => view.players[o].contracts as string[]);
    return (
        <section class="panel mrv-contracts">
            <h3>{t("merv.page.contracts")}</h3>
            <div class="cards">
                {props.game.words.pile.map((pile) => {
                    const top = [1, 2, 3].map((n) => `${pile}${n}`).find((c) => !taken.includes(c));
                    const moves = props.legal.filter(
                        (m) => m.verb === "contract" && m.pile === pile,
                    );
                    return (
                        <button
                            type="button"
                            key={pile}
                            data-place={`contract-${pile}`}
                            class={`contract${moves.length ? " choice" : ""}`}
                            disabled={!moves.length}
                            aria-label={wordText(props.game, "pile", pile)}
                            onClick={() => props.pick(moves)}
                        >
                            {top && (
                                <>
                                    <b>
                                        {edition.contract_vp[top]} <Glyph id="vp" size={14} />{" "}
                                        {"I".repeat(edition.contract_level[top])}
                                    </b>
                                    <span>
                                        <Needs props={props} contract={top} />
                                    </span>
                                </>
                            )}
                        </button>
                    );
                })}
            </div>
        </section>
    );
}

function Needs({ props, contract }: { props: BoardProps; contract: string }) {
    const ed = props.edition;
    const times = (n: number, id: string) =>
        Array.from({ length: n }, (_, i) => <Glyph key={`${id}${i}`} id={id} size={15} />);
    return (
        <>
            {times(ed.contract_cubes[contract], "qW")}
            {times(ed.contract_scrolls[contract], "scroll")}
            {times(ed.contract_common[contract], "common")}
            {times(ed.contract_rare[contract], "rare")}
            {ed.contract_any[contract] > 0 && (
                <>
                    {times(ed.contract_any[contract], "common")}
                    {"/"}
                    <Glyph id="rare" size={15} />
                </>
            )}
            {" → "}
            <Glyph id={symbolOf("gain", ed.contract_bonus[contract]) ?? "fav"} size={15} />
        </>
    );
}

export { emblemSeat, wood };
