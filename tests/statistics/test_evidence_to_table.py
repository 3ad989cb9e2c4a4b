"""From evidence to the figures of a table: p-values against the margin, notes, and what each column holds."""

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results
from scipy import stats

from simulator.statistics import (
    deck_sums,
    difference,
    difference_rows,
    difference_table,
    estimate,
    estimate_table,
    find_metric,
)
from simulator.statistics.intervals import MeanEvidence, StudentLaw
from simulator.statistics.metrics import seat_metrics
from simulator.statistics.paired import tests_of_difference as p_values
from simulator.statistics.sequential import confidence_sequence_half_width, share_sequence
from simulator.studies.columns import SCHEMA


def games(variant="rulebook", players=3, **columns):
    rows = len(next(iter(columns.values())))
    made = synthetic_results([variant], players=[players], games=rows)
    return made.with_columns(pl.Series(name, values, SCHEMA[name]) for name, values in columns.items())


def sums(metric, **columns):
    return deck_sums(games(**columns), [metric])


class Told:
    """Evidence whose p-values are written down, by threshold."""

    def __init__(self, above, below):
        self.above, self.below = above, below

    def p_above(self, threshold):
        return self.above[threshold]

    def p_below(self, threshold):
        return self.below[threshold]


def test_p_values_are_of_both_sides_and_too_small_needs_both():
    # Above: 'at most' −2, 0 and 2; below: 'at least' 2, 0 and −2.
    told = Told({-2: 0.001, 0: 0.01, 2: 0.2}, {2: 0.3, 0: 0.99, -2: 0.999})
    assert p_values(told, 2) == {"p": 0.02, "p_beyond": 0.4, "p_within": 0.3}
    mirrored = Told({-2: 0.3, 0: 0.99, 2: 0.999}, {2: 0.001, 0: 0.01, -2: 0.2})
    assert p_values(mirrored, 2) == {"p": 0.02, "p_beyond": 0.4, "p_within": 0.3}
    assert p_values(Told({-2: 0.9, 0: 0.6, 2: 0.7}, {2: 0.9, 0: 0.7, -2: 0.8}), 2) == {
        "p": 1.0, "p_beyond": 1.0, "p_within": 0.9,
    }  # fmt: skip


@pytest.mark.parametrize("estimate", [3.0, -3.0, 0.2])
def test_p_values_of_a_mean_are_those_of_student(estimate):
    found = p_values(MeanEvidence(estimate, 0.5, StudentLaw(20)), 1.0)
    assert found["p"] == pytest.approx(2 * stats.t.sf(abs(estimate) / 0.5, 20))
    assert found["p_beyond"] == pytest.approx(min(1, 2 * stats.t.sf((abs(estimate) - 1) / 0.5, 20)))
    # The further of the two one-sided tests: from the margin on the estimate's own side.
    assert found["p_within"] == pytest.approx(stats.t.cdf((abs(estimate) - 1) / 0.5, 20))


def test_a_large_difference_is_never_called_too_small_nor_a_small_one_beyond():
    large, small = (p_values(MeanEvidence(each, 0.1, StudentLaw(50)), 1.0) for each in (5.0, 0.0))
    assert large["p_within"] > 0.99
    assert large["p_beyond"] < 1e-6
    assert small["p_within"] < 1e-6
    assert small["p_beyond"] == 1.0


# Estimates.

TURNS = find_metric("turns")


def test_a_mean_has_students_interval_and_its_standard_error():
    values = np.array([20, 25, 27, 40, 31])
    found = estimate(TURNS, sums(TURNS, turns=values.tolist()))
    assert found.value == pytest.approx(values.mean())
    assert found.standard_error == pytest.approx(stats.sem(values))
    assert (found.lo, found.hi) == pytest.approx(stats.t.interval(0.95, 4, values.mean(), stats.sem(values)))
    assert found.note == "rests on 5 decks only"


def test_few_decks_are_fewer_than_thirty():
    for decks, note in ((29, "rests on 29 decks only"), (30, None)):
        assert estimate(TURNS, sums(TURNS, turns=[20, *[21] * (decks - 1)])).note == note
        both = [sums(TURNS, turns=[start, *[21] * (decks - 1)]) for start in (20, 30)]
        assert difference(TURNS, *both).note == note


def test_a_difference_rests_on_the_fewer_decks_that_enter_either_value():
    metric = find_metric("double_seven_turn")
    many, few = (
        deck_sums(
            games(double_seven_seat=[0] * taken + [None] * (40 - taken), double_seven_turn=range(1, 41)), [metric]
        )
        for taken in (40, 12)
    )
    assert difference(metric, many, few).note == "rests on 12 decks only"
    assert difference(metric, few, many).note == "rests on 12 decks only"


def test_one_deck_has_a_value_alone():
    found = estimate(TURNS, sums(TURNS, turns=[20]))
    assert (found.value, found.lo, found.hi, found.standard_error) == (20, None, None, None)
    assert found.note == "one deck has no interval"
    share = find_metric("double_seven_share")
    assert estimate(share, sums(share, double_seven_seat=[0])).note == "rests on 1 deck only"
    (balance, *_) = seat_metrics(3)
    alone = estimate(balance, sums(balance, win_share=[[0.5, 0.5, 0]]))
    assert (alone.value, alone.lo, alone.note) == (0.5, None, "one deck has no interval")


def test_the_same_value_on_every_deck_is_said():
    found = estimate(TURNS, sums(TURNS, turns=[20] * 40))
    assert (found.value, found.lo, found.hi) == (20, 20, 20)
    assert found.note == "every deck gave the same value"
    assert found.standard_error is None
    # Three decks that agree are no evidence at 95 %: by the sign test it takes six.
    few = estimate(TURNS, sums(TURNS, turns=[20] * 3))
    assert (few.value, few.lo, few.hi) == (20, None, None)


@pytest.mark.parametrize("count", [0, 3, 40])
def test_a_share_of_whole_games_has_wilsons_interval(count):
    share = find_metric("double_seven_share")
    found = estimate(share, sums(share, double_seven_seat=[0] * count + [None] * (40 - count)))
    expected = stats.binomtest(count, 40).proportion_ci(method="wilson")
    assert found.value == count / 40
    assert (found.lo, found.hi) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_while_one_looks_a_mean_has_a_confidence_sequence():
    values = np.array([20, 25, 27, 40, 31])
    table = sums(TURNS, turns=values.tolist())
    found = estimate(TURNS, table, best_at=50)
    half = confidence_sequence_half_width(values.std(ddof=1), 5, best_at=50)
    assert (found.lo, found.hi) == pytest.approx((values.mean() - half, values.mean() + half))
    other = sums(TURNS, turns=[19, 25, 30, 33, 31])
    pulls = np.array([19, 25, 30, 33, 31]) - values
    half = confidence_sequence_half_width(pulls.std(ddof=1), 5, best_at=50)
    changed = difference(TURNS, table, other, best_at=50)
    assert (changed.lo, changed.hi) == pytest.approx((pulls.mean() - half, pulls.mean() + half))


@pytest.mark.parametrize("count", [0, 40])
def test_while_one_looks_a_share_of_none_or_all_has_an_exact_sequence(count):
    share = find_metric("double_seven_share")
    table = sums(share, double_seven_seat=[0] * count + [None] * (40 - count))
    found = estimate(share, table, best_at=50)
    assert (found.lo, found.hi) == share_sequence(count, 40)
    assert found.note is None
    some = sums(share, double_seven_seat=[0] * 10 + [None] * 30)
    half = confidence_sequence_half_width(np.std([1] * 10 + [0] * 30, ddof=1), 40, best_at=50)
    middle = estimate(share, some, best_at=50)
    assert (middle.lo, middle.hi) == pytest.approx((0.25 - half, 0.25 + half))


# Balance of seats.

BALANCE = seat_metrics(2)[0]


def wins(*shares):
    return [[share, 1 - share] for share in shares]


def test_balance_is_one_less_the_spread_with_an_interval_within_nought_and_one():
    even = [1.0, 0.0] * 40
    found = estimate(BALANCE, sums(BALANCE, players=2, win_share=wins(*even)))
    assert (found.value, found.hi, found.note) == (1, 1, None)
    assert 0 < found.lo < 1
    # The first wins 38 of 40: the spread is 0.9, twice the distance of its share from a half.
    firsts = np.array([1.0] * 38 + [0.0] * 2)
    found = estimate(BALANCE, sums(BALANCE, players=2, win_share=wins(*firsts)))
    assert found.value == pytest.approx(0.1)
    assert found.lo == 0
    half = 2 * stats.t.isf(0.025, 39) * stats.sem(firsts)
    assert found.hi == pytest.approx(0.1 + half)


def test_balance_that_is_the_same_on_every_deck_says_so():
    found = estimate(BALANCE, sums(BALANCE, players=2, win_share=wins(*[1.0] * 40)))
    assert (found.value, found.lo, found.hi) == (0, 0, 0)
    few = estimate(BALANCE, sums(BALANCE, players=2, win_share=wins(1.0, 1.0)))
    assert (few.value, few.lo, few.hi, few.note) == (0, None, None, "every deck gave the same value")


@pytest.mark.parametrize(("count", "candidates"), [(34, 1), (28, 2)])
def test_a_difference_of_balance_is_that_of_the_spreads(count, candidates):
    one, other = np.array([1.0] * 38 + [0.0] * 2), np.array([1.0] * count + [0.0] * (40 - count))
    before, after = (sums(BALANCE, players=2, win_share=wins(*each)) for each in (one, other))
    found = difference(BALANCE, before, after)
    # A deck pulls on a spread by twice the first seat's win. Where the first seat is not four standard errors ahead,
    # as at 28 of 40, either may be the luckier one, and the tail of that end is shared between the two.
    pulls = 2 * (one - other)
    assert found.difference == pytest.approx(pulls.mean())
    lower, upper = (stats.t.isf(tail, 39) * stats.sem(pulls) for tail in (0.025, 0.025 / candidates))
    assert (found.lo, found.hi) == pytest.approx((pulls.mean() - lower, pulls.mean() + upper))
    assert found.variance_reduction == pytest.approx((4 * one.var() + 4 * other.var()) / pulls.var())
    assert not found.same
    back = difference(BALANCE, after, before)
    assert (back.difference, back.lo, back.hi) == pytest.approx((-found.difference, -found.hi, -found.lo))


def test_a_balance_against_itself_differs_by_exactly_nothing():
    table = sums(BALANCE, players=2, win_share=wins(*[1.0] * 38, 0.0, 0.0))
    same = difference(BALANCE, table, table)
    assert (same.difference, same.lo, same.hi, same.same) == (0, 0, 0, True)
    assert same.note == "every deck gave the same difference"
    assert same.variance_reduction is None


def test_a_change_that_is_alike_on_every_deck_is_a_change():
    before, after = (sums(TURNS, turns=[start + step for step in range(40)]) for start in (20, 23))
    found = difference(TURNS, before, after)
    assert (found.difference, found.lo, found.hi) == (3, 3, 3)
    assert not found.same
    assert found.variance_reduction is None


def test_ones_own_margin_is_held_against_the_difference():
    before, after = (sums(TURNS, turns=turns) for turns in ([20, 22, 21, 25], [23, 26, 23, 28]))
    plain, wide = difference(TURNS, before, after), difference(TURNS, before, after, margin=50.0)
    pulls = np.array([3, 4, 2, 3])
    assert plain.p_within == pytest.approx(stats.t.cdf((3 - 1) / stats.sem(pulls), 3))
    assert wide.p_within == pytest.approx(stats.t.cdf((3 - 50) / stats.sem(pulls), 3))
    assert wide.p_beyond == 1
    assert difference(TURNS, before, after, margin=0.0).p_beyond == pytest.approx(plain.p)


# Tables.


@pytest.fixture(scope="module")
def results():
    return synthetic_results(["one", "two", "three"], players=(3, 2), games=40)


def test_a_row_of_estimates_is_the_estimate_of_its_games(results):
    twice = pl.concat([results, results.filter(variant="two")])
    table = estimate_table(twice, metrics=["turns", "seat_balance"])
    assert table.columns == [
        *("players", "group", "metric", "title", "unit", "variant", "value", "lo", "hi", "standard_error"),
        *("games", "decks", "note"),
    ]
    keys = table.select("players", "metric", "variant").rows()
    assert keys == [
        (players, metric, name)
        for players in (2, 3)
        for metric in ("turns", "seat_balance")
        for name in ("one", "two", "three")
    ]
    assert table.filter(variant="two").select("games", "decks").unique().rows() == [(80, 40)]
    assert table.filter(variant="one").select("games", "decks").unique().rows() == [(40, 40)]
    for row in table.filter(metric="turns").to_dicts():
        found = estimate(TURNS, deck_sums(twice.filter(variant=row["variant"], players=row["players"]), [TURNS]))
        assert {name: row[name] for name in vars(found)} == vars(found)
        assert (row["group"], row["title"], row["unit"]) == ("Length", "Turns", "turns")
    chosen = estimate_table(results, variants=["three", "one"], metrics=["turns"])
    assert chosen["variant"].to_list() == ["three", "one"] * 2
    looking = estimate_table(results, metrics=["turns"], best_at=50)
    assert (
        looking["hi"] - looking["lo"] > 1.3 * (table.filter(metric="turns")["hi"] - table.filter(metric="turns")["lo"])
    ).all()


def test_a_row_of_differences_stands_between_the_estimates_of_both(results):
    table = difference_table(
        results, variants=["two", "three", "one"], metrics=["turns", "trades"], margins={"turns": 2.5}
    )
    estimates = estimate_table(results, metrics=["turns", "trades"])
    assert table.select("players", "metric", "variant").rows() == [
        (players, metric, name) for players in (2, 3) for metric in ("turns", "trades") for name in ("three", "one")
    ]
    assert table.columns == [
        *("players", "group", "metric", "title", "unit", "variant", "base", "base_lo", "base_hi"),
        *("value", "value_lo", "value_hi", "difference", "lo", "hi", "variance_reduction", "margin"),
        *("p", "p_holm", "p_screened", "p_beyond", "p_beyond_holm", "p_within", "verdict", "games", "decks", "note"),
    ]
    for row in table.to_dicts():
        its = {"players": row["players"], "metric": row["metric"]}
        base, own = (estimates.filter(variant=name, **its).row(0, named=True) for name in ("two", row["variant"]))
        assert [row[name] for name in ("base", "base_lo", "base_hi")] == [base[name] for name in ("value", "lo", "hi")]
        assert [row[f"value{end}"] for end in ("", "_lo", "_hi")] == [own[name] for name in ("value", "lo", "hi")]
        assert row["difference"] == pytest.approx(own["value"] - base["value"])
        assert row["margin"] == (2.5 if row["metric"] == "turns" else find_metric(row["metric"]).margin)
        assert (row["games"], row["decks"]) == (40, 40)


def test_margins_of_ones_own_are_tested_against(results):
    own = difference_rows(results, metrics=["turns"], margins={"turns": 50.0})
    assert (own["p_within"] < 1e-6).all()
    plain = difference_rows(results, metrics=["turns"])
    assert plain["margin"].to_list() == [1.0] * 4
    assert (plain["p_within"] > own["p_within"]).all()
    looking = difference_rows(results, metrics=["turns"], best_at=50)
    assert (looking["hi"] - looking["lo"] > 1.3 * (plain["hi"] - plain["lo"])).all()
    assert difference_table(results, metrics=["turns"], best_at=50)["lo"].equals(looking["lo"])
    assert looking["base_lo"][0] < plain["base_lo"][0]
    assert looking["value_lo"][0] < plain["value_lo"][0]


def test_what_both_lack_is_said_of_both(results):
    never = results.with_columns(
        pl.lit(None, SCHEMA[name]).alias(name) for name in ("double_seven_seat", "double_seven_turn")
    )
    row = difference_table(never, variants=["one", "two"], metrics=["double_seven_turn"]).row(0, named=True)
    assert row["note"] == "the Double Seven token was never taken under one and two"
    half = results.with_columns(
        pl.when(pl.col("variant") == "two").then(name).alias(name)
        for name in ("double_seven_seat", "double_seven_turn")
    )
    row = difference_table(half, variants=["one", "two"], metrics=["double_seven_turn"]).row(0, named=True)
    assert row["note"] == "the Double Seven token was never taken under one"
    assert row["base"] is None
    assert row["value"] is not None


def test_several_unknown_metrics_are_named_together(results):
    with pytest.raises(KeyError, match="no metric is called trade, turnz at these"):
        difference_table(results, metrics=["turnz", "turns", "trade"])
    # A metric of some tables only is known.
    assert set(estimate_table(results, metrics=["third_seat_score"])["players"]) == {3}
