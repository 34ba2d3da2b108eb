#!/usr/bin/env python3
"""How long other people wait for the acknowledgement of a move while one address does its worst, attack by attack.

  tests/server/worst.py [--seconds 8] [--only resume] [--p99 50] [--first]

Ten tables of Yspahan are played by people of other addresses, 40 moves a second, by the program `load`; the attacker is a
process of its own that does one thing as fast as it can. The server has its usual limits. Exit code 1 where the p99 of an
attack is over --p99 milliseconds (0: it is only told)."""
import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from load import LOAD
from serai_client import Closed, ProtocolError, Table, call, request
from serai_server import Server, show

FROM = "127.0.66.1"
TWO = [{"kind": "me", "name": "A"}, {"kind": "open"}]
REFUSED = (ProtocolError, Closed, OSError, asyncio.IncompleteReadError)


async def nothing(port):
    await asyncio.sleep(1)


async def bots(port):
    """Tables full of bots that think, each watched by who opened it."""
    try:
        t = await call(port, "POST", "/tables", {"game": "yspahan", "seats": [TWO[0]] + [{"kind": "bot", "bot": "vizier"}] * 3},
                       source=FROM)
        bots.kept.append(await Table(port, t["table"], t["token"], source=FROM).connect())
    except REFUSED:
        await asyncio.sleep(0.01)
bots.kept = []


async def opened(port, game="blank"):
    t = await call(port, "POST", "/tables", {"game": game, "seats": TWO}, source=FROM)
    j = await call(port, "POST", f"/tables/{t['table']}/join", {"name": "B"}, source=FROM)
    return t, j


async def resume(port):
    """Comes back again and again to a table with a long log."""
    if not resume.table:
        t, _ = await opened(port, "yspahan")
        resume.table = t
        a = await Table(port, t["table"], t["token"], source=FROM).connect()
        for _ in range(50):
            await a.ask({"type": "chat", "text": "hm"})
    t = Table(port, resume.table["table"], resume.table["token"], source=FROM)
    t.seq = 1
    t.take = lambda m: setattr(t, "seq", m["seq"]) if "seq" in m else None
    try:
        await t.connect()
    except REFUSED:
        pass
    t.close()
resume.table = None


async def bodies(port):
    """Requests whose bodies come a byte at a time."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FROM, 0))
        writer.write(b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n{")
        bodies.kept.append(writer)
    except OSError:
        await asyncio.sleep(0.01)
    for w in bodies.kept[-50:]:
        w.write(b" " * 1000)
bodies.kept = []


async def guesses(port):
    """Passphrases."""
    try:
        await call(port, "POST", "/session", {"name": "Nobody", "passphrase": os.urandom(8).hex()}, source=FROM)
    except REFUSED:
        pass


async def sockets(port):
    """A thousand sockets and more, that greet and ask for the whole table."""
    if not sockets.table:
        sockets.table, _ = await opened(port)
    try:
        t = Table(port, sockets.table["table"], source=FROM)
        sockets.kept.append(await t.connect())
    except REFUSED:
        sockets.kept = [t for t in sockets.kept if not t.socket.writer.is_closing()]
        for t in sockets.kept[-20:]:
            t.socket.send_frame(1, b'{"type":"sync"}')
        await asyncio.sleep(0.005)
sockets.table, sockets.kept = None, []


async def wishes(port):
    """One seat with as many sockets as it can: each says something long that is stored, ten times a second."""
    if not wishes.table:
        wishes.table, _ = await opened(port)
    try:
        t = Table(port, wishes.table["table"], wishes.table["token"], source=FROM)
        await t.connect()
        rule = {"ask": t.decision["ask"], "when": [{"path": ["x" * 40], "op": "ge", "value": 1}], "verb": "y" * 80}
        wish = json.dumps({"type": "prefs", "standing": [rule] * 16}).encode()
        wishes.kept.append(asyncio.ensure_future(wished(t, wish)))
    except REFUSED:
        await asyncio.sleep(0.05)
wishes.table, wishes.kept = None, []


async def wished(t, wish):
    async def hear():
        while True:
            await t.socket.receive()
    hearing = asyncio.ensure_future(hear())
    while not hearing.done():
        t.socket.send_frame(1, wish)
        await asyncio.sleep(0.11)
    hearing.exception()


async def pages(port):
    """The page and the lobby."""
    try:
        await call(port, "GET", "/lobby", source=FROM)
    except REFUSED:
        pass

ATTACKS = [nothing, bots, resume, bodies, guesses, sockets, wishes, pages]


async def attack(name, port, seconds):
    do = next(a for a in ATTACKS if a.__name__ == name)
    end = time.time() + seconds

    async def one():
        while time.time() < end:
            try:
                await do(port)
            except REFUSED:
                await asyncio.sleep(0.01)
    await asyncio.gather(*[one() for _ in range(16)])


async def prepare(port, out, tables=10):
    for i in range(tables):
        t = await call(port, "POST", "/tables", {"game": "yspahan", "seats": TWO, "patience": 0}, source=f"127.7.0.{i + 1}")
        j = await call(port, "POST", f"/tables/{t['table']}/join", {"name": "B"}, source=f"127.7.1.{i + 1}")
        out.write(f"{t['table']} {t['token']} {j['token']}\n")
    out.flush()


def measure(name, seconds, first):
    with Server(limits=100, wrap=first) as s, tempfile.NamedTemporaryFile("w", suffix=".tables") as f:
        asyncio.run(prepare(s.port, f))
        # he comes from afar: his own work is not to be the burden, but he has all that is left
        behind = ["chrt", "-f", "5"] if first else ["nice"]
        worst = subprocess.Popen([*behind, sys.executable, os.path.abspath(__file__), "--attack", name, str(s.port),
                                  str(seconds + 4)], stderr=subprocess.DEVNULL)
        out = subprocess.run([*first, LOAD, str(s.port), f.name, "0", "40", str(seconds)], capture_output=True, text=True)
        worst.kill()
        worst.wait()
        _, _, text = asyncio.run(request(s.port, "GET", "/metrics"))
        seen = {line.split()[0]: float(line.split()[1]) for line in text.decode().splitlines() if line and line[0] != "#"}
        if not out.stdout:
            sys.exit(f"{name}: load failed: {out.stderr}")
        return json.loads(out.stdout) | {"seen": seen}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seconds", type=int, default=8)
    p.add_argument("--only", default="")
    p.add_argument("--p99", type=float, default=0)
    p.add_argument("--first", action="store_true", help="before all others on the processor, for a machine that is busy with"
                   " something else (needs root)")
    p.add_argument("--attack", nargs=3, help=argparse.SUPPRESS)
    args = p.parse_args()
    if args.attack:
        asyncio.run(attack(args.attack[0], int(args.attack[1]), float(args.attack[2])))
        return
    good = True
    for a in ATTACKS:
        if args.only not in a.__name__:
            continue
        r = measure(a.__name__, args.seconds, ["chrt", "-f", "10"] if args.first else [])
        show(f"{a.__name__}: p50 {r['p50_ms']:.1f} ms, p99 {r['p99_ms']:.1f}, max {r['max_ms']:.1f}; {r['moves_per_s']:.0f} moves/s, "
             f"{r['errors']} errors; requests {r['seen']['serai_requests_total']:.0f}, connections "
             f"{r['seen']['serai_accepted_total']:.0f}, limited {r['seen']['serai_limited_total']:.0f}")
        good &= r["errors"] == 0 and (not args.p99 or r["p99_ms"] <= args.p99)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
