"""Confidence sequences: their formula, where they are tightest, and that they hold at all looks together."""

import math

import numpy as np
import pytest
from reports.synthetic import synthetic_results
from scipy import optimize, stats

from simulator.statistics import confidence_sequence_half_width, difference_table, estimate_table
from simulator.statistics.sequential import LookingLaw, share_sequence

LOOKS = 60
STUDIES = 2000
# Above 95 % by no more than chance allows for: four standard errors of a coverage over 2,000 studies.
LEAST = 0.95 - 4 * math.sqrt(0.95 * 0.05 / STUDIES)


def half_width(n, mixing, alpha=0.05):
    """The formula as it is printed, with nρ² = ``mixing``."""
    return math.sqrt(2 * (mixing + 1) / (n * mixing) * math.log(math.sqrt(mixing + 1) / alpha))


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_it_is_tightest_where_it_is_asked_to_be(alpha):
    found = optimize.minimize_scalar(lambda rho: half_width(5000, 5000 * math.exp(rho) ** 2, alpha), bounds=(-9, 0))
    assert confidence_sequence_half_width(2.0, 5000, alpha=alpha, best_at=5000) == pytest.approx(2 * found.fun)
    square = math.exp(found.x) ** 2
    assert confidence_sequence_half_width(1.0, 800, alpha=alpha, best_at=5000) == pytest.approx(
        half_width(800, 800 * square, alpha), rel=1e-4
    )


def test_it_is_half_as_wide_again_as_a_plain_interval_at_its_best_and_shrinks_all_the_way():
    widths = [confidence_sequence_half_width(1.0, n, best_at=10_000) for n in (100, 1000, 10_000, 100_000, 10**9)]
    assert widths[2] / (stats.norm.isf(0.025) / 100) == pytest.approx(1.55, abs=0.005)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 3e-4


@pytest.mark.parametrize(("n", "best_at", "alpha"), [(0, 10, 0.05), (10, 0, 0.05), (10, 10, 0.0), (10, 10, 1.0)])
def test_numbers_without_meaning_are_refused(n, best_at, alpha):
    with pytest.raises((ValueError, ZeroDivisionError)):
        confidence_sequence_half_width(1.0, n, alpha=alpha, best_at=best_at)


def test_p_values_are_those_of_the_interval():
    law = LookingLaw(3000, 10_000)
    assert law.sf(law.isf(0.025)) == pytest.approx(0.025)
    assert law.isf(0.025) / math.sqrt(3000) == pytest.approx(confidence_sequence_half_width(1.0, 3000, best_at=10_000))
    assert law.sf(-1.0) == 1.0


def test_it_covers_at_sixty_looks_together_where_a_plain_interval_fails_badly():
    """Skewed counts a deck, looked at after every hundred decks of six thousand."""
    rng = np.random.default_rng(1)
    truth = 2.0
    looks = 100 * np.arange(1, LOOKS + 1)
    sequence = np.array([LookingLaw(int(n), 6000).isf(0.025) for n in looks])
    plain = stats.t.isf(0.025, looks - 1)
    held = one_sided = plainly_held = 0
    for _ in range(4):
        decks = rng.poisson(rng.gamma(2.0, truth / 2, size=(STUDIES // 4, looks[-1])))
        sums = np.add.reduceat(decks, looks - 100, axis=1).cumsum(axis=1)
        squares = np.add.reduceat(decks.astype(float) ** 2, looks - 100, axis=1).cumsum(axis=1)
        means = sums / looks
        errors = np.sqrt((squares / looks - means**2) / (looks - 1))
        away = (means - truth) / errors
        held += (abs(away) <= sequence).all(axis=1).sum()
        one_sided += (away <= sequence).all(axis=1).sum()
        plainly_held += (abs(away) <= plain).all(axis=1).sum()
    assert held / STUDIES >= LEAST
    assert 1 - one_sided / STUDIES <= 0.025 + 4 * math.sqrt(0.025 * 0.975 / STUDIES)
    assert plainly_held / STUDIES < 0.70


@pytest.mark.parametrize("truth", [0.001, 0.02])
def test_a_share_of_none_so_far_holds_at_every_number_of_decks(truth):
    """The share is missed if no success has come by the deck from which on the bound lies below it."""
    first = np.random.default_rng(2).geometric(truth, size=100_000)
    bounds = np.array([share_sequence(0, n)[1] for n in range(1, 20_000)])
    missed_from = 1 + int(np.argmax(bounds < truth))
    assert (first > missed_from).mean() <= 0.05
    assert share_sequence(7, 7) == pytest.approx(tuple(1 - end for end in reversed(share_sequence(0, 7))))
    with pytest.raises(ValueError, match="3 of 7"):
        share_sequence(3, 7)


def test_every_row_of_a_table_can_be_looked_at_while_decks_come_in():
    results = synthetic_results(games=400, players=(3,))
    plain, looked = (difference_table(results, best_at=best_at) for best_at in (None, 400))
    assert looked["difference"].to_list() == plain["difference"].to_list()
    for before, after in zip(plain.to_dicts(), looked.to_dicts(), strict=True):
        if before["variance_reduction"] is None:  # the same on every deck, which more looks cannot change
            assert (after["lo"], after["hi"], after["p"]) == (before["lo"], before["hi"], before["p"])
        else:
            assert after["lo"] < before["lo"], before["metric"]
            assert after["hi"] > before["hi"], before["metric"]
            # Far out, where both are as good as 0, Student's tails are the heavier ones.
            assert after["p"] >= before["p"] or after["p"] < 1e-9, before["metric"]
    turns = looked.filter(metric="turns").row(0, named=True)
    assert (turns["p"] <= 0.05) == (turns["lo"] > 0 or turns["hi"] < 0)
    shares = estimate_table(results, metrics=["end_stalled"], best_at=400)
    assert (shares["lo"][0], shares["hi"][0]) == share_sequence(0, 400)
