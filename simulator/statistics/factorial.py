"""Which rules matter, alone and together: effects and interactions of a two-level factorial study, with intervals."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.errors import Mistake
from simulator.statistics.decks import check_pairing, deck_sums, games_of, measured
from simulator.statistics.intervals import ConstantEvidence, evidence_of_mean
from simulator.statistics.metrics import Balance, Metric, metrics_for
from simulator.statistics.paired import tests_of_difference
from simulator.statistics.verdicts import judged

__all__ = ["DesignError", "factorial_effects", "wanted_metrics"]

_VARIANT = "variant"

_ROUNDING = 1e-12
"""An effect that is the same on every deck, and smaller than this, is none."""


class DesignError(Mistake):
    """A design from which the effects asked for cannot be told."""


def factorial_effects(
    results: pl.DataFrame,
    design: pl.DataFrame,
    *,
    metrics: Sequence[str] | None = None,
    highest_order: int | None = None,
) -> pl.DataFrame:
    """Effects and interactions of two-level factors, from the contrasts of each deck.

    With levels −1 and +1, the effect of a set of factors is 2/variants · Σ (product of their levels) · value: for one
    factor the mean at its high level less the mean at its low one, for two half of what the second changes in the
    effect of the first, and so on (Box, Hunter & Hunter, Statistics for Experimenters, chapter 5). A deck's pull on an
    effect is the same sum of its pulls on the values, so that all that the variants have in common cancels.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``; every variant over the same decks.
    design
        A row a variant: a column ``variant`` and one a factor, named after it, with two different values. The value
        that comes first is the low level.
    metrics
        Names of metrics; the key metrics that are means or ratios if None.
    highest_order
        Factors in the largest interaction that is reported; all if None.

    Returns
    -------
    Columns players, metric, title, unit, effect (the factors, joined by ×), order (their number), estimate, lo, hi,
    margin, p, p_holm, p_screened, p_beyond, p_beyond_holm, p_within, verdict, aliases, decks, note. All rows are one
    family of tests. In a fraction of a design some effects cannot be told apart: of these the one with the fewest
    factors has the row, and ``aliases`` names the rest.

    Raises
    ------
    DesignError
        A factor has not two levels, the variants are no full design nor a regular fraction of one, or a metric is
        neither a mean nor a ratio.
    simulator.statistics.UnpairedDecksError
        The variants did not play the same decks.
    """
    names = design[_VARIANT].to_list()
    effects = list(_effects(design))
    rows = []
    for players in sorted(results["players"].unique().to_list()):
        wanted = wanted_metrics(metrics, players)
        sums = {name: deck_sums(games_of(results, name, players), wanted) for name in names}
        for name in names[1:]:
            check_pairing(sums[names[0]], sums[name], base_name=names[0], other_name=name, players=players)
        for metric in wanted:
            found = [measured(metric, sums[name]) for name in names]
            for factors, contrast, aliases in effects:
                if highest_order is not None and len(factors) > highest_order:
                    continue
                row: dict[str, Any] = {
                    "players": players,
                    "metric": metric.name,
                    "title": metric.title,
                    "unit": metric.unit.name,
                    "effect": _named(factors),
                    "order": len(factors),
                    "margin": metric.margin,
                    "same": False,
                    "aliases": [_named(alias) for alias in aliases],
                    "decks": sums[names[0]].height,
                }
                known = [each for each in found if each is not None]
                if len(known) < len(found):
                    rows.append({**row, "note": f"{metric.absent} under one of the variants"})
                    continue
                weights = contrast * (2 / len(names))
                estimate = float(weights @ np.array([each.means[0] for each in known]))
                pulls = np.column_stack([each.influences[:, 0] for each in known]) @ weights
                evidence = evidence_of_mean(estimate, pulls, min(each.informed for each in known))
                row["estimate"] = estimate
                if evidence is not None:
                    row["lo"], row["hi"] = evidence.interval() or (None, None)
                    row |= tests_of_difference(evidence, metric.margin)
                    row["same"] = isinstance(evidence, ConstantEvidence) and abs(estimate) < _ROUNDING
                rows.append(row)
    schema = {"players": pl.Int32, **dict.fromkeys(("metric", "title", "unit", "effect"), pl.String)}
    schema |= {"order": pl.Int32, **dict.fromkeys(("estimate", "lo", "hi", "margin"), pl.Float64)}
    tests = dict.fromkeys(("p", "p_beyond", "p_within"), pl.Float64)
    labels = {"aliases": pl.List(pl.String), "decks": pl.Int64, "note": pl.String}
    typed: dict[str, Any] = {**schema, **tests, "same": pl.Boolean, **labels}
    table = pl.DataFrame(rows, schema=typed)
    return judged(table.with_columns(pl.col("estimate").alias("difference"))).drop("difference")


Factors = tuple[str, ...]


def _effects(design: pl.DataFrame) -> Iterator[tuple[Factors, NDArray[np.float64], list[Factors]]]:
    """Every effect that can be told: its factors, its contrast over the variants, and its aliases."""
    levels = {name: _levels(design[name]) for name in design.columns if name != _VARIANT}
    if not levels:
        raise DesignError("the design has no factor: give it a column for each, with its value for every variant")
    contrasts: list[NDArray[np.float64]] = []
    aliases: list[list[Factors]] = []
    for order in range(1, len(levels) + 1):
        for factors in combinations(levels, order):
            contrast = prod((levels[name] for name in factors), start=np.ones(design.height))
            agreement = np.array([contrast @ other for other in [np.ones(design.height), *contrasts]])
            alike = np.flatnonzero(abs(agreement) == design.height)
            if alike.size == 0 and agreement.any():
                raise DesignError(
                    f"the {design.height} variants are neither every combination of the levels of {', '.join(levels)} "
                    f"nor a regular fraction of them: the effect of {_named(factors)} is mixed up with others. Play "
                    "every combination once"
                )
            if alike.size == 0:
                contrasts.append(contrast)
                aliases.append([factors])
            elif alike[0] > 0:
                aliases[alike[0] - 1].append(factors)
            elif order == 1:
                raise DesignError(f"{factors[0]} has the same level in all variants")
    for (factors, *others), contrast in zip(aliases, contrasts, strict=True):
        yield factors, contrast, others


def _levels(values: pl.Series) -> NDArray[np.float64]:
    """−1 for the value that comes first and 1 for the other."""
    found = values.unique(maintain_order=True)
    if len(found) != 2:
        raise DesignError(f"{values.name} has {len(found)} different values in the design; a factor has two")
    return np.where((values == found[0]).to_numpy(), -1.0, 1.0)


def _named(factors: Factors) -> str:
    return " × ".join(factors)


def wanted_metrics(names: Sequence[str] | None, players: int) -> list[Metric]:
    """Metrics whose values are means or ratios, so that effects on them add up; the key ones if ``names`` is None.

    Raises
    ------
    KeyError
        No metric has that name.
    DesignError
        A metric is neither a mean nor a ratio.
    """
    every = {metric.name: metric for metric in metrics_for(players)}
    if names is None:
        return [metric for metric in every.values() if metric.key and not isinstance(metric.measure, Balance)]
    for name in names:
        if name not in every:
            raise KeyError(f"no metric is called {name!r} with {players} players")
        if isinstance(every[name].measure, Balance):
            raise DesignError(f"{name} is no mean and has no effects that add up; take the advantage of a seat instead")
    return [every[name] for name in names]
