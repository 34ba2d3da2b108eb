/* The board of the game, its places coloured by one measure of their use, as `serai lab heat` draws it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { has, t } from "../core/text";
import type { GameInfo } from "../core/types";
import type { Range, Use } from "./hall";
import { number, plusMinus, useLabel, wordOf } from "./labels";
import type { Found } from "./state";

/** A word of a vocabulary: its shape (r, p: rectangle, p without a figure; o: circle; h: hex; t: text), its middle
 * and size, and the drawing of what it does. */
type Spot = [
    names: string,
    word: string,
    shape: string,
    x: number,
    y: number,
    w: number,
    h: number,
    glyph?: string,
];

export interface HeatBoard {
    width: number;
    height: number;
    /** SVG below the places. */
    ground: string;
    places: Spot[];
}

const boards = import.meta.glob<HeatBoard>("../generated/heat/*.json", { import: "default" });

export async function boardOf(game: string): Promise<HeatBoard | null> {
    const load = boards[`../generated/heat/${game}.json`];
    return load ? load() : null;
}

export const MEASURES = ["times", "chosen", "won", "change"] as const;
export type Measure = (typeof MEASURES)[number];

/** So many players must have had the choice before anything is said. */
const FEW = 100;

const nameOf = (info: GameInfo, u: Use) =>
    u.names === "hex" ? t("lab.heat.hex", { at: u.word ?? "" }) : useLabel(info, u);
const spotKey = (s: Spot) => `${s[0]}.${s[1]}`;
const keyOf = (u: Use) => `${u.names}.${u.word}`;
const times = (u: Use) => (u.could ? u.times / u.could : 0);

/** What was counted of each place, for the edition that is looked at and for the printed one. */
class Counts {
    readonly now = new Map<string, Use>();
    private readonly was = new Map<string, Use>();
    private readonly most = new Map<string, number>();

    constructor(
        found: Found,
        readonly measure: Measure,
        readonly fair: number,
    ) {
        const places = (uses: Use[]) => uses.filter((u) => u.place);
        for (const u of places(found.uses)) this.now.set(keyOf(u), u);
        for (const u of places(found.before)) this.was.set(keyOf(u), u);
        for (const u of this.now.values()) {
            const v = this.value(u);
            if (v !== null)
                this.most.set(
                    u.names ?? "",
                    Math.max(this.most.get(u.names ?? "") ?? 0, Math.abs(v - this.middle)),
                );
        }
    }

    get two(): boolean {
        return this.measure === "won" || this.measure === "change";
    }

    get middle(): number {
        return this.measure === "won" ? this.fair : 0;
    }

    printed(u: Use): Use | undefined {
        const was = this.was.get(keyOf(u));
        return was && was.could >= FEW ? was : undefined;
    }

    /** null: too few cases to say. */
    value(u: Use): number | null {
        if (u.could < FEW) return null;
        const was = this.printed(u);
        switch (this.measure) {
            case "times":
                return times(u);
            case "chosen":
                return u.chosen.value;
            case "won":
                return (u.could * u.chosen.value) / 100 < FEW ? null : u.won.value;
            case "change":
                return was ? times(u) - times(was) : null;
        }
    }

    /** 0 to 1, or -1 to 1 where there is a middle. */
    part(u: Use): number {
        const v = this.value(u) ?? this.middle;
        const most = Math.max(this.most.get(u.names ?? "") ?? 0, this.two ? 0.05 : 0);
        return most > 0 ? (v - this.middle) / most : 0;
    }
}

/* Paper, teal, dark blue, even in lightness; rust for less than the middle. */
const ONE = [
    [0xf4, 0xec, 0xdc],
    [0x3f, 0x9a, 0x9a],
    [0x1d, 0x3a, 0x5f],
];
const LESS = [ONE[0], [0xd8, 0x8a, 0x66], [0xa3, 0x3c, 0x1e]];

function colour(part: number): string {
    const stops = part < 0 ? LESS : ONE;
    const at = Math.min(1, Math.abs(part));
    const k = at < 0.5 ? 0 : 1;
    const mixed = stops[k].map((c, i) => Math.round(c + (2 * at - k) * (stops[k + 1][i] - c)));
    return `rgb(${mixed.join(" ")})`;
}

export function figure(v: number | null, measure: Measure): string {
    if (v === null) return "?";
    if (measure === "chosen" || measure === "won") return number(v, 0);
    return `${measure === "change" && v > 0.005 ? "+" : ""}${number(v, 2)}`;
}

function Shape({ spot, fill, dead }: { spot: Spot; fill: string; dead: boolean }) {
    const [, , shape, x, y, w, h] = spot;
    const look = { fill, class: dead ? "heat-shape dead" : "heat-shape" };
    if (shape === "o") return <circle cx={x} cy={y} r={w / 2} {...look} />;
    if (shape === "h") {
        const c = (w * Math.sqrt(3)) / 2;
        return (
            <path
                d={`M${x} ${y - w}l${c} ${w / 2}v${w}l${-c} ${w / 2}l${-c} ${-w / 2}v${-w}z`}
                {...look}
            />
        );
    }
    return <rect x={x - w / 2} y={y - h / 2} width={w} height={h} rx={5} {...look} />;
}

/** What tells it from others of its region, as far as there is room. */
function shortLabel(label: string, room: number): string {
    const comma = label.indexOf(", ");
    const text = comma > 0 && label.length > room ? label.slice(comma + 2) : label;
    return text.length > room ? `${text.slice(0, Math.max(1, room - 1)).trimEnd()}.` : text;
}

function Face({ spot, u, counts, label }: { spot: Spot; u: Use; counts: Counts; label: string }) {
    const [, , shape, x, y, w, h, glyph] = spot;
    const v = counts.value(u);
    const dark = v !== null && Math.abs(counts.part(u)) > 0.45;
    const named = !glyph && shape !== "h" && w >= 40 && h >= 40;
    const size = Math.min(13, w / 2.6, h / 1.4);
    const low = glyph ? 14 : named ? 11 : size / 3;
    return (
        <g class={dark ? "heat-face dark" : "heat-face"} aria-hidden="true" pointer-events="none">
            {glyph && (
                <>
                    <circle class="heat-disc" cx={x} cy={y - 9} r={11} />
                    <use href={`#${glyph}`} x={x - 8.5} y={y - 17.5} width={17} height={17} />
                </>
            )}
            {named && (
                <text x={x} y={y - 4} style={{ fontSize: "8px" }}>
                    {shortLabel(label, Math.floor(w / (shape === "o" ? 4.8 : 4.3)))}
                </text>
            )}
            {(v !== null || shape !== "h") && (
                <text x={x} y={y + low} style={{ fontSize: `${size}px` }}>
                    {figure(v, counts.measure)}
                </text>
            )}
        </g>
    );
}

/** The parts of a place; the figure stands on the first. */
function Drawn(o: {
    spots: Spot[];
    counts: Counts;
    info: GameInfo;
    chosen: string | null;
    choose?: (key: string) => void;
}) {
    const { counts, info, choose } = o;
    const [spot, ...parts] = o.spots;
    const key = spotKey(spot);
    if (spot[2] === "t")
        return (
            <text class="heat-region" x={spot[3]} y={spot[4]}>
                {wordOf(info.id, spot[0], spot[1])}
            </text>
        );
    const u = counts.now.get(key);
    if (!u) return null; // nobody could: not of this table, or the map did not grow there
    const v = counts.value(u);
    const label = nameOf(info, u);
    const told = `${label}: ${v === null ? t("lab.too_few") : figure(v, counts.measure)}`;
    const fill = v === null ? "url(#heat-few)" : colour(counts.part(u));
    const shown = (
        <>
            {[...parts, spot].map((s, i) => (
                <Shape key={i} spot={s} fill={fill} dead={u.is === "dead"} />
            ))}
            <Face spot={spot} u={u} counts={counts} label={label} />
        </>
    );
    if (!choose || v === null)
        return (
            <g>
                <title>{told}</title>
                {shown}
            </g>
        );
    return (
        <g
            class={o.chosen === key ? "heat-place chosen" : "heat-place"}
            data-place={key}
            role="button"
            tabindex={0}
            aria-label={told}
            aria-pressed={o.chosen === key}
            onClick={() => choose(key)}
            onKeyDown={(e) => {
                if (e.key !== "Enter" && e.key !== " ") return;
                e.preventDefault();
                choose(key);
            }}
        >
            {shown}
        </g>
    );
}

/** Of a map that grows only what is known of: the hexes with figures, and one more on every side. */
function extent(board: HeatBoard, counts: Counts): [number, number, number, number] {
    const grown = board.places.filter(
        (s) => s[2] === "h" && (counts.now.get(spotKey(s))?.could ?? 0) >= FEW,
    );
    if (!grown.length) return [0, 0, board.width, board.height];
    const edge = 2.2 * grown[0][5];
    const xs = grown.map((s) => s[3]);
    const ys = grown.map((s) => s[4]);
    const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    return [left, top, Math.max(...xs) + edge - left, Math.max(...ys) + edge - top];
}

/** The picture alone; without `choose` it stands still, as in a report. */
export function HeatMap(o: {
    board: HeatBoard;
    counts: Counts;
    info: GameInfo;
    chosen: string | null;
    choose?: (key: string) => void;
}) {
    const { board, counts } = o;
    const places = new Map<string, Spot[]>();
    for (const s of board.places) places.set(spotKey(s), [...(places.get(spotKey(s)) ?? []), s]); // the first has the figure
    const [x, y, w, h] = extent(board, counts).map(Math.round);
    return (
        <svg
            class="heat-map"
            viewBox={`${x} ${y} ${w} ${h}`}
            style={{ minWidth: `${Math.min(620, Math.round(0.8 * w))}px` }}
            role={o.choose ? "group" : "img"}
            aria-label={t(`lab.heat.${counts.measure}`)}
        >
            <defs>
                <pattern id="heat-few" width="6" height="6" patternUnits="userSpaceOnUse">
                    <rect width="6" height="6" fill="#fffdf6" />
                    <path d="M0 6L6 0" stroke="#c9bda4" />
                </pattern>
            </defs>
            <g dangerouslySetInnerHTML={{ __html: board.ground }} />
            {[...places].map(([key, spots]) => (
                <Drawn key={key} spots={spots} {...o} />
            ))}
        </svg>
    );
}

export function countsOf(found: Found, measure: Measure): Counts {
    return new Counts(found, measure, found.look.arms[0].places[0]?.fair ?? 100);
}

function Scale({ counts }: { counts: Counts }) {
    const at = counts.two ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
    const [low, high] = counts.two
        ? ["lab.heat.less", "lab.heat.more"]
        : ["lab.heat.never", "lab.heat.most"];
    return (
        <span class="lab-key heat-scale">
            {t(low)}
            <i style={{ background: `linear-gradient(90deg, ${at.map(colour).join(", ")})` }} />
            {t(high)}
        </span>
    );
}

function Row({ label, now, was }: { label: string; now: string; was?: string }) {
    return (
        <tr>
            <th scope="row">{label}</th>
            <td>{now}</td>
            {was !== undefined && <td class="soft">{was}</td>}
        </tr>
    );
}

/** All that is known of a place. */
function About({ u, counts, info }: { u: Use; counts: Counts; info: GameInfo }) {
    const was = counts.printed(u);
    const compared = counts.measure === "change" || !!was;
    const range = (r: Range) => plusMinus(r);
    const won = (x: Use) =>
        (x.could * x.chosen.value) / 100 < FEW ? t("lab.too_few") : range(x.won);
    const old = (f: (x: Use) => string) => (compared ? (was ? f(was) : "–") : undefined);
    return (
        <div class="heat-about" aria-live="polite">
            <h3>
                {nameOf(info, u)}
                {has(`lab.use.${u.is}`) && <b class={`lab-tag ${u.is}`}>{t(`lab.use.${u.is}`)}</b>}
            </h3>
            <table class="lab-table">
                {compared && (
                    <thead>
                        <tr>
                            <th />
                            <th>{t("lab.yours")}</th>
                            <th>{t("lab.printed_word")}</th>
                        </tr>
                    </thead>
                )}
                <tbody>
                    <Row
                        label={t("lab.could")}
                        now={number(u.could, 0)}
                        was={old((x) => number(x.could, 0))}
                    />
                    <Row
                        label={t("lab.heat.times")}
                        now={number(times(u), 2)}
                        was={old((x) => number(times(x), 2))}
                    />
                    <Row
                        label={t("lab.chosen")}
                        now={range(u.chosen)}
                        was={old((x) => range(x.chosen))}
                    />
                    <Row label={t("lab.won_when")} now={won(u)} was={old(won)} />
                    {u.times > 0 && (
                        <Row
                            label={t("lab.heat.when")}
                            now={number(u.when, 0)}
                            was={old((x) => number(x.when, 0))}
                        />
                    )}
                </tbody>
            </table>
        </div>
    );
}

function Order(o: {
    board: HeatBoard | null;
    counts: Counts;
    info: GameInfo;
    choose: (key: string) => void;
}) {
    const { counts, info } = o;
    const named = new Set(o.board?.places.filter((s) => s[2] === "t").map((s) => s[0]));
    const known = [...counts.now.values()]
        .filter((u) => !named.has(u.names ?? ""))
        .flatMap((u) => {
            const v = counts.value(u);
            return v === null ? [] : [{ u, v }];
        })
        .sort((a, b) => b.v - a.v);
    const shown = known.length > 9 ? [...known.slice(0, 5), ...known.slice(-4)] : known;
    const [low, high] = [known.at(-1)?.v ?? 0, known[0]?.v ?? 1];
    const zero = Math.min(0, low);
    return (
        <div class="heat-order">
            <h3>{t("lab.heat.order")}</h3>
            <ol>
                {shown.map(({ u, v }, i) => (
                    <li key={keyOf(u)} class={known.length > 9 && i === 5 ? "gap" : ""}>
                        <button type="button" class="plain" onClick={() => o.choose(keyOf(u))}>
                            {nameOf(info, u)}
                        </button>
                        <span class="lab-share" aria-hidden="true">
                            <i style={{ width: `${(100 * (v - zero)) / (high - zero || 1)}%` }} />
                        </span>
                        <b>{figure(v, counts.measure)}</b>
                    </li>
                ))}
            </ol>
        </div>
    );
}

/** Places that no board shows: what stands beside it, or a game that has none. */
function Elsewhere(o: {
    board: HeatBoard | null;
    counts: Counts;
    info: GameInfo;
    chosen: string | null;
    choose: (key: string) => void;
}) {
    const drawn = new Set(o.board?.places.map(spotKey));
    const list = [...o.counts.now.values()].filter(
        (u) => !drawn.has(keyOf(u)) && u.names !== "hex" && u.could >= FEW,
    );
    if (!list.length) return null;
    return (
        <ul class="heat-elsewhere" aria-label={t("lab.heat.elsewhere")}>
            {list.map((u) => {
                const part = o.counts.part(u);
                return (
                    <li key={keyOf(u)}>
                        <button
                            type="button"
                            class={Math.abs(part) > 0.45 ? "dark" : ""}
                            style={{ background: colour(part) }}
                            aria-pressed={o.chosen === keyOf(u)}
                            onClick={() => o.choose(keyOf(u))}
                        >
                            {nameOf(o.info, u)} <b>{figure(o.counts.value(u), o.counts.measure)}</b>
                        </button>
                    </li>
                );
            })}
        </ul>
    );
}

export function Heat({ found, info }: { found: Found; info: GameInfo }) {
    const board = useSignal<HeatBoard | null>(null);
    const measure = useSignal<Measure>("times");
    const chosen = useSignal<string | null>(null);
    useEffect(() => {
        void boardOf(info.id).then((b) => {
            board.value = b;
        });
    }, [info.id]);
    const compared = found.plan.arms.length > 1;
    const now = measure.value === "change" && !compared ? "times" : measure.value;
    const counts = countsOf(found, now);
    if (!counts.now.size) return <p class="soft">{t("lab.use_later")}</p>;
    const choose = (key: string) => {
        chosen.value = chosen.value === key ? null : key;
    };
    const told = chosen.value === null ? undefined : counts.now.get(chosen.value);
    return (
        <section class="panel lab-heat">
            <header>
                <div class="segments" role="group" aria-label={t("lab.heat.measure")}>
                    {MEASURES.filter((m) => m !== "change" || compared).map((m) => (
                        <button
                            type="button"
                            key={m}
                            data-measure={m}
                            aria-pressed={now === m}
                            onClick={() => {
                                measure.value = m;
                            }}
                        >
                            {t(`lab.heat.${m}`)}
                        </button>
                    ))}
                </div>
                <Scale counts={counts} />
            </header>
            {board.value && (
                <div class="heat-frame">
                    <HeatMap
                        board={board.value}
                        counts={counts}
                        info={info}
                        chosen={chosen.value}
                        choose={choose}
                    />
                </div>
            )}
            <Elsewhere
                board={board.value}
                counts={counts}
                info={info}
                chosen={chosen.value}
                choose={choose}
            />
            <p class="soft">{t("lab.heat.note")}</p>
            <div class="heat-below">
                {told ? (
                    <About u={told} counts={counts} info={info} />
                ) : (
                    <p class="soft heat-about">{t("lab.heat.pick")}</p>
                )}
                <Order board={board.value} counts={counts} info={info} choose={choose} />
            </div>
        </section>
    );
}
