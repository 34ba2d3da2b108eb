"""Tadmor's referee: positions that players would hardly reach."""
from tadmor_numbers import COUNTS, GOODS, KINDS, MISSIONS, PILES, RARES, REGIONS, SECTIONS, START_TILES, TILES
from tadmor_table import ask


class Positions:
    """Made up from chance, within what the rules allow."""

    def stage(self, chance):
        """A round in which everybody may have anything, with most pawns placed."""
        s, e = self.state, self.edition
        era = chance.randint(1, 3)
        lead = chance.randrange(self.seats)
        s.update(phase="place", ask=ask(), era=era, first=lead, lead=lead, active=lead,
                 round=(era - 1) * e["era_rounds"] + chance.randint(1, e["era_rounds"]))
        for tile in TILES:
            if s["tile"][tile] == "box" and e["tile_era"][tile] <= era and chance.random() < 0.5:
                s["tile"][tile] = f"p{chance.randrange(self.seats) + 1}"
        shown = [tile for tile in TILES if s["tile"][tile] == "box" and tile not in START_TILES
                 and e["tile_era"][tile] == era]
        for tile in shown[:chance.randint(0, e["display"][COUNTS[self.seats]])]:
            s["tile"][tile] = "display"
        missions = chance.sample(MISSIONS, len(MISSIONS))

        def some(most):
            return [missions.pop() for _ in range(min(len(missions), chance.randint(0, most)))]
        temples = {section: e["temple_copies"] for section in SECTIONS}
        for seat in range(self.seats):
            p = self.player(seat)
            p.update(pp=chance.randint(-3, 40), hand=some(3), done=some(6), flipped=some(2),
                     tower=self.raised(seat, chance.choice((0, 1, 3, 4, 5, 9, 10, 14, 18, 24))))
            p["goods"] = {good: chance.randint(0, chance.choice((2, 9))) for good in GOODS}
            for kind in KINDS:
                p["owned"][kind] = chance.randint(e["start_pawns"][kind], e["max_pawns"][kind])
                p["reserve"][kind] = p["owned"][kind]
            for section in SECTIONS:
                n = min(temples[section], chance.choice((0, 0, 0, 1, 1, 2)))
                p["temples"][section], temples[section] = n, temples[section] - n
            for kind in RARES:
                n = min(s["rare_left"][kind], chance.choice((0, 0, 0, 1, 1, 2)))
                p["rare"][kind], s["rare_left"][kind] = n, s["rare_left"][kind] - n
            if p["temples"]["statues"] and s["bonuses"] < 2:
                s["bonuses"] += 1
                p["favoured"] = True
        s["discards"] = some(len(missions))
        for mission in MISSIONS:
            if any(mission in p["hand"] for p in s["players"]):
                chance.choice((*s["wave"], [], [], [])).append(mission)
        for pile in PILES:
            s["top"][pile] = chance.choice(self.left_in(pile) or [None])
        if s["round"] > 1 and chance.random() < 0.7:
            s["held"], s["attacked"] = chance.sample(REGIONS, 2)
            s["holder"] = chance.randrange(self.seats)
            s["attacked"] = chance.choice((s["attacked"], None))
        for s["active"] in range(self.seats):
            for _ in range(chance.randint(0, sum(self.player()["reserve"].values()) - 1)):
                kind, place = chance.choice(self.placements()).split()
                self.put(kind, place)
        s["active"] = lead
        self.tidy()
        return {key: s[key] for key in s if key not in (
            "game", "viewer", "seats", "ply", "turn", "over", "options", "rng", "spare")}
