#!/usr/bin/env python3
"""Processes of `mpirun` share the games of `serai lab`: how much faster are two, four, eight than one, and are the
figures the same? The bar: four are at least 3.2 times one, on four free cores. Prints TAP; with fewer than four cores
nothing is measured.

  tests/lab/ranks.py SERAI [--mpirun FILE] [--games N] [--most RANKS]
"""
import argparse
import json
import os
import subprocess
import sys
import time

BAR = {4: 3.2}
# Only what one machine needs: no network, no copying out of another process, nobody bound to a core.
PLAIN = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca", "pml", "ob1",
         "--mca", "btl_vader_single_copy_mechanism", "none", "--mca", "plm", "isolated", "--mca", "oob", "tcp"]


def timed(command):
    began = time.monotonic()
    p = subprocess.run(command, capture_output=True, text=True, timeout=200)
    took = time.monotonic() - began
    if p.returncode:
        print(f"# {' '.join(command)}\n# {p.stderr[-2000:]}")
        return took, None
    found = json.loads(p.stdout)
    found.pop("command", None)
    return took, found


def main():
    ask = argparse.ArgumentParser(description="speed of mpirun serai lab")
    ask.add_argument("serai")
    ask.add_argument("--mpirun", default="mpirun")
    ask.add_argument("--games", type=int, default=2000)
    ask.add_argument("--most", type=int, default=8)
    args = ask.parse_args()
    cores = len(os.sched_getaffinity(0))
    if cores < 4:
        print(f"1..0 # SKIP {cores} cores, four are needed")
        return 0
    job = [args.serai, "lab", "compare", "tadmor", "tax.era_3=3", "-n", str(args.games), "--json"]
    tried = [n for n in (1, 2, 4, 8, 16) if n <= min(cores, args.most)]
    print(f"1..{len(tried)}\n# {cores} cores; {' '.join(job[1:])}")
    first = wanted = None
    failed = 0
    for i, n in enumerate(tried, 1):
        took, found = timed([args.mpirun, *PLAIN, "-n", str(n), *job])
        if n == 1:
            first, wanted = took, found
        ratio = first / took
        good = found is not None and found == wanted and ratio >= BAR.get(n, 0)
        failed += not good
        same = "no figures" if found is None else "the same figures" if found == wanted else "other figures"
        print(f"{'' if good else 'not '}ok {i} - {n} processes: {took:.2f} s, {ratio:.2f} times one, {same}", flush=True)
    for threads in (4,):
        took, found = timed([*job, "-t", str(threads)])
        print(f"# without mpirun, {threads} threads: {took:.2f} s, {'the same' if found == wanted else 'other'} figures", flush=True)
    return failed > 0


sys.exit(main())
