/* Where the spaces of the map lie: wide on a ground of 832 x 560, upright for phones on 390 x 540. */

export const GOODS = ["wood", "stone", "marble", "gold"];
export const PILES: Record<string, string[]> = {
    grey: ["glass", "incense", "myrrh"],
    yellow: ["jade", "ivory", "porcelain"],
    red: ["silk", "perfume", "oils"],
};

type Spot = [x: number, y: number];

export interface Layout {
    width: number;
    height: number;
    /** Half the width of a boat space, half its height, the radius of a camel space. */
    boat: [number, number];
    camel: number;
    at: Record<string, Spot>;
    regions: Record<string, Spot>;
    /** Outlines of the lands, and where the waters are parted. */
    ebla: string;
    damascus: string;
    palmyra: { cx: number; cy: number; rx: number; ry: number };
    sea: string;
    river: { path: string; breadth: number };
    parting: { sea: number; river: number };
    piles: Record<string, Spot>;
    /** Where the bandits' cards lie: deck, raided region. */
    deck: Spot;
    raided: Spot;
}

export const WIDE: Layout = {
    width: 832,
    height: 560,
    boat: [34, 23],
    camel: 23,
    at: {
        nse_wood1: [56, 82],
        nse_wood2: [140, 82],
        nse_shipyard: [56, 154],
        nse_imp4: [140, 154],
        ebl_temple: [256, 82],
        ebl_market: [324, 82],
        ebl_imp3: [392, 82],
        ebl_floors: [264, 156],
        ebl_gift: [330, 156],
        ebl_wood: [391, 156],
        neu_gold: [612, 78],
        neu_marble_b: [696, 86],
        neu_marble_c: [786, 82],
        neu_rare: [716, 160],
        pal_imp1: [470, 183],
        pal_imp2: [572, 183],
        pal_temple: [636, 258],
        pal_market: [613, 350],
        pal_supply: [521, 398],
        pal_mission2: [429, 350],
        pal_mission1: [406, 258],
        sse_stone1: [56, 350],
        sse_stone2: [140, 350],
        sse_rare: [56, 424],
        sse_gift: [140, 424],
        dam_series: [248, 412],
        dam_mission3: [312, 412],
        dam_stone: [374, 414],
        dam_traitor: [248, 484],
        dam_caravan: [312, 484],
        dam_tax: [376, 484],
        dam_first: [440, 484],
        bandits: [514, 494],
        seu_caravan: [804, 320],
        seu_gold_c: [792, 410],
        seu_rare: [704, 412],
        seu_gold_b: [788, 482],
        dam_mission2: [312, 412],
        spare_1: [466, 64],
        spare_2: [526, 80],
    },
    regions: {
        north_sea: [98, 42],
        south_sea: [98, 312],
        ebla: [324, 44],
        damascus: [278, 376],
        palmyra: [521, 338],
        north_euphrates: [722, 36],
        south_euphrates: [746, 376],
    },
    ebla: "M226 20C290 12 380 12 420 20C438 26 436 60 434 92C432 122 438 140 424 166C412 190 396 200 352 203C300 208 250 208 226 203C214 198 218 168 219 120C216 80 214 34 226 20Z",
    damascus:
        "M220 350C246 342 296 344 326 346C344 350 346 372 366 378C396 386 402 398 408 418C416 440 440 450 462 454C482 458 478 500 472 530C462 542 300 543 226 540C206 536 208 500 211 460C207 420 206 362 220 350Z",
    palmyra: { cx: 521, cy: 295, rx: 162, ry: 157 },
    sea: "M214 -5C206 20 216 40 206 64C196 84 204 108 198 128C192 150 206 168 200 190C196 214 208 226 203 248C198 272 190 282 194 306C198 330 188 346 190 368C192 392 182 410 184 436C186 470 176 490 182 520C186 540 180 552 182 570L-10 570V-10Z",
    river: {
        path: "M540 -36C548 30 576 72 640 80C696 86 716 112 720 160C726 204 758 222 757 272C756 326 704 344 702 404C700 458 730 482 784 482C810 482 830 482 860 482",
        breadth: 118,
    },
    parting: { sea: 281, river: 270 },
    piles: { grey: [57, 512], yellow: [790, 162], red: [706, 486] },
    deck: [562, 488],
    raided: [622, 488],
};

export const TALL: Layout = {
    width: 390,
    height: 556,
    boat: [32, 21],
    camel: 21,
    at: {
        nse_wood1: [43, 52],
        nse_wood2: [43, 102],
        nse_shipyard: [43, 152],
        nse_imp4: [43, 202],
        ebl_temple: [131, 52],
        ebl_market: [195, 52],
        ebl_imp3: [259, 52],
        ebl_floors: [138, 104],
        ebl_gift: [200, 104],
        ebl_wood: [259, 104],
        neu_gold: [348, 52],
        neu_marble_b: [348, 102],
        neu_rare: [348, 152],
        neu_marble_c: [348, 202],
        pal_imp1: [160, 184],
        pal_imp2: [230, 184],
        pal_temple: [273, 239],
        pal_market: [257, 307],
        pal_supply: [195, 337],
        pal_mission2: [133, 307],
        pal_mission1: [117, 239],
        sse_stone1: [43, 290],
        sse_stone2: [43, 340],
        sse_rare: [43, 390],
        sse_gift: [43, 440],
        dam_series: [123, 412],
        dam_mission3: [171, 412],
        dam_stone: [195, 462],
        dam_traitor: [147, 462],
        dam_caravan: [219, 412],
        dam_tax: [243, 462],
        dam_first: [267, 412],
        bandits: [131, 516],
        seu_caravan: [321, 508],
        seu_gold_b: [348, 406],
        seu_rare: [348, 290],
        seu_gold_c: [348, 348],
        dam_mission2: [171, 412],
        spare_1: [195, 516],
        spare_2: [259, 516],
    },
    regions: {
        north_sea: [43, 22],
        south_sea: [43, 264],
        ebla: [195, 25],
        damascus: [195, 386],
        palmyra: [195, 290],
        north_euphrates: [348, 22],
        south_euphrates: [348, 264],
    },
    ebla: "M121 8H269Q291 8 291 30V113Q291 135 269 135H121Q99 135 99 113V30Q99 8 121 8Z",
    damascus:
        "M121 368H269Q291 368 291 390V468Q291 490 269 490H121Q99 490 99 468V390Q99 368 121 368Z",
    palmyra: { cx: 195, cy: 257, rx: 105, ry: 106 },
    sea: "M90 -5C82 30 92 60 84 100C80 140 92 170 86 210C80 250 88 280 84 320C78 360 88 400 82 440C78 480 86 520 84 570L-10 570V-10Z",
    river: {
        path: "M361 -10C349 60 361 120 354 190C347 250 359 310 352 370C347 440 360 490 354 570",
        breadth: 91,
    },
    parting: { sea: 244, river: 244 },
    piles: { grey: [43, 500], yellow: [329, 449], red: [367, 449] },
    deck: [210, 518],
    raided: [262, 518],
};
