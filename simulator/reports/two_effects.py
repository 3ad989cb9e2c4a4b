"""Both effects of a rule change, played and told in one frame."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from simulator.statistics import two_effects_table
from simulator.studies import play_two_effects
from simulator.variants import Variant

__all__ = ["two_effects"]


def two_effects(
    base: Variant,
    variant: Variant,
    *,
    players: Sequence[int] = (2, 3),
    games: int = 10_000,
    metrics: Sequence[str] | None = None,
    **played: Any,
) -> pl.DataFrame:
    """What a rule change does with the players unchanged, and with players re-tuned to the new rules.

    Parameters
    ----------
    base, variant, players, games, **played
        As in :func:`simulator.studies.play_two_effects`.
    metrics
        Names of the metrics; the key metrics if None.

    Returns
    -------
    polars.DataFrame
        See :func:`simulator.statistics.two_effects_table`.
    """
    return two_effects_table(play_two_effects(base, variant, players=players, games=games, **played), metrics=metrics)
