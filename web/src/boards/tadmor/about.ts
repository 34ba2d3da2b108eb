/* What the elements of Tadmor are and do. */
import { t, wordText } from "../../core/text";
import type { About, BoardProps } from "../board";
import { GOODS } from "./layout";
import { amount, sideOf } from "./Map";
import { effectOf, numbersOf } from "./Tile";

const ACTION_RULES: Record<string, string> = {
    improve: "7.2",
    temple_card: "8.5",
    temple: "8.5",
    market: "6.7",
    market_up: "6.7",
    mission: "8.9",
    first: "9.3",
    supply: "9.2",
    floors: "8.2",
    series: "8.3",
    traitor: "8.4",
    caravan: "6.4",
    shipyard: "6.4",
    tax: "9.4",
    gift: "6.6",
    collect: "6.5",
    rare: "8.7",
    bandits: "5.7",
};

/** Favours by what they do, with the number they depend on. */
function favourOf(mission: string, ed: BoardProps["edition"]): [string, Record<string, number>] {
    const kinds: Record<string, string[]> = {
        rare: ["k1", "k2"],
        temple: ["k3", "k4"],
        boat: ["k5", "k6"],
        floors: ["k7", "k8"],
        redirect: ["k9", "k10"],
        camel: ["k11", "k12"],
        market: ["k13"],
        swap: ["k14"],
        tiles: ["k15"],
        goods: ["k16", "k17", "k18"],
        foundations: ["k19"],
        destroy: ["k20"],
        draw: ["k21", "k22"],
        pawns: ["k23", "k24"],
        unused: ["k25", "k26"],
    };
    const kind = Object.keys(kinds).find((k) => kinds[k].includes(mission)) ?? "";
    const numbers: Record<string, number> = {
        floors: ed.favour_floors[mission],
        tiles: ed.favour_tiles,
        goods: ed.favour_goods,
        destroy: ed.favour_fall,
        draw: ed.favour_cards,
        pawns: ed.favour_pawns,
    };
    return [kind, kind in numbers ? { n: numbers[kind] } : {}];
}

/** "K4 (temple section)" without its number: what its favour is called. */
export function missionName(name: string): string {
    return /\((.*)\)$/.exec(name)?.[1] ?? name;
}

/** "I10 boats: +1 wood" without its number. */
export function tileName(name: string): string {
    return name.replace(/^I\d+ /, "");
}

/** "2 stone, 1 gold", as the language counts them. */
export function costText(cost: Record<string, number>): string {
    return GOODS.filter((g) => cost[g] > 0)
        .map((g) => t(`tadmor.stock.goods.${g}`, { n: cost[g] }))
        .join(", ");
}

/** The card of the tower in force for the next floor of the viewer. */
function nextFloor(props: BoardProps): Record<string, number> {
    const seat = props.viewer ?? props.position.actor ?? 0;
    const floors: number = props.view.players[seat].tower;
    const card = Math.min(
        15,
        Math.floor(floors / props.edition.card_floors) * props.edition.card_floors,
    );
    return props.edition.floors_cost[`card_${card}`];
}

function nextSection(props: BoardProps): Record<string, number> {
    const seat = props.viewer ?? props.position.actor ?? 0;
    const temples: Record<string, number> = props.view.players[seat].temples;
    const sections = props.game.words.section;
    const last = sections.findIndex((s, i) => temples[s] > 0 && i < sections.length - 1);
    return props.edition.temple_cost[sections[last + 1]];
}

function space(what: string, props: BoardProps): About | null {
    const side = sideOf(props);
    const action = side.action[what];
    if (!action) return null;
    const shape = side.shape[what];
    const word = (names: string, w: string) => wordText(props.game, names, w);
    const say = (key: string, args: Record<string, string | number> = {}) =>
        t(`tadmor.about.${key}`, args);
    const n = amount(props, action, shape);
    const kind = action.startsWith("improve")
        ? "improve"
        : action.startsWith("rare")
          ? "rare"
          : GOODS.includes(action)
            ? "collect"
            : action;
    const pile = action.slice(5);
    const args: Record<string, string | number> =
        kind === "rare"
            ? {
                  rare: props.view.top[pile]
                      ? word("rare", props.view.top[pile])
                      : t("tadmor.board.empty"),
                  n: props.edition.rare_price[pile],
                  good: word("good", props.edition.rare_good[pile]),
              }
            : kind === "collect"
              ? { n: n ?? 0, good: word("good", action) }
              : kind === "gift"
                ? { n: n ?? 0 }
                : kind === "traitor"
                  ? { n: props.edition.traitor[`era_${props.view.era}`] }
                  : {};
    return {
        title: word("place", what),
        text: `${say(`space.${shape}`)} ${say(`action.${kind}`, args)}`,
        rule: ACTION_RULES[kind],
    };
}

export function about(id: string, props: BoardProps): About | null {
    const [kind, ...rest] = id.split("-");
    const what = rest.join("-");
    const { game, edition, view } = props;
    const word = (names: string, w: string) => wordText(game, names, w);
    const say = (key: string, args: Record<string, string | number> = {}) =>
        t(`tadmor.about.${key}`, args);
    switch (kind) {
        case "space":
            return space(what, props);
        case "region":
            return { title: word("region", what), text: say("region"), rule: "5.3" };
        case "pile": {
            const rare = view.top[what] ? word("rare", view.top[what]) : t("tadmor.board.empty");
            return {
                title: t("tadmor.page.set"),
                text: say("pile", { rare, values: edition.set_pp.join(", ") }),
                rule: "2.8",
            };
        }
        case "tile": {
            const numbers = numbersOf(what, edition);
            for (const key of ["from", "to", "good"])
                if (numbers[key]) numbers[key] = word("good", String(numbers[key]));
            return {
                title: tileName(word("tile", what)),
                text: say(`tile.${effectOf(what)}`, numbers),
                rule: "2.10",
            };
        }
        case "mission": {
            const [favour, numbers] = favourOf(what, edition);
            const value = say("favour", { n: edition.mission_value[what] });
            const cost = costText(edition.mission_cost[what]);
            return {
                title: missionName(word("mission", what)),
                text: `${cost}. ${value} ${say(`favour.${favour}`, numbers)}`,
                rule: "2.11",
            };
        }
        case "good": {
            const seat = props.viewer ?? props.position.actor ?? 0;
            const large = view.tile.i33 === `p${seat + 1}`;
            return {
                title: word("good", what),
                text: say("good", { n: large ? edition.limit_large : edition.limit }),
                rule: "6.7",
            };
        }
        case "tower":
            return {
                title: t("tadmor.page.floors"),
                text: say("tower", {
                    n: edition.floor_pp,
                    cost: costText(nextFloor(props)),
                }),
                rule: "2.6",
            };
        case "temple": {
            const values = game.words.section.map(
                (s) => `${word("section", s)} ${edition.temple_pp[s]}`,
            );
            return {
                title: t("tadmor.page.temple"),
                text: say("temple", {
                    values: values.join(", "),
                    cost: costText(nextSection(props)),
                }),
                rule: "2.7",
            };
        }
        case "pawns": {
            const { camel, boat } = edition.max_pawns;
            return {
                title: t("tadmor.page.pawns"),
                text: say("pawns", { camels: camel, boats: boat }),
                rule: "2.9",
            };
        }
        case "cards":
            return { title: t("tadmor.page.missions"), text: say("cards"), rule: "8.8" };
        case "set":
            return { title: t("tadmor.page.set"), text: say("set"), rule: "2.8" };
        case "first":
            return { title: t("tadmor.page.first"), text: say("first"), rule: "9.3" };
        case "bandit_card":
            return { title: t("tadmor.page.bandit_card"), text: say("bandit_card"), rule: "5.7" };
        case "deck":
            return { title: t("tadmor.page.deck"), text: say("deck"), rule: "5.6" };
        case "calendar":
            return {
                title: t("tadmor.board.era", { n: view.era }),
                text: say("calendar", { n: edition.floor_pp }),
                rule: "2.2",
            };
        case "steps":
            return { title: word("phase", view.phase), text: say("steps"), rule: "4.1" };
    }
    return null;
}
