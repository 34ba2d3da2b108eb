#!/usr/bin/env python3
"""A second implementation of Yspahan that checks every line of a trace: yspahan.py --serai PATH.

Rule numbers are those of docs/rules/yspahan.md. The state is kept as the trace shows it."""
import sys

from common import Plan, Rng, main, standing

CARDS = ["three_camels", "three_gold", "build_no_camel", "build_no_gold", "load_caravan", "place_good",
         "gold_to_vp", "camels_to_vp", "exchange"]
LEVELS = ["camel", "bag", "barrel", "chest", "vase", "gold"]
LINES = ["bottom", "middle", "top"]
COUNTS = {2: "two", 3: "three", 4: "four"}
SQUARES = ["C0"] + [arm + str(n) for arm, last in (("W", 10), ("E", 7), ("N", 4), ("S", 7))
                    for n in range(1, last + 1)]
SHOPS = 47
WAIVES = {"build_no_camel": "camels", "build_no_gold": "gold"}

# R2: souks in the order of their numbers, as (shops, points).
SOUKS = {
    "bag_pink": (6, 8), "bag_yellow": (5, 6), "bag_white": (3, 3), "bag_blue": (4, 4),
    "barrel_white": (2, 3), "barrel_blue": (3, 4), "barrel_yellow": (4, 6), "barrel_pink": (5, 8),
    "chest_blue": (2, 4), "chest_yellow": (3, 6), "chest_pink": (4, 8),
    "vase_blue": (1, 4), "vase_yellow": (2, 6), "vase_orange": (3, 12),
}
BESIDE = {  # R2.5
    "C0": [], "W1": [12], "W2": [33], "W3": [11], "W4": [32], "W5": [7], "W6": [36], "W7": [6],
    "W8": [35], "W9": [0], "W10": [34], "E1": [18, 41], "E2": [19], "E3": [44], "E4": [23],
    "E5": [45], "E6": [24], "E7": [46], "N1": [41], "N2": [37], "N3": [42], "N4": [38],
    "S1": [12, 18], "S2": [13], "S3": [20], "S4": [14], "S5": [27], "S6": [15], "S7": [28],
}
PRICES = {"paddock": (2, 0), "booth": (2, 2), "hammam": (2, 2), "caravanserai": (3, 3),
          "bazaar": (4, 4), "hoist": (4, 4)}  # R2.7: camels, gold


def edition():
    souks, first = {}, 0
    for name, (size, value) in SOUKS.items():
        souks[name] = {"first": first, "size": size, "value": value}
        first += size
    return {
        "weeks": 3, "days": 7, "start_gold": 2, "start_camels": 0,
        "white_dice": {"two": 8, "three": 9, "four": 9}, "yellow_dice": 3, "yellow_price": 1,
        "boost_dice": 1, "line_camels": {"two": 2, "three": 3, "four": 4},
        "line_points": {"bottom": 2, "middle": 1, "top": 0},
        "line_factor": {"bottom": 1, "middle": 2, "top": 3}, "souks": souks,
        "links": {square: (shops + [None, None])[:2] for square, shops in BESIDE.items()},
        "step_price": 1, "keep_price": 1,
        "buildings": {name: {"camels": c, "gold": g} for name, (c, g) in PRICES.items()},
        "building_points": [0, 0, 5, 5, 5, 10], "paddock_camels": 1, "booth_gold": 2,
        "hammam_squares": 3, "caravanserai_cards": 1, "bazaar_points": 2, "hoist_goods": 1,
        "copies": {name: 2 for name in CARDS}, "card_camels": 3, "card_gold": 3, "gold_most": 10,
        "gold_points": 1, "camels_most": 4, "camels_points": 2,
    }


def distance(a, b):
    """R2.3: the streets are a tree: four arms that meet at C0."""
    m, n = int(a[1:]), int(b[1:])
    return abs(m - n) if a[0] == b[0] else m + n


def no_cards():
    return {name: 0 for name in CARDS}


def empty_tower():
    return {level: {"value": 0, "white": 0, "yellow": 0} for level in LEVELS}


# Editions that make rare things common. The last day comes at once, often with equal points:
SHORT = {"weeks": 1, "days": 2, "start_gold": 20, "start_camels": 20}
# Goods are sent all the time, cards are played while others wait, caravans fill:
BUSY = {"links": {square: [i, i + 18] for i, square in enumerate(SQUARES)}, "start_gold": 9,
        "start_camels": 3, "white_dice": {"two": 12, "three": 12, "four": 12},
        "buildings": {"caravanserai": {"camels": 0, "gold": 0}},
        "copies": {"load_caravan": 4, "place_good": 4}}
# Groups and cards run out:
POOR = {"white_dice": {"two": 3, "three": 3, "four": 3}, "copies": {**no_cards(), "three_gold": 2,
                                                                   "build_no_camel": 1}}
# Every other number differs from its neighbours:
OTHER = {"yellow_dice": 2, "yellow_price": 2, "boost_dice": 3, "step_price": 2, "keep_price": 2,
         "start_camels": 5, "line_camels": {"two": 1, "three": 2, "four": 1},
         "line_points": {"bottom": 5, "middle": 3, "top": 1},
         "line_factor": {"bottom": 4, "middle": 2, "top": 7}, "building_points": [1, 2, 3, 4, 6, 9],
         "paddock_camels": 2, "booth_gold": 3, "hammam_squares": 1, "caravanserai_cards": 2,
         "bazaar_points": 5, "hoist_goods": 2, "card_camels": 4, "card_gold": 5, "gold_most": 2,
         "gold_points": 3, "camels_most": 3, "camels_points": 5,
         "souks": {"vase_orange": {"first": 45, "size": 2, "value": 11}}}


class Referee:
    EDITION = edition()
    PLANS = [Plan(players, bots, *how) for players in (2, 3, 4) for bots, *how in (
        ("random",), ("learned",), ("random", {"build_cards": "discount", "first_seat": "random"}),
        ("random", {}, SHORT), ("random", {}, BUSY), ("random", {}, POOR), ("random", {}, OTHER))]

    def __init__(self, header):
        self.seats = header["players"]
        self.edition = e = header["edition"]
        self.free_builds = header["options"]["build_cards"] == "free"
        rng = Rng.seed(int(header["seed"]))
        first = 0
        if header["options"]["first_seat"] == "random":
            first = rng.below(self.seats)
        self.souks = {name: range(s["first"], s["first"] + s["size"])
                      for name, s in e["souks"].items()}
        self.souk_of = {shop: name for name, shops in self.souks.items() for shop in shops}
        self.events = []

        def player():
            return {"points": {"souks": 0, "caravan": 0, "counts": 0, "buildings": 0, "cards": 0},
                    "gold": e["start_gold"],
                    "camels": e["start_camels"],
                    "buildings": [], "cards": 0, "hand": [], "drawn": no_cards()}
        self.state = {
            "game": "yspahan", "viewer": None, "seats": self.seats, "ply": 0, "turn": 1,
            "over": False, "options": header["options"], "rng": rng.words, "week": 1, "day": 1,
            "turns": 0, "order": [], "turn_index": 0, "phase": "supply",
            "players": [player() for _ in range(self.seats)], "tower": empty_tower(),
            "shops": [None] * SHOPS, "supervisor": "C0", "caravan_count": 0, "caravan": [],
            "deck": dict(e["copies"]), "discard": no_cards(), "shuffled": dict(e["copies"]),
            "level": None, "goods": 0, "value": 0, "pending_count": 0, "pending": [],
            "asked": None, "built": False,
        }
        self.order_from(first)
        self.best = self.scores()

    # ---- who and what ----

    def actor(self):
        s = self.state
        if s["over"]:
            return None
        return s["shops"][s["asked"]] if s["phase"] == "keep" else self.active()

    def active(self):
        return self.state["order"][self.state["turn_index"]]

    def player(self, seat=None):
        return self.state["players"][self.active() if seat is None else seat]

    def points(self, seat):
        return sum(self.player(seat)["points"].values())

    def scores(self):
        return [self.points(seat) for seat in range(self.seats)]

    def ranks(self):
        return standing(self.scores())

    def tell(self, event, seat, **more):
        self.events.append({"event": event, "seat": seat, **more})

    # ---- what may be done ----

    def legal(self):
        return getattr(self, "legal_" + self.state["phase"])()

    def legal_supply(self):
        """R4.2"""
        e, gold = self.edition, self.player()["gold"]
        return [f"buy {n}" for n in range(e["yellow_dice"] + 1)
                if n * e["yellow_price"] <= gold] + self.card_plays()

    def usable(self, level):
        """R4.4: dice of a level that the active player may use."""
        dice = self.state["tower"][level]
        mine = self.active() == self.state["order"][0]
        return dice["white"] + (dice["yellow"] if mine else 0)

    def any_card(self):
        return any(self.state["deck"].values()) or any(self.state["discard"].values())

    def legal_select(self):
        """R4.4, R4.5"""
        moves = []
        for level in filter(self.usable, LEVELS):
            if level in ("camel", "gold") or self.open_shops(level):
                moves.append(f"sel {level} tower")
                moves += [f"sel {level} tower boost={card}" for card in set(self.player()["hand"])]
            moves.append(f"sel {level} supervisor")
            if self.any_card():
                moves.append(f"sel {level} card")
            if self.seats == 2:  # R7.4, R7.5
                moves += [f"sel {level} build {text}" for text in self.builds(True)]
        if not moves:
            moves.append("draw" if self.any_card() else "pass")
        return moves + self.card_plays()

    def price(self, building, card=None):
        """Camels and gold of a building, one part waived by a card."""
        cost = self.edition["buildings"][building]
        return [0 if WAIVES.get(card) == part else cost[part] for part in ("camels", "gold")]

    def affordable(self, card=None):
        """Buildings the active player may put up, with this card or without."""
        p = self.player()
        found = []
        for building in PRICES:
            camels, gold = self.price(building, card)
            if building not in p["buildings"] and camels <= p["camels"] and gold <= p["gold"]:
                found.append(building)
        return found

    def builds(self, discounts):
        cards = [card for card in WAIVES if discounts and card in self.player()["hand"]]
        return self.affordable() + [f"{building} discount={card}" for card in cards
                                    for building in self.affordable(card)]

    def open_shops(self, area):
        """R5.2"""
        seat, shops = self.active(), self.state["shops"]
        mine, free = [], []
        for name, numbers in self.souks.items():
            if not name.startswith(area + "_"):
                continue
            owners = {shops[i] for i in numbers}
            if owners == {None}:
                free += numbers
            elif owners == {None, seat}:
                mine += [i for i in numbers if shops[i] is None]
        return mine or free

    def legal_place(self):
        return [f"put {shop}" for shop in self.open_shops(self.state["level"])]

    def cost(self, square):
        """R5.3"""
        s = self.state
        off = abs(distance(s["supervisor"], square) - s["value"])
        if "hammam" in self.player()["buildings"]:
            off = max(0, off - self.edition["hammam_squares"])
        return off * self.edition["step_price"]

    def legal_move(self):
        return [f"move {q}" for q in SQUARES if self.cost(q) <= self.player()["gold"]]

    def legal_send(self):
        return [f"send {shop}" for shop in self.state["pending"]] + self.card_plays()

    def legal_keep(self):
        """R5.4"""
        can = self.player(self.actor())["camels"] >= self.edition["keep_price"]
        return ["load", "keep"] if can else ["load"]

    def legal_post(self):
        """R4.6, R9.1"""
        moves = ["end"] + self.card_plays()
        if self.seats > 2 and not self.state["built"]:
            moves += [f"build {text}" for text in self.builds(not self.free_builds)]
        return moves

    def card_plays(self):
        """R4.7"""
        e, p = self.edition, self.player()
        moves = []
        for card in set(p["hand"]):
            verb = "play_" + card
            if card in ("three_camels", "three_gold", "load_caravan"):
                moves.append(verb)
            elif card in WAIVES:
                if self.seats > 2 and self.free_builds:
                    moves += [f"{verb} {building}" for building in self.affordable(card)]
            elif card == "place_good":
                moves += [f"{verb} {shop}" for area in LEVELS[1:5] for shop in self.open_shops(area)]
            elif card == "gold_to_vp":
                moves += [f"{verb} {n + 1}" for n in range(min(e["gold_most"], p["gold"]))]
            elif card == "camels_to_vp":
                moves += [f"{verb} {n + 1}" for n in range(min(e["camels_most"], p["camels"]))]
            else:
                moves += [f"{verb} {part}={n + 1}" for part in ("gold", "camels")
                          for n in range(p[part])]
        return moves

    # ---- what it does ----

    def play(self, move):
        self.events = []
        self.state["ply"] += 1
        verb, *words = move.split()
        if verb.startswith("play_"):
            self.play_card(verb[len("play_"):], words)
        else:
            getattr(self, "do_" + verb)(*words)
        self.go_on()
        s = self.state
        s["caravan_count"], s["pending_count"] = len(s["caravan"]), len(s["pending"])
        for p in s["players"]:
            p["cards"] = len(p["hand"])
            p["hand"].sort(key=CARDS.index)
            p["buildings"].sort(key=list(PRICES).index)
        return self.events

    def go_on(self):
        """What follows by itself: goods that cannot be placed, answers nobody is asked for (R4.9)."""
        s = self.state
        while not s["over"]:
            cards = self.player()["hand"]
            if s["phase"] == "place" and (not s["goods"] or not self.legal_place()):
                if s["goods"]:
                    self.tell("return", self.active(), n=s["goods"])
                s.update(phase="post", goods=0, level=None)
            elif s["phase"] == "send" and not s["pending"]:
                s["phase"] = "post"
            elif s["phase"] == "send" and len(s["pending"]) == 1 and not cards:
                self.do_send(s["pending"][0])
            elif s["phase"] == "keep" and "keep" not in self.legal_keep():
                self.do_load()
            elif s["phase"] == "post" and not cards and self.legal_post() == ["end"]:
                self.do_end()
            else:
                break

    def take(self, part, seat, n):
        if n:
            self.player(seat)[part] += n
            self.tell("take_" + part, seat, n=n)

    def pay(self, part, seat, n):
        if n:
            self.player(seat)[part] -= n
            self.tell("pay_" + part, seat, n=n)

    def score(self, kind, seat, n):
        self.player(seat)["points"][kind] += n

    def discard(self, event, card):
        self.player()["hand"].remove(card)
        self.state["discard"][card] += 1
        self.tell(event, self.active(), card=card)

    def draw(self, seat):
        """R5.6; the deck keeps no order, the n-th of its cards in the order of kinds comes (R10.4)."""
        s = self.state
        if not any(s["deck"].values()):
            if not any(s["discard"].values()):
                return
            s["deck"], s["discard"] = s["discard"], no_cards()
            s["shuffled"] = dict(s["deck"])
            for p in s["players"]:
                p["drawn"] = no_cards()
            self.tell("reshuffle", None, n=sum(s["deck"].values()))
        cards = [card for card in CARDS for _ in range(s["deck"][card])]
        card = cards[Rng(s["rng"]).below(len(cards))]
        s["deck"][card] -= 1
        self.player(seat)["hand"].append(card)
        self.player(seat)["drawn"][card] += 1
        self.tell("draw", seat, card=card, seen_by=[seat])

    def do_buy(self, n):
        """R4.2, R4.3"""
        s, e, seat = self.state, self.edition, self.active()
        white, yellow = e["white_dice"][COUNTS[self.seats]], int(n)
        if yellow:
            self.tell("buy", seat, n=yellow)
        self.pay("gold", seat, yellow * e["yellow_price"])
        self.tell("roll", seat, white=white, yellow=yellow)
        rng = Rng(s["rng"])
        rolled = [rng.below(6) + 1 for _ in range(white + yellow)]
        values = sorted(set(rolled))
        levels = LEVELS[:len(values)]
        if len(values) > 1:
            levels[-1] = "gold"
        for level, value in zip(levels, values):
            s["tower"][level] = {"value": value, "white": rolled[:white].count(value),
                                 "yellow": rolled[white:].count(value)}
            self.tell("group", None, level=level, **s["tower"][level])
        s["phase"] = "select"

    def do_sel(self, level, action, *words):
        """R4.4, R5.1"""
        s, e, seat = self.state, self.edition, self.active()
        dice, group = self.usable(level), s["tower"][level]
        s["tower"][level] = {"value": 0, "white": 0, "yellow": 0}
        self.tell("select", seat, level=level, action=action, dice=dice, value=group["value"])
        options = dict(word.split("=") for word in words if "=" in word)
        if "boost" in options:
            self.discard("boost", options["boost"])
            dice += e["boost_dice"]
        owned = self.player()["buildings"]
        s["phase"] = "post"
        if action == "supervisor":
            s.update(phase="move", value=group["value"])
        elif action == "card":
            self.draw(seat)
        elif action == "build":
            self.build(words[0], options.get("discount"))
        elif level == "camel":
            self.take("camels", seat, dice + ("paddock" in owned) * e["paddock_camels"])
        elif level == "gold":
            self.take("gold", seat, dice + ("booth" in owned) * e["booth_gold"])
        else:
            s.update(phase="place", level=level, goods=dice + ("hoist" in owned) * e["hoist_goods"])

    def do_draw(self):
        self.draw(self.active())
        self.state["phase"] = "post"

    def do_pass(self):
        self.tell("pass", self.active())
        self.state["phase"] = "post"

    def place(self, shop):
        s, seat = self.state, self.active()
        souk = self.souk_of[shop]
        s["shops"][shop] = seat
        self.tell("put", seat, shop=shop, souk=souk)
        if all(s["shops"][i] is not None for i in self.souks[souk]):
            self.tell("complete", seat, souk=souk)

    def do_put(self, shop):
        self.place(int(shop))
        self.state["goods"] -= 1

    def do_move(self, square):
        """R5.3, R5.4"""
        s, seat = self.state, self.active()
        self.pay("gold", seat, self.cost(square))
        s.update(supervisor=square, value=0, phase="send")
        s["pending"] = [shop for shop in self.edition["links"][square]
                        if shop is not None and s["shops"][shop] is not None]
        self.tell("move", seat, square=square)

    def do_send(self, shop):
        s, shop = self.state, int(shop)
        s["pending"].remove(shop)
        s.update(phase="keep", asked=shop)
        self.tell("send", self.active(), shop=shop, souk=self.souk_of[shop], owner=s["shops"][shop])

    def do_load(self):
        owner, shop = self.actor(), self.state["asked"]
        self.state["shops"][shop] = None
        self.tell("load", owner, shop=shop)
        self.sent(owner)

    def do_keep(self):
        owner = self.actor()
        self.tell("keep", owner, shop=self.state["asked"])
        self.pay("camels", owner, self.edition["keep_price"])
        self.sent(owner)

    def sent(self, owner):
        self.state.update(phase="send", asked=None)
        self.join(owner)
        if "caravanserai" in self.player(owner)["buildings"]:
            for _ in range(self.edition["caravanserai_cards"]):
                self.draw(owner)

    def join(self, owner):
        """R5.5"""
        s, e = self.state, self.edition
        camels = e["line_camels"][COUNTS[self.seats]]
        line = LINES[len(s["caravan"]) // camels]
        s["caravan"].append(owner)
        self.score("caravan", owner, e["line_points"][line])
        self.tell("caravan", owner, line=line, points=e["line_points"][line])
        if len(s["caravan"]) == 3 * camels:
            self.tell("full", None)
            self.count()
            s["caravan"] = []
            self.tell("emptied", None)

    def count(self):
        """R6.3"""
        s, e = self.state, self.edition
        camels = e["line_camels"][COUNTS[self.seats]]
        for seat in range(self.seats):
            places = [i for i, owner in enumerate(s["caravan"]) if owner == seat]
            if places:
                factor = e["line_factor"][LINES[max(places) // camels]]
                self.score("counts", seat, len(places) * factor)
                self.tell("count", seat, goods=len(places), factor=factor,
                          points=len(places) * factor)

    def build(self, building, card=None, event="discount"):
        """R5.7"""
        seat, p = self.active(), self.player()
        if card:
            self.discard(event, card)
        camels, gold = self.price(building, card)
        self.pay("camels", seat, camels)
        self.pay("gold", seat, gold)
        p["buildings"].append(building)
        nth = len(p["buildings"])
        points = self.edition["building_points"][nth - 1]
        self.score("buildings", seat, points)
        self.tell("build", seat, building=building, nth=nth, points=points)

    def do_build(self, building, discount="="):
        self.state["built"] = True
        self.build(building, discount.split("=")[1])

    def play_card(self, card, words):
        """R2.8"""
        e, seat = self.edition, self.active()
        if card in WAIVES:
            self.build(words[0], card, "play")
            return
        self.discard("play", card)
        if card == "three_camels":
            self.take("camels", seat, e["card_camels"])
        elif card == "three_gold":
            self.take("gold", seat, e["card_gold"])
        elif card == "load_caravan":
            self.join(seat)
        elif card == "place_good":
            self.place(int(words[0]))
        elif card == "exchange":
            given, n = words[0].split("=")
            self.pay(given, seat, int(n))
            self.take("gold" if given == "camels" else "camels", seat, int(n))
        else:
            part, each = ("gold", e["gold_points"]) if card == "gold_to_vp" else \
                         ("camels", e["camels_points"])
            self.pay(part, seat, int(words[0]))
            self.score("cards", seat, int(words[0]) * each)
            self.tell("card_points", seat, points=int(words[0]) * each)

    # ---- turns, days, weeks ----

    def do_end(self):
        s = self.state
        if s["turn_index"] == 0 and self.seats > 2:  # R4.8
            gone = sum(dice["yellow"] for dice in s["tower"].values())
            for dice in s["tower"].values():
                dice["yellow"] = 0
                if not dice["white"]:
                    dice["value"] = 0
            if gone:
                self.tell("yellow_out", None, n=gone)
        s["built"] = False
        if s["turn_index"] + 1 == s["turns"]:
            self.end_of_day()
        else:
            s.update(turn_index=s["turn_index"] + 1, phase="select")
        if not s["over"]:
            s["turn"] += 1
            self.tell("turn", self.active())

    def end_of_day(self):
        """R6.1"""
        s, e = self.state, self.edition
        s["tower"] = empty_tower()
        if s["day"] == e["days"]:
            self.end_of_week()
            if s["week"] == e["weeks"]:
                s.update(over=True, phase="over")
                self.tell("over", None)
                return
            s.update(week=s["week"] + 1, day=0)
        s.update(day=s["day"] + 1, phase="supply", turn_index=0)
        self.order_from((s["order"][0] + 1) % self.seats)
        self.tell("day", s["order"][0], week=s["week"], day=s["day"])

    def order_from(self, first):
        """R4.1, R7.2, R7.7: first is whoever has the role by rotation."""
        s, e = self.state, self.edition
        order = [(first + i) % self.seats for i in range(self.seats)]
        last = s["day"] == e["days"] and s["week"] == e["weeks"]
        if last and s["turn"] > 1:  # a game of one day has no day before
            if self.seats == 4:
                before = (first - 1) % 4
                order.sort(key=lambda seat: (self.points(seat), -((seat - before) % 4)))
            elif self.seats == 2:
                order.sort(key=self.points)
        if self.seats == 2:
            order.append(order[0])
        s["order"], s["turns"] = order, len(order)

    def end_of_week(self):
        """R6.2 to R6.4"""
        s, e = self.state, self.edition
        self.tell("week_end", None, week=s["week"])
        for name, shops in self.souks.items():
            owners = {s["shops"][i] for i in shops}
            if None not in owners:
                owner, = owners
                bazaar = "bazaar" in self.player(owner)["buildings"]
                points = e["souks"][name]["value"] + bazaar * e["bazaar_points"]
                self.score("souks", owner, points)
                self.tell("souk", owner, souk=name, points=points)
        s["shops"] = [None] * SHOPS
        self.count()
        s["supervisor"] = "C0"
        self.tell("home", None)

    # ---- what always holds ----

    def doubts(self):
        s, e = self.state, self.edition
        for card in CARDS:
            hands = sum(p["hand"].count(card) for p in s["players"])
            if s["deck"][card] + s["discard"][card] + hands != e["copies"][card]:
                yield f"{card} is lost or invented"
        for name, shops in self.souks.items():
            if len({s["shops"][i] for i in shops} - {None}) > 1:
                yield f"{name} has two owners"
        if len(s["caravan"]) >= 3 * e["line_camels"][COUNTS[self.seats]]:
            yield "the caravan is full"
        if any(p["gold"] < 0 or p["camels"] < 0 for p in s["players"]):
            yield "somebody owes gold or camels"
        scores = self.scores()
        if any(now < before for now, before in zip(scores, self.best)):
            yield "points were lost"
        self.best = scores
        values = [dice["value"] for dice in s["tower"].values() if dice["value"]]
        if values != sorted(set(values)) or s["tower"]["vase"]["value"] not in (0, 5):
            yield "the tower is out of order"
        if len(s["pending"]) > 2 or any(s["shops"][shop] is None for shop in s["pending"]):
            yield "an empty shop is pending"
        if not s["over"] and not self.legal():
            yield "nothing can be done"
        if s["over"] and s["turn"] != s["turns"] * e["days"] * e["weeks"]:
            yield f"the game had {s['turn']} turns"


if __name__ == "__main__":
    sys.exit(main(Referee, "yspahan"))
