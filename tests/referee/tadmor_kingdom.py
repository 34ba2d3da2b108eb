"""Tadmor's referee: the Kingdom, taxes, and the ends of rounds and of the game."""
from tadmor_numbers import GOODS
from tadmor_table import ask


class Kingdom:
    """R9 and R10."""

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
            for p in s["players"]:  # R10.1
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
        for p in s["players"]:
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
