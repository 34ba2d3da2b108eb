#!/usr/bin/env python3
"""Analyses on demand: the figures of `serai analyse`, for anybody by the table's address; a queue that is fair; kills in
the middle; and play that does not notice."""
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import slowness
from serai_case import TWO, Case, pair, play_out
from serai_client import ProtocolError, Table, call, create
from serai_server import SERAI

VISITS = 30
BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]


class Analysis(Case):
    options = ("--analysis", str(VISITS), "--searches", "1")

    async def ask(self, table, token=None, **more):
        return await call(self.port, "POST", f"/tables/{table}/analysis", {}, token, **more)

    async def get(self, table):
        return await call(self.port, "GET", f"/tables/{table}/analysis")

    async def done(self, table):
        """Waits for the result; meanwhile the server may be gone."""
        while True:
            try:
                found = await self.get(table)
                if found["state"] in ("done", "failed", "none"):
                    return found
            except (ConnectionError, asyncio.IncompleteReadError, ProtocolError):
                pass
            await asyncio.sleep(0.1)

    async def finished(self, game="blank"):
        """A match of bots that is over, as its table."""
        t = (await create(self.port, game, BOTS))["table"]
        watcher = await Table(self.port, t).reconnect(60)
        while not watcher.over:
            await watcher.next()
        watcher.close()
        return t

    def by_command(self, file):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
            json.dump(file, f)
            f.flush()
            out = subprocess.run([SERAI, "analyse", f.name, "--json", "--visits", str(VISITS)], capture_output=True,
                                 text=True, check=True)
        return json.loads(out.stdout)

    def test_same_as_the_command(self):
        async def run():
            for game in ("blank", "yspahan"):
                table = await self.finished(game)
                self.assertEqual(await self.get(table), {"state": "none", "bot": "vizier", "visits": VISITS})
                first = await self.ask(table)
                self.assertIn(first["state"], ("waiting", "working"))
                again = await self.ask(table)  # asked twice it is made once
                self.assertEqual(again["at"], first["at"])
                found = await self.done(table)
                self.assertEqual((found["state"], found["visits"]), ("done", VISITS))
                file = await call(self.port, "GET", f"/tables/{table}/file")
                self.assertEqual(found["analysis"], await asyncio.to_thread(self.by_command, file))
                self.assertEqual((await self.ask(table))["state"], "done")
        self.run_async(run(), 120)

    def test_who_may_ask(self):
        async def run():
            a, b = await pair(self.port)
            await self.assert_code("not_over", self.ask(a.table))
            await self.assert_code("not_found", self.ask("aaaaaaaaaaaaa"))
            await self.assert_code("method", call(self.port, "DELETE", f"/tables/{a.table}/analysis"))
            await play_out(a, b)
            await self.ask(a.table)  # a guest, and read by anybody
            self.assertEqual((await self.done(a.table))["state"], "done")
            waiting = await create(self.port, "blank", TWO)
            await self.assert_code("not_over", self.ask(waiting["table"]))
        self.run_async(run())

    def test_fair_queue(self):
        """One who asks for five is behind the first of another, a sixth is refused; kills lose none and make none twice."""
        async def run():
            tables = [await self.finished("yspahan") for _ in range(7)]
            me = (await call(self.port, "POST", "/account", {"name": "Ada", "passphrase": "open sesame"}))["token"]
            for t in tables[:5]:
                await self.ask(t, me)
            await self.assert_code("limited", self.ask(tables[5], me))
            mine = await self.ask(tables[6])
            last = await self.get(tables[4])
            if last["state"] == "waiting" and mine["state"] == "waiting":
                self.assertLess(mine["ahead"], last["ahead"])
            for _ in range(2):
                await asyncio.sleep(0.7)
                await asyncio.to_thread(self.server.kill)
                await asyncio.to_thread(self.server.start)
                self.port = self.server.port
            found = {t: await self.done(t) for t in [*tables[:5], tables[6]]}
            self.assertEqual({f["state"] for f in found.values()}, {"done"})
            file = await call(self.port, "GET", f"/tables/{tables[0]}/file")
            self.assertEqual(found[tables[0]]["analysis"], await asyncio.to_thread(self.by_command, file))
            await self.ask(tables[5], me)
            self.assertEqual((await self.done(tables[5]))["state"], "done")
            await call(self.port, "DELETE", "/me", None, me)
            self.assertEqual((await self.get(tables[0]))["state"], "done")
        self.run_async(run(), 200)


class Busy(Analysis):
    """Many visits: the analysis takes long, and whoever plays does not notice."""
    options = ("--analysis", "20000", "--searches", "1")
    test_same_as_the_command = test_who_may_ask = test_fair_queue = None

    def test_play_goes_on(self):
        async def run():
            table = await self.finished("yspahan")
            await self.ask(table)
            while (found := await self.get(table))["state"] != "working" or not found["done"]:
                await asyncio.sleep(0.05)
            a, b = await pair(self.port)
            took = []
            while not a.over:
                for t in (a, b):
                    if t.mine:
                        begun = time.perf_counter()
                        await t.move(t.legal[0])
                        took.append(time.perf_counter() - begun)
                        break
                else:
                    await a.next()
                while a.seq < b.seq:
                    await a.next()
                while b.seq < a.seq:
                    await b.next()
            self.assertEqual((await self.get(table))["state"], "working")
            took.sort()
            self.assertLess(took[len(took) // 2], 0.05 * slowness())
            more = await self.get(table)
            self.assertGreater(more["count"], more["done"])
            self.assertEqual(await asyncio.to_thread(self.server.stop), 0)  # a stop does not wait for it
            self.stopped = True
        self.run_async(run(), 120)


class Off(Analysis):
    options = ("--analysis", "0")
    test_same_as_the_command = test_who_may_ask = test_fair_queue = None

    def test_off(self):
        async def run():
            await self.assert_code("not_found", self.get(await self.finished()))
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
