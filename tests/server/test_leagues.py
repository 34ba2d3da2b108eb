#!/usr/bin/env python3
"""Leagues over the real server: seasons of bots while it is killed, people who come, go and stay away."""
import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case
from serai_client import ProtocolError, Table, call
from serai_server import SERAI

TERMS = {"name": "Silk", "game": "blank", "seats": 2, "size": 4, "moves": 1, "pause": 0}


async def person(port, name):
    return (await call(port, "POST", "/account", {"name": name, "passphrase": "open sesame"}))["token"]


async def make(port, token, **terms):
    return (await call(port, "POST", "/leagues", {**TERMS, **terms}, token))["league"]


async def post(port, league, what, token):
    return await call(port, "POST", f"/leagues/{league}/{what}", None, token)


async def get(port, league, season=0, token=None):
    return await call(port, "GET", f"/leagues/{league}?season={season}", None, token)


async def until(port, league, holds):
    """Asks until what the function says holds; the server may be gone meanwhile."""
    while True:
        try:
            found = await get(port(), league)
            if holds(found):
                return found
        except (ConnectionError, asyncio.IncompleteReadError, ProtocolError):
            pass
        await asyncio.sleep(0.2)


async def divisions(port, league, season):
    """The names in each division of a season as they stand, best first, and the tournaments themselves."""
    found = await get(port, league, season)
    cups = [await call(port, "GET", f"/cups/{d['cup']}") for d in found["divisions"]]
    return [[c["players"][line["player"]]["name"] for line in c["standings"]] for c in cups], cups, found


def climbed(order, moves):
    """The ladder after a season, worked out in another way: neighbours change places, one boundary at a time."""
    out = [list(division) for division in order]
    for upper in range(len(order) - 1):
        n = min(moves, len(order[upper]) // 2, len(order[upper + 1]) // 2)
        falls, climbs = order[upper][-n:], order[upper + 1][:n]
        out[upper] = [p for p in out[upper] if p not in falls] + climbs
        out[upper + 1] = falls + [p for p in out[upper + 1] if p not in climbs]
    return [p for division in out for p in division]


class Season:
    """Checks that belong to any finished season; used by the case on PostgreSQL as well."""

    def check_season(self, cups, found):
        for i, cup in enumerate(cups):
            self.assertEqual((cup["league"], cup["season"], cup["division"]), (found["league"], found["shown"], i + 1))
            self.assertEqual(cup["state"], "over")
            n, met, points = len(cup["players"]), set(), [0.0] * len(cup["players"])
            for t in cup["tables"]:
                if "table" not in t:
                    points[t["players"][0]] += 1
                    continue
                self.assertEqual(len(t["places"]), 2)
                pair = frozenset(t["players"])
                self.assertNotIn(pair, met)
                met.add(pair)
                for k, p in enumerate(t["players"]):
                    mine, other = t["places"][k], t["places"][1 - k]
                    points[p] += 1 if mine < other else 0.5 if mine == other else 0
            self.assertEqual(len(met), n * (n - 1) // 2)  # everybody has met everybody, once
            for line in cup["standings"]:
                self.assertAlmostEqual(line["points"] / 1000, points[line["player"]], delta=0.01)

    async def check_all(self, port, league, seasons, moves):
        before = None
        for season in range(1, seasons + 1):
            order, cups, found = await divisions(port, league, season)
            self.check_season(cups, found)
            drawn = [p["name"] for cup in cups for p in cup["players"]]
            if before:
                self.assertEqual(drawn, climbed(before, moves))
            before = order
        return before


class Leagues(Case, Season):
    options = ("--searches", "2")

    def test_seasons_of_bots(self):
        """Four divisions of bots play three seasons while the server is killed; the last one is the last."""
        async def run():
            host = await person(self.port, "Host")
            league = await make(self.port, host, bots=["random"] * 15, moves=2)
            await post(self.port, league, "start", host)
            found = await get(self.port, league)
            self.assertEqual([d["players"] for d in found["divisions"]], [4, 4, 4, 3])
            self.assertEqual([(d["up"], d["down"]) for d in found["divisions"]], [(0, 2), (2, 2), (2, 1), (1, 0)])
            for wait in (0.3, 1.1, 2.3):
                await asyncio.sleep(wait)
                await asyncio.to_thread(self.server.kill)
                await asyncio.to_thread(self.server.start)
                self.port = self.server.port
            await until(lambda: self.port, league, lambda f: f["season"] >= 3)
            await post(self.port, league, "end", host)
            found = await until(lambda: self.port, league, lambda f: f["state"] == "over")
            await self.assert_code("taken", post(self.port, league, "end", host))
            await self.assert_code("taken", post(self.port, league, "join", host))
            await self.check_all(self.port, league, found["season"], 2)
            self.assertEqual(len(found["players"]), 15)
        self.run_async(run(), 240)

    def admin(self, *words, code=0):
        where = ["--store", self.store] if self.store else ["--data", self.server.data]
        out = subprocess.run([SERAI, "admin", *words, *where, "--json"], capture_output=True, text=True, check=False)
        self.assertEqual(out.returncode, code, out.stderr)
        return [json.loads(line) for line in out.stdout.splitlines() if line.startswith("{")]

    def test_terms(self):
        async def run():
            a, b = await person(self.port, "Ada"), await person(self.port, "Bea")
            await self.assert_code("account", call(self.port, "POST", "/leagues", TERMS))
            for bad in ({"seats": 1}, {"size": 1}, {"size": 17}, {"moves": 0}, {"rounds": 16}, {"days": 0}, {"days": 91},
                        {"pause": 721}, {"patience": 59}, {"game": "chess"}, {"name": ""}, {"name": "x" * 40}):
                await self.assert_code("range", make(self.port, a, **bad))
            await self.assert_code("unknown", make(self.port, a, bots=["nobody"]))
            league = await make(self.port, a)
            await self.assert_code("not_found", get(self.port, "nothing"))
            await self.assert_code("not_found", post(self.port, league, "stop", a))
            await self.assert_code("range", post(self.port, league, "start", a))  # nobody is in
            await post(self.port, league, "join", a)
            await self.assert_code("taken", post(self.port, league, "join", a))
            await self.assert_code("range", post(self.port, league, "start", a))
            await self.assert_code("forbidden", post(self.port, league, "start", b))
            await self.assert_code("taken", post(self.port, league, "end", b))
            await post(self.port, league, "join", b)
            self.assertTrue((await get(self.port, league, token=b))["in"])
            self.assertFalse((await get(self.port, league))["in"])
            await post(self.port, league, "start", a)
            await self.assert_code("taken", post(self.port, league, "start", a))
            found = await get(self.port, league, token=a)
            self.assertEqual((found["state"], found["season"], found["division"], found["host"]), ("running", 1, 1, True))
            listed = (await call(self.port, "GET", "/leagues"))["leagues"]
            self.assertEqual([(r["league"], r["players"], r["season"]) for r in listed], [(league, 2, 1)])
            # divisions are no tournaments among others, and nobody joins them or starts them
            self.assertEqual((await call(self.port, "GET", "/cups"))["cups"], [])
            cup = found["divisions"][0]["cup"]
            await self.assert_code("taken", call(self.port, "POST", f"/cups/{cup}/join", None, b))
            await self.assert_code("forbidden", call(self.port, "POST", f"/cups/{cup}/start", None, b))
            for _ in range(2):
                other = await make(self.port, a)
            await self.assert_code("limited", make(self.port, a))
            # the operator's command: a list, who is in, taking somebody out, ending one
            self.assertEqual({r["league"] for r in self.admin("leagues")} >= {league, other}, True)
            self.assertEqual([r["name"] for r in self.admin("league", league)], ["Ada", "Bea"])
            self.admin("league", league, "remove", "Bea")
            self.assertEqual([r["name"] for r in self.admin("league", league)], ["Ada"])
            self.admin("league", other, "end")
            self.assertEqual((await get(self.port, other))["state"], "over")
            self.admin("league", other, "end", code=2)
            self.assertEqual([r["what"] for r in self.admin("audit")].count("league"), 2)
        self.run_async(run())

    def test_what_was_cleared_away_stays_away(self):
        """A table that is over and was cleared away while its season goes on is not played again."""
        if self.store:
            self.skipTest("looks into the SQLite file")

        async def run():
            me = await person(self.port, "Ada")
            league = await make(self.port, me, bots=["random"] * 2)
            await post(self.port, league, "join", me)
            await post(self.port, league, "start", me)
            cup = (await get(self.port, league))["divisions"][0]["cup"]
            while not (done := [t for t in (await call(self.port, "GET", f"/cups/{cup}"))["tables"] if "places" in t]):
                await asyncio.sleep(0.1)
            await asyncio.to_thread(self.server.stop)
            with sqlite3.connect(os.path.join(self.server.data, "serai.db")) as db:
                for rows in ("DELETE FROM tables WHERE id = ?", "DELETE FROM entry WHERE tab = ?", "DELETE FROM setup WHERE tab = ?"):
                    db.execute(rows, (done[0]["table"],))
            db.close()
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            await asyncio.sleep(4)  # a sweep has looked at it
            await self.assert_code("not_found", call(self.port, "GET", f"/tables/{done[0]['table']}"))
            again = (await call(self.port, "GET", f"/cups/{cup}"))["tables"]
            self.assertIn(done[0], again)
        self.run_async(run())

    async def table_of(self, league, token):
        """The table at which that one has not played yet."""
        while True:
            found = await get(self.port, league, token=token)
            cup = await call(self.port, "GET", f"/cups/{found['divisions'][found['division'] - 1]['cup']}", None, token)
            for t in cup["tables"]:
                if "table" in t and "places" not in t and cup["you"] in t["players"]:
                    try:
                        return await Table(self.port, t["table"], token).connect()
                    except ProtocolError:  # drawn, and not opened yet
                        pass
            await asyncio.sleep(0.1)

    def test_people_who_stay_away(self):
        """Who is replaced by a bot at all of his tables is not drawn again; his bot's points are no place for him;
        who comes meanwhile plays next season, who leaves does not."""
        async def run():
            a, b, c = [await person(self.port, n) for n in ("Ada", "Bea", "Cem")]
            league = await make(self.port, a, days=30, patience=86400)
            await post(self.port, league, "join", a)
            await post(self.port, league, "join", b)
            await post(self.port, league, "start", a)
            await post(self.port, league, "join", c)
            mine = await self.table_of(league, a)
            self.assertEqual((mine.info["clock"], mine.info["patience"], mine.info["live"]), (15 * 86400, 86400, False))
            away = await self.table_of(league, b)
            await away.ask({"type": "leave"})
            away.close()
            rng = random.Random(5)
            while not mine.over:
                if mine.mine:
                    await mine.move(rng.choice(mine.legal))
                else:
                    await mine.next()
            mine.close()
            found = await until(lambda: self.port, league, lambda f: f["season"] == 2)
            self.assertEqual([p["name"] for p in found["players"]], ["Ada", "Cem"])
            order, cups, _ = await divisions(self.port, league, 1)
            self.assertEqual(order, [["Ada", "Bea"]])
            self.assertEqual(sorted(cups[0]["tables"][0]["places"]), [1, 2])
            self.assertFalse((await get(self.port, league, token=b))["in"])
            await post(self.port, league, "leave", c)
            await post(self.port, league, "join", b)
            self.assertEqual([p["name"] for p in (await get(self.port, league))["players"]], ["Ada", "Bea"])
            # his seat of this season stays his, and what he is called goes with him when he goes
            await call(self.port, "DELETE", "/me", None, c)
            self.assertNotIn("Cem", str(await divisions(self.port, league, 2)))
        self.run_async(run(), 120)


if __name__ == "__main__":
    unittest.main()
