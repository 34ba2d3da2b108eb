/* What the elements of Merv are and do. */
import { t, wordText } from "../../core/text";
import type { About, BoardProps } from "../board";
import { lineOf } from "./City";
import { COLOURS, master, mastersOf } from "./glyphs";
import { piecesLeft } from "./Panels";
import { INNER, topContract } from "./Trade";

const ACTION_RULES: Record<string, string> = {
    caravanserai: "5.3",
    palace: "5.4",
    library: "5.5",
    trade: "5.6",
    mosque: "5.7",
    walls: "5.8",
};

type Args = Record<string, string | number>;
const say = (key: string, args: Args = {}) => t(`merv.about.${key}`, args);

/** A gain in words; the last space of the mosque counts buildings. */
function gainText(props: BoardProps, gain: string): string {
    return say(`gain.${gain}`, gain === "mosque_sites" ? { n: props.edition.mosque_sites_vp } : {});
}

/** What a pair of spices brings; where its upgrade may go is an option (R9.13). */
function pairText(props: BoardProps, gain: string): string {
    const where = props.view.options.pepper;
    if (gain !== "white_upgrade" || where === "own") return gainText(props, gain);
    return say(where === "site" ? "gain.pair_upgrade.site" : "gain.pair_upgrade.built");
}

function cubesText(props: BoardProps, cost: Record<string, number>): string {
    return COLOURS.filter((c) => cost[c] > 0)
        .map((c) => `${cost[c]} × ${wordText(props.game, "colour", c)}`)
        .join(", ");
}

function site(what: string, props: BoardProps): About {
    const { game, view } = props;
    const word = (names: string, w: string) => wordText(game, names, w);
    const tile = view.city[what];
    const bonus = Object.entries(view.bonus_upgrades).find(([, s]) => s === what)?.[0];
    return {
        title: `${word("action", tile.action)} · ${word("colour", tile.colour)}`,
        text: [
            say("site", { colour: word("colour", tile.colour) }),
            view.white_upgrades.includes(what) ? say("white_upgrade") : "",
            bonus ? say("bonus_upgrade", { colour: word("colour", bonus) }) : "",
            mastersOf(view).some((o) => master(view, o).soldiers.includes(what))
                ? say("soldier")
                : "",
            say(`action.${tile.action}`),
        ].join(" "),
        rule: ACTION_RULES[tile.action],
    };
}

function discovery(what: string, props: BoardProps): string {
    const [kind, ...rest] = what.split("_");
    const of = rest.join("_");
    if (kind === "less")
        return say("discovery.less", { action: wordText(props.game, "action", of) });
    if (kind === "any") return say("discovery.any", { colour: wordText(props.game, "colour", of) });
    if (kind === "free") return say(`discovery.${what}`);
    return say("discovery.great", {
        points: props.edition.great_vp[what],
        favours: props.edition.great_favours[what],
        soldiers: props.edition.great_soldiers[what],
    });
}

function contract(pile: string, props: BoardProps): About {
    const { game, edition } = props;
    const top = topContract(props, pile);
    const title = `${t("merv.page.contracts")} ${wordText(game, "pile", pile)}`;
    if (!top) return { title, text: "", rule: "5.9" };
    const needs = [
        ...["scrolls", "common", "rare"].map((kind) => {
            const n: number = edition[`contract_${kind}`][top];
            return n ? t(`merv.stock.${kind}`, { n }) : "";
        }),
        edition.contract_any[top] ? say("any_good", { n: edition.contract_any[top] }) : "",
    ].filter((n) => n);
    return {
        title,
        text: say("contract", {
            influence: edition.level_at[edition.contract_level[top] - 1],
            needs: needs.join(", "),
            points: edition.contract_vp[top],
            gain: gainText(props, edition.contract_bonus[top]),
        }),
        rule: "5.9",
    };
}

export function about(id: string, props: BoardProps): About | null {
    const [kind, ...rest] = id.split("-");
    const what = rest.join("-");
    const { game, edition, view } = props;
    const word = (names: string) => wordText(game, names, what);
    const influence: Args = { own: edition.own_influence, other: edition.other_influence };
    switch (kind) {
        case "site":
            return site(what, props);
        case "action":
            return { title: word("action"), text: say(`action.${what}`), rule: ACTION_RULES[what] };
        case "wall":
            return {
                title: word("wall"),
                text: say(what[1] === "3" ? "gate" : "wall", influence),
                rule: "5.8",
            };
        case "slot": {
            const [side, n] = rest;
            const line = wordText(game, "line", lineOf(Number(side), Number(n) - 1));
            const title = t("merv.page.slot", { slot: t(`merv.page.slot.${n}`) });
            return { title, text: say("slot", { line }), rule: "4.3" };
        }
        case "queue":
            return { title: t("merv.page.queue"), text: say("queue"), rule: "6.1" };
        case "market": {
            const gain = what ? edition.market[view.market_side][what] : null;
            return {
                title: gain ? wordText(game, "gain", gain) : t("merv.page.market"),
                text: say("market"),
                rule: "4.7",
            };
        }
        case "hall": {
            const colour = wordText(game, "colour", edition.hall_colour[what]);
            return {
                title: word("hall"),
                text: say("hall", { colour, worth: say(`worth.${what}`) }),
                rule: "2.10",
            };
        }
        case "shelf":
            return {
                title: wordText(game, "action", "library"),
                text: say("shelf", { n: edition.discovery_at[Number(what)] }),
                rule: "2.12",
            };
        case "discovery":
            return { title: word("discovery"), text: discovery(what, props), rule: "2.12" };
        case "piece": {
            const [, size] = what.split("_");
            const n = edition.wall_price[size === "gate" ? "gate" : `segment_${size}`];
            return {
                title: word("piece"),
                text: say("piece", { n, left: piecesLeft(props, what) }),
                rule: "2.8",
            };
        }
        case "mosque": {
            const gain: string = edition.mosque_gain[what];
            return {
                title: wordText(game, "gain", gain),
                text: say("mosque", {
                    cost: cubesText(props, edition.mosque_cost[what]),
                    points: edition.mosque_vp[what],
                    gain: gainText(props, gain),
                }),
                rule: "2.7",
            };
        }
        case "tile":
            return {
                title: `${t("merv.page.scoring_tiles")}: ${word("action")}`,
                text: say("tile", { n: edition.scoring_tile_vp }),
                rule: "2.11",
            };
        case "city": {
            const cost = cubesText(props, edition.city_cost[what]);
            return {
                title: word("city"),
                text: say(what in INNER ? "outer" : "inner", { cost }),
                rule: "5.6",
            };
        }
        case "spice":
            return {
                title: word("spice"),
                text: say("spice", {
                    gain: pairText(props, edition.pair_gain[what]),
                    values: edition.set_vp.slice(1).join(", "),
                }),
                rule: "2.13",
            };
        case "deck":
            return { title: t("merv.page.deck"), text: say("deck"), rule: "5.3" };
        case "contract":
            return contract(what, props);
        case "favour":
            return { title: t("merv.page.favour"), text: say("favour"), rule: "2.4" };
        case "influence": {
            const [, two, three, four] = edition.spice_at;
            const [one_, two_, three_] = edition.level_at;
            return {
                title: t("merv.page.influence"),
                text: say("influence", { two, three, four, one_, two_, three_ }),
                rule: "2.5",
            };
        }
        case "cube":
            return {
                title: t("merv.page.cube", { colour: word("colour") }),
                text: `${say("cube")}${what === "white" ? ` ${say("white_cube")}` : ""}`,
                rule: "4.9",
            };
        case "camels":
            return { title: t("merv.page.camel"), text: say("camels"), rule: "6.1" };
        case "scrolls":
            return { title: t("merv.page.scrolls"), text: say("scrolls"), rule: "5.5" };
        case "common":
            return { title: t("merv.page.common"), text: say("goods"), rule: "5.9" };
        case "rare":
            return { title: t("merv.page.rare"), text: say("goods"), rule: "5.9" };
        case "houses":
            return { title: t("merv.page.buildings_left"), text: say("houses"), rule: "4.4" };
        case "servants":
            return { title: t("merv.page.servants_left"), text: say("servants"), rule: "2.1" };
        case "supply":
            return { title: t("merv.board.supply"), text: say("supply"), rule: "4.11" };
        case "date":
            return { title: t("merv.page.year", { n: view.year }), text: say("date"), rule: "1.1" };
        case "solo_card":
            return { title: t("merv.page.solo_card"), text: say("solo_card"), rule: "8.2" };
    }
    return null;
}
