"""A random and a greedy agent, and who wins: the shortest program that plays.

  python3 agents.py [GAME] [MATCHES]"""
import random
import sys

import serai


def random_agent(state):
    return random.choice(state.legal_actions())


def greedy_agent(state, judge=serai.Bot("greedy")):
    """Looks one move ahead, by the project's hand-written judgement of a position."""
    return judge(state)


if __name__ == "__main__":
    game = serai.Game(sys.argv[1] if len(sys.argv) > 1 else "yspahan", players=2)
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    result = sum(serai.play_match(game, [greedy_agent, random_agent], seed)[0] for seed in range(matches))
    print(f"greedy wins {(result / matches + 1) / 2:.0%} of {matches} matches against random")
