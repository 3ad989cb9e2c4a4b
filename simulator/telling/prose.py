"""Prose for notebooks and pages: Markdown, tables of words, and the sentences that stand in every report."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from simulator import games
from simulator.statistics import Metric
from simulator.studies import Provenance
from simulator.telling.provenance import provenance_lines
from simulator.variants import Variant, bundled_variants, load_variant

__all__ = [
    "Prose",
    "bullets",
    "bundled_rules",
    "escaped",
    "games_and_seed",
    "intervals_and_margins",
    "intervals_mean",
    "margins_in_words",
    "named_once",
    "shown_margin",
    "table_of",
    "told",
]

_MARKUP = re.compile(r"([\\`*_~$<>\[\]|#])")


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


def intervals_and_margins() -> list[str]:
    """Say what intervals, verdicts and margins are: it stands under every study, before its table of margins."""
    return [
        f"{intervals_mean('difference')} A verdict is more careful: it allows for the number of differences looked at.",
        "**Margins.** A difference matters when it is surely larger than a margin that was fixed beforehand:",
    ]


def margins_in_words(metrics: Sequence[Metric], own: Mapping[str, float]) -> str:
    """Return the margins of ``metrics`` and why that much as a table; those in ``own`` stand in for the metric's."""
    lines = [[metric.title, shown_margin(metric, own.get(metric.name)), _reason(metric, own)] for metric in metrics]
    return table_of(["", "margin", "because it is"], "lrl", lines)


def games_and_seed(provenance: Provenance) -> str:
    """Say how many games there are, who played them, and that anyone can play them again."""
    lines = dict(provenance_lines(provenance))
    return (
        f"**Games.** {lines['Games of each variant']}; {escaped(lines['Players in the seats'])}; seed "
        f"{lines['Seed']}. The same seed gives the same games on any machine."
    )


def intervals_mean(what: str) -> str:
    """Say what the interval of each ``what`` means."""
    return (
        f"**Intervals.** Each {what} comes with a 95 % interval: 19 of 20 such intervals hold what endless games of "
        "these players would show."
    )


def told(
    results: pl.DataFrame, variant: Variant, players: int, game: int, lines: int | None, *, closing: int = 0
) -> Prose:
    """Tell one of the games in words, or its first ``lines`` and the ``closing`` last ones."""
    found = results.filter(
        (pl.col("variant") == variant.name) & (pl.col("players") == players) & (pl.col("game") == game)
    )
    if found.is_empty():
        raise ValueError(f"no game of {variant.name} with {players} players has the number {game}")
    seats, seed = found["seats"][0].to_list(), int(found["seed"][0])
    played = games.play_game(variant, seats, seed=seed, number=game)
    story = list(games.tell(games.record_of(played, seats, seed=seed, number=game), variant))
    if lines is not None and lines + closing < len(story):
        story = [*story[:lines], "…", *story[len(story) - closing :]]
    return Prose("\n".join(["```text", *story, "```"]))


def bundled_rules() -> Prose:
    """List the bundled variants with their summaries."""
    lines = [[name, load_variant(name).summary] for name in bundled_variants()]
    return Prose(table_of(["name", "what it is"], "l", lines))


def table_of(columns: Sequence[str], aligned: str, lines: Iterable[Sequence[str]], *, plain: bool = True) -> str:
    """Return a Markdown table of words.

    Parameters
    ----------
    columns, lines
        The headings, and the cells row by row.
    aligned
        ``l`` or ``r`` for each column from the left; the last one holds for all that follow.
    plain
        Whether the cells are plain words; if not, they are Markdown already.
    """
    sides = [{"l": ":--", "r": "--:"}[aligned[min(place, len(aligned) - 1)]] for place in range(len(columns))]
    cells = [list(map(escaped, line)) if plain else list(line) for line in lines]
    rows = [list(map(escaped, columns)), sides, *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def named_once(lines: Iterable[Sequence[str]]) -> list[list[str]]:
    """Leave out the first cell of a row where it is that of the row above."""
    last = None
    found = []
    for first, *rest in lines:
        found.append(["" if first == last else first, *rest])
        last = first
    return found


def bullets(points: Iterable[str]) -> str:
    """Return a Markdown list."""
    return "\n".join(f"- {point}" for point in points)


def shown_margin(metric: Metric, own: float | None = None) -> str:
    """Show the least difference of a metric that matters: its own, or that of the table of metrics."""
    margin = metric.unit.factor * (metric.margin if own is None else own)
    return f"{margin:.2g} {metric.unit.short.removesuffix('s') if margin == 1 else metric.unit.short}"


def _reason(metric: Metric, margins: Mapping[str, float]) -> str:
    return "as asked for in this comparison" if metric.name in margins else metric.margin_reason
