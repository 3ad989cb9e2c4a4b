"""Sobol' indices over grids, against scipy's, known truths and noise."""

from itertools import product

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results
from scipy import stats

from simulator.statistics import dial_importance
from simulator.statistics.factorial import DesignError
from simulator.statistics.grids import VarianceShares, variance_shares
from simulator.statistics.resampling import deck_weights

SHAPE = (3, 3, 2)
FIRST, SECOND, THIRD = np.meshgrid(*(np.linspace(-1, 1, count) for count in SHAPE), indexing="ij")
TRUTH = 2 * FIRST + SECOND + 1.5 * FIRST * SECOND  # the third dial does nothing


def exact(means):
    """Indices without noise: from errors of two decks that cancel."""
    found = VarianceShares(means, np.zeros((2, *means.shape)))
    return np.concatenate([found.first, found.total])


def sample(rng, truth, *, decks, noise):
    """Estimated means and the decks' influences, half of the noise common to all settings."""
    shared = rng.normal(size=(decks, *(1 for _ in truth.shape)))
    values = truth + noise * (shared + rng.normal(size=(decks, *truth.shape))) / np.sqrt(2)
    means = values.mean(axis=0)
    return means, values - means


def test_indices_on_a_grid_without_noise_are_those_of_scipy():
    def value(places):
        places = np.minimum(places.astype(int), np.array(SHAPE)[:, None] - 1)
        return TRUTH[tuple(places)]

    dists = [stats.uniform(0, count) for count in SHAPE]
    sampled = stats.sobol_indices(func=value, n=2**13, dists=dists, rng=np.random.default_rng(1))
    found = exact(TRUTH)
    assert found[:3] == pytest.approx(sampled.first_order, abs=0.02)
    assert found[3:] == pytest.approx(sampled.total_order, abs=0.02)


def test_indices_of_a_worked_example():
    """Values 0, 2 / 4, 10: mean 4, variance 14. By the row: means 1, 7, variance 9. By the column: 2, 6, variance 4."""
    found = exact(np.array([[0.0, 2.0], [4.0, 10.0]]))
    assert found == pytest.approx([9 / 14, 4 / 14, 10 / 14, 5 / 14])


def test_noise_is_taken_away_on_average_where_it_would_inflate():
    rng = np.random.default_rng(2)
    raw, cleared = [], []
    for _ in range(1000):
        means, influences = sample(rng, TRUTH, decks=20, noise=6.0)
        raw.append(exact(means)[5])
        cleared.append(VarianceShares(means, influences)._shares[5])
    assert np.mean(raw) > 0.05
    assert abs(np.mean(cleared)) < 4 * np.std(cleared) / np.sqrt(1000)


def test_coverage_of_the_indices():
    rng = np.random.default_rng(3)
    decks = 200
    truth = exact(TRUTH)
    weights = np.vstack(list(deck_weights(decks, resamples=200)))
    hits = np.zeros(6)
    studies = 2000
    for _ in range(studies):
        lo, hi = VarianceShares(*sample(rng, TRUTH, decks=decks, noise=5.0)).interval(weights)
        hits += (lo <= truth) & (truth <= hi)
    # Those of the first two dials lie inside 0 and 1; an index of 0 is covered wherever the interval is cut at 0.
    assert (hits[[0, 1, 3, 4]] / studies >= 0.93).all()
    assert (hits[[0, 1, 3, 4]] / studies <= 0.97).all()
    assert (hits[[2, 5]] / studies >= 0.93).all()


def grid_results(games=300):
    """Turns rise by 3 a step of the first dial and by 1 a step of the second."""
    model = synthetic_results(["x"], players=[3], games=games)
    rng = np.random.default_rng(4)
    frames, rows = [], []
    for first, second in product((5, 6, 7), (2, 3)):
        name = f"{first}-{second}"
        longer = 3 * first + second + rng.integers(0, 5, games)
        frames.append(
            model.with_columns(pl.lit(name).alias("variant"), (pl.col("turns") + longer).cast(pl.Int32).alias("turns"))
        )
        rows.append({"variant": name, "seven.size": first, "stand_limit.tiles": second})
    return pl.concat(frames), pl.DataFrame(rows)


def test_a_study_of_a_grid_tells_each_dials_share():
    results, design = grid_results()
    table = dial_importance(results, design.sample(fraction=1, shuffle=True, seed=1), metrics=["turns"])
    rows = {row["dial"]: row for row in table.to_dicts()}
    for dial, truth in (("seven.size", 24 / 25), ("stand_limit.tiles", 1 / 25)):  # 9 · 2/3 and 1 · 1/4
        assert rows[dial]["first_lo"] <= truth <= rows[dial]["first_hi"]
        assert rows[dial]["total_lo"] <= truth <= rows[dial]["total_hi"]
    assert rows["seven.size"]["spread"] == pytest.approx(np.sqrt(6.25), abs=0.1)
    assert rows["seven.size"]["noise_share"] < 0.01


def test_where_nothing_differs_there_is_nothing_to_share():
    results, design = grid_results(games=50)
    table = dial_importance(results, design, metrics=["mean_score", "turns"])
    alike = table.filter(metric="mean_score")
    assert alike["first"].null_count() == 2
    assert set(alike["note"]) == {"the settings differ by no more than noise does"}
    assert variance_shares(np.zeros((2, 2)), np.zeros((3, 2, 2))) is None


def test_a_grid_with_a_gap_is_refused():
    results, design = grid_results(games=5)
    with pytest.raises(DesignError, match=r"\{'seven.size': 7, 'stand_limit.tiles': 3\} is missing"):
        dial_importance(results, design.head(5))
    with pytest.raises(DesignError, match="a setting is there twice"):
        dial_importance(results, pl.concat([design, design.head(1)]))
    with pytest.raises(DesignError, match="no dial"):
        dial_importance(results, design.select("variant"))
