"""Every metric against a table worked by hand, and the table of metrics itself."""

import polars as pl
import pytest

from simulator.statistics import (
    GROUPS,
    METRICS,
    SECONDS_PER_TURN,
    deck_sums,
    estimate,
    find_metric,
    metrics_for,
    minutes_metric,
    seat_metrics,
)
from simulator.studies.columns import SCHEMA

# Four games of three players.
#   game  turns  ends in turn by       token (seat, turn)  scores      win shares   scores at half-time
#   0     30     28 double_seven       seat 1, turn 28     20 25 10    0   1   0     9  7  4
#   1     33     31 last_tile          —                   18 18 12    ½   ½   0     8  8  6
#   2     36     34 last_tile          seat 0, turn 35     22 22 22    1   0   0    12 10 10   (broken for the holder)
#   3     21     21 stalled            —                   6  9  14    0   0   1     2  5  1
# In all 120 turns. Turns in which the seats took an option, and in which it was possible:
#   game  Rainbow      trade, reclaim, Two for One   discard
#   0     0 1 0 of 2   2 3 1 of 10                   0 0 2 of 4
#   1     —     of 0   2 2 0 of 8                    —     of 0
#   2     2 0 1 of 3   4 0 0 of 12                   —     of 0
#   3     —     of 1   1 1 2 of 6                    0 0 1 of 1
ALIKE = ("trade", "reclaim", "two_for_one")
COUNTED = (
    *("reveals", "draws_face_down", "draws_face_up", "starts", "growths_by_animal", "growths_by_joker"),
    *("trades", "reclaims", "reclaims_from_others", "two_for_ones", "discards", "empty_stands"),
)
GAMES = pl.DataFrame(
    {
        "variant": ["rulebook"] * 4,
        "players": [3] * 4,
        "line_up": ["house"] * 4,
        "seats": [["house"] * 3] * 4,
        "seed": [1] * 4,
        "game": [0, 1, 2, 3],
        "turns": [30, 33, 36, 21],
        "decisions": [100, 110, 130, 60],
        "end": ["double_seven", "last_tile", "last_tile", "stalled"],
        "end_turn": [28, 31, 34, 21],
        "double_seven_seat": [1, None, 0, None],
        "double_seven_turn": [28, None, 35, None],
        "scores": [[20, 25, 10], [18, 18, 12], [22, 22, 22], [6, 9, 14]],
        "seven_tokens": [[1, 2, 0], [1, 1, 0], [2, 1, 1], [0, 0, 0]],
        "win_share": [[0, 1, 0], [0.5, 0.5, 0], [1, 0, 0], [0, 0, 1]],
        "tiles_placed": [[9] * 3] * 4,
        "stand_left": [[1] * 3] * 4,
        "scores_at_half": [[9, 7, 4], [8, 8, 6], [12, 10, 10], [2, 5, 1]],
        "lead_changes": [2, 0, 3, 1],
        "winner_deficit": [1.5, 0.25, 0, 2.25],
        "points_by_trade": [20, 8, 30, 4],
        "rainbow_turns_possible": [2, 0, 3, 1],
        "rainbow_turns": [[0, 1, 0], [0, 0, 0], [2, 0, 1], [0, 0, 0]],
        **{f"{option}_turns_possible": [10, 8, 12, 6] for option in ALIKE},
        **{f"{option}_turns": [[2, 3, 1], [2, 2, 0], [4, 0, 0], [1, 1, 2]] for option in ALIKE},
        "discard_turns_possible": [4, 0, 0, 1],
        "discard_turns": [[0, 0, 2], [0, 0, 0], [0, 0, 0], [0, 0, 1]],
        "rainbows_possible": [2, 0, 3, 1],
        "rainbows_announced": [1, 0, 3, 0],
        **{name: [8, 6, 4, 2] for name in COUNTED},
        "passes": [0, 0, 0, 1],
    },
    strict=False,
).select(pl.col(name).cast(dtype) for name, dtype in SCHEMA.items())

EXPECTED = {
    "turns": (30 + 33 + 36 + 21) / 4,
    "rounds": (10 + 11 + 12 + 7) / 4,
    "decisions": 400 / 4,
    "minutes": 30 * 21 / 60,
    "double_seven_share": 2 / 4,
    "no_token": 2 / 4,
    "double_seven_turn": (28 + 35) / 2,
    "double_seven_round": (10 + 12) / 2,  # turn 28 is the first of round 10, turn 35 the second of round 12
    "holder_win_share": (1 + 1) / 2,
    "wins_by_holder": (1 + 1) / 4,
    "mean_score": (55 / 3 + 48 / 3 + 66 / 3 + 29 / 3) / 4,
    "winning_score": (25 + 18 + 22 + 14) / 4,
    "winning_margin": (5 + 0 + 0 + 5) / 4,
    "seven_tokens": (3 + 2 + 4 + 0) / 4,
    "lead_changes": 6 / 4,
    "drama": 4 / 4,
    "runaway": (0 + 1 + 0) / 3,  # seat 0, nobody alone, seat 0, seat 1
    "comeback": (0 + 0 + 1) / 3,  # seat 2, seat 2, nobody alone, seat 2
    "points_by_trade": 62 / (55 + 48 + 66 + 29),
    "shared_wins": 1 / 4,
    "tie_breaks": 1 / 4,
    "end_double_seven": 1 / 4,
    "end_last_tile": 2 / 4,
    "end_stalled": 1 / 4,
    "end_cut_off": 0.0,
    "rainbows_possible": 6 / 4,
    "rainbows_announced": 4 / 4,
    "rainbow_chance": 6 / 120,
    "rainbow_use": 4 / 6,
    "rainbow_winner": (1 + 2) / 4 - 1 / 3,
    **dict.fromkeys([f"{option}_chance" for option in ALIKE], 36 / 120),
    **dict.fromkeys([f"{option}_use" for option in ALIKE], (6 + 4 + 4 + 4) / 36),
    **dict.fromkeys([f"{option}_winner" for option in ALIKE], (3 + (1 + 1) + 4 + 2) / 18 - 1 / 3),
    "discard_chance": 5 / 120,
    "discard_use": 3 / 5,
    "discard_winner": 1 / 3 - 1 / 3,
    "passes": 1 / 4,
    "seat_balance": 1 - (1.5 - 1) / 4,
    "first_seat_advantage": 1.5 / 4 - 1 / 3,
    "second_seat_advantage": 1.5 / 4 - 1 / 3,
    "third_seat_advantage": 1 / 4 - 1 / 3,
    "first_seat_score": 66 / 4,
    "second_seat_score": 74 / 4,
    "third_seat_score": 58 / 4,
    **dict.fromkeys(COUNTED, 20 / 4),
}


def test_every_metric_has_a_hand_worked_value():
    assert set(EXPECTED) == {metric.name for metric in metrics_for(3)}


@pytest.mark.parametrize("metric", metrics_for(3), ids=lambda metric: metric.name)
def test_metric_equals_the_hand_worked_table(metric):
    sums = deck_sums(GAMES, [metric])
    assert estimate(metric, sums).value == pytest.approx(EXPECTED[metric.name], abs=1e-12)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_table_of_metrics_is_complete_and_consistent(players):
    metrics = metrics_for(players)
    assert len({metric.name for metric in metrics}) == len(metrics)
    assert len({metric.title for metric in metrics}) == len(metrics)
    assert len(metrics) == len(METRICS) + 1 + 2 * players
    for metric in metrics:
        assert metric.group in GROUPS
        assert metric.margin > 0
        assert metric.margin_reason
        assert metric.definition.endswith(".")
        assert len(metric.title) <= 22  # what a terminal of 80 columns has room for
        assert find_metric(metric.name).title == metric.title


def test_minutes_are_turns_times_the_seconds_that_are_stated():
    slow = minutes_metric(40)
    assert estimate(slow, deck_sums(GAMES, [slow])).value == pytest.approx(30 * 40 / 60)
    assert "times 40 seconds" in slow.definition
    assert f"times {SECONDS_PER_TURN:g} seconds" in find_metric("minutes").definition
    with pytest.raises(ValueError, match="a turn takes 0 seconds"):
        minutes_metric(0)


def test_metrics_stand_in_the_order_of_the_groups():
    groups = [metric.group for metric in metrics_for(4)]
    assert groups == sorted(groups, key=GROUPS.index)


def test_an_unknown_metric_is_answered_with_the_known_ones():
    with pytest.raises(KeyError, match=r"no metric is called 'turn'; the metrics are turns, rounds"):
        find_metric("turn")


@pytest.mark.parametrize("players", [1, 7])
def test_seat_metrics_refuse_tables_that_no_variant_allows(players):
    with pytest.raises(ValueError, match=f"2 to 6 players, not {players}"):
        seat_metrics(players)
