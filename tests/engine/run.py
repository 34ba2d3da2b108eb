"""The engine protocol, version 2: run.py ROOT SERAI COMPILER. Prints TAP."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import views

ROOT, SERAI, CC = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
count = failed = 0

LISTENER = """
import json, sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    log.write(line); log.flush()
    word, _, rest = line.strip().partition(" ")
    if word == "serai":
        print("id protocol %s" % sys.argv[2]); print("ready", flush=True)
    elif word == "legal":
        legal = json.loads(rest)
    elif word == "go":
        print("bestmove " + legal[-1], flush=True)
"""


def check(good, name, more=""):
    global count, failed  # pylint: disable=global-statement
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good and more:
        print("# " + str(more).replace("\n", "\n# "))


def run(*words):
    done = subprocess.run([SERAI, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
                          timeout=120, check=False)
    return done.returncode, done.stdout


def listen(folder, version, edition):
    """What a program of that version hears in two games of an arena."""
    log = os.path.join(folder, f"heard{version}")
    script = os.path.join(folder, "listener.py")
    with open(script, "w", encoding="utf-8") as f:
        f.write(LISTENER)
    short = os.path.join(folder, f"l{version}")  # names of bots are short
    with open(short, "w", encoding="utf-8") as f:
        f.write(f"#!/bin/sh\nexec {sys.executable} {script} {log} {version}\n")
    os.chmod(short, 0o755)
    code, out = run("arena", "blank", "--bots", f"random,cmd:{short}", "--games", "2",
                    "--threads", "1", "--edition", edition, "--json")
    check(code == 0, f"an arena with a program of version {version}", out)
    with open(log, encoding="utf-8") as f:
        return [line.rstrip("\n").partition(" ")[::2] for line in f]


def version_two(folder):
    edition = os.path.join(folder, "edition.json")
    with open(edition, "w", encoding="utf-8") as f:
        f.write('{"rounds": 3}')
    heard = listen(folder, 2, edition)
    matches = [json.loads(rest) for word, rest in heard if word == "match"]
    check(len(matches) >= 2 and all(m["edition"]["rounds"] == 3 and m["options"] and m["players"] == 2 for m in matches),
          "the match is told with its edition", matches)
    moves = [m for word, rest in heard if word == "moves" for m in json.loads(rest)]
    check(moves and all({"ply", "seat", "move", "events"} <= set(m) for m in moves), "and every move with what it did")
    seat, others, told = None, [], []
    for word, rest in heard:
        if word == "match":
            seat = json.loads(rest)["seat"]
        elif word == "moves":
            took = [e for m in json.loads(rest) for e in m["events"] if e["event"] == "took"]
            others += [e["ware"] for e in took if e["seat"] != seat]
            told += [e["ware"] for e in took if e["seat"] == seat]
    check(others and set(others) == {"?"} and told and "?" not in told, "what is hidden stays hidden", (others, told))
    games = [[m["ply"] for m in json.loads(rest)] for word, rest in heard if word == "moves"]
    flat = [ply for some in games for ply in some]
    check(flat.count(0) == 2 and sorted(flat[:flat.index(0, 1)]) == list(range(flat.index(0, 1))), "none is left out", flat)
    results = [json.loads(rest) for word, rest in heard if word == "result"]
    check(len(results) == 2 and all("rank" in line for r in results for line in r), "and the result", results)
    old = listen(folder, 1, edition)
    check(not {"match", "moves", "result"} & {word for word, _ in old}, "a program of version 1 hears nothing new")
    own = os.path.join(folder, "own")
    os.symlink(SERAI, own)
    code, out = run("arena", "blank", "--bots", f"random,cmd:{own} engine -b greedy", "--games", "4", "--edition",
                    edition, "--json")
    lines = json.loads(out)["bots"] if code == 0 else []
    check(code == 0 and all(line.get("forfeits", 0) == 0 for line in lines), "the own engine plays a changed edition", out)


# A bot in which something is wrong: what it does when it is asked for a move, and what an author is told.
BAD = """
import json, os, sys, time
def say(text, end="\\n"):
    sys.stdout.write(text + end); sys.stdout.flush()
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "serai":
        say(GREETING)
    elif word == "isready":
        say("ready")
    elif word == "legal":
        legal = json.loads(rest)
    elif word == "go":
        DEED
    elif word == "result":
        RESULT
"""
DEEDS = {
    "speaks nonsense": ("hello", "pass", "pass", 'greeted with "hello"', True),
    "is too slow": ("ready", "time.sleep(9)", "pass", "no answer in time", False),
    "ends no line": ("ready", "say('bestmove ' + legal[0], '')", "pass", 'but a line without its end: "bestmove buy 0"', False),
    "says too much": ("ready", "say('info ' + 9000 * 'x')", "pass", "a line of more than 8 KiB", False),
    "babbles": ("ready", "say('let me see')", "pass", 'answered "let me see"', False),
    "answers twice": ("ready", "say('bestmove %s\\nbestmove %s' % (legal[0], legal[0]))", "pass", '"bestmove buy 0"', False),
    "never stops": ("ready", "say('bestmove ' + legal[0])\n        while True: say('info and another thing')", "pass", "no answer in time", False),
    "cheats": ("ready", "say('bestmove fly')", "pass", '"buy 0" is a legal move, not "fly"', False),
    "leaves": ("ready", "sys.exit(3)", "pass", "ended by itself, with status 3", False),
    "crashes": ("ready", "1 / 0", "pass", "ended by itself, with status 1; stderr: ZeroDivisionError", False),
    "cannot stand the end": ("id protocol 2\\nready", "say('bestmove ' + legal[0])", "1 / 0", "stderr: ZeroDivisionError", False),
}


def bad_bots(folder):
    script = os.path.join(folder, "bad.py")
    for name, (greeting, deed, result, said, at_once) in DEEDS.items():
        with open(script, "w", encoding="utf-8") as f:
            f.write(BAD.replace("GREETING", f'"{greeting}"').replace("DEED", deed).replace("RESULT", result))
        code, out = run("engine", "--check", f"exec {sys.executable} {script}")
        rows = [row for row in out.splitlines() if re.match(r"[a-z]+: ", row)]
        check(code == 1 and said in out and len(rows) == (1 if at_once else 5), f"--check says what is wrong with a bot that {name}", out)
    good = {"speaks of a later version": ("id protocol 9\\nready", "say('bestmove ' + legal[0])", "good. Version 2"),
            "makes noise": ("ready", "sys.stderr.write('noise ' * 9999); say('info thinking'); say('bestmove ' + legal[0])", "good. Version 1"),
            "ends lines as Windows does": ("ready", "say('bestmove ' + legal[0], '\\r\\n')", "good. Version 1")}
    for name, (greeting, deed, said) in good.items():
        with open(script, "w", encoding="utf-8") as f:
            f.write(BAD.replace("GREETING", f'"{greeting}"').replace("DEED", deed).replace("RESULT", "pass"))
        code, out = run("engine", "--check", f"exec {sys.executable} {script}")
        check(code == 0 and out.count(said) == 5, f"--check finds nothing wrong with one that {name}", out)
    code, out = run("engine", "--check", "/nowhere/bot")
    check(code == 1 and "status 127" in out and "yspahan" in out and "merv" not in out, "--check stops where nothing starts", out)


def late(folder):
    """A program that comes to a match on its way hears all of it; so does one after moves were taken back."""
    save, log = os.path.join(folder, "late.json"), os.path.join(folder, "late.log")
    script = os.path.join(folder, "listener.py")
    command = f"late={sys.executable} {script} {log} 2"

    def play(text, *words):
        done = subprocess.run([SERAI, "play", *words], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
                              timeout=120, check=False)
        check(done.returncode == 0, "the terminal plays on", done.stdout)
        with open(log, encoding="utf-8") as f:
            heard = [line.rstrip("\n").partition(" ")[::2] for line in f]
        os.remove(log)
        return heard

    def plies(heard):
        return [m["ply"] for word, rest in heard if word == "moves" for m in json.loads(rest)]
    play("1\n1\n1\n", "blank", "-p", "2", "--seed", "5", "--engine", command, "--save", save)
    heard = play("1\n" * 60, "--resume", save, "--engine", command)
    told = plies(heard)
    with open(save, encoding="utf-8") as f:
        played = len(json.load(f)["moves"])
    check(told == list(range(played)) and played > 6 and [word for word, _ in heard].count("match") == 1 and "result" in dict(heard),
          "one that comes late hears the match from its beginning", (told, played))
    heard = play("1\nback\n2\n" + "1\n" * 60, "blank", "-p", "2", "--seed", "6", "--engine", command, "--no-save")
    starts = [i for i, (word, _) in enumerate(heard) if word == "match"]
    check(len(starts) == 2 and all(part == list(range(len(part))) for part in (plies(heard[:starts[1]]), plies(heard[starts[1]:]))),
          "and anew after moves were taken back", (starts, plies(heard)))


def checks(folder):
    bots = [f"{sys.executable} examples/bot.py"]
    binary = os.path.join(folder, "bot")
    subprocess.run([*CC.split(), "-O1", "-Wall", "-Wextra", "-Werror", "examples/bot.c", "-o", binary], cwd=ROOT, check=True)
    bots.append(binary)
    if shutil.which("node"):
        bots.append("node examples/bot.mjs")
    for name in ("bot.py", "bot.c", "bot.mjs"):
        with open(f"{ROOT}/examples/{name}", encoding="utf-8") as f:
            check(len(f.readlines()) < 80, f"examples/{name} has fewer than 80 lines")
    for bot in bots:
        code, out = run("engine", "--check", bot)
        check(code == 0 and out.count("good") == 5, f"--check: {bot.split('/')[-1]}", out)
    bad_bots(folder)
    check(run("engine", "--check")[0] == 2 and run("engine", "cat")[0] == 2, "--check wants a command, and a command --check")


def told_views(folder):
    """docs/views.md says what programs are shown, at every decision of a match of each game."""
    log, script = os.path.join(folder, "views.log"), os.path.join(folder, "listener.py")
    with open(f"{ROOT}/docs/views.md", encoding="utf-8") as f:
        known = views.tables(f.read())
    short = os.path.join(folder, "v2")
    with open(short, "w", encoding="utf-8") as f:
        f.write(f"#!/bin/sh\nexec {sys.executable} {script} {log} 2\n")
    os.chmod(short, 0o755)
    for game, players in {"yspahan": 4, "merv": 3, "tadmor": 4, "caravans": 3, "blank": 3}.items():
        code, out = run("arena", game, "-p", str(players), "--bots", f"random,cmd:{short}", "--games", "2", "--threads", "1", "--json")
        with open(log, encoding="utf-8") as f:
            seen = [json.loads(line[5:]) for line in f if line.startswith("view ")]
        os.remove(log)
        bad = next((b for b in (views.wrong(known[game], v) for v in seen) if b), None)
        check(code == 0 and len(seen) >= 6 and bad is None, f"{game}: docs/views.md tells what {len(seen)} views show", bad or out)
        spoiled = {**seen[-1], "players": seen[-1]["players"][1:]}
        check(views.wrong(known[game], spoiled) and views.wrong(known[game], {**seen[-1], "new": 1}) and
              views.wrong({**known[game], "gone": "number"}, seen[-1]), f"{game}: and a view that differs is seen")


def networks():
    """What is wrong with a question about the network is said. (What it answers: python/tests/network.py.)"""
    done = subprocess.run([SERAI, "engine"], input="net\ngame blank\nposition seats 2 seed 1\nnet\nquit\n", stdout=subprocess.PIPE, text=True, check=False)
    check(done.stdout.splitlines() == ["error there is no position", "error no network judges here"], "a network that is not there", done.stdout)


# A bot for a busy machine: what it does with the milliseconds it was given, and how long it thinks while others do.
WORKER = """
import json, subprocess, sys, threading, time
SPIN = "import time\\nfor line in __import__('sys').stdin:\\n  end = time.process_time() + float(line)\\n  while time.process_time() < end: pass\\n  print(flush=True)"
def spin(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
def ask(children, seconds):
    for c in children: c.stdin.write("%f\\n" % seconds); c.stdin.flush()
    for c in children: c.stdout.readline()
def ponder():
    while not idle.wait(0.001): spin(0.001)
idle, children, before = threading.Event(), [], 0
idle.set()
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "serai":
        children = [subprocess.Popen([sys.executable, "-c", SPIN], stdin=-1, stdout=-1, text=True) for _ in range(CHILDREN)]
        ask(children, 0)
        print("ready", flush=True)
    elif word == "view" and before:
        print(time.process_time() - before, file=open(sys.argv[1], "a"))
        idle.set()
    elif word == "legal":
        legal = json.loads(rest)
    elif word == "go":
        given = int(rest.split()[1]) / 1000
        DEED
        print("bestmove " + legal[-1], flush=True)
        before = time.process_time()
        PONDER
"""


def charged(folder):
    """One measure for programs and our own bots: on a busy processor both have the time they are given, and no more."""
    core, script, log = min(os.sched_getaffinity(0)), os.path.join(folder, "w.py"), os.path.join(folder, "others")
    short = os.path.join(folder, "w")
    with open(short, "w", encoding="utf-8") as f:
        f.write(f"#!/bin/sh\n{sys.executable} {script} {log}\n:\n")  # a child of a shell that waits for it

    def arena(deed, children=0, ponder="pass"):
        with open(script, "w", encoding="utf-8") as f:
            f.write(WORKER.replace("DEED", deed).replace("CHILDREN", str(children)).replace("PONDER", ponder))
        done = subprocess.run(["taskset", "-c", str(core), SERAI, "arena", "blank", "--bots", f"vizier:visits=1000000,cmd:sh {short}", "--ms",
                               "40", "--games", "2", "--threads", "1", "--json"], stdout=subprocess.PIPE, text=True, timeout=240, check=False)
        return json.loads(done.stdout)["bots"] if done.returncode == 0 else [{}, {}]
    spinners = [subprocess.Popen(["taskset", "-c", str(core), sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        ours, theirs = arena("spin(given)")
        check(ours.get("forfeits") == theirs.get("forfeits") == theirs.get("overruns") == 0 and 20 < ours["ms"] < 50 and 35 < theirs["ms"] < 50,
              "on a busy processor a program is charged what it used, as our bots are", (ours, theirs))
        _, theirs = arena("ask(children, given / 2)", 2)
        check(theirs.get("forfeits") == 0 and 35 < theirs["ms"] < 70, "with its children together", theirs)
        _, theirs = arena("ask(children, given)", 4)
        check(theirs.get("forfeits") == 2, "who cannot each take as much", theirs)
        _, theirs = arena("time.sleep(5 * given)")
        check(theirs.get("forfeits") == 2, "and too long a sleep costs the game, busy or not", theirs)
    finally:
        for s in spinners:
            s.kill()
            s.wait()
    _, theirs = arena("time.sleep(given)")
    check(theirs.get("forfeits") == 0 and 35 < theirs["ms"] < 60, "sleep is charged", theirs)
    _, theirs = arena("pass", 0, "idle.clear(); threading.Thread(target=ponder, daemon=True).start()")
    with open(log, encoding="utf-8") as f:
        stolen = [float(line) for line in f]
    check(theirs.get("forfeits") == 0 and len(stolen) > 6 and sorted(stolen)[len(stolen) // 2] < 0.02,
          "while others think a program rests", (theirs, stolen))


def traces(folder):
    trace = os.path.join(folder, "trace.jsonl")
    run("trace", "blank", "-p", "2", "--seed", "4", "--output", trace)
    code, out = run("analyse", trace, "--visits", "20", "--json")
    check(code == 0 and len(json.loads(out)["decisions"]) > 5, "analyse reads the files of trace", out)
    with open(trace, encoding="utf-8") as f:
        lines = f.readlines()
    with open(trace, "w", encoding="utf-8") as f:
        f.writelines(lines[:4])
    code, out = run("analyse", trace, "--visits", "20")
    check(code == 2 and "early" in out, "and refuses one that ends early", out)


with tempfile.TemporaryDirectory() as place:
    version_two(place)
    late(place)
    checks(place)
    charged(place)
    traces(place)
    told_views(place)
    networks()
print(f"1..{count}")
sys.exit(failed != 0)
