"""The same figures by players of several levels of skill, or by any other few sorts, side by side."""

import altair as alt
import polars as pl

from simulator.charts.panels import LABELS, width_of_one_in
from simulator.charts.theme import COLOURS, MUTED, SHAPES, styled

__all__ = ["LEVEL_COLUMNS", "level_chart"]

LEVEL_COLUMNS: dict[str, type[pl.DataType]] = {
    **dict.fromkeys(("item", "level", "panel"), pl.String),
    **dict.fromkeys(("value", "lo", "hi"), pl.Float64),
}
"""Columns of a frame for `level_chart`."""

_LEVEL = 17
"""Pixels of height for each level of an item."""


def level_chart(
    values: pl.DataFrame,
    *,
    axis: str,
    title: str,
    subtitle: str = "Points: values with 95 % intervals.",
    reference: float | None = 0.0,
    same_scale: bool = True,
    beside: bool = True,
) -> alt.FacetChart:
    """Draw values with their intervals: a row an item, a colour and a shape a level, a column of panels a panel.

    Parameters
    ----------
    values
        `LEVEL_COLUMNS`: texts, drawn in their order of appearance, then the value with its interval. A row without a
        value leaves a gap; one without an interval has a point alone.
    axis
        What is measured, with its unit.
    title
        The question or the finding.
    subtitle
        How to read it.
    reference
        Where a dashed line stands; nowhere if None.
    same_scale
        Whether all panels have one scale.
    beside
        Whether an item's levels stand beside one another; False where each item has one level only.

    Raises
    ------
    ValueError
        There are more levels than can be told apart.
    """
    frame = values.drop_nulls("value")
    items, levels, panels = (values[name].unique(maintain_order=True).to_list() for name in ("item", "level", "panel"))
    if len(levels) > len(COLOURS):
        raise ValueError(f"{len(levels)} levels are too many to tell apart; a chart has at most {len(COLOURS)}")
    base = alt.Chart()
    place = {"y": alt.Y("item:N", title=None, sort=items, axis=alt.Axis(labelLimit=LABELS, domain=False))}
    if beside:
        place["yOffset"] = alt.YOffset("level:N", sort=levels, scale=alt.Scale(domain=levels, paddingOuter=0.5))
    # Vega-Lite is told the domains, since a panel need not have every level.
    colour = alt.Color("level:N", title=None, scale=alt.Scale(domain=levels, range=list(COLOURS[: len(levels)])))
    shape = alt.Shape("level:N", title=None, scale=alt.Scale(domain=levels, range=list(SHAPES[: len(levels)])))
    across = alt.X("value:Q", title=axis, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5, grid=True))
    interval = base.mark_rule(strokeWidth=2).encode(x=alt.X("lo:Q"), x2="hi:Q", color=colour, **place)
    point = base.mark_point(filled=True, size=70, opacity=1).encode(
        x=across,
        color=colour,
        shape=shape,
        tooltip=[
            alt.Tooltip("item:N", title="What"),
            alt.Tooltip("level:N", title="Who"),
            alt.Tooltip("value:Q", title=axis, format=".1f"),
            alt.Tooltip("lo:Q", title="from", format=".1f"),
            alt.Tooltip("hi:Q", title="to", format=".1f"),
        ],
        **place,
    )
    layers = [interval, point]
    if reference is not None:
        layers.insert(0, base.mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x=alt.datum(reference)))
    chart = (
        alt.layer(*layers)
        .properties(
            width=width_of_one_in(len(panels)),
            height=max(60, len(items) * (_LEVEL * (len(levels) if beside else 1) + 10)),
        )
        .facet(column=alt.Column("panel:N", sort=panels, header=alt.Header(title=None)), data=frame)
        .resolve_scale(x="shared" if same_scale else "independent")
    )
    return styled(chart, title, subtitle)
