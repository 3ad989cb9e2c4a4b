"""Shares by seat against a table worked by hand."""

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results
from scipy import stats

from simulator.statistics import seat_shares, token_by_seat
from simulator.studies.columns import SCHEMA

# Four games of three players:      win shares   the token is taken by
#   game 0                          1   0   0    seat 0
#   game 1                          ½   ½   0    —
#   game 2                          0   0   1    seat 2
#   game 3                          0   1   0    seat 0
WINS = [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1], [0, 1, 0]]
HELD = [0, None, 2, 0]


def games(variant="rulebook"):
    return synthetic_results([variant], players=[3], games=4).with_columns(
        pl.Series("win_share", WINS, SCHEMA["win_share"]),
        pl.Series("double_seven_seat", HELD, SCHEMA["double_seven_seat"]),
    )


def wilson(count, of):
    found = stats.binomtest(count, of).proportion_ci(method="wilson")
    return found.low, found.high


def test_a_seats_share_is_its_mean_with_students_interval_over_decks():
    table = seat_shares(games())
    assert table.columns == ["players", "variant", "seat", "even", "share", "lo", "hi"]
    assert table["seat"].to_list() == ["first", "second", "third"]
    assert table["even"].to_list() == [1 / 3] * 3
    assert table["share"].to_list() == pytest.approx([1.5 / 4, 1.5 / 4, 1 / 4])
    for place, row in enumerate(table.to_dicts()):
        shares = np.array(WINS)[:, place]
        expected = stats.t.interval(0.95, 3, shares.mean(), stats.sem(shares))
        assert (row["lo"], row["hi"]) == pytest.approx(expected)


def test_a_table_has_as_many_seats_as_players_and_its_own_even_share():
    found = seat_shares(synthetic_results(["rulebook"], players=[4, 2], games=4))
    assert found.select("players", "seat").rows() == [
        (2, "first"), (2, "second"), (4, "first"), (4, "second"), (4, "third"), (4, "fourth"),
    ]  # fmt: skip
    assert found["even"].to_list() == [1 / 2] * 2 + [1 / 4] * 4
    assert found.group_by("players").agg(pl.col("share").sum())["share"].to_list() == pytest.approx([1, 1])


def test_tokens_are_shared_among_those_taken_and_wins_among_those_of_the_seat():
    table = token_by_seat(games())
    assert table.columns == [
        *("players", "variant", "seat", "even", "share", "lo", "hi", "wins", "wins_lo", "wins_hi"),
    ]
    first, second, third = table.to_dicts()
    assert [row["seat"] for row in (first, second, third)] == ["first", "second", "third"]
    assert {row["even"] for row in (first, second, third)} == {1 / 3}
    # Three tokens: the first seat took two and won one of these games, the third took one and won.
    for row, count in ((first, 2), (second, 0), (third, 1)):
        assert row["share"] == pytest.approx(count / 3)
        assert (row["lo"], row["hi"]) == pytest.approx(wilson(count, 3))
    assert (first["wins"], first["wins_lo"], first["wins_hi"]) == pytest.approx((1 / 2, *wilson(1, 2)))
    assert (third["wins"], third["wins_lo"], third["wins_hi"]) == pytest.approx((1, *wilson(1, 1)))
    assert second["wins"] is second["wins_lo"] is second["wins_hi"] is None


def test_where_no_token_was_taken_nobody_has_a_share_of_it():
    never = games().with_columns(pl.lit(None, SCHEMA["double_seven_seat"]).alias("double_seven_seat"))
    table = token_by_seat(never)
    assert table.height == 3
    assert table.select("share", "lo", "hi", "wins", "wins_lo", "wins_hi").null_count().row(0) == (3,) * 6


@pytest.mark.parametrize("shares", [seat_shares, token_by_seat])
def test_names_stand_in_the_order_asked_for_and_tables_by_size(shares):
    both = synthetic_results(["one", "other"], players=[3, 2], games=4)
    rows = shares(both, variants=["other", "one"]).select("players", "variant", "seat").unique(maintain_order=True)
    assert set(rows["variant"]) == {"one", "other"}
    assert rows["players"].to_list() == sorted(rows["players"].to_list())
    first = rows.filter(seat="first").select("players", "variant").rows()
    assert first == [(2, "other"), (2, "one"), (3, "other"), (3, "one")]
    assert shares(both)["variant"][0] == "one"
    assert set(shares(both, variants=["other"])["variant"]) == {"other"}
    by = shares(both.with_columns(pl.lit("a").alias("variant"), pl.col("variant").alias("line_up")), by="line_up")
    assert by["line_up"].unique(maintain_order=True).to_list() == ["one", "other"]
    assert "variant" not in by.columns
