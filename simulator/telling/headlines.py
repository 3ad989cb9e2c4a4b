"""The findings of a comparison as a few sentences, computed from its table."""

from itertools import groupby
from typing import Any

import polars as pl

from simulator.statistics import Metric, Verdict, metrics_for
from simulator.telling.numbers import listed, shown_interval, shown_number

__all__ = ["headlines"]

_ORDER = (Verdict.MATTERS, Verdict.DIFFERS, Verdict.UNDECIDED, Verdict.SMALL, Verdict.SAME, Verdict.UNAVAILABLE)
"""Which findings come first."""

_DIFFERENT = (Verdict.MATTERS, Verdict.DIFFERS)


def headlines(table: pl.DataFrame) -> list[str]:
    """Say what the differences of a `simulator.statistics.difference_table` amount to.

    Numbers of players for which the same can be said share a sentence; what matters comes first. With more than one
    variant in the table each sentence names its own, and only differences are told of.
    """
    variants = table["variant"].unique(maintain_order=True).to_list()
    sentences = []
    for variant in variants:
        rows = table.filter(pl.col("variant") == variant).to_dicts()
        told = []
        for metric in (metric for metric in metrics_for(2) if metric.phrases is not None):
            found = sorted((row for row in rows if row["metric"] == metric.name), key=_kind)
            for kind, alike in groupby(found, key=_kind):
                told.append((kind[0], _sentence(metric, Verdict(_ORDER[kind[0]]), list(alike))))
        told.sort(key=lambda each: each[0])
        if len(variants) == 1:
            sentences += [sentence for _, sentence in told]
            continue
        differing = [sentence for place, sentence in told if _ORDER[place] in _DIFFERENT]
        for sentence in differing or ["No difference in length, Double Seven or the first seat is sure."]:
            sentences.append(f"{variant}: {sentence[0].lower()}{sentence[1:]}")
    return sentences


def _kind(row: dict[str, Any]) -> tuple[int, bool, str]:
    """What a row can share a sentence by: its verdict and, where it has a direction, that."""
    place = _ORDER.index(Verdict(row["verdict"]))
    directed = _ORDER[place] in _DIFFERENT
    reason = row["note"] if _ORDER[place] is Verdict.UNAVAILABLE else ""
    return place, directed and row["difference"] < 0, reason


def _sentence(metric: Metric, verdict: Verdict, rows: list[dict[str, Any]]) -> str:
    assert metric.phrases is not None
    tables = f"With {listed([row['players'] for row in rows])} players"
    topic = metric.phrases.topic
    if verdict is Verdict.SAME:
        return f"{tables} {topic} is the same on every deck."
    if verdict is Verdict.UNAVAILABLE:
        return f"{tables} {topic} cannot be compared: {rows[0]['note']}."
    if verdict in _DIFFERENT:
        falls = rows[0]["difference"] < 0
        words = metric.phrases.less if falls else metric.phrases.more
        said = words.format(amount=_amounts(metric, rows, sign=-1 if falls else 1))
        closing = "that matters" if verdict is Verdict.MATTERS else "whether that is enough to matter is not settled"
        return f"{tables} {said} ({_intervals(metric, rows, sign=-1 if falls else 1)}); {closing}."
    what = f"{_amounts(metric, rows, sign=1, signed=True)} ({_intervals(metric, rows, sign=1)})"
    if verdict is Verdict.SMALL:
        return f"{tables} any change of {topic} is too small to matter: {what}."
    return f"{tables} these games do not settle whether {topic} changes by as much as matters: {what}."


def _amounts(metric: Metric, rows: list[dict[str, Any]], *, sign: int, signed: bool = False) -> str:
    amounts = [sign * metric.unit.factor * row["difference"] for row in rows]
    return (
        f"{listed([shown_number(each, metric.decimals, signed=signed) for each in amounts])} {metric.unit.difference}"
    )


def _intervals(metric: Metric, rows: list[dict[str, Any]], *, sign: int) -> str:
    ends = [(row["lo"], row["hi"]) if sign > 0 else (_negative(row["hi"]), _negative(row["lo"])) for row in rows]
    shown = [shown_interval(metric, lo, hi) for lo, hi in ends]
    return f"95 % interval{'s' if len(shown) > 1 else ''} {listed(shown)}"


def _negative(number: float | None) -> float | None:
    return None if number is None else -number
