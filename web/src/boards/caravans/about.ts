/* What the elements of Caravans are and do. */
import { seatName, t, wordText } from "../../core/text";
import type { About, BoardProps } from "../board";
import { hexes } from "./hex";
import { citiesOf } from "./Map";

type Args = Record<string, string | number>;
const say = (key: string, args: Args = {}) => t(`caravans.about.${key}`, args);

/** What a resource is worth; an écu is none. */
function resource(props: BoardProps, kind: string): string {
    if (kind === "ecu") return say("ecu");
    const rank: string = props.edition.classes[kind];
    return say(`class.${rank}`, { n: props.edition.values[rank] });
}

function city(index: number, props: BoardProps): About | null {
    const { edition, game, seats, view } = props;
    const c = citiesOf(props)[index];
    if (!c) return null;
    const names = (view.players as { passage: number | null }[])
        .flatMap((p, s) =>
            p.passage === index && s < view.seats ? [seatName(game, seats, s)] : [],
        )
        .join(", ");
    return {
        title:
            c.governor === null
                ? t("caravans.page.neutral_city")
                : t("caravans.page.city_of", { name: seatName(game, seats, c.governor) }),
        text: [
            say("city", { price: edition.price, exotic: edition.price_exotic }),
            c.complete
                ? say("complete", { n: edition.stock_min_complete })
                : say("building", { n: edition.stock_min_building }),
            names ? say("passage", { names }) : "",
        ].join(" "),
        rule: "8.9",
    };
}

export function about(id: string, props: BoardProps): About | null {
    const [kind, ...rest] = id.split("-");
    const what = rest.join("-");
    const { edition, game, view } = props;
    switch (kind) {
        case "hex": {
            const hex = hexes(view, edition).find((h) => `${h.q},${h.r}` === what);
            if (!hex) return null;
            const at = citiesOf(props).findIndex((c) => c.q === hex.q && c.r === hex.r);
            if (at >= 0) return city(at, props);
            const where = hex.region
                ? say("hex", { region: wordText(game, "region", `region_${hex.region}`) })
                : say("centre");
            return {
                title: wordText(game, "kind", hex.kind),
                text: `${resource(props, hex.kind)} ${where}`,
                rule: "2.2",
            };
        }
        case "city":
            return city(Number(what), props);
        case "kind":
            return {
                title: wordText(game, "kind", what),
                text: `${resource(props, what)} ${say("units", { n: edition.caravan_max })}`,
                rule: "11.1",
            };
        case "stack":
            return {
                title: wordText(game, "region", what),
                text: say("stack", { n: view.stacks[what].size }),
                rule: "6.2",
            };
        case "race":
            return {
                title: t("caravans.board.influence"),
                text: say("race", { n: edition.win_influence }),
                rule: "1.2",
            };
        case "expertise":
            return { title: t("caravans.page.expertise"), text: say("expertise"), rule: "7.5" };
        case "own_trades":
            return { title: t("caravans.page.own_trades"), text: say("own_trades"), rule: "8.5" };
        case "cities_left": {
            const wide = view.options.wide_spacing === "on";
            return {
                title: t("caravans.page.cities_left"),
                text: say("cities_left", {
                    n: wide ? edition.city_wide_dist : edition.city_min_dist,
                }),
                rule: "7.1",
            };
        }
        case "offer":
            return {
                title: t("caravans.phase.reply"),
                text: edition.barter_units
                    ? say("offer_capped", { n: edition.barter_units })
                    : say("offer"),
                rule: "9.3",
            };
        case "invest":
            return {
                title: t("caravans.page.investment"),
                text: say("invest", { n: edition.bribe_units }),
                rule: "10.3",
            };
        case "spot":
            return { title: t("caravans.ask.spot"), text: say("spot"), rule: "6.4" };
        case "tile":
            return { title: t("caravans.ask.tile"), text: say("tile"), rule: "6.5" };
        case "round":
            return {
                title: t("caravans.board.round", { n: view.round }),
                text: say("round", { n: edition.actions_per_turn }),
                rule: "4.1",
            };
    }
    return null;
}
