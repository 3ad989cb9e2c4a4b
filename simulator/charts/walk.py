"""How the lead goes, beside a fair race."""

import altair as alt
import polars as pl

from simulator.charts.panels import by_colour, by_shape, by_tooltip, facetted, in_panels, panel_width
from simulator.charts.theme import INK, styled

__all__ = ["walk_chart"]

_LEADS = ("runaway", "comeback")
"""What compares with a race by lot; see `simulator.statistics.beside_fair_walk`."""


def walk_chart(
    course: pl.DataFrame, *, title: str = "Is the outcome open for long?", by: str = "variant"
) -> alt.FacetChart:
    """Draw how often the leader and the last at half-time win, with intervals, beside the same in a fair race.

    Parameters
    ----------
    course
        As `simulator.statistics.beside_fair_walk` returns it: ``by``, players, metric, title, value, lo, hi, fair.
    title
        The question or the finding.
    by
        The column that tells apart what is side by side: ``variant`` or ``line_up``.

    Raises
    ------
    ValueError
        Nobody ever led or was last alone at half-time.
    """
    course = course.filter(pl.col("metric").is_in(_LEADS)).drop_nulls("value")
    if course.is_empty():
        raise ValueError("nobody ever led or was last alone at half-time, so that there is nothing to draw")
    frame = in_panels(course, by)
    titles = frame["title"].unique(maintain_order=True).to_list()
    roles = frame["role"].unique(maintain_order=True).to_list()
    base = alt.Chart()
    place = base.encode(y=alt.Y("title:N", title=None, sort=titles, axis=alt.Axis(domain=False, labelLimit=160)))
    fair = place.mark_tick(color=INK, thickness=3, size=44).encode(x="mean(fair):Q")
    own = place.encode(yOffset=alt.YOffset("role:N", sort=roles, scale=alt.Scale(paddingOuter=0.9)))
    interval = own.mark_rule(strokeWidth=2).encode(x="lo:Q", x2="hi:Q", color=by_colour(frame))
    point = own.mark_point(filled=True, size=75, opacity=1).encode(
        x=alt.X("value:Q", title="Wins", scale=alt.Scale(zero=True), axis=alt.Axis(format=".0%", tickCount=4)),
        color=by_colour(frame),
        shape=by_shape(frame),
        tooltip=[
            by_tooltip(by),
            alt.Tooltip("title:N", title="Metric"),
            alt.Tooltip("value:Q", title="Share", format=".1%"),
            alt.Tooltip("fair:Q", title="Fair race", format=".1%"),
        ],
    )
    layers = alt.layer(fair, interval, point).properties(width=panel_width(frame), height=64 * len(titles))
    return styled(
        facetted(layers, frame), title, "Points: games, with 95 % intervals. Upright bars: a fair race by lot."
    )
