#!/usr/bin/env python3
"""Seasons of ratings: what stood at the end of one is kept, once, and uncertainties grow; nothing without the option."""
import asyncio
import os
import sqlite3
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case
from serai_client import call


class Seasons(Case):
    options = ("--seasons", "quarter")

    def begin_anew(self, season=None):
        """The server was off when a season ended: it had begun with `season`."""
        self.server.kill()
        with sqlite3.connect(os.path.join(self.server.data, "serai.db")) as db:
            if season:
                db.execute("UPDATE meta SET value = ? WHERE name = 'season'", (season,))
        db.close()
        self.server.start()
        self.port = self.server.port

    def rate(self, who, mean, sigma, games):
        with sqlite3.connect(os.path.join(self.server.data, "serai.db")) as db:
            db.execute("INSERT INTO rating VALUES (?, 'blank', ?, ?, ?, 0, 1)", (who, mean, sigma, games))
        db.close()

    async def board(self, season=""):
        more = f"&season={season}" if season else ""
        return await call(self.port, "GET", f"/ratings?game=blank{more}")

    async def until(self, seasons):
        for _ in range(200):
            found = await self.board()
            if found["seasons"] == seasons:
                return found
            await asyncio.sleep(0.1)
        self.fail(f"no season is over: {found}")

    def test_season(self):
        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Ada", "passphrase": "open sesame"})
            self.assertEqual((await self.board())["seasons"], [])
            await asyncio.to_thread(self.server.kill)
            self.rate(me["account"], 1_600_000, 80_000, 12)
            self.rate("bot:trader", 1_500_000, 200_000, 3)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            await asyncio.sleep(0.6)
            self.assertEqual((await self.board())["seasons"], [])  # the first season runs
            await asyncio.to_thread(self.begin_anew, "2020-Q1")
            now = await self.until(["2020-Q1"])
            self.assertEqual([(r.get("name"), r["rating"], r["band"]) for r in now["ratings"]],
                             [("Ada", 1600, round(1.96 * 95)), (None, 1500, round(1.96 * 200))])
            then = await self.board("2020-Q1")
            self.assertEqual((then["season"], then["ratings"][0]["band"], then["ratings"][0]["games"]),
                             ("2020-Q1", round(1.96 * 80), 12))
            # once: the next start finds it done
            await asyncio.to_thread(self.begin_anew)
            await asyncio.sleep(0.6)
            self.assertEqual((await self.board())["ratings"], now["ratings"])
            await asyncio.to_thread(self.begin_anew, "2020-Q2")
            again = await self.until(["2020-Q2", "2020-Q1"])
            self.assertGreater(again["ratings"][0]["band"], now["ratings"][0]["band"])
            self.assertEqual((await self.board("2020-Q1"))["ratings"], then["ratings"])
            await call(self.port, "DELETE", "/me", None, me["token"])
            self.assertEqual([r.get("name") for r in (await self.board("2020-Q1"))["ratings"]], [None])
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
