"""The networks as the example reads them, against the program's own answers: network.py SERAI WEIGHTS... Prints TAP."""
import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))

import network  # noqa: E402  pylint: disable=wrong-import-position

SERAI, FILES = sys.argv[1], sys.argv[2:]
results = []


def check(name, good):
    results.append(good)
    print(f"{'ok' if good else 'not ok'} {len(results)} - {name}", flush=True)


def refused(action, part, kind=ValueError):
    try:
        action()
    except kind as error:
        return part in str(error)
    return False


worst = 0.0
for path in FILES:
    told = []
    try:
        lines, moves, off = network.compare(SERAI, path, (2, 3), 12, report=told.append)
        worst = max(worst, off or 0)
    except (AssertionError, RuntimeError) as error:
        lines, moves = 0, 0
        print(f"# {error}")
    check(f"{os.path.basename(path)}: outputs, points, chances and policy are the program's own", lines >= 40 and moves > 40)
path = next(f for f in FILES if f.endswith("yspahan.srw"))
net = network.Network(path)
try:
    lines, moves, _ = network.compare(SERAI, path, (3,), 8, {"start_gold": 3, "weeks": 2}, report=lambda _: None)
except (AssertionError, RuntimeError) as error:
    lines, moves = 0, 0
    print(f"# {error}")
check("so they are by another edition", lines >= 24 and moves > 8)
check("one it was not trained on is refused on both sides",
      refused(lambda: network.compare(SERAI, path, (3,), 8, {"start_gold": 30}), "no network judges here", RuntimeError)
      and refused(lambda: net.biases(net.base * 9), "beyond"))
with open(path, "rb") as f:
    data = f.read()
with tempfile.TemporaryDirectory() as folder:
    for name, some, part in (("damaged", data[:900] + bytes([data[900] ^ 1]) + data[901:], "damaged"),
                             ("no weights", b"SRWC" + data[4:], "no weights of version 3")):
        file = os.path.join(folder, "x.srw")
        with open(file, "wb") as f:
            f.write(some)
        check(f"a file is refused: {name}", refused(lambda: network.Network(file), part))
if network.torch is None:
    check("without PyTorch a sentence says so", refused(lambda: network.module(net), "PyTorch is not installed", ImportError))
else:
    torch = network.torch
    check(f"PyTorch's chances to win are near ({100 * worst:.2f} %)", 0 < worst < 0.005)
    torch.manual_seed(1)
    module = network.module(net)
    x = torch.tensor(np.random.default_rng(1).integers(0, 65, (64, len(net.w1))) / network.UNIT, dtype=torch.float32)
    target = module(x).detach() + 0.1
    optimizer = torch.optim.Adam(module.parameters(), 1e-4)
    losses = []
    for _ in range(60):
        loss = torch.mean((module(x) - target) ** 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    check(f"and it can be trained on (loss {losses[0]:.4f} to {losses[-1]:.4f})", losses[-1] < losses[0] / 2)
print(f"1..{len(results)}")
sys.exit(not all(results))
