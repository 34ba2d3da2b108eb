/* Merv's box: spice cards that are laid out, and the cards of the Magistrate. */
import { Glyph, symbolOf } from "../boards/merv/glyphs";
import { wordText } from "../core/text";
import { nextEvents, type Reader, things } from "./ask";

export const reader: Reader = {
    read: (q, { game }) => {
        const events = nextEvents(q, ["reveal", "solo_card", "tile", "discover"]);
        const kind = events[0]?.event;
        const names = kind === "reveal" ? "spice" : "action";
        if (kind !== "reveal" && kind !== "solo_card")
            return { kind: "dealt", ask: "box.page_draws", help: "box.magistrate" };
        const drawn = events.map((e) => (e ? String(e[names]) : undefined));
        return {
            kind: "pick",
            ask: kind === "reveal" ? "box.ask_laid" : "box.ask_card",
            owner: null,
            things: things(game.words[names], (name) => wordText(game, names, name), drawn),
        };
    },
    Thing: ({ name }) => (
        <Glyph id={symbolOf("spice", name) ?? symbolOf("action", name) ?? ""} size={64} />
    ),
};
