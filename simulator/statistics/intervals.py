"""What a sample of decks says about one number: intervals, and the strength of evidence against a threshold.

The functions take arrays with one row a deck; they know nothing of frames, metrics or verdicts. A deck played
several times (once per rotation of the seats, say) is one row, so that errors are clustered by deck.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import special

from simulator.statistics.sequential import LookingLaw

__all__ = [
    "CONFIDENCE",
    "ConstantEvidence",
    "Evidence",
    "Law",
    "MaximaEvidence",
    "MeanEvidence",
    "StudentLaw",
    "evidence_of_mean",
    "law_of",
    "linearise",
    "share_interval",
]

CONFIDENCE = 0.95
"""Level of every interval that is shown."""

_SEPARATED = 4.0
"""Standard errors by which a candidate must trail the largest to be ruled out as the largest."""

_ROUNDING = 1e-12
"""Spread, relative to the size of the values, below which floating-point values count as equal."""

Interval = tuple[float, float] | None
"""Lower and upper end, or None where the sample is too small to have an interval."""


class Evidence(Protocol):
    """What a sample says about a number."""

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Two-sided interval that covers the number with probability ``confidence``."""

    def p_above(self, threshold: float) -> float:
        """One-sided p-value of 'the number is at most ``threshold``': small when it is surely above."""

    def p_below(self, threshold: float) -> float:
        """One-sided p-value of 'the number is at least ``threshold``': small when it is surely below."""


class Law(Protocol):
    """How many standard errors an estimate may lie above the truth; by symmetry also below."""

    def isf(self, tail: float) -> float:
        """Standard errors that are exceeded with probability at most ``tail``."""

    def sf(self, errors: float) -> float:
        """Probability of exceeding the truth by ``errors`` standard errors or more."""


@dataclass(frozen=True)
class StudentLaw:
    """Student's t with ``freedom`` degrees: right at one number of decks that was fixed before."""

    freedom: int

    def isf(self, tail: float) -> float:
        """Upper quantile of Student's t."""
        return float(-special.stdtrit(self.freedom, tail))

    def sf(self, errors: float) -> float:
        """Upper tail of Student's t."""
        return float(special.stdtr(self.freedom, -errors))


@dataclass(frozen=True)
class MeanEvidence:
    """A mean with its standard error; (estimate − truth) / error follows ``law``."""

    estimate: float
    error: float
    law: Law

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Interval with the same chance of missing on either side."""
        half = self.error * self.law.isf((1 - confidence) / 2)
        return self.estimate - half, self.estimate + half

    def p_above(self, threshold: float) -> float:
        """One-sided test of 'at most ``threshold``'."""
        return self.law.sf((self.estimate - threshold) / self.error)

    def p_below(self, threshold: float) -> float:
        """One-sided test of 'at least ``threshold``'."""
        return self.law.sf((threshold - self.estimate) / self.error)


@dataclass(frozen=True)
class ConstantEvidence:
    """Every one of ``decks`` gave ``estimate``, so that no spread exists to estimate an error from.

    What remains is the sign test. If the median deck lay above the estimate, all decks would lie at or below it with
    probability at most 2^−decks. The interval is that of the median deck: one point, once six decks support it. It
    stays right however often one looks, since decks that are all alike have been so at every look before.
    """

    estimate: float
    decks: int

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Return the one point, or None with too few decks."""
        return (self.estimate, self.estimate) if 2 * 0.5**self.decks <= 1 - confidence else None

    def p_above(self, threshold: float) -> float:
        """Sign test of 'at most ``threshold``'."""
        return 0.5**self.decks if self.estimate > threshold else 1.0

    def p_below(self, threshold: float) -> float:
        """Sign test of 'at least ``threshold``'."""
        return 0.5**self.decks if self.estimate < threshold else 1.0


@dataclass(frozen=True, eq=False)
class MaximaEvidence:
    """The difference max(first) − max(second) of the largest of two sets of means, estimated together.

    A maximum has no normal error where two of its candidates are nearly equal: the estimate then leans upwards and
    the bootstrap fails too. The bounds below need no such luck. Let i be the true largest of ``first`` (unknown, but
    fixed). Then max(first) − max(second) ≤ first_i − second_k for every k, so

        max over i, min over k of (first_i − second_k + c · error_ik)

    is an upper bound once c holds for all k at once (Bonferroni). Candidates k that trail the largest by four
    standard errors are left out of that count, so that the bound is the ordinary one where the largest is clear. (The
    intersection bounds of Chernozhukov, Lee & Rosen 2013, with Bonferroni in place of simulation.) The lower bound is
    the same with the sets exchanged.

    Parameters
    ----------
    first, second
        The estimated means, shapes (m,) and (k,).
    covariance
        Of ``first`` and ``second`` joined, shape (m + k, m + k).
    law
        Of the errors.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    covariance: NDArray[np.float64]
    law: Law

    @property
    def estimate(self) -> float:
        """The difference of the largest estimates."""
        return float(self.first.max() - self.second.max())

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Interval that covers at least ``confidence``, ties or not."""
        return -self._exchanged()._upper((1 - confidence) / 2), self._upper((1 - confidence) / 2)

    def p_above(self, threshold: float) -> float:
        """One-sided p-value of 'at most ``threshold``', inverting the lower bound."""
        return self._exchanged().p_below(-threshold)

    def p_below(self, threshold: float) -> float:
        """One-sided p-value of 'at least ``threshold``', inverting the upper bound."""
        gaps = threshold - (self.first[:, None] - self.second[None, :])
        errors = self._errors()
        # Without an error the sign of the gap decides, and no gap is no evidence.
        certain = np.where(gaps == 0, 0.0, np.copysign(np.inf, gaps))
        statistic = np.divide(gaps, errors, out=certain, where=errors > 0)
        return float(min(1.0, self._candidates() * self.law.sf(float(statistic.max(axis=1).min()))))

    def _exchanged(self) -> "MaximaEvidence":
        order = np.roll(np.arange(len(self.covariance)), -len(self.first))
        return MaximaEvidence(self.second, self.first, self.covariance[np.ix_(order, order)], self.law)

    def _errors(self) -> NDArray[np.float64]:
        """Standard errors of first_i − second_k, shape (m, k)."""
        m = len(self.first)
        variances = np.diag(self.covariance)
        squares = variances[:m, None] + variances[None, m:] - 2 * self.covariance[:m, m:]
        return np.sqrt(_without_rounding(squares, variances))

    def _candidates(self) -> int:
        """How many of ``second`` may be its true largest."""
        m = len(self.first)
        top = int(self.second.argmax())
        block = self.covariance[m:, m:]
        variances = np.diag(block)
        errors = np.sqrt(_without_rounding(variances + variances[top] - 2 * block[top], variances))
        return int(np.sum(self.second[top] - self.second <= _SEPARATED * errors))

    def _upper(self, tail: float) -> float:
        multiple = self.law.isf(tail / self._candidates())
        bounds = self.first[:, None] - self.second[None, :] + multiple * self._errors()
        return float(bounds.min(axis=1).max())


def _without_rounding(squares: NDArray[np.float64], variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Set to 0 the squared errors that are nothing but rounding of the ``variances`` they were made from."""
    return np.where(squares > _ROUNDING * variances.max(initial=0.0), squares, 0.0)


def linearise(
    numerators: NDArray[np.float64], denominators: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64]] | None:
    """Ratio of sums, and each deck's influence on it (the delta method).

    With R = Σ numerators / Σ denominators, a deck's influence is (numerator − R · denominator) / mean denominator. The
    influences sum to 0, and their standard deviation / √decks is the standard error of R. With all denominators 1, R is
    the mean and the influences are the deviations from it.

    Parameters
    ----------
    numerators, denominators
        Sums over the games of each deck, shape (decks,).

    Returns
    -------
    The ratio and the influences, shape (decks,); None where the denominators sum to 0.
    """
    total = denominators.sum()
    if total == 0:
        return None
    ratio = float(numerators.sum() / total)
    return ratio, (numerators - ratio * denominators) * (len(denominators) / total)


def evidence_of_mean(
    estimate: float, influences: NDArray[np.float64], informed: int | None = None, *, best_at: float | None = None
) -> Evidence | None:
    """Evidence about the number of which ``estimate`` is the estimate and ``influences`` the decks' pulls on it.

    Parameters
    ----------
    estimate
        The estimate.
    influences
        Influence of each deck, shape (decks,), summing to 0.
    informed
        Decks that enter the estimate at all, if not all do: the degrees of freedom are one fewer.
    best_at
        As in `law_of`.

    Returns
    -------
    None where fewer than two decks enter.
    """
    decks = len(influences) if informed is None else informed
    if decks < 2:
        return None
    if np.ptp(influences) <= _ROUNDING * max(1.0, abs(estimate)):
        return ConstantEvidence(estimate, decks)
    error = float(influences.std(ddof=1) / np.sqrt(len(influences)))
    return MeanEvidence(estimate, error, law_of(len(influences), decks, best_at=best_at))


def law_of(decks: int, informed: int, *, best_at: float | None = None) -> Law:
    """Law of an error that was estimated from ``decks``, of which ``informed`` enter the estimate.

    Parameters
    ----------
    decks, informed
        Numbers of decks.
    best_at
        If given, the law allows for looking again and again while decks come in, and is tightest at so many
        (`simulator.statistics.sequential`). If None, the number of decks was fixed before.
    """
    return StudentLaw(informed - 1) if best_at is None else LookingLaw(decks, best_at)


def share_interval(count: int, of: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval for a share of independent trials: honest also at none and at all of them."""
    share, z = count / of, float(special.ndtri(0.5 + 0.5 * confidence))
    scale = 2 * (of + z**2)
    middle = (2 * of * share + z**2) / scale
    half = z / scale * math.sqrt(4 * of * share * (1 - share) + z**2)
    # At none and at all of them the outer end is that by definition, but for rounding.
    return 0.0 if count == 0 else middle - half, 1.0 if count == of else middle + half
