/* Merv on the page. */
import { Emblem } from "../../art/emblems";
import { star } from "../../art/ornaments";
import { narrow } from "../../core/settings";
import { seatName, t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import { type BoardProps, byVerb, type MoveGroup } from "../board";
import { Tally } from "../Place";
import { City, yields } from "./City";
import { COLOURS, emblemSeat, Glyph, master, mastersOf, OWNERS, symbolOf, wood } from "./glyphs";
import { Mosque } from "./Mosque";
import { Discovery, Library, Palace, Reserve } from "./Panels";
import symbols from "./symbols.svg?raw";
import { Contracts, Row, Tracks, TradeMap } from "./Trade";
import "./merv.css";

export { about } from "./about";
export { brief, drawing, order, progress, sign, sounds, spot, ties, when } from "./brief";
export { guide } from "./guide";
export { rite } from "./rite";

export const loud = ["invasion", "lose", "scoring", "year", "contract", "solo_card"];
export const dates = ["year", "round"];

/** By rounds: four in each of three years. */
export function far({ view }: Pick<BoardProps, "view" | "edition">): number {
    return ((view.year - 1) * SIDES.length + view.round - 1) / (3 * SIDES.length);
}

const SIDES = ["n", "e", "s", "w"];

/** Year and round, the queue, what is left in the supply. */
export function Bar(props: BoardProps) {
    const { view, edition } = props;
    const queue = (view.queue as (string | null)[]).filter((o): o is string => o !== null);
    const left = (c: string) =>
        mastersOf(view).reduce((n, o) => n - master(view, o).cubes[c], edition.cubes as number);
    return (
        <div class="mrv-bar">
            <span class="when" data-about="date">
                {[1, 2, 3].map((y) => (
                    <svg
                        key={y}
                        viewBox="0 0 24 24"
                        class={y <= view.year ? "past" : ""}
                        aria-hidden="true"
                    >
                        <polygon points={star(12, 12, 11, 0.72)} />
                    </svg>
                ))}
                <b>{t("merv.page.year", { n: view.year })}</b>
            </span>
            <span class="when" data-about="date">
                <svg viewBox="0 0 30 30" class="compass" aria-hidden="true">
                    <rect x="8" y="8" width="14" height="14" rx="2.500" />
                    {[0, 1, 2, 3].map((k) => (
                        <path
                            key={k}
                            d="M9.500 6 15 1.500 20.500 6Z"
                            transform={`rotate(${90 * k} 15 15)`}
                            class={k + 1 === view.round ? "now" : ""}
                        />
                    ))}
                </svg>
                <b>
                    {t("merv.page.round", {
                        n: view.round,
                        side: t(`merv.board.${SIDES[view.round - 1] ?? "n"}`),
                    })}
                </b>
            </span>
            <span class="order wide" data-about="queue">
                {t("merv.page.queue")}{" "}
                {queue.map((o) => (
                    <Emblem key={o} seat={emblemSeat(o)} size={22} />
                ))}
            </span>
            <span class="order wide" data-about="supply">
                {t("merv.board.supply")}{" "}
                {COLOURS.map((c) => (
                    <span key={c}>
                        <Glyph
                            id={symbolOf("colour", c) ?? ""}
                            label={wordText(props.game, "colour", c)}
                        />{" "}
                        <b>{left(c)}</b>
                    </span>
                ))}
            </span>
            {view.year >= edition.invasion_from && (
                <span class="threat wide" data-about="date">
                    {t("merv.page.invasion")}
                </span>
            )}
        </div>
    );
}

const PANELS: [string, string][] = [
    ["city", "city"],
    ["tracks", "fav"],
    ["palace", "aP"],
    ["library", "aL"],
    ["walls", "aW"],
    ["mosque", "aM"],
    ["trade", "aT"],
    ["row", "aC"],
    ["contracts", "seal"],
];

/** On a small screen the institutions stand below the city; these signs lead there. */
function Signs({ props }: { props: BoardProps }) {
    const name = (panel: string) =>
        props.game.words.action.includes(panel)
            ? wordText(props.game, "action", panel)
            : t(
                  {
                      city: "merv.page.city",
                      tracks: "merv.page.influence",
                      row: "merv.page.row",
                      contracts: "merv.page.contracts",
                  }[panel] ?? "merv.page.city",
              );
    return (
        <nav class="mrv-signs" aria-label={t("web.board")}>
            {PANELS.map(([panel, sign]) => (
                <button
                    type="button"
                    key={panel}
                    aria-label={name(panel)}
                    onClick={() =>
                        document
                            .getElementById(`mrv-${panel}-panel`)
                            ?.scrollIntoView({ block: "start", behavior: "smooth" })
                    }
                >
                    <Glyph id={sign} size={22} />
                </button>
            ))}
        </nav>
    );
}

function SoloCard({ props }: { props: BoardProps }) {
    const card: string | null = props.view.solo_card;
    if (!card) return null;
    return (
        <p class="solo-card" data-about="solo_card">
            <Glyph id={symbolOf("action", card) ?? ""} /> {t("merv.page.solo_card")}:{" "}
            <b>{wordText(props.game, "action", card)}</b>
        </p>
    );
}

export function Board(props: BoardProps) {
    return (
        <div class="mrv">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            {narrow.value && <Signs props={props} />}
            <Tracks props={props} />
            <div class="mrv-left">
                <Palace props={props} />
                <Library props={props} />
                <Reserve props={props} />
            </div>
            <section class="mrv-middle" id="mrv-city-panel">
                <City props={props} />
                <SoloCard props={props} />
            </section>
            <Mosque props={props} />
            <div class="mrv-bottom">
                <TradeMap props={props} />
                <Row props={props} />
                <Contracts props={props} />
            </div>
        </div>
    );
}

function Count(o: {
    seat: number;
    id: string;
    n: number;
    label: string;
    about: string;
    locked?: number;
}) {
    return (
        <span class="count">
            <Tally
                id={`${o.about}-${o.seat}`}
                n={o.n}
                about={o.about}
                label={o.label}
                home={
                    o.id === "house"
                        ? `house-${o.seat}`
                        : o.id === "servant"
                          ? `servant-${o.seat} soldier-${o.seat}`
                          : undefined
                }
            >
                <Glyph id={o.id} size={19} />
            </Tally>
            {o.locked ? (
                <small class="locked">
                    <Glyph id="lock" size={11} />
                    {o.locked}
                </small>
            ) : null}
        </span>
    );
}

/** Discoveries, contracts and scoring tile of a seat, in small. */
function Trophies({ seat, props }: { seat: number; props: BoardProps }) {
    const p = props.view.players[seat];
    const list: string[] = p.discoveries;
    if (!list.length && !p.contracts.length && !p.tile) return null;
    return (
        <div class="trophies">
            {list.map((d) => (
                <svg
                    key={d}
                    viewBox="-1 -1 30 33"
                    class="trophy"
                    data-about={`discovery-${d}`}
                    aria-hidden="true"
                >
                    <rect width="28" height="31" rx="4" class="tile-back" />
                    <Discovery name={d} x={0} y={0} />
                </svg>
            ))}
            {p.tile && (
                <span class="trophy" data-about={`tile-${p.tile}`}>
                    <Glyph
                        id={symbolOf("action", p.tile) ?? ""}
                        label={wordText(props.game, "action", p.tile)}
                    />
                </span>
            )}
            {(p.contracts as string[]).map((c) => (
                <span key={c} class="trophy won" data-about={`contract-${c[0]}`}>
                    <b>{props.edition.contract_vp[c]}</b>
                </span>
            ))}
        </div>
    );
}

/** Cubes, goods, spices and pieces of a seat. */
export function SeatArea({ seat, ...props }: BoardProps & { seat: number }) {
    const owner = OWNERS[seat];
    const p = master(props.view, owner);
    const ed = props.edition;
    const w = (names: string, word: string) => wordText(props.game, names, word);
    const sum = (counts: Record<string, number>) =>
        Object.values(counts).reduce((a, b) => a + b, 0);
    return (
        <div class="mrv-seat" style={wood(owner)}>
            <div class="counts cubes">
                {COLOURS.map((c) => (
                    <Count
                        key={c}
                        seat={seat}
                        id={symbolOf("colour", c) ?? ""}
                        n={p.cubes[c]}
                        label={w("colour", c)}
                        about={`cube-${c}`}
                    />
                ))}
            </div>
            <div class="counts">
                <Count
                    seat={seat}
                    id="camel"
                    n={p.camels}
                    label={t("merv.page.camel")}
                    about="camels"
                />
                <Count
                    seat={seat}
                    id="scroll"
                    n={p.scrolls}
                    locked={p.scrolls_locked}
                    label={t("merv.page.scrolls")}
                    about="scrolls"
                />
                <Count
                    seat={seat}
                    id="common"
                    n={p.common}
                    locked={p.common_locked}
                    label={t("merv.page.common")}
                    about="common"
                />
                <Count
                    seat={seat}
                    id="rare"
                    n={p.rare}
                    locked={p.rare_locked}
                    label={t("merv.page.rare")}
                    about="rare"
                />
            </div>
            <div class="counts">
                {props.game.words.spice.map((s) => (
                    <Count
                        key={s}
                        seat={seat}
                        id={symbolOf("spice", s) ?? ""}
                        n={p.cards[s]}
                        label={w("spice", s)}
                        about={`spice-${s}`}
                    />
                ))}
            </div>
            <div class="counts">
                <Count
                    seat={seat}
                    id="house"
                    n={ed.buildings - p.sites.length}
                    label={t("merv.page.buildings_left")}
                    about="houses"
                />
                <Count
                    seat={seat}
                    id="servant"
                    n={ed.servants - p.soldiers.length - sum(p.courtiers)}
                    label={t("merv.page.servants_left")}
                    about="servants"
                />
            </div>
            <Trophies seat={seat} props={props} />
        </div>
    );
}

/** Cubes and camels in a line, for a chip. */
export function ChipArea({ seat, ...props }: BoardProps & { seat: number }) {
    const p = props.view.players[seat];
    const cubes = COLOURS.reduce((n, c) => n + p.cubes[c], 0);
    return (
        <>
            <Glyph id="qA" size={14} /> {cubes} <Glyph id="camel" size={15} /> {p.camels}
        </>
    );
}

/** A site to activate: what it is, whose it is, what it brings. */
function SiteRow({ m, props }: { m: Move; props: BoardProps }) {
    const site = String(m.site);
    const actor = props.position.actor ?? 0;
    const owner = mastersOf(props.view).find((o) => master(props.view, o).sites.includes(site));
    const gains = yields.value.get(site) ?? [];
    const mine = gains.find((g) => g.seat === actor)?.colours ?? [];
    const name = (o: string) =>
        seatName(
            props.game,
            props.seats,
            o[0] === "p" ? Number(o[1]) - 1 : props.seats.length + Number(o === "courtier"),
        );
    const cubes = (list: string[]) =>
        list.map((c, i) => <Glyph key={i} id={symbolOf("colour", c) ?? ""} size={16} />);
    return (
        <span class="site-row">
            <span class={`sign c-${m.colour}`}>
                <Glyph id={symbolOf("action", String(m.action)) ?? ""} size={22} />
            </span>
            <span class="text">
                <b>{wordText(props.game, "action", String(m.action))}</b>
                <small>
                    {!owner
                        ? t("merv.page.empty_site")
                        : owner === OWNERS[actor]
                          ? t("merv.page.your_site")
                          : t("merv.page.their_site", { name: name(owner) })}
                </small>
                {gains
                    .filter((g) => g.seat !== actor)
                    .map((g) => (
                        <small key={g.seat}>
                            {t("merv.page.gains_too", {
                                name: seatName(props.game, props.seats, g.seat),
                            })}{" "}
                            {cubes(g.colours)}
                        </small>
                    ))}
            </span>
            <span class="cubes">{cubes(mine)}</span>
        </span>
    );
}

export function groups(moves: Move[], props: BoardProps): MoveGroup[] {
    return byVerb(moves).flatMap((g): MoveGroup[] => {
        if (g.key === "site") return [{ ...g, row: (m) => <SiteRow m={m} props={props} /> }];
        if (g.key === "wall") {
            // Side by side as they stand around the city.
            const sides = [...new Set(g.moves.map((m) => String(m.wall)[0]))];
            return sides.map((side) => ({
                key: `wall-${side}`,
                title: t(`merv.page.wall.${side.toLowerCase()}`),
                moves: g.moves.filter((m) => String(m.wall)[0] === side),
                short: (m) => t(`web.nth.${String(m.wall)[1]}`),
                say: (m) =>
                    `${t(`merv.page.wall.${side.toLowerCase()}`)}, ${t(`web.nth.${String(m.wall)[1]}`)}`,
            }));
        }
        return [g];
    });
}

/** Sites by what is done there and their colour, walls by their side of the city. */
export function name(names: string, word: string, props: BoardProps): string | null {
    const w = (of: string, one: string) => wordText(props.game, of, one);
    if (names === "site") {
        const site = props.view.city[word];
        return site ? `${w("action", site.action)}, ${w("colour", site.colour)}` : null;
    }
    if (names === "slot") return t(`merv.page.slot.${word}`);
    if (names === "wall") return t(`merv.page.wall.${word[0].toLowerCase()}`);
    if (names === "line") return t(`merv.page.line.${word.split("_")[0]}`);
    if (names === "piece") return w("piece", word).replace(/ \(\d\)$/, "");
    return null;
}

/** Cubes, actions, spices and gains are drawn in the log and in the list of moves. */
export function Word({ names, word, text }: { names: string; word: string; text: string }) {
    const id = symbolOf(names, word);
    if (!id) return <>{text}</>;
    return (
        <span class="word">
            <Glyph id={id} /> {text}
        </span>
    );
}

/** Buildings that the next invasion finds without a soldier; else a set of spices that lacks one. */
export function aim(seat: number, { view, edition }: BoardProps): string | null {
    const { sites, soldiers, cards } = view.players[seat];
    const bare = sites.filter((site: string) => !soldiers.includes(site)).length;
    if (view.year >= edition.invasion_from && bare > 0)
        return t("merv.page.aim_guard", { n: bare });
    const kinds = Object.values(cards as Record<string, number>).filter((n) => n > 0).length;
    return kinds === 3 ? t("merv.page.aim_spices") : null;
}
