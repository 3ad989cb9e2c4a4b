"""Intervals that stay right however often one looks while a study runs: confidence sequences.

A plain 95 % interval is right at one number of decks that was fixed before. Stopped at the best-looking of sixty looks
it misses the truth in some four studies of ten. A confidence sequence covers the truth at all looks together.
"""

import math
from dataclasses import dataclass

from scipy import special

__all__ = ["LookingLaw", "confidence_sequence_half_width", "share_sequence"]

_ALPHA = 0.05
"""The miss rate at which a sequence is made tightest: that of the interval that is shown."""


def confidence_sequence_half_width(
    standard_deviation: float, n: int, *, alpha: float = _ALPHA, best_at: float
) -> float:
    """Half the width of the confidence sequence of a mean after ``n`` decks.

    The mean ± this holds the truth at every n at once with probability 1 − ``alpha``:

        sd · √( 2 (nρ² + 1) / (n²ρ²) · ln( √(nρ² + 1) / α ) )

    (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, "Time-uniform central limit theory and asymptotic confidence
    sequences", Annals of Statistics 52, 2024, theorem 2.2.) For any ρ it holds; how wide it is at which n depends on ρ.
    Setting the derivative by ρ to 0 makes it tightest at n = ``best_at`` with

        ρ² = (−W₋₁(−α² / e) − 1) / best_at,

    W₋₁ being the lower branch of Lambert's function. There it is 1.55 times as wide as a plain 95 % interval. The
    guarantee is asymptotic, like that of the plain interval: the first look should rest on a hundred decks or so.

    Parameters
    ----------
    standard_deviation
        Of the decks' influences on the mean.
    n
        Decks so far.
    alpha
        The chance of ever missing the truth.
    best_at
        The number of decks at which it is to be tightest: where one expects to stop.

    Raises
    ------
    ValueError
        A number of decks is not above zero, or alpha is not between 0 and 1.
    """
    return standard_deviation / math.sqrt(n) * _multiple(_mixing(n, best_at, alpha), alpha)


@dataclass(frozen=True)
class LookingLaw:
    """How many standard errors an estimate may ever lie from the truth, whatever the number of looks.

    It is `confidence_sequence_half_width` in standard errors, and that turned around for p-values: the p-value is the
    smallest α whose sequence leaves the threshold out. Each side of the sequence has half of α, since one study crosses
    both sides with a probability of the order of α² only.

    Parameters
    ----------
    decks
        Decks so far.
    best_at
        The number of decks at which the 95 % interval is tightest.
    """

    decks: int
    best_at: float

    def isf(self, tail: float) -> float:
        """Standard errors by which the estimate ever exceeds the truth with probability at most ``tail`` (≤ ½)."""
        return _multiple(_mixing(self.decks, self.best_at, _ALPHA), 2 * tail)

    def sf(self, errors: float) -> float:
        """Chance that the estimate ever exceeds the truth by as much evidence as ``errors`` standard errors now are."""
        if errors <= 0:
            return 1.0
        mixing = _mixing(self.decks, self.best_at, _ALPHA)
        return min(1.0, math.sqrt(mixing + 1) * math.exp(-(errors**2) * mixing / (2 * (mixing + 1)))) / 2


def share_sequence(count: int, of: int, *, alpha: float = _ALPHA) -> tuple[float, float]:
    """Confidence sequence of a share that was 0 or 1 in all of the independent trials so far.

    Such decks show no spread to take an error from. A share p is left out once its likelihood, (1 − p)ⁿ for no success
    in n, falls below α times the likelihood under a share drawn evenly from 0 to 1, which is 1 / (n + 1): by Ville's
    inequality that ever happens to the true share with probability at most α (Robbins 1970). It is exact at every n.

    Raises
    ------
    ValueError
        The share is neither 0 nor 1.
    """
    if count not in (0, of):
        raise ValueError(f"{count} of {of} is neither none nor all")
    reach = 1 - (alpha / (of + 1)) ** (1 / of)
    return (0.0, reach) if count == 0 else (1 - reach, 1.0)


def _mixing(n: float, best_at: float, alpha: float) -> float:
    """Evaluate nρ²: how far the sequence weighs looks near ``n``."""
    if not (n > 0 and best_at > 0):
        raise ValueError(f"a confidence sequence needs decks: {n!r} so far, tightest at {best_at!r}")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha!r}; it lies between 0 and 1")
    return float(-special.lambertw(-(alpha**2) / math.e, k=-1).real - 1) * n / best_at


def _multiple(mixing: float, alpha: float) -> float:
    """Half the width in standard errors."""
    return math.sqrt((mixing + 1) / mixing * (math.log(mixing + 1) - 2 * math.log(alpha)))
