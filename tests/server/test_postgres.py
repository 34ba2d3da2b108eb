#!/usr/bin/env python3
"""Several processes on one PostgreSQL: every test of test_play.py that does not look into the
SQLite file, and what only processes together can show."""
import asyncio
import os
import random
import signal
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_analysis
import test_cups
import test_leagues
import test_mail
import test_notices
import test_passkeys
import test_people
import test_play
import test_rating
import test_watch
from patience import slowness
from serai_case import TWO, Case, catch_up, pair, play_out
from serai_client import Closed, ProtocolError, Table, call, create, join, request
from serai_gateway import Gateway
from serai_gateway import present as gateways_present
from serai_postgres import Postgres
from serai_server import Server


def setUpModule():
    if not Postgres.present():
        raise unittest.SkipTest("PostgreSQL is not installed")
    global pg
    pg = Postgres().start()
    OnPostgres.store = RatedOnPostgres.store = PeopleOnPostgres.store = NoticesOnPostgres.store = PasskeysOnPostgres.store = MailOnPostgres.store = CupsOnPostgres.store = pg.url
    AnalysisOnPostgres.store = LeaguesOnPostgres.store = WatchingOnPostgres.store = Together.store = pg.url


def tearDownModule():
    pg.__exit__()


class OnPostgres(test_play.Play):
    """The same play, another store."""


class RatedOnPostgres(test_rating.Ratings):
    """The same ratings."""
    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM rating; DELETE FROM rated; DELETE FROM result; DELETE FROM report; "
               "DELETE FROM sanction")


class PeopleOnPostgres(test_people.People):
    """The same people."""
    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM people; DELETE FROM report; DELETE FROM sanction; DELETE FROM audit")


class NoticesOnPostgres(test_notices.Notices):
    """The same notices, those of them that ask most of the store."""
    test_guest_and_stop = test_present_and_quiet = test_services = None

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM people; DELETE FROM push; DELETE FROM ring; DELETE FROM told; DELETE FROM wish")


class PasskeysOnPostgres(test_passkeys.Passkeys):
    """The same passkeys."""
    test_refused = test_recover = None

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM passkey")


class MailOnPostgres(test_mail.Mail):
    """The same e-mail."""
    test_addresses = None

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM mail; DELETE FROM told; DELETE FROM ring")

    def sql(self, text):
        return pg.sql(text)


class CupsOnPostgres(test_cups.Cups):
    """The same tournaments."""
    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM cup; DELETE FROM rating; DELETE FROM rated")


class LeaguesOnPostgres(test_leagues.Leagues):
    """The same leagues."""
    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM cup; DELETE FROM league; DELETE FROM league_player; DELETE FROM audit")


class AnalysisOnPostgres(test_analysis.Analysis):
    """The same analyses."""
    test_who_may_ask = None

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM analysis")


class WatchingOnPostgres(test_watch.Watching):
    """The same gallery, and the same delay after a crash."""
    test_list = test_quick = test_suspended = test_late_by_moves = test_late_and_taken_back = None

    def setUp(self):
        super().setUp()
        pg.sql("DELETE FROM account; DELETE FROM gallery; DELETE FROM sanction; DELETE FROM report")


class Together(Case):
    def setUp(self):
        super().setUp()
        self.other = Server(store=self.store).start()
        self.a, self.b = self.server.port, self.other.port

    def tearDown(self):
        self.other.__exit__()
        super().tearDown()

    def test_forwarding(self):
        """People at different doors of the same table."""
        async def run():
            t = await create(self.a, "blank", TWO + [{"kind": "bot", "bot": "random"}])
            j = await join(self.b, t["table"], "Boris")
            x = await Table(self.a, t["table"], t["token"]).connect()
            y = await Table(self.b, t["table"], j["token"]).connect()
            w = await Table(self.b, t["table"]).connect()
            await y.ask({"type": "chat", "text": "from afar"})
            await play_out(x, y)
            await catch_up(x, y, w)
            self.assertTrue(w.over)
            self.assertEqual((await Table(self.b, t["table"], t["token"]).connect()).view, x.view)
            file = await call(self.b, "GET", f"/tables/{t['table']}/file")
            self.assertEqual(len(file["moves"]), x.ply)
            info = await call(self.b, "GET", f"/tables/{t['table']}")
            self.assertEqual(info["status"], "over")
            with self.assertRaises(ProtocolError):
                await Table(self.b, t["table"], "f" * 32).connect()
            await self.assert_code("token", call(
                self.b, "GET", f"/tables/{t['table']}/replay?ply=1", None, "f" * 32))
        self.run_async(run())

    def test_owner_dies(self):
        """Another process takes the table over within seconds; nothing acknowledged is lost."""
        async def run():
            t = await create(self.a, "blank", TWO)
            j = await join(self.a, t["table"], "Boris")
            x = await Table(self.a, t["table"], t["token"]).connect()
            y = await Table(self.b, t["table"], j["token"]).connect()
            await play_out(x, y, stop=lambda: x.ply >= 4)
            await catch_up(x, y)
            self.server.kill()
            begun = time.time()
            while True:
                try:
                    while True:
                        await y.next()
                except Closed:
                    pass
                try:
                    await y.connect()
                    break
                except (Closed, ProtocolError):
                    await asyncio.sleep(0.1)
            took = time.time() - begun
            x.port = self.b
            await x.connect()
            self.assertLess(took, 8 * slowness())
            print(f"taken over after {took:.1f} s")
            await play_out(x, y)
            self.assertTrue(y.over)
            self.server.start()
        self.run_async(run())

    def test_owner_sleeps(self):
        """A process that was silent loses its tables and cannot write to them any more."""
        async def run():
            t = await create(self.a, "blank", TWO)
            j = await join(self.a, t["table"], "Boris")
            x = await Table(self.a, t["table"], t["token"]).connect()
            if not x.mine:
                x.token, j["token"] = j["token"], x.token
                x = await Table(self.a, t["table"], x.token).connect()
            self.server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(4.5)
            y = Table(self.b, t["table"], x.token)
            while True:
                try:
                    await y.connect()
                    break
                except (Closed, ProtocolError):
                    await asyncio.sleep(0.2)
            await y.move(y.legal[0])
            self.server.process.send_signal(signal.SIGCONT)
            with self.assertRaises((Closed, ProtocolError)):
                await x.move(x.legal[-1], ply=0)
                await x.move(x.legal[-1], ply=0)
            again = await Table(self.b, t["table"], x.token).connect()
            self.assertEqual(again.ply, y.ply)
        self.run_async(run())

    def test_owner_sleeps_and_writes_first(self):
        """Nor before the new owner has written anything: the fence is in the database, not in who is first."""
        async def run():
            t = await create(self.a, "blank", TWO)
            j = await join(self.a, t["table"], "Boris")
            x = await Table(self.a, t["table"], t["token"]).connect()
            if not x.mine:
                x = await Table(self.a, t["table"], j["token"]).connect()
            self.server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(4.5)
            y = Table(self.b, t["table"], x.token)
            while True:
                try:
                    await y.connect()
                    break
                except (Closed, ProtocolError):
                    await asyncio.sleep(0.2)
            self.server.process.send_signal(signal.SIGCONT)
            with self.assertRaises((Closed, ProtocolError)):
                await x.move(x.legal[-1], ply=0)
                await x.move(x.legal[-1], ply=0)
            entries = pg.sql(f"SELECT count(*) FROM entry WHERE tab = '{t['table']}' AND kind = 'move'")
            self.assertEqual(entries.strip(), "0")
            await y.move(y.legal[0])
            again = await Table(self.b, t["table"], x.token).connect()
            self.assertEqual(again.ply, 1)
        self.run_async(run())

    def test_a_table_follows_its_people(self):
        """Opened at one process, sat down at by sockets of another: that one has it from then on, and nothing
        goes through the first, which may as well die. Where somebody is, it stays."""
        async def run():
            t = await create(self.a, "blank", TWO)
            j = await join(self.b, t["table"], "Boris")
            x = await Table(self.b, t["table"], t["token"]).connect()
            y = await Table(self.b, t["table"], j["token"]).connect()
            owner = f"SELECT owner FROM tables WHERE id = '{t['table']}'"
            there = pg.sql(owner)
            w = await Table(self.a, t["table"]).connect()
            self.assertEqual(pg.sql(owner), there)
            await play_out(x, y, stop=lambda: x.ply >= 3)
            await catch_up(x, y, w)
            self.assertEqual(w.ply, x.ply)
            self.server.kill()
            await play_out(x, y)
            self.assertTrue(x.over)
            self.server.start()
            with self.assertRaises(ProtocolError):
                await Table(self.a, t["table"], "f" * 32).connect()
        self.run_async(run())

    def test_through_a_gateway(self):
        """A balancer that goes by the table (packaging/gateway): whoever opened it, its sockets are at the process
        that has it."""
        async def run(port):
            tables = [await create(port, "blank", TWO) for _ in range(6)]
            people = []
            for t in tables:
                j = await join(port, t["table"], "Boris")
                people += await asyncio.gather(Table(port, t["table"], t["token"]).connect(),
                                               Table(port, t["table"], j["token"]).connect(),
                                               Table(port, t["table"]).connect())
            for server in (self.a, self.b):
                _, _, text = await request(server, "GET", "/metrics")
                self.assertIn(b"\nserai_sockets_elsewhere 0\n", text)
            await play_out(*people[:2])
            self.assertTrue(people[0].over)
            for p in people:
                p.close()
        for kind in gateways_present() + ["own"]:
            with self.subTest(kind), Gateway([self.a, self.b], kind) as gateway:
                self.run_async(run(gateway.port))

    def test_processes_listen(self):
        """What is said by NOTIFY is heard without a row; a listener that was cut off listens again."""
        async def listening():
            while pg.sql("SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN serai'").strip() != "2":
                await asyncio.sleep(0.1)

        async def run():
            me = await call(self.a, "POST", "/account", {"name": "Ziad", "passphrase": "open sesame"})
            t = await create(self.b, "blank", [{"kind": "me", "name": "Ziad"}, {"kind": "open"}], token=me["token"])
            hash = pg.sql("SELECT s.token FROM session s JOIN account a ON a.id = s.account WHERE a.name = 'Ziad'").strip()
            for kept in ("first", "second"):
                await listening()
                x = await Table(self.b, t["table"], me["token"]).connect()
                pg.sql(f"SELECT pg_notify('serai', E'{kept}\\nsomebody\\nended\\n\\n\\n{hash}')")
                with self.assertRaises(Closed) as e:
                    while True:
                        await x.next()
                self.assertEqual(e.exception.code, 1008)
                pg.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN serai'")
        self.run_async(run())

    def test_a_league_of_two_processes(self):
        """Seasons begin and close once, whoever does it, while one of two processes is killed again and again."""
        season = test_leagues.Season()
        season.assertEqual, season.assertAlmostEqual, season.assertNotIn = \
            self.assertEqual, self.assertAlmostEqual, self.assertNotIn

        async def run():
            host = await test_leagues.person(self.a, "Hana")
            league = await test_leagues.make(self.a, host, bots=["random"] * 8)
            await test_leagues.post(self.b, league, "start", host)
            for _ in range(3):
                await asyncio.sleep(random.random() * 2)
                await asyncio.to_thread(self.server.kill)
                await asyncio.to_thread(self.server.start)
                self.a = self.server.port
            await test_leagues.until(lambda: self.b, league, lambda f: f["season"] >= 2)
            await test_leagues.post(self.b, league, "end", host)
            found = await test_leagues.until(lambda: self.b, league, lambda f: f["state"] == "over")
            await season.check_all(self.b, league, found["season"], 1)
            twice = "SELECT count(*) FROM (SELECT league, season, division FROM cup WHERE league <> '' GROUP BY 1, 2, 3 HAVING count(*) > 1) x"
            self.assertEqual(pg.sql(twice).strip(), "0")
        self.run_async(run(), 240)

    def test_a_queue_of_two_processes(self):
        """Analyses asked for at one process of tables that another has in memory; one of them is killed. Each is made,
        once, and both tell the same."""
        async def run():
            pg.sql("DELETE FROM analysis")
            tables, watchers = [], []
            for port in (self.a, self.b, self.a, self.b):
                t = (await create(port, "blank", [{"kind": "bot", "bot": "random"}] * 2))["table"]
                watchers.append(await Table(port, t).reconnect(60))  # it stays in memory there
                while not watchers[-1].over:
                    await watchers[-1].next()
                tables.append(t)
            for t in tables:
                await call(self.b, "POST", f"/tables/{t}/analysis", {})
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            self.a = self.server.port
            found = {}
            while len(found) < len(tables):
                for t in tables:
                    one = await call(self.b, "GET", f"/tables/{t}/analysis")
                    self.assertNotEqual(one["state"], "failed")
                    if one["state"] == "done":
                        found[t] = one
                await asyncio.sleep(0.2)
            for t, one in found.items():
                self.assertEqual(await call(self.a, "GET", f"/tables/{t}/analysis"), one)
            for w in watchers:
                w.close()
        self.run_async(run(), 120)

    def test_due_tables_are_taken_in_batches(self):
        """A process with many tables that are due dies: the others take them, and each is taken by one."""
        async def run():
            tables = [await create(self.a, "blank", [{"kind": "me", "name": "A"}, {"kind": "bot", "bot": "random"}],
                                   clock={"total": 1, "add": 0}) for _ in range(20)]
            self.server.kill()
            ids = ", ".join(f"'{t['table']}'" for t in tables)
            end = time.time() + 60
            while time.time() < end:
                ended = pg.sql(f"SELECT count(*) FROM entry WHERE tab IN ({ids}) AND kind = 'stand_in'").strip()
                if ended == "20":
                    break
                await asyncio.sleep(0.2)
            self.assertEqual(ended, "20")
            self.server.start()
        self.run_async(run())

    def test_graceful_handover(self):
        async def run():
            t = await create(self.a, "blank", TWO)
            j = await join(self.a, t["table"], "Boris")
            x = await Table(self.a, t["table"], t["token"]).connect() # it stays where somebody is
            y = await Table(self.b, t["table"], j["token"]).connect()
            stop = asyncio.to_thread(self.server.stop)
            begun = time.time()
            task = asyncio.create_task(stop)
            with self.assertRaises(Closed) as e:
                while True:
                    await y.next()
            self.assertEqual(e.exception.code, 1012)
            while True:
                try:
                    await y.connect()
                    break
                except (Closed, ProtocolError):
                    await asyncio.sleep(0.05)
            self.assertLess(time.time() - begun, 2 * slowness())
            self.assertEqual(await task, 0)
            x.close()
            self.server.start()
        self.run_async(run())

    def test_a_session_ends_everywhere(self):
        """Signed out at one process, one plays on at none; what an address used up is used up for all."""
        async def run():
            one, other = self.a, self.b
            me = await call(one, "POST", "/account", {"name": "Yves", "passphrase": "open sesame"})
            t = await create(one, "blank", [{"kind": "me", "name": "Yves"}, {"kind": "open"}], token=me["token"])
            x = await Table(other, t["table"], me["token"]).connect()
            again = await call(other, "POST", "/session", {"name": "Yves", "passphrase": "open sesame"})
            u = await create(other, "blank", [{"kind": "me", "name": "Yves"}, {"kind": "open"}], token=me["token"])
            y = await Table(other, u["table"], me["token"]).connect()
            await call(one, "DELETE", "/session", None, me["token"])
            for seat in (x, y):
                with self.assertRaises(Closed) as e:
                    while True:
                        await seat.next()
                self.assertEqual(e.exception.code, 1008)
            self.assertEqual((await Table(other, u["table"], again["token"]).connect()).you, 0)
        self.run_async(run())

    def test_account(self):
        async def run():
            me = await call(self.a, "POST", "/account", {"name": "Yusuf", "passphrase": "12345678"})
            seats = [{"kind": "me", "name": "Yusuf"}, {"kind": "open"}]
            t = await create(self.a, "blank", seats, token=me["token"])
            z = await Table(self.b, t["table"], me["token"]).connect()
            self.assertEqual(z.you, 0)
            # forgotten at one door, and at the other, which has the table in memory, soon after
            await call(self.b, "DELETE", "/me", None, me["token"])
            while (await call(self.a, "GET", f"/tables/{t['table']}"))["seats"][0]["name"] != "-":
                await asyncio.sleep(0.2)
            await self.assert_code("token", call(self.a, "GET", "/me", None, me["token"]))
            for table in ("entry", "tables", "account", "result"):
                self.assertEqual(pg.sql(f"SELECT count(*) FROM {table} t WHERE t::text LIKE '%Yusuf%'"),
                                 "0\n")
        self.run_async(run())

    def test_database_away(self):
        """The database stops for a while: clear errors, nothing acknowledged is lost, and play goes on
        without a restart."""
        async def run():
            x, y = await pair(self.a)
            await play_out(x, y, stop=lambda: x.ply >= 3)
            await catch_up(x, y)
            ply = x.ply
            me = await call(self.a, "POST", "/account", {"name": "Omar", "passphrase": "12345678"})
            await asyncio.to_thread(pg.stop, "immediate")
            mover = x if x.mine else y
            with self.assertRaises((ProtocolError, Closed)) as e:
                await mover.move(mover.legal[0])
            if isinstance(e.exception, ProtocolError):
                self.assertEqual(e.exception.code, "store")
            status, _, body = await request(self.a, "GET", "/healthz")
            self.assertEqual((status, b"store" in body), (503, True))
            with self.assertRaises(ProtocolError) as e:
                await create(self.a, "blank", TWO)
            self.assertEqual(e.exception.status, 503)
            with self.assertRaises(ProtocolError) as e:  # a session is not taken for unknown
                await call(self.a, "GET", "/me", None, me["token"])
            self.assertEqual(e.exception.status, 503)
            await asyncio.to_thread(pg.start)
            for t in (x, y):
                await t.reconnect(patience=60)
            self.assertEqual(x.ply, ply)
            self.assertEqual((await call(self.a, "GET", "/me", None, me["token"]))["name"], "Omar")
            await play_out(x, y)
            self.assertTrue(x.over)
        self.run_async(run(), 200)


if __name__ == "__main__":
    unittest.main(warnings="ignore", verbosity=2)
