/* Merv in five minutes. */
import { COLOURS, Glyph, master, mastersOf, symbolOf, wood } from "../../boards/merv/glyphs";
import { tilesOf } from "../../boards/merv/Panels";
import { t, wordText } from "../../core/text";
import type { GameEvent } from "../../core/types";
import { abouts } from "../Aid";
import { propsOf } from "../cut";
import type { Lesson, Sum, Term, Told } from "../lesson";

const YEARS = 3;
const ROUNDS = 4;
const HALLS = ["hall-knowledge", "hall-spices", "hall-trade", "hall-faith"];
const row = (r: number, ...columns: number[]) => columns.map((c) => `site-r${r}c${c}`);

/** The scoring of a year as the core made it: each hall, then the rest by its source. */
function year(told: Told): Sum {
    const terms: Term[] = [];
    let hall: GameEvent | null = null;
    const events = told.events("year");
    for (const e of events.slice(events.findIndex((one) => one.event === "scoring"))) {
        if (e.seat !== 0) continue;
        if (e.event === "courtiers") hall = e;
        if (e.event !== "points") continue;
        const n = Number(e.n);
        if (e.source === "palace" && hall) {
            const courtiers = Number(hall.n);
            terms.push({
                label: wordText(told.game, "hall", String(hall.hall)),
                sign: <Glyph id={symbolOf("hall", String(hall.hall)) ?? "aP"} />,
                how: courtiers > 1 ? `${courtiers} × ${n / courtiers} =` : undefined,
                n,
            });
        } else
            terms.push({
                label: t(`merv.score.${e.source}`),
                sign: (
                    <span style={wood("p1")}>
                        <Glyph id={SIGNS[String(e.source)] ?? "vp"} />
                    </span>
                ),
                how: each(told, String(e.source), n),
                n,
            });
    }
    const total = told.at.after.scores[0].total - told.at.year.scores[0].total;
    return { terms, total };
}

/** A whole set of spices and what it is worth. */
function Spices({ told }: { told: Told }) {
    const spices = told.game.words.spice;
    return (
        <>
            {spices.map((s) => (
                <Glyph key={s} id={symbolOf("spice", s) ?? ""} />
            ))}
            <span class="pair">
                <span class="to">→</span> {told.edition.set_vp[spices.length]} <Glyph id="vp" />
            </span>
        </>
    );
}

const SIGNS: Record<string, string> = {
    buildings: "house",
    tiles: "st",
    mosque_sites: "aM",
    spices: "card",
};

/** How many times how much: "2 × 4 =". */
function each({ edition }: Told, source: string, n: number): string | undefined {
    const worth: Record<string, number> = {
        buildings: edition.building_vp,
        tiles: edition.scoring_tile_vp,
        mosque_sites: edition.mosque_sites_vp,
    };
    return worth[source] ? `${n / worth[source]} × ${worth[source]} =` : undefined;
}

/** Sites of the line that brought cubes to the active player. */
const giving = (told: Told): string[] => {
    const { view } = told.at.cubes;
    const { sites } = mastersOf(view)
        .map((o) => master(view, o))
        .find((m) => m.sites.includes("r5c1"));
    return row(5, 1, 2, 3, 4, 5).filter((s) => sites.includes(s.slice(5)));
};

export const lesson: Lesson = {
    moments: {
        slot: 130,
        site: 131,
        cubes: 132,
        hall: 133,
        placed: 134,
        guard: 109,
        soldier: 110,
        year: 242,
        after: 243,
    },
    numbers: (told) => {
        const { edition } = told;
        const got = told.events("site").filter((e) => e.event === "cubes" && e.seat === 0);
        return {
            years: YEARS,
            rounds: ROUNDS,
            invasion: edition.invasion_from,
            own: edition.own_influence,
            other: edition.other_influence,
            cubes: got.reduce((n, e) => n + Number(e.n), 0),
            sets: edition.set_vp.slice(1).join(", "),
        };
    },
    screens: (told) => [
        {
            key: "aim",
            rules: ["1.1", "1.2"],
            rows: [
                [
                    {
                        key: "build",
                        picture: {
                            at: "year",
                            of: [...row(1, 1, 2, 3), ...row(2, 1, 2, 3)],
                            pad: 4,
                        },
                    },
                    { key: "court", picture: { at: "year", of: HALLS, pad: 6 } },
                    {
                        key: "high",
                        picture: { at: "year", of: ["mosque-top_6", "mosque-top_3"], pad: 26 },
                    },
                    { key: "spice", row: <Spices told={told} /> },
                ],
                [
                    {
                        key: "years",
                        picture: {
                            at: "year",
                            of: [".mrv-bar > :first-child", ".mrv-bar > :nth-child(2)"],
                        },
                    },
                ],
            ],
        },
        {
            key: "turn",
            rules: ["4.3", "4.4", "4.5", "4.6", "6.1"],
            rows: [
                [
                    {
                        key: "master",
                        step: 1,
                        picture: {
                            at: "slot",
                            of: ["slot-4-1", "slot-4-2", "slot-4-3", ...row(5, 1, 2), "site-r3c1"],
                            open: true,
                            rings: ["slot-4-1"],
                        },
                    },
                    {
                        key: "site",
                        step: 2,
                        film: [
                            {
                                at: "site",
                                of: ["slot-4-1", ...row(5, 1, 2, 3), "site-r4c1"],
                                open: true,
                            },
                            {
                                at: "cubes",
                                of: ["slot-4-1", ...row(5, 1, 2, 3), "site-r4c1"],
                                rings: ["site-r5c1"],
                            },
                        ],
                    },
                    {
                        key: "cubes",
                        step: 3,
                        picture: { at: "cubes", of: row(5, 1, 2, 3, 4, 5), rings: giving(told) },
                    },
                ],
                [
                    {
                        key: "use",
                        step: 4,
                        film: [
                            { at: "hall", of: HALLS, open: true },
                            { at: "placed", of: HALLS, rings: ["hall-trade"] },
                        ],
                    },
                    {
                        key: "favour",
                        step: 4,
                        picture: {
                            at: "slot",
                            of: ["favour-0", "favour-4"],
                            arrows: [["favour-2", "favour-3"]],
                        },
                    },
                    {
                        key: "soldier",
                        step: 4,
                        film: [
                            { at: "guard", of: [...row(2, 1, 2), ...row(3, 1, 2)], open: true },
                            {
                                at: "soldier",
                                of: [...row(2, 1, 2), ...row(3, 1, 2)],
                                rings: ["site-r3c1"],
                            },
                        ],
                    },
                ],
            ],
        },
        {
            key: "score",
            rules: ["6.2", "6.3", "6.4"],
            sum: year(told),
            rows: [
                [
                    {
                        key: "favour",
                        picture: { at: "year", of: HALLS, pad: 6 },
                    },
                    {
                        key: "invasion",
                        picture: { at: "year", of: ["wall-N1", ...row(2, 2, 3)], pad: 8 },
                    },
                    { key: "ending", row: <Spices told={told} /> },
                ],
            ],
        },
    ],
    aid: (told) => {
        const { edition, game } = told;
        const told_of = (ids: string[], sign: (i: number) => string) =>
            abouts(told, "year", ids).map(({ title, text }, i) => ({
                sign: <Glyph id={sign(i)} size={22} />,
                text: (
                    <>
                        <b>{title}.</b> {text}
                    </>
                ),
            }));
        const symbol = (names: string, word: string) => symbolOf(names, word) ?? "";
        const noun = (id: string, text: string) => ({ sign: <Glyph id={id} size={22} />, text });
        return [
            {
                title: t("learn.actions"),
                items: told_of(
                    game.words.action.map((a) => `action-${a}`),
                    (i) => symbol("action", game.words.action[i]),
                ),
            },
            {
                title: t("learn.signs"),
                short: true,
                items: [
                    ...COLOURS.map((c) => noun(symbol("colour", c), wordText(game, "colour", c))),
                    noun("camel", t("merv.page.camel")),
                    noun("scroll", t("merv.page.scrolls")),
                    noun("common", t("merv.page.common")),
                    noun("rare", t("merv.page.rare")),
                    noun("fav", t("merv.page.favour")),
                    noun("inf", t("merv.page.influence")),
                    noun("seal", t("merv.page.contracts")),
                ],
            },
            {
                title: wordText(game, "action", "palace"),
                items: game.words.hall.map((h) => ({
                    sign: (
                        <>
                            <Glyph id={symbol("colour", edition.hall_colour[h])} size={22} />
                            <Glyph id={symbol("hall", h)} size={22} />
                        </>
                    ),
                    text: `${wordText(game, "hall", h)}: ${t(`merv.about.worth.${h}`)}`,
                })),
            },
            {
                title: t("merv.score.spices"),
                items: [
                    ...game.words.spice.map((s) => ({
                        sign: (
                            <>
                                <Glyph id={symbol("spice", s)} size={22} />
                                <Glyph id={symbol("spice", s)} size={22} /> →{" "}
                                <Glyph id={symbol("gain", edition.pair_gain[s])} size={22} />
                            </>
                        ),
                        text: wordText(game, "spice", s),
                    })),
                    {
                        sign: <Glyph id="vp" size={22} />,
                        text: edition.set_vp.slice(1).join(" · "),
                    },
                ],
            },
            {
                title: t("merv.page.influence"),
                items: told_of(["influence", "favour"], (i) => ["inf", "fav"][i]),
            },
            {
                title: t("merv.score.discoveries"),
                items: [0, 1, 2, 3].map((level) => ({
                    sign: (
                        <b>
                            {edition.discovery_at[level]} <Glyph id="scroll" size={20} />
                        </b>
                    ),
                    text: tilesOf(propsOf(told, { at: "year" }), level)
                        .map((d) => wordText(game, "discovery", d))
                        .join(", "),
                })),
            },
        ];
    },
};
