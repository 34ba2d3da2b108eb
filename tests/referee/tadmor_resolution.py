"""Tadmor's referee: the second half of a round, goods, tiles and buildings."""
from tadmor_numbers import BASE, GOODS, PILES, SECTIONS, SUPERIOR
from tadmor_table import MIXES, STOOD, PAWN_FAVOURS, POSTS, CONSTRUCTION, ask


class Resolution:
    """What places yield and what is done with it, R6 to R8 and R13."""

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
