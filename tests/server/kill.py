#!/usr/bin/env python3
"""Kills the server at random moments while people play, and looks for what was lost.

  tests/server/kill.py [--kills 200] [--clients 50] [--game blank]
  tests/server/kill.py --postgres [--processes 2] ...     (a PostgreSQL of its own)
  tests/server/kill.py --postgres --processes 4 --gateway [--database 10] ...
                       (people come through a balancer; every so many kills a database is the victim)
  tests/server/kill.py ... --databases 2      (tables are in shards, the others of so many databases)

Clients keep every acknowledgement they got (table, number, id of the request, move). After each kill
the server starts again on what the dead one left; clients resume from the last message they saw,
which must continue without a gap or a repetition. At the end every acknowledged move must stand in
the log under the number it was acknowledged with, every table must replay to its hashes, and the
database must be sound. Exit code 1 if anything is missing."""
import argparse
import asyncio
import json
import os
import random
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serai_client import Closed, ProtocolError, Table, create, join
from serai_gateway import Gateway
from serai_postgres import Postgres, shard_options
from serai_server import Server, show


class Campaign:
    def __init__(self, args, servers):
        self.args, self.servers = args, servers
        self.rng = random.Random(args.seed)
        self.acked = []        # (table, seq, id, move)
        self.tables = []
        self.wrong = []
        self.unsure = 0        # sent, not acknowledged when the server died
        self.done = False
        self.matches = 0
        self.restarts = 0
        self.worst_back = 0.0
        self.gateway = None

    def port(self):
        if self.gateway:
            return self.gateway.port
        return self.rng.choice([s for s in self.servers if s.alive()] or self.servers).port

    async def player(self, table, token):
        """Plays one seat of one match to its end, whatever happens to the server."""
        me = Table(self.port(), table, token)
        pending = None
        while not me.over and not self.done:
            try:
                me.port = self.port()
                await me.connect()
                while not me.over and not self.done:
                    if not me.mine:
                        await me.next()
                        continue
                    if pending is None or pending[0] != me.ply:
                        pending = (me.ply, os.urandom(6).hex(), self.rng.choice(me.legal))
                    ply, id, move = pending
                    try:
                        ok = await me.move(move, ply=ply, id=id)
                        self.acked.append((table, ok["seq"], id, move))
                        pending = None
                    except ProtocolError as e:
                        if e.code == "stale":
                            pending = None
                        elif e.code not in ("store", "shard", "turn"):
                            raise
            except (Closed, ConnectionError, OSError, asyncio.IncompleteReadError):
                if pending:
                    self.unsure += 1
                await asyncio.sleep(0.02 + self.rng.random() * 0.05)
            except ProtocolError as e:
                if e.code not in ("store", "shard", "upgrade", "elsewhere", "stopping", "http"):
                    self.wrong.append(f"{table}: {e}")
                    return
                await asyncio.sleep(0.05)
            except AssertionError as e:
                self.wrong.append(f"{table}: {e}")
                return
            finally:
                me.close()

    async def pair(self):
        """Two people who play match after match."""
        seats = [{"kind": "me", "name": "A"}, {"kind": "open"}]
        while not self.done:
            try:
                port = self.port()
                t = await create(port, self.args.game, seats, patience=0)
                self.tables.append(t["table"])
                b = await join(self.port(), t["table"], "B")
            except (ConnectionError, OSError, asyncio.IncompleteReadError, ProtocolError):
                await asyncio.sleep(0.05)
                continue
            await asyncio.gather(self.player(t["table"], t["token"]),
                                 self.player(t["table"], b["token"]))
            self.matches += 1

    async def killer(self):
        for i in range(self.args.kills):
            await asyncio.sleep(self.rng.expovariate(1 / self.args.every))
            victim = self.rng.choice(self.servers)
            if self.args.database and i % self.args.database == self.args.database - 1:
                victim = self.rng.choice(self.args.bases)
            victim.kill()
            await asyncio.sleep(self.rng.random() * 0.05)
            begun = time.time()
            await asyncio.to_thread(victim.start)
            self.worst_back = max(self.worst_back, time.time() - begun)
            self.restarts += 1
            if (i + 1) % 20 == 0:
                show(f"{i + 1} kills, {len(self.acked)} acknowledged moves, {self.matches} "
                     f"matches, {len(self.wrong)} wrong")
        await asyncio.sleep(1)
        self.done = True

    async def run(self):
        pairs = [asyncio.create_task(self.pair()) for _ in range(self.args.clients // 2)]
        await self.killer()
        done, late = await asyncio.wait(pairs, timeout=15)
        for task in late:
            task.cancel()
        for task in done:
            if task.exception():
                self.wrong.append(repr(task.exception()))

    async def reopen(self):
        """Every table must load: by replay, with all hashes."""
        for table in self.tables:
            try:
                t = await Table(self.port(), table).reconnect()
                t.close()
            except (ProtocolError, Closed) as e:
                self.wrong.append(f"{table} does not open: {e}")


def entries_of(args, server):
    if args.store:
        sql = "SELECT COALESCE(json_agg(json_build_array(tab, seq, body)), '[]') FROM entry WHERE kind = 'move'"
        return [row for base in args.bases for row in json.loads(base.sql(sql))]
    db = sqlite3.connect(os.path.join(server.data, "serai.db"))
    if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        return None
    return db.execute("SELECT tab, seq, body FROM entry WHERE kind = 'move'").fetchall()


def owed(args):
    """What shards still owe the first database a minute after the last kill, or have paid twice or not at all."""
    end = time.time() + 60
    shards = args.bases[1:]
    while any(base.sql("SELECT count(*) FROM parcel").strip() != "0" for base in shards):
        if time.time() > end:
            return ["shards owe the first database something still"]
        time.sleep(0.2)
    first = args.bases[0]
    results = dict(json.loads(first.sql("SELECT COALESCE(json_agg(json_build_array(tab, n)), '[]') FROM"
                                        " (SELECT tab, count(*) AS n FROM result GROUP BY tab) r")))
    lines = dict(json.loads(first.sql("SELECT COALESCE(json_agg(json_build_array(id, status)), '[]') FROM tables")))
    wrong = []
    for base in shards:
        for id, status in json.loads(base.sql("SELECT COALESCE(json_agg(json_build_array(id, status)), '[]') FROM tables")):
            if lines.get(id) != status or (status == "over" and results.get(id) != 2):
                wrong.append(f"{id} is {status}; the first database has {lines.get(id)}, {results.get(id)} results")
    return wrong


def arguments():
    p = argparse.ArgumentParser()
    p.add_argument("--kills", type=int, default=200)
    p.add_argument("--clients", type=int, default=50)
    p.add_argument("--every", type=float, default=0.35, help="mean seconds between kills")
    p.add_argument("--game", default="blank")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--postgres", action="store_true")
    p.add_argument("--processes", type=int, default=1)
    p.add_argument("--gateway", nargs="?", const="", help="a balancer before them: haproxy, nginx, own (first that is there)")
    p.add_argument("--database", type=int, default=0, help="kill a database instead, every so many times")
    p.add_argument("--databases", type=int, default=1, help="how many there are")
    return p.parse_args()


def main():
    args = arguments()
    begun = time.time()
    args.bases = [Postgres().start() for _ in range(args.databases)] if args.postgres else []
    args.store = args.bases[0].url if args.bases else None
    shards = shard_options(args.bases)
    proxied = ["--behind-proxy"] if args.gateway is not None else []
    servers = [Server(*proxied, *shards, store=args.store) for _ in range(args.processes)]
    for s in servers:
        s.start()
    campaign = Campaign(args, servers)
    if args.gateway is not None:
        campaign.gateway = Gateway([s.port for s in servers], args.gateway or None).start()
    asyncio.run(campaign.run())
    for s in servers:
        s.kill()
    rows = entries_of(args, servers[0])
    if rows is None:
        campaign.wrong.append("the database is damaged")
    log = {(t, seq): json.loads(body) for t, seq, body in rows or []}
    lost = [a for a in campaign.acked
            if log.get((a[0], a[1]), {}).get("id") != a[2] or log[a[0], a[1]]["m"] != a[3]]
    ids = [m["id"] for m in log.values() if "id" in m]
    twice = len(ids) - len(set(ids))
    for s in servers:
        s.start()
    asyncio.run(campaign.reopen())
    campaign.wrong += owed(args) if args.bases else []
    failed = 0
    for s in servers:
        with open(s.log, "rb") as f:
            failed += f.read().count(b"replay_failed")
        s.__exit__()
    if campaign.gateway:
        campaign.gateway.__exit__()
    for base in args.bases:
        base.__exit__()
    show(f"kills {args.kills}, clients {args.clients}, tables {len(campaign.tables)}, matches "
         f"finished {campaign.matches}, moves in the log {len(log)}, acknowledged "
         f"{len(campaign.acked)}, lost {len(lost)}, played twice {twice}, connections cut in mid-"
         f"move {campaign.unsure}, tables damaged {failed}, wrong {len(campaign.wrong)}, slowest "
         f"start {campaign.worst_back:.2f} s, {time.time() - begun:.0f} s in all")
    for w in campaign.wrong[:10]:
        show("  " + w)
    sys.exit(1 if lost or twice or failed or campaign.wrong else 0)


if __name__ == "__main__":
    main()
