"""The row of a finished game, on a game of five turns that is worked by hand."""

import numpy as np
import pytest
from engine.positions import table

from simulator.engine.rules import MAX_PLAYERS
from simulator.players.playing import OUTCOME, tell

# Table scores after each turn. The first and the fifth turn have sole leaders 0 and 2; at 4 all the others share.
#   turn         1  2  3  4  5
#   seat 0       2  2  4  4  4
#   seat 1       0  3  3  6  6
#   seat 2       0  0  0  0  7
SCORES = np.zeros((6, MAX_PLAYERS), np.int32)
SCORES[1:, :3] = [[2, 0, 0], [2, 3, 0], [4, 3, 0], [4, 6, 0], [4, 6, 7]]


def row_of(line: str, scores: np.ndarray) -> np.record:
    """Tell a game whose last table is ``line`` and which went as ``scores`` say."""
    game = table(line)
    row = np.zeros(1, OUTCOME).view(np.recarray)[0]
    tell(game.state, game.rules, scores, row)
    return row


def test_the_course_of_a_game_is_read_after_each_turn() -> None:
    row = row_of("turn 5 seat 1 over | - [0:fox*4] | - [1:deer*6] | - [2:frog*7]", SCORES)
    assert row.win_share[:3].tolist() == [0, 0, 1]
    # Seat 0, then 1, then 0, then 1, then 2.
    assert row.lead_changes == 4
    assert row.scores_at_half[:3].tolist() == [2, 3, 0]
    # Before the last turn seat 2 has nothing, and the leaders have 2, 3, 4 and 6.
    assert row.winner_deficit == (2 + 3 + 4 + 6) / 4


def test_winners_who_share_weigh_alike_in_the_deficit() -> None:
    scores = SCORES.copy()
    scores[5, :3] = [4, 7, 7]
    row = row_of("turn 5 seat 1 over | - [0:fox*4] | - [1:deer*7] | - [2:frog*7]", scores)
    assert row.win_share[:3].tolist() == [0, 0.5, 0.5]
    # Seat 1 is behind by 2 after the first turn and by 1 after the third.
    assert row.winner_deficit == pytest.approx(((2 + 0 + 1 + 0) / 4 + (2 + 3 + 4 + 6) / 4) / 2, abs=1e-15)


def test_a_game_of_one_turn_has_no_deficit_and_no_half_time() -> None:
    row = row_of("turn 1 seat 0 over | - [0:fox*2] | - [] | - []", SCORES)
    assert row.winner_deficit == 0
    assert row.scores_at_half.tolist() == [0] * MAX_PLAYERS
