"""Verdicts: their order, their error rates, and Holm's adjustment."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from simulator.statistics import LEVEL, Verdict, holm, judged, screened
from simulator.statistics.intervals import MeanEvidence, StudentLaw


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
