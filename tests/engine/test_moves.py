"""The legal list and what each move does, held against the slow game; moves as numbers; the bound on their number."""

import random

import numpy as np
import pytest
from engine.positions import dealt, decisions, legal, parts_of, played_variants, rulebook, table
from engine.slow_game import SlowGame
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import games

from simulator import Game, IllegalMove, Variant
from simulator.engine.moves import (
    MAX_MOVES,
    MOVE_TYPES,
    MOVES_BUFFER,
    apply_move,
    first_of,
    is_forced,
    list_moves,
    move_of,
    second_of,
    type_of,
)
from simulator.engine.rules import (
    MAX_ANIMALS,
    MAX_FAMILIES,
    MAX_KINDS,
    MAX_PLAYERS,
    MAX_START_TILES,
    MAX_TILES,
    NO_LIMIT,
)
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.state import ACTING, ENDS, NOBODY, new_games


def slow_table(game: SlowGame) -> dict[str, object]:
    """What lies where in the slow game."""
    kinds = range(game.joker + 1)
    return {
        "seat": game.seat,
        "turn": game.turns,
        "stands": [[stand.count(kind) for kind in kinds] for stand in game.stands],
        "face up": [game.up.count(kind) for kind in kinds],
        "face down": game.down,
        "families": [
            (family.owner, family.animal, len(family.tiles), family.tiles.count(game.joker)) for family in game.families
        ],
        "tokens": game.tokens,
        "double seven": game.double_seven,
        "end": game.end,
        "scores": game.scores(),
    }


def engine_table(state: np.record, variant: Variant) -> dict[str, object]:
    """The same of the engine's record."""
    kinds = variant.tiles.animals + 1
    scores = np.zeros(MAX_PLAYERS, np.int32)
    write_scores(state, variant.rules, scores)
    columns = (state.family_owner, state.family_animal, state.family_tiles, state.family_jokers)
    return {
        "seat": int(state.player),
        "turn": int(state.turn),
        "stands": state.stand[: state.players, :kinds].tolist(),
        "face up": state.face_up[:kinds].tolist(),
        "face down": state.pile[state.pile_next : state.pile_end].tolist(),
        "families": list(zip(*(column[: state.families].tolist() for column in columns), strict=True)),
        "tokens": state.tokens[: state.players].tolist(),
        "double seven": None if state.double_seven_seat == NOBODY else int(state.double_seven_seat),
        "end": ENDS[state.end],
        "scores": scores[: state.players].tolist(),
    }


def hold_against_the_slow_game(variant: Variant, players: int, seed: int) -> SlowGame:
    """Play one game of random moves on both, and compare the legal list at every decision and the table."""
    choice = random.Random(seed)
    state = dealt(variant, players, seed)
    slow = SlowGame(variant, players, state.pile[: state.pile_end])
    course = slow.play()
    offered = next(course, None)
    compared = 0
    for moves in decisions(state, variant):
        assert len(moves) <= MAX_MOVES
        move = int(moves[0])
        if not is_forced(state):
            assert parts_of(moves) == offered
            # The whole table once a turn: what goes astray on the way shows in the list or here.
            if slow.turns != compared:
                assert engine_table(state, variant) == slow_table(slow)
                compared = slow.turns
            move = int(choice.choice(moves))
            try:
                offered = course.send(parts_of([move])[0])
            except StopIteration:
                offered = None
        apply_move(state, variant.rules, move)
    assert offered is None
    assert engine_table(state, variant) == slow_table(slow)
    shares = np.zeros(MAX_PLAYERS)
    write_win_shares(state, variant.rules, np.array(slow.scores()), shares)
    winners = slow.winners()
    assert shares.tolist() == [1 / len(winners) if seat in winners else 0 for seat in range(MAX_PLAYERS)]
    return slow


@settings(max_examples=games(60, 8), deadline=None, derandomize=True)
@given(variant=played_variants(), seed=st.integers(0, 2**32), data=st.data())
def test_every_legal_list_and_every_move_equals_that_of_the_slow_game(
    variant: Variant, seed: int, data: st.DataObject
) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    hold_against_the_slow_game(variant, players, seed)


def test_printed_games_equal_those_of_the_slow_game() -> None:
    ends = {
        hold_against_the_slow_game(rulebook(), players, seed).end
        for players in (2, 3, 4)
        for seed in range(games(20, 4))
    }
    assert ends == {"double_seven", "last_tile"}


def test_the_list_is_in_the_order_of_the_rules() -> None:
    #   seat 0   bird ×2 fox ×2 joker ×2 deer     0 swan ×2, 2 deer ×3 with a joker
    #   seat 1   (empty)                          1 fox ×2, 3 frog ×3
    game = table("turn 9 seat 0 action | bird*2 fox*2 deer joker*2 [0:swan*2 2:deer*3j1] | - [1:fox*2 3:frog*3] | up -")
    assert legal(game) == [
        "start bird bird",
        "start bird joker",
        "start fox fox",
        "start fox joker",
        "grow 0 joker",
        "grow 2 deer",
        "grow 2 joker",
        "trade 0 1",
        "trade 2 3",
        "reclaim 2",
        "two_for_one bird bird",
        "two_for_one bird fox",
        "two_for_one bird deer",
        "two_for_one bird joker",
        "two_for_one fox fox",
        "two_for_one fox deer",
        "two_for_one fox joker",
        "two_for_one deer joker",
        "two_for_one joker joker",
        "pass",
    ]


def test_two_families_of_an_animal_are_two_moves_and_two_tiles_of_a_kind_are_one() -> None:
    game = table("turn 9 seat 0 action | fox*2 [0:fox*2 1:fox*3] | - [] | up -", "two_for_one.max_per_turn=0")
    assert legal(game) == ["grow 0 fox", "grow 1 fox", "pass"]


def test_a_table_asks_nobody_where_one_move_is_legal() -> None:
    # The fox grows the family and the deer is left with nothing to do: the pass and the reveal come by themselves.
    game = table("turn 9 seat 0 action | fox deer [0:fox*2] | - [] | up -", top=["swan"])
    game.apply("grow 0 fox")
    assert [event["event"] for event in game.events] == ["grow", "pass", "reveal"]
    assert legal(game) == ["draw face_down", "draw swan"]


def test_a_refused_move_changes_nothing_and_names_what_is_legal() -> None:
    game = table("turn 9 seat 0 action | fox deer [0:fox*2] | - [] | up -")
    before = game.state.tobytes()
    with pytest.raises(IllegalMove, match=r"'grow 0 deer' is not legal here: .* action .*\nLegal: grow 0 fox, "):
        game.apply("grow 0 deer")
    assert game.state.tobytes() == before


@given(st.integers(0, len(MOVE_TYPES) - 1), st.integers(0, 255), st.integers(0, 255))
@settings(max_examples=games(300, 50), deadline=None, derandomize=True)
def test_a_move_is_a_number_that_can_be_taken_apart(move_type: int, first: int, second: int) -> None:
    move = move_of(move_type, first, second)
    assert (type_of(move), first_of(move), second_of(move)) == (move_type, first, second)
    assert move == move_type * 65536 + first * 256 + second


def test_every_part_of_a_move_fits_its_byte() -> None:
    assert max(MAX_KINDS, MAX_FAMILIES, MAX_START_TILES) <= 256
    # Families hold at least one tile each, so there are never more of them than tiles.
    assert MAX_FAMILIES >= MAX_TILES


def crowded_table() -> tuple[np.record, np.record]:
    """A table more crowded than any game could lay: each sort of action is as frequent as the arrays allow at once.

    Half of all possible families are the player's and half another's, all of one size and each with a joker, and the
    stand holds plenty of every kind.
    """
    rules = np.zeros(1, rulebook().rules.dtype).view(np.recarray)[0]
    for name in rulebook().rules.dtype.names:
        rules[name] = rulebook().rules[name]
    rules.tiles_animals = MAX_ANIMALS
    rules.start_min_tiles = MAX_START_TILES
    rules.start_one_family_per_animal = 0
    assert rules.trade_max_per_turn == NO_LIMIT
    state = new_games(1)[0]
    state.players, state.phase, state.families = 2, ACTING, MAX_FAMILIES
    state.stand[0] = MAX_START_TILES
    state.stand_tiles[0] = MAX_START_TILES * MAX_KINDS
    state.family_owner[:] = np.arange(MAX_FAMILIES) % 2
    state.family_animal[:] = np.arange(MAX_FAMILIES) % MAX_ANIMALS
    state.family_tiles[:] = 2
    state.family_jokers[:] = 1
    return state, rules


def test_no_list_is_longer_than_the_bound_and_each_move_stands_in_it_once() -> None:
    # Starts: an animal with 0 … 9 jokers. Growths: own families by animal and joker. Trades are most with half of all
    # families: m (F − m) ≤ (F/2)². Reclaims: every family. Two for Ones: pairs of kinds. And the pass.
    state, rules = crowded_table()
    moves = np.zeros(MOVES_BUFFER, np.int64)
    count = list_moves(state, rules, moves)
    assert count == (
        MAX_ANIMALS * MAX_START_TILES
        + 2 * (MAX_FAMILIES // 2)
        + (MAX_FAMILIES // 2) ** 2
        + MAX_FAMILIES
        + MAX_KINDS * (MAX_KINDS + 1) // 2
        + 1
    )
    # With all families one's own there are twice the growths and no trades: the bound adds up the most of each sort.
    assert count <= MAX_MOVES
    assert len(set(moves[:count].tolist())) == count
    assert moves[:count].tolist() == sorted(moves[:count].tolist())
    state.family_owner[:] = 0
    assert list_moves(state, rules, moves) <= MAX_MOVES


@pytest.mark.parametrize("seed", range(games(20, 2)))
def test_each_move_stands_once_in_its_list_in_rising_order(seed: int) -> None:
    variant = rulebook("start.min_tiles=3", "start.one_family_per_animal=false", "two_for_one.max_per_turn=3")
    game = Game(variant, players=4, seed=seed)
    choice = random.Random(seed)
    for moves in decisions(game.state, variant):
        assert (np.diff(moves) > 0).all()
        apply_move(game.state, variant.rules, int(choice.choice(moves)))
