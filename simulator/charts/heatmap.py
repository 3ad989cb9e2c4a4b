"""What two dials do together, setting by setting."""

import altair as alt
import polars as pl

from simulator.charts.panels import panel_width
from simulator.charts.theme import COLOURS, styled

__all__ = ["heat_map"]

_CELL = 34
"""Pixels of a cell's height."""


def heat_map(values: pl.DataFrame, *, across: str, up: str, metric: str, title: str | None = None) -> alt.FacetChart:
    """Draw a metric over the settings of two dials, a panel a number of players.

    The number stands in each cell, so that the colour need not be read. A setting without a cell could not be played.

    Parameters
    ----------
    values
        Columns across and up (the dials' values, as written), players, value, lo, hi, shown (the value in
        words) and marked (whether the setting has a frame around it, and why: a text, or null).
    across, up
        Names of the dials.
    metric
        What is drawn, with its unit.
    title
        The question or the finding; asks what the dials do if None.
    """
    frame = values.drop_nulls("value").with_columns(pl.format("{} players", "players").alias("table"))
    columns = values["across"].unique(maintain_order=True).to_list()
    rows = values["up"].unique(maintain_order=True).to_list()
    low, high = (float(frame.select(end).item()) for end in (pl.col("value").min(), pl.col("value").max()))
    middle = (low + high) / 2
    base = alt.Chart().encode(
        x=alt.X("across:N", sort=columns, title=across, axis=alt.Axis(labelAngle=0, labelLimit=90, ticks=False)),
        y=alt.Y("up:N", sort=rows[::-1], title=up, axis=alt.Axis(labelLimit=120)),
    )
    scale = alt.Scale(scheme="cividis", domain=[low, high] if high > low else [low - 1, high + 1])
    cell = base.mark_rect(stroke="white", strokeOpacity=0.6).encode(
        color=alt.Color("value:Q", title=None, scale=scale, legend=alt.Legend(gradientLength=180, tickCount=4)),
        tooltip=[
            alt.Tooltip("across:N", title=across),
            alt.Tooltip("up:N", title=up),
            alt.Tooltip("shown:N", title=metric),
            alt.Tooltip("lo:Q", title="from", format=".2f"),
            alt.Tooltip("hi:Q", title="to", format=".2f"),
        ],
    )
    # Cividis runs from dark blue to light yellow: the number takes the tone that stands out.
    number = base.mark_text(fontSize=11.5, fontWeight=600).encode(
        text="shown:N", color=alt.condition(alt.datum.value > middle, alt.value("#111111"), alt.value("#ffffff"))
    )
    framed = base.mark_rect(filled=False, stroke=COLOURS[1], strokeWidth=3).transform_filter("isValid(datum.marked)")
    tables = [f"{players} players" for players in sorted(frame["players"].unique().to_list())]
    chart = (
        alt.layer(cell, framed, number)
        .properties(width=panel_width(frame), height=_CELL * len(rows))
        .facet(column=alt.Column("table:N", sort=tables, header=alt.Header(title=None)), data=frame)
    )
    reasons = values["marked"].drop_nulls().unique().sort().to_list()
    subtitle = f"{metric} at every setting." + "".join(f" Framed: {reason}." for reason in reasons)
    return styled(chart, title or f"What do {across} and {up} do to “{metric}”?", subtitle)
