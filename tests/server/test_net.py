#!/usr/bin/env python3
"""Where the server listens, whom it believes, and how long it waits.

Run all: tests/server/test_net.py; one: tests/server/test_net.py CLASS.test_name. SERAI names the program."""
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import TWO, Case, catch_up, pair
from serai_client import ProtocolError, Socket, Table, call, create, request
from serai_server import SERAI, Server


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as s:
            s.bind(("::1", 0))
        return True
    except OSError:
        return False


class Listening(unittest.TestCase):
    def health(self, port, host):
        return asyncio.run(request(port, "GET", "/healthz", host=host))[0]

    def refused(self, port, host):
        with self.assertRaises(OSError):
            self.health(port, host)

    def test_addresses(self):
        with Server("--listen", "127.0.0.2") as s:
            self.assertEqual(self.health(s.port, "127.0.0.2"), 200)
            self.refused(s.port, "127.0.0.1")
        with Server("--listen", "localhost,127.0.0.3") as s:
            self.assertEqual(self.health(s.port, "127.0.0.1"), 200)
            self.assertEqual(self.health(s.port, "127.0.0.3"), 200)

    def test_ipv6(self):
        if not has_ipv6():
            self.skipTest("no IPv6 here")
        with Server("--listen", "::1") as s:
            self.assertEqual(self.health(s.port, "::1"), 200)
            self.refused(s.port, "127.0.0.1")
        with Server("--listen", "*") as s:
            self.assertEqual(self.health(s.port, "::1"), 200)
            self.assertEqual(self.health(s.port, "127.0.0.1"), 200)

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "socket")

            def ask():
                with socket.socket(socket.AF_UNIX) as c:
                    c.connect(path)
                    c.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    return c.recv(100).split()[1]
            with Server("--listen", f"unix:{path}") as s:
                self.assertEqual(ask(), b"200")
                s.kill()  # leaves its file behind
                s.start()
                self.assertEqual(ask(), b"200")

    def test_failure_is_said(self):
        with Server() as s:
            for where in ("192.0.2.1", "no-such-name.invalid", "127.0.0.1", "unix:/no/such/folder/x"):
                with tempfile.TemporaryDirectory() as data:
                    out = subprocess.run([SERAI, "serve", "--listen", where, "--port", str(s.port), "--data", data],
                                         capture_output=True, timeout=60)
                self.assertEqual(out.returncode, 3, where)
                self.assertIn(b"cannot listen", out.stderr)
                self.assertNotIn(b'"listening"', out.stderr)


class Page(Case):
    limits = 100

    def test_installed_by_three_at_one_address(self):
        """Who installs the page fetches all its files at once, and may ask the server all the same; a flood ends."""
        async def run():
            status, _, text = await request(self.port, "GET", "/sw.js")
            if status == 404:
                self.skipTest("this build has no page")
            files = json.loads(re.search(r"FILES = (\[.*?\])", text.decode(), re.S)[1])
            self.assertGreater(len(files), 100)
            for _ in range(3):
                for name in files:
                    path = "/" + name.removeprefix("./")
                    self.assertEqual((await request(self.port, "GET", path))[0], 200, name)
            self.assertEqual((await request(self.port, "GET", "/api/v1/games"))[0], 200)
            for _ in range(20000):
                if (await request(self.port, "GET", "/sw.js"))[0] == 429:
                    break
            else:
                self.fail("no end of requests")
        self.run_async(run())


class Proxies(Case):
    options = ("--proxies", "127.0.0.1,unix", "--per-address", "3")
    limits = 100

    async def status(self, path="/api/v1/games", forwarded=None, source=None, **headers):
        if forwarded is not None:
            headers["X-Forwarded-For"] = forwarded
        return (await request(self.port, "GET", path, headers=headers, source=source))[0]

    def test_whom_it_believes(self):
        async def run():
            self.assertEqual(await self.status("/metrics"), 200)
            self.assertEqual(await self.status("/metrics", "203.0.113.7"), 403)
            self.assertEqual(await self.status("/metrics", "127.0.0.1, 203.0.113.7"), 403)
            long = ", ".join(["203.0.113.7"] * 100)
            self.assertEqual(await self.status("/metrics", long), 400)
            self.assertEqual(await self.status("/metrics", "not an address"), 400)
            # who is no proxy chooses no address: all count as one
            codes = [await self.status(forwarded=f"203.0.113.{i}", source="127.0.0.9") for i in range(140)]
            self.assertIn(429, codes)
            self.assertEqual(await self.status(forwarded="203.0.113.1"), 200)
            # an IPv6 network is one
            codes = [await self.status(forwarded=f"2001:db8:1:2::{i:x}") for i in range(140)]
            self.assertIn(429, codes)
            self.assertEqual(await self.status(forwarded="2001:db8:1:3::1"), 200)
        self.run_async(run())

    def test_long_headers(self):
        async def run():
            t = await create(self.port, "blank", TWO)
            path = f"/api/v1/tables/{t['table']}/socket"
            for origin in ("http://evil.example", "http://evil.example/" + "x" * 400):
                with self.assertRaises(ProtocolError) as e:
                    await Socket.open(self.port, path, headers={"Origin": origin})
                self.assertIn(e.exception.status, (400, 403))
                status, _, _ = await request(self.port, "POST", "/api/v1/tables", {}, headers={"Origin": origin})
                self.assertIn(status, (400, 403))
        self.run_async(run())

    def test_connections_behind_a_proxy(self):
        async def run():
            t = await create(self.port, "blank", TWO)
            path = f"/api/v1/tables/{t['table']}/socket"

            async def come(who):
                return await Socket.open(self.port, path, headers={"X-Forwarded-For": who})
            held = [await come("203.0.113.7") for _ in range(3)]
            with self.assertRaises(ProtocolError) as e:
                await come("203.0.113.7")
            self.assertEqual(e.exception.status, 429)
            held.append(await come("203.0.113.8"))
            held[0].close()
            for _ in range(50):
                await asyncio.sleep(0.05)
                try:
                    held.append(await come("203.0.113.7"))
                    break
                except ProtocolError:
                    pass
            else:
                self.fail("who has gone still counts")
        self.run_async(run())


class Bodies(Case):
    options = ("--per-address", "400")

    async def begin(self, length, sent=b"{", source="127.0.0.5"):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))
        writer.write(b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % length + sent)
        await writer.drain()
        return reader, writer

    def test_budget_and_deadline(self):
        async def run():
            big = [await self.begin(2 << 20, b" " * 1000) for _ in range(8)]
            await asyncio.sleep(0.3)
            busy = 0
            for reader, _ in big:
                try:
                    busy += b"503" in await asyncio.wait_for(reader.read(20), 0.1)
                except asyncio.TimeoutError:
                    pass
            self.assertEqual(busy, 4)  # an address has a quarter
            held = await self.begin(100)
            await pair(self.port)  # small ones find room
            status, _, _ = await request(self.port, "POST", "/api/v1/tables", b" " * 100000 + json.dumps(
                {"game": "blank", "seats": TWO}).encode())
            self.assertEqual(status, 201)  # and so do others' large ones
            begun = asyncio.get_running_loop().time()
            for _ in range(11):  # a byte now and then does not help
                held[1].write(b" ")
                await asyncio.sleep(1)
            self.assertIn(b"408", await asyncio.wait_for(held[0].read(20), 30))
            self.assertGreater(asyncio.get_running_loop().time() - begun, 8)
        self.run_async(run())


class WallClock(unittest.TestCase):
    """The wall clock is set forwards and back: limits, clocks and connections do not notice."""

    def test_set_to_and_fro(self):
        hour = 3600_000
        with tempfile.TemporaryDirectory() as folder:
            skew = os.path.join(folder, "skew")

            def set_clock(ms):
                with open(skew, "w", encoding="ascii") as f:
                    f.write(str(ms))
            set_clock(0)
            module = os.path.join(os.path.dirname(os.path.abspath(SERAI)), "tests", "server", "skew.so")
            wrap = ("env", f"LD_PRELOAD={module}", f"SKEW_FILE={skew}", "ASAN_OPTIONS=verify_asan_link_order=0")
            with Server(wrap=wrap, limits=100) as s:
                async def run():
                    a, b = await pair(s.port, clock={"total": 60, "add": 0})
                    for ms in (hour, -hour, 2 * hour):
                        set_clock(ms)
                        await asyncio.sleep(0.6)
                        for _ in range(3):
                            await call(s.port, "GET", "/games")
                        t = a if a.mine else b
                        await t.move(t.legal[0])
                        await catch_up(a, b)
                    self.assertNotIn("stand_in", {m["type"] for m in a.log})
                    clocks = [m["clock"] for m in a.log if m["type"] == "move"]
                    self.assertGreater(min(clocks), 40000)
                    times = [m["at"] for m in a.log]
                    self.assertEqual(times, sorted(times))
                    return a, times[-1]
                a, last = asyncio.run(run())
                s.kill()
                set_clock(-hour)  # what is stored lies ahead of the wall clock now
                s.start()

                async def again():
                    t = Table(s.port, a.table, a.token)
                    await t.reconnect()
                    await t.ask({"type": "chat", "text": "still here"})
                    return t.log[-1]["at"]
                self.assertGreaterEqual(asyncio.run(again()), last)


if __name__ == "__main__":
    unittest.main()
