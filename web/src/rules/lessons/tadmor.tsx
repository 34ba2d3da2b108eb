/* Tadmor in five minutes. */
import { Glyph, symbolOf } from "../../boards/tadmor/glyphs";
import { GOODS } from "../../boards/tadmor/layout";
import { t, wordText } from "../../core/text";
import { abouts } from "../Aid";
import type { Lesson, Sum, Told } from "../lesson";

const ERAS = 3;
/** A space of each action. */
const SPACES = [
    "pal_imp1",
    "ebl_temple",
    "pal_market",
    "ebl_market",
    "pal_mission1",
    "pal_supply",
    "ebl_floors",
    "dam_series",
    "dam_traitor",
    "dam_caravan",
    "dam_tax",
    "dam_first",
    "nse_shipyard",
    "sse_gift",
    "bandits",
];
const SOUTH = ["space-sse_stone1", "space-sse_gift", "space-dam_series"];
const PALMYRA = ["space-pal_imp1", "space-pal_market", "space-pal_supply"];
const SEAT = ".stage-seat.seat-0";
const SIGNS: Record<string, string> = {
    track: "pp",
    tower: "tower",
    missions: "mission",
    temples: "temple",
    rares: "rare",
    tiles: "imp",
};

/** The final count as the core made it. */
function final(told: Told): Sum {
    const { parts, total } = told.at.over.scores[0];
    const { floor_pp } = told.edition;
    const floors = told.at.over.view.players[0].tower;
    const terms = told.game.score_parts
        .filter((part) => parts[part])
        .map((part) => ({
            label: t(`tadmor.score.${part}`),
            sign: <Glyph id={SIGNS[part]} size={42} />,
            how: part === "tower" ? `${floors} × ${floor_pp} =` : undefined,
            n: parts[part],
        }));
    return { terms, total };
}

/** Gold to be paid, or prestige to be lost. */
function Tax({ told }: { told: Told }) {
    const { tax, tax_penalty } = told.edition;
    return (
        <>
            {["era_2", "era_3"].map((era) => (
                <span key={era} class="pair">
                    {tax[era]} <Glyph id="gold" size={34} /> / −{tax_penalty[era]}{" "}
                    <Glyph id="pp" size={34} />
                </span>
            ))}
        </>
    );
}

/** What you own of rare goods in the end, and what the set is worth. */
function Rares({ told }: { told: Told }) {
    const owned: Record<string, number> = told.at.over.view.players[0].rare;
    const kinds = Object.keys(owned).filter((r) => owned[r] > 0);
    return (
        <>
            {kinds.map((r) => (
                <Glyph key={r} id={r} size={46} />
            ))}
            <span class="pair">
                <span class="to">→</span> {told.edition.set_pp[kinds.length - 1]}{" "}
                <Glyph id="pp" size={40} />
            </span>
        </>
    );
}

/** A mission of yours before and after its favour is used. */
function Halved({ told }: { told: Told }) {
    const value: number = told.edition.mission_value[told.at.over.view.players[0].done[0]];
    return (
        <>
            <Glyph id="mission" size={46} />
            <span class="pair">
                {value} <Glyph id="pp" size={40} />
            </span>
            <span class="to">→</span>
            <span class="pair">
                {Math.floor(value / 2)} <Glyph id="pp" size={40} />
            </span>
        </>
    );
}

export const lesson: Lesson = {
    moments: {
        place: 52,
        boat: 53,
        placed: 64,
        raid: 248,
        raided: 249,
        fetch: 65,
        built: 70,
        rich: 412,
        over: 440,
    },
    numbers: ({ edition }) => {
        const { tax, tax_penalty, era_rounds, floor_pp, limit, start_pp } = edition;
        return {
            rounds: ERAS * era_rounds,
            eras: ERAS,
            start: start_pp,
            floor: floor_pp,
            temple: Math.max(...(Object.values(edition.temple_pp) as number[])),
            set: edition.set_pp.at(-1),
            limit,
            tax_two: tax.era_2,
            tax_three: tax.era_3,
            loss_two: tax_penalty.era_2,
            loss_three: tax_penalty.era_3,
        };
    },
    screens: (told) => [
        {
            key: "aim",
            rules: ["1.1", "1.2", "2.6"],
            rows: [
                [
                    { key: "tower", picture: { at: "over", of: [`${SEAT} .tower svg`], pad: 0 } },
                    {
                        key: "temple",
                        picture: { at: "over", of: [`${SEAT} .temples svg`], pad: 0 },
                    },
                    { key: "mission", picture: { at: "over", of: ["mission-k10"], pad: 4 } },
                    { key: "rare", row: <Rares told={told} /> },
                ],
                [
                    {
                        key: "eras",
                        picture: {
                            at: "rich",
                            of: [".tad-calendar .era", ".tad-calendar .era:nth-child(3)"],
                        },
                    },
                ],
            ],
        },
        {
            key: "turn",
            rules: ["4.1", "4.3", "5.3", "6.1", "10.2"],
            rows: [
                [
                    {
                        key: "place",
                        step: 1,
                        film: [
                            { at: "place", of: SOUTH, open: true, pad: 14 },
                            { at: "boat", of: SOUTH, pad: 14, rings: ["space-sse_stone2"] },
                        ],
                    },
                    {
                        key: "raid",
                        step: 2,
                        film: [
                            { at: "raid", of: PALMYRA, pad: 30 },
                            { at: "raided", of: PALMYRA, pad: 30 },
                        ],
                    },
                    {
                        key: "fetch",
                        step: 3,
                        picture: {
                            at: "placed",
                            of: ["space-sse_stone1", "space-sse_stone2", "space-sse_rare"],
                            pad: 16,
                            rings: ["space-sse_stone2"],
                        },
                    },
                ],
                [
                    {
                        key: "build",
                        step: 3,
                        picture: { at: "built", of: [`${SEAT} .tower svg`], pad: 0 },
                    },
                    {
                        key: "store",
                        step: 4,
                        picture: { at: "rich", of: [`${SEAT} .goods`], pad: 6 },
                    },
                ],
            ],
        },
        {
            key: "score",
            rules: ["10.3", "11", "9.4"],
            sum: final(told),
            rows: [
                [
                    { key: "favour", row: <Halved told={told} /> },
                    { key: "tax", row: <Tax told={told} /> },
                    { key: "floors", picture: { at: "over", of: [`${SEAT} .tower svg`], pad: 0 } },
                ],
            ],
        },
    ],
    aid: (told) => {
        const { edition, game } = told;
        const word = (names: string, w: string) => wordText(game, names, w);
        const noun = (id: string, text: string) => ({ sign: <Glyph id={id} size={20} />, text });
        const cost = (of: Record<string, number>) =>
            GOODS.filter((g) => of[g] > 0).map((g) => (
                <span key={g}>
                    {of[g]} <Glyph id={g} size={17} />{" "}
                </span>
            ));
        return [
            {
                title: t("learn.actions"),
                items: SPACES.map((space) => {
                    const [about] = abouts(told, "rich", [`space-${space}`]);
                    const action = edition.board4.action[space];
                    return {
                        sign: <Glyph id={symbolOf(action) ?? "eight"} size={20} />,
                        text: String(about.text).replace(/^[^.]*\.\s*/, ""),
                    };
                }),
            },
            {
                title: t("learn.signs"),
                short: true,
                items: [
                    ...GOODS.map((g) => noun(g, word("good", g))),
                    ...game.words.rare.map((r) => noun(r, word("rare", r))),
                    noun("camel", word("kind", "camel")),
                    noun("boat", word("kind", "boat")),
                    noun("pp", t("learn.tadmor.score.total")),
                    noun("first", t("tadmor.page.first")),
                    noun("bcard", t("tadmor.page.bandit_card")),
                ],
            },
            {
                title: t("tadmor.score.tower"),
                items: Object.keys(edition.floors_cost).map((card) => ({
                    sign: <b>{Number(card.slice(5)) + 1}+</b>,
                    text: (
                        <>
                            {cost(edition.floors_cost[card])} · {edition.series_floors}×:{" "}
                            {cost(edition.series_cost[card])}
                        </>
                    ),
                })),
            },
            {
                title: t("tadmor.score.temples"),
                items: game.words.section.map((s) => ({
                    sign: <b>{edition.temple_pp[s]}</b>,
                    text: (
                        <>
                            {word("section", s)}: {cost(edition.temple_cost[s])}
                        </>
                    ),
                })),
            },
            {
                title: t("tadmor.score.rares"),
                items: [
                    {
                        sign: <Glyph id="rare" size={20} />,
                        text: edition.set_pp.join(" · "),
                    },
                ],
            },
        ];
    },
};
