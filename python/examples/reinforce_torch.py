"""The learner of reinforce.py in PyTorch: the same batches, returns and steps; only the net is another.

  python3 reinforce_torch.py [--game yspahan] [--players 2] [--minutes 3] [--goal 0.9] [--save agent.npz]

What differs from reinforce.py is this class: the gradients are PyTorch's, and so is Adam."""
import argparse
import sys

import numpy as np

import reinforce

try:
    import torch
except ImportError:
    torch = None
MISSING = "PyTorch is not installed (python3-torch, or pip install torch); reinforce.py learns with numpy alone"


class Net:
    """One hidden layer, a policy and a value on top, and Adam."""

    def __init__(self, inputs, hidden, actions, rng):
        torch.manual_seed(int(rng.integers(1 << 31)))
        self.body = torch.nn.Linear(inputs, hidden)
        self.policy = torch.nn.Linear(hidden, actions)
        self.value = torch.nn.Linear(hidden, 1)
        for layer, gain in ((self.body, 1.4), (self.policy, 0.1), (self.value, 0.1)):
            torch.nn.init.normal_(layer.weight, std=gain / layer.in_features ** 0.5)
            torch.nn.init.zeros_(layer.bias)
        layers = torch.nn.ModuleList([self.body, self.policy, self.value])
        self.adam = torch.optim.Adam(layers.parameters(), lr=1e-3)

    def tensors(self, x, mask):
        h = torch.relu(self.body(torch.as_tensor(x, dtype=torch.float32)))
        logits = self.policy(h).masked_fill(torch.tensor(mask) == 0, -1e9)
        return torch.log_softmax(logits, 1), torch.tanh(self.value(h))[:, 0]

    def forward(self, x, mask):
        with torch.no_grad():
            logp, value = self.tensors(x, mask)
        return None, logp.exp().numpy(), value.numpy()

    def learn(self, x, mask, action, advantage, target, rate, entropy):
        logp, value = self.tensors(x, mask)
        chosen = logp[torch.arange(len(x)), torch.as_tensor(action)]
        loss = -(chosen * torch.as_tensor(advantage)).mean()
        loss = loss + entropy * (logp.exp() * logp).sum(1).mean()
        loss = loss + ((value - torch.as_tensor(target)) ** 2).mean() / 2
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()

    @property
    def p(self):
        """The weights as reinforce.py names and lays them out."""
        named = {"w": self.body, "wp": self.policy, "wv": self.value}
        out = {k: layer.weight.detach().numpy().T for k, layer in named.items()}
        return out | {"b" + k[1:]: layer.bias.detach().numpy() for k, layer in named.items()}


def train(*args, **wishes):
    """reinforce.train with this net."""
    if torch is None:
        raise ImportError(MISSING)
    return reinforce.train(*args, net=Net, **wishes)


if __name__ == "__main__":
    if torch is None:
        sys.exit(MISSING)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="yspahan")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--goal", type=float, default=0.9)
    parser.add_argument("--save")
    wish = parser.parse_args()
    agent, share, seconds = train(wish.game, wish.players, wish.minutes, wish.goal)
    print(f"wins {share:.3f} of its games against random players after {seconds:.0f} s of processor time")
    if wish.save:
        np.savez(wish.save, **agent.p)
