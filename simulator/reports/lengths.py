"""How long a game is: turns, rounds, decisions and minutes, by number of players and by who plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import altair as alt
import polars as pl

from simulator.charts import by_players_chart, length_chart
from simulator.reports.formatting import listed, shown_interval, shown_number, shown_value
from simulator.reports.prose import Prose, bullets, escaped, table_of, titled
from simulator.reports.study import StudyResults
from simulator.statistics import SECONDS_PER_TURN, estimate_table, find_metric, length_distribution, seconds_per

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

    results: StudyResults

    @property
    def levels(self) -> list[str]:
        """Who plays, in the order of the study."""
        return list(dict.fromkeys(seats for _, seats in self.results.study.line_ups))

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return sorted({players for players, _ in self.results.study.line_ups})

    @cached_property
    def games(self) -> pl.DataFrame:
        """The games, in which the column variant names the level."""
        name = self.results.study.variants[0].name
        return (
            self.results.games.filter(pl.col("variant") == name)
            .with_columns(pl.col("seats").list.first().alias("variant"))
            .collect()
        )

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every measure with its interval: `simulator.statistics.estimate_table`, with the level as its variant."""
        return estimate_table(self.games, variants=self.levels, metrics=list(_MEASURES))

    def answer(self) -> Prose:
        """Say in bold how long a game is, and for each level how long with how many players."""
        spans = {
            name: [shown_number(float(end), 0) for end in _span(self.table.filter(metric=name)["value"])]
            for name in _MEASURES
        }
        turns, rounds, minutes = (" to ".join(dict.fromkeys(spans[name])) for name in ("turns", "rounds", "minutes"))
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
        shown = self.table.select(
            pl.col("variant").alias("level"),
            "players",
            "metric",
            pl.col("metric").replace_strict({name: find_metric(name).title for name in _MEASURES}).alias("title"),
            "value",
            "lo",
            "hi",
        ).sort(
            pl.col("metric").replace_strict({name: place for place, name in enumerate(_MEASURES)}),
            pl.col("level").replace_strict({name: place for place, name in enumerate(self.levels)}),
            "players",
        )
        bands = None if reported is None else {"minutes": reported}
        return by_players_chart(shown, bands=bands, title=title)

    def distribution_chart(self, *, title: str = "How much do games differ in length?") -> alt.FacetChart:
        """Draw how many games are of which length, a curve a level."""
        return length_chart(length_distribution(self.games), title=title, told_apart="Who plays")

    def quote(self, metrics: Sequence[str] = _MEASURES) -> Prose:
        """Return every measure, or the ``metrics`` asked for, with its interval as a table of words."""
        found = self.table
        if not set(metrics) <= set(_MEASURES):
            found = estimate_table(self.games, variants=self.levels, metrics=list(metrics))
        lines: list[list[str]] = []
        for level in self.levels:
            for players in self.players:
                rows = found.filter(variant=level, players=players).rows_by_key("metric", named=True, unique=True)
                cells = [
                    f"{shown_value(find_metric(name), rows[name]['value'])} "
                    f"({shown_interval(find_metric(name), rows[name]['lo'], rows[name]['hi'])})"
                    for name in metrics
                ]
                lines.append([level if players == self.players[0] else "", str(players), *cells])
        titles = [titled(find_metric(name)) for name in metrics]
        return Prose(table_of(["who plays", "players", *titles], [":--", *["--:"] * (len(metrics) + 1)], lines))

    def spread(self) -> Prose:
        """Return how many turns the shortest tenth, the middle and the longest tenth of games reach, as a table."""
        lines = []
        for level in self.levels:
            for players in self.players:
                turns = self.games.filter(variant=level, players=players)["turns"]
                quantiles = [turns.quantile(share, "nearest") for share in (0.1, 0.5, 0.9)]
                named = level if players == self.players[0] else ""
                lines.append([named, str(players), *(shown_number(each, 0) for each in quantiles)])
        columns = ["who plays", "players", "one in ten is at most", "half are at most", "nine in ten are at most"]
        return Prose(table_of(columns, [":--", *["--:"] * 4], lines))

    def seconds(self, minutes: Sequence[float], *, of: str = "turns") -> pl.DataFrame:
        """Seconds that each turn (or ``of``: rounds, decisions) must take for games to last so many ``minutes``.

        Returns
        -------
        Columns level, players (null for all numbers of players together), minutes, value, seconds.
        """
        found = [
            seconds_per(self.games, of, minutes=each).select(
                pl.col("variant").alias("level"), "players", pl.lit(float(each)).alias("minutes"), "value", "seconds"
            )
            for each in minutes
        ]
        return pl.concat(found)

    def pace(self, minutes: Sequence[float]) -> Prose:
        """Return the seconds a turn that reported ``minutes`` imply, by level and number of players, as a table."""
        found = self.seconds(minutes)
        lines = []
        for level in self.levels:
            for players in [*self.players, None]:
                rows = found.filter(pl.col("level") == level, pl.col("players").eq_missing(players))
                seconds = [shown_number(each, 1) for each in rows["seconds"]]
                lines.append(
                    [
                        level if players == self.players[0] else "",
                        "all together" if players is None else str(players),
                        shown_number(rows["value"][0], 1),
                        *seconds,
                    ]
                )
        columns = ["who plays", "players", "turns", *(f"seconds a turn, if {each:g} minutes" for each in minutes)]
        return Prose(table_of(columns, [":--", "--:", "--:", *["--:" for _ in minutes]], lines))

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
            found = self.seconds([minutes], of=name).filter(pl.col("level") == level).drop_nulls("players")["seconds"]
            low, high = _span(found)
            lines.append([f"seconds a {one}", *(shown_number(each, 1) for each in found), f"{high / low:.2f} ×"])
        columns = ["", *(f"{players} players" for players in self.players), "largest against smallest"]
        return Prose(table_of(columns, [":--", *["--:"] * (len(self.players) + 1)], lines))

    def _shown(self, level: str, name: str) -> list[str]:
        metric = find_metric(name)
        values = self.table.filter(variant=level, metric=name).sort("players")["value"]
        return [shown_number(value, min(metric.decimals, 1)) for value in values]


def _span(values: pl.Series) -> tuple[float, float]:
    """The smallest and the largest."""
    ordered = values.sort()
    return float(ordered[0]), float(ordered[-1])
