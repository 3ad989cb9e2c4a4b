"""A sweep told: the same sentences and tables for the terminal and for the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from simulator.reports.sweeps.settings import Settings
from simulator.statistics import MULTIPLICITY, Choice, Verdict, find_metric, metrics_for
from simulator.telling.numbers import (
    NOTHING,
    difference_cell,
    listed,
    shown_interval,
    shown_number,
    shown_value,
    with_unit,
)
from simulator.telling.pages import environment, figure, page_colours
from simulator.telling.provenance import provenance_lines
from simulator.telling.tables import terminal_table

__all__ = ["sweep_in_terminal", "sweep_page"]

_MARKS = {
    Verdict.MATTERS: "◆",
    Verdict.SMALL: "●",
    Verdict.DIFFERS: "▲",
    Verdict.UNDECIDED: "■",
    Verdict.SAME: "=",
    Verdict.UNAVAILABLE: "",
}
"""A verdict where there is room for one sign: the shapes of the chart of differences."""

_SHOWN = 12
"""So many settings of a choice are listed in the terminal."""

_LISTED = 4
"""So many settings are named in a sentence."""


@dataclass(frozen=True)
class _Block:
    """A table of words under a heading; the first ``labels`` columns name the row."""

    heading: str
    columns: Sequence[str]
    labels: int
    rows: Sequence[Sequence[str]]
    note: str = ""


def sweep_in_terminal(sweep: Settings) -> RenderableType:
    """Lay a sweep out for a terminal, with the metrics that matter most; the page has all key metrics."""
    parts: list[RenderableType] = [Text(sweep.title, style="bold"), Text()]
    parts += [Text(f"• {sentence}") for sentence in _sentences(sweep)]
    for block in _blocks(sweep, sweep.metrics(), briefly=True):
        parts += [Text(), _in_terminal(block)]
        if block.note:
            parts.append(Text(block.note, style="dim"))
    lines = dict(provenance_lines(sweep.provenance))
    foot = f"{lines['Games of each variant']}; {lines['Players in the seats']}; seed {lines['Seed']}."
    return Group(*parts, Text(), Text(foot, style="dim"))


def sweep_page(sweep: Settings) -> str:
    """Return the page. The same sweep gives the same page, byte for byte."""
    key = [metric.name for metric in metrics_for(sweep.players[0]) if metric.key]
    names = list(dict.fromkeys([*sweep.metrics(), *key]))
    figures = []
    if len(sweep.dials) == 1:
        figures = [figure(sweep.chart(), "dial")]
    elif len(sweep.dials) == 2:
        figures = [figure(sweep.chart(name), name, with_title=True) for name in sweep.metrics()]
    metrics = [find_metric(name) for name in names]
    return (
        environment()
        .get_template("sweep.html.j2")
        .render(
            title=sweep.title,
            base=sweep.base,
            sentences=_sentences(sweep),
            figures=figures,
            blocks=list(_blocks(sweep, names, briefly=False)),
            definitions=[(metric.title, metric.definition) for metric in metrics],
            multiplicity=MULTIPLICITY,
            verdicts=[(_MARKS[verdict], verdict, verdict.meaning) for verdict in Verdict if _MARKS[verdict]],
            provenance=provenance_lines(sweep.provenance),
            **page_colours(),
        )
    )


def _sentences(sweep: Settings) -> list[str]:
    told = []
    if sweep.choice is not None:
        told += _choice_told(sweep, sweep.choice)
    reasons: dict[str, list[str]] = {}
    for values, reason in sweep.left_out.items():
        reasons.setdefault(reason, []).append(_setting(sweep, values))
    told += [
        f"Left out, since these rules cannot be played: {_some(settings)}. The reason: {reason}."
        for reason, settings in reasons.items()
    ]
    return told


def _choice_told(sweep: Settings, choice: Choice) -> list[str]:
    aims = listed([f"“{aim}”" for aim in choice.aims])
    best = choice.table.row(0, named=True)
    told = [f"Recommended for {aims}: {_named(sweep, best)}."]
    bounds = any(aim.wish.is_bound for aim in choice.aims)
    if bounds and choice.keeps_bounds:
        told.append(f"It keeps every bound, and did so in {_percent(best['kept'])} of the draws of the decks.")
    elif bounds:
        told.append("No setting keeps every bound at every number of players; this one misses them by least.")
    rivals = choice.table.filter(pl.col("verdict") == "not told apart").to_dicts()
    sure = f"Had the decks fallen otherwise it would have been the best in {_percent(best['chosen'])} of the draws"
    if not rivals:
        return [*told, f"{sure}; every other setting is surely worse."]
    others = [f"{_named(sweep, row)} ({_percent(row['chosen'])})" for row in rivals]
    return [*told, f"{sure}. These games cannot tell it from {_some(others)}."]


def _blocks(sweep: Settings, names: Sequence[str], *, briefly: bool) -> Iterator[_Block]:
    if sweep.choice is not None:
        yield _choice_block(sweep, sweep.choice, _SHOWN if briefly else sweep.choice.table.height)
    yield _values_block(sweep, names, briefly=briefly)
    yield from _steps_blocks(sweep, names)
    if sweep.importance is not None:
        yield _importance_block(sweep, sweep.importance)


def _choice_block(sweep: Settings, choice: Choice, settings: int) -> _Block:
    metrics = list(dict.fromkeys(aim.metric for aim in choice.aims))
    bounds = any(aim.wish.is_bound for aim in choice.aims)
    titles = [find_metric(name).title for name in metrics]
    columns = [*sweep.dials, *titles, *(["keeps bounds"] if bounds else []), "is the best", ""]
    rows = []
    for row in choice.table.head(settings).to_dicts():
        values = [[shown_value(find_metric(name), row[f"{name}/{n}"]) for n in sweep.players] for name in metrics]
        rows.append(
            [
                *(str(row[dial]) for dial in sweep.dials),
                *(" / ".join(value.removesuffix(" %") for value in each) for each in values),
                *([_percent(row["kept"])] if bounds else []),
                _percent(row["chosen"]),
                row["verdict"],
            ]
        )
    shares = "keeps the bounds, and is the best" if bounds else "is the best"
    note = (
        f"Values with {' / '.join(map(str, sweep.players))} players. The shares say in how many draws of the decks a "
        f"setting {shares}. The truly best one is among those not called worse with 95 % confidence."
    )
    hidden = choice.table.height - len(rows)
    if hidden:
        note += f" {hidden} settings further down are not shown."
    return _Block("Which setting serves the aim?", columns, len(sweep.dials), rows, note)


def _values_block(sweep: Settings, names: Sequence[str], *, briefly: bool) -> _Block:
    found = {(row["variant"], row["players"], row["metric"]): row for row in sweep.table.to_dicts()}
    rows = []
    for setting in sweep.design.to_dicts():
        for players in sweep.players:
            cells = [found.get((setting["variant"], players, name)) for name in names]
            rows.append(
                [
                    *(str(setting[dial]) for dial in sweep.dials),
                    f"{players}",
                    *(_value(name, cell, briefly=briefly) for name, cell in zip(names, cells, strict=True)),
                    "base" if setting["variant"] == sweep.base_setting else "",
                ]
            )
    columns = [*sweep.dials, "players", *(with_unit(find_metric(name)) for name in names), ""]
    note = "Values ± the longer half of their 95 % intervals." if briefly else "Values with 95 % intervals."
    return _Block("What does each setting give?", columns, len(sweep.dials) + 1, rows, note)


def _steps_blocks(sweep: Settings, names: Sequence[str]) -> Iterator[_Block]:
    steps = sweep.effects
    known = [name for name in names if name in steps["metric"].unique().to_list()]
    found = {(row["dial"], row["before"], row["after"], row["players"], row["metric"]): row for row in steps.to_dicts()}
    marks = ", ".join(f"{_MARKS[verdict]} {verdict.value}" for verdict in Verdict if _MARKS[verdict])
    for dial in sweep.dials:
        keys = steps.filter(pl.col("dial") == dial).select("before", "after", "players").unique(maintain_order=True)
        ordered = keys.rows()
        ends = list(dict.fromkeys((before, after) for before, after, _ in ordered))
        rows = [
            [f"{before} → {after}", f"{n}", *(_step(found[dial, before, after, n, name]) for name in known)]
            for before, after in ends
            for n in sweep.players
            if (before, after, n) in ordered
        ]
        averaged = ", on average over the other settings" if len(sweep.dials) > 1 else ""
        note = f"Paired differences with 95 % intervals{averaged}. {marks}."
        columns = ["step", "players", *(with_unit(find_metric(name)) for name in known)]
        yield _Block(f"What does each step of {dial} change?", columns, 2, rows, note)


def _importance_block(sweep: Settings, importance: pl.DataFrame) -> _Block:
    rows = []
    for row in importance.to_dicts():
        if row["note"] is not None:
            continue
        alone, total = (
            f"{_percent(row[which])} ({_percent(row[f'{which}_lo'])} to {_percent(row[f'{which}_hi'])})"
            for which in ("first", "total")
        )
        metric = find_metric(row["metric"])
        spread = f"{shown_number(metric.unit.factor * row['spread'], metric.decimals)} {metric.unit.short}"
        rows.append([row["title"], f"{row['players']}", row["dial"], alone, total, spread])
    note = (
        "Sobol' indices: the share of the variance among the settings that a dial explains alone, and with its "
        "interactions; noise is taken away. The spread is the standard deviation among the settings."
    )
    return _Block("Which dial matters?", ["", "players", "dial", "alone", "with interactions", "spread"], 3, rows, note)


def _in_terminal(block: _Block) -> Table:
    table = terminal_table(block.heading)
    for column in block.columns:
        table.add_column(column)
    last: list[str] = []
    for row in block.rows:
        # What a row has in common with the one above it is not said again.
        same = 0
        while same < block.labels - 1 and row[: same + 1] == last[: same + 1]:
            same += 1
        table.add_row(*("" if place < same else cell for place, cell in enumerate(row)))
        last = list(row)
    return table


def _value(name: str, row: dict[str, Any] | None, *, briefly: bool) -> str:
    if row is None or row["value"] is None:
        return NOTHING
    metric = find_metric(name)
    value = shown_value(metric, row["value"]).removesuffix(" %")
    if row["lo"] is None or row["hi"] is None:
        return value
    if briefly:
        half = max(row["hi"] - row["value"], row["value"] - row["lo"])
        return f"{value} ± {shown_number(metric.unit.factor * half, metric.decimals)}"
    return f"{value} ({shown_interval(metric, row['lo'], row['hi'])})"


def _step(row: dict[str, Any]) -> str:
    return f"{difference_cell(row)} {_MARKS[Verdict(row['verdict'])]}".strip()


def _setting(sweep: Settings, values: Sequence[object]) -> str:
    return " with ".join(f"{dial}={value}" for dial, value in zip(sweep.dials, values, strict=True))


def _named(sweep: Settings, row: dict[str, Any]) -> str:
    return _setting(sweep, [row[dial] for dial in sweep.dials])


def _some(words: Sequence[str]) -> str:
    """List words as a sentence does, the first few if there are many."""
    hidden = len(words) - _LISTED
    return listed(words) if hidden <= 1 else listed([*words[:_LISTED], f"{hidden} more"])


def _percent(share: float) -> str:
    return f"{shown_number(100 * share, 0)} %"
