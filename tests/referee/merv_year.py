"""Between the turns of Merv: the queue (R6.1), the High Courtier (R7), invasion (R6.2), scoring (R6.3) and
the end (R6.4)."""
import itertools

from merv_table import CUBES, HALLS, ROUNDS, SITES, SPICES, YEARS


class Year:
    # ---- whose turn it is (R4.1) ----

    def next_master(self):
        self.state["place"] += 1
        self.begin_turn()

    def begin_round(self):
        s = self.state
        s["place"] = 0
        self.tell("round", None, round=s["round"])
        self.begin_turn()

    def begin_turn(self):
        s = self.state
        if s["place"] == self.places:
            s["place"] = 0
            self.form_queue(1)
            return
        master = s["queue"][s["place"]]
        self.tell("turn", master)
        if master == "courtier":
            self.courtier_turn()
        elif master == "magistrate":
            self.magistrate_turn()
        else:
            s.update(who=master, phase="slot")

    # ---- the High Courtier (R7, R8.1) ----

    def steerers(self):
        return [master for master in self.state["queue"] if master not in ("courtier", None)]

    def courtier_turn(self):
        first = self.steerers()[0]
        if first == "magistrate":
            self.courtier_to(self.magistrate_steers_to())
        else:
            self.state.update(who=first, phase="courtier_slot")

    def legal_courtier_slot(self):
        return [f"slot {i}" for i in self.free_slots()]

    def courtier_to(self, slot):
        s = self.state
        s["slots"][slot - 1] = "courtier"
        s["slot"] = slot
        self.tell("slot", "courtier", slot=slot)
        second = self.steerers()[1]
        if not self.courtier_sites() or not self.buildings_left("courtier"):
            s["slot"] = None
            self.next_master()
        elif second == "magistrate":
            self.courtier_builds(self.magistrate_picks(self.courtier_sites()))
        else:
            s.update(who=second, phase="courtier_site")

    def courtier_sites(self):
        return [site for site in self.line(self.state["slot"]) if self.owner(site) is None]

    def legal_courtier_site(self):
        return [f"site {site}" for site in self.courtier_sites()]

    def courtier_builds(self, site):
        s = self.state
        self.own("courtier")["sites"].append(site)
        self.tell("build", "courtier", site=site, action=s["city"][site]["action"])
        s["slot"] = None
        self.next_master()

    # ---- the new queue (R6.1) ----

    def form_queue(self, slot):
        """Masters from this slot on."""
        s = self.state
        for i in range(slot, 6):
            master = s["slots"][i - 1]
            if master in ("courtier", "magistrate"):
                self.join_queue(master, min(self.own(master)["camels"], len(self.free_places()) - 1))
            elif master:
                s.update(phase="queue", who=master, slot=i)
                return
        s.update(queue=s["next_queue"], next_queue=[None] * 4, queue_camels=[0] * 4,
                 slots=[None] * 5, slot=None)
        self.end_of_round()

    def free_places(self):
        """From the rear."""
        return [i for i in reversed(range(self.places)) if self.state["next_queue"][i] is None]

    def legal_queue(self):
        return [f"spend {k}" for k in range(1 + min(self.own()["camels"], len(self.free_places()) - 1))]

    def do_spend(self, camels):
        s = self.state
        self.join_queue(s["who"], int(camels))
        self.form_queue(s["slot"] + 1)

    def join_queue(self, master, camels):
        s = self.state
        places = self.free_places()
        for i in places[:camels]:
            s["queue_camels"][i] += 1
        self.own(master)["camels"] -= camels
        place = places[camels]
        s["next_queue"][place] = master
        self.tell("queue", master, place=place + 1, camels=camels)
        self.gain_camels(master, s["queue_camels"][place])
        s["queue_camels"][place] = 0

    def end_of_round(self):
        s = self.state
        if s["solo_card"]:
            s["solo_discards"].append(s["solo_card"])
            s["solo_card"] = None
        if s["round"] < ROUNDS:
            s["round"] += 1
            self.begin_round()
        elif s["year"] >= self.edition["invasion_from"]:
            self.tell("invasion", None, year=s["year"])
            for master in ("courtier", "magistrate"):
                for site in self.attacked(master):
                    if master == "courtier" or self.honest():
                        self.lose(master, site)
            self.invade(0)
        else:
            self.score_year()

    # ---- invasion (R6.2) ----

    def attacked(self, master):
        return [site for site in SITES if self.owner(site) == master and not self.soldier_on(site)
                and not self.walled(site)]

    def invade(self, place, after=None):
        """Goes on with the place of the queue, after one of its sites."""
        s = self.state
        for i in range(place, self.places):
            master = s["queue"][i]
            sites = self.attacked(master)
            if i == place and after:
                sites = [site for site in sites if SITES.index(site) > SITES.index(after)]
            if master not in ("courtier", "magistrate") and sites:
                s.update(phase="ransom", who=master, place=i, site=sites[0])
                return
        s.update(site=None, place=0)
        for master in self.masters:
            for site in sorted(self.own(master)["soldiers"]):
                self.tell("soldier_home", master, site=site)
            self.own(master)["soldiers"] = []
        self.score_year()

    def lose(self, master, site):
        self.own(master)["sites"].remove(site)
        self.tell("lose", master, site=site)

    def legal_ransom(self):
        s = self.state
        site = s["site"]
        accepted = {"white", s["city"][site]["colour"], self.upgrade(site)}
        if self.upgrade(site) == "white":
            accepted = set(CUBES)
        return [f"ransom {site} {colour}" for colour in CUBES
                if colour in accepted and self.own()["cubes"][colour]] + [f"lose {site}"]

    def do_ransom(self, site, colour):
        s = self.state
        self.own()["cubes"][colour] -= 1
        self.tell("ransom", s["who"], site=site, colour=colour)
        self.invade(s["place"], site)

    def do_lose(self, site):
        s = self.state
        self.lose(s["who"], site)
        self.invade(s["place"], site)

    # ---- scoring (R6.3) ----

    def hall_worth(self, master, hall):
        p = self.own(master)
        return {"knowledge": p["scrolls"], "spices": sum(p["cards"].values()),
                "trade": p["common"] + p["rare"], "faith": p["mosque"]}[hall]

    def score_year(self):
        self.tell("scoring", None, year=self.state["year"])
        self.score_from(0)

    def score_from(self, place):
        s = self.state
        for i in range(place, self.places):
            master = s["queue"][i]
            if master == "courtier":
                continue
            s["place"] = i
            courtiers = self.own(master)["courtiers"]
            if master == "magistrate":
                chosen = self.magistrate_chooses() if self.honest() else courtiers
                self.score_courtiers(master, chosen, self.honest() * sum(chosen.values()))
                self.score_rest(master)
                continue
            s.update(who=master, phase="courtiers")
            if self.ask_courtiers():
                return
            self.score_choice(master, dict(courtiers) if self.own(master)["favour"] else {})
        self.end_of_year()

    def ask_courtiers(self):
        favour = self.own()["favour"]
        return 0 < favour < sum(self.own()["courtiers"].values())

    def legal_courtiers(self):
        p, moves = self.own(), []
        for choice in itertools.product(*(range(p["courtiers"][hall] + 1) for hall in HALLS)):
            if sum(choice) == p["favour"]:
                moves.append(" ".join(["score", *(f"{hall}={n}" for hall, n in zip(HALLS, choice) if n)]))
        return moves

    def do_score(self, *words):
        s = self.state
        self.score_choice(s["who"], {word.split("=")[0]: int(word.split("=")[1]) for word in words})
        self.score_from(s["place"] + 1)

    def score_choice(self, master, chosen):
        self.score_courtiers(master, chosen, sum(chosen.values()))
        self.score_rest(master)

    def score_courtiers(self, master, chosen, price):
        for hall in HALLS:
            n = chosen.get(hall, 0)
            if n:
                self.tell("courtiers", master, hall=hall, n=n)
                self.points(master, n * self.hall_worth(master, hall), "palace")
        if price:
            p = self.own(master)
            p["favour"] -= price
            self.tell("spend_favour", master, n=price, space=p["favour"])

    def on_sites(self, master, action):
        return sum(self.state["city"][site]["action"] == action for site in self.own(master)["sites"])

    def climbed_to_sites(self, master):
        """R9.58"""
        p = self.own(master)
        return any(self.edition["mosque_gain"][self.space(p["path"], n)] == "mosque_sites"
                   for n in range(1, p["mosque"] + 1))

    def score_rest(self, master):
        e, p = self.edition, self.own(master)
        self.points(master, e["building_vp"] * len(p["sites"]), "buildings")
        if p["tile"]:
            self.points(master, e["scoring_tile_vp"] * self.on_sites(master, p["tile"]), "tiles")
        if self.climbed_to_sites(master):
            self.points(master, e["mosque_sites_vp"] * self.on_sites(master, "mosque"), "mosque_sites")

    def end_of_year(self):
        s = self.state
        s["place"] = 0
        if self.seats == 1:
            self.stack_discards()
        if s["year"] == YEARS:
            self.end()
            return
        s["year"] += 1
        s["round"] = 1
        self.tell("year", None, year=s["year"])
        self.begin_round()

    # ---- the end (R6.4) ----

    def set_value(self, cards):
        layers = range(1, 1 + max(cards.values()))
        return sum(self.edition["set_vp"][sum(cards[spice] >= layer for spice in SPICES)]
                   for layer in layers)

    def end(self):
        s = self.state
        for master in self.masters:
            self.points(master, self.set_value(self.own(master)["cards"]), "spices")
        s.update(over=True, phase="over", who="p1")
        self.tell("over")

    def scorers(self):
        return [master for master in self.masters if master != "courtier"]

    def scores(self):
        return [sum(self.own(master)["points"].values()) for master in self.scorers()]

    def ranks(self):
        """R6.4; the person of a solo game wins only with more (R8.5)."""
        queue = self.state["queue"]

        def key(master):
            p = self.own(master)
            total = sum(p["points"].values())
            if self.seats == 1:
                return (total, master == "magistrate")
            return (total, p["favour"], p["influence"], -queue.index(master))
        keys = [key(master) for master in self.scorers()]
        return [1 + sum(other > own for other in keys) for own in keys]
