#!/usr/bin/env python3
"""One address does its worst; another's bots, log-ins and requests go on.

Run all: tests/server/test_worst.py; one: tests/server/test_worst.py CLASS.test_name. SERAI names the program."""
import asyncio
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import ProtocolError, Table, call, create, request

BOTS = [{"kind": "bot", "bot": "vizier"}] * 3


class Worst(Case):
    async def figure(self, name):
        _, _, text = await request(self.port, "GET", "/metrics")
        return float(re.search(rf"^serai_{name} (.*)$", text.decode(), re.M)[1])

    def processor_time(self):
        with open(f"/proc/{self.server.process.pid}/stat", encoding="ascii") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Bots(Worst):
    options = ("--searches", "1")

    def test_bots_play_for_people(self):
        """Tables nobody sits at and nobody watches stand still, until somebody looks."""
        async def run():
            bots = [{"kind": "bot", "bot": "random"}] * 3
            t = await create(self.port, "blank", bots)
            await asyncio.sleep(0.7)
            self.assertEqual(await self.figure("bot_moves_total"), 0)
            w = await Table(self.port, t["table"]).connect()
            while not w.over:
                await w.next()
        self.run_async(run())

    def test_turns_among_those_who_ask(self):
        """Twenty tables of one address wait longer than the one of another."""
        async def run():
            for _ in range(20):
                await call(self.port, "POST", "/tables", {"game": "yspahan", "seats": [*BOTS, TWO[0]]},
                           source="127.0.0.2")
            while await self.figure("bot_moves_total") < 2:
                await asyncio.sleep(0.05)
            t = await create(self.port, "blank", [TWO[0], {"kind": "bot", "bot": "greedy"}])
            before = await self.figure("bot_moves_total")
            a = await Table(self.port, t["table"], t["token"]).connect()
            while not any(m.get("by") == "bot" for m in a.log):
                if a.mine:
                    await a.move(a.legal[0])
                else:
                    await a.next()
            self.assertLessEqual(await self.figure("bot_moves_total") - before, 4)
        self.run_async(run())


class Cost(Worst):
    def test_resuming_costs_no_more_than_the_table(self):
        async def run():
            a, b = await pair(self.port, "yspahan")
            await play_out(a, b, stop=lambda: a.ply > 100)
            for _ in range(200):
                await a.ask({"type": "chat", "text": "hm"})
            await catch_up(a, b)
            self.assertGreater(a.seq, 300)

            async def greet(times, seq):
                begun = self.processor_time()
                for _ in range(times):
                    t = Table(self.port, a.table, a.token)
                    t.seq = seq
                    t.take = lambda m, t=t: setattr(t, "seq", m["seq"]) if "seq" in m else None
                    await t.connect()
                    t.close()
                return self.processor_time() - begun
            for back in (20, 299):
                whole = await greet(150, -1)
                part = await greet(150, a.seq - back)
                self.assertLess(part, 1.6 * whole + 0.03, back)
        self.run_async(run())


class Lobby(Worst):
    limits = 100

    def test_others_tables_are_seen(self):
        """One address shows a few tables; what does not fit on a page is on the next."""
        async def run():
            codes = []
            for _ in range(8):
                try:
                    await call(self.port, "POST", "/tables", {"game": "blank", "seats": TWO, "listed": True},
                               source="127.0.0.2")
                except ProtocolError as e:
                    codes.append(e.code)
            self.assertEqual(codes, ["limited"] * 3)
            await call(self.port, "POST", "/tables", {"game": "blank", "seats": TWO}, source="127.0.0.2")
            for i in range(200):
                await call(self.port, "POST", "/tables", {"game": "blank", "seats": TWO, "listed": True},
                           source=f"127.1.{i % 50}.9")
            friend = (await create(self.port, "blank", TWO, listed=True))["table"]
            first = await call(self.port, "GET", "/lobby")
            self.assertEqual(len(first["tables"]), 200)
            rest = await call(self.port, "GET", f"/lobby?before={first['before']}")
            self.assertEqual(len(rest["tables"]), 6)
            self.assertNotIn("before", rest)
            self.assertIn(friend, {t["table"] for t in first["tables"] + rest["tables"]})
        self.run_async(run())


class LogIns(Worst):
    limits = 100

    def test_honest_people_while_others_guess(self):
        async def sign(name, word, source):
            try:
                await call(self.port, "POST", "/session", {"name": name, "passphrase": word}, source=source)
                return "in"
            except (ProtocolError, asyncio.IncompleteReadError) as e:
                return getattr(e, "code", "closed")

        async def run():
            for i, name in enumerate(("Zoë", "Yves")):
                await call(self.port, "POST", "/account", {"name": name, "passphrase": "open sesame"},
                           source=f"127.0.9.{i}")
            self.assertEqual(await sign("Zoë", "open sesame", "127.0.8.1"), "in")
            first = [await sign(f"Nobody {i}", "open barley", f"127.0.1.{i + 1}") for i in range(8)]
            self.assertEqual(set(first), {"login"})
            guesses = [asyncio.create_task(sign(f"Nobody {i}", f"open barley {n}", f"127.0.1.{i + 1}"))
                       for n in range(3) for i in range(8)]
            while await self.figure("logins_failed_total") < 10:
                await asyncio.sleep(0.05)
            self.assertEqual(await sign("Yves", "open sesame", "127.0.8.2"), "in")
            self.assertTrue(sum(not g.done() for g in guesses) > 4, "he went behind those who guess")
            self.assertNotIn("in", await asyncio.gather(*guesses))
            # an account that is guessed at answers strangers more and more slowly
            for i in range(6):
                await sign("Zoë", f"open barley {i}", f"127.0.2.{i + 1}")
            self.assertEqual(await sign("Zoë", "open sesame", "127.0.8.3"), "limited")
            self.assertEqual(await sign("Zoë", "open sesame", "127.0.8.1"), "in")
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
