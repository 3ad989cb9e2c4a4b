"""The one look of every chart: colours, shapes, dashes, type sizes.

Importing this module registers the theme with Altair under `THEME` and enables nothing: charts made elsewhere keep
their look. The charts of this package carry the theme in themselves (`styled`), so that they look alike everywhere.

Colours are those of Okabe and Ito (2008) that stand out by at least 3 : 1 from white and from near-black alike; the
greys are midtones for the same reason, since one picture has to serve light and dark pages. A page that knows its own
background may map `INK`, `MUTED` and `GRID` to better ones.
"""

from typing import Any

import altair as alt

__all__ = [
    "BASE_COLOUR",
    "COLOURS",
    "DASHES",
    "FONT",
    "GRID",
    "INK",
    "MUTED",
    "ON_DARK",
    "SHAPES",
    "THEME",
    "styled",
    "theme_config",
    "with_subtitle_alone",
]

THEME = "double_seven"
"""Name under which the theme is registered: ``altair.theme.enable(THEME)`` applies it to one's own charts."""

INK = "#757678"
"""Titles and labels."""

MUTED = "#848587"
"""Secondary text, axes and reference lines."""

GRID = "#8a8b8d"
"""Grid lines, drawn faint."""

BASE_COLOUR = "#0072b2"
"""The base variant: blue."""

COLOURS = (BASE_COLOUR, "#d55e00", "#009e73", "#cc79a7")
"""Told apart in this order: blue, vermilion, bluish green, reddish purple."""

ON_DARK = dict(zip(COLOURS, ("#58a6e0", "#f0883e", "#35c296", "#e0a3c4"), strict=True))
"""The same, lightened for a dark page."""

SHAPES = ("circle", "diamond", "triangle-up", "square")
"""Point shapes, in the order of `COLOURS`."""

DASHES = ((1, 0), (6, 3), (2, 2), (9, 3, 2, 3))
"""Line dashes, in the order of `COLOURS`."""

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""Liberation Sans comes with vl-convert and has Arial's widths: text is measured alike on every machine."""


def theme_config() -> dict[str, Any]:
    """Return the Vega-Lite configuration of the theme."""
    return {
        "background": "transparent",
        "font": FONT,
        "padding": 6,
        "view": {"stroke": None, "continuousWidth": 240, "continuousHeight": 200},
        "title": {
            "anchor": "start",
            "color": INK,
            "fontSize": 16,
            "fontWeight": 600,
            "subtitleColor": MUTED,
            "subtitleFontSize": 12,
            "subtitlePadding": 5,
            "offset": 14,
        },
        "axis": {
            "domainColor": MUTED,
            "tickColor": MUTED,
            "gridColor": GRID,
            "gridOpacity": 0.25,
            "labelColor": INK,
            "labelFontSize": 11.5,
            "labelPadding": 4,
            "titleColor": INK,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
            "titlePadding": 8,
        },
        "axisX": {"grid": False},
        "axisY": {"domain": False, "ticks": False},
        "header": {
            "labelColor": INK,
            "labelFontSize": 13,
            "labelFontWeight": 600,
            "labelPadding": 6,
            "title": None,
        },
        "legend": {
            "orient": "top",
            "direction": "horizontal",
            "labelColor": INK,
            "labelFontSize": 12,
            "labelLimit": 260,
            "titleColor": INK,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
            "symbolSize": 90,
            "symbolStrokeWidth": 2.2,
            "columnPadding": 18,
            "offset": 6,
        },
        "facet": {"spacing": 22},
        "range": {"category": list(COLOURS)},
    }


@alt.theme.register(THEME, enable=False)
def _theme() -> alt.theme.ThemeConfig:
    return alt.theme.ThemeConfig(config=theme_config())


def styled(chart: Any, title: str, subtitle: str) -> Any:
    """Give a finished chart its title, its subtitle and the theme, whatever theme is enabled."""
    return chart.properties(title=alt.TitleParams(title, subtitle=subtitle)).configure(**theme_config())


def with_subtitle_alone(chart: Any) -> Any:
    """Take a chart's title away where the page has a heading; what the subtitle says of the picture stays."""
    return chart.properties(title=alt.TitleParams(chart.title.subtitle, fontSize=12.5, fontWeight="normal"))
