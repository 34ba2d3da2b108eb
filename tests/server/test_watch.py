#!/usr/bin/env python3
"""Watching: the list of tables, words of those who watch, tables that are told late, replays, embedding and previews
of links; and that who is suspended loses his seats at once."""
import asyncio
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case, catch_up, pair, play_out
from serai_client import Closed, ProtocolError, Table, call, create, join
from serai_server import SERAI

SEATS = [{"kind": "me"}, {"kind": "open"}]


class Watching(Case):
    async def people(self, *names):
        return {name: (await call(self.port, "POST", "/account", {"name": name, "passphrase": "open sesame"}))["token"]
                for name in names}

    async def assert_code(self, code, coroutine):
        with self.assertRaises(ProtocolError) as caught:
            await coroutine
        self.assertEqual(caught.exception.code, code)

    def admin(self, *words):
        where = ["--store", self.store] if self.store else ["--data", self.server.data]
        out = subprocess.run([SERAI, "admin", *words, *where, "--json"], capture_output=True, text=True, check=True)
        return [json.loads(line) for line in out.stdout.splitlines() if line.startswith("{")]

    def test_list(self):
        """Listed tables where people play, rated ones first; none that is not listed, waits, or has bots alone."""
        async def run():
            who = await self.people("Ada", "Bea")
            plain = (await pair(self.port, listed=True))[0].table
            await pair(self.port)
            await create(self.port, "blank", [{"kind": "me", "name": "Cyd"}, {"kind": "open"}], listed=True)
            await create(self.port, "blank", [{"kind": "bot", "bot": "apprentice"}] * 2, listed=True)
            rated = (await create(self.port, "blank", SEATS, token=who["Ada"], listed=True, rated=True))["table"]
            await join(self.port, rated, "", token=who["Bea"])
            found = await call(self.port, "GET", "/watch")
            self.assertEqual([x["info"]["table"] for x in found["tables"]], [rated, plain])
            self.assertNotIn("next", found)
            self.assertEqual((await call(self.port, "GET", "/watch?game=merv"))["tables"], [])
            many = [(await pair(self.port, listed=True)) for _ in range(21)]
            await asyncio.sleep(2.1)  # the list is made anew every two seconds
            first = await call(self.port, "GET", "/watch?game=blank")
            rest = await call(self.port, "GET", f"/watch?game=blank&from={first['next']}")
            self.assertEqual((len(first["tables"]), first["next"], len(rest["tables"])), (20, 20, 3))
            ids = {x["info"]["table"] for x in first["tables"] + rest["tables"]}
            self.assertEqual(ids, {rated, plain, *(a.table for a, _ in many)})
        self.run_async(run())

    async def back(self, table):
        """A spectator after a crash. On PostgreSQL the tables of a process that died are its own until it has not been
        heard of for three seconds: meanwhile one is told to come back (1012)."""
        return await Table(self.port, table).reconnect(60)

    async def gallery(self, t, text=None):
        """Sends a line, or asks for all; the lines of the next message about the gallery."""
        t.extra.clear()
        await t.socket.send({"type": "gallery", "id": os.urandom(4).hex(), **({"text": text} if text else {})})
        while True:
            m = await t.next()
            if m["type"] == "error":
                t.answers.clear()
                raise ProtocolError(m["code"], m["text"])
            if m["type"] == "gallery":
                return [(line["name"], line["text"]) for line in m["lines"]]

    def test_gallery(self):
        """Those who watch with an account talk; players and guests hear of it at the end; it outlives a kill."""
        async def run():
            who = await self.people("Ada", "Bea", "Cyd", "Dan")
            t = await create(self.port, "blank", SEATS, token=who["Ada"])
            await join(self.port, t["table"], "", token=who["Bea"])
            a = await Table(self.port, t["table"], who["Ada"]).connect()
            c, d, guest = [await Table(self.port, t["table"], token).connect()
                           for token in (who["Cyd"], who["Dan"], None)]
            self.assertEqual(await self.gallery(c, "bold of her"), [("Cyd", "bold of her")])
            self.assertEqual((await d.next()).get("lines", [{}])[0].get("text") or
                             (await d.next())["lines"][0]["text"], "bold of her")
            self.assertEqual(await self.gallery(d), [("Cyd", "bold of her")])
            for who_else, code in ((a, "playing"), (guest, "account")):
                await self.assert_code(code, self.gallery(who_else))
                await self.assert_code(code, self.gallery(who_else, "may I"))
            await self.assert_code("range", self.gallery(c, "x" * 501))
            # the same request again says nothing new
            for _ in range(2):
                await c.socket.send({"type": "gallery", "text": "once", "id": "same"})
                while "same" not in c.answers:
                    await c.next()
                answer = c.answers.pop("same")
            self.assertTrue(answer["again"])
            # a report about a line, and what an operator decides holds here too
            await call(self.port, "POST", f"/tables/{t['table']}/report", {"gallery": 1, "reason": "chat"}, who["Bea"])
            report = self.admin("reports")[0]
            self.assertEqual((report["name"], report["seat"]), ("Cyd", "-1"))
            self.assertEqual([line["text"] for line in json.loads(self.admin("report", report["report"])[0]["lines"])],
                             ["bold of her", "once"])
            self.admin("decide", report["report"], "silence")
            for _ in range(100):
                try:
                    await self.gallery(c, "still here")
                except ProtocolError as e:
                    self.assertEqual(e.code, "silenced")
                    break
                await asyncio.sleep(0.1)
            else:
                self.fail("silenced, and yet heard")
            self.assertFalse([m for m in a.extra if m["type"] == "gallery"])
            await a.ask({"type": "resign"})
            for reader in (a, guest):
                while not reader.over:
                    await reader.next()
                self.assertIn(("Cyd", "once"), await self.gallery(reader))
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            late = await self.back(t["table"])
            self.assertIn(("Cyd", "bold of her"), await self.gallery(late))
            mine = await call(self.port, "GET", "/me/export", None, who["Cyd"])
            self.assertEqual(mine["gallery"][0]["text"], "bold of her")
            await call(self.port, "DELETE", "/me", None, who["Cyd"])
            late = await self.back(t["table"])
            self.assertEqual(await self.gallery(late), [])
        self.run_async(run())

    async def look(self, t):
        await t.socket.send({"type": "sync"})
        while (await t.next())["type"] != "table":
            pass

    async def moves(self, n, *tables):
        for _ in range(n):
            for t in tables:
                if t.mine:
                    await t.move(t.legal[0])
                    break
            await catch_up(*tables)

    def test_late_by_moves(self):
        """A spectator sees what stood so many decisions ago, also by HTTP; and all of it at the end."""
        async def run():
            a, b = await pair(self.port, game="yspahan", delay={"moves": 3}, clock={"total": 900, "add": 1})
            await self.moves(5, a, b)
            watcher = await Table(self.port, a.table).connect()
            self.assertEqual((watcher.ply, watcher.view["ply"]), (a.ply - 3, a.ply - 3))
            self.assertEqual(watcher.info["delay"], {"moves": 3})
            self.assertNotIn("clock", watcher.info["seats"][0])
            await self.moves(1, a, b)
            while watcher.ply < a.ply - 3:
                m = await watcher.next()
                self.assertNotIn("clock", m)
            self.assertEqual(watcher.view["ply"], a.ply - 3)
            there = f"/tables/{a.table}"
            self.assertEqual((await call(self.port, "GET", there))["ply"], a.ply - 3)
            self.assertEqual((await call(self.port, "GET", there, token=a.token))["ply"], a.ply)
            self.assertEqual((await call(self.port, "GET", there + "/replay"))["ply"], a.ply - 3)
            await self.assert_code("range", call(self.port, "GET", f"{there}/replay?ply={a.ply - 2}"))
            log = await call(self.port, "GET", there + "/log")
            self.assertEqual((log["ply"], len(log["log"])), (a.ply - 3, a.ply - 3))
            # what he is told is what another, who looks at that moment, is told
            then = await call(self.port, "GET", f"{there}/replay?ply={watcher.ply}")
            self.assertEqual(then["view"], watcher.view)
            await a.ask({"type": "chat", "text": "now"})
            answer = await watcher.ask({"type": "ping"})
            self.assertEqual(answer["seq"], watcher.seq)
            self.assertFalse([m for m in watcher.log if m["type"] == "chat"])
            # taken back: the moment steps back with it and shows nothing that came later
            mover = a if a.decision["seat"] == a.you else b
            if mover.legal:
                await mover.ask({"type": "resign"})
            while not watcher.over:
                await watcher.next()
            self.assertEqual((watcher.ply, watcher.reveal["seed"]), (a.ply, watcher.reveal["seed"]))
            self.assertTrue(watcher.scores)
        self.run_async(run())

    def test_late_and_taken_back(self):
        async def run():
            a, b = await pair(self.port, delay={"moves": 1})
            watcher = await Table(self.port, a.table).connect()
            for _ in range(4):
                await self.moves(1, a, b)
                mover = a if a.log[-1]["seat"] == a.you else b
                other = b if mover is a else a
                before = mover.ply
                await mover.ask({"type": "undo", "ply": mover.ply})
                await catch_up(a, b)
                if mover.ply == before:
                    await other.ask({"type": "answer", "yes": True})
                    await catch_up(a, b)
                await self.look(watcher)
                self.assertLessEqual(watcher.ply, a.ply)
                self.assertEqual(watcher.view["ply"], watcher.ply)
                await self.moves(1, a, b)
        self.run_async(run())

    def test_quick(self):
        """Of many who want any seat at the same time, half open tables and half are sent to them."""
        async def run():
            async def seat(name, **wish):
                terms = {"listed": True, "quick": True, "language": "en", **wish}
                seats = [{"kind": "me", "name": name}, {"kind": "open"}]
                refused = []
                while True:
                    t = await create(self.port, "blank", seats, **{**terms, "not": refused})
                    if "waiting" not in t:
                        return t
                    try:
                        return await join(self.port, t["waiting"], name)
                    except ProtocolError:
                        refused.append(t["waiting"])
            for _ in range(5):
                found = [t["table"] for t in await asyncio.gather(*(seat(f"P{i}") for i in range(8)))]
                self.assertEqual(sorted(found.count(t) for t in set(found)), [2, 2, 2, 2])
            # what does not fit is left alone
            anna = await seat("Anna", language="fr")
            first = anna["table"]
            waits = await Table(self.port, first, anna["token"]).connect()  # where nobody is, it leaves memory
            for wish in ({"language": "ru"}, {"live": False}, {"edition": {}, "open_dice": True}, {"quick": False}):
                self.assertNotEqual((await seat("Boris", **wish))["table"], first)
            self.assertEqual((await seat("Cyd", language=""))["table"], first)
            waits.close()
        self.run_async(run())

    def test_late_terms(self):
        async def run():
            for delay in ({"moves": 201}, {"minutes": -1}, {"moves": 1, "minutes": 1}):
                await self.assert_code("range", pair(self.port, delay=delay))
            await self.assert_code("range", pair(self.port, delay={"moves": 1}, open_dice=True))
            a, b = await pair(self.port, delay={"minutes": 1})
            watcher = await Table(self.port, a.table).connect()
            await self.moves(1, a, b)
            await self.look(watcher)
            self.assertEqual((watcher.ply, a.ply), (0, 1))
            # after a restart he still sees no more
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            again = await self.back(a.table)
            self.assertEqual((again.ply, again.info["delay"]), (0, {"minutes": 1}))
            self.assertIsNotNone(again.view)
        self.run_async(run())

    def test_suspended(self):
        """Who is suspended loses the seats he has by their secrets too, and they open nothing more."""
        async def run():
            who = await self.people("Ada", "Bea")
            t = await create(self.port, "blank", SEATS, token=who["Ada"])
            await join(self.port, t["table"], "", token=who["Bea"])
            seat = await Table(self.port, t["table"], t["token"]).connect()
            await call(self.port, "POST", f"/tables/{t['table']}/report", {"seat": 0, "reason": "other"}, who["Bea"])
            self.admin("decide", self.admin("reports")[0]["report"], "suspend")
            with self.assertRaises(Closed):
                while True:
                    await seat.next()
            await self.assert_code("suspended", Table(self.port, t["table"], t["token"]).connect())
            await self.assert_code("token", call(self.port, "GET", f"/tables/{t['table']}/replay", token=t["token"]))
            cyd = (await self.people("Cyd"))["Cyd"]
            await self.assert_code("suspended", call(self.port, "POST", f"/tables/{t['table']}/claim",
                                                     {"token": t["token"]}, cyd))
            self.admin("lift", "Ada")
            for _ in range(100):
                try:
                    await Table(self.port, t["table"], t["token"]).connect()
                    break
                except ProtocolError:
                    await asyncio.sleep(0.1)
            else:
                self.fail("lifted, and yet out")
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
