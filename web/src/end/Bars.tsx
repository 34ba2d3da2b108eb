/* Where the points came from: a bar for each player on one scale, a colour for each part; or the same as a table. */
import { Emblem, emblemOf } from "../art/emblems";
import type { Match } from "../core/match";
import { seatName, t } from "../core/text";
import type { ScoreLine } from "../core/types";
import { PortraitDisc } from "./Portrait";

export const PART_COLOURS = [
    "#9d6518",
    "#3f7478",
    "#b0583c",
    "#7a669a",
    "#4f7a3a",
    "#8a7420",
    "#48708f",
    "#9c5f76",
    "#6d6a58",
    "#2f6a4f",
    "#8c4a2a",
];
/** A part as large as this shows its number. */
const TOLD = 4;

const minus = (n: number) => String(n).replace("-", "−");

export function Bars({ match, lines }: { match: Match; lines: ScoreLine[] }) {
    const { score_parts: parts, id } = match.game;
    const used = parts.filter((p) => lines.some((l) => l.parts[p]));
    const sum = (l: ScoreLine, sign: number) =>
        parts.reduce((n, p) => n + Math.max(0, sign * l.parts[p]), 0);
    const below = Math.max(...lines.map((l) => sum(l, -1)));
    const whole = Math.max(1, ...lines.map((l) => sum(l, 1))) + below;
    const share = (n: number) => `${(100 * n) / whole}%`;
    const colour = (p: string) => PART_COLOURS[parts.indexOf(p) % PART_COLOURS.length];
    return (
        <>
            <ul class="bars">
                {lines.map((l) => {
                    const lost = used.filter((p) => l.parts[p] < 0);
                    const told = used
                        .filter((p) => l.parts[p])
                        .map((p) => `${t(`${id}.score.${p}`)} ${minus(l.parts[p])}`);
                    return (
                        <li key={l.line} title={told.join(", ")}>
                            <PortraitDisc match={match} line={l.line} size={40} />
                            <b class="name">{seatName(match.game, match.seats, l.line)}</b>
                            <span class="hidden-text">{told.join(", ")}</span>
                            <span class="bar-parts" aria-hidden="true">
                                {below > 0 && (
                                    <span class="lost" style={{ width: share(below) }}>
                                        {lost.map((p) => (
                                            <i
                                                key={p}
                                                style={{
                                                    width: `${(100 * -l.parts[p]) / below}%`,
                                                    "--part": colour(p),
                                                }}
                                            >
                                                {l.parts[p] <= -TOLD && minus(l.parts[p])}
                                            </i>
                                        ))}
                                    </span>
                                )}
                                {used
                                    .filter((p) => l.parts[p] > 0)
                                    .map((p) => (
                                        <i
                                            key={p}
                                            style={{
                                                width: share(l.parts[p]),
                                                "--part": colour(p),
                                            }}
                                        >
                                            {l.parts[p] >= TOLD && l.parts[p]}
                                        </i>
                                    ))}
                            </span>
                            <strong>{minus(l.total)}</strong>
                        </li>
                    );
                })}
            </ul>
            <p class="legend" aria-hidden="true">
                {used.map((p) => (
                    <span key={p} style={{ "--part": colour(p) }}>
                        <i />
                        {t(`${id}.score.${p}`)}
                    </span>
                ))}
            </p>
        </>
    );
}

/** A line for each source, a column for each player. */
export function Breakdown({ match, lines }: { match: Match; lines: ScoreLine[] }) {
    return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <div class="breakdown" tabIndex={0} role="group" aria-label={t("end.from")}>
            <table>
                <thead>
                    <tr>
                        <td />
                        {lines.map((l) => (
                            <th key={l.line} scope="col">
                                <Emblem seat={emblemOf(l.line, match.seats.length)} size={20} />
                                <span class="hidden-text">
                                    {seatName(match.game, match.seats, l.line)}
                                </span>
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {match.game.score_parts.map((p) => (
                        <tr key={p}>
                            <th scope="row">{t(`${match.game.id}.score.${p}`)}</th>
                            {lines.map((l) => (
                                <td key={l.line} class={l.parts[p] ? "" : "soft"}>
                                    {minus(l.parts[p])}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{t("web.total")}</th>
                        {lines.map((l) => (
                            <td key={l.line}>
                                <b>{minus(l.total)}</b>
                            </td>
                        ))}
                    </tr>
                </tfoot>
            </table>
        </div>
    );
}
