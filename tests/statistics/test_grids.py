"""Sobol' indices over grids, against scipy's, known truths and noise."""

from itertools import product

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results
from scipy import stats

from simulator.statistics import UnpairedDecksError, Verdict, dial_importance, dial_steps, difference_table
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
        drawn = VarianceShares(*sample(rng, TRUTH, decks=decks, noise=5.0)).drawn(weights)
        lo, hi = np.quantile(drawn, (0.025, 0.975), axis=0).clip(0, 1)
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


def test_each_step_of_a_dial_is_averaged_over_the_settings_of_the_others():
    results, design = grid_results()
    table = dial_steps(results, design, metrics=["turns"])
    steps = table.filter(dial="seven.size")
    assert steps.select("before", "after", "settings").rows() == [("5", "6", 2), ("6", "7", 2)]
    assert (steps["lo"].le(3.0) & steps["hi"].ge(3.0)).all()
    apart = [difference_table(results, variants=[f"5-{other}", f"6-{other}"], metrics=["turns"]) for other in (2, 3)]
    assert steps["difference"][0] == pytest.approx(np.mean([each["difference"][0] for each in apart]))
    # The noise of the four variants is independent, so that the average of two differences is surer than either.
    assert steps["hi"][0] - steps["lo"][0] < 0.85 * (apart[0]["hi"][0] - apart[0]["lo"][0])
    assert set(steps["verdict"]) == {Verdict.MATTERS}
    assert table.filter(dial="stand_limit.tiles")["settings"].to_list() == [3]


def test_a_step_of_one_dial_is_the_paired_difference_with_its_verdict():
    results = synthetic_results(games=200)
    design = pl.DataFrame({"variant": ["rulebook", "rainbow-off"], "rainbow.enabled": ["true", "false"]})
    steps = dial_steps(results, design)
    plain = difference_table(results, metrics=steps["metric"].unique().to_list())
    together = steps.join(plain, on=["players", "metric"], maintain_order="left")
    for name in ("difference", "lo", "hi", "p", "p_holm", "p_screened", "p_beyond", "p_within"):
        assert together[name].to_list() == pytest.approx(together[f"{name}_right"].to_list()), name
    assert together["verdict"].to_list() == together["verdict_right"].to_list()


def test_a_step_that_changes_nothing_says_so():
    results, _ = grid_results(games=50)
    one = results.filter(variant="5-2")
    twice = pl.concat([one, one.with_columns(pl.lit("again").alias("variant"))])
    steps = dial_steps(twice, pl.DataFrame({"variant": ["5-2", "again"], "a": [1, 2]}))
    assert set(steps["verdict"]) == {Verdict.SAME}
    assert set(steps["difference"]) == {0.0}


def test_settings_that_did_not_play_the_same_decks_are_refused():
    results, design = grid_results(games=20)
    gap = results.filter(~((pl.col("variant") == "7-2") & (pl.col("game") == 4)))
    for report in (dial_importance, dial_steps):
        with pytest.raises(UnpairedDecksError, match="game 4"):
            report(gap, design)
