"""Positions of Merv that players would hardly reach, and what holds in every position (R11.3)."""
from merv_table import (ACTIONS, CORNERS, CUBES, GATES, HALLS, INNER, OUTER, PATHS, PILES, ROUNDS, ROW,
                        SITES, SOURCES, SPICES, WALLS, YEARS)

KEPT = ("game", "viewer", "seats", "ply", "turn", "over", "options", "rng", "spare", "city", "market_side")
ANY = dict.fromkeys(("scrolls", "common", "rare"), (0, 1, 2, 3, 5, 7, 9))
TIED = {"p1": dict.fromkeys(ANY, (4, 6)),
        "magistrate": {"scrolls": (2, 3, 4, 5), "common": (2, 3, 4), "rare": (1, 3)}}


class Positions:
    def stage(self, chance):
        """The beginning of somebody's turn, late in a round; everybody may have anything."""
        s = self.state
        tied = self.seats == 1 and chance.random() < 0.4  # contracts d1 and e3 are on top (R9.28)
        s.update(year=chance.randint(1, YEARS), round=chance.choice((1, 2, 3, ROUNDS, ROUNDS)))
        self.stage_queue(chance)
        self.stage_city(chance)
        self.stage_walls(chance)
        for master in self.scorers():
            self.stage_person(master, chance, TIED[master] if tied else ANY)
        self.stage_palace(chance)
        self.stage_cards(chance)
        self.stage_contracts(chance, tied)
        self.stage_camels(chance)
        if self.seats == 1:
            self.stage_solo(chance)
        self.tidy()
        return {key: s[key] for key in s if key not in KEPT}

    def stage_queue(self, chance):
        s = self.state
        queue = [master for master in s["queue"] if master]
        chance.shuffle(queue)
        s["queue"] = (queue + [None])[:4]
        s["place"] = chance.choice([i for i, master in enumerate(queue) if master[0] == "p"])
        s.update(who=queue[s["place"]], phase="slot")
        for master, slot in zip(queue[:s["place"]], chance.sample(range(5), 5)):
            s["slots"][slot] = master

    def stage_city(self, chance):
        s, e = self.state, self.edition
        density = chance.choice((0.3, 0.6, 0.9, 1))
        sites = SITES
        if chance.random() < 0.1:  # all in lines that are taken: no slot qualifies (R4.3 (3))
            sites = [site for i, master in enumerate(s["slots"]) if master for site in self.line(i + 1)]
            self.own()["sites"] = list(dict.fromkeys(sites))[:e["buildings"]]
            density = 0
        for site in sites:
            master = chance.choice(self.masters)
            if chance.random() < density and self.buildings_left(master) > 0:
                self.own(master)["sites"].append(site)
        for site in chance.sample(SITES, chance.choice((0, 2, 5, 10))):
            colour = chance.choice((*self.bonus_tiles(), "white"))
            if colour != "white":
                s["bonus_upgrades"][colour] = site
            elif len(s["white_upgrades"]) < e["white_upgrades"]:
                s["white_upgrades"].append(site)
        guards = chance.choice((0.1, 0.4))
        for site in SITES:
            master = chance.choice(self.scorers())
            if self.owner(site) and not self.upgrade(site) and chance.random() < guards:
                if len(self.own(master)["soldiers"]) < e["servants"]:
                    self.own(master)["soldiers"].append(site)

    def stage_walls(self, chance):
        density = chance.choice((0, 0.2, 0.5, 0.9))
        for wall in WALLS:
            if chance.random() < density:
                number = chance.choice(self.pieces_for(wall))
                self.state["walls"][wall] = self.piece(*self.KINDS_OF_PIECES[number])

    def stage_person(self, master, chance, pieces):
        s, e, p = self.state, self.edition, self.own(master)
        for source in SOURCES:
            p["points"][source] = chance.choice((0, 0, chance.randint(0, 20)))
        p["favour"] = chance.choice((0, 1, 3, e["favour_last"], chance.randint(0, e["favour_last"])))
        p["influence"] = chance.choice((0, 2, e["influence_last"],
                                        chance.randint(0, e["influence_last"])))
        if master != "magistrate":
            most = chance.choice((0, 1, 3, 6))
            for colour in CUBES:
                p["cubes"][colour] = min(self.cubes_left(master, colour), chance.randint(0, most))
        p["mosque"] = chance.choice((0, 0, chance.randint(0, self.mosque_end()), self.mosque_end()))
        p["path"] = chance.choice(PATHS) if p["mosque"] else None
        if p["path"] and chance.random() < 0.5:
            tiles = [action for action in e["scoring_tiles"]
                     if all(self.own(other)["tile"] != action for other in self.masters)]
            p["tile"] = chance.choice(tiles or [None])
        for _ in range(chance.choice((0, 0, 1, 3, e["posts"]))):
            cities = self.open_cities(master)
            if cities:
                p["posts"].append(chance.choice(cities))
        for kind in ("scrolls", "common", "rare"):
            p[kind] = min(self.pieces_left(master, kind), chance.choice(pieces[kind]))
        for level, total in enumerate(e["discovery_at"]):
            if p["scrolls"] >= total and self.tiles_of(level + 1):
                p["discoveries"].append(chance.choice(self.tiles_of(level + 1)))

    def stage_palace(self, chance):
        for _ in range(chance.choice((0, 2, 6, 12))):
            master = chance.choice(self.scorers())
            if self.open_halls() and self.servants_left(master) > 0:
                self.own(master)["courtiers"][chance.choice(self.open_halls())] += 1

    def stage_cards(self, chance):
        """Cards change hands from the deck, sometimes until it is empty, and the row then too."""
        s = self.state
        s["row"] = []
        deck = self.deck()
        chance.shuffle(deck)
        row = chance.choice((ROW, ROW, ROW, chance.randint(0, ROW)))
        for _ in range(len(deck) - row if row < ROW else chance.randint(0, len(deck) - row)):
            who = chance.choice(self.scorers())
            s["who"], me = who, s["who"]
            if who == "magistrate" or self.allowed(deck[-1]):
                self.own(who)["cards"][deck.pop()] += 1
            s["who"] = me
        s["row"], s["row_camels"] = deck[:ROW], 0

    def stage_contracts(self, chance, tied):
        some = [(chance.choice(self.scorers()), chance.choice(PILES))
                for _ in range(chance.choice((0, 2, 8)))]
        for master, pile in [("p1", "e")] * 2 if tied else some:
            if self.top(pile) and self.rares_for(master, self.top(pile)):
                self.fulfil(master, pile, chance.choice(self.rares_for(master, self.top(pile))))
        self.events = []

    def stage_camels(self, chance):
        s = self.state
        camels = len(INNER) + len(PATHS) + self.edition["row_camels"][self.seats - 1]
        founded = {city for master in self.masters for city in self.own(master)["posts"]}
        climbed = {self.own(master)["path"] for master in self.masters}
        s["city_camels"] = [city for city in INNER if city not in founded and camels]
        s["mosque_camels"] = [path for path in PATHS if path not in climbed]
        camels -= len(s["city_camels"]) + len(s["mosque_camels"])
        most = min(camels, len(s["row"]))
        s["row_camels"] = chance.choice((0, min(most, 1), most))
        camels -= min(camels, s["row_camels"])
        for corner in chance.sample(CORNERS, chance.choice((0, 1, 2, 4)))[:camels]:
            s["market_camels"].append(corner)
            camels -= 1
        for _ in range(camels):
            if chance.random() < 0.05:
                s["lost_camels"] += 1
            else:
                self.own(chance.choice(self.masters))["camels"] += 1

    def stage_solo(self, chance):
        """Some cards have left the game, the others lie anywhere; or the first stack is still there. It has
        its Palace card only in year 1, after as many cards as turns, and none leaves then."""
        s, p = self.state, self.own("magistrate")
        turns = s["round"] - 1 + ("magistrate" in s["slots"])
        if s["year"] == 1 and turns < 4 and p["scrolls"] < 3 and p["mosque"] < 3 and self.deck():
            cards = chance.sample([action for action in ACTIONS if action != "palace"], turns)
            s["solo_deck"] = [[action for action in ACTIONS if action not in cards]]
        else:
            cards = chance.sample(ACTIONS, chance.choice((1, 3, 5, 6, 6)))
            s.update(solo_deck=[], solo_opening=False)
        if "magistrate" in s["slots"]:
            s["solo_card"] = cards.pop()
        for card in cards:
            if s["solo_opening"] or chance.random() < 0.3:
                s["solo_discards"].append(card)
            elif s["solo_deck"] and (len(s["solo_deck"]) == s["year"] or chance.random() < 0.6):
                s["solo_deck"][-1].append(card)
            else:
                s["solo_deck"].append([card])
        if not s["solo_opening"] and s["solo_card"] != "trade" and chance.random() < 0.4:
            for part in (s["solo_discards"], *s["solo_deck"]):
                part[:] = [card for card in part if card != "trade"]
            s["solo_deck"] = [part for part in s["solo_deck"] if part] + [["trade"]]

    # ---- what always holds ----

    def doubts(self):
        s, e = self.state, self.edition
        yield from self.wrong
        for site in SITES:
            owners = [master for master in self.masters if site in self.own(master)["sites"]]
            guards = [master for master in self.masters if site in self.own(master)["soldiers"]]
            if len(owners) > 1 or len(guards) > 1 or (guards and not owners):
                yield f"{site}: buildings {owners}, soldiers {guards}"
            if guards and self.upgrade(site):
                yield f"{site}: an upgrade and a soldier"
        camels = (len(s["city_camels"]) + len(s["mosque_camels"]) + len(s["market_camels"]) +
                  s["row_camels"] + s["lost_camels"] + len(s["routes"]) + sum(s["queue_camels"]) +
                  sum(self.own(master)["camels"] for master in self.masters))
        if camels != len(INNER) + len(PATHS) + e["row_camels"][self.seats - 1]:
            yield f"{camels} camels"
        if s["options"]["unlimited_supply"] == "off":
            for colour in CUBES:
                if sum(self.own(master)["cubes"][colour] for master in self.masters) > e["cubes"]:
                    yield f"too many cubes: {colour}"
            for kind in ("scrolls", "common", "rare"):
                if sum(self.own(master)[kind] for master in self.masters) > e[kind]:
                    yield f"too many pieces: {kind}"
        for spice in SPICES:
            held = s["row"].count(spice) + sum(self.own(m)["cards"][spice] for m in self.masters)
            if held > e["spice_cards"][spice]:
                yield f"too many cards: {spice}"
        for hall in HALLS:
            if self.courtiers_in(hall) > e["hall_places"]:
                yield f"{hall} is too full"
        for master in self.masters:
            p = self.own(master)
            if self.buildings_left(master) < 0 or self.servants_left(master) < 0 or \
                    len(p["posts"]) > e["posts"]:
                yield f"{master}: too many pieces"
            if min(*p["cubes"].values(), p["camels"]) < 0 or any(
                    p[kind + "_locked"] > p[kind] for kind in ("scrolls", "common", "rare")):
                yield f"{master}: spent what was not there"
            if p["favour"] > e["favour_last"] or p["influence"] > e["influence_last"]:
                yield f"{master}: beyond the end of a track"
            kinds = sum(n > 0 for n in p["cards"].values())
            if master[0] == "p" and kinds > max(1, sum(p["influence"] >= at for at in e["spice_at"])):
                yield f"{master}: too many spices"
            for city in p["posts"]:
                if city in OUTER and INNER[OUTER.index(city)] not in p["posts"]:
                    yield f"{master}: {city} without its inner city"
        for wall, piece in s["walls"].items():
            if piece and piece.endswith("gate") != (wall in GATES):
                yield f"{wall}: {piece}"
        if s["row_camels"] > len(s["row"]):
            yield "a camel without a card"
        if not s["over"] and not self.legal():
            yield "nothing can be done"
