#!/usr/bin/env python3
"""The server as people meet it: real process, real sockets, SQLite. SERAI names the program.

Run all: tests/server/test_server.py; one: tests/server/test_server.py Play.test_resume"""
import asyncio
import copy
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import WAIT, slowness
from serai_client import Closed, ProtocolError, Socket, Table, call, create, join, patched, request
from serai_server import SERAI, Server

TWO = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]


async def pair(port, game="blank", **terms):
    """A table with two people, both connected."""
    t = await create(port, game, TWO, **terms)
    j = await join(port, t["table"], "Boris")
    a = await Table(port, t["table"], t["token"]).connect()
    b = await Table(port, t["table"], j["token"]).connect()
    return a, b


async def catch_up(*tables):
    top = max(t.seq for t in tables)
    for t in tables:
        while t.seq < top:
            await t.next()


async def play_out(*tables, rng=random.Random(1), stop=None):
    """Random moves until the match is over (or stop says so)."""
    while not any(t.over for t in tables) and not (stop and stop()):
        for t in tables:
            if t.mine:
                await t.move(rng.choice(t.legal))
                break
        else:
            await tables[0].next()
        await catch_up(*tables)


class Case(unittest.TestCase):
    options, limits, store = (), 0, None

    def setUp(self):
        self.server = Server(*self.options, limits=self.limits, store=self.store).start()
        self.port = self.server.port

    def tearDown(self):
        alive, tail = self.server.alive(), self.server.tail()
        self.server.__exit__()
        self.assertTrue(alive or self.stopped, "the server died:\n" + tail)

    stopped = False

    def run_async(self, coroutine, seconds=60):
        return asyncio.run(asyncio.wait_for(coroutine, max(seconds, WAIT)))

    def assert_code(self, code, coroutine):
        async def run():
            with self.assertRaises(ProtocolError) as e:
                await coroutine
            self.assertEqual(e.exception.code, code)
        return run()


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

    def test_vote_and_back(self):
        async def run():
            t = await create(self.port, "blank", [{"kind": "me", "name": "A"}, {"kind": "open"},
                                                  {"kind": "open"}], takeover="random")
            b = await join(self.port, t["table"], "B")
            c = await join(self.port, t["table"], "C")
            people = [await Table(self.port, t["table"], x["token"]).connect() for x in (t, b, c)]
            await play_out(*people, stop=lambda: people[0].mine)
            await people[1].ask({"type": "vote", "for": 0})
            await self.assert_code("range", people[1].ask({"type": "vote", "for": 1}))
            await people[2].ask({"type": "vote", "for": 0})
            while not any(m.get("by") == "stand_in" for m in people[0].log):
                await people[0].next()
            await catch_up(*people)
            await people[0].ask({"type": "back"})
            await play_out(*people)
            self.assertTrue(people[0].over)
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
            stats = await call(self.port, "GET", "/stats?game=blank")
            self.assertEqual(sum(r["games"] for r in stats["results"]), 2)
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


async def quiet(t, seconds):
    """Nothing numbered comes for so long."""
    end = asyncio.get_running_loop().time() + seconds
    while True:
        left = end - asyncio.get_running_loop().time()
        try:
            m = await asyncio.wait_for(t.next(), max(left, 0.01))
        except asyncio.TimeoutError:
            return
        if m["type"] != "presence":
            raise AssertionError(f"{m['type']} came")


class Waiting(Case):
    """Clocks, patience, stand-ins, and seats handed back: with real time, but little of it."""

    async def until(self, t, kind, **what):
        """The next message of that kind."""
        while True:
            m = await t.next()
            if m["type"] == kind and all(m.get(k) == v for k, v in what.items()):
                return m

    def test_clock_runs_out(self):
        async def run():
            a, b = await pair(self.port, clock={"total": 2, "add": 1}, takeover="random")
            slow, quick = (a, b) if a.mine else (b, a)
            begun = time.time()
            m = await self.until(quick, "stand_in")
            self.assertEqual((m["seat"], m["why"], m["bot"]), (slow.you, "time", "random"))
            self.assertTrue(1.9 < time.time() - begun < 5 * slowness(), time.time() - begun)
            move = await self.until(quick, "move")
            self.assertEqual((move["seat"], move["by"]), (slow.you, "stand_in"))
            await catch_up(slow, quick)
            # he is there, but the bot has the seat
            with self.assertRaises(ProtocolError) as e:
                await slow.move("take", ply=slow.ply)
            self.assertIn(e.exception.code, ("turn", "stand_in"))
            await slow.ask({"type": "back"})
            await catch_up(slow, quick)
            info = (await Table(self.port, a.table).connect()).info
            self.assertNotIn("stand_in", info["seats"][slow.you])
            self.assertEqual(info["seats"][slow.you]["clock"], 1000)  # what a decision adds
            # and he plays again
            while not slow.mine:
                if quick.mine:
                    await quick.move(quick.legal[0])
                await catch_up(slow, quick)
                if not slow.mine and not quick.mine:
                    await slow.next()
            await slow.move(slow.legal[0])
            mine = [m for m in slow.log if m["type"] == "move" and m["seat"] == slow.you]
            self.assertEqual(mine[-1]["by"] in ("player", "forced"), True)
        self.run_async(run())

    def test_clock_counts(self):
        """Time passes for who decides, and each decision adds."""
        async def run():
            a, b = await pair(self.port, clock={"total": 100, "add": 7})
            first = a if a.mine else b
            await asyncio.sleep(0.5)
            other = b if first is a else a
            for kind in ("leave", "back"):  # what others do gives no time
                await other.ask({"type": kind})
            await catch_up(a, b)
            await first.move(first.legal[0])
            clock = [m["clock"] for m in first.log if m["type"] == "move"][0]
            self.assertTrue(100000 + 7000 - 3000 < clock <= 100000 + 7000 - 500, clock)
            seats = (await call(self.port, "GET", f"/tables/{a.table}"))["seats"]
            self.assertEqual(seats[other.you]["clock"] >= 100000, True)
        self.run_async(run())

    def test_patience_with_the_absent(self):
        """Live: only absence counts. Who is there may think; who goes is replaced; who comes back in time is
        not."""
        async def run():
            a, b = await pair(self.port, patience=2, takeover="random")
            first, other = (a, b) if a.mine else (b, a)
            await quiet(other, 3)  # he is there
            first.close()
            await asyncio.sleep(1)
            await first.connect()  # away for a moment
            await quiet(other, 3)
            begun = time.time()
            first.close()
            m = await self.until(other, "stand_in")
            self.assertEqual((m["seat"], m["why"]), (first.you, "time"))
            self.assertTrue(1.5 < time.time() - begun < 6 * slowness(), time.time() - begun)
            await first.connect()
            await first.ask({"type": "back"})
            await play_out(first, other)
            self.assertTrue(first.over)
        self.run_async(run())

    def test_patience_by_turns(self):
        async def run():
            a, b = await pair(self.port, live=False, patience=1, takeover="random")
            while not a.over:
                await a.next()
            self.assertEqual({m["why"] for m in a.log if m["type"] == "stand_in"}, {"time"})
            results = await call(self.port, "GET", "/stats?game=blank")
            self.assertEqual({r["kind"] for r in results["results"]}, {"stand_in"})
        self.run_async(run())

    def test_for_ever(self):
        async def run():
            a, b = await pair(self.port, patience=0)
            first, other = (a, b) if a.mine else (b, a)
            first.close()
            await quiet(other, 2)
        self.run_async(run())

    def test_clock_while_the_server_is_down(self):
        """Time passes all the same; the seat is lost at the first look, by clock or sweep."""
        async def run():
            a, b = await pair(self.port, clock={"total": 1, "add": 0}, patience=0, takeover="random")
            self.server.kill()
            await asyncio.sleep(1.2)
            self.server.start()
            a.port = self.server.port
            await a.reconnect()
            while not a.over:
                await a.next()
            self.assertIn("stand_in", [m["type"] for m in a.log])
        self.run_async(run())

    def test_votes(self):
        """More than half of the others present; one's own seat and bots cannot be voted on; votes count once,
        and no longer when the seat was handed back."""
        async def run():
            seats = [{"kind": "me", "name": "A"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"},
                     {"kind": "bot", "bot": "random"}]
            t = await create(self.port, "caravans", seats, takeover="random")
            tokens = [t] + [await join(self.port, t["table"], n) for n in "BCD"]
            a, b, c, d = [await Table(self.port, t["table"], x["token"]).connect() for x in tokens]

            async def stood_in():
                await catch_up(a, b, c, d)
                return (await call(self.port, "GET", f"/tables/{t['table']}"))["seats"][3].get("stand_in")
            await self.assert_code("range", a.ask({"type": "vote", "for": 0}))
            await self.assert_code("range", a.ask({"type": "vote", "for": 4}))
            await self.assert_code("range", a.ask({"type": "vote", "for": 9}))
            await a.ask({"type": "vote", "for": 3})
            await a.ask({"type": "vote", "for": 3})
            self.assertIsNone(await stood_in())  # one of three, however often
            await b.ask({"type": "vote", "for": 3})
            self.assertEqual(await stood_in(), "random")
            await self.assert_code("range", c.ask({"type": "vote", "for": 3}))
            await d.ask({"type": "back"})
            self.assertIsNone(await stood_in())
            await c.ask({"type": "vote", "for": 3})
            self.assertIsNone(await stood_in())  # the old votes are gone
            await b.ask({"type": "leave"})       # of the two that are left, two are needed
            self.assertIsNone(await stood_in())
            await a.ask({"type": "vote", "for": 3})
            self.assertEqual(await stood_in(), "random")
            why = [(m["seat"], m["why"]) for m in a.log if m["type"] == "stand_in"]
            self.assertEqual(why, [(3, "vote"), (1, "left"), (3, "vote")])
        self.run_async(run())


class Standing(Case):
    """Standing answers to the questions the games really ask out of turn."""

    async def matches(self, game, rules, judge, seats=TWO, matches=12, options=None):
        """Plays until the seat with the rules was answered for and the other was asked. judge(view, move) is
        true when the rules were followed."""
        answered = asked = 0
        for seed in range(matches):
            rng = random.Random(seed)
            t = await create(self.port, game, seats, options=options or {})
            j = await join(self.port, t["table"], "B")
            a = await Table(self.port, t["table"], t["token"]).connect()
            b = await Table(self.port, t["table"], j["token"]).connect()
            await b.ask({"type": "prefs", "standing": rules})
            asks = {r["ask"] for r in rules}
            views = {}
            take = b.take

            def watch(m, b=b, views=views, take=take):
                if m["type"] == "move" and m.get("by") == "standing":
                    views[m["seq"]] = copy.deepcopy(b.view), m["move"]
                take(m)
            b.take = watch
            while not a.over and not b.over:
                mover = a if a.mine else b if b.mine else None
                if mover:
                    if mover.decision["ask"] in asks:
                        self.assertIs(mover, a, "the rules should have answered")
                        asked += 1
                    await mover.move(rng.choice(mover.legal))
                else:
                    await a.next()
                await catch_up(a, b)
            for view, move in views.values():
                self.assertTrue(judge(view, move), (view, move))
            answered += len(views)
            told = {m["by"] for m in a.log if m["type"] == "move"}
            self.assertLessEqual(told, {"player", "bot", "forced"})  # the others are not told why
            self.assertFalse(any("standing" in m for m in a.log))
            a.close()
            b.close()
            if answered and asked:
                return answered, asked
        self.fail(f"answered {answered}, asked {asked}")

    def test_yspahan_keep(self):
        """Always keep while I have 2 camels, else load."""
        rules = [{"ask": "keep", "verb": "keep",
                  "when": [{"path": ["players", "$me", "camels"], "op": "ge", "value": 2}]},
                 {"ask": "keep", "move": "load"}]

        def judge(view, move):
            players = view["players"]
            me = players[1] if isinstance(players, list) else list(players.values())[1]
            return move == ("keep" if me["camels"] >= 2 else "load")
        self.run_async(self.matches("yspahan", rules, judge))

    def test_merv_ransom(self):
        """Never pay ransom."""
        self.run_async(self.matches("merv", [{"ask": "ransom", "verb": "lose"}],
                                    lambda view, move: move.startswith("lose")))

    def test_caravans_reply(self):
        """Accept nothing; let a city produce what comes first."""
        rules = [{"ask": "reply", "verb": "decline"}, {"ask": "produce", "verb": "produce"}]
        self.run_async(self.matches("caravans", rules,
                                    lambda view, move: move.split()[0] in ("decline", "produce")))

    def test_rules_are_checked(self):
        async def run():
            a, b = await pair(self.port)
            for bad in ([{"ask": "x"}], [{"ask": "turn"}], [{"ask": "turn", "verb": "take"}] * 17, {},
                        [{"ask": "turn", "verb": "take", "when": {}}],
                        [{"ask": "turn", "verb": "take", "when": [{"path": ["a"], "op": "gt", "value": 1}]}],
                        [{"ask": "turn", "verb": "take", "when": [{"path": ["a"], "op": "q ", "value": 1}]}],
                        [{"ask": "turn", "verb": "take", "when": [{"path": ["a"], "op": "", "value": 1}]}],
                        [{"ask": "turn", "verb": "take", "when": [{"path": ["a"], "op": "ge"}]}]):
                await self.assert_code("range", a.ask({"type": "prefs", "standing": bad}))
            # conditions that lead nowhere do not hold
            for path in (["nowhere"], ["player", 9, "hand_count"], ["player", "$me"], ["ply", "x"], []):
                await a.ask({"type": "prefs", "standing": [
                    {"ask": "turn", "verb": "take", "when": [{"path": path, "op": "ge", "value": 0}]}]})
            self.assertEqual(a.ply, 0)
            # and both always take: the match plays itself
            rule = {"ask": "turn", "verb": "take",
                    "when": [{"path": ["player", "$me", "hand_count"], "op": "le", "value": 9}]}
            for t in (a, b):
                try:
                    await t.ask({"type": "prefs", "standing": [rule]})
                except ProtocolError as e:
                    self.assertEqual(e.code, "over")
            await catch_up(a, b)
            self.assertTrue(a.over)
        self.run_async(run())


class Forgetting(Case):
    """Passphrases, sessions, and leaving no trace."""
    NAME, PASS = "Scheherazade", {"name": "Scheherazade", "passphrase": "open sesame"}

    def test_passphrase(self):
        async def run():
            me = await call(self.port, "POST", "/account", self.PASS)
            other = await call(self.port, "POST", "/session", self.PASS)
            t = await create(self.port, "blank", TWO, token=me["token"])
            thief = await Table(self.port, t["table"], other["token"]).connect()
            mine = await Table(self.port, t["table"], me["token"]).connect()
            by_seat = await Table(self.port, t["table"], t["token"]).connect()

            def change(old, new, token=me["token"]):
                return call(self.port, "POST", "/me/passphrase", {"old": old, "new": new}, token)
            await self.assert_code("login", change("open barley", "open rye bread"))
            await self.assert_code("range", change("open sesame", "short"))
            await self.assert_code("token", change("open sesame", "open rye bread", "x" * 32))
            self.assertEqual((await call(self.port, "GET", "/me", None, other["token"]))["name"],
                             self.NAME)
            await change("open sesame", "open rye bread")
            await self.assert_code("token", call(self.port, "GET", "/me", None, other["token"]))
            self.assertEqual((await call(self.port, "GET", "/me", None, me["token"]))["name"],
                             self.NAME)
            with self.assertRaises(Closed) as e:
                while True:
                    await thief.next()
            self.assertEqual(e.exception.code, 1008)
            for t in (mine, by_seat):  # undisturbed
                await t.ask({"type": "ping"})
            await self.assert_code("login", call(self.port, "POST", "/session", self.PASS))
            await call(self.port, "POST", "/session", {**self.PASS, "passphrase": "open rye bread"})
            await call(self.port, "DELETE", "/session", None, me["token"])
            with self.assertRaises(Closed):
                while True:
                    await mine.next()
            await by_seat.ask({"type": "ping"})
        self.run_async(run())

    async def leave_traces(self):
        """Tables that know the name: open and listed, being played, over, bound to the account later,
        and one where somebody else has the seat now."""
        me = await call(self.port, "POST", "/account", self.PASS)
        seats = [{"kind": "me", "name": self.NAME}, {"kind": "open"}]
        listed = await create(self.port, "blank", seats, token=me["token"], listed=True)
        played = await create(self.port, "blank", seats)
        await call(self.port, "POST", f"/tables/{played['table']}/claim", {"token": played["token"]},
                   me["token"])
        boris = await join(self.port, played["table"], "Boris")
        a = await Table(self.port, played["table"], played["token"]).connect()
        b = await Table(self.port, played["table"], boris["token"]).connect()
        await play_out(a, b, stop=lambda: a.ply > 2)
        await a.ask({"type": "chat", "text": "a thousand and one"})
        await b.ask({"type": "chat", "text": "good night"})
        over = await create(self.port, "blank", [seats[0], {"kind": "bot", "bot": "random"}],
                            token=me["token"])
        await play_out(await Table(self.port, over["table"], over["token"]).connect())
        left = await create(self.port, "blank", [{"kind": "open"}, {"kind": "open"}])
        mine = await join(self.port, left["table"], self.NAME, me["token"], seat=0)
        x = await Table(self.port, left["table"], mine["token"]).connect()
        await x.ask({"type": "chat", "text": "a thousand and one"})
        await x.ask({"type": "leave"})
        x.close()
        await join(self.port, left["table"], "Dunyazad", seat=0)
        tables = [t["info"]["table"] for t in
                  (await call(self.port, "GET", "/me", None, me["token"]))["tables"]]
        self.assertEqual(set(tables), {listed["table"], played["table"], over["table"]})
        return me, b, [listed, played, over, left]

    async def traces(self, *tables):
        """Where the server still says the name."""
        said = [await call(self.port, "GET", f"/tables/{t['table']}") for t in tables]
        said.append(await call(self.port, "GET", "/lobby"))
        return [text for text in map(json.dumps, said) if self.NAME in text]

    async def forgotten(self, me, b, tables):
        while await self.traces(*tables):
            await asyncio.sleep(0.2)
        await self.assert_code("token", call(self.port, "GET", "/me", None, me["token"]))
        await self.assert_code("login", call(self.port, "POST", "/session", self.PASS))
        # the others' match goes on, with all they said and did
        try:
            while True:
                await asyncio.wait_for(b.next(), 1)
        except (Closed, asyncio.TimeoutError):
            pass
        fresh = await Table(self.port, b.table, b.token).reconnect()
        self.assertEqual(fresh.info["seats"][0]["name"], "-")
        self.assertEqual((fresh.ply, fresh.view), (b.ply, b.view))
        self.assertEqual(fresh.info["seats"][1]["name"], "Boris")
        with self.assertRaises(ProtocolError):
            await Table(self.port, b.table, tables[1]["token"]).connect()
        left = await call(self.port, "GET", f"/tables/{tables[3]['table']}")
        self.assertEqual(left["seats"][0]["name"], "Dunyazad")
        while tables[0]["table"] not in [t["table"] for t in
                                         (await call(self.port, "GET", "/lobby"))["tables"]]:
            await asyncio.sleep(0.2)  # it is back as soon as it is saved anew
        await fresh.ask({"type": "vote", "for": 0})
        await play_out(fresh)

    def at_rest(self, account, words=("Boris", "good night", "Dunyazad")):
        """What the files hold: nothing of hers, all of theirs."""
        held = b""
        for name in os.listdir(self.server.data):
            if name.startswith("serai.db"):
                with open(os.path.join(self.server.data, name), "rb") as f:
                    held += f.read()
        for word in (self.NAME, self.NAME.lower(), "thousand", account):
            self.assertNotIn(word.encode(), held)
        for word in words:
            self.assertIn(word.encode(), held)

    def test_forget_me(self):
        async def run():
            me, b, tables = await self.leave_traces()
            await call(self.port, "DELETE", "/me", None, me["token"])
            self.assertEqual(await self.traces(*tables), [])  # at once
            await self.forgotten(me, b, tables)
            return me["account"]
        account = self.run_async(run())
        self.at_rest(account)
        self.assertNotIn(self.NAME, self.server.tail())

    def test_forgotten_by_the_operator(self):
        """The same from outside, while the server runs and has the tables in memory."""
        admin = [SERAI, "admin", "--data", self.server.data]

        async def run():
            me, b, tables = await self.leave_traces()
            listed = subprocess.run([*admin, "players"], capture_output=True, text=True)
            self.assertIn(self.NAME, listed.stdout)
            out = await asyncio.to_thread(subprocess.run, [*admin, "forget", self.NAME.upper()],
                                          capture_output=True, text=True)
            self.assertEqual((out.returncode, out.stderr), (0, ""))
            await self.forgotten(me, b, tables)
            return me["account"]
        account = self.run_async(run())
        self.at_rest(account)
        out = subprocess.run([*admin, "forget", self.NAME], capture_output=True)
        self.assertEqual(out.returncode, 2)

    def test_database_of_the_first_version(self):
        """The numbered migrations bring an old database up to date."""
        self.run_async(pair(self.port))
        self.server.stop()
        path = os.path.join(self.server.data, "serai.db")
        db = sqlite3.connect(path)
        db.executescript("ALTER TABLE place DROP COLUMN gone;"
                         "UPDATE meta SET value = '1' WHERE name = 'schema'")
        db.close()
        self.server.start()
        db = sqlite3.connect(path)
        self.assertEqual(db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone(), ("2",))
        self.assertEqual(db.execute("SELECT COUNT(gone) FROM place").fetchone(), (0,))
        db.close()


class Keeping(Case):
    def test_backup_list_show(self):
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b, stop=lambda: a.ply > 3)
            return a
        a = self.run_async(run())
        admin = [SERAI, "admin", "--data", self.server.data]
        copy = os.path.join(self.server.data, "copy", "serai.db")
        os.mkdir(os.path.dirname(copy))
        subprocess.run([*admin, "backup", copy], check=True, capture_output=True)
        listed = subprocess.run([SERAI, "admin", "--data", os.path.dirname(copy), "list"],
                                capture_output=True, text=True, check=True).stdout
        self.assertIn(a.table, listed)
        shown = subprocess.run([*admin, "show", a.table], capture_output=True, text=True,
                               check=True).stdout
        self.assertIn("move", shown)
        self.assertEqual(subprocess.run([*admin, "show", "nowhere"],
                                        capture_output=True).returncode, 2)

    def test_backup_while_people_play(self):
        """A large database and no pause between writes: the copy is made, sound, and holds nobody up."""
        self.server.stop()
        path = os.path.join(self.server.data, "serai.db")
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE ballast (b BLOB)")
        db.executemany("INSERT INTO ballast VALUES (?)", [(os.urandom(1 << 20),) for _ in range(60)])
        db.commit()
        db.close()
        self.server.start()
        self.port = self.server.port
        done = asyncio.Event()
        slowest, acked = [0.0], []

        async def play():
            while not done.is_set():
                a, b = await pair(self.port)
                while not a.over and not done.is_set():
                    t = a if a.mine else b
                    begun = time.time()
                    ok = await t.move(t.legal[0])
                    acked.append((a.table, ok["seq"]))
                    slowest[0] = max(slowest[0], time.time() - begun)
                    await catch_up(a, b)

        async def run():
            players = [asyncio.create_task(play()) for _ in range(4)]
            await asyncio.sleep(0.5)
            before = list(acked)
            copy = os.path.join(self.server.data, "copy.db")
            out = await asyncio.to_thread(subprocess.run, [SERAI, "admin", "--data", self.server.data,
                                                           "backup", copy], capture_output=True)
            self.assertEqual(out.returncode, 0, out.stderr)
            done.set()
            await asyncio.gather(*players)
            db = sqlite3.connect(copy)
            kept = set(db.execute("SELECT tab, seq FROM entry").fetchall())
            self.assertEqual(db.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            self.assertLessEqual(set(before), kept)
            self.assertLess(slowest[0], 3 * slowness())
        self.run_async(run())

    def test_newer_database(self):
        self.server.stop()
        self.stopped = True
        db = sqlite3.connect(os.path.join(self.server.data, "serai.db"))
        db.execute("UPDATE meta SET value = '99' WHERE name = 'schema'")
        db.commit()
        db.close()
        out = subprocess.run([SERAI, "serve", "--data", self.server.data, "--port", "0"],
                             capture_output=True, text=True, timeout=WAIT)
        self.assertEqual(out.returncode, 3)
        self.assertIn("newer serai", out.stderr)

    def test_two_servers_one_folder(self):
        out = subprocess.run([SERAI, "serve", "--data", self.server.data, "--port", "0"],
                             capture_output=True, text=True, timeout=WAIT)
        self.assertEqual(out.returncode, 3)
        self.assertIn("another server", out.stderr)

    def test_health_metrics_page(self):
        async def run():
            status, head, body = await request(self.port, "GET", "/healthz")
            self.assertEqual((status, json.loads(body)["status"]), (200, "ok"))
            status, _, body = await request(self.port, "GET", "/metrics")
            self.assertIn(b"serai_ack_seconds_bucket", body)
            for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
                self.assertIn(name, head)
            self.assertIn("default-src 'none'", head["content-security-policy"])
            status, _, _ = await request(self.port, "GET", "/no/such/page")
            self.assertEqual(status, 404)
            status, _, _ = await request(self.port, "GET", "/api/v1/nothing")
            self.assertEqual(status, 404)
        self.run_async(run())


class OtherRules(Case):
    """A program whose rules are others: the match goes on, after a stop in good order and after a crash."""

    async def some_moves(self, plies=12):
        a, b = await pair(self.port, "yspahan")
        await play_out(a, b, stop=lambda: a.ply >= plies)
        await catch_up(a, b)
        return a, b

    def change(self, *sql):
        """Changes the stored table so that today's rules are other ones than those it was played by."""
        db = sqlite3.connect(os.path.join(self.server.data, "serai.db"))
        for statement in sql:
            self.assertGreater(db.execute(*statement).rowcount, 0)
        covered = db.execute("SELECT MAX(seq) FROM snapshot").fetchone()[0]
        last = db.execute("SELECT MAX(seq) FROM entry").fetchone()[0]
        db.commit()
        db.close()
        return covered, last

    # Set-up by another seed: not one move of the log leads where it led.
    ANOTHER_DEAL = ("UPDATE setup SET config = json_set(config, '$.seed', '4711')",)

    async def come_back(self, a, b):
        for t in (a, b):
            t.port = self.server.port
            await t.reconnect()
        await catch_up(a, b)

    def test_stopped_in_good_order(self):
        """Nothing is lost: position, ply and whose turn it is."""
        a, b = self.run_async(self.some_moves())
        before = a.view, b.view, a.ply, a.decision
        self.assertEqual(self.server.stop(), 0)
        covered, last = self.change(self.ANOTHER_DEAL)
        self.assertEqual(covered, last)
        self.server.start()

        async def go_on():
            await self.come_back(a, b)
            self.assertEqual((a.view, b.view, a.ply, a.decision), before)
            await play_out(a, b)
            self.assertTrue(a.over)
            await self.assert_code("old_rules", call(self.server.port, "GET",
                                                     f"/tables/{a.table}/file"))
        self.run_async(go_on())
        self.assertIn("replay_failed", self.server.tail())

    def test_words_that_are_gone(self):
        """A snapshot names what the rules of today do not have: no match, a reason in the log, all kept."""
        a, _ = self.run_async(self.some_moves())
        self.assertEqual(self.server.stop(), 0)
        kept = self.change(self.ANOTHER_DEAL, ("UPDATE setup SET config = json_set(config, '$.rules_version', 0)",),
                           ("""UPDATE snapshot SET state = json_set(state, '$.gone', 1)""",))
        self.server.start()
        self.run_async(self.assert_code("damaged", call(self.server.port, "GET", f"/tables/{a.table}")))
        log = self.server.tail()
        self.assertIn('"rules_version":0', log)
        self.assertIn("table_damaged", log)
        self.assertIn("gone", log)
        self.assertEqual(self.server.stop(), 0)
        self.assertEqual(self.change(), kept)
        self.server.start()

    def test_killed(self):
        """The moves since the snapshot are played again, by the rules of today."""
        a, b = self.run_async(self.some_moves())
        before = a.view, b.view, a.ply, a.decision
        self.server.kill()
        covered, last = self.change(self.ANOTHER_DEAL)
        self.assertLess(covered, last)
        self.server.start()

        async def go_on():
            await self.come_back(a, b)
            self.assertEqual((a.view, b.view, a.ply, a.decision), before)
            await play_out(a, b)
        self.run_async(go_on())

    def test_killed_and_a_move_is_gone(self):
        """One of the moves since the snapshot is no longer legal: it and what followed is taken back."""
        a, b = self.run_async(self.some_moves())
        self.server.kill()
        covered, last = self.change(
            self.ANOTHER_DEAL,
            ("""UPDATE entry SET body = json_set(body, '$.m', 'fly away', '$.v', 255) WHERE seq =
             (SELECT MIN(seq) + 2 FROM entry WHERE kind = 'move' AND seq > (SELECT seq FROM snapshot))""",))
        self.assertLess(covered + 2, last)
        plies = a.ply
        self.server.start()

        async def go_on():
            await self.come_back(a, b)
            fresh = await Table(a.port, a.table, a.token).connect()
            self.assertLess(fresh.ply, plies)
            self.assertGreater(fresh.seq, last)  # the log goes on where it was
            return fresh.ply, fresh.view, fresh.seq
        found = self.run_async(go_on())
        self.assertIn("moves_taken_back", self.server.tail())
        self.server.kill()  # and once more: what was taken back stays so
        self.server.start()

        async def again():
            await self.come_back(a, b)
            fresh = await Table(a.port, a.table, a.token).connect()
            self.assertEqual((fresh.ply, fresh.view, fresh.seq), found)
            a.seq = b.seq = -1
            a.close(), b.close()
            await a.connect()
            await b.connect()
            await play_out(a, b)
            self.assertTrue(a.over)
        self.run_async(again())
        self.assertEqual(self.server.tail().count("moves_taken_back"), 1)

    def test_killed_after_an_undo_beyond_the_snapshot(self):
        """The position that was gone back to was not kept: the match goes on from the snapshot."""
        a, b = self.run_async(self.some_moves(24))
        self.server.kill()
        self.change(self.ANOTHER_DEAL,
                    ("""INSERT INTO entry (tab, seq, at, kind, seat, body) SELECT tab, MAX(seq) + 1, MAX(at), 'undo',
                     0, '{"to":1}' FROM entry""",))
        self.server.start()

        async def go_on():
            a.seq = b.seq = -1
            await self.come_back(a, b)
            self.assertGreater(a.ply, 1)
            await play_out(a, b)
            self.assertTrue(a.over)
        self.run_async(go_on())


def strings(value):
    """All texts within a JSON value."""
    if isinstance(value, dict):
        for k, v in value.items():
            yield from strings(k)
            yield from strings(v)
    elif isinstance(value, list):
        for v in value:
            yield from strings(v)
    elif isinstance(value, str):
        yield value


class Hidden(Case):
    """Hidden information leaves only in the view of its seat: looked at on the wire."""

    def watch(self, game, seed):
        async def run():
            rng = random.Random(seed)
            t = await create(self.port, game, TWO + [{"kind": "bot", "bot": "random"}])
            j = await join(self.port, t["table"], "Boris")
            a = await Table(self.port, t["table"], t["token"]).connect()
            b = await Table(self.port, t["table"], j["token"]).connect()
            w = await Table(self.port, t["table"]).connect()
            everything = {0: [], 1: [], 7: []}
            take = Table.take

            def record(self, m, who):
                everything[who].append(m)
                take(self, m)
            for who, x in ((0, a), (1, b), (7, w)):
                x.take = lambda m, x=x, who=who: record(x, m, who)
            await play_out(a, b, rng=rng)
            await catch_up(a, b, w)
            file = await call(self.port, "GET", f"/tables/{t['table']}/file")
            hashes = {m[2] for m in file["moves"]}
            for who, messages in everything.items():
                for m in messages:
                    if m.get("over") or m["type"] == "ok":
                        continue
                    text = json.dumps(m)
                    self.assertNotIn(str(file["seed"]), text)
                    self.assertNotIn(file["fair"]["salt"], text)
                    self.assertFalse(hashes & set(strings(m)), "a hash of the state on the wire")
                    if m["type"] == "move" and m["seat"] != who:
                        self.assertNotIn("move", m)
                        self.assertNotIn("id", m)
                        self.assertNotIn("legal", m if m["decision"]["seat"] != who else {})
                        self.assertIn(m["by"], ("player", "bot"))
                        for e in m["events"]:
                            if who not in e.get("seen_by", range(8)):
                                self.assertIn("?", e.values())
                    for part in (m.get("view"), m.get("delta")):
                        if part:
                            self.assertIsNone(part.get("rng"))
                            if game == "blank":
                                self.hand_hidden(part, who)
                                self.assertLessEqual(set(part.get("deck", [])), {"?"})
        self.run_async(run())

    def hand_hidden(self, part, who):
        players = part.get("player", [])
        rows = enumerate(players) if isinstance(players, list) else \
            ((int(k), v) for k, v in players.items())
        for seat, row in rows:
            if seat != who and "hand" in row:
                self.assertEqual(set(row["hand"].values()), {"?"})

    def test_blank(self):
        for seed in range(3):
            self.watch("blank", seed)

    def test_yspahan(self):
        self.watch("yspahan", 5)

    def test_views_agree_with_rules(self):
        """What a seat gets over the wire is what the rules say it may see, at every ply."""
        async def run():
            a, b = await pair(self.port)
            await play_out(a, b)
            await catch_up(a, b)
            for ply in range(0, a.ply):
                for who, token in ((0, a.token), (1, b.token), (7, None)):
                    m = await call(self.port, "GET", f"/tables/{a.table}/replay?ply={ply}", None,
                                   token)
                    self.hand_hidden(m["view"], who)
            await self.assert_code("token", call(
                self.port, "GET", f"/tables/{a.table}/replay?ply=1", None, "f" * 32))
        self.run_async(run())

    def test_log_tells_what_was_seen(self):
        """The list of decisions says to each viewer what the messages said, undone ones left out."""
        def standing(t):
            log = []
            for m in t.log:
                if m["type"] == "undo":
                    del log[m["to"]:]
                if m["type"] == "move":
                    log.append({k: m[k] for k in ("seat", "at", "by", "move", "events") if k in m})
            return [{"ply": ply, **row} for ply, row in enumerate(log)]

        async def told(t, start=0):
            answer = await call(self.port, "GET", f"/tables/{t.table}/log?from={start}", None, t.token)
            self.assertEqual(answer["ply"], t.ply)
            return answer["log"]

        async def run():
            a, b = await pair(self.port, "yspahan")
            w = await Table(self.port, a.table).connect()
            await self.assert_code("range", told(a, 1))
            for until in (6, 40):
                await play_out(a, b, stop=lambda: a.ply >= until)
                await catch_up(a, b, w)
                asker = next(t for t in (a, b) if any(m.get("by") == "player" and "move" in m
                                                      for m in t.log[-4:]))
                await asker.ask({"type": "undo", "ply": asker.ply})
                await catch_up(a, b, w)
                for t in (a, b):
                    if t is not asker and asker.log[-1]["type"] == "ask":
                        await t.ask({"type": "answer", "yes": True})
                await catch_up(a, b, w)
            self.assertTrue(any(m["type"] == "undo" for m in w.log))
            for t in (a, b, w):
                self.assertEqual(await told(t), standing(t))
                self.assertEqual(await told(t, t.ply - 3), standing(t)[-3:])
            self.assertEqual(await told(a, a.ply), [])
            for start in (-1, a.ply + 1, 99999999):
                await self.assert_code("range", told(a, start))
            await self.assert_code("token", call(
                self.port, "GET", f"/tables/{a.table}/log", None, "f" * 32))
        self.run_async(run())

    def test_forged_tokens(self):
        async def run():
            a, b = await pair(self.port)
            for token in ("", "x", "f" * 32, a.token[:-1] + ("a" if a.token[-1] != "a" else "b"),
                          "f" * 500, a.token.upper(), b.table, "' OR 1=1 --"):
                with self.assertRaises(ProtocolError) as e:
                    await Table(self.port, a.table, token or "\x01").connect()
                self.assertEqual(e.exception.code, "token")
            other, _ = await pair(self.port)
            with self.assertRaises(ProtocolError):  # another table's seat
                await Table(self.port, a.table, other.token).connect()
            db = sqlite3.connect(os.path.join(self.server.data, "serai.db"))
            dump = "\n".join(db.iterdump())
            for secret in (a.token, b.token):
                self.assertNotIn(secret, dump)
                self.assertNotIn(secret, self.server.tail())
        self.run_async(run())


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2 if len(sys.argv) > 1 else 1)
