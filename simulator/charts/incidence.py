"""When games end and how, and when the Double Seven token is taken."""

import altair as alt
import polars as pl

from simulator.charts.panels import LINES, by_tooltip, panel_width
from simulator.charts.theme import COLOURS, INK, MUTED, styled
from simulator.statistics import TOKEN

__all__ = ["incidence_chart"]

_ENDINGS = {
    "double_seven": ("ended by Double Seven", COLOURS[1], (1, 0)),
    "last_tile": ("ended by the last tile", COLOURS[0], (7, 3)),
    "stalled": ("stalled", COLOURS[3], (2, 2)),
    "cut_off": ("cut off", MUTED, (9, 3, 2, 3)),
    TOKEN: ("token taken, ending the game or not", INK, (1.5, 2.5)),
}
"""Each cause's words, colour and dash, in the order of the legend."""

_SETTLED = 0.002
"""The picture ends where every curve is this near to its end."""


def incidence_chart(
    incidence: pl.DataFrame, *, title: str = "When does a game end, and how?", by: str = "variant"
) -> alt.FacetChart:
    """Draw the share of games that each cause has ended by each turn, a row a variant (or line-up), a column a table.

    Parameters
    ----------
    incidence
        As `simulator.statistics.cumulative_incidence` returns it: ``by``, players, cause, turn, incidence, lo, hi.
    title
        The question or the finding.
    by
        The column that tells apart what is side by side: ``variant`` or ``line_up``.
    """
    final = pl.col("incidence").max().over(by, "players", "cause")
    rising = incidence.filter(pl.col("incidence") < final - _SETTLED)
    incidence = incidence.filter(pl.col("turn") <= rising.select(pl.col("turn").max().fill_null(0) + 1).item())
    seen = [cause for cause in _ENDINGS if cause in incidence["cause"].unique().to_list()]
    words = [_ENDINGS[cause][0] for cause in seen]
    frame = incidence.with_columns(
        pl.col("cause").replace_strict({cause: _ENDINGS[cause][0] for cause in seen}).alias("ending"),
        pl.format("{} players", "players").alias("table"),
    )
    colours, dashes = ([_ENDINGS[cause][place] for cause in seen] for place in (1, 2))
    colour = alt.Color("ending:N", title=None, scale=alt.Scale(domain=words, range=colours), sort=words, legend=LINES)
    dash = alt.StrokeDash("ending:N", title=None, scale=alt.Scale(domain=words, range=dashes), sort=words, legend=LINES)
    across = alt.X("turn:Q", title="Turn", scale=alt.Scale(nice=False), axis=alt.Axis(tickCount=6))
    band = (
        alt.Chart()
        .mark_area(opacity=0.2)
        .encode(x=across, y=alt.Y("lo:Q", title="Share of games so far"), y2="hi:Q", color=colour)
    )
    line = (
        alt.Chart()
        .mark_line(strokeWidth=2)
        .encode(
            x=across,
            y=alt.Y(
                "incidence:Q",
                title="Share of games so far",
                scale=alt.Scale(domain=[0, 1]),
                axis=alt.Axis(format=".0%", tickCount=5),
            ),
            color=colour,
            strokeDash=dash,
            tooltip=[
                by_tooltip(by),
                alt.Tooltip("ending:N", title="How"),
                alt.Tooltip("turn:Q", title="By turn"),
                alt.Tooltip("incidence:Q", title="Share of games", format=".1%"),
            ],
        )
    )
    tables = [f"{players} players" for players in sorted(frame["players"].unique().to_list())]
    names = frame[by].unique(maintain_order=True).to_list()
    chart = (
        # The token's line often runs along that of Double Seven and has to lie upon it.
        alt.layer(band, line, line.transform_filter(alt.datum.cause == TOKEN))
        .properties(width=panel_width(frame), height=150)
        .facet(
            column=alt.Column("table:N", sort=tables, header=alt.Header(title=None)),
            row=alt.Row(f"{by}:N", sort=names, header=alt.Header(title=None, labelLimit=150)),
            data=frame,
        )
    )
    return styled(chart, title, "Share of games ended by each turn, by cause; bands are 95 % intervals.")
