"""In which round the Double Seven token is taken."""

import altair as alt
import polars as pl

from simulator.charts.panels import by_colour, by_shape, by_tooltip, facetted, in_panels, panel_width
from simulator.charts.theme import styled

__all__ = ["round_chart"]

_TAIL = 0.002
"""Rounds in which every share is this small, at either end, lie outside the picture."""


def round_chart(
    rounds: pl.DataFrame, *, title: str = "In which round does Double Seven come?", by: str = "variant"
) -> alt.FacetChart:
    """Draw the share of games in which the Double Seven token is taken in each round, a panel a number of players.

    Parameters
    ----------
    rounds
        As `simulator.statistics.token_rounds` returns it: ``by``, players, round, share, lo, hi and so on.
    title
        The question or the finding.
    by
        The column that tells apart what is side by side: ``variant`` or ``line_up``.
    """
    common = rounds.filter(pl.col("share") >= _TAIL).group_by("players")
    reach = common.agg(pl.col("round").min().alias("first"), pl.col("round").max().alias("last"))
    seen = rounds.join(reach, on="players", maintain_order="left").filter(pl.col("round").is_between("first", "last"))
    frame = in_panels(seen.drop("first", "last"), by)
    base = alt.Chart()
    across = alt.X(
        "round:Q",
        title="Round",
        axis=alt.Axis(tickMinStep=1, tickCount=6),
        scale=alt.Scale(zero=False, nice=False, padding=8),
    )
    colour = by_colour(frame)
    interval = base.mark_rule(strokeWidth=2).encode(x=across, y=alt.Y("lo:Q"), y2="hi:Q", color=colour)
    line = base.mark_line(strokeWidth=1.5).encode(
        x=across,
        y=alt.Y("share:Q", title="Share of games", axis=alt.Axis(format=".0%", tickCount=5)),
        color=colour,
    )
    point = base.mark_point(filled=True, size=45, opacity=1).encode(
        x=across,
        y=alt.Y("share:Q"),
        color=colour,
        shape=by_shape(frame),
        tooltip=[
            by_tooltip(by),
            alt.Tooltip("round:Q", title="Round"),
            alt.Tooltip("share:Q", title="Share of games", format=".1%"),
            alt.Tooltip("by:Q", title="By then", format=".1%"),
        ],
    )
    layers = alt.layer(interval, line, point).properties(width=panel_width(frame), height=200)
    chart = facetted(layers, frame).resolve_scale(x="independent")
    return styled(chart, title, "Share of games in which the token is taken in that round. Bars: 95 % intervals.")
