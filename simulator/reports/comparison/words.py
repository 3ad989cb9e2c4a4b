"""A comparison in prose: the answer, a table to quote, a reading of it, and how sure it is.

Every sentence is computed from the findings, so that none can outlive its numbers.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import polars as pl

from simulator.reports.comparison.findings import Findings
from simulator.statistics import Metric, Verdict, find_metric, metrics_for
from simulator.telling.headlines import headlines
from simulator.telling.numbers import (
    NOTHING,
    difference_cell,
    difference_title,
    listed,
    shown_difference,
    shown_interval,
    shown_number,
    shown_value,
    titled,
)
from simulator.telling.prose import (
    Prose,
    bullets,
    escaped,
    games_and_seed,
    intervals_and_margins,
    margins_in_words,
    named_once,
    table_of,
)

__all__ = ["answer", "certainty", "lead", "overview", "quote", "reading"]

_FINDINGS = (Verdict.MATTERS, Verdict.DIFFERS, Verdict.UNDECIDED, Verdict.SMALL, Verdict.SAME, Verdict.UNAVAILABLE)
"""Which readings come first."""


def answer(comparison: Findings) -> Prose:
    """Say what each variant plays differently, in bold whether that matters, then by how much, and what does not."""
    parts = []
    for variant in comparison.variants[1:]:
        points = [str(each) for each in comparison.differences[variant.name]] or ["Nothing: the rules are the same."]
        parts.append(f"**{escaped(variant.name)}** instead of **{escaped(comparison.base.name)}**:")
        parts.append(bullets(map(escaped, points)))
        table = comparison.table.filter(pl.col("variant") == variant.name)
        parts.append(lead(table.to_dicts(), comparison.players))
        sure = table.filter(pl.col("verdict").is_in([Verdict.MATTERS.value, Verdict.DIFFERS.value]))
        points = [*map(escaped, headlines(sure)), *_rest(table.to_dicts(), comparison.players)]
        parts.append(bullets(points))
    return Prose("\n\n".join(parts))


def overview(comparison: Findings, metrics: Sequence[str] | None) -> Prose:
    """Return the differences of ``metrics`` with their intervals as a table of words, a column a number of players."""
    several = len(comparison.variants) > 2
    lines = []
    found = groupby(_wanted(comparison, metrics, None), key=lambda row: (row["metric"], row["variant"]))
    for (name, variant), rows in found:
        cells = [
            f"**{difference_cell(row)}**" if row["verdict"] == Verdict.MATTERS.value else difference_cell(row)
            for row in rows
        ]
        lines.append([escaped(difference_title(find_metric(name))), *([escaped(variant)] if several else []), *cells])
    columns = ["", *(["variant"] if several else []), *(f"{players} players" for players in comparison.players)]
    table = table_of(columns, "llr" if several else "lr", named_once(lines), plain=False)
    base = escaped(comparison.base.name)
    return Prose(
        f"{table}\n\nDifferences from **{base}**, with 95 % intervals. In bold: surely large enough to matter."
    )


def quote(comparison: Findings, metrics: Sequence[str] | None, players: int | None) -> Prose:
    """Return the rows of ``metrics`` as a table of words, a row a number of players."""
    several = len(comparison.variants) > 2
    base, value = (comparison.base.name, "variant") if several else (each.name for each in comparison.variants)
    lines = []
    for row in _wanted(comparison, metrics, players):
        metric = find_metric(row["metric"])
        lines.append(
            [
                titled(metric),
                *([row["variant"]] if several else []),
                str(row["players"]),
                shown_value(metric, row["base"]),
                shown_value(metric, row["value"]),
                _with_unit(metric, shown_difference(metric, row["difference"])),
                shown_interval(metric, row["lo"], row["hi"]),
                row["verdict"],
            ]
        )
    columns = ["", *(["rules"] if several else []), "players", base, value, "difference", "95 % interval", "verdict"]
    return Prose(table_of(columns, "llrrrrrl" if several else "lrrrrrl", named_once(lines)))


def reading(comparison: Findings, metrics: Sequence[str] | None, players: int | None) -> Prose:
    """Say of each metric, verdict by verdict, from what to what it goes."""
    rows = _wanted(comparison, metrics, players)
    several = len(comparison.variants) > 2
    points = []
    for (name, variant), found in groupby(rows, key=lambda row: (row["metric"], row["variant"])):
        metric = find_metric(name)
        ordered = sorted(found, key=lambda row: _FINDINGS.index(Verdict(row["verdict"])))
        said = [
            _change(metric, Verdict(verdict), list(alike))
            for verdict, alike in groupby(ordered, key=lambda row: row["verdict"])
        ]
        whose = f" under {escaped(variant)}" if several else ""
        points.append(f"**{metric.title}**{whose}: {'; '.join(said)}.")
    return Prose(bullets(points))


def certainty(comparison: Findings) -> Prose:
    """Say what a number rests on: decks, pairing, intervals and the margins that matter."""
    turns = [row for row in comparison.table.to_dicts() if row["metric"] == "turns" and row["variance_reduction"]]
    points = [games_and_seed(comparison.provenance)]
    if turns:
        factors = [row["variance_reduction"] for row in turns]
        range_ = listed(sorted({shown_number(end, 1) for end in (min(factors), max(factors))}))
        between = f"between {range_}" if " and " in range_ else range_
        points.append(
            "**Paired decks.** Every rule set plays the same decks, so that a lucky deck is lucky for both. For the "
            f"length of a game that is worth {between} times as many games with decks of their own."
        )
    points += intervals_and_margins()
    key = [metric for metric in metrics_for(2) if metric.key]
    return Prose(f"{bullets(points)}\n\n{margins_in_words(key, comparison.margins)}")


def _wanted(comparison: Findings, metrics: Sequence[str] | None, players: int | None) -> list[dict[str, Any]]:
    """The rows asked for, metric by metric in the order asked for, then by variant and number of players."""
    if metrics is None:
        metrics = [metric.name for metric in metrics_for(2) if metric.key]
    if players is not None and players not in comparison.players:
        known = listed(comparison.players)
        raise ValueError(f"no game has {players} players; the numbers of players are {known}")
    names = [find_metric(name).name for name in metrics]
    variants = [variant.name for variant in comparison.variants]
    rows = [row for row in comparison.table.to_dicts() if row["metric"] in names]
    rows.sort(key=lambda row: (names.index(row["metric"]), variants.index(row["variant"]), row["players"]))
    return [row for row in rows if players in (None, row["players"])]


def lead(rows: list[dict[str, Any]], players: list[int]) -> str:
    """Say in bold what of a table of differences is large enough to matter, or that nothing is, or that it is open."""
    told = [metric for metric in metrics_for(2) if metric.phrases is not None]
    verdicts = {Verdict(row["verdict"]) for row in rows if row["metric"] in {metric.name for metric in told}}
    if verdicts == {Verdict.SAME}:
        return (
            "**No difference on any deck, in length, Double Seven or the first seat.** Perhaps these players never "
            "come to use the rule."
        )
    if Verdict.MATTERS not in verdicts:
        if verdicts <= {Verdict.SMALL, Verdict.SAME, Verdict.UNAVAILABLE}:
            return "**No difference that matters, in length, Double Seven or the first seat.**"
        return "**These games do not settle whether it matters. More games would.**"
    changes = []
    for metric in told:
        assert metric.phrases is not None
        for falls in (False, True):
            found = [
                row["players"]
                for row in rows
                if row["metric"] == metric.name
                and row["verdict"] == Verdict.MATTERS.value
                and (row["difference"] < 0) == falls
            ]
            if found:
                words = re.sub(r",? (by )?\{amount\}", "", metric.phrases.less if falls else metric.phrases.more)
                changes.append(_with_players(words, found, players))
    return f"**Yes, it matters: {'; '.join(changes)}.**"


def _rest(rows: list[dict[str, Any]], players: list[int]) -> Iterator[str]:
    """What is too small to matter, what these games do not settle and what cannot be compared, one sentence each."""
    for heading, verdicts in (
        ("Too small to matter", (Verdict.SMALL, Verdict.SAME)),
        ("Not settled by these games", (Verdict.UNDECIDED,)),
        ("Nothing to compare", (Verdict.UNAVAILABLE,)),
    ):
        topics = []
        for metric in (metric for metric in metrics_for(2) if metric.phrases is not None):
            assert metric.phrases is not None
            found = [row["players"] for row in rows if row["metric"] == metric.name and row["verdict"] in verdicts]
            if found:
                topics.append(_with_players(metric.phrases.topic, found, players))
        if topics:
            yield f"{heading}: {'; '.join(topics)}."


def _with_players(words: str, found: list[int], players: list[int]) -> str:
    """Name the numbers of players unless it is all of them."""
    return words if found == players else f"{words} (with {listed(found)} players)"


def _change(metric: Metric, verdict: Verdict, rows: list[dict[str, Any]]) -> str:
    tables = f"with {listed([row['players'] for row in rows])} players"
    if verdict is Verdict.UNAVAILABLE:
        return f"nothing to compare {tables}"
    if verdict is Verdict.SAME:
        return f"the same on every deck {tables}"
    changes = [
        f"from {shown_value(metric, row['base'])} to {shown_value(metric, row['value'])} with {row['players']}"
        for row in rows
    ]
    closing = {
        Verdict.MATTERS: "which matters",
        Verdict.DIFFERS: "a sure difference, but perhaps too small to matter",
        Verdict.UNDECIDED: "which these games do not settle",
        Verdict.SMALL: "too small to matter",
    }[verdict]
    return f"{listed(changes)} players, {closing}"


def _with_unit(metric: Metric, difference: str) -> str:
    return f"{difference} {metric.unit.short}" if difference != NOTHING and metric.unit.value == "%" else difference
