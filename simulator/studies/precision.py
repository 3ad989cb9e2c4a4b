"""How precisely a study is to know its numbers: said in words, measured while it runs, and when to look again."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.errors import Mistake
from simulator.statistics import Metric, deck_sums, find_metric, metrics_for
from simulator.statistics.decks import measured
from simulator.statistics.metrics import MAX_PLAYERS, SHARE, Ratio
from simulator.statistics.sequential import confidence_sequence_half_width
from simulator.variants.errors import did_you_mean

__all__ = [
    "BEST_AT",
    "FIRST_LOOK",
    "Precision",
    "PrecisionError",
    "Width",
    "half_widths",
    "next_look",
    "read_precision",
]

FIRST_LOOK = 500
"""Decks of the first look: enough for the sequence, which is a statement about many decks, to be trusted."""

BEST_AT = 20_000
"""Decks at which the intervals of a study that looks are tightest; at a tenth or ten times as many they lose little."""

Precision = Mapping[str, float | str] | Sequence[str] | str
"""Metric to half-width, or texts such as ``"±0.2 turns"`` and ``"±1 point of win share"``."""

_WORDED = re.compile(
    r"(?:±|\+/-|\+-)?\s*(?P<amount>\d+(?:\.\d*)?|\.\d+)\s*"
    r"(?P<points>%\s*(?:pts?|points?)?(?=\s|$)|(?:percentage\s+)?points?\b)?\s*(?:of\b)?\s*(?P<metric>.*)",
    re.DOTALL,
)

_OTHER_NAMES = dict.fromkeys(
    ("first_seat_share", "first-seat share", "first-seat win share", "win share"), "first_seat_advantage"
)
"""A seat's win share and its advantage differ by a constant, and so are known equally well."""


class PrecisionError(Mistake):
    """A precision that cannot be asked for."""


@dataclass(frozen=True)
class Width:
    """How well a number is known: half the width of its confidence sequence, against what was asked for.

    Parameters
    ----------
    metric
        Its name.
    players
        The number of players.
    variant, base
        Whose value it is, or whose difference from which base.
    half_width, wanted
        In the metric's unit; ``half_width`` is None while nothing is known.
    """

    metric: str
    players: int
    variant: str
    base: str | None
    half_width: float | None
    wanted: float

    @property
    def ratio(self) -> float:
        """How many times as wide as wanted."""
        return math.inf if self.half_width is None else self.half_width / self.wanted


def read_precision(precision: Precision) -> dict[str, float]:
    """Half-widths by the metric's name, in the metric's unit (shares from 0 to 1).

    Raises
    ------
    PrecisionError
        If a text cannot be read, a metric does not exist or has no single number, or a half-width is not above zero.
    """
    if isinstance(precision, str):
        precision = [precision]
    if isinstance(precision, Mapping):
        read = [
            _worded(amount, name) if isinstance(amount, str) else (_metric(name), float(amount))
            for name, amount in precision.items()
        ]
    else:
        read = [_worded(text) for text in precision]
    found: dict[str, float] = {}
    for metric, half_width in read:
        if not (half_width > 0 and math.isfinite(half_width)):
            raise PrecisionError(f"the precision of {metric.name} is {half_width}: it is a number above 0")
        if not isinstance(metric.measure, Ratio):
            raise PrecisionError(f"{metric.name} is made of several numbers; ask for first_seat_advantage instead")
        if metric.name in found:
            raise PrecisionError(f"the precision of {metric.name} is given twice")
        found[metric.name] = half_width
    if not found:
        raise PrecisionError("the precision names no metric: write for example ±0.2 turns")
    return found


def _worded(text: str, name: str | None = None) -> tuple[Metric, float]:
    """Read ``±0.2 turns`` or ``±1 point of win share``; with a ``name`` the text may leave out the metric."""
    match = _WORDED.fullmatch(text.strip())
    if match is None or not (name or match["metric"]):
        raise PrecisionError(f"{text!r} is no precision: write for example ±0.2 turns or ±1 point of win share")
    metric = _metric(name or match["metric"])
    if metric.unit is not SHARE:
        return metric, float(match["amount"])
    if not match["points"]:
        raise PrecisionError(f"{text!r}: {metric.title.lower()} is in per cent: write ±{match['amount']} points of it")
    return metric, float(match["amount"]) / metric.unit.factor


def _metric(words: str) -> Metric:
    known = _by_words()
    spoken = " ".join(words.lower().split()).removeprefix("the ")
    if spoken not in known:
        near = did_you_mean(spoken, known, f"metrics are {', '.join(metric.name for metric in metrics_for(2))}")
        raise PrecisionError(f"no metric is called {words!r}{near}")
    return known[spoken]


@cache
def _by_words() -> dict[str, Metric]:
    known = {other: find_metric(name) for other, name in _OTHER_NAMES.items()}
    for metric in metrics_for(MAX_PLAYERS):
        known |= {metric.name: metric, metric.title.lower(): metric}
        if metric.phrases is not None:
            known[metric.phrases.topic.removeprefix("the ")] = metric
    return known


def half_widths(
    games: pl.DataFrame, *, players: int, variants: Sequence[str], precision: Mapping[str, float]
) -> list[Width]:
    """How well the ``precision``'s metrics are known: the value of each variant, and its difference from the first.

    Each is a confidence sequence at 95 %, so that it may be looked at any number of times.

    Parameters
    ----------
    games
        Games at one number of players.
    players
        That number.
    variants
        Names, the base first.
    precision
        Wanted half-widths, by metric.
    """
    metrics = [metric for metric in metrics_for(players) if metric.name in precision]
    sums = {name: deck_sums(games.filter(pl.col("variant") == name), metrics) for name in variants}
    base = variants[0]
    found = []
    for metric in metrics:
        pulls = {name: _influences(metric, sums[name]) for name in variants}
        for name in variants:
            its, bases = pulls[name], pulls[base]
            wanted = precision[metric.name]
            found.append(Width(metric.name, players, name, None, _half_width(metric, its), wanted))
            if name != base:
                difference = None if its is None or bases is None else its - bases
                found.append(Width(metric.name, players, name, base, _half_width(metric, difference), wanted))
    return found


def _influences(metric: Metric, sums: pl.DataFrame) -> NDArray[np.float64] | None:
    found = measured(metric, sums)
    return None if found is None else found.influences[:, 0]


def _half_width(metric: Metric, influences: NDArray[np.float64] | None) -> float | None:
    if influences is None:
        return None
    decks = len(influences)
    deviation = float(influences.std(ddof=1))
    if metric.unit is SHARE:
        # None of so many decks is no proof of never: take it that the next would be the first.
        deviation = max(deviation, math.sqrt(decks + 1) / (decks + 2))
    return confidence_sequence_half_width(deviation, decks, best_at=BEST_AT)


def next_look(decks: int, widest: float, most: int) -> int:
    """Where to look next: where the precision will be reached if nothing changes, at least a tenth further on.

    Parameters
    ----------
    decks
        Decks so far.
    widest
        How many times as wide as wanted the widest interval is.
    most
        Decks at which the study gives up.
    """
    expected = decks * min(widest**2, 2.0)
    step = max(decks // 10, FIRST_LOOK)
    return min(most, decks + step * max(1, math.ceil((expected - decks) / step)))
