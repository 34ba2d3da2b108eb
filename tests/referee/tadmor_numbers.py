"""The names and numbers of Tadmor: those that the rules state, and another set to play with."""
GOODS = ["wood", "stone", "marble", "gold"]
BASE, SUPERIOR = GOODS[:2], GOODS[2:]
KINDS = ["camel", "boat"]
SECTIONS = ["foundations", "colonnade", "roof", "statues"]
PILES = {"grey": ["glass", "incense", "myrrh"], "yellow": ["jade", "ivory", "porcelain"],
         "red": ["silk", "perfume", "oils"]}
RARES = [kind for kinds in PILES.values() for kind in kinds]
REGIONS = ["palmyra", "ebla", "damascus", "north_sea", "south_sea", "north_euphrates",
           "south_euphrates"]
TILES = [f"i{n}" for n in range(1, 49)]
START_TILES = TILES[:4]
MISSIONS = [f"k{n}" for n in range(1, 27)]
COUNTS = {2: "two", 3: "three", 4: "four"}
PLACES_IN_ORDER = ["first", "second", "third", "fourth"]
CARDS = ["card_0", "card_5", "card_10", "card_15"]


def eras(*values):
    return {f"era_{i + 1}": value for i, value in enumerate(values)}


def cost(wood=0, stone=0, marble=0, gold=0):
    return {"wood": wood, "stone": stone, "marble": marble, "gold": gold}


def by_count(two, three, four):
    return {"two": two, "three": three, "four": four}


def extra(first, second):
    return {"first_extra": first, "second_extra": second}


# Spaces of which action, region and shape are known (R2.4), on both boards.
KNOWN = {"pal_imp1": ("improve_1", "palmyra", "camel"), "pal_market": ("market", "palmyra", "camel"),
         "ebl_market": ("market_up", "ebla", "camel"), "dam_series": ("series", "damascus", "camel"),
         "nse_wood1": ("wood", "north_sea", "boat"), "sse_stone1": ("stone", "south_sea", "boat"),
         "sse_rare": ("rare_grey", "south_sea", "boat"), "neu_gold": ("gold", "north_euphrates", "boat"),
         "neu_rare": ("rare_yellow", "north_euphrates", "boat"),
         "seu_rare": ("rare_red", "south_euphrates", "boat")}
BOARD = {what: {space: row[i] for space, row in KNOWN.items()}
         for i, what in enumerate(("action", "region", "shape"))}
NOT_FOR_TWO = ("i7 i12 i13 i15 i17 i22 i25 i26 i31 i32 i36 i45 i46 i48").split()
# R2: the numbers marked S and I. Those marked R may be retuned: they are taken from the trace.
STATED = {
    "price": eras(1, 2, 3), "traitor": eras(0, 1, 2), "tax": eras(0, 1, 2), "boat_base": eras(3),
    "boat_superior": eras(2), "era_rounds": 3, "display": by_count(6, 8, 10), "board2": BOARD,
    "board4": BOARD, "card_floors": 5, "floor_pp": 2, "series_floors": 2,
    "floors_cost": {"card_0": cost(1, 1), "card_5": cost(stone=2), "card_10": cost(stone=3)},
    "series_cost": {"card_0": cost(1, 0, 2), "card_5": cost(2, 0, 2)},
    "temple_pp": {"colonnade": 13, "roof": 25}, "temple_copies": 4,
    "temple_bonus": {"first_player": 2, "second_player": 1},
    "rare_good": {"grey": "gold", "yellow": "stone", "red": "wood"},
    "rare_price": {"grey": 3, "yellow": 5, "red": 5}, "rare_copies": by_count(2, 3, 4),
    "set_pp": [5, 10, 15, 25, 35, 45, 60, 75, 90], "start_goods": cost(2, 2, 1, 1),
    "bonus_base": dict(zip(PLACES_IN_ORDER, (0, 1, 0, 1))),
    "bonus_superior": dict(zip(PLACES_IN_ORDER, (0, 0, 1, 1))),
    "start_pawns": {"camel": 3, "boat": 2}, "max_pawns": {"camel": 5, "boat": 4}, "start_pp": 10,
    "start_missions": 2, "limit": 8, "limit_large": 12, "camel_tower": extra(5, 10),
    "camel_missions": extra(2, 4), "camel_both_tower": 5, "camel_both_missions": 2,
    "boat_sets": extra(1, 2),
    "tile_era": {tile: 1 + (i >= 18) + (i >= 36) for i, tile in enumerate(TILES)},
    "tile_two": {tile: tile not in NOT_FOR_TWO for tile in TILES},
    "boost_good": {"i10": "wood"}, "boost": dict.fromkeys(
        ("i10", "i11", "i12", "i13", "i29", "i30", "i31", "i32"), 1),
    "mission_pp": {"i5": 2}, "rare_free_pp": {"i8": 1, "i27": 1}, "tribute": 4, "mission_discount": 2,
    "rare_discount": 2, "temple_discount": 3, "raid_pp": 3, "spoil_gold": 1, "spoil_pp": 1,
    "private_temple_pp": 3, "final_pp": dict.fromkeys(("i38", "i39", "i40", "i41", "i42"), 12),
    "gift_factor": 2, "favour_goods": 5, "favour_fall": 3, "favour_cards": 2, "favour_pawns": 3,
    "favour_tiles": 2}

# Every number differs from the usual one and from its neighbours:
OTHER = {
    "price": eras(2, 1, 4), "traitor": eras(1, 3, 2), "tax": eras(0, 2, 3),
    "tax_penalty": eras(0, 5, 4), "boat_base": eras(4, 6, 3), "boat_superior": eras(3, 5, 2),
    "camel_base": eras(1, 5, 6), "camel_superior": eras(2, 4, 7), "gift_camel": eras(3, 1, 5),
    "gift_boat": eras(5, 2, 6), "era_rounds": 2, "display": by_count(3, 5, 7), "card_floors": 4,
    "floor_pp": 3, "series_floors": 3,
    "floors_cost": dict(zip(CARDS, (cost(0, 1, 1), cost(1, 1), cost(1, 0, 0, 1), cost(2, 0, 1)))),
    "series_cost": dict(zip(CARDS, (cost(1, 1), cost(0, 2, 0, 1), cost(2, 0, 2), cost(0, 1, 3)))),
    "temple_cost": dict(zip(SECTIONS, (cost(1, 1, 1, 1), cost(2, 0, 1, 1), cost(0, 3, 1),
                                       cost(1, 2, 0, 3)))),
    "temple_pp": dict(zip(SECTIONS, (3, 7, 20, 33))), "temple_copies": 3,
    "temple_bonus": {"first_player": 3, "second_player": 2},
    "rare_good": {"grey": "wood", "yellow": "gold", "red": "marble"},
    "rare_price": {"grey": 4, "yellow": 2, "red": 3}, "rare_copies": by_count(3, 2, 3),
    "set_pp": [2, 5, 9, 14, 20, 27, 35, 44, 54], "start_goods": cost(1, 3, 2),
    "bonus_base": dict(zip(PLACES_IN_ORDER, (1, 0, 2, 1))),
    "bonus_superior": dict(zip(PLACES_IN_ORDER, (0, 2, 0, 1))),
    "start_pawns": {"camel": 2, "boat": 3}, "max_pawns": {"camel": 4, "boat": 4}, "start_pp": 7,
    "start_missions": 3, "limit": 6, "limit_large": 9, "camel_tower": extra(3, 7),
    "camel_missions": extra(1, 3), "camel_both_tower": 4, "camel_both_missions": 2,
    "boat_sets": extra(2, 1), "trade_from": dict(zip(START_TILES, ("stone", "stone", "wood", "wood"))),
    "trade_to": dict(zip(START_TILES, ("gold", "marble", "gold", "marble"))),
    "double_from": {"i23": "marble", "i24": "gold"},
    "boost_good": {"i10": "gold", "i11": "gold", "i12": "wood", "i13": "stone", "i29": "marble",
                   "i30": "marble", "i31": "wood", "i32": "stone"},
    "boost": {"i10": 2, "i11": 1, "i12": 3, "i13": 2, "i29": 1, "i30": 2, "i31": 1, "i32": 3},
    "mission_pp": {"i5": 4, "i19": 1}, "order_base": 2, "order_superior": 3,
    "rare_bought_pp": {"i8": 4, "i27": 1}, "rare_free_pp": {"i8": 2, "i27": 3}, "tribute": 3,
    "tallest_pp": {"i16": 3, "i17": 2, "i35": 1, "i36": 4}, "mission_discount": 1,
    "rare_discount": 1, "temple_discount": 2, "raid_pp": 2, "spoil_gold": 2, "spoil_pp": 3,
    "private_temple_pp": 5, "gift_factor": 3,
    "final_pp": {"i38": 9, "i39": 8, "i40": 7, "i41": 6, "i42": 5},
    "mission_cost": {mission: cost(i % 3, (i + 1) % 3, i // 3 % 2, i // 5 % 3)
                     for i, mission in enumerate(MISSIONS)},
    "mission_value": {mission: 5 + i for i, mission in enumerate(MISSIONS)},
    "favour_floors": {"k7": 4, "k8": 1}, "favour_goods": 3, "favour_fall": 2, "favour_cards": 3,
    "favour_pawns": 2, "favour_tiles": 3}
