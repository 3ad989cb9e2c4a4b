"""Values side by side: row by row what is compared, and within a row who or what gave it."""

import altair as alt
import polars as pl

from simulator.charts.panels import by_colour, by_shape, by_tooltip, facetted, in_panels, panel_width
from simulator.charts.theme import MUTED, styled

__all__ = ["value_chart"]

_ROW = 17
"""Pixels for each value of a row."""


def value_chart(
    values: pl.DataFrame, *, measure: str, title: str, reference: str | None = None, by: str = "variant"
) -> alt.FacetChart:
    """Draw values with their intervals, a row a label, a column a number of players.

    Parameters
    ----------
    values
        Columns label (of the row), players, ``by`` (told apart within a row by colour and shape; up to four), value,
        lo, hi, and, if there is a ``reference``, a column of that name: the value to hold this one against, or null.
        Labels and what ``by`` tells apart in the order in which they are shown.
    measure
        What is drawn, with its unit.
    title
        The question or the finding.
    reference
        What the upright ticks are, in words.
    by
        The column that tells apart what is side by side: ``variant`` or ``line_up``.
    """
    frame = in_panels(values.drop_nulls(["value", "lo", "hi"]), by)
    labels = frame["label"].unique(maintain_order=True).to_list()
    roles = frame["role"].unique(maintain_order=True).to_list()
    base = alt.Chart()
    row = alt.Y("label:N", title=None, sort=labels, axis=alt.Axis(labelLimit=210, domain=False, grid=True))
    place = base.encode(y=row, yOffset=alt.YOffset("role:N", sort=roles, scale=alt.Scale(paddingOuter=0.5)))
    across = alt.X("value:Q", title=measure, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5, grid=True))
    interval = place.mark_rule(strokeWidth=2).encode(x=alt.X("lo:Q"), x2="hi:Q", color=by_colour(frame))
    point = place.mark_point(filled=True, size=70, opacity=1).encode(
        x=across,
        color=by_colour(frame),
        shape=by_shape(frame),
        tooltip=[
            alt.Tooltip("label:N", title="What"),
            by_tooltip(by, "Which"),
            alt.Tooltip("value:Q", title=measure, format=".2f"),
            alt.Tooltip("lo:Q", title="from", format=".2f"),
            alt.Tooltip("hi:Q", title="to", format=".2f"),
        ],
    )
    layers = [interval, point]
    if reference is not None:
        tick = place.mark_tick(orient="vertical", thickness=2.5, size=_ROW, color=MUTED)
        layers.insert(0, tick.encode(x=alt.X(f"{reference}:Q")))
    drawn = alt.layer(*layers).properties(width=panel_width(frame), height=alt.Step(_ROW, **{"for": "offset"}))
    subtitle = "Points: values with 95 % intervals." + ("" if reference is None else f" Upright: {reference}.")
    return styled(facetted(drawn, frame), title, subtitle)
