"""Intervals against naive references and, over thousands of synthetic studies, against known truths."""

import math

import numpy as np
import pytest
from scipy import stats

from simulator.statistics.intervals import (
    ConstantEvidence,
    MaximaEvidence,
    MeanEvidence,
    StudentLaw,
    evidence_of_mean,
    linearise,
    share_interval,
)

STUDIES = 2000
# With 2,000 studies the standard error of a coverage of 95 % is 0.5 %: the band 93–97 % is four of them either way.
LEAST, MOST = 0.93, 0.97


def covers(interval, truth):
    lo, hi = interval
    return lo <= truth <= hi


def naive_ratio(numerators, denominators):
    """Ratio and its standard error, deck by deck, straight from the textbook formula of the ratio estimator."""
    n = len(numerators)
    ratio = sum(numerators) / sum(denominators)
    residuals = [y - ratio * x for y, x in zip(numerators, denominators, strict=True)]
    variance = sum(residual**2 for residual in residuals) / (n - 1)
    return ratio, math.sqrt(variance / n) / (sum(denominators) / n)


def test_linearised_ratio_equals_the_textbook_estimator():
    rng = np.random.default_rng(1)
    denominators = rng.integers(0, 4, 200).astype(float)
    numerators = denominators * rng.normal(5, 1, 200)
    ratio, influences = linearise(numerators, denominators)
    expected, error = naive_ratio(numerators.tolist(), denominators.tolist())
    assert ratio == pytest.approx(expected)
    assert influences.sum() == pytest.approx(0, abs=1e-9)
    assert evidence_of_mean(ratio, influences).error == pytest.approx(error)


def test_linearised_ratio_agrees_with_leaving_each_deck_out():
    rng = np.random.default_rng(2)
    denominators = rng.integers(1, 5, 400).astype(float)
    numerators = rng.poisson(3 * denominators).astype(float)
    ratio, influences = linearise(numerators, denominators)
    without = (numerators.sum() - numerators) / (denominators.sum() - denominators)
    jackknife = math.sqrt((len(without) - 1) / len(without) * ((without - without.mean()) ** 2).sum())
    assert evidence_of_mean(ratio, influences).error == pytest.approx(jackknife, rel=0.02)


def test_a_mean_has_the_interval_of_the_one_sample_t_test():
    values = np.random.default_rng(3).normal(size=40)
    evidence = evidence_of_mean(*linearise(values, np.ones(40)))
    expected = stats.ttest_1samp(values, 0.3)
    assert evidence.interval() == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert 2 * min(evidence.p_above(0.3), evidence.p_below(0.3)) == pytest.approx(expected.pvalue)


def test_no_ratio_where_nothing_was_counted():
    assert linearise(np.zeros(5), np.zeros(5)) is None


def test_one_deck_is_no_evidence_of_spread():
    assert evidence_of_mean(3.0, np.zeros(1)) is None


def test_equal_decks_leave_the_sign_test():
    few, enough = evidence_of_mean(1.0, np.zeros(5)), evidence_of_mean(1.0, np.zeros(6))
    assert isinstance(enough, ConstantEvidence)
    assert few.interval() is None
    assert enough.interval() == (1.0, 1.0)
    assert enough.p_above(0.5) == stats.binomtest(6, 6, alternative="greater").pvalue
    assert enough.p_below(0.5) == enough.p_above(1.0) == enough.p_below(1.0) == 1.0


@pytest.mark.parametrize(("count", "of"), [(0, 50), (50, 50), (13, 50)])
def test_share_interval_is_wilsons(count, of):
    z = stats.norm.isf(0.025)
    share = count / of
    centre = (share + z**2 / (2 * of)) / (1 + z**2 / of)
    half = z / (1 + z**2 / of) * math.sqrt(share * (1 - share) / of + z**2 / (4 * of**2))
    assert share_interval(count, of) == pytest.approx((max(0, centre - half), min(1, centre + half)), abs=1e-12)


def test_coverage_of_a_win_share_with_shared_wins_and_clustered_rotations():
    """Three rotations of a deck are alike in luck; a win is now and then shared; the truth is known by symmetry."""
    rng = np.random.default_rng(4)
    decks, rotations = 300, 3
    luck = rng.normal(size=(STUDIES, decks, 1))
    mine, other = (luck * sign + rng.normal(size=(STUDIES, decks, rotations)) for sign in (1, -1))
    shared = abs(mine - other) < 0.3
    wins = np.where(shared, 0.5, mine > other)
    hits = naive = 0
    for study in wins:
        evidence = evidence_of_mean(*linearise(study.sum(axis=1), np.full(decks, float(rotations))))
        hits += covers(evidence.interval(), 0.5)
        naive += covers(evidence_of_mean(*linearise(study.ravel(), np.ones(study.size))).interval(), 0.5)
    assert LEAST <= hits / STUDIES <= MOST
    assert naive / STUDIES < LEAST  # what taking rotations for independent games would give


@pytest.mark.parametrize("truth", [0.03, 0.33, 0.5])
def test_coverage_of_a_share_with_whole_wins(truth):
    wins = np.random.default_rng(10).binomial(1000, truth, size=STUDIES)
    intervals = {count: share_interval(count, 1000) for count in set(wins.tolist())}
    assert LEAST <= np.mean([covers(intervals[count], truth) for count in wins.tolist()]) <= MOST


def test_coverage_of_a_mean_of_skewed_counts():
    """Trades in a game, say: few whole numbers, most of them small."""
    counts = np.random.default_rng(11).negative_binomial(1.5, 0.4, size=(STUDIES, 400)).astype(float)
    hits = sum(
        covers(evidence_of_mean(*linearise(study, np.ones(400))).interval(), 1.5 * 0.6 / 0.4) for study in counts
    )
    assert LEAST <= hits / STUDIES <= MOST


def test_coverage_of_a_paired_difference_of_shared_and_clustered_wins():
    """Two variants over the same decks, three rotations of each: one more point for a seat shifts its share of wins."""
    rng = np.random.default_rng(12)
    decks, rotations, lead = 250, 3, 0.3

    def wins(shape):
        luck = rng.normal(size=(*shape, 1)).round(1)
        margins = [luck + by + rng.normal(size=(*shape, rotations)).round(1) for by in (0.0, lead)]
        # A tenth of a point decides, so that wins are shared now and then.
        return [np.where(abs(margin) < 0.05, 0.5, margin > 0).sum(axis=-1) for margin in margins]

    truth = np.subtract(*[sums.mean() / rotations for sums in reversed(wins((2_000_000,)))])
    hits = 0
    for before, after in zip(*wins((STUDIES, decks)), strict=True):
        (a, pull_a), (b, pull_b) = (linearise(sums, np.full(decks, float(rotations))) for sums in (before, after))
        hits += covers(evidence_of_mean(b - a, pull_b - pull_a).interval(), truth)
    assert LEAST <= hits / STUDIES <= MOST


def test_coverage_of_a_conditional_mean():
    """A turn that exists only in some games, the later the rarer."""
    rng = np.random.default_rng(5)
    turns = rng.poisson(30, size=(STUDIES, 400)).astype(float)
    taken = rng.random(turns.shape) < np.exp(-turns / 40)
    # Under the tilt e^(−t/40) a Poisson law of mean 30 becomes one of mean 30·e^(−1/40).
    truth = 30 * math.exp(-1 / 40)
    hits = sum(
        covers(evidence_of_mean(*linearise(t * k, k.astype(float)), int(k.sum())).interval(), truth)
        for t, k in zip(turns, taken, strict=True)
    )
    assert LEAST <= hits / STUDIES <= MOST


def test_coverage_of_a_paired_difference_of_ratios():
    rng = np.random.default_rng(6)
    deck = rng.normal(size=(STUDIES, 300))
    chance = 1 / (1 + np.exp(-deck))
    taken = rng.random((2, *deck.shape)) < chance
    turns = 30 + 3 * deck + rng.normal(size=(2, *deck.shape)) + np.array([0, 1.2])[:, None, None]
    hits = 0
    for study in range(STUDIES):
        (a, pull_a), (b, pull_b) = (
            linearise(turns[v, study] * taken[v, study], taken[v, study].astype(float)) for v in (0, 1)
        )
        hits += covers(evidence_of_mean(b - a, pull_b - pull_a).interval(), 1.2)
    assert LEAST <= hits / STUDIES <= MOST


def seat_evidence(wins):
    """Evidence about largest less smallest win share, from wins of shape (decks, seats)."""
    seats = wins.shape[1]
    pairs = np.array([(i, j) for i in range(seats) for j in range(seats) if i != j])
    differences = wins[:, pairs[:, 0]] - wins[:, pairs[:, 1]]
    return differences, differences.mean(axis=0)


@pytest.mark.parametrize("shares", [(0.25, 0.25, 0.25, 0.25), (0.31, 0.25, 0.25, 0.19), (0.27, 0.26, 0.24, 0.23)])
def test_coverage_of_the_seats_spread_ties_or_not(shares):
    rng = np.random.default_rng(7)
    truth = max(shares) - min(shares)
    hits = 0
    for _ in range(STUDIES):
        wins = np.eye(4)[rng.choice(4, size=600, p=shares)]
        differences, means = seat_evidence(wins)
        joined = np.hstack([differences, np.zeros((600, 1))])
        evidence = MaximaEvidence(means, np.zeros(1), np.cov(joined, rowvar=False) / 600, StudentLaw(599))
        lo, hi = evidence.interval()
        hits += max(0, lo) <= truth <= hi
    assert hits / STUDIES >= LEAST  # where seats are nearly equal the interval is wider than it need be


@pytest.mark.parametrize("second", [(0.34, 0.33, 0.33), (0.40, 0.33, 0.27)])
@pytest.mark.parametrize("first", [(1 / 3, 1 / 3, 1 / 3), (0.45, 0.33, 0.22)])
def test_coverage_and_error_of_the_difference_of_spreads(first, second):
    rng = np.random.default_rng(8)
    truth = (max(first) - min(first)) - (max(second) - min(second))
    hits = false = 0
    for _ in range(STUDIES // 2):
        a, b = (np.eye(3)[rng.choice(3, size=600, p=shares)] for shares in (first, second))
        (pulls_a, means_a), (pulls_b, means_b) = seat_evidence(a), seat_evidence(b)
        covariance = np.cov(np.hstack([pulls_a, pulls_b]), rowvar=False) / 600
        evidence = MaximaEvidence(means_a, means_b, covariance, StudentLaw(599))
        hits += covers(evidence.interval(), truth)
        false += 2 * min(evidence.p_above(truth), evidence.p_below(truth)) <= 0.05
    assert hits / (STUDIES // 2) >= LEAST
    assert false / (STUDIES // 2) <= 1 - LEAST


def test_maxima_p_values_are_those_of_its_interval():
    rng = np.random.default_rng(9)
    pulls_a, means_a = seat_evidence(np.eye(3)[rng.choice(3, size=500, p=(0.5, 0.3, 0.2))])
    pulls_b, means_b = seat_evidence(np.eye(3)[rng.choice(3, size=500, p=(0.4, 0.35, 0.25))])
    evidence = MaximaEvidence(
        means_a, means_b, np.cov(np.hstack([pulls_a, pulls_b]), rowvar=False) / 500, StudentLaw(499)
    )
    lo, hi = evidence.interval(0.95)
    assert evidence.p_above(lo) == pytest.approx(0.025)
    assert evidence.p_below(hi) == pytest.approx(0.025)
    assert lo < evidence.estimate < hi


def test_a_clear_maximum_has_the_ordinary_interval():
    """Where the largest is plain, the bounds are those of the difference of two known means."""
    first, second = np.array([1.0, 0.0]), np.array([0.5, 0.0])
    covariance = np.diag([0.01, 0.01, 0.02, 0.02]) ** 2
    ordinary = MeanEvidence(0.5, math.hypot(0.01, 0.02), StudentLaw(1000))
    evidence = MaximaEvidence(first, second, covariance, StudentLaw(1000))
    assert evidence.interval() == pytest.approx(ordinary.interval())
    assert evidence.p_below(0.53) == pytest.approx(ordinary.p_below(0.53))
