"""Variants compared: what differs in words, what that does to play, and how sure that is.

The first variant is the base; every other is held against it over the same decks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
from rich.console import RenderableType

from simulator import studies
from simulator import variants as variant_files
from simulator.charts import difference_chart, incidence_chart, length_chart, seat_chart
from simulator.files import write_whole
from simulator.reports.formatting import listed, shown_difference
from simulator.reports.headlines import headlines
from simulator.reports.page import page
from simulator.reports.prose import Prose, answer, certainty, overview, quote, reading, told
from simulator.reports.provenance import provenance
from simulator.reports.terminal import terminal
from simulator.statistics import (
    UnpairedDecksError,
    cumulative_incidence,
    difference_table,
    find_metric,
    length_distribution,
    metrics_for,
    seat_shares,
)
from simulator.variants import Difference, Variant

__all__ = ["Comparison", "compare"]


def compare(
    variants: Sequence[Variant],
    *,
    players: Sequence[int] = (2, 3, 4),
    seats: str | Sequence[str] = "house",
    games: int = 20_000,
    seed: int = 1,
    number_of_threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
) -> "Comparison":
    """Play every variant over the same decks and compare each with the first.

    Parameters
    ----------
    variants
        The base, then one or more others.
    players
        Numbers of players.
    seats
        The player in every seat, or one a seat.
    games
        Games of each variant at each number of players.
    seed
        With a game's number it fixes the order of the tiles.
    number_of_threads
        By default one a core; the result does not depend on it.
    progress
        Called with games done and games planned.
    command
        The command that asked for it, for the provenance.
    """
    _check_variants(variants)
    results = studies.simulate(
        variants,
        players=players,
        seats=seats,
        games=games,
        seed=seed,
        number_of_threads=number_of_threads,
        progress=progress,
    )
    return Comparison.from_results(variants, results, command=command)


@dataclass(frozen=True, eq=False)
class Comparison:
    """The first of ``variants`` against each other one, from the games in ``results``.

    Made by `compare` or `from_results`. Printing it with rich shows the terminal's report; `to_html` gives the page.
    """

    variants: tuple[Variant, ...]
    results: pl.DataFrame = field(repr=False)
    command: str | None = None
    margins: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def from_results(
        cls,
        variants: Sequence[Variant],
        results: pl.DataFrame | pl.LazyFrame,
        *,
        command: str | None = None,
        margins: Mapping[str, float] | None = None,
    ) -> "Comparison":
        """Compare games that have been played.

        Parameters
        ----------
        variants
            The base, then one or more others; their names are those in the ``variant`` column.
        results
            Games, with the columns of ``simulator.studies.columns``. Those of other variants are left out.
        command
            The command that asked for it, for the provenance.
        margins
            Least differences that matter, by metric, where they are not those of the table of metrics.

        Raises
        ------
        ValueError
            Fewer than two variants, two of the same name, or a margin that is not above zero.
        KeyError
            A margin for a metric that does not exist.
        simulator.statistics.UnpairedDecksError
            The variants did not all play the same decks with the same players in the seats.
        """
        _check_variants(variants)
        names = [variant.name for variant in variants]
        found = results.lazy().filter(pl.col("variant").is_in(names)).collect()
        _check_seats(found, names)
        for name, margin in (margins or {}).items():
            find_metric(name)
            if not margin > 0:
                raise ValueError(f"the margin of {name} is {margin!r}; a margin that matters is above zero")
        return cls(tuple(variants), found, command, dict(margins or {}))

    def select(self, names: Sequence[str]) -> "Comparison":
        """Return the comparison of the base with some of the others alone, from the same games.

        Its verdicts allow for the differences in it, and for no others.

        Parameters
        ----------
        names
            Names of the variants to hold against the base, in order.

        Raises
        ------
        ValueError
            None is named, one twice, or one that is not in this comparison.
        """
        others = {variant.name: variant for variant in self.variants[1:]}
        unknown = [name for name in names if name not in others]
        if unknown:
            raise ValueError(f"{listed(unknown)} is not held against {self.base.name}; {listed(list(others))} can be")
        chosen = [self.base, *(others[name] for name in names)]
        return Comparison.from_results(chosen, self.results, command=self.command, margins=self.margins)

    @property
    def base(self) -> Variant:
        """The variant that the others are held against."""
        return self.variants[0]

    @property
    def title(self) -> str:
        """What is compared, in words."""
        return f"{listed([variant.name for variant in self.variants[1:]])} against {self.base.name}"

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return sorted(self.results["players"].unique().to_list())

    @cached_property
    def differences(self) -> dict[str, list[Difference]]:
        """What each other variant plays differently from the base, by its name."""
        return {variant.name: variant_files.differences(self.base, variant) for variant in self.variants[1:]}

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every metric's paired difference with interval and verdict: `simulator.statistics.difference_table`."""
        return difference_table(
            self.results, variants=[variant.name for variant in self.variants], margins=self.margins
        )

    def headlines(self) -> list[str]:
        """Return the findings on length, Double Seven and the first seat, as sentences."""
        return headlines(self.table)

    def answer(self) -> Prose:
        """Say what each variant plays differently, whether that matters, and the headlines."""
        return answer(self)

    def overview(self, metrics: Sequence[str] | None = None) -> Prose:
        """Return the differences of ``metrics`` (the key metrics if None), a column a number of players."""
        return overview(self, metrics)

    def quote(self, metrics: Sequence[str] | None = None, *, players: int | None = None) -> Prose:
        """Return the differences of ``metrics`` (the key metrics if None) as a table of words, to quote."""
        return quote(self, metrics, players)

    def reading(self, metrics: Sequence[str] | None = None, *, players: int | None = None) -> Prose:
        """Say of ``metrics`` (the key metrics if None) from what to what they go, and whether that matters."""
        return reading(self, metrics, players)

    def certainty(self) -> Prose:
        """Say what the numbers rest on: decks, pairing, intervals and margins."""
        return certainty(self)

    def tell_game(
        self, variant: Variant | None = None, *, players: int | None = None, game: int = 0, lines: int | None = None
    ) -> Prose:
        """Tell one of the games in words.

        Parameters
        ----------
        variant
            The rules; those of the base if None.
        players
            The number of players; the fewest if None.
        game
            The game's number.
        lines
            So many lines from the beginning; all if None.

        Raises
        ------
        ValueError
            No such game was played.
        """
        return told(self.results, variant or self.base, self.players[0] if players is None else players, game, lines)

    def summary(self, *, players: int | None = None, metrics: Sequence[str] | None = None) -> pl.DataFrame:
        """Return the table as people read it: rounded, shares in per cent.

        Parameters
        ----------
        players
            One number of players; all of them, with a column that tells which, if None.
        metrics
            Names of metrics; the key metrics if None.

        Returns
        -------
        Columns players and variant where there are several, metric (its title), unit, base, value, difference, lo, hi,
        verdict.

        Raises
        ------
        ValueError
            No game was played with so many players.
        """
        if players is not None and players not in self.players:
            raise ValueError(f"no game has {players} players; the numbers of players are {listed(self.players)}")
        rows = []
        for row in self._rows(metrics).to_dicts():
            if players is not None and row["players"] != players:
                continue
            metric = find_metric(row["metric"])
            numbers = {
                name: None if row[name] is None else round(metric.unit.factor * row[name], metric.decimals) + 0.0
                for name in ("base", "value", "difference", "lo", "hi")
            }
            labels = {"players": row["players"], "variant": row["variant"], "metric": metric.title}
            rows.append({**labels, "unit": metric.unit.value, **numbers, "verdict": row["verdict"]})
        schema = {"players": pl.Int32, **dict.fromkeys(("variant", "metric", "unit"), pl.String)}
        schema |= {**dict.fromkeys(("base", "value", "difference", "lo", "hi"), pl.Float64), "verdict": pl.String}
        frame = pl.DataFrame(rows, schema=schema)
        several = {"players": players is None and len(self.players) > 1, "variant": len(self.variants) > 2}
        return frame.drop(name for name, needed in several.items() if not needed)

    def length_chart(self) -> alt.FacetChart:
        """Draw how long games are."""
        return length_chart(length_distribution(self._ordered))

    def incidence_chart(self) -> alt.FacetChart:
        """Draw when games end, and how, and when the Double Seven token is taken."""
        return incidence_chart(cumulative_incidence(self._ordered))

    def seat_chart(self) -> alt.FacetChart:
        """Draw each seat's win share against the even share."""
        return seat_chart(seat_shares(self.results, variants=[variant.name for variant in self.variants]))

    def difference_chart(self, *, metrics: Sequence[str] | None = None) -> alt.FacetChart:
        """Draw the paired differences of ``metrics`` (the key metrics if None), in units of their margins."""
        rows = self._rows(metrics)
        shown = [
            f"{shown_difference(find_metric(name), difference)} {find_metric(name).unit.short}"
            for name, difference in rows.select("metric", "difference").iter_rows()
        ]
        return difference_chart(rows.with_columns(pl.Series("shown", shown, dtype=pl.String)))

    def provenance(self) -> list[tuple[str, str]]:
        """Return how the results came about, as labelled lines."""
        digests = {variant.name: variant.digest for variant in self.variants}
        return provenance(self.results, digests=digests, command=self.command)

    def to_html(self) -> str:
        """Return the comparison as one page that needs nothing else: charts, tables, provenance."""
        return page(self)

    def write_html(self, path: str | Path) -> None:
        """Write `to_html` to ``path``, whole or not at all."""
        html = self.to_html()
        with write_whole(path) as draft:
            draft.write_text(html, encoding="utf-8")

    def __rich__(self) -> RenderableType:
        """Return the terminal's report."""
        return terminal(self)

    @cached_property
    def _ordered(self) -> pl.DataFrame:
        """The results with the variants in the order of the comparison."""
        names = [variant.name for variant in self.variants]
        return pl.concat([self.results.filter(pl.col("variant") == name) for name in names])

    def _rows(self, metrics: Sequence[str] | None) -> pl.DataFrame:
        """Rows of the table for ``metrics``, in the order of the table of metrics."""
        if metrics is None:
            metrics = [metric.name for metric in metrics_for(2) if metric.key]
        for name in metrics:
            find_metric(name)
        return self.table.filter(pl.col("metric").is_in(list(metrics)))


def _check_variants(variants: Sequence[Any]) -> None:
    names = [variant.name for variant in variants]
    if len(names) < 2:
        raise ValueError(
            f"a comparison needs a base and at least one other variant, not only {listed(names or ['none'])}"
        )
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"each variant needs a name of its own; {listed(twice)} stands there more than once")


def _check_seats(results: pl.DataFrame, names: Sequence[str]) -> None:
    """Check that at every number of players all variants were played by the same players in the same seats."""
    seatings = results.select("variant", "players", pl.col("seats").list.join(", ")).unique().sort("players", "seats")
    for players in seatings["players"].unique(maintain_order=True).to_list():
        found = {
            name: seatings.filter((pl.col("players") == players) & (pl.col("variant") == name))["seats"].to_list()
            for name in names
        }
        for name in names[1:]:
            if found[name] and found[names[0]] and found[name] != found[names[0]]:
                raise UnpairedDecksError(
                    f"{names[0]!r} and {name!r} with {players} players were not played by the same players: "
                    f"{'; '.join(found[names[0]])} against {'; '.join(found[name])}"
                )
