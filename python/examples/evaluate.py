"""How good is what reinforce.py has learned? Its share of wins against bots, with 95 % intervals.

  python3 evaluate.py agent.npz [--game yspahan] [--players 2] [--bots random,greedy] [--games 512]"""
import argparse

import numpy as np

import reinforce
import serai


def load(path):
    """The network that `reinforce.py --save` has written."""
    with np.load(path) as kept:
        weights = {name: kept[name] for name in kept.files}
    inputs, hidden = weights["w"].shape
    net = reinforce.Net(inputs, hidden, weights["wp"].shape[1], np.random.default_rng(0))
    net.p = weights
    return net


def wins(net, game, players=2, bots="random", games=512, envs=64, seed=1):
    """(share of games won, half its 95 % interval), in the seats in turn; the likeliest action is played.

    Every environment plays as many games to their end: to stop at the first so many would count short ones more."""
    results = []
    for seat in range(players):
        env = serai.VectorEnv(game, num_envs=envs, players=players, seat=seat, bots=bots)
        scale, bias = env.game.observation_scale()
        if len(scale) != net.p["w"].shape[0]:
            raise SystemExit(f"the agent was not made for {game}: {net.p['w'].shape[0]} inputs, not {len(scale)}")
        left = np.full(envs, -(-games // (players * envs)))
        obs, info = env.reset(seed=seed + seat)
        while left.any():
            _, pi, _ = net.forward((obs - bias) * scale, info["action_mask"])
            obs, reward, over, _, info = env.step(pi.argmax(1))
            ended = over & (left > 0)
            results += list((reward[ended] + 1) / 2)
            left[ended] -= 1
        env.close()
    return float(np.mean(results)), 1.96 * float(np.std(results)) / len(results) ** 0.5


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent")
    parser.add_argument("--game", default="yspahan")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", default="random,greedy")
    parser.add_argument("--games", type=int, default=512)
    args = parser.parse_args()
    agent = load(args.agent)
    for bot in args.bots.split(","):
        share, half = wins(agent, args.game, args.players, bot, args.games)
        print(f"against {bot}: {share:.1%} ± {half:.1%}")
