"""`serai lab`: experiments, their files, what it says to bad input. Short ones: `make test-lab` asks more."""
import json
import os
import resource
import shutil
import signal
import subprocess
import time
from xml.etree import ElementTree

from lib import GAME, HOME, LANGS, SERAI, environment, expect, fails, good, read, serai, test, write

SMALL = ("-n", "40", "-b", "random")


def results(result):
    """What it found, without how it was asked."""
    found = good(result).json
    return {k: v for k, v in found.items() if k != "command"}


@test
def lab_does_not_depend_on_threads():
    args = ("lab", "report", GAME, "-n", "120", "--json")
    one = results(serai(*args, "-t", "1"))
    for threads in (2, 5):
        expect(results(serai(*args, "-t", threads)) == one, f"{threads} threads")
    expect(results(serai(*args, "-s", "2")) != one, "another seed")
    places = one["sheets"]["places"]
    expect(abs(sum(p["won"]["value"] for p in places) - 100) < 0.01, "wins add up")
    expect(all(p["won"]["low"] < p["won"]["value"] < p["won"]["high"] for p in places), "intervals")
    expect(one["bots"] == ["greedy"] * len(places), "not random unless asked")
    gravity = [2 if f["good"] else 1 if f.get("small") else 0 for f in one["findings"][1:]]
    expect(gravity == sorted(gravity), "what is to be looked at stands first")


@test
def lab_agrees_with_sim():
    lab = good(serai("lab", "compare", GAME, "printed", "printed", "-p", "3", "-n", "60", "-b", "greedy,random,random",
                     "--json")).json["sheets"]["compare"]
    sim = good(serai("sim", GAME, "-p", "3", "-n", "60", "-b", "greedy,random,random", "--rotate", "--json")).json
    by_id = {r["id"]: r for r in lab}
    expect(abs(by_id["length"]["a"]["value"] - sim["plies"]["mean"]) < 0.01, "length")
    expect(abs(by_id["margin"]["a"]["value"] - sim["margin"]["mean"]) < 0.01, "margin")
    wins = [r["wins"] for r in (sim.get("by_place") or sim["lines"])]
    for i, share in enumerate(wins):
        expect(abs(by_id[f"place.{i + 1}"]["a"]["value"] - 100 * share) < 0.01, f"place {i + 1}")
    expect(all(r["difference"]["value"] == 0 for r in lab), "the same edition is the same")


@test
def lab_rows():
    out = good(serai("lab", "drama", GAME, *SMALL, "-p", "2", "--csv", "-")).out.strip().split("\n")
    expect(out[0].startswith("# serai lab drama"), "the command stands above")
    head = out[1].split(",")
    expect(head[:3] == ["arm", "game", "seed"] and "p2.score" in head and "turns" in head, head)
    expect(len(out) == 42 and all(len(line.split(",")) == len(head) for line in out[2:]), "a row a game")
    seeds = [int(line.split(",")[2]) for line in out[2:]]
    expect(seeds == list(range(1, 41)), "seeds")
    last = json.loads(good(serai("trace", GAME, "-p", "2", "-s", "7", "-b", "random")).out.strip().split("\n")[-1])
    row = dict(zip(head, out[2 + 6].split(",")))
    expect([int(row["p1.score"]), int(row["p2.score"])] == last["scores"], "a row is the game of its seed")


@test
def lab_goes_on():
    path = os.path.join(HOME, "kept.lab")
    args = ("lab", "compare", GAME, "printed", "-n", "200", "-b", "greedy", "--json")
    whole = results(serai(*args))
    expect(results(serai(*args, "--resume", path)) == whole, "the same with a file")
    lines = read(path).split("\n")
    expect(lines[0].startswith("# serai lab 1: serai lab compare"), "its head")
    expect(len(lines) == 12, "an arm named twice is played once")
    write("kept.lab", "\n".join(lines[:4]) + "\n" + lines[4][:60]) # killed in the middle of a line
    again = good(serai(*args, "--resume", path)).json
    expect(again["sheets"] == whole["sheets"], "what is missing is played again")
    expect(any("1" in n and "kept.lab" in n for n in again["notes"]), again["notes"])
    damaged = read(path).split("\n")
    damaged[2] = damaged[2].replace("1", "2", 3)
    write("kept.lab", "\n".join(damaged))
    expect(good(serai(*args, "--resume", path)).json["sheets"] == whole["sheets"], "a changed line is left out")
    write("other.lab", "nothing of the lab\n")
    fails(serai(*args, "--resume", os.path.join(HOME, "other.lab")), 2, "no file of the lab")


@test
def lab_killed_loses_nothing():
    path = os.path.join(HOME, "killed.lab")
    args = [SERAI, "lab", "drama", "tadmor", "-p", "2", "-n", "4000", "-t", "1", "--resume", path]
    p = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(), cwd=HOME)
    while p.poll() is None and (not os.path.exists(path) or read(path).count("\n") < 3):
        time.sleep(0.02)
    p.send_signal(signal.SIGKILL)
    p.wait()
    kept = read(path).count("\n") - 1
    expect(kept >= 2, kept)
    good(serai("lab", "drama", "tadmor", "-p", "2", "-n", 20 * kept, "-t", "1", "--resume", path))
    expect(read(path).count("\n") - 2 - kept <= 1, "finished games are not played again")


@test
def lab_bad_input():
    fails(serai("lab", "raport", GAME), 2, "report")
    fails(serai("lab", "report", "blak"), 2, "blank")
    fails(serai("lab", "report"), 2, "blank")
    fails(serai("lab", "compare", "tadmor", "tax.era_4=3"), 2, "tax.era_4", "tax.era_")
    fails(serai("lab", "compare", "tadmor", "tax.era_3=300"), 2, "300", "0..9")
    fails(serai("lab", "compare", "tadmor", "tax.era_3=0"), 2, "without a tax")
    fails(serai("lab", "compare", "tadmor", "missing.json"), 3, "missing.json")
    fails(serai("lab", "compare", GAME), 2)
    fails(serai("lab", "sweep", "tadmor", "tax.era_3=1..x"), 2, "1..x")
    fails(serai("lab", "restrict", "tadmor", "--never", "no_such"), 2, "no_such")
    fails(serai("lab", "search", "tadmor"), 2, "--free")
    fails(serai("lab", "search", "tadmor", "--free", "price"), 2, "--keep")
    fails(serai("lab", "search", "tadmor", "--free", "tax_penalty", "--target", "joy=1..2"), 2, "joy")
    fails(serai("lab", "report", GAME, "--within", "0"), 2, "0.1")
    fails(serai("lab"), 2, "tadmor")
    fails(serai("lab", "tadmer"), 2, "mean tadmor")
    fails(serai("lab", "compare", "tadmor", "tax.era_3"), 2, "tax.era_3=... (now 2)")
    fails(serai("lab", "compare", "tadmor", "nothing.at.all=2"), 2, "serai games tadmor --edition")
    for words in (("search", "tadmor", "--free", "tax_penalty,tax.era3"), ("sensitivity", "tadmor", "tax.era3")):
        fails(serai("lab", *words), 2, "no number tax.era3; there is tax.era_3")


@test
def lab_says_at_once_where_it_cannot_write():
    for option in ("--html", "--csv"):
        begun = time.monotonic()
        fails(serai("lab", "drama", GAME, "-n", "1000000", "-b", "greedy", option, "/nowhere/x"), 3, "/nowhere/x")
        expect(time.monotonic() - begun < 60, f"{option}: before all games are played")


@test
def lab_shows_what_it_cannot_write():
    """A disk that is full at the end: a sentence, and the figures."""
    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

    page = os.path.join(HOME, "full.html")
    p = subprocess.run([SERAI, "lab", "drama", GAME, *SMALL, "--html", page, "--json"], capture_output=True, text=True,
                       env=environment(), preexec_fn=small_files)
    expect(p.returncode == 3 and page in p.stderr and not os.path.exists(page), p.stderr)
    expect(len(json.loads(p.stdout)["sheets"]) > 0, "figures")


@test
def lab_sweep_leaves_out_what_cannot_be_played():
    found = good(serai("lab", "sweep", "caravans", "price=1..4", "-n", "4", "-p", "2", "--json")).json
    expect([r["id"] for r in found["sheets"]["sweep"]] == ["price=1", "price=2", "price=3"], found["sheets"]["sweep"])
    for lang, word in zip(LANGS, ("rise", "monter", "расти")):
        notes = good(serai("lab", "sweep", "caravans", "price=1..4", "-n", "1", "-p", "2", "--json", "--lang", lang)).json["notes"]
        expect(any("price=4" in n and word in n for n in notes), notes)
    fails(serai("lab", "sweep", "caravans", "price=7,8", "-n", "4"), 2, "price")
    fails(serai("lab", "sweep", "caravans", "prize=1..4", "-n", "4"), 2, "price")


@test
def lab_full_disk():
    if os.path.exists("/dev/full"):
        fails(serai("lab", "drama", GAME, *SMALL, "--resume", "/dev/full"), 3, "/dev/full")
        expect(serai("lab", "drama", GAME, *SMALL, "--html", "/dev/full/x").code == 3, "html")
        with open("/dev/full", "w", encoding="utf-8") as full:
            expect(serai("lab", "drama", GAME, *SMALL, stdout=full).code == 3, "stdout")


@test
def lab_speaks_and_draws():
    for lang in LANGS:
        page = os.path.join(HOME, f"{lang}.html")
        out = good(serai("lab", GAME, *SMALL, "--html", page, "--lang", lang)).out
        expect("serai.lab" not in out and "\033" not in out and "\r" not in out, "clean text")
        html = read(page)
        expect("serai.lab" not in html and f'<html lang="{lang}"' in html, lang)
        expect(html.count("<svg") == html.count("</svg>") >= 3, "pictures")
        expect("http" not in html.replace("http://www.w3.org/2000/svg", "") and "<script" not in html, "self-contained")
    for lang, tile in zip(LANGS, ("(tile)", "(tuile)", "(плитка)")):
        expect(tile in good(serai("lab", "usage", "tadmor", *SMALL, "--lang", lang)).out, "kinds of things have names")
    expect("andom" in good(serai("lab", "drama", GAME, *SMALL)).out, "random players are called so")
    edition = write("dear.json", {"tax": {"era_3": 3}})
    notes = good(serai("lab", "drama", "tadmor", "-p", "2", "-n", "1", "-b", "learned", "-e", edition, "--json")).json
    expect(any("network learned" in n for n in notes["notes"]) or any("near them" in n for n in notes["notes"]),
           "numbers near the printed ones: a network knows them roughly")
    far = good(serai("lab", "drama", "tadmor", "tax_penalty.era_3=20", "-p", "2", "-n", "1", "-b", "learned", "--json")).json
    expect(any("hand-written" in n for n in far["notes"]), "numbers beyond the network are called so")
    first = {what: good(serai("lab", *what, "-n", "20", "--json")).json["findings"][0]["id"] for what in (
        ("drama", "tadmor"), ("skill", "tadmor", "-b", "random,greedy"), ("sensitivity", "tadmor", "tax_penalty"),
        ("compare", "tadmor", "tax.era_3=3"))}
    expect(list(first.values()) == ["course", "skill", "strongest", "places_same"], "a sentence says what matters first")
    both = good(serai("lab", "compare", "tadmor", "tax.era_3=3", "-p", "2", "-n", "1", "-b", "learned", "--json")).json
    expect(any("near them" in n for n in both["notes"]), "the other edition of a comparison counts, too")


@test
def lab_heat_draws_the_boards():
    # A place, how its board draws it, and how many places the board has at least.
    boards = {"tadmor": ("place.pal_supply", "tad-oasis", 30), "yspahan": ("souk.bag_pink", "<rect", 40),
              "merv": ("site.r1c1", "<circle", 50), "caravans": ("hex.+0+0", "<path", 20)}
    for game, (place, drawn, least) in boards.items():
        path = os.path.join(HOME, f"{game}.svg")
        found = good(serai("lab", "heat", game, "-p", "2", "-n", "20", "-b", "random", "--svg", path, "--json")).json
        rows = {r["id"]: r for sheet in found["sheets"].values() for r in sheet}
        expect(place in rows, f"{game}: {sorted(rows)[:9]}")
        svg = read(path)
        ElementTree.fromstring(svg)
        expect(f"<desc>serai lab heat {game}" in svg, "how it was made")
        expect(drawn in svg and svg.count("<title>") >= least, f"{game}: {svg.count('<title>')} places")
    fails(serai("lab", "heat", GAME, "-n", "20"), 2, "no board")


@test
def lab_restrict_and_inert():
    s = good(serai("lab", "compare", "tadmor", "rare_copies.two=5", "-p", "4", "-n", "20", "--json")).json
    expect([f["id"] for f in s["findings"]] == ["inert"], s["findings"])
    s = good(serai("lab", "sweep", GAME, "option.open_hands=off,on", "-n", "20", "--json")).json
    expect([r["id"] for r in s["sheets"]["sweep"]] == ["option.open_hands=off", "option.open_hands=on"], "options")
    s = good(serai("lab", "restrict", "tadmor", "-p", "2", "--never", "bandits", "-n", "60", "--json")).json
    free, limited = (s["sheets"]["restrict"][0][k]["value"] for k in ("free", "limited"))
    expect(free > limited, "who may not lead the bandits wins less")
    s = good(serai("lab", "restrict", "tadmor", "--forbid", "bandit", "-n", "20", "--json")).json
    expect([f["id"] for f in s["findings"]] == ["inert"], "where the bandits go must be said: nothing is forbidden")


def ranks_missing():
    module = os.path.join(os.path.dirname(SERAI), "src", "mpi", "serai-mpi.so")
    if shutil.which("mpirun") and os.path.exists(module):
        return False
    print("# lab on several processes: skipped, Open MPI (openmpi-bin, libopenmpi-dev) is not installed")
    return True


def ranks_begin(count, args, *more):
    # Open MPI keeps what it allocated to the end: leaks are looked for where it is not.
    env = environment()
    env["ASAN_OPTIONS"] = env.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    return subprocess.Popen(["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader", *more,
                             "-n", str(count), SERAI, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=env, cwd=HOME)


def ranks_kill(mpirun, rank, path, lines):
    """Ends a rank the hard way when so many pieces are in the file."""
    while mpirun.poll() is None and (not os.path.exists(path) or read(path).count("\n") < lines):
        time.sleep(0.02)
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as f:
                parent = f.read().rsplit(")", 1)[1].split()[1]
            with open(f"/proc/{pid}/environ", "rb") as f:
                own = f"OMPI_COMM_WORLD_RANK={rank}\0".encode() in f.read()
        except OSError:
            continue
        if own and parent == str(mpirun.pid):
            os.kill(int(pid), signal.SIGKILL)


def told(p):
    out, err = p.communicate(timeout=600)
    expect(p.returncode == 0, err)
    return {k: v for k, v in json.loads(out).items() if k != "command"}


@test
def lab_on_several_processes():
    if ranks_missing():
        return
    args = ("lab", "compare", "tadmor", "tax.era_3=3", "-p", "2", "-n", "60", "--json")
    one = results(serai(*args))
    for ranks in (2, 4):
        expect(told(ranks_begin(ranks, args)) == one, f"{ranks} processes")


@test
def lab_loses_a_process_and_no_games():
    if ranks_missing():
        return
    args = ("lab", "compare", "tadmor", "tax.era_3=3", "-p", "4", "-n", "140", "--json")
    one = results(serai(*args))
    # Where Open MPI lets the others live, they play what the lost one had.
    path = os.path.join(HOME, "lost.lab")
    p = ranks_begin(2, (*args, "--resume", path), "--enable-recovery")
    ranks_kill(p, 1, path, 3)
    found = told(p)
    expect({k: v for k, v in found.items() if k != "notes"} == {k: v for k, v in one.items() if k != "notes"}, "without it")
    # Where it ends them all, the file has what was finished.
    path = os.path.join(HOME, "ended.lab")
    p = ranks_begin(2, (*args, "--resume", path))
    ranks_kill(p, 1, path, 3)
    p.communicate(timeout=600)
    expect(p.returncode != 0, "the run ends")
    kept = read(path).count("\n") - 1
    expect(kept >= 2, f"{kept} pieces are kept")
    expect(results(serai(*args, "--resume", path)) == one, "and gone on with")


@test
def lab_search_finds_numbers():
    path = os.path.join(HOME, "kept-search.lab")
    args = ("lab", "search", GAME, "-p", "2", "-b", "random", "--free", "*", "--keep", "", "-n", "100",
            "--target", "length=14..16,margin=0..3", "--json", "--resume", path)
    s = good(serai(*args, "-t", "1", "--output", os.path.join(HOME, "best.json"))).json
    found = s["findings"][0]
    expect(found["good"] and "rounds=" in found["about"], found)
    lengths = [r["length"]["value"] for r in s["sheets"]["search"]]
    expect(lengths[0] == 12 and 14 <= lengths[1] <= 16, lengths)
    expect(json.loads(read(os.path.join(HOME, "best.json")))["rounds"] in (7, 8), "an edition to play")
    again = good(serai(*args, "-t", "3")).json
    expect(again["sheets"] == s["sheets"], "the same again, from the file")
    expect([0 <= r["sure"] <= 100 for r in s["sheets"]["search"]] and s["sheets"]["search"][1]["sure"] > 50, "how sure")
    expect({m["id"] for m in s["sheets"]["models"]} == {"length", "margin"}, "which model foresaw better")
    fails(serai(*args[:11], "--target", "length=14"), 2, "length=60..90")
    fails(serai(*args[:11], "--target", "roads"), 2, "none to balance")
    some = ("lab", "search", GAME, "-p", "2", "-b", "greedy,random", "--free", "rounds", "--keep", "", "-n", "20", "--json")
    roads = good(serai(*some, "--target", "roads")).json["sheets"]["search"][0]
    expect({"bot.1", "bot.2"} < set(roads), "roads of players that differ")
    expect(roads["bot.1"]["value"] > roads["bot.2"]["value"], "the better one is ahead")


@test
def lab_search_leaves_what_is_printed():
    edition = good(serai("games", "tadmor", "--edition")).out.split("\n")
    printed = {line.split()[1] for line in edition if line.startswith("S ")}
    fails(serai("lab", "search", "tadmor", "--free", ",".join(sorted(printed)[:3]), "--keep", "S"), 2, "--keep")
