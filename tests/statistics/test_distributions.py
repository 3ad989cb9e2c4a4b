"""Lengths of games in bins, worked by hand."""

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.statistics import length_distribution
from simulator.studies.columns import SCHEMA


def games(turns, variant="rulebook", players=3):
    made = synthetic_results([variant], players=[players], games=len(turns))
    return made.with_columns(pl.Series("turns", turns, SCHEMA["turns"]))


def test_a_bin_of_one_turn_has_the_share_of_its_games_and_empty_ones_are_kept():
    found = length_distribution(games([10, 13, 10, 12]))
    assert found.columns == ["variant", "players", "turns", "width", "games", "share", "mean"]
    assert found.rows() == [
        ("rulebook", 3, 10.0, 1, 2, 0.5, 11.25),
        ("rulebook", 3, 11.0, 1, 0, 0.0, 11.25),
        ("rulebook", 3, 12.0, 1, 1, 0.25, 11.25),
        ("rulebook", 3, 13.0, 1, 1, 0.25, 11.25),
    ]


def test_wider_bins_stand_at_their_middle_and_share_out_over_their_turns():
    # From 10 to 13 in two bins: two turns each. 10 and 11 lie about 10½, 12 and 13 about 12½.
    found = length_distribution(games([10, 13, 10, 12, 12]), bins=2)
    assert found.select("turns", "width", "games", "share").rows() == [
        (10.5, 2, 2, 2 / 5 / 2),
        (12.5, 2, 3, pytest.approx(3 / 5 / 2)),
    ]


def test_a_bin_has_as_many_turns_as_make_thirty_between_the_hundredths():
    # 31 turns from the shortest to the longest take bins of two turns, 30 take bins of one.
    assert set(length_distribution(games([10, 41]))["width"]) == {2}
    assert set(length_distribution(games([10, 40]))["width"]) == {1}


def test_the_shortest_and_longest_hundredth_of_games_widen_no_bin():
    found = length_distribution(games([5, *[10] * 198, 400]))
    assert set(found["width"]) == {1}
    assert found["turns"].to_list() == list(range(5, 401))


def test_bins_are_alike_for_all_at_a_table_and_tables_have_their_own():
    long, short = games([10, 70], "long"), games([10, 11], "short")
    other = games([10, 11], "long", players=2)
    found = length_distribution(pl.concat([long, short, other]))
    widths = found.select("players", "variant", "width").unique(maintain_order=True).rows()
    assert widths == [(2, "long", 1), (3, "long", 2), (3, "short", 2)]
    means = found.select("players", "variant", "mean").unique(maintain_order=True).rows()
    assert means == [(2, "long", 10.5), (3, "long", 40.0), (3, "short", 10.5)]


def test_who_plays_may_stand_in_the_place_of_the_variant():
    both = pl.concat([games([10], "a"), games([12], "b")]).with_columns(line_up="variant", variant=pl.lit("rulebook"))
    found = length_distribution(both, by="line_up")
    assert found.select("line_up", "turns").rows() == [("a", 10.0), ("b", 12.0)]
    assert "variant" not in found.columns
