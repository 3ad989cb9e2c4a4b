"""Who wins, or takes the Double Seven token, by seat."""

import altair as alt
import polars as pl

from simulator.charts.panels import by_colour, by_shape, by_tooltip, facetted, in_panels, panel_width
from simulator.charts.theme import MUTED, styled

__all__ = ["seat_chart"]

_SEAT = 34
"""Pixels that a seat's word takes, lying flat."""


def seat_chart(
    shares: pl.DataFrame,
    *,
    what: str = "win share",
    title: str = "Does the seat decide who wins?",
    by: str = "variant",
) -> alt.FacetChart:
    """Draw each seat's share against the even share, with intervals, a panel for each number of players.

    Parameters
    ----------
    shares
        As `simulator.statistics.seat_shares` or `simulator.statistics.token_by_seat` returns it: ``by``, players, seat
        (a word), even, share, lo, hi.
    what
        What they are shares of, in words.
    title
        The question or the finding.
    by
        The column that tells apart what is side by side: ``variant`` or ``line_up``.
    """
    named = f"{what[0].upper()}{what[1:]}"
    shares = shares.with_columns(
        pl.lit(0).alias("zero"),
        *((100 * (pl.col(name) - pl.col("even"))).alias(f"{name}_above") for name in ("share", "lo", "hi")),
    )
    frame = in_panels(shares, by)
    seats = shares.sort("players", descending=True)["seat"].unique(maintain_order=True).to_list()
    roles = frame["role"].unique(maintain_order=True).to_list()
    angle = 0 if panel_width(frame) >= _SEAT * len(seats) else -45
    base = alt.Chart()
    place = base.encode(
        x=alt.X("seat:N", title="Seat, in playing order", sort=seats, axis=alt.Axis(labelAngle=angle)),
        xOffset=alt.XOffset("role:N", sort=roles, scale=alt.Scale(paddingOuter=0.6)),
        color=by_colour(frame),
    )
    even = base.mark_rule(color=MUTED, strokeDash=[3, 3]).encode(y="min(zero):Q")
    interval = place.mark_rule(strokeWidth=2).encode(y=alt.Y("lo_above:Q"), y2="hi_above:Q")
    point = place.mark_point(filled=True, size=70, opacity=1).encode(
        y=alt.Y(
            "share_above:Q",
            title=f"{named} against even (% points)",
            axis=alt.Axis(tickCount=6, labelExpr="datum.value == 0 ? 'even' : format(datum.value, '+~r')"),
        ),
        shape=by_shape(frame),
        tooltip=[
            by_tooltip(by),
            alt.Tooltip("seat:N", title="Seat"),
            alt.Tooltip("share:Q", title=named, format=".1%"),
            alt.Tooltip("lo:Q", title="from", format=".1%"),
            alt.Tooltip("hi:Q", title="to", format=".1%"),
        ],
    )
    layers = alt.layer(even, interval, point).properties(width=panel_width(frame), height=210)
    chart = facetted(layers, frame).resolve_scale(x="independent", xOffset="independent")
    return styled(chart, title, f"Points: {what} less the even share 1/players. Bars: 95 % intervals.")
