"""What the numbers say: metrics, intervals, paired differences, verdicts, and when games end.

Frames of games in, tidy frames out. Nothing here plays a game or draws a chart.
"""

from simulator.statistics.decks import UnpairedDecksError, deck_sums
from simulator.statistics.distributions import length_distribution
from simulator.statistics.incidence import TOKEN, cumulative_incidence
from simulator.statistics.metrics import GROUPS, METRICS, SEAT_WORDS, Metric, find_metric, metrics_for, seat_metrics
from simulator.statistics.paired import (
    Difference,
    Estimate,
    difference,
    difference_table,
    estimate,
    estimate_table,
)
from simulator.statistics.seats import seat_shares
from simulator.statistics.verdicts import LEVEL, MULTIPLICITY, Verdict, holm

__all__ = [
    "GROUPS",
    "LEVEL",
    "METRICS",
    "MULTIPLICITY",
    "SEAT_WORDS",
    "TOKEN",
    "Difference",
    "Estimate",
    "Metric",
    "UnpairedDecksError",
    "Verdict",
    "cumulative_incidence",
    "deck_sums",
    "difference",
    "difference_table",
    "estimate",
    "estimate_table",
    "find_metric",
    "holm",
    "length_distribution",
    "metrics_for",
    "seat_metrics",
    "seat_shares",
]
