"""A case in words: tables and readings that hold a variant against its base where they can, and describe it where not.

All are Markdown, so that a page and a notebook say the same.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import polars as pl

from simulator.reports.comparison.terminal import never_happened
from simulator.reports.dossiers.case import Case
from simulator.statistics import Verdict, find_metric
from simulator.studies import Provenance
from simulator.telling.numbers import (
    NOTHING,
    listed,
    share_cell,
    shown_difference,
    shown_interval,
    shown_value,
    titled,
    with_interval,
)
from simulator.telling.prose import Prose, bullets, escaped, games_and_seed, intervals_mean, named_once, table_of

__all__ = [
    "certainty_alone",
    "compact_table",
    "endless",
    "facts",
    "facts_reading",
    "facts_table",
    "levels_table",
    "walk_reading",
    "walk_table",
    "worth_reading",
    "worth_table",
]

_RARE = 0.005
"""Games without an end of their own are told of first if they are more than one in two hundred."""

_ALONE = "not compared"

_NEVER = Prose("Nothing of this ever happened.")


def endless(case: Case) -> Prose | None:
    """Say that games do not come to an end of their own, where that is so; else None."""
    shares: dict[str, dict[int, float]] = {}
    for cause in ("stalled", "cut_off"):
        rows = case.estimates.filter(metric=f"end_{cause}").select("players", "value").rows()
        shares[cause] = {players: share for players, share in rows if share and share > _RARE}
    if not any(shares.values()):
        return None
    metric = find_metric("end_stalled")
    said = []
    for cause, what in (
        ("stalled", "stalled (a full round in which nobody could or would do anything more)"),
        ("cut_off", "were cut off after 2,000 turns, so that their other figures are not to be trusted"),
    ):
        if shares[cause]:
            amounts = list(dict.fromkeys(shown_value(metric, share) for share in shares[cause].values()))
            each = amounts if len(amounts) == 1 else [shown_value(metric, share) for share in shares[cause].values()]
            said.append(f"with {listed(list(shares[cause]))} players {listed(each)} of the games {what}")
    never = all(sum(found.get(players, 0.0) for found in shares.values()) == 1 for players in case.players)
    lead = "No game comes to an end of its own" if never else "Not every game comes to an end of its own"
    return Prose(
        f"**{lead} under {escaped(case.variant.name)}:** {'; '.join(said)}. A rule that brings the end is missing or "
        "too seldom met; what follows tells of the play until then."
    )


def facts(case: Case, metrics: Sequence[str], players: Sequence[int]) -> Prose:
    """Say the variant's own values of ``metrics`` at some numbers of players."""
    points = []
    for name in metrics:
        metric = find_metric(name)
        rows = [row for row in _own(case, name) if row["players"] in players and row["value"] is not None]
        if rows:
            values = [
                f"{with_interval(metric, shown_value(metric, row['value']), row)} with {row['players']}" for row in rows
            ]
            points.append(f"**{titled(metric)}**: {listed(values)} players.")
        else:
            points.append(f"**{titled(metric)}**: {metric.absent}.")
    return Prose(bullets(points))


def facts_table(case: Case, metrics: Sequence[str]) -> Prose:
    """Return ``metrics`` as a table to quote, a row a number of players; what never happened is left out."""
    names = _happened(case, metrics)
    if not names:
        return _NEVER
    if case.comparison is None:
        lines = [_line(case, name, row) for name in names for row in _own(case, name)]
        return _shown(["", "players", case.variant.name, "95 % interval"], lines)
    compared = {(row["metric"], row["players"]): row for row in case.comparison.table.to_dicts()}
    lines = []
    for name in names:
        metric = find_metric(name)
        for own in _own(case, name):
            row = compared.get((name, own["players"]))
            if row is None:
                value = with_interval(metric, shown_value(metric, own["value"]), own)
                lines.append([titled(metric), str(own["players"]), NOTHING, value, NOTHING, NOTHING, _ALONE])
                continue
            difference = shown_difference(metric, row["difference"])
            if metric.unit.value == "%" and difference != NOTHING:
                difference = f"{difference} {metric.unit.short}"
            lines.append(
                [
                    titled(metric),
                    str(row["players"]),
                    shown_value(metric, row["base"]),
                    shown_value(metric, row["value"]),
                    difference,
                    shown_interval(metric, row["lo"], row["hi"]),
                    row["verdict"],
                ]
            )
    base = case.comparison.base.name
    columns = ["", "players", base, case.variant.name, "difference", "95 % interval", "verdict"]
    return _shown(columns, lines)


def facts_reading(case: Case, metrics: Sequence[str]) -> Prose:
    """Say of ``metrics`` from what to what they go and whether that matters, or what they are."""
    names = _happened(case, metrics)
    if not names:
        return _NEVER
    parts = [] if case.comparison is None else [case.comparison.reading(names).markdown]
    if case.alone:
        own = facts(case, names, case.alone).markdown
        parts.append(own if case.comparison is None else f"Not compared:\n\n{own}")
    return Prose("\n\n".join(parts))


def compact_table(case: Case, metrics: Sequence[str]) -> Prose:
    """Return ``metrics`` as a table with a column a number of players: from the base's value to the variant's."""
    names = _happened(case, metrics)
    if not names:
        return _NEVER
    compared: dict[tuple[str, int], dict[str, Any]] = {}
    if case.comparison is not None:
        compared = {(row["metric"], row["players"]): row for row in case.comparison.table.to_dicts()}
    lines = []
    for name in names:
        metric = find_metric(name)
        line = [escaped(titled(metric))]
        own = {row["players"]: row for row in _own(case, name)}
        for players in case.players:
            row = compared.get((name, players))
            value = shown_value(metric, own[players]["value"] if players in own else None)
            cell = value if row is None else f"{shown_value(metric, row['base'])} → {value}"
            line.append(f"**{cell}**" if row is not None and row["verdict"] == Verdict.MATTERS.value else cell)
        lines.append(line)
    columns = ["", *(f"{players} players" for players in case.players)]
    table = table_of(columns, "lr", lines, plain=False)
    if case.comparison is None:
        return Prose(table)
    base = escaped(case.comparison.base.name)
    return Prose(
        f"{table}\n\nFrom **{base}** to **{escaped(case.variant.name)}**. In bold: surely large enough to matter."
    )


def walk_table(case: Case) -> Prose:
    """Return how the lead goes beside a fair race, a row a number of players and rule set."""
    lines = []
    names = [variant.name for variant in (case.base, case.variant) if variant is not None]
    for name in ("runaway", "comeback"):
        metric = find_metric(name)
        for row in sorted(case.course.filter(metric=name).to_dicts(), key=lambda row: _place(row, names)):
            value, fair = (shown_value(metric, row[column]) for column in ("value", "fair"))
            interval = shown_interval(metric, row["lo"], row["hi"])
            lines.append([metric.title, str(row["players"]), row["variant"], value, interval, fair])
    columns = ["", "players", "rules", "games", "95 % interval", "a fair race"]
    return Prose(table_of(columns, "lrlr", named_once(lines)))


def walk_reading(case: Case) -> Prose:
    """Say of the variant whether leads and comebacks are more or less usual than in a fair race."""
    points = []
    for name, words in (("runaway", "Who leads alone at half-time wins"), ("comeback", "Who is last alone wins")):
        metric = find_metric(name)
        rows = case.course.filter(metric=name, variant=case.variant.name).to_dicts()
        said = []
        for relation, found in groupby(sorted(rows, key=_beside), key=_beside):
            alike = list(found)
            tables = listed([row["players"] for row in alike])
            if relation == _UNKNOWN:
                said.append(f"cannot be told with {tables} players")
                continue
            values = listed(
                [f"{shown_value(metric, row['value'])} against {shown_value(metric, row['fair'])}" for row in alike]
            )
            said.append(f"{relation} with {tables} players ({values})")
        if said:
            points.append(f"**{words}** {'; '.join(said)}.")
    return Prose(bullets(points) or "No game came to an end, so that there is no half-time to look at.")


def levels_table(cases: Mapping[str, Case], metrics: Sequence[str]) -> Prose:
    """Return the variant's values of ``metrics`` with each set of players side by side."""
    lines = []
    first = next(iter(cases.values()))
    for name in _happened(first, metrics):
        metric = find_metric(name)
        for place, row in enumerate(_own(first, name)):
            found = [_own(case, name)[place] for case in cases.values()]
            values = [with_interval(metric, shown_value(metric, each["value"]), each) for each in found]
            lines.append([titled(metric), str(row["players"]), *values])
    return _shown(["", "players", *cases], lines)


def worth_table(worth: pl.DataFrame, names: Sequence[str]) -> Prose:
    """Return what each rule is worth, in points of win share, a column who plays under which rules.

    Parameters
    ----------
    worth
        Columns variant, players, player, rule, worth, lo, hi.
    names
        Names of the variants, the base first.
    """
    levels = worth["player"].unique(maintain_order=True).to_list()
    cells = {(row["rule"], row["players"], row["player"], row["variant"]): row for row in worth.to_dicts()}
    lines = []
    for rule in worth["rule"].unique(maintain_order=True).to_list():
        for players in worth.filter(rule=rule)["players"].unique().sort().to_list():
            row = [cells.get((rule, players, level, name)) for level in levels for name in names]
            lines.append([rule, str(players), *(NOTHING if cell is None else _worth(cell) for cell in row)])
    columns = ["", "players", *(f"{level}, {name}" for level in levels for name in names)]
    return Prose(
        f"{_shown(columns, lines)}\n\nPoints of win share that a player loses who forgoes the rule among "
        "others that do not, with 95 % intervals; seats rotated."
    )


def worth_reading(worth: pl.DataFrame, *, missing: Sequence[str]) -> Prose:
    """Say which rules are worth something to whom.

    Parameters
    ----------
    worth
        Rows of one variant: players, player, rule, worth, lo, hi.
    missing
        Rules that the variant does not have.
    """
    found: dict[str, dict[str, list[int]]] = {}
    levels = worth["player"].unique(maintain_order=True).to_list()
    for (rule, players), rows in worth.group_by("rule", "players", maintain_order=True):
        found.setdefault(_standing(rows.to_dicts(), levels), {}).setdefault(str(rule), []).append(int(str(players)))
    points = []
    for standing in sorted(found, key=_order):
        rules = [f"{rule} (with {listed(sorted(players))} players)" for rule, players in found[standing].items()]
        points.append(f"**{escaped(standing)}**: {'; '.join(rules)}.")
    if missing:
        points.append(f"**Not in these rules**: {listed(missing)}.")
    return Prose(bullets(points))


def certainty_alone(case: Case) -> Prose:
    """Say what the numbers of a variant that stands alone rest on."""
    own = case.results.filter(variant=case.variant.name)
    return Prose(bullets([games_and_seed(Provenance.of(own, [case.variant])), intervals_mean("figure")]))


_TO_ALL = "Surely worth something whoever plays"
_TO_ONE = "Surely worth something to {} only"
_HURTS_ALL = "Better left alone whoever plays"
_HURTS_ONE = "Better left alone by {}"
_MIXED = "Worth something to {}, better left alone by {}"
_OPEN = "Not settled by these games"

_MORE = "more often than in a fair race"
_LESS = "less often than in a fair race"
_ALIKE = "about as often as in a fair race"
_UNKNOWN = "unknown"


def _standing(rows: list[dict[str, Any]], levels: Sequence[str]) -> str:
    """What the signs of a rule's worth at the levels of skill come to; a sign is sure if the interval leaves out 0."""
    gaining = [row["player"] for row in rows if row["lo"] is not None and row["lo"] > 0]
    losing = [row["player"] for row in rows if row["hi"] is not None and row["hi"] < 0]
    if gaining and losing:
        return _MIXED.format(gaining[0], losing[0])
    if losing:
        return _HURTS_ALL if len(losing) == len(levels) else _HURTS_ONE.format(losing[0])
    if gaining:
        return _TO_ALL if len(gaining) == len(levels) else _TO_ONE.format(gaining[0])
    return _OPEN


def _order(standing: str) -> tuple[int, str]:
    """What is worth most to most comes first, and what is open last."""
    starts = (_TO_ALL, "Surely", "Worth", "Better", _OPEN)
    return next(place for place, start in enumerate(starts) if standing.startswith(start)), standing


def _beside(row: dict[str, Any]) -> str:
    if row["lo"] is None or row["hi"] is None:
        return _UNKNOWN
    return _MORE if row["lo"] > row["fair"] else _LESS if row["hi"] < row["fair"] else _ALIKE


def _place(row: dict[str, Any], names: Sequence[str]) -> tuple[int, int]:
    return row["players"], names.index(row["variant"])


def _worth(row: dict[str, Any]) -> str:
    return share_cell(row["worth"], row["lo"], row["hi"], unit="")


def _own(case: Case, name: str) -> list[dict[str, Any]]:
    """The variant's rows of one metric, by number of players."""
    return case.estimates.filter(metric=name).sort("players").to_dicts()


def _happened(case: Case, metrics: Sequence[str]) -> list[str]:
    """Those of ``metrics`` that ever came up, under the variant or its base."""
    seen = {row["metric"] for row in case.estimates.to_dicts() if row["value"]}
    if case.comparison is not None:
        seen |= {row["metric"] for row in case.comparison.table.to_dicts() if not never_happened(row)}
    return [name for name in metrics if name in seen]


def _line(case: Case, name: str, row: dict[str, Any]) -> list[str]:
    metric = find_metric(name)
    return [
        titled(metric),
        str(row["players"]),
        shown_value(metric, row["value"]),
        shown_interval(metric, row["lo"], row["hi"]),
    ]


def _shown(columns: Sequence[str], lines: list[list[str]]) -> Prose:
    """A table of words, then numbers, and in the last column perhaps the verdict, in bold where it matters."""
    last = "l" if columns[-1] == "verdict" else "r"
    table = table_of(columns, f"l{'r' * (len(columns) - 2)}{last}", named_once(lines))
    return Prose(table.replace(f"| {Verdict.MATTERS.value} |", f"| **{Verdict.MATTERS.value}** |"))
