"""A study in the terminal: for each line-up and number of players the key metrics, and what differs."""

from typing import TYPE_CHECKING, Any

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from simulator.reports.formatting import NOTHING, shown_difference, shown_interval, shown_value
from simulator.reports.tables import terminal_table
from simulator.statistics import Verdict, find_metric, metrics_for

if TYPE_CHECKING:
    from simulator.reports.study import StudyResults

__all__ = ["study_terminal"]


def study_terminal(results: "StudyResults") -> RenderableType:
    """Lay the key metrics of a study out for a terminal."""
    study = results.study
    key = [metric.name for metric in metrics_for(2) if metric.key]
    estimates = results.estimates(key)
    several = len(study.variants) > 1
    differences = results.differences(key) if several else None
    parts: list[RenderableType] = []
    if study.title:
        parts += [Text(study.title, style="bold"), Text()]
    if several:
        for seats, sentences in results.headlines().items():
            parts += [Text(f"What changes against {study.variants[0].name}, played by {seats}", style="bold")]
            parts += [*(Text(f"• {sentence}") for sentence in sentences), Text()]
    for players, seats in study.matches:
        here = (pl.col("players") == players) & (pl.col("seats") == seats)
        others = [] if differences is None else differences.filter(here).to_dicts()
        parts += [_table(f"{players} players: {seats}", estimates.filter(here).to_dicts(), others), Text()]
    parts += [Text(f"{label}: {text}", style="dim") for label, text in results.provenance()]
    return Group(*parts)


def _table(title: str, estimates: list[dict[str, Any]], differences: list[dict[str, Any]]) -> Table:
    table = terminal_table(title)
    table.add_column("")
    names = list(dict.fromkeys(row["variant"] for row in estimates))
    table.add_column(f"{names[0]} (95 %)")
    for name in names[1:]:
        table.add_column(f"{name}: difference (95 %)")
    for metric_name in dict.fromkeys(row["metric"] for row in estimates):
        metric = find_metric(metric_name)
        cells = []
        for row in estimates:
            if row["metric"] == metric_name and row["variant"] == names[0]:
                value = shown_value(metric, row["value"])
                cells.append(_with_interval(value, shown_interval(metric, row["lo"], row["hi"])))
        for row in differences:
            if row["metric"] == metric_name:
                interval = shown_interval(metric, row["lo"], row["hi"])
                difference = _with_interval(shown_difference(metric, row["difference"]), interval)
                cells.append(f"{difference} {Verdict(row['verdict']).short}")
        table.add_row(metric.title, *cells)
    return table


def _with_interval(shown: str, interval: str) -> str:
    return shown if interval == NOTHING else f"{shown} ({interval})"
