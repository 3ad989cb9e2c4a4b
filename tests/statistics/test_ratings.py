"""Ratings: hand-worked values, recovery of known strengths, and what has no rating."""

import itertools
import math

import numpy as np
import polars as pl
import pytest

from simulator.statistics import UnratedError, rating_table, ratings


def meeting(
    challenger: str, field: str, shares: list[float] | np.ndarray, players: int = 2, variant: str = "rulebook"
) -> pl.DataFrame:
    """A contest's decks with these shares of the challenger."""
    return pl.DataFrame({"challenger_share": np.asarray(shares, float), "game": np.arange(len(shares))}).with_columns(
        pl.lit(variant).alias("variant"),
        pl.lit(players, pl.Int32).alias("players"),
        pl.lit(challenger).alias("challenger"),
        pl.lit(field).alias("field"),
        pl.lit(1, pl.UInt64).alias("seed"),
    )


def of(table: pl.DataFrame) -> dict[str, float | None]:
    return dict(table.select("player", "rating").iter_rows())


@pytest.mark.parametrize(
    ("share", "players", "points"),
    [
        (0.75, 2, 400 * math.log10(3)),  # three wins to one
        (0.5, 2, 0.0),
        (0.5, 3, 400 * math.log10(2)),  # two wins to one of either other
        (1 / 3, 3, 0.0),
        (10 / 13, 4, 400.0),  # ten wins to one of each of three others
    ],
)
def test_a_rating_is_the_log_of_wins_to_those_of_one_other(share: float, players: int, points: float) -> None:
    table = rating_table(meeting("a", "b", [share] * 50, players))
    assert of(table) == pytest.approx({"b": 0.0, "a": points}, abs=1e-6)
    assert table.select("lo", "hi").row(1) == pytest.approx((points, points), abs=1e-6)  # no deck differs


def test_a_hundred_points_are_what_the_documentation_says() -> None:
    for players, share in ((2, 0.64), (3, 0.47), (4, 0.37)):
        strength = 10 ** (100 / 400)
        assert strength / (strength + players - 1) == pytest.approx(share, abs=0.005)
        assert f"{100 * share:.0f} %" in " ".join((rating_table.__doc__ or "").split())


def test_neighbours_add_up() -> None:
    games = pl.concat([meeting("b", "a", [0.6] * 40), meeting("c", "b", [0.75] * 20)])
    found = of(rating_table(games))
    assert list(found) == ["a", "b", "c"]
    assert found["c"] == pytest.approx(400 * (math.log10(1.5) + math.log10(3)), abs=1e-6)


def test_the_anchor_is_nought_and_the_distances_stay() -> None:
    games = pl.concat([meeting("b", "a", [0.6] * 40), meeting("c", "b", [0.75] * 20)])
    first, second = of(rating_table(games)), of(rating_table(games, anchor="c"))
    assert second["c"] == 0
    assert {name: second[name] - first[name] for name in first} == pytest.approx(dict.fromkeys("abc", -first["c"]))


@pytest.mark.parametrize("players", [2, 3])
def test_known_strengths_are_recovered_within_their_intervals(players: int) -> None:
    """Eight ratings, each within three standard errors of its truth: a false alarm in about 50 seeds."""
    truth = {"a": 0.0, "b": 90.0, "c": 150.0, "d": 400.0, "e": 420.0}
    random = np.random.default_rng(7)
    games = []
    for low, high in itertools.combinations(truth, 2):
        strength = 10 ** ((truth[high] - truth[low]) / 400)
        games.append(
            meeting(high, low, random.binomial(players, strength / (strength + players - 1), 800) / players, players)
        )
    table = rating_table(pl.concat(games))
    for name, rating, lo, hi in table.select("player", "rating", "lo", "hi").iter_rows():
        assert lo <= rating <= hi
        assert abs(rating - truth[name]) <= 3 * (hi - lo) / (2 * 1.96)
        assert name == "a" or 5 < hi - lo < 60


def test_an_interval_is_as_wide_as_the_delta_method_says() -> None:
    shares = np.random.default_rng(3).binomial(2, 0.6, 4000) / 2
    lo, hi = rating_table(meeting("b", "a", shares)).select("lo", "hi").row(1)
    error = shares.std() / math.sqrt(len(shares)) / (shares.mean() * (1 - shares.mean())) * ratings.POINTS
    # 1,000 resamples give each end to some 7 % of the standard error; three of those on either side.
    assert hi - lo == pytest.approx(2 * 1.96 * error, rel=0.15)


def test_contests_on_other_numbers_of_decks_go_together() -> None:
    random = np.random.default_rng(5)
    games = pl.concat(
        [meeting("b", "a", random.binomial(2, 0.6, 900) / 2), meeting("c", "b", random.binomial(2, 0.6, 50) / 2)]
    )
    widths = rating_table(games, anchor="b").select("player", pl.col("hi") - pl.col("lo")).rows()
    by_name = dict(widths)
    assert by_name["c"] > 2 * by_name["a"] > by_name["b"] == 0


def test_the_same_decks_and_seed_give_the_same_table() -> None:
    games = meeting("b", "a", np.random.default_rng(3).binomial(2, 0.6, 200) / 2)
    assert rating_table(games).equals(rating_table(games))
    assert not rating_table(games).equals(rating_table(games, seed=2))


def test_each_number_of_players_is_rated_alone() -> None:
    games = pl.concat([meeting("b", "a", [0.5] * 9, 3), meeting("b", "a", [0.5] * 9, 2)])
    table = rating_table(games)
    assert table["players"].to_list() == [2, 2, 3, 3]
    assert table["rating"].to_list() == pytest.approx([0, 0, 0, 400 * math.log10(2)], abs=1e-6)


# What has no rating


def test_who_never_won_or_never_lost_has_no_finite_rating() -> None:
    games = pl.concat(
        [
            meeting("b", "a", [1.0] * 30),
            meeting("c", "b", [0.6] * 30),
            meeting("d", "c", [1.0] * 30),
            meeting("f", "e", [0.5] * 30),
        ]
    )
    table = rating_table(games, anchor="b")
    assert dict(table.select("player", "note").iter_rows()) == {
        "a": "no win that leads to a rated player",
        "b": None,
        "c": None,
        "d": "no loss that leads to a rated player",
        "e": "never met a rated player, nor one that did",
        "f": "never met a rated player, nor one that did",
    }
    assert of(table)["c"] == pytest.approx(400 * math.log10(1.5), abs=1e-6)
    assert table.filter(pl.col("note").is_not_null()).select("rating", "lo", "hi").null_count().row(0) == (4, 4, 4)


def test_two_that_only_lost_to_the_anchor_are_not_rated_against_each_other() -> None:
    games = pl.concat([meeting("a", "b", [1.0] * 9), meeting("c", "b", [1.0] * 9)])
    assert rating_table(games, anchor="a")["note"].to_list() == [
        "no win that leads to a rated player",
        None,
        "no wins and losses that lead to a rated player",
    ]


def test_an_anchor_that_did_not_play_and_several_variants_are_refused() -> None:
    games = meeting("b", "a", [0.5] * 3)
    with pytest.raises(UnratedError, match=r"'c' played no game with 2 players; there are a, b"):
        rating_table(games, anchor="c")
    with pytest.raises(UnratedError, match=r"these games are of rulebook, no-trade: rate each alone"):
        rating_table(pl.concat([games, meeting("b", "a", [0.5] * 3, variant="no-trade")]))
