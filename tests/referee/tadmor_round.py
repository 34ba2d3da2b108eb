"""Tadmor's referee: the first half of a round, placing pawns and bandits."""


class Placing:
    """Windows: is there anything to ask, and what follows, R4 and R5."""

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
