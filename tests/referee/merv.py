#!/usr/bin/env python3
"""A second implementation of Merv that checks every line of a trace: merv.py --serai PATH.

Rule numbers are those of docs/rules/merv.md. The state is kept as the trace shows it, except for `turn`, a
mark for undoing: of that only what game.h promises is checked. The rules are in merv_turn.py,
merv_actions.py, merv_year.py and merv_solo.py; positions made up and what always holds in merv_scenes.py."""
import sys

from common import Plan, Rng, Scenes, main
from merv_actions import Actions
from merv_scenes import Positions
from merv_solo import Magistrate
from merv_table import (ACTIONS, CITIES, COLOURS, CUBES, EDITION, GRID, HALLS, INNER, NEUTRALS, OTHER,
                        PATHS, PERSONS, SITES, SOURCES, SPICES, WALLS)
from merv_turn import Turn
from merv_year import Year


class Tables(Scenes):
    """A few positions made up by merv_scenes.py go a long way."""
    EACH, ENDING = 2, Scenes.ENDING | {("decline",)}


OPTIONS = {1: [{"magistrate": "petty"}, {"magistrate": "lenient", "purple_walls": "even"},
               {"magistrate": "honest"}, {"magistrate": "ruthless", "unlimited_supply": "on"}],
           2: [{"market": "a", "pepper": "own"}], 3: [{"unlimited_supply": "on", "pepper": "site"}],
           4: [{"market": "b", "purple_walls": "even"}]}


def person():
    return {"points": dict.fromkeys(SOURCES, 0), "cubes": dict.fromkeys(CUBES, 0), "camels": 0,
            "scrolls": 0, "common": 0, "rare": 0, "scrolls_locked": 0, "common_locked": 0,
            "rare_locked": 0, "favour": 0, "influence": 0, "mosque": 0, "path": None,
            "cards": dict.fromkeys(SPICES, 0), "courtiers": dict.fromkeys(HALLS, 0), "posts": [],
            "tile": None, "sites": [], "soldiers": [], "contracts": [], "discoveries": []}


class Referee(Turn, Actions, Year, Magistrate, Positions):
    EDITION = EDITION
    PLANS = [plan for players, options in OPTIONS.items() for plan in (
        Plan(players), Plan(players, "trader"), Plan(players, "random", {}, OTHER),
        *(Plan(players, "apprentice", option) for option in options),
        Tables(players), *(Tables(players, option) for option in options),
        Tables(players, {}, OTHER))]

    def __init__(self, header):
        self.seats = header["players"]
        self.edition = e = header["edition"]
        self.masters = PERSONS[:self.seats]
        if self.seats == 1:
            self.masters = ["p1", "magistrate", "courtier"]
        elif self.seats == 2:
            self.masters = ["p1", "p2", "courtier"]
        self.places = max(3, self.seats)
        self.next_turn = None
        self.events, self.wrong = [], []
        rng = Rng.seed(int(header["seed"]))
        self.state = s = {
            "game": "merv", "viewer": None, "seats": self.seats, "ply": 0,
            "turn": header["state"]["turn"], "over": False, "options": header["options"],
            "rng": rng.words, "year": 1, "round": 1, "phase": "slot", "who": "p1", "place": 0,
            "queue": [None] * 4, "slots": [None] * 5, "next_queue": [None] * 4,
            "queue_camels": [0] * 4, "players": [person() for _ in range(self.seats)],
            "neutrals": {master: person() for master in NEUTRALS},
            "city": {}, "white_upgrades": [], "bonus_upgrades": dict.fromkeys(COLOURS),
            "walls": dict.fromkeys(WALLS), "market_side": None, "market_camels": [],
            "city_camels": list(INNER), "mosque_camels": list(PATHS), "row": [], "row_count": 0,
            "row_camels": e["row_camels"][self.seats - 1], "lost_camels": 0, "slot": None, "site": None,
            "picked": None, "market_used": False, "discount_used": False, "convert_used": False,
            "posted": False, "bought": [], "routes": [], "spent": dict.fromkeys(CUBES, 0),
            "taken": dict.fromkeys(SPICES, 0), "pairs": dict.fromkeys(SPICES, 0), "paying": None,
            "paying_for": 0, "paying_rare": 0, "pending": [], "pending_count": 0, "solo_card": None,
            "solo_deck": [], "solo_decks": 0, "solo_opening": False, "solo_discards": [],
            "spare": [0, 0, 0]}
        # R3.1
        tiles = [(action, colour) for action in ACTIONS for colour in COLOURS
                 for _ in range(e["tiles"][action][colour])]
        rng.shuffle(tiles)
        for site in GRID:
            action, colour = tiles.pop(0) if site in SITES else (None, None)
            s["city"][site] = {"action": action, "colour": colour}
        side = header["options"]["market"]
        s["market_side"] = "ab"[rng.below(2)] if side == "random" else side
        self.refill()
        # R3.2, R3.3
        queue = PERSONS[:self.seats]
        rng.shuffle(queue)
        if self.seats == 1:
            queue = ["magistrate", "p1", "courtier"]
            s.update(phase="ready", solo_deck=[list(ACTIONS)], solo_opening=True)
        elif self.seats == 2:
            queue.append("courtier")
        s["queue"] = (queue + [None])[:4]
        s["who"] = next(master for master in queue if master in PERSONS)
        self.events = []
        self.tidy()

    def actor(self):
        return None if self.state["over"] else PERSONS.index(self.state["who"])

    def question(self):
        """What is asked: the name of the function that lists the answers."""
        s = self.state
        if s["paying"]:
            return "pay"
        if s["picked"] is not None:
            return "bonus" if s["pending"] and s["pending"][-1]["kind"] == "bonus_upgrade" else "piece"
        return "benefit" if s["pending"] else s["phase"]

    def legal(self):
        question = self.question()
        moves = getattr(self, "legal_" + question)()
        if question in ("benefit", "slot", "site", "before", "action", "after"):
            moves = moves + self.contract_moves()  # R4.8
        return moves

    def legal_ready(self):
        return ["begin"]

    def do_begin(self):
        self.begin_round()

    def watch(self, line):
        """`turn` may only grow, and grows with every change of the player who decides."""
        self.next_turn = line["state"]["turn"]

    def play(self, move):
        s, before, turn = self.state, self.state["who"], self.state["turn"]
        self.events, self.wrong = [], []
        s["ply"] += 1
        self.perform(move)
        self.settle()
        self.tidy()
        if self.next_turn is not None:
            s["turn"] = self.next_turn
            if s["turn"] < turn or (s["turn"] == turn and s["who"] != before and not s["over"]):
                self.wrong.append(f"turn: {turn} -> {s['turn']}")
        return self.events

    def perform(self, move):
        verb, *words = move.split()
        getattr(self, "do_" + verb)(*words)

    def settle(self):
        """R4.10, and benefits without an option (R4.2)."""
        s = self.state
        while not s["over"]:
            if self.question() == "benefit" and not self.legal_benefit():
                s["pending"].pop()
                continue
            moves = self.legal()
            if sum(n > 0 for n in s["pairs"].values()) == 1 and s["pending"][-1]["kind"] == "pair":
                moves = self.legal_benefit()  # no question, so no contract either (R4.2)
            if len(moves) > 1 or moves == ["begin"]:
                return
            if moves == ["end"] and self.seats == 1:
                return
            if moves == ["done"] and any(s["taken"].values()) and self.deck():
                return
            self.perform(moves[0])

    def tidy(self):
        """Lists as a state shows them, and what it counts."""
        s = self.state
        tiles = [tile for level in (1, 2, 3, 4) for tile in self.all_tiles(level)]
        orders = {"sites": SITES, "soldiers": SITES, "posts": CITIES, "discoveries": tiles}
        for p in (*s["players"], *s["neutrals"].values()):
            for part, order in orders.items():
                p[part].sort(key=order.index)
            p["contracts"].sort()
        s["white_upgrades"].sort()
        s["market_camels"].sort(key=["tl", "tr", "br", "bl"].index)
        s["bought"].sort(key=CITIES.index)
        s["routes"].sort(key=CITIES.index)
        for cards in (s["solo_discards"], *s["solo_deck"]):
            cards.sort(key=ACTIONS.index)
        s.update(row_count=len(s["row"]), pending_count=len(s["pending"]),
                 solo_decks=len(s["solo_deck"]))


if __name__ == "__main__":
    sys.exit(main(Referee, "merv"))
