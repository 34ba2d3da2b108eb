#!/usr/bin/env python3
"""Mutated bytes against a real server: tests/server/fuzz_wire.py [--seconds 60] [--seed 1]

HTTP requests, upgrades and WebSocket frames are cut, doubled, flipped and spliced, and sent as they come.
SERAI should be a build with sanitizers. The server must live on, answer others, and say nothing on stderr
that a sanitizer says. Exit code 1 otherwise."""
import argparse
import asyncio
import json
import logging
import os
import random
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_client import create, request
from serai_server import Server, show

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
SEATS = [{"kind": "me", "name": "A"}, {"kind": "bot", "bot": "random"}]


def frame(text, opcode=1, fin=True):
    data = text.encode()
    n = len(data)
    head = bytes([(0x80 if fin else 0) | opcode])
    head += bytes([0x80 | n]) if n < 126 else bytes([0xFE]) + struct.pack(">H", n)
    return head + b"\0\0\0\0" + data


def seeds(port, table):
    upgrade = (f"GET /api/v1/tables/{table['table']}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
               "Sec-WebSocket-Protocol: serai.table.v1\r\n\r\n").encode()
    hello = frame(json.dumps({"type": "hello", "token": table["token"]}))
    body = json.dumps({"game": "blank", "seats": SEATS})
    post = (f"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            ).encode()
    return [
        b"GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br, gzip\r\n\r\n",
        b"GET /api/v1/lobby HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        b"HEAD /index.html HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", post, post + post, HEALTH + post,
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
        b"DELETE /api/v1/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer abc\r\nContent-Length: 0\r\n\r\n",
        upgrade + hello + frame('{"type":"move","ply":0,"move":"take","id":"1"}'),
        upgrade + hello + frame('{"type":"sync"}') + frame("", 9) + frame("", 8),
        upgrade + frame('{"type":', fin=False) + frame('"hello"}', 0),
        upgrade + hello + frame('{"type":"chat","text":"' + "a" * 400 + '"}'),
    ]


def mutated(rng, all_seeds):
    data = bytearray(rng.choice(all_seeds))
    for _ in range(rng.randrange(6)):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(7)
        if what == 0 and data:
            data[at % len(data)] ^= 1 << rng.randrange(8)
        elif what == 1:
            del data[at:at + rng.randrange(1, 40)]
        elif what == 2:
            data[at:at] = rng.randbytes(rng.randrange(1, 40))
        elif what == 3:
            data[at:at] = data[at:at + rng.randrange(1, 200)]
        elif what == 4:
            other = rng.choice(all_seeds)
            data[at:] = other[rng.randrange(len(other)):]
        elif what == 5:
            data[at:at] = rng.choice([b"\r\n", b"\r\n\r\n", b"\0", b"%00", b": ", b"\xff" * 9,
                                      b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n",
                                      b"Connection: keep-alive\r\n", b"Upgrade: x\r\n",
                                      b"Expect: 100-continue\r\n"])
        else:
            data[at:at] = b"A" * rng.choice([100, 5000, 70000])
    return bytes(data)


async def attack(port, rng, all_seeds, until, counts):
    while time.time() < until:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for _ in range(rng.choice([0, 0, 1, 2])):  # a connection that was used well before
                writer.write(HEALTH)
                await asyncio.wait_for(reader.readuntil(b"}"), 30)
            for _ in range(rng.choice([1, 1, 2, 3])):
                data = mutated(rng, all_seeds)
                while data:
                    n = rng.choice([len(data), len(data), rng.randrange(1, len(data) + 1)])
                    writer.write(data[:n])
                    data = data[n:]
                    if rng.random() < 0.2:  # pieces that arrive one by one
                        await asyncio.sleep(0.002)
                try:
                    await asyncio.wait_for(reader.read(4096), rng.choice([0.01, 0.05]))
                except asyncio.TimeoutError:
                    pass
                counts[0] += 1
            writer.transport.abort()
        except (ConnectionError, asyncio.IncompleteReadError):
            counts[1] += 1


async def run(server, args, counts):
    rng = random.Random(args.seed)
    table = await create(server.port, "blank", SEATS)
    all_seeds = seeds(server.port, table)
    until = time.time() + args.seconds
    tasks = [asyncio.create_task(attack(server.port, rng, all_seeds, until, counts))
             for _ in range(8)]
    while time.time() < until:
        begun = time.time()
        status, _, _ = await request(server.port, "GET", "/healthz")
        counts[2] = max(counts[2], time.time() - begun)
        if status != 200:
            raise SystemExit(f"healthz says {status}")
        await asyncio.sleep(0.5)
    await asyncio.gather(*tasks)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # connections closed under our hands are what we want
    with Server() as s:
        counts, wrong = [0, 0, 0.0], ""
        try:
            asyncio.run(run(s, args, counts))
        except (OSError, EOFError, SystemExit) as e:  # whoever asks for /healthz was harmed
            wrong = repr(e)
        code = s.stop() if s.alive() else s.process.returncode
        with open(s.log, "rb") as f:
            log = f.read().decode(errors="replace")
        bad = wrong or code != 0 or "Sanitizer" in log or "runtime error" in log
        show(f"{counts[0]} inputs, {counts[1]} connections refused, slowest /healthz "
             f"{counts[2]:.2f} s, exit code {code}" +
             (f", FOUND: {wrong}\n" + log[-6000:] if bad else ""))
        sys.exit(1 if bad else 0)


main()
