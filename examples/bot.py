#!/usr/bin/env python3
"""A bot in a few lines: plays any game of Caravanserai over the engine protocol (docs/engine.md).

    serai arena blank --bots "greedy,cmd:python3 examples/bot.py"

It gets its seat's view as JSON and the legal moves as text, and answers with one of them. This one
likes moves whose verb has served it well: after each decision it looks at how its score has changed
since the last one and gives the verbs it played in between the credit.
"""
import json
import random
import sys


class Bot:
    def __init__(self):
        self.view = None
        self.legal = []
        self.credit = {}  # verb -> [sum of changes, times played]
        self.recent = []  # verbs since the score was last seen
        self.score = 0

    def own_score(self):
        """Anything numeric that the view calls points, of the own seat; 0 if there is none."""
        players = self.view["players"]
        seat = self.view.get("viewer")
        if not isinstance(seat, int) or seat >= len(players):
            return 0
        points = players[seat].get("points", players[seat].get("influence", 0))
        if isinstance(points, dict):
            points = sum(v for v in points.values() if isinstance(v, int))
        if isinstance(points, list):
            points = sum(v for v in points if isinstance(v, int))
        return points if isinstance(points, int) else 0

    def learn(self):
        score = self.own_score()
        for verb in self.recent:
            entry = self.credit.setdefault(verb, [0.0, 0])
            entry[0] += (score - self.score) / len(self.recent)
            entry[1] += 1
        self.recent, self.score = [], score

    def choose(self):
        self.learn()

        def worth(move):
            total, times = self.credit.get(move.split()[0], (1.0, 1))
            return total / times + random.random()

        move = max(self.legal, key=worth)
        self.recent.append(move.split()[0])
        return move


def main():
    bot = Bot()
    for line in sys.stdin:
        command, _, rest = line.rstrip("\n").partition(" ")
        if command == "serai":
            print("id name Verb Counter")
            print("ready", flush=True)
        elif command == "isready":
            print("ready", flush=True)
        elif command == "view":
            bot.view = json.loads(rest)
        elif command == "legal":
            bot.legal = json.loads(rest)
        elif command == "go":
            print("bestmove " + bot.choose(), flush=True)
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
