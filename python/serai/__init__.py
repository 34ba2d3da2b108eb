"""The caravan games of the Silk Road for programs that learn, search or referee.

>>> import serai
>>> state = serai.Game("yspahan", players=2).new_initial_state(seed=1)
>>> state.current_player(), state.legal_moves()[:2]
(0, ['buy 0', 'buy 1'])

docs/learning.md is the guide; the classes say the rest."""
from ._native import SeraiError
from .game import (CHANCE, SPECTATOR, TERMINAL, Bot, Game, State, bots, case_state, games, play_match, trace_states)
from .vector import Batch, VectorEnv
from .zoo import AecEnv, ParallelEnv, aec_env, parallel_env

bot = Bot
__version__ = "0.1.0"
__all__ = ["AecEnv", "Batch", "Bot", "CHANCE", "Game", "ParallelEnv", "SPECTATOR", "SeraiError", "State", "TERMINAL",
           "VectorEnv", "aec_env", "bot", "bots", "case_state", "games", "parallel_env", "play_match", "trace_states"]
