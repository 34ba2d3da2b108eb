/* Where the spaces of the map lie, on a ground of 788 x 530. */

export const WIDTH = 788;
export const HEIGHT = 530;

export const AT: Record<string, [number, number]> = {
    nse_wood1: [53, 80],
    nse_wood2: [133, 80],
    nse_shipyard: [53, 152],
    nse_imp4: [133, 152],
    sse_stone1: [53, 334],
    sse_stone2: [133, 334],
    sse_rare: [53, 406],
    sse_gift: [133, 406],
    ebl_temple: [242, 80],
    ebl_market: [306, 80],
    ebl_imp3: [371, 80],
    ebl_floors: [242, 152],
    ebl_gift: [306, 152],
    ebl_wood: [369, 152],
    dam_series: [235, 392],
    dam_mission2: [295, 392],
    dam_mission3: [295, 392],
    dam_stone: [355, 392],
    dam_traitor: [235, 462],
    dam_caravan: [295, 462],
    dam_tax: [355, 462],
    pal_imp1: [449, 176],
    pal_imp2: [540, 176],
    pal_temple: [602, 236],
    pal_market: [602, 314],
    pal_supply: [540, 372],
    pal_first: [449, 372],
    pal_mission2: [385, 314],
    pal_mission1: [385, 236],
    bandits: [444, 476],
    neu_gold: [579, 72],
    neu_marble_b: [658, 78],
    neu_marble_c: [740, 78],
    neu_rare: [684, 152],
    seu_marble: [668, 382],
    seu_gold_c: [742, 380],
    seu_rare: [668, 456],
    seu_gold_b: [742, 456],
    spare_1: [560, 476],
    spare_2: [620, 476],
};

export const REGIONS: Record<string, [number, number]> = {
    north_sea: [93, 36],
    south_sea: [93, 290],
    ebla: [306, 34],
    damascus: [280, 346],
    palmyra: [494, 286],
    north_euphrates: [684, 30],
    south_euphrates: [708, 340],
};

/** Small label under a space, for what a glyph alone does not say. */
export const GOODS = ["wood", "stone", "marble", "gold"];
