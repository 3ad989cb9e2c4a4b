"""Both effects of a rule change side by side: with the players unchanged, and with players re-tuned to it."""

from collections.abc import Sequence

import polars as pl

from simulator.statistics.decks import names_of
from simulator.statistics.metrics import metrics_for
from simulator.statistics.paired import difference_table

__all__ = ["two_effects_table"]


def two_effects_table(games: pl.DataFrame, *, metrics: Sequence[str] | None = None) -> pl.DataFrame:
    """The paired differences of a variant from its base, for unchanged and for re-tuned players.

    Parameters
    ----------
    games
        Games from :func:`simulator.studies.play_two_effects`.
    metrics
        Names of the metrics; the key metrics if None.

    Returns
    -------
    The columns of :func:`difference_table`, after a column players_are (``unchanged`` or ``re-tuned``); the verdicts of
    each of the two are one family of tests. Where the two differ, part of what the rule does to unchanged players is
    that they play it badly.
    """
    wanted = [metric.name for metric in metrics_for(2) if metric.key] if metrics is None else metrics
    return pl.concat(
        difference_table(its, variants=names_of(its), metrics=wanted).select(
            pl.lit(players_are).alias("players_are"), pl.all()
        )
        for (players_are,), its in games.group_by("players_are", maintain_order=True)
    )
