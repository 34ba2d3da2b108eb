/* Caravans' box: the tiles that a caravan explores, from the stack of its region. */
import { name } from "../boards/caravans";
import { printed } from "../boards/caravans/hex";
import { TileDrawing } from "../boards/caravans/Piece";
import { nextEvents, type Reader, things } from "./ask";

export const reader: Reader = {
    read: (q, props) => {
        const drawn = nextEvents(q, ["draw"]).map((e) => (e ? String(e.tile) : undefined));
        const tiles = props.game.words.tile.filter((tile) => drawn.includes(tile));
        const text = (tile: string) => name("tile", tile, props) ?? tile;
        // Of each tile there is one.
        return {
            kind: "pick",
            ask: "box.ask_tile",
            owner: null,
            things: things(tiles, text, drawn).map((one) => ({ ...one, left: null })),
        };
    },
    Thing: ({ name: tile, props: { edition } }) => <TileDrawing {...printed(edition, tile)} />,
};
