#!/usr/bin/env python3
"""The server as people meet it: matches, from opening a table to the rematch.

Run all: tests/server/test_play.py; one: tests/server/test_play.py CLASS.test_name. SERAI names the program."""
import asyncio
import json
import os
import random
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import Table, call, create, join
from serai_server import SERAI


class Play(Case):
    def test_match_and_reveal(self):
        async def run():
            a, b = await pair(self.port)
            w = await Table(self.port, a.table).connect()
            await play_out(a, b)
            await catch_up(a, b, w)
            self.assertTrue(a.over and b.over and w.over)
            fresh = await Table(self.port, a.table, a.token).connect()
            self.assertEqual(fresh.view, a.view)  # deltas add up to the whole
            self.assertEqual((await Table(self.port, a.table).connect()).view, w.view)
            file = await call(self.port, "GET", f"/tables/{a.table}/file")
            self.assertEqual(file["fair"]["commit"], a.info["commit"])
            return file
        file = self.run_async(run())
        path = os.path.join(self.server.data, "file.json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(file, f)
        self.assertEqual(subprocess.run([SERAI, "replay", path, "--verify"],
                                        capture_output=True).returncode, 0)
        file["seed"] = "12345"
        file["moves"] = []
        with open(path, "w", encoding="utf-8") as f:
            json.dump(file, f)
        self.assertEqual(subprocess.run([SERAI, "replay", path, "--verify"],
                                        capture_output=True).returncode, 1)

    def test_errors_of_moves(self):
        async def run():
            a, b = await pair(self.port)
            first, other = (a, b) if a.mine else (b, a)
            await self.assert_code("turn", other.move("take"))
            await self.assert_code("stale", first.move("take", ply=7))
            await self.assert_code("illegal", first.move("fly to the moon"))
            await self.assert_code("key", first.ask({"type": "move", "ply": 0}))
            await self.assert_code("unknown", first.ask({"type": "dance"}))
            w = await Table(self.port, a.table).connect()
            await self.assert_code("seat", w.move("take"))
            self.assertEqual(first.ply, 0)
        self.run_async(run())

    def test_idempotent(self):
        async def run():
            a, b = await pair(self.port)
            first = a if a.mine else b
            move = first.legal[0]
            one = await first.move(move, ply=0, id="same")
            two = await first.move(move, ply=0, id="same")
            self.assertEqual(one["seq"], two["seq"])
            self.assertTrue(two.get("again"))
            self.server.kill()
            self.server.start()
            first.port = self.server.port
            await first.reconnect()
            three = await first.move(move, ply=0, id="same")
            self.assertEqual(one["seq"], three["seq"])
        self.run_async(run())

    def test_resume(self):
        async def run():
            a, b = await pair(self.port)
            w = await Table(self.port, a.table).connect()
            a.socket.close()
            seen = len(a.log)
            await asyncio.sleep(0.05)
            c = await Table(self.port, a.table, a.token).connect()
            rng = random.Random(3)
            for _ in range(5):
                t = c if c.mine else b
                await t.move(rng.choice(t.legal))
                await catch_up(c, b)
                await b.ask({"type": "chat", "text": "hm"})
                await catch_up(c, b)
            a.socket = None
            await a.connect()  # resume checks that numbers follow each other
            await catch_up(a, b)
            self.assertGreater(len(a.log), seen)
            self.assertEqual(a.view, c.view)
            self.assertEqual(a.legal, c.legal)
            self.assertEqual([m["seq"] for m in a.log], sorted({m["seq"] for m in a.log}))
            self.server.kill()
            self.server.start()
            w.port = a.port = self.server.port
            await w.reconnect()
            await catch_up(a, w)
            self.assertEqual(w.view, (await Table(a.port, a.table).reconnect()).view)
        self.run_async(run())

    def test_restart_keeps_all(self):
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b, stop=lambda: a.ply >= 5)
            await catch_up(a, b)
            before = a.view, a.ply, b.view
            async def until_closed(t):
                while True:
                    await t.next()
            ends = asyncio.gather(until_closed(a), until_closed(b), return_exceptions=True)
            self.assertEqual(await asyncio.to_thread(self.server.stop), 0)
            self.assertEqual([e.code for e in await ends], [1012, 1012])
            self.assertEqual(a.extra[-1]["type"], "bye")
            self.server.start()
            a.port = b.port = self.server.port
            await a.reconnect()
            await b.reconnect()
            self.assertEqual((a.view, a.ply, b.view), before)
            await play_out(a, b)
        self.run_async(run())

    def test_undo(self):
        async def run():
            a, b = await pair(self.port)
            first = a if a.mine else b
            other = b if first is a else a
            view = first.view

            async def undone_by(move):
                """The kind of entry that asking to take this move back makes."""
                await first.move(move)
                await catch_up(a, b)
                ok = await first.ask({"type": "undo", "ply": first.ply})
                await catch_up(a, b)
                return [m["type"] for m in first.log if m["seq"] <= ok["seq"]][-1]
            # nothing was revealed: at once
            sell = next(m for m in first.legal if m.startswith("sell"))
            self.assertEqual(await undone_by(sell), "undo")
            self.assertEqual(first.view, view)
            # who asks about another ply has not seen what happened since
            await first.move(sell)
            await catch_up(a, b)
            for ply in (first.ply - 1, first.ply + 1):
                await self.assert_code("stale", first.ask({"type": "undo", "ply": ply}))
            await first.ask({"type": "undo", "ply": first.ply})
            await catch_up(a, b)
            self.assertEqual(first.view, view)
            # a card was drawn: not without the other
            self.assertEqual(await undone_by("take"), "ask")
            ply = first.ply
            self.assertNotEqual(first.view, view)
            await self.assert_code("nothing", first.ask({"type": "answer", "yes": True}))
            await other.ask({"type": "answer", "yes": False})
            await catch_up(a, b)
            self.assertEqual(first.ply, ply)
            await first.ask({"type": "undo", "ply": first.ply})
            await catch_up(a, b)
            await other.ask({"type": "answer", "yes": True})
            await catch_up(a, b)
            self.assertEqual(first.view, view)
            await self.assert_code("nothing", other.ask({"type": "undo", "ply": first.ply}))
        self.run_async(run())

    def test_bots_and_takeover(self):
        async def run():
            t = await create(self.port, "blank", [{"kind": "me", "name": "Anna"},
                                                  {"kind": "bot", "bot": "greedy"},
                                                  {"kind": "bot", "bot": "random"}])
            a = await Table(self.port, t["table"], t["token"]).connect()
            await play_out(a, stop=lambda: a.ply > 6)
            await a.ask({"type": "leave"})
            while not a.over:
                await a.next()
            self.assertIn("stand_in", {m.get("by") for m in a.log})
            self.assertIn("bot", {m.get("by") for m in a.log})
        self.run_async(run())

    def test_patience_after_restart(self):
        async def run():
            a, _ = await pair(self.port, live=False, patience=2, takeover="random")
            self.server.kill()
            self.server.start()
            await asyncio.sleep(6)  # nobody looks: the sweep finds it
            a.port = self.server.port
            await a.reconnect()
            while not a.over:
                await a.next()
        self.run_async(run())

    def test_rematch(self):
        async def run():
            a, b = await pair(self.port)
            await self.assert_code("playing", a.ask({"type": "rematch"}))
            await play_out(a, b)
            await catch_up(a, b)
            await a.ask({"type": "rematch"})
            await b.ask({"type": "answer", "yes": True})
            while a.log[-1]["type"] != "rematch":
                await a.next()
            again = await Table(self.port, a.log[-1]["table"], a.token).connect()
            self.assertEqual(again.info["origin"], a.table)
            self.assertIsNotNone(again.you)
        self.run_async(run())

    def test_import_branch_replay(self):
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b, stop=lambda: a.ply >= 4)
            await self.assert_code("not_over", call(self.port, "GET", f"/tables/{a.table}/file"))
            await self.assert_code("not_over", call(self.port, "POST", f"/tables/{a.table}/branch",
                                                    {"ply": 2, "seats": TWO}))
            await play_out(a, b)
            await catch_up(a, b)
            file = await call(self.port, "GET", f"/tables/{a.table}/file")
            seats = [{"kind": "me", "name": "A"}, {"kind": "bot", "bot": "random"}]
            new = await call(self.port, "POST", "/tables", {"file": file, "ply": 4, "seats": seats})
            x = await Table(self.port, new["table"], new["token"]).connect()
            await play_out(x)
            br = await call(self.port, "POST", f"/tables/{a.table}/branch",
                            {"ply": 3, "seats": seats})
            y = await Table(self.port, br["table"], br["token"]).connect()
            self.assertGreaterEqual(y.ply, 3)
            moment = await call(self.port, "GET", f"/tables/{a.table}/replay?ply=2", None, a.token)
            self.assertEqual(moment["view"]["viewer"], 0)
            same = await call(self.port, "GET", f"/tables/{a.table}/replay?reply=3&ply=2", None, a.token)
            self.assertEqual(same, moment)
            broken = json.loads(json.dumps(file))
            broken["moves"][1][2] = "0" * 16
            await self.assert_code("differs", call(self.port, "POST", "/tables",
                                                   {"file": broken, "seats": seats}))
        self.run_async(run())

    def test_accounts(self):
        async def run():
            me = await call(self.port, "POST", "/account",
                            {"name": "Zoë", "passphrase": "open sesame"})
            await self.assert_code("taken", call(self.port, "POST", "/account",
                                                 {"name": "Zoë", "passphrase": "open sesame"}))
            await self.assert_code("login", call(self.port, "POST", "/session",
                                                 {"name": "Zoë", "passphrase": "open barley"}))
            await self.assert_code("login", call(self.port, "POST", "/session",
                                                 {"name": "Nobody", "passphrase": "open barley"}))
            again = await call(self.port, "POST", "/session",
                               {"name": "Zoë", "passphrase": "open sesame"})

            async def results():
                stats = await call(self.port, "GET", "/stats?game=blank")
                return sum(r["games"] for r in stats["results"])
            before = await results()  # of other tests in the same database
            t = await create(self.port, "blank", [{"kind": "me", "name": "Zoë"},
                                                  {"kind": "bot", "bot": "random"}],
                             token=me["token"])
            mine = await call(self.port, "GET", "/me", None, again["token"])
            self.assertEqual(mine["tables"][0]["info"]["table"], t["table"])
            # another device: the session opens the seat
            z = await Table(self.port, t["table"], again["token"]).connect()
            self.assertEqual(z.you, 0)
            await play_out(z)
            mine = await call(self.port, "GET", "/me", None, again["token"])
            self.assertEqual(mine["stats"][0]["games"], 1)
            self.assertEqual(await results() - before, 2)
            # a seat taken without an account is carried along
            u = await create(self.port, "blank", TWO)
            await call(self.port, "POST", f"/tables/{u['table']}/claim", {"token": u["token"]},
                       again["token"])
            self.assertEqual(len((await call(self.port, "GET", "/me", None,
                                             again["token"]))["tables"]), 2)
            await call(self.port, "DELETE", "/session", None, me["token"])
            await self.assert_code("token", call(self.port, "GET", "/me", None, me["token"]))
        self.run_async(run())

    def test_seats_by_link(self):
        async def run():
            t = await create(self.port, "blank", [{"kind": "me", "name": "A"}, {"kind": "link"}])
            await self.assert_code("taken", join(self.port, t["table"], "Eve"))
            await self.assert_code("taken", join(self.port, t["table"], "Eve", invite="x" * 32))
            b = await join(self.port, t["table"], "B", invite=t["invites"][0]["invite"])
            self.assertEqual(b["seat"], 1)
            await self.assert_code("taken", join(self.port, t["table"], "Eve",
                                                 invite=t["invites"][0]["invite"]))
        self.run_async(run())

    def test_fill_and_leave(self):
        async def run():
            t = await create(self.port, "blank", TWO)
            b = await join(self.port, t["table"], "B")
            u = await create(self.port, "blank", TWO + [{"kind": "open"}])
            v = await join(self.port, u["table"], "V")
            y = await Table(self.port, u["table"], v["token"]).connect()
            await y.ask({"type": "leave"})
            x = await Table(self.port, u["table"], u["token"]).connect()
            self.assertEqual(x.info["seats"][1]["kind"], "open")
            await x.ask({"type": "fill", "bot": "random"})
            await play_out(x)
            self.assertTrue(b["token"])
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
