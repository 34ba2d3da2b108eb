#!/usr/bin/env python3
"""The networks of the bots in numpy and in PyTorch: reads a file of weights (docs/ai.md) and computes what the program
computes.

    python3 network.py data/weights/yspahan.srw

asks the program (SERAI names it, else `serai`) for positions of a game played at random (`net` of `serai engine`,
docs/engine.md) and compares. The form
in numpy gives the program's own integers. The one in PyTorch is for training on: the same weights as 32-bit floats
without the rounding between the layers, so its answers are near, not equal (differences are printed)."""
import json
import os
import random
import subprocess
import sys

import numpy as np

try:
    import torch
except ImportError:
    torch = None

UNIT, ONE, SCALE, POINT = 64, 512, 1024, 1 << 16  # inputs, values of neurons, weights, outputs for 1
HEAD, OUTPUTS = 56, 2


def checksum(data):
    """FNV-1a, 64 bits."""
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


class Network:
    """A file of weights of version 3. Rows of x are lines of the score, as the program tells their inputs."""

    def __init__(self, path):
        with open(path, "rb") as f:
            data = f.read()
        magic, (version, self.features, inputs, first, second) = data[:4], np.frombuffer(data, "<u4", 5, 4)
        if magic != b"SRWT" or version != 3:
            raise ValueError(f"{path}: no weights of version 3")
        self.game = data[24:40].rstrip(b"\0").decode()
        if int.from_bytes(data[40:48], "little") != checksum(data[48:]):
            raise ValueError(f"{path}: the weights are damaged")
        slots, numbers = np.frombuffer(data, "<u4", 2, 48)
        self.at, self.data = HEAD, data
        self.b1, self.w1 = self.take("<i4", first), self.pairs(inputs, first)
        self.b2, self.w2 = self.take("<i4", second), self.pairs(first, second)
        self.b3, self.w3 = self.take("<i4", OUTPUTS), self.take("<i2", OUTPUTS, second)
        self.w4 = self.pairs(inputs, OUTPUTS)
        self.b5, self.w5, self.w6 = self.take("<i4", 1), self.take("<i2", second), self.take("<i2", inputs)
        self.bp, self.wp = self.take("<i4", slots), self.take("<i2", slots, second)
        self.base, self.we = self.take("<i4", numbers), self.take("<i2", numbers, first)
        self.low, self.high = self.take("i1", numbers), self.take("i1", numbers)
        if self.at != len(data):
            raise ValueError(f"{path}: {len(data)} bytes instead of {self.at}")

    def take(self, kind, *shape):
        """The next array, which begins at a multiple of four bytes."""
        count = int(np.prod(shape))
        out = np.frombuffer(self.data, kind, count, self.at).reshape([int(n) for n in shape]).astype(np.int64)
        self.at += (count * np.dtype(kind).itemsize + 3) // 4 * 4
        return out

    def pairs(self, inputs, width):
        """Weights that stand in pairs of inputs, as [input][neuron]."""
        return self.take("<i2", int(inputs) // 2, width, 2).transpose(0, 2, 1).reshape(int(inputs), int(width))

    def biases(self, numbers=None):
        """Of the first layer, for an edition with these numbers (None: the one it was trained round)."""
        if numbers is None:
            return self.b1
        base = np.maximum(np.abs(self.base), 1)
        away = (np.asarray(numbers, np.int64) - self.base) * UNIT
        x = np.clip(np.sign(away) * (np.abs(away) // base), -127, 127)
        if (x < self.low).any() or (x > self.high).any():
            raise ValueError("the edition is beyond what the network was trained on")
        return self.b1 + x @ self.we

    def run(self, x, numbers=None):
        """Logit of winning and margin of each line, 16 bits after the point; and its second layer, for `points` and
        `policy`. Exactly the program's integers."""
        x = np.asarray(x, np.int64)
        h1 = np.clip((self.biases(numbers) + x @ self.w1 + 64) >> 7, 0, ONE)
        h2 = np.clip((self.b2 + h1 @ self.w2 + 512) >> 10, 0, ONE)
        return x @ self.w4 + ((self.b3 + h2 @ self.w3.T) >> 3), h2

    def points(self, x, h2):
        """Final points, 16 bits after the point for the game's own unit."""
        return np.asarray(x, np.int64) @ self.w6 + ((self.b5 + h2 @ self.w5) >> 3)

    def policy(self, h2, slots):
        """Logit of a move with these slots, from the second layer of the line that decides."""
        return int(np.sum(self.bp[slots] + self.wp[slots] @ h2)) >> 3


def chances(logits):
    """Chances to win of all lines; who is alone plays against the goal, which has the logit 0."""
    z = np.append(logits, 0.0) if len(logits) == 1 else np.asarray(logits)
    e = np.exp(z - np.max(z))
    return (e / e.sum())[:len(logits)]


def module(net):
    """The same network as a torch.nn.Module: inputs as floats (the program's, divided by 64), outputs logit, margin and
    points. Its parameters can be trained on."""
    if torch is None:
        raise ImportError("PyTorch is not installed (Debian: python3-torch; else: pip install torch)")

    def layer(weights, bias, unit):
        made = torch.nn.Linear(weights.shape[0], weights.shape[1], bias=bias is not None)
        made.weight.data = torch.tensor(weights.T / SCALE, dtype=torch.float32)
        if bias is not None:
            made.bias.data = torch.tensor(bias / (unit * SCALE), dtype=torch.float32)
        return made

    class Module(torch.nn.Module):
        """Two hidden layers with values clipped to 0..1; the inputs lead straight to the outputs as well."""

        def __init__(self):
            super().__init__()
            self.first = layer(net.w1, net.b1, UNIT)
            self.second = layer(net.w2, net.b2, ONE)
            self.third = layer(np.vstack([net.w3, net.w5]).T, np.append(net.b3, net.b5), ONE)
            self.straight = layer(np.column_stack([net.w4, net.w6]), None, 1)

        def forward(self, x):
            """[..., inputs] to [..., 3]."""
            hidden = torch.clamp(self.second(torch.clamp(self.first(x), 0, 1)), 0, 1)
            return self.third(hidden) + self.straight(x)
    return Module()


class Program:
    """`serai engine`, asked for positions and for what it makes of them."""

    def __init__(self, serai, path, game, edition=None):
        self.process = subprocess.Popen([serai, "engine", "--bots", f"vizier:weights={path}"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.say(f"game {game} {json.dumps(edition) if edition else ''}")

    def say(self, line):
        """Says a line to the program."""
        print(line, file=self.process.stdin, flush=True)

    def look(self, seats, seed, moves):
        """What the network is given after these moves, and its answers; None when the match is over."""
        self.say(f"position seats {seats} seed {seed} moves {'; '.join(moves)}")
        self.say("net")
        answer = self.process.stdout.readline()
        if answer.startswith("error the game is over"):
            self.process.stdout.readline()  # nor is there anything to look at
            return None
        if not answer.startswith("net "):
            raise RuntimeError(answer.strip())
        return json.loads(answer[4:])

    def end(self):
        """Says good-bye."""
        self.say("quit")
        self.process.communicate()


def compare(serai, path, seats=(2, 3), positions=40, edition=None, report=print):
    """Positions of random games: what the program says against what is computed here. Returns how many lines and moves
    were equal, and the largest difference in a chance to win with PyTorch (None without)."""
    net = Network(path)
    torch_net = module(net) if torch else None
    program = Program(serai, path, net.game, edition)
    lines = moves = 0
    worst = 0.0 if torch_net else None
    for seed, players in enumerate(seats, 1):
        rng, played = random.Random(seed), []
        while len(played) < positions:
            told = program.look(players, seed, played)
            if told is None:
                break
            x = np.array([line["inputs"] for line in told["lines"]])
            out, h2 = net.run(x, told["numbers"])
            for key, mine in (("logit", out[:, 0]), ("margin", out[:, 1]), ("points", net.points(x, h2))):
                theirs = [line[key] for line in told["lines"]]
                if list(mine) != theirs:
                    raise AssertionError(f"{net.game}, {played}: {key} {list(mine)} is not {theirs}")
            win = [line["win"] / POINT for line in told["lines"]]
            if np.max(np.abs(chances(out[:, 0] / POINT) - win)) > 1e-3:
                raise AssertionError(f"{net.game}: other chances than {win}")
            actor = told["actor"]
            for move in told["moves"]:
                if net.policy(h2[actor], move["slots"]) != move["logit"]:
                    raise AssertionError(f"{net.game}: another logit of {move['move']}")
            if torch_net and edition is None:
                with torch.no_grad():
                    near = torch_net(torch.tensor(x / UNIT, dtype=torch.float32)).numpy()
                worst = max(worst, float(np.max(np.abs(chances(near[:, 0]) - win))))
            lines, moves = lines + len(x), moves + len(told["moves"])
            played.append(rng.choice(told["moves"])["move"])
    program.end()
    report(f"{net.game}: {lines} lines and {moves} moves as the program has them"
           + ("" if worst is None else f"; PyTorch's chances to win differ by at most {100 * worst:.2f} %"))
    return lines, moves, worst


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for file in sys.argv[1:]:
        compare(os.environ.get("SERAI", "serai"), file)
