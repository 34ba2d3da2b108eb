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

/** The same map upright, for phones, on a ground of 390 x 590; its spaces carry no names. */
export const TALL_WIDTH = 390;
export const TALL_HEIGHT = 590;

export const TALL_AT: Record<string, [number, number]> = {
    nse_wood1: [43, 68],
    nse_wood2: [43, 122],
    nse_shipyard: [43, 176],
    nse_imp4: [43, 230],
    sse_stone1: [43, 326],
    sse_stone2: [43, 380],
    sse_rare: [43, 434],
    sse_gift: [43, 488],
    ebl_temple: [128, 70],
    ebl_market: [195, 70],
    ebl_imp3: [262, 70],
    ebl_floors: [128, 128],
    ebl_gift: [195, 128],
    ebl_wood: [262, 128],
    dam_series: [128, 434],
    dam_mission2: [195, 434],
    dam_mission3: [195, 434],
    dam_stone: [262, 434],
    dam_traitor: [128, 492],
    dam_caravan: [195, 492],
    dam_tax: [262, 492],
    pal_imp1: [166, 198],
    pal_imp2: [224, 198],
    pal_temple: [267, 241],
    pal_market: [267, 299],
    pal_supply: [224, 342],
    pal_first: [166, 342],
    pal_mission2: [123, 299],
    pal_mission1: [123, 241],
    bandits: [195, 552],
    spare_1: [110, 552],
    spare_2: [280, 552],
    neu_gold: [347, 68],
    neu_marble_b: [347, 122],
    neu_marble_c: [347, 176],
    neu_rare: [347, 230],
    seu_marble: [347, 326],
    seu_gold_c: [347, 380],
    seu_rare: [347, 434],
    seu_gold_b: [347, 488],
};

export const TALL_REGIONS: Record<string, [number, number]> = {
    north_sea: [43, 20],
    south_sea: [43, 280],
    ebla: [195, 36],
    damascus: [195, 400],
    palmyra: [195, 275],
    north_euphrates: [347, 20],
    south_euphrates: [347, 280],
};
