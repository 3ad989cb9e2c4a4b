"""How charts show a verdict, and the axis of differences in margins. Shared by the charts here."""

import altair as alt
import polars as pl

from simulator.charts.theme import COLOURS, MUTED
from simulator.statistics import Verdict

__all__ = ["by_verdict", "margin_axis"]

_MARKS = {
    Verdict.MATTERS: (COLOURS[1], "diamond"),
    Verdict.SMALL: (COLOURS[0], "circle"),
    Verdict.DIFFERS: (COLOURS[3], "triangle-up"),
    Verdict.UNDECIDED: (MUTED, "square"),
    Verdict.SAME: (COLOURS[2], "cross"),
}
"""Each verdict's colour and shape, in the order of the legend."""

_STEPS = (1, 3, 10, 30, 100, 300, 1000)
"""Margins that the axis names, as far as it reaches."""


def by_verdict(frame: pl.DataFrame) -> tuple[alt.Color, alt.Shape]:
    """Colour and shape of the verdicts that ``frame`` holds in its column of that name."""
    seen = [verdict for verdict in _MARKS if verdict.value in frame["verdict"].to_list()]
    words = [verdict.value for verdict in seen]
    colours, shapes = ([_MARKS[verdict][place] for verdict in seen] for place in (0, 1))
    return (
        alt.Color("verdict:N", title=None, scale=alt.Scale(domain=words, range=colours)),
        alt.Shape("verdict:N", title=None, scale=alt.Scale(domain=words, range=shapes)),
    )


def margin_axis(column: str, reach: float, *, steps: int = len(_STEPS)) -> alt.X:
    """Axis of differences in margins: even near 0, compressed like a logarithm beyond.

    Parameters
    ----------
    column
        Where the differences are.
    reach
        The margins that are drawn on either side of 0.
    steps
        The most numbers to name on either side of 0, the smallest and the largest among them. If some go unnamed for
        want of room, so does 0, where a line stands in any case.
    """
    within = [step for step in _STEPS if step <= reach]
    named = within[:: -(-len(within) // steps)]
    middle = [0] if len(named) == len(within) else []
    values = [*(-step for step in reversed(named)), *middle, *named]
    return alt.X(
        f"{column}:Q",
        title="in margins",
        scale=alt.Scale(type="symlog", constant=1, domain=[-1.3 * reach, 1.3 * reach], nice=False),
        axis=alt.Axis(
            values=values,
            tickCount=len(values),  # Vega leaves out every second of the values that are more than it expects
            labelExpr="datum.value == 0 ? '0' : format(datum.value, '+~r')",
            labelOverlap=False,
        ),
    )
