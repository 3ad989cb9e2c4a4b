"""What a turn offered and what was taken of it, and what trades brought: counted while the game runs."""

import numpy as np
import pytest
from engine.positions import play, table

from simulator.engine.moves import MOVES_BUFFER, OFFERED, list_moves
from simulator.engine.state import COUNTS, OPTIONS


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # Swans of two against deer of two; a joker lies among the deer and a deer is held, and two tiles could go.
        ("turn 5 seat 0 action | deer fox [0:swan*2] | - [1:deer*2j1] | up bird", {"trade", "reclaim", "two_for_one"}),
        # Three against two cannot be traded, and no frog is held for the joker.
        ("turn 5 seat 0 action | fox [0:swan*3] | - [1:frog*2j1] | up bird", set()),
        ("turn 5 seat 0 action | fox*6 [] | - [] | up bird", {"two_for_one", "discard"}),
        ("turn 5 seat 0 rainbow | bird fox swan frog deer [] | - [] | up bird", {"rainbow"}),
        # The discard is told of while actions are chosen, for by now there is nothing left to decide but which.
        ("turn 5 seat 0 discard | fox*3 deer*3 [] | - [] | up bird", set()),
        ("turn 5 seat 0 draw | fox deer [0:swan*2] | - [1:deer*2j1] | up bird | draws 1", set()),
    ],
)
def test_a_list_of_moves_says_which_options_it_offers(line: str, expected: set[str]) -> None:
    game = table(line)
    moves = np.full(MOVES_BUFFER, -1, np.int64)
    list_moves(game.state, game.rules, moves)
    assert {option for bit, option in enumerate(OPTIONS) if moves[OFFERED] >> bit & 1} == expected


def test_a_turn_counts_once_for_each_option_that_it_had_and_that_was_taken() -> None:
    # Seat 0 draws a deer: now deer and swan can be traded, and there are two tiles for a Two for One.
    game = table(
        "turn 5 seat 0 draw | fox [0:swan*2] | - [1:deer*2j1] | up bird | draws 1", top=["deer", "frog", "frog"]
    )
    game.apply("draw face_down")
    game.apply("trade 0 1")
    game.apply("trade 1 0")
    game.apply("reclaim 1")
    game.apply("pass")
    counts = dict(zip(COUNTS, game.state.counts.tolist(), strict=True))
    possible = {option: counts[f"{option}_turns_possible"] for option in OPTIONS}
    assert possible == {"rainbow": 0, "trade": 1, "reclaim": 1, "two_for_one": 1, "discard": 0}
    taken = dict(zip(OPTIONS, game.state.option_turns[:, :2].tolist(), strict=True))
    assert taken == {"rainbow": [0, 0], "trade": [1, 0], "reclaim": [1, 0], "two_for_one": [0, 0], "discard": [0, 0]}
    assert (counts["trades"], counts["reclaims"]) == (2, 1)


def test_points_by_trade_are_those_that_grow_on_what_was_traded_for() -> None:
    # Two families of six change hands, which moves no points. Then the foxes grow to eight: two tiles and a 7 token.
    # The swans that were given away and the deer that are started now bring nothing.
    game = table("turn 9 seat 0 action | fox*2 deer*2 swan [0:swan*6] | rabbit [1:fox*6 2:rabbit*2]")
    points = COUNTS.index("points_by_trade")
    play(game, "trade 0 1")
    assert game.scores() == [6, 8]
    assert game.state.counts[points] == 0
    play(game, "grow 1 fox", "grow 1 fox", "start deer deer")
    assert game.scores() == [6 + 2 + 1 + 2, 8]
    assert game.state.counts[points] == 3


def test_the_double_seven_token_is_a_point_by_trade_where_a_traded_family_earns_it() -> None:
    # The foxes that seat 0 has traded for become its second family of seven: a tile, a 7 token and two points more.
    game = table("turn 9 seat 0 action | fox bird [0:swan*6 1:deer*7] 7x1 | - [2:fox*6]")
    play(game, "trade 0 2", "grow 2 fox")
    assert game.state.double_seven_seat == 0
    assert game.state.counts[COUNTS.index("points_by_trade")] == 1 + 1 + 2


def test_a_family_that_changes_hands_again_is_still_had_by_a_trade_and_a_new_one_is_not() -> None:
    game = table("turn 9 seat 0 action | swan fox deer*2 bird [0:swan*2] | - [1:fox*2]")
    points = COUNTS.index("points_by_trade")
    play(game, "trade 0 1", "trade 1 0", "grow 0 swan")
    assert game.state.counts[points] == 1
    play(game, "start deer deer")
    assert game.state.family_traded[:3].tolist() == [1, 1, 0]
