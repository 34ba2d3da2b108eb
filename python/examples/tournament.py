"""Everyone against everyone, with seats changed: a table of points.

  python3 tournament.py [GAME] [MATCHES] [PLAYER...]      players: bots of the project, or random"""
import itertools
import sys

import serai


def tournament(game, names, matches):
    """Share of points of each against each."""
    share = {}
    for a, b in itertools.combinations(names, 2):
        points = 0.0
        for seed in range(matches):
            seats = [serai.Bot(a, seed), serai.Bot(b, seed + 1000)]
            first = serai.play_match(game, seats, seed)[0]
            second = serai.play_match(game, seats[::-1], seed)[1]
            points += (first + second) / 2
        share[a, b] = (points / matches + 1) / 2
        share[b, a] = 1 - share[a, b]
    return share


if __name__ == "__main__":
    the_game = serai.Game(sys.argv[1] if len(sys.argv) > 1 else "yspahan", players=2)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    players = sys.argv[3:] or ["random", "greedy", "apprentice"]
    table = tournament(the_game, players, count)
    print(f"{'':12}" + "".join(f"{name:>12}" for name in players))
    for row in players:
        print(f"{row:12}" + "".join(f"{'-':>12}" if row == column else f"{table[row, column]:12.2f}" for column in players))
