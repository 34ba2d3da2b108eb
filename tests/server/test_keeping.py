#!/usr/bin/env python3
"""What is kept and what is not: forgetting, backups, databases and rules of other versions.

Run all: tests/server/test_keeping.py; one: tests/server/test_keeping.py CLASS.test_name. SERAI names the program."""
import asyncio
import copy
import json
import os
import sqlite3
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from patience import WAIT, slowness
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import Closed, ProtocolError, Table, call, create, join, request
from serai_server import SERAI


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
        version = db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
        first = ("tables", "setup", "snapshot", "entry", "place", "result", "account", "session", "member", "meta")
        later = [name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                 if name not in first and not name.startswith("sqlite_")]
        db.executescript("".join(f"DROP TABLE {name};" for name in later) +
                         "ALTER TABLE place DROP COLUMN gone; DROP INDEX account_look; DROP INDEX tables_status; DROP INDEX tables_updated;"
                         "ALTER TABLE account DROP COLUMN look; UPDATE meta SET value = '1' WHERE name = 'schema'")
        db.close()
        self.server.start()
        db = sqlite3.connect(path)
        self.assertEqual(db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone(), version)
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

    # Another part of a player in the seed: not one move of the log leads where it led.
    ANOTHER_DEAL = ("UPDATE entry SET body = json_set(body, '$.parts[0]', 'another') WHERE kind = 'start'",)

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


if __name__ == "__main__":
    unittest.main()
