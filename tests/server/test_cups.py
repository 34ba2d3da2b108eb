#!/usr/bin/env python3
"""Tournaments over the real server: bots by themselves, people among them, killed in between."""
import asyncio
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case
from serai_client import ProtocolError, Table, call, create

SWISS = {"name": "Spring", "game": "blank", "kind": "swiss", "rounds": 3, "seats": 2}


class Cups(Case):
    options = ("--searches", "2")

    async def people(self, *names):
        return [(await call(self.port, "POST", "/account", {"name": n, "passphrase": "open sesame"}))["token"]
                for n in names]

    async def make(self, token, **terms):
        return (await call(self.port, "POST", "/cups", {**SWISS, **terms}, token))["cup"]

    async def post(self, cup, what, token):
        return await call(self.port, "POST", f"/cups/{cup}/{what}", None, token)

    async def get(self, cup, token=None):
        return await call(self.port, "GET", f"/cups/{cup}", None, token)

    async def over(self, cup):
        while True:
            found = await self.get(cup)
            if found["state"] == "over":
                return found
            await asyncio.sleep(0.1)

    def check(self, found, players, size):
        """Everybody plays once a round, nobody meets twice, the standings follow from the tables."""
        met, points = set(), [0.0] * players
        for n in range(1, found["rounds"] + 1):
            tables = [t for t in found["tables"] if t["round"] == n]
            self.assertEqual(sorted(p for t in tables for p in t["players"]), list(range(players)))
            for t in tables:
                if "table" not in t:
                    points[t["players"][0]] += 1
                    continue
                self.assertLessEqual(len(t["players"]), size)
                for i, p in enumerate(t["players"]):
                    place, others = t["places"][i], [q for k, q in enumerate(t["places"]) if k != i]
                    points[p] += sum(1 if q > place else 0.5 if q == place else 0 for q in others) / len(others)
                    for q in t["players"][i + 1:]:
                        self.assertNotIn(frozenset((p, q)), met)
                        met.add(frozenset((p, q)))
        for line in found["standings"]:
            self.assertAlmostEqual(line["points"] / 1000, points[line["player"]], delta=0.01)
        order = [line["points"] for line in found["standings"]]
        self.assertEqual(order, sorted(order, reverse=True))

    def test_sixty_four_bots(self):
        """Swiss, tables of four, five rounds: 80 matches by 64 bots, while the server is killed twice."""
        async def run():
            token, = await self.people("Host")
            cup = await self.make(token, rounds=5, seats=4, bots=["random"] * 64)
            self.assertEqual((await self.get(cup))["state"], "open")
            await self.post(cup, "start", token)
            for _ in range(2):
                await asyncio.sleep(0.4)
                await asyncio.to_thread(self.server.kill)
                await asyncio.to_thread(self.server.start)
                self.port = self.server.port
            found = await self.over(cup)
            self.assertEqual((len(found["players"]), len(found["tables"])), (64, 80))
            self.check(found, 64, 4)
        self.run_async(run(), 180)

    def test_people(self):
        """Two people and three bots, everybody against everybody; odd numbers bring a bye."""
        async def run():
            a, b = await self.people("Ada", "Bea")
            await self.assert_code("account", call(self.port, "POST", "/cups", SWISS))
            for bad in ({"kind": "knockout"}, {"rounds": 0}, {"seats": 9}, {"game": "chess"}, {"name": ""}):
                await self.assert_code("range", self.make(a, **bad))
            await self.assert_code("unknown", self.make(a, bots=["nobody"]))
            cup = await self.make(a, kind="robin", rounds=5, bots=["random"] * 3, rated=True)
            await self.post(cup, "join", a)
            await self.assert_code("taken", self.post(cup, "join", a))
            await self.post(cup, "join", b)
            await self.post(cup, "leave", b)
            await self.post(cup, "join", b)
            await self.assert_code("forbidden", self.post(cup, "start", b))
            await self.post(cup, "start", a)
            await self.assert_code("taken", self.post(cup, "start", a))
            await self.assert_code("taken", self.post(cup, "leave", b))
            listed = (await call(self.port, "GET", "/cups"))["cups"][0]
            self.assertEqual((listed["cup"], listed["players"], listed["state"]), (cup, 5, "running"))
            self.assertEqual((await self.get(cup, b))["you"], 4)
            done, rng = set(), random.Random(3)
            while (found := await self.get(cup))["state"] != "over":
                for t in found["tables"]:
                    mine = [(p, token) for p, token in ((3, a), (4, b)) if p in t["players"]]
                    if "table" not in t or "places" in t or t["table"] in done or not mine:
                        continue
                    await self.play(t["table"], [token for _, token in mine], rng)
                    done.add(t["table"])
                await asyncio.sleep(0.05)
            self.check(found, 5, 2)
            self.assertEqual(sum("table" not in t for t in found["tables"]), 5)
            self.assertGreater((await call(self.port, "GET", "/players/Ada"))["ratings"][0]["games"], 3)
            # a table of a tournament is not one among others
            await self.assert_code("limited", self.too_many(a))
        self.run_async(run(), 120)

    async def too_many(self, token):
        for _ in range(6):
            await self.make(token)

    async def play(self, table, tokens, rng):
        while True:
            try:
                seats = [await Table(self.port, table, token).connect() for token in tokens]
                break
            except ProtocolError:  # drawn, and not yet opened
                await asyncio.sleep(0.05)
        await self.assert_code("rated", seats[0].ask({"type": "end"}))
        while not seats[0].over:
            for s in seats:
                if s.mine:
                    await s.move(rng.choice(s.legal))
                    break
            else:
                await seats[0].next()
            for s in seats:
                while s.seq < max(x.seq for x in seats):
                    await s.next()
        for s in seats:
            s.close()


if __name__ == "__main__":
    unittest.main()
