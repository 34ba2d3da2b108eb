/* The mosque: four paths, two lanes, one tower; each step costs cubes and gives something. */
import { star } from "../../art/ornaments";
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { COLOURS, Disc, Draw, master, mastersOf, OWNERS, symbolOf } from "./glyphs";

export interface Space {
    id: string;
    x: number;
    y: number;
    /** Paths (1..4) that pass here, and how many steps it takes. */
    paths: number[];
    step: number;
}

const LOW = 480;
const HIGH = 82;

/** Spaces from the ground up, as many as the edition has. */
// biome-ignore lint/suspicious/noExplicitAny: the edition of this game
export function spaces(ed: any): Space[] {
    const out: Space[] = [];
    const total = ed.mosque_path + ed.mosque_lane + ed.mosque_top;
    const y = (step: number) => LOW - ((step - 1) * (LOW - HIGH)) / Math.max(1, total - 1);
    for (let p = 1; p <= 4; p++)
        for (let i = 1; i <= ed.mosque_path; i++)
            out.push({ id: `path${p}_${i}`, x: 24 + (p - 1) * 36.7, y: y(i), paths: [p], step: i });
    for (const [k, lane] of ["a", "b"].entries())
        for (let i = 1; i <= ed.mosque_lane; i++)
            out.push({
                id: `lane_${lane}_${i}`,
                x: 42 + k * 74,
                y: y(ed.mosque_path + i),
                paths: k ? [3, 4] : [1, 2],
                step: ed.mosque_path + i,
            });
    for (let i = 1; i <= ed.mosque_top; i++)
        out.push({
            id: `top_${i}`,
            x: 79,
            y: y(ed.mosque_path + ed.mosque_lane + i),
            paths: [1, 2, 3, 4],
            step: ed.mosque_path + ed.mosque_lane + i,
        });
    return out;
}

/** The building itself, as high as its three parts. */
function Facade({ all }: { all: Space[] }) {
    const top = Math.min(...all.map((s) => s.y));
    const first = all.find((s) => s.id === "top_1")?.y ?? 300;
    const path = Math.min(...all.filter((s) => s.paths.length === 1).map((s) => s.y));
    return (
        <g class="facade" aria-hidden="true">
            <path d={`M79 ${top - 26}v-8`} class="spire" />
            <polygon points={star(79, top - 40, 6, 0.72)} class="crest" />
            <path
                d={`M50 ${first + 24}V${top + 12}C50 ${top - 12} 65 ${top - 20} 79 ${top - 28}C93 ${top - 20} 108 ${top - 12} 108 ${top + 12}V${first + 24}Z`}
            />
            <path
                d={`M10 ${path - 20}V${first + 40}C10 ${first + 26} 24 ${first + 20} 41 ${first + 20}H117C134 ${first + 20} 148 ${first + 26} 148 ${first + 40}V${path - 20}Z`}
            />
            <rect x="5" y={path - 22} width="148" height={LOW - path + 56} rx="6" />
            {all.map((s) => {
                const next = all.filter(
                    (n) => n.step === s.step + 1 && n.paths.some((p) => s.paths.includes(p)),
                );
                const half = (s.y + (next[0]?.y ?? s.y)) / 2;
                return next
                    .slice(0, 1)
                    .map((n) => (
                        <path
                            key={s.id}
                            d={`M${s.x} ${s.y}C${s.x} ${half} ${n.x} ${half} ${n.x} ${n.y}`}
                            class="stairs"
                        />
                    ));
            })}
        </g>
    );
}

const octagon = (x: number, y: number, r: number) =>
    [1, 3, 5, 7, 9, 11, 13, 15]
        .map((k) => (Math.PI * k) / 8)
        .map((a) => `${(x + r * Math.cos(a)).toFixed(1)},${(y + r * Math.sin(a)).toFixed(1)}`)
        .join(" ");

export function Mosque({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const all = spaces(edition);
    const actor = OWNERS[props.position.actor ?? 0];
    const mine = master(view, actor);
    const name = wordText(props.game, "action", "mosque");
    return (
        <section class="panel mrv-mosque" id="mrv-mosque-panel">
            <svg viewBox="0 0 158 522" role="group" aria-label={name}>
                <g data-about="action-mosque" aria-hidden="true">
                    <Draw id="aM" x={8} y={4} size={18} />
                    <text x="32" y="19" class="panel-name">
                        {name}
                    </text>
                </g>
                <Facade all={all} />
                {all.map((s) => {
                    const gain: string = edition.mosque_gain[s.id];
                    const vp: number = edition.mosque_vp[s.id];
                    const cost = COLOURS.slice(0, 4).flatMap((c) =>
                        Array.from({ length: edition.mosque_cost[s.id][c] }, () => c),
                    );
                    const here = mastersOf(view).filter(
                        (o) =>
                            master(view, o).mosque === s.step &&
                            s.paths.includes(Number(master(view, o).path)),
                    );
                    const next =
                        mine.mosque + 1 === s.step &&
                        (mine.path === null || s.paths.includes(Number(mine.path)));
                    const moves = next
                        ? props.legal.filter(
                              (m) =>
                                  m.verb === "climb" &&
                                  (m.path === undefined || s.paths.includes(Number(m.path))),
                          )
                        : [];
                    const camel = s.step === 1 && view.mosque_camels.includes(String(s.paths[0]));
                    const empty = gain === "camel" && !camel;
                    return (
                        <Place
                            key={s.id}
                            moves={moves}
                            props={props}
                            id={`mosque-${s.id}`}
                            state={here.join()}
                            label={`${wordText(props.game, "gain", gain)}${vp ? ` +${vp}` : ""}`}
                        >
                            <polygon points={octagon(s.x, s.y, 16)} class="space" />
                            {camel ? (
                                <g data-piece="camel">
                                    <Draw id="camel" x={s.x - 12} y={s.y - 12} size={24} />
                                </g>
                            ) : (
                                <Draw
                                    id={symbolOf("gain", gain) ?? "st"}
                                    x={s.x - 10}
                                    y={s.y - 10}
                                    size={20}
                                    dim={empty || here.length > 0}
                                />
                            )}
                            {cost.map((c, i) => (
                                <Draw
                                    key={i}
                                    id={symbolOf("colour", c) ?? "qW"}
                                    x={s.x - 6.5 + (i - (cost.length - 1) / 2) * 13}
                                    y={s.y + 15}
                                    size={13}
                                />
                            ))}
                            {vp > 0 && (
                                <g class="laurel-number">
                                    <Draw id="vp" x={s.x + 30} y={s.y - 11} size={22} />
                                    <text x={s.x + 41} y={s.y + 4}>
                                        {vp}
                                    </text>
                                </g>
                            )}
                            {here.map((o, i) => (
                                <Disc
                                    key={o}
                                    owner={o}
                                    x={s.x + (i - (here.length - 1) / 2) * 13}
                                    y={s.y}
                                    r={10}
                                    piece="climber"
                                />
                            ))}
                        </Place>
                    );
                })}
                <g class="scoring" role="group" aria-label={t("merv.page.scoring_tiles")}>
                    {(edition.scoring_tiles as string[]).map((a, i) => {
                        const owner = mastersOf(view).find((o) => master(view, o).tile === a);
                        const y = 120 + 34 * i;
                        return (
                            <Place
                                key={a}
                                moves={props.legal.filter(
                                    (m) => m.verb === "tile" && m.action === a,
                                )}
                                props={props}
                                id={`tile-${a}`}
                                state={owner ?? ""}
                                label={`${t("merv.page.scoring_tiles")}: ${wordText(props.game, "action", a)}`}
                            >
                                <rect
                                    x="6"
                                    y={y}
                                    width="28"
                                    height="30"
                                    rx="5"
                                    class={owner ? "tile-back gone" : "tile-back"}
                                />
                                {owner ? (
                                    <Disc owner={owner} x={20} y={y + 15} r={9} piece="scoring" />
                                ) : (
                                    <Draw
                                        id={symbolOf("action", a) ?? ""}
                                        x={10}
                                        y={y + 5}
                                        size={20}
                                    />
                                )}
                            </Place>
                        );
                    })}
                </g>
            </svg>
        </section>
    );
}
