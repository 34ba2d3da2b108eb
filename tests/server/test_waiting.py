#!/usr/bin/env python3
"""Who is absent or slow: clocks, patience, votes; and answers given in advance.

Run all: tests/server/test_waiting.py; one: tests/server/test_waiting.py CLASS.test_name. SERAI names the program."""
import asyncio
import copy
import os
import random
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import slowness
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import ProtocolError, Table, call, create, join


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
        """More than half of the others present; one's own seat and bots cannot be voted on; votes count once, and
        no longer when he is back."""
        async def run():
            seats = [{"kind": "me", "name": "A"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"},
                     {"kind": "bot", "bot": "random"}]
            t = await create(self.port, "caravans", seats, takeover="random", patience=1)
            tokens = [t] + [await join(self.port, t["table"], n) for n in "BCD"]
            people = [await Table(self.port, t["table"], x["token"]).connect() for x in tokens]
            turn = people[0].decision["seat"]
            others = [p for p in people if p.you != turn]
            d, (x, y) = others[0], others[1:3]  # his turn is later: only votes replace him
            await self.assert_code("range", x.ask({"type": "vote", "for": x.you}))
            await self.assert_code("range", x.ask({"type": "vote", "for": 4}))
            await self.assert_code("range", x.ask({"type": "vote", "for": 9}))

            async def stood_in():
                await catch_up(x, y)
                seats = (await call(self.port, "GET", f"/tables/{t['table']}"))["seats"]
                return seats[d.you].get("stand_in")

            async def goes():
                d.close()
                await asyncio.sleep(1.3)
            await goes()
            await x.ask({"type": "vote", "for": d.you})
            await x.ask({"type": "vote", "for": d.you})
            self.assertIsNone(await stood_in())  # one of three, however often
            await y.ask({"type": "vote", "for": d.you})
            self.assertEqual(await stood_in(), "random")
            await self.assert_code("range", x.ask({"type": "vote", "for": d.you}))
            await d.connect()
            await d.ask({"type": "back"})
            self.assertIsNone(await stood_in())
            await goes()
            await x.ask({"type": "vote", "for": d.you})
            self.assertIsNone(await stood_in())  # the old votes are gone
            self.assertEqual([(m["seat"], m["why"]) for m in x.log if m["type"] == "stand_in"],
                             [(d.you, "vote")])
        self.run_async(run())


class Standing(Case):
    """Standing answers to the questions the games really ask out of turn."""

    async def matches(self, game, rules, judge, seats=TWO, matches=60, options=None):
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
            for path in (["nowhere"], ["players", 9, "hand_count"], ["players", "$me"], ["ply", "x"], []):
                await a.ask({"type": "prefs", "standing": [
                    {"ask": "turn", "verb": "take", "when": [{"path": path, "op": "ge", "value": 0}]}]})
            self.assertEqual(a.ply, 0)
            # and both always take: the match plays itself; b's rule is of the days when seats stood at `player`
            for t, seats in ((a, "players"), (b, "player")):
                rule = {"ask": "turn", "verb": "take",
                        "when": [{"path": [seats, "$me", "hand_count"], "op": "le", "value": 9}]}
                try:
                    await t.ask({"type": "prefs", "standing": [rule]})
                except ProtocolError as e:
                    self.assertEqual(e.code, "over")
            await catch_up(a, b)
            self.assertTrue(a.over)
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
