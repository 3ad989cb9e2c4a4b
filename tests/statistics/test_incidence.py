"""Cumulative incidence, rounds of the token, length distribution and shares by seat against counts made by hand."""

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.statistics import (
    TOKEN,
    cumulative_incidence,
    length_distribution,
    seat_shares,
    token_by_seat,
    token_rounds,
)
from simulator.statistics.intervals import share_interval


@pytest.fixture(scope="module")
def five():
    """Five games of two players: ends in turns 4, 6, 6 by Double Seven, 5 by the last tile, 9 cut off."""
    games = synthetic_results(["rulebook"], players=[2], games=5)
    return games.with_columns(
        pl.Series("end", ["double_seven", "double_seven", "double_seven", "last_tile", "cut_off"]),
        pl.Series("end_turn", [4, 6, 6, 5, 9], dtype=pl.Int32),
        pl.Series("turns", [5, 7, 7, 6, 9], dtype=pl.Int32),
        pl.Series("double_seven_turn", [4, 6, 6, 6, None], dtype=pl.Int32),
        pl.Series("double_seven_seat", [0, 1, 0, 1, None], dtype=pl.Int32),
    )


def test_incidence_counts_all_games_and_censors_none(five):
    found = cumulative_incidence(five)
    curve = {cause: dict(rows.select("turn", "incidence").iter_rows()) for (cause,), rows in found.group_by("cause")}
    assert [curve["double_seven"][turn] for turn in range(10)] == [0, 0, 0, 0, 0.2, 0.2, 0.6, 0.6, 0.6, 0.6]
    assert [curve["last_tile"][turn] for turn in (4, 5, 9)] == [0, 0.2, 0.2]
    assert [curve["cut_off"][turn] for turn in (8, 9)] == [0, 0.2]
    assert [curve[TOKEN][turn] for turn in (5, 6, 9)] == [0.2, 0.8, 0.8]
    assert "stalled" not in curve


def test_incidence_has_wilsons_interval_by_deck(five):
    last = cumulative_incidence(five).filter(cause="double_seven", turn=9).row(0, named=True)
    assert (last["lo"], last["hi"]) == pytest.approx(share_interval(3, 5))
    thrice = cumulative_incidence(pl.concat([five] * 3)).filter(cause="double_seven", turn=9).row(0, named=True)
    assert (thrice["lo"], thrice["hi"]) == (last["lo"], last["hi"])


def test_causes_add_up_to_all_games_at_the_last_turn():
    found = cumulative_incidence(synthetic_results(games=300))
    ends = found.filter(pl.col("cause") != TOKEN).filter(pl.col("turn") == pl.col("turn").max())
    totals = ends.group_by("variant", "players").agg(pl.col("incidence").sum())
    assert totals["incidence"].to_list() == pytest.approx([1.0] * 6)


def test_incidence_rises_and_stays_small_enough_for_a_chart():
    names = [f"variant-{number}" for number in range(15)]
    found = cumulative_incidence(synthetic_results(names, games=30, players=(2, 3, 4, 5, 6)))
    assert found.height <= 5000
    rises = found.group_by("variant", "players", "cause", maintain_order=True).agg(
        pl.col("incidence").diff().drop_nulls().min()
    )
    assert (rises["incidence"] >= 0).all()


def test_length_distribution_counts_every_game(five):
    found = length_distribution(five)
    assert dict(found.select("turns", "games").iter_rows()) == {5: 1, 6: 1, 7: 2, 8: 0, 9: 1}
    assert set(found["mean"]) == {34 / 5}
    assert (found["share"] * found["width"]).sum() == pytest.approx(1)


def test_wide_lengths_are_binned_alike_for_all_variants():
    results = synthetic_results(games=500, players=[6])
    found = length_distribution(results, bins=10)
    assert found["width"].n_unique() == 1
    assert found["width"][0] > 1
    for _, rows in found.group_by("variant"):
        assert rows["games"].sum() == 500
        assert (rows["share"] * rows["width"]).sum() == pytest.approx(1)
        assert (rows["turns"].diff().drop_nulls() == rows["width"][0]).all()


def test_seat_shares_stand_about_the_even_share():
    found = seat_shares(synthetic_results(games=400))
    four = found.filter(players=4, variant="rulebook")
    assert four["seat"].to_list() == ["first", "second", "third", "fourth"]
    assert set(four["even"]) == {0.25}
    assert four["share"].sum() == pytest.approx(1)
    assert (four["lo"] < four["share"]).all()
    assert (four["share"] < four["hi"]).all()


def test_token_is_counted_in_the_round_of_its_turn(five):
    found = token_rounds(five)
    # Turns 4 | 6, 6, 6 of two players are rounds 2 | 3, 3, 3; the fifth game has no token and stays in the count.
    assert found.select("round", "share", "by").rows() == [(2, 0.2, 0.2), (3, pytest.approx(0.6), pytest.approx(0.8))]
    assert found.select("lo", "hi").rows()[1] == pytest.approx(share_interval(3, 5))


def test_rounds_without_a_token_between_others_are_kept(five):
    late = five.with_columns(pl.Series("double_seven_turn", [4, 6, 6, 11, None], dtype=pl.Int32))
    assert token_rounds(late)["round"].to_list() == [2, 3, 4, 5, 6]
    assert token_rounds(late)["share"].to_list() == pytest.approx([0.2, 0.4, 0, 0, 0.2])


def test_games_without_any_token_have_no_rounds(five):
    never = five.with_columns(pl.lit(None, pl.Int32).alias("double_seven_turn"))
    assert token_rounds(never).is_empty()


def test_token_by_seat_counts_tokens_and_wins_with_them(five):
    # Seats 0, 1, 0, 1 took it: seat 0 won one game and shared the other, seat 1 won one of two.
    wins = [[1.0, 0.0], [1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [1.0, 0.0]]
    found = token_by_seat(five.with_columns(pl.Series("win_share", wins)))
    assert found.select("seat", "even", "share", "wins").rows() == [
        ("first", 0.5, 0.5, 0.75),
        ("second", 0.5, 0.5, 0.5),
    ]
    assert found.row(1, named=True)["wins_lo"] == pytest.approx(share_interval(1, 2)[0])
    assert found.row(0, named=True)["lo"] == pytest.approx(share_interval(2, 4)[0])


def test_a_seat_that_never_takes_the_token_wins_nothing_with_it(five):
    first = five.with_columns(pl.Series("double_seven_seat", [0, 0, 0, 0, None], dtype=pl.Int32))
    rows = token_by_seat(first, variants=["rulebook"]).to_dicts()
    assert [row["share"] for row in rows] == [1.0, 0.0]
    assert rows[1]["wins"] is None
