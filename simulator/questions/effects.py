"""Many rule changes beside one another: what each does by itself, sorted, and which of them matter whoever plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import altair as alt
import numpy as np
import polars as pl

from simulator.charts import effect_chart
from simulator.questions.wordings import short_name
from simulator.reports.comparison.robustness import Standing, standing_of
from simulator.statistics import Verdict, find_metric, metrics_for, rank_effects
from simulator.studies import Results
from simulator.telling.numbers import NOTHING, difference_cell, difference_title, listed, shown_number, shown_value
from simulator.telling.prose import (
    Prose,
    bullets,
    escaped,
    intervals_and_margins,
    margins_in_words,
    named_once,
    table_of,
)
from simulator.variants import Variant

__all__ = ["Effects", "Reach"]


class Reach(StrEnum):
    """To whom a rule change matters."""

    EVERYBODY = "whoever plays"
    SOME = "some players only"
    NOBODY = "nobody"


_REACHES = {
    Reach.EVERYBODY: "Matters with some players at least, and surely goes the same way with all",
    Reach.SOME: "Matters with some players only",
    Reach.NOBODY: "No effect that matters was found",
}
"""Each reach explained, in the order in which they are told."""


@dataclass(frozen=True, eq=False, init=False)
class Effects:
    """The effects of the other variants of some studies against their first, at several levels of skill.

    Parameters
    ----------
    studies
        Results of studies of the same variants, each by players of another skill, the main one first. They need not
        have the same numbers of players or of decks. The differences of each are one family of tests.
    metrics
        Names of the metrics; the key metrics if None.

    Raises
    ------
    ValueError
        Not the same variants in all studies, or the same players twice at a table.
    """

    studies: tuple[Results, ...]
    metrics: tuple[str, ...]

    def __init__(self, studies: Sequence[Results], *, metrics: Sequence[str] | None = None) -> None:
        if metrics is None:
            metrics = [metric.name for metric in metrics_for(2) if metric.key]
        object.__setattr__(self, "studies", tuple(studies))
        object.__setattr__(self, "metrics", tuple(find_metric(name).name for name in metrics))
        if len({tuple(variant.digest for variant in one.provenance.variants) for one in self.studies}) != 1:
            raise ValueError("effects need one or more studies, all of the same variants")
        tables = [table for one in self.studies for table in one.parts]
        if len(set(tables)) < len(tables):
            raise ValueError("the same players sit at the same table in two studies")

    @property
    def base(self) -> Variant:
        """The variant that the others are held against."""
        return self.studies[0].provenance.variants[0]

    @property
    def levels(self) -> list[str]:
        """The line-ups, in the order of the studies."""
        return list(dict.fromkeys(line_up for one in self.studies for line_up in one.line_ups))

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every difference of ``metrics``: the columns of `Results.differences`."""
        return self._differences(self.metrics)

    def _differences(self, metrics: Sequence[str]) -> pl.DataFrame:
        return pl.concat(one.differences(metrics) for one in self.studies)

    @cached_property
    def ranking(self) -> pl.DataFrame:
        """The variants by their largest sure effect at any level: `simulator.statistics.rank_effects`."""
        return rank_effects(self.table)

    def chart(
        self,
        *,
        variants: Sequence[Variant] | None = None,
        seats: str | None = None,
        players: int | None = None,
        title: str | None = None,
    ) -> alt.FacetChart:
        """Draw the effects, the variant with the largest first.

        With several metrics a panel is a metric, in margins, and the marks within a row are the numbers of players at
        one level or, with ``players``, the levels at one number of players. With one metric a panel is a number of
        players, in the metric's unit, and the marks are the levels.

        Parameters
        ----------
        variants
            Those to draw; all if None.
        seats
            One level; the first if None.
        players
            One number of players.
        title
            The question or the finding.
        """
        rows = self._rows(self.metrics, self._ranked(variants))
        if len(self.metrics) == 1:
            unit = find_metric(self.metrics[0]).unit
            shown = rows.with_columns(
                pl.format("{} players", "players").alias("panel"),
                *(pl.col(name) * unit.factor for name in ("difference", "lo", "hi", "margin")),
            )
            parts, of_one = "line_up", unit.difference
        else:
            parts, of_one = "line_up" if players else "players", None
            alone = pl.col("players") == players if players else pl.col("line_up") == (seats or self.levels[0])
            shown = rows.filter(alone).with_columns(pl.col("title").alias("panel"))
        words = {"players": "2, 3 or 4 players", "line_up": "who plays"}
        return effect_chart(
            shown.with_columns(pl.col(parts).alias("part")), parts=words[parts], unit=of_one, title=title
        )

    def quote(self, metrics: Sequence[str] | None = None, *, variants: Sequence[Variant] | None = None) -> Prose:
        """Return the differences with their intervals as a table of words, a column a number of players and a level.

        Parameters
        ----------
        metrics
            Names of the metrics, of all that there are; those of the effects if None.
        variants
            Those to quote, in this order; all in the order of the ranking if None.
        """
        chosen = self._ranked() if variants is None else [variant.name for variant in variants]
        rows = self._rows(self.metrics if metrics is None else metrics, chosen)
        tables = [table for one in self.studies for table in one.parts]
        tables.sort(key=lambda table: (self.levels.index(table[1]), table[0]))
        lines = []
        for name, label in rows.select("metric", "label").unique(maintain_order=True).rows():
            metric = find_metric(name)
            found = {(row["players"], row["line_up"]): row for row in rows.filter(metric=name, label=label).to_dicts()}
            cells = [NOTHING if table not in found else difference_cell(found[table]) for table in tables]
            lines.append([difference_title(metric), label, *cells])
        columns = ["", "change", *(f"{seats}, {players} players" for players, seats in tables)]
        return Prose(table_of(columns, "llr", named_once(lines)))

    def row(self, name: str, metric: str, *, players: int, seats: str) -> dict[str, Any]:
        """One difference, as `Results.differences` has it, to check a sentence by.

        Parameters
        ----------
        name
            A variant's short name.
        metric
            Any metric's name.
        players, seats
            The table.

        Raises
        ------
        KeyError
            It was not played.
        """
        found = self._rows([metric], self._ranked()).filter(label=name, players=players, line_up=seats).to_dicts()
        if not found:
            raise KeyError(f"{name} was not played by {seats} with {players} players")
        return found[0]

    def largest(self, *, variants: Sequence[Variant] | None = None) -> Prose:
        """Return each variant's largest sure effect as a table of words, the largest first.

        Parameters
        ----------
        variants
            Those to tell of; all if None.
        """
        lines = []
        for row in self._labelled(self.ranking.filter(pl.col("variant").is_in(self._ranked(variants)))).to_dicts():
            metric = find_metric(row["metric"])
            if row["sure"] == 0:
                lines.append([row["label"], NOTHING, *[""] * 6])
                continue
            values = [shown_value(metric, row[name]) for name in ("base", "value")]
            margins = shown_number(row["margins"], 1, signed=True)
            cells = [str(row["players"]), *values, difference_cell(row), margins]
            lines.append([row["label"], metric.title, row["line_up"], *cells])
        columns = ["change", "its largest sure effect", "who plays", "players"]
        columns += [self.base.name, "changed", "difference", "in margins"]
        return Prose(table_of(columns, "lllr", lines))

    @cached_property
    def reach(self) -> dict[str, Reach]:
        """Whom each variant matters to, by its short name, in the order of the ranking."""
        rows = self._rows(self.metrics, self._ranked())
        return {label: self._reach(rows.filter(label=label)) for label in rows["label"].unique(maintain_order=True)}

    def conclusion(self, *, variants: Sequence[Variant] | None = None) -> Prose:
        """Sort the variants: what goes the same way whoever plays, what matters to some, and what does not matter.

        Parameters
        ----------
        variants
            Those to tell of; all if None.
        """
        rows = self._rows(self.metrics, self._ranked(variants))
        told: dict[Reach, list[str]] = {reach: [] for reach in Reach}
        for label in rows["label"].unique(maintain_order=True):
            reach, found = self.reach[label], rows.filter(label=label)
            plain = reach is Reach.EVERYBODY and len(self.metrics) == 1
            words = {Reach.EVERYBODY: self._common, Reach.SOME: _by_level, Reach.NOBODY: _open}[reach](found)
            told[reach].append(f"{escaped(label)} ({words})" if words and not plain else escaped(label))
        counts = {reach: len(each) for reach, each in told.items()}
        lead = (
            f"**Of {sum(counts.values())} changes {counts[Reach.EVERYBODY]} matter and go the same way "
            f"whoever plays, and {counts[Reach.SOME]} more with some players only; of {counts[Reach.NOBODY]} no "
            "effect that matters was found.**"
        )
        points = bullets(f"**{_REACHES[reach]}**: {'; '.join(each)}." for reach, each in told.items() if each)
        return Prose(f"{lead}\n\n{points}")

    def _reach(self, rows: pl.DataFrame) -> Reach:
        if self._common(rows):
            return Reach.EVERYBODY
        return Reach.SOME if Verdict.MATTERS.value in rows["verdict"].to_list() else Reach.NOBODY

    def _common(self, rows: pl.DataFrame) -> str:
        """Metrics that matter at one table, and there surely change in the same direction at every level."""
        titles = []
        for (title, _), alike in rows.group_by("title", "players", maintain_order=True):
            levels = alike.to_dicts()
            matters = any(row["verdict"] == Verdict.MATTERS.value for row in levels)
            if matters and len(levels) == len(self.levels) and standing_of(levels) is Standing.ROBUST:
                titles.append(str(title).lower())
        return listed(list(dict.fromkeys(titles))) if titles else ""

    def certainty(self) -> Prose:
        """Say what the numbers rest on: decks, pairing, intervals and margins."""
        games = [
            f"{one.provenance.tables[0].decks:,} decks with each of {listed(one.players)} players "
            f"by {listed(one.line_ups)}"
            for one in self.studies
        ]
        points = [
            f"**Games.** For the base and each change: {'; '.join(games)}; seed {self.studies[0].provenance.seed}. "
            "The same seed gives the same games on any machine."
        ]
        turns = self.table.filter(pl.col("metric") == "turns")["variance_reduction"].drop_nulls()
        if len(turns):
            least, middle = (shown_number(float(each(turns.to_numpy())), 1) for each in (np.min, np.median))
            points.append(
                "**Paired decks.** Every rule set plays the same decks, so that a lucky deck is lucky for all. For the "
                f"length of a game that is worth at least {least} times as many games with decks of their own, and for "
                f"half of the changes and tables {middle} times as many or more."
            )
        points += intervals_and_margins()
        margins = margins_in_words([find_metric(name) for name in self.metrics], {})
        return Prose(f"{bullets(points)}\n\n{margins}")

    def _ranked(self, variants: Sequence[Variant] | None = None) -> list[str]:
        """Names of the variants, or of all, in the order of the ranking."""
        names = None if variants is None else [variant.name for variant in variants]
        return [name for name in self.ranking["variant"] if names is None or name in names]

    def _rows(self, metrics: Sequence[str], chosen: Sequence[str]) -> pl.DataFrame:
        """Rows of the table with their labels, by metric, then by variant as ``chosen``, level and players."""
        names = [find_metric(name).name for name in metrics]
        # Metrics that are not those of the effects are a family of their own.
        table = self.table if set(names) <= set(self.metrics) else self._differences(names)
        kept = table.filter(pl.col("variant").is_in(chosen), pl.col("metric").is_in(names))
        places = {name: place for each in (chosen, names, self.levels) for place, name in enumerate(each)}
        return self._labelled(kept).sort(
            *(pl.col(name).replace_strict(places, return_dtype=pl.Int32) for name in ("metric", "variant", "line_up")),
            "players",
        )

    def _labelled(self, table: pl.DataFrame) -> pl.DataFrame:
        labels = {variant.name: short_name(variant, self.base) for variant in self.studies[0].provenance.variants}
        return table.with_columns(pl.col("variant").replace_strict(labels, return_dtype=pl.String).alias("label"))


def _by_level(rows: pl.DataFrame) -> str:
    """What matters, and with whom."""
    matters = rows.filter(verdict=Verdict.MATTERS.value)
    by_title = matters.group_by(pl.col("title").str.to_lowercase(), maintain_order=True).agg(
        pl.col("line_up").unique(maintain_order=True)
    )
    return listed([f"{title} with {listed(seats)}" for title, seats in by_title.rows()])


def _open(rows: pl.DataFrame) -> str:
    """Of a change that does not matter: that it is the same on every deck, or what is not settled."""
    if (rows["verdict"] == Verdict.SAME.value).all():
        return "the same on every deck"
    open_ = rows.filter(pl.col("verdict").is_in([Verdict.DIFFERS.value, Verdict.UNDECIDED.value]))
    titles = open_["title"].str.to_lowercase().unique(maintain_order=True).to_list()
    return f"not settled: {listed(titles)}" if titles else ""
