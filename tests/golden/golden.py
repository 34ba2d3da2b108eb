#!/usr/bin/env python3
"""Golden files of a game: golden.py check|write PROGRAM FOLDER GAME.

`check` prints TAP and where a playthrough differs from the file; `write` makes the files anew."""
import difflib
import os
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main(what, program, folder, game):
    names = run(program, game, "names").split()
    failed = 0
    if what == "write":
        os.makedirs(folder, exist_ok=True)
    for number, name in enumerate(names, 1):
        path = os.path.join(folder, name + ("-players.txt" if name.isdigit() else ".txt"))
        now = run(program, game, name)
        if what == "write":
            with open(path, "w", encoding="utf-8") as f:
                f.write(now)
            continue
        try:
            with open(path, encoding="utf-8") as f:
                golden = f.read()
        except FileNotFoundError:
            golden = ""
        print("ok" if now == golden else "not ok", number, "-", game, name)
        if now != golden:
            failed += 1
            diff = difflib.unified_diff(golden.split("\n"), now.split("\n"), "golden", "now", n=2,
                                        lineterm="")
            for line in list(diff)[:24] if golden else ["there is no such file yet"]:
                print("#", line[:300])
            print("# tools/golden makes the files anew, if the change is meant")
    if what == "check":
        print(f"1..{len(names)}")
    return failed > 0


sys.exit(main(*sys.argv[1:]))
