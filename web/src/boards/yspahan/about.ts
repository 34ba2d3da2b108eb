/* What the elements of Yspahan are and do. */
import { t, wordText } from "../../core/text";
import type { About, BoardProps } from "../board";
import { SHOPS } from "./layout";

/** The number of the edition a building's power depends on. */
const POWER: Record<string, string> = {
    paddock: "paddock_camels",
    booth: "booth_gold",
    hammam: "hammam_squares",
    caravanserai: "caravanserai_cards",
    bazaar: "bazaar_points",
    hoist: "hoist_goods",
};

export function about(id: string, props: BoardProps): About | null {
    const [kind, ...rest] = id.split("-");
    const what = rest.join("-");
    const { game, edition } = props;
    const links = edition.links as Record<string, (number | null)[]>;
    const word = (names: string) => wordText(game, names, what);
    const say = (key: string, args: Record<string, string | number> = {}) =>
        t(`yspahan.about.${key}`, args);
    switch (kind) {
        case "shop": {
            const souk = game.words.souk[SHOPS[Number(what)].souk];
            const squares = Object.keys(links).filter((s) => links[s].includes(Number(what)));
            const beside = squares.length
                ? say("shop_beside", { squares: squares.join(", ") })
                : say("shop_inner");
            return {
                title: t("yspahan.page.shop_label", {
                    shop: what,
                    souk: wordText(game, "souk", souk),
                }),
                text: `${say("shop", { points: edition.souks[souk].value })} ${beside}`,
                rule: "5.2",
            };
        }
        case "square": {
            const shops = links[what].filter((s) => s !== null);
            const souks = shops.map((s) =>
                wordText(game, "souk", game.words.souk[SHOPS[s as number].souk]),
            );
            return {
                title: t("yspahan.page.square_label", { square: what }),
                text: [
                    props.view.supervisor === what ? say("supervisor") : "",
                    souks.length
                        ? say("square", { n: souks.length, shops: souks.join(", ") })
                        : say("square_none"),
                ].join(" "),
                rule: "5.3",
            };
        }
        case "level": {
            const action = what === "camel" || what === "gold" ? what : "goods";
            return {
                title: word("level"),
                text: `${say(`level.${action}`)} ${say("level")}`,
                rule: "4.4",
            };
        }
        case "quarter":
            return { title: word("level"), text: say("quarter"), rule: "5.2" };
        case "caravan":
            return {
                title: t("yspahan.board.caravan"),
                text: say("caravan", {
                    points: edition.line_points[what],
                    factor: edition.line_factor[what],
                }),
                rule: "2.6",
            };
        case "building": {
            const { camels, gold } = edition.buildings[what];
            const power = say(`building.${what}`, { n: edition[POWER[what]] });
            return {
                title: word("building"),
                text: `${power} ${say("costs", { camels, gold })} ${say("ranks")}`,
                rule: "2.7",
            };
        }
        case "card": {
            const numbers: Record<string, Record<string, number>> = {
                three_camels: { n: edition.card_camels },
                three_gold: { n: edition.card_gold },
                gold_to_vp: { n: edition.gold_most, points: edition.gold_points },
                camels_to_vp: { n: edition.camels_most, points: edition.camels_points },
            };
            return {
                title: word("card"),
                text: `${say(`card.${what}`, numbers[what] ?? {})} ${say("boost")}`,
                rule: "2.8",
            };
        }
        case "discard": {
            const cards = Object.entries(props.view.discard as Record<string, number>)
                .filter(([, n]) => n > 0)
                .map(([k, n]) => wordText(game, "card", k) + (n > 1 ? ` ×${n}` : ""));
            return {
                title: t("yspahan.board.discard"),
                text: say("discard", { cards: cards.join(", ") || t("yspahan.board.none") }),
                rule: "5.6",
            };
        }
        case "date": {
            const { week, day } = props.view;
            const { weeks, days } = edition;
            return {
                title: t("yspahan.board.date", { week, weeks, day, days }),
                text: say("date", { weeks, days }),
                rule: "6.2",
            };
        }
        case "first":
            return { title: t("yspahan.page.first"), text: say("first"), rule: "4.2" };
        case "tower":
            return { title: t("yspahan.board.tower"), text: say("tower"), rule: "4.3" };
        case "gold":
            return { title: t("yspahan.board.gold"), text: say("gold"), rule: "5.1" };
        case "camels":
            return { title: t("yspahan.board.camels"), text: say("camels"), rule: "5.4" };
        case "cards":
            return { title: t("yspahan.board.cards"), text: say("cards"), rule: "4.7" };
        case "deck":
            return { title: t("yspahan.board.deck"), text: say("deck"), rule: "5.6" };
    }
    return null;
}
