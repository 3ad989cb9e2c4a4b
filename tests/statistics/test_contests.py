"""Win shares of contests: hand-worked values, decks as the unit, and the worth of what is forgone."""

import math

import polars as pl
import pytest
from scipy import stats

from simulator.statistics import (
    WORTH_MARGIN,
    UnpairedDecksError,
    contest_decks,
    contest_table,
    restriction_table,
    share_difference,
)


def contest(
    shares: list[list[float]], *, challenger: str = "a", field: str = "b", players: int | None = None
) -> pl.DataFrame:
    """Games of a contest: ``shares[deck][seat]`` is what the challenger won."""
    rows = [
        {"game": deck, "challenger_share": share, "players": players or len(by_seat)}
        for deck, by_seat in enumerate(shares)
        for share in by_seat
    ]
    names = {"variant": "rulebook", "challenger": challenger, "field": field}
    frame = pl.DataFrame(rows).with_columns(pl.lit(value).alias(name) for name, value in names.items())
    return frame.with_columns(pl.lit(1, pl.UInt64).alias("seed"), pl.col("players").cast(pl.Int32))


# Three decks at three players: 1, 2 and no wins, the last of the four a shared one.
THREE_DECKS = [[1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [0.0, 0.0, 0.0]]


def test_a_deck_is_the_mean_over_its_rotations() -> None:
    assert contest_decks(contest(THREE_DECKS))["challenger_share"].to_list() == pytest.approx([1 / 3, 1 / 2, 0])


def test_the_share_and_its_interval_as_worked_by_hand() -> None:
    row = contest_table(contest(THREE_DECKS)).row(0, named=True)
    mean = (1 / 3 + 1 / 2) / 3
    squares = (1 / 3 - mean) ** 2 + (1 / 2 - mean) ** 2 + mean**2
    error = math.sqrt(squares / 2 / 3)
    half = float(stats.t.ppf(0.975, 2)) * error
    assert row["share"] == pytest.approx(mean)
    assert row["standard_error"] == pytest.approx(error)
    assert (row["lo"], row["hi"]) == pytest.approx((max(0.0, mean - half), min(1.0, mean + half)))
    assert (row["even"], row["above_even"], row["decks"]) == pytest.approx((1 / 3, mean - 1 / 3, 3))


def test_decks_give_the_same_table_as_their_games() -> None:
    games = pl.concat([contest(THREE_DECKS), contest(THREE_DECKS[:2], challenger="c")])
    assert contest_table(contest_decks(games)).equals(contest_table(games))
    assert contest_table(games)["challenger"].to_list() == ["a", "c"]


def test_rotations_that_always_cancel_leave_no_error() -> None:
    row = contest_table(contest([[1.0, 0.0], [0.0, 1.0]] * 20)).row(0, named=True)
    assert (row["share"], row["lo"], row["hi"], row["standard_error"]) == (0.5, 0.5, 0.5, None)


@pytest.mark.parametrize(("every", "lo", "hi"), [(1.0, 0.8389, 1.0), (0.0, 0.0, 0.1611)])
def test_all_won_or_all_lost_has_wilsons_interval_over_decks(every: float, lo: float, hi: float) -> None:
    row = contest_table(contest([[every] * 2] * 20)).row(0, named=True)
    assert (row["share"], row["lo"], row["hi"]) == pytest.approx((every, lo, hi), abs=5e-5)


def test_one_deck_has_no_interval() -> None:
    assert contest_table(contest([[1.0, 0.0]])).select("share", "lo", "hi").row(0) == (0.5, None, None)


def test_a_restriction_costs_what_is_missing_to_the_even_share() -> None:
    games = pl.concat(
        [
            contest(THREE_DECKS, challenger="trained@rulebook/no-trade", field="trained@rulebook"),
            contest(THREE_DECKS[::-1], challenger="house/rush", field="house"),
        ]
    )
    table, shares = restriction_table(games), contest_table(games)
    assert table.select("player", "restriction").rows() == [("trained@rulebook", "no-trade"), ("house", "rush")]
    assert table["worth"].to_list() == pytest.approx((1 / 3 - shares["share"]).to_list())
    assert table["lo"].to_list() == pytest.approx((1 / 3 - shares["hi"]).to_list())
    assert table["hi"].to_list() == pytest.approx((1 / 3 - shares["lo"]).to_list())


def test_a_restriction_is_judged_beside_all_others_of_the_table() -> None:
    games = pl.concat(
        [
            contest([[0.0, 0.0], [0.5, 0.0]] * 50, challenger="a/no-trade", field="a"),  # worth 0.375
            contest([[1.0, 0.0], [0.0, 1.0]] * 50, challenger="b/no-trade", field="b"),  # even on every deck
            contest([[1.0, 1.0], [1.0, 0.0], [0.0, 0.0]] * 2, challenger="c/no-trade", field="c"),
        ]
    )
    table = restriction_table(games)
    assert table["verdict"].to_list() == ["matters", "same on every deck", "undecided"]
    assert table["margin"].unique().to_list() == [WORTH_MARGIN]
    shares = contest_decks(games.filter(pl.col("challenger") == "c/no-trade"))["challenger_share"].to_numpy()
    assert table["p"][2] == pytest.approx(stats.ttest_1samp(shares, 0.5).pvalue)


def test_one_deck_gives_a_restriction_no_verdict_but_undecided() -> None:
    row = restriction_table(contest([[1.0, 0.0]], challenger="a/rush", field="a")).row(0, named=True)
    assert (row["p"], row["verdict"]) == (None, "undecided")


def test_two_challengers_are_compared_deck_by_deck() -> None:
    other = [[1.0, 1.0, 0.0], [1.0, 1.0, 0.5], [1.0, 0.0, 0.0]]  # a third, a third and a third more
    row = share_difference(contest(other * 2), contest(THREE_DECKS * 2)).row(0, named=True)
    assert (row["difference"], row["lo"], row["hi"], row["decks"]) == pytest.approx((1 / 3, 1 / 3, 1 / 3, 6))
    uneven = share_difference(contest([[1.0, 0.0, 0.0]] * 3), contest(THREE_DECKS)).row(0, named=True)
    pulls = [0, 1 / 3 - 1 / 2, 1 / 3]
    mean = sum(pulls) / 3
    half = float(stats.t.ppf(0.975, 2)) * math.sqrt(sum((pull - mean) ** 2 for pull in pulls) / 2 / 3)
    assert (uneven["difference"], uneven["lo"], uneven["hi"]) == pytest.approx((mean, mean - half, mean + half))


def test_challengers_on_other_decks_are_not_compared() -> None:
    with pytest.raises(UnpairedDecksError, match="the two contests did not play the same decks"):
        share_difference(contest(THREE_DECKS), contest(THREE_DECKS[:2]))
