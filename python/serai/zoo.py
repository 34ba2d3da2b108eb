"""PettingZoo's two interfaces: one agent after the other (AEC), and all at once."""
from __future__ import annotations

import random
from typing import Any, Iterator, Mapping, Optional

import numpy as np

from ._native import SeraiError
from .game import Array, Game, State
from .vector import spaces

try:
    from pettingzoo import AECEnv as _Aec, ParallelEnv as _Parallel  # type: ignore[import-not-found]
except ImportError:
    _Aec = _Parallel = object


def _observation(state: State, seat: int, mine: bool) -> dict[str, Array]:
    mask = state.legal_actions_mask() if mine else np.zeros(state.get_game().num_distinct_actions(), np.int8)
    return {"observation": state.observation_bytes(seat), "action_mask": mask}


class _Common:
    """What both have: agents by seat, spaces, the match."""

    metadata = {"name": "serai_v0", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, game: str | Game, players: Optional[int] = None, options: Optional[Mapping[str, Any]] = None,
                 edition: Optional[Mapping[str, Any]] = None) -> None:
        self.game = game if isinstance(game, Game) else Game(game, players, options, edition)
        self.possible_agents = [f"player_{i}" for i in range(self.game.players)]
        self.agents: list[str] = []
        n = self.game.num_distinct_actions()
        self.observation_spaces = {a: spaces.Dict({
            "observation": spaces.Box(0, 255, (self.game._inputs,), np.uint8),
            "action_mask": spaces.Box(0, 1, (n,), np.int8)}) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(n) for a in self.possible_agents}
        self._state: Optional[State] = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def _begin(self, seed: Optional[int]) -> State:
        self._state = self.game.new_initial_state(random.getrandbits(62) if seed is None else seed)
        self.agents = list(self.possible_agents)
        return self._state

    def _now(self) -> State:
        if self._state is None:
            raise SeraiError("reset it first")
        return self._state

    def state(self) -> Array:
        """The row of the one who decides."""
        return self._now().observation_bytes()

    def render(self) -> None:
        return None

    def close(self) -> None:
        self._state, self.agents = None, []

    def __str__(self) -> str:
        return f"serai_{self.game.name}"


class AecEnv(_Common, _Aec):  # type: ignore[misc,valid-type]
    """One agent after the other, as PettingZoo's AEC has it.

    >>> env = aec_env("blank")
    >>> env.reset(seed=3)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    >>> env.agents
    []
    """

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        state = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self.agent_selection = self.agents[state.current_player()]

    def observe(self, agent: str) -> dict[str, Array]:
        state = self._now()
        seat = self.possible_agents.index(agent)
        return _observation(state, seat, state.current_player() == seat)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._now()
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: Optional[int]) -> None:
        self._now()
        agent = self.agent_selection
        if not self.agents:
            raise SeraiError("the game is over; reset it")
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise SeraiError("an action is wanted")
        state = self._now()
        state.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, state.returns()))
        for a, reward in self.rewards.items():
            self._cumulative_rewards[a] += reward
        if state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[state.current_player()]

    def _leave(self, agent: str, action: Optional[int]) -> None:
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        everything: tuple[dict[str, Any], ...] = (self.rewards, self._cumulative_rewards, self.terminations,
                                                  self.truncations, self.infos)
        for told in everything:
            told.pop(agent, None)
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)

    def agent_iter(self, max_iter: int = 1 << 62) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1


class ParallelEnv(_Common, _Parallel):  # type: ignore[misc,valid-type]
    """All at once: one agent decides at a time, so only its action counts; its mask alone is not empty.

    >>> env = parallel_env("blank")
    >>> observations, infos = env.reset(seed=3)
    >>> sorted(observations)
    ['player_0', 'player_1']
    """

    metadata = {**_Common.metadata, "is_parallelizable": True}

    def _observe_all(self) -> dict[str, dict[str, Array]]:
        state = self._now()
        return {a: _observation(state, i, state.current_player() == i) for i, a in enumerate(self.possible_agents)}

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._begin(seed)
        return self._observe_all(), {a: {} for a in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        state = self._now()
        if not self.agents:
            raise SeraiError("the game is over; reset it")
        agent = self.possible_agents[state.current_player()]
        if agent not in actions:
            raise SeraiError(f"an action of {agent} is wanted")
        state.apply_action(actions[agent])
        over = state.is_terminal()
        told: tuple[dict[str, Any], ...] = (
            self._observe_all(), dict(zip(self.possible_agents, state.returns())), dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False), {a: {} for a in self.agents})
        if over:
            self.agents = []
        return told


def aec_env(game: str | Game, **more: Any) -> AecEnv:
    """PettingZoo's AEC interface of a game."""
    return AecEnv(game, **more)


def parallel_env(game: str | Game, **more: Any) -> ParallelEnv:
    """PettingZoo's parallel interface of a game."""
    return ParallelEnv(game, **more)
