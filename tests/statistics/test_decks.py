"""From games to decks: sums, means and each deck's pull, worked by hand."""

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.statistics import UnpairedDecksError, deck_sums, find_metric
from simulator.statistics.decks import check_pairing, games_of, measured, names_of
from simulator.statistics.metrics import seat_metrics
from simulator.studies.columns import SCHEMA


def games(**columns):
    rows = len(next(iter(columns.values())))
    made = synthetic_results(["rulebook"], players=[3], games=rows)
    return made.with_columns(pl.Series(name, values, SCHEMA[name]) for name, values in columns.items())


def of(name, frame):
    metric = find_metric(name)
    return measured(metric, deck_sums(frame, [metric]))


def test_a_mean_and_what_each_deck_pulls_on_it():
    found = of("turns", games(turns=[10, 20, 60]))
    assert found.means.tolist() == [30]
    assert found.influences.tolist() == [[-20], [-10], [30]]
    assert (found.informed, found.whole) == (3, False)


def test_a_ratio_counts_the_decks_that_enter_it():
    # Turns 10 and 20 in two of three decks: 15, from which each pulls by 5 over the mean of 1, 0 and 1 decks.
    frame = games(double_seven_seat=[0, None, 1], double_seven_turn=[10, None, 20])
    found = of("double_seven_turn", frame)
    assert found.means.tolist() == [15]
    assert found.influences.ravel().tolist() == pytest.approx([-7.5, 0, 7.5])
    assert (found.informed, found.whole) == (2, False)


def test_what_no_game_enters_has_no_mean():
    assert of("double_seven_turn", games(double_seven_seat=[None, None], double_seven_turn=[None, None])) is None


def test_games_of_a_deck_are_one_row_sorted_by_seed_and_game():
    frame = games(turns=[10, 30, 50, 70], seed=[2, 1, 1, 2], game=[4, 9, 9, 3])
    metric = find_metric("turns")
    sums = deck_sums(frame, [metric])
    assert sums.select("seed", "game", "games").rows() == [(1, 9, 2.0), (2, 3, 1.0), (2, 4, 1.0)]
    # Seed 1 game 9 was played twice, 80 turns together: the mean is 160 over four games.
    found = measured(metric, sums)
    assert found.means.tolist() == [40]
    assert found.influences.ravel().tolist() == pytest.approx([0, 30 * 3 / 4, -30 * 3 / 4])


def test_the_seats_of_a_balance_are_its_parts():
    (balance, *_) = seat_metrics(3)
    found = measured(balance, deck_sums(games(win_share=[[1, 0, 0], [0, 0.5, 0.5]]), [balance]))
    assert found.means.tolist() == [0.5, 0.25, 0.25]
    assert found.influences.tolist() == [[0.5, -0.25, -0.25], [-0.5, 0.25, 0.25]]
    assert (found.informed, found.whole) == (2, False)


@pytest.mark.parametrize(
    ("name", "columns", "whole"),
    [
        ("double_seven_share", {"double_seven_seat": [0, None]}, True),
        ("double_seven_share", {"double_seven_seat": [0, None], "game": [7, 7]}, False),  # two games of one deck
        ("shared_wins", {"win_share": [[1, 0, 0], [0.5, 0.5, 0]]}, True),
        ("holder_win_share", {"double_seven_seat": [0, 0], "win_share": [[1, 0, 0], [0.5, 0.5, 0]]}, False),
        ("passes", {"passes": [0, 1]}, False),  # a count that happens to be 0 or 1 is no share
        ("trade_use", {"trade_turns": [[1, 0, 0], [0, 0, 0]], "trade_turns_possible": [2, 1]}, False),
    ],
)
def test_a_share_of_whole_games_has_one_game_a_deck_each_in_or_out(name, columns, whole):
    assert of(name, games(**columns)).whole == whole


def test_games_are_those_of_the_name_and_the_table():
    both = synthetic_results(["b", "a"], players=[3, 2], games=2)
    assert names_of(both) == ["b", "a"]
    found = games_of(both, "a", 2)
    assert found.select("variant", "players").unique().rows() == [("a", 2)]
    assert found.height == 2
    renamed = both.with_columns(line_up="variant")
    assert names_of(renamed, "line_up") == ["b", "a"]
    assert games_of(renamed, "b", 3, "line_up").height == 2
    with pytest.raises(UnpairedDecksError, match="the results hold no game of line-up 'c' with 3 players"):
        games_of(renamed, "c", 3, "line_up")


def pairing(one, other):
    check_pairing(one, other, base_name="one", other_name="other", players=3)


def test_the_same_decks_as_often_are_a_pair_whatever_came_of_them():
    metric = find_metric("turns")
    one, other = (deck_sums(games(turns=turns), [metric]) for turns in ([10, 20], [30, 40]))
    pairing(one, other)
    # The same games of another seed are other decks.
    with pytest.raises(UnpairedDecksError, match="'other' lacks 2 decks of the other, the first of them seed 1 game 0"):
        pairing(one, other.with_columns(seed=pl.lit(2, other.schema["seed"])))


def test_every_side_that_lacks_a_deck_is_named():
    sums = deck_sums(games(turns=[10, 20, 30]), [find_metric("turns")])
    one, other = sums.filter(pl.col("game") != 0), sums.filter(pl.col("game") != 2)
    with pytest.raises(UnpairedDecksError) as caught:
        pairing(one, other)
    said = str(caught.value)
    assert "'one' and 'other' with 3 players did not play the same decks" in said
    assert "'other' lacks 1 deck of the other, the first of them seed 1 game 2" in said
    assert "'one' lacks 1 deck of the other, the first of them seed 1 game 0" in said
    assert np.isin([0, 2], sums["game"]).all()
