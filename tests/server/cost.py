#!/usr/bin/env python3
"""What a durable move costs the server in processor time, of one program or of several side by side.

  tests/server/cost.py [--rounds 3] [--seconds 10] [--only merv] [--first] [SERAI...]

Without programs SERAI (build/serai) is measured. Several take turns, round after round, against the same program
`load` (LOAD, beside the first by default), so that a busy machine is equally busy for all. The figure is processor time of
the server's threads divided by the moves it played, in microseconds: of all threads, and of the loop's alone; the rest
is the store's. Beside moves that come alone stands what the system charges for their system calls alone (floor.c). Moves are acknowledged only when they are on the disk, so all of them are durable."""
import argparse
import asyncio
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from load import prepare
from serai_client import request
from serai_server import SERAI, Server, show

# name, game, seats, tables, spectators at each, moves a second
CASES = [
    ("merv, 4 seats, 4 viewers", "merv", 4, 50, 0, 250),
    ("merv, 4 seats, 4 viewers, 1,000 moves a second", "merv", 4, 200, 0, 1000),
    ("yspahan, 2 seats, 2 viewers", "yspahan", 2, 50, 0, 250),
    ("1,000 tables of yspahan, 10 sockets each", "yspahan", 2, 1000, 8, 500),
    ("merv, 4 seats, as fast as it goes", "merv", 4, 200, 0, 1e6),
]


def processor_us(pid):
    """Time on a processor so far: of all threads, of the first (the loop's)."""
    spent = {}
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        with open(path, encoding="ascii") as f:
            spent[int(path.split("/")[4])] = int(f.read().split()[0]) / 1000
    return sum(spent.values()), spent[pid]


def moves_played(port):
    _, _, text = asyncio.run(request(port, "GET", "/metrics"))
    for line in text.decode().splitlines():
        if line.startswith("serai_moves_total "):
            return float(line.split()[1])
    raise RuntimeError("no figures from the server")


def measure(serai, load, case, seconds, first):
    _, game, seats, tables, watchers, rate = case
    with Server(serai=serai, wrap=first) as s, tempfile.NamedTemporaryFile("w", suffix=".tables") as f:
        asyncio.run(prepare(s.port, game, seats, tables, f))
        program = subprocess.Popen([*first, load, str(s.port), f.name, str(watchers), str(rate), str(seconds)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        program.stderr.readline() # all sockets are open, the moves begin
        moves, (cpu, loop) = moves_played(s.port), processor_us(s.process.pid)
        out, err = program.communicate()
        if not out:
            sys.exit("load failed: " + err)
        cpu_after, loop_after = processor_us(s.process.pid)
        moves = moves_played(s.port) - moves
        figures = json.loads(out)
        if figures["errors"] or figures["closed"]:
            sys.exit(f"{serai}: errors: {out}")
        return {"us": (cpu_after - cpu) / moves, "loop": (loop_after - loop) / moves,
                "per_s": figures["moves_per_s"], "p50": figures["p50_ms"], "p99": figures["p99_ms"]}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("programs", nargs="*", default=[SERAI])
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--seconds", type=int, default=10)
    p.add_argument("--only", default="", help="cases whose name has this in it")
    p.add_argument("--first", action="store_true", help="before all others on the processor, for a machine that is busy with"
                   " something else (needs root)")
    args = p.parse_args()
    first = ["chrt", "-f", "10"] if args.first else []
    load = os.environ.get("LOAD", os.path.join(os.path.dirname(args.programs[0]), "tests", "server", "load"))
    floor = os.path.join(os.path.dirname(load), "floor")
    for case in CASES:
        if args.only not in case[0]:
            continue
        runs, floors = {serai: [] for serai in args.programs}, []
        lone = case[2] == 4 and case[5] <= 1000
        for _ in range(args.rounds):
            if lone and os.path.exists(floor):
                floors.append(json.loads(subprocess.run([*first, floor, str(case[5]), str(args.seconds)], capture_output=True, check=True).stdout))
            for serai in args.programs:
                runs[serai].append(measure(serai, load, case, args.seconds, first))
        show(case[0])
        for serai, all_runs in runs.items():
            middle = {key: statistics.median(r[key] for r in all_runs) for key in all_runs[0]}
            every = " ".join(f"{r['us']:.0f}" for r in all_runs)
            show(f"  {serai}: {middle['us']:.0f} us a move, {middle['loop']:.0f} of them the loop's ({every}); "
                 f"{middle['per_s']:.0f} moves/s, p50 {middle['p50']:.1f} ms, p99 {middle['p99']:.1f} ms")
        if floors:
            middle = {key: statistics.median(f[key] for f in floors) for key in floors[0]}
            every = " ".join(f"{f['us']:.0f}" for f in floors)
            show(f"  the same system calls without a server, one move at a time: {middle['us']:.0f} us, {middle['loop']:.0f} ({every})")


if __name__ == "__main__":
    main()
