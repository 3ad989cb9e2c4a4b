"""What a comparison has found: the games, what differs in the rules, every difference with its verdict, the charts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

import polars as pl

from simulator import charts
from simulator import variants as variant_files
from simulator.statistics import (
    UnpairedDecksError,
    cumulative_incidence,
    difference_table,
    find_metric,
    length_distribution,
    metrics_for,
    seat_shares,
)
from simulator.studies import Provenance, Results, read_variants
from simulator.telling.numbers import listed, shown_difference
from simulator.telling.provenance import provenance_lines
from simulator.variants import Difference, Variant

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Findings"]


@dataclass(frozen=True, eq=False)
class Findings:
    """The first of ``variants`` against each other one, from games of one line-up.

    Parameters
    ----------
    variants
        The base, then one or more others.
    results
        Games, with the columns of ``simulator.studies.COLUMNS``.
    provenance
        Where they came from.
    margins
        Least differences that matter, by metric, where they are not those of the table of metrics.
    """

    variants: tuple[Variant, ...]
    results: pl.DataFrame = field(repr=False)
    provenance: Provenance = field(repr=False)
    margins: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def from_results(
        cls,
        variants: Sequence[Variant],
        results: pl.DataFrame | pl.LazyFrame,
        *,
        command: str | None = None,
        margins: Mapping[str, float] | None = None,
    ) -> Self:
        """Compare games that have been played.

        Parameters
        ----------
        variants
            The base, then one or more others; their names are those in the ``variant`` column.
        results
            Games of one line-up, with the columns of ``simulator.studies.COLUMNS``. Those of other variants are left
            out.
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
        check_variants(variants)
        names = [variant.name for variant in variants]
        found = results.lazy().filter(pl.col("variant").is_in(names)).collect()
        _check_seats(found, names)
        for name, margin in (margins or {}).items():
            find_metric(name)
            if not margin > 0:
                raise ValueError(f"the margin of {name} is {margin!r}; a margin that matters is above zero")
        provenance = Provenance.of(found.filter(variant=names[0]), variants, command=command)
        return cls(tuple(variants), found, provenance, dict(margins or {}))

    @classmethod
    def of(cls, results: Results, line_up: str, *, margins: Mapping[str, float] | None = None) -> Self:
        """Compare the games of one line-up of a study; parameters and errors as of `from_results`."""
        games = pl.concat([part for (_, name), part in results.parts.items() if name == line_up])
        found = cls.from_results(results.provenance.variants, games, margins=margins)
        tables = tuple(table for table in results.provenance.tables if table.line_up == line_up)
        return replace(found, provenance=replace(results.provenance, tables=tables))

    def select(self, names: Sequence[str]) -> Self:
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
        found = self.from_results(chosen, self.results, margins=self.margins)
        return replace(found, provenance=replace(self.provenance, variants=found.variants))

    @property
    def base(self) -> Variant:
        """The variant that the others are held against."""
        return self.variants[0]

    @property
    def line_up(self) -> str:
        """Who plays."""
        return self.provenance.tables[0].line_up

    @property
    def title(self) -> str:
        """What is compared, in words."""
        return f"{listed([variant.name for variant in self.variants[1:]])} against {self.base.name}"

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return [table.players for table in self.provenance.tables]

    @cached_property
    def differences(self) -> dict[str, list[Difference]]:
        """What each other variant plays differently from the base, by its name."""
        return {variant.name: variant_files.differences(self.base, variant) for variant in self.variants[1:]}

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every metric's paired difference with interval and verdict: `simulator.statistics.difference_table`."""
        names = [variant.name for variant in self.variants]
        return difference_table(self.results, variants=names, margins=self.margins, best_at=self.provenance.best_at)

    def rows(self, metrics: Sequence[str] | None) -> pl.DataFrame:
        """Rows of the table for ``metrics`` (the key metrics if None), in the order of the table of metrics."""
        if metrics is None:
            metrics = [metric.name for metric in metrics_for(2) if metric.key]
        for name in metrics:
            find_metric(name)
        return self.table.filter(pl.col("metric").is_in(list(metrics)))

    def length_chart(self) -> "alt.FacetChart":
        """Draw how long games are."""
        return charts.length_chart(length_distribution(self._ordered))

    def incidence_chart(self) -> "alt.FacetChart":
        """Draw when games end, and how, and when the Double Seven token is taken."""
        return charts.incidence_chart(cumulative_incidence(self._ordered))

    def seat_chart(self) -> "alt.FacetChart":
        """Draw each seat's win share against the even share."""
        return charts.seat_chart(seat_shares(self.results, variants=[variant.name for variant in self.variants]))

    def difference_chart(self, *, metrics: Sequence[str] | None = None) -> "alt.FacetChart":
        """Draw the paired differences of ``metrics`` (the key metrics if None), in units of their margins."""
        rows = self.rows(metrics)
        shown = [
            f"{shown_difference(find_metric(name), difference)} {find_metric(name).unit.short}"
            for name, difference in rows.select("metric", "difference").iter_rows()
        ]
        return charts.difference_chart(rows.with_columns(pl.Series("shown", shown, dtype=pl.String)))

    def provenance_lines(self) -> list[tuple[str, str]]:
        """Return how the results came about, as labelled lines."""
        return provenance_lines(self.provenance)

    @cached_property
    def _ordered(self) -> pl.DataFrame:
        """The results with the variants in the order of the comparison."""
        names = [variant.name for variant in self.variants]
        return pl.concat([self.results.filter(pl.col("variant") == name) for name in names])


def check_variants(variants: Sequence[Variant]) -> None:
    """Raise ValueError unless there are two variants or more, each with a name of its own."""
    names = [variant.name for variant in variants]
    if len(names) < 2:
        raise ValueError(
            f"a comparison needs a base and at least one other variant, not only {listed(names or ['none'])}"
        )
    read_variants(variants)


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
