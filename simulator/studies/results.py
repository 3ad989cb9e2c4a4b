"""What a study gives: its games, read as they are needed, with where they came from; and what they come to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import polars as pl

from simulator.errors import Mistake
from simulator.files import check_writable, write_whole
from simulator.statistics import Metric, difference_rows, estimate_table, find_metric, judged, metrics_for
from simulator.statistics.metrics import Balance
from simulator.studies.columns import SCHEMA
from simulator.studies.precision import Width, half_widths
from simulator.studies.provenance import Provenance, TableKey

__all__ = ["ROWS_OF_A_GROUP", "Results", "ResultsError", "read_results"]

ROWS_OF_A_GROUP = 100_000
"""Rows of one row group of a Parquet file: what a reader holds in memory at a time."""

_NUMBERS_AT_ONCE = 20_000_000
"""Numbers (decks × columns) that are held in memory at a time while results are estimated: some 160 MB."""

_NUMBERS_OF_A_METRIC = 2
"""Numbers that a metric takes for each game, about: its numerator and its denominator."""

_METADATA = "double-seven-results"


class ResultsError(Mistake):
    """A file of results that cannot be read."""


@dataclass(frozen=True, eq=False)
class Results:
    """Games and where they came from. Made by `Study.run`, or read from a file by `read_results`.

    Parameters
    ----------
    provenance
        Rules, line-ups, decks, seed and versions.
    parts
        The games by number of players and name of the line-up: read when they are collected.
    """

    provenance: Provenance
    parts: Mapping[TableKey, pl.LazyFrame] = field(repr=False)

    @property
    def games(self) -> pl.LazyFrame:
        """Every game, one row each, with the columns of ``simulator.studies.COLUMNS``; read when it is collected.

        The results are to be held until then: games that no store keeps go with them.
        """
        return pl.concat(self.parts.values())

    def collect(self) -> pl.DataFrame:
        """Read every game into memory: one row each, with the columns of ``simulator.studies.COLUMNS``."""
        return self.games.collect()

    @property
    def number_of_games(self) -> int:
        """Rows of :attr:`games`."""
        variants = len(self.provenance.variants)
        return variants * sum(table.decks * len(table.seatings) for table in self.provenance.tables)

    @property
    def line_ups(self) -> list[str]:
        """Names of the line-ups, in order."""
        return list(dict.fromkeys(line_up for _, line_up in self.parts))

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return sorted({players for players, _ in self.parts})

    @cached_property
    def half_widths(self) -> list[Width]:
        """How well the numbers are known that a precision was asked for; none without one."""
        precision = self.provenance.precision or {}
        return [
            width
            for table in self.parts
            for _, games in self._frames(table, list(precision))
            for width in half_widths(games, players=table[0], variants=self._names, precision=precision)
        ]

    @property
    def is_precise(self) -> bool:
        """Whether everything is known as well as was asked for."""
        return all(width.ratio <= 1 for width in self.half_widths)

    def estimates(self, metrics: Sequence[str] | None = None) -> pl.DataFrame:
        """Every metric of every variant with its 95 % interval: `simulator.statistics.estimate_table`, by line-up.

        Parameters
        ----------
        metrics
            Names of the metrics; all if None.

        Returns
        -------
        The table's columns, after ``line_up``.
        """
        return pl.concat(
            _of_line_up(
                table,
                estimate_table(games, variants=self._names, metrics=_named(chunk), best_at=self.provenance.best_at),
            )
            for table in self.parts
            for chunk, games in self._frames(table, metrics)
        )

    def differences(self, metrics: Sequence[str] | None = None) -> pl.DataFrame:
        """Every metric's paired difference of each variant from the first: `simulator.statistics.difference_table`.

        All rows, of every line-up, are one family of tests.

        Parameters
        ----------
        metrics
            Names of the metrics; all if None.

        Returns
        -------
        The table's columns, after ``line_up``. No rows with one variant only.
        """
        rows = pl.concat(
            _of_line_up(
                table,
                difference_rows(games, variants=self._names, metrics=_named(chunk), best_at=self.provenance.best_at),
            )
            for table in self.parts
            for chunk, games in self._frames(table, metrics)
        )
        return judged(rows)

    def write_parquet(self, path: str | Path) -> None:
        """Write :attr:`games` to one Parquet file, whole or not at all, in flat memory, with the provenance."""
        check_writable(path)
        with write_whole(path) as part:
            self.games.sink_parquet(
                part,
                row_group_size=ROWS_OF_A_GROUP,
                maintain_order=True,
                metadata={_METADATA: self.provenance.to_json()},
            )

    @property
    def _names(self) -> list[str]:
        return [variant.name for variant in self.provenance.variants]

    def _frames(self, table: TableKey, names: Sequence[str] | None) -> Iterator[tuple[list[Metric], pl.DataFrame]]:
        """Metrics, a few at a time if there are many decks, and a table's games with the columns that they read."""
        every = [metric for metric in metrics_for(table[0]) if names is None or metric.name in names]
        for name in names or ():
            find_metric(name)
        found = next(each for each in self.provenance.tables if (each.players, each.line_up) == table)
        rows = found.decks * len(found.seatings) * len(self._names)
        at_once = max(1, _NUMBERS_AT_ONCE // (rows * _NUMBERS_OF_A_METRIC))
        for first in range(0, len(every), at_once):
            chunk = every[first : first + at_once]
            columns = ("variant", "players", "seed", "game", *sorted({root for each in chunk for root in _roots(each)}))
            yield chunk, self.parts[table].select(*dict.fromkeys(columns)).collect(engine="streaming")


def read_results(path: str | Path) -> Results:
    """Read a file of results that this program wrote, with the rules that its games were played by.

    Parameters
    ----------
    path
        A Parquet file of ``double-seven simulate`` or ``study``, or of :meth:`Results.write_parquet`.

    Raises
    ------
    ResultsError
        There is no such file, or it is none of these.
    """
    path = Path(path)
    try:
        told = pl.read_parquet_metadata(path)[_METADATA]
        provenance = Provenance.from_json(told)
        columns = pl.read_parquet_schema(path)
    except FileNotFoundError:
        raise ResultsError(f"{path}: there is no such file") from None
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror or error}") from None
    except pl.exceptions.PolarsError:
        raise ResultsError(f"{path} is no Parquet file") from None
    except (KeyError, ValueError, TypeError):
        raise ResultsError(
            f"{path} does not say by which rules its games were played: it is no file of results of this version"
        ) from None
    if columns != SCHEMA:
        raise ResultsError(f"{path} has other columns than a file of results of this version")
    games = pl.scan_parquet(path, schema=SCHEMA, glob=False, hive_partitioning=False)
    return Results(
        provenance,
        {
            (table.players, table.line_up): games.filter(players=table.players, line_up=table.line_up)
            for table in provenance.tables
        },
    )


def _roots(metric: Metric) -> set[str]:
    """The columns that a metric reads."""
    measure = metric.measure
    if isinstance(measure, Balance):
        return {root for share in measure.shares for root in share.meta.root_names()}
    of = set() if measure.denominator is None else set(measure.denominator.meta.root_names())
    return of | set(measure.numerator.meta.root_names())


def _of_line_up(table: TableKey, rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(pl.lit(table[1]).alias("line_up"), pl.all())


def _named(metrics: Sequence[Metric]) -> list[str]:
    return [metric.name for metric in metrics]
