"""Tadmor's referee: what moves have in common when they are made, and the set-up."""
from common import Rng
from tadmor_numbers import COUNTS, GOODS, MISSIONS, PILES, START_TILES, TILES
from tadmor_table import USED, ask


class Moves:
    """A move is made by do_<verb>; what several need is here."""

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
        hands = set().union(*(p["hand"] for p in s["players"]))
        s["wave"] = [[mission for mission in wave if mission in hands] for wave in s["wave"]]
        s["discards"].sort(key=MISSIONS.index)
        for p in s["players"]:
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
                     and any(mission in p["hand"] for p in s["players"])]
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
