"""How charts lay variants and numbers of players out in panels, and tell variants apart. Shared by the charts here."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import polars as pl

from simulator.charts.theme import COLOURS, DASHES, SHAPES

__all__ = [
    "LABELS",
    "LINES",
    "TOGETHER",
    "by_colour",
    "by_dash",
    "by_shape",
    "by_tooltip",
    "facetted",
    "in_panels",
    "panel_width",
    "width_of_one_in",
]

TOGETHER = len(COLOURS)
"""So many variants share a panel. More are shown in a row of panels each, against the base."""

LABELS = 210
"""Most pixels of a label beside a panel."""

_ROW = 740
"""Pixels for a row of panels."""

_ROW_LABELS = 150
"""Pixels for the labels of rows of panels, where there are any."""

_LINE_UP = "line_up"
"""The column that names who plays, where players are side by side and not variants."""

LINES = alt.Legend(symbolType="stroke", symbolSize=400, symbolOpacity=1)
"""Legend of lines: samples long enough to show a dash."""


def in_panels(frame: pl.DataFrame, by: str = "variant") -> pl.DataFrame:
    """Add ``panel``, ``role`` and ``table``: the row, the line within it and the column in which a variant is drawn.

    Up to `TOGETHER` variants share one row and ``role`` is the variant. Of more, each but the first (the base) has a
    row of its own, named after it, in which ``role`` is 'the variant' or, for the base drawn again beside it, the
    base's name. The same goes for line-ups, if these are what the column ``by`` tells apart.
    """
    frame = frame.with_columns(pl.format("{} players", "players").alias("table"))
    names = frame[by].unique(maintain_order=True).to_list()
    if len(names) <= TOGETHER:
        return frame.with_columns(pl.lit("").alias("panel"), pl.col(by).alias("role"))
    base = frame.filter(pl.col(by) == names[0])
    role = "the line-up" if by == _LINE_UP else "the variant"
    rows = []
    for name in names[1:]:
        rows.append(base.with_columns(pl.lit(name).alias("panel"), pl.col(by).alias("role")))
        rows.append(
            frame.filter(pl.col(by) == name).with_columns(pl.lit(name).alias("panel"), pl.lit(role).alias("role"))
        )
    return pl.concat(rows)


def panel_width(frame: pl.DataFrame) -> int:
    """Width of a panel a number of players, in pixels, so that a row of them fits a notebook or a printed page."""
    labelled = "panel" in frame.columns and frame["panel"].unique().to_list() != [""]
    return width_of_one_in(frame["players"].n_unique(), beside=_ROW_LABELS if labelled else 0)


def width_of_one_in(columns: int, *, beside: int = 0) -> int:
    """Width of each of so many panels in a row, in pixels; ``beside``: pixels that labels of rows take."""
    return max(130, min(460, (_ROW - beside - 22 * (columns - 1)) // columns))


def facetted(layers: Any, frame: pl.DataFrame) -> Any:
    """Spread ``layers`` over a column of panels a number of players and a row a value of ``panel``, if any."""
    tables = [f"{players} players" for players in sorted(frame["players"].unique().to_list())]
    column = alt.Column("table:N", sort=tables, header=alt.Header(title=None))
    panels = frame["panel"].unique(maintain_order=True).to_list()
    if panels == [""]:
        return layers.facet(column=column, data=frame)
    row = alt.Row(
        "panel:N", sort=panels, header=alt.Header(title=None, labelAngle=0, labelAlign="left", labelLimit=170)
    )
    return layers.facet(column=column, row=row, data=frame)


def _roles(frame: pl.DataFrame) -> list[str]:
    return frame["role"].unique(maintain_order=True).to_list()


def _scale(frame: pl.DataFrame, values: Sequence[Any]) -> alt.Scale:
    roles = _roles(frame)
    return alt.Scale(domain=roles, range=list(values)[: len(roles)])


def by_colour(frame: pl.DataFrame, legend: Any = alt.Undefined) -> alt.Color:
    """Colour of a variant."""
    return alt.Color("role:N", title=None, scale=_scale(frame, COLOURS), sort=_roles(frame), legend=legend)


def by_dash(frame: pl.DataFrame) -> alt.StrokeDash:
    """Dash of a variant's line."""
    return alt.StrokeDash("role:N", title=None, scale=_scale(frame, DASHES), sort=_roles(frame), legend=LINES)


def by_shape(frame: pl.DataFrame) -> alt.Shape:
    """Point shape of a variant."""
    return alt.Shape("role:N", title=None, scale=_scale(frame, SHAPES), sort=_roles(frame))


def by_tooltip(by: str, variant: str = "Variant") -> alt.Tooltip:
    """Say in a tooltip who plays, if the column ``by`` tells that, or else which ``variant`` it is."""
    return alt.Tooltip(f"{by}:N", title="Who plays" if by == _LINE_UP else variant)
