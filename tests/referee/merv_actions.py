"""The six actions of Merv (R5.3 to R5.8), contracts (R5.9) and paying (R4.9)."""
import itertools

from merv_table import (CITIES, COLOURS, CORNERS, CUBES, GATES, GUARDED, HALLS, INNER, KINDS, OUTER, PATHS,
                        PILES, SPICES, WALLS)


class Actions:
    def acting(self):
        """The action of the activated site."""
        return self.state["city"][self.state["site"]]["action"]

    # ---- paying (R4.9) ----

    def discounted(self, action):
        return f"less_{action}" in self.own()["discoveries"] and not self.state["discount_used"]

    def converts(self, colour):
        return f"any_{colour}" in self.own()["discoveries"] and not self.state["convert_used"]

    def hands(self, n):
        """All ways to take n own cubes."""
        spans = [range(min(n, self.own()["cubes"][colour]) + 1) for colour in CUBES]
        return [dict(zip(CUBES, hand)) for hand in itertools.product(*spans) if sum(hand) == n]

    def fits(self, hand, units):
        """At most one cube is of no use but for the level-2 discovery."""
        over = [colour for colour in COLOURS for _ in range(hand[colour] - units[colour])]
        return not over or (len(over) == 1 and self.converts(over[0]))

    def payments(self, units, action):
        total = sum(units.values())
        sizes = [total] + [total - 1] * (total > 0 and self.discounted(action))
        return [hand for n in sizes for hand in self.hands(n) if self.fits(hand, units)]

    def card_payments(self):
        """One cube, of the colour of the others of this action (R4.9 (4))."""
        spent = self.state["spent"]

        def agrees(hand):
            after = {colour: spent[colour] + hand[colour] for colour in COLOURS}
            return any(sum(n for colour, n in after.items() if colour != main) == 0 or
                       [(colour, n) for colour, n in after.items() if n and colour != main] ==
                       [(colour, 1) for colour in COLOURS if self.has_tile(f"any_{colour}")]
                       for main in COLOURS)
        hands = [hand for hand in self.hands(1) if agrees(hand)]
        return hands + (self.hands(0) if self.discounted("caravanserai") else [])

    def has_tile(self, tile):
        return tile in self.own()["discoveries"]

    def library_payments(self, n):
        return [hand for hand in self.hands(n) if self.fits(hand, dict.fromkeys(COLOURS, 1))]

    def contract_payments(self, card):
        e = self.edition
        colour = e["contract_colour"][card]
        return [hand for hand in self.hands(e["contract_cubes"][card])
                if colour is None or all(not n or cube in (colour, "white") for cube, n in hand.items())]

    def ways(self):
        """All payments for what is being paid."""
        s = self.state
        what, n = s["paying"], s["paying_for"]
        if what == "contract":
            return self.contract_payments(self.top(PILES[n]))
        if what == "take":
            return self.card_payments()
        if what == "study":
            return self.library_payments(n)
        return self.payments(self.price(what, n), self.acting())

    def price(self, what, n):
        e = self.edition
        if what == "place":
            courtiers = 1 + sum(self.own()["courtiers"].values())
            return {c: courtiers * (c == e["hall_colour"][HALLS[n]]) for c in COLOURS}
        if what == "buy":
            return e["city_cost"][CITIES[n]]
        if what == "climb":
            return e["mosque_cost"][self.next_space(PATHS[n])]
        colour, kind = self.KINDS_OF_PIECES[n]
        return {c: e["wall_price"][kind] * (c == colour) for c in COLOURS}

    def payable(self, what, n):
        return bool(self.payments(self.price(what, n), self.acting()))

    def charge(self, what, n, rare=0):
        self.state.update(paying=what, paying_for=n, paying_rare=rare)

    def legal_pay(self):
        moves = []
        for hand in self.ways():
            words = [f"{colour[0]}={n}" for colour, n in hand.items() if n]
            moves.append(" ".join(["pay", *words]) if words else "free")
        return moves

    def do_free(self):
        self.do_pay()

    def do_pay(self, *words):
        s, me = self.state, self.state["who"]
        hand = dict.fromkeys(CUBES, 0)
        for word in words:
            letter, n = word.split("=")
            hand[next(colour for colour in CUBES if colour[0] == letter)] = int(n)
        what, n, rare = s["paying"], s["paying_for"], s["paying_rare"]
        total = sum(hand.values())
        if what not in ("contract", "take", "study"):
            units = self.price(what, n)
            s["discount_used"] |= total < sum(units.values())
            s["convert_used"] |= any(hand[colour] > units[colour] for colour in COLOURS)
        elif what == "study":
            s["convert_used"] |= any(hand[colour] > 1 for colour in COLOURS)
        elif what == "take":  # what was converted shows in what was spent
            s["discount_used"] |= total == 0
            for colour in CUBES:
                s["spent"][colour] += hand[colour]
        for colour in CUBES:
            if hand[colour]:
                self.own()["cubes"][colour] -= hand[colour]
                self.tell("pay", me, n=hand[colour], colour=colour)
        s.update(paying=None, paying_for=0, paying_rare=0)
        getattr(self, "paid_" + what)(*([n, rare] if what == "contract" else [n]))

    # ---- which action ----

    def legal_action(self):
        return getattr(self, "legal_" + self.acting())()

    def do_done(self):
        s = self.state
        s["phase"] = "after"
        if self.acting() == "caravanserai":
            self.close_caravanserai()
        elif self.acting() == "trade":
            self.close_trade()

    # ---- Caravanserai (R5.3) ----

    def legal_caravanserai(self):
        s = self.state
        reach = s["row"][:s["row_camels"] + 1]
        moves = [f"take {i + 1}" for i, spice in enumerate(reach)
                 if self.allowed(spice) and self.card_payments()]
        if self.own()["camels"] and s["row_camels"] < len(s["row"]):
            moves.append("camel")
        return moves + ["done"]

    def do_take(self, card):
        s = self.state
        if s["pending"]:
            s["pending"].pop()
            spice = self.get_card(s["who"], int(card))
            self.refill()
            self.open_pairs({spice: 1})
        else:
            self.charge("take", int(card) - 1)

    def paid_take(self, card):
        spice = self.get_card(self.state["who"], card + 1)
        self.state["taken"][spice] += 1

    def do_camel(self):
        s = self.state
        self.own()["camels"] -= 1
        s["row_camels"] += 1
        self.tell("row_camel", s["who"], card=s["row_camels"])

    def close_caravanserai(self):
        s = self.state
        taken = s["taken"]
        s.update(spent=dict.fromkeys(CUBES, 0), taken=dict.fromkeys(SPICES, 0))
        self.refill()
        self.open_pairs(taken)

    def open_pairs(self, taken):
        """Pairs completed by cards just taken."""
        s, cards = self.state, self.own()["cards"]
        for spice, n in taken.items():
            s["pairs"][spice] += cards[spice] // 2 - (cards[spice] - n) // 2
        if any(s["pairs"].values()):
            self.wait("pair")

    # ---- Palace (R5.4) ----

    def open_halls(self):
        return [hall for hall in HALLS if self.courtiers_in(hall) < self.edition["hall_places"]]

    def courtiers_in(self, hall):
        return sum(self.own(master)["courtiers"][hall] for master in self.masters)

    def legal_palace(self):
        servant = self.servants_left(self.state["who"])
        return [f"place {hall}" for hall in self.open_halls()
                if servant and self.payable("place", HALLS.index(hall))] + ["done"]

    def do_place(self, hall):
        s = self.state
        if s["pending"]:
            s["pending"].pop()
            self.enter(s["who"], hall)
        else:
            self.charge("place", HALLS.index(hall))

    def paid_place(self, hall):
        self.enter(self.state["who"], HALLS[hall])

    def enter(self, master, hall):
        first = not self.courtiers_in(hall)
        self.own(master)["courtiers"][hall] += 1
        self.tell("place", master, hall=hall)
        if first:
            self.favour(master)

    # ---- Library (R5.5) ----

    def legal_library(self):
        most = min(self.edition["library_max"], self.pieces_left(self.state["who"], "scrolls"))
        return [f"study {n}" for n in range(most + 1) if self.library_payments(n)]

    def do_study(self, n):
        self.charge("study", int(n))

    def paid_study(self, n):
        self.state["phase"] = "after"
        for level in reversed(self.gain_scrolls(self.state["who"], n)):
            self.wait("discovery", level)

    # ---- Trade (R5.6) ----

    def open_cities(self, master):
        posts = self.own(master)["posts"]
        if len(posts) >= self.edition["posts"]:
            return []
        return [city for city in CITIES if city not in posts and
                (city in INNER or INNER[OUTER.index(city)] in posts)]

    def camels_for(self, city):
        """Links to lay for a city; a link has the name of the city at its end."""
        posts, routes = self.own()["posts"], self.state["routes"]
        if city in posts:
            return []
        links = [city] if city in INNER else [INNER[OUTER.index(city)], city]
        return [link for link in links if link not in routes and
                not (link in INNER and link in posts)]

    def legal_trade(self):
        s, me = self.state, self.state["who"]
        if not s["posted"]:
            return [f"post {city}" for city in self.open_cities(me)]
        return [f"buy {city}" for i, city in enumerate(CITIES) if city not in s["bought"]
                and len(self.camels_for(city)) <= self.own()["camels"]
                and self.pieces_left(me, "common" if city in INNER else "rare") > 0
                and self.payable("buy", i)] + ["done"]

    def do_post(self, city):
        s = self.state
        if s["pending"]:
            s["pending"].pop()
            self.found(s["who"], city)
            self.gain_goods(s["who"], "common" if city in INNER else "rare")
        else:
            s["posted"] = True
            self.found(s["who"], city)

    def found(self, master, city):
        first = all(city not in self.own(other)["posts"] for other in self.masters)
        self.own(master)["posts"].append(city)
        self.tell("post", master, city=city)
        if city in INNER and city in self.state["city_camels"]:
            self.state["city_camels"].remove(city)
            self.gain_camels(master)
        elif city in OUTER and first:
            self.favour(master)

    def do_buy(self, city):
        self.charge("buy", CITIES.index(city))

    def paid_buy(self, city):
        s, city = self.state, CITIES[city]
        for link in self.camels_for(city):
            self.own()["camels"] -= 1
            s["routes"].append(link)
            self.tell("route", s["who"], city=link)
        s["bought"].append(city)
        self.gain_goods(s["who"], "common" if city in INNER else "rare")

    def close_trade(self):
        s = self.state
        for _ in s["routes"]:
            if s["row_camels"] < len(s["row"]):
                s["row_camels"] += 1
                self.tell("row_camel", None, card=s["row_camels"])
            elif len(s["market_camels"]) < len(CORNERS):
                corner = next(corner for corner in CORNERS if corner not in s["market_camels"])
                s["market_camels"].append(corner)
                self.tell("market_camel", None, corner=corner)
            else:
                s["lost_camels"] += 1
                self.tell("camel_lost", None)
        s.update(posted=False, bought=[], routes=[])

    # ---- Mosque (R5.7) ----

    def mosque_end(self):
        e = self.edition
        return e["mosque_path"] + e["mosque_lane"] + e["mosque_top"]

    def space(self, path, n):
        """The name of the n-th space from a path."""
        e = self.edition
        if n <= e["mosque_path"]:
            return f"path{path}_{n}"
        n -= e["mosque_path"]
        if n <= e["mosque_lane"]:
            return f"lane_{'a' if path in '12' else 'b'}_{n}"
        return f"top_{n - e['mosque_lane']}"

    def next_space(self, path):
        return self.space(self.own()["path"] or path, self.own()["mosque"] + 1)

    def legal_mosque(self):
        p = self.own()
        if p["mosque"] == self.mosque_end():
            return ["done"]
        if p["path"]:
            return ["climb"] * self.payable("climb", 0) + ["done"]
        return [f"climb {path}" for i, path in enumerate(PATHS) if self.payable("climb", i)] + ["done"]

    def do_climb(self, path=None):
        s = self.state
        path = path or self.own()["path"]
        if s["pending"]:
            s["pending"].pop()
            self.paid_climb(PATHS.index(path))
        else:
            self.charge("climb", PATHS.index(path))

    def paid_climb(self, path):
        me = self.state["who"]
        self.gain(self.climb(me, PATHS[path]))

    def climb(self, master, path):
        """One step; returns what the space gives."""
        p, e = self.own(master), self.edition
        p["path"] = p["path"] or path
        p["mosque"] += 1
        space = self.space(p["path"], p["mosque"])
        self.tell("climb", master, space=p["mosque"], path=p["path"])
        self.points(master, e["mosque_vp"][space], "mosque")
        return e["mosque_gain"][space]

    # ---- Walls (R5.8) ----

    KINDS_OF_PIECES = [(colour, kind) for colour in COLOURS for kind in KINDS]

    @staticmethod
    def piece(colour, kind):
        return f"{colour}_{kind.removeprefix('segment_')}"

    def reserve(self):
        """Numbers of the pieces still there."""
        s, e = self.state, self.edition

        def there(colour, kind):
            table = e["walls"][colour]
            if colour == "purple" and s["options"]["purple_walls"] == "even":
                table = e["walls_even_purple"]
            return table[kind] - list(s["walls"].values()).count(self.piece(colour, kind))
        return [i for i, piece in enumerate(self.KINDS_OF_PIECES) if there(*piece) > 0]

    def pieces_for(self, wall):
        return [i for i in self.reserve()
                if (self.KINDS_OF_PIECES[i][1] == "gate") == (wall in GATES)]

    def legal_walls(self):
        return [f"wall {wall}" for wall, there in self.state["walls"].items() if there is None
                and any(self.payable("build", i) for i in self.pieces_for(wall))] + ["done"]

    def do_wall(self, wall):
        self.state["picked"] = WALLS.index(wall)

    def legal_piece(self):
        s = self.state
        return [f"piece {self.piece(*self.KINDS_OF_PIECES[i])}"
                for i in self.pieces_for(WALLS[s["picked"]]) if s["pending"] or self.payable("build", i)]

    def do_piece(self, name):
        s = self.state
        number = [self.piece(*piece) for piece in self.KINDS_OF_PIECES].index(name)
        if s["pending"]:
            s["pending"].pop()
            self.paid_build(number)
        else:
            self.charge("build", number)

    def paid_build(self, number):
        s = self.state
        wall = WALLS[s["picked"]]
        s["picked"] = None
        self.put_wall(s["who"], wall, number)

    def put_wall(self, master, wall, number):
        e, piece = self.edition, self.piece(*self.KINDS_OF_PIECES[number])
        self.state["walls"][wall] = piece
        self.tell("wall", master, wall=wall, piece=piece)
        owners = [self.owner(site) for site in GUARDED[wall]]
        self.influence(master, sum(e["own_influence" if owner == master else "other_influence"]
                                   for owner in owners if owner))

    # ---- contracts (R5.9) ----

    def top(self, pile):
        taken = sum(card[0] == pile for master in self.masters
                    for card in self.own(master)["contracts"])
        return f"{pile}{taken + 1}" if taken < 3 else None

    def unlocked(self, master):
        p = self.own(master)
        return [p[kind] - p[kind + "_locked"] for kind in ("scrolls", "common", "rare")]

    def needs(self, card):
        e = self.edition
        return [e[f"contract_{part}"][card] for part in ("scrolls", "common", "rare", "any")]

    def rares_for(self, master, card):
        """How many rare goods may serve as any good."""
        scrolls, common, rare = self.unlocked(master)
        need_scrolls, need_common, need_rare, need_any = self.needs(card)
        if scrolls < need_scrolls:
            return []
        return [n for n in range(need_any + 1)
                if need_rare + n <= rare and need_common + need_any - n <= common]

    def contract_moves(self):
        e, me, moves = self.edition, self.state["who"], []
        for pile in PILES:
            card = self.top(pile)
            if card and self.own()["influence"] >= e["level_at"][e["contract_level"][card] - 1]:
                rares = self.rares_for(me, card)
                if rares and self.contract_payments(card):
                    moves += [f"contract {pile}" + (f" rare={n}" if n else "") for n in rares]
        return moves

    def do_contract(self, pile, rare="=0"):
        self.charge("contract", PILES.index(pile), int(rare.split("=")[1]))

    def paid_contract(self, pile, rare):
        card = self.fulfil(self.state["who"], PILES[pile], rare)
        self.gain(self.edition["contract_bonus"][card])

    def fulfil(self, master, pile, rare):
        e, p, card = self.edition, self.own(master), self.top(pile)
        need_scrolls, need_common, need_rare, need_any = self.needs(card)
        p["scrolls_locked"] += need_scrolls
        p["common_locked"] += need_common + need_any - rare
        p["rare_locked"] += need_rare + rare
        p["contracts"].append(card)
        self.tell("contract", master, contract=card, points=e["contract_vp"][card])
        self.points(master, e["contract_vp"][card], "contracts")
        return card
