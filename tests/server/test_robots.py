#!/usr/bin/env python3
"""Bots that a process of their own thinks for (`serai robots`): what it is told, what comes of its death, its silence and its
lies, and that it is fair to those who open tables, whichever server they are at."""
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case
from serai_client import Table, call, create, request
from serai_server import SERAI, Server

SECRET = "a-secret-of-thirty-letters-and-more"
FOUR = [{"kind": "me", "name": "Anna"}] + [{"kind": "bot", "bot": "greedy"}] * 3


def secret_file():
    f = tempfile.NamedTemporaryFile("w", suffix=".secret", delete=False)
    f.write(SECRET + "\n")
    f.close()
    return f.name


class Robots:
    """The process."""

    def __init__(self, secret, port=0, searches=1):
        self.folder = tempfile.mkdtemp(prefix="serai-robots-")
        self.secret, self.port, self.searches, self.process = secret, port, searches, None

    def start(self):
        ready = os.path.join(self.folder, "ready")
        if os.path.exists(ready):
            os.unlink(ready)
        self.process = subprocess.Popen([SERAI, "robots", "--listen", f"127.0.0.1:{self.port}", "--searches", str(self.searches),
                                         "--robots-secret", self.secret, "--ready", ready])
        while not os.path.exists(ready):
            if self.process.poll() is not None:
                raise RuntimeError("the robots do not start")
            time.sleep(0.01)
        with open(ready, encoding="ascii") as f:
            self.port = int(f.read())
        return self

    def end(self, how=signal.SIGKILL):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(how)
        return self.process.wait(60)


async def figure(port, name):
    _, _, text = await request(port, "GET", "/metrics")
    return next(float(line.split()[1]) for line in text.decode().splitlines() if line.startswith(f"serai_{name} "))


async def until(what, seconds=60):
    end = time.time() + seconds
    while not await what():
        if time.time() > end:
            return False
        await asyncio.sleep(0.05)
    return True


async def play_on(t, moves):
    """So many moves of a person among bots; who moved, from the log."""
    goal = t.ply + moves
    while not t.over and t.ply < goal:
        if t.mine:
            await t.move(t.legal[0])
        else:
            await t.next()


class Pool(Case):
    def setUp(self):
        self.secret = secret_file()
        self.robots = Robots(self.secret).start()
        self.options = ("--robots", f"127.0.0.1:{self.robots.port}", "--robots-secret", self.secret)
        super().setUp()

    def tearDown(self):
        super().tearDown()
        if self.robots.process.poll() is None:
            self.robots.end()
        os.unlink(self.secret)

    async def up(self, n=1):
        async def there():
            return await figure(self.port, "robots_pools") == n
        self.assertTrue(await until(there))

    def test_bots_are_theirs(self):
        """A whole match: every search was the pool's, and it can do that for every game."""
        async def run():
            await self.up()
            for game, seats in (("yspahan", 3), ("merv", 4), ("tadmor", 3), ("caravans", 3)):
                t = await create(self.port, game, FOUR[:seats], clock=None)
                x = await Table(self.port, t["table"], t["token"]).connect()
                await play_on(x, 30)
                x.close()
            moved = await figure(self.port, "bot_moves_total")
            asked = await figure(self.port, "robots_asked_total")
            self.assertGreater(moved, 20)
            self.assertGreaterEqual(asked, moved)
        self.run_async(run(), 200)

    def test_it_dies(self):
        """Killed, stopped and silent again and again while it thinks: the server's own workers go on, no decision is lost or made twice,
        and it is asked again when it is back."""
        async def run():
            await self.up()
            t = await create(self.port, "yspahan", [FOUR[0]] + [{"kind": "bot", "bot": "trader"}] * 2)
            x = await Table(self.port, t["table"], t["token"]).connect()
            for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
                await play_on(x, 6)
                task = asyncio.create_task(play_on(x, 14))
                await asyncio.sleep(0.3)
                if how == signal.SIGSTOP:
                    self.robots.process.send_signal(how)
                    await self.up(0) # within seconds, by its silence
                    await task
                    self.robots.end()
                else:
                    self.robots.end(how)
                    await task
                    await self.up(0)
                await play_on(x, 6)
                self.robots.start()
                await self.up()
            asked = await figure(self.port, "robots_asked_total")
            await play_on(x, 30)
            self.assertGreater(await figure(self.port, "robots_asked_total"), asked)
            file = await call(self.port, "GET", f"/tables/{t['table']}", None, t["token"])
            self.assertEqual(file["seats"][1].get("stand_in"), None)
        self.run_async(run(), 300)

    def test_what_it_is_told(self):
        """Views and no more; and a pool that lies, talks rubbish or refuses changes nothing: the server thinks itself."""
        told = []

        async def talk(reader, writer):
            try:
                self.assertEqual((await reader.readline()).decode().strip(), SECRET)
                writer.write(b'{"alive":true}\n')
                while line := await reader.readline():
                    q = json.loads(line)
                    told.append(q)
                    n = len(told)
                    answers = ({"move": q["think"], "plays": 4294967295, "micros": 5}, {"full": q["think"]},
                               {"move": "00000000000000ff", "plays": 1, "micros": 1}, "rubbish")
                    writer.write((json.dumps(answers[n % 4]) + "\n").encode())
                    if n % 4 == 2:
                        break
                    if n % 4 == 3:
                        writer.write(b"\0\xff{[\n")
                        break
                    await writer.drain()
            except OSError:
                pass
            writer.close()

        async def run():
            false = await asyncio.start_server(talk, "127.0.0.1", 0)
            port = false.sockets[0].getsockname()[1]
            with Server("--robots", f"127.0.0.1:{port}", "--robots-secret", self.secret) as server:
                end = time.time() + 200
                while len(told) < 6 and time.time() < end:
                    t = await create(server.port, "merv", FOUR)
                    x = await Table(server.port, t["table"], t["token"]).connect()
                    while len(told) < 6 and not x.over and time.time() < end:
                        await play_on(x, 1)
                    await play_on(x, 10)
                    file = await call(server.port, "GET", f"/tables/{t['table']}", None, t["token"])
                    self.assertTrue(all(not s.get("stand_in") for s in file["seats"]), file["seats"])
                    x.close()
            false.close()
            self.assertGreaterEqual(len(told), 6)
            for q in told:
                self.assertEqual(sorted(set(q) - {"rules_version", "options", "edition_name", "edition", "players"}),
                                 ["bot", "game", "owner", "random", "there", "think", "view"])
                self.assertIsNone(q["view"]["rng"])
                self.assertNotIn("seed", q)
                self.assertNotIn("Anna", json.dumps(q))
                self.assertGreaterEqual(q["view"]["viewer"], 1)
        self.run_async(run(), 300)

    def test_strangers(self):
        """Without the secret nobody is answered, or kept."""
        async def run():
            for words in (b"no such secret\n", b"x" * 4000, SECRET[:-1].encode() + b"\n", b"\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.robots.port)
                writer.write(words)
                try:
                    self.assertEqual(await asyncio.wait_for(reader.read(), 60), b"")
                except ConnectionError:
                    pass
                writer.close()
            await self.up()
        self.run_async(run())

    def test_fair(self):
        """One owner's hundred questions at one server do not hold up another's at the other."""
        async def ask(reader_writer, number, owner, bot):
            view = json.loads(json.dumps(self.question))
            view.update(think=f"{number:016x}", owner=f"{owner:016x}", bot=bot)
            reader_writer[1].write((json.dumps(view) + "\n").encode())

        async def answers(reader, count):
            out = []
            while len(out) < count:
                m = json.loads(await reader.readline())
                if "move" in m or "full" in m:
                    out.append(m)
            return out

        async def run():
            self.question = await self.a_question()
            one = await asyncio.open_connection("127.0.0.1", self.robots.port)
            two = await asyncio.open_connection("127.0.0.1", self.robots.port)
            for _, writer in (one, two):
                writer.write(SECRET.encode() + b"\n")
            came = []

            async def count():
                while len(came) < 100:
                    came.append((await answers(one[0], 1))[0])
            counting = asyncio.create_task(count())
            for i in range(100):
                await ask(one, i + 1, 7, "merchant")
            while len(came) < 2:
                await asyncio.sleep(0.001)
            await ask(two, 1, 8, "merchant")
            await answers(two[0], 1)
            self.assertLess(len(came), 50, "the other's question was answered behind them")
            await counting
            self.assertTrue(all("move" in m for m in came))
            # what cannot be read is refused, and harms nobody
            one[1].write(b'{"think":"0000000000000009","bot":"nobody"}\n')
            self.assertIn("full", (await answers(one[0], 1))[0])
            for _, writer in (one, two):
                writer.close()
        self.run_async(run(), 200)

    async def a_question(self):
        """One that a server asks."""
        asked = asyncio.get_running_loop().create_future()

        async def talk(reader, writer):
            await reader.readline()
            writer.write(b'{"alive":true}\n')
            line = await reader.readline()
            if line and not asked.done():
                asked.set_result(json.loads(line))
            writer.close()
        false = await asyncio.start_server(talk, "127.0.0.1", 0)
        port = false.sockets[0].getsockname()[1]
        with Server("--robots", f"127.0.0.1:{port}", "--robots-secret", self.secret) as server:
            async def there():
                return await figure(server.port, "robots_pools") == 1
            await until(there)
            t = await create(server.port, "yspahan", FOUR[:2])
            x = await Table(server.port, t["table"], t["token"]).connect()
            while not asked.done() and not x.over:
                await play_on(x, 1)
            x.close()
        false.close()
        return await asked


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
