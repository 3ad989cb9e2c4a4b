"""How long games are, variant against variant."""

import altair as alt
import polars as pl

from simulator.charts.panels import LINES, by_colour, by_dash, by_tooltip, facetted, in_panels, panel_width
from simulator.charts.theme import styled

__all__ = ["length_chart"]

_TAIL = 0.01
"""Lengths this rare, beside the commonest at their table, lie outside the picture."""


def length_chart(
    distribution: pl.DataFrame,
    *,
    title: str = "How long is a game?",
    by: str = "variant",
) -> alt.FacetChart:
    """Draw the share of games of each length, a panel for each number of players.

    Parameters
    ----------
    distribution
        As `simulator.statistics.length_distribution` returns it: ``by``, players, turns, share, mean.
    title
        The question or the finding.
    by
        The column that tells apart what is side by side: ``variant`` or ``line_up``.
    """
    common = distribution.filter(pl.col("share") >= _TAIL * pl.col("share").max().over("players"))
    first, last = common["turns"].min(), common["turns"].max()
    frame = in_panels(distribution.filter(pl.col("turns").is_between(first, last)), by)
    base = alt.Chart()
    scale = alt.Scale(domain=[first, last], nice=False)
    across = alt.X("turns:Q", title="Turns in a game", scale=scale, axis=alt.Axis(tickCount=6))
    line = base.mark_line(strokeWidth=2, interpolate="monotone").encode(
        x=across,
        y=alt.Y("share:Q", title="Share of games, per turn", axis=alt.Axis(format=".1~%", tickCount=5)),
        color=by_colour(frame, LINES),
        strokeDash=by_dash(frame),
        tooltip=[
            by_tooltip(by),
            alt.Tooltip("turns:Q", title="Turns"),
            alt.Tooltip("share:Q", title="Share of games", format=".2%"),
        ],
    )
    mean = base.mark_rule(strokeWidth=1.5).encode(
        x=alt.X("mean(mean):Q", scale=scale), color=by_colour(frame, LINES), strokeDash=by_dash(frame)
    )
    layers = alt.layer(mean, line).properties(width=panel_width(frame), height=200)
    return styled(
        facetted(layers, frame), title, "Curves: share of games of each length. Upright lines: the mean length."
    )
