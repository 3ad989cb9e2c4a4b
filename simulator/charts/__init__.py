"""Frame in, Altair chart out; and the theme. No display and no files.

Every function takes an aggregated tidy frame whose intervals are columns, and returns a chart that carries the theme.
"""

from simulator.charts.by_players import by_players_chart
from simulator.charts.dials import dial_chart
from simulator.charts.differences import difference_chart
from simulator.charts.effects import effect_chart
from simulator.charts.heatmap import heat_map
from simulator.charts.incidence import incidence_chart
from simulator.charts.length import length_chart
from simulator.charts.levels import LEVEL_COLUMNS, level_chart
from simulator.charts.rendering import draw_in_notebooks, to_png, to_svg
from simulator.charts.rounds import round_chart
from simulator.charts.seats import seat_chart
from simulator.charts.theme import THEME, styled
from simulator.charts.values import value_chart
from simulator.charts.walk import walk_chart
from simulator.charts.worth import worth_chart

__all__ = [
    "LEVEL_COLUMNS",
    "THEME",
    "by_players_chart",
    "dial_chart",
    "difference_chart",
    "draw_in_notebooks",
    "effect_chart",
    "heat_map",
    "incidence_chart",
    "length_chart",
    "level_chart",
    "round_chart",
    "seat_chart",
    "styled",
    "to_png",
    "to_svg",
    "value_chart",
    "walk_chart",
    "worth_chart",
]
