#!/usr/bin/env python3
"""Tests of the built program as a person or a script uses it. Prints TAP.

  tests/cli/run.py SERAI [-k WORD]
"""
import codecs
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

SERAI = os.path.abspath(sys.argv[1])
if not os.access(SERAI, os.X_OK):
    sys.exit(f"{SERAI} is no program")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ONLY = sys.argv[sys.argv.index("-k") + 1] if "-k" in sys.argv else ""
GAME = "blank"
LANGS = ("en", "fr", "ru")
tests = []


def test(function):
    tests.append(function)
    return function


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


def environment(**extra):
    env = {k: v for k, v in os.environ.items()
           if not k.startswith("LC_") and k not in ("LANG", "LANGUAGE", "NO_COLOR")}
    env.update({"HOME": HOME, "TERM": "xterm-256color"})
    env.pop("XDG_STATE_HOME", None)
    env.update(extra)
    return env


def serai(*args, stdin="", env=None, stdout=subprocess.PIPE, timeout=1200):
    p = subprocess.run([SERAI, *map(str, args)], input=stdin, stdout=stdout,
                       stderr=subprocess.PIPE, env=env or environment(), timeout=timeout,
                       encoding="utf-8", cwd=HOME)
    return Result(p.returncode, p.stdout or "", p.stderr)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def fails(result, code, *words):
    """One line on stderr, nothing on stdout, and this exit code."""
    expect(result.code == code, f"exit {result.code}, not {code}: {result.err!r}")
    expect(result.err.count("\n") == 1 and result.err.startswith("serai"),
           f"not one line of error: {result.err!r}")
    for w in words:
        expect(w in result.err, f"{w!r} is not in {result.err!r}")


def good(result):
    expect(result.code == 0, f"exit {result.code}: {result.err!r}")
    expect(result.err == "", f"stderr: {result.err!r}")
    return result


def write(name, content):
    path = os.path.join(HOME, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(content if isinstance(content, str) else json.dumps(content))
    return path


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def commands():
    out = good(serai("--help")).out
    part = out.split("Commands\n")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z]+) ", part, re.M)


# ---- help, languages, errors ----------------------------------------------------------------------

@test
def help_is_complete_in_every_language():
    for lang in LANGS:
        for args in [("--help",), ("help",)] + [(c, "--help") for c in commands()]:
            out = good(serai(*args, "--lang", lang)).out
            missing = re.findall(r"\bserai\.[a-z_]+\.[a-z_.-]+", out)
            expect(not missing, f"{args} {lang}: no text for {missing}")
            expect(out.count("\n") > 3, f"{args}: too short")


@test
def help_command_equals_help_option():
    for c in commands():
        expect(good(serai("help", c)).out == good(serai(c, "--help")).out, c)


@test
def language_comes_from_the_environment():
    french, russian, english = (serai("games", env=environment(**e)).out for e in
                                ({"LC_ALL": "fr_FR.UTF-8"}, {"LANG": "ru_RU.UTF-8"}, {}))
    expect(len({french, russian, english}) == 3, "three languages, three texts")
    same = [({"LC_MESSAGES": "fr_CA.UTF-8", "LANG": "ru_RU"}, french),
            ({"LANGUAGE": "xx:ru:fr", "LANG": "fr_FR"}, russian),
            ({"LANGUAGE": "ru", "LC_ALL": "C"}, english),
            ({"LC_ALL": "de_DE.UTF-8"}, english),
            ({"LC_ALL": "", "LANG": "fr_FR"}, french)]
    for env, text in same:
        expect(serai("games", env=environment(**env)).out == text, env)
    expect(serai("games", "--lang", "en", env=environment(LANG="fr_FR")).out == english, "--lang")
    expect(serai("--lang", "fr", "games").out == french, "--lang before the command")


@test
def bad_command_lines():
    fails(serai(), 2, "--help")
    fails(serai("pley"), 2, "play")
    fails(serai("xyzzy"), 2, "xyzzy")
    fails(serai("games", "--jsn"), 2, "--jsn", "--json")
    fails(serai("games", "--zzzzzzz"), 2, "--zzzzzzz")
    fails(serai("games", "-Z"), 2, "-Z")
    fails(serai("games", "--json=1"), 2, "--json")
    fails(serai("sim", GAME, "--players"), 2, "--players")
    fails(serai("games", "--lang", "de"), 2, "de")
    fails(serai("games", "--color", "pink"), 2, "pink")
    fails(serai("games", "a", "b"), 2, "b")
    fails(serai("sim"), 2, GAME)
    fails(serai("sim", "blnak"), 2, "blank")
    fails(serai("sim", "qqqqqqqqqqqq"), 2, "serai games")
    fails(serai("sim", GAME, "--players", "99"), 2, "99")
    fails(serai("sim", GAME, "--players", "two"), 2, "two")
    fails(serai("sim", GAME, "--games", "0"), 2, "0")
    fails(serai("sim", GAME, "--seed", "-1"), 2, "-1")
    fails(serai("sim", GAME, "--seed", "99999999999999999999"), 2, "99999999999999999999")
    fails(serai("sim", GAME, "--bots", "rnadom"), 2, "random")
    fails(serai("sim", GAME, "-p", "3", "--bots", "random,random"), 2, "3")
    fails(serai("sim", GAME, "--option", "open_hands"), 2, "open_hands")
    fails(serai("sim", GAME, "--option", "open_hand=on"), 2, "open_hands")
    fails(serai("sim", GAME, "--option", "open_hands=maybe"), 2, "off, on")
    fails(serai("bench", GAME, "--seconds", "soon"), 2, "soon")
    fails(serai("help", "xyzzy"), 2, "xyzzy")
    fails(serai("replay", "x", "--view", "9"), 2, "9")


@test
def version():
    expect(re.search(r"\d+\.\d+\.\d+", good(serai("--version")).out), "a version")


# ---- games and bots --------------------------------------------------------------------------------

@test
def games_and_bots():
    listed = good(serai("games", "--json")).json
    expect(GAME in [g["game"] for g in listed], "the template game")
    one = good(serai("games", GAME, "--json")).json
    expect(one in listed, "one game as in the list")
    expect({"min", "max"} == set(one["players"]), "players")
    for o in one["options"]:
        expect(o["default"] in o["values"], o)
    bots = good(serai("bots", "--json")).json
    expect({"random", "greedy"} <= {b["bot"] for b in bots}, "bots")
    for lang in LANGS:
        for g in listed:
            text = good(serai("games", g["game"], "--lang", lang)).out
            expect(all(o["option"] in text for o in g["options"]), "options are told")
        expect("serai." not in good(serai("bots", "--lang", lang)).out, "bots have texts")


@test
def edition_as_list_and_as_json():
    for g in good(serai("games", "--json")).json:
        rows = good(serai("games", g["game"], "--edition", "--json")).json
        expect(rows and all(set(r) == {"path", "value", "prov"} for r in rows), "rows")
        text = good(serai("games", g["game"], "--edition")).out
        for r in rows:
            expect(r["path"] in text, r)
        values = good(serai("games", g["game"], "--edition=json")).json
        expect(isinstance(values, dict) and values, "an object")
        path = write("edition.json", values)
        plain = good(serai("sim", g["game"], "-n", "5", "--json")).json
        same = good(serai("sim", g["game"], "-n", "5", "--json", "--edition", path)).json
        expect(plain["signature"] == same["signature"], f"{g['game']}: the same numbers")
    fails(serai("games", "--edition"), 2, GAME)
    fails(serai("games", GAME, "--edition=yaml"), 2, "yaml")


@test
def changed_edition_changes_the_game():
    path = write("dear.json", {"price": {"jade": 9}})
    plain = good(serai("sim", GAME, "-n", "200", "--json")).json
    dear = good(serai("sim", GAME, "-n", "200", "--json", "-e", path)).json
    expect(dear["lines"][0]["score"]["mean"] > plain["lines"][0]["score"]["mean"], "more points")
    expect(dear["edition"] == "dear.json", "the name of the edition")
    fails(serai("sim", GAME, "-e", write("bad.json", {"price": {"jade": 900}})), 2, "price.jade")
    fails(serai("sim", GAME, "-e", write("bad.json", {"pirce": 1})), 2, "pirce")
    fails(serai("sim", GAME, "-e", write("bad.json", "{\"price\": ")), 2, "bad.json")
    fails(serai("sim", GAME, "-e", write("bad.json", "")), 2, "bad.json")
    fails(serai("sim", GAME, "-e", "missing.json"), 3, "missing.json")
    fails(serai("sim", GAME, "-e", HOME), 3, HOME)


# ---- series ----------------------------------------------------------------------------------------

@test
def sim_does_not_depend_on_threads():
    args = ("sim", GAME, "-p", "3", "-n", "300", "-b", "greedy,random,random", "--rotate", "--json")
    one = good(serai(*args, "-t", "1"))
    for threads in (2, 3, 8):
        expect(good(serai(*args, "-t", threads)).out == one.out, f"{threads} threads")
    expect(good(serai(*args, "-s", "2")).out != one.out, "another seed")
    s = one.json
    expect(s["games"] == 300 and len(s["lines"]) == 3 and len(s["by_bot"]) == 3, "rows")
    expect(abs(sum(r["wins"] for r in s["lines"]) - 1) < 0.001, "wins add up")
    expect(s["by_bot"][0]["wins"] > s["by_bot"][1]["wins"], "greedy beats random")
    for r in s["lines"]:
        expect(abs(sum(r["parts"].values()) - r["score"]["mean"]) < 0.01, "parts add up")
        q = [r["quantiles"][k] for k in ("10", "25", "50", "75", "90")]
        expect(q == sorted(q) and r["score"]["min"] <= q[0] and q[4] <= r["score"]["max"], q)


@test
def sim_by_place():
    s = good(serai("sim", "tadmor", "-p", "3", "-n", "200", "-b", "random", "--json")).json
    places = s["by_place"]
    expect([r["place"] for r in places] == [1, 2, 3], "rows")
    expect(abs(sum(r["wins"] for r in places) - 1) < 0.001, "wins add up")
    expect([r["score"]["mean"] for r in places] != [r["score"]["mean"] for r in s["lines"]],
           "the first player is drawn: places are not seats")


@test
def sim_is_the_sum_of_its_games():
    three = good(serai("sim", GAME, "-n", "3", "-s", "5", "--json")).json
    totals = []
    for seed in (5, 6, 7):
        last = good(serai("trace", GAME, "--seed", seed)).out.strip().split("\n")[-1]
        totals.append(json.loads(last)["scores"])
    for seat in (0, 1):
        mean = sum(t[seat] for t in totals) / 3
        expect(abs(three["lines"][seat]["score"]["mean"] - mean) < 0.001, "mean of the traces")


@test
def sim_for_people():
    for lang in LANGS:
        out = good(serai("sim", GAME, "-n", "20", "--check", "--lang", lang)).out
        expect("serai." not in out and "\033" not in out and "\r" not in out, "clean text")


@test
def perft_counts():
    p = good(serai("perft", GAME, "-d", "4", "--divide", "--json")).json
    nodes = [d["nodes"] for d in p["depths"]]
    expect(sum(p["moves"].values()) == nodes[3], "the parts add up")
    expect(len(p["moves"]) == nodes[0], "first moves")
    # the same numbers from the trace's legal moves along one line
    first = json.loads(good(serai("trace", GAME)).out.split("\n")[1])
    expect(len(first["legal"]) == nodes[0], "legal moves at the start")
    text = good(serai("perft", GAME, "-d", "4")).out
    expect([int(line.split()[1]) for line in text.strip().split("\n")] == nodes, "plain text")
    fails(serai("perft", GAME, "-d", "0"), 2, "0")


@test
def bench_signature():
    a = good(serai("bench", GAME, "--seconds", "0", "--json")).json
    b = good(serai("bench", GAME, "--seconds", "0.05", "--json")).json
    expect(a["signature"] == b["signature"], "the signature does not depend on time")
    for row in b["games"]:
        expect({"game", "players", "decisions_per_s", "games_per_s", "state_bytes",
                "allocations"} <= set(row), row)
        expect(row["allocations"] == 0, "no allocation while playing")
        expect(row["decisions_per_s"] > 10000, "faster than that")
    one = good(serai("bench", GAME, "-p", "2", "--seconds", "0", "--json")).json
    expect(one["games"][0]["signature"] == a["games"][0]["signature"], "row of its own")
    expect(one["signature"] != a["signature"], "fewer games, another signature")
    fails(serai("bench", "blak"), 2, "blank")


# ---- traces ----------------------------------------------------------------------------------------

def trace(*args):
    return [json.loads(line) for line in good(serai("trace", GAME, *args)).out.strip().split("\n")]


def save_trace(rows):
    return write("trace.jsonl", "".join(json.dumps(r) + "\n" for r in rows))


@test
def trace_format():
    rows = trace("--seed", "3", "-p", "3", "-b", "greedy")
    expect(set(rows[0]) == {"game", "players", "seed", "options", "edition", "rules_version",
                            "state"}, rows[0].keys())
    expect(set(rows[-1]) == {"scores", "ranks"}, rows[-1])
    for i, r in enumerate(rows[1:-1]):
        expect(set(r) == {"ply", "actor", "legal", "move", "events", "state"}, r.keys())
        expect(r["ply"] == i and r["state"]["ply"] == i + 1, "plies count")
        expect(r["move"] in r["legal"] and len(set(r["legal"])) == len(r["legal"]), r["legal"])
    expect(rows[-2]["state"]["over"] is True, "over at the end")
    expect(rows[0]["edition"] == good(serai("games", GAME, "--edition=json")).json, "edition")


@test
def replay_accepts_traces():
    for args in (("-p", "2"), ("-p", "4", "-s", "18446744073709551615"),
                 ("-o", "open_hands=on", "-b", "greedy")):
        path = save_trace(trace(*args))  # written by another JSON writer: meaning counts
        expect("verified" in good(serai("replay", path, "--verify")).out, args)
        out = good(serai("replay", path, "--json")).json
        expect(out["verified"] and out["over"], out)


@test
def replay_finds_every_damage():
    rows = trace("-p", "2", "-s", "4")

    def tampered(change):
        copy = json.loads(json.dumps(rows))
        change(copy)
        return serai("replay", save_trace(copy), "--verify")

    def set_in(i, key, value):
        return lambda r: r[i].__setitem__(key, value)

    step = next(i for i in range(1, len(rows) - 1) if len(rows[i]["legal"]) > 1)
    other = next(m for m in rows[step]["legal"] if m != rows[step]["move"])
    for change in (
            set_in(step, "move", other),
            set_in(step, "legal", rows[step]["legal"][:-1]),
            set_in(step, "legal", rows[step]["legal"] + ["fly"]),
            set_in(step, "events", []),
            set_in(step, "actor", 1 - rows[step]["actor"]),
            set_in(step, "ply", 99),
            set_in(step, "move", "fly"),
            set_in(0, "rules_version", 999),
            lambda r: r[step]["state"].__setitem__("round", 7),
            lambda r: r[step]["state"].pop("round"),
            lambda r: r[0]["state"].__setitem__("deck_count", 1),
            lambda r: r[-1]["scores"].__setitem__(0, 1000),
            lambda r: r[-1].__setitem__("ranks", [2, 1]),
            lambda r: r[step].__setitem__("note", "extra"),
            lambda r: r.pop(),
            lambda r: r.pop(step),
            lambda r: r.append(r[-1])):
        result = tampered(change)
        expect(result.code == 1, f"exit {result.code}: {result.err}")
        expect(result.err.count("\n") == 1, result.err)
    for text in ("", "{", "[]", "{}", "null", "{\"game\":\"blank\"}", "\x00\x01",
                 json.dumps(rows[0]) + "\n{broken\n"):
        result = serai("replay", write("t.jsonl", text))
        expect(result.code == 2, f"{text[:20]!r}: exit {result.code} {result.err}")
    fails(serai("replay", "missing.jsonl"), 3, "missing.jsonl")
    fails(serai("replay", HOME), 3, HOME)


@test
def replay_shows_positions():
    rows = trace("-s", "9")
    path = save_trace(rows)
    at = good(serai("replay", path, "--to", "5", "--json")).json
    expect(at == rows[5]["state"], "the state after five moves")
    seen = good(serai("replay", path, "--to", "5", "--view", "1", "--json")).json
    expect(seen["viewer"] == 0 and set(seen["deck"]) <= {"?"}, "the deck is hidden")
    expect(good(serai("replay", path, "--to", "0", "--json")).json == rows[0]["state"], "start")
    board = good(serai("replay", path, "--to", "5", "--view", "spectator")).out
    expect("╭" in board and "\033" not in board, "a drawn board")
    fails(serai("replay", path, "--to", "4000"), 2, "4000")
    fails(serai("replay", path, "--view", "3"), 2, "3")
    story = good(serai("replay", path)).out
    expect(all(f" {r['move']}" in story for r in rows[1:-1]), "every move is told")


@test
def trace_into_a_file():
    path = os.path.join(HOME, "out.jsonl")
    good(serai("trace", GAME, "--output", path))
    expect(read(path) == good(serai("trace", GAME)).out, "the same lines")
    before = read(path)
    fails(serai("trace", GAME, "--seed", "5", "--output", HOME), 3)
    fails(serai("trace", GAME, "--output", "/dev/full"), 3, "/dev/full")
    fails(serai("trace", GAME, "--output", os.path.join(HOME, "no/such/file")), 3, "no/such")
    expect(read(path) == before, "untouched")
    expect(not [f for f in os.listdir(HOME) if f.startswith("out.jsonl.")], "nothing left over")


# ---- output that fails -------------------------------------------------------------------------------

@test
def full_disk():
    path = save_trace(trace())
    case = write("ok.json", {"case": "1", "game": GAME, "players": 2, "then": {"over": False}})
    for args in (["--help"], ["--version"], ["games"], ["games", "--json"],
                 ["games", GAME, "--edition"], ["bots"], ["sim", GAME, "-n", "5"],
                 ["sim", GAME, "-n", "5", "--json"], ["trace", GAME], ["replay", path],
                 ["verify", case], ["perft", GAME], ["bench", GAME, "--seconds", "0"],
                 ["play", GAME, "--no-save", "--seat", "0"]):
        with open("/dev/full", "w") as full:
            fails(serai(*args, stdout=full), 3)


@test
def closed_streams():
    p = subprocess.run(["sh", "-c", f"'{SERAI}' games >&-"], capture_output=True,
                       env=environment())
    expect(p.returncode == 3, f"closed stdout: exit {p.returncode}")
    path = os.path.join(HOME, "closed.json")
    p = subprocess.run(["sh", "-c", f"'{SERAI}' trace {GAME} --output '{path}' >&- 2>&- <&-"],
                       env=environment())
    expect(p.returncode in (0, 3), f"exit {p.returncode}")
    good(serai("replay", path, "--verify"))


@test
def broken_pipe_is_quiet():
    p = subprocess.run(["bash", "-c", f"'{SERAI}' trace {GAME} -p 4 --seed 1 | head -1 >/dev/null; "
                        "echo ${PIPESTATUS[0]}"], capture_output=True, text=True,
                       env=environment())
    expect(p.stderr == "", p.stderr)
    expect(p.stdout.strip() in ("0", "141"), p.stdout)


# ---- case files ---------------------------------------------------------------------------------------

BASE = {"case": "C1", "game": GAME, "players": 2, "seed": 1}


def verify(case, *args):
    return serai("verify", write("case.json", case), *args)


def passing():
    """A case that uses everything, from a trace of the same game."""
    rows = trace("-s", "1")
    steps = []
    for r in rows[1:-1]:
        actor = rows[r["ply"] + 2].get("actor")
        steps.append({"when": [r["move"]],
                      "then": {"state": {"ply": r["ply"] + 1, "round": r["state"]["round"]},
                               "actor": actor, "over": actor is None,
                               "decision": None if actor is None else "turn",
                               "events": r["events"][:1], "event_count": len(r["events"])}})
    steps[-1]["then"]["scores"] = rows[-1]["scores"]
    steps[-1]["then"]["ranks"] = rows[-1]["ranks"]
    legal = rows[1]["legal"]
    wares = ("sell wool", "sell spice", "sell silk", "sell jade")
    first = {"then": {"legal": list(reversed(legal)), "legal_with": legal[:1],
                      "illegal": [m for m in wares if m not in legal],
                      "legal_of": {"take": [m for m in legal if m.startswith("take")]}}}
    return {**BASE, "title": "a whole game", "rule": "2.1", "steps": [first] + steps}


@test
def verify_passes_what_is_true():
    good(verify(passing()))
    two = good(verify([passing(), {**BASE, "case": "C2", "when": ["take"], "then": {"actor": 1}}],
                      "--json")).json
    expect(two["passed"] == 2 and two["failed"] == 0 and len(two["cases"]) == 2, two)
    out = good(verify(passing(), "--verbose")).out
    expect("ok" in out and "a whole game" in out and "1 passed, 0 failed" in out, out)


@test
def verify_fails_what_is_false():
    whole = passing()

    def broken(**then):
        return {**BASE, "when": ["take"], "then": then}

    last = json.loads(json.dumps(whole))
    last["steps"][-1]["then"]["scores"][0] += 1
    ranks = json.loads(json.dumps(whole))
    ranks["steps"][-1]["then"]["ranks"] = [7, 7]
    for case, words in (
            (broken(state={"round": 5}), ("state.round", "5", "1")),
            (broken(state={"player": {"0": {"hand_count": 9}}}), ("player.0.hand_count",)),
            (broken(state={"player": {"9": {"points": 0}}}), ("player.9",)),
            (broken(state={"nosuch": 1}), ("nosuch",)),
            (broken(state={"deck": []}), ("deck",)),
            (broken(actor=0), ("actor",)),
            (broken(actor=None), ("actor",)),
            (broken(decision="sleep"), ("decision", "turn")),
            (broken(over=True), ("over",)),
            (broken(legal=["take"]), ("legal",)),
            (broken(legal=["take", "take"]), ("twice",)),
            (broken(legal_with=["sell gold"]), ("legal_with", "sell gold")),
            (broken(illegal=["take"]), ("illegal",)),
            (broken(illegal=["tkae"]), ("tkae",)),
            (broken(illegal=["sell jdae"]), ("jdae",)),
            (broken(illegal=["sell jade jade"]), ("jade jade",)),
            (broken(legal_of={"take": []}), ("legal_of.take",)),
            (broken(legal_of={"tkae": []}), ("tkae",)),
            (broken(events=[{"event": "took", "seat": 1}]), ("events.0",)),
            (broken(events=[{"event": "took"}, {"event": "took"}]), ("events.1",)),
            (broken(event_count=0), ("event_count", "0", "1")),
            (broken(event_count="1"), ("event_count",)),
            (broken(scores=[0]), ("scores",)),
            (broken(scoers=[0, 0]), ("scoers",)),
            ({**BASE, "when": ["sell gold"], "then": {}}, ("sell gold",)),
            ({**BASE, "when": "take", "then": {}}, ("when",)),
            ({**BASE, "hwen": ["take"]}, ("hwen",)),
            ({**BASE}, ("steps",)),
            ({**BASE, "steps": [], "when": ["take"]}, ("steps",)),
            ({**BASE, "steps": [{"wehn": []}]}, ("wehn",)),
            ({**BASE, "players": 9, "then": {}}, ("9",)),
            ({**BASE, "game": "chess", "then": {}}, ("chess",)),
            ({**BASE, "options": {"open": 1}, "then": {}}, ("options",)),
            ({**BASE, "edition": {"price": 1}, "then": {}}, ("edition",)),
            ({**BASE, "given": {"round": 200}, "then": {}}, ("given",)),
            ({**BASE, "given": {"nosuch": 2}, "then": {}}, ("given", "nosuch")),
            ({**BASE, "chance": {"sides": 6, "rolls": [7]}, "then": {}}, ("chance",)),
            ({**BASE, "chance": {"sides": 6, "rolls": [3]}, "when": ["take"], "then": {}},
             ("chance",)),
            ({**BASE, "chance": [[5, 3]], "then": {}}, ("chance",)),
            ({**BASE, "chance": [[1, 4294967295]] * 3, "then": {}}, ("chance",)),
            (last, ("scores.0",)), (ranks, ("ranks.0", "ranks.1")),
            ([3], ("object",)), ({"game": GAME, "then": {}}, ("case",))):
        result = verify(case)
        expect(result.code == 1, f"{case}: exit {result.code} {result.out} {result.err}")
        for w in words:
            expect(w in result.out, f"{w!r} is not told: {result.out}")
        expect("0 passed, 1 failed" in result.out, result.out)
        rows = verify(case, "--json").json["cases"]
        expect(rows[0]["passed"] is False and rows[0]["differences"], rows)


@test
def verify_given():
    start = trace("-s", "1")[0]["state"]
    card, hand = start["deck"][-1], start["player"][0]["hand"]
    given = {"deck": start["deck"][:-1], "deck_count": start["deck_count"] - 1,
             "player": {"0": {"hand": {card: hand[card] + 1},
                              "hand_count": start["player"][0]["hand_count"] + 1}}}
    wares = sorted({w for w, n in hand.items() if n} | {card})
    price = good(serai("games", GAME, "--edition=json")).json["price"][card]
    case = {**BASE, "given": given, "steps": [
        {"then": {"legal": ["take"] + [f"sell {w}" for w in wares]}},
        {"when": [f"SELL   {card.upper()}"],
         "then": {"state": {"player": {"0": {"points": price}}, "sold": {card: 1}}}}]}
    good(verify(case))
    given["deck_count"] += 1  # a card too many: the position is refused
    result = verify(case)
    expect(result.code == 1 and "given" in result.out, result.out)


@test
def verify_chance():
    if "yspahan" not in [g["game"] for g in good(serai("games", "--json")).json]:
        return  # the template game rolls no dice
    base = {"case": "D", "game": "yspahan", "players": 3, "when": ["buy 0"]}

    def groups(*names):
        return {"legal": [f"sel {n} {a}" for n in names for a in ("tower", "supervisor", "card")]}

    one = {**base, "chance": {"sides": 6, "rolls": [6] * 9}, "then": groups("camel")}
    two = {**base, "chance": [[0, 6]] * 8 + [[5, 6]], "then": groups("camel", "gold")}
    good(verify([one, two]))
    for case in ({**one, "chance": two["chance"]}, {**two, "chance": one["chance"]},
                 {**one, "chance": {"sides": 6, "rolls": [6] * 10}}):
        expect(verify(case).code == 1, case)


@test
def verify_files_and_folders():
    folder = os.path.join(HOME, "cases")
    os.makedirs(os.path.join(folder, "deep"), exist_ok=True)
    write("cases/a.json", {**BASE, "then": {"over": False}})
    write("cases/deep/b.json", [{**BASE, "then": {"over": False}}] * 2)
    write("cases/deep/notes.txt", "not a case")
    expect("3 passed, 0 failed" in good(serai("verify", folder)).out, "three cases")
    write("cases/deep/c.json", "{]")
    result = serai("verify", folder)
    expect(result.code == 2 and "c.json" in result.err and "3 passed, 1 failed" in result.out,
           f"{result.code} {result.out} {result.err}")
    os.remove(os.path.join(folder, "deep/c.json"))
    result = serai("verify", folder, "missing.json")
    expect(result.code == 3 and "missing.json" in result.err, result.err)
    empty = os.path.join(HOME, "empty")
    os.makedirs(empty, exist_ok=True)
    expect(serai("verify", empty).code == 2, "no cases")
    fails(serai("verify"), 2)
    huge = os.path.join(HOME, "huge.json")
    with open(huge, "w") as f:
        f.truncate(70 << 20)
    for args in (("sim", GAME, "--edition", huge), ("play", "--resume", huge)):
        fails(serai(*args), 3, "huge.json", "MiB")
    os.remove(huge)


# ---- a small JSON Schema validator, enough for docs/case.schema.json ----------------------------------

def valid(schema, value, root):
    if "$ref" in schema:
        return valid(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root)
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    types = schema.get("type")
    if types:
        types = [types] if isinstance(types, str) else types
        ok = any((isinstance(value, int) and not isinstance(value, bool)) if k == "integer"
                 else isinstance(value, kinds[k]) for k in types)
        if not ok:
            return False
    if "oneOf" in schema and sum(valid(s, value, root) for s in schema["oneOf"]) != 1:
        return False
    if "anyOf" in schema and not any(valid(s, value, root) for s in schema["anyOf"]):
        return False
    if isinstance(value, dict):
        if any(k not in value for k in schema.get("required", [])):
            return False
        known = schema.get("properties", {})
        for k, v in value.items():
            rule = known.get(k, schema.get("additionalProperties", {}))
            if rule is False or (isinstance(rule, dict) and not valid(rule, v, root)):
                return False
        if "not" in schema and valid(schema["not"], value, root):
            return False
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0) or len(value) > schema.get("maxItems", 1 << 30):
            return False
        if "items" in schema and not all(valid(schema["items"], v, root) for v in value):
            return False
    if isinstance(value, int) and not isinstance(value, bool):
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return True


@test
def schema_of_cases_is_true():
    schema = json.loads(read(os.path.join(ROOT, "docs/case.schema.json")))
    expect(valid(schema, passing(), schema), "the case that uses everything")
    for bad in ({**BASE, "hwen": []}, {**BASE, "then": {"scoers": []}}, {**BASE}, [], 3,
                {**BASE, "when": "take", "then": {}}, {**BASE, "when": [], "steps": []},
                {**BASE, "chance": [[1]], "then": {}}, {**BASE, "players": 0, "then": {}}):
        expect(not valid(schema, bad, schema), f"accepted: {bad}")
    folder = os.path.join(ROOT, "tests/cases")
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".json"):
                path = os.path.join(where, name)
                try:
                    case = json.loads(read(path))
                except ValueError:
                    continue  # `serai verify` tells
                expect(valid(schema, case, schema), f"{path} does not fit the schema")


# ---- playing line by line --------------------------------------------------------------------------------

def play(*args, moves=(), **kw):
    """A new match; its save of an earlier test is in the way."""
    if "--save" in args:
        path = args[args.index("--save") + 1]
        if os.path.isfile(path):
            os.remove(path)
    return serai("play", GAME, *args, stdin="".join(m + "\n" for m in moves), **kw)


@test
def play_a_whole_game_by_script():
    for lang in LANGS:
        path = os.path.join(HOME, f"whole-{lang}.json")
        result = good(play("-b", "greedy", "--seed", "5", "--save", path, "--lang", lang,
                           moves=["1"] * 100))
        expect("serai." not in result.out and "\033" not in result.out, "clean text")
        summary = good(serai("replay", path, "--json")).json
        expect(summary["over"] is True, "over")
        for line in summary["scores"]:
            expect(re.search(rf"\b{line['total']}\b", result.out), "scores are shown")


@test
def play_and_trace_agree_in_every_game():
    """The moves of a trace, typed in by people, give the same match."""
    for g in good(serai("games", "--json")).json:
        for players in {g["players"]["min"], g["players"]["max"]}:
            args = (g["game"], "-p", players, "--seed", "3")
            rows = [json.loads(r) for r in good(serai("trace", *args)).out.strip().split("\n")]
            path = os.path.join(HOME, f"{g['game']}-{players}.json")
            script = "".join(r["move"] + "\n" for r in rows[1:-1])
            good(serai("play", *args, "--save", path, stdin=script))
            end = good(serai("replay", path, "--json")).json
            expect(end["over"] and [x["total"] for x in end["scores"]] == rows[-1]["scores"],
                   f"{g['game']} with {players}")
            last = good(serai("replay", path, "--to", len(rows) - 2, "--json")).json
            expect(last == rows[-2]["state"], f"{g['game']} with {players}: the same end")


@test
def play_saves_and_resumes():
    path = os.path.join(HOME, "resume.json")
    first = good(play("-b", "greedy", "--seed", "5", "--save", path, moves=["1", "1", "q"]))
    expect(path in first.out, "tells where")
    one = json.loads(read(path))
    good(serai("play", "--resume", path, stdin="1\n"))  # end of input
    two = json.loads(read(path))
    expect(two["moves"][:len(one["moves"])] == one["moves"] and
           len(two["moves"]) > len(one["moves"]), "went on")
    whole = os.path.join(HOME, "unbroken.json")
    good(play("-b", "greedy", "--seed", "5", "--save", whole, moves=["1", "1", "1"]))
    expect(json.loads(read(whole))["moves"] == two["moves"], "as if never left")
    fails(serai("play", "--resume", path, "--seed", "3"), 2, "--seed")
    fails(serai("play", "--resume", "missing.json"), 3, "missing.json")
    text = read(path)
    for damage in (text[:-20], "", "{}", text.replace("take", "tkae", 1),
                   re.sub(r'"[0-9a-f]{16}"', '"0123456789abcdef"', text, 1),
                   text.replace('"seed":5', '"seed":6')):
        bad = write("damaged.json", damage)
        fails(serai("play", "--resume", bad), 2, "damaged.json")
        expect(read(bad) == damage, "left as it was")


@test
def play_never_overwrites_another_match():
    path = os.path.join(HOME, "mine.json")
    good(play("--seed", "5", "--save", path, moves=["1"]))
    before = read(path)
    fails(serai("play", GAME, "--save", path), 2, "mine.json", "--resume")
    expect(read(path) == before, "as it was")


@test
def names_cannot_command_the_terminal():
    path = os.path.join(HOME, "evil.json")
    good(play("--seed", "5", "--save", path, moves=["1"]))
    evil = write("evil2.json", read(path).replace('"name":""', '"name":"\\u001b[31mX\\u009b"'))
    for args in (("replay", evil), ("play", "--resume", evil)):
        out = good(serai(*args)).out
        expect("X" in out and "\033" not in out and "\x9b" not in out, args)
    case = verify({**BASE, "case": "\033[2J", "title": "\033]0;x", "then": {"over": True}}, "-v")
    expect("\033" not in case.out, "names of cases")


@test
def play_continues_the_last():
    for f in (os.path.join(HOME, ".local/state/serai"),):
        if os.path.isdir(f):
            for name in os.listdir(f):
                os.remove(os.path.join(f, name))
    fails(serai("play", "--continue"), 3)
    good(play("-b", "greedy", "--seed", "8", moves=["1"]))
    saves = os.listdir(os.path.join(HOME, ".local/state/serai"))
    expect(len(saves) == 1 and saves[0].startswith(GAME), saves)
    before = json.loads(read(os.path.join(HOME, ".local/state/serai", saves[0])))
    good(serai("play", "--continue", stdin="1\n"))
    after = json.loads(read(os.path.join(HOME, ".local/state/serai", saves[0])))
    expect(len(after["moves"]) > len(before["moves"]), "went on")
    done = os.path.join(HOME, ".local/state/serai", GAME + "-done.json")
    os.rename(os.path.join(HOME, "whole-en.json"), done)  # newer, but over
    later = os.stat(os.path.join(HOME, ".local/state/serai", saves[0])).st_mtime + 2
    os.utime(done, (later, later))
    more = serai("play", GAME, "--continue", stdin="1\n")
    expect(saves[0] in more.out, "a match that is over is passed over: " + more.out[-200:])
    os.remove(done)
    good(play("--no-save", moves=["1"]))
    expect(os.listdir(os.path.join(HOME, ".local/state/serai")) == saves, "--no-save")


@test
def play_stops_a_script_at_its_first_mistake():
    path = os.path.join(HOME, "mistake.json")
    for line in ("fly", "99", "0", ":xyzzy", "undo"):
        if os.path.exists(path):
            os.remove(path)
        result = play("--seed", "5", "--save", path, moves=["take", line, "take"])
        expect(result.code == 2 and result.err.count("\n") == 1, f"{line}: {result.err}")
        expect(len(json.loads(read(path))["moves"]) == 1, "the move before is kept")


@test
def play_takes_back_and_plays_again():
    path = os.path.join(HOME, "undo.json")
    # Selling reveals nothing, so it can be taken back; taking a card cannot, but `back` may.
    result = good(play("--seed", "5", "--save", path, "-o", "open_hands=on",
                       moves=["2", "undo", "redo", "undo", "reset" if False else "2", "back",
                              "take", "back", "q"]))
    expect(json.loads(read(path))["moves"] == [], result.out)
    fails_to = play("--seed", "5", "--save", path, moves=["take", "undo"])
    expect(fails_to.code == 2 and "back" in fails_to.err, fails_to.err)


@test
def play_answers_questions():
    out = good(play("--seed", "5", moves=["?", "help", "log", "board", "scores", "hint", "moves",
                                          "moves sell", ":moves", "q"])).out
    expect("R2.1" in out and "docs/rules/blank.md" in out, "the rule")
    expect("╭" in out, "the board")
    expect("vizier" in out or "Hint" in out, "a hint")
    for lang, word in (("fr", "coups"), ("ru", "ходы")):
        out = good(play("--seed", "5", "--lang", lang, moves=[word, "moves", "q"])).out
        expect(out.count("sell") >= 3, "words of the language and of English")


@test
def caravans_tiles_are_listed():
    """A count above the list would add tiles of wood, wood and wood without a word."""
    def edition(**region):
        return write("tiles.json", {"regions": {"region_1": region}})

    def play_by(path):
        return serai("sim", "caravans", "-n", "2", "-b", "random", "-e", path)

    tiles = good(serai("games", "caravans", "--edition=json")).json["regions"]["region_1"]["tiles"]
    more = [["iron", "iron", "spices"], ["wood", "fabric", "wood"]]
    fails(play_by(edition(tile_count=22)), 2, "regions.region_1.tile_count", "tiles has 20")
    fails(play_by(edition(tile_count=22, tiles={"20": more[0]})), 2, "tile_count")
    fails(play_by(edition(tiles=tiles + [["gold", "wood", "wood"]])), 2, "region does not have")
    fails(play_by(write("tiles.json", {"central_count": 7})), 2, "central_count")
    fails(play_by(write("tiles.json", {"neutral_count": 4})), 2, "neutral_count")
    good(play_by(edition(tiles=tiles + more)))
    good(play_by(edition(tile_count=22, tiles={"20": more[0], "21": more[1]})))
    good(play_by(edition(tile_count=18)))


@test
def tadmor_board_shows_every_space():
    """A region with more spaces than its frame has lines would lose some without a word."""
    edition = good(serai("games", "tadmor", "--edition=json")).json
    for players, side in ((2, "board2"), (3, "board4"), (4, "board4")):
        out = good(serai("play", "tadmor", "-p", players, "--seed", "3", "--no-save", stdin="board\nq\n")).out
        spaces = sum(action != "none" for action in edition[side]["action"].values())
        shown = len(re.findall("[○□◇]", out))
        expect(shown == spaces, f"{players} players: {shown} of {spaces} spaces")


@test
def play_seats_and_names():
    path = os.path.join(HOME, "seats.json")

    def seats(*args):
        good(play("--save", path, "--seed", "2", *args, moves=["1"]))
        return [(s["kind"], s.get("bot")) for s in json.loads(read(path))["seats"]]

    h = ("human", None)
    expect(seats("-p", "3") == [h, h, h], "hot seat")
    expect(seats("-p", "3", "-b", "greedy") == [h, ("bot", "greedy"), ("bot", "greedy")], "one")
    expect(seats("-p", "3", "-b", "random,greedy") == [h, ("bot", "random"), ("bot", "greedy")],
           "others")
    expect(seats("-p", "3", "-b", "greedy", "--seat", "2") ==
           [("bot", "greedy"), h, ("bot", "greedy")], "--seat")
    expect(seats("-p", "3", "-b", "human,random,human") == [h, ("bot", "random"), h], "human")
    expect(seats("-p", "3", "-b", "random", "--seat", "1,3") == [h, ("bot", "random"), h], "two")
    good(play("-p", "2", "--names", "Анна,Boris", "--save", path, moves=["1"]))
    expect([s["name"] for s in json.loads(read(path))["seats"]] == ["Анна", "Boris"], "names")
    fails(play("-p", "2", "--names", "a,b,c"), 2, "3")
    fails(play("-p", "2", "--seat", "3", "-b", "random"), 2, "3")
    fails(play("-p", "3", "-b", "random,random,random,random"), 2, "4")
    fails(play("-b", "nobody"), 2, "nobody")
    fails(serai("play"), 2, GAME)


@test
def play_hides_what_others_hold():
    out = good(play("-b", "greedy", "-p", "3", "--seed", "11", moves=["1"] * 30)).out
    expect(not re.search(r"Miser \d takes a card: ", out), "a bot's card is told")
    expect(re.search(r"Player 1 takes a card: ", out), "one's own is")


@test
def play_cannot_save():
    result = play("--save", "/dev/full", moves=["1"])
    expect(result.code == 3 and "/dev/full" in result.err, f"{result.code} {result.err}")
    result = play("--save", os.path.join(HOME, "no/such/place.json"), moves=["1"])
    expect(result.code == 3, f"{result.code} {result.err}")
    result = play(moves=["1"], env=environment(HOME=""))
    expect(result.code == 0 and "--save" in result.err, f"{result.code} {result.err}")


@test
def watch_bots_in_a_pipe():
    out = good(play("-b", "greedy", "--seat", "0", "--seed", "3", "--no-save")).out
    expect("Total" in out and ">" not in out.replace("->", ""), "a game without questions")


# ---- playing on a terminal -----------------------------------------------------------------------------------

class Terminal:
    """A pseudo-terminal with the program on it, and a picture of its screen."""

    def __init__(self, *args, width=100, height=35, env=None):
        self.width, self.height = width, height
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(HOME)
                os.execve(SERAI, [SERAI, *map(str, args)], env or environment())
            finally:
                os._exit(127)
        self.resize(width, height)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.code = None

    def resize(self, width, height):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def send(self, text):
        os.write(self.fd, text.encode())

    def wait(self, pattern, seconds=600):
        """Reads until the pattern appears in what came since the last wait."""
        end = time.time() + seconds
        seen = ""
        while time.time() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    data = b""
                if not data:
                    break
                text = self.decoder.decode(data)
                seen += text
                self.raw += text
            elif re.search(pattern, self.plain(seen)):
                return self.plain(seen)
        if re.search(pattern, self.plain(seen)):
            return self.plain(seen)
        raise AssertionError(f"{pattern!r} did not appear in {self.plain(seen)[-800:]!r}")

    @staticmethod
    def plain(text):
        return re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", text)

    def finish(self, seconds=600):
        end = time.time() + seconds
        while time.time() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    data = os.read(self.fd, 65536)
                    self.raw += self.decoder.decode(data)
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                self.code = (-os.WTERMSIG(status) if os.WIFSIGNALED(status)
                             else os.WEXITSTATUS(status))
                return self.code
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError("the program did not end")


@test
def screen_whole_game():
    t = Terminal("play", GAME, "-b", "greedy", "--seed", "5", "--no-save")
    for _ in range(6):
        t.wait(r"Take a card or sell one[\s\S]*> $")
        t.send("1\r")
    t.wait("Total")
    expect(t.finish() == 0, "exit code")
    expect(";38;5;" in t.raw, "colours on a terminal")
    expect("\033[?1049h" in t.raw and "\033[?1049l" in t.raw, "a screen of its own")


def last_frame(t):
    return t.plain(t.raw.split("\033[H")[-1]).replace("\r", "").split("\n")


@test
def screen_of_every_game_and_language():
    for i, g in enumerate(good(serai("games", "--json")).json):
        lang = LANGS[i % 3]
        t = Terminal("play", g["game"], "-p", g["players"]["max"], "-b", "random", "--seed", "5",
                     "--no-save", "--lang", lang)
        for _ in range(5):
            t.wait("> $")
            frame = last_frame(t)
            expect(len(frame) <= 35 and all(len(x) <= 100 for x in frame),
                   f"{g['game']}: the frame is larger than the screen:\n" + "\n".join(frame))
            text = "\n".join(frame)
            raw = re.findall(rf"\b(?:serai|{g['game']})\.[a-z_]+\.[a-z_.]+", text)
            expect(not raw, f"{g['game']} {lang}: no text for {raw}")
            t.send("1\r")
        t.send("\x04")
        expect(t.finish() == 0, "exit")


@test
def screen_without_colour():
    for env, args in (({"NO_COLOR": "1"}, ()), ({}, ("--color", "never"))):
        t = Terminal("play", GAME, "--no-save", *args, env=environment(**env))
        t.wait("> $")
        t.send("q\r")
        t.finish()
        expect(not re.search(r"\033\[[0-9;]*m", t.raw), "no colours")
    out = good(serai("games", "--color", "always")).out
    expect("\033[1m" in out, "--color always")


@test
def screen_keys():
    t = Terminal("play", GAME, "--seed", "5", "--no-save", "-o", "open_hands=on")
    t.wait("> $")
    t.send("sell\t")                    # completion
    t.wait("sell ")
    t.send("\x15")                      # Ctrl-U
    t.send("?\r")
    t.wait(r"R2\.1[\s\S]*> $")
    t.send("\r")
    t.wait("Round 1[\\s\\S]*> $")
    t.send("help\r")
    t.wait("undo[\\s\\S]*> $")
    t.send("\r")
    t.wait("> $")
    t.send("xyzzy\r")
    t.wait("'xyzzy' is neither[\\s\\S]*> $")
    t.send("\033[A")                    # history
    t.wait("xyzzy")
    t.send("\x7f" * 5 + "2\r")
    t.wait("Player 2:[\\s\\S]*> $")
    t.send("undo\r")
    t.wait("Player 1:[\\s\\S]*taken back[\\s\\S]*> $")
    t.send("redo\r")
    t.wait("Player 2:[\\s\\S]*> $")
    t.send("q\r")
    expect(t.finish() == 0, "exit")


@test
def screen_is_passed_on():
    t = Terminal("play", GAME, "--seed", "5", "--no-save", "--names", "Anna,Boris")
    first = t.wait("Anna:[\\s\\S]*> $")
    own = re.search(r"Anna +★ 0 +(\d [a-z]+)", first)
    expect(own, f"Anna's hand is shown: {first}")
    t.send("1\r")
    pause = t.wait("Pass the screen to Boris")
    expect("★" not in pause, "nothing but the request")
    t.send("\r")
    second = t.wait("Boris:[\\s\\S]*> $")
    expect(not re.search(r"Anna +★ 0 +\d [a-z]+", second), "Anna's hand is hidden")
    expect("takes a card: " not in second, "what Anna drew is hidden")
    t.send("q\r")
    expect(t.finish() == 0, "exit")
    # With open hands there is nothing to hide.
    t = Terminal("play", GAME, "--seed", "5", "--no-save", "-o", "open_hands=on")
    t.wait("Player 1:[\\s\\S]*> $")
    t.send("2\r")
    t.wait("Player 2:[\\s\\S]*> $")
    t.send("q\r")
    expect("Pass the screen" not in t.raw, "no pause")
    t.finish()


@test
def screen_sizes():
    for width, height in ((100, 35), (80, 24), (40, 12), (200, 60)):
        t = Terminal("play", GAME, "-b", "random", "--seed", "5", "--no-save", width=width,
                     height=height)
        time.sleep(0.1)
        t.send("\x0c")  # Ctrl-L, should the size have come late
        t.wait("> $")
        lines = last_frame(t)
        expect(len(lines) <= height, f"{width}x{height}: {len(lines)} lines")
        expect(max(map(len, lines)) <= width, f"{width}x{height}: too wide")
        t.resize(90, 30)
        t.wait("> $")
        expect(len(last_frame(t)) <= 30, "drawn anew after a change of size")
        t.send("q\r")
        expect(t.finish() == 0, "exit")


@test
def signals_lose_nothing():
    def fresh():
        if os.path.exists(path):
            os.remove(path)
        return Terminal("play", GAME, "-b", "random", "--seed", "5", "--save", path)

    for number, name in ((signal.SIGINT, "int"), (signal.SIGTERM, "term"), (signal.SIGHUP, "hup")):
        path = os.path.join(HOME, f"signal-{name}.json")
        t = fresh()
        t.wait("> $")
        t.send("1\r")
        t.wait("> $")
        moves = json.loads(read(path))["moves"]
        expect(len(moves) >= 1, "saved after the move")
        if number == signal.SIGINT:
            t.send("\x03")
        else:
            os.kill(t.pid, number)
        expect(t.finish() == -number, f"{name}: ended by {t.code}")
        expect("\033[?1049l" in t.raw, "the terminal is given back")
        expect(json.loads(read(path))["moves"][:len(moves)] == moves, "still there")
        good(serai("replay", path, "--verify"))
    t = fresh()
    t.wait("> $")
    t.send("1\r")
    t.wait("> $")
    os.kill(t.pid, signal.SIGKILL)
    t.finish()
    good(serai("replay", path, "--verify"))
    t = fresh()
    t.wait("> $")
    t.send("1\r")
    t.wait("> $")
    t.send("\x04")  # end of input
    expect(t.finish() == 0, "end of input")
    good(serai("replay", path, "--verify"))


@test
def signal_leaves_no_half_file():
    before = set(os.listdir(HOME))
    p = subprocess.Popen([SERAI, "trace", GAME, "--output", "slow.jsonl", "-b",
                          "vizier:visits=30000"], cwd=HOME, env=environment())
    for _ in range(200):  # until the unfinished file is there
        if set(os.listdir(HOME)) - before:
            break
        time.sleep(0.01)
    p.send_signal(signal.SIGTERM)
    expect(p.wait() == -signal.SIGTERM, "ended in the middle")
    left = set(os.listdir(HOME)) - before
    expect(not left, f"left over: {left}")


@test
def watch_bots_on_a_screen():
    t = Terminal("play", GAME, "-b", "random", "--seat", "0", "--seed", "5", "--no-save")
    t.wait("Enter: next move[\\s\\S]*> $")
    t.send("\r")
    t.wait("move 2[\\s\\S]*> $")
    t.send("run\r")
    t.wait("Total")
    expect(t.finish() == 0, "exit")


# ---- completion, manual ------------------------------------------------------------------------------------------

def completions(*words):
    return good(serai("__complete", *words)).out.split()


@test
def completion_knows_the_program():
    expect(set(commands()) <= set(completions("")), "commands")
    expect(completions("pl") == ["play"], "play")
    expect(GAME in completions("play", ""), "games")
    expect("--players" in completions("play", GAME, "--p"), "options")
    expect("greedy" in completions("sim", GAME, "--bots", "gr"), "bots")
    expect("random,greedy" in completions("sim", GAME, "-b", "random,gr"), "lists of bots")
    expect("open_hands=on" in completions("sim", GAME, "--option", ""), "options of the game")
    expect(completions("games", "--lang", "f") == ["fr"], "languages")
    expect(completions("verify", "") == ["<file>"], "files")
    expect(completions("trace", GAME, "--output", "") == ["<file>"], "files of options")


@test
def completion_scripts():
    folder = os.path.join(ROOT, "tools/completion")
    subprocess.run(["bash", "-n", os.path.join(folder, "serai.bash")], check=True)
    script = (f"source '{folder}/serai.bash'; PATH='{os.path.dirname(SERAI)}':$PATH; "
              "COMP_WORDS=(serai play bl); COMP_CWORD=2; _serai; echo ${COMPREPLY[@]}")
    out = subprocess.run(["bash", "-c", script], capture_output=True, text=True,
                         env=environment()).stdout
    expect(out.strip() == GAME, f"bash completes {out!r}")
    for name in ("_serai", "serai.fish"):
        expect("__complete" in read(os.path.join(folder, name)), name)


@test
def manual_is_what_the_program_says():
    made = subprocess.run([os.path.join(ROOT, "tools/manual"), SERAI], capture_output=True,
                          text=True, check=True).stdout
    page = read(os.path.join(ROOT, "docs/serai.1"))
    for section in re.split(r"(?m)^(?=\.S[SH] )", made):  # a build may leave commands out
        expect(section in page, "not in docs/serai.1 (run: tools/manual build/serai > "
               f"docs/serai.1): {section[:200]}")
    for c in commands():
        expect(f".SS serai {c}" in made, c)
    for w in ("NO_COLOR", "LANGUAGE", "XDG_STATE_HOME", "EXIT STATUS"):
        expect(w in made, w)


@test
def help_for_programs():
    for lang in LANGS:
        rows = good(serai("help", "--json", "--lang", lang)).json
        expect([r["command"] for r in rows] == commands(), "all commands")
        for r in rows:
            expect(good(serai("help", r["command"], "--json", "--lang", lang)).json == r, r)
            text = good(serai(r["command"], "--help")).out
            for o in r["options"]:
                expect(f"--{o['option']}" in text, o)


def main():
    global HOME
    chosen = [f for f in tests if ONLY in f.__name__]
    print(f"1..{len(chosen)}")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="serai-cli-") as HOME:
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
