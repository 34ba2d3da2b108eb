#!/usr/bin/env python3
"""Tables in several databases: what people see is what one database would show, a database that is gone takes only its own
tables along, and what it owed the first is paid once, whoever died in between."""
import asyncio
import os
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_analysis
import test_mail
import test_notices
import test_people
import test_play
import test_rating
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import Closed, ProtocolError, Table, call, create, join, request
from serai_postgres import Postgres
from serai_server import SERAI, Server


def setUpModule():
    if not Postgres.present():
        raise unittest.SkipTest("PostgreSQL is not installed")
    global pg, far
    pg, far = Postgres().start(), Postgres().start()
    for case in (Shards, Play, Rated, People, Notices, Mail, Analyses):
        case.store = pg.url
        case.options = (*case.options, "--shard", "b=" + far.url)


def tearDownModule():
    pg.__exit__()
    far.__exit__()


class Alone:
    """Those who were killed a moment ago are not waited for: the shard gets tables at once."""
    def setUp(self):
        for base in (pg, far):
            base.sql("DO $$ BEGIN IF to_regclass('member') IS NOT NULL THEN DELETE FROM member; END IF; END $$")
        super().setUp()
        wait_for_shard(self.port)


def wait_for_shard(port):
    async def run():
        t = {"table": ""}
        while t["table"][:2] != "1b":
            t = await create(port, "blank", TWO, listed=False)
            await asyncio.sleep(0.02)
    asyncio.run(asyncio.wait_for(run(), 60))


def only(case, *names):
    """Of a case of others those tests that ask most of a store in several databases."""
    return {name: None for name in dir(case) if name.startswith("test_") and name not in names}


class Play(Alone, test_play.Play):
    """The same play."""
    locals().update(only(test_play.Play, "test_accounts"))


class Rated(Alone, test_rating.Ratings):
    """The same ratings."""
    locals().update(only(test_rating.Ratings, "test_once_whatever_happens"))

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM rating; DELETE FROM rated; DELETE FROM result")


class Analyses(Alone, test_analysis.Analysis):
    """The same analyses: asked for in the first, of tables that are elsewhere."""
    locals().update(only(test_analysis.Analysis, "test_same_as_the_command", "test_fair_queue"))

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM analysis")


class People(Alone, test_people.People):
    """The same people."""
    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM people; DELETE FROM report; DELETE FROM sanction; DELETE FROM audit")


class Notices(Alone, test_notices.Notices):
    """The same notices."""
    locals().update(only(test_notices.Notices, "test_turn"))

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM people; DELETE FROM push; DELETE FROM ring; DELETE FROM told; DELETE FROM wish")


class Mail(Alone, test_mail.Mail):
    """The same e-mail."""
    locals().update(only(test_mail.Mail, "test_digest"))

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM mail; DELETE FROM told; DELETE FROM ring")

    def sql(self, text):
        return pg.sql(text)


async def until(what, *, seconds=60):
    end = time.time() + seconds
    while True:
        found = what()
        if found or time.time() > end:
            return found
        await asyncio.sleep(0.05)


def nothing_owed():
    return far.sql("SELECT count(*) FROM parcel").strip() == "0"


class Shards(Alone, Case):
    def tearDown(self):
        super().tearDown()
        for base in (pg, far):
            try:
                base.start()
            except subprocess.CalledProcessError:
                pass # it runs

    def test_where_things_are(self):
        """Logs are in the shard and nowhere else; lists, results and seats are in the first; ids say which is which."""
        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Nadir", "passphrase": "open sesame"})
            t = await create(self.port, "blank", [{"kind": "me", "name": "Nadir"}, {"kind": "open"}], token=me["token"], listed=True)
            id = t["table"]
            self.assertEqual(id[:2], "1b")
            lobby = await call(self.port, "GET", "/lobby")
            self.assertIn(id, [row["table"] for row in lobby["tables"]])
            j = await join(self.port, id, "Boris")
            x = await Table(self.port, id, me["token"]).connect()
            y = await Table(self.port, id, j["token"]).connect()
            mine = await call(self.port, "GET", "/me", None, me["token"])
            self.assertEqual([p["info"]["table"] for p in mine["tables"]], [id])
            await play_out(x, y)
            self.assertEqual(pg.sql(f"SELECT count(*) FROM result WHERE tab = '{id}'").strip(), "2")
            for base, entries, lines in ((pg, "0", "1"), (far, "1", "1")):
                self.assertEqual(base.sql(f"SELECT CASE WHEN count(*) > 0 THEN 1 ELSE 0 END FROM entry WHERE tab = '{id}'").strip(), entries)
                self.assertEqual(base.sql(f"SELECT count(*) FROM tables WHERE id = '{id}'").strip(), lines)
            again = await call(self.port, "GET", "/me", None, me["token"])
            self.assertEqual(again["tables"][0]["info"]["status"], "over")
            self.assertEqual(sum(s["games"] for s in again["stats"]), 1)
            await call(self.port, "POST", f"/tables/{id}/analysis", {}, me["token"])
            while (found := await call(self.port, "GET", f"/tables/{id}/analysis"))["state"] in ("waiting", "working"):
                await asyncio.sleep(0.1)
            self.assertEqual(found["state"], "done")
            await x.ask({"type": "rematch"})
            await y.ask({"type": "answer", "yes": True})
            end = time.time() + 30
            while not (await call(self.port, "GET", f"/tables/{id}")).get("rematch") and time.time() < end:
                await asyncio.sleep(0.1)
            self.assertEqual((await call(self.port, "GET", f"/tables/{id}"))["rematch"][:2], "1b")
        self.run_async(run())

    def test_tables_of_before(self):
        """A server that had one database gets another: its tables stay where they are, and go on."""
        async def run():
            with Server(store=one.url) as before:
                x, y = await pair(before.port)
                await play_out(x, y, stop=lambda: x.ply >= 3)
                before.stop()
            with Server("--shard", "c=" + two.url, store=one.url) as now:
                for t in (x, y):
                    t.port = now.port
                    await t.reconnect(patience=60)
                await play_out(x, y)
                self.assertTrue(x.over)
                t = await create(now.port, "blank", TWO)
                self.assertEqual(t["table"][:2], "1c")
                now.stop()
            for options, words in (((), "shard c"), (("--shard", "d=" + two.url, "--shard", "c=" + two.url), "shard d: this database is shard c"),
                                   (("--shard", "d=postgres://serai@127.0.0.1:1/none", "--shard", "c=" + two.url), "database: "),
                                   (("--shard", "c=" + pg.url,), "shard c")):
                p = subprocess.run([SERAI, "serve", "--store", one.url, "--port", "0", *options], capture_output=True, text=True, timeout=120)
                self.assertEqual(p.returncode, 3, p.stderr)
                self.assertIn(words, p.stderr)
            p = subprocess.run([SERAI, "serve", "--store", two.url, "--port", "0"], capture_output=True, text=True, timeout=120)
            self.assertIn("it is its shard c", p.stderr)
        with Postgres() as one, Postgres() as two:
            self.run_async(run(), 200)

    def test_a_shard_is_away(self):
        """Its tables say so; all others, and everything about people, go on, and new tables go elsewhere. It comes back, and they go on."""
        async def run():
            x, y = await pair(self.port)
            await play_out(x, y, stop=lambda: x.ply >= 3)
            await catch_up(x, y)
            ply = x.ply
            await asyncio.to_thread(far.stop, "immediate")
            mover = x if x.mine else y
            with self.assertRaises((ProtocolError, Closed)):
                await mover.move(mover.legal[0])
            with self.assertRaises(ProtocolError) as e:
                await call(self.port, "GET", f"/tables/{x.table}")
            self.assertEqual((e.exception.code, e.exception.status), ("shard", 503))
            self.assertIn("other tables go on", str(e.exception))
            status, _, body = await request(self.port, "GET", "/healthz")
            self.assertEqual(status, 200, body)
            me = await call(self.port, "POST", "/account", {"name": "Hala", "passphrase": "open sesame"})
            u = await create(self.port, "blank", [{"kind": "me", "name": "Hala"}, {"kind": "open"}], token=me["token"])
            self.assertNotEqual(u["table"][0], "1")
            j = await join(self.port, u["table"], "Boris")
            v = await Table(self.port, u["table"], me["token"]).connect()
            w = await Table(self.port, u["table"], j["token"]).connect()
            await play_out(v, w)
            self.assertTrue(v.over)
            _, _, text = await request(self.port, "GET", "/metrics")
            self.assertIn(b'serai_shard_healthy{shard="b"} 0', text)
            # A process may start meanwhile.
            with Server(*self.options, store=self.store) as other:
                await create(other.port, "blank", TWO)
                await asyncio.to_thread(far.start)
                for t in (x, y):
                    await t.reconnect(patience=60)
                self.assertEqual(x.ply, ply)
                await play_out(x, y)
                self.assertTrue(x.over)
                t = None
                end = time.time() + 60
                while (not t or t["table"][:2] != "1b") and time.time() < end:
                    t = await create(other.port, "blank", TWO)
                    await asyncio.sleep(0.2)
                self.assertEqual(t["table"][:2], "1b")
        self.run_async(run(), 200)

    def test_the_first_is_away(self):
        """Tables of a shard are played to the end meanwhile; their results arrive when it is back, once."""
        async def run():
            x, y = await pair(self.port)
            await play_out(x, y, stop=lambda: x.ply >= 3)
            await catch_up(x, y)
            self.assertTrue(await until(nothing_owed))
            await asyncio.to_thread(pg.stop, "immediate")
            await play_out(x, y)
            self.assertTrue(x.over)
            self.assertFalse(nothing_owed())
            self.server.kill()
            await asyncio.to_thread(pg.start)
            self.server.start()
            self.assertTrue(await until(nothing_owed))
            self.assertEqual(pg.sql(f"SELECT count(*), min(status) FROM result r JOIN tables t ON t.id = r.tab WHERE r.tab = '{x.table}'").strip(), "2|over")
        self.run_async(run(), 200)

    def test_parcels_are_taken_once(self):
        """Killed between the first and the drop: what was carried is not carried again, what was not is."""
        async def run():
            t = await create(self.port, "blank", TWO)
            id = t["table"]
            self.assertTrue(await until(nothing_owed))
            mark = int(pg.sql(f"SELECT number FROM received WHERE tab = '{id}'"))
            line = lambda who, seat: f"""INSERT INTO parcel (tab, at, what, body) VALUES ('{id}', 0, 'place', '["{who}", "{id}", {seat}]')"""
            far.sql(line("twice", 0))
            number = int(far.sql(f"SELECT max(number) FROM parcel WHERE tab = '{id}'") or mark + 1)
            self.assertTrue(await until(lambda: pg.sql("SELECT count(*) FROM place WHERE account = 'twice'").strip() == "1"))
            self.assertTrue(await until(nothing_owed))
            pg.sql("DELETE FROM place WHERE account = 'twice'")
            far.sql(f"""INSERT INTO parcel (number, tab, at, what, body) OVERRIDING SYSTEM VALUE
                        VALUES ({number}, '{id}', 0, 'place', '["twice", "{id}", 0]')""")
            far.sql(line("once", 1))
            self.assertTrue(await until(lambda: pg.sql("SELECT count(*) FROM place WHERE account = 'once'").strip() == "1"))
            self.assertTrue(await until(nothing_owed))
            self.assertEqual(pg.sql("SELECT count(*) FROM place WHERE account = 'twice'").strip(), "0")
        self.run_async(run())

    def test_forgotten_everywhere(self):
        """Whoever leaves is in no database any more; with a shard away nobody is said to be forgotten."""
        async def run():
            me = await call(self.port, "POST", "/account", {"name": "Yusuf", "passphrase": "12345678"})
            t = await create(self.port, "blank", [{"kind": "me", "name": "Yusuf"}, {"kind": "open"}], token=me["token"])
            j = await join(self.port, t["table"], "Boris")
            x = await Table(self.port, t["table"], me["token"]).connect()
            y = await Table(self.port, t["table"], j["token"]).connect()
            await x.ask({"type": "chat", "text": "my own words"})
            copy = await call(self.port, "GET", "/me/export", None, me["token"])
            self.assertIn("my own words", str(copy["chat"]))
            await play_out(x, y)
            self.assertTrue(await until(nothing_owed))
            await asyncio.to_thread(far.stop, "immediate")
            with self.assertRaises(ProtocolError):
                await call(self.port, "DELETE", "/me", None, me["token"])
            await asyncio.to_thread(far.start)
            while True:
                try:
                    await call(self.port, "DELETE", "/me", None, me["token"])
                    break
                except ProtocolError:
                    await asyncio.sleep(0.2)
            for s in (x, y):
                s.close()
            while (await call(self.port, "GET", f"/tables/{t['table']}"))["seats"][0]["name"] != "-":
                await asyncio.sleep(0.2)
            self.assertTrue(await until(nothing_owed))
            for base in (pg, far):
                for table in ("entry", "tables", "account", "result", "place", "parcel"):
                    for word in ("Yusuf", "my own words"):
                        self.assertEqual(base.sql(f"SELECT count(*) FROM {table} t WHERE t::text LIKE '%{word}%'"), "0\n", (table, word))
        self.run_async(run(), 200)


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
