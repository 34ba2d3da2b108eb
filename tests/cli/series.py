"""`serai sim`, `perft` and `bench`."""
import json

from lib import GAME, LANGS, expect, fails, good, serai, test


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
