/* Tadmor on the page. */
import type { ComponentChildren } from "preact";
import { star } from "../../art/ornaments";
import { t, wordText } from "../../core/text";
import type { Move } from "../../core/types";
import { type BoardProps, byVerb, type MoveGroup } from "../board";
import { Spot } from "../Place";
import { costText, missionName, tileName } from "./about";
import { Glyph, symbolOf } from "./glyphs";
import { GOODS } from "./layout";
import { KingdomMap, sideOf } from "./Map";
import symbols from "./symbols.svg?raw";
import { TileArt } from "./Tile";
import "./tadmor.css";

export { about } from "./about";
export { brief, drawing, progress, sign, sounds, spot, ties, when } from "./brief";
export { guide } from "./guide";
export { rite } from "./rite";
export { ChipArea, SeatArea } from "./Seat";

export const loud = ["era", "reveal", "redirect", "finish", "fall", "complete"];
export const dates = ["round", "phase"];

/** By rounds of three eras. */
export function far({ view, edition }: Pick<BoardProps, "view" | "edition">): number {
    return (view.round - 1) / (3 * edition.era_rounds);
}

const STEPS = ["place", "bandit", "improve", "build", "kingdom"];
/** Which step of the round a phase belongs to. */
const STEP_OF: Record<string, string> = {
    redirect: "bandit",
    swap: "bandit",
    late: "improve",
    take: "improve",
};

/** Eras with their rounds, and the steps of a round. */
export function Bar(props: BoardProps) {
    const { view, edition } = props;
    const now = STEP_OF[view.phase] ?? view.phase;
    return (
        <div class="tad-calendar">
            {[1, 2, 3].map((era) => (
                <span key={era} class={view.era === era ? "era now" : "era"} data-about="calendar">
                    <b>{"I".repeat(era)}</b>
                    {Array.from({ length: edition.era_rounds }, (_, i) => {
                        const round = (era - 1) * edition.era_rounds + i + 1;
                        return (
                            <span key={round} class={round === view.round ? "round now" : "round"}>
                                {round}
                            </span>
                        );
                    })}
                </span>
            ))}
            <span class="steps" data-about="steps">
                {STEPS.map((s) => (
                    <span key={s} class={s === now ? "step now" : "step"}>
                        {wordText(props.game, "phase", s)}
                    </span>
                ))}
            </span>
        </div>
    );
}

function Empty() {
    return (
        <svg class="empty-tile" viewBox="0 0 40 40" aria-hidden="true">
            <polygon points={star(20, 20, 15, 0.72)} />
            <polygon points={star(20, 20, 9, 0.72)} />
        </svg>
    );
}

function Offer({ props }: { props: BoardProps }) {
    const { view, edition, game } = props;
    const where = view.tile as Record<string, string>;
    const tiles = Object.keys(where).filter((tile) => where[tile] === "display");
    // A favour may take one of those that nobody owns: they are shown while it is asked.
    const extra = props.legal.flatMap((m) =>
        m.tile && where[String(m.tile)] !== "display" ? [String(m.tile)] : [],
    );
    const room: number = edition.display[["two", "three", "four"][view.seats - 2]];
    const gaps = extra.length ? 0 : Math.max(0, room - tiles.length);
    return (
        <section class="panel tad-offer">
            <h3>
                {t("tadmor.page.offer")}{" "}
                <small class="soft">
                    {t("tadmor.page.price", { n: edition.price[`era_${view.era}`] })}
                </small>
            </h3>
            <div class="cards">
                {[...new Set([...extra, ...tiles])].map((tile) => (
                    <Spot
                        key={tile}
                        class="tile"
                        id={`tile-${tile}`}
                        props={props}
                        moves={props.legal.filter((m) => m.tile === tile)}
                    >
                        <TileArt tile={tile} edition={edition} />
                        <span>{tileName(wordText(game, "tile", tile))}</span>
                    </Spot>
                ))}
                {Array.from({ length: gaps }, (_, i) => (
                    <span key={i} class="tile gap">
                        <Empty />
                    </span>
                ))}
            </div>
        </section>
    );
}

/** The goods a mission asks for; those the viewer has not got are ghosts. */
function Cost({ cost, have }: { cost: Record<string, number>; have: Record<string, number> }) {
    return (
        <span class="cost">
            {GOODS.flatMap((g) =>
                Array.from({ length: cost[g] }, (_, i) => (
                    <Glyph key={`${g}${i}`} id={g} size={18} ghost={i >= have[g]} />
                )),
            )}
        </span>
    );
}

function Mission({ k, where, props }: { k: string; where: string; props: BoardProps }) {
    const { edition, game } = props;
    const me = props.view.players[props.viewer ?? 0];
    const have = Object.fromEntries(GOODS.map((g) => [g, me.goods[g] + me.exchanged[g]]));
    const cost: Record<string, number> = edition.mission_cost[k];
    const short = costText(Object.fromEntries(GOODS.map((g) => [g, cost[g] - have[g]])));
    const value: number = edition.mission_value[k];
    const status =
        where === "done"
            ? t("tadmor.page.use_now")
            : where === "flipped"
              ? t("tadmor.page.flipped")
              : short
                ? t("tadmor.page.short", { n: short })
                : t("tadmor.page.ready");
    return (
        <Spot
            class={`mission ${where}${where === "hand" && !short ? " payable" : ""}`}
            id={`mission-${k}`}
            props={props}
            moves={props.legal.filter((m) => m.mission === k)}
        >
            <span class="head">
                {where === "hand" ? (
                    <Cost cost={cost} have={have} />
                ) : (
                    <b>{t("tadmor.page.done")}</b>
                )}
                <span class="laurel">
                    <Glyph id="pp" size={34} />
                    <b>{where === "flipped" ? Math.floor(value / 2) : value}</b>
                </span>
            </span>
            <b class="favour">{missionName(wordText(game, "mission", k))}</b>
            <small class="soft">{status}</small>
        </Spot>
    );
}

function Missions({ props }: { props: BoardProps }) {
    if (props.viewer === null) return null;
    const me = props.view.players[props.viewer];
    const list = (["hand", "done", "flipped"] as const).flatMap((where) =>
        (me[where] as string[]).map((k) => ({ k, where })),
    );
    return (
        <section class="panel tad-missions">
            <h3>{t("tadmor.page.missions")}</h3>
            <div class="cards">
                {!list.length && <p class="soft">{t("tadmor.page.no_missions")}</p>}
                {list.map(({ k, where }) => (
                    <Mission key={k} k={k} where={where} props={props} />
                ))}
            </div>
        </section>
    );
}

export function Board(props: BoardProps) {
    return (
        <div class="tad">
            {/* Our own drawings, from the file beside this one. */}
            <div class="sheet" dangerouslySetInnerHTML={{ __html: symbols }} />
            <KingdomMap props={props} />
            <Offer props={props} />
            <Missions props={props} />
        </div>
    );
}

/** A space as a chip: what it does, in short. */
function SpaceChip({ m, props }: { m: Move; props: BoardProps }) {
    const place = String(m.place);
    const action = sideOf(props).action[place];
    if (!action) return <TileArt tile={place} edition={props.edition} size={16} />;
    const good = GOODS.includes(action);
    return (
        <>
            <Glyph id={symbolOf(action) ?? "eight"} />{" "}
            {good ? "" : wordText(props.game, "action", action)}
        </>
    );
}

/** Placements by pawn and region, in the board's reading order. */
export function groups(moves: Move[], props: BoardProps): MoveGroup[] {
    const { region } = sideOf(props);
    return byVerb(moves).flatMap((g): MoveGroup[] => {
        if (g.key !== "camel" && g.key !== "boat") return [g];
        const regions = [...new Set(g.moves.map((m) => region[String(m.place)] ?? ""))];
        return regions.map((r) => ({
            key: `${g.key}-${r}`,
            title: (
                <>
                    <Glyph id={g.key} />{" "}
                    {r ? wordText(props.game, "region", r) : wordText(props.game, "kind", g.key)}
                </>
            ) as ComponentChildren,
            moves: g.moves.filter((m) => (region[String(m.place)] ?? "") === r),
            short: (m) => <SpaceChip m={m} props={props} />,
        }));
    });
}

/** A mission of the hand, or the region that the bandits are sent to. */
export const secret = (m: Move): boolean => m.mission !== undefined || m.verb === "choose";

/** Tiles, missions and spaces without their numbers. */
export function name(names: string, word: string, { game }: BoardProps): string | null {
    const text = wordText(game, names, word);
    if (names === "tile") return tileName(text);
    if (names === "mission") return t("tadmor.page.mission_named", { name: missionName(text) });
    if (names === "place") return text.replace(/ (\d|I\d+)$/, "");
    return null;
}

/** Goods, rare goods and pawns are drawn in the log and in the list of moves. */
export function Word({ names, word, text }: { names: string; word: string; text: string }) {
    const id = ["good", "rare", "kind"].includes(names) ? symbolOf(word) : undefined;
    if (!id) return <>{text}</>;
    return (
        <span class="word">
            <Glyph id={id} /> {text}
        </span>
    );
}

/** The good that lies there in plenty. */
export function aim(seat: number, { view, game }: BoardProps): string | null {
    const goods = Object.entries(view.players[seat].goods as Record<string, number>);
    const [good, n] = goods.reduce((a, b) => (b[1] > a[1] ? b : a));
    return n >= 3 ? t("tadmor.page.aim_good", { what: wordText(game, "good", good), n }) : null;
}
