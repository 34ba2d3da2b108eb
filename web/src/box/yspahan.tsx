/* Yspahan's box: the dice of the first player, and cards. */
import { CardArt } from "../boards/yspahan/Hand";
import { wordText } from "../core/text";
import { nextEvents, type Reader, things } from "./ask";

export const reader: Reader = {
    read: (q, { game, edition, seats }) => {
        if (q.move.verb === "buy") {
            const yellow = Number(q.move.n ?? q.move.move.split(" ")[1] ?? 0);
            const groups = [
                {
                    colour: "white",
                    count: edition.white_dice[["two", "three", "four"][seats.length - 2]],
                },
                { colour: "yellow", count: yellow },
            ];
            return { kind: "dice", groups: groups.filter((g) => g.count > 0) };
        }
        const events = nextEvents(q, ["draw"]);
        const drawn = events.map((e) => (e ? String(e.card) : undefined));
        return {
            kind: "pick",
            ask: "box.ask_card",
            owner: events[0]?.seat ?? q.seat,
            things: things(game.words.card, (name) => wordText(game, "card", name), drawn),
        };
    },
    Face: ({ colour, value }) => (
        <svg viewBox="0 0 24 24" aria-hidden="true">
            <use href={`#ysp-d${value}${colour[0]}`} width="24" height="24" />
        </svg>
    ),
    Thing: ({ name }) => (
        <span class="card">
            <CardArt kind={name} />
        </span>
    ),
};
