"""Every metric against a table worked by hand, and the table of metrics itself."""

import polars as pl
import pytest

from simulator.statistics import GROUPS, METRICS, deck_sums, estimate, find_metric, metrics_for, seat_metrics
from simulator.studies.columns import SCHEMA

# Four games of three players.
#   game  turns  ends in turn by       token (seat, turn)  scores      win shares
#   0     30     28 double_seven       seat 1, turn 28     20 25 10    0   1   0
#   1     33     31 last_tile          —                   18 18 12    ½   ½   0
#   2     36     34 last_tile          seat 0, turn 35     22 22 22    1   0   0    (tie broken for the holder)
#   3     21     21 stalled            —                   6  9  14    0   0   1
GAMES = pl.DataFrame(
    {
        "variant": ["rulebook"] * 4,
        "players": [3] * 4,
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
        "scores_at_half": [[5] * 3] * 4,
        "lead_changes": [2, 0, 3, 1],
        "rainbows_possible": [2, 0, 3, 1],
        "rainbows_announced": [1, 0, 3, 0],
        **{
            name: [8, 6, 4, 2]
            for name in SCHEMA
            if name.startswith(
                ("reveals", "draws", "starts", "growths", "trades", "reclaims", "two", "discards", "empty")
            )
        },
        "passes": [0, 0, 0, 1],
    },
    strict=False,
).select(pl.col(name).cast(dtype) for name, dtype in SCHEMA.items())

EXPECTED = {
    "turns": (30 + 33 + 36 + 21) / 4,
    "rounds": (10 + 11 + 12 + 7) / 4,
    "decisions": 400 / 4,
    "double_seven_share": 2 / 4,
    "double_seven_turn": (28 + 35) / 2,
    "double_seven_round": (10 + 12) / 2,  # turn 28 is the first of round 10, turn 35 the second of round 12
    "holder_win_share": (1 + 1) / 2,
    "mean_score": (55 / 3 + 48 / 3 + 66 / 3 + 29 / 3) / 4,
    "winning_score": (25 + 18 + 22 + 14) / 4,
    "winning_margin": (5 + 0 + 0 + 5) / 4,
    "seven_tokens": (3 + 2 + 4 + 0) / 4,
    "lead_changes": 6 / 4,
    "shared_wins": 1 / 4,
    "tie_breaks": 1 / 4,
    "end_double_seven": 1 / 4,
    "end_last_tile": 2 / 4,
    "end_stalled": 1 / 4,
    "end_cut_off": 0.0,
    "rainbows_possible": 6 / 4,
    "rainbows_announced": 4 / 4,
    "rainbow_use": 4 / 6,
    "passes": 1 / 4,
    "seat_balance": 1 - (1.5 - 1) / 4,
    "first_seat_advantage": 1.5 / 4 - 1 / 3,
    "second_seat_advantage": 1.5 / 4 - 1 / 3,
    "third_seat_advantage": 1 / 4 - 1 / 3,
    "first_seat_score": 66 / 4,
    "second_seat_score": 74 / 4,
    "third_seat_score": 58 / 4,
    **dict.fromkeys(
        (
            *("reveals", "draws_face_down", "draws_face_up", "starts", "growths_by_animal", "growths_by_joker"),
            *("trades", "reclaims", "reclaims_from_others", "two_for_ones", "discards", "empty_stands"),
        ),
        20 / 4,
    ),
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
