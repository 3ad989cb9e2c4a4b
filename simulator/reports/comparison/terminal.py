"""A comparison in the terminal: sentences first, then a table for each number of players."""

from typing import Any

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from simulator.reports.comparison.findings import Findings
from simulator.statistics import Verdict, find_metric, metrics_for
from simulator.telling.headlines import headlines
from simulator.telling.numbers import difference_cell, listed, shown_value
from simulator.telling.tables import terminal_table

__all__ = ["never_happened", "terminal"]

_STYLES = {
    Verdict.MATTERS: "bold yellow",
    Verdict.DIFFERS: "magenta",
    Verdict.SMALL: "blue",
    Verdict.SAME: "green",
    Verdict.UNDECIDED: "dim",
    Verdict.UNAVAILABLE: "dim",
}


def terminal(comparison: Findings) -> RenderableType:
    """Lay a comparison out for a terminal of 80 columns or more.

    One other variant is shown with every metric; several are shown with the key metrics, since the page has the rest.
    """
    parts: list[RenderableType] = [Text(comparison.title, style="bold"), Text()]
    for name, differences in comparison.differences.items():
        parts.append(Text(f"How {name} differs", style="bold"))
        points = [str(difference) for difference in differences] or ["In nothing: the rules are the same."]
        parts += map(_point, points)
    parts += [
        Text(),
        Text("What that does", style="bold"),
        *(_point(each) for each in headlines(comparison.table)),
        Text(),
    ]
    key_only = len(comparison.variants) > 2
    key = [metric.name for metric in metrics_for(2) if metric.key]
    for players in comparison.players:
        rows = comparison.table.filter(pl.col("players") == players)
        parts += [_table(comparison, players, rows.filter(pl.col("metric").is_in(key)) if key_only else rows), Text()]
    parts += [Text(each, style="dim") for each in _foot(comparison)]
    return Group(*parts)


def never_happened(row: dict[str, Any]) -> bool:
    """Whether a row of the table only says that something never happened under either variant."""
    if row["base"] is None and row["value"] is None:
        return True
    return row["base"] == 0 and row["value"] == 0 and row["verdict"] == Verdict.SAME.value


def _point(text: str) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column()
    grid.add_row(Text("•", style="dim"), Text(text))
    return grid


def _table(comparison: Findings, players: int, rows: pl.DataFrame) -> Table:
    several = len(comparison.variants) > 2
    table = terminal_table(f"{players} players: {comparison.title}")
    table.add_column("", no_wrap=True)
    table.add_column("base", justify="right", no_wrap=True)
    table.add_column("variant", justify="right", no_wrap=True)
    table.add_column("difference (95 %)", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    heading = "variant" if several else "group"
    last = None
    names = [variant.name for variant in comparison.variants]
    for row in sorted(rows.to_dicts(), key=lambda row: names.index(row["variant"])):
        if never_happened(row):
            continue
        if row[heading] != last:
            table.add_section()
            table.add_row(Text(row[heading], style="bold"))
            last = row[heading]
        metric = find_metric(row["metric"])
        verdict = Verdict(row["verdict"])
        table.add_row(
            metric.title,
            shown_value(metric, row["base"]),
            shown_value(metric, row["value"]),
            difference_cell(row),
            Text(verdict.short, style=_STYLES[verdict]),
        )
    return table


def _foot(comparison: Findings) -> list[str]:
    rows = comparison.table.to_dicts()
    notes = []
    always = {row["title"] for row in rows} - {row["title"] for row in rows if not never_happened(row)}
    if always:
        titles = [metric.title for metric in metrics_for(max(comparison.players)) if metric.title in always]
        notes.append(f"Left out, since they never happened: {listed(titles).lower()}.")
    notes.append(
        "Differences come with their 95 % intervals, those of shares in percentage points. Each verdict allows for the "
        "number of comparisons; the page (--html FILE) says what each metric, margin and verdict means."
    )
    lines = dict(comparison.provenance_lines())
    notes.append(f"{lines['Games of each variant']}; {lines['Players in the seats']}; seed {lines['Seed']}.")
    return notes
