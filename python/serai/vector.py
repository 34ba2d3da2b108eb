"""Many games at once: Batch, and the vector environment of one seat against bots."""
from __future__ import annotations

import enum
import secrets
import threading
from typing import Any, Mapping, Optional, Sequence

import numpy as np

from ._native import SeraiError, diag, ffi, lib, need, text
from .game import Array, Game, bots as bot_names, seed_of, whole

try:
    import gymnasium
    from gymnasium import spaces as spaces
    _Base: Any = gymnasium.vector.VectorEnv
except ImportError:  # everything works without it
    gymnasium = None
    _Base = object

    class spaces:  # type: ignore[no-redef]  # pylint: disable=too-few-public-methods
        """The few spaces that are told, where Gymnasium is not installed."""

        class Box:
            def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
                self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

        class Discrete:
            def __init__(self, n: int) -> None:
                self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)

            def sample(self, mask: Any = None) -> int:
                """Any number; with a mask one that is allowed."""
                return int(np.random.choice(self.n if mask is None else np.flatnonzero(mask)))

        class MultiDiscrete:
            def __init__(self, nvec: Any) -> None:
                self.nvec = np.asarray(nvec)
                self.shape, self.dtype = self.nvec.shape, np.dtype(np.int64)

            def sample(self) -> Array:
                return np.random.randint(self.nvec)

        class Dict(dict[str, Any]):
            pass

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # before Gymnasium 1.1, or without it

    class AutoresetMode(enum.Enum):  # type: ignore[no-redef]
        """As Gymnasium names them; its wrappers ask for this type."""

        SAME_STEP = "SameStep"


class Batch:
    """`games` games of one kind, stepped at once. The arrays are the library's own memory: it writes what has
    changed, so take a copy before you change one.

    >>> batch = Batch(Game("blank"), games=8, seed=1)
    >>> for _ in range(20):
    ...     batch.step(batch.random_actions())
    >>> batch.observation.shape == (8, batch.game.observation_tensor_shape()[0])
    True
    >>> batch.step(np.full(8, 999))
    Traceback (most recent call last):
    ...
    serai._native.SeraiError: game 0: action 999 (no action at all) is not legal
    """

    def __init__(self, game: Game, games: int, seed: int = 0, threads: int = 1, restart: bool = True,
                 floats: bool = False, bots: Optional[Mapping[int, str]] = None) -> None:
        self.game, self.games, self.threads = game, whole(games, "games", 1, 1 << 24), whole(threads, "threads", 1, 256)
        n, seats, parts = self.games, game.players, len(game.score_parts)
        self.observation = np.zeros((n, game._inputs), np.float32 if floats else np.uint8)
        self.mask = np.zeros((n, game._actions), np.uint8)
        self.actor = np.zeros(n, np.int32)
        self.over = np.zeros(n, np.uint8)
        self.reward = np.zeros((n, seats), np.float32)
        self.score = np.zeros((n, seats), np.int32)
        self.part = np.zeros((n, seats, parts), np.int32)
        self.length = np.zeros(n, np.int32)
        self.seed = np.zeros(n, np.uint64)
        self._lock = threading.Lock()
        config = ffi.new("struct sr_batch_config *")
        config.rules = game._rules[0]
        config.seats, config.option, config.games = seats, game._option, n
        config.threads, config.seed = self.threads, seed_of(seed)
        config.flags = (1 if restart else 0) | (2 if floats else 0)
        for seat, name in (bots or {}).items():
            found = lib.sr_bot_find(str(name).encode())
            if found == ffi.NULL:
                raise SeraiError(f"there is no bot {name!r} for a batch; there are {', '.join(bot_names())} (without settings)")
            if not 0 <= seat < seats:
                raise SeraiError(f"there is no seat {seat}")
            config.bot[seat] = found
        memory = ffi.new("struct sr_batch_memory *")
        for name, kind in (("observation", "void *"), ("mask", "uint8_t *"), ("actor", "int32_t *"),
                           ("over", "uint8_t *"), ("reward", "float *"), ("score", "int32_t *"),
                           ("part", "int32_t *"), ("length", "int32_t *"), ("seed", "uint64_t *")):
            setattr(memory, name, ffi.cast(kind, getattr(self, name).ctypes.data))
            getattr(self, name).flags.writeable = False
        why = diag()
        made = lib.sr_batch_new(config, memory, why)
        if made == ffi.NULL:
            raise SeraiError(text(why.text))
        self._batch: Any = ffi.gc(made, lib.sr_batch_free)
        self._why = diag()
        self._random = np.zeros(n, np.int32)

    def _open(self) -> Any:
        if self._batch is None:
            raise SeraiError("the batch is closed")
        if not self._lock.acquire(blocking=False):
            raise SeraiError("another thread is using this batch")
        return self._batch

    def step(self, actions: Any) -> None:
        """Plays one action in each game. SeraiError: one was not legal, and nothing was played."""
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise SeraiError(f"actions: shape ({self.games},) is wanted, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise SeraiError(f"actions: integers are wanted, not {given.dtype}")
        if given.dtype != np.int32:
            given = np.clip(given, -1, 1 << 30).astype(np.int32)
        given = np.ascontiguousarray(given)
        batch = self._open()
        try:
            err = lib.sr_batch_step(batch, ffi.cast("int32_t *", given.ctypes.data), self._why)
        finally:
            self._lock.release()
        need(err, self._why)

    def random_actions(self) -> Array:
        """A legal action for each game, all equally likely; the same array each time."""
        batch = self._open()
        try:
            lib.sr_batch_random(batch, ffi.cast("int32_t *", self._random.ctypes.data))
        finally:
            self._lock.release()
        return self._random

    def reset(self, seed: int) -> None:
        number = seed_of(seed)
        batch = self._open()
        try:
            lib.sr_batch_reset(batch, number)
        finally:
            self._lock.release()

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games, {self.game!r}{'' if self._batch else ', closed'}>"

    def close(self) -> None:
        """Frees the games; the arrays stay as they are."""
        with self._lock:
            if self._batch is not None:
                ffi.release(self._batch)
                self._batch = None

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class VectorEnv(_Base):  # type: ignore[misc]
    """One seat against bots in `num_envs` games at once: Gymnasium's vector interface, with action masks.

    Games that end begin anew in the same step (autoreset "same step"): the reward and the flags are those of the
    game that ended, the observation is the first of the next (nothing is to be learned from a last observation:
    games end by their rules and are never cut short). infos holds "action_mask", and for ended games "score" and
    "episode_length" with "_score" telling which.

    >>> env = VectorEnv("blank", num_envs=4, bots="random")
    >>> observation, info = env.reset(seed=1)
    >>> actions = env.sample_actions()
    >>> observation, reward, terminated, truncated, info = env.step(actions)
    >>> reward.shape, info["action_mask"].shape == (4, env.single_action_space.n)
    ((4,), True)
    >>> env.close()
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
    render_mode = None
    closed = False

    def __init__(self, game: str | Game, num_envs: int = 1, players: Optional[int] = None, seat: int = 0,
                 bots: str | Sequence[str] = "random", options: Optional[Mapping[str, Any]] = None,
                 edition: Optional[Mapping[str, Any]] = None, threads: int = 1, floats: bool = False,
                 copy: bool = False, seed: int = 0) -> None:
        self.game = game if isinstance(game, Game) else Game(game, players, options, edition)
        seats = self.game.players
        if not 0 <= whole(seat, "seat", -128, 127) < seats:
            raise SeraiError(f"there is no seat {seat}")
        others = [s for s in range(seats) if s != seat]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if len(names) != len(others):
            raise SeraiError(f"{len(others)} bots are wanted, not {len(names)}")
        self.num_envs, self.seat, self.copy = num_envs, seat, copy
        self.batch = Batch(self.game, num_envs, seed, threads, True, floats, dict(zip(others, names)))
        dtype = np.float32 if floats else np.uint8
        low, high = (-np.inf, np.inf) if floats else (0, 255)
        self.single_observation_space = spaces.Box(low, high, (self.game._inputs,), dtype)
        self.observation_space = spaces.Box(low, high, (num_envs, self.game._inputs), dtype)
        self.single_action_space = spaces.Discrete(self.game._actions)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, self.game._actions))
        self._over = self.batch.over.view(np.bool_)
        self._never = np.zeros(num_envs, np.bool_)
        self._never.flags.writeable = False
        self._reward = self.batch.reward[:, seat]

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.num_envs} games, seat {self.seat} of {self.game!r}>"

    def _told(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Array, dict[str, Any]]:
        """All games from the beginning; one seed serves for all of them."""
        self.batch.reset(secrets.randbits(63) if seed is None else seed)
        return self._told(self.batch.observation), {"action_mask": self._told(self.batch.mask)}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Plays the actions, and the bots up to the next decision of the seat."""
        batch = self.batch
        batch.step(actions)
        over = self._told(self._over)
        info = {"action_mask": self._told(batch.mask), "score": self._told(batch.score),
                "episode_length": self._told(batch.length), "_score": over}
        return (self._told(batch.observation), self._told(self._reward), over, self._never, info)

    def sample_actions(self) -> Array:
        """A random legal action for each game."""
        return self.batch.random_actions()

    def close(self, **_: Any) -> None:
        self.closed = True
        self.batch.close()
