"""States as older versions wrote them: seats by other keys, by names, and with those that nobody has."""

MASTERS = ("p1", "p2", "p3", "p4")


def nothing(value):
    """The value of a member where nobody sits."""
    if isinstance(value, dict):
        return {key: nothing(part) for key, part in value.items()}
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return 0
    return [0] * 4 if value == [0] * 4 else [] if isinstance(value, list) else None


def aged(state):
    """The same state, or part of one with all its players, in the older form of its game."""
    old, game, players = dict(state), state["game"], state["players"]
    if game == "blank":
        old["player"] = old.pop("players")
    elif game in ("yspahan", "tadmor", "merv"):
        full = players + [nothing(players[0]) for _ in range(4 - len(players))]
        for empty in full[len(players):]:
            empty.update({key: None for key in ("path", "tile") if key in empty})
        del old["players"]
        if game == "yspahan":
            old["players"] = full
        elif game == "tadmor":
            old["player"] = full
        else:
            old["players"] = {**dict(zip(MASTERS, full)), **old.pop("neutrals")}
    return old
