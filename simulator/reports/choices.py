"""Which setting of some dials serves an aim, asked of players of several levels of skill."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from simulator.reports.dial_levels import check_alike
from simulator.reports.formatting import listed, shown_number, shown_value
from simulator.reports.prose import Prose, table_of
from simulator.reports.sweeping import Sweep
from simulator.statistics import Choice, find_metric

__all__ = ["Choices"]


@dataclass(frozen=True, eq=False)
class Choices:
    """The same dials turned for the same aims: ``sweeps`` by the player in every seat, weakest first.

    Raises
    ------
    ValueError
        As for `simulator.reports.DialLevels`, or a sweep has no aim or others than the rest.
    """

    sweeps: Mapping[str, Sweep]

    def __post_init__(self) -> None:
        check_alike(self.sweeps)
        aims = {each.aims for each in self.sweeps.values()}
        if len(aims) > 1 or () in aims:
            raise ValueError("the sweeps have not all the same aims, one or more")

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return self._first.players

    def answer(self) -> Prose:
        """Say which setting serves the aims best, how sure that is, and whether all players agree."""
        strongest = list(self.sweeps)[-1]
        aims = listed([f"“{aim}”" for aim in _choice(self.sweeps[strongest]).aims])
        points = [f"- {skill}: {self._recommended(sweep)}" for skill, sweep in self.sweeps.items()]
        open_to = {
            skill: _choice(sweep).table.filter(pl.col("verdict") != "worse")["variant"].to_list()
            for skill, sweep in self.sweeps.items()
        }
        common = [name for name in open_to[strongest] if all(name in names for names in open_to.values())]
        best = _choice(self.sweeps[strongest]).recommended
        if best in common:
            lead = f"**{self._setting(best)}** is recommended for {aims}, and no player's games speak against it."
        elif common:
            lead = (
                f"**{self._setting(common[0])}** is the best setting for {aims} that no player's games speak against; "
                f"{strongest} alone would choose another."
            )
        else:
            lead = (
                f"**The players do not agree**: no setting is among the best for {aims} by the games of all of them. "
                f"The strongest, {strongest}, recommends **{self._setting(best)}**; it is not robust."
            )
        return Prose(f"{lead}\n\n" + "\n".join(points))

    def quote(self, settings: int = 6) -> Prose:
        """Return the settings that serve the aims best by each player's games, the first ``settings`` of each."""
        lines = []
        for skill, sweep in self.sweeps.items():
            choice = _choice(sweep)
            metrics = list(dict.fromkeys(aim.metric for aim in choice.aims))
            for place, row in enumerate(choice.table.head(settings).to_dicts()):
                values = [
                    " / ".join(
                        shown_value(find_metric(name), row[f"{name}/{n}"]).removesuffix(" %") for n in self.players
                    )
                    for name in metrics
                ]
                shares = [f"{shown_number(100 * row[name], 0)} %" for name in ("kept", "chosen")]
                dials = [str(row[dial]) for dial in sweep.dials]
                lines.append(["" if place else skill, *dials, *values, *shares, row["verdict"]])
        metrics = list(dict.fromkeys(aim.metric for aim in self._first.aims))
        titles = [find_metric(name).title for name in metrics]
        columns = ["by", *self._first.dials, *titles, "keeps bounds", "is the best", ""]
        aligned = [":--", *("--:" for _ in self._first.dials), *("--:" for _ in titles), "--:", "--:", ":--"]
        note = (
            f"Values with {' / '.join(map(str, self.players))} players. The shares say in how many draws of the decks "
            "a setting keeps the bounds, and is the best."
        )
        return Prose(f"{table_of(columns, aligned, lines)}\n\n{note}")

    def _recommended(self, sweep: Sweep) -> str:
        choice = _choice(sweep)
        best = choice.table.row(0, named=True)
        others = choice.table.filter(pl.col("verdict") == "not told apart").height
        kept = "keeps every bound" if choice.keeps_bounds else "misses the bounds by least"
        open_ = f"{others} other settings cannot be told from it" if others else "every other setting is surely worse"
        return (
            f"{self._setting(choice.recommended)} {kept}; the best in {shown_number(100 * best['chosen'], 0)} % of the "
            f"draws of the decks; {open_}."
        )

    @property
    def _first(self) -> Sweep:
        return next(iter(self.sweeps.values()))

    def _setting(self, variant: str) -> str:
        row = self._first.design.filter(variant=variant).row(0, named=True)
        return ", ".join(f"{dial}={row[dial]}" for dial in self._first.dials)


def _choice(sweep: Sweep) -> Choice:
    assert sweep.choice is not None
    return sweep.choice
