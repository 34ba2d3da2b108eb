#!/usr/bin/env python3
"""Several processes on PostgreSQL behind a balancer that goes by the table: how much they carry, and what a kill costs.

  tests/server/cluster.py [--processes 1,2,4] [--databases 2] [--tables 400] [--watchers 8] [--rate 300] [--seconds 15] [--fast 6]
                          [--gateway haproxy|nginx|own] [--kills 20] [--first]

For each number of processes: tables are opened and people come to them through the balancer (the program `load`, as many of
it as one may open files); then a steady stream of moves for --seconds, then as fast as it goes for --fast seconds. Figures are
moves a second, time to the acknowledgement, and processor time of servers, balancer and database. Accounts and lists are in the first database, tables in the others. Then --kills of any process
and, every tenth time, of a database (kill.py): nothing that was acknowledged may be lost. Exit code 1 where it is, or
where something went wrong; 0 with a sentence where there is no PostgreSQL."""
import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from load import LOAD, prepare, process
from serai_client import request
from serai_gateway import Gateway
from serai_postgres import Postgres, shard_options
from serai_server import Server, show

FILES_KEPT = 300


def cpu_of(pids):
    total = 0
    for pid in pids:
        try:
            total += process(pid)[0]
        except OSError:
            pass
    return total


def database_pids(pg):
    with open(os.path.join(pg.folder, "data", "postmaster.pid"), encoding="ascii") as f:
        first = int(f.readline())
    kids = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout.split()
    return [first, *map(int, kids)]


def metric(port, name):
    _, _, text = asyncio.run(request(port, "GET", "/metrics"))
    return sum(float(line.split()[1]) for line in text.decode().splitlines() if line.startswith(f"serai_{name} "))


def before_others(args, pids):
    """Before all others on the processor, for a machine that is busy with something else (needs root)."""
    for pid in pids if args.first else []:
        subprocess.run(["chrt", "-a", "-f", "-p", "10", str(pid)], check=False)


class Cluster:
    def __init__(self, args, processes):
        self.args = args
        self.bases = [Postgres().start() for _ in range(args.databases)]
        before_others(args, [pid for b in self.bases for pid in database_pids(b)])
        self.servers = [Server("--behind-proxy", *shard_options(self.bases), store=self.bases[0].url).start() for _ in range(processes)]
        self.gateway = Gateway([s.port for s in self.servers], args.gateway).start()
        before_others(args, [*(s.process.pid for s in self.servers), *self.gateway.pids(), *(pid for b in self.bases for pid in database_pids(b))])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.gateway.__exit__()
        for s in self.servers:
            s.__exit__()
        for base in self.bases:
            base.__exit__()

    def cpu(self):
        return [cpu_of(s.process.pid for s in self.servers), cpu_of(self.gateway.pids()), *(cpu_of(database_pids(b)) for b in self.bases)]

    def total(self, name):
        return sum(metric(s.port, name) for s in self.servers)

    def run(self, files, watchers, rate, seconds):
        """One stretch of load: the figures of all generators together."""
        first = ["chrt", "-f", "10"] if self.args.first else []
        programs = [subprocess.Popen([*first, LOAD, str(self.gateway.port), f, str(watchers), str(rate / len(files)), str(seconds)],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for f in files]
        heads = [p.stderr.readline() for p in programs]
        before, memory = self.cpu(), [process(s.process.pid)[1] for s in self.servers]
        moves, passed_on = self.total("moves_total"), round(self.total("sockets_elsewhere"))
        begun = time.time()
        outs = [p.communicate() for p in programs]
        took = time.time() - begun
        after = self.cpu()
        moves = self.total("moves_total") - moves
        answers = [json.loads(out) for out, _ in outs if out]
        if len(answers) < len(outs):
            sys.exit("load failed: " + " ".join(f"{p.returncode}: {head}{err}" for p, head, (out, err) in zip(programs, heads, outs) if not out))
        each = [1e6 * (b - a) / max(moves, 1) for a, b in zip(before, after)]
        return {"sockets": sum(a["sockets"] for a in answers), "moves_per_s": round(sum(a["moves_per_s"] for a in answers), 1),
                "errors": sum(a["errors"] + a["closed"] for a in answers),
                "p50_ms": max(a["p50_ms"] for a in answers), "p99_ms": max(a["p99_ms"] for a in answers),
                "us_a_move": {"servers": round(each[0]), "gateway": round(each[1]), "databases": [round(e) for e in each[2:]]},
                "cores_busy": round(sum(b - a for a, b in zip(before, after)) / took, 2),
                "server_mb": [round(m / 1e6, 1) for m in memory],
                "passed_on": passed_on}


def tables_in_files(port, args, folder):
    """Tables, in as many files as generators are needed."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1] - FILES_KEPT
    each = max(1, most // (args.watchers + 2))
    names, left = [], args.tables
    while left > 0:
        names.append(os.path.join(folder, f"tables-{len(names)}"))
        with open(names[-1], "w", encoding="ascii") as f:
            asyncio.run(prepare(port, args.game, 2, min(left, each), f))
        left -= each
    return names


def carry(args, processes):
    with Cluster(args, processes) as c, tempfile.TemporaryDirectory() as folder:
        begun = time.time()
        files = tables_in_files(c.gateway.port, args, folder)
        show(f"{processes} processes, {args.databases} databases, behind {c.gateway.kind}: {args.tables} tables opened in {time.time() - begun:.1f} s")
        steady = c.run(files, args.watchers, args.rate, args.seconds)
        show("  steady: " + json.dumps(steady))
        fast = c.run(files, 0, 1e6, args.fast) if args.fast else {"errors": 0}
        if args.fast:
            show("  as fast as it goes: " + json.dumps(fast))
        moved = c.total("tables_moved_total")
        show(f"  tables that moved to their people: {moved:.0f}")
        wrong = steady["errors"] + fast["errors"]
        if steady["passed_on"] or (args.fast and fast["passed_on"]):
            show("  wrong: a balancer that goes by the table leaves nothing to pass on")
            wrong += 1
        return wrong == 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--processes", default="1,2,4")
    p.add_argument("--databases", type=int, default=2)
    p.add_argument("--tables", type=int, default=400)
    p.add_argument("--watchers", type=int, default=8)
    p.add_argument("--rate", type=float, default=300)
    p.add_argument("--seconds", type=int, default=15)
    p.add_argument("--fast", type=int, default=6)
    p.add_argument("--game", default="yspahan")
    p.add_argument("--gateway", choices=["haproxy", "nginx", "own"])
    p.add_argument("--kills", type=int, default=20)
    p.add_argument("--first", action="store_true", help="before all others on the processor, for a machine that is busy with"
                   " something else (needs root)")
    args = p.parse_args()
    if not Postgres.present():
        show("PostgreSQL is not installed: nothing was tried")
        return
    good = [carry(args, int(n)) for n in args.processes.split(",") if n]
    if args.kills:
        kill = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kill.py")
        command = [sys.executable, kill, "--postgres", "--processes", "4", "--gateway", *([args.gateway] if args.gateway else []),
                   "--database", "10", "--databases", str(args.databases), "--kills", str(args.kills), "--clients", "40", "--every", "1.5"]
        good.append(subprocess.run(command).returncode == 0)
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
