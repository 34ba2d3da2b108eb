#!/usr/bin/env python3
"""Load test: many sockets, many tables, a steady stream of moves.

  tests/server/load.py [--tables 1000] [--watchers 8] [--rate 500] [--seconds 60] [--game yspahan] [--seats 2]

Opens the tables, then hands over to the program `load` (LOAD, beside SERAI by default), which opens the
players and the watchers at each and plays. Prints its figures and the server's memory and time."""
import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_client import create, join, request
from serai_server import SERAI, Server, show

LOAD = os.environ.get("LOAD", os.path.join(os.path.dirname(SERAI), "tests", "server", "load"))


def process(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    with open(f"/proc/{pid}/statm", encoding="ascii") as f:
        pages = int(f.read().split()[1])
    ticks = os.sysconf("SC_CLK_TCK")
    return (int(fields[11]) + int(fields[12])) / ticks, pages * os.sysconf("SC_PAGESIZE")


async def prepare(port, game, seats, tables, out):
    """Opens tables and writes the file that `load` reads."""
    gate = asyncio.Semaphore(16)
    kinds = [{"kind": "me", "name": "A"}] + [{"kind": "open"}] * (seats - 1)

    async def one():
        async with gate:
            t = await create(port, game, kinds, patience=0)
            tokens = [t["token"]]
            for i in range(seats - 1):
                tokens.append((await join(port, t["table"], "BCDEFG"[i]))["token"])
            out.write(" ".join([t["table"], *tokens]) + "\n")
    await asyncio.gather(*[one() for _ in range(tables)])
    out.flush()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tables", type=int, default=1000)
    p.add_argument("--watchers", type=int, default=8)
    p.add_argument("--rate", type=float, default=500)
    p.add_argument("--seconds", type=int, default=60)
    p.add_argument("--game", default="yspahan")
    p.add_argument("--seats", type=int, default=2)
    p.add_argument("--first", action="store_true", help="before all others on the processor, for a"
                   " machine that is busy with something else (needs root)")
    args = p.parse_args()
    nice = ["chrt", "-f", "10"] if args.first else []
    with Server(wrap=nice) as s, tempfile.NamedTemporaryFile("w", suffix=".tables") as f:
        _, empty = process(s.process.pid)
        begun = time.time()
        asyncio.run(prepare(s.port, args.game, args.seats, args.tables, f))
        _, with_tables = process(s.process.pid)
        show(f"{args.tables} tables opened in {time.time() - begun:.1f} s")
        load = subprocess.Popen([*nice, LOAD, str(s.port), f.name, str(args.watchers), str(args.rate),
                                 str(args.seconds)], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)
        load.stderr.readline()
        cpu, with_sockets = process(s.process.pid)
        begun = time.time()
        out, err = load.communicate()
        if not out:
            sys.exit("load failed: " + err)
        figures = json.loads(out)
        cpu_after, full = process(s.process.pid)
        _, _, text = asyncio.run(request(s.port, "GET", "/metrics"))
        metrics = dict(line.split() for line in text.decode().splitlines()
                       if line and line[0] != "#" and "{" not in line)
        figures |= {
            "server_cpu": round((cpu_after - cpu) / (time.time() - begun), 3),
            "bytes_per_table": round((with_tables - empty) / args.tables),
            "bytes_per_socket": round((with_sockets - with_tables) / figures["sockets"]),
            "resident_mb": round(full / 1e6, 1),
            "jobs_per_commit": round(float(metrics["serai_store_jobs_total"]) /
                                     float(metrics["serai_store_commits_total"]), 2),
            "commit_ms": round(1000 * float(metrics["serai_store_seconds_total"]) /
                               float(metrics["serai_store_commits_total"]), 2)}
        show(json.dumps(figures, indent=1))
        show(err.strip())
        sys.exit(0 if figures["errors"] == 0 and figures["p99_ms"] < 50 else 1)



if __name__ == "__main__":
    main()
