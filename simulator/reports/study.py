"""A study in the terminal: for each line-up and number of players the key metrics, and what differs."""

from typing import Any

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from simulator.statistics import Verdict, find_metric, metrics_for
from simulator.studies import Results
from simulator.telling.headlines import headlines
from simulator.telling.numbers import shown_difference, shown_value, with_interval
from simulator.telling.provenance import provenance_lines
from simulator.telling.tables import terminal_table

__all__ = ["stopped", "study_headlines", "study_report"]


def study_report(results: Results) -> RenderableType:
    """Lay the key metrics of a study out for a terminal."""
    provenance = results.provenance
    key = [metric.name for metric in metrics_for(2) if metric.key]
    estimates = results.estimates(key)
    several = len(provenance.variants) > 1
    differences = results.differences(key) if several else None
    parts: list[RenderableType] = []
    if provenance.title:
        parts += [Text(provenance.title, style="bold"), Text()]
    if several:
        for line_up, sentences in study_headlines(results).items():
            parts += [Text(f"What changes against {provenance.variants[0].name}, played by {line_up}", style="bold")]
            parts += [*(Text(f"• {sentence}") for sentence in sentences), Text()]
    for players, line_up in results.parts:
        here = (pl.col("players") == players) & (pl.col("line_up") == line_up)
        others = [] if differences is None else differences.filter(here).to_dicts()
        parts += [_table(f"{players} players: {line_up}", estimates.filter(here).to_dicts(), others), Text()]
    lines = provenance_lines(provenance, decks=stopped(results))
    parts += [Text(f"{label}: {text}", style="dim") for label, text in lines]
    return Group(*parts)


def study_headlines(results: Results) -> dict[str, list[str]]:
    """Return the findings on length, Double Seven and the first seat as sentences, by line-up."""
    table = results.differences([metric.name for metric in metrics_for(2) if metric.phrases is not None])
    return {
        line_up: headlines(table.filter(line_up=line_up).drop("line_up"))
        for line_up in table["line_up"].unique(maintain_order=True)
    }


def stopped(results: Results) -> str:
    """Say why a study has as many decks as it has."""
    decks = f"{results.provenance.tables[0].decks:,} for each variant, table and seating"
    if results.provenance.precision is None:
        return f"{decks}, as asked for"
    if results.is_precise:
        return f"{decks}, when everything was known as precisely as asked for"
    worst = max(results.half_widths, key=lambda width: width.ratio)
    metric = find_metric(worst.metric)
    factor, unit = metric.unit.factor, metric.unit.difference
    known = "unknown" if worst.half_width is None else f"known to ±{factor * worst.half_width:.3g} {unit}"
    return (
        f"{decks}, the most that it was allowed, before everything was known as precisely as asked for: "
        f"{metric.title.lower()} with {worst.players} players under {worst.variant} is {known}, "
        f"not to ±{factor * worst.wanted:.3g}"
    )


def _table(title: str, estimates: list[dict[str, Any]], differences: list[dict[str, Any]]) -> Table:
    table = terminal_table(title)
    table.add_column("")
    names = list(dict.fromkeys(row["variant"] for row in estimates))
    table.add_column(f"{names[0]} (95 %)")
    for name in names[1:]:
        table.add_column(f"{name}: difference (95 %)")
    for metric_name in dict.fromkeys(row["metric"] for row in estimates):
        metric = find_metric(metric_name)
        cells = [
            with_interval(metric, shown_value(metric, row["value"]), row)
            for row in estimates
            if row["metric"] == metric_name and row["variant"] == names[0]
        ]
        for row in differences:
            if row["metric"] == metric_name:
                difference = with_interval(metric, shown_difference(metric, row["difference"]), row)
                cells.append(f"{difference} {Verdict(row['verdict']).short}")
        table.add_row(metric.title, *cells)
    return table
