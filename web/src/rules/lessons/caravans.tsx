/* Caravans in five minutes. */
import type { ComponentChildren } from "preact";
import { Emblem } from "../../art/emblems";
import { DIRS, KINDS } from "../../boards/caravans/hex";
import { InlineToken, Sign } from "../../boards/caravans/Piece";
import { t, wordText } from "../../core/text";
import { abouts } from "../Aid";
import type { Lesson, Sum, Told } from "../lesson";

/** A hex and those around it, as places. */
const around = (q: number, r: number): string[] =>
    [[0, 0], ...Object.values(DIRS)].map(([dq, dr]) => `hex-${q + dq},${r + dr}`);

/** Where the example explores. */
const SOUTH = ["hex-1,2", "hex-0,2", "hex-1,1"];

/** Your own marker of the race. */
const Inf = () => <Emblem seat={0} size={40} />;

/** The investment that won, resource by resource. */
function invested(told: Told): Sum {
    const { edition } = told;
    const from = told.at.invest.ply;
    const terms = told.log
        .filter((e) => e.ply >= from && e.ply < told.at.won.ply)
        .flatMap((e) => e.events)
        .filter((e) => e.event === "stake" && e.seat === 0)
        .map((e) => ({
            label: wordText(told.game, "kind", String(e.kind)),
            sign: <InlineToken kind={String(e.kind)} />,
            n: Number(edition.values[edition.classes[String(e.kind)]]),
        }));
    const had = {
        label: t("learn.caravans.score.had"),
        sign: <Inf />,
        n: told.at.invest.scores[0].total,
    };
    return { terms: [had, ...terms], total: told.at.won.scores[0].total };
}

/** What a caravan carries at a moment. */
function Load({ told, at }: { told: Told; at: string }) {
    const units: Record<string, number> = told.at[at].view.players[0].units;
    return (
        <>
            {KINDS.flatMap((k) =>
                Array.from({ length: units[k] }, (_, i) => <InlineToken key={k + i} kind={k} />),
            )}
        </>
    );
}

export const lesson: Lesson = {
    moments: {
        before: 13,
        centre: 14,
        city: 15,
        explore: 88,
        turned: 89,
        explored: 90,
        trade: 373,
        bought: 374,
        invest: 379,
        won: 385,
    },
    numbers: (told) => {
        const { edition } = told;
        return {
            goal: edition.win_influence,
            actions: edition.actions_per_turn,
            drawn: edition.tiles_drawn,
            pay: edition.explore_pay,
            dist: edition.city_min_dist,
            price: edition.price,
            exotic: edition.price_exotic,
            reduced: edition.price_reduced,
            bribe: edition.bribe_units,
            room: edition.caravan_max,
            least: edition.stock_min_building,
            most: edition.stock_min_complete,
            kinds: edition.expertise_kinds,
            cap: edition.round_cap,
            stall: edition.stall_rounds,
        };
    },
    screens: (told) => [
        {
            key: "aim",
            rules: ["1.1", "1.2", "13.1"],
            rows: [
                [{ key: "race", picture: { at: "invest", of: [".car-race"], pad: 0 } }],
                [
                    { key: "invest", row: <Load told={told} at="invest" /> },
                    { key: "found", picture: { at: "city", of: around(0, 0), pad: 4 } },
                    {
                        key: "door",
                        picture: { at: "trade", of: around(-3, 3), pad: 4 },
                    },
                ],
            ],
        },
        {
            key: "turn",
            rules: ["4.1", "5.1", "6.5", "7.1", "8.9", "10.1", "11.1", "12.2"],
            rows: [
                [
                    {
                        key: "move",
                        step: 1,
                        film: [
                            {
                                at: "before",
                                of: ["hex-0,1", "hex-0,0", "hex-1,0"],
                                pad: 20,
                                arrows: [["stand-0,1", "hex-0,0"]],
                            },
                            { at: "centre", of: ["hex-0,1", "hex-0,0", "hex-1,0"], pad: 20 },
                        ],
                    },
                    {
                        key: "explore",
                        step: 1,
                        film: [
                            { at: "explore", of: SOUTH, open: true, pad: 30 },
                            { at: "turned", of: SOUTH, open: true, pad: 30 },
                            { at: "explored", of: SOUTH, pad: 30 },
                        ],
                    },
                    {
                        key: "found",
                        step: 1,
                        film: ["centre", "city"].map((at) => ({ at, of: around(0, 0), pad: 4 })),
                    },
                    {
                        key: "trade",
                        step: 1,
                        film: ["trade", "bought"].map((at) => ({ at, of: around(-3, 3), pad: 4 })),
                    },
                ],
                [
                    { key: "invest", step: 2, row: <Load told={told} at="invest" /> },
                    {
                        key: "light",
                        step: 3,
                        picture: { at: "invest", of: [".stage-seat.seat-0 .units"], pad: 4 },
                    },
                    {
                        key: "restock",
                        step: 4,
                        picture: { at: "trade", of: around(-3, 3), pad: 4 },
                    },
                ],
            ],
        },
        {
            key: "score",
            rules: ["10", "7.5", "13"],
            sum: invested(told),
            rows: [
                [
                    { key: "expert", picture: { at: "city", of: around(0, 0), pad: 4 } },
                    { key: "cheap", row: <Cheap told={told} /> },
                    { key: "ending", picture: { at: "won", of: [".car-race .goal"], pad: 70 } },
                ],
            ],
        },
    ],
    aid: (told) => {
        const { edition, game } = told;
        const priced = (id: string, sign: ComponentChildren) => {
            const [{ title, text }] = abouts(told, "trade", [id]);
            return {
                sign,
                text: (
                    <>
                        <b>{title}.</b> {text}
                    </>
                ),
            };
        };
        return [
            {
                title: t("learn.signs"),
                short: true,
                items: [
                    ...KINDS.map((k) => ({
                        sign: <InlineToken kind={k} />,
                        text: (
                            <>
                                {wordText(game, "kind", k)}
                                {k !== "ecu" && <b> +{edition.values[edition.classes[k]]}</b>}
                            </>
                        ),
                    })),
                    ...[1, 2, 3].map((region) => ({
                        sign: <Sign0 region={region} />,
                        text: wordText(game, "region", `region_${region}`),
                    })),
                ],
            },
            {
                title: t("learn.more"),
                items: [
                    priced("expertise", <InlineToken kind="gold" />),
                    priced("own_trades", <Emblem seat={1} size={22} />),
                    priced("cities_left", <Emblem seat={0} size={22} />),
                    priced("offer", <Emblem seat={2} size={22} />),
                    priced("invest", <InlineToken kind="gems" />),
                ],
            },
        ];
    },
};

/** The sign of a region. */
function Sign0({ region }: { region: number }) {
    return (
        <svg viewBox="0 0 24 24" aria-hidden="true">
            <Sign region={region} x={12} y={12} r={6} />
        </svg>
    );
}

/** What an expert pays. */
function Cheap({ told }: { told: Told }) {
    const kind: string = told.at.city.view.players[0].expertise[0];
    return (
        <>
            {Array.from({ length: told.edition.price_reduced }, (_, i) => (
                <InlineToken key={i} kind="ecu" />
            ))}
            <span class="to">→</span>
            <InlineToken kind={kind} />
        </>
    );
}
