"""How long a game is: turns, rounds, decisions and minutes, by number of players and by who plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import altair as alt
import polars as pl

from simulator.charts import by_players_chart, length_chart
from simulator.statistics import SECONDS_PER_TURN, estimate_table, find_metric, length_distribution, seconds_per
from simulator.studies import Results
from simulator.telling.numbers import listed, shown_number, shown_value, titled, with_interval
from simulator.telling.prose import Prose, bullets, escaped, named_once, table_of

__all__ = ["Lengths"]

_MEASURES = ("turns", "rounds", "decisions", "minutes")

_CLOCKS = {"turns": "turn", "rounds": "round", "decisions": "decision"}
"""What may take the same time at every table, and one of it."""


@dataclass(frozen=True, eq=False)
class Lengths:
    """The length of a game by the first variant of ``results``, whose line-ups are levels of skill.

    Parameters
    ----------
    results
        Of a study whose line-ups have the same player in every seat.
    """

    results: Results

    @property
    def levels(self) -> list[str]:
        """Who plays, in the order of the study."""
        return self.results.line_ups

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return self.results.players

    @cached_property
    def games(self) -> pl.DataFrame:
        """The games, in which the column line_up names the level."""
        return self.results.games.filter(variant=self.results.provenance.variants[0].name).collect()

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every measure with its interval: `simulator.statistics.estimate_table`, by line-up."""
        return estimate_table(self.games, variants=self.levels, by="line_up", metrics=list(_MEASURES))

    def answer(self) -> Prose:
        """Say in bold how long a game is, and for each level how long with how many players."""
        values = [self.table.filter(metric=name)["value"].to_list() for name in ("turns", "rounds", "minutes")]
        turns, rounds, minutes = (
            " to ".join(dict.fromkeys(shown_number(end(each), 0) for end in (min, max))) for each in values
        )
        lead = (
            f"**On average a game lasts {turns} turns, or {rounds} rounds, by who plays and how many: some {minutes} "
            f"minutes, if a turn takes {SECONDS_PER_TURN:g} seconds.**"
        )
        points = [
            f"**{escaped(level)}**, with {listed(self.players)} players: "
            + "; ".join(f"{listed(self._shown(level, name))} {find_metric(name).unit.value}" for name in _MEASURES)
            + "."
            for level in self.levels
        ]
        return Prose(f"{lead}\n\n{bullets(points)}")

    def chart(
        self, *, reported: tuple[float, float] | None = None, title: str = "How long is a game?"
    ) -> alt.HConcatChart:
        """Draw every measure by number of players and level.

        Parameters
        ----------
        reported
            From how many to how many minutes people report, to be drawn behind the estimated ones.
        title
            The question or the finding.
        """
        order = {name: place for place, name in enumerate([*_MEASURES, *self.levels])}
        shown = self.table.rename({"line_up": "level"}).sort(
            *(pl.col(name).replace_strict(order) for name in ("metric", "level")), "players"
        )
        bands = None if reported is None else {"minutes": reported}
        return by_players_chart(shown, bands=bands, title=title)

    def distribution_chart(self, *, title: str = "How much do games differ in length?") -> alt.FacetChart:
        """Draw how many games are of which length, a curve a level."""
        return length_chart(length_distribution(self.games, by="line_up"), title=title, by="line_up")

    def quote(self, metrics: Sequence[str] = _MEASURES) -> Prose:
        """Return every measure, or the ``metrics`` asked for, with its interval as a table of words."""
        found = self.table
        if not set(metrics) <= set(_MEASURES):
            found = estimate_table(self.games, variants=self.levels, by="line_up", metrics=list(metrics))
        lines: list[list[str]] = []
        for level in self.levels:
            for players in self.players:
                rows = found.filter(line_up=level, players=players).rows_by_key("metric", named=True, unique=True)
                cells = [
                    with_interval(find_metric(name), shown_value(find_metric(name), rows[name]["value"]), rows[name])
                    for name in metrics
                ]
                lines.append([level, str(players), *cells])
        titles = [titled(find_metric(name)) for name in metrics]
        return Prose(table_of(["who plays", "players", *titles], "lr", named_once(lines)))

    def spread(self) -> Prose:
        """Return how many turns the shortest tenth, the middle and the longest tenth of games reach, as a table."""
        lines = []
        for level in self.levels:
            for players in self.players:
                turns = self.games.filter(line_up=level, players=players)["turns"]
                quantiles = [turns.quantile(share, "nearest") for share in (0.1, 0.5, 0.9)]
                lines.append([level, str(players), *(shown_number(each, 0) for each in quantiles)])
        columns = ["who plays", "players", "one in ten is at most", "half are at most", "nine in ten are at most"]
        return Prose(table_of(columns, "lr", named_once(lines)))

    def seconds(self, minutes: Sequence[float], *, of: str = "turns") -> pl.DataFrame:
        """Seconds that each turn (or ``of``: rounds, decisions) must take for games to last so many ``minutes``.

        Returns
        -------
        The columns of `simulator.statistics.seconds_per` by line-up, and minutes.
        """
        return pl.concat(
            seconds_per(self.games, of, minutes=each, by="line_up").with_columns(minutes=float(each))
            for each in minutes
        )

    def pace(self, minutes: Sequence[float]) -> Prose:
        """Return the seconds a turn that reported ``minutes`` imply, by level and number of players, as a table."""
        found = self.seconds(minutes)
        lines = []
        for level in self.levels:
            for players in [*self.players, None]:
                rows = found.filter(pl.col("players").eq_missing(players), line_up=level)
                numbers = [shown_number(each, 1) for each in (rows["value"][0], *rows["seconds"])]
                lines.append([level, "all together" if players is None else str(players), *numbers])
        columns = ["who plays", "players", "turns", *(f"seconds a turn, if {each:g} minutes" for each in minutes)]
        return Prose(table_of(columns, "lr", named_once(lines)))

    def clocks(self, minutes: float, *, level: str) -> Prose:
        """Hold turns, rounds and decisions against one another as the clock of a game that lasts ``minutes``.

        Parameters
        ----------
        minutes
            How long a game lasts at every table.
        level
            Who plays.
        """
        lines = []
        for name, one in _CLOCKS.items():
            found = self.seconds([minutes], of=name).filter(line_up=level).drop_nulls("players")["seconds"].to_list()
            times = f"{max(found) / min(found):.2f} ×"
            lines.append([f"seconds a {one}", *(shown_number(each, 1) for each in found), times])
        columns = ["", *(f"{players} players" for players in self.players), "largest against smallest"]
        return Prose(table_of(columns, "lr", lines))

    def _shown(self, level: str, name: str) -> list[str]:
        metric = find_metric(name)
        values = self.table.filter(line_up=level, metric=name).sort("players")["value"]
        return [shown_number(value, min(metric.decimals, 1)) for value in values]
