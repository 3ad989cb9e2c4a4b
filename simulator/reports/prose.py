"""A comparison in prose for a notebook: the answer, a table to quote, a reading of it, and how sure it is.

Every sentence is computed from the comparison, so that none can outlive its numbers.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import polars as pl

from simulator import records
from simulator.reports.formatting import NOTHING, listed, shown_difference, shown_interval, shown_number, shown_value
from simulator.reports.headlines import headlines
from simulator.statistics import Metric, Verdict, find_metric, metrics_for
from simulator.variants import bundled_variants, load_variant

if TYPE_CHECKING:
    from simulator.reports.comparison import Comparison
    from simulator.variants import Variant

__all__ = [
    "Prose",
    "answer",
    "bullets",
    "bundled_rules",
    "certainty",
    "escaped",
    "games_and_seed",
    "intervals_and_margins",
    "intervals_mean",
    "lead",
    "margins_in_words",
    "overview",
    "quote",
    "reading",
    "shown_margin",
    "table_of",
    "titled",
    "told",
]

_MARKUP = re.compile(r"([\\`*_~$<>\[\]|#])")

_FINDINGS = (Verdict.MATTERS, Verdict.DIFFERS, Verdict.UNDECIDED, Verdict.SMALL, Verdict.SAME, Verdict.UNAVAILABLE)
"""Which readings come first."""


@dataclass(frozen=True)
class Prose:
    """Words in Markdown, set as such in a notebook; ``str`` gives the Markdown itself."""

    markdown: str

    def __str__(self) -> str:
        return self.markdown

    def __repr__(self) -> str:
        return self.markdown

    def _repr_markdown_(self) -> str:
        return self.markdown


def escaped(text: str) -> str:
    """Keep what stands in ``text`` from being read as Markdown or mathematics."""
    return _MARKUP.sub(r"\\\1", text)


def answer(comparison: "Comparison") -> Prose:
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


def overview(comparison: "Comparison", metrics: Sequence[str] | None) -> Prose:
    """Return the differences of ``metrics`` with their intervals as a table of words, a column a number of players."""
    several = len(comparison.variants) > 2
    lines: list[list[str]] = []
    last: tuple[str, str] = ("", "")
    for row in _wanted(comparison, metrics, None):
        metric = find_metric(row["metric"])
        if (row["metric"], row["variant"]) != last:
            title = f"{metric.title} ({metric.unit.short})" if metric.unit.value == "%" else titled(metric)
            named = row["metric"] == last[0]
            lines.append([escaped("" if named else title), *([escaped(row["variant"])] if several else [])])
            last = (row["metric"], row["variant"])
        difference, interval = shown_difference(metric, row["difference"]), shown_interval(metric, row["lo"], row["hi"])
        cell = difference if interval == NOTHING else f"{difference} ({interval})"
        lines[-1].append(f"**{cell}**" if row["verdict"] == Verdict.MATTERS.value else cell)
    columns = ["", *(["variant"] if several else []), *(f"{players} players" for players in comparison.players)]
    aligned = [":--", *([":--"] if several else []), *("--:" for _ in comparison.players)]
    rows = "\n".join(f"| {' | '.join(line)} |" for line in [columns, aligned, *lines])
    base = escaped(comparison.base.name)
    return Prose(f"{rows}\n\nDifferences from **{base}**, with 95 % intervals. In bold: surely large enough to matter.")


def quote(comparison: "Comparison", metrics: Sequence[str] | None, players: int | None) -> Prose:
    """Return the rows of ``metrics`` as a table of words, a row a number of players."""
    rows = _wanted(comparison, metrics, players)
    several = len(comparison.variants) > 2
    base, value = (comparison.base.name, "variant") if several else (each.name for each in comparison.variants)
    columns = ["", "players", base, value, "difference", "95 % interval", "verdict"]
    aligned = [":--", "--:", "--:", "--:", "--:", "--:", ":--"]
    if several:
        columns.insert(1, "rules")
        aligned.insert(1, ":--")
    lines = []
    last = None
    for row in rows:
        metric = find_metric(row["metric"])
        line = [
            "" if metric.name == last else titled(metric),
            str(row["players"]),
            shown_value(metric, row["base"]),
            shown_value(metric, row["value"]),
            _with_unit(metric, shown_difference(metric, row["difference"])),
            shown_interval(metric, row["lo"], row["hi"]),
            row["verdict"],
        ]
        if several:
            line.insert(1, row["variant"])
        lines.append(line)
        last = metric.name
    return Prose(table_of(columns, aligned, lines))


def reading(comparison: "Comparison", metrics: Sequence[str] | None, players: int | None) -> Prose:
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


def certainty(comparison: "Comparison") -> Prose:
    """Say what a number rests on: decks, pairing, intervals and the margins that matter."""
    lines = dict(comparison.provenance())
    turns = [row for row in comparison.table.to_dicts() if row["metric"] == "turns" and row["variance_reduction"]]
    points = [games_and_seed(lines)]
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


def intervals_and_margins() -> list[str]:
    """Say what intervals, verdicts and margins are: it stands under every study, before its table of margins."""
    return [
        f"{intervals_mean('difference')} A verdict is more careful: it allows for the number of differences looked at.",
        "**Margins.** A difference matters when it is surely larger than a margin that was fixed beforehand:",
    ]


def margins_in_words(metrics: Sequence[Metric], own: Mapping[str, float]) -> str:
    """Return the margins of ``metrics`` and why that much as a table; those in ``own`` stand in for the metric's."""
    lines = [[metric.title, shown_margin(metric, own.get(metric.name)), _reason(metric, own)] for metric in metrics]
    return table_of(["", "margin", "because it is"], [":--", "--:", ":--"], lines)


def games_and_seed(provenance: Mapping[str, str]) -> str:
    """Say how many games there are, who played them, and that anyone can play them again."""
    return (
        f"**Games.** {provenance['Games of each variant']}; {escaped(provenance['Players in the seats'])}; seed "
        f"{provenance['Seed']}. The same seed gives the same games on any machine."
    )


def intervals_mean(what: str) -> str:
    """Say what the interval of each ``what`` means."""
    return (
        f"**Intervals.** Each {what} comes with a 95 % interval: 19 of 20 such intervals hold what endless games of "
        "these players would show."
    )


def told(
    results: pl.DataFrame, variant: "Variant", players: int, game: int, lines: int | None, *, closing: int = 0
) -> Prose:
    """Tell one of the games in words, or its first ``lines`` and the ``closing`` last ones."""
    found = results.filter(
        (pl.col("variant") == variant.name) & (pl.col("players") == players) & (pl.col("game") == game)
    )
    if found.is_empty():
        raise ValueError(f"no game of {variant.name} with {players} players has the number {game}")
    seats, seed = found["seats"][0].to_list(), int(found["seed"][0])
    played = records.play_game(variant, seats, seed=seed, number=game)
    story = list(records.tell(records.record_of(played, seats, seed=seed, number=game), variant))
    if lines is not None and lines + closing < len(story):
        story = [*story[:lines], "…", *story[len(story) - closing :]]
    return Prose("\n".join(["```text", *story, "```"]))


def bundled_rules() -> Prose:
    """List the bundled variants with their summaries."""
    lines = [[name, load_variant(name).summary] for name in bundled_variants()]
    return Prose(table_of(["name", "what it is"], [":--", ":--"], lines))


def titled(metric: Metric) -> str:
    """Name a metric with its unit, where neither its title nor its numbers tell that."""
    unit = metric.unit.value
    return metric.title if unit == "%" or unit == metric.title.lower() else f"{metric.title} ({unit})"


def table_of(columns: Sequence[str], aligned: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table of plain words."""
    rows = [[escaped(word) for word in columns], list(aligned), *([escaped(word) for word in line] for line in lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def bullets(points: Iterable[str]) -> str:
    """Return a Markdown list."""
    return "\n".join(f"- {point}" for point in points)


def _wanted(comparison: "Comparison", metrics: Sequence[str] | None, players: int | None) -> list[dict[str, Any]]:
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


def shown_margin(metric: Metric, own: float | None = None) -> str:
    """Show the least difference of a metric that matters: its own, or that of the table of metrics."""
    margin = metric.unit.factor * (metric.margin if own is None else own)
    return f"{margin:.2g} {metric.unit.short.removesuffix('s') if margin == 1 else metric.unit.short}"


def _reason(metric: Metric, margins: Any) -> str:
    return "as asked for in this comparison" if metric.name in margins else metric.margin_reason
