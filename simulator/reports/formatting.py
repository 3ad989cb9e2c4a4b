"""Numbers as people read them: rounded, with a true minus sign, shares in per cent."""

from collections.abc import Sequence

from simulator.statistics import Metric

__all__ = ["NOTHING", "listed", "shown_difference", "shown_interval", "shown_number", "shown_value", "with_unit"]

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


def listed(words: Sequence[object]) -> str:
    """Join words as a sentence does: a, b and c."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def with_unit(metric: Metric) -> str:
    """Name a metric with its shown unit, unless its title is the unit."""
    return metric.title if metric.title.lower() == metric.unit.value else f"{metric.title} ({metric.unit.value})"
