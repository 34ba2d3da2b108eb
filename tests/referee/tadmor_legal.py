"""Tadmor's referee: every move that a decision allows."""
from tadmor_numbers import BASE, CARDS, GOODS, KINDS, PILES, REGIONS, SECTIONS, START_TILES, SUPERIOR, TILES
from tadmor_table import MIXES, PAWN_FAVOURS, POSTS, bundles


class Choices:
    """legal_<phase> lists the moves of a phase in the order of the trace."""

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
        return sum(p["temples"][section] for p in self.state["players"]) < \
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
