"""Which of many rule changes does most: each by the largest effect that is sure, in margins."""

import polars as pl

from simulator.statistics.verdicts import LEVEL

__all__ = ["rank_effects"]


def rank_effects(differences: pl.DataFrame) -> pl.DataFrame:
    """Each variant's largest sure effect, the variants sorted by it, the largest first.

    An effect is sure by as much as its 95 % interval lies away from 0, if it is not 0 by Holm's method over its table:
    of very many intervals some miss 0 by chance. Margins are the unit, so that turns, points and wins can be held
    against one another. Of equal sure effects the larger difference counts, then the order of the rows.

    Parameters
    ----------
    differences
        Rows of `simulator.statistics.difference_table`; further columns are kept.

    Returns
    -------
    One row a variant: the row of its largest effect, with ``sure`` (margins, 0 or more) and ``margins`` (the difference
    in margins). Variants of which no difference is known come last, with 0.
    """
    nearest = pl.max_horizontal("lo", -pl.col("hi"), pl.lit(0.0))
    return (
        differences.with_columns(
            pl.when(pl.col("p_holm") <= LEVEL).then(nearest / pl.col("margin")).otherwise(0.0).alias("sure"),
            (pl.col("difference") / pl.col("margin")).fill_null(0.0).alias("margins"),
        )
        .with_columns(pl.col("margins").abs().alias("size"))
        .sort("sure", "size", descending=True, maintain_order=True)
        .unique("variant", keep="first", maintain_order=True)
        .drop("size")
    )
