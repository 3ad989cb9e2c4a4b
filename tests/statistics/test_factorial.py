"""Effects and interactions of two-level designs, against hand-worked tables, least squares and known truths."""

from itertools import product

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.statistics import UnpairedDecksError, difference_table, factorial_effects
from simulator.statistics.factorial import DesignError

LEAST, MOST = 0.93, 0.97  # four standard errors of a coverage over 2,000 studies either way


def study(truth, *, factors, games=40, seed=1):
    """Results and design of every combination; ``truth(*levels)`` is added to the turns of each deck."""
    rng = np.random.default_rng(seed)
    deck = rng.normal(30, 4, size=games)
    frames, rows = [], []
    model = synthetic_results(["x"], players=[3], games=games)
    for levels in product((-1, 1), repeat=len(factors)):
        name = "+".join(map(str, levels))
        turns = deck + truth(*levels) + rng.normal(size=games)
        frames.append(
            model.with_columns(pl.lit(name).alias("variant"), pl.Series("turns", (1000 * turns).round().astype(int)))
        )
        rows.append({"variant": name, **dict(zip(factors, levels, strict=True))})
    return pl.concat(frames).with_columns(pl.col("turns").cast(pl.Int32)), pl.DataFrame(rows)


def test_effects_of_a_worked_example():
    """Turns 30, 34, 31, 39 at (low, low), (high, low), (low, high), (high, high).

    A: (34 + 39 − 30 − 31) / 2 = 6.  B: (31 + 39 − 30 − 34) / 2 = 3.  A × B: (30 + 39 − 34 − 31) / 2 = 2.
    """
    games = synthetic_results(["base"], players=[2], games=10)
    turns = {"base": 30, "A": 34, "B": 31, "AB": 39}
    results = pl.concat(
        games.with_columns(pl.lit(name).alias("variant"), pl.lit(number, pl.Int32).alias("turns"))
        for name, number in turns.items()
    )
    design = pl.DataFrame({"variant": list(turns), "A": [5, 7, 5, 7], "B": [False, False, True, True]})
    table = factorial_effects(results, design, metrics=["turns"])
    assert table.select("effect", "order", "estimate", "lo", "hi").rows() == [
        ("A", 1, 6.0, 6.0, 6.0),
        ("B", 1, 3.0, 3.0, 3.0),
        ("A × B", 2, 2.0, 2.0, 2.0),
    ]
    assert table["aliases"].to_list() == [[], [], []]


def test_effects_are_twice_the_coefficients_of_least_squares_and_errors_those_of_the_decks_contrasts():
    results, design = study(lambda a, b, c: a - 2 * b * c, factors="ABC")
    table = factorial_effects(results, design, metrics=["turns"])
    turns = np.array([results.filter(variant=name).sort("game")["turns"] for name in design["variant"]])
    levels = design.select("A", "B", "C").to_numpy()
    products = {"A": levels[:, 0], "B × C": levels[:, 1] * levels[:, 2], "A × B × C": levels.prod(axis=1)}
    full = np.column_stack(
        [
            np.ones(8),
            *levels.T,
            *(levels[:, i] * levels[:, j] for i, j in ((0, 1), (0, 2), (1, 2))),
            levels.prod(axis=1),
        ]
    )
    coefficients = np.linalg.lstsq(full, turns.mean(axis=1), rcond=None)[0]
    assert table["estimate"].to_list() == pytest.approx((2 * coefficients[1:]).tolist())
    for name, contrast in products.items():
        by_deck = (contrast @ turns) / 4
        row = table.filter(effect=name).row(0, named=True)
        assert row["estimate"] == pytest.approx(by_deck.mean())
        assert (row["hi"] - row["lo"]) / 2 == pytest.approx(2.0227 * by_deck.std(ddof=1) / np.sqrt(40), rel=1e-4)
    assert set(table.filter(pl.col("p_holm") < 0.05)["effect"]) == {"A", "B × C"}


def test_coverage_of_effects_and_false_claims_among_them():
    """Three hundred studies of seven effects each, which are independent since the contrasts are orthogonal."""
    hits = claims = 0
    studies = 300
    for seed in range(studies):
        results, design = study(lambda a, b, c: 0.4 * a + 0.3 * a * b, factors="ABC", games=30, seed=seed)
        table = factorial_effects(results, design, metrics=["turns"])
        truth = table["effect"].replace_strict({"A": 800.0, "A × B": 600.0}, default=0.0)
        hits += (table["lo"].le(truth) & truth.le(table["hi"])).sum()
        claims += ((table["p_holm"] <= 0.05) & (truth == 0)).any()
    assert LEAST <= hits / (studies * 7) <= MOST
    assert claims / studies <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / studies)


def test_one_factor_is_a_plain_difference():
    results = synthetic_results(games=200)
    design = pl.DataFrame({"variant": ["rulebook", "rainbow-off"], "rainbow.enabled": [True, False]})
    table = factorial_effects(results, design)
    plain = difference_table(results, metrics=table["metric"].unique().to_list())
    together = table.join(plain, on=["players", "metric"])
    pairs = [("estimate", "difference"), *((name, f"{name}_right") for name in ("lo", "hi", "margin", "p", "p_within"))]
    for name, other in pairs:
        assert together[name].to_list() == pytest.approx(together[other].to_list())
    assert together["verdict"].to_list() == together["verdict_right"].to_list()


def test_a_half_fraction_names_what_it_cannot_tell_apart():
    results, design = study(lambda a, b, c: a, factors="ABC")
    half = design.filter(pl.col("A") * pl.col("B") * pl.col("C") == 1)
    table = factorial_effects(results, half, metrics=["turns"])
    assert dict(table.select("effect", "aliases").rows()) == {"A": ["B × C"], "B": ["A × C"], "C": ["A × B"]}


def test_interactions_can_be_left_out():
    results, design = study(lambda a, b: a, factors="AB")
    assert factorial_effects(results, design, metrics=["turns"], highest_order=1)["effect"].to_list() == ["A", "B"]


def test_designs_that_tell_nothing_are_refused():
    results, design = study(lambda a, b: a, factors="AB")
    with pytest.raises(DesignError, match="neither every combination of the levels of A, B nor a regular fraction"):
        factorial_effects(results, design.head(3))
    with pytest.raises(DesignError, match="A has 1 different values"):
        factorial_effects(results, design.head(2))
    with pytest.raises(DesignError, match="no factor"):
        factorial_effects(results, design.select("variant"))
    with pytest.raises(DesignError, match="seat_balance is no mean"):
        factorial_effects(results, design, metrics=["seat_balance"])
    with pytest.raises(KeyError, match="no metric is called 'turnz'"):
        factorial_effects(results, design, metrics=["turnz"])
    gap = results.filter(~((pl.col("variant") == "1+1") & (pl.col("game") == 7)))
    with pytest.raises(UnpairedDecksError, match="game 7"):
        factorial_effects(gap, design)
