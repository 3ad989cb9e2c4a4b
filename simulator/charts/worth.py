"""What each rule is worth to a player."""

import altair as alt
import polars as pl

from simulator.charts.panels import by_colour, by_shape, in_panels, panel_width
from simulator.charts.theme import MUTED, styled

__all__ = ["worth_chart"]


def worth_chart(worth: pl.DataFrame, *, title: str = "What is each rule worth to a player?") -> alt.FacetChart:
    """Draw what a player loses who forgoes a rule, with intervals: a row who plays, a column a number of players.

    Parameters
    ----------
    worth
        Columns variant (up to four, the base first), players, player, rule (in words), worth, lo, hi: shares, as
        `simulator.statistics.restriction_table` gives them.
    title
        The question or the finding.
    """
    shares = (pl.col(name) * 100 for name in ("worth", "lo", "hi"))
    frame = in_panels(worth).with_columns(*shares, pl.lit(0).alias("zero"))
    rules = frame["rule"].unique(maintain_order=True).to_list()
    roles = frame["role"].unique(maintain_order=True).to_list()
    base = alt.Chart()
    place = base.encode(
        y=alt.Y("rule:N", title=None, sort=rules, axis=alt.Axis(domain=False, labelLimit=160)),
        yOffset=alt.YOffset("role:N", sort=roles, scale=alt.Scale(paddingOuter=0.8)),
        color=by_colour(frame),
    )
    nothing = base.mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x="min(zero):Q")
    interval = place.mark_rule(strokeWidth=2).encode(x="lo:Q", x2="hi:Q")
    point = place.mark_point(filled=True, size=70, opacity=1).encode(
        x=alt.X("worth:Q", title="Win share lost (% points)", axis=alt.Axis(tickCount=4)),
        shape=by_shape(frame),
        tooltip=[
            alt.Tooltip("variant:N", title="Variant"),
            alt.Tooltip("rule:N", title="Rule"),
            alt.Tooltip("worth:Q", title="Win share lost", format=".1f"),
            alt.Tooltip("lo:Q", title="from", format=".1f"),
            alt.Tooltip("hi:Q", title="to", format=".1f"),
        ],
    )
    tables = [f"{players} players" for players in sorted(frame["players"].unique().to_list())]
    levels = frame["player"].unique(maintain_order=True).to_list()
    chart = (
        alt.layer(nothing, interval, point)
        .properties(width=panel_width(frame), height=alt.Step(15))
        .facet(
            column=alt.Column("table:N", sort=tables, header=alt.Header(title=None)),
            row=alt.Row("player:N", sort=levels, header=alt.Header(title=None)),
            data=frame,
        )
    )
    return styled(
        chart,
        title,
        "Points: what a player loses who forgoes the rule among others that do not. Bars: 95 % intervals.",
    )
