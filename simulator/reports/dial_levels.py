"""What dials do, asked of players of several levels of skill: effects, interactions, shares of the spread."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import altair as alt
import polars as pl

from simulator.charts import level_chart
from simulator.reports.formatting import NOTHING, listed, shown_difference, shown_interval, shown_number
from simulator.reports.prose import Prose, table_of
from simulator.reports.robustness import Standing, standing_of
from simulator.reports.sweeping import Sweep
from simulator.statistics import Metric, dial_importance, factorial_effects, find_metric

__all__ = ["DialLevels", "check_alike"]

_ORDER = 2
"""Factors in the largest interaction that is told; those of three and four are small wherever these are."""


@dataclass(frozen=True, eq=False)
class DialLevels:
    """The same dials turned for several players: ``sweeps`` by the player in every seat, weakest first.

    Raises
    ------
    ValueError
        Fewer than two sweeps, or not of the same dials, values, base and numbers of players.
    """

    sweeps: Mapping[str, Sweep]

    def __post_init__(self) -> None:
        check_alike(self.sweeps)

    @property
    def skills(self) -> list[str]:
        """The players, weakest first."""
        return list(self.sweeps)

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return next(iter(self.sweeps.values())).players

    @cached_property
    def effects(self) -> pl.DataFrame:
        """Effects and interactions on the key metrics, of dials with two values each.

        Columns skill, then those of `simulator.statistics.factorial_effects`; those of one player are one family of
        tests.
        """
        return pl.concat(
            factorial_effects(sweep.results, sweep.design, highest_order=_ORDER).select(
                pl.lit(skill).alias("skill"), pl.all()
            )
            for skill, sweep in self.sweeps.items()
        )

    def standings(self, metric: str) -> dict[tuple[int, str], Standing]:
        """What all players together say of each effect, by number of players and effect."""
        rows = [{**row, "difference": row["estimate"]} for row in self._of(metric).to_dicts()]
        keys = dict.fromkeys((row["players"], row["effect"]) for row in rows)
        return {key: standing_of([row for row in rows if (row["players"], row["effect"]) == key]) for key in keys}

    def effects_chart(self, metric: str, *, title: str | None = None) -> alt.FacetChart:
        """Draw the effects and interactions on a metric, a row an effect, a column of panels a number of players."""
        found = find_metric(metric)
        rows = self._of(metric).select(
            pl.col("effect").alias("item"),
            pl.col("skill").alias("level"),
            pl.format("{} players", "players").alias("panel"),
            *(
                (found.unit.factor * pl.col(old)).alias(new)
                for old, new in (("estimate", "value"), ("lo", "lo"), ("hi", "hi"))
            ),
        )
        return level_chart(
            rows,
            axis=f"{found.title}: effect ({found.unit.short})",
            title=title or f"What does each dial do to “{found.title}”, alone and with another?",
            subtitle=f"From the first value to the second ({self._levels()}), with 95 % intervals.",
        )

    def effects_quote(self, metric: str) -> Prose:
        """Return the effects on a metric as a table of words, a row an effect and number of players."""
        found = find_metric(metric)
        table = {(row["effect"], row["players"], row["skill"]): row for row in self._of(metric).to_dicts()}
        standings = self.standings(metric)
        effects = list(dict.fromkeys(effect for effect, _, _ in table))
        lines = [
            [
                effect if players == self.players[0] else "",
                str(players),
                *(_effect(found, table[effect, players, skill]) for skill in self.skills),
                standings[players, effect].value,
            ]
            for effect in effects
            for players in self.players
        ]
        columns = [f"{found.title} ({found.unit.short})", "players", *self.skills, "together"]
        return Prose(table_of(columns, [":--", "--:", *("--:" for _ in self.skills), ":--"], lines))

    def effects_reading(self, metric: str) -> Prose:
        """Say of each effect on a metric whether it is robust, and of the strongest player how large it is."""
        found = find_metric(metric)
        table = {(row["effect"], row["players"], row["skill"]): row for row in self._of(metric).to_dicts()}
        standings = self.standings(metric)
        by_meaning: dict[Standing, list[str]] = {}
        for effect in dict.fromkeys(effect for effect, _, _ in table):
            alike = sorted((list(Standing).index(standings[n, effect]), n) for n in self.players)
            for place, group in groupby(alike, key=lambda each: each[0]):
                counts = [n for _, n in group]
                sizes = [shown_difference(found, table[effect, n, self.skills[-1]]["estimate"]) for n in counts]
                words = f"{effect} (with {listed(counts)} players"
                settled = list(Standing)[place] in (Standing.NOTHING, Standing.UNSETTLED)
                words += ")" if settled else f": {listed(sizes)} {found.unit.short})"
                by_meaning.setdefault(list(Standing)[place], []).append(words)
        points = [
            f"- **{standing.value.capitalize()}**: {'; '.join(by_meaning[standing])}."
            for standing in Standing
            if standing in by_meaning
        ]
        return Prose("\n".join(points))

    def importance(self, metric: str) -> pl.DataFrame:
        """Share of the variance among the settings that each dial explains: `simulator.statistics.dial_importance`.

        Returns
        -------
        Its columns after ``skill``.
        """
        return pl.concat(
            dial_importance(sweep.results, sweep.design, metrics=[metric]).select(
                pl.lit(skill).alias("skill"), pl.all()
            )
            for skill, sweep in self.sweeps.items()
        )

    def importance_chart(self, metric: str, *, title: str | None = None) -> alt.FacetChart:
        """Draw what share of the spread among the settings each dial explains, its interactions included."""
        found = find_metric(metric)
        rows = self.importance(metric).select(
            pl.col("dial").alias("item"),
            pl.col("skill").alias("level"),
            pl.format("{} players", "players").alias("panel"),
            *((100 * pl.col(f"total{end}")).alias(new) for end, new in (("", "value"), ("_lo", "lo"), ("_hi", "hi"))),
        )
        return level_chart(
            rows,
            axis="share of the variance (%)",
            title=title or f"Which dial matters for “{found.title}”?",
            subtitle=f"What each dial explains of how {found.title.lower()} differ among the settings, interactions "
            "included (95 % intervals).",
        )

    def importance_quote(self, metric: str) -> Prose:
        """Return each dial's share of the spread, alone and with its interactions, as a table of words."""
        table = self.importance(metric)
        lines = []
        for (dial,), rows in table.group_by("dial", maintain_order=True):
            for players in self.players:
                its = {row["skill"]: row for row in rows.filter(players=players).to_dicts()}
                cells = [_shares(its[skill]) for skill in self.skills]
                lines.append([str(dial) if players == self.players[0] else "", str(players), *cells])
        columns = ["alone / with interactions (%)", "players", *self.skills]
        return Prose(table_of(columns, [":--", "--:", *("--:" for _ in self.skills)], lines))

    def answer(self, metric: str) -> Prose:
        """Say in a few sentences which dial moves a metric, by how much, and which do not."""
        found = find_metric(metric)
        table = {(row["effect"], row["players"], row["skill"]): row for row in self._of(metric).to_dicts()}
        standings = self.standings(metric)
        dials = next(iter(self.sweeps.values())).dials
        size = {dial: max(abs(table[dial, n, self.skills[-1]]["estimate"]) for n in self.players) for dial in dials}
        ordered = sorted(dials, key=lambda dial: -size[dial])
        points = []
        for dial in ordered:
            sure = [n for n in self.players if standings[n, dial] in (Standing.ROBUST, Standing.DIRECTION)]
            nothing = [n for n in self.players if standings[n, dial] is Standing.NOTHING]
            sizes = [_effect(found, table[dial, n, self.skills[-1]]) for n in sure]
            said = []
            if sure:
                said.append(f"{listed(sizes)} {found.unit.short} with {listed(sure)} players")
            if nothing:
                said.append(f"nothing that matters with {listed(nothing)} players")
            rest = [n for n in self.players if n not in (*sure, *nothing)]
            if rest:
                said.append(f"not the same by all players, or not settled, with {listed(rest)} players")
            points.append(f"- **{dial}** from {self._values(dial)}: {'; '.join(said)}.")
        others = f", then {ordered[1]}" if len(ordered) > 1 else ""
        lead = (
            f"**{found.title}: {ordered[0]} comes first{others}.** Effects in games of {self.skills[-1]}, with 95 % "
            f"intervals, where {listed(self.skills)} agree on the direction:"
        )
        return Prose(f"{lead}\n\n" + "\n".join(points))

    def _of(self, metric: str) -> pl.DataFrame:
        """The effects on one metric."""
        return self.effects.filter(metric=find_metric(metric).name)

    def _values(self, dial: str) -> str:
        values = next(iter(self.sweeps.values())).design[dial].unique(maintain_order=True).to_list()
        return " to ".join(map(str, values))

    def _levels(self) -> str:
        return ", ".join(f"{dial} {self._values(dial)}" for dial in next(iter(self.sweeps.values())).dials)


def check_alike(sweeps: Mapping[str, Sweep]) -> None:
    """Refuse sweeps by fewer than two players, or of different things.

    Raises
    ------
    ValueError
        As for `DialLevels`.
    """
    if len(sweeps) < 2:
        raise ValueError("dials at several levels of skill need sweeps by two players or more")
    asked = {(each.base.digest, tuple(each.variants), tuple(each.players)) for each in sweeps.values()}
    if len(asked) > 1:
        raise ValueError("the sweeps are not of the same dials, values, base and numbers of players")


def _effect(metric: Metric, row: Mapping[str, Any]) -> str:
    interval = shown_interval(metric, row["lo"], row["hi"])
    difference = shown_difference(metric, row["estimate"])
    return difference if interval == NOTHING else f"{difference} ({interval})"


def _shares(row: Mapping[str, Any]) -> str:
    """A dial's share of the spread alone, and with its interactions and their interval."""
    if row["total"] is None:
        return NOTHING
    alone, total, lo, hi = (shown_number(100 * row[name], 0) for name in ("first", "total", "total_lo", "total_hi"))
    return f"{alone} / {total} ({lo} to {hi})"
