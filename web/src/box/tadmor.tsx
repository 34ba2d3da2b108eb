/* Tadmor's box: improvements that are laid out, missions that are drawn, rare goods that are turned up. */
import { missionName, tileName } from "../boards/tadmor/about";
import { Glyph } from "../boards/tadmor/glyphs";
import { TileArt } from "../boards/tadmor/Tile";
import { wordText } from "../core/text";
import { nextEvents, type Reader, things } from "./ask";

const GOODS = ["wood", "stone", "marble", "gold"];
/** By the event that brings one to light: its vocabulary, and what is asked. */
const KINDS: Record<string, { names: string; ask: string }> = {
    offer: { names: "tile", ask: "box.ask_laid" },
    draw: { names: "mission", ask: "box.ask_card" },
    top: { names: "rare", ask: "box.ask_top" },
};

export const reader: Reader = {
    read: (q, { game }) => {
        // The display and two missions each: more than people want to tell one by one.
        if (q.move.verb === "start")
            return { kind: "dealt", ask: "box.page_deals", help: "box.deal_tadmor" };
        const events = nextEvents(q, Object.keys(KINDS));
        const { names, ask } = KINDS[events[0]?.event ?? "draw"];
        const drawn = events.map((e) => (e ? String(e[names]) : undefined));
        const text = (name: string) => {
            const word = wordText(game, names, name);
            return names === "tile"
                ? tileName(word)
                : names === "mission"
                  ? missionName(word)
                  : word;
        };
        return {
            kind: "pick",
            ask,
            owner: names === "mission" ? (events[0]?.seat ?? q.seat) : null,
            things: things(game.words[names], text, drawn).filter((one) => one.value !== null),
        };
    },
    Thing: ({ name, props: { edition } }) => {
        const cost: Record<string, number> | undefined = edition.mission_cost[name];
        if (name in edition.tile_era) return <TileArt tile={name} edition={edition} size={26} />;
        if (!cost) return <Glyph id={name} size={64} />;
        return (
            <span class="cost">
                {GOODS.flatMap((g) =>
                    Array.from({ length: cost[g] }, (_, i) => <Glyph key={`${g}${i}`} id={g} />),
                )}
                <b>{edition.mission_value[name]}</b> <Glyph id="pp" size={24} />
            </span>
        );
    },
};
