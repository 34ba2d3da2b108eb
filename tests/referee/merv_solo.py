"""The Corrupt Magistrate of the solo game of Merv (R8)."""
import copy

from common import Rng
from merv_table import ACTIONS, CITIES, GATES, GUARDED, HALLS, INNER, OUTER, PATHS, PILES, SITES, WALLS

ME, HC, HUMAN = "magistrate", "courtier", "p1"
PAIRS = ["ginger", "juniper", "cinnamon", "pepper"]  # in this order
WALLS_BEFORE = [[HC, HC], [HC, ME], [ME, ME], [HC], [ME], [HC, HUMAN], [ME, HUMAN], [HUMAN],
                [HUMAN, HUMAN], []]


def best(choices, *keys):
    """The first that is greatest by these keys, one after the other."""
    return max(choices, key=lambda choice: tuple(key(choice) for key in keys))


class Magistrate:
    # ---- steering the High Courtier (R8.1) ----

    def magistrate_steers_to(self):
        return best(self.free_slots(), lambda i: self.count(self.line(i), HUMAN),
                    lambda i: -self.count(self.line(i), ME), lambda i: -i)

    def magistrate_picks(self, sites):
        return best(sites, lambda site: self.count(self.across(site), HUMAN),
                    lambda site: -self.count(self.across(site), ME), lambda site: -self.distance(site))

    # ---- without his privileges (R8.6) ----

    def honest(self):
        return self.edition["magistrate_honest"][self.state["options"]["magistrate"]]

    def magistrate_chooses(self):
        """The courtiers that he can pay for, those worth most first."""
        p, chosen = self.own(ME), dict.fromkeys(HALLS, 0)
        halls = [hall for hall in HALLS for _ in range(p["courtiers"][hall])]
        halls.sort(key=lambda hall: -self.hall_worth(ME, hall))
        for hall in halls[:p["favour"]]:
            chosen[hall] += 1
        return chosen

    # ---- the solo deck (R3.3, R8.2, R9.27, R11.1) ----

    def draw_solo(self):
        """Any card of the topmost part; the first Palace card is second, third or fourth."""
        s, rng = self.state, Rng(self.state["rng"])
        part = s["solo_deck"][-1]
        others = [card for card in part if card != "palace"]
        if s["solo_opening"] and len(s["solo_deck"]) == 1 and "palace" in part:
            drawn = len(ACTIONS) - len(part)
            palace = drawn > 0 and rng.below(4 - drawn) == 0
            card = "palace" if palace else others[rng.below(len(others))]
        else:
            card = part[rng.below(len(part))]
        self.drop(part, card)
        return card

    def drop(self, part, card):
        s = self.state
        part.remove(card)
        if not part:
            s["solo_opening"] &= part is not s["solo_deck"][0]
            s["solo_deck"] = [other for other in s["solo_deck"] if other]

    def stack_discards(self, but=()):
        """They come on top of the deck."""
        s = self.state
        cards = [card for card in s["solo_discards"] if card not in but]
        s["solo_discards"] = [card for card in s["solo_discards"] if card in but]
        if cards:
            if len(s["solo_deck"]) == 4:  # as many as a game can have; one set up by hand may have more
                cards += s["solo_deck"].pop()
            s["solo_deck"].append(sorted(cards, key=ACTIONS.index))  # drawn from in this order
            self.tell("solo_shuffle", ME)

    def leaves(self, card):
        """R9.40"""
        s = self.state
        if s["solo_card"] == card:
            s["solo_card"] = None
        elif card in s["solo_discards"]:
            s["solo_discards"].remove(card)
        else:
            part = next((part for part in s["solo_deck"] if card in part), None)
            if part is None:
                return
            self.drop(part, card)
        self.tell("solo_remove", ME, action=card)

    # ---- his turn (R8.2) ----

    def magistrate_turn(self):
        s, rejected = self.state, []
        while True:
            if not s["solo_deck"]:
                self.stack_discards(rejected)
            if not s["solo_deck"]:
                self.tell("solo_idle", ME)
                self.magistrate_to(self.free_slots()[-1])
                break
            card = self.draw_solo()
            s["solo_card"] = card
            self.tell("solo_card", ME, action=card)
            empty, built = self.slots_for(card)
            if empty or built:
                self.magistrate_acts(card, empty, built)
                break
            rejected.append(card)
            s["solo_card"] = None
            s["solo_discards"].append(card)
            self.tell("solo_reject", ME, action=card)
        s["slot"] = None
        self.next_master()

    def of_type(self, slot, card, *masters):
        return [site for site in self.line(slot) if self.state["city"][site]["action"] == card
                and self.owner(site) in masters]

    def slots_for(self, card):
        free = self.free_slots()
        return ([i for i in free if self.buildings_left(ME) and self.of_type(i, card, None)],
                [i for i in free if self.of_type(i, card, ME, HC)])

    def magistrate_to(self, slot):
        s = self.state
        s["slots"][slot - 1] = ME
        s["slot"] = slot
        self.tell("slot", ME, slot=slot)

    def magistrate_acts(self, card, empty, built):
        def count(*masters):
            return lambda i: self.count(self.line(i), *masters)
        if empty:
            self.magistrate_to(best(empty, count(ME), count(HC), count(HUMAN), lambda i: i))
            site = best(self.of_type(self.state["slot"], card, None),
                        lambda site: self.count(self.across(site), ME),
                        lambda site: self.count(self.across(site), HUMAN), self.distance)
            self.own(ME)["sites"].append(site)
            self.tell("build", ME, site=site, action=card)
        else:
            self.magistrate_to(best(built, count(ME, HC), count(ME), count(HUMAN), lambda i: i))
        slot = self.state["slot"]
        change = self.edition["magistrate_change"][self.state["options"]["magistrate"]]
        n = max(1, self.count(self.line(slot), ME, HC) + change)
        n += f"less_{card}" in self.own(ME)["discoveries"]
        self.tell("solo_repeat", ME, action=card, n=n)
        getattr(self, "magistrate_" + card)(n)
        if slot == 3:
            self.magistrate_at_market()

    # ---- his actions (R8.3) ----

    def magistrate_gains(self, what, path=None):
        s, e = self.state, self.edition
        if what == "favour":
            self.favour(ME)
        elif what == "soldier":
            self.magistrate_soldier()
        elif what in ("white_upgrade", "bonus_upgrade", "white_cube"):
            self.points(ME, e["magistrate_upgrade_vp"], "magistrate")
        elif what == "rare_good":
            self.gain_goods(ME, "rare")
        elif what == "scroll":
            self.magistrate_library(1)
        elif what == "card":
            self.magistrate_caravanserai(1)
        elif what == "mosque_step":
            self.magistrate_mosque(1)
        elif what == "courtier":
            self.magistrate_palace(1)
        elif what == "wall":
            self.magistrate_walls(1)
        elif what == "camel" and self.own(ME)["path"] in s["mosque_camels"]:
            s["mosque_camels"].remove(self.own(ME)["path"])
            self.gain_camels(ME)
        elif what == "scoring_tile":
            self.magistrate_tile()

    def magistrate_soldier(self):
        """R8.3 (2)"""
        e = self.edition
        if not self.servants_left(ME):
            return
        for owner in (HC, ME):
            for site in SITES:
                if self.owner(site) == owner and not (self.soldier_on(site) or self.upgrade(site) or
                                                      self.walled(site)):
                    self.own(ME)["soldiers"].append(site)
                    self.tell("soldier", ME, site=site)
                    self.influence(ME, e["own_influence" if owner == ME else "other_influence"])
                    return

    def magistrate_caravanserai(self, n):
        """R8.3 (3)"""
        s, cards = self.state, self.own(ME)["cards"]
        before = dict(cards)
        for _ in range(min(n, len(s["row"]))):
            now = self.set_value(cards)
            self.get_card(ME, best(
                range(1, len(s["row"]) + 1),
                lambda i: self.set_value({**cards, s["row"][i - 1]: cards[s["row"][i - 1]] + 1}) - now,
                lambda i: -i))
        self.refill()
        for spice in PAIRS:
            for _ in range(cards[spice] // 2 - before[spice] // 2):
                self.tell("pair", ME, spice=spice)
                self.magistrate_gains(self.edition["pair_gain"][spice])
        if not s["row"]:
            self.leaves("caravanserai")

    def magistrate_palace(self, n):
        """R8.3 (4)"""
        for _ in range(2 if n >= self.edition["magistrate_two_at"] else 1):
            if self.open_halls() and self.servants_left(ME):
                self.enter(ME, best(self.open_halls(), lambda hall: self.hall_worth(ME, hall),
                                    lambda hall: self.hall_worth(HUMAN, hall),
                                    lambda hall: -HALLS.index(hall)))

    def magistrate_library(self, n):
        """R8.3 (5)"""
        for level in self.gain_scrolls(ME, n):
            tiles = self.tiles_of(level)
            getattr(self, f"magistrate_finds_{level}")(tiles)
        if self.own(ME)["scrolls"] >= self.edition["discovery_at"][3]:
            self.leaves("library")

    def magistrate_takes(self, tiles, *wanted):
        """The first of these that is left, or None."""
        tile = next((tile for tile in wanted if tile in tiles), None)
        if tile:
            self.own(ME)["discoveries"].append(tile)
            self.tell("discover", ME, discovery=tile)
        return tile

    def magistrate_finds_1(self, tiles):
        p = self.own(ME)
        wanted = ["less_caravanserai", "less_mosque"]
        if p["mosque"] > sum(p["cards"].values()):
            wanted.reverse()
        self.magistrate_takes(tiles, *wanted)

    def magistrate_finds_2(self, tiles):
        if tiles:
            tile = self.draw(tiles)
            self.magistrate_takes(tiles, tile)
            self.points(ME, self.edition["magistrate_discovery_vp"], "magistrate")

    def draw(self, things):
        """A random one; several are told."""
        if len(things) > 1:
            self.tell("drawn", ME)
        return things[Rng(self.state["rng"]).below(len(things))]

    def magistrate_finds_3(self, tiles):
        tile = self.magistrate_takes(tiles, "free_post", "free_mosque")
        if tile == "free_post":
            city = self.magistrate_post()
            if city:  # a contract needs the good that came with the post
                self.gain_goods(ME, "common" if city in INNER else "rare")
                self.magistrate_contracts()
        elif tile:
            self.magistrate_mosque(1)

    def magistrate_finds_4(self, tiles):
        e = self.edition
        tile = self.magistrate_takes(tiles, "points", "two_favours")
        if tile:
            self.points(ME, e["great_vp"][tile], "discoveries")
            self.favour(ME, e["great_favours"][tile])
            for _ in range(e["great_soldiers"][tile]):
                self.magistrate_soldier()

    def magistrate_post(self):
        """R8.3 (6), the post; returns its city or None."""
        cities = self.open_cities(ME)
        if not cities:
            return None
        cities = [city for city in cities if city in OUTER] or cities
        posts = self.own(HUMAN)["posts"]
        city = best(cities, lambda city: city not in posts, lambda city: -CITIES.index(city))
        self.found(ME, city)
        return city

    def magistrate_trade(self, _):
        self.magistrate_post()
        posts = self.own(ME)["posts"]
        self.gain_goods(ME, "common", sum(city in INNER for city in posts))
        self.gain_goods(ME, "rare", sum(city in OUTER for city in posts))
        self.magistrate_contracts()

    def magistrate_contracts(self):
        while True:
            pile = self.magistrate_contract()
            if pile is None:
                return
            card = self.fulfil(ME, pile, min(self.rares_for(ME, self.top(pile))))
            self.magistrate_gains(self.edition["contract_bonus"][card])

    def magistrate_contract(self):
        """R8.3 (6), R9.28; the pile, or None."""
        e, tops = self.edition, {pile: self.top(pile) for pile in PILES}
        piles = [pile for pile in PILES if tops[pile] and self.rares_for(ME, tops[pile])]
        if not piles:
            return None
        keys = [lambda pile: e["contract_vp"][tops[pile]], lambda pile: e["contract_level"][tops[pile]],
                lambda pile: e["contract_bonus"][tops[pile]] == "soldier",
                lambda pile: -PILES.index(pile)]
        level = best(piles, *keys)
        soldier = best(piles, keys[0], keys[2], keys[1], keys[3])
        return best([level, soldier], self.points_of_two)

    def points_of_two(self, pile):
        """Of this contract and the best one that can follow it."""
        points, p, before = self.edition["contract_vp"], self.own(ME), copy.deepcopy(self.own(ME))
        events = list(self.events)
        card = self.fulfil(ME, pile, min(self.rares_for(ME, self.top(pile))))
        next_one = max((points[self.top(pile)] for pile in PILES
                        if self.top(pile) and self.rares_for(ME, self.top(pile))), default=0)
        p.clear()
        p.update(before)
        self.events = events
        return points[card] + next_one

    def magistrate_mosque(self, n):
        """R8.3 (7)"""
        s, p = self.state, self.own(ME)
        for _ in range(n):
            if p["mosque"] == self.mosque_end():
                break
            self.magistrate_gains(self.climb(ME, (s["mosque_camels"] or PATHS)[0]))
        if p["mosque"] == self.mosque_end():
            self.leaves("mosque")

    def magistrate_tile(self):
        tiles = [tile for tile in self.edition["scoring_tiles"] if tile != self.own(HUMAN)["tile"]]
        if self.own(ME)["tile"] or not tiles:
            return
        most = max(self.on_sites(ME, tile) for tile in tiles)
        tile = self.draw([tile for tile in tiles if self.on_sites(ME, tile) == most])
        self.own(ME)["tile"] = tile
        self.tell("tile", ME, action=tile)

    def magistrate_walls(self, n):
        """R8.3 (8)"""
        for _ in range(n):
            reserve = self.reserve()
            if not reserve:
                return
            price = {i: self.edition["wall_price"][self.KINDS_OF_PIECES[i][1]] for i in reserve}
            piece = best(reserve, lambda i: -price[i], lambda i: -i)
            gate = self.KINDS_OF_PIECES[piece][1] == "gate"
            walls = [wall for wall in WALLS if self.state["walls"][wall] is None
                     and (wall in GATES) == gate]
            self.put_wall(ME, best(walls, lambda wall: -self.rank_of(wall),
                                   lambda wall: -WALLS.index(wall)), piece)

    def rank_of(self, wall):
        return WALLS_BEFORE.index(sorted((self.owner(site) for site in GUARDED[wall]
                                          if self.owner(site)), key=[HC, ME, HUMAN].index))

    # ---- the camel market (R8.4) ----

    def magistrate_at_market(self):
        s, p = self.state, self.own(ME)
        n = len(s["market_camels"])
        if n >= 2:
            s["market_camels"] = []
            self.tell("collect", ME, n=n)
            self.gain_camels(ME, n)
        elif p["camels"]:
            corner = "tr" if "tl" in s["market_camels"] else "tl"
            gain = self.edition["market"][s["market_side"]][corner]
            p["camels"] -= 1
            s["market_camels"].append(corner)
            self.tell("sell", ME, corner=corner, gain=gain)
            self.magistrate_gains(gain)
