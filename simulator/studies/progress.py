"""How far a study is: games done and planned, and how well its headline numbers are known so far."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl

from simulator.statistics import Metric, find_metric
from simulator.statistics.metrics import Ratio
from simulator.studies.filling import Lacking
from simulator.studies.matches import Match
from simulator.studies.store import Store

__all__ = ["HEADLINES", "Progress", "Tell", "Tracker"]

HEADLINES = ("turns", "first_seat_advantage")
"""The metrics whose precision is told."""

_STANDARD_ERRORS = 1.96
"""On either side of a plain 95 % interval."""


@dataclass(frozen=True)
class Progress:
    """How far a study is.

    Parameters
    ----------
    done, planned
        Games that the store holds, and games that it will hold when the present plan is done. A study with a precision
        plans from look to look.
    known
        Half-widths of the headline numbers' plain 95 % intervals by metric, the widest of all that has begun; empty
        while nothing is known.
    """

    done: int
    planned: int
    known: Mapping[str, float] = field(default_factory=dict)


Tell = Callable[[Progress], None]
"""Called with the progress, after each batch."""


class Tracker:
    """Follows studies from batch to batch, in flat memory: numbers of games, sums and sums of squares by match.

    Parameters
    ----------
    tell
        Called with the progress after each batch.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._moments: dict[str, np.ndarray] = {}
        self._ranges: dict[tuple[Path, str], list[tuple[int, int]]] = {}
        self.done = self.planned = 0

    def plan(self, store: Store, wanted: Sequence[Match], games: int, first_game: int) -> None:
        """Reckon with ``games`` games from ``first_game`` on of each match, some of which a store may hold already."""
        for match in {match.digest: match for match in wanted}.values():
            planned = self._ranges.setdefault((store.folder, match.digest), [])
            for first, end in list(_new(first_game, first_game + games, planned)):
                self.planned += end - first
                missing = store.missing(match, end - first, first)
                held = (missing[0][0] if missing else end) - first
                if held:
                    self._count(match, store.scan(match, held, first))
                self.done += end - first - sum(its_end - its_first for its_first, its_end in missing)
            planned.append((first_game, first_game + games))

    def tell(self) -> None:
        """Tell how far it is."""
        self._tell(self._now())

    def kept(self, batch: Lacking, data: bytes | None) -> None:
        """Count a batch."""
        self.done += batch.games
        if data is not None:
            self._count(batch.match, pl.scan_parquet(io.BytesIO(data)).with_columns(players=batch.match.players))
        self.tell()

    def _count(self, match: Match, games: pl.LazyFrame) -> None:
        values = [_value(find_metric(name)).cast(pl.Float64) for name in HEADLINES]
        moments = (pl.Expr.count, pl.Expr.sum, lambda value: value.pow(2).sum())
        sums = games.select(
            moment(value).cast(pl.Float64).alias(f"{row} {column}")
            for row, moment in enumerate(moments)
            for column, value in enumerate(values)
        ).collect(engine="streaming")
        counted = sums.to_numpy().reshape(len(moments), len(values))
        self._moments[match.digest] = self._moments.get(match.digest, 0) + counted

    def _now(self) -> Progress:
        begun = [moments for moments in self._moments.values() if moments[0].min() >= 2]
        if not begun:
            return Progress(self.done, self.planned)
        games, sums, squares = np.array(begun).transpose(1, 0, 2)
        variances = np.maximum(0, squares - sums**2 / games) / (games - 1)  # rounding may leave less than nought
        widest = (_STANDARD_ERRORS * np.sqrt(variances / games)).max(axis=0)
        return Progress(self.done, self.planned, dict(zip(HEADLINES, widest.tolist(), strict=True)))


def _new(first: int, end: int, planned: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The parts of a range that are not planned yet."""
    for its_first, its_end in sorted(planned):
        if first < min(its_first, end):
            yield first, min(its_first, end)
        first = max(first, its_end)
    if first < end:
        yield first, end


def _value(metric: Metric) -> pl.Expr:
    assert isinstance(metric.measure, Ratio)
    return metric.measure.numerator
