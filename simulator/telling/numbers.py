"""Numbers as people read them: rounded, with a true minus sign, shares in per cent."""

from collections.abc import Mapping
from typing import Any

from simulator.errors import listed
from simulator.statistics import Metric, find_metric

__all__ = [
    "NOTHING",
    "difference_cell",
    "difference_title",
    "listed",
    "share_cell",
    "shown_difference",
    "shown_interval",
    "shown_number",
    "shown_value",
    "titled",
    "with_interval",
    "with_unit",
]

NOTHING = "—"
"""Stands where there is no number."""


def shown_number(number: float | None, decimals: int, *, signed: bool = False) -> str:
    """Round to ``decimals``; no sign before a zero, and a plus before other numbers if ``signed``."""
    if number is None:
        return NOTHING
    rounded = round(number, decimals) + 0.0
    return f"{rounded:{'+' if signed and rounded else ''},.{decimals}f}".replace("-", "−")


def shown_value(metric: Metric, value: float | None) -> str:
    """Show a stored value in the metric's shown unit; only per cent is written beside the number."""
    if value is None:
        return NOTHING
    text = shown_number(metric.unit.factor * value, metric.decimals)
    return f"{text} %" if metric.unit.value == "%" else text


def shown_difference(metric: Metric, difference: float | None) -> str:
    """Show a stored difference with its sign, in the metric's shown unit."""
    if difference is None:
        return NOTHING
    return shown_number(metric.unit.factor * difference, metric.decimals, signed=True)


def shown_interval(metric: Metric, lo: float | None, hi: float | None) -> str:
    """Show the two ends of an interval, in the metric's shown unit."""
    if lo is None or hi is None:
        return NOTHING
    return " to ".join(shown_number(metric.unit.factor * end, metric.decimals) for end in (lo, hi))


def with_unit(metric: Metric) -> str:
    """Name a metric with its shown unit, unless its title is the unit."""
    return metric.title if metric.title.lower() == metric.unit.value else f"{metric.title} ({metric.unit.value})"


def with_interval(metric: Metric, shown: str, row: Mapping[str, Any]) -> str:
    """Put the interval of a row of a table, its ``lo`` and ``hi``, in brackets behind what is ``shown`` of it."""
    interval = shown_interval(metric, row["lo"], row["hi"])
    return shown if interval == NOTHING else f"{shown} ({interval})"


def difference_cell(row: Mapping[str, Any]) -> str:
    """Show a row of a table of differences: the difference with its interval, without a unit."""
    metric = find_metric(row["metric"])
    return with_interval(metric, shown_difference(metric, row["difference"]), row)


def difference_title(metric: Metric) -> str:
    """Name a metric whose differences are shown, with their unit where neither title nor numbers tell it."""
    return f"{metric.title} ({metric.unit.short})" if metric.unit.value == "%" else titled(metric)


def titled(metric: Metric) -> str:
    """Name a metric with its unit, where neither its title nor its numbers tell that."""
    unit = metric.unit.value
    return metric.title if unit == "%" or unit == metric.title.lower() else f"{metric.title} ({unit})"


def share_cell(value: float | None, lo: float | None, hi: float | None, *, unit: str = " %") -> str:
    """Show a share from 0 to 1 in per cent, to one decimal, with its interval."""
    shown, low, high = (shown_number(None if each is None else 100 * each, 1) for each in (value, lo, hi))
    if shown == NOTHING:
        return NOTHING
    return f"{shown}{unit}" if NOTHING in (low, high) else f"{shown}{unit} ({low} to {high})"
