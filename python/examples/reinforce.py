"""Learns Yspahan against random players with numpy alone: advantage actor-critic, some 100 lines.

  python3 reinforce.py [--game yspahan] [--players 2] [--minutes 3] [--goal 0.9] [--save agent.npz]

Ends when it wins `goal` of its games, or when the time is over."""
import argparse
import time

import numpy as np

import serai


class Net:
    """One hidden layer, a policy and a value on top, and Adam."""

    def __init__(self, inputs, hidden, actions, rng):
        def layer(n, m, gain=1.0):
            return (rng.standard_normal((n, m)) * gain / np.sqrt(n)).astype(np.float32)
        self.p = {"w": layer(inputs, hidden, 1.4), "b": np.zeros(hidden, np.float32),
                  "wp": layer(hidden, actions, 0.1), "bp": np.zeros(actions, np.float32),
                  "wv": layer(hidden, 1, 0.1), "bv": np.zeros(1, np.float32)}
        self.m = {k: np.zeros_like(v) for k, v in self.p.items()}
        self.v = {k: np.zeros_like(v) for k, v in self.p.items()}
        self.t = 0

    def forward(self, x, mask):
        h = np.maximum(x @ self.p["w"] + self.p["b"], 0)
        logits = h @ self.p["wp"] + self.p["bp"]
        logits[mask == 0] = -1e9
        logits -= logits.max(1, keepdims=True)
        pi = np.exp(logits)
        pi /= pi.sum(1, keepdims=True)
        return h, pi, np.tanh((h @ self.p["wv"] + self.p["bv"])[:, 0])

    def learn(self, x, mask, action, advantage, target, rate, entropy):
        h, pi, value = self.forward(x, mask)
        n, rows = len(x), np.arange(len(x))
        dlogits = pi * advantage[:, None]
        dlogits[rows, action] -= advantage
        logp = np.log(pi + 1e-9)
        dlogits += entropy * pi * (logp - (pi * logp).sum(1, keepdims=True))
        dlogits /= n
        dv = ((value - target) * (1 - value * value) / n)[:, None]
        dh = (dlogits @ self.p["wp"].T + dv @ self.p["wv"].T) * (h > 0)
        grad = {"wp": h.T @ dlogits, "bp": dlogits.sum(0), "wv": h.T @ dv, "bv": dv.sum(0), "w": x.T @ dh, "b": dh.sum(0)}
        self.t += 1
        for k, g in grad.items():
            self.m[k] += 0.1 * (g - self.m[k])
            self.v[k] += 0.001 * (g * g - self.v[k])
            step = self.m[k] / (1 - 0.9 ** self.t) / (np.sqrt(self.v[k] / (1 - 0.999 ** self.t)) + 1e-8)
            self.p[k] -= rate * step


def sample(pi, rng):
    return (pi.cumsum(1) > rng.random((len(pi), 1))).argmax(1)


def train(game="yspahan", players=2, minutes=3.0, goal=0.9, seed=1, envs=256, horizon=16, report=print,
          net=Net):
    """The trained net and the share of games won at the end (processor time counts)."""
    rng = np.random.default_rng(seed)
    env = serai.VectorEnv(game, num_envs=envs, players=players, bots="random")
    scale, bias = env.game.observation_scale()
    net = net(len(scale), 64, env.game.num_distinct_actions(), rng)
    obs, info = env.reset(seed=seed)
    start, steps, results, won = time.process_time(), 0, [], 0.0
    while time.process_time() - start < 60 * minutes and won < goal:
        xs, masks, actions, rewards, overs, values = [], [], [], [], [], []
        for _ in range(horizon):
            x, mask = (obs - bias) * scale, info["action_mask"].copy()
            _, pi, value = net.forward(x, mask)
            action = sample(pi, rng)
            obs, reward, over, _, info = env.step(action)
            for to, what in zip((xs, masks, actions, rewards, overs, values),
                                (x, mask, action, reward.copy(), over.copy(), value)):
                to.append(what)
            results += list(reward[over])
            steps += envs
        _, _, last = net.forward((obs - bias) * scale, info["action_mask"])
        gain, targets = np.zeros(envs, np.float32), [None] * horizon
        for t in reversed(range(horizon)):  # lambda returns, 0.95; nothing is discounted
            after = last if t == horizon - 1 else values[t + 1]
            gain = np.where(overs[t], rewards[t] - values[t], rewards[t] + after - values[t] + 0.95 * gain)
            targets[t] = gain + values[t]
        x, mask, action = np.concatenate(xs), np.concatenate(masks), np.concatenate(actions)
        target, value = np.concatenate(targets), np.concatenate(values)
        advantage = target - value
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        order = rng.permutation(len(x))
        for part in np.array_split(order, 4):
            net.learn(x[part], mask[part], action[part], advantage[part], target[part], 1e-3, 0.01)
        results = results[-2000:]
        if len(results) == 2000:
            won = float(np.mean([(r + 1) / 2 for r in results]))
        if steps // (envs * horizon) % 20 == 0 and results:
            report(f"{time.process_time() - start:6.1f} s  {steps:8d} steps  won {np.mean(results) / 2 + 0.5:.3f}")
    env.close()
    return net, won, time.process_time() - start


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="yspahan")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--goal", type=float, default=0.9)
    parser.add_argument("--save")
    args = parser.parse_args()
    agent, share, seconds = train(args.game, args.players, args.minutes, args.goal)
    print(f"wins {share:.3f} of its games against random players after {seconds:.0f} s of processor time")
    if args.save:
        np.savez(args.save, **agent.p)
