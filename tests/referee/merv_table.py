"""The table of Merv: names, the lay of the city, and the numbers that docs/rules/merv.md gives (R2)."""
COLOURS = ["purple", "beige", "green", "orange"]
CUBES = [*COLOURS, "white"]
ACTIONS = ["caravanserai", "palace", "library", "trade", "mosque", "walls"]
SPICES = ["cinnamon", "ginger", "juniper", "pepper"]
HALLS = ["knowledge", "spices", "trade", "faith"]
INNER = ["ray", "samarkand", "nishapur", "balkh"]  # NW, NE, SW, SE
OUTER = ["baghdad", "kashgar", "basra", "peshawar"]
CITIES = INNER + OUTER
PATHS = ["1", "2", "3", "4"]
CORNERS = ["tl", "tr", "br", "bl"]
PILES = ["a", "b", "c", "d", "e", "f"]
PERSONS = ["p1", "p2", "p3", "p4"]
NEUTRALS = ["magistrate", "courtier"]
SOURCES = ["favour", "influence", "contracts", "mosque", "discoveries", "palace", "buildings", "tiles",
           "mosque_sites", "spices", "magistrate"]
LEVEL_3 = ["free_card", "free_post", "free_mosque", "free_wall"]
LEVEL_4 = ["points", "favour_soldier", "two_favours", "two_soldiers"]
KINDS = ["segment_1", "segment_2", "gate"]
SIDES = ["N", "E", "S", "W"]
WALLS = [f"{side}{i}" for side in SIDES for i in range(1, 6)]
GATES = [f"{side}3" for side in SIDES]
GRID = [f"r{r}c{c}" for r in range(1, 6) for c in range(1, 6)]
SITES = [site for site in GRID if site != "r3c3"]  # in reading order
ROW = 8
YEARS, ROUNDS = 3, 4


# ---- the lay of the city (R1.3, R1.4, R2.8, R6.2) ----

def column(c):
    return [site for site in SITES if site[3] == str(c)]


def row(r):
    return [site for site in SITES if site[1] == str(r)]


def distance(side, site):
    """How far a site is from that side of the city, 1 to 5."""
    r, c = int(site[1]), int(site[3])
    return {"N": r, "E": 6 - c, "S": 6 - r, "W": c}[side]


LINES = {}  # the line of each number of a side, slots and walls alike
for _i in range(1, 6):
    LINES.update({f"N{_i}": column(_i), f"E{_i}": row(_i), f"S{_i}": column(6 - _i),
                  f"W{_i}": row(6 - _i)})
GUARDED = {wall: [site for site in LINES[wall] if distance(wall[0], site) <= 2] for wall in WALLS}
# What closes all directions from which a site is attacked.
NEEDED = {site: [wall for wall in WALLS if site in GUARDED[wall]] for site in SITES}


# ---- the numbers ----

def units(letters):
    """Cubes of the normal colours from a string of their letters."""
    return {colour: letters.count(colour[0].upper()) for colour in COLOURS}


def track(length, points):
    return [points.get(space, 0) for space in range(length)]


CONTRACTS = {  # R2.6: level, scrolls, common, rare, any good, bonus, points from the top
    "a": (1, 1, 1, 0, 0, "favour", (5, 4, 3)), "b": (1, 0, 0, 0, 2, "soldier", (5, 4, 3)),
    "c": (2, 2, 0, 0, 1, "favour", (8, 7, 6)), "d": (2, 0, 1, 1, 0, "soldier", (8, 7, 6)),
    "e": (3, 2, 1, 1, 0, "favour", (12, 10, 8)), "f": (3, 0, 1, 2, 0, "soldier", (12, 10, 8))}


def contracts(value):
    return {f"{pile}{i + 1}": value(CONTRACTS[pile], i) for pile in PILES for i in range(3)}


MOSQUE = {  # R2.7: cost, gain, points; three spaces have room on paths and lanes, eight in the tower
    "path1": [("O", "camel", 0), ("G", "white_upgrade", 0), None],
    "path2": [("G", "camel", 0), ("O", "white_upgrade", 0), None],
    "path3": [("P", "camel", 0), ("B", "white_upgrade", 0), None],
    "path4": [("B", "camel", 0), ("P", "white_upgrade", 0), None],
    "lane_a": [("B", "favour", 0), ("P", "bonus_upgrade", 0), None],
    "lane_b": [("O", "favour", 0), ("G", "bonus_upgrade", 0), None],
    "top": [("G", "scoring_tile", 1), ("O", "soldier", 1), ("P", "favour", 2), ("BO", "courtier", 2),
            ("GP", "wall", 3), ("BO", "mosque_sites", 4), None, None]}


def mosque(value):
    return {f"{part}_{i + 1}": value(*(space or ("", "none", 0)))
            for part, spaces in MOSQUE.items() for i, space in enumerate(spaces)}


def pieces(*counts):
    return dict(zip(KINDS, counts))


EDITION = {
    "cubes": 12, "buildings": 9, "servants": 8, "posts": 6, "scrolls": 32, "common": 24, "rare": 24,
    "row_camels": [2, 2, 3, 4],
    "tiles": {action: dict.fromkeys(COLOURS, 1) for action in ACTIONS},
    "market": {"a": dict(zip(CORNERS, ["scroll", "card", "favour", "white_cube"])),
               "b": dict(zip(CORNERS, ["rare_good", "mosque_step", "soldier", "white_cube"]))},
    "favour_last": 8, "influence_last": 18,
    "favour_vp": track(16, {4: 1, 6: 2, 8: 3}),
    "influence_vp": track(32, {6: 1, 8: 1, 11: 2, 13: 2, 16: 3, 18: 4}),
    "influence_favour": track(32, {}),
    "spice_at": [0, 3, 8, 13], "level_at": [2, 6, 10],
    "contract_level": contracts(lambda card, i: card[0]),
    "contract_cubes": contracts(lambda card, i: 1),
    "contract_colour": contracts(lambda card, i: None),
    "contract_scrolls": contracts(lambda card, i: card[1]),
    "contract_common": contracts(lambda card, i: card[2]),
    "contract_rare": contracts(lambda card, i: card[3]),
    "contract_any": contracts(lambda card, i: card[4]),
    "contract_bonus": contracts(lambda card, i: card[5]),
    "contract_vp": contracts(lambda card, i: card[6][i]),
    "mosque_path": 2, "mosque_lane": 2, "mosque_top": 6,
    "mosque_cost": mosque(lambda cost, gain, points: units(cost)),
    "mosque_gain": mosque(lambda cost, gain, points: gain),
    "mosque_vp": mosque(lambda cost, gain, points: points),
    "mosque_sites_vp": 4,
    "walls": {colour: pieces(0, 4, 1) if colour == "purple" else pieces(2, 2, 1) for colour in COLOURS},
    "walls_even_purple": pieces(2, 2, 1), "wall_price": pieces(1, 2, 3),
    "city_cost": {city: units(cost) for city, cost in
                  zip(CITIES, ["P", "O", "G", "B", "BO", "BG", "PO", "PG"])},
    "hall_colour": dict(zip(HALLS, ["purple", "green", "beige", "orange"])), "hall_places": 3,
    "white_upgrades": 6, "bonus_upgrades": COLOURS,
    "scoring_tiles": ["caravanserai", "palace", "library", "trade"], "scoring_tile_vp": 3,
    "discovery_at": [2, 4, 6, 8], "discounts": ["caravanserai", "palace", "trade", "mosque"],
    "conversions": COLOURS,
    "great_vp": dict(zip(LEVEL_4, [8, 0, 0, 0])), "great_favours": dict(zip(LEVEL_4, [0, 1, 2, 0])),
    "great_soldiers": dict(zip(LEVEL_4, [0, 1, 0, 2])),
    "library_max": 4,
    "spice_cards": dict(zip(SPICES, [8, 6, 6, 4])),
    "pair_gain": dict(zip(SPICES, ["white_cube", "soldier", "favour", "white_upgrade"])),
    "set_vp": [0, 1, 3, 6, 10],
    "own_influence": 1, "other_influence": 2, "building_vp": 1, "invasion_from": 2,
    "magistrate_full_vp": 2, "magistrate_upgrade_vp": 3, "magistrate_discovery_vp": 3,
    "magistrate_two_at": 4,
    "magistrate_change": {"petty": -2, "lenient": -1, "corrupt": 0, "ruthless": 1, "honest": -2},
    "magistrate_honest": {"petty": False, "lenient": False, "corrupt": False, "ruthless": False,
                          "honest": True}}

# Another set of numbers to play with: everything that can be different is.
OTHER = {
    "cubes": 7, "buildings": 6, "servants": 5, "posts": 4, "scrolls": 14, "common": 6, "rare": 5,
    "row_camels": [3, 1, 4, 0],
    "tiles": {"caravanserai": {"purple": 2, "beige": 2}, "walls": {"purple": 0, "beige": 0}},
    "market": {"a": dict(zip(CORNERS, ["mosque_step", "soldier", "none", "rare_good"])),
               "b": dict(zip(CORNERS, ["favour", "white_cube", "scroll", "card"]))},
    "favour_last": 5, "influence_last": 12, "favour_vp": track(16, {1: 1, 2: 2, 5: 3}),
    "influence_vp": track(32, {1: 1, 2: 1, 3: 2, 7: 2, 11: 1, 12: 5}),
    "influence_favour": track(32, {2: 1, 4: 2, 5: 1, 12: 1}),
    "spice_at": [0, 1, 2, 7], "level_at": [0, 3, 3],
    "contract_cubes": {"a1": 2, "b1": 0, "c2": 3},
    "contract_colour": {"a1": "green", "b2": "purple", "d1": "orange"},
    "contract_scrolls": {"b1": 1}, "contract_any": {"d1": 1, "e1": 2},
    "contract_bonus": {"a1": "white_cube", "b1": "none", "f1": "favour"},
    "contract_vp": {"b1": 15, "c1": 12, "d1": 12},
    "mosque_path": 1, "mosque_lane": 3, "mosque_top": 5,
    "mosque_cost": {"lane_a_1": units("PPBB"), "lane_b_2": units("GGO"), "top_1": units(""),
                    "top_3": units("PBGO")},
    "mosque_gain": {"path1_1": "soldier", "path2_1": "courtier", "path3_1": "wall", "lane_a_1": "wall",
                    "lane_a_3": "mosque_sites", "lane_b_2": "rare_good", "top_2": "scoring_tile",
                    "top_4": "white_cube", "top_5": "bonus_upgrade"},
    "mosque_vp": {"path1_1": 2, "lane_b_3": 5}, "mosque_sites_vp": 3,
    "walls": {"purple": pieces(1, 3, 1), "beige": pieces(3, 1, 1), "green": pieces(2, 2, 0),
              "orange": pieces(0, 4, 2)},
    "wall_price": pieces(2, 1, 4),
    "city_cost": {"ray": units("PP"), "basra": units("GGGO"), "balkh": units("")},
    "hall_colour": {"knowledge": "green", "spices": "purple"}, "hall_places": 2,
    "white_upgrades": 3, "bonus_upgrades": ["green", "orange"],
    "scoring_tiles": ["walls", "mosque", "palace"], "scoring_tile_vp": 5,
    "discovery_at": [1, 3, 4, 6], "discounts": ["palace", "walls", "mosque", "caravanserai"],
    "conversions": ["beige", "orange", "green"],
    "great_vp": dict(zip(LEVEL_4, [5, 1, 0, 2])), "great_favours": dict(zip(LEVEL_4, [1, 1, 3, 0])),
    "great_soldiers": dict(zip(LEVEL_4, [1, 2, 1, 3])),
    "library_max": 3, "spice_cards": dict(zip(SPICES, [5, 5, 7, 7])),
    "pair_gain": dict(zip(SPICES, ["bonus_upgrade", "favour", "rare_good", "soldier"])),
    "set_vp": [0, 2, 3, 5, 11],
    "own_influence": 2, "other_influence": 3, "building_vp": 2, "invasion_from": 1,
    "magistrate_full_vp": 1, "magistrate_upgrade_vp": 2, "magistrate_discovery_vp": 5,
    "magistrate_two_at": 2,
    "magistrate_change": {"petty": -3, "lenient": -1, "corrupt": 1, "ruthless": 3, "honest": -1},
    "magistrate_honest": {"corrupt": True, "honest": False}}
