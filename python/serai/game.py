"""Games and states, as a search or a tournament wants them."""
from __future__ import annotations

import base64
import json
import operator
import random
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence

import numpy as np
import numpy.typing as npt

from ._native import MOVES_MAX, STATE_BYTES, TEXT_MAX, Doc, SeraiError, diag, ffi, lib, need, text, written

CHANCE = -1
TERMINAL = -4
FULL = 255
SPECTATOR = 7

Array = npt.NDArray[Any]


def whole(value: Any, what: str, low: int, high: int) -> int:
    """A whole number within its range, or a sentence that says what is wanted."""
    try:
        number = operator.index(value)
    except TypeError:
        raise SeraiError(f"{what}: a whole number is wanted, not {value!r}") from None
    if not low <= number <= high:
        raise SeraiError(f"{what}: {low} to {high}, not {number}")
    return number


def seed_of(value: Any) -> int:
    return whole(value, "seed", 0, (1 << 64) - 1)


def games() -> list[str]:
    """Ids of the games there are.

    >>> "yspahan" in games()
    True
    """
    return [text(lib.sr_game_at(i).id) for i in range(lib.sr_game_count())]


class Game:
    """A game with its number of players, options and edition.

    >>> game = Game("blank", players=3)
    >>> game.num_players(), game.num_distinct_actions() > 5
    (3, True)
    >>> Game("blank", players=9)
    Traceback (most recent call last):
    ...
    serai._native.SeraiError: blank is for 2 to 4 players
    """

    def __init__(self, name: str, players: Optional[int] = None, options: Optional[Mapping[str, Any]] = None,
                 edition: Optional[Mapping[str, Any]] = None) -> None:
        self._game = lib.sr_game_find(str(name).encode())
        if self._game == ffi.NULL:
            raise SeraiError(f"there is no game {name!r}; there are {', '.join(games())}")
        self.name = name
        self.players = max(2, self._game.seats_min) if players is None else whole(players, "players", 1, 255)
        if not self._game.seats_min <= self.players <= self._game.seats_max:
            raise SeraiError(f"{name} is for {self._game.seats_min} to {self._game.seats_max} players")
        self.options = dict(options or {})
        self.edition_changes = dict(edition or {})
        self._rules = ffi.new("struct sr_rules *", lib.sr_rules_default(self._game))
        why = diag()
        if self.edition_changes:
            self._edition = ffi.new("unsigned char[]", self._game.edition_size)
            doc = Doc(self.edition_changes)
            need(lib.sr_edition_read(self._game, doc.doc, 0, self._edition, why), why)
            self._rules.edition = self._edition
        self._option = ffi.new("int8_t[10]")
        doc = Doc(self.options)
        need(lib.sr_options_read(self._game, doc.doc, 0, self._option, why), why)
        space = lib.sr_space_new(self._rules, why)
        if space == ffi.NULL:
            raise MemoryError(text(why.text))
        self._space = ffi.gc(space, lib.sr_space_free)
        self._inputs = lib.sr_space_inputs(self._space)
        self._actions = lib.sr_space_actions(self._space)

    def __repr__(self) -> str:
        more = "".join(f", {k}={v!r}" for k, v in (("options", self.options), ("edition", self.edition_changes)) if v)
        return f"Game({self.name!r}, players={self.players}{more})"

    def __reduce__(self) -> Any:
        return Game, (self.name, self.players, self.options, self.edition_changes)

    def num_players(self) -> int:
        return int(self.players)

    def num_distinct_actions(self) -> int:
        """How many actions are numbered; the last 64 are "other" (docs/learning.md)."""
        return int(self._actions)

    def observation_tensor_shape(self) -> list[int]:
        return [self._inputs]

    information_state_tensor_shape = observation_tensor_shape

    def max_game_length(self) -> int:
        return int(self._game.plies_max)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    @property
    def score_parts(self) -> list[str]:
        out: list[str] = []
        while self._game.score_parts[len(out)] != ffi.NULL:
            out.append(text(self._game.score_parts[len(out)]))
        return out

    def observation_names(self) -> list[str]:
        """A name for each number of an observation.

        >>> Game("yspahan").observation_names()[0]
        'seats'
        """
        return [name for name, _, _ in self._inputs_told()]

    def observation_scale(self) -> tuple[Array, Array]:
        """(scale, bias): a byte of an observation stands for (byte - bias) * scale."""
        told = self._inputs_told()
        return (np.array([s for _, s, _ in told], dtype=np.float32),
                np.array([b for _, _, b in told], dtype=np.float32))

    def _inputs_told(self) -> list[tuple[str, float, int]]:
        one = ffi.new("struct sr_input *")
        out = []
        for i in range(self._inputs):
            need(lib.sr_space_input(self._space, i, one))
            out.append((text(one.name), float(one.scale), int(one.bias)))
        return out

    def action_to_string(self, action: int) -> str:
        """What an action is, in notation.

        >>> Game("blank").action_to_string(0)
        'take'
        """
        out = ffi.new("char[]", TEXT_MAX)
        need(lib.sr_space_action_text(self._space, whole(action, "action", 0, self._actions - 1), out))
        return text(out)

    def edition(self) -> dict[str, Any]:
        """Every number of the game."""
        return dict(json.loads(written(lambda b: lib.sr_edition_write(b, self._rules))))

    def new_initial_state(self, seed: Optional[int] = None, explicit_chance: bool = False) -> "State":
        """A new match; without a seed any of them. With explicit_chance a move that rolls or draws leads to a
        chance node (State.chance_outcomes) instead of a result."""
        number = random.getrandbits(63) if seed is None else seed_of(seed)
        state = State(self, explicit_chance)
        why = diag()
        need(lib.sr_setup(self._rules, self.players, self._option, number, state._s, why), why)
        return state

    def deserialize_state(self, data: str) -> "State":
        """The state that State.serialize told."""
        try:
            told = json.loads(data)
            raw = base64.b64decode(told["bytes"])
            kept = told["game"], told["explicit"], told["pending"], list(told["history"])
        except (KeyError, TypeError, ValueError):
            raise SeraiError("not the text of a state") from None
        if kept[0] != self.name or len(raw) != self._game.state_size:
            raise SeraiError(f"not a state of {self.name}")
        state = State(self, bool(kept[1]))
        ffi.memmove(state._s, raw, len(raw))
        if state._s.head.seats != self.players:
            raise SeraiError(f"a state of {state._s.head.seats} players, not of {self.players}")
        wrong = lib.sr_check(self._rules, state._s)
        if wrong != ffi.NULL:
            raise SeraiError(text(wrong))
        state._pending = None if kept[2] is None else whole(kept[2], "pending", 0, (1 << 32) - 1)
        state._history = kept[3]
        return state

    def state_from_json(self, value: Mapping[str, Any]) -> "State":
        """A state as traces have it."""
        state = State(self, False)
        doc, why = Doc(value), diag()
        need(lib.sr_state_read(self._rules, doc.doc, 0, state._s, why), why)
        return state


class State:
    """A position of a game, in the manner of OpenSpiel.

    >>> state = Game("blank").new_initial_state(seed=1)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> sum(state.returns())
    0.0
    >>> state.apply_action(0)
    Traceback (most recent call last):
    ...
    serai._native.SeraiError: the game is over
    """

    def __init__(self, game: Game, explicit: bool) -> None:
        self._g = game
        self._s = ffi.new("union sr_state *")
        self._explicit = explicit
        self._pending: Optional[int] = None  # a move whose chance is still open
        self._history: list[int] = []
        self._known: Optional[dict[int, int]] = None

    # ---- who and what ------------------------------------------------------------------------------

    def get_game(self) -> Game:
        return self._g

    def __repr__(self) -> str:
        who = {CHANCE: "chance", TERMINAL: "over"}.get(self.current_player(), f"player {self.current_player()} decides")
        return f"<State of {self._g!r}, {self.move_number()} moves, {who}>"

    def num_players(self) -> int:
        return int(self._g.players)

    def move_number(self) -> int:
        """How many actions and outcomes there have been, since this state began."""
        return len(self._history)

    def current_player(self) -> int:
        """The seat that decides, CHANCE or TERMINAL."""
        if self._s.head.over:
            return TERMINAL
        if self._pending is not None:
            return CHANCE
        return int(self._g._game.actor(self._s))

    def is_terminal(self) -> bool:
        return bool(self._s.head.over)

    def is_chance_node(self) -> bool:
        return self._pending is not None

    def decision(self) -> str:
        """Which question is asked."""
        return "" if self._s.head.over else text(self._g._game.decisions[self._g._game.decision(self._s)].name)

    def _moves(self) -> dict[int, int]:
        """Legal moves by action."""
        if self._known is None:
            self._known = {}
            if not self._s.head.over and self._pending is None:
                moves = ffi.new("sr_move[]", MOVES_MAX)
                number = ffi.new("uint16_t[]", MOVES_MAX)
                count = self._g._game.legal(self._g._rules.edition, self._s, moves)
                need(lib.sr_space_number(self._g._space, self._s, moves, count, number))
                self._known = {number[i]: moves[i] for i in range(count)}
        return self._known

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """Actions of the one who decides, ascending; of another player none."""
        if self._pending is not None:
            return [outcome for outcome, _ in self.chance_outcomes()]
        if player is not None and player != self.current_player():
            return []
        return sorted(self._moves())

    def legal_actions_mask(self, player: Optional[int] = None) -> Array:
        mask = np.zeros(self._g._actions, dtype=np.int8)
        if self._pending is None:
            mask[self.legal_actions(player)] = 1
        return mask

    def legal_moves(self) -> list[str]:
        """The same in notation, in the game's own order."""
        return [self.action_to_string(a) for a in self._moves()]

    # ---- playing -----------------------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        """Plays an action, or at a chance node one of its outcomes."""
        if isinstance(action, str):
            raise SeraiError("an action is a number; apply_move takes a move in notation")
        action = whole(action, "action", -(1 << 62), 1 << 62)
        if self._s.head.over:
            raise SeraiError("the game is over")
        if self._pending is not None:
            self._resolve(action)
            return
        move = self._moves().get(action)
        if move is None:
            known = 0 <= action < self._g._actions
            raise SeraiError(f"action {action} ({self._g.action_to_string(action) if known else 'unknown'}) is not legal")
        self._history.append(action)
        if self._explicit and self._draws(move):
            self._pending = move
        else:
            need(lib.sr_play(self._g._rules, self._s, move, ffi.NULL))
        self._known = None

    apply = apply_action

    def apply_move(self, move: str) -> None:
        """Plays a move in notation."""
        self.apply_action(self.string_to_action(move))

    def action_to_string(self, action: int) -> str:
        move = self._moves().get(int(action))
        if move is None:
            return self._g.action_to_string(action)
        out = ffi.new("char[]", TEXT_MAX)
        lib.sr_move_text(self._g._game, move, out)
        return text(out)

    def string_to_action(self, move: str) -> int:
        out, why = ffi.new("sr_move *"), diag()
        need(lib.sr_move_parse(self._g._rules, self._s, move.encode(), out, why), why)
        return next(a for a, m in self._moves().items() if m == out[0])

    def history(self) -> list[int]:
        """Actions and outcomes so far, from where this state began."""
        return list(self._history)

    # ---- chance ------------------------------------------------------------------------------------

    def _rigged(self, move: int, script: int) -> tuple[Any, int]:
        """The state after a move whose draws come out as `script` says, and what is left of it."""
        s = ffi.new("union sr_state *")
        ffi.memmove(s, self._s, STATE_BYTES)
        lib.sr_rng_rig(ffi.addressof(s.head, "rng"), script)
        need(lib.sr_play(self._g._rules, s, move, ffi.NULL))
        return s, s.head.rng.s[0] | s.head.rng.s[1] << 32

    def _ways(self, move: int, script: int) -> int:
        """In how many ways the draws could come out, as long as they come out as `script` says: a draw of n takes
        the script's remainder by n and leaves the quotient, so that what is left of a large one tells."""
        ways, top = 1, 1 << 62
        for _ in range(64):
            base = script + ways * (top // ways)
            left = self._rigged(move, base)[1]
            found = round(base / left) if left else top
            if found == ways or found > 1 << 24:
                return found
            ways = found
        return top

    def _draws(self, move: int) -> bool:
        s = ffi.new("union sr_state *")
        ffi.memmove(s, self._s, STATE_BYTES)
        need(lib.sr_play(self._g._rules, s, move, ffi.NULL))
        return bytes(ffi.buffer(ffi.addressof(s.head, "rng"))) != bytes(ffi.buffer(ffi.addressof(self._s.head, "rng")))

    def chance_outcomes(self, most: int = 4096) -> list[tuple[int, float]]:
        """[(outcome, probability)] at a chance node: each a way in which the dice and draws of the move can come
        out. ValueError where there are more than `most` (a shuffle has millions): take State.sample_chance then.
        """
        if self._pending is None:
            raise SeraiError("not a chance node")
        out, end, script = [], 1, 0
        while script < end:
            period = self._ways(self._pending, script)
            if period > most:
                raise ValueError(f"more than {most} outcomes; see State.sample_chance")
            end = max(end, period)
            if script < period:
                out.append((script, 1.0 / period))
            script += 1
        return out

    def sample_chance(self, rng: Optional[random.Random] = None) -> int:
        """An outcome with the chances of the game, however many there are."""
        return (rng or random).getrandbits(60)

    def _resolve(self, outcome: int) -> None:
        before = bytes(ffi.buffer(ffi.addressof(self._s.head, "rng")))
        self._s = self._rigged(self._pending, outcome)[0]  # type: ignore[arg-type]
        ffi.memmove(ffi.addressof(self._s.head, "rng"), before, len(before))
        self._pending = None
        self._known = None
        self._history.append(outcome)

    # ---- results -----------------------------------------------------------------------------------

    def _scores(self) -> Any:
        out = ffi.new("struct sr_scores *")
        lib.sr_scores_of(self._g._rules, self._s, out)
        return out

    def returns(self) -> list[float]:
        """For each seat (beaten - beaten by) / others at the end, 0 before."""
        if not self._s.head.over:
            return [0.0] * self._g.players
        sc = self._scores()
        if sc.lines == 1:
            return [1.0 if sc.rank[0] == 1 else -1.0]
        rank = [sc.rank[i] for i in range(sc.lines)]
        return [sum((r > rank[p]) - (r < rank[p]) for r in rank) / (sc.lines - 1) for p in range(self._g.players)]

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[self._seat(player)]

    player_reward = player_return

    def scores(self) -> list[dict[str, Any]]:
        """Totals, ranks and parts by line, as everywhere in Caravanserai."""
        sc = self._scores()
        return list(json.loads(written(lambda b: lib.sr_scores_write(b, self._g._rules, sc))))

    # ---- what is seen ------------------------------------------------------------------------------

    def _seat(self, player: int, watching: bool = False) -> int:
        """A player, or SPECTATOR where one may only watch; nobody else sees anything (chance is nobody)."""
        number = whole(player, "player", -128, 255)
        if not (0 <= number < self._g.players or (watching and number == SPECTATOR)):
            raise SeraiError(f"there is no player {player}")
        return number

    def _view(self, player: int) -> Any:
        player = self._seat(player, True)
        view = ffi.new("struct sr_view *")
        lib.sr_observe(self._g._rules, self._s, player, view)
        return view

    def observation_tensor(self, player: Optional[int] = None) -> Array:
        """What a player sees, as numbers (Game.observation_names)."""
        out = np.empty(self._g._inputs, dtype=np.float32)
        raw = self.observation_bytes(player)
        lib.sr_space_floats(self._g._space, ffi.from_buffer("uint8_t[]", raw), ffi.from_buffer("float[]", out))
        return out

    information_state_tensor = observation_tensor

    def observation_bytes(self, player: Optional[int] = None) -> Array:
        view = self._view(max(0, self.current_player()) if player is None else player)
        out = np.empty(self._g._inputs, dtype=np.uint8)
        lib.sr_space_observe(self._g._space, view, ffi.from_buffer("uint8_t[]", out))
        return out

    def view(self, player: Optional[int] = None) -> dict[str, Any]:
        """What a player sees, as JSON; None: everything."""
        viewer = FULL if player is None else self._seat(player, True)
        return dict(json.loads(written(lambda b: lib.sr_view_write(b, self._g._rules, self._s, viewer))))

    def observation_string(self, player: int) -> str:
        viewer = self._seat(player, True)
        return written(lambda b: lib.sr_view_write(b, self._g._rules, self._s, viewer))

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that a player knows that can matter: his view. It holds what is to be remembered (what he drew, which
        cards were reshuffled when), so two states with the same string are alike to him.

        >>> state = Game("yspahan", players=3).new_initial_state(seed=2)
        >>> other = state.resample_from_infostate(0, random.Random(5))
        >>> state.information_state_string(0) == other.information_state_string(0)
        True
        """
        return self.observation_string(max(0, self.current_player()) if player is None else player)

    def resample_from_infostate(self, player: int, rng: Optional[random.Random] = None) -> "State":
        """A state that the player cannot tell from this one, hidden things drawn anew and chance fresh."""
        other = State(self._g, self._explicit)
        gen = ffi.new("struct sr_rng *")
        lib.sr_rng_seed(gen, (rng or random).getrandbits(63))
        lib.sr_sample(self._g._rules, self._view(player), gen, other._s)
        other._history = list(self._history)
        return other

    # ---- copies ------------------------------------------------------------------------------------

    def clone(self) -> "State":
        other = State(self._g, self._explicit)
        ffi.memmove(other._s, self._s, STATE_BYTES)
        other._pending = self._pending
        other._history = list(self._history)
        return other

    __copy__ = clone

    def __deepcopy__(self, _: Any) -> "State":
        return self.clone()

    def __reduce__(self) -> Any:
        return _again, (self._g, self.serialize())

    def child(self, action: int) -> "State":
        other = self.clone()
        other.apply_action(action)
        return other

    def serialize(self) -> str:
        """Text that Game.deserialize_state reads."""
        raw = bytes(ffi.buffer(self._s, self._g._game.state_size))
        return json.dumps({"game": self._g.name, "bytes": base64.b64encode(raw).decode(), "pending": self._pending,
                           "explicit": self._explicit, "history": self._history})

    def hash(self) -> int:
        return int(lib.sr_hash(self._g._rules, self._s))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._g.name == other._g.name and self.hash() == other.hash() and \
            self._pending == other._pending

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return json.dumps(self.view())


def _again(game: Game, data: str) -> State:
    """A state that was pickled."""
    return game.deserialize_state(data)


class Bot:
    """A bot of the project as a callable: state to action. It gets the view of the seat that decides, no more.

    >>> state = Game("blank").new_initial_state(seed=1)
    >>> Bot("greedy")(state) in state.legal_actions()
    True
    """

    def __init__(self, name: str, seed: int = 1) -> None:
        self._bot, why = ffi.new("struct sr_bot *"), diag()
        need(lib.sr_bot_read(name.encode(), self._bot, why), why)
        self.name, self.seed = name, seed
        self._minds: dict[Any, Any] = {}

    def _mind(self, state: State) -> Any:
        key = (id(state._g), state.current_player())
        if key not in self._minds:
            memory = ffi.new("unsigned char[]", lib.sr_mind_size_for(self._bot) + 16)
            at = ffi.cast("uintptr_t", memory)
            start = ffi.cast("void *", (int(at) + 15) & ~15)
            mind = lib.sr_mind_init(start, state._g._rules, self._bot, self.seed + key[1])
            self._minds[key] = (mind, memory, state._g)
        return self._minds[key][0]

    def __call__(self, state: State) -> int:
        if state.is_terminal() or state.is_chance_node():
            raise SeraiError("nobody decides here")
        moves = state._moves()
        listed = ffi.new("sr_move[]", list(moves.values()))
        view = state._view(state.current_player())
        return list(moves)[int(lib.sr_mind_choose(self._mind(state), view, listed, len(moves)))]

    def __repr__(self) -> str:
        return f"Bot({self.name!r})"


def bots() -> list[str]:
    """Names of the bots; settings may follow, as in "vizier:visits=500"."""
    return [text(lib.sr_bot_at(i).id) for i in range(lib.sr_bot_count())]


# ---- traces and cases --------------------------------------------------------------------------------


def trace_states(lines: Sequence[str]) -> Iterator[tuple[State, Optional[str]]]:
    """(state, the move played in it) along a file of `serai trace`; None after the last. SeraiError where the
    trace and the rules differ."""
    try:
        head = json.loads(lines[0])
        game = Game(head["game"], head["players"], head["options"], head["edition"])
        state = game.state_from_json(head["state"])
    except (IndexError, KeyError, TypeError):
        raise SeraiError("this does not begin as a trace does (docs/formats.md)") from None
    for line in lines[1:]:
        step = json.loads(line)
        if "move" not in step:
            break
        yield state.clone(), step["move"]
        state.apply_move(step["move"])
        if state != game.state_from_json(step["state"]):
            raise SeraiError(f"ply {step['ply']}: the state differs")
    yield state, None


def case_state(case: Mapping[str, Any]) -> State:
    """The position of a case file (docs/formats.md): its set-up with what is given."""
    for key in ("game", "players"):
        if key not in case:
            raise SeraiError(f"{key}: missing in the case")
    game = Game(case["game"], case["players"], case.get("options"), case.get("edition"))
    state = game.new_initial_state(case.get("seed", 1))
    if case.get("given"):
        doc, why = Doc(case["given"]), diag()
        need(lib.sr_state_patch(game._rules, doc.doc, 0, state._s, why), why)
    return state


# ---- tournaments -------------------------------------------------------------------------------------

Player = Callable[[State], int]


def play_match(game: Game, players: Sequence[Player], seed: Optional[int] = None) -> list[float]:
    """One match; the returns of the seats."""
    if len(players) != game.players:
        raise SeraiError(f"{game.players} players are wanted, not {len(players)}")
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        state.apply_action(players[state.current_player()](state))
    return state.returns()
