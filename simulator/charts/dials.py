"""What one dial does, value by value."""

from collections.abc import Mapping

import altair as alt
import polars as pl

from simulator.charts.panels import panel_width
from simulator.charts.theme import BASE_COLOUR, COLOURS, MUTED, styled

__all__ = ["dial_chart"]

_BASE = ("base", COLOURS[1], "diamond")
_OTHER = ("value", BASE_COLOUR, "circle")


def dial_chart(
    values: pl.DataFrame, *, dial: str, aims: Mapping[str, float] | None = None, title: str | None = None
) -> alt.VConcatChart:
    """Draw metrics with their intervals along the values of a dial, a row a metric, a column a number of players.

    Parameters
    ----------
    values
        Columns setting (the dial's value, as written), base (whether that is the base), players, metric, title (with
        the shown unit), and value, lo, hi in that unit; settings in the dial's order.
    dial
        Name of the dial.
    aims
        A number to aim for, by metric, in its shown unit: drawn as a line.
    title
        The question or the finding; asks what the dial does if None.
    """
    frame = values.drop_nulls("value").with_columns(
        pl.format("{} players", "players").alias("table"),
        pl.when("base").then(pl.lit(_BASE[0])).otherwise(pl.lit(_OTHER[0])).alias("role"),
    )
    settings = frame["setting"].unique(maintain_order=True).to_list()
    metrics = frame["metric"].unique(maintain_order=True).to_list()
    rows = [
        _row(
            frame.filter(metric=metric),
            settings,
            dial,
            aim=(aims or {}).get(metric),
            is_first=metric == metrics[0],
            is_last=metric == metrics[-1],
        )
        for metric in metrics
    ]
    subtitle = "Points: values with 95 % intervals." + (" Dashed: the aim." if aims else "")
    return styled(alt.vconcat(*rows, spacing=10), title or f"What does {dial} do?", subtitle)


def _row(
    frame: pl.DataFrame, settings: list[str], dial: str, *, aim: float | None, is_first: bool, is_last: bool
) -> alt.FacetChart:
    roles = [role for role in (_OTHER, _BASE) if role[0] in frame["role"].to_list()]
    words, colours, shapes = ([role[part] for role in roles] for part in range(3))
    name = frame["title"][0]
    base = alt.Chart()
    across = alt.X(
        "setting:N", sort=settings, title=dial if is_last else None, axis=alt.Axis(labelAngle=0, labelLimit=90)
    )
    colour = alt.Color("role:N", title=None, scale=alt.Scale(domain=words, range=colours))
    up = alt.Y("value:Q", title=name, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5, minExtent=30))
    line = base.mark_line(color=MUTED, strokeWidth=1.5).encode(x=across, y=up)
    interval = base.mark_rule(strokeWidth=2).encode(x=across, y=alt.Y("lo:Q"), y2="hi:Q", color=colour)
    point = base.mark_point(filled=True, size=75, opacity=1).encode(
        x=across,
        y=up,
        color=colour,
        shape=alt.Shape("role:N", title=None, scale=alt.Scale(domain=words, range=shapes)),
        tooltip=[
            alt.Tooltip("setting:N", title=dial),
            alt.Tooltip("value:Q", title=name, format=".2f"),
            alt.Tooltip("lo:Q", title="from", format=".2f"),
            alt.Tooltip("hi:Q", title="to", format=".2f"),
        ],
    )
    layers = [line, interval, point]
    if aim is not None:
        layers.append(base.mark_rule(color=MUTED, strokeDash=[5, 4]).encode(y=alt.datum(aim)))
    tables = [f"{players} players" for players in sorted(frame["players"].unique().to_list())]
    column = alt.Column("table:N", sort=tables, header=alt.Header(title=None, labels=is_first))
    return alt.layer(*layers).properties(width=panel_width(frame), height=140).facet(column=column, data=frame)
