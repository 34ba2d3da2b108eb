#!/usr/bin/env python3
"""A second implementation of Tadmor that checks every line of a trace: tadmor.py --serai PATH.

Rule numbers are those of docs/rules/tadmor.md. The state is kept as the trace shows it, except for
`turn`, a mark for undoing: of that only what game.h promises is checked."""
import sys

from common import Plan, Scenes, main
from tadmor_kingdom import Kingdom
from tadmor_legal import Choices
from tadmor_numbers import OTHER, STATED
from tadmor_play import Moves
from tadmor_resolution import Resolution
from tadmor_round import Placing
from tadmor_scenes import Positions
from tadmor_table import Table


class Referee(Table, Choices, Moves, Placing, Resolution, Kingdom, Positions):
    STATED = STATED
    PLANS = [plan(players, *how) for players in (2, 3, 4) for plan, *how in (
        (Plan, "random"), (Plan, "greedy"), (Plan, "tadmor:mixed"),
        (Plan, "tadmor:missions", {"setup": "experienced"}), (Plan, "random", {}, OTHER),
        (Scenes,), (Scenes, {}, OTHER))]


if __name__ == "__main__":
    sys.exit(main(Referee, "tadmor"))
