#!/usr/bin/env python3
"""One hash per seed everywhere: compare.py GAMES PROGRAM... runs each program with GAMES (a file
ending in .wasm under Node) and compares what they print. TAP, one line per program after the first."""
import os
import subprocess
import sys


def lines(program, games):
    if program.endswith(".wasm"):
        here = os.path.dirname(os.path.abspath(__file__))
        command = ["node", os.path.join(here, "run.mjs"), program, "hashes", games]
    else:
        command = [program, games]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")


def main(games, first, *others):
    wanted = lines(first, games)
    failed = 0
    for number, program in enumerate(others, 1):
        got = lines(program, games)
        good = got == wanted and len(wanted) > 1
        failed += not good
        print("ok" if good else "not ok", number, "-", len(wanted) - 1, "hashes of", program, "are those of", first)
        for a, b in zip(wanted, got):
            if a != b:
                print(f"# {a}\n# {b}")
    print(f"1..{len(others)}")
    return failed > 0


sys.exit(main(*sys.argv[1:]))
