/* The mosque: four paths, two lanes, one tower; each step costs a cube and gives something. */
import { t, wordText } from "../../core/text";
import type { BoardProps } from "../board";
import { Place } from "../Place";
import { ownerMark } from "./City";
import { COLOURS, Draw, OWNERS, symbolOf, wood } from "./glyphs";

interface Space {
    id: string;
    x: number;
    y: number;
    /** Paths (1..4) that pass here, and how many steps it takes. */
    paths: number[];
    step: number;
}

/** Spaces from the ground up, as many as the edition has. */
// biome-ignore lint/suspicious/noExplicitAny: the edition of this game
function spaces(ed: any): Space[] {
    const out: Space[] = [];
    const total = ed.mosque_path + ed.mosque_lane + ed.mosque_top;
    const y = (step: number) => 520 - ((step - 1) * 490) / Math.max(1, total - 1);
    for (let p = 1; p <= 4; p++)
        for (let i = 1; i <= ed.mosque_path; i++)
            out.push({ id: `path${p}_${i}`, x: 22 + (p - 1) * 38, y: y(i), paths: [p], step: i });
    for (const [k, lane] of ["a", "b"].entries())
        for (let i = 1; i <= ed.mosque_lane; i++)
            out.push({
                id: `lane_${lane}_${i}`,
                x: 41 + k * 76,
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

export function Mosque({ props }: { props: BoardProps }) {
    const { view, edition } = props;
    const all = spaces(edition);
    const actor = OWNERS[props.position.actor ?? 0];
    const mine = view.players[actor];
    return (
        <section class="panel mrv-mosque">
            <h3>{wordText(props.game, "action", "mosque")}</h3>
            <svg
                viewBox="0 0 158 545"
                role="group"
                aria-label={wordText(props.game, "action", "mosque")}
            >
                {all.map((s) => {
                    const gain: string = edition.mosque_gain[s.id];
                    const vp: number = edition.mosque_vp[s.id];
                    const cost = COLOURS.find((c) => edition.mosque_cost[s.id][c] > 0);
                    const here = OWNERS.filter(
                        (o) =>
                            view.players[o].mosque === s.step &&
                            s.paths.includes(Number(view.players[o].path)),
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
                            <circle cx={s.x} cy={s.y} r="16" class="space" />
                            <Draw
                                id={symbolOf("gain", gain) ?? "st"}
                                x={s.x - 11}
                                y={s.y - 11}
                                size={22}
                                dim={empty || here.length > 0}
                            />
                            {cost && (
                                <Draw
                                    id={symbolOf("colour", cost) ?? "qW"}
                                    x={s.x - 6}
                                    y={s.y + 15}
                                    size={12}
                                />
                            )}
                            {vp > 0 && (
                                <text x={s.x + 20} y={s.y + 5} class="space-vp">
                                    +{vp}
                                </text>
                            )}
                            {here.map((o, i) => (
                                <g key={o} style={wood(o)}>
                                    <circle
                                        cx={s.x + (i - (here.length - 1) / 2) * 12}
                                        cy={s.y}
                                        r="10"
                                        fill="var(--s1)"
                                        stroke="#FFF6E2"
                                    />
                                    <text
                                        x={s.x + (i - (here.length - 1) / 2) * 12}
                                        y={s.y + 5}
                                        class="owner-mark"
                                    >
                                        {ownerMark(o)}
                                    </text>
                                </g>
                            ))}
                        </Place>
                    );
                })}
            </svg>
            <div class="tiles" title={t("merv.page.scoring_tiles")}>
                {(edition.scoring_tiles as string[]).map((a) => {
                    const owner = OWNERS.find((o) => view.players[o].tile === a);
                    const moves = props.legal.filter((m) => m.verb === "tile" && m.action === a);
                    return (
                        <button
                            type="button"
                            key={a}
                            class={`tile${moves.length ? " choice" : ""}${owner ? " gone" : ""}`}
                            disabled={!moves.length}
                            aria-label={wordText(props.game, "action", a)}
                            onClick={() => props.pick(moves)}
                        >
                            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                                <use
                                    href={`#mrv-${symbolOf("action", a)}`}
                                    width="24"
                                    height="24"
                                />
                            </svg>
                        </button>
                    );
                })}
            </div>
        </section>
    );
}
