#!/usr/bin/env python3
"""Bots as programs: the engine protocol from both sides, analysis, arena. Prints TAP.

  tests/ai/run.py SERAI
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

SERAI = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(ROOT + "/tests/server")
from patience import slowness # noqa: E402

tests = []


def test(function):
    tests.append(function)
    return function


def serai(*args, text="", code=0):
    p = subprocess.run([SERAI, *args], input=text, capture_output=True, text=True, timeout=1200,
                       env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}, cwd=ROOT)
    assert p.returncode == code, f"exit {p.returncode}: {p.stderr}"
    return p.stdout


def engine(*lines):
    return serai("engine", text="\n".join(lines) + "\n").splitlines()


@test
def engine_greets():
    out = engine("serai 1", "isready", "quit")
    assert out[0].startswith("id name ") and "id game blank" in out
    assert out.count("ready") == 2


@test
def engine_thinks_about_a_position():
    out = engine("game blank", "position seats 3 seed 7 moves take; take", "go visits 100", "quit")
    best = out[-1]
    assert best.startswith("bestmove "), out
    info = [x for x in out if x.startswith("info ")]
    assert re.fullmatch(r"info rank 1 win \d+\.\d margin -?\d+ visits \d+ move .+", info[-1]), info
    assert info[-1].endswith("move " + best[9:])
    assert out == engine("game blank", "position seats 3 seed 7 moves take; take",
                         "go visits 100", "quit"), "not repeatable"


@test
def engine_takes_a_view_and_no_state():
    trace = serai("trace", "blank", "-p", "2", "--seed", "3")
    state = next(json.loads(x)["state"] for x in trace.splitlines() if '"state"' in x)
    out = engine("view " + json.dumps(state), "go", "quit")
    assert out[0].startswith("error") and "view" in out[0], out
    assert out[1].startswith("error"), out


def spoiled(value, path=()):
    """Every place of a JSON value that holds no list or object."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from spoiled(one, (*path, key))
    if not isinstance(value, (dict, list)):
        yield path


@test
def engine_refuses_views_that_hide_what_their_viewer_sees():
    trace = serai("trace", "yspahan", "-p", "2", "--seed", "3")
    states = [json.loads(x)["state"] for x in trace.splitlines() if '"state"' in x]
    view = next(s for s in states if s["players"][0]["cards"] >= 2)
    view.update(viewer=0, rng=None, deck={card: "?" for card in view["deck"]})
    other = view["players"][1]
    other.update(hand=["?"] * other["cards"], drawn={card: "?" for card in other["drawn"]})
    lines = ["view " + json.dumps(view), "go visits 1"]
    good = engine(*lines)
    assert not any(x.startswith("error the view") or "viewer" in x for x in good), good
    hidden = 0
    for path in spoiled(view):
        if path[0] in ("game", "viewer", "rng") or eval_at(view, path) == "?":
            continue
        for wrong in ("?", 255, -1):
            copy = json.loads(json.dumps(view))
            at = copy
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = wrong
            lines.append("view " + json.dumps(copy))
            hidden += wrong == "?"
    out = engine(*lines[2:], "isready")
    refused = [x for x in out if x.startswith("error")]
    assert len(refused) >= hidden and out[-1] == "ready", (len(refused), hidden, out[-3:])


def eval_at(value, path):
    for key in path:
        value = value[key]
    return value


@test
def engine_survives_rubbish():
    out = engine("game nowhere", "view {", "view []", "view {}", "go", "position seats 2", "bot x",
                 "game blank", "position seats 99", "position seats 2 moves fly", "go fish",
                 "position x", "\x01\x02", "seed x", "position seats 2 seed 1", "go visits 10")
    assert all(x.startswith(("error", "info", "bestmove")) for x in out), out
    assert out[-1].startswith("bestmove"), out


def write_bot(folder, name, body):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write("import sys, time\n" + body)
    return f"cmd:{sys.executable} {path}"


GREET = "print('ready', flush=True)\n"
BAD_BOTS = {
    "crash": ("sys.exit(3)\n", "ended by itself"),
    "later": (GREET + "for l in sys.stdin:\n    if l.startswith('go'): sys.exit(1)\n",
              "ended by itself"),
    "hang": (GREET + "time.sleep(60)\n", "no answer in time"),
    "rubbish": (GREET + "for l in sys.stdin:\n    if l.startswith('go'): print('\\x00?', flush=True)\n",
                "answered"),
    "illegal": (GREET + "for l in sys.stdin:\n    if l.startswith('go'): print('bestmove fly', flush=True)\n",
                '"take" is a legal move, not "fly"'),
    "flood": (GREET + "while True: sys.stdout.write('x' * 65536)\n", "a line of more than 8 KiB"),
    "absent": (None, "ended by itself"),
}


@test
def bad_bots_lose_and_harm_nothing():
    with tempfile.TemporaryDirectory() as folder:
        for name, (body, why) in BAD_BOTS.items():
            bot = write_bot(folder, name + ".py", body) if body else "cmd:/nowhere/bot"
            start = time.time()
            out = json.loads(serai("arena", "blank", "--bots", f"random,{bot}", "--games", "4",
                                   "--ms", "200", "--json"))
            assert out["games"] == 4, name
            assert out["bots"][0]["first"] == 1, (name, out)
            assert out["bots"][1]["forfeits"] == 4, (name, out)
            assert time.time() - start < 30 * slowness(), name
            table = serai("arena", "blank", "--bots", f"random,{bot}", "--games", "2", "--ms",
                          "200")
            assert why in table, (name, table)


@test
def example_bot_plays():
    lines = open(os.path.join(ROOT, "examples/bot.py")).read().splitlines()
    assert len(lines) < 100
    for game in serai("engine", text="serai 1\nquit\n").splitlines():
        if not game.startswith("id game "):
            continue
        out = json.loads(serai("arena", game[8:], "-p", "2", "--bots",
                               f"random,cmd:{sys.executable} examples/bot.py", "--games", "2",
                               "--ms", "5000", "--json"))
        assert out["bots"][1]["forfeits"] == 0, out
        assert out["games"] == 2


@test
def serai_itself_is_an_engine():
    out = json.loads(serai("arena", "blank", "--bots", f"random,cmd:{SERAI} engine", "--games",
                           "4", "--json"))
    assert out["bots"][1]["forfeits"] == 0, out


@test
def people_play_programs():
    example = f"mine={sys.executable} {ROOT}/examples/bot.py"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.json")
        out = serai("play", "blank", "-p", "2", "--seed", "5", "--engine", example, "--save", path,
                    text="1\n")
        assert "mine" in out, out
        kept = open(path).read()
        assert '"mine"' in kept and "bot.py" not in kept, "a file never says what is run"
        serai("play", "--resume", path, code=2)
        out = serai("play", "--resume", path, "--engine", example, text="1\n" * 60)
        assert "loses" not in out, out
        serai("analyse", path, "--visits", "5", "--json")
    out = serai("play", "blank", "-p", "3", "--engine", example, "--bots", "mine,random", "--seat",
                "1", "--no-save", text="1\n" * 60)
    assert "mine" in out and "loses" not in out, out
    for bad in ("mine", "=x", "vizier=x", "Mine=x"):
        serai("play", "blank", "--engine", bad, code=2)
    serai("play", "blank", "--engine", example, "--engine", example, code=2)


@test
def programs_lose_to_people_by_rule():
    with tempfile.TemporaryDirectory() as folder:
        for name, (body, why) in BAD_BOTS.items():
            bot = write_bot(folder, name + ".py", body)[4:] if body else "/nowhere/bot"
            out = serai("play", "blank", "-p", "2", "--seat", "2", "--engine", f"{name}={bot}",
                        "--ms", "200", "--no-save", text="1\n" * 60)
            assert f"{name} loses" in out and why in out, (name, out)
            assert "\x00" not in out
        for lang in ("fr", "ru"):
            out = serai("play", "blank", "-p", "2", "--seat", "2", "--engine", "gone=/nowhere/bot",
                        "--no-save", "--lang", lang, text="1\n" * 60)
            assert "serai." not in out and "gone" in out, out


@test
def analysis_of_a_saved_game():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.json")
        out = subprocess.run([SERAI, "play", "blank", "-p", "2", "--bots", "random", "--seed", "5",
                              "--save", path], input="1\n" * 40, capture_output=True, text=True,
                             env={**os.environ, "LC_ALL": "C.UTF-8"})
        assert os.path.exists(path), out.stderr
        svg, page = os.path.join(folder, "a.svg"), os.path.join(folder, "a.html")
        report = json.loads(serai("analyse", path, "--visits", "50", "--json", "--svg", svg,
                                  "--html", page))
        assert report["game"] == "blank" and report["decisions"]
        for d in report["decisions"]:
            assert len(d["win"]) == 2 and all(0 <= w <= 1000 for w in d["win"])
            assert d.get("cost", 0) >= 0
        assert open(svg).read().startswith("<svg")
        import xml.dom.minidom
        xml.dom.minidom.parse(svg)
        assert "<svg" in open(page).read()
        for lang in ("en", "fr", "ru"):
            text = serai("analyse", path, "--visits", "20", "--lang", lang)
            assert "serai." not in text, text
        assert text == serai("analyse", path, "--visits", "20", "--lang", "ru")
        serai("analyse", svg, code=2)


@test
def training_leaves_curves():
    with tempfile.TemporaryDirectory() as folder:
        table, picture = os.path.join(folder, "c.csv"), os.path.join(folder, "c.svg")
        serai("train", "blank", "--games", "600", "--batch", "100", "-q", "--csv", table, "--svg", picture)
        with open(table, encoding="utf-8") as f:
            rows = [line.split(",") for line in f.read().split()]
        assert rows[0] == ["games", "loss_win", "loss_margin", "score", "won"], rows[0]
        assert [int(r[0]) for r in rows[1:]] == [100, 200, 300, 400, 500, 600], rows
        assert all(0 < float(r[1]) < 2 for r in rows[1:]) and 0 <= float(rows[-1][4]) <= 1, rows
        with open(picture, encoding="utf-8") as f:
            assert f.read().count("<polyline") == 3


@test
def arena_speaks_all_languages_and_tests():
    for lang in ("en", "fr", "ru"):
        out = serai("arena", "blank", "--bots", "greedy,random", "--games", "8", "--lang", lang)
        assert "serai." not in out, out
        for command in ("arena", "analyse", "engine", "train"):
            text = serai("help", command, "--lang", lang)
            assert "serai." not in text, text
    out = json.loads(serai("arena", "blank", "--bots", "vizier:visits=100,random", "--games",
                           "2000", "--sprt", "0,60", "--json"))
    assert out["first_against_second"]["verdict"] == "accept", out
    assert out["games"] < 2000
    serai("arena", "blank", "--bots", "random,vizier:visits=100", "--games", "2000", "--sprt",
          "0,60", "--json", code=1)
    serai("arena", "blank", "--bots", "random,vizier", "--sprt", "5", code=2)
    serai("arena", "blank", "--bots", "random", code=2)


def main():
    failed = 0
    print(f"1..{len(tests)}")
    for i, t in enumerate(tests, 1):
        try:
            t()
            print(f"ok {i} - {t.__name__}", flush=True)
        except Exception as e:  # a test's report, whatever went wrong
            failed += 1
            print(f"not ok {i} - {t.__name__}\n# {type(e).__name__}: {str(e)[:1500]!r}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
