#!/usr/bin/env python3
"""The same requests to the session as every compiler made it: compare.py ROOT PROGRAM...

A PROGRAM is tests/wasm/lines, or a file ending in .wasm, which runs under Node. The first is asked; the
others must give the same answers to the same requests: hashes over whole random games of every game and
number of seats, what bots of every level choose, and what vizier thinks. TAP, three lines a program."""
import glob
import json
import os
import subprocess
import sys

GAMES = 20
BOTS = ("random", "greedy", "learned", "apprentice", "trader", "merchant")
POSITIONS = 4 # of every game, at two and at the most seats
VISITS = 300


class Session:
    def __init__(self, root, program):
        command = [program]
        if program.endswith(".wasm"):
            weights = sorted(glob.glob(os.path.join(root, "data", "weights", "*.srw")))
            lines = os.path.join(root, "tests", "wasm", "lines.mjs")
            command = [os.path.join(root, "tools", "with-node"), "node", lines, program, *weights]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = [] # (kind, request, answer)

    def line(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def ask(self, kind, **request):
        text = json.dumps(request)
        answer = self.line(text)
        self.said.append((kind, text, answer))
        return json.loads(answer)["ok"]

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def questions(session):
    """Asks everything there is to compare."""
    for game in session.ask("hashes", op="games"):
        least, most = game["seats"]
        for players in range(least, most + 1):
            session.ask("hashes", op="random", game=game["id"], players=players, seed=1, games=GAMES)
        for players in sorted({max(least, 2), most}):
            table = session.ask("moves", op="new", game=game["id"], players=players, seed=players)["table"]
            for k in range(POSITIONS):
                think(session, game["id"], table, k)
                wander(session, table, 17 + 6 * k)
            session.ask("moves", op="close", table=table)


def wander(session, table, moves):
    """On in the game; which way only has to be the same every time."""
    for i in range(moves):
        legal = session.ask("moves", op="position", table=table, viewer=None)["legal"]
        if legal:
            session.ask("moves", op="play", table=table, viewer=None, move=legal[(7 * i + 3) % len(legal)]["move"])


def think(session, game, table, seed):
    actor = session.ask("moves", op="position", table=table, viewer=None)["actor"]
    if actor is None:
        return
    view = session.ask("moves", op="position", table=table, viewer=actor)["view"]
    for bot in BOTS:
        session.ask("moves", op="bot", game=game, view=view, bot=bot, seed=seed)
    session.ask("moves", op="bot", game=game, view=view, bot="vizier", seed=seed, visits=VISITS)
    session.ask("thoughts", op="ideas", game=game, view=view, bot="vizier", seed=seed + 99, visits=VISITS, most=8)


def main(root, first, *others):
    asked = Session(root, first)
    questions(asked)
    failed = int(asked.close() != 0)
    number = 0
    for program in others:
        session = Session(root, program)
        wrong = {"hashes": [], "moves": [], "thoughts": []}
        count = dict.fromkeys(wrong, 0)
        for kind, request, answer in asked.said:
            got = session.line(request)
            count[kind] += 1
            if got != answer:
                wrong[kind].append(f"{request[:200]}\n# {answer[:200].strip()}\n# {got[:200].strip()}")
        ended = session.close() == 0
        for kind, list_ in wrong.items():
            number += 1
            good = ended and count[kind] > 0 and not list_
            failed += not good
            print("ok" if good else "not ok", number, "-", count[kind], kind, "of", program, "are those of", first)
            for text in list_[:3]:
                print("#", text)
    print(f"1..{number}")
    return failed > 0


sys.exit(main(*sys.argv[1:]))
