"""A random and a greedy agent, and who wins: the shortest program that plays.

  python3 agents.py [GAME] [MATCHES]"""
import random
import sys

import serai


def random_agent(state):
    return random.choice(state.legal_actions())


def greedy_agent(state):
    """The move after which the own score leads by most, over a few draws of what is hidden."""
    me = state.current_player()

    def lead(action):
        total = 0
        for draw in range(3):
            after = state.resample_from_infostate(me, random.Random(draw)).child(action)
            score = [line["total"] for line in after.scores()]
            total += score[me] - max(s for i, s in enumerate(score) if i != me)
        return total

    return max(state.legal_actions(), key=lead)


if __name__ == "__main__":
    game = serai.Game(sys.argv[1] if len(sys.argv) > 1 else "yspahan", players=2)
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    result = sum(serai.play_match(game, [greedy_agent, random_agent], seed)[0] for seed in range(matches))
    print(f"greedy wins {(result / matches + 1) / 2:.0%} of {matches} matches against random")
