"""docs/spaces.md: the observations and actions of every game, in groups. Prints it; the tests compare.

  spaces.py > docs/spaces.md"""
import itertools
import re

import serai


def group_of(name):
    """What is told together: indices, values and names left out, and whole structs but for the first."""
    later = re.match(r"(\w+)(\[(?!0\]|me\])[^\]]*\]|\((?!1-01\))[^)]*\))\.", name)
    if later:
        return f"{later[1]}[...]: the same for the others" if later[2].startswith("[me") else f"{later[1]}...: the same again"
    name = re.sub(r"\[\d+\]", "[*]", name)
    if name.count(".") > name.count("].") + name.count(")."):
        name = re.sub(r"^(.*?)(\w+)\.(?!known)(\w+)(\.known)?$", r"\1\2.*\4", name)
    name = re.sub(r"=.*", "=*", name)
    name = re.sub(r"^(\w+)\..*=", r"\1.*=", name)
    return re.sub(r"\([^)]*\)(?=\.|$)", "(*)", name)


def rows(names, key):
    at = 0
    for group, members in itertools.groupby(names, key):
        members = list(members)
        last = "" if len(members) == 1 else f" to {at + len(members) - 1}"
        yield f"{at}{last}", group, members
        at += len(members)


def table(name):
    game = serai.Game(name)
    scale, bias = game.observation_scale()
    yield f"## {name}: {len(scale)} inputs, {game.num_distinct_actions()} actions\n"
    yield "| inputs | what | first and last | scale | bias |\n|---|---|---|---|---|"
    at = 0
    for where, group, members in rows(game.observation_names(), group_of):
        ends = f"`{members[0]}`" + (f", `{members[-1]}`" if len(members) > 1 else "")
        ranges = sorted({round(1 / float(s)) for s in scale[at:at + len(members)]})
        told = " or ".join("1" if r == 1 else f"1/{r}" for r in ranges)
        yield f"| {where} | {group if ':' in group else f'`{group}`'} | {ends} | {told} | {int(bias[at])} |"
        at += len(members)
    yield "\n| actions | verb | first and last |\n|---|---|---|"
    texts = [game.action_to_string(a) for a in range(game.num_distinct_actions())]
    for where, group, members in rows(texts, lambda t: t.split()[0]):
        ends = f"`{members[0]}`" + (f", `{members[-1]}`" if len(members) > 1 else "")
        yield f"| {where} | `{group}` | {ends} |"
    yield ""


def document():
    out = ["# Observations and actions\n",
           "Made by `python/tests/spaces.py` from the library; a test compares. [learning.md](learning.md) says what the "
           "names mean.\n"]
    for name in serai.games():
        out += table(name)
    return "\n".join(out).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(document(), end="")
