#!/usr/bin/env python3
"""What tools/check-style promises about doors and lengths, by breaking it: walls.py ROOT. Prints TAP."""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = sys.argv[1]
LONG = "static void f(void)\n{\n" + "    g();\n" * 58 + "}\n"

# What is written, and the complaint it must bring; "" for none.
CASES = {
    "a door that is in the table": ("src/lab/a.c", '#include "table/a.h"\n#include "serai/bot.h"\n', ""),
    "a door that is not": ("src/core/a.c", '#include "table/a.h"\n', "core includes table/a.h"),
    "the terminal knows no commands": ("src/terminal/a.c", '#include "cli/cli.h"\n', "terminal includes cli/cli.h"),
    "nor does the laboratory": ("src/lab/a.c", '#include "terminal/terminal.h"\n', "lab includes terminal"),
    "the server knows no laboratory": ("src/server/a.c", '#include "lab/lab.h"\n', "server includes lab/lab.h"),
    "a public header is its folder's": ("src/core/a.c", '#include "serai/table.h"\n', "core includes serai/table.h"),
    "public headers, too, keep to it": ("include/serai/game.h", '#include "serai/bot.h"\n', "core includes serai/bot.h"),
    "the header that names them all is for others": ("src/cli/a.c", '#include "serai/serai.h"\n', "cli includes serai/serai.h"),
    "a folder nobody named": ("src/attic/a.c", "int a;\n", "does not name attic"),
    "60 lines are a function": ("src/core/a.c", LONG.replace("    g();\n", "", 1), ""),
    "61 are too many": ("src/core/a.c", LONG, "f: 61 lines"),
    "700 lines are a file": ("src/core/a.c", "int a;\n" * 700, ""),
    "701 are too many": ("src/core/a.c", "int a;\n" * 701, "src/core/a.c: 701 lines"),
}


def complaints(folder):
    done = subprocess.run([sys.executable, f"{folder}/tools/check-style"], stdout=subprocess.PIPE, text=True)
    return [line for line in done.stdout.split("\n") if line.startswith("#")]


def main():
    number = failed = 0

    def check(name, good, told):
        nonlocal number, failed
        number += 1
        failed += not good
        print("ok" if good else "not ok", number, "-", name)
        for line in [] if good else told or ["# nothing was told"]:
            print(line)

    with tempfile.TemporaryDirectory() as folder:
        for part in ("tools/check-style", "docs/architecture.md"):
            os.makedirs(os.path.dirname(f"{folder}/{part}"), exist_ok=True)
            shutil.copy(f"{ROOT}/{part}", f"{folder}/{part}")
        for name, (path, text, wanted) in CASES.items():
            os.makedirs(os.path.dirname(f"{folder}/{path}"), exist_ok=True)
            with open(f"{folder}/{path}", "w", encoding="utf-8") as f:
                f.write(text)
            told = complaints(folder)
            check(name, any(wanted in t for t in told) if wanted else not told, told)
            os.remove(f"{folder}/{path}")
        page = f"{folder}/docs/architecture.md"
        with open(page, encoding="utf-8") as f:
            text = f.read()
        with open(page, "w", encoding="utf-8") as f:
            f.write(text.replace("| `core` | |", "| `core` | `cli` |"))
        check("doors in a circle", any("doors lead back" in t for t in complaints(folder)), complaints(folder))
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
