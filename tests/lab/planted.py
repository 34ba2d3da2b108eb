#!/usr/bin/env python3
"""Faults planted in editions of Tadmor must be found and named by `serai lab report`, and not where they are not:
a free card, a dominant card, a dead space, a number that does nothing. Part of `make test-lab`; prints TAP.

  tests/lab/planted.py SERAI
"""
import json
import subprocess
import sys

SERAI = sys.argv[1]
FAULTS = [
    ("a free card", "mission_cost.k5=0", "strong", "mission.k5"),
    ("a dominant card", "mission_value.k9=60", "strong", "mission.k9"),
    ("a dead space", "rare_price.red=9", "dead", "place.seu_rare"),
]


def lab(*words):
    p = subprocess.run([SERAI, "lab", *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(p.stdout)


def report(*words):
    return lab("report", "tadmor", *words, "-n", "800")


def two_kinds(found):
    """Where nobody says who plays, another kind of player is asked about the places, too; what only small things were found of is healthy."""
    kinds = found["sheets"].get("kinds", [])
    serious = [f for f in found["findings"][1:] if not f["good"] and not f.get("small")]
    return [r["id"] for r in kinds] == ["tadmor:mixed", "learned"] and \
        found["findings"][0]["id"] == ("attention" if serious else "healthy")


def named(found, kind):
    return {a for f in found["findings"] if f["id"] == kind for a in f["about"].split(",")}


def main():
    failed = 0
    print(f"1..{len(FAULTS) + 2}")
    as_printed = report()
    for i, (what, change, kind, thing) in enumerate(FAULTS, 1):
        found = report(change, "-b", "tadmor:mixed")
        good = thing in named(found, kind) and thing not in named(as_printed, kind)
        failed += not good
        print(f"{'' if good else 'not '}ok {i} - {what}: {change}", flush=True)
        if not good:
            print("# with: ", sorted(named(found, kind)), "\n# without: ", sorted(named(as_printed, kind)))
    inert = {a.strip() for a in named(lab("sensitivity", "tadmor", "display", "rare_copies", "-n", "20"), "inert")}
    good = {"display.two", "rare_copies.two"} <= inert and "display.four" not in inert
    print(f"{'' if good else 'not '}ok {len(FAULTS) + 1} - numbers of two players do nothing with four")
    kinds = two_kinds(as_printed)
    print(f"{'' if kinds else 'not '}ok {len(FAULTS) + 2} - two kinds of players are asked")
    sys.exit(failed > 0 or not good or not kinds)


main()
