#!/usr/bin/env python3
"""What `--gpu` says must be what the processor says: series and reports by players that a device has, and a sentence
where it has them not. Needs a CUDA device, else nothing is compared. Prints TAP.

  tests/lab/device.py SERAI [GAME...]
"""
import json
import subprocess
import sys
import time

SERAI = sys.argv[1]
GAMES = sys.argv[2:] or ["yspahan", "merv", "tadmor", "caravans"]
SERIES = [("sim", ("-p", "4", "-n", "400", "-b", "random")),
          ("sim", ("-p", "4", "-n", "60", "-b", "learned")),
          ("lab", ("drama", "-n", "60", "-b", "learned")),
          ("lab", ("report", "-n", "40", "-b", "learned")),
          ("lab", ("drama", "-n", "400"))]
number = failed = 0


def told(ok, what):
    global number, failed
    number += 1
    failed += not ok
    print(f"{'' if ok else 'not '}ok {number} - {what}", flush=True)


def run(command, game, words, gpu):
    first = [command, *words[:1], game, *words[1:]] if command == "lab" else [command, game, *words]
    began = time.monotonic()
    p = subprocess.run([SERAI, *first, "--json", *(["--gpu"] if gpu else [])], capture_output=True, text=True)
    took = time.monotonic() - began
    if p.returncode:
        return None, p.stderr, took
    figures = json.loads(p.stdout)
    for key in ("command", "seconds", "games_per_second", "decisions_per_second", "time", "threads"):
        figures.pop(key, None)
    return figures, p.stderr, took


def main():
    _, said, _ = run("sim", GAMES[0], ("-p", "2", "-n", "4", "-b", "random"), True)
    if said.strip():
        print(f"1..0 # SKIP {said.strip()}")
        return 0
    for game in GAMES:
        for command, words in SERIES:
            here, _, slow = run(command, game, words, False)
            there, said, fast = run(command, game, words, True)
            same = here is not None and here == there
            told(same and not said.strip(), f"{command} {game} {' '.join(words)}: {slow:.1f} s, --gpu {fast:.1f} s {said.strip()}")
    here, _, _ = run("lab", GAMES[0], ("drama", "-n", "4", "-b", "trader"), False)
    there, said, _ = run("lab", GAMES[0], ("drama", "-n", "4", "-b", "trader"), True)
    told(here == there and ":" in said, f"players who search: {said.strip()}")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
