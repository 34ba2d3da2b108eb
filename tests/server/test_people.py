#!/usr/bin/env python3
"""Friends, others, reports, codes, the copy of one's data, filters of the lobby, and `serai admin` for all that."""
import asyncio
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_case import Case, catch_up
from serai_client import Closed, Table, call, create, join
from serai_server import SERAI

SEATS = [{"kind": "me"}, {"kind": "open"}]


class People(Case):
    async def people(self, *names):
        out = {}
        for name in names:
            me = await call(self.port, "POST", "/account", {"name": name, "passphrase": "open sesame"})
            out[name] = me["token"]
        return out

    def admin(self, *words, code=0):
        where = ["--store", self.store, *type(self).options] if self.store else ["--data", self.server.data]
        out = subprocess.run([SERAI, "admin", *words, *where, "--json"], capture_output=True, text=True)
        self.assertEqual(out.returncode, code, out.stderr)
        return [json.loads(line) for line in out.stdout.splitlines() if line.startswith("{")]

    async def say(self, token, name, kind):
        return await call(self.port, "POST", "/me/people", {"name": name, "kind": kind}, token)

    def test_friends_and_others(self):
        async def run():
            who = await self.people("Ada", "Bea", "Cyd")
            await self.say(who["Ada"], "bea", "friend")
            await self.say(who["Ada"], "Cyd", "muted")
            t = await create(self.port, "blank", SEATS, token=who["Bea"], listed=True)
            mine = await call(self.port, "GET", "/me/people", None, who["Ada"])
            self.assertEqual([(p["name"], p["kind"]) for p in mine["people"]], [("Bea", "friend"), ("Cyd", "muted")])
            self.assertEqual([(x["name"], x["info"]["table"]) for x in mine["tables"]], [("Bea", t["table"])])
            for name, kind in (("Nobody", "friend"), ("Ada", "blocked")):
                await self.assert_code("not_found", self.say(who["Ada"], name, kind))
            await self.assert_code("range", self.say(who["Ada"], "Bea", "enemy"))
            await self.assert_code("token", call(self.port, "GET", "/me/people"))
            # blocked, by either's wish: they do not sit together; guests and others do
            await self.say(who["Bea"], "Ada", "blocked")
            await self.assert_code("apart", join(self.port, t["table"], "", token=who["Ada"]))
            self.assertEqual((await call(self.port, "GET", "/me/people", None, who["Ada"]))["people"][0]["kind"], "friend")
            own = await create(self.port, "blank", SEATS, token=who["Ada"])
            await self.assert_code("apart", join(self.port, own["table"], "", token=who["Bea"]))
            await self.say(who["Bea"], "Ada", "none")
            await join(self.port, t["table"], "", token=who["Ada"])
            await join(self.port, own["table"], "", token=who["Cyd"])
        self.run_async(run())

    def test_codes(self):
        """A code opens the account once, for a new passphrase; sessions end; also after a kill."""
        async def run():
            who = await self.people("Ada", "Bea")
            codes = (await call(self.port, "POST", "/me/codes", None, who["Ada"]))["codes"]
            self.assertEqual((len(codes), len(set(codes)), len(codes[0])), (8, 8, 19))
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            self.assertEqual((await call(self.port, "GET", "/me", None, who["Ada"]))["codes"], 8)
            t = await create(self.port, "blank", SEATS, token=who["Ada"])
            seat = await Table(self.port, t["table"], who["Ada"]).connect()

            def recover(name, code, new="a new phrase"):
                return call(self.port, "POST", "/session/recover", {"name": name, "code": code, "passphrase": new})
            await self.assert_code("login", recover("Ada", "0000-0000-0000-0000"))
            await self.assert_code("login", recover("Bea", codes[0]))
            await self.assert_code("login", recover("Nobody", codes[0]))
            await self.assert_code("range", recover("Ada", codes[0], "short"))
            again = await recover("ada", codes[3].replace("-", " ").upper())
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            self.assertEqual(again["name"], "Ada")
            self.assertEqual((await call(self.port, "GET", "/me", None, again["token"]))["codes"], 7)
            await self.assert_code("login", recover("Ada", codes[3]))
            await self.assert_code("token", call(self.port, "GET", "/me", None, who["Ada"]))
            with self.assertRaises(Closed):
                while True:
                    await seat.next()
            await self.assert_code("login", call(self.port, "POST", "/session",
                                                 {"name": "Ada", "passphrase": "open sesame"}))
            await call(self.port, "POST", "/session", {"name": "Ada", "passphrase": "a new phrase"})
            # new ones end the old
            await call(self.port, "POST", "/me/codes", None, again["token"])
            await self.assert_code("login", recover("Ada", codes[0]))
        self.run_async(run())

    def test_export_and_deletion(self):
        async def run():
            who = await self.people("Ada", "Bea")
            await self.say(who["Ada"], "Bea", "friend")
            t = await create(self.port, "blank", SEATS, token=who["Ada"])
            await join(self.port, t["table"], "", token=who["Bea"])
            a = await Table(self.port, t["table"], who["Ada"]).connect()
            b = await Table(self.port, t["table"], who["Bea"]).connect()
            await a.ask({"type": "chat", "text": "salaam \"all\""})
            await b.ask({"type": "chat", "text": "of another"})
            await b.ask({"type": "resign"})
            await call(self.port, "POST", f"/tables/{t['table']}/report", {"seat": 1, "reason": "other"}, who["Ada"])
            mine = await call(self.port, "GET", "/me/export", None, who["Ada"])
            self.assertEqual((mine["name"], len(mine["sessions"])), ("Ada", 1))
            self.assertEqual([(r["table"], r["place"]) for r in mine["results"]], [(t["table"], 1)])
            self.assertEqual([c["said"]["text"] for c in mine["chat"]], ["salaam \"all\""])
            self.assertEqual((mine["people"][0]["name"], mine["reports"][0]["reason"]), ("Bea", "other"))
            self.assertNotIn("argon2", json.dumps(mine))
            # tournaments, leagues and analyses are one's own data too
            terms = {"name": "Spring", "game": "blank", "kind": "swiss", "rounds": 1, "seats": 2}
            cup = (await call(self.port, "POST", "/cups", terms, who["Ada"]))["cup"]
            league = (await call(self.port, "POST", "/leagues", {"name": "Silk", "game": "blank"}, who["Bea"]))["league"]
            await call(self.port, "POST", f"/leagues/{league}/join", None, who["Ada"])
            await call(self.port, "POST", f"/tables/{t['table']}/analysis", {}, who["Ada"])
            mine = await call(self.port, "GET", "/me/export", None, who["Ada"])
            self.assertEqual([(c["cup"], c["host"]) for c in mine["cups"]], [(cup, 1)])
            self.assertEqual([(c["league"], c["host"], c["in"]) for c in mine["leagues"]], [(league, 0, 1)])
            self.assertEqual([a["table"] for a in mine["analyses"]], [t["table"]])
            self.assertEqual((mine["seasons"], mine["course"]), ([], []))
            # the history of a profile, of one game and number of seats
            for query, n in (("", 1), ("?game=blank&seats=2", 1), ("?seats=3", 0), ("?game=merv", 0), ("?before=1", 0)):
                found = await call(self.port, "GET", "/players/Ada" + query)
                self.assertEqual((len(found["history"]), len(found["results"])), (n, 1), query)
            await call(self.port, "DELETE", "/me", None, who["Ada"])
            self.assertEqual(self.admin("reports")[0]["name"], "Bea")  # what was reported stays to be decided
            left = self.admin("reports")[0]["report"]
            self.assertEqual(self.admin("report", left)[0]["by"], "")
            await call(self.port, "DELETE", "/me", None, who["Bea"])
            one = self.admin("report", left)[0]
            self.assertEqual((one["name"], one["account"], one["lines"]), ("-", "", "[]"))
        self.run_async(run())

    def test_tables_of_friends(self):
        """A profile leads others to tables that all could see; to those of friends it leads who sat there."""
        async def run():
            who = await self.people("Ada", "Bea", "Cyd")
            tables = []
            for terms in ({}, {"listed": True}, {"rated": True}):
                t = await create(self.port, "blank", SEATS, token=who["Ada"], **terms)
                await join(self.port, t["table"], "", token=who["Bea"])
                b = await Table(self.port, t["table"], who["Bea"]).connect()
                await b.ask({"type": "chat", "text": "between us"})
                await b.ask({"type": "resign"})
                tables.append(t["table"])

            async def told(name, token=None):
                history = (await call(self.port, "GET", f"/players/{name}", None, token))["history"]
                self.assertEqual(len(history), 3)
                return {h["table"] for h in history if "table" in h}
            for token in (None, who["Cyd"], "f" * 32):
                self.assertEqual(await told("Ada", token), set(tables[1:]))
            for name in ("Ada", "Bea"):
                self.assertEqual(await told(name, who["Bea"]), set(tables))
        self.run_async(run())

    def test_reports(self):
        """Reported with his words; silenced, then suspended; every step in the log of operators."""
        async def run():
            who = await self.people("Ada", "Bea")
            t = await create(self.port, "blank", SEATS, token=who["Ada"])
            await join(self.port, t["table"], "", token=who["Bea"])
            b = await Table(self.port, t["table"], who["Bea"]).connect()
            await b.ask({"type": "chat", "text": "something rude"})

            def report(token=who["Ada"], **what):
                return call(self.port, "POST", f"/tables/{t['table']}/report", {"seat": 1, "reason": "chat", **what}, token)
            await self.assert_code("account", report(None))
            for bad in ({"seat": 0}, {"seat": 9}, {"reason": "because"}):
                await self.assert_code("range", report(**bad))
            ids = [(await report(text=f"the {n}. time"))["report"] for n in range(3)]
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.port = self.server.port
            self.assertEqual({r["report"] for r in self.admin("reports")}, set(ids))
            one = self.admin("report", ids[0])[0]
            self.assertEqual((one["by"], one["name"], one["text"], one["state"]), ("Ada", "Bea", "the 0. time", "open"))
            self.assertEqual(json.loads(one["lines"])[0]["text"], "something rude")
            self.admin("decide", ids[0], "hang", code=2)
            self.admin("decide", ids[0], "silence", "2")
            self.admin("decide", ids[0], "dismiss", code=2)  # decided once
            self.admin("decide", "nothing", "dismiss", code=2)
            b = await Table(self.port, t["table"], who["Bea"]).reconnect()
            while True:  # servers hear of it within seconds
                try:
                    await b.ask({"type": "chat", "text": "again"})
                    await asyncio.sleep(0.2)
                except Exception as e:
                    self.assertEqual(e.code, "silenced")
                    break
            self.assertEqual([s["kind"] for s in (await call(self.port, "GET", "/me", None, who["Bea"]))["sanctions"]],
                             ["silence"])
            self.admin("decide", ids[1], "suspend")
            await self.assert_code("token", call(self.port, "GET", "/me", None, who["Bea"]))
            await self.assert_code("suspended", call(self.port, "POST", "/session",
                                                     {"name": "Bea", "passphrase": "open sesame"}))
            await self.assert_code("login", call(self.port, "POST", "/session", {"name": "Bea", "passphrase": "12345678"}))
            with self.assertRaises(Closed):
                while True:
                    await b.next()
            self.admin("lift", "bea")
            await call(self.port, "POST", "/session", {"name": "Bea", "passphrase": "open sesame"})
            self.admin("decide", ids[2], "dismiss")
            self.assertEqual(self.admin("reports"), [])
            self.assertEqual([x["what"] for x in self.admin("audit")], ["dismiss", "lift", "suspend", "silence"])
        self.run_async(run())

    def test_lobby(self):
        async def run():
            who = await self.people("Ada")
            terms = [dict(language="fr"), dict(language="ru", live=False), dict(rated=True), {}]
            ids = [(await create(self.port, "blank", SEATS, token=who["Ada"], listed=True, **x))["table"] for x in terms]
            merv = (await create(self.port, "merv", SEATS, token=who["Ada"], listed=True))["table"]
            full = (await create(self.port, "blank", [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
                                 token=who["Ada"], listed=True))["table"]

            async def found(query):
                tables = (await call(self.port, "GET", f"/lobby?{query}"))["tables"]
                return {x["table"] for x in tables} & {*ids, merv, full}
            self.assertEqual(await found("game=merv"), {merv})
            self.assertEqual(await found("language=fr"), {ids[0]})
            self.assertEqual(await found("pace=turns"), {ids[1]})
            self.assertEqual(await found("rated=yes"), {ids[2]})
            self.assertEqual(await found("rated=no&game=blank&free=1"), {ids[0], ids[1], ids[3]})
            self.assertEqual(await found("pace=live&free=1&game=blank"), {ids[0], ids[2], ids[3]})
            self.assertIn(full, await found("game=blank"))
            self.assertEqual(await found("language=%27"), {*ids, merv, full})
            await self.assert_code("range", create(self.port, "blank", SEATS, token=who["Ada"], language="x'"))
        self.run_async(run())


if __name__ == "__main__":
    unittest.main()
