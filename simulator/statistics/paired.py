"""Results in, tables out: every metric's value with its interval, and its paired difference from the base variant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.statistics.decks import (
    Measured,
    check_pairing,
    deck_sums,
    games_of,
    measured,
    names_of,
)
from simulator.statistics.intervals import (
    ConstantEvidence,
    Evidence,
    MaximaEvidence,
    MeanEvidence,
    evidence_of_mean,
    law_of,
    share_interval,
)
from simulator.statistics.metrics import SHARE, Balance, Metric, metrics_for
from simulator.statistics.sequential import share_sequence
from simulator.statistics.verdicts import judged

__all__ = [
    "Difference",
    "Estimate",
    "difference",
    "difference_rows",
    "difference_table",
    "estimate",
    "estimate_table",
    "tests_of_difference",
]

_ONE_DECK = "one deck has no interval"
_FEW = 30
"""Fewer decks than this are mentioned beside the figure that rests on them."""


@dataclass(frozen=True)
class Estimate:
    """A metric's value for one variant, in the metric's unit; None where there is none, and ``note`` says why."""

    value: float | None
    lo: float | None = None
    hi: float | None = None
    standard_error: float | None = None
    note: str | None = None


@dataclass(frozen=True)
class Difference:
    """A metric's value under a variant less that under the base, over the same decks; None where there is none.

    Parameters
    ----------
    difference, lo, hi
        The difference and its 95 % interval.
    variance_reduction
        (Var A + Var B) / Var(A − B) of the decks' pulls: how many times as many decks two separate samples would
        need. 1 says that pairing was of no use; None that the difference does not vary.
    p
        Of 'there is no difference', two-sided.
    p_beyond
        Of 'the difference is no larger than the margin': ≤ 0.05 when the 95 % interval lies wholly beyond a margin.
    p_within
        Of 'the difference is no smaller than the margin': ≤ 0.05 when the 90 % interval lies between the margins.
    same
        Whether the two gave the same on every deck.
    note
        What to know about the figure, or why there is none.
    """

    difference: float | None
    lo: float | None = None
    hi: float | None = None
    variance_reduction: float | None = None
    p: float | None = None
    p_beyond: float | None = None
    p_within: float | None = None
    same: bool = False
    note: str | None = None


def estimate(metric: Metric, sums: pl.DataFrame, *, best_at: float | None = None) -> Estimate:
    """Value of ``metric`` with its 95 % interval.

    Whole shares of games (one game a deck) have Wilson's interval; every other mean or ratio Student's, from the decks'
    influences; seat balance that of the largest difference between two seats (`MaximaEvidence`).

    Parameters
    ----------
    metric
        What to estimate.
    sums
        `deck_sums` of the games of one variant at one number of players.
    best_at
        If given, the interval stays right however often one looks while decks come in, and is tightest at so many
        (`simulator.statistics.sequential`). If None, the number of decks was fixed before.
    """
    return _estimate(metric, measured(metric, sums), best_at)


def _estimate(metric: Metric, found: Measured | None, best_at: float | None) -> Estimate:
    if found is None:
        return Estimate(None, note=metric.absent)
    if isinstance(metric.measure, Balance):
        spread = _spread_evidence(found, best_at)
        if spread is None:
            return Estimate(1 - _spread(found), note=_ONE_DECK)
        lo, hi = _ends(spread)
        if lo is None or hi is None:
            return Estimate(1 - _spread(found), note=_constant(spread, "value"))
        return Estimate(1 - _spread(found), max(0.0, 1 - hi), min(1.0, 1 - lo), note=_few(found.informed))
    ratio = float(found.means[0])
    trials = _trials(metric, found)
    evidence = evidence_of_mean(ratio, found.influences[:, 0], found.informed, best_at=best_at)
    error = evidence.error if isinstance(evidence, MeanEvidence) else None
    if trials is not None and best_at is not None and trials[0] in (0, trials[1]):
        return Estimate(ratio, *share_sequence(*trials), error, _few(found.informed))
    if trials is not None and best_at is None:
        return Estimate(ratio, *share_interval(*trials), error, _few(found.informed))
    if evidence is None:
        return Estimate(ratio, note=_ONE_DECK)
    return Estimate(ratio, *_ends(evidence), error, _constant(evidence, "value") or _few(found.informed))


def difference(
    metric: Metric,
    base: pl.DataFrame,
    other: pl.DataFrame,
    *,
    margin: float | None = None,
    best_at: float | None = None,
) -> Difference:
    """Paired difference of ``metric``, ``other`` less ``base``, with its 95 % interval.

    A deck's pull on the difference is the difference of its pulls on the two values (the delta method), so that what
    the decks have in common cancels and a variant against itself differs by exactly 0.

    Parameters
    ----------
    metric
        What to compare.
    base, other
        `deck_sums` over the same decks, row by row.
    margin
        The least difference that matters; that of the metric if None.
    best_at
        As in `estimate`; it holds for the p-values too.
    """
    margin = metric.margin if margin is None else margin
    return _difference(metric, measured(metric, base), measured(metric, other), margin, best_at)


def _difference(
    metric: Metric, before: Measured | None, after: Measured | None, margin: float, best_at: float | None
) -> Difference:
    if before is None or after is None:
        return Difference(None, note=metric.absent)
    evidence: Evidence | None
    if isinstance(metric.measure, Balance):
        value = _spread(before) - _spread(after)
        pulls = -_extremes(before), -_extremes(after)
        evidence = _balance_difference(before, after, best_at)
    else:
        value = float(after.means[0] - before.means[0])
        pulls = before.influences[:, 0], after.influences[:, 0]
        informed = min(before.informed, after.informed)
        evidence = evidence_of_mean(value, pulls[1] - pulls[0], informed, best_at=best_at)
    if evidence is None:
        return Difference(value, note=_ONE_DECK)
    constant = isinstance(evidence, ConstantEvidence)
    spread_of_difference = 0.0 if constant else float(np.var(pulls[1] - pulls[0]))
    reduction = float((np.var(pulls[0]) + np.var(pulls[1])) / spread_of_difference) if spread_of_difference else None
    return Difference(
        value,
        *_ends(evidence),
        variance_reduction=reduction,
        **tests_of_difference(evidence, margin),
        same=constant and value == 0,
        note=_constant(evidence, "difference") or _few(min(before.informed, after.informed)),
    )


def tests_of_difference(evidence: Evidence, margin: float) -> dict[str, float]:
    """Return the p-values ``p``, ``p_beyond`` and ``p_within`` of a `Difference` from the evidence about it."""
    return {
        "p": min(1.0, 2 * min(evidence.p_above(0.0), evidence.p_below(0.0))),
        "p_beyond": min(1.0, 2 * min(evidence.p_above(margin), evidence.p_below(-margin))),
        "p_within": max(evidence.p_above(-margin), evidence.p_below(margin)),
    }


def estimate_table(
    results: pl.DataFrame,
    *,
    variants: Sequence[str] | None = None,
    by: str = "variant",
    metrics: Sequence[str] | None = None,
    best_at: float | None = None,
) -> pl.DataFrame:
    """Every metric of every variant (or line-up) and number of players, with 95 % intervals.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    variants
        Values of the column ``by``, in order; all, in order of appearance, if None.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.
    metrics
        Names of the metrics; all if None.
    best_at
        As in `estimate`.

    Returns
    -------
    Columns players, group, metric, title, unit, ``by``, value, lo, hi, standard_error, games, decks, note.
    """
    rows = []
    for players, wanted, tables in _by_players(results, variants, metrics, by):
        for metric in wanted:
            for name, sums in tables.items():
                found = estimate(metric, sums, best_at=best_at)
                rows.append(
                    {
                        **_labels(players, metric),
                        by: name,
                        **vars(found),
                        "games": int(sums["games"].sum()),
                        "decks": sums.height,
                    }
                )
    schema: dict[str, type[pl.DataType]] = {
        **_LABELS,
        by: pl.String,
        **_floats("value", "lo", "hi", "standard_error"),
    }
    schema |= {"games": pl.Int64, "decks": pl.Int64, "note": pl.String}
    return pl.DataFrame(rows, schema=schema)


def difference_table(
    results: pl.DataFrame,
    *,
    variants: Sequence[str] | None = None,
    metrics: Sequence[str] | None = None,
    margins: Mapping[str, float] | None = None,
    best_at: float | None = None,
) -> pl.DataFrame:
    """Every metric's paired difference of every variant from the first, with 95 % intervals and verdicts.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``; every variant over the same decks.
    variants
        Names of the variants, the base first; all, in order of appearance, if None.
    metrics
        Names of the metrics; all if None.
    margins
        Least differences that matter, by metric, where they are not those of the table of metrics.
    best_at
        As in `estimate`; verdicts then stay right, too, however often one looks.

    Returns
    -------
    Columns players, group, metric, title, unit, variant, base (value), base_lo, base_hi, value, value_lo, value_hi,
    difference, lo, hi, variance_reduction, margin, p, p_holm, p_screened, p_beyond, p_beyond_holm, p_within, verdict,
    games, decks, note. All rows are one family of tests.

    Raises
    ------
    UnpairedDecksError
        Two variants did not play the same decks.
    """
    return judged(difference_rows(results, variants=variants, metrics=metrics, margins=margins, best_at=best_at))


def difference_rows(
    results: pl.DataFrame,
    *,
    variants: Sequence[str] | None = None,
    metrics: Sequence[str] | None = None,
    margins: Mapping[str, float] | None = None,
    best_at: float | None = None,
) -> pl.DataFrame:
    """Return the rows of `difference_table` before they are judged, to be joined with others to one family of tests.

    Parameters
    ----------
    results, variants, metrics, margins, best_at
        As in `difference_table`.

    Returns
    -------
    The columns of `difference_table` but for those that `simulator.statistics.judged` adds, and ``same``: whether the
    two variants gave the same on every deck.
    """
    rows = []
    for players, wanted, tables in _by_players(results, variants, metrics):
        (base_name, base), *others = tables.items()
        for name, sums in others:
            check_pairing(base, sums, base_name=base_name, other_name=name, players=players)
        for metric in wanted:
            margin = (margins or {}).get(metric.name, metric.margin)
            base_measured = measured(metric, base)
            before = _estimate(metric, base_measured, best_at)
            for name, sums in others:
                its_measured = measured(metric, sums)
                after = _estimate(metric, its_measured, best_at)
                found = _difference(metric, base_measured, its_measured, margin, best_at)
                if found.difference is None:
                    who = [each for each, its in ((base_name, before), (name, after)) if its.value is None]
                    found = Difference(None, note=f"{metric.absent} under {' and '.join(who)}")
                rows.append(
                    {
                        **_labels(players, metric),
                        "variant": name,
                        "base": before.value,
                        "base_lo": before.lo,
                        "base_hi": before.hi,
                        "value": after.value,
                        "value_lo": after.lo,
                        "value_hi": after.hi,
                        **vars(found),
                        "margin": margin,
                        "games": int(sums["games"].sum()),
                        "decks": sums.height,
                    }
                )
    numbers = [
        "base",
        "base_lo",
        "base_hi",
        "value",
        "value_lo",
        "value_hi",
        "difference",
        "lo",
        "hi",
        "variance_reduction",
        "margin",
        "p",
        "p_beyond",
        "p_within",
    ]
    schema: dict[str, type[pl.DataType]] = {**_LABELS, "variant": pl.String, **_floats(*numbers), "same": pl.Boolean}
    schema |= {"games": pl.Int64, "decks": pl.Int64, "note": pl.String}
    return pl.DataFrame(rows, schema=schema)


_LABELS: dict[str, type[pl.DataType]] = {
    "players": pl.Int32,
    "group": pl.String,
    "metric": pl.String,
    "title": pl.String,
    "unit": pl.String,
}


def _labels(players: int, metric: Metric) -> dict[str, int | str]:
    values = (players, metric.group, metric.name, metric.title, metric.unit.name)
    return dict(zip(_LABELS, values, strict=True))


def _floats(*names: str) -> dict[str, type[pl.DataType]]:
    return dict.fromkeys(names, pl.Float64)


def _by_players(
    results: pl.DataFrame, variants: Sequence[str] | None, metrics: Sequence[str] | None, by: str = "variant"
) -> list[tuple[int, list[Metric], dict[str, pl.DataFrame]]]:
    """For each number of players: the metrics wanted, and the `deck_sums` of each name in ``by``."""
    names = list(variants) if variants is not None else names_of(results, by)
    found = []
    for players in sorted(results["players"].unique().to_list()):
        every = metrics_for(players)
        wanted = [metric for metric in every if metrics is None or metric.name in metrics]
        tables = {name: deck_sums(games_of(results, name, players, by), wanted) for name in names}
        found.append((players, wanted, tables))
    unknown = set(metrics or ()) - {metric.name for _, wanted, _ in found for metric in wanted}
    if unknown:
        raise KeyError(f"no metric is called {', '.join(sorted(unknown))} at these numbers of players")
    return found


def _ends(evidence: Evidence) -> tuple[float | None, float | None]:
    interval = evidence.interval()
    return (None, None) if interval is None else interval


def _constant(evidence: Evidence, what: str) -> str | None:
    return f"every deck gave the same {what}" if isinstance(evidence, ConstantEvidence) else None


def _few(informed: int) -> str | None:
    return f"rests on {informed} deck{'s' if informed > 1 else ''} only" if informed < _FEW else None


def _trials(metric: Metric, found: Measured) -> tuple[int, int] | None:
    """Count and number of trials, where the metric is a share of independent trials.

    With several games a deck they are not independent. At a share of none or all, where the decks show no spread to
    take an error from, the deck then is the trial.
    """
    ratio = float(found.means[0])
    if found.whole or (metric.unit is SHARE and ratio in (0.0, 1.0) and not found.influences.any()):
        return round(ratio * found.informed), found.informed
    return None


def _spread(found: Measured) -> float:
    return float(found.means.max() - found.means.min())


def _extremes(found: Measured) -> NDArray[np.float64]:
    """Each deck's pull on the spread, with the seats that are largest and smallest taken as known."""
    return found.influences[:, int(found.means.argmax())] - found.influences[:, int(found.means.argmin())]


def _pairs(found: Measured) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Differences between every two seats, as means and influences: the spread is the largest of them."""
    seats = range(len(found.means))
    first, second = zip(*((i, j) for i in seats for j in seats if i != j), strict=True)
    return (
        found.means[list(first)] - found.means[list(second)],
        found.influences[:, list(first)] - found.influences[:, list(second)],
    )


def _covariance(influences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of means, from the decks' influences on them, shape (decks, parts)."""
    return np.cov(influences, rowvar=False, ddof=1) / len(influences)


def _spread_evidence(found: Measured, best_at: float | None) -> Evidence | None:
    if found.informed < 2:
        return None
    means, influences = _pairs(found)
    if np.ptp(influences, axis=0).max() == 0:
        return ConstantEvidence(_spread(found), found.informed)
    nothing = np.zeros((len(influences), 1))
    law = law_of(len(influences), found.informed, best_at=best_at)
    return MaximaEvidence(means, np.zeros(1), _covariance(np.hstack([influences, nothing])), law)


def _balance_difference(before: Measured, after: Measured, best_at: float | None) -> Evidence | None:
    """Evidence about after's balance less before's, which is before's spread less after's."""
    if before.informed < 2:
        return None
    if np.array_equal(before.influences, after.influences) and np.array_equal(before.means, after.means):
        return ConstantEvidence(0.0, before.informed)
    first, first_influences = _pairs(before)
    second, second_influences = _pairs(after)
    joined = _covariance(np.hstack([first_influences, second_influences]))
    law = law_of(len(first_influences), before.informed, best_at=best_at)
    return MaximaEvidence(first, second, joined, law)
