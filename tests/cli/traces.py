"""`serai trace` and `serai replay`."""
import json
import os

from older import aged

from lib import GAME, HOME, expect, fails, good, read, serai, test, write


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
def replay_accepts_older_traces():
    for game in ("blank", "yspahan", "merv", "tadmor"):
        out = good(serai("trace", game, "-p", "2", "-s", "6")).out
        rows = [json.loads(line) for line in out.strip().split("\n")]
        for r in rows[:-1]:
            r["state"] = aged(r["state"])
        expect("verified" in good(serai("replay", save_trace(rows), "--verify")).out, game)
        seats = next(rows[-2]["state"][key] for key in ("player", "players") if key in rows[-2]["state"])
        first = seats["p1"] if game == "merv" else seats[0]
        first[next(key for key in ("hand_count", "camels", "pp") if key in first)] += 1
        fails(serai("replay", save_trace(rows), "--verify"), 1, "players")


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
