"""What each dial does over the settings of a grid: its steps, and Sobol' indices, cleared of noise that inflates them.

The first-order index of a dial is the share of the variance among the settings that the dial explains by itself; the
total index is the share that would remain if all other dials were held fixed, its interactions included (Sobol' 1993,
Homma & Saltelli 1996). The dials' values count alike and are independent.

Rules have few values each, so that the whole grid can be played: then the indices are plain sums over the grid, exact
but for the noise of the games. ``scipy.stats.sobol_indices`` samples settings instead, which adds a sampling error of
its own, and knows of no noise; on a grid without noise it gives the same, which a test holds.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise, product
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.statistics.decks import check_pairing, deck_sums, games_of, measured
from simulator.statistics.factorial import DesignError, wanted_metrics
from simulator.statistics.intervals import evidence_of_mean
from simulator.statistics.metrics import Metric
from simulator.statistics.paired import tests_of_difference
from simulator.statistics.resampling import RESAMPLES, deck_weights
from simulator.statistics.verdicts import judged
from simulator.variants import written

__all__ = ["VarianceShares", "dial_importance", "dial_steps", "variance_shares"]

_VARIANT = "variant"


class VarianceShares:
    """Sobol' indices of the dials of a grid, with their uncertainty.

    Parameters
    ----------
    means
        Estimated value at every setting, shape (values of the first dial, values of the second, …).
    influences
        The decks' influences on them, shape (decks, *that shape*): the errors of settings that were played over the
        same decks go together, and all of it is allowed for.
    """

    def __init__(self, means: NDArray[np.float64], influences: NDArray[np.float64]) -> None:
        decks = len(influences)
        self._means, self._influences = means.ravel(), influences.reshape(decks, -1)
        self._projections = _projections(means.shape)
        raw = _variances(self._means[None], self._projections)[0]
        # The variance of estimated means is, on average, that of the true means and that of their errors.
        noise = _variances(self._influences, self._projections).sum(axis=0) / (decks * (decks - 1))
        self._noise = noise
        rounding = 1e-12 * max(1.0, float(abs(means).max()) ** 2)
        self.variance = float(raw[-1] - noise[-1]) if raw[-1] - noise[-1] > rounding else 0.0
        self.noise_share = float(min(1.0, noise[-1] / raw[-1])) if raw[-1] > 0 else 0.0
        self._shares = _shares(raw - noise)
        self.first, self.total = np.split(self._shares.clip(0, 1), 2)

    def drawn(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """First-order and then total indices over drawn decks, shape (draws, 2 · dials).

        The values carry the noise of the decks at hand and once more that of the draw: it is taken away twice.

        Parameters
        ----------
        weights
            How often each deck was drawn, shape (draws, decks).
        """
        means = self._means + weights @ self._influences / weights.shape[1]
        return _shares(_variances(means, self._projections) - 2 * self._noise)


def variance_shares(means: NDArray[np.float64], influences: NDArray[np.float64]) -> VarianceShares | None:
    """`VarianceShares`; None where the settings differ by no more than noise does: nothing is left to share."""
    found = VarianceShares(means, influences)
    return found if found.variance > 0 else None


def _projections(shape: tuple[int, ...]) -> list[NDArray[np.float64]]:
    """What takes a grid to each dial's part of it: by each dial alone, with its interactions, and in all."""

    def averaged(dials: Sequence[int]) -> NDArray[np.float64]:
        return reduce(np.kron, (np.full((n, n), 1 / n) if dial in dials else np.eye(n) for dial, n in enumerate(shape)))

    dials = range(len(shape))
    mean = averaged(dials)
    alone = [averaged([other for other in dials if other != dial]) - mean for dial in dials]
    return [*alone, *(averaged([]) - averaged([dial]) for dial in dials), averaged([]) - mean]


def _variances(grids: NDArray[np.float64], projections: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Variance of each part of each grid, shape (grids, parts); ``grids`` are flat, shape (grids, settings)."""
    return np.column_stack([((grids @ part) * grids).mean(axis=1) for part in projections])


def _shares(variances: NDArray[np.float64]) -> NDArray[np.float64]:
    whole = variances[..., -1:]
    return np.divide(variances[..., :-1], whole, out=np.zeros_like(variances[..., :-1]), where=whole > 0)


def dial_importance(
    results: pl.DataFrame,
    design: pl.DataFrame,
    *,
    metrics: Sequence[str] | None = None,
    resamples: int = RESAMPLES,
) -> pl.DataFrame:
    """Share of the variance among the settings of a grid that each dial explains, alone and with its interactions.

    The estimated values differ by noise too, which would go to the dials, and most of it to their total indices. The
    variance that the noise makes is estimated from the decks and taken away, which leaves the variances unbiased (their
    shares are cut at 0 and 1); how much that was is told. Intervals are by bootstrap over decks.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``; every variant over the same decks.
    design
        A row a variant: a column ``variant`` and one a dial, named after it. Every combination of values once.
    metrics
        Names of metrics; the key metrics that are means or ratios if None.
    resamples
        How often decks are drawn anew for the intervals.

    Returns
    -------
    Columns players, metric, title, dial, first, first_lo, first_hi, total, total_lo, total_hi, spread (standard
    deviation of the metric over the grid, noise taken away, in its unit), noise_share (of the variance among the
    estimated values), decks, note.

    Raises
    ------
    DesignError
        The design is not a whole grid, or a metric is neither a mean nor a ratio.
    simulator.statistics.UnpairedDecksError
        The variants did not play the same decks.
    """
    dials = [name for name in design.columns if name != _VARIANT]
    values = [design[dial].unique(maintain_order=True).to_list() for dial in dials]
    names = _in_grid_order(design, dials, values)
    shape = tuple(len(each) for each in values)
    rows = []
    for players in sorted(results["players"].unique().to_list()):
        wanted = wanted_metrics(metrics, players)
        sums = [deck_sums(games_of(results, name, players), wanted) for name in names]
        for name, each in zip(names[1:], sums[1:], strict=True):
            check_pairing(sums[0], each, base_name=names[0], other_name=name, players=players)
        decks = sums[0].height
        found = {metric: _shares_or_reason(metric, sums, shape) for metric in wanted}
        known = {metric: its for metric, its in found.items() if isinstance(its, VarianceShares)}
        drawn: dict[Metric, list[NDArray[np.float64]]] = {metric: [] for metric in known}
        for weights in deck_weights(decks, resamples=resamples):
            for metric, its in known.items():
                drawn[metric].append(its.drawn(weights))
        for metric in wanted:
            shares = found[metric]
            labels = {"players": players, "metric": metric.name, "title": metric.title, "decks": decks}
            if isinstance(shares, str):
                rows += [{**labels, "dial": dial, "note": shares} for dial in dials]
                continue
            lo, hi = np.quantile(np.vstack(drawn[metric]), (0.025, 0.975), axis=0).clip(0, 1)
            for place, dial in enumerate(dials):
                other = place + len(dials)
                rows.append(
                    {
                        **labels,
                        "dial": dial,
                        "first": float(shares.first[place]),
                        "first_lo": float(lo[place]),
                        "first_hi": float(hi[place]),
                        "total": float(shares.total[place]),
                        "total_lo": float(lo[other]),
                        "total_hi": float(hi[other]),
                        "spread": float(np.sqrt(shares.variance)),
                        "noise_share": shares.noise_share,
                    }
                )
    numbers = ("first", "first_lo", "first_hi", "total", "total_lo", "total_hi", "spread", "noise_share")
    schema = {"players": pl.Int32, **dict.fromkeys(("metric", "title", "dial"), pl.String)}
    schema |= {**dict.fromkeys(numbers, pl.Float64), "decks": pl.Int64, "note": pl.String}
    return pl.DataFrame(rows, schema=schema)


def _shares_or_reason(metric: Metric, sums: Sequence[pl.DataFrame], shape: tuple[int, ...]) -> VarianceShares | str:
    """Indices of the dials for a metric, or why there are none."""
    known = [found for found in (measured(metric, each) for each in sums) if found is not None]
    if len(known) < len(sums):
        return f"{metric.absent} at one of the settings"
    decks = sums[0].height
    if decks == 1:
        return "one deck has no noise to tell apart"
    means = np.array([found.means[0] for found in known]).reshape(shape)
    influences = np.column_stack([found.influences[:, 0] for found in known]).reshape(decks, *shape)
    return variance_shares(means, influences) or "the settings differ by no more than noise does"


def _in_grid_order(design: pl.DataFrame, dials: Sequence[str], values: Sequence[Sequence[object]]) -> list[str]:
    """Names of the variants, the last dial turning fastest."""
    if not dials:
        raise DesignError("the design has no dial: give it a column for each, with its value for every variant")
    found = {tuple(row[dial] for dial in dials): row[_VARIANT] for row in design.to_dicts()}
    missing = [setting for setting in product(*values) if setting not in found]
    if missing or len(found) != design.height:
        which = f"{dict(zip(dials, missing[0], strict=True))} is missing" if missing else "a setting is there twice"
        raise DesignError(f"Sobol' indices need every combination of the dials' values once: {which}")
    return [found[setting] for setting in product(*values)]


def dial_steps(results: pl.DataFrame, design: pl.DataFrame, *, metrics: Sequence[str] | None = None) -> pl.DataFrame:
    """Paired difference that each step of a dial makes, from a value to the next, the other dials as they are.

    Where there are other dials the difference is the average over their settings that both values have.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``; every variant over the same decks.
    design
        A row a variant: a column ``variant`` and one a dial, named after it. A dial's values in order of appearance.
    metrics
        Names of metrics; the key metrics that are means or ratios if None.

    Returns
    -------
    Columns players, metric, title, unit, dial, before, after (its values, as a file writes them), difference, lo, hi,
    margin, p, p_holm, p_screened, p_beyond, p_beyond_holm, p_within, verdict, settings (averaged over), decks, note.
    All rows are one family of tests.

    Raises
    ------
    DesignError
        A metric is neither a mean nor a ratio.
    simulator.statistics.UnpairedDecksError
        The variants did not play the same decks.
    """
    dials = [name for name in design.columns if name != _VARIANT]
    names = design[_VARIANT].to_list()
    rows = []
    for players in sorted(results["players"].unique().to_list()):
        wanted = wanted_metrics(metrics, players)
        sums = {name: deck_sums(games_of(results, name, players), wanted) for name in names}
        for name in names[1:]:
            check_pairing(sums[names[0]], sums[name], base_name=names[0], other_name=name, players=players)
        for metric in wanted:
            found = {name: measured(metric, each) for name, each in sums.items()}
            for dial in dials:
                for before, after, pairs in _steps(design, dial):
                    row: dict[str, Any] = {
                        "players": players,
                        "metric": metric.name,
                        "title": metric.title,
                        "unit": metric.unit.name,
                        "dial": dial,
                        "before": written(before),
                        "after": written(after),
                        "margin": metric.margin,
                        "same": False,
                        "settings": len(pairs),
                        "decks": sums[names[0]].height,
                    }
                    ends = [(found[one], found[other]) for one, other in pairs]
                    known = [(one, other) for one, other in ends if one is not None and other is not None]
                    if len(known) < len(ends):
                        rows.append({**row, "note": f"{metric.absent} at one of the settings"})
                        continue
                    differences = [float(other.means[0] - one.means[0]) for one, other in known]
                    pulls = [other.influences[:, 0] - one.influences[:, 0] for one, other in known]
                    row["difference"] = sum(differences) / len(known)
                    informed = min(min(one.informed, other.informed) for one, other in known)
                    evidence = evidence_of_mean(row["difference"], np.mean(pulls, axis=0), informed)
                    if evidence is None:
                        row["note"] = "one deck has no interval"
                    else:
                        row["lo"], row["hi"] = evidence.interval() or (None, None)
                        row |= tests_of_difference(evidence, metric.margin)
                        row["same"] = not np.any(differences) and not np.any(pulls)
                    rows.append(row)
    schema = {"players": pl.Int32, **dict.fromkeys(("metric", "title", "unit", "dial", "before", "after"), pl.String)}
    schema |= dict.fromkeys(("difference", "lo", "hi", "margin", "p", "p_beyond", "p_within"), pl.Float64)
    schema |= {"same": pl.Boolean, "settings": pl.Int64, "decks": pl.Int64, "note": pl.String}
    return judged(pl.DataFrame(rows, schema=schema))


def _steps(design: pl.DataFrame, dial: str) -> Iterator[tuple[Any, Any, list[tuple[str, str]]]]:
    """Two neighbouring values of a dial, and the variants that have them and are otherwise set alike."""
    others = [name for name in design.columns if name not in (_VARIANT, dial)]
    found = {(row[dial], *(row[other] for other in others)): row[_VARIANT] for row in design.to_dicts()}
    for before, after in pairwise(design[dial].unique(maintain_order=True).to_list()):
        settings = [key[1:] for key in found if key[0] == before and (after, *key[1:]) in found]
        if settings:
            yield before, after, [(found[before, *setting], found[after, *setting]) for setting in settings]
