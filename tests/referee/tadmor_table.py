"""Tadmor's referee: the table as the trace shows it, what can be asked of it, and what always holds."""
import itertools

from common import Rng
from tadmor_numbers import COUNTS, GOODS, KINDS, MISSIONS, PILES, PLACES_IN_ORDER, RARES, SECTIONS, TILES

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


class Table:
    """What lies where, R2 and R3, and what it is worth, R11."""

    def __init__(self, header):
        self.seats = header["players"]
        self.edition = e = header["edition"]
        self.board = e["board2" if self.seats == 2 else "board4"]
        self.rounds = 3 * e["era_rounds"]
        self.next_turn = None
        self.events = []
        rng = Rng.seed(int(header["seed"]))
        copies = e["rare_copies"][COUNTS[self.seats]]

        def player():
            return {"pp": e["start_pp"],
                    "goods": dict(e["start_goods"]), "exchanged": dict.fromkeys(GOODS, 0),
                    "owned": {kind: e["start_pawns"][kind] for kind in KINDS},
                    "reserve": {kind: e["start_pawns"][kind] for kind in KINDS},
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
            "players": [player() for _ in range(self.seats)], "spare": [0, 0]}
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
        return self.state["players"][self.state["active"] if seat is None else seat]

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
        gone = set(s["discards"]).union(*(p[part] for p in s["players"]
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
            owned = sum(p["rare"][kind] for p in s["players"])
            if s["rare_left"][kind] + owned != e["rare_copies"][COUNTS[self.seats]]:
                yield f"{kind} is lost or invented"
        for section in SECTIONS:
            if sum(p["temples"][section] for p in s["players"]) > e["temple_copies"]:
                yield f"more {section} than cards"
