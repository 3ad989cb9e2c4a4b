"""Verdicts: their order, their error rates, and Holm's adjustment."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from simulator.statistics import LEVEL, Verdict, holm, judged, screened
from simulator.statistics.intervals import MeanEvidence, StudentLaw
from simulator.statistics.verdicts import adjusted


def table(**columns):
    rows = len(next(iter(columns.values())))
    given = {"difference": [1.0] * rows, "same": [False] * rows}
    given |= {"p": [1.0] * rows, "p_beyond": [1.0] * rows, "p_within": [1.0] * rows, **columns}
    schema = {"difference": pl.Float64, "same": pl.Boolean, "p": pl.Float64, "p_beyond": pl.Float64}
    return pl.DataFrame(given, schema={**schema, "p_within": pl.Float64})


def test_holm_equals_a_worked_example():
    # Sorted 0.005, 0.01, 0.03, 0.04: × 4, 3, 2, 1 = 0.02, 0.03, 0.06, 0.04; none smaller than the one before it.
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_of_nothing_is_nothing():
    assert holm(np.array([])).size == 0


def test_holm_holds_the_family_wise_error_where_single_tests_do_not():
    rng = np.random.default_rng(1)
    statistics = 0.5 * rng.normal(size=(2000, 1)) + np.sqrt(0.75) * rng.normal(size=(2000, 20))
    statistics[:, :5] += 3  # five true differences, fifteen none
    p_values = 2 * stats.norm.sf(abs(statistics))
    adjusted = np.array([holm(each) for each in p_values])
    assert (adjusted[:, 5:] <= LEVEL).any(axis=1).mean() <= LEVEL + 4 * np.sqrt(LEVEL * (1 - LEVEL) / 2000)
    assert (p_values[:, 5:] <= LEVEL).any(axis=1).mean() > 0.25
    assert (adjusted[:, :5] <= LEVEL).mean() > 0.3


def test_screening_equals_a_worked_example():
    # Sorted 0.005, 0.01, 0.03, 0.04: × 4/1, 4/2, 4/3, 4/4 = 0.02, 0.02, 0.04, 0.04; none larger than the one after it.
    assert screened(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert screened(np.array([])).size == 0


def test_screening_holds_the_share_of_false_finds_and_finds_more_than_holm():
    rng = np.random.default_rng(3)
    statistics = 0.5 * rng.normal(size=(2000, 1)) + np.sqrt(0.75) * rng.normal(size=(2000, 20))
    statistics[:, :5] += 3  # five true differences, fifteen none
    p_values = 2 * stats.norm.sf(abs(statistics))
    found = np.array([screened(each) for each in p_values]) <= LEVEL
    false_share = found[:, 5:].sum(axis=1) / np.maximum(1, found.sum(axis=1))
    # Of a share between 0 and 1 with mean 5 % the standard deviation is at most √(0.05 · 0.95).
    assert false_share.mean() <= LEVEL + 4 * np.sqrt(LEVEL * (1 - LEVEL) / 2000)
    assert found[:, :5].mean() > (np.array([holm(each) for each in p_values]) <= LEVEL)[:, :5].mean()


def test_verdicts_by_precedence():
    told = judged(
        table(
            difference=[9.0, 0.1, 0.1, 3.0, 1.0, 0.0, None],
            same=[False, False, False, False, False, True, False],
            p=[0.0, 0.0, 0.9, 0.0, 0.5, 1.0, None],
            p_beyond=[0.0, 1.0, 1.0, 0.5, 1.0, 1.0, None],
            p_within=[1.0, 0.01, 0.01, 1.0, 1.0, 0.0, None],
        )
    )
    assert told["verdict"].to_list() == [
        Verdict.MATTERS,
        Verdict.SMALL,  # surely different, and surely by too little
        Verdict.SMALL,
        Verdict.DIFFERS,
        Verdict.UNDECIDED,
        Verdict.SAME,
        Verdict.UNAVAILABLE,
    ]


def test_claims_are_adjusted_over_the_table_and_nulls_are_no_part_of_it():
    told = judged(table(p=[0.02, 0.03, None], p_beyond=[0.02, 1.0, None], difference=[1.0, 1.0, None]))
    assert told["p_holm"].to_list() == [0.04, 0.04, None]
    assert told["p_screened"].to_list() == [0.03, 0.03, None]
    assert told["verdict"].to_list() == [Verdict.MATTERS, Verdict.DIFFERS, Verdict.UNAVAILABLE]


def test_a_difference_matters_only_by_holm_over_the_family():
    # Two of 0.03 are 0.06 by Holm: neither may be claimed, though by itself each might.
    told = judged(table(p_beyond=[0.03, 0.03], p=[0.03, 0.03]))
    assert told["p_beyond_holm"].to_list() == [0.06, 0.06]
    assert told["verdict"].to_list() == [Verdict.UNDECIDED, Verdict.UNDECIDED]
    assert judged(table(p_beyond=[0.03]))["verdict"].to_list() == [Verdict.MATTERS]


def test_too_small_is_claimed_of_each_difference_by_itself():
    told = judged(table(p_within=[0.03, 0.03, 0.051]))
    assert told["verdict"].to_list() == [Verdict.SMALL, Verdict.SMALL, Verdict.UNDECIDED]


@pytest.mark.parametrize(
    ("column", "verdict"), [("p_beyond", Verdict.MATTERS), ("p_within", Verdict.SMALL), ("p", Verdict.DIFFERS)]
)
def test_a_verdict_is_reached_at_its_level_and_not_beyond(column, verdict):
    assert judged(table(**{column: [LEVEL]}))["verdict"].to_list() == [verdict]
    assert judged(table(**{column: [LEVEL + 1e-9]}))["verdict"].to_list() == [Verdict.UNDECIDED]


def test_a_judged_row_keeps_its_columns_about_what_it_is_told_by():
    given = table(p=[0.01, 0.04], p_beyond=[0.5, 0.6], p_within=[0.7, 0.8]).select(
        pl.lit("turns").alias("metric"), "difference", "same", "p_beyond", "p", "p_within", pl.lit(9).alias("decks")
    )
    told = judged(given)
    assert told.columns == [
        *("metric", "difference", "p", "p_holm", "p_screened", "p_beyond", "p_beyond_holm", "p_within", "verdict"),
        "decks",
    ]
    assert told["p"].to_list() == [0.01, 0.04]
    assert told["p_holm"].to_list() == [0.02, 0.04]
    assert told["p_beyond_holm"].to_list() == [1.0, 1.0]
    assert told["p_within"].to_list() == [0.7, 0.8]


def test_p_values_are_adjusted_over_the_known_ones_in_their_places():
    given = pl.Series("p", [None, 0.04, None, 0.01, 0.5])
    assert adjusted(given, holm).to_list() == [None, 0.08, None, 0.03, 0.5]
    assert adjusted(given, screened).to_list() == pytest.approx([None, 0.06, None, 0.03, 0.5])
    assert adjusted(given, holm).name == "p"
    assert adjusted(pl.Series("p", [None], pl.Float64), holm).to_list() == [None]


def test_no_adjusted_p_value_is_above_one():
    assert holm(np.array([0.6, 0.9])).tolist() == [1.0, 1.0]
    assert screened(np.array([0.9, 1.0])).tolist() == [1.0, 1.0]


def test_a_difference_at_the_margin_is_seldom_called_too_small_or_large():
    rng = np.random.default_rng(2)
    samples = rng.normal(1.0, 4.0, size=(2000, 200))  # the truth is the margin itself
    small = large = 0
    for sample in samples:
        evidence = MeanEvidence(sample.mean(), sample.std(ddof=1) / np.sqrt(200), StudentLaw(199))
        small += max(evidence.p_above(-1.0), evidence.p_below(1.0)) <= LEVEL
        large += 2 * min(evidence.p_above(1.0), evidence.p_below(-1.0)) <= LEVEL
    tolerance = 4 * np.sqrt(LEVEL * (1 - LEVEL) / 2000)
    assert small / 2000 <= LEVEL + tolerance
    assert large / 2000 <= LEVEL / 2 + tolerance


def test_tests_against_the_margin_are_those_of_the_intervals():
    evidence = MeanEvidence(0.5, 0.2, StudentLaw(30))
    lo, hi = evidence.interval(0.90)
    assert max(evidence.p_above(-hi), evidence.p_below(hi)) == pytest.approx(LEVEL)
    assert 2 * evidence.p_above(evidence.interval(0.95)[0]) == pytest.approx(LEVEL)
    assert lo > 0


def test_every_verdict_is_explained():
    for verdict in Verdict:
        assert verdict.meaning.endswith(".")
        assert len(verdict.short) <= len(verdict.value)


def test_a_verdict_is_short_where_there_is_little_room():
    assert [verdict.short for verdict in Verdict] == ["matters", "too small", "differs", "undecided", "same", "n.a."]
