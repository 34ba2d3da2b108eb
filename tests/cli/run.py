#!/usr/bin/env python3
"""Tests of the built program as a person or a script uses it, a file for each command or kind of
use. Prints TAP.

  tests/cli/run.py SERAI [-k WORD]
"""
import importlib
import sys

from lib import tests

for part in ("help", "games", "series", "traces", "output", "cases", "play", "screen", "manual", "lab"):
    importlib.import_module(part)
ONLY = sys.argv[sys.argv.index("-k") + 1] if "-k" in sys.argv else ""


def main():
    chosen = [f for f in tests if ONLY in f.__name__]
    print(f"1..{len(chosen)}")
    failed = 0
    for i, f in enumerate(chosen, 1):
        name = f.__name__.replace("_", " ")
        try:
            f()
            print(f"ok {i} - {name}", flush=True)
        except Exception as e:
            failed += 1
            print(f"not ok {i} - {name}", flush=True)
            for line in (str(e) or repr(e)).split("\n"):
                print(f"#   {line}")
    print(f"# {len(chosen) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
