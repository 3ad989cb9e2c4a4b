"""When games end, and how: cumulative incidence by cause, and the turns and rounds of the Double Seven token."""

import numpy as np
import polars as pl

from simulator.statistics.decks import DECK, games_of, names_of
from simulator.statistics.intervals import share_interval

__all__ = ["TOKEN", "cumulative_incidence", "token_rounds"]

TOKEN = "token"
"""The ``cause`` of the rows that tell when the Double Seven token was taken, whether or not that ended the game."""

CAUSES = ("double_seven", "last_tile", "stalled", "cut_off")
"""How games end, as in the ``end`` column."""

_CHART_ROWS = 4_500
"""Altair draws at most 5,000 rows."""

_SMOOTH = 80
"""Points that make a curve look smooth."""


def cumulative_incidence(results: pl.DataFrame, *, points: int | None = None, by: str = "variant") -> pl.DataFrame:
    """Share of games that a cause has ended by each turn.

    The incidence of cause k at turn t is the share of all games whose end was triggered by k in a turn ≤ t. Nothing is
    censored: over the causes the shares add up to the share of games that have come to their end. (A Kaplan–Meier curve
    for each cause, with the other causes as censoring, would overstate each.) Games that were cut off stand as a cause
    of their own, since they tell nothing of when they would have ended.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    points
        At most so many turns are reported, evenly spread from 0 to the last. If None, every turn up to 79, or as many
        as leave the frame small enough for a chart.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.

    Returns
    -------
    Columns ``by``, players, cause, turn, incidence, lo, hi; a cause that never occurs there has no rows.
    The 95 % interval at each turn is Wilson's with the number of decks as the sample size: right for one game a deck,
    and too wide, never too narrow, for several.
    """
    rows = []
    last = int(results.select(pl.max_horizontal("turns", "end_turn").max()).item())
    if points is None:
        curves = results.select(by, "players", "end").n_unique() + results.select(by, "players").n_unique()
        points = max(2, min(_SMOOTH, _CHART_ROWS // curves))
    turns = np.unique(np.linspace(0, last, min(points, last + 1)).round().astype(int))
    for players in sorted(results["players"].unique().to_list()):
        at_table = results.filter(pl.col("players") == players)
        for name in names_of(at_table, by):
            games = games_of(at_table, name, players, by)
            decks = games.select(DECK).n_unique()
            when = pl.coalesce("end_turn", "turns")
            times = {cause: games.filter(pl.col("end") == cause).select(when).to_series() for cause in CAUSES}
            times[TOKEN] = games["double_seven_turn"].drop_nulls()
            for cause, ended in times.items():
                if ended.is_empty():
                    continue
                counts = np.searchsorted(np.sort(ended.to_numpy()), turns, side="right")
                for turn, share in zip(turns.tolist(), (counts / games.height).tolist(), strict=True):
                    lo, hi = share_interval(round(share * decks), decks)
                    rows.append((name, players, cause, turn, share, min(lo, share), max(hi, share)))
    schema = {by: pl.String, "players": pl.Int32, "cause": pl.String, "turn": pl.Int32}
    schema |= dict.fromkeys(("incidence", "lo", "hi"), pl.Float64)
    return pl.DataFrame(rows, schema=schema, orient="row")


def token_rounds(results: pl.DataFrame, *, by: str = "variant") -> pl.DataFrame:
    """Share of games in which the Double Seven token is taken in each round.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.

    Returns
    -------
    Columns ``by``, players, round (from the first to the last in which it was taken with so many players; a round
    begun counts whole), share (of all games, so that the shares add up to that of the games with a token), lo, hi
    (95 % interval, as in `cumulative_incidence`) and by (the share of games that have had it by then).
    """
    rows = []
    number = (pl.col("double_seven_turn") + pl.col("players") - 1) // pl.col("players")
    taken = results.select(by, "players", *DECK, number.alias("round"))
    for players in sorted(taken["players"].unique().to_list()):
        at_table = taken.filter(pl.col("players") == players)
        seen = at_table["round"].drop_nulls().to_list()
        if not seen:
            continue
        for name in names_of(at_table, by):
            games = games_of(at_table, name, players, by)
            decks = games.select(DECK).n_unique()
            so_far = 0
            for each in range(min(seen), max(seen) + 1):
                count = int((games["round"] == each).sum())
                so_far += count
                share = count / games.height
                lo, hi = share_interval(round(share * decks), decks)
                rows.append((name, players, each, share, min(lo, share), max(hi, share), so_far / games.height))
    schema = {by: pl.String, "players": pl.Int32, "round": pl.Int32}
    schema |= dict.fromkeys(("share", "lo", "hi", "by"), pl.Float64)
    return pl.DataFrame(rows, schema=schema, orient="row")
