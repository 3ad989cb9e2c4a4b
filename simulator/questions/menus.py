"""Menus for a notebook: choose rules, players and a picture, and the chart below follows.

Not among the names of `simulator.questions`, since loading widgets takes a while that a command should not wait for.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import ipywidgets
import polars as pl
from IPython.display import DisplayHandle, display

from simulator.errors import Mistake
from simulator.reports import Comparison
from simulator.reports.dossiers import Case
from simulator.studies import Study, play
from simulator.telling.numbers import listed
from simulator.telling.prose import Prose, escaped
from simulator.variants import Variant, bundled_variants, load_variant

__all__ = ["PICTURES", "Menus", "menus"]

PICTURES: dict[str, Callable[[Case], Any]] = {
    "Differences": Case.difference_chart,
    "Length": Case.length_chart,
    "Endings": Case.incidence_chart,
    "Seats": Case.seat_chart,
    "Lead": Case.walk_chart,
}
"""What can be drawn, by its entry in the menu."""

_ALL = "all"

_PLAYERS = ("house", "planner", "greedy")

_PLAIN = "Menus that choose rules, players and the chart stand here once the cell has run in JupyterLab."

_WIDGET = "application/vnd.jupyter.widget-view+json"

_numbers = count(1)


def menus(shown: Comparison | Case, *, picture: str = "Length", decks: int = 2_000) -> "Menus":
    """Return menus that begin with games that have been played; a notebook shows them, and the chart below.

    Parameters
    ----------
    shown
        What is chosen at first: of a comparison the base and the variant after it.
    picture
        What is drawn at first: one of `PICTURES`.
    decks
        Decks of each rule set at each number of players, wherever a choice has not been played yet.
    """
    case = Case(shown.variants[1], shown.base, shown.results) if isinstance(shown, Comparison) else shown
    return Menus(case, picture, decks)


class Menus:
    """Five menus and the chart that they choose. What has been played once is kept as long as the notebook runs.

    Parameters
    ----------
    case
        What is chosen at first.
    picture, decks
        As in `menus`.
    """

    def __init__(self, case: Case, picture: str, decks: int) -> None:
        self._decks = decks
        self._seed = int(case.results["seed"][0])
        own = [each for each in (case.base, case.variant) if each is not None]
        self._own = {variant.name: variant for variant in own}
        names = list(dict.fromkeys([*bundled_variants(), *self._own]))
        player = str(case.results["line_up"][0])
        base = case.base or case.variant
        self._cases = {(case.variant.name, base.name, player): case}
        self.variant = _menu("Rules", names, case.variant.name)
        self.base = _menu("against", names, base.name)
        self.players = _menu("Players", [_ALL, *map(str, case.players)], _ALL)
        self.player = _menu("played by", list(dict.fromkeys([*_PLAYERS, player])), player)
        self.picture = _menu("Chart", list(PICTURES), picture)
        self.status = ipywidgets.Label()
        for each in (self.variant, self.base, self.players, self.player, self.picture):
            each.observe(self._follow, names="value")
        self._handle: DisplayHandle | None = None
        self.drawn: Any = self._draw()
        """The chart now shown, or why there is none."""

    def _follow(self, _: Any) -> None:
        """Draw what has been chosen, and say meanwhile that it takes a moment."""
        try:
            if self._chosen not in self._cases:
                self.status.value = f"Playing {self._decks:,} games of each, with each number of players …"
            self.drawn = self._draw()
            if self._handle is not None:
                self._handle.update(self.drawn)
            self.status.value = ""
        except Mistake as mistake:
            self.status.value = str(mistake)

    @property
    def _chosen(self) -> tuple[str, str, str]:
        return self.variant.value, self.base.value, self.player.value

    def _draw(self) -> Any:
        case = self._case()
        if self.players.value != _ALL:
            number = int(self.players.value)
            if number not in case.players:
                allowed = f"{case.variant.name} is for {listed(case.players)} players"
                return Prose(f"{escaped(allowed)}: choose one of these, or all.")
            case = Case(case.variant, case.base, case.results.filter(players=number))
        chart = PICTURES[self.picture.value](case)
        return Prose("These rules have nothing to compare: choose others.") if chart is None else chart

    def _case(self) -> Case:
        """The games of what has been chosen, played now if they were not before."""
        if self._chosen not in self._cases:
            variant, base = (self._load(name) for name in (self.variant.value, self.base.value))
            fewest = max(variant.players.min, base.players.min)
            shared = (
                range(fewest, min(variant.players.max, base.players.max) + 1) if variant.digest != base.digest else ()
            )
            given: dict[str, Any] = {"seats": self.player.value, "decks": self._decks, "seed": self._seed}
            studies = [Study(variant, **given)]
            if shared:
                studies.append(Study(base, players=shared, **given))
            results = pl.concat([found.collect() for found in play(studies)])
            self._cases[self._chosen] = Case(variant, base if shared else None, results)
        return self._cases[self._chosen]

    def _load(self, name: str) -> Variant:
        return self._own[name] if name in self._own else load_variant(name)

    def _ipython_display_(self) -> None:
        """Show the menus and, as an output of its own that is stored as any other chart, the picture."""
        rows = [
            ipywidgets.HBox([self.variant, self.base]),
            ipywidgets.HBox([self.players, self.player, self.picture]),
            self.status,
        ]
        # Numbered, so that a notebook that is run from the top stores the same each time.
        box = ipywidgets.VBox(rows, model_id=f"double-seven-menus-{next(_numbers)}")
        view = {"version_major": 2, "version_minor": 0, "model_id": box.model_id}
        display({_WIDGET: view, "text/plain": _PLAIN}, raw=True)
        self._handle = display(self.drawn, display_id=True)


def _menu(label: str, entries: list[str], value: str) -> ipywidgets.Dropdown:
    return ipywidgets.Dropdown(options=entries, value=value, description=label)
