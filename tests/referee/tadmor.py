#!/usr/bin/env python3
"""A second implementation of Tadmor that checks every line of a trace: tadmor.py --serai PATH.

Rule numbers are those of docs/rules/tadmor.md. The state is kept as the trace shows it, except for
`turn`, a mark for undoing: of that only what game.h promises is checked."""
import itertools
import sys

from common import Plan, Rng, Scenes, main
from tadmor_numbers import (BASE, CARDS, COUNTS, GOODS, KINDS, MISSIONS, OTHER, PILES, PLACES_IN_ORDER,
                            RARES, REGIONS, SECTIONS, START_TILES, STATED, SUPERIOR, TILES)

MIXES = {"two_wood": {"wood": 2}, "wood_stone": {"wood": 1, "stone": 1}, "two_stone": {"stone": 2}}
USED = ["order_base", "order_superior", "tribute", "market", "tax", "exempt", "out"]
STOOD = ["tax", "supply", "first"]
PAWN_FAVOURS = {"k5": "boat", "k6": "boat", "k11": "camel", "k12": "camel"}
POSTS = ["i21", "i22", "i37", "i47", "i48"]
NO_ASK = {"kind": "none", "left": 0, "from": "wood", "tile": None, "mission": None, "via": None,
          "section": None, "pile": None, "cost": dict.fromkeys(GOODS, 0)}
CONSTRUCTION = ["floors", "series", "traitor", "temple", "temple_card", "rare_grey", "rare_yellow",
                "rare_red", "mission"]


def ask(kind="none", **more):
    return {**NO_ASK, "cost": dict(NO_ASK["cost"]), "kind": kind, **more}


def bundles(total, least, most):
    """All ways to take `total` goods with bounds for each kind, as lists in the order of GOODS."""
    spans = [range(least[good], most[good] + 1) for good in GOODS]
    return [choice for choice in itertools.product(*spans) if sum(choice) == total]


class Referee:
    STATED = STATED
    PLANS = [plan(players, *how) for players in (2, 3, 4) for plan, *how in (
        (Plan, "random"), (Plan, "greedy"), (Plan, "tadmor:mixed"),
        (Plan, "tadmor:missions", {"setup": "experienced"}), (Plan, "random", {}, OTHER),
        (Scenes,), (Scenes, {}, OTHER))]

    def __init__(self, header):
        self.seats = header["players"]
        self.edition = e = header["edition"]
        self.board = e["board2" if self.seats == 2 else "board4"]
        self.rounds = 3 * e["era_rounds"]
        self.next_turn = None
        self.events = []
        rng = Rng.seed(int(header["seed"]))
        copies = e["rare_copies"][COUNTS[self.seats]]

        def player(there):
            def goods():
                return dict.fromkeys(GOODS, 0)
            return {"pp": e["start_pp"] if there else 0,
                    "goods": dict(e["start_goods"]) if there else goods(), "exchanged": goods(),
                    "owned": {kind: e["start_pawns"][kind] * there for kind in KINDS},
                    "reserve": {kind: e["start_pawns"][kind] * there for kind in KINDS},
                    "tower": 0, "temples": dict.fromkeys(SECTIONS, 0),
                    "rare": dict.fromkeys(RARES, 0), "hand": [], "cards": 0, "done": [],
                    "flipped": [], "used": [], "stood": [], "favoured": False,
                    "older": [0, 0, 0, 0]}
        self.state = {
            "game": "tadmor", "viewer": None, "seats": self.seats, "ply": 0,
            "turn": header["state"]["turn"], "over": False, "options": header["options"],
            "rng": rng.words, "phase": "bonus", "round": 1, "era": 1, "first": None, "lead": None,
            "active": None, "burst": 0, "waiting": [], "ask": ask(),
            "board": dict.fromkeys(self.board["action"]), "post": dict.fromkeys(POSTS),
            "holder": None, "held": None, "revealed": None, "attacked": None,
            "tile": {tile: "box" if self.seats > 2 or e["tile_two"][tile] else "removed"
                     for tile in TILES},
            "top": dict.fromkeys(PILES), "rare_left": dict.fromkeys(RARES, copies), "bonuses": 0,
            "discards": [], "wave": [[], [], [], []],
            "player": [player(seat < self.seats) for seat in range(4)], "spare": [0, 0]}
        for pile in PILES:
            self.turn_up(pile)
        self.events = []
        s = self.state
        s["first"] = s["lead"] = s["active"] = rng.below(self.seats)
        # R3.2: who chooses what, in order
        self.bonuses = [(seat, kind) for seat, place in zip(self.order(), PLACES_IN_ORDER)
                        for kind, count in (("base", e["bonus_base"][place]),
                                            ("superior", e["bonus_superior"][place]))
                        for _ in range(count)]
        self.next_bonus()
        self.settle()
        self.tidy()

    # ---- who and what ----

    def actor(self):
        return None if self.state["over"] else self.state["active"]

    def order(self):
        return [(self.state["lead"] + i) % self.seats for i in range(self.seats)]

    def player(self, seat=None):
        return self.state["player"][self.state["active"] if seat is None else seat]

    def era(self):
        return f"era_{self.state['era']}"

    def has(self, seat, tile):
        return self.state["tile"][tile] == f"p{seat + 1}"

    def tiles(self, seat, values):
        """The sum of a table of the edition over the tiles a seat owns."""
        return sum(value for tile, value in values.items() if self.has(seat, tile))

    def on_display(self):
        return [tile for tile in TILES if self.state["tile"][tile] == "display"]

    def pool(self):
        """R7.6"""
        last = 1 if self.state["era"] == 1 else 2
        return [tile for tile in TILES
                if self.state["tile"][tile] == "box" and self.edition["tile_era"][tile] <= last]

    def standing(self, seat, *actions):
        """Board spaces of these actions with a pawn of the seat, in the order of the board."""
        return [place for place, pawn in self.state["board"].items()
                if pawn and pawn.startswith(f"p{seat + 1}_")
                and self.board["action"][place] in actions]

    def posted(self, seat, tile):
        """A pawn of the seat stands on its private tile."""
        return self.has(seat, tile) and self.state["post"][tile] is not None

    def have(self, seat):
        p = self.player(seat)
        return {good: p["goods"][good] + p["exchanged"][good] for good in GOODS}

    def payable(self, seat, cost):
        have = self.have(seat)
        return all(cost[good] <= have[good] for good in GOODS)

    def pile(self):
        """Missions that are nowhere else."""
        s = self.state
        gone = set(s["discards"]).union(*(p[part] for p in s["player"]
                                          for part in ("hand", "done", "flipped")))
        return [mission for mission in MISSIONS if mission not in gone]

    def drawable(self):
        return bool(self.pile() or self.state["discards"])

    def left_in(self, pile):
        return [kind for kind in PILES[pile] if self.state["rare_left"][kind]]

    def completed(self, seat):
        p = self.player(seat)
        return len(p["done"]) + len(p["flipped"])

    # ---- scores ----

    def mission_score(self, seat):
        """R11.2"""
        value, p = self.edition["mission_value"], self.player(seat)
        return (sum(value[mission] for mission in p["done"]) +
                sum(value[mission] // 2 for mission in p["flipped"]))

    def final_tiles(self, seat):
        """R11.5"""
        measures = {
            "i38": lambda other: self.player(other)["tower"],
            "i39": self.mission_score,
            "i40": lambda other: sum(self.player(other)["rare"].values()),
            "i41": lambda other: self.player(other)["temples"]["statues"],
            "i42": lambda other: sum(self.player(other)["owned"].values())}
        return sum(self.edition["final_pp"][tile] for tile, measure in measures.items()
                   if self.has(seat, tile) and all(measure(other) < measure(seat)
                                                   for other in range(self.seats) if other != seat))

    def parts(self, seat):
        """R11"""
        e, p = self.edition, self.player(seat)
        sets = [sum(count >= k for count in p["rare"].values())
                for k in range(1, 1 + max(p["rare"].values()))]
        return {"tower": p["tower"] * e["floor_pp"], "missions": self.mission_score(seat),
                "temples": sum(count * e["temple_pp"][section]
                               for section, count in p["temples"].items()),
                "rares": sum(e["set_pp"][size - 1] for size in sets),
                "tiles": self.final_tiles(seat)}

    def scores(self):
        return [self.player(seat)["pp"] + sum(self.parts(seat).values())
                for seat in range(self.seats)]

    def ranks(self):
        """R11.7"""
        keys = [(score, sum(self.player(seat)["rare"].values()))
                for seat, score in enumerate(self.scores())]
        return [1 + sum(other > own for other in keys) for own in keys]

    # ---- what may be done ----

    def legal(self):
        s = self.state
        return getattr(self, "legal_" + (s["phase"] if s["ask"]["kind"] == "none"
                                         else s["ask"]["kind"]))()

    def legal_base(self):
        return [f"bonus {good}" for good in BASE]

    def legal_superior(self):
        return [f"bonus {good}" for good in SUPERIOR]

    def legal_start(self):
        """R3.3, R3.6"""
        free = self.state["options"]["setup"] == "experienced"
        return [f"start {tile}" for tile in TILES
                if self.state["tile"][tile] == "box" and self.edition["tile_era"][tile] == 1
                and (free or tile in START_TILES)]

    def placements(self):
        """R4.3"""
        s, seat = self.state, self.state["active"]
        moves = []
        for kind in KINDS:
            if self.player()["reserve"][kind]:
                moves += [f"{kind} {place}" for place, action in self.board["action"].items()
                          if action != "none" and s["board"][place] is None
                          and self.board["shape"][place] in (kind, "either")]
                moves += [f"{kind} {tile}" for tile in POSTS
                          if self.has(seat, tile) and s["post"][tile] is None]
        return moves

    def pawn_flips(self, seat):
        """R4.4, R6.10"""
        p = self.player(seat)
        return [f"flip {mission}" for mission, kind in PAWN_FAVOURS.items()
                if mission in p["done"] and p["owned"][kind] < self.edition["max_pawns"][kind]]

    def legal_place(self):
        s, most = self.state, self.edition["favour_pawns"]
        places, flips = self.placements(), self.pawn_flips(s["active"])
        if s["burst"]:
            return places + flips + ["stop"] * (s["burst"] < most)
        if not places:
            return flips + ["pass"]
        return places + flips + [f"flip {mission}" for mission in ("k23", "k24")
                                 if mission in self.player()["done"]]

    def legal_redirect(self):
        """R5.2"""
        s = self.state
        return ["pass"] + [f"flip {mission} {region}" for mission in ("k9", "k10")
                           if mission in self.player()["done"] for region in REGIONS
                           if region not in (s["revealed"], s["attacked"])]

    def legal_swap(self):
        """R5.5"""
        me = f"p{self.state['active'] + 1}"
        pawns = {place: pawn.split("_") for place, pawn in self.state["board"].items() if pawn}
        return ["pass"] + [f"swap {a} {b}" for a, (whose, kind) in pawns.items() if whose == me
                           for b, (other, same) in pawns.items() if other != me and same == kind]

    def legal_bandit(self):
        return [f"bandit {region}" for region in REGIONS if region != self.state["attacked"]]

    def licences(self, seat):
        """R6.7: pairs of what may be given and what comes for it."""
        p, e = self.player(seat), self.edition
        up = {(a, b) for a in BASE for b in SUPERIOR}
        down = {(a, b) for a in SUPERIOR for b in MIXES}
        pairs = set()
        if self.standing(seat, "market") or self.posted(seat, "i21") or \
                self.posted(seat, "i22") or "market" in p["used"]:
            pairs |= up | down
        if self.standing(seat, "market_up"):
            pairs |= up
        pairs |= {(e["trade_from"][tile], e["trade_to"][tile]) for tile in START_TILES
                  if self.has(seat, tile)}
        pairs |= {(good, mix) for tile, good in e["double_from"].items() if self.has(seat, tile)
                  for mix in MIXES}
        return pairs

    def any_time(self):
        """R6.5 to R6.10"""
        seat, p = self.state["active"], self.player()
        moves = [f"collect {place}" for place in self.standing(seat, "gift", *GOODS)]
        moves += [f"trade {a} {b}" for a, b in self.licences(seat) if p["goods"][a]]
        if self.has(seat, "i6"):
            moves += [f"order {good}" for good in BASE if "order_base" not in p["used"]]
            moves += [f"order {good}" for good in SUPERIOR if "order_superior" not in p["used"]]
        moves += [f"discard {mission} {good}" for mission in p["hand"] for good in GOODS]
        moves += self.pawn_flips(seat)
        if "market" not in p["used"] and "k13" in p["done"]:
            moves.append("flip k13")
        return moves + [f"flip {mission}" for mission in ("k16", "k17", "k18")
                        if mission in p["done"]]

    def price(self):
        return self.edition["price"][self.era()]

    def pool_flips(self, seat):
        return [f"flip {mission}" for mission in ("k25", "k26")
                if mission in self.player(seat)["done"] and self.pool()]

    def legal_improve(self):
        seat = self.state["active"]
        moves = self.any_time() + self.pool_flips(seat) + ["done"]
        if sum(self.have(seat).values()) >= self.price():
            moves += [f"buy {tile}" for tile in self.on_display()]
        return moves

    def late_flips(self, seat):
        """R7.4 to R7.6"""
        has_k15 = "k15" in self.player(seat)["done"] and self.on_display()
        return self.pool_flips(seat) + ["flip k15"] * bool(has_k15)

    def legal_late(self):
        return self.any_time() + self.late_flips(self.state["active"]) + ["done"]

    def can_do(self, seat, action):
        """A pawn of the board or, for construction, of I47 is ready for it (R8.11)."""
        return bool(self.standing(seat, action)) or self.posted(seat, "i47")

    def card(self, height):
        return CARDS[min(height // self.edition["card_floors"], 3)]

    def tower_cost(self, seat, table, height):
        """R2.6; I18 takes the wood off."""
        cost = dict(self.edition[table][self.card(height)])
        if self.has(seat, "i18"):
            cost["wood"] = 0
        return cost

    def raised(self, seat, height):
        """R8.2: with I14 or I15 a floor that is a multiple of five comes by itself."""
        free = self.has(seat, "i14") or self.has(seat, "i15")
        return height + (free and (height + 1) % self.edition["card_floors"] == 0)

    def floor_plans(self, seat):
        """Cost and height after 1, 2... floors, as far as goods reach."""
        height, cost, plans = self.player(seat)["tower"], dict.fromkeys(GOODS, 0), []
        while True:
            for good, n in self.tower_cost(seat, "floors_cost", height).items():
                cost[good] += n
            if not self.payable(seat, cost):
                return plans
            height = self.raised(seat, height + 1)
            plans.append((dict(cost), height))

    def victims(self, seat):
        """R8.4"""
        if not self.edition["traitor"][self.era()]:
            return []
        return [other for other in range(self.seats) if other != seat and
                self.player(other)["tower"] >= max(1, self.player(seat)["tower"])]

    def in_supply(self, section):
        return sum(p["temples"][section] for p in self.state["player"]) < \
            self.edition["temple_copies"]

    def sections(self, seat):
        """R8.5: what could be built next, whatever it costs."""
        temples = self.player(seat)["temples"]
        nexts = [after for before, after in zip(SECTIONS, SECTIONS[1:]) if temples[before]]
        return [section for section in nexts or SECTIONS[:1] if self.in_supply(section)]

    def discounted(self, seat, cost, tile, discount):
        """The goods that may be left out, as bundles; none if the rest cannot be paid."""
        left_out = min(discount, sum(cost.values())) if self.has(seat, tile) else 0
        have = self.have(seat)
        lacking = {good: max(0, cost[good] - have[good]) for good in GOODS}
        return bundles(left_out, lacking, cost)

    def temple_spares(self, seat, section):
        return self.discounted(seat, self.edition["temple_cost"][section], "i34",
                               self.edition["temple_discount"])

    def mission_spares(self, seat, mission):
        return self.discounted(seat, self.edition["mission_cost"][mission], "i20",
                               self.edition["mission_discount"])

    def rare_price(self, seat, pile):
        """R8.7"""
        price = self.edition["rare_price"][pile]
        if self.has(seat, "i28"):
            price = max(0, price - self.edition["rare_discount"])
        return {**dict.fromkeys(GOODS, 0), self.edition["rare_good"][pile]: price}

    def temple_ways(self, seat):
        ways = ["card"] * bool(self.standing(seat, "temple_card"))
        ways += ["plain"] * bool(self.standing(seat, "temple"))
        ways += ["i37"] * self.posted(seat, "i37")
        return ways or ["i47"] * self.posted(seat, "i47")

    def favours(self, seat):
        """R13.2: flips of the construction turn."""
        done, moves = self.player(seat)["done"], []
        for mission in done:
            if mission in ("k1", "k2"):
                moves += [f"flip {mission}"] * any(self.left_in(pile) for pile in PILES)
            elif mission in ("k3", "k4"):
                moves += [f"flip {mission} {section}" for section in self.sections(seat)]
            elif mission in ("k7", "k8"):
                moves.append(f"flip {mission}")
            elif mission == "k19":
                moves += ["flip k19"] * self.in_supply("foundations")
            elif mission == "k20":
                moves += [f"flip k20 P{other + 1}" for other in range(self.seats)
                          if other != seat and self.player(other)["tower"]]
            elif mission in ("k21", "k22"):
                moves += [f"flip {mission}"] * self.drawable()
        return moves

    def legal_build(self):
        """R8"""
        seat, p, e = self.state["active"], self.player(), self.edition
        moves = self.any_time() + self.favours(seat) + ["done"]
        if self.can_do(seat, "floors"):
            moves += [f"floors {n + 1}" for n in range(len(self.floor_plans(seat)))]
        if self.can_do(seat, "series") and \
                self.payable(seat, self.tower_cost(seat, "series_cost", p["tower"])):
            moves.append("series")
        if self.can_do(seat, "traitor"):
            moves += [f"traitor P{other + 1}" for other in self.victims(seat)]
        moves += [f"temple {way} {section}" for way in self.temple_ways(seat)
                  for section in self.sections(seat) if self.temple_spares(seat, section)]
        for pile in PILES:
            if self.can_do(seat, "rare_" + pile) and self.left_in(pile):
                moves += [f"rare {pile}"] * self.payable(seat, self.rare_price(seat, pile))
                if self.has(seat, "i9") and "tribute" not in p["used"] and p["pp"] >= e["tribute"]:
                    moves.append(f"rare {pile} by=prestige")
        if self.can_do(seat, "mission"):
            moves += ["draw"] * self.drawable()
            moves += [f"complete {mission}" for mission in p["hand"]
                      if self.mission_spares(seat, mission)]
        return moves

    def liable(self, seat):
        """R9.4"""
        p = self.player(seat)
        return not (self.state["era"] == 1 or self.has(seat, "i46") or
                    self.standing(seat, "tax") or set(p["used"]) & {"tax", "exempt"})

    def legal_kingdom(self):
        """R9"""
        seat, p = self.state["active"], self.player()
        moves, liable = self.any_time(), self.liable(seat)

        def by_i48(action):
            return self.posted(seat, "i48") and action not in p["stood"]
        if self.standing(seat, "first") or by_i48("first"):
            moves += [f"first {good}" for good in BASE]
        moves += ["supply"] * by_i48("supply")
        if not liable:
            return moves + ["done"]
        moves += ["exempt"] * by_i48("tax")
        if self.have(seat)["gold"] >= self.edition["tax"][self.era()]:
            moves.append("pay_tax")
        return moves + ["refuse_tax"]

    def names(self):
        """R6.12: the bundles that the open question still allows."""
        a, seat = self.state["ask"], self.state["active"]
        none, later = dict.fromkeys(GOODS, 0), GOODS[GOODS.index(a["from"]):]
        if a["kind"] == "spare":
            have = self.have(seat)
            none = {good: max(0, a["cost"][good] - have[good]) for good in GOODS}
            most = a["cost"]
        elif a["kind"] == "gain":
            most = dict.fromkeys(GOODS, a["left"])
        else:
            most = self.have(seat)
        return bundles(a["left"], none, {good: most[good] if good in later else 0
                                         for good in GOODS})

    def legal_pay(self):
        firsts = set()
        for bundle in self.names():
            firsts.add(next((good, n) for good, n in zip(GOODS, bundle) if n))
        return [f"{self.state['ask']['kind']} {good} {n}" for good, n in firsts]

    legal_spare = legal_gain = legal_drop = legal_pay

    def legal_rare(self):
        """R8.6, R8.7, K1, K2"""
        s, a = self.state, self.state["ask"]
        piles = [a["pile"]] if a["pile"] else list(PILES)
        if a["mission"] or self.has(s["active"], "i43"):
            return [f"pick {kind}" for pile in piles for kind in self.left_in(pile)]
        return [f"pick {s['top'][pile]}" for pile in piles if s["top"][pile]]

    def legal_take(self):
        tiles = self.on_display() if self.state["ask"]["mission"] == "k15" else self.pool()
        return [f"take {tile}" for tile in tiles]

    # ---- what it does ----

    def watch(self, line):
        """`turn` may only grow, and grows with every change of the player who decides."""
        self.next_turn = line["state"]["turn"]

    def play(self, move):
        s, before, turn = self.state, self.state["active"], self.state["turn"]
        self.events, self.wrong = [], []
        s["ply"] += 1
        self.perform(move)
        self.settle()
        self.tidy()
        s["turn"] = self.next_turn or turn
        if self.next_turn is None:
            return self.events
        if s["turn"] < turn or (s["turn"] == turn and s["active"] != before):
            self.wrong.append(f"turn: {turn} -> {s['turn']}")
        return self.events

    def perform(self, move):
        verb, *words = move.split()
        getattr(self, "do_" + verb)(*words)

    def settle(self):
        """R6.3: what needs no answer follows by itself."""
        s = self.state
        while not s["over"]:
            if s["ask"]["kind"] == "none" and not self.is_open():
                self.close()
                continue
            moves = self.legal()
            if len(moves) > 1:
                return
            self.perform(moves[0])

    def tidy(self):
        s = self.state
        hands = set().union(*(p["hand"] for p in s["player"]))
        s["wave"] = [[mission for mission in wave if mission in hands] for wave in s["wave"]]
        s["discards"].sort(key=MISSIONS.index)
        for p in s["player"]:
            for part in ("hand", "done", "flipped"):
                p[part].sort(key=MISSIONS.index)
            p["cards"] = len(p["hand"])
            p["used"].sort(key=USED.index)
            p["older"] = [len(set(wave) & set(p["hand"])) for wave in s["wave"]]

    def tell(self, event, seat=None, **more):
        self.events.append({"event": event, "seat": seat, **more})

    def points(self, seat, n, source):
        if n:
            self.player(seat)["pp"] += n
            self.tell("points", seat, n=n, source=source)

    def pay(self, seat, cost):
        """R6.11"""
        p = self.player(seat)
        for good in GOODS:
            if cost[good]:
                first = min(cost[good], p["exchanged"][good])
                p["exchanged"][good] -= first
                p["goods"][good] -= cost[good] - first
                self.tell("paid", seat, good=good, n=cost[good])

    def send_home(self, place, event=None):
        s = self.state
        where = s["board"] if place in s["board"] else s["post"]
        whose, kind = where[place].split("_")
        where[place] = None
        seat = int(whose[1:]) - 1
        self.player(seat)["reserve"][kind] += 1
        if event:
            self.tell(event, seat, kind=kind, place=place)
        return seat

    def use_pawn(self, seat, action):
        """R8.11"""
        places = self.standing(seat, action)
        self.send_home(places[0] if places else "i47")

    def gain_pawn(self, seat, kind):
        p = self.player(seat)
        p["owned"][kind] += 1
        p["reserve"][kind] += 1
        self.tell("pawn", seat, kind=kind, n=p["owned"][kind])

    def grow(self, seat):
        """R6.4"""
        e, p = self.edition, self.player(seat)

        def nth(kind):
            extra = p["owned"][kind] - e["start_pawns"][kind]
            return "first_extra" if extra == 0 else "second_extra"

        def camel_due():
            missions = self.completed(seat)
            if p["tower"] >= e["camel_tower"][nth("camel")] or \
                    missions >= e["camel_missions"][nth("camel")]:
                return True
            return nth("camel") == "second_extra" and p["tower"] >= e["camel_both_tower"] and \
                missions >= e["camel_both_missions"]

        def boat_due():
            return all(sum(p["rare"][kind] for kind in kinds) >= e["boat_sets"][nth("boat")]
                       for kinds in PILES.values())
        for kind, action, due in (("camel", "caravan", camel_due), ("boat", "shipyard", boat_due)):
            for place in self.standing(seat, action):
                if p["owned"][kind] < e["max_pawns"][kind] and due():
                    self.send_home(place)
                    self.gain_pawn(seat, kind)

    def flip(self, mission):
        p = self.player()
        p["done"].remove(mission)
        p["flipped"].append(mission)
        self.tell("flip", self.state["active"], mission=mission)

    def turn_up(self, pile):
        """R8.7, R12.2: the next top is any of what is left in the pile."""
        s = self.state
        tiles = [kind for kind in PILES[pile] for _ in range(s["rare_left"][kind])]
        s["top"][pile] = tiles[Rng(s["rng"]).below(len(tiles))] if tiles else None
        if tiles:
            self.tell("top", pile=pile, rare=s["top"][pile])

    def gain_rare(self, seat, kind, table):
        s = self.state
        s["rare_left"][kind] -= 1
        self.player(seat)["rare"][kind] += 1
        self.tell("rare", seat, rare=kind)
        self.points(seat, self.tiles(seat, self.edition[table]), "rare")
        self.turn_up(next(pile for pile in PILES if kind in PILES[pile]))
        self.grow(seat)

    def draw(self, seat):
        """R8.8, R12.3"""
        s = self.state
        if not self.pile():
            if not s["discards"]:
                return
            self.tell("reshuffle", n=len(s["discards"]))
            s["discards"] = []
            self.tidy()
            older = set().union(*s["wave"])
            fresh = [mission for mission in MISSIONS if mission not in older
                     and any(mission in p["hand"] for p in s["player"])]
            oldest = sorted(s["wave"][2] + s["wave"][3], key=MISSIONS.index)
            s["wave"] = [fresh, s["wave"][0], s["wave"][1], oldest]
        pile = self.pile()
        mission = pile[Rng(s["rng"]).below(len(pile))]
        self.player(seat)["hand"].append(mission)
        self.tell("draw", seat, mission=mission, seen_by=[seat])

    def build_floors(self, seat, n):
        p = self.player(seat)
        before = p["tower"]
        for _ in range(n):
            p["tower"] = self.raised(seat, p["tower"] + 1)
        self.tell("floors", seat, n=p["tower"] - before, height=p["tower"])
        self.grow(seat)

    def fall(self, victim, n):
        """R8.4"""
        p = self.player(victim)
        n = min(n, p["tower"])
        p["tower"] -= n
        self.tell("fall", victim, n=n, height=p["tower"])
        self.free_floor(victim)

    def free_floor(self, seat):
        p = self.player(seat)
        height = self.raised(seat, p["tower"])
        if height > p["tower"]:
            p["tower"] = height
            self.tell("floors", seat, n=1, height=height)
        self.grow(seat)

    def acquire(self, seat, tile):
        self.state["tile"][tile] = f"p{seat + 1}"
        self.tell("acquire", seat, tile=tile)
        if tile in ("i14", "i15"):
            self.free_floor(seat)

    # ---- set-up ----

    def next_bonus(self):
        s = self.state
        if self.bonuses:
            s["active"], kind = self.bonuses[0]
            s["ask"] = ask(kind, left=self.bonuses.count(self.bonuses[0]))
        else:
            s.update(phase="start", ask=ask(), active=self.order()[-1])

    def do_bonus(self, good):
        self.player()["goods"][good] += 1
        self.tell("bonus", self.state["active"], good=good)
        del self.bonuses[0]
        self.next_bonus()

    def do_start(self, tile):
        s = self.state
        s["tile"][tile] = f"p{s['active'] + 1}"
        self.tell("start", s["active"], tile=tile)
        if s["active"] != s["lead"]:
            s["active"] = (s["active"] - 1) % self.seats
            return
        self.offer(() if s["options"]["setup"] == "experienced" else START_TILES)
        for seat in self.order():
            for _ in range(self.edition["start_missions"]):
                self.draw(seat)
        self.begin_round()

    def offer(self, but=()):
        """R3.4, R10.3"""
        s = self.state
        tiles = [tile for tile in TILES if s["tile"][tile] == "box" and tile not in but
                 and self.edition["tile_era"][tile] == s["era"]]
        for _ in range(min(len(tiles), self.edition["display"][COUNTS[self.seats]])):
            i = Rng(s["rng"]).below(len(tiles))
            tile, tiles[i] = tiles[i], tiles[-1]
            tiles.pop()
            s["tile"][tile] = "display"
            self.tell("offer", tile=tile)

    def begin_round(self):
        s = self.state
        s.update(phase="place", lead=s["first"], active=s["first"])
        self.tell("round", s["first"], n=s["round"], era=s["era"])

    # ---- windows: is there anything to ask, and what follows ----

    def is_open(self):
        s = self.state
        test = getattr(self, "open_" + s["phase"], None)
        return test(s["active"]) if test else True

    def close(self):
        getattr(self, "close_" + self.state["phase"])()

    def after(self, seat):
        """Seats behind this one in the order of the round."""
        order = self.order()
        return order[order.index(seat) + 1:]

    def open_place(self, seat):
        """R4.6"""
        p = self.player(seat)
        return "out" not in p["used"] and bool(any(p["reserve"].values()) or self.pawn_flips(seat))

    def close_place(self):
        s = self.state
        s["burst"] = 0
        for step in range(1, self.seats + 1):
            seat = (s["active"] + step) % self.seats
            if self.open_place(seat):
                s["active"] = seat
                return
        self.bandits()

    def put(self, kind, place):
        s = self.state
        where = s["board"] if place in s["board"] else s["post"]
        where[place] = f"p{s['active'] + 1}_{kind}"
        self.player()["reserve"][kind] -= 1

    def do_camel(self, place, kind="camel"):
        s = self.state
        self.put(kind, place)
        self.tell("place", s["active"], kind=kind, place=place)
        s["burst"] = max(0, s["burst"] - 1)
        if not s["burst"] or not (self.placements() or self.pawn_flips(s["active"])):
            self.close_place()

    def do_boat(self, place):
        self.do_camel(place, "boat")

    def do_stop(self):
        self.close_place()

    def do_pass(self):
        s = self.state
        self.tell("pass", s["active"])
        if s["phase"] == "place":
            self.player()["used"].append("out")
            self.close_place()
        else:
            s["waiting"].remove(f"p{s['active'] + 1}")

    def wait_for(self, *missions):
        """Everybody who has one of these face up."""
        return [f"p{seat + 1}" for seat in range(self.seats)
                if set(missions) & set(self.player(seat)["done"])]

    def ask_next(self, then):
        """The next of those waiting, behind the active player, or what follows."""
        s = self.state
        for step in range(1, self.seats + 1):
            seat = (s["active"] + step) % self.seats
            if f"p{seat + 1}" in s["waiting"]:
                s["active"] = seat
                return
        then()

    def open_redirect(self, seat):
        return f"p{seat + 1}" in self.state["waiting"]

    open_swap = open_redirect

    def bandits(self):
        """R5.1"""
        s = self.state
        self.tell("phase", phase="bandit")
        if s["holder"] is None:
            self.tell("quiet")
            self.choose_card()
            return
        s.update(phase="redirect", revealed=s["held"], held=None, active=self.order()[-1],
                 waiting=self.wait_for("k9", "k10"))
        self.tell("reveal", s["holder"], region=s["revealed"])
        self.close_redirect()

    def close_redirect(self):
        self.ask_next(self.raid)

    def redirect(self, region):
        s = self.state
        self.tell("redirect", s["active"], region=region)
        s.update(revealed=region, waiting=self.wait_for("k9", "k10"))
        self.close_redirect()

    def raid(self):
        """R5.3, R5.4"""
        s, e, holder = self.state, self.edition, self.state["holder"]
        hit = False
        for place, pawn in s["board"].items():
            if pawn and self.board["region"][place] == s["revealed"]:
                seat = int(pawn[1]) - 1
                if self.has(seat, "i45") or (seat == holder and self.has(seat, "i7")):
                    continue
                self.send_home(place, "raided")
                hit = hit or seat != holder
        if hit and self.has(holder, "i25"):
            self.points(holder, e["raid_pp"], "raid")
        if self.has(holder, "i26"):
            self.player(holder)["goods"]["gold"] += e["spoil_gold"]
            self.tell("gain", holder, good="gold", n=e["spoil_gold"])
            self.points(holder, e["spoil_pp"], "raid")
        s.update(phase="swap", holder=None, active=self.order()[-1], waiting=self.wait_for("k14"))
        self.close_swap()

    def close_swap(self):
        self.ask_next(self.raid_over)

    def do_swap(self, own, other):
        """R5.5"""
        s = self.state
        self.flip("k14")
        self.tell("swap", s["active"], victim=int(s["board"][other][1]) - 1, own=own, other=other)
        s["board"][own], s["board"][other] = s["board"][other], s["board"][own]
        s["waiting"].remove(f"p{s['active'] + 1}")

    def raid_over(self):
        """R5.6"""
        s = self.state
        s.update(attacked=s["revealed"], revealed=None)
        self.choose_card()

    def choose_card(self):
        """R5.7"""
        s = self.state
        s["phase"] = "bandit"
        for place, pawn in s["board"].items():
            if pawn and self.board["action"][place] == "bandits":
                seat = self.send_home(place)
                if s["round"] < self.rounds:
                    s["active"] = seat
                    return
        self.resolution()

    def do_bandit(self, region):
        s = self.state
        s.update(holder=s["active"], held=region)
        self.tell("choose", s["active"], region=region, seen_by=[s["active"]])
        self.resolution()

    # ---- resolution ----

    def resolution(self):
        """R6"""
        s = self.state
        s["phase"] = "improve"
        self.tell("phase", phase="improve")
        for seat in self.order():
            self.player(seat)["stood"] = [action for action in STOOD if self.standing(seat, action)]
            self.grow(seat)
            self.collect_all(seat, self.reach(seat))
        self.close_improve()

    def amount(self, seat, place):
        """R6.5, R6.6: by the shape of the space, or the pawn where both fit."""
        kind = self.state["board"][place].split("_")[1]
        action, table = self.board["action"][place], kind
        if action == "gift":
            return self.edition["gift_" + table][self.era()] * \
                (self.edition["gift_factor"] if self.has(seat, "i44") else 1)
        table += "_base" if action in BASE else "_superior"
        boosts = {tile: n for tile, n in self.edition["boost"].items()
                  if self.edition["boost_good"][tile] == action}
        return self.edition[table][self.era()] + (self.tiles(seat, boosts) if kind == "boat" else 0)

    def collect(self, seat, place):
        n, good = self.amount(seat, place), self.board["action"][place]
        self.send_home(place)
        if good == "gift":
            self.points(seat, n, "gift")
        else:
            self.player(seat)["goods"][good] += n
            self.tell("collect", seat, place=place, good=good, n=n)

    def reach(self, seat):
        """Tiles the seat may still get in this phase."""
        done = self.player(seat)["done"]
        slots = self.standing(seat, *self.slots())
        tiles = set()
        if slots or "k15" in done:
            tiles |= set(self.on_display())
        if "k25" in done or "k26" in done:
            tiles |= set(self.pool())
        return tiles

    def collect_all(self, seat, reach):
        for place in self.standing(seat, "gift", *GOODS):
            good = self.board["action"][place]
            boat = self.state["board"][place].endswith("boat")
            raising = {"i44"} if good == "gift" else {
                tile for tile, what in self.edition["boost_good"].items() if what == good and boat}
            if not raising & set(reach):
                self.collect(seat, place)

    def do_collect(self, place):
        self.collect(self.state["active"], place)

    @staticmethod
    def slots():
        return [f"improve_{n}" for n in (1, 2, 3, 4)]

    def slot(self):
        """R7.1: the next pawn on a slot."""
        for action in self.slots():
            for place, pawn in self.state["board"].items():
                if pawn and self.board["action"][place] == action:
                    return place, int(pawn[1]) - 1
        return None, None

    def best(self, seat):
        """R6.3: the most goods the seat could bring together now."""
        p = self.player(seat)
        goods = dict(p["goods"])
        for place in self.standing(seat, *GOODS):
            goods[self.board["action"][place]] += self.amount(seat, place)
        doubled = {a for a, b in self.licences(seat) if b in MIXES}
        if "k13" in p["done"]:
            doubled = set(SUPERIOR)
        orders = 2 - len({"order_base", "order_superior"} & set(p["used"]))
        return (sum(goods.values()) + sum(p["exchanged"].values()) + len(p["hand"]) +
                sum(goods[good] for good in doubled) + orders * self.has(seat, "i6") +
                self.edition["favour_goods"] * len({"k16", "k17", "k18"} & set(p["done"])))

    def open_improve(self, seat):
        return seat == self.slot()[1] and bool(
            self.pool_flips(seat) or (self.on_display() and self.best(seat) >= self.price()))

    def close_improve(self):
        """A pawn that has nothing to buy goes home; then the next slot."""
        s = self.state
        place, seat = self.slot()
        while place:
            s["active"] = seat
            if self.open_improve(seat):
                return
            self.send_home(place, "home")
            place, seat = self.slot()
        s["phase"] = "late"
        self.late(self.order())

    def do_buy(self, tile):
        self.state["ask"] = ask("pay", left=self.price(), tile=tile)

    def bought(self, tile):
        """R7.2, R7.3"""
        s = self.state
        place, seat = self.slot()
        pawn = s["board"][place]
        self.acquire(seat, tile)
        if tile in POSTS:
            s["board"][place], s["post"][tile] = None, pawn
            self.tell("place", seat, kind=pawn.split("_")[1], place=tile)
        else:
            self.send_home(place)
        self.close_improve()

    def open_late(self, seat):
        return bool(self.late_flips(seat))

    def late(self, seats):
        for seat in seats:
            if self.late_flips(seat):
                self.state["active"] = seat
                return
        self.construction()

    def close_late(self):
        self.late(self.after(self.state["active"]))

    def construction(self):
        s = self.state
        s.update(phase="build", active=s["lead"])
        self.tell("phase", phase="build")
        for place, pawn in s["board"].items():
            if pawn and self.board["action"][place] in ("gift", *GOODS):
                self.collect(int(pawn[1]) - 1, place)

    def open_build(self, seat):
        """R6.3: a pawn or a favour could do something."""
        p = self.player(seat)
        possible = {
            "floors": True, "series": True, "traitor": bool(self.victims(seat)),
            "temple": bool(self.sections(seat)), "temple_card": bool(self.sections(seat)),
            "mission": self.drawable() or bool(p["hand"]),
            **{"rare_" + pile: bool(self.left_in(pile)) for pile in PILES}}
        return bool(any(possible[action] and self.can_do(seat, action) for action in CONSTRUCTION)
                    or (self.posted(seat, "i37") and self.sections(seat)) or self.favours(seat))

    def close_build(self):
        s, seat = self.state, self.state["active"]
        for place in self.standing(seat, *CONSTRUCTION):
            self.send_home(place, "home")
        for tile in ("i37", "i47"):
            if self.posted(seat, tile):
                self.send_home(tile, "home")
        if self.after(seat):
            s["active"] = self.after(seat)[0]
        else:
            self.kingdom()

    def do_done(self):
        s = self.state
        if s["phase"] == "improve":
            self.send_home(self.slot()[0], "home")
        self.close()

    def do_trade(self, good, result):
        p = self.player()
        p["goods"][good] -= 1
        for gained, n in MIXES.get(result, {result: 1}).items():
            p["exchanged"][gained] += n
        self.tell("trade", self.state["active"], **{"from": good, "to": result})

    def do_order(self, good):
        """R6.8"""
        kind = "order_base" if good in BASE else "order_superior"
        self.player()["used"].append(kind)
        self.player()["exchanged"][good] += 1
        self.tell("order", self.state["active"], good=good)
        self.points(self.state["active"], -self.edition[kind], "order")

    def do_discard(self, mission, good):
        p = self.player()
        p["hand"].remove(mission)
        self.state["discards"].append(mission)
        p["exchanged"][good] += 1
        self.tell("discard", self.state["active"], mission=mission, good=good)

    def do_floors(self, n):
        seat = self.state["active"]
        cost, _ = self.floor_plans(seat)[int(n) - 1]
        self.use_pawn(seat, "floors")
        self.pay(seat, cost)
        self.build_floors(seat, int(n))

    def do_series(self):
        """R8.3"""
        seat = self.state["active"]
        self.use_pawn(seat, "series")
        self.pay(seat, self.tower_cost(seat, "series_cost", self.player()["tower"]))
        self.build_floors(seat, self.edition["series_floors"])

    def do_traitor(self, victim):
        self.use_pawn(self.state["active"], "traitor")
        self.fall(int(victim[1:]) - 1, self.edition["traitor"][self.era()])

    def do_temple(self, way, section):
        s, seat = self.state, self.state["active"]
        if way == "i37":
            self.send_home("i37")
        else:
            self.use_pawn(seat, {"card": "temple_card"}.get(way, "temple"))
        cost = dict(self.edition["temple_cost"][section])
        if self.has(seat, "i34"):
            left_out = min(self.edition["temple_discount"], sum(cost.values()))
            s["ask"] = ask("spare", left=left_out, via=way, section=section, cost=cost)
        else:
            self.pay(seat, cost)
            self.section(section, way)

    def section(self, section, way=None):
        """R8.5, R8.6, R8.10"""
        s, e, seat, p = self.state, self.edition, self.state["active"], self.player()
        before = SECTIONS[:SECTIONS.index(section)]
        if before:
            p["temples"][before[-1]] -= 1
        p["temples"][section] += 1
        self.tell("temple", seat, section=section)
        if section == "statues":
            due = 0
            if not p["favoured"] and s["bonuses"] < 2:
                due = list(e["temple_bonus"].values())[s["bonuses"]]
                s["bonuses"] += 1
                p["favoured"] = True
            self.tell("finish", seat, n=due)
            lost = max(0, due - sum(s["rare_left"].values()))
            if lost:
                self.tell("lost", seat, n=lost)
            if due > lost:
                s["ask"] = ask("rare", left=due - lost)
        if way == "card":
            self.draw(seat)
        elif way == "i37":
            self.points(seat, e["private_temple_pp"], "temple")

    def do_rare(self, pile, by=None):
        """R8.7"""
        s, seat = self.state, self.state["active"]
        self.use_pawn(seat, "rare_" + pile)
        if by:
            self.points(seat, -self.edition["tribute"], "tribute")
            self.player()["used"].append("tribute")
        else:
            self.pay(seat, self.rare_price(seat, pile))
        if self.has(seat, "i43"):
            s["ask"] = ask("rare", left=1, pile=pile)
        else:
            self.gain_rare(seat, s["top"][pile], "rare_bought_pp")

    def do_pick(self, kind):
        s, a = self.state, self.state["ask"]
        a["left"] -= 1
        if not a["left"]:
            s["ask"] = ask()
        self.gain_rare(s["active"], kind, "rare_bought_pp" if a["pile"] else "rare_free_pp")

    def do_draw(self):
        self.use_pawn(self.state["active"], "mission")
        self.draw(self.state["active"])

    def do_complete(self, mission):
        """R8.9"""
        s, e, seat, p = self.state, self.edition, self.state["active"], self.player()
        self.use_pawn(seat, "mission")
        p["hand"].remove(mission)
        p["done"].append(mission)
        self.tell("complete", seat, mission=mission)
        cost = dict(e["mission_cost"][mission])
        if self.has(seat, "i20"):
            left_out = min(e["mission_discount"], sum(cost.values()))
            s["ask"] = ask("spare", left=left_out, mission=mission, cost=cost)
        else:
            self.pay(seat, cost)
            self.completed_one(seat)

    def completed_one(self, seat):
        self.points(seat, self.tiles(seat, self.edition["mission_pp"]), "mission")
        self.grow(seat)

    def do_flip(self, mission, what=None):
        """R13.2"""
        s, e, seat = self.state, self.edition, self.state["active"]
        self.flip(mission)
        if mission in ("k1", "k2"):
            s["ask"] = ask("rare", left=1, mission=mission)
        elif mission in ("k3", "k4"):
            self.section(what)
        elif mission in PAWN_FAVOURS:
            self.gain_pawn(seat, PAWN_FAVOURS[mission])
        elif mission in ("k7", "k8"):
            self.build_floors(seat, e["favour_floors"][mission])
        elif mission in ("k9", "k10"):
            self.redirect(what)
        elif mission == "k13":
            self.player()["used"].append("market")
        elif mission == "k15":
            s["ask"] = ask("take", left=min(e["favour_tiles"], len(self.on_display())),
                           mission=mission)
        elif mission in ("k16", "k17", "k18"):
            s["ask"] = ask("gain", left=e["favour_goods"], mission=mission)
        elif mission == "k19":
            self.section("foundations")
        elif mission == "k20":
            self.fall(int(what[1:]) - 1, e["favour_fall"])
        elif mission in ("k21", "k22"):
            for _ in range(e["favour_cards"]):
                self.draw(seat)
        elif mission in ("k23", "k24"):
            s["burst"] = e["favour_pawns"]
        else:
            s["ask"] = ask("take", left=1, mission=mission)

    def do_take(self, tile):
        s, a = self.state, self.state["ask"]
        a["left"] -= 1
        if not a["left"]:
            s["ask"] = ask()
        self.acquire(s["active"], tile)

    # ---- goods of free choice, kind by kind ----

    def named(self, good, n):
        """One kind is named; returns the question when it was the last, else None."""
        s, a = self.state, self.state["ask"]
        a["left"] -= n
        a["from"] = GOODS[min(3, GOODS.index(good) + 1)]
        if a["left"]:
            return None
        s["ask"] = ask()
        return a

    def do_pay(self, good, n):
        seat = self.state["active"]
        self.pay(seat, {**dict.fromkeys(GOODS, 0), good: int(n)})
        over = self.named(good, int(n))
        if over:
            self.bought(over["tile"])

    def do_spare(self, good, n):
        seat, a = self.state["active"], self.state["ask"]
        a["cost"][good] -= int(n)
        over = self.named(good, int(n))
        if over:
            self.pay(seat, over["cost"])
            if over["mission"]:
                self.completed_one(seat)
            else:
                self.section(over["section"], over["via"])

    def do_gain(self, good, n):
        seat = self.state["active"]
        self.player()["exchanged"][good] += int(n)
        self.tell("gain", seat, good=good, n=int(n))
        self.named(good, int(n))

    def do_drop(self, good, n):
        s = self.state
        self.player()["goods"][good] -= int(n)
        self.tell("drop", s["active"], good=good, n=int(n))
        if self.named(good, int(n)):
            self.excess(self.after(s["active"]))

    # ---- kingdom and the end of the round ----

    def kingdom(self):
        """R9.1"""
        s = self.state
        s["phase"] = "kingdom"
        self.tell("phase", phase="kingdom")
        heights = [self.player(seat)["tower"] for seat in range(self.seats)]
        if heights.count(max(heights)) == 1:
            seat = heights.index(max(heights))
            self.points(seat, self.tiles(seat, self.edition["tallest_pp"]), "tallest")
        self.kingdom_turn(s["lead"])

    def kingdom_turn(self, seat):
        self.state["active"] = seat
        for place in self.standing(seat, "supply"):
            self.send_home(place)
            self.supply(seat)

    def supply(self, seat):
        """R9.2"""
        lowest = min(self.player(other)["tower"] for other in range(self.seats))
        self.points(seat, self.player(seat)["tower"] - lowest, "supply")

    def do_supply(self):
        self.send_home("i48")
        self.supply(self.state["active"])

    def do_first(self, good):
        """R9.3"""
        s, seat = self.state, self.state["active"]
        places = self.standing(seat, "first")
        self.send_home(places[0] if places else "i48")
        s["first"] = seat
        self.player()["goods"][good] += 1
        self.tell("marker", seat)
        self.tell("gain", seat, good=good, n=1)

    def do_exempt(self):
        self.send_home("i48")
        self.player()["used"].append("exempt")
        self.tell("exempt", self.state["active"])

    def do_pay_tax(self):
        cost = {**dict.fromkeys(GOODS, 0), "gold": self.edition["tax"][self.era()]}
        self.pay(self.state["active"], cost)
        self.player()["used"].append("tax")

    def do_refuse_tax(self):
        self.points(self.state["active"], -self.edition["tax_penalty"][self.era()], "tax")
        self.player()["used"].append("tax")

    def close_kingdom(self):
        """R9.6"""
        s, seat = self.state, self.state["active"]
        quiet = ["market", "market_up", "tax"]
        for place, pawn in [*s["board"].items(), *s["post"].items()]:
            if pawn and pawn.startswith(f"p{seat + 1}_"):
                silent = place in ("i21", "i22") or self.board["action"].get(place) in quiet
                self.send_home(place, None if silent else "home")
        if self.after(seat):
            self.kingdom_turn(self.after(seat)[0])
        else:
            for p in s["player"]:  # R10.1
                for good in GOODS:
                    p["goods"][good] += p["exchanged"][good]
                    p["exchanged"][good] = 0
            self.excess(self.order())

    def excess(self, seats):
        """R10.2"""
        s, e = self.state, self.edition
        for seat in seats:
            limit = e["limit_large"] if self.has(seat, "i33") else e["limit"]
            over = sum(self.player(seat)["goods"].values()) - limit
            if over > 0:
                s.update(phase="drop", active=seat, ask=ask("drop", left=over))
                return
        self.end_of_round()

    def end_of_round(self):
        """R10.3, R10.4"""
        s, e = self.state, self.edition
        for p in s["player"]:
            p["used"], p["stood"] = [], []
        if s["round"] == self.rounds:
            self.end()
            return
        s["round"] += 1
        if (s["round"] - 1) % e["era_rounds"] == 0:
            s["era"] += 1
            self.tell("era", n=s["era"])
            for seat in self.order():
                self.points(seat, self.player(seat)["tower"] * e["floor_pp"], "era")
            for tile in self.on_display():
                s["tile"][tile] = "box"
            self.offer()
        self.begin_round()

    def end(self):
        s = self.state
        self.tell("phase", phase="end")
        for seat in self.order():
            for part, n in self.parts(seat).items():
                if n:
                    self.tell("score", seat, part=part, n=n)
            self.tell("final", seat, n=self.scores()[seat])
        s.update(phase="end", over=True, active=s["lead"])

    # ---- positions that players would hardly reach ----

    def stage(self, chance):
        """A round in which everybody may have anything, with most pawns placed."""
        s, e = self.state, self.edition
        era = chance.randint(1, 3)
        lead = chance.randrange(self.seats)
        s.update(phase="place", ask=ask(), era=era, first=lead, lead=lead, active=lead,
                 round=(era - 1) * e["era_rounds"] + chance.randint(1, e["era_rounds"]))
        for tile in TILES:
            if s["tile"][tile] == "box" and e["tile_era"][tile] <= era and chance.random() < 0.5:
                s["tile"][tile] = f"p{chance.randrange(self.seats) + 1}"
        shown = [tile for tile in TILES if s["tile"][tile] == "box" and tile not in START_TILES
                 and e["tile_era"][tile] == era]
        for tile in shown[:chance.randint(0, e["display"][COUNTS[self.seats]])]:
            s["tile"][tile] = "display"
        missions = chance.sample(MISSIONS, len(MISSIONS))

        def some(most):
            return [missions.pop() for _ in range(min(len(missions), chance.randint(0, most)))]
        temples = {section: e["temple_copies"] for section in SECTIONS}
        for seat in range(self.seats):
            p = self.player(seat)
            p.update(pp=chance.randint(-3, 40), hand=some(3), done=some(6), flipped=some(2),
                     tower=self.raised(seat, chance.choice((0, 1, 3, 4, 5, 9, 10, 14, 18, 24))))
            p["goods"] = {good: chance.randint(0, chance.choice((2, 9))) for good in GOODS}
            for kind in KINDS:
                p["owned"][kind] = chance.randint(e["start_pawns"][kind], e["max_pawns"][kind])
                p["reserve"][kind] = p["owned"][kind]
            for section in SECTIONS:
                n = min(temples[section], chance.choice((0, 0, 0, 1, 1, 2)))
                p["temples"][section], temples[section] = n, temples[section] - n
            for kind in RARES:
                n = min(s["rare_left"][kind], chance.choice((0, 0, 0, 1, 1, 2)))
                p["rare"][kind], s["rare_left"][kind] = n, s["rare_left"][kind] - n
            if p["temples"]["statues"] and s["bonuses"] < 2:
                s["bonuses"] += 1
                p["favoured"] = True
        s["discards"] = some(len(missions))
        for mission in MISSIONS:
            if any(mission in p["hand"] for p in s["player"]):
                chance.choice((*s["wave"], [], [], [])).append(mission)
        for pile in PILES:
            s["top"][pile] = chance.choice(self.left_in(pile) or [None])
        if s["round"] > 1 and chance.random() < 0.7:
            s["held"], s["attacked"] = chance.sample(REGIONS, 2)
            s["holder"] = chance.randrange(self.seats)
            s["attacked"] = chance.choice((s["attacked"], None))
        for s["active"] in range(self.seats):
            for _ in range(chance.randint(0, sum(self.player()["reserve"].values()) - 1)):
                kind, place = chance.choice(self.placements()).split()
                self.put(kind, place)
        s["active"] = lead
        self.tidy()
        return {key: s[key] for key in s if key not in (
            "game", "viewer", "seats", "ply", "turn", "over", "options", "rng", "spare")}

    # ---- what always holds ----

    def doubts(self):
        s, e = self.state, self.edition
        yield from self.wrong
        for seat in range(self.seats):
            p = self.player(seat)
            for kind in KINDS:
                out = [*s["board"].values(), *s["post"].values()].count(f"p{seat + 1}_{kind}")
                if p["reserve"][kind] + out != p["owned"][kind]:
                    yield f"seat {seat}: a {kind} is lost or invented"
                if p["owned"][kind] > e["max_pawns"][kind]:
                    yield f"seat {seat}: too many of {kind}"
            if min(*p["goods"].values(), *p["exchanged"].values()) < 0:
                yield f"seat {seat}: goods below zero"
        for kind in RARES:
            owned = sum(p["rare"][kind] for p in s["player"])
            if s["rare_left"][kind] + owned != e["rare_copies"][COUNTS[self.seats]]:
                yield f"{kind} is lost or invented"
        for section in SECTIONS:
            if sum(p["temples"][section] for p in s["player"]) > e["temple_copies"]:
                yield f"more {section} than cards"


if __name__ == "__main__":
    sys.exit(main(Referee, "tadmor"))
