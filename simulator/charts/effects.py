"""What each of many rule changes does, a row a change, sorted by the caller."""

from textwrap import wrap

import altair as alt
import polars as pl

from simulator.charts.theme import GRID, MUTED, styled
from simulator.charts.verdicts import by_verdict, margin_axis

__all__ = ["effect_chart"]

_LINE = 11
"""Pixels between two marks of a row."""

_PANELS = 560
"""Pixels that the panels of a row share; names take the rest of the page."""

_BREAK = " + "
"""Where a name is broken into lines: between the changes of which it is made."""

_HEADING = 16
"""Letters of a line over a panel."""


def effect_chart(
    effects: pl.DataFrame, *, parts: str, unit: str | None = None, title: str | None = None
) -> alt.FacetChart:
    """Draw paired differences with their intervals against their margins: a row a change, a column a panel.

    Parameters
    ----------
    effects
        Columns label (the change, in words; `` + `` breaks the line), panel, part (what the marks within a row are),
        and difference, lo, hi, margin, verdict, as `simulator.statistics.difference_table` has them; in the order
        in which they are to be drawn. Rows without an interval are left out.
    parts
        What the parts of a row are, in words.
    unit
        If given, the differences have one unit, which the axis carries. If None, each is drawn in units of its own
        margin, the scale compressed like a logarithm beyond the margins.
    title
        The question or the finding; asks what each change does if None.

    Raises
    ------
    ValueError
        No difference has an interval.
    """
    divisor = pl.col("margin") if unit is None else pl.lit(1.0)
    frame = effects.drop_nulls(["difference", "lo", "hi"]).select(
        "label",
        pl.col("panel").map_elements(lambda words: _BREAK.join(wrap(words, _HEADING)), return_dtype=pl.String),
        pl.col("part").cast(pl.String),
        "verdict",
        *(pl.col(name) / divisor for name in ("difference", "lo", "hi")),
        (pl.col("margin") / divisor).alias("plus"),
        (-pl.col("margin") / divisor).alias("minus"),
        pl.lit(0).alias("zero"),
    )
    if frame.is_empty():
        raise ValueError("no difference has an interval to draw; one deck alone gives none")
    labels, panels, names = (frame[name].unique(maintain_order=True).to_list() for name in ("label", "panel", "part"))
    reach = max(1.5, frame.select(pl.max_horizontal(pl.col("lo", "hi").abs()).max()).item())
    across = margin_axis("difference", reach, steps=2) if unit is None else _plain_axis(unit, frame)
    colour, shape = by_verdict(frame)
    up = alt.Y("part:N", sort=names, title=None, axis=alt.Axis(domain=False, labelFontSize=10, labelPadding=2))
    base = alt.Chart()
    margins = base.mark_rect(color=GRID, opacity=0.16, aria=False).encode(x=alt.X("min(minus):Q"), x2="max(plus):Q")
    zero = base.mark_rule(color=MUTED, strokeDash=[3, 3], aria=False).encode(x="min(zero):Q")
    interval = base.mark_rule(strokeWidth=2, aria=False).encode(x=alt.X("lo:Q"), x2="hi:Q", y=up, color=colour)
    point = base.mark_point(filled=True, size=45, opacity=1).encode(
        x=across,
        y=up,
        color=colour,
        shape=shape,
        tooltip=[
            alt.Tooltip("label:N", title="Change"),
            alt.Tooltip("part:N", title=parts.capitalize()),
            alt.Tooltip("difference:Q", title="Difference", format="+.2f"),
            alt.Tooltip("verdict:N", title="Verdict"),
        ],
    )
    spacing = 12
    width = (_PANELS - spacing * (len(panels) - 1)) // len(panels)
    row = alt.Row(
        "label:N",
        sort=labels,
        header=alt.Header(
            title=None, labelAngle=0, labelAlign="left", labelExpr=f"split(datum.label, '{_BREAK}')",
            labelFontSize=11.5, labelFontWeight="normal", labelLimit=190,
        ),
    )  # fmt: skip
    column = alt.Column(
        "panel:N",
        sort=panels,
        header=alt.Header(title=None, labelFontSize=12, labelExpr=f"split(datum.label, '{_BREAK}')"),
    )
    chart = (
        alt.layer(margins, zero, interval, point)
        .properties(width=width, height=alt.Step(_LINE))
        .facet(row=row, column=column, data=frame, spacing={"row": 7, "column": spacing})
    )
    measured = "in margins that matter, compressed beyond one" if unit is None else f"in {unit}"
    return styled(
        chart,
        title or "What does each change do?",
        f"Paired differences with 95 % intervals, {measured}. Shaded: too small to matter. Within a row: {parts}.",
    )


def _plain_axis(unit: str, frame: pl.DataFrame) -> alt.X:
    """Axis of differences in one unit, as far as intervals and margins reach."""
    low, high = frame.select(pl.min_horizontal("lo", "minus").min(), pl.max_horizontal("hi", "plus").max()).row(0)
    room = 0.04 * (high - low)
    return alt.X(
        "difference:Q",
        title=unit,
        scale=alt.Scale(domain=[low - room, high + room], nice=False),
        axis=alt.Axis(tickCount=6, labelExpr="datum.value == 0 ? '0' : format(datum.value, '+~r')"),
    )
