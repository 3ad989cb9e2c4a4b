"""Values of a few metrics by number of players, players of different skill against one another."""

from collections.abc import Mapping

import altair as alt
import polars as pl

from simulator.charts.theme import COLOURS, DASHES, GRID, SHAPES, styled

__all__ = ["by_players_chart"]

_ROW = 740
"""Pixels for all panels and their scales."""

_SCALE = 62
"""Pixels of a panel's scale and the room before it."""


def by_players_chart(
    values: pl.DataFrame,
    *,
    bands: Mapping[str, tuple[float, float]] | None = None,
    title: str | None = None,
    by: str = "level",
) -> alt.HConcatChart:
    """Draw metrics with their intervals by number of players, a panel a metric, a line a level of skill.

    Parameters
    ----------
    values
        Columns ``by``, players, metric, title (with the shown unit), and value, lo, hi in that unit; levels and metrics
        in their order.
    bands
        Of a metric, from where to where people report it to be: shaded behind the values.
    title
        The question or the finding; asks what skill does if None.
    by
        The column that tells apart who plays.

    Raises
    ------
    ValueError
        More levels than there are colours.
    """
    levels = values[by].unique(maintain_order=True).to_list()
    if len(levels) > len(COLOURS):
        raise ValueError(f"{len(levels)} levels are too many to tell apart; {len(COLOURS)} are the most")
    metrics = values["metric"].unique(maintain_order=True).to_list()
    width = _ROW // len(metrics) - _SCALE
    panels = [
        _panel(values.filter(metric=metric), by, levels, (bands or {}).get(metric), is_first=metric == metrics[0])
        .properties(width=width, height=210)
        for metric in metrics
    ]  # fmt: skip
    return styled(
        alt.hconcat(*panels, spacing=14),
        title or "What does skill do?",
        "Points: means with 95 % intervals, most of them smaller than the points."
        + (" Shaded: what people report." if bands else ""),
    )


def _panel(
    frame: pl.DataFrame, by: str, levels: list[str], band: tuple[float, float] | None, *, is_first: bool
) -> alt.LayerChart:
    name = frame["title"][0]
    count = len(levels)

    def scale(looks: tuple[object, ...]) -> alt.Scale:
        return alt.Scale(domain=levels, range=list(looks)[:count])

    legend = alt.Legend() if is_first else None
    base = alt.Chart(frame)
    across = alt.X("players:O", title="Players", axis=alt.Axis(labelAngle=0))
    up = alt.Y("value:Q", title=name, scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=6))
    colour = alt.Color(f"{by}:N", title=None, sort=levels, scale=scale(COLOURS), legend=legend)
    dash = alt.StrokeDash(f"{by}:N", title=None, sort=levels, scale=scale(DASHES), legend=None)
    shape = alt.Shape(f"{by}:N", title=None, sort=levels, scale=scale(SHAPES), legend=legend)
    line = base.mark_line(strokeWidth=1.5).encode(x=across, y=up, color=colour, strokeDash=dash)
    interval = base.mark_rule(strokeWidth=2, aria=False).encode(x=across, y=alt.Y("lo:Q"), y2="hi:Q", color=colour)
    point = base.mark_point(filled=True, size=70, opacity=1).encode(
        x=across,
        y=up,
        color=colour,
        shape=shape,
        tooltip=[
            alt.Tooltip(f"{by}:N", title="Who plays"),
            alt.Tooltip("players:O", title="Players"),
            alt.Tooltip("value:Q", title=name, format=".2f"),
            alt.Tooltip("lo:Q", title="from", format=".2f"),
            alt.Tooltip("hi:Q", title="to", format=".2f"),
        ],
    )
    if band is None:
        return alt.layer(line, interval, point)
    span = alt.Chart(pl.DataFrame({"low": [band[0]], "high": [band[1]]}))
    shaded = span.mark_rect(color=GRID, opacity=0.25, aria=False).encode(y=alt.Y("low:Q"), y2="high:Q")
    return alt.layer(shaded, line, interval, point)
