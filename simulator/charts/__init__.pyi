"""The charts: the one list of them, for type checkers and for the loader in ``__init__.py``."""

from . import theme as theme
from .by_players import by_players_chart as by_players_chart
from .dials import dial_chart as dial_chart
from .differences import difference_chart as difference_chart
from .effects import effect_chart as effect_chart
from .heatmap import heat_map as heat_map
from .incidence import incidence_chart as incidence_chart
from .length import length_chart as length_chart
from .levels import LEVEL_COLUMNS as LEVEL_COLUMNS
from .levels import level_chart as level_chart
from .rendering import draw_in_notebooks as draw_in_notebooks
from .rendering import to_png as to_png
from .rendering import to_svg as to_svg
from .rounds import round_chart as round_chart
from .seats import seat_chart as seat_chart
from .theme import THEME as THEME
from .theme import styled as styled
from .theme import with_subtitle_alone as with_subtitle_alone
from .values import value_chart as value_chart
from .walk import walk_chart as walk_chart
from .worth import worth_chart as worth_chart
