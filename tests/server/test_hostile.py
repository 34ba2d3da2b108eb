#!/usr/bin/env python3
"""Hostile clients: each is refused as docs/protocol.md says, and others play on undisturbed."""
import asyncio
import json
import os
import socket
import struct
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import WAIT, slowness
from serai_client import Closed, ProtocolError, Socket, Table, call, create, join, request
from serai_case import TWO, Case, catch_up, pair, play_out


class Beside(Case):
    """While the body of a test does its worst, two people play; their slowest answer is bounded."""
    limits = 100
    options = ("--per-address", "400")

    async def beside(self, attack, seconds=None, slowest=0.5):
        worst = [0.0]
        moves = [0]
        stop = asyncio.Event()

        async def people():
            while not stop.is_set():
                try:
                    a, b = await pair(self.port)
                except ProtocolError as e:  # our own address is limited too
                    self.assertEqual(e.code, "limited")
                    await asyncio.sleep(1)
                    continue
                while not a.over and not stop.is_set():
                    t = a if a.mine else b if b.mine else None
                    if t:
                        begun = time.time()
                        await t.move(t.legal[0])
                        worst[0] = max(worst[0], time.time() - begun)
                        moves[0] += 1
                    else:
                        await a.next()
                    await catch_up(a, b)
                    await asyncio.sleep(0.15)
                a.close()
                b.close()
        task = asyncio.create_task(people())
        await asyncio.sleep(0.3)
        await attack
        if seconds:
            await asyncio.sleep(seconds)
        stop.set()
        await task
        self.assertGreater(moves[0], 0)
        self.assertLess(worst[0], slowest * slowness())


class Undisturbed(Beside):
    def test_flood_of_messages(self):
        async def attack():
            a, _ = await pair(self.port)
            with self.assertRaises(Closed) as e:
                for _ in range(300):
                    a.socket.send_frame(1, b'{"type":"ping"}')
                while True:
                    await a.next()
            self.assertEqual(e.exception.code, 1008)
        self.run_async(self.beside(attack()))

    def test_flood_of_requests(self):
        async def attack():
            codes = []
            for _ in range(200):
                try:
                    status, head, _ = await request(self.port, "GET", "/api/v1/lobby")
                    codes.append(status)
                except (ConnectionError, asyncio.IncompleteReadError):
                    codes.append(0)
            self.assertIn(429, codes)
            self.assertIn(200, codes)
        self.run_async(self.beside(attack()))

    def test_flood_of_connections(self):
        async def attack():
            sockets = []
            for _ in range(600):
                s = socket.socket()
                s.setblocking(False)
                s.connect_ex(("127.0.0.1", self.port))
                sockets.append(s)
            await asyncio.sleep(1)
            closed = 0
            for s in sockets:
                try:
                    closed += s.recv(1) == b""
                except BlockingIOError:
                    pass
                except ConnectionError:
                    closed += 1
            self.assertGreater(closed, 100)
            for s in sockets:
                s.close()
        self.run_async(self.beside(attack(), 1))

    def test_huge_frames(self):
        async def attack():
            for n in (16385, 1 << 20, 1 << 24):
                a, _ = await pair(self.port)
                with self.assertRaises(Closed) as e:
                    a.socket.writer.write(b"\x81\xff" + struct.pack(">Q", n) + b"\0\0\0\0")
                    for _ in range(min(n, 1 << 21) // 4096):
                        a.socket.writer.write(b" " * 4096)
                        await asyncio.wait_for(a.socket.writer.drain(), WAIT)
                    a.socket.writer.write(b" " * (n % 4096))
                    while True:
                        await a.next()
                self.assertIn(e.exception.code, (1009, 0))
            # pieces that never end
            a, _ = await pair(self.port)
            a.socket.send_frame(1, b"[" * 4000, fin=False)
            with self.assertRaises(Closed) as e:
                for _ in range(10):
                    a.socket.send_frame(0, b"[" * 4000, fin=False)
                while True:
                    await a.next()
            self.assertEqual(e.exception.code, 1009)
        self.run_async(self.beside(attack()))

    def test_bodies(self):
        async def attack():
            big = b'{"game":"' + b"a" * (3 << 20) + b'"}'
            try:
                status, _, _ = await request(self.port, "POST", "/api/v1/tables", big)
                self.assertEqual(status, 413)
            except (ConnectionError, asyncio.IncompleteReadError):
                pass
            for body in (b"", b"[]", b"nonsense", b'{"game":"blank"}', b'{"game":"chess"}',
                         b'{"game":"blank","seats":[]}', b'{"game":"blank","seats":{}}',
                         b'{"game":"blank","seats":[1,2]}', b'{"file":{}}', b'{"file":[]}',
                         b'{"game":"blank","seats":[{"kind":"me"},{"kind":"open"}]}',
                         b'{"game":"blank","seats":[{"kind":"me","name":"\\u0001"},{"kind":"open"}]}',
                         *(json.dumps({"game": "blank", "seats": [{"kind": "me", "name": f"An{mark}na"},
                                                                  {"kind": "open"}]}).encode()
                           for mark in "\u202a\u202c\u202e"), # they turn the text around
                         json.dumps({"game": "blank", "seats": TWO, "patience": -1}).encode(),
                         json.dumps({"game": "blank", "seats": TWO, "clock": {"total": 0}}).encode(),
                         json.dumps({"game": "blank", "seats": TWO, "takeover": "x"}).encode(),
                         json.dumps({"game": "blank", "seats": TWO,
                                     "edition": {"rounds": 1000}}).encode()):
                status, _, answer = await request(self.port, "POST", "/api/v1/tables", body)
                self.assertIn(status, (400, 429), answer)
                self.assertIn("error", json.loads(answer))
        self.run_async(self.beside(attack()))

    def test_paths(self):
        async def attack():
            for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd",
                         "//etc/passwd", "/api/v1/tables/../../healthz", "/api/v1/tables/%00",
                         "/api/v1/tables/" + "a" * 200, "/api/v1/tables/aaaaaaaaaaaaa",
                         "/index.html/../../x", "/.git/config", "/serai.db"):
                status, _, body = await request(self.port, "GET", path)
                self.assertIn(status, (400, 403, 404), path)
                self.assertNotIn(b"root:", body)
        self.run_async(self.beside(attack()))

    def test_origins_and_protocols(self):
        async def attack():
            a, _ = await pair(self.port)
            path = f"/api/v1/tables/{a.table}/socket"
            for headers, protocol in (({"Origin": "https://evil.example"}, "serai.table.v1"),
                                      ({}, None), ({}, "chat"), ({}, "serai.table.v2"),
                                      ({"Origin": "null"}, "serai.table.v1")):
                with self.assertRaises((ProtocolError, Closed)) as e:
                    await Socket.open(self.port, path, protocol, headers)
                if protocol in (None, "serai.table.v1"):  # others are hung up on
                    self.assertEqual(e.exception.status, 403 if headers else 400)
            s = await Socket.open(self.port, path, headers={
                "Origin": f"http://127.0.0.1:{self.port}"})
            s.close()
            status, _, body = await request(self.port, "POST", "/api/v1/tables",
                                            {"game": "blank", "seats": TWO},
                                            headers={"Origin": "https://evil.example"})
            self.assertEqual((status, json.loads(body)["error"]), (403, "origin"))
            for path in ("/", "/api/v1/tables/xx/socket", "/api/v1/lobby"):
                with self.assertRaises((ProtocolError, Closed, ConnectionError)):
                    await Socket.open(self.port, path)
        self.run_async(self.beside(attack()))

    def test_other_peoples_seats(self):
        async def attack():
            a, b = await pair(self.port)
            first, other = (a, b) if a.mine else (b, a)
            for message in ({"type": "move", "ply": first.ply, "move": first.legal[0]},
                            {"type": "undo", "ply": 0}, {"type": "answer", "yes": True},
                            {"type": "back"}, {"type": "rematch"}):
                with self.assertRaises(ProtocolError):
                    await other.ask({**message, "seat": first.you, "token": "x"})
            w = await Table(self.port, a.table).connect()
            for kind in ("move", "undo", "chat", "leave", "vote", "prefs", "fill", "rematch"):
                with self.assertRaises(ProtocolError) as e:
                    await w.ask({"type": kind, "ply": 0, "text": "x", "for": 0})
                self.assertEqual(e.exception.code, "seat")
            self.assertEqual(first.ply, 0)
            with self.assertRaises(Closed) as e:  # hello twice is no message
                s = await Socket.open(self.port, f"/api/v1/tables/{a.table}/socket")
                await s.send({"type": "move"})
                while True:
                    await s.receive()
            self.assertEqual(e.exception.code, 1008)
        self.run_async(self.beside(attack()))

    def test_no_hello(self):
        async def attack():
            a, _ = await pair(self.port)
            s = await Socket.open(self.port, f"/api/v1/tables/{a.table}/socket")
            with self.assertRaises(Closed) as e:
                while True:
                    await s.receive()
            self.assertEqual(e.exception.code, 1008)
        self.run_async(self.beside(attack()))

    def test_guessing_passphrases(self):
        async def attack():
            codes = []
            for i in range(12):
                try:
                    await call(self.port, "POST", "/session", {"name": "Anna",
                                                               "passphrase": f"guess-{i:04}"})
                except ProtocolError as e:
                    codes.append(e.code)
            self.assertIn("limited", codes)
        self.run_async(self.beside(attack(), slowest=1.0))


class Unlimited(Beside):
    """Without limits of rate."""
    limits = 0

    def test_garbage(self):
        async def attack():
            body = json.dumps({"game": "blank", "seats": TWO}).encode()
            post = (b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
                    % len(body)) + body
            for data in (post + post, post[:-5], post + b"x" * 9000, b"\0" * 5000, b"GET", b"GET / HTTP/9.9\r\n\r\n", os.urandom(4000),
                         b"POST /api/v1/tables HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                         b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: "
                         b"99999999999999999999\r\n\r\n",
                         b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n",
                         b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
                         b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 100):
                r, w = await asyncio.open_connection("127.0.0.1", self.port)
                w.write(data)
                try:
                    await asyncio.wait_for(r.read(1000), 0.5)
                except (asyncio.TimeoutError, ConnectionError):
                    pass
                w.close()
            for text in (b"", b"[]", b"{", b'{"type":1}', b'{"type":"move"}', b"\xff\xfe",
                         b'{"type":"move","ply":1e99,"move":"x"}', b"[" * 5000,
                         b'{"type":"move","ply":0,"move":{"verb":"take"}}',
                         b'{"type":"undo","ply":-1}', b'{"type":"vote","for":99}',
                         b'{"type":"answer"}', b'{"type":"chat","text":""}',
                         b'{"type":"prefs","standing":[{"ask":"turn","when":[{"path":[[]]}]}]}',
                         b'{"type":"fill","bot":"none"}', b'{"type":"x","id":"\\u0000"}'):
                a, _ = await pair(self.port)
                a.socket.send_frame(1, text)
                try:
                    m = await asyncio.wait_for(a.next(), WAIT)
                    while m["type"] == "presence":
                        m = await asyncio.wait_for(a.next(), WAIT)
                    self.assertIn(m["type"], ("error", "ok", "move"))
                except Closed:
                    pass
                a.close()
        self.run_async(self.beside(attack()))

    def test_other_protocols(self):
        """Clients that would rather speak HTTP/2 are answered in HTTP/1.1, others are refused."""
        async def ask(before, word):
            r, w = await asyncio.open_connection("127.0.0.1", self.port)
            for _ in range(before):
                w.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                await asyncio.wait_for(r.readuntil(b"}"), WAIT)
            w.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                    b"Upgrade: " + word + b"\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n")
            answer = await asyncio.wait_for(r.readuntil(b"\r\n"), WAIT)
            w.close()
            return answer.split()[1]

        async def attack():
            for before in (0, 1, 2, 0):
                self.assertEqual(await ask(before, b"h2c"), b"200")
                self.assertEqual(await ask(before, b"gopher"), b"403")
        self.run_async(self.beside(attack()))

    def test_requests_sent_ahead(self):
        """The next request before the answer to the first: the connection ends, nothing is done twice."""
        async def attack():
            get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
            body = json.dumps({"game": "blank", "seats": TWO}).encode()
            post = (b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
                    % len(body)) + body
            for data in (get + post, get + post[:62], get + get, get + get + post, post + post, post + get):
                r, w = await asyncio.open_connection("127.0.0.1", self.port)
                w.write(data)
                try:
                    answer = await asyncio.wait_for(r.read(), WAIT)
                except ConnectionError:
                    answer = b""
                self.assertLessEqual(answer.count(b"HTTP/1.1 "), 1)
                w.close()
            r, w = await asyncio.open_connection("127.0.0.1", self.port)
            for data in (get, post, get, post, post, get):  # one after the other is as it should be
                w.write(data)
                head = (await asyncio.wait_for(r.readuntil(b"\r\n\r\n"), WAIT)).lower()
                self.assertIn(b" 200 " if data is get else b" 201 ", head.split(b"\r\n")[0] + b" ")
                await r.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
            w.close()
        self.run_async(self.beside(attack()))

    def test_slow_reader(self):
        """The backlog alone must stop a reader who does not read."""
        async def run():
            a, b = await pair(self.port)
            s = await Socket.open(self.port, f"/api/v1/tables/{a.table}/socket")
            s.writer.transport.pause_reading()
            await s.send({"type": "hello"})
            try:
                for _ in range(20000):
                    s.send_frame(1, b'{"type":"sync"}')
                    if _ % 100 == 0:
                        await s.writer.drain()
                        await asyncio.sleep(0.001)
            except ConnectionError:
                pass
            await asyncio.sleep(0.5)
            _, _, metrics = await request(self.port, "GET", "/metrics")
            self.assertNotIn(b"serai_slow_dropped_total 0\n", metrics)
            await play_out(a, b)
        self.run_async(run())


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
