#!/usr/bin/env python3
"""How long it takes to open a stored match: tests/server/open.py [GAME] [SEATS] [BOT]

Bots play matches to the end; the server starts anew and each is opened once, by replay with all hashes."""
import asyncio
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_client import Table, create, request
from serai_server import Server, show

GAME, SEATS, BOT = (sys.argv[1:] + ["merv", "4", "random"][len(sys.argv) - 1:])[:3]
MATCHES = 10


async def play(port):
    tables = []
    for _ in range(MATCHES):
        t = await create(port, GAME, [{"kind": "bot", "bot": BOT}] * int(SEATS))
        tables.append(t["table"])
    plies = []
    for table in tables:
        t = await Table(port, table).connect()
        while not t.over:
            await t.next()
        plies.append(t.ply)
        t.close()
    return tables, plies


async def reopen(port, tables):
    times = []
    for table in tables:
        before = await load_seconds(port)
        t = await Table(port, table).connect()
        times.append(1000 * (await load_seconds(port) - before))
        t.close()
    return times


async def load_seconds(port):
    _, _, text = await request(port, "GET", "/metrics")
    for line in text.decode().splitlines():
        if line.startswith("serai_load_seconds_total "):
            return float(line.split()[1])


with Server("--searches", "2") as s:
    tables, plies = asyncio.run(play(s.port))
    s.kill()
    s.start()
    times = asyncio.run(reopen(s.port, tables))
    show(f"{GAME}, {SEATS} seats, {MATCHES} matches of {min(plies)} to {max(plies)} decisions: opened in "
         f"{min(times):.1f} to {max(times):.1f} ms, median {sorted(times)[len(times) // 2]:.1f} ms")
    sys.exit(0 if sorted(times)[len(times) // 2] < 10 else 1)
