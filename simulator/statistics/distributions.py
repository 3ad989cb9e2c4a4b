"""How a number is spread over games, aggregated to a frame small enough for a chart."""

import math

import polars as pl

from simulator.statistics.decks import names_of

__all__ = ["length_distribution"]


def length_distribution(results: pl.DataFrame, *, bins: int = 30, by: str = "variant") -> pl.DataFrame:
    """Share of games by length, in bins of whole turns that are equally wide for all at a table.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    bins
        About so many bins between the shortest and the longest hundredth of games at a number of players.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.

    Returns
    -------
    Columns ``by``, players, turns (the middle of a bin), width (turns in a bin), games, share (of games, per turn of
    width), mean (length of these games). Bins that are empty between full ones are kept, with share 0.
    """
    frames = []
    for players in sorted(results["players"].unique().to_list()):
        at_table = results.filter(pl.col("players") == players)
        low, high = (at_table["turns"].quantile(share) or 0.0 for share in (0.01, 0.99))
        width = max(1, math.ceil((high - low) / bins))
        for name in names_of(at_table, by):
            turns = at_table.filter(pl.col(by) == name)["turns"]
            numbers = (turns // width).rename("bin")
            counted = numbers.value_counts(name="games")
            every = pl.select(
                pl.int_range(pl.lit(numbers.min()), pl.lit(numbers.max()) + 1, dtype=pl.Int32).alias("bin")
            )
            frames.append(
                every.join(counted, on="bin", how="left")
                .with_columns(pl.col("games").fill_null(0).cast(pl.Int64))
                .select(
                    pl.lit(name).alias(by),
                    pl.lit(players, pl.Int32).alias("players"),
                    (pl.col("bin") * width + (width - 1) / 2).cast(pl.Float64).alias("turns"),
                    pl.lit(width, pl.Int32).alias("width"),
                    "games",
                    (pl.col("games") / len(turns) / width).alias("share"),
                    pl.lit(turns.mean(), pl.Float64).alias("mean"),
                )
                .sort("turns")
            )
    return pl.concat(frames)
