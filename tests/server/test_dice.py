#!/usr/bin/env python3
"""The seed is made by all who play: everybody commits before anybody shows, and who does not show neither stops
nor steers the match (docs/protocol.md, 4).

Run all: tests/server/test_dice.py; one: tests/server/test_dice.py CLASS.test_name. SERAI names the program."""
import asyncio
import copy
import hashlib
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case, catch_up, play_out
from serai_client import Table, call, create, join
from serai_server import SERAI

PARTS = ["anna" + 28 * "0", "boris" + 27 * "1"]


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def seats(dice):
    return [{"kind": "me", "name": "Anna", "dice": dice}, {"kind": "open"}]


class Dice(Case):
    async def full(self, **terms):
        """A table whose two people have committed and not shown anything."""
        t = await create(self.port, "blank", seats(sha(PARTS[0])), **terms)
        j = await join(self.port, t["table"], "Boris", dice=sha(PARTS[1]))
        a = await Table(self.port, t["table"], t["token"]).connect()
        b = await Table(self.port, t["table"], j["token"]).connect()
        return t, a, b

    async def play(self, a, b):
        while not any(m["type"] == "start" for m in a.log):
            await a.next()
        await catch_up(a, b)
        await play_out(a, b)
        await catch_up(a, b)
        return await call(self.port, "GET", f"/tables/{a.table}/file")

    def verified(self, file):
        path = os.path.join(self.server.data, "match.json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(file, f)
        run = subprocess.run([SERAI, "replay", path, "--verify"], capture_output=True, text=True, check=False)
        return run.returncode == 0, run.stdout + run.stderr

    def test_made_by_all_and_checked_by_anybody(self):
        async def run():
            t, a, b = await self.full()
            self.assertEqual((a.info["status"], a.info["fair"]), ("waiting", 2))
            self.assertEqual([s["dice"] for s in b.info["seats"]], [sha(p) for p in PARTS])
            await a.ask({"type": "dice", "part": PARTS[0]})
            self.assertEqual((await call(self.port, "GET", f"/tables/{a.table}"))["status"], "waiting")
            await b.ask({"type": "dice", "part": PARTS[1]})
            return t, await self.play(a, b), a
        t, file, a = self.run_async(run())
        fair, start = file["fair"], next(m for m in a.log if m["type"] == "start")
        self.assertEqual((fair["parts"], start["parts"], a.reveal["parts"]), (PARTS, PARTS, PARTS))
        self.assertEqual(t["commit"], sha(f"serai-fair-2:blank:{fair['salt']}"))
        mixed = sha(f"serai-fair-2:blank:{fair['salt']}:{PARTS[0]}:{PARTS[1]}")[:32]
        self.assertEqual((file["seed"], a.reveal["seed"]), (mixed, mixed))
        self.assertTrue(self.verified(file)[0], self.verified(file)[1])
        for change in ({"salt": fair["salt"][::-1]}, {"parts": [PARTS[1], PARTS[0]]}, {"dice": fair["dice"][:1]},
                       {"parts": [PARTS[0], sha(PARTS[1])]}, {"commit": sha("x")}):
            other = copy.deepcopy(file)
            other["fair"].update(change)
            self.assertFalse(self.verified(other)[0], change)
        self.assertFalse(self.verified({**file, "seed": mixed[::-1]})[0])

    def test_who_does_not_show_stops_nobody(self):
        """Not by keeping silent, and not over the death of the server in the midst of it."""
        async def begin():
            _, a, _ = await self.full()
            await a.ask({"type": "dice", "part": PARTS[0]})
            return a
        a = self.run_async(begin())
        self.server.kill()
        self.server.start()

        async def go_on():
            info = None
            for _ in range(200):
                info = await call(self.server.port, "GET", f"/tables/{a.table}")
                if info["status"] == "playing":
                    break
                await asyncio.sleep(0.1)
            return info
        info = self.run_async(go_on())
        self.assertEqual(info["status"], "playing")
        self.assertEqual(info["parts"], [PARTS[0], sha(PARTS[1])])
        self.server.stop()  # and the log gives the same match once more
        self.server.start()
        again = self.run_async(call(self.server.port, "GET", f"/tables/{a.table}"))
        self.assertEqual((again["status"], again["parts"]), ("playing", info["parts"]))

    def test_who_goes_meanwhile_is_replaced(self):
        async def run():
            _, a, b = await self.full(takeover="random")
            await a.ask({"type": "dice", "part": PARTS[0]})
            await self.assert_code("playing", a.ask({"type": "remove", "seat": 1}))
            await b.ask({"type": "leave"})
            file = await self.play_alone(a)
            self.assertEqual(file["fair"]["parts"], [PARTS[0], sha(PARTS[1])])
            self.assertTrue(self.verified(file)[0])
        self.run_async(run())

    async def play_alone(self, a):
        await play_out(a)
        return await call(self.port, "GET", f"/tables/{a.table}/file")

    def test_refused(self):
        async def run():
            for bad in (sha("x").upper(), "short", 64 * "g", 49 * "a", 7, "", "x y" * 7):
                await self.assert_code("range", create(self.port, "blank", seats(bad)))
            t = await create(self.port, "blank", seats(sha(PARTS[0])))
            await self.assert_code("range", join(self.port, t["table"], "Boris", dice="short"))
            a = await Table(self.port, t["table"], t["token"]).connect()
            await self.assert_code("waiting", a.ask({"type": "dice", "part": PARTS[0]}))
            j = await join(self.port, t["table"], "Boris")
            b = await Table(self.port, t["table"], j["token"]).connect()
            await self.assert_code("nothing", b.ask({"type": "dice", "part": PARTS[1]}))
            for bad in ("", PARTS[1], 5, PARTS[0] + "0"):
                await self.assert_code("differs", a.ask({"type": "dice", "part": bad}))
            self.assertEqual((await call(self.port, "GET", f"/tables/{t['table']}"))["status"], "waiting")
            await a.ask({"type": "dice", "part": PARTS[0]})
            await self.assert_code("playing", a.ask({"type": "dice", "part": PARTS[0]}))
            start = next(m for m in a.log if m["type"] == "start")
            self.assertEqual((start["dice"], start["parts"]), ([sha(PARTS[0]), ""], [PARTS[0], ""]))
        self.run_async(run())

    def test_by_turns_and_again(self):
        """Who may not be there when the table is full gives the part itself; it is not shown before the start. The
        next match has dice of its own."""
        async def run():
            t = await create(self.port, "blank", seats(PARTS[0]), live=False)
            early = await Table(self.port, t["table"], t["token"]).connect()
            self.assertEqual(early.info["seats"][0]["dice"], sha(PARTS[0]))
            j = await join(self.port, t["table"], "Boris", dice=PARTS[1])
            b = await Table(self.port, t["table"], j["token"]).connect()
            file = await self.play(early, b)
            told = json.dumps([m for m in early.log if m["type"] == "sit"])
            self.assertTrue(all(p not in told for p in PARTS) and sha(PARTS[1]) in told)
            self.assertTrue(self.verified(file)[0])
            await self.assert_code("range", early.ask({"type": "rematch", "dice": "short"}))
            await early.ask({"type": "rematch", "dice": 20 * "x"})
            await b.next()
            await b.ask({"type": "answer", "yes": True, "dice": 20 * "y"})
            while not any(m["type"] == "rematch" for m in b.log):
                await b.next()
            again = await call(self.port, "GET", f"/tables/{b.log[-1]['table']}")
            self.assertEqual(again["parts"], [20 * "y", 20 * "x"])  # seats have moved on by one
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
