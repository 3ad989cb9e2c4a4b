"""Drawing decks anew: the bootstrap for what has no simple standard error, such as a choice or a share of variance."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simulator.statistics.decks import Measured
from simulator.statistics.metrics import Balance, Metric

__all__ = ["RESAMPLES", "deck_weights", "resampled_values"]

RESAMPLES = 2000
"""How often decks are drawn anew: the ends of a 95 % interval then rest on fifty draws each."""

_CHUNK = 50


def deck_weights(
    decks: int, *, resamples: int = RESAMPLES, seed: int = 0, bayesian: bool = False
) -> Iterator[NDArray[np.float64]]:
    """Draw ``decks`` decks with replacement, again and again, and say how often each was drawn.

    A deck is drawn with all its games, under every variant, so that what is paired stays paired.

    Parameters
    ----------
    decks
        Number of decks of the study.
    resamples
        Number of draws.
    seed
        The same seed gives the same draws.
    bayesian
        Whether to weigh all decks at random instead (the Bayesian bootstrap, Rubin 1981): for what does not exist
        where a deck that matters is missing.

    Yields
    ------
    Shape (some of the draws, decks): how often each deck is in each draw. Some at a time, to save memory.
    """
    rng = np.random.default_rng(seed)
    for start in range(0, resamples, _CHUNK):
        size = (min(_CHUNK, resamples - start), decks)
        if bayesian:
            yield rng.standard_exponential(size)
        else:
            drawn = rng.integers(decks, size=size)
            yield np.stack([np.bincount(each, minlength=decks) for each in drawn]).astype(np.float64)


def resampled_values(metric: Metric, found: Measured, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of a ``metric`` over drawn decks.

    A mean over drawn decks is the mean plus the drawn decks' average influence: exactly for a mean, by the delta method
    for a ratio, like every interval here.

    Parameters
    ----------
    metric, found
        What was `simulator.statistics.decks.measured`, and the result.
    weights
        How often each deck was drawn, shape (draws, decks): from `deck_weights`.

    Returns
    -------
    Shape (draws,).
    """
    means = found.means + weights @ found.influences / weights.shape[1]
    return 1 - np.ptp(means, axis=1) if isinstance(metric.measure, Balance) else means[:, 0]
