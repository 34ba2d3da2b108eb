"""A turn of Merv (R4): slot, site, resources, the choice, the camel market, and what waits for a decision
(R4.2), with the tracks (R5.1) and everything that can be gained."""
from common import Rng
from merv_table import (COLOURS, CORNERS, CUBES, LEVEL_3, LEVEL_4, LINES, NEEDED, NEUTRALS, PATHS, PERSONS, ROW,
                        SIDES, SITES, SPICES, distance)

MOST = 99  # of a kind, with unlimited supply (R4.11)


class Turn:
    # ---- who and what ----

    def seat(self, master):
        """Seats, then the Magistrate, then the High Courtier."""
        if master == "magistrate":
            return self.seats
        return self.seats + 1 if master == "courtier" else PERSONS.index(master)

    def own(self, master=None):
        master = master or self.state["who"]
        if master in NEUTRALS:
            return self.state["neutrals"][master]
        return self.state["players"][PERSONS.index(master)]

    def side(self):
        return SIDES[self.state["round"] - 1]

    def line(self, slot):
        return LINES[f"{self.side()}{slot}"]

    def across(self, site):
        """The line through a site that does not begin at this side."""
        rows = self.side() in "EW"
        return [other for other in SITES if other[3 if rows else 1] == site[3 if rows else 1]]

    def distance(self, site):
        return distance(self.side(), site)

    def free_slots(self):
        return [i for i in range(1, 6) if self.state["slots"][i - 1] is None]

    def owner(self, site):
        for master in self.masters:
            if site in self.own(master)["sites"]:
                return master
        return None

    def soldier_on(self, site):
        for master in self.masters:
            if site in self.own(master)["soldiers"]:
                return master
        return None

    def count(self, sites, *masters):
        return sum(self.owner(site) in masters for site in sites)

    def buildings_left(self, master):
        return self.edition["buildings"] - len(self.own(master)["sites"])

    def servants_left(self, master):
        p = self.own(master)
        return self.edition["servants"] - sum(p["courtiers"].values()) - len(p["soldiers"])

    def upgrade(self, site):
        """Its colour, or None."""
        s = self.state
        if site in s["white_upgrades"]:
            return "white"
        return next((colour for colour in COLOURS if s["bonus_upgrades"][colour] == site), None)

    def walled(self, site):
        return all(self.state["walls"][wall] for wall in NEEDED[site])

    def tell(self, event, master=None, **more):
        self.events.append({"event": event, "seat": None if master is None else self.seat(master), **more})

    def points(self, master, n, source):
        if n:
            self.own(master)["points"][source] += n
            self.tell("points", master, n=n, source=source)

    # ---- tracks (R5.1) ----

    def favour(self, master, n=1):
        p, e = self.own(master), self.edition
        for _ in range(n):
            if p["favour"] < e["favour_last"]:
                p["favour"] += 1
                self.tell("favour", master, space=p["favour"])
                self.points(master, e["favour_vp"][p["favour"]], "favour")
            elif p["influence"] < e["influence_last"]:
                self.influence(master, 1)
            else:
                self.overflow(master)

    def influence(self, master, n):
        """Steps are told together, unless a space among them gives favours (R2.5)."""
        p, e = self.own(master), self.edition
        last = e["influence_last"]
        apart = any(e["influence_favour"][p["influence"] + 1:min(last, p["influence"] + n) + 1])
        while n and p["influence"] < last:
            steps = 1 if apart else min(n, last - p["influence"])
            n -= steps
            self.tell("influence", master, space=p["influence"] + steps, n=steps)
            for _ in range(steps):
                p["influence"] += 1
                self.points(master, e["influence_vp"][p["influence"]], "influence")
            self.favour(master, e["influence_favour"][p["influence"]])
        for _ in range(n):
            if p["favour"] < e["favour_last"]:
                self.favour(master)
            else:
                self.overflow(master)

    def overflow(self, master):
        """Both tracks are full (R8.3 (1))."""
        if master == "magistrate":
            self.points(master, self.edition["magistrate_full_vp"], "magistrate")

    # ---- supplies (R4.11) ----

    def left(self, of, total, kind=None):
        """How many of a kind one person may still get."""
        def held(master):
            return self.own(master)[of][kind] if kind else self.own(master)[of]
        if self.state["options"]["unlimited_supply"] == "on":
            return lambda master: MOST - held(master)
        rest = total - sum(held(other) for other in self.masters)
        return lambda master: rest

    def cubes_left(self, master, colour):
        return self.left("cubes", self.edition["cubes"], colour)(master)

    def pieces_left(self, master, kind):
        return self.left(kind, self.edition[kind])(master)

    def gain_cubes(self, master, cubes):
        for colour in CUBES:
            n = min(cubes.count(colour), self.cubes_left(master, colour))
            if n:
                self.own(master)["cubes"][colour] += n
                self.tell("cubes", master, n=n, colour=colour)

    def gain_goods(self, master, kind, n=1):
        n = min(n, self.pieces_left(master, kind))
        if n:
            self.own(master)[kind] += n
            self.tell("goods", master, n=n, kind=kind)

    def gain_camels(self, master, n=1):
        if n:
            self.own(master)["camels"] += n
            self.tell("camels", master, n=n)

    def gain_scrolls(self, master, n):
        """R5.5; returns the levels of the discoveries reached, ascending."""
        p = self.own(master)
        before = p["scrolls"]
        n = min(n, self.pieces_left(master, "scrolls"))
        if n:
            p["scrolls"] += n
            self.tell("scrolls", master, n=n, total=p["scrolls"])
        return [level + 1 for level, total in enumerate(self.edition["discovery_at"])
                if before < total <= p["scrolls"]]

    def wait(self, kind, n=1):
        """A benefit that needs a decision; the last of the list is asked first, soldiers stand together."""
        waiting = self.state["pending"]
        if kind == "soldier" and waiting and waiting[-1]["kind"] == "soldier":
            waiting[-1]["n"] += n
        else:
            waiting.append({"kind": kind, "n": n})

    def gain(self, what):
        """A benefit for the person whose turn it is."""
        s, me = self.state, self.state["who"]
        if what == "favour":
            self.favour(me)
        elif what == "white_cube":
            self.gain_cubes(me, ["white"])
        elif what == "rare_good":
            self.gain_goods(me, "rare")
        elif what == "scroll":
            for level in reversed(self.gain_scrolls(me, 1)):
                self.wait("discovery", level)
        elif what == "camel":
            path = self.own(me)["path"]
            if path in s["mosque_camels"]:
                s["mosque_camels"].remove(path)
                self.gain_camels(me)
        elif what == "mosque_step":
            self.wait("mosque")
        elif what not in ("none", "mosque_sites"):
            self.wait(what)

    # ---- the turn ----

    def usable(self, slot):
        """R4.4: sites of the line that the person on turn may activate."""
        me = self.state["who"]
        return [site for site in self.line(slot)
                if (self.buildings_left(me) if self.owner(site) is None
                    else self.owner(site) != "magistrate")]

    def legal_slot(self):
        """R4.3"""
        free = self.free_slots()
        return [f"slot {i}" for i in [i for i in free if self.usable(i)] or free]

    def do_slot(self, slot):
        s, slot = self.state, int(slot)
        if s["phase"] == "courtier_slot":
            self.courtier_to(slot)
            return
        s["slots"][slot - 1] = s["who"]
        s["slot"] = slot
        self.tell("slot", s["who"], slot=slot)
        s["phase"] = "site" if self.usable(slot) else "before"

    def legal_site(self):
        return [f"site {site}" for site in self.usable(self.state["slot"])]

    def do_site(self, site):
        s, me = self.state, self.state["who"]
        if s["phase"] == "courtier_site":
            self.courtier_builds(site)
            return
        s.update(site=site, phase="before")
        action = s["city"][site]["action"]
        if self.owner(site) is None:
            self.own()["sites"].append(site)
            self.tell("build", me, site=site, action=action)
        else:
            self.tell("activate", me, site=site, action=action)
        self.collect_from(site)

    def collect_from(self, site):
        """R4.5"""
        me, owner = self.state["who"], self.owner(site)
        same = [other for other in self.line(self.state["slot"]) if self.owner(other) == owner]
        self.gain_cubes(me, [cube for other in same for cube in self.yields(other)])
        if owner not in (me, "courtier"):
            extra = [self.upgrade(other) for other in same if other != site and self.upgrade(other)]
            self.gain_cubes(owner, self.yields(site) + extra)

    def yields(self, site):
        colour, upgrade = self.state["city"][site]["colour"], self.upgrade(site)
        if upgrade == "white":
            return ["white"]
        return [colour, upgrade] if upgrade else [colour]

    def market_moves(self):
        """R4.7"""
        s = self.state
        if s["slot"] != 3 or s["market_used"]:
            return []
        moves = ["collect"] if s["market_camels"] else []
        if self.own()["camels"]:
            moves += [f"sell {corner}" for corner in CORNERS if corner not in s["market_camels"]]
        return moves

    def do_collect(self):
        s, me = self.state, self.state["who"]
        n = len(s["market_camels"])
        s.update(market_camels=[], market_used=True)
        self.tell("collect", me, n=n)
        self.gain_camels(me, n)

    def do_sell(self, corner):
        s, me = self.state, self.state["who"]
        gain = self.edition["market"][s["market_side"]][corner]
        s["market_used"] = True
        s["market_camels"].append(corner)
        self.own()["camels"] -= 1
        self.tell("sell", me, corner=corner, gain=gain)
        self.gain(gain)

    def soldier_targets(self):
        """R5.2"""
        if not self.servants_left(self.state["who"]):
            return []
        return [site for site in SITES if self.owner(site) and not self.soldier_on(site)
                and not self.upgrade(site) and not self.walled(site)]

    def legal_before(self):
        """R4.6"""
        moves = ["act"] if self.state["site"] else []
        return moves + ["favour"] + ["soldier"] * bool(self.soldier_targets()) + self.market_moves()

    def legal_after(self):
        return self.market_moves() + ["end"]

    def do_favour(self):
        self.state["phase"] = "after"
        self.favour(self.state["who"])

    def do_soldier(self):
        self.state["phase"] = "after"
        self.wait("soldier")

    def do_act(self):
        s = self.state
        s["phase"] = "action"
        self.tell("act", s["who"], action=self.acting())
        s["posted"] = self.acting() == "trade" and not self.open_cities(s["who"])

    def do_end(self):
        s = self.state
        s.update(slot=None, site=None, market_used=False, discount_used=False, convert_used=False)
        self.next_master()

    # ---- benefits that wait (R4.2) ----

    def legal_benefit(self):
        kind, n = self.state["pending"][-1].values()
        moves = getattr(self, "benefit_" + kind)(n)
        return moves + ["decline"] * bool(moves and kind not in ("scoring_tile", "discovery", "pair"))

    def benefit_soldier(self, _):
        return [f"deploy {site}" for site in self.soldier_targets()]

    def upgrades(self, left, whose="own"):
        """R9.13: sites without upgrade, if there are tiles left."""
        return [f"upgrade {site}" for site in SITES if left and not self.upgrade(site)
                and (whose == "site" or self.owner(site) is not None)
                and (whose != "own" or self.owner(site) == self.state["who"])]

    def whites_left(self):
        return self.edition["white_upgrades"] - len(self.state["white_upgrades"])

    def benefit_white_upgrade(self, _):
        return self.upgrades(self.whites_left())

    def benefit_pair_upgrade(self, _):
        return self.upgrades(self.whites_left(), self.state["options"]["pepper"])

    def bonus_tiles(self):
        return [colour for colour in self.edition["bonus_upgrades"]
                if self.state["bonus_upgrades"][colour] is None]

    def benefit_bonus_upgrade(self, _):
        return self.upgrades(self.bonus_tiles())

    def benefit_scoring_tile(self, _):
        if self.own()["tile"]:
            return []
        taken = [self.own(master)["tile"] for master in self.masters]
        return [f"tile {action}" for action in self.edition["scoring_tiles"] if action not in taken]

    def benefit_courtier(self, _):
        if not self.servants_left(self.state["who"]):
            return []
        return [f"place {hall}" for hall in self.open_halls()]

    def benefit_wall(self, _):
        return [f"wall {wall}" for wall, free in self.state["walls"].items()
                if free is None and self.pieces_for(wall)]

    def benefit_mosque(self, _):
        p = self.own()
        if p["mosque"] == self.mosque_end():
            return []
        return ["climb"] if p["path"] else [f"climb {path}" for path in PATHS]

    def benefit_card(self, _):
        return [f"take {i + 1}" for i, spice in enumerate(self.state["row"]) if self.allowed(spice)]

    def benefit_post(self, _):
        return [f"post {city}" for city in self.open_cities(self.state["who"])]

    def all_tiles(self, level):
        return [[f"less_{action}" for action in self.edition["discounts"]],
                [f"any_{colour}" for colour in self.edition["conversions"]], LEVEL_3, LEVEL_4][level - 1]

    def tiles_of(self, level):
        """Discoveries left."""
        gone = [tile for master in self.masters for tile in self.own(master)["discoveries"]]
        return [tile for tile in self.all_tiles(level) if tile not in gone]

    def benefit_discovery(self, level):
        return [f"discover {tile}" for tile in self.tiles_of(level)]

    def benefit_pair(self, _):
        return [f"pair {spice}" for spice in SPICES if self.state["pairs"][spice]]

    def answered(self):
        """Of several soldiers each is asked for."""
        waiting = self.state["pending"]
        if waiting[-1]["kind"] == "soldier" and waiting[-1]["n"] > 1:
            waiting[-1]["n"] -= 1
        else:
            waiting.pop()

    def do_decline(self):
        self.answered()

    def do_deploy(self, site):
        e, me = self.edition, self.state["who"]
        self.answered()
        self.own()["soldiers"].append(site)
        self.tell("soldier", me, site=site)
        self.influence(me, e["own_influence" if self.owner(site) == me else "other_influence"])

    def do_upgrade(self, site):
        s = self.state
        if s["pending"][-1]["kind"] in ("white_upgrade", "pair_upgrade"):
            s["white_upgrades"].append(site)
            self.upgraded(site, "white")
        else:
            s["picked"] = SITES_INDEX[site]

    def legal_bonus(self):
        return [f"bonus {colour}" for colour in self.bonus_tiles()]

    def do_bonus(self, colour):
        s = self.state
        site = INDEX_SITE[s["picked"]]
        s["picked"] = None
        s["bonus_upgrades"][colour] = site
        self.upgraded(site, colour)

    def upgraded(self, site, colour):
        """R9.20"""
        self.state["pending"].pop()
        self.tell("upgrade", self.state["who"], site=site, colour=colour)
        guard = self.soldier_on(site)
        if guard:
            self.own(guard)["soldiers"].remove(site)
            self.tell("soldier_home", guard, site=site)

    def do_tile(self, action):
        s = self.state
        s["pending"].pop()
        self.own()["tile"] = action
        self.tell("tile", s["who"], action=action)

    def do_discover(self, tile):
        """R2.12, R5.5"""
        s, e, me = self.state, self.edition, self.state["who"]
        s["pending"].pop()
        self.own()["discoveries"].append(tile)
        self.tell("discover", me, discovery=tile)
        if tile in LEVEL_3:
            self.wait(tile.removeprefix("free_"))
        elif tile in LEVEL_4:
            self.points(me, e["great_vp"][tile], "discoveries")
            self.favour(me, e["great_favours"][tile])
            if e["great_soldiers"][tile]:
                self.wait("soldier", e["great_soldiers"][tile])

    def do_pair(self, spice):
        """R2.13, R5.3"""
        s = self.state
        s["pairs"][spice] -= 1
        if not any(s["pairs"].values()):
            s["pending"].pop()
        self.tell("pair", s["who"], spice=spice)
        what = self.edition["pair_gain"][spice]
        anybody = what == "white_upgrade" and s["options"]["pepper"] != "own"
        self.gain("pair_upgrade" if anybody else what)

    # ---- cards of the row ----

    def deck(self):
        """R11.1: the cards left, in the order of their kinds."""
        s = self.state
        return [spice for spice in SPICES
                for _ in range(self.edition["spice_cards"][spice] - s["row"].count(spice) -
                               sum(self.own(master)["cards"][spice] for master in self.masters))]

    def refill(self):
        s = self.state
        while len(s["row"]) < ROW and self.deck():
            deck = self.deck()
            s["row"].append(deck[Rng(s["rng"]).below(len(deck))])
            self.tell("reveal", None, spice=s["row"][-1], card=len(s["row"]))

    def get_card(self, master, card):
        """The card (from 1) with the camel on it."""
        s = self.state
        spice = s["row"].pop(card - 1)
        self.own(master)["cards"][spice] += 1
        self.tell("card", master, spice=spice, card=card)
        if card <= s["row_camels"]:
            s["row_camels"] -= 1
            self.gain_camels(master)
        return spice

    def allowed(self, spice):
        """R5.3 (3)"""
        p = self.own()
        kinds = {kind for kind in SPICES if p["cards"][kind]} | {spice}
        return len(kinds) <= sum(p["influence"] >= at for at in self.edition["spice_at"])


SITES_INDEX = {site: (int(site[1]) - 1) * 5 + int(site[3]) - 1 for site in SITES}
INDEX_SITE = {i: site for site, i in SITES_INDEX.items()}
