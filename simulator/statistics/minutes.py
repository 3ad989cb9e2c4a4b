"""How long a turn takes at a table: seconds reckoned from games and from the minutes that people report."""

import polars as pl

from simulator.statistics.paired import estimate_table

__all__ = ["REPORTED_MINUTES", "seconds_per", "seconds_per_turn"]

REPORTED_MINUTES = 8.5
"""Minutes of a game, between the 8 and the 9 that the two online pages report for two to four players."""


def seconds_per_turn(results: pl.DataFrame, *, minutes: float = REPORTED_MINUTES) -> pl.DataFrame:
    """Seconds that a turn must take for games to last ``minutes`` on average.

    This is how `simulator.statistics.SECONDS_PER_TURN` was found, from games of the rulebook by ``house`` with two,
    three and four players. The pages give one length for all tables, so all tables together weigh each number of
    players alike; that a turn at a small table then seems to take longer shows how rough the estimate is.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    minutes
        How long a game lasts.

    Returns
    -------
    Columns variant, players, turns (mean of a game), seconds_per_turn; last for each variant a row for all numbers of
    players together, in which players is null.

    Raises
    ------
    ValueError
        ``minutes`` is not above zero.
    """
    return seconds_per(results, "turns", minutes=minutes).rename({"value": "turns", "seconds": "seconds_per_turn"})


def seconds_per(
    results: pl.DataFrame, metric: str, *, minutes: float = REPORTED_MINUTES, by: str = "variant"
) -> pl.DataFrame:
    """Seconds that each turn, round or decision must take for games to last ``minutes`` on average.

    If one of them took the same time at every table, that would be the clock of the game.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    metric
        Name of a metric that counts something in a game, such as ``"rounds"``.
    minutes
        How long a game lasts.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.

    Returns
    -------
    Columns ``by``, players, value (mean of a game), seconds; last for each value of ``by`` a row for all numbers of
    players together, each weighing alike, in which players is null.

    Raises
    ------
    ValueError
        ``minutes`` is not above zero.
    """
    if not minutes > 0:
        raise ValueError(f"a game lasts {minutes!r} minutes; it lasts more than none")
    tables = estimate_table(results, by=by, metrics=[metric]).select(by, "players", "value")
    together = tables.group_by(by, maintain_order=True).agg(
        pl.lit(None, pl.Int32).alias("players"), pl.col("value").mean()
    )
    order = {name: place for place, name in enumerate(together[by])}
    return (
        pl.concat([tables, together])
        .sort(pl.col(by).replace_strict(order), "players", nulls_last=True)
        .with_columns((60 * minutes / pl.col("value")).alias("seconds"))
    )
