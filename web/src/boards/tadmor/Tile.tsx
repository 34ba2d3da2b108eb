/* Improvements in pictures: what a tile does, in glyphs and numbers. */
import { Glyph } from "./glyphs";

// biome-ignore lint/suspicious/noExplicitAny: the edition of this game
type Edition = any;

/** What an improvement is about, its tiles together; the explanation has the same name. */
const EFFECTS: Record<string, string[]> = {
    trade: ["i1", "i2", "i3", "i4"],
    mission_pp: ["i5", "i19"],
    order: ["i6"],
    own_raid: ["i7"],
    rare_pp: ["i8", "i27"],
    tribute: ["i9"],
    boost: ["i10", "i11", "i12", "i13", "i29", "i30", "i31", "i32"],
    free_floor: ["i14", "i15"],
    tallest: ["i16", "i17", "i35", "i36"],
    no_wood: ["i18"],
    mission_less: ["i20"],
    private_market: ["i21", "i22"],
    double: ["i23", "i24"],
    raid_pp: ["i25"],
    spoils: ["i26"],
    rare_less: ["i28"],
    store: ["i33"],
    temple_less: ["i34"],
    private_temple: ["i37"],
    end_tower: ["i38"],
    end_missions: ["i39"],
    end_rares: ["i40"],
    end_temples: ["i41"],
    end_pawns: ["i42"],
    choose_rare: ["i43"],
    double_gift: ["i44"],
    safe: ["i45"],
    no_tax: ["i46"],
    private_build: ["i47"],
    private_kingdom: ["i48"],
};

export function effectOf(tile: string): string {
    return Object.keys(EFFECTS).find((e) => EFFECTS[e].includes(tile)) ?? "";
}

/** Numbers and goods that a tile's effect depends on. */
export function numbersOf(tile: string, ed: Edition): Record<string, string | number> {
    const by: Record<string, () => Record<string, string | number>> = {
        trade: () => ({ from: ed.trade_from[tile], to: ed.trade_to[tile] }),
        mission_pp: () => ({ n: ed.mission_pp[tile] }),
        order: () => ({ base: ed.order_base, superior: ed.order_superior }),
        rare_pp: () => ({ n: ed.rare_bought_pp[tile], free: ed.rare_free_pp[tile] }),
        tribute: () => ({ n: ed.tribute }),
        boost: () => ({ good: ed.boost_good[tile], n: ed.boost[tile] }),
        tallest: () => ({ n: ed.tallest_pp[tile] }),
        mission_less: () => ({ n: ed.mission_discount }),
        double: () => ({ from: ed.double_from[tile] }),
        raid_pp: () => ({ n: ed.raid_pp }),
        spoils: () => ({ gold: ed.spoil_gold, n: ed.spoil_pp }),
        rare_less: () => ({ n: ed.rare_discount }),
        store: () => ({ n: ed.limit_large }),
        temple_less: () => ({ n: ed.temple_discount }),
        private_temple: () => ({ n: ed.private_temple_pp }),
        double_gift: () => ({ n: ed.gift_factor }),
    };
    const effect = effectOf(tile);
    if (effect.startsWith("end_")) return { n: ed.final_pp[tile] };
    return by[effect]?.() ?? {};
}

/** Glyphs by name, numbers as they are. */
function picture(tile: string, ed: Edition): string[] {
    const x = numbersOf(tile, ed);
    const plus = `+${x.n}`;
    const less = `−${x.n}`;
    const pictures: Record<string, string[]> = {
        trade: [`${x.from}`, "→", `${x.to}`],
        mission_pp: ["mission", plus, "pp"],
        order: ["pp", "→", "sack"],
        own_raid: ["bcard", "camel"],
        rare_pp: ["rare", plus, "pp"],
        tribute: [`${x.n}`, "pp", "→", "rare"],
        boost: ["boat", `${x.good}`, plus],
        free_floor: ["tower", "5·10"],
        tallest: ["tower", plus, "pp"],
        no_wood: ["tower", "−", "wood"],
        mission_less: ["mission", less, "sack"],
        private_market: ["market"],
        double: [`${x.from}`, "→", "2", "base"],
        raid_pp: ["bandits", plus, "pp"],
        spoils: ["bandits", `+${x.gold}`, "gold", plus, "pp"],
        rare_less: ["rare", less, "sack"],
        store: ["store", `${x.n}`],
        temple_less: ["temple", less, "sack"],
        private_temple: ["temple", plus, "pp"],
        end_tower: ["tower", `${x.n}`, "pp"],
        end_missions: ["mission", `${x.n}`, "pp"],
        end_rares: ["rare", `${x.n}`, "pp"],
        end_temples: ["temple", `${x.n}`, "pp"],
        end_pawns: ["camel", "boat", `${x.n}`, "pp"],
        choose_rare: ["rare", "?"],
        double_gift: ["gift", `×${x.n}`],
        safe: ["bandits", "×"],
        no_tax: ["tax"],
        private_build: ["tower", "temple"],
        private_kingdom: ["supply", "first"],
    };
    return pictures[effectOf(tile)] ?? [];
}

export function TileArt({
    tile,
    edition,
    size = 20,
}: {
    tile: string;
    edition: Edition;
    size?: number;
}) {
    return (
        <span class="tile-art" aria-hidden="true">
            {picture(tile, edition).map((part, i) =>
                /^[a-z]/.test(part) ? (
                    <Glyph key={`${i}${part}`} id={part} size={size} />
                ) : (
                    <b key={`${i}${part}`}>{part}</b>
                ),
            )}
        </span>
    );
}
