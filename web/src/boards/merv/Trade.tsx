/* Above and below the city: tracks, trade map, caravan row, contracts. */
import { star } from "../../art/ornaments";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place, Spot } from "../Place";
import { COLOURS, Disc, Draw, Glyph, master, mastersOf, OWNERS, symbolOf } from "./glyphs";

function inPlay(props: BoardProps): string[] {
    const list = OWNERS.slice(0, props.view.seats);
    return props.view.seats === 1 ? [...list, "magistrate"] : list;
}

function Track({ props, which }: { props: BoardProps; which: "favour" | "influence" }) {
    const { edition, view } = props;
    const last: number = edition[`${which}_last`];
    const vp: number[] = edition[`${which}_vp`];
    const step = 28;
    const name = t(`merv.page.${which}`);
    const opens = (i: number) => {
        if (which === "favour") return null;
        const level = (edition.level_at as number[]).indexOf(i);
        const spices = (edition.spice_at as number[]).indexOf(i);
        return {
            level: level < 0 ? "" : "I".repeat(level + 1),
            spices: spices < 1 ? 0 : spices + 1,
        };
    };
    return (
        <div class={`track ${which}`}>
            <b data-about={which}>
                <Glyph id={which === "favour" ? "fav" : "inf"} size={20} /> <span>{name}</span>
            </b>
            <svg
                viewBox={`0 0 ${step * (last + 1)} ${which === "favour" ? 46 : 60}`}
                role="img"
                aria-label={`${name}: ${inPlay(props)
                    .map((o) => `${wordText(props.game, "owner", o)} ${master(view, o)[which]}`)
                    .join(", ")}`}
                data-about={which}
            >
                {Array.from({ length: last + 1 }, (_, i) => {
                    const here = inPlay(props).filter((o) => master(view, o)[which] === i);
                    const open = opens(i);
                    const x = step * i;
                    return (
                        <g key={i} data-place={`${which}-${i}`}>
                            {vp[i] > 0 && (
                                <text x={x + 14} y="12" class="track-vp">
                                    +{vp[i]}
                                </text>
                            )}
                            <rect
                                x={x + 1.5}
                                y="17"
                                width="25"
                                height="26"
                                rx="7"
                                class={vp[i] ? "cell scores" : "cell"}
                            />
                            <text x={x + 14} y="35" class="cell-number">
                                {i}
                            </text>
                            {here.map((o, k) => (
                                <Disc
                                    key={o}
                                    owner={o}
                                    x={x + 14 + (k - (here.length - 1) / 2) * 7}
                                    y={30 + (k - (here.length - 1) / 2) * 3}
                                    r={11}
                                    piece={which}
                                />
                            ))}
                            {open?.level && (
                                <>
                                    <Draw id="seal" x={x} y={44} size={13} />
                                    <text x={x + 20} y="56" class="opens">
                                        {open.level}
                                    </text>
                                </>
                            )}
                            {open && open.spices > 0 && (
                                <>
                                    <Draw id="sCin" x={x - 1} y={44} size={13} />
                                    <text x={x + 20} y="56" class="opens">
                                        ×{open.spices}
                                    </text>
                                </>
                            )}
                        </g>
                    );
                })}
            </svg>
        </div>
    );
}

export function Tracks({ props }: { props: BoardProps }) {
    return (
        <section class="panel mrv-tracks" id="mrv-tracks-panel">
            <Track props={props} which="favour" />
            <Track props={props} which="influence" />
        </section>
    );
}

/** Where the cities lie, left and top of their plates; outer ones beyond their inner city. */
const MAP: Record<string, [number, number]> = {
    baghdad: [8, 31],
    kashgar: [228, 31],
    ray: [48, 79],
    samarkand: [188, 79],
    nishapur: [48, 127],
    balkh: [188, 127],
    basra: [8, 175],
    peshawar: [228, 175],
};
export const INNER: Record<string, string> = {
    baghdad: "ray",
    kashgar: "samarkand",
    basra: "nishapur",
    peshawar: "balkh",
};

export function TradeMap({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const name = wordText(props.game, "action", "trade");
    const middle = (city: string): [number, number] => [MAP[city][0] + 47, MAP[city][1] + 18];
    return (
        <section class="panel mrv-trade" id="mrv-trade-panel">
            <svg viewBox="0 0 330 220" role="group" aria-label={name}>
                <rect x="1" y="1" width="328" height="218" rx="10" class="land" />
                <path
                    d="M146 8c-6 22 10 34 2 58s-22 30-16 56 24 34 16 60-4 26-2 34M188 24l8-11 8 11 7-9 8 9M287 127l8-11 8 11 7-9 7 9M10 127l8-11 8 11 7-9 7 9M188 206l7-9 7 9 6-8 6 8M110 206l7-9 7 9"
                    class="hills"
                />
                <g data-about="action-trade" aria-hidden="true">
                    <Draw id="aT" x={8} y={5} size={18} />
                    <text x="32" y="20" class="panel-name">
                        {name}
                    </text>
                </g>
                {props.game.words.city.map((city) => {
                    const [x, y] = middle(city);
                    const [ex, ey] = INNER[city] ? middle(INNER[city]) : [165, 121];
                    const camel = (view.routes as string[]).includes(city);
                    return (
                        <path
                            key={city}
                            d={`M${x} ${y}L${ex} ${ey}`}
                            class={camel ? "route laid" : "route"}
                        />
                    );
                })}
                <polygon points={star(165, 121, 22, 0.72)} class="hub" />
                <text x="165" y="125.500" class="hub-name">
                    {t("merv.title")}
                </text>
                {props.game.words.city.map((city) => {
                    const posts = mastersOf(view).filter((o) =>
                        master(view, o).posts.includes(city),
                    );
                    const [x, y] = MAP[city];
                    const outer = city in INNER;
                    const cost = COLOURS.slice(0, 4).flatMap((c) =>
                        Array.from({ length: edition.city_cost[city][c] }, () => c),
                    );
                    const camel = view.city_camels.includes(city);
                    return (
                        <Place
                            key={city}
                            moves={props.legal.filter((m) => m.city === city)}
                            props={props}
                            id={`city-${city}`}
                            state={`${posts.join()}${camel}`}
                            label={wordText(props.game, "city", city)}
                        >
                            <rect
                                x={x}
                                y={y}
                                width="94"
                                height="36"
                                rx="7"
                                class={outer ? "plate outer" : "plate"}
                            />
                            <text x={x + 7} y={y + 14} class="plate-name">
                                {wordText(props.game, "city", city)}
                            </text>
                            {cost.map((c, i) => (
                                <Draw
                                    key={i}
                                    id={symbolOf("colour", c) ?? ""}
                                    x={x + 6 + 14.5 * i}
                                    y={y + 18}
                                    size={14.5}
                                />
                            ))}
                            <Draw
                                id={outer ? "rare" : "common"}
                                x={x + 9 + 14.5 * cost.length}
                                y={y + 18}
                                size={14.5}
                            />
                            {camel && (
                                <g data-piece="camel">
                                    <Draw id="camel" x={x + 68} y={y + 9} size={24} />
                                </g>
                            )}
                            {!camel && !posts.length && outer && (
                                <Draw id="fav" x={x + 74} y={y + 14} size={16} dim />
                            )}
                            {posts.map((o, i) => (
                                <Disc
                                    key={o}
                                    owner={o}
                                    x={x + 83 - 13 * i}
                                    y={y + 24}
                                    r={8}
                                    piece="post"
                                />
                            ))}
                        </Place>
                    );
                })}
            </svg>
        </section>
    );
}

export function Row({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const row = (view.row as string[]).slice(0, view.row_count);
    const total = Object.values(edition.spice_cards as Record<string, number>).reduce(
        (a, b) => a + b,
        0,
    );
    const held = mastersOf(view)
        .flatMap((o) => Object.values(master(view, o).cards as Record<string, number>))
        .reduce((a, b) => a + b, 0);
    return (
        <section class="panel mrv-row" id="mrv-row-panel">
            <h3 data-about="action-caravanserai">
                <Glyph id="aC" /> {t("merv.page.row")}{" "}
                <small class="soft">{t("merv.page.reach")}</small>
            </h3>
            <div class="cards">
                {row.map((spice, i) => {
                    const camel = i < view.row_camels;
                    const gain = symbolOf("gain", edition.pair_gain[spice]);
                    return (
                        <Spot
                            key={i}
                            moves={props.legal.filter((m) => m.verb === "take" && m.card === i + 1)}
                            props={props}
                            id={`card-${i + 1}`}
                            about={`spice-${spice}`}
                            state={`${spice}${camel}`}
                            class={`spice ${spice}${i <= view.row_camels ? " reach" : ""}`}
                        >
                            <Glyph id={symbolOf("spice", spice) ?? "card"} size={26} />
                            <span class="corner">
                                {camel ? (
                                    <span data-piece="camel">
                                        <Glyph id="camel" size={22} label={t("merv.page.camel")} />
                                    </span>
                                ) : (
                                    <span />
                                )}
                                {gain && <Glyph id={gain} size={15} />}
                            </span>
                            <small>{wordText(props.game, "spice", spice)}</small>
                        </Spot>
                    );
                })}
                <span class="mrv-deck" data-about="deck">
                    <svg viewBox="0 0 54 72" aria-hidden="true">
                        <rect x="1" y="1" width="52" height="70" rx="6" class="deck-back" />
                        <rect x="6" y="6" width="42" height="60" rx="3" class="deck-thread" />
                        <polygon points={star(27, 36, 16, 0.72)} class="deck-heart" />
                        <text x="27" y="41">
                            {total - held - row.length}
                        </text>
                    </svg>
                    <span class="hidden-text">
                        {t("merv.page.deck")} {total - held - row.length}
                    </span>
                </span>
            </div>
        </section>
    );
}

/** The card on top of a pile of contracts, if one is left. */
export function topContract({ view }: BoardProps, pile: string): string | undefined {
    const taken = mastersOf(view).flatMap((o) => master(view, o).contracts as string[]);
    return [1, 2, 3].map((n) => `${pile}${n}`).find((c) => !taken.includes(c));
}

export function Contracts({ props }: { props: BoardProps }) {
    const { edition } = props;
    const [one, two, three] = edition.level_at;
    return (
        <section class="panel mrv-contracts" id="mrv-contracts-panel">
            <h3>
                <Glyph id="seal" /> {t("merv.page.contracts")}{" "}
                <small class="soft">{t("merv.page.levels", { one, two, three })}</small>
            </h3>
            <div class="cards">
                {props.game.words.pile.map((pile) => {
                    const top = topContract(props, pile);
                    return (
                        <Spot
                            key={pile}
                            moves={props.legal.filter(
                                (m) => m.verb === "contract" && m.pile === pile,
                            )}
                            props={props}
                            id={`contract-${pile}`}
                            state={top ?? ""}
                            class="contract"
                            label={`${t("merv.page.contracts")} ${wordText(props.game, "pile", pile)}`}
                        >
                            {top && (
                                <>
                                    <span class="top">
                                        <span class="laurel">
                                            <Glyph id="vp" size={25} />
                                            <b>{edition.contract_vp[top]}</b>
                                        </span>
                                        <b class="soft">
                                            {"I".repeat(edition.contract_level[top])}
                                        </b>
                                        <Glyph
                                            id={
                                                symbolOf("gain", edition.contract_bonus[top]) ??
                                                "fav"
                                            }
                                        />
                                    </span>
                                    <span class="needs">
                                        <Needs props={props} contract={top} />
                                    </span>
                                </>
                            )}
                        </Spot>
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
            {times(ed.contract_cubes[contract], "qA")}
            {times(ed.contract_scrolls[contract], "scroll")}
            {times(ed.contract_common[contract], "common")}
            {times(ed.contract_rare[contract], "rare")}
            {times(ed.contract_any[contract], "anyg")}
        </>
    );
}
