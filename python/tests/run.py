"""The Python package: doctests, the contracts of its interfaces, and errors that are said. Prints TAP.

  run.py [--long]        with --long more games, and the speed of VectorEnv"""
import copy
import doctest
import gc
import importlib
import json
import os
import pickle
import random
import subprocess
import sys
import threading
import time

import numpy as np

import serai

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests"))
from older import aged  # noqa: E402  pylint: disable=wrong-import-position

LONG = "--long" in sys.argv
SERAI = next((a for a in sys.argv[1:] if not a.startswith("-")), None)
count = failed = 0


def check(name, test):
    global count, failed  # pylint: disable=global-statement
    count += 1
    try:
        test()
        print(f"ok {count} - {name}")
    except Exception as error:  # pylint: disable=broad-except
        failed += 1
        print(f"not ok {count} - {name}")
        print(f"# {type(error).__name__}: {error}".replace("\n", "\n# "))


def refuses(action, part, kind=ValueError):
    try:
        action()
    except kind as error:
        assert part in str(error), f"{part!r} is not in {error}"
        return
    raise AssertionError(f"{part!r}: not refused")


def all_games():
    for name in serai.games():
        for players in range(1, 8):
            try:
                yield serai.Game(name, players)
            except serai.SeraiError:
                pass


def doctests():
    for name in ("serai", "serai.game", "serai.vector", "serai.zoo"):
        result = doctest.testmod(importlib.import_module(name))
        assert result.attempted and not result.failed, f"{name}: {result}"


def one_game(game, seed):
    """OpenSpiel's checks along a random game: masks, copies, texts, resampling, what is hidden."""
    rng = random.Random(seed)
    state = game.new_initial_state(seed)
    for ply in range(game.max_game_length()):
        if state.is_terminal():
            break
        me = state.current_player()
        legal = state.legal_actions()
        assert legal and legal == sorted(set(legal))
        if ply % 9 == 0:
            mask = state.legal_actions_mask()
            assert list(np.flatnonzero(mask)) == legal and mask.shape == (game.num_distinct_actions(),)
            assert [state.string_to_action(m) for m in state.legal_moves()] == list(state._moves())
            copy = state.clone()
            again = game.deserialize_state(state.serialize())
            assert copy == state == again and again.history() == state.history()
            copy.apply_action(rng.choice(legal))
            assert again == state != copy
            other = state.resample_from_infostate(me, rng)
            assert other.legal_actions() == legal and other.current_player() == me
            assert other.information_state_string(me) == state.information_state_string(me)
            assert (other.observation_bytes(me) == state.observation_bytes(me)).all()
            tensor = state.observation_tensor()
            scale, bias = game.observation_scale()
            assert np.array_equal(tensor, (state.observation_bytes().astype(np.float32) - bias) * scale)
            assert all(not state.legal_actions(p) for p in range(game.players) if p != me)
        state.apply_action(rng.choice(legal))
    assert state.is_terminal() and state.legal_actions() == [] and len(state.returns()) == game.players
    assert len(state.scores()) >= game.players


def open_spiel():
    for game in all_games():
        for seed in range(5 if LONG else 1):
            one_game(game, seed)


def chance():
    rng = random.Random(4)
    seen = 0
    for name in ("yspahan", "tadmor"):
        state = serai.Game(name).new_initial_state(seed=2, explicit_chance=True)
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            assert state.current_player() == serai.CHANCE
            try:
                outcomes = state.chance_outcomes(64)
            except ValueError:
                state.apply_action(state.sample_chance(rng))
                continue
            seen += 1
            assert abs(sum(p for _, p in outcomes) - 1) < 1e-9
            children = {state.child(o).hash() for o, _ in outcomes}
            assert len(children) > 1 or len(outcomes) == 1
            state.apply_action(rng.choice(outcomes)[0])
    assert seen > 5, seen


def vector():
    env = serai.VectorEnv("yspahan", num_envs=16, players=3, bots=["random", "random"], copy=True)
    first, info = env.reset(seed=5)
    ended = 0
    for _ in range(300):
        actions = env.sample_actions().copy()
        assert info["action_mask"][np.arange(16), actions].all()
        obs, reward, over, truncated, info = env.step(actions)
        assert obs.shape == env.observation_space.shape and obs.dtype == env.observation_space.dtype
        assert not truncated.any() and (reward[~over] == 0).all()
        ended += int(over.sum())
    again, _ = env.reset(seed=5)
    assert ended and (first == again).all()
    env.close()


def batch_is_states():
    """A batch plays what states play from the same seeds."""
    for name in serai.games():
        game = serai.Game(name)
        batch = serai.Batch(game, games=3, seed=9)
        states = [game.new_initial_state(int(s)) for s in batch.seed]
        for _ in range(60):
            for i, state in enumerate(states):
                assert (state.observation_bytes() == batch.observation[i]).all()
                assert (state.legal_actions_mask() == batch.mask[i]).all() and batch.actor[i] == state.current_player()
            actions = batch.random_actions().copy()
            batch.step(actions)
            for i, state in enumerate(states):
                state.apply_action(actions[i])
                if state.is_terminal():
                    assert batch.over[i] and np.allclose(batch.reward[i], state.returns())
                    states[i] = game.new_initial_state(int(batch.seed[i]))
        batch.close()


def zoo():
    for name in serai.games():
        env = serai.aec_env(name)
        env.reset(seed=1)
        total = dict.fromkeys(env.possible_agents, 0.0)
        rng = random.Random(1)
        for agent in env.agent_iter(100000):
            obs, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            mask = obs["action_mask"]
            assert mask.any() == (not terminated) and not truncated
            env.step(None if terminated else rng.choice(list(np.flatnonzero(mask))))
        assert not env.agents and abs(sum(total.values())) < 1e-9
        both = serai.parallel_env(name)
        obs, _ = both.reset(seed=1)
        while both.agents:
            acting = [a for a in both.agents if obs[a]["action_mask"].any()]
            assert len(acting) == 1
            obs, rewards, over, _, _ = both.step({acting[0]: int(np.flatnonzero(obs[acting[0]]["action_mask"])[0])})
        assert all(over.values()) and abs(sum(rewards.values())) < 1e-9
    try:
        from pettingzoo.test import api_test
    except ImportError:
        return
    api_test(serai.aec_env("blank"), num_cycles=100)


def bots_play():
    game = serai.Game("blank", players=3)
    wins = sum(serai.play_match(game, [serai.Bot("greedy"), serai.Bot("random", 5), serai.Bot("random", 6)], s)[0]
               for s in range(20))
    assert wins > 4, wins
    assert "vizier" in serai.bots()
    refuses(lambda: serai.Bot("nobody"), "nobody")


def files():
    case = {"game": "blank", "players": 2, "given": {"round": 2}}
    assert serai.case_state(case).view()["round"] == 2
    refuses(lambda: serai.case_state({**case, "given": {"round": 999}}), "round")
    edition = serai.Game("blank", edition={"rounds": 3})
    assert edition.edition()["rounds"] == 3 and serai.Game("blank").edition()["rounds"] != 3
    refuses(lambda: serai.Game("blank", edition={"rounds": "x"}), "rounds")
    refuses(lambda: serai.Game("blank", options={"nothing": 1}), "nothing")
    if SERAI:
        lines = subprocess.run([SERAI, "trace", "blank", "-p", "3", "--seed", "4"], stdout=subprocess.PIPE, check=True,
                               text=True).stdout.splitlines()
        states = list(serai.trace_states(lines))
        assert states[-1][0].is_terminal() and states[-1][1] is None
        spoiled = json.loads(lines[3])
        spoiled["state"]["ply"] += 1
        refuses(lambda: list(serai.trace_states(lines[:3] + [json.dumps(spoiled)])), "differs")


def older_files():
    for game in all_games():
        state = game.new_initial_state(seed=3)
        for n in range(60):
            if not state.is_terminal():
                state.apply_action(random.Random(n).choice(state.legal_actions()))
        assert game.state_from_json(aged(state.view())) == state == game.state_from_json(state.view()), f"{game}"
    for name, today, before in (
            ("merv", {"players": {"1": {"scrolls": 1}}, "neutrals": {"courtier": {"sites": ["r1c1"]}}},
             {"players": {"p2": {"scrolls": 1}, "courtier": {"sites": ["r1c1"]}}}),
            ("tadmor", {"players": {"1": {"tower": 2}}}, {"player": {"1": {"tower": 2}}})):
        assert serai.case_state({"game": name, "players": 2, "given": today}) == \
            serai.case_state({"game": name, "players": 2, "given": before}), name
    refuses(lambda: serai.case_state({"game": "merv", "players": 2, "given": {"players": {"p3": {"scrolls": 1}}}}), "players")


def errors():
    game = serai.Game("blank")
    refuses(lambda: serai.Game("chess"), "there is no game")
    batch = serai.Batch(game, games=4)
    refuses(lambda: batch.step([0, 0, 0]), "shape (4,)")
    refuses(lambda: batch.step(np.zeros((4, 1), np.int32)), "shape (4,)")
    refuses(lambda: batch.step(np.zeros(4, np.float32)), "integers")
    refuses(lambda: batch.step(np.full(4, 10**12)), "not legal")
    refuses(lambda: batch.step(np.full(4, -10**12)), "not legal")
    refuses(lambda: batch.mask.__setitem__(0, 1), "read-only")
    state = game.new_initial_state(1)
    refuses(lambda: state.apply_action(10**6), "not legal")
    refuses(lambda: state.observation_tensor(5), "no player")
    refuses(lambda: game.deserialize_state('{"game": "merv", "bytes": "", "explicit": false, "pending": null, "history": []}'), "not a state")
    kept = batch.observation
    batch.close()
    batch.close()
    refuses(lambda: batch.step(np.zeros(4, np.int32)), "closed")
    refuses(batch.random_actions, "closed")
    assert kept.shape[0] == 4 and kept.sum() >= 0  # the arrays outlive the games
    env = serai.VectorEnv(game, num_envs=2)
    rows = env.batch.observation
    del env
    gc.collect()
    assert rows.sum() > 0
    refuses(lambda: serai.VectorEnv(game, seat=7), "no seat")
    refuses(lambda: serai.VectorEnv(game, bots=["random"] * 3), "bots are wanted")
    refuses(lambda: serai.Batch(game, games=0), "games")
    refuses(lambda: serai.Batch(game, games=1, threads=0), "threads")
    refuses(lambda: serai.Batch(game, games=2.5), "a whole number is wanted")
    for seed in (-1, 1 << 64, "x", [1, 2]):
        for wrong in (lambda: game.new_initial_state(seed), lambda: serai.Batch(game, games=1, seed=seed),
                      lambda: serai.VectorEnv(game).reset(seed=seed)):
            refuses(wrong, "seed: ")
    assert game.new_initial_state((1 << 64) - 1).num_players() == 2
    refuses(lambda: serai.VectorEnv(game, bots="vizier:visits=5"), "without settings")
    refuses(lambda: game.action_to_string(10**6), "action: 0 to")
    refuses(lambda: state.apply_action("take"), "apply_move")
    refuses(lambda: state.apply_action(None), "a whole number")
    refuses(lambda: serai.Game("yspahan", players="3"), "players: a whole number")
    for junk in ("junk", "[]", "{}", '{"game": "blank", "bytes": 3}'):
        refuses(lambda: game.deserialize_state(junk), "not the text of a state")
    refuses(lambda: serai.Game("blank", 3).deserialize_state(state.serialize()), "a state of 2 players, not of 3")
    refuses(lambda: list(serai.trace_states([])), "trace")
    refuses(lambda: list(serai.trace_states(["{}"])), "trace")
    refuses(lambda: serai.case_state({}), "game: missing")
    for env in (serai.aec_env(game), serai.parallel_env(game)):
        refuses(lambda: env.step({}), "reset it first")
    refuses(serai.aec_env(game).last, "reset it first")
    refuses(lambda: serai.Batch(game, games=1, bots={0: "random", 1: "random"}), "all seats are bots")


def nobody_sees():
    """Chance, and numbers that are nobody's, see nothing; a spectator sees no more than is open to all."""
    state = serai.Game("yspahan").new_initial_state(seed=2, explicit_chance=True)
    state.apply_move("buy 0")
    assert state.is_chance_node() and state.current_player() == serai.CHANCE
    for nobody in (state.current_player(), serai.TERMINAL, 2, 6, 255):
        for look in (state.view, state.observation_string, state.information_state_string, state.observation_tensor,
                     state.information_state_tensor, state.observation_bytes, state.player_return):
            refuses(lambda: look(nobody), "no player")
    assert "?" in json.dumps(state.view(serai.SPECTATOR)) and state.view(serai.SPECTATOR)["rng"] is None


def copies():
    for name in serai.games():
        state = serai.Game(name).new_initial_state(seed=5, explicit_chance=True)
        while not state.is_chance_node() and state.move_number() < 9:
            state.apply_action(state.legal_actions()[0])
        assert state.is_chance_node() or name != "yspahan"
        for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert other == state and other.is_chance_node() == state.is_chance_node()
            assert other.history() == state.history() and repr(other) == repr(state)
            other.apply_action(other.sample_chance(random.Random(1)) if other.is_chance_node() else other.legal_actions()[0])
            assert other != state
    env = serai.VectorEnv("blank", num_envs=2, copy=True)
    env.reset(seed=1)
    told = env.step(env.sample_actions())
    kept = [np.array(x) for x in (*told[:3], *told[4].values())]
    for _ in range(50):
        env.step(env.sample_actions())
    assert all((a == b).all() for a, b in zip(kept, (*told[:3], *told[4].values())))


def gymnasium_says():
    """Its wrappers ask for a type, not for a word; without it spaces can be drawn from all the same."""
    env = serai.VectorEnv("blank", num_envs=3)
    _, info = env.reset(seed=1)
    assert env.metadata["autoreset_mode"].name == "SAME_STEP" and env.metadata["autoreset_mode"].value == "SameStep"
    assert env.action_space.sample().shape == (3,)
    action = env.single_action_space.sample(info["action_mask"][0].astype(np.int8))
    assert info["action_mask"][0][action]
    assert not env.closed
    env.close()
    assert env.closed


def types():
    """Type hints hold, where mypy is installed."""
    try:
        importlib.import_module("mypy")
    except ImportError:
        return
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--no-warn-unused-ignores",
                           "--cache-dir", os.devnull, "serai"], cwd=here, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout


def threads():
    """One batch, many threads: every call is done or refused, and the games go on."""
    batch = serai.Batch(serai.Game("yspahan"), games=64, threads=2)
    done, refused, wrong = [], [], []

    def work():
        for _ in range(40):
            try:
                batch.step(batch.random_actions().copy())
                done.append(1)
            except serai.SeraiError as error:
                (refused if "another thread" in str(error) or "not legal" in str(error) else wrong).append(str(error))

    crew = [threading.Thread(target=work) for _ in range(4)]
    for t in crew:
        t.start()
    for t in crew:
        t.join()
    assert done and not wrong, wrong
    batch.step(batch.random_actions())
    batch.close()


def speed():
    bars = {"yspahan": 1e6}
    for name in serai.games():
        env = serai.VectorEnv(name, num_envs=1024, players=2)
        env.reset(seed=1)
        start, steps = time.process_time(), 0
        while time.process_time() - start < 2:
            for _ in range(10):
                env.step(env.sample_actions())
            steps += 10 * 1024
        rate = steps / (time.process_time() - start)
        print(f"# {name}: {rate / 1e6:.2f} million steps a second")
        assert rate >= bars.get(name, 5e5), f"{name}: {rate:.0f} steps/s"
    cart_pole()


def cart_pole():
    """Steps a second of Gymnasium's own vector environment, where it is installed."""
    try:
        import gymnasium  # pylint: disable=import-outside-toplevel
    except ImportError:
        return
    env = gymnasium.make_vec("CartPole-v1", num_envs=1024, vectorization_mode="vector_entry_point")
    env.reset(seed=1)
    start, steps, actions = time.process_time(), 0, np.zeros(1024, np.int64)
    while time.process_time() - start < 1:
        actions[:] = 1 - actions
        env.step(actions)
        steps += 1024
    print(f"# beside it CartPole-v1 of Gymnasium {gymnasium.__version__}: {steps / (time.process_time() - start) / 1e6:.2f} million")


def tables():
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, here)
    for name in ("spaces", "views"):
        made = importlib.import_module(name).document()
        with open(os.path.join(here, f"../../docs/{name}.md"), encoding="utf-8") as f:
            assert f.read() == made, f"docs/{name}.md is old: python3 python/tests/{name}.py > docs/{name}.md"


check("doctests", doctests)
check("the tables of docs/spaces.md and docs/views.md", tables)
check("masks, copies, texts and resampling of every game and number of players", open_spiel)
check("chance outcomes add up and differ", chance)
check("VectorEnv", vector)
check("a batch plays what states play", batch_is_states)
check("PettingZoo's contracts", zoo)
check("bots are callables", bots_play)
check("editions, cases and traces", files)
check("states of older files", older_files)
check("wrong shapes, types, seats and closed batches are said", errors)
check("nobody sees what is hidden by asking as nobody", nobody_sees)
check("copies, deep copies and pickles", copies)
check("what Gymnasium asks of a vector environment", gymnasium_says)
check("type hints, where mypy is installed", types)
check("threads are refused, not mixed up", threads)
if LONG:
    check("VectorEnv is fast", speed)
print(f"1..{count}")
sys.exit(failed != 0)
