"""What a variant changes, all metrics on one scale."""

import altair as alt
import polars as pl

from simulator.charts.panels import LABELS, panel_width
from simulator.charts.theme import GRID, INK, MUTED, styled
from simulator.charts.verdicts import by_verdict, margin_axis

__all__ = ["difference_chart"]


def difference_chart(differences: pl.DataFrame, *, title: str | None = None) -> alt.FacetChart:
    """Draw paired differences with their intervals and margins, a row a variant, a column a number of players.

    Metrics have different units, so that each difference is drawn in units of its own margin: between −1 and 1 (shaded)
    it is too small to matter. Beyond, the scale is compressed like a logarithm.

    Parameters
    ----------
    differences
        Rows of `simulator.statistics.difference_table`: players, variant, title, difference, lo, hi, margin, verdict,
        and ``shown``, the difference in words. Rows without an interval are left out.
    title
        The question or the finding; asks what the variant changes if None.

    Raises
    ------
    ValueError
        No difference has an interval.
    """
    frame = differences.drop_nulls(["difference", "lo", "hi"]).with_columns(
        *((pl.col(name) / pl.col("margin")).alias(f"{name}_margins") for name in ("difference", "lo", "hi")),
        pl.format("{} players", "players").alias("table"),
        *(pl.lit(value).alias(name) for name, value in (("minus", -1), ("zero", 0), ("plus", 1))),
    )
    if frame.is_empty():
        raise ValueError("no difference has an interval to draw; one deck alone gives none")
    colour, shape = by_verdict(frame)
    reach = max(
        1.5, frame.select(pl.max_horizontal(pl.col("lo_margins").abs(), pl.col("hi_margins").abs()).max()).item() or 0
    )
    titles = frame["title"].unique(maintain_order=True).to_list()
    y = alt.Y("title:N", title=None, sort=titles, axis=alt.Axis(labelLimit=LABELS, domain=False))
    across = margin_axis("difference_margins", reach)
    base = alt.Chart()
    margins = base.mark_rect(color=GRID, opacity=0.16).encode(x=alt.X("min(minus):Q"), x2="max(plus):Q")
    zero = base.mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x="min(zero):Q")
    interval = base.mark_rule(strokeWidth=2).encode(x=alt.X("lo_margins:Q"), x2="hi_margins:Q", y=y, color=colour)
    point = base.mark_point(filled=True, size=75, opacity=1).encode(
        x=across,
        y=y,
        color=colour,
        shape=shape,
        tooltip=[
            alt.Tooltip("variant:N", title="Variant"),
            alt.Tooltip("title:N", title="Metric"),
            alt.Tooltip("shown:N", title="Difference"),
            alt.Tooltip("verdict:N", title="Verdict"),
        ],
    )
    # In a column at the edge, where neither the zero line nor another row's interval runs through the words.
    width = panel_width(frame)
    label = base.mark_text(align="right", dy=-10, fontSize=10.5, color=INK)
    label = label.encode(x=alt.value(width), y=y, text="shown:N")
    tables = [f"{players} players" for players in sorted(frame["players"].unique().to_list())]
    variants = frame["variant"].unique(maintain_order=True).to_list()
    column = alt.Column("table:N", sort=tables, header=alt.Header(title=None))
    row = alt.Row("variant:N", sort=variants, header=alt.Header(title=None, labelLimit=170))
    layers = alt.layer(margins, zero, interval, point, label).properties(width=width, height=alt.Step(34))
    one = len(variants) == 1
    chart = layers.facet(column=column, data=frame) if one else layers.facet(column=column, row=row, data=frame)
    return styled(
        chart,
        title or f"What does {variants[0] if one else 'each variant'} change?",
        "Paired differences from the base with 95 % intervals, in margins that matter, compressed beyond one. "
        "Shaded: too small to matter.",
    )
