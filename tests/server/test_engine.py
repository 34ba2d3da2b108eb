#!/usr/bin/env python3
"""Engines at tables: programs that people seat as bots. Good ones play; of bad ones the table is told, a
built-in bot goes on in their place, and nobody else notices."""
import asyncio
import json
import os
import shutil
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import WAIT, slowness
from serai_client import Table, call, create, request
from serai_server import ROOT
from serai_case import Case, play_out

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = f"exec {sys.executable} {os.path.join(HERE, 'engine.py')}"
BAD = {"crash": "ended", "leave": "ended", "hang": "time", "spin": "time", "flood": "rubbish",
       "chatter": "time", "rubbish": "rubbish", "illegal": "illegal", "eat": "ended",
       "rude": "start", "deaf": "start"}
ME = {"kind": "me", "name": "Anna"}


def running(path):
    """Processes of the engines that wrote this file: (pid, state) of those that still live."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        pids = sorted({int(line.split()[0]) for line in f})
    found = []
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
                found.append((pid, f.read().rsplit(")", 1)[1].split()[0]))
        except OSError:
            pass
    return [p for p in found if p[1] != "Z"]


async def until(what, seconds=WAIT):
    end = time.time() + seconds
    while not what():
        if time.time() > end:
            raise AssertionError("it never came to that")
        await asyncio.sleep(0.05)


class Engines(Case):
    def setUp(self):
        self.notes = f"/tmp/serai-engine-{os.getpid()}-{id(self)}"
        self.options = ("--ms", "400", "--engine", f"counter={sys.executable} {ROOT}/examples/bot.py",
                        *(("--engine", f"habit=node {ROOT}/examples/bot.mjs") if shutil.which("node") else ()),
                        "--engine", f"good={ENGINE} good {self.notes}",
                        "--engine", f"learner={ENGINE} learner {self.notes}",
                        "--engine", "nowhere=/nowhere/engine",
                        *[x for how in BAD for x in ("--engine", f"{how}={ENGINE} {how}")])
        super().setUp()

    def tearDown(self):
        super().tearDown()
        if os.path.exists(self.notes):
            os.unlink(self.notes)

    def notes_of(self, word):
        with open(self.notes, encoding="utf-8") as f:
            rows = [line.rstrip("\n").split(" ", 2) for line in f]
        return [r[2] if len(r) > 2 else "" for r in rows if r[1] == word]

    def test_the_example_bots(self):
        """They play whole matches of every game, by their own moves."""
        engines = ["counter", *(["habit"] if shutil.which("node") else [])]

        async def match(game, engine):
            t = await create(self.port, game, [{"kind": "bot", "bot": engine},
                                               {"kind": "bot", "bot": "random"}])
            w = await Table(self.port, t["table"]).connect()
            self.assertEqual(w.info["seats"][0], {"kind": "bot", "name": engine,
                                                  "bot": engine, "here": False})
            while not w.over:
                await w.next()
            self.assertNotIn("stand_in", [m["type"] for m in w.log])

        async def run():
            games = await call(self.port, "GET", "/games")
            self.assertEqual(games["engines"][:len(engines) + 1], [*engines, "good"])
            await asyncio.gather(*[match(g, e) for g in ("blank", "yspahan", "caravans") for e in engines])
            stats = await call(self.port, "GET", "/stats?game=blank")
            self.assertEqual({r["kind"] for r in stats["results"]}, {*engines, "random"})
        self.run_async(run())

    def test_bad_engines(self):
        """Each fault is named at the table, and the match goes on to its end."""
        async def match(how, fault):
            t = await create(self.port, "yspahan", [{"kind": "bot", "bot": how},
                                                    {"kind": "bot", "bot": "random"}],
                             takeover="random")
            w = await Table(self.port, t["table"]).connect()
            while not w.over:
                await w.next()
            told = [m for m in w.log if m["type"] == "stand_in"]
            self.assertEqual([(m["seat"], m["bot"], m["why"], m["fault"]) for m in told],
                             [(0, "random", "engine", fault)], how)
            by = [m["by"] for m in w.log if m["type"] == "move" and m["seat"] == 0]
            self.assertEqual(by.count("stand_in") > 0, True)
            if fault == "time":  # excused once
                self.assertEqual(by[:6], ["bot", "bot", "stand_in", "bot", "bot", "stand_in"])
                late = next(m["seq"] for m in w.log if m["type"] == "move" and m["by"] == "stand_in")
                self.assertLess(late, told[0]["seq"])
            elif fault != "start":
                self.assertEqual(by[:3], ["bot", "bot", "stand_in"])
            fresh = await Table(self.port, t["table"]).connect()
            self.assertEqual(fresh.info["seats"][0]["stand_in"], "random")

        async def run():
            await asyncio.gather(*[match(how, fault) for how, fault in BAD.items()],
                                 match("nowhere", "start"))
            _, _, text = await request(self.port, "GET", "/metrics")
            self.assertIn(f"serai_engine_faults_total {len(BAD) + 1 + list(BAD.values()).count('time')}\n", text.decode())
        self.run_async(run(), 240)
        self.assertIn('"event":"engine"', self.server.tail())
        self.assertIn('"fault":"late"', self.server.tail())

    def test_others_are_not_harmed(self):
        """While engines hang, people's moves and built-in bots are as quick as ever."""
        async def run():
            for _ in range(3):
                await create(self.port, "blank", [{"kind": "bot", "bot": "hang"},
                                                  {"kind": "bot", "bot": "hang"}])
            await asyncio.sleep(0.3)
            slowest = 0.0
            t = await create(self.port, "blank", [ME, {"kind": "bot", "bot": "random"}])
            a = await Table(self.port, t["table"], t["token"]).connect()
            while not a.over:
                begun = time.time()
                if a.mine:
                    await a.move(a.legal[0])
                else:
                    await a.next()
                slowest = max(slowest, time.time() - begun)
            self.assertLess(slowest, 0.4 * slowness())
        self.run_async(run())

    def test_what_an_engine_gets(self):
        """A view of its own seat and nothing else: no files, no environment, one core, low priority."""
        os.environ["SERAI_TEST_SECRET"] = "x"

        async def run():
            t = await create(self.port, "blank", [ME, {"kind": "bot", "bot": "good"},
                                                  {"kind": "bot", "bot": "good"}])
            a = await Table(self.port, t["table"], t["token"]).connect()
            await play_out(a, stop=lambda: a.ply > 8 and a.mine)
            # one process for each seat, stopped while it is not asked
            await until(lambda: [s for _, s in running(self.notes)] == ["T", "T"])
            await play_out(a)
        self.run_async(run())
        self.assertEqual(set(self.notes_of("files")), {"0 1 2 3 4"})  # 3 its log, 4 the listing itself
        for names in self.notes_of("env"):
            self.assertLessEqual(set(names.split()), {"PATH", "HOME", "LANG", "TMPDIR", "PWD", "OLDPWD",
                                                      "LC_CTYPE", "_", "SHLVL"})
        for text in self.notes_of("cores"):
            cores, _, nice = text.split()
            self.assertEqual((cores, int(nice) >= 10), ("1", True))
        views = [json.loads(v) for v in self.notes_of("view")]
        self.assertEqual({v["viewer"] for v in views}, {1, 2})
        for v in views:
            self.assertIsNone(v["rng"])
            for seat, p in enumerate(v["players"]):
                if seat != v["viewer"]:
                    self.assertEqual(set(p["hand"].values()), {"?"})

    def test_their_end(self):
        """Programs end with the server, killed or stopped, and with the table's time in memory."""
        async def open_table():
            t = await create(self.port, "blank", [ME, {"kind": "bot", "bot": "good"}])
            a = await Table(self.port, t["table"], t["token"]).connect()
            await play_out(a, stop=lambda: a.ply > 3 and a.mine)
            self.assertEqual(len(running(self.notes)), 1)
            return a
        a = self.run_async(open_table())
        self.server.kill()
        self.run_async(until(lambda: not running(self.notes)))
        ended = len(self.notes_of("end"))  # the killed server's may have seen the end of its input first
        self.server.start()

        async def go_on():  # the same match, a new process
            a.port = self.server.port
            await a.reconnect()
            await play_out(a, stop=lambda: a.ply > 7 and a.mine)
            self.assertEqual(len(running(self.notes)), 1)
            self.assertNotIn("stand_in", [m["type"] for m in a.log])
        self.run_async(go_on())
        self.assertEqual(self.server.stop(), 0)
        self.run_async(until(lambda: not running(self.notes)))
        self.assertEqual(self.notes_of("end")[ended:], [""])  # said good-bye to, not killed

        # An operator who no longer has it: the seat is not left empty.
        self.server.options = []
        self.server.start()

        async def without():
            a.port = self.server.port
            await a.reconnect()
            await play_out(a)
            told = [m for m in a.log if m["type"] == "stand_in"]
            self.assertEqual([(m["why"], m["fault"]) for m in told], [("engine", "gone")])
        self.run_async(without())

    def heard(self):
        """What learners were told: of each start of a process, the lines of version 2."""
        lives = []
        with open(self.notes, encoding="utf-8") as f:
            for line in f:
                word, _, rest = line.rstrip("\n").partition(" ")[2].partition(" ")
                if word == "env":
                    lives.append([])
                if word in ("match", "moves", "result", "go", "learned", "quit"):
                    lives[-1].append((word, json.loads(rest) if rest[:1] in "[{" and rest else rest))
        return lives

    def test_what_a_learner_hears(self):
        """One of version 2 hears edition, every move as its seat sees it, and the result; one that comes late, or
        after a move was taken back, hears the match from its beginning."""
        def plies(life, start):
            return [m["ply"] for word, told in life[start:] if word == "moves" for m in told]

        async def begin():
            t = await create(self.port, "blank", [ME, {"kind": "bot", "bot": "learner"}], edition={"rounds": 9})
            a = await Table(self.port, t["table"], t["token"]).connect()
            await play_out(a, stop=lambda: a.ply > 4 and a.mine)
            await a.ask({"type": "undo", "ply": a.ply})
            await play_out(a, stop=lambda: a.ply > 7 and a.mine)
            return a
        a = self.run_async(begin())
        (life,) = self.heard()
        matches = [i for i, (word, _) in enumerate(life) if word == "match"]
        self.assertEqual(len(matches), 2)
        match = life[matches[0]][1]
        self.assertEqual((match["game"], match["players"], match["seat"], match["edition"]["rounds"]), ("blank", 2, 1, 9))
        for start, end in zip(matches, [matches[1], None]):
            told = plies(life[:end], start)
            self.assertEqual(told, list(range(len(told))))
            self.assertGreater(len(told), 2)
        self.assertEqual([word for word, _ in life].count("result"), 0)
        self.server.kill()
        self.run_async(until(lambda: not running(self.notes)))
        self.server.start()

        async def end():
            a.port = self.server.port
            await a.reconnect()
            await play_out(a)
            await until(lambda: self.notes_of("learned"))
            seen = (await call(self.port, "GET", f"/tables/{a.table}/log?from=0"))["log"]
            return a, seen
        a, seen = self.run_async(end())
        life = self.heard()[-1]
        self.assertEqual([word for word, _ in life if word in ("match", "result", "quit", "learned")],
                         ["match", "result", "quit", "learned"])
        self.assertEqual(life[0][0], "match")
        told = plies(life, 0)
        self.assertEqual(told, list(range(a.ply)))
        result = next(rest for word, rest in life if word == "result")
        self.assertEqual([line["total"] for line in result], [line["total"] for line in a.scores])
        moves = [m for word, told in life if word == "moves" for m in told]
        self.assertEqual([m["seat"] for m in moves], [m["seat"] for m in seen])
        took = [e for m in moves for e in m["events"] if e["event"] == "took"]
        self.assertEqual({e["ware"] for e in took if e["seat"] == 0}, {"?"})
        self.assertNotIn("?", {e["ware"] for e in took if e["seat"] == 1})
        self.run_async(until(lambda: not running(self.notes)))

    def test_names(self):
        async def run():
            seats = [ME, {"kind": "bot", "bot": "nobody"}]
            await self.assert_code("range", create(self.port, "blank", seats))
            seats[1]["bot"] = "good"
            await self.assert_code("range", create(self.port, "blank", seats, takeover="good"))
            t = await create(self.port, "blank", [ME, {"kind": "open"}])
            a = await Table(self.port, t["table"], t["token"]).connect()
            await self.assert_code("unknown", a.ask({"type": "fill", "bot": "nobody"}))
            await a.ask({"type": "fill", "bot": "good"})
            await play_out(a)
            self.assertEqual(a.info["status"], "waiting")
            self.assertTrue(a.over)
        self.run_async(run())


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
