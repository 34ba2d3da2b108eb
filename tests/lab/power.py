#!/usr/bin/env python3
"""How large a fault must be until `serai lab` names it: things made better or worse step by step, with several seeds each.
The table of docs/lab.md; minutes to an hour. Faults of seats: power.c.

  tests/lab/power.py SERAI [GAME...] [--games N] [--seeds N]
"""
import argparse
import json
import subprocess

# What is looked for, by which name, and the numbers that make it worse and worse; the first are the printed ones.
CHAINS = {
    "yspahan": [("strong", "souk.vase_orange", ["souks.vase_orange.value=%d" % v for v in (12, 16, 20, 26, 34)]),
                ("dead", "building.hoist", ["buildings.hoist.gold=%d" % v for v in (4, 6, 8, 10, 12)]),
                ("must_have", "building.bazaar", ["bazaar_points=%d" % v for v in (2, 3, 4, 6, 8)])],
    "tadmor": [("strong", "mission.k9", ["mission_value.k9=%d" % v for v in (16, 22, 28, 40, 60)]),
               ("strong", "mission.k5", ["mission_cost.k5.wood=%d,mission_cost.k5.marble=%d" % v for v in ((4, 2), (2, 1), (1, 0), (0, 0))]),
               ("dead", "place.seu_rare", ["rare_price.red=%d" % v for v in (5, 6, 7, 9)])],
    "caravans": [("strong", "kind.gems", ["classes.gold=rare,classes.spices=rare,values.precious=%d" % v for v in (2, 3, 4, 6)])],
    "merv": [("strong", "pile.a", ["contract_vp.a1=%d,contract_vp.a2=%d,contract_vp.a3=%d" % (v + 5, v + 4, v + 3) for v in (0, 6, 12)]),
             ("dead", "city.nishapur", ["city_cost.nishapur.orange=+%d" % v for v in (0, 1, 2, 4)])],
}


def named(serai, game, change, kind, games, seed):
    words = [serai, "lab", "usage", game, change, "-n", str(games), "-s", str(seed), "--json", "-q"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr}")
    found = json.loads(done.stdout)
    return {a for f in found["findings"] if f["id"] == kind for a in f["about"].split(",")}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("serai")
    p.add_argument("game", nargs="*")
    p.add_argument("--games", type=int, default=600)
    p.add_argument("--seeds", type=int, default=5)
    a = p.parse_args()
    for game in a.game or CHAINS:
        for kind, thing, changes in CHAINS[game]:
            for change in changes:
                hits = sum(thing in named(a.serai, game, change, kind, a.games, 1 + 100000 * k) for k in range(a.seeds))
                print(f"{game:9} {kind:9} {thing:18} {change:40} {hits} of {a.seeds}", flush=True)


main()
