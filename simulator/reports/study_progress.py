"""How far a study is: games done and planned, and how well its headline numbers are known so far."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simulator.reports.formatting import shown_number
from simulator.statistics import Metric, find_metric
from simulator.statistics.metrics import Ratio
from simulator.studies import Match, Store
from simulator.studies.filling import Lacking

__all__ = ["StudyProgress", "Tracker"]

_HEADLINES = {"turns": "turns", "first_seat_advantage": "first-seat share"}
"""The metrics whose precision is told, and what they are called there."""

_STANDARD_ERRORS = 1.96
"""On either side of a plain 95 % interval."""


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is.

    Parameters
    ----------
    done, planned
        Games that the store holds, and games that it will hold when the present plan is done. A study with a precision
        plans from look to look.
    precision
        Half-widths of the headline numbers' plain 95 % intervals, in words, the widest of all that has begun.
    """

    done: int
    planned: int
    precision: str


class Tracker:
    """Follows a study from batch to batch, in flat memory: numbers of games, sums and sums of squares by match.

    Parameters
    ----------
    matches
        What is played.
    tell
        Called with the progress after each batch.
    """

    def __init__(self, matches: Sequence[Match], tell: Callable[[StudyProgress], None]) -> None:
        self._tell = tell
        self._matches = {match.digest: match for match in matches}
        self._moments = {digest: np.zeros((3, len(_HEADLINES))) for digest in self._matches}
        self._reached = dict.fromkeys(self._matches, 0)
        self._done = self._planned = 0

    def plan(self, store: Store, games: int, batches: Sequence[Lacking]) -> None:
        """Begin to fill a store up to ``games`` games of each match, of which ``batches`` are lacking."""
        self._planned = games * len(self._matches)
        self._done = self._planned - sum(batch.games for batch in batches)
        for digest, match in self._matches.items():
            held = min((batch.first_game for batch in batches if batch.match.digest == digest), default=games)
            if held > self._reached[digest]:
                self._count(match, store.scan(match, held).slice(self._reached[digest]))
            self._reached[digest] = games
        self._tell(self._now())

    def kept(self, batch: Lacking, data: bytes | None) -> None:
        """Count a batch."""
        self._done += batch.games
        if data is not None:
            self._count(batch.match, pl.scan_parquet(io.BytesIO(data)).with_columns(players=batch.match.players))
        self._tell(self._now())

    def _count(self, match: Match, games: pl.LazyFrame) -> None:
        values = [_value(find_metric(name)).cast(pl.Float64) for name in _HEADLINES]
        moments = (pl.Expr.count, pl.Expr.sum, lambda value: value.pow(2).sum())
        sums = games.select(
            moment(value).cast(pl.Float64).alias(f"{row} {column}")
            for row, moment in enumerate(moments)
            for column, value in enumerate(values)
        ).collect(engine="streaming")
        self._moments[match.digest] += sums.to_numpy().reshape(len(moments), len(values))

    def _now(self) -> StudyProgress:
        begun = [moments for moments in self._moments.values() if moments[0].min() >= 2]
        if not begun:
            return StudyProgress(self._done, self._planned, "")
        games, sums, squares = np.array(begun).transpose(1, 0, 2)
        variances = (squares - sums**2 / games) / (games - 1)
        widest = (_STANDARD_ERRORS * np.sqrt(variances / games)).max(axis=0)
        return StudyProgress(
            self._done,
            self._planned,
            ", ".join(_said(name, float(width)) for name, width in zip(_HEADLINES, widest, strict=True)),
        )


def _value(metric: Metric) -> pl.Expr:
    assert isinstance(metric.measure, Ratio)
    return metric.measure.numerator


def _said(name: str, half_width: float) -> str:
    unit = find_metric(name).unit
    amount = shown_number(unit.factor * half_width, 2)
    return f"{_HEADLINES[name]} ±{amount}{' points' if unit.factor != 1 else ''}"
