/* Yspahan in five minutes. */
import { CardBack } from "../../art/ornaments";
import { BUILDINGS } from "../../boards/yspahan/brief";
import { LINES } from "../../boards/yspahan/Caravan";
import { Inline } from "../../boards/yspahan/Piece";
import { t, wordText } from "../../core/text";
import { abouts } from "../Aid";
import type { Lesson, Sum, Told } from "../lesson";

/** The number of the edition a building's power depends on. */
const POWER: Record<string, string> = {
    paddock: "paddock_camels",
    booth: "booth_gold",
    hammam: "hammam_squares",
    caravanserai: "caravanserai_cards",
    bazaar: "bazaar_points",
    hoist: "hoist_goods",
};

const WALK = ["square-N4", "square-C0", "shop-41"];

/** Shops of a souk, as places. */
const shopsOf = ({ edition }: Told, souk: string): string[] => {
    const { first, size } = edition.souks[souk];
    return Array.from({ length: size }, (_, i) => `shop-${first + i}`);
};

/** What a building costs, and the building. */
function Price({ told, building }: { told: Told; building: string }) {
    const { camels, gold } = told.edition.buildings[building];
    const of = (n: number, id: string) =>
        Array.from({ length: n }, (_, i) => <Inline key={`${id}${i}`} id={id} />);
    return (
        <>
            {of(camels, "g-camel")}
            {of(gold, "g-gold")}
            <span class="to">→</span>
            <Inline id={`b${BUILDINGS.indexOf(building)}`} />
        </>
    );
}

/** The count of the week as the core made it. */
function week(told: Told): Sum {
    const terms = told
        .events("week")
        .filter((e) => e.seat === 0 && (e.event === "souk" || e.event === "count"))
        .map((e) =>
            e.event === "souk"
                ? {
                      label: wordText(told.game, "souk", String(e.souk)),
                      sign: <Inline id={`g-${String(e.souk).split("_")[0]}`} />,
                      n: Number(e.points),
                  }
                : {
                      label: t("yspahan.board.caravan"),
                      sign: <Inline id="g-camel" wide />,
                      how: `${e.goods} × ${e.factor} =`,
                      n: Number(e.points),
                  },
        );
    const total = told.at.after.scores[0].total - told.at.week.scores[0].total;
    return { terms, total };
}

export const lesson: Lesson = {
    moments: {
        roll: 1,
        empty: 2,
        first: 3,
        second: 4,
        put: 5,
        dice: 165,
        walk: 166,
        stood: 167,
        week: 195,
        after: 196,
    },
    numbers: (told) => {
        const { weeks, days, building_points } = told.edition;
        return {
            weeks,
            days,
            total: weeks * days,
            free: building_points.findIndex((n: number) => n > 0),
            goods: Number(told.events("roll")[0].dice),
            value: Number(told.events("dice")[0].value),
        };
    },
    screens: (told) => [
        {
            key: "aim",
            rules: ["1.1", "1.3", "1.4"],
            rows: [
                [
                    {
                        key: "souk",
                        picture: {
                            at: "week",
                            of: [...shopsOf(told, "vase_orange"), ...shopsOf(told, "vase_blue")],
                        },
                    },
                    {
                        key: "caravan",
                        picture: { at: "week", of: ["[data-guide=caravan]"], pad: 4 },
                    },
                    {
                        key: "building",
                        picture: { at: "week", of: [".stage-seat.seat-1 .buildings"], pad: 14 },
                    },
                ],
                [{ key: "week", picture: { at: "week", of: [".ysp-calendar"], pad: 6 } }],
            ],
        },
        {
            key: "turn",
            rules: ["4.2", "4.3", "4.4", "4.6", "5"],
            rows: [
                [
                    {
                        key: "roll",
                        step: 1,
                        picture: {
                            at: "roll",
                            of: ["level-gold", "level-camel"],
                            pad: 6,
                            rings: ["level-barrel"],
                        },
                    },
                    {
                        key: "act",
                        step: 2,
                        film: ["empty", "first", "second", "put"].map((at) => ({
                            at,
                            of: shopsOf(told, "barrel_pink"),
                            open: at !== "put",
                        })),
                    },
                    {
                        key: "walk",
                        step: 2,
                        film: [
                            { at: "walk", of: WALK, open: true },
                            {
                                at: "walk",
                                of: WALK,
                                rings: ["shop-41"],
                                arrows: [[`stand-${told.at.walk.view.supervisor}`, "square-N1"]],
                            },
                            { at: "stood", of: WALK, rings: ["shop-41"] },
                        ],
                    },
                    {
                        key: "draw",
                        step: 2,
                        row: <CardBack />,
                    },
                ],
                [{ key: "build", step: 3, row: <Price told={told} building="hammam" /> }],
            ],
        },
        {
            key: "score",
            rules: ["6.2", "6.3", "6.5"],
            sum: week(told),
            rows: [
                [
                    {
                        key: "souks",
                        picture: {
                            at: "week",
                            of: [...shopsOf(told, "vase_orange"), ...shopsOf(told, "vase_yellow")],
                            rings: shopsOf(told, "vase_orange"),
                        },
                    },
                    {
                        key: "caravan",
                        picture: { at: "week", of: ["[data-guide=caravan]"], pad: 4 },
                    },
                    { key: "ending", row: <Inline id="g-vp" /> },
                ],
            ],
        },
    ],
    aid: (told) => [
        {
            title: t("yspahan.score.buildings"),
            items: abouts(
                told,
                "week",
                BUILDINGS.map((b) => `building-${b}`),
            ).map((about, i) => {
                const { camels, gold } = told.edition.buildings[BUILDINGS[i]];
                return {
                    sign: <Inline id={`b${i}`} />,
                    text: (
                        <>
                            <b>
                                {about.title} {camels} <Inline id="g-camel" wide /> {gold}{" "}
                                <Inline id="g-gold" />
                            </b>{" "}
                            {t(`yspahan.about.building.${BUILDINGS[i]}`, {
                                n: told.edition[POWER[BUILDINGS[i]]],
                            })}
                        </>
                    ),
                };
            }),
        },
        {
            title: t("yspahan.board.cards"),
            items: abouts(
                told,
                "week",
                told.game.words.card.map((c) => `card-${c}`),
            ).map(({ title, text }) => ({
                sign: <Inline id="g-card" />,
                text: (
                    <>
                        <b>{title}.</b> {String(text).replace(t("yspahan.about.boost"), "")}
                    </>
                ),
            })),
        },
        {
            title: t("yspahan.board.caravan"),
            short: true,
            items: LINES.map((line) => ({
                sign: <Inline id="g-camel" wide />,
                text: (
                    <>
                        ×{told.edition.line_factor[line]}, +{told.edition.line_points[line]}{" "}
                        <Inline id="g-vp" />
                    </>
                ),
            })),
        },
        {
            title: t("yspahan.score.souks"),
            short: true,
            items: told.game.words.souk.map((souk) => {
                const { size, value } = told.edition.souks[souk];
                return {
                    sign: <Inline id={`g-${souk.split("_")[0]}`} />,
                    text: (
                        <>
                            {wordText(told.game, "souk", souk)}: {size} → <b>{value}</b>{" "}
                            <Inline id="g-vp" />
                        </>
                    ),
                };
            }),
        },
    ],
};
