#!/usr/bin/env python3
"""The kernels themselves, without a device: emulate.py SERAI FAKE [GAME...]. The files that a device's compiler would get are
compiled by g++ with a driver that runs them here (emulate.cpp), and whole series must end as on threads, records
included. Slow: minutes. With SANITIZE=1 under AddressSanitizer; ONLY=TEXT: series of bots with that text alone."""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
serai, fake = map(os.path.abspath, sys.argv[1:3])
games = sys.argv[3:] or ["yspahan", "merv", "tadmor", "caravans"]
work = tempfile.mkdtemp()
sys.path.append(root + "/tools")
import records as reader  # noqa: E402

LESSON = struct.Struct("<IIIHHBBBBI")
KERNELS = "begin seat sort apply choose turn look pick chosen open round walk note settle".split()
SIGHT = "child arrive net policy".split()
BY_LINE = "keys pieces parent first note_down near".split()  # of games whose features have keys
tests = 0


def check(good, what):
    global tests
    tests += 1
    print(f"{'ok' if good else 'not ok'} {tests} - {what}", flush=True)


def with_policy(game):
    """The game's network with a policy that knows nothing but is one."""
    subprocess.run([sys.executable, os.path.join(here, "policy.py"), os.path.join(root, f"data/weights/old/{game}.srw"),
                    os.path.join(work, game + ".srw")], check=True)


def build(game, define):
    """The library of a game."""
    out = os.path.join(work, game)
    os.makedirs(out, exist_ok=True)
    units = [os.path.join(root, "src/games", game, f) for f in sorted(os.listdir(os.path.join(root, "src/games", game)))
             if f.endswith(".c") and f != game + ".c"]
    units += [p for p in (os.path.join(root, f"src/ai/features/{game}_{part}.c") for part in ("plan", "thumb"))
              if os.path.exists(p)]
    units += [os.path.join(root, "src/ai/experts", f) for f in sorted(os.listdir(os.path.join(root, "src/ai/experts")))
              if f.startswith(game + "_") and f.endswith(".c")]
    own = {"kernels": f'#include "games/{game}/{game}.c"\n#define SERAI_GAME sr_game_{game}\n#include "device/series.cu"\n'
                      '#include "device/guided.cu"\n' +
                      "".join(f"EMULATED(serai_{k})\n" for k in KERNELS),
           "sight": f'#include "ai/features/{game}.c"\n#include "device/sight.cu"\nnamespace sight {{\n' +
                    "".join(f"EMULATED(serai_{k})\n" for k in SIGHT) + "#if SERAI_KEY\n" +
                    "".join(f"EMULATED(serai_{k})\n" for k in BY_LINE) + "#endif\n}\n",
           "script": f'#include "lab/{game}_players.c"\n#define SERAI_PLAYERS lab_{game}_players\n'
                     '#include "device/script.cu"\nnamespace script {\nEMULATED(serai_script)\n}\n'}
    for name, text in own.items():
        path = os.path.join(out, name + ".cpp")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        units.append(path)
    units.append(os.path.join(here, "emulate.cpp"))
    flags = ["-std=c++20", "-O1", "-fPIC", "-w", "-fpermissive", "-DNDEBUG", f"-I{here}/emulated", f"-I{root}/include",
             f"-I{root}/src", f"-I{root}/src/gpu", f"-I{root}/src/games/{game}", f"-I{here}", "-include", f"{here}/emulate.h", *define]
    if os.environ.get("SANITIZE"):
        flags += ["-fsanitize=address", "-g"]
    jobs, objects = [], []
    for i, unit in enumerate(units):
        objects.append(os.path.join(out, f"{i}.o"))
        jobs.append(subprocess.Popen(["ccache", "g++", *flags, "-x", "c++", "-c", unit, "-o", objects[-1]]
                                     if shutil.which("ccache") else
                                     ["g++", *flags, "-x", "c++", "-c", unit, "-o", objects[-1]]))
        if len(jobs) % 2 == 0:
            jobs[-2].wait()
    if any(j.wait() for j in jobs):
        sys.exit("the kernels do not compile")
    library = os.path.join(out, "libcuda-emulated.so")
    subprocess.run(["g++", "-shared", "-o", library, *objects, *([f for f in flags if "sanitize" in f])], check=True)
    return library


def run(args, library=None, **more):
    env = dict(os.environ, **more, XDG_CACHE_HOME=os.path.join(work, "cache"), LC_ALL="C")
    if library:
        cuda = os.path.join(work, "cuda")
        os.makedirs(cuda, exist_ok=True)
        for name in ("libnvrtc.so.13", "libnvJitLink.so.13"):
            if not os.path.exists(os.path.join(cuda, name)):
                os.symlink(fake, os.path.join(cuda, name))
        env |= {"SERAI_LIBCUDA": library, "SERAI_CUDA": cuda}
        args = [*args, "--gpu"]
    done = subprocess.run([serai, *args], env=env, capture_output=True, text=True, timeout=1800)
    return done.returncode, done.stdout, done.stderr


def options_of(game):
    """What the device's compiler would be told, for the network that is used."""
    path = os.path.join(work, "options")
    with open(path, "w", encoding="ascii"):
        pass
    run(["sim", game, "-n", "1", "-p", "2", "-q", "-b", "learned:samples=1", *more_of(game)], fake, FAKE_CUDA="lost",
        FAKE_OPTIONS=path)
    with open(path, encoding="ascii") as f:
        return sorted({line.strip() for line in f if line.startswith("-DSERAI_")} - {"-DSERAI_SILENT"})


def more_of(game):
    return ["--weights", os.path.join(work, game + ".srw")]


def random_series(game, library):
    base = ["sim", game, "-n", "300", "-p", "2", "-q", "--seed", "9"]
    plain, there = run([*base, "-t", "2"]), run(base, library)
    check(plain[0] == 0 and plain == there, f"{game} random: the same series")
    if plain != there:
        print("# " + there[2].replace("\n", "\n# "))


def series(game, library, bots, players, count):
    if os.environ.get("ONLY", "") not in bots:
        return
    paths = [os.path.join(work, f"{game}-{k}") for k in ("here", "there")]
    base = ["sim", game, "-n", str(count), "-p", str(players), "-q", "-b", bots, "--rotate", "--seed", "5", *more_of(game)]
    plain, there = run([*base, "-t", "2", "--records", paths[0]]), run([*base, "--records", paths[1]], library)
    check(plain[0] == 0 and plain == there, f"{game} {bots}: the same series")
    if plain[0] or plain != there:
        print("# " + (plain[2] + there[2]).replace("\n", "\n# "))
    kept = [sorted(r.data for r in reader.read(p)[1]) for p in paths]
    check(len(kept[0]) > count and kept[0] == kept[1], f"{game} {bots}: the same {len(kept[0])} records")


EDITION = {"yspahan": '{"yellow_price": 9}', "merv": '{"cubes": 30}', "tadmor": '{"tax_penalty": {"era_3": 20}}',
           "caravans": '{"price": 4, "price_exotic": 8}'}
PLAYERS = {"yspahan": ["yspahan:steward"], "merv": ["merv:mason"], "caravans": ["caravans:thumb", "caravans:plain"],
           "tadmor": ["tadmor:mixed", "tadmor:tower-deep", "tadmor:rares-meek", "tadmor:mixed-keen"]}


def scripts(game, library):
    """Scripted players, among them one of another game, who plays any move; and what the lab and lessons make of them."""
    if os.environ.get("ONLY", "") not in "scripts":
        return
    own = PLAYERS[game]
    away = "merv:mason" if game != "merv" else "yspahan:steward"
    more = os.path.join(work, "more.json")
    with open(more, "w", encoding="ascii") as f:  # numbers beyond what the network was trained on
        f.write(EDITION[game])
    mixed = [*own, "learned:samples=1", away, "random"]
    tables = [(own[0], 2, 20, []), (own[0], 3, 4, ["-e", more])]
    for chunk in (mixed[k:k + 3] for k in range(0, len(mixed), 3)):
        tables.append((",".join(chunk), max(2, len(chunk)), 3, []))
    for bots, players, count, words in tables:
        base = ["sim", game, "-n", str(count), "-p", str(players), "-q", "-b", bots, "--rotate", "--seed", "7", *more_of(game),
                *words]
        plain, there = run([*base, "-t", "2"]), run(base, library)
        check(plain[0] == 0 and plain == there, f"{game} {bots}{' beyond' if words else ''}: the same series")
        if plain != there:
            print("# " + (plain[2] + there[2]).replace("\n", "\n# "))
    lab = ["lab", "drama", game, "-n", "20", "-p", "3", "-q", "--csv", "-", "-b", f"{own[-1]},random,{own[0]}"]
    plain, there = run([*lab, "-t", "2"]), run(lab, library, SERAI_GPU_TIMES="1")
    same = plain[1].split("\n")[1:] == there[1].split("\n")[1:]  # but for the command
    check(plain[0] == 0 and same and "serai_script" in there[2], f"{game}: the same games in the lab")
    if not same or plain[2]:
        print("# " + (plain[2] + there[2]).replace("\n", "\n# "))


def lessons_of(folder):
    """What is to be learned from each decision, by game and number."""
    def read(name):
        with open(os.path.join(folder, name), "rb") as f:
            return f.read()
    meta = json.loads(read("lessons.json"))
    x, rows, moves, editions = map(read, ("inputs.i8", "rows.f32", "moves.u16", "editions.i32"))
    wide, long = 2 * (1 + meta["slots"]), 4 * len(meta["base"])
    found = {}
    for row, move, number, count, edition, lines, seat, kind, seats, ply in LESSON.iter_unpack(read("lessons.bin")):
        found[number, ply] = (lines, seat, kind, seats, x[row * meta["inputs"]:(row + lines) * meta["inputs"]],
                              rows[16 * row:16 * (row + lines)], moves[wide * move:wide * (move + count)],
                              editions[long * (edition - 1):long * edition] if edition else None)
    return found


def lessons(game, library, bots, *more):
    if os.environ.get("ONLY", "") not in "lessons":
        return
    base = ["lessons", game, "--bots", bots, "--explore", "50", "--deep", "40", "--told", "60", "-q", *more_of(game), *more]
    here, there = (os.path.join(work, f"{game}-lessons-{k}") for k in ("here", "there"))
    plain, other = run([*base, "--output", here, "-t", "2"]), run([*base, "--output", there], library)
    found = [lessons_of(f) for f in (here, there)]
    good = plain[0] == 0 and plain == other and len(found[0]) > 20 and found[0] == found[1]
    check(good, f"{game} {bots} {' '.join(more)}: the same {len(found[0])} lessons")
    if not good:
        print(f"# {plain} {other} {len(found[1])}: {[k for k in found[0] if found[0][k] != found[1].get(k)][:5]}")


for game in games:
    with_policy(game)
    library = build(game, options_of(game))
    random_series(game, library)
    lessons(game, library, PLAYERS[game][0] + ",learned:samples=1", "-n", "4", "--batch", "2", "-p", "2")
    lessons(game, library, "halving:visits=8:depth=2,learned:samples=1", "-n", "6", "--batch", "3", "-p", "2", "--changed", "70")
    if game in ("merv", "caravans"):
        lessons(game, library, "halving:visits=8:depth=2", "-n", "2", "--batch", "2", "-p", "1")
    scripts(game, library)
    series(game, library, "learned:samples=2,random", 2, 3)
    series(game, library, "greedy:samples=1,learned:samples=1:slack=30,random", 3, 2)
    series(game, library, "learned:samples=1", 7 if game == "caravans" else 4, 3)
    if game in ("merv", "caravans"):  # alone
        series(game, library, "learned:samples=1", 1, 18)
    series(game, library, "halving:visits=16:depth=3", 3 if game != "caravans" else 2, 2)
    series(game, library, "halving:visits=8:depth=1,learned:samples=1,random", 3, 3)
    series(game, library, "halving:visits=12:depth=3,halving:visits=8:depth=1", 2, 2)
    # More decisions than a warp of the network has rows, and an odd number of lines.
    series(game, library, "halving:visits=2:depth=1", 3, 17)
print(f"1..{tests}")
shutil.rmtree(work)
