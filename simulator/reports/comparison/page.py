"""A comparison as one page of HTML that needs no network: words, charts, tables, meanings, provenance."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import polars as pl

from simulator.reports.comparison.findings import Findings
from simulator.reports.comparison.robustness import Robustness
from simulator.reports.comparison.terminal import never_happened
from simulator.statistics import GROUPS, MULTIPLICITY, Verdict, find_metric, metrics_for
from simulator.telling.headlines import headlines
from simulator.telling.numbers import listed, shown_difference, shown_interval, shown_number, shown_value
from simulator.telling.pages import environment, figure, page_colours, to_html

__all__ = ["page"]

_SECTIONS = (
    ("How long is a game?", "length_chart", ("Length",)),
    ("When does Double Seven come, and how do games end?", "incidence_chart", ("Double Seven", "Endings")),
    ("Does the seat decide who wins?", "seat_chart", ("Seat balance",)),
    ("How high and how close are the scores?", None, ("Scores", "Closeness")),
    ("Is the outcome open for long?", None, ("Course of the game",)),
    ("How much do players act on one another?", None, ("Interaction",)),
    ("How much is each rule used?", None, ("Rule use",)),
)
"""Heading, chart and groups of metrics of each part of the page."""

_CLASSES = {
    Verdict.MATTERS: "matters",
    Verdict.DIFFERS: "differs",
    Verdict.SMALL: "small",
    Verdict.SAME: "same",
    Verdict.UNDECIDED: "undecided",
    Verdict.UNAVAILABLE: "undecided",
}


def page(comparison: Findings, robustness: Robustness | None = None) -> str:
    """Return the page. The same comparison gives the same page, byte for byte.

    Parameters
    ----------
    comparison
        By the main players.
    robustness
        The same by several, if there are others.
    """
    key = [metric.name for metric in metrics_for(2) if metric.key]
    any_interval = comparison.table.filter(pl.col("metric").is_in(key))["lo"].count() > 0
    overview: dict[str, Any] = {
        "heading": "What changes?",
        "figure": figure(comparison.difference_chart(), "differences") if any_interval else None,
        "blocks": list(_blocks(comparison, pl.col("metric").is_in(key))),
    }
    sections = [overview]
    for heading, chart, groups in _SECTIONS:
        blocks = list(_blocks(comparison, pl.col("group").is_in(groups)))
        drawn = None if chart is None else figure(getattr(comparison, chart)(), chart)
        sections.append({"heading": heading, "figure": drawn, "blocks": blocks})
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            title=comparison.title,
            base=comparison.base,
            others=comparison.variants[1:],
            differences=comparison.differences,
            headlines=headlines(comparison.table),
            opinions=None if robustness is None else (to_html(robustness.reading()), to_html(robustness.quote())),
            sections=sections,
            verdicts=[(verdict, _CLASSES[verdict], verdict.meaning) for verdict in Verdict],
            multiplicity=MULTIPLICITY,
            groups=list(_definitions(comparison)),
            never=_never(comparison),
            provenance=comparison.provenance_lines(),
            several=len(comparison.variants) > 2,
            **page_colours(),
        )
    )


def _blocks(comparison: Findings, which: pl.Expr) -> Iterator[dict[str, Any]]:
    """One block of table rows for each metric: a row a number of players and variant."""
    rows = [row for row in comparison.table.filter(which).to_dicts() if not never_happened(row)]
    order = [metric.name for metric in metrics_for(max(comparison.players))]
    rows.sort(key=lambda row: order.index(row["metric"]))
    for name, found in groupby(rows, key=lambda row: row["metric"]):
        metric = find_metric(name)
        unit = "" if metric.unit.value == "%" else metric.unit.value
        yield {"title": metric.title, "unit": unit, "definition": metric.definition, "rows": list(map(_row, found))}


def _row(row: dict[str, Any]) -> dict[str, Any]:
    metric = find_metric(row["metric"])
    verdict = Verdict(row["verdict"])
    reduction = row["variance_reduction"]
    return {
        "players": row["players"],
        "variant": row["variant"],
        "base": shown_value(metric, row["base"]),
        "base_interval": shown_interval(metric, row["base_lo"], row["base_hi"]),
        "value": shown_value(metric, row["value"]),
        "value_interval": shown_interval(metric, row["value_lo"], row["value_hi"]),
        "difference": shown_difference(metric, row["difference"]),
        "interval": shown_interval(metric, row["lo"], row["hi"]),
        "reduction": shown_number(reduction, 2),
        "verdict": verdict.value,
        "verdict_class": _CLASSES[verdict],
        "note": row["note"],
    }


def _definitions(comparison: Findings) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Every metric's definition and margin, by group."""
    metrics = metrics_for(max(comparison.players))
    for group in GROUPS:
        rows = []
        for metric in (metric for metric in metrics if metric.group == group):
            own = comparison.margins.get(metric.name)
            margin = metric.unit.factor * (metric.margin if own is None else own)
            rows.append(
                {
                    "title": metric.title,
                    "definition": metric.definition,
                    "margin": _counted(margin, metric.unit.difference),
                    "reason": metric.margin_reason if own is None else "as asked for in this comparison",
                }
            )
        yield group, rows


def _counted(number: float, unit: str) -> str:
    return f"{number:.2g} {unit.removesuffix('s') if number == 1 else unit}"


def _never(comparison: Findings) -> str:
    rows = comparison.table.to_dicts()
    happened = {row["metric"] for row in rows if not never_happened(row)}
    titles = [metric.title for metric in metrics_for(max(comparison.players)) if metric.name not in happened]
    return listed(titles).lower() if titles else ""
