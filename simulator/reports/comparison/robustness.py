"""Whether a finding outlives its players: the same rules and comparison at several levels of skill, side by side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

import polars as pl

from simulator import charts
from simulator.reports.comparison.findings import Findings
from simulator.statistics import Verdict, estimate_table, find_metric, metrics_for
from simulator.statistics.verdicts import LEVEL
from simulator.telling.numbers import (
    difference_cell,
    difference_title,
    listed,
    shown_value,
    titled,
    with_interval,
    with_unit,
)
from simulator.telling.prose import Prose, escaped, named_once, table_of

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Robustness", "Standing", "standing_of"]


class Standing(StrEnum):
    """What several levels of skill together say about a difference."""

    ROBUST = "robust"
    NOTHING = "robust: nothing that matters"
    DIRECTION = "same direction, other size"
    PARTIAL = "not robust"
    SURE_WITH_SOME = "sure with some only"
    OPPOSITE = "not robust: opposite directions"
    UNSETTLED = "not settled"


_MEANINGS = {
    Standing.ROBUST: "**Robust**, there and in the same direction whoever plays",
    Standing.NOTHING: "**Robust**, no change that matters whoever plays",
    Standing.DIRECTION: "**Same direction** whoever plays, but too small to matter with some",
    Standing.PARTIAL: "**Not robust**, a change with some players and none that matters with others",
    Standing.SURE_WITH_SOME: "**Sure with some players only**, undecided with others",
    Standing.OPPOSITE: "**Not robust**, one way with some players and the other way with others",
    Standing.UNSETTLED: "**Not settled** by these games",
}
"""Each standing explained, in the order in which they are told."""

_CHANGES = (Verdict.MATTERS, Verdict.DIFFERS)


@dataclass(frozen=True, eq=False)
class Robustness:
    """One question put to players of different skill: ``comparisons`` of the same variants, the main one first.

    A difference is robust when it is there at every level and surely has the same sign. A sign is sure when the
    difference is not 0 by Holm's method over its comparison.

    Raises
    ------
    ValueError
        Fewer than two comparisons, or not the same variants and numbers of players in all.
    """

    comparisons: tuple[Findings, ...]

    def __init__(self, comparisons: Sequence[Findings]) -> None:
        object.__setattr__(self, "comparisons", tuple(comparisons))
        if len(self.comparisons) < 2:
            raise ValueError("robustness needs the same comparison by two sets of players or more")
        asked = {(tuple(each.digest for each in one.variants), tuple(one.players)) for one in self.comparisons}
        if len(asked) > 1:
            raise ValueError("the comparisons are not of the same variants at the same numbers of players")
        if len(set(self.levels)) < len(self.levels):
            raise ValueError(f"the same players are there twice: {listed(self.levels)}")

    @property
    def levels(self) -> list[str]:
        """Who plays in each comparison."""
        return [comparison.line_up for comparison in self.comparisons]

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every metric's standing: columns players, variant, metric, standing."""
        keys = ("players", "variant", "metric")
        found = [
            {tuple(row[key] for key in keys): row for row in comparison.table.to_dicts()}
            for comparison in self.comparisons
        ]
        rows = [
            {**dict(zip(keys, key, strict=True)), "standing": standing_of([level[key] for level in found]).value}
            for key in found[0]
        ]
        return pl.DataFrame(rows, schema={"players": pl.Int32, **dict.fromkeys((*keys[1:], "standing"), pl.String)})

    def chart(self, metric: str, *, title: str | None = None) -> "alt.FacetChart":
        """Draw the differences of one metric at each level, a row a variant, a column of panels a number of players.

        Parameters
        ----------
        metric
            Name of the metric.
        title
            The question or the finding; asks what the variants change if None.
        """
        found = find_metric(metric)
        rows = [
            {
                "item": row["variant"],
                "level": level,
                "panel": f"{row['players']} players",
                **{
                    new: row[old] and found.unit.factor * row[old]
                    for old, new in (("difference", "value"), ("lo", "lo"), ("hi", "hi"))
                },
            }
            for level, comparison in zip(self.levels, self.comparisons, strict=True)
            for row in comparison.table.filter(metric=found.name).to_dicts()
        ]
        base = self.comparisons[0].base.name
        return charts.level_chart(
            pl.DataFrame(rows, schema=charts.LEVEL_COLUMNS),
            axis=f"{found.title}: difference ({found.unit.short})",
            title=title or f"What does each variant change in “{found.title}”?",
            subtitle=f"Points: paired differences from {base}, with 95 % intervals, by players of different skill.",
        )

    def quote(self, *, metrics: Sequence[str] | None = None) -> Prose:
        """Return the differences at each level with their intervals, and the standing, as a table of words."""
        several = len(self.comparisons[0].variants) > 2
        found = [
            {(row["players"], row["variant"], row["metric"]): row for row in comparison.table.to_dicts()}
            for comparison in self.comparisons
        ]
        lines = []
        for row in self._rows(metrics):
            key = row["players"], row["variant"], row["metric"]
            cells = [difference_cell(level[key]) for level in found]
            variant = [row["variant"]] if several else []
            title = difference_title(find_metric(row["metric"]))
            lines.append([title, *variant, str(row["players"]), *cells, row["standing"]])
        columns = ["", *(["rules"] if several else []), "players", *self.levels, "together"]
        right = "r" * (len(self.levels) + 1)
        return Prose(table_of(columns, f"{'ll' if several else 'l'}{right}l", named_once(lines)))

    def reading(self, *, metrics: Sequence[str] | None = None) -> Prose:
        """Say which differences are robust, which are not and which are not settled."""
        several = len(self.comparisons[0].variants) > 2
        rows = self._rows(metrics)
        points = []
        for standing, meaning in _MEANINGS.items():
            alike: dict[str, list[int]] = {}
            for row in rows:
                if row["standing"] == standing.value:
                    title = find_metric(row["metric"]).title
                    alike.setdefault(f"{title} of {row['variant']}" if several else title, []).append(row["players"])
            if alike:
                named = [f"{escaped(title)} (with {listed(players)} players)" for title, players in alike.items()]
                points.append(f"- {meaning}: {'; '.join(named)}.")
        return Prose("\n".join(points))

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return self.comparisons[0].players

    def select(self, names: Sequence[str]) -> "Robustness":
        """Return the same with some of the variants alone held against the base, as `Comparison.select` does."""
        return Robustness([comparison.select(names) for comparison in self.comparisons])

    def games(self, variant: str | None = None) -> pl.DataFrame:
        """Return the games of one variant by every line-up, which the column ``line_up`` tells apart.

        Parameters
        ----------
        variant
            Name of the variant; the base if None.
        """
        name = self.comparisons[0].base.name if variant is None else variant
        return pl.concat(comparison.results.filter(variant=name) for comparison in self.comparisons)

    def values(self, metrics: Sequence[str], *, variant: str | None = None) -> Prose:
        """Return the values of ``metrics`` under one variant (the base if None) as a table, a column a level."""
        lines = []
        for name, players, at in self._values(metrics, variant):
            metric = find_metric(name)
            cells = [with_interval(metric, shown_value(metric, at[level]["value"]), at[level]) for level in self.levels]
            lines.append([titled(metric), str(players), *cells])
        return Prose(table_of(["", "players", *self.levels], "lr", named_once(lines)))

    def description(self, metrics: Sequence[str], *, variant: str | None = None) -> Prose:
        """Say the values of ``metrics`` under one variant (the base if None), a line a metric, without intervals."""
        points = []
        for name, found in groupby(self._values(metrics, variant), key=lambda each: each[0]):
            metric, rows = find_metric(name), list(found)
            unit = "" if metric.unit.value in ("%", metric.title.lower()) else f" {metric.unit.value}"
            said = [
                f"{listed([shown_value(metric, at[level]['value']) for _, _, at in rows])}{unit} by {escaped(level)}"
                for level in self.levels
            ]
            tables = f"with {listed([players for _, players, _ in rows])} players"
            points.append(f"- **{metric.title}**, {tables}: {'; '.join(said)}.")
        return Prose("\n".join(points))

    def value_chart(self, metric: str, *, variants: Sequence[str] | None = None, title: str) -> "alt.FacetChart":
        """Draw a metric under every variant, a row a variant, with the levels told apart in each.

        Parameters
        ----------
        metric
            Name of the metric.
        variants
            Names of the variants, in order; all if None.
        title
            The question or the finding.
        """
        found = find_metric(metric)
        names = [each.name for each in self.comparisons[0].variants] if variants is None else list(variants)
        frames = [
            estimate_table(comparison.results, variants=names, metrics=[metric]).select(
                pl.col("variant").alias("label"),
                "players",
                pl.lit(level).alias("line_up"),
                *(pl.col(name) * found.unit.factor for name in ("value", "lo", "hi")),
            )
            for level, comparison in zip(self.levels, self.comparisons, strict=True)
        ]
        return charts.value_chart(pl.concat(frames), measure=with_unit(found), title=title, by="line_up")

    def _values(
        self, metrics: Sequence[str], variant: str | None
    ) -> Iterator[tuple[str, int, dict[str, dict[str, Any]]]]:
        """Every metric's row by line-up, metric by metric in the order asked for, then by number of players."""
        names = [find_metric(name).name for name in metrics]
        table = estimate_table(self.games(variant), variants=self.levels, by="line_up", metrics=names)
        for name in names:
            for players in self.players:
                at = table.filter(metric=name, players=players).rows_by_key("line_up", named=True, unique=True)
                if at:
                    yield name, players, at

    def _rows(self, metrics: Sequence[str] | None) -> list[dict[str, Any]]:
        if metrics is None:
            metrics = [metric.name for metric in metrics_for(2) if metric.phrases is not None]
        names = [find_metric(name).name for name in metrics]
        variants = [variant.name for variant in self.comparisons[0].variants]
        rows = [row for row in self.table.to_dicts() if row["metric"] in names]
        return sorted(
            rows, key=lambda row: (names.index(row["metric"]), variants.index(row["variant"]), row["players"])
        )


def standing_of(rows: Sequence[Mapping[str, Any]]) -> Standing:
    """Say what rows of a difference table, one a level of skill, together say about one difference."""
    verdicts = [Verdict(row["verdict"]) for row in rows]
    signs = {_sign(row) for row in rows}
    if Verdict.UNAVAILABLE in verdicts:
        return Standing.UNSETTLED
    if not any(verdict in _CHANGES for verdict in verdicts):
        settled = all(verdict in (Verdict.SMALL, Verdict.SAME) for verdict in verdicts)
        return Standing.NOTHING if settled else Standing.UNSETTLED
    if signs >= {-1, 1}:
        return Standing.OPPOSITE
    if 0 in signs:
        settled = all(
            verdict in (Verdict.SMALL, Verdict.SAME)
            for row, verdict in zip(rows, verdicts, strict=True)
            if _sign(row) == 0
        )
        return Standing.PARTIAL if settled else Standing.SURE_WITH_SOME
    return Standing.ROBUST if all(verdict in _CHANGES for verdict in verdicts) else Standing.DIRECTION


def _sign(row: Mapping[str, Any]) -> int:
    """The sign of a difference where it is sure, else 0."""
    if row["p_holm"] is None or row["p_holm"] > LEVEL:
        return 0
    return 1 if row["difference"] > 0 else -1
