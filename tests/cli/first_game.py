#!/usr/bin/env python3
"""How a match of a person is set up, and what is told of it: first_game.py SERAI. Prints TAP."""
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

SERAI = os.path.abspath(sys.argv[1])


def magistrate(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)["options"]["magistrate"]


def piped(home, *args):
    """The Magistrate of a match that a script plays, as it is saved."""
    path = os.path.join(home, "piped.json")
    subprocess.run([SERAI, "play", *args, "--save", path], input="1\nq\n", stdout=subprocess.PIPE,
                   stderr=subprocess.PIPE, encoding="utf-8", timeout=60, env={**os.environ, "HOME": home})
    return magistrate(path)


def typed(home, *args):
    """The Magistrate of a match at a terminal."""
    path = os.path.join(home, f"{len(os.listdir(home))}.json")
    first_screen(home, *args, "--save", path, keys=b"1\r")
    return magistrate(path)


def first_screen(home, *args, keys=b""):
    """What a terminal shows when a match begins, without control sequences."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update({"HOME": home, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"})
        os.execv(SERAI, [SERAI, "play", *args])
    raw, end = b"", time.monotonic() + 60
    while time.monotonic() < end and not re.search(rb"> ?(\x1b\[[^\n]*)?$", raw):
        if select.select([fd], [], [], 1)[0]:
            raw += os.read(fd, 65536)
    os.write(fd, keys + b"\x04")
    while time.monotonic() < end:
        try:
            if not os.read(fd, 65536):
                break
        except OSError:
            break
    os.close(fd)
    os.waitpid(pid, 0)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", raw.decode("utf-8", "replace"))


def main():
    home = tempfile.mkdtemp(prefix="serai-first-")
    solo = ("merv", "-p", "1", "--seed", "1")
    default = [o for o in json.loads(subprocess.run([SERAI, "games", "merv", "--json"], stdout=subprocess.PIPE,
                                                    check=True).stdout)["options"] if o["option"] == "magistrate"]
    results = [
        ("a person's match alone is against the honest Magistrate", typed(home, *solo) == "honest"),
        ("an option that is given is kept", typed(home, *solo, "-o", "magistrate=petty") == "petty"),
        ("a script plays against the one of the rulebooks, as traces do", piped(home, *solo) == "corrupt"),
        ("series and the rules begin with the Magistrate of the rulebooks",
         default[0]["default"] == "corrupt" and "honest" in default[0]["values"]),
        ("Yspahan: the reading of the build cards is told",
         "Build cards: a build of their own" in first_screen(home, "yspahan", "-p", "3", "-b", "random", "--lang", "en", "--no-save")),
        ("Merv alone: the handicap is told first",
         re.search(r"Magistrate \(solo\): honest", first_screen(home, *solo, "--lang", "en", "--no-save")) is not None),
    ]
    print(f"1..{len(results)}")
    for i, (name, good) in enumerate(results, 1):
        print("ok" if good else "not ok", i, "-", name)
    return not all(good for _, good in results)


sys.exit(main())
