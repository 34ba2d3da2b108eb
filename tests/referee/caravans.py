#!/usr/bin/env python3
"""A second implementation of Caravans that checks every line of a trace: caravans.py --serai PATH.

Rule numbers are those of docs/rules/caravans.md. The state is kept as the trace shows it."""
import itertools
import sys

from common import Plan, Rng, Scenes, main

RESOURCES = ["wood", "wheat", "ceramics", "coal", "iron", "fabric", "gold", "gems", "spices"]
KINDS = ["ecu"] + RESOURCES
CLASSES = ["common", "rare", "precious"]
REGIONS = ["region_1", "region_2", "region_3"]
STEPS = {"e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1), "ne": (1, -1)}
DIRECTIONS = list(STEPS)
SHAPES = {"d": [(0, 0), (1, 0), (0, 1)], "u": [(0, 0), (1, -1), (1, 0)]}

# R2.3, R2.9, R2.10: the numbers marked S, W and I. Those marked R are taken from the trace.
PLACES = {1: "wood wheat ceramics iron fabric spices", 2: "wood wheat ceramics coal iron gold",
          3: "wood wheat ceramics coal fabric gems"}
STATED = {
    "win_influence": 14, "actions_per_turn": 4, "tiles_drawn": 2, "explore_pay": 1,
    "cities_per_player": 4, "city_min_dist": 3, "city_wide_dist": 4, "expertise_kinds": 4,
    "stock_min_building": 2, "stock_min_complete": 4, "stock_max": 6, "pawns_per_suburb": 1,
    "price": 2, "price_reduced": 1, "price_exotic": 3, "own_trade_loss": 1, "own_trade_step": 1,
    "bribe_units": 2, "barter_units": 0, "values": {"common": 1, "rare": 2, "precious": 2}, "caravan_max": 6,
    "seat_resources": [dict(zip(CLASSES, row)) for row in (
        (3, 0, 0), (2, 1, 0), (1, 2, 0), (1, 1, 1), (0, 2, 1), (0, 1, 2), (0, 0, 3))],
    "start_ecus": 0, "classes": {kind: CLASSES[i // 3] for i, kind in enumerate(RESOURCES)},
    "central_count": 6, "central": RESOURCES[:6],
    "regions": {f"region_{n}": {
        "resources": names.split(), "tile_count": 20,
        "tiles": [list(tile) for tile in itertools.combinations(names.split(), 3)]}
        for n, names in PLACES.items()}}

# Editions that make rare things common. Much is carried, cities lie close together and are rich:
RICH = {"start_ecus": 9, "seat_resources": [dict.fromkeys(CLASSES, 2)] * 7, "caravan_max": 12,
        "win_influence": 40, "round_cap": 12}
# The goal is near, stacks run out, and every other number differs from its neighbours:
OTHER = {"win_influence": 9, "actions_per_turn": 5, "tiles_drawn": 3, "explore_pay": 3,
         "cities_per_player": 3, "city_min_dist": 4, "city_wide_dist": 5, "expertise_kinds": 3,
         "stock_min_building": 1, "stock_min_complete": 6, "stock_max": 7, "pawns_per_suburb": 2,
         "price": 3, "price_reduced": 2, "price_exotic": 5, "own_trade_loss": 2, "own_trade_step": 3,
         "bribe_units": 3, "values": {"common": 2, "rare": 3, "precious": 4}, "caravan_max": 8,
         "barter_offers": 2, "barter_units": 2, "stall_rounds": 4, "round_cap": 30, "start_ecus": 2,
         "late_purse": [1, 2, 3, 4, 5, 6, 7], "solo_rounds": 15}


def no_units(kinds=KINDS):
    return dict.fromkeys(kinds, 0)


def signed(number):
    return f"{number:+d}" if number else "0"


def distance(a, b):
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def around(cell):
    return [(cell[0] + q, cell[1] + r) for q, r in STEPS.values()]


def footprint(shape, q, r):
    return [(q + dq, r + dr) for dq, dr in SHAPES[shape]]


class Referee:
    STATED = STATED
    PLANS = [Plan(players, bots, *how) for players, bots, *how in (
        (1, "random"), (1, "caravans:thumb"), (1, "caravans:thumb", {}, OTHER), (2, "random"),
        (2, "greedy"), (2, "caravans:thumb", {"wide_spacing": "on"}), (3, "random", {}, OTHER),
        (3, "caravans:thumb", {"barter": "off"}), (4, "caravans:thumb"), (4, "random", {}, RICH),
        (5, "caravans:thumb", {"late_purse": "on"}, OTHER), (7, "caravans:thumb", {"late_purse": "on"}),
        (7, "random", {}, RICH), (2, "random", {"start_turns": "fixed", "suburb_pawns": "one"}),
        (3, "random", {"bribe_alike": "always", "offers": "free"}, RICH))] + [
            Scenes(players, *how) for players, *how in (
                (1,), (2,), (3, {"wide_spacing": "on", "offers": "free"}, OTHER), (4,), (5, {}, OTHER),
                (4, {"bribe_alike": "always", "suburb_pawns": "one"}), (7,))]

    def __init__(self, header):
        self.seats, self.solo = header["players"], header["players"] == 1
        self.edition = e = header["edition"]
        self.options = header["options"]
        rng = Rng.seed(int(header["seed"]))
        central = e["central"][rng.below(e["central_count"])]
        stacks = {}
        for n, region in enumerate(REGIONS):
            tiles = [f"{n + 1}-{i + 1:02d}" for i in range(e["regions"][region]["tile_count"])]
            rng.shuffle(tiles)
            stacks[region] = {"size": 0, "known": 0, "tiles": tiles}
        self.state = {
            "game": "caravans", "viewer": None, "seats": self.seats, "ply": 0, "turn": 1,
            "over": False, "options": header["options"], "rng": rng.words, "round": 0, "active": 0,
            "phase": "place", "actions": 0, "ending": None,
            "players": [{"placed": False, "q": 0, "r": 0, "units": no_units(), "influence": 0,
                         "own_trades": 0, "passage": None, "expertise": [],
                         "cities": e["cities_per_player"]} for _ in range(self.seats)],
            "city_count": 0, "cities": [], "central": central, "tile_count": 0, "tiles": [],
            "stacks": stacks, "drawn_count": 0, "drawn": [], "taken": None, "spot_shape": "d",
            "spot_q": 0, "spot_r": 0, "bought": [], "sold": [], "offers": 0, "partner": None,
            "give": no_units(), "want": no_units(), "bribe": no_units(), "stake": [], "city": 0,
            "productive": False, "idle": 0}
        self.map = {(0, 0): (central, None)}  # cell -> resource, region
        for slot in e["slots"]:  # R3.2, R15.4
            lay = slot["lay"]
            if self.options["start_turns"] == "random":
                lay = lay[0] + str(rng.below(3))
            self.lay(stacks[slot["region"]]["tiles"].pop(0), lay, slot["q"], slot["r"])
        self.events = []
        if self.solo:  # R14.2
            for place in e["neutral"][:e["neutral_count"]]:
                self.found(None, place["q"], place["r"])
            for city in self.state["cities"]:
                self.restock_neutral(city)
        self.tidy()

    # ---- who and what ----

    def actor(self):
        s = self.state
        if s["over"]:
            return None
        if s["phase"] == "reply":
            return s["partner"]
        if s["phase"] in ("produce", "destroy"):
            return s["cities"][s["city"]]["governor"]
        return s["active"]

    def player(self, seat=None):
        return self.state["players"][self.state["active"] if seat is None else seat]

    def place_of(self, seat=None):
        p = self.player(seat)
        return p["q"], p["r"]

    def held(self, seat=None):
        return sum(self.player(seat)["units"].values())

    def resources(self, seat=None):
        return self.held(seat) - self.player(seat)["units"]["ecu"]

    def city_here(self):
        """The city on whose forum the active caravan stands."""
        here = self.place_of()
        return next((city for city in self.state["cities"] if (city["q"], city["r"]) == here), None)

    def number(self, city):
        return self.state["cities"].index(city) + 1 if city else 0

    def suburbs(self, city):
        """Direction -> cell."""
        return dict(zip(DIRECTIONS, around((city["q"], city["r"]))))

    def resource(self, cell):
        return self.map[cell][0]

    def pawns(self, city):
        return sum(city["suburbs"].values()) + sum(city["forum"].values())

    def lying(self, city):
        """Resource -> pawns on the suburbs."""
        counts = no_units(RESOURCES)
        for direction, cell in self.suburbs(city).items():
            if city["suburbs"][direction]:
                counts[self.resource(cell)] += city["suburbs"][direction]
        return counts

    def room(self, city):
        """Resource -> pawns that explored suburbs could still take."""
        counts = no_units(RESOURCES)
        for direction, cell in self.suburbs(city).items():
            if cell in self.map:
                counts[self.resource(cell)] += max(0, self.suburb_room() - city["suburbs"][direction])
        return counts

    def suburb_room(self):
        """R12.2, R15.7: pawns that one suburb takes."""
        if self.options["suburb_pawns"] == "one":
            return self.edition["pawns_per_suburb"]
        return 1000

    def scores(self):
        return [p["influence"] for p in self.state["players"]]

    def ranks(self):
        """R13.5, R14.6"""
        if self.solo:
            return [1 if self.scores()[0] >= self.edition["win_influence"] else 2]
        keys = [(p["influence"], len(p["expertise"]), self.edition["cities_per_player"] - p["cities"],
                 sum(p["units"].values())) for p in self.state["players"]]
        return [1 + sum(other > own for other in keys) for own in keys]

    # ---- what may be done ----

    def legal(self):
        return getattr(self, "legal_" + self.state["phase"])()

    def any_of(self, verb, available):
        """R4.4: one unit of what there is."""
        return [f"{verb} {name}" for name, n in available.items() if n]

    def legal_place(self):
        return [f"place {signed(q)} {signed(r)}" for q, r in self.map]

    def pick_class(self):
        """R3.4: the class that is due, None when all is picked."""
        due = self.edition["seat_resources"][self.state["active"]]
        for what in CLASSES:
            if sum(n for kind, n in self.player()["units"].items() if kind != "ecu"
                   and self.edition["classes"][kind] == what) < due[what]:
                return what
        return None

    def legal_pick(self):
        what = self.pick_class()
        return [f"pick {kind}" for kind in RESOURCES if self.edition["classes"][kind] == what]

    def legal_action(self):
        here, moves = self.place_of(), ["end"]
        moves += [f"move {direction}" for direction, cell in zip(DIRECTIONS, around(here))
                  if cell in self.map]
        moves += ["explore"] * self.may_explore() + ["build"] * self.may_build()
        return moves + ["trade"] * self.may_trade()

    def spots(self):
        """R6.4"""
        here, found = self.place_of(), []
        for q, r in itertools.product(range(here[0] - 3, here[0] + 4), range(here[1] - 3, here[1] + 4)):
            for shape in SHAPES:
                cells = footprint(shape, q, r)
                if not any(cell in self.map for cell in cells) and \
                        any(distance(cell, here) == 1 for cell in cells):
                    found.append((shape, q, r))
        return found

    def may_explore(self):
        """R6.1"""
        region = self.map[self.place_of()][1]
        return bool(region and self.state["stacks"][region]["tiles"] and self.spots())

    def may_build(self):
        """R7.1"""
        least = self.edition["city_wide_dist" if self.options["wide_spacing"] == "on"
                             else "city_min_dist"]
        here = self.place_of()
        return self.player()["cities"] > 0 and all(
            distance(here, (city["q"], city["r"])) >= least for city in self.state["cities"])

    def loss(self):
        """R8.5"""
        return self.edition["own_trade_loss"] + \
            self.edition["own_trade_step"] * self.player()["own_trades"]

    def open_city(self):
        """R8.3: the city with which dealing is open."""
        s, city = self.state, self.city_here()
        if city is None or s["bought"] or s["sold"]:
            return city
        if self.player()["passage"] == self.number(city) - 1:
            return None
        own = city["governor"] == s["active"]
        return None if own and self.player()["influence"] < self.loss() else city

    def price(self, city, kind, place):
        """R2.8"""
        reduced = kind in self.player()["expertise"] or (
            place == "forum" and city["governor"] == self.state["active"])
        return self.edition["price_reduced" if reduced else "price"]

    def offered(self, city):
        """(place, resource) that the active player could pay for."""
        goods = [("suburb", kind) for kind, n in self.lying(city).items() if n]
        goods += [("forum", kind) for kind, n in city["forum"].items() if n]
        return [(place, kind) for place, kind in goods
                if self.price(city, kind, place) <= self.player()["units"]["ecu"]]

    def partners(self):
        """R9.1, R9.2"""
        if self.options["barter"] == "off" or not self.edition["barter_offers"]:
            return []
        here, mine = self.place_of(), self.kinds(self.state["active"])
        reach = 1 if self.city_here() else 0
        return [seat for seat in range(self.seats) if seat != self.state["active"]
                and distance(here, self.place_of(seat)) <= reach
                and any(a != b for a in mine for b in self.kinds(seat))]

    def kinds(self, seat):
        return [kind for kind, n in self.player(seat)["units"].items() if n]

    def may_trade(self):
        """R8.1"""
        city = self.open_city()
        return bool(city and (self.resources() or self.offered(city))) or bool(self.partners())

    def legal_trade(self):
        """R8.4, R8.8"""
        s, city, moves = self.state, self.open_city(), ["done"]
        if city:
            moves += [f"sell {kind}" for kind in RESOURCES
                      if self.player()["units"][kind] and kind not in s["bought"]]
            moves += [f"buy {place} {kind}" for place, kind in self.offered(city)
                      if kind not in s["sold"]]
        if s["offers"] < (99 if self.options["offers"] == "free" else self.edition["barter_offers"]):
            moves += [f"offer P{seat + 1}" for seat in self.partners()]
        return moves

    def takes_more(self, side):
        """R9.4, R9.5: as much as there is, unless the edition says otherwise."""
        most = self.edition["barter_units"]
        return not most or sum(self.state[side].values()) < most

    def legal_give(self):
        """R9.4"""
        s, moves = self.state, ["withdraw"]
        if any(s["give"].values()):
            moves.append("next")
        for kind in KINDS:
            given = {other for other in KINDS if s["give"][other]} | {kind}
            if self.takes_more("give") and self.player()["units"][kind] > s["give"][kind] and \
                    set(self.kinds(s["partner"])) - given:
                moves.append(f"give {kind}")
        return moves

    def legal_ask(self):
        """R9.5"""
        s, moves = self.state, ["withdraw"]
        if any(s["want"].values()):
            moves.append("send")
        return moves + [f"ask {kind}" for kind in KINDS
                        if self.takes_more("want") and not s["give"][kind]
                        and self.player(s["partner"])["units"][kind] > s["want"][kind]]

    def legal_reply(self):
        return ["accept", "decline"]

    def legal_invest(self):
        return ["skip", "invest"]

    def may_put_in(self, units, bribe):
        """R10.4, R15.6: resources that may be put in after this bribe."""
        barred = self.options["bribe_alike"] == "without_ecus" and units["ecu"]
        return [kind for kind in RESOURCES if units[kind] and not (barred and bribe[kind])]

    def bribes(self, units, bribe):
        """R10.3: all ways to end the bribe, each as the units it takes in all."""
        if sum(bribe.values()) == self.edition["bribe_units"]:
            return {tuple(bribe.values())} if self.may_put_in(units, bribe) else set()
        return set().union(*(self.bribes({**units, kind: units[kind] - 1},
                                         {**bribe, kind: bribe[kind] + 1})
                             for kind in KINDS if units[kind]))

    def legal_bribe(self):
        ends = self.bribes(self.player()["units"], self.state["bribe"])
        moves = [f"bribe {kind}" for i, kind in enumerate(KINDS)
                 if any(end[i] > self.state["bribe"][kind] for end in ends)]
        return moves if len(ends) > 1 else moves[:1]  # R4.3

    def legal_stake(self):
        """R10.4"""
        s = self.state
        return ["finish"] * bool(s["stake"]) + [
            f"stake {kind}" for kind in self.may_put_in(self.player()["units"], s["bribe"])
            if kind not in s["stake"]]

    def legal_lighten(self):
        return self.any_of("drop", self.player()["units"])

    def due(self, city):
        """R12.2, R18.22: pawns to be added."""
        least = self.edition["stock_min_complete" if city["complete"] else "stock_min_building"]
        return max(0, min(least - self.pawns(city), sum(self.room(city).values())))

    def legal_produce(self):
        city = self.state["cities"][self.state["city"]]
        moves, room = self.any_of("produce", self.room(city)), sum(self.room(city).values())
        return moves if self.due(city) < room else moves[:1]  # R4.3

    def legal_destroy(self):
        """R12.3, R12.4"""
        city = self.state["cities"][self.state["city"]]
        return self.any_of("destroy forum", city["forum"]) + \
            self.any_of("destroy suburb", self.lying(city))

    def legal_tile(self):
        return [f"tile {tile}" for tile in self.state["drawn"]]

    def legal_spot(self):
        return [f"spot {shape} {signed(q)} {signed(r)}" for shape, q, r in self.spots()]

    def legal_turn(self):
        return [f"turn {k}" for k in range(3)]

    # ---- what it does ----

    def play(self, move):
        self.events = []
        self.state["ply"] += 1
        self.perform(move)
        while not self.state["over"] and self.state["phase"] not in ("action", "trade"):  # R4.3
            moves = self.legal()
            if len(moves) > 1:
                break
            self.perform(moves[0])
        self.tidy()
        return self.events

    def perform(self, move):
        verb, *words = move.split()
        getattr(self, "do_" + verb)(*words)

    def tidy(self):
        s = self.state
        s["city_count"], s["tile_count"] = len(s["cities"]), len(s["tiles"])
        s["drawn_count"] = len(s["drawn"])
        for stack in s["stacks"].values():
            stack["size"] = len(stack["tiles"])
        for kinds in (s["bought"], s["sold"], s["stake"], *(p["expertise"] for p in s["players"])):
            kinds.sort(key=KINDS.index)

    def tell(self, event, seat=None, **more):
        self.events.append({"event": event, "seat": seat, **more})

    def do_place(self, q, r):
        p = self.player()
        p.update(placed=True, q=int(q), r=int(r))
        self.tell("place", self.state["active"], q=p["q"], r=p["r"], kind=self.resource(self.place_of()))
        self.state["phase"] = "pick"
        self.go_on_picking()

    def do_pick(self, kind):
        self.player()["units"][kind] += 1
        self.tell("pick", self.state["active"], kind=kind)
        self.go_on_picking()

    def go_on_picking(self):
        s = self.state
        if self.pick_class():
            return
        purse = self.edition["start_ecus"]
        if self.options["late_purse"] == "on":  # R15.2
            purse += self.edition["late_purse"][s["active"]]
        if purse:
            self.player()["units"]["ecu"] += purse
            self.tell("purse", s["active"], n=purse)
        if s["active"] + 1 < self.seats:
            s.update(phase="place", active=s["active"] + 1, turn=s["turn"] + 1)
        else:
            s["active"] = -1
            self.begin_round()

    def begin_round(self):
        s = self.state
        s["round"] += 1
        s["productive"] = False
        self.tell("round", round=s["round"])
        self.begin_turn(0)

    def begin_turn(self, seat):
        s = self.state
        s.update(active=seat, phase="action", actions=self.edition["actions_per_turn"],
                 turn=s["turn"] + 1)
        self.tell("turn", seat)

    def spend_action(self):
        self.state["actions"] -= 1

    def acted(self):
        """R4.1: the next action, or the investment."""
        self.state["phase"] = "action"
        if not self.state["actions"]:
            self.do_end()

    def do_end(self):
        s = self.state
        s["actions"] = 0
        if self.resources() and self.held() > self.edition["bribe_units"]:  # R10.2
            s["phase"] = "invest"
        else:
            self.lighten()

    def do_move(self, direction):
        p, (q, r) = self.player(), STEPS[direction]
        p["q"] += q
        p["r"] += r
        self.tell("move", self.state["active"], dir=direction, q=p["q"], r=p["r"])
        self.spend_action()
        self.acted()

    # ---- exploring ----

    def hexes(self, tile):
        return self.edition["regions"]["region_" + tile[0]]["tiles"][int(tile[2:]) - 1]

    def lay(self, tile, lay, q, r):
        cells = footprint(lay[0], q, r)
        for j, kind in enumerate(self.hexes(tile)):
            self.map[cells[(j + int(lay[1])) % 3]] = kind, "region_" + tile[0]
        self.state["tiles"].append({"tile": tile, "lay": lay, "q": q, "r": r})

    def do_explore(self):
        """R6.2"""
        s, region = self.state, self.map[self.place_of()][1]
        stack = s["stacks"][region]
        self.tell("explore", s["active"], region=region)
        unseen = len(stack["tiles"]) - stack["known"]
        for i in range(min(self.edition["tiles_drawn"], len(stack["tiles"]))):
            tile = stack["tiles"].pop(0)
            s["drawn"].append(tile)
            h0, h1, h2 = self.hexes(tile)
            self.tell("draw" if i < unseen else "draw_known", s["active"], tile=tile, h0=h0, h1=h1,
                      h2=h2)
        stack["known"] = min(stack["known"], len(stack["tiles"]))
        self.spend_action()
        s.update(phase="tile", productive=True)

    def do_tile(self, tile):
        self.state.update(phase="spot", taken=tile)

    def do_spot(self, shape, q, r):
        self.state.update(phase="turn", spot_shape=shape, spot_q=int(q), spot_r=int(r))

    def do_turn(self, k):
        """R6.5 to R6.7"""
        s, seat, tile = self.state, self.state["active"], self.state["taken"]
        lay = s["spot_shape"] + k
        self.lay(tile, lay, s["spot_q"], s["spot_r"])
        self.tell("lay", seat, tile=tile, lay=lay, q=s["spot_q"], r=s["spot_r"])
        for city in s["cities"]:
            self.completion(city)
        self.player()["units"]["ecu"] += self.edition["explore_pay"]
        if self.edition["explore_pay"]:
            self.tell("pay", seat, n=self.edition["explore_pay"])
        stack = s["stacks"]["region_" + tile[0]]
        for other in s["drawn"]:
            if other != tile:
                stack["tiles"].append(other)
                stack["known"] += 1
                self.tell("reject", seat, tile=other)
        s.update(drawn=[], taken=None, spot_shape="d", spot_q=0, spot_r=0)
        self.acted()

    # ---- cities ----

    def found(self, seat, q, r):
        city = {"governor": seat, "q": q, "r": r, "complete": False,
                "suburbs": dict.fromkeys(DIRECTIONS, 0), "forum": no_units(RESOURCES),
                "pointer": "e"}
        self.state["cities"].append(city)
        return city

    def completion(self, city):
        """R7.4, R7.5"""
        cells = list(self.suburbs(city).values())
        if city["complete"] or not all(cell in self.map for cell in cells):
            return
        city["complete"] = True
        self.tell("complete", city["governor"], city=self.number(city))
        kind = self.resource((city["q"], city["r"]))
        if city["governor"] is not None and \
                len({self.resource(cell) for cell in cells}) >= self.edition["expertise_kinds"]:
            p = self.player(city["governor"])
            if kind not in p["expertise"]:
                p["expertise"].append(kind)
                self.tell("expertise", city["governor"], kind=kind)

    def do_build(self):
        """R7.2"""
        s, p = self.state, self.player()
        city = self.found(s["active"], p["q"], p["r"])
        p["cities"] -= 1
        s["productive"] = True
        self.tell("build", s["active"], city=self.number(city), q=p["q"], r=p["r"])
        self.completion(city)
        self.spend_action()
        self.acted()

    # ---- trading ----

    def do_trade(self):
        self.state["phase"] = "trade"
        self.tell("trade", self.state["active"], city=self.number(self.city_here()))
        self.spend_action()

    def do_done(self):
        self.state.update(bought=[], sold=[], offers=0)
        self.acted()

    def deal(self, city):
        """R8.5, R8.6: the first dealing of a visit."""
        s, p = self.state, self.player()
        s["productive"] = True
        if s["bought"] or s["sold"]:
            return
        if city["governor"] == s["active"]:
            loss = self.loss()
            p["own_trades"] += 1
            p["influence"] -= loss
            self.tell("lose", s["active"], n=loss, influence=p["influence"])
        p["passage"] = self.number(city) - 1
        self.tell("marker", s["active"], city=self.number(city))

    def do_sell(self, kind):
        """R8.7, R8.9"""
        s, p, city = self.state, self.player(), self.city_here()
        self.deal(city)
        cells = [(city["q"], city["r"]), *self.suburbs(city).values()]
        exotic = kind not in {self.resource(cell) for cell in cells if cell in self.map}
        price = self.edition["price_exotic" if exotic else "price"]
        p["units"][kind] -= 1
        p["units"]["ecu"] += price
        city["forum"][kind] += 1
        if kind not in s["sold"]:
            s["sold"].append(kind)
        self.tell("sell", s["active"], kind=kind, n=price, city=self.number(city))

    def take_from(self, city, place, kind):
        if place == "forum":
            city["forum"][kind] -= 1
            return
        direction = next(direction for direction, cell in self.suburbs(city).items()
                         if city["suburbs"][direction] and self.resource(cell) == kind)
        city["suburbs"][direction] -= 1

    def do_buy(self, place, kind):
        """R8.10, R8.11"""
        s, p, city = self.state, self.player(), self.city_here()
        price = self.price(city, kind, place)
        self.deal(city)
        self.take_from(city, place, kind)
        p["units"]["ecu"] -= price
        p["units"][kind] += 1
        if kind not in s["bought"]:
            s["bought"].append(kind)
        self.tell("buy", s["active"], kind=kind, n=price, city=self.number(city), **{"from": place})
        if city["governor"] not in (None, s["active"]):
            self.player(city["governor"])["units"]["ecu"] += price
            self.tell("toll", city["governor"], n=price, city=self.number(city))

    # ---- barter ----

    def do_offer(self, partner):
        s = self.state
        s.update(phase="give", partner=int(partner[1:]) - 1, offers=s["offers"] + 1)
        self.tell("offer", s["active"], to=s["partner"])

    def do_give(self, kind):
        self.state["give"][kind] += 1

    def do_next(self):
        self.state.update(phase="ask")

    def do_ask(self, kind):
        self.state["want"][kind] += 1

    def do_send(self):
        s = self.state
        for event, side in (("offer_give", "give"), ("offer_ask", "want")):
            for kind, n in s[side].items():
                if n:
                    self.tell(event, s["active"], to=s["partner"], n=n, kind=kind)
        s.update(phase="reply")

    def settled(self):
        self.state.update(phase="trade", partner=None, give=no_units(), want=no_units())

    def do_withdraw(self):
        self.tell("withdraw", self.state["active"], to=self.state["partner"])
        self.settled()

    def do_decline(self):
        self.tell("decline", self.state["partner"], **{"from": self.state["active"]})
        self.settled()

    def do_accept(self):
        s = self.state
        mine, theirs = self.player()["units"], self.player(s["partner"])["units"]
        for kind in KINDS:
            change = s["want"][kind] - s["give"][kind]
            mine[kind] += change
            theirs[kind] -= change
        s["productive"] = True
        self.tell("accept", s["partner"], **{"from": s["active"]})
        self.settled()

    # ---- investing ----

    def do_skip(self):
        self.lighten()

    def do_invest(self):
        self.state.update(phase="bribe", productive=True)

    def do_bribe(self, kind):
        s = self.state
        self.player()["units"][kind] -= 1
        s["bribe"][kind] += 1
        self.tell("bribe", s["active"], kind=kind)
        if sum(s["bribe"].values()) == self.edition["bribe_units"]:
            s["phase"] = "stake"

    def do_stake(self, kind):
        s = self.state
        self.player()["units"][kind] -= 1
        s["stake"].append(kind)
        self.tell("stake", s["active"], kind=kind)

    def do_finish(self):
        """R10.5, R13.1"""
        s, e, p, seat = self.state, self.edition, self.player(), self.state["active"]
        points = sum(e["values"][e["classes"][kind]] for kind in s["stake"])
        p["influence"] += points
        s.update(bribe=no_units(), stake=[])
        self.tell("invest", seat, n=points, influence=p["influence"])
        if p["influence"] < e["win_influence"]:
            self.lighten()
        elif self.solo:
            grade = next((name for name, last in e["solo_grades"].items() if s["round"] <= last), None)
            self.tell("solo_win", seat, round=s["round"], grade=grade)
            self.over("goal")
        else:
            self.tell("win", seat, round=s["round"], influence=p["influence"])
            self.over("goal")

    def over(self, ending):
        self.state.update(over=True, ending=ending, phase="action", productive=False)

    # ---- the end of a turn ----

    def lighten(self):
        """R11.1"""
        s = self.state
        if self.held() > self.edition["caravan_max"]:
            s["phase"] = "lighten"
        else:
            self.production(0)

    def do_drop(self, kind):
        s = self.state
        self.player()["units"][kind] -= 1
        self.tell("drop", s["active"], kind=kind)
        if self.held() == self.edition["caravan_max"]:
            self.production(0)

    def put(self, city, direction):
        city["suburbs"][direction] += 1
        self.tell("produce", city["governor"], kind=self.resource(self.suburbs(city)[direction]),
                  city=self.number(city))

    def restock_neutral(self, city):
        """R14.4, R14.5, R18.24"""
        e = self.edition
        least = e["stock_min_complete" if city["complete"] else "stock_min_building"]
        while self.pawns(city) < least and any(
                cell in self.map and city["suburbs"][d] < e["pawns_per_suburb"]
                for d, cell in self.suburbs(city).items()):
            at = DIRECTIONS.index(city["pointer"])
            cells = self.suburbs(city)
            direction = next(d for d in DIRECTIONS[at:] + DIRECTIONS[:at] if cells[d] in self.map
                             and city["suburbs"][d] < e["pawns_per_suburb"])
            self.put(city, direction)
            city["pointer"] = DIRECTIONS[(DIRECTIONS.index(direction) + 1) % 6]
        while self.pawns(city) > e["stock_max"]:
            place, stock = ("forum", city["forum"]) if any(city["forum"].values()) else \
                ("suburb", None)
            if stock:
                kind = max(RESOURCES, key=lambda name: stock[name])
            else:
                direction = next(d for d in DIRECTIONS if city["suburbs"][d])
                kind = self.resource(self.suburbs(city)[direction])
            self.take_from(city, place, kind)
            self.tell("destroy", None, kind=kind, city=self.number(city), **{"from": place})

    def production(self, first):
        """R12: cities from this one on."""
        s = self.state
        for i, city in enumerate(s["cities"][first:], first):
            if city["governor"] is None:
                self.restock_neutral(city)
            elif self.due(city):
                s.update(phase="produce", city=i)
                return
            elif self.pawns(city) > self.edition["stock_max"]:
                s.update(phase="destroy", city=i)
                return
        s.update(city=0, phase="action")
        self.end_turn()

    def do_produce(self, kind):
        s = self.state
        city = s["cities"][s["city"]]
        direction = next(d for d, cell in self.suburbs(city).items() if cell in self.map
                         and self.resource(cell) == kind
                         and city["suburbs"][d] < self.suburb_room())
        self.put(city, direction)
        if not self.due(city):
            self.production(s["city"])

    def do_destroy(self, place, kind):
        s = self.state
        city = s["cities"][s["city"]]
        self.take_from(city, place, kind)
        self.tell("destroy", city["governor"], kind=kind, city=self.number(city), **{"from": place})
        if self.pawns(city) == self.edition["stock_max"]:
            self.production(s["city"])

    def end_turn(self):
        s = self.state
        if s["active"] + 1 < self.seats:
            self.begin_turn(s["active"] + 1)
        else:
            self.end_round()

    def end_round(self):
        """R13.3, R13.4, R14.6"""
        s, e = self.state, self.edition
        s["idle"] = 0 if s["productive"] else s["idle"] + 1
        if s["idle"]:
            self.tell("idle", n=s["idle"])
        if s["idle"] >= e["stall_rounds"]:
            self.tell("stall", n=s["idle"])
            self.over("stall")
        elif s["round"] >= e["solo_rounds" if self.solo else "round_cap"]:
            self.tell("cap", round=s["round"])
            self.over("cap")
        else:
            self.begin_round()
            return
        if self.solo:
            self.tell("solo_loss", 0, influence=self.player(0)["influence"])

    # ---- positions that players would hardly reach ----

    def stage(self, chance):
        """The beginning of a turn on a large map with rich cities and crowded caravans."""
        s, e = self.state, self.edition
        for _ in range(chance.randint(0, 40)):
            stacks = [stack for stack in s["stacks"].values() if stack["tiles"]]
            border = [cell for cell in self.map if any(near not in self.map for near in around(cell))]
            p = self.player(0)
            p["q"], p["r"] = chance.choice(border)
            spots = self.spots()
            if stacks and spots:
                shape, q, r = chance.choice(spots)
                tile = chance.choice(stacks)["tiles"].pop(0)
                self.lay(tile, shape + chance.choice("012"), q, r)
        for stack in s["stacks"].values():
            stack["known"] = chance.randint(0, len(stack["tiles"]))
        for seat in chance.choices(range(self.seats), k=4 * self.seats):
            p = s["players"][seat]
            s["active"] = seat
            p["q"], p["r"] = chance.choice(list(self.map))
            if self.may_build():
                p["cities"] -= 1
                self.completion(self.found(seat, p["q"], p["r"]))
        for city in s["cities"]:
            self.completion(city)
            city["forum"] = {kind: chance.choice((0, 0, 0, 1, 2)) for kind in RESOURCES}
            for direction, cell in self.suburbs(city).items():
                if cell in self.map:
                    city["suburbs"][direction] = chance.randint(
                        0, e["pawns_per_suburb"] if city["governor"] is None
                        or self.options["suburb_pawns"] == "one" else 3)
        centres = [(city["q"], city["r"]) for city in s["cities"]] or [(0, 0)]
        for p in s["players"]:
            centre = chance.choice(centres)
            p["placed"] = True
            p["q"], p["r"] = chance.choice([centre] + [cell for cell in around(centre)
                                                       if cell in self.map])
            p["units"] = {kind: chance.choice((0, 0, 1, 3)) for kind in KINDS}
            p["influence"] = chance.randrange(e["win_influence"])
            p["own_trades"] = chance.randint(0, 3)
            p["passage"] = chance.choice([None, *range(len(s["cities"]))])
            p["expertise"] = sorted(set(p["expertise"]) | set(chance.sample(RESOURCES, 2)),
                                    key=KINDS.index)
        s.update(phase="action", active=chance.randrange(self.seats), round=chance.randint(1, 9),
                 actions=chance.randint(1, e["actions_per_turn"]), idle=chance.randint(0, 3))
        self.tidy()
        return {key: s[key] for key in s if key not in (
            "game", "viewer", "seats", "ply", "turn", "over", "options", "rng")}

    # ---- what always holds ----

    def doubts(self):
        s = self.state
        for p in s["players"]:
            if min(p["units"].values()) < 0 or p["influence"] < 0:
                yield "units or influence below zero"
        for a, b in itertools.combinations(s["cities"], 2):
            if distance((a["q"], a["r"]), (b["q"], b["r"])) < 3:
                yield "two cities overlap"
        if len(self.map) != 1 + 3 * len(s["tiles"]):
            yield "tiles overlap"


if __name__ == "__main__":
    sys.exit(main(Referee, "caravans"))
