"""The examples do what they say. Prints TAP; with --long the learner must win 90 % within three minutes of two cores."""
import contextlib
import io
import json
import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))

import agents  # noqa: E402  pylint: disable=wrong-import-position
import evaluate  # noqa: E402  pylint: disable=wrong-import-position
import reinforce  # noqa: E402  pylint: disable=wrong-import-position
import reinforce_torch  # noqa: E402  pylint: disable=wrong-import-position
import serai  # noqa: E402  pylint: disable=wrong-import-position
import tournament  # noqa: E402  pylint: disable=wrong-import-position

LONG = "--long" in sys.argv
results = []


def check(name, good):
    results.append(good)
    print(f"{'ok' if good else 'not ok'} {len(results)} - {name}")


game = serai.Game("yspahan")
won = sum(serai.play_match(game, [agents.greedy_agent, agents.random_agent], seed)[0] for seed in range(6))
check("the greedy agent beats the random one", won >= 4)
game = serai.Game("blank")
table = tournament.tournament(game, ["random", "greedy"], 10)
check("a tournament has a table", table["greedy", "random"] > 0.6 and abs(sum(table.values()) - 1) < 1e-9)
net, share, _ = reinforce.train("blank", minutes=0.1, goal=0.6, report=lambda _: None)
check("the learner learns the small game", share >= 0.6)
with tempfile.TemporaryDirectory() as folder:
    np.savez(os.path.join(folder, "agent.npz"), **net.p)
    agent = evaluate.load(os.path.join(folder, "agent.npz"))
share, half = evaluate.wins(agent, "blank", games=300)
check("what was learned is read again, and wins in both seats", share - half > 0.5 and half < 0.1)


def notebook():
    """Its cells are run one after the other, with a small game and without a window."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    path = os.path.join(os.path.dirname(reinforce.__file__), "learning.ipynb")
    with open(path, encoding="utf-8") as f:
        book = json.load(f)
    names, said = {}, io.StringIO()
    with contextlib.redirect_stdout(said):
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                source = "".join(cell["source"])
                source = source.replace('"yspahan", 1.0, 256', '"blank", 0.05, 16')
                exec(compile(source, path, "exec"), names)  # pylint: disable=exec-used
    return book["nbformat"] == 4 and names["GAME"] == "blank" and "against random players" in said.getvalue()


check("the notebook's cells run", notebook())
if reinforce_torch.torch is None:
    try:
        reinforce_torch.train("blank")
        check("without PyTorch a sentence says so", False)
    except ImportError as error:
        check("without PyTorch a sentence says so", "PyTorch is not installed" in str(error))
else:
    _, share, _ = reinforce_torch.train("blank", minutes=0.3, goal=0.6, report=lambda _: None)
    check("the learner in PyTorch learns the small game", share >= 0.6)
if LONG:
    _, share, seconds = reinforce.train("yspahan", minutes=6, report=lambda text: print("#", text))
    print(f"# {share:.3f} after {seconds:.0f} s of processor time")
    check("it wins 90 % at Yspahan in six minutes of processor time", share >= 0.9)
print(f"1..{len(results)}")
sys.exit(not all(results))
