"""What holds for every player: it makes legal moves only, ends its turns, and depends on (seed, game) alone."""

import numpy as np
import pytest
from engine.positions import choice, dealt, decisions, outcomes, played_variants, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import COMPILED, QUICK_PLAYERS, SEARCHING, games

from simulator import Variant
from simulator.engine.moves import apply_move
from simulator.engine.state import COUNTS
from simulator.players import PLAYERS, STYLES, UnknownPlayer, check_seat, seat_records

NAMES = [player.name for player in PLAYERS]


def moves_made(variant: Variant, players: int, seed: int, player: str) -> list[tuple[int, int]]:
    """The turn and the number of each move of a game in which ``player`` sits at every seat."""
    state = dealt(variant, players, seed)
    seats = seat_records(variant, [player] * players)
    made: list[tuple[int, int]] = []
    for moves in decisions(state, variant):
        legal = moves.copy()
        move = choice(state, variant.rules, seats, moves, len(moves))
        assert move in legal
        assert (moves == legal).all()
        made.append((int(state.turn), move))
        apply_move(state, variant.rules, move)
    return made


QUICK = [player for player in QUICK_PLAYERS if player not in SEARCHING]


@pytest.mark.parametrize("player", QUICK)
@settings(max_examples=games(60, 2), deadline=None, derandomize=True)
@given(variant=played_variants(), data=st.data(), seed=st.integers(0, 2**40))
def test_a_player_makes_legal_moves_and_ends_each_turn(
    player: str, variant: Variant, data: st.DataObject, seed: int
) -> None:
    check_play(player, variant, data.draw(st.integers(variant.players.min, variant.players.max)), seed)


@pytest.mark.skipif(not COMPILED, reason="interpreted, it takes minutes")
@pytest.mark.parametrize("player", SEARCHING)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(variant=played_variants(), data=st.data(), seed=st.integers(0, 2**40))
def test_a_searching_player_makes_legal_moves_and_ends_each_turn(
    player: str, variant: Variant, data: st.DataObject, seed: int
) -> None:
    check_play(player, variant, data.draw(st.integers(variant.players.min, variant.players.max)), seed)


def check_play(player: str, variant: Variant, players: int, seed: int) -> None:
    made = moves_made(variant, players, seed, player)
    # In a turn of a player that never trades to and fro, no tile is drawn, placed, laid down or discarded more often
    # than there are tiles, no Rainbow comes without a draw, no reclaim without a tile of the animal to give, and each
    # trade is followed by a growth. The random player ends a turn by chance, and so may go on some time longer.
    tiles = variant.tiles.animals * variant.tiles.per_animal + variant.tiles.jokers
    bound = 10 * tiles + 10
    by_turn = np.bincount([turn for turn, _ in made])
    assert by_turn.max() <= (100 * bound if player == "random" else bound)
    assert moves_made(variant, players, seed, player) == made


@pytest.mark.parametrize(
    "seats",
    [["random", "house"], ["greedy", "random", "house"], *([["search:4", "planner"]] if COMPILED else [])],
    ids=" ".join,
)
def test_the_same_seed_and_game_give_the_same_play(seats: list[str]) -> None:
    number = 20 if "search:4" in seats else games(200, 5)
    once, again = (outcomes(rulebook(), seats, games=number, seed=9) for _ in range(2))
    assert once.tobytes() == again.tobytes()
    other = outcomes(rulebook(), seats, games=number, seed=10)
    assert once.tobytes() != other.tobytes()


def test_players_are_listed_by_number_and_found_by_name() -> None:
    assert [player.code for player in PLAYERS] == list(range(len(PLAYERS)))
    assert len(set(NAMES)) == len(NAMES)
    for place, name in enumerate(NAMES):
        assert seat_records(rulebook(), [name] * 2).player.tolist()[:2] == [place] * 2


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        ("gredy", r"unknown player 'gredy': did you mean greedy\? known are random, "),
        ("", r"unknown player ''"),
        ("house/no-trad", r"'house/no-trad': unknown style 'no-trad': did you mean no-trade\? known are no-trade, "),
        ("house@rulebook", r"'house@rulebook': house asks no network; trained and search do, for example trained@rule"),
        ("planner:200", r"'planner:200': planner has no budget; search has, for example search:200"),
        ("search:many", r"'search:many': a budget is a whole number of playouts from 1 to 1,000,000"),
        ("search:0", r"'search:0': a budget is a whole number of playouts from 1 to 1,000,000"),
        ("house/rush/hoard", r"a player cannot both rush and hoard"),
    ],
)
def test_a_seat_that_cannot_be_filled_is_refused_with_the_nearest_name(seat: str, message: str) -> None:
    with pytest.raises(UnknownPlayer, match=message):
        check_seat(seat)


@pytest.mark.parametrize("base", ["house", "planner"])
@pytest.mark.parametrize(
    ("style", "count"),
    [
        ("no-trade", "trades"),
        ("no-reclaim", "reclaims"),
        ("no-two-for-one", "two_for_ones"),
        ("no-rainbow", "rainbows_announced"),
    ],
)
def test_a_restricted_player_never_does_what_it_forbids_itself(base: str, style: str, count: str) -> None:
    column = COUNTS.index(count)
    loose = rulebook("rainbow.stand=hold_enough_different", "rainbow.min_tiles=3")
    free = outcomes(loose, [base] * 2, games=games(60, 2), seed=3)
    restricted = outcomes(loose, [f"{base}/{style}"] * 2, games=games(60, 2), seed=3)
    if COMPILED:  # a few games may not come to it
        assert free.counts[:, column].sum() > 0
    assert restricted.counts[:, column].sum() == 0


def test_a_style_changes_how_any_player_plays() -> None:
    for style in ("rush", "hoard"):
        assert style in {each.name for each in STYLES}
        for base in ("house", "planner"):
            plain = outcomes(rulebook(), [base] * 3, games=games(40, 2), seed=3)
            styled = outcomes(rulebook(), [f"{base}/{style}"] * 3, games=games(40, 2), seed=3)
            assert plain.tobytes() != styled.tobytes()
            if style == "hoard":
                assert styled.turns.mean() > plain.turns.mean()
