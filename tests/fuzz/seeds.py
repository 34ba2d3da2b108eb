#!/usr/bin/env python3
"""First inputs for the fuzz targets, from real games: seeds.py SERAI FOLDER.

Run by tools/fuzz when a corpus is empty; libFuzzer goes on from there. States, saves and traces are
taken from a few short matches of every game."""
import json
import os
import random
import subprocess
import sys


def main(serai, folder):
    chance = random.Random(1)

    def put(target, name, data):
        os.makedirs(f"{folder}/{target}", exist_ok=True)
        with open(f"{folder}/{target}/{name}", "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())

    games = json.loads(subprocess.run([serai, "games", "--json"], capture_output=True, check=True).stdout)
    for i, game in enumerate(games):
        name = game["game"]
        seats = [game["players"]["min"], game["players"]["max"]]
        for players in {seats[0], seats[1]}:
            trace = subprocess.run([serai, "trace", name, "--players", str(players), "--seed", "5"],
                                   capture_output=True, check=True).stdout.decode().split("\n")
            rows = [json.loads(line) for line in trace if line]
            moves = [r for r in rows if "move" in r]
            put("trace", f"{name}-{players}", "\n".join(trace[:3]))
            for ply in (0, len(moves) // 2, len(moves) - 1):
                put("state", f"{name}-{players}-{ply}",
                    bytes([i]) + json.dumps(moves[ply]["state"], separators=(",", ":")).encode())
            requests = [{"op": "new", "game": name, "players": players, "seed": 5},
                        {"op": "position", "table": 1, "viewer": 0}]
            requests += [{"op": "play", "table": 1, "move": m["move"], "viewer": None} for m in moves[:6]]
            requests += [{"op": "log", "table": 1, "viewer": 0}, {"op": "undo", "table": 1, "viewer": None},
                         {"op": "branch", "table": 1, "ply": 2}, {"op": "close", "table": 2}]
            put("calls", f"{name}-{players}", "\n".join(map(json.dumps, requests)))
            put("save", f"{name}-{players}", json.dumps(
                {"caravanserai": 1, "game": name, "players": players, "seed": 5, "options": {},
                 "moves": [[m["actor"], m["move"]] for m in moves[:12]]}))
            for k in range(3):
                head = bytes([i, players - seats[0], chance.randrange(256), chance.randrange(256)])
                put("moves", f"{name}-{players}-{k}", head + chance.randbytes(120))
                put("notation", f"{name}-{players}-{k}",
                    bytes([i, players - seats[0], 0, 5, 0]) + chance.choice(moves[0]["legal"]).encode())
                put("position", f"{name}-{players}-{k}", head + bytes([k, 40 * k]) + chance.randbytes(3 * k))
                put("view", f"{name}-{players}-{k}", head + bytes([k, 40 * k, k]) + chance.randbytes(3 * k))
            put("options", f"{name}-event-{players}", json.dumps(moves[0]["events"][0] if moves[0]["events"] else {}))
        put("options", name, json.dumps(rows[0]["options"]))
        edition = json.dumps(rows[0]["edition"] if isinstance(rows[0]["edition"], dict) else {})
        put("edition", name, bytes([i, 1]) + edition.encode())
        put("edition", name + "-default", bytes([i, 0]) + b"{}")
        cases = f"{os.path.dirname(os.path.abspath(__file__))}/../cases/{name}"
        for file in sorted(os.listdir(cases))[:6] if os.path.isdir(cases) else []:
            with open(f"{cases}/{file}", encoding="utf-8") as f:
                case = json.load(f)
            for k, one in enumerate((case if isinstance(case, list) else [case])[:3]):
                put("cases", f"{name}-{file[:-5]}-{k}", json.dumps(one))
    put("json", "all", '{"a":[1,-2.5e+3,true,false,null,"\\u00e9\\ud83d\\udc2b\\n"],"b":{"":{}}}')
    put("json", "utf8", '["é","верблюд","🐫"]')
    put("json", "deep", "[" * 32 + "]" * 32)
    put("json", "bad", '{"a":"\\ud800"}')


main(*sys.argv[1:])
