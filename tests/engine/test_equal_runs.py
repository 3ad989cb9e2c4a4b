"""Equal runs: a game is the same in any batch, after a copy, and whether the engine is compiled or interpreted."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from engine.positions import choice, dealt, decisions, outcomes, play_in, played_variants, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import CHECKS_BOUNDS, COMPILED, QUICK_PLAYERS, games

from simulator import Variant, bundled_variants, load_variant
from simulator.engine.moves import MOVES_BUFFER, apply_move, list_moves
from simulator.engine.state import OVER, new_games
from simulator.players import seat_records
from simulator.players.playing import OUTCOME

TABLES = [["random", "greedy"], ["house", "random", "planner"], ["greedy", "house", "planner", "random"]]
SEARCHING = ["search:1", "trained"]


@pytest.mark.parametrize("seats", TABLES, ids=" ".join)
def test_a_batch_in_pieces_is_the_batch(seats: list[str]) -> None:
    number = games(300, 6)
    whole = outcomes(rulebook(), seats, games=number, seed=3)
    cuts = [0, 1, 2, number // 3, number - 1, number]
    pieces = [
        outcomes(rulebook(), seats, games=until - since, seed=3, first_game=since) for since, until in pairwise(cuts)
    ]
    assert whole.tobytes() == b"".join(piece.tobytes() for piece in pieces)


@settings(max_examples=games(60, 3), deadline=None, derandomize=True)
@given(played_variants(), st.data(), st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_a_game_played_alone_is_the_game_of_its_batch(
    variant: Variant, data: st.DataObject, seed: int, first_game: int
) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    seats = data.draw(st.lists(st.sampled_from(QUICK_PLAYERS), min_size=players, max_size=players))
    batch = outcomes(variant, seats, games=3, seed=seed, first_game=first_game)
    alone = outcomes(variant, seats, games=1, seed=seed, first_game=first_game + 2)
    assert batch[2].tobytes() == alone[0].tobytes()


def test_the_record_that_a_batch_plays_in_may_be_used_already() -> None:
    # Four players' leftovers of another variant lie in the record; two players find nothing of it.
    rows = np.zeros(games(20, 2), OUTCOME).view(np.recarray)
    used = new_games(1)[0]
    crowded = rulebook("setup.stand=6", "double_seven.ends_game=false", "two_for_one.may_retake=false")
    play_in(used, crowded, ["random"] * 4, 1, rows)
    play_in(used, rulebook(), ["house", "random"], 5, rows)
    fresh = outcomes(rulebook(), ["house", "random"], games=len(rows), seed=5)
    for name in ("turns", "end", "counts", "scores", "seven_tokens", "stand_left", "double_seven_seat"):
        players = slice(2) if rows[name].ndim == 2 and name != "counts" else slice(None)
        assert (rows[name][..., players] == fresh[name][..., players]).all()


def play_on(state: np.record, variant: Variant, seats: np.recarray) -> bytes:
    """Let the players go on to the end, and return the whole record."""
    moves = np.zeros(MOVES_BUFFER, np.int64)
    while state.phase != OVER:
        count = list_moves(state, variant.rules, moves)
        move = moves[0] if count == 1 else choice(state, variant.rules, seats, moves, count)
        apply_move(state, variant.rules, move)
    return state.tobytes()


@settings(max_examples=games(30, 4), deadline=None, derandomize=True)
@given(played_variants(), st.data(), st.integers(0, 2**40), st.integers(0, 60))
def test_copying_the_record_copies_the_game(variant: Variant, data: st.DataObject, seed: int, steps: int) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    names = data.draw(st.lists(st.sampled_from(QUICK_PLAYERS), min_size=players, max_size=players))
    seats = seat_records(variant, names)
    table = new_games(3)
    table[0] = dealt(variant, players, seed)
    for moves in decisions(table[0], variant):
        if steps == 0:
            break
        steps -= 1
        move = choice(table[0], variant.rules, seats, moves, len(moves)) if len(moves) > 1 else moves[0]
        apply_move(table[0], variant.rules, move)
    table[1] = table[2] = table[0]
    ended = play_on(table[0], variant, seats)
    # The copies have not moved with it, and one after the other they come to the same end.
    assert table[1].tobytes() == table[2].tobytes()
    assert play_on(table[1], variant, seats) == ended
    assert play_on(table[2], variant, seats) == ended


def test_looking_at_a_game_changes_nothing() -> None:
    variant = rulebook()
    state = dealt(variant, 3, 4)
    moves = np.zeros(MOVES_BUFFER, np.int64)
    for legal in decisions(state, variant):
        before, numbers = state.tobytes(), state.random.copy()
        list_moves(state, variant.rules, moves)
        for player in QUICK_PLAYERS[1:]:
            choice(state, variant.rules, seat_records(variant, [player] * 3), moves, len(legal))
        state.random[:] = numbers  # a search uses numbers of its seat's stream up
        assert state.tobytes() == before
        apply_move(state, variant.rules, int(legal[-1]))


INTERPRETED = """
import sys

import numba
from engine.positions import outcomes
from engine.test_equal_runs import SEARCHING, TABLES, small_box

from simulator import load_variant

assert numba.config.DISABLE_JIT
for name in sys.argv[1:]:
    for seats in TABLES:
        sys.stdout.buffer.write(outcomes(load_variant(name), seats, games=1, seed=31).tobytes())
sys.stdout.buffer.write(outcomes(small_box(), SEARCHING, games=1, seed=31).tobytes())
"""


def small_box() -> Variant:
    """A game of a few turns, for those who ask a network: interpreted, they take a second for every plan."""
    return load_variant("rulebook", ["tiles.animals=4", "tiles.per_animal=4", "tiles.jokers=1", "setup.stand=2"])


@pytest.mark.skipif(not COMPILED or CHECKS_BOUNDS, reason="compares with the engine as it is compiled for use")
def test_the_interpreted_engine_plays_the_same_bytes() -> None:
    names = list(bundled_variants())
    assert len(names) > 10
    compiled = b"".join(
        outcomes(load_variant(name), seats, games=1, seed=31).tobytes() for name in names for seats in TABLES
    )
    compiled += outcomes(small_box(), SEARCHING, games=1, seed=31).tobytes()
    run = subprocess.run(
        # Numpy warns where the random numbers wrap around; compiled code is silent.
        [sys.executable, "-W", "ignore::RuntimeWarning", "-c", INTERPRETED, *names],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    assert run.stdout == compiled
