"""What dials do and which setting serves an aim, asked of players of several levels of skill."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import altair as alt
import polars as pl

from simulator.charts import level_chart
from simulator.reports import Sweep
from simulator.reports.comparison.robustness import Standing, standing_of
from simulator.statistics import Choice, dial_importance, factorial_effects, find_metric
from simulator.telling.numbers import NOTHING, listed, shown_difference, shown_number, shown_value, with_interval
from simulator.telling.prose import Prose, bullets, named_once, table_of

__all__ = ["Choices", "DialLevels"]

_ORDER = 2
"""Factors in the largest interaction that is told; those of three and four are small wherever these are."""


@dataclass(frozen=True, eq=False)
class _Sweeps:
    """The same dials turned for several players."""

    sweeps: Mapping[str, Sweep]

    def __post_init__(self) -> None:
        if len(self.sweeps) < 2:
            raise ValueError("dials at several levels of skill need sweeps by two players or more")
        asked = {(each.base.digest, tuple(each.variants), tuple(each.players)) for each in self.sweeps.values()}
        if len(asked) > 1:
            raise ValueError("the sweeps are not of the same dials, values, base and numbers of players")

    @property
    def skills(self) -> list[str]:
        """The players, weakest first."""
        return list(self.sweeps)

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return self._first.players

    @property
    def _first(self) -> Sweep:
        return next(iter(self.sweeps.values()))


class DialLevels(_Sweeps):
    """The same dials turned for several players: ``sweeps`` by the player in every seat, weakest first.

    Raises
    ------
    ValueError
        Fewer than two sweeps, or not of the same dials, values, base and numbers of players.
    """

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
        return {
            (players, effect): standing_of([{**row, "difference": row["estimate"]} for row in rows])
            for (effect, players), rows in self._by_effect(metric).items()
        }

    def effects_chart(self, metric: str, *, title: str | None = None) -> alt.FacetChart:
        """Draw the effects and interactions on a metric, a row an effect, a column of panels a number of players."""
        found = find_metric(metric)
        rows = self.effects.filter(metric=found.name).select(
            pl.col("effect").alias("item"),
            pl.col("skill").alias("level"),
            pl.format("{} players", "players").alias("panel"),
            *(
                (found.unit.factor * pl.col(old)).alias(new)
                for old, new in (("estimate", "value"), ("lo", "lo"), ("hi", "hi"))
            ),
        )
        levels = ", ".join(f"{dial} {self._values(dial)}" for dial in self._first.dials)
        return level_chart(
            rows,
            axis=f"{found.title}: effect ({found.unit.short})",
            title=title or f"What does each dial do to “{found.title}”, alone and with another?",
            subtitle=f"From the first value to the second ({levels}), with 95 % intervals.",
        )

    def effects_quote(self, metric: str) -> Prose:
        """Return the effects on a metric as a table of words, a row an effect and number of players."""
        found = find_metric(metric)
        standings = self.standings(metric)
        lines = [
            [effect, str(players), *map(_effect, rows), standings[players, effect].value]
            for (effect, players), rows in self._by_effect(metric).items()
        ]
        columns = [f"{found.title} ({found.unit.short})", "players", *self.skills, "together"]
        return Prose(table_of(columns, f"l{'r' * (1 + len(self.skills))}l", named_once(lines)))

    def effects_reading(self, metric: str) -> Prose:
        """Say of each effect on a metric whether it is robust, and of the strongest player how large it is."""
        found, table, standings = find_metric(metric), self._by_effect(metric), self.standings(metric)
        points = []
        for standing in Standing:
            said = []
            for effect in dict.fromkeys(effect for effect, _ in table):
                if counts := [n for n in self.players if standings[n, effect] is standing]:
                    sizes = listed([shown_difference(found, table[effect, n][-1]["estimate"]) for n in counts])
                    settled = standing in (Standing.NOTHING, Standing.UNSETTLED)
                    size = "" if settled else f": {sizes} {found.unit.short}"
                    said.append(f"{effect} (with {listed(counts)} players{size})")
            if said:
                points.append(f"**{standing.value.capitalize()}**: {'; '.join(said)}.")
        return Prose(bullets(points))

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
        found = self._grouped(self.importance(metric), "dial")
        lines = [[dial, str(players), *map(_shares, rows)] for (dial, players), rows in found.items()]
        columns = ["alone / with interactions (%)", "players", *self.skills]
        return Prose(table_of(columns, "lr", named_once(lines)))

    def answer(self, metric: str) -> Prose:
        """Say in a few sentences which dial moves a metric, by how much, and which do not."""
        found, standings = find_metric(metric), self.standings(metric)
        table = {key: rows[-1] for key, rows in self._by_effect(metric).items()}
        size = {dial: max(abs(table[dial, n]["estimate"]) for n in self.players) for dial in self._first.dials}
        ordered = sorted(size, key=lambda dial: -size[dial])
        points = []
        for dial in ordered:
            sure = [n for n in self.players if standings[n, dial] in (Standing.ROBUST, Standing.DIRECTION)]
            nothing = [n for n in self.players if standings[n, dial] is Standing.NOTHING]
            rest = [n for n in self.players if n not in (*sure, *nothing)]
            said = []
            if sure:
                sizes = [_effect(table[dial, n]) for n in sure]
                said.append(f"{listed(sizes)} {found.unit.short} with {listed(sure)} players")
            if nothing:
                said.append(f"nothing that matters with {listed(nothing)} players")
            if rest:
                said.append(f"not the same by all players, or not settled, with {listed(rest)} players")
            points.append(f"**{dial}** from {self._values(dial)}: {'; '.join(said)}.")
        others = f", then {ordered[1]}" if len(ordered) > 1 else ""
        lead = (
            f"**{found.title}: {ordered[0]} comes first{others}.** Effects in games of {self.skills[-1]}, with 95 % "
            f"intervals, where {listed(self.skills)} agree on the direction:"
        )
        return Prose(f"{lead}\n\n{bullets(points)}")

    def _by_effect(self, metric: str) -> dict[tuple[str, int], list[dict[str, Any]]]:
        return self._grouped(self.effects.filter(metric=find_metric(metric).name), "effect")

    def _grouped(self, table: pl.DataFrame, key: str) -> dict[tuple[str, int], list[dict[str, Any]]]:
        """The rows of all players by ``key`` and number of players."""
        rows = table.rows_by_key([key, "players"], named=True)
        keys = table[key].unique(maintain_order=True)
        return {(each, players): rows[each, players] for each in keys for players in self.players}

    def _values(self, dial: str) -> str:
        return " to ".join(map(str, self._first.design[dial].unique(maintain_order=True)))


class Choices(_Sweeps):
    """The same dials turned for the same aims: ``sweeps`` by the player in every seat, weakest first.

    Raises
    ------
    ValueError
        As for `DialLevels`, or a sweep has no aim or others than the rest.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        aims = {each.aims for each in self.sweeps.values()}
        if len(aims) > 1 or () in aims:
            raise ValueError("the sweeps have not all the same aims, one or more")

    def answer(self) -> Prose:
        """Say which setting serves the aims best, how sure that is, and whether all players agree."""
        strongest, aims = self.skills[-1], listed([f"“{aim}”" for aim in self._first.aims])
        open_to = {
            skill: choice.table.filter(pl.col("verdict") != "worse")["variant"].to_list()
            for skill, choice in self._choices.items()
        }
        common = [name for name in open_to[strongest] if all(name in names for names in open_to.values())]
        best = self._choices[strongest].recommended
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
        points = [f"{skill}: {self._recommended(choice)}" for skill, choice in self._choices.items()]
        return Prose(f"{lead}\n\n{bullets(points)}")

    def quote(self, settings: int = 6) -> Prose:
        """Return the settings that serve the aims best by each player's games, the first ``settings`` of each."""
        dials = self._first.dials
        metrics = [find_metric(name) for name in dict.fromkeys(aim.metric for aim in self._first.aims)]
        lines = []
        for skill, choice in self._choices.items():
            for row in choice.table.head(settings).to_dicts():
                values = [
                    " / ".join(shown_value(metric, row[f"{metric.name}/{n}"]).removesuffix(" %") for n in self.players)
                    for metric in metrics
                ]
                shares = [f"{shown_number(100 * row[name], 0)} %" for name in ("kept", "chosen")]
                lines.append([skill, *(str(row[dial]) for dial in dials), *values, *shares, row["verdict"]])
        columns = ["by", *dials, *(metric.title for metric in metrics), "keeps bounds", "is the best", ""]
        note = (
            f"Values with {' / '.join(map(str, self.players))} players. The shares say in how many draws of the decks "
            "a setting keeps the bounds, and is the best."
        )
        table = table_of(columns, f"l{'r' * (len(columns) - 2)}l", named_once(lines))
        return Prose(f"{table}\n\n{note}")

    def _recommended(self, choice: Choice) -> str:
        best = choice.table.row(0, named=True)
        others = choice.table.filter(verdict="not told apart").height
        kept = "keeps every bound" if choice.keeps_bounds else "misses the bounds by least"
        open_ = f"{others} other settings cannot be told from it" if others else "every other setting is surely worse"
        return (
            f"{self._setting(choice.recommended)} {kept}; the best in {shown_number(100 * best['chosen'], 0)} % of the "
            f"draws of the decks; {open_}."
        )

    @property
    def _choices(self) -> dict[str, Choice]:
        return {skill: sweep.choice for skill, sweep in self.sweeps.items() if sweep.choice is not None}

    def _setting(self, variant: str) -> str:
        row = self._first.design.filter(variant=variant).row(0, named=True)
        return ", ".join(f"{dial}={row[dial]}" for dial in self._first.dials)


def _effect(row: dict[str, Any]) -> str:
    metric = find_metric(row["metric"])
    return with_interval(metric, shown_difference(metric, row["estimate"]), row)


def _shares(row: dict[str, Any]) -> str:
    """A dial's share of the spread alone, and with its interactions and their interval."""
    if row["total"] is None:
        return NOTHING
    alone, total, lo, hi = (shown_number(100 * row[name], 0) for name in ("first", "total", "total_lo", "total_hi"))
    return f"{alone} / {total} ({lo} to {hi})"
