"""Win shares by seat, as a frame."""

from collections.abc import Sequence

import polars as pl

from simulator.statistics.metrics import SEAT_WORDS
from simulator.statistics.paired import estimate_table

__all__ = ["seat_shares"]


def seat_shares(results: pl.DataFrame, *, variants: Sequence[str] | None = None) -> pl.DataFrame:
    """Win share of every seat with its 95 % interval, by variant and number of players.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    variants
        Names of the variants, in order; all, in order of appearance, if None.

    Returns
    -------
    Columns players, variant, seat (first, second, …), even (1/players), share, lo, hi.
    """
    most = int(results.select(pl.col("players").max()).item())
    seats = {f"{word}_seat_advantage": word for word in SEAT_WORDS[:most]}
    even = 1 / pl.col("players")
    return (
        estimate_table(results, variants=variants, metrics=list(seats))
        .with_columns(pl.col("metric").replace_strict(seats).alias("seat"), even.alias("even"))
        .select(
            "players",
            "variant",
            "seat",
            "even",
            *((pl.col(name) + even).alias(new) for name, new in (("value", "share"), ("lo", "lo"), ("hi", "hi"))),
        )
    )
