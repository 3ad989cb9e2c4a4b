"""The command and the notebook's object: variants compared with the first one, over the same decks.

The first variant is the base; every other is held against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, Unpack

import polars as pl
from rich.console import Group, RenderableType
from rich.markdown import Markdown

from simulator.reports.comparison import words
from simulator.reports.comparison.findings import Findings, check_variants
from simulator.reports.comparison.page import page
from simulator.reports.comparison.robustness import Robustness
from simulator.reports.comparison.terminal import terminal
from simulator.statistics import find_metric
from simulator.studies import Playing, Results, Rules, SeatsAsked, Study, read_variants
from simulator.telling.numbers import listed
from simulator.telling.pages import write_page
from simulator.telling.prose import Prose, told
from simulator.variants import Variant

__all__ = ["Comparison", "compare"]


def compare(
    variants: Sequence[Rules],
    *,
    players: int | Sequence[int] | None = None,
    seats: SeatsAsked = "house",
    decks: int = 20_000,
    seed: int = 1,
    **playing: Unpack[Playing],
) -> "Comparison":
    """Play every variant over the same decks and compare each with the first.

    Parameters
    ----------
    variants
        The base, then one or more others: variants, bundled names or files.
    players
        Numbers of players, one or several; all that every variant allows if None.
    seats
        Who plays: one line-up, or a list of them. The first is compared in full, the others are a second opinion. The
        seats of unlike players rotate.
    decks
        Decks of each variant at each number of players.
    seed
        With a deck's number it fixes the order of the tiles.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Raises
    ------
    ValueError
        Fewer than two variants, or two of the same name.
    PlanError, VariantError, UnknownPlayer, OwnPlayerError, NetworkError
        If the games cannot be played.
    """
    rules = read_variants(variants)
    check_variants(rules)
    study = Study(rules, players=players, seats=seats, decks=decks, seed=seed)
    return Comparison.of_study(study.run(**playing))


@dataclass(frozen=True, eq=False)
class Comparison(Findings):
    """The first of ``variants`` against each other one, from the games in ``results``.

    Made by `compare`, `from_results` or `of_study`. Printing it with rich shows the terminal's report; `to_html` gives
    the page.

    Parameters
    ----------
    others
        The same by other line-ups: a second opinion.
    """

    others: tuple[Findings, ...] = ()

    @classmethod
    def of_study(cls, results: Results, *, margins: Mapping[str, float] | None = None) -> Self:
        """Compare the games of a study, or of a file that `simulator.read_results` has read, by every line-up in it.

        Parameters
        ----------
        results
            Of two variants or more.
        margins
            As in `from_results`.
        """
        first, *others = results.line_ups
        main = cls.of(results, first, margins=margins)
        found = tuple(Findings.of(results, line_up, margins=margins) for line_up in others)
        return cls(main.variants, main.results, main.provenance, main.margins, found)

    @property
    def robustness(self) -> Robustness | None:
        """All line-ups side by side; None if there is one."""
        return Robustness([self, *self.others]) if self.others else None

    def headlines(self) -> list[str]:
        """Return the findings on length, Double Seven and the first seat, as sentences."""
        return words.headlines(self.table)

    def answer(self) -> Prose:
        """Say what each variant plays differently, whether that matters, and the headlines."""
        return words.answer(self)

    def overview(self, metrics: Sequence[str] | None = None) -> Prose:
        """Return the differences of ``metrics`` (the key metrics if None), a column a number of players."""
        return words.overview(self, metrics)

    def quote(self, metrics: Sequence[str] | None = None, *, players: int | None = None) -> Prose:
        """Return the differences of ``metrics`` (the key metrics if None) as a table of words, to quote."""
        return words.quote(self, metrics, players)

    def reading(self, metrics: Sequence[str] | None = None, *, players: int | None = None) -> Prose:
        """Say of ``metrics`` (the key metrics if None) from what to what they go, and whether that matters."""
        return words.reading(self, metrics, players)

    def certainty(self) -> Prose:
        """Say what the numbers rest on: decks, pairing, intervals and margins."""
        return words.certainty(self)

    def tell_game(
        self, variant: Variant | None = None, *, players: int | None = None, game: int = 0, lines: int | None = None
    ) -> Prose:
        """Tell one of the games in words.

        Parameters
        ----------
        variant
            The rules; those of the base if None.
        players
            The number of players; the fewest if None.
        game
            The game's number.
        lines
            So many lines from the beginning; all if None.

        Raises
        ------
        ValueError
            No such game was played.
        """
        return told(self.results, variant or self.base, self.players[0] if players is None else players, game, lines)

    def summary(self, *, players: int | None = None, metrics: Sequence[str] | None = None) -> pl.DataFrame:
        """Return the table as people read it: rounded, shares in per cent.

        Parameters
        ----------
        players
            One number of players; all of them, with a column that tells which, if None.
        metrics
            Names of metrics; the key metrics if None.

        Returns
        -------
        Columns players and variant where there are several, metric (its title), unit, base, value, difference, lo, hi,
        verdict.

        Raises
        ------
        ValueError
            No game was played with so many players.
        """
        if players is not None and players not in self.players:
            raise ValueError(f"no game has {players} players; the numbers of players are {listed(self.players)}")
        rows = []
        for row in self.rows(metrics).to_dicts():
            if players is not None and row["players"] != players:
                continue
            metric = find_metric(row["metric"])
            numbers = {
                name: None if row[name] is None else round(metric.unit.factor * row[name], metric.decimals) + 0.0
                for name in ("base", "value", "difference", "lo", "hi")
            }
            labels = {"players": row["players"], "variant": row["variant"], "metric": metric.title}
            rows.append({**labels, "unit": metric.unit.value, **numbers, "verdict": row["verdict"]})
        schema = {"players": pl.Int32, **dict.fromkeys(("variant", "metric", "unit"), pl.String)}
        schema |= {**dict.fromkeys(("base", "value", "difference", "lo", "hi"), pl.Float64), "verdict": pl.String}
        frame = pl.DataFrame(rows, schema=schema)
        several = {"players": players is None and len(self.players) > 1, "variant": len(self.variants) > 2}
        return frame.drop(name for name, needed in several.items() if not needed)

    def to_html(self) -> str:
        """Return the comparison as one page that needs nothing else: charts, tables, provenance."""
        return page(self, self.robustness)

    def write_html(self, path: str | Path) -> None:
        """Write `to_html` to ``path``, whole or not at all."""
        write_page(path, self.to_html())

    def __rich__(self) -> RenderableType:
        """Return the terminal's report."""
        if self.robustness is None:
            return terminal(self)
        return Group(
            terminal(self), Markdown(f"**By {listed(self.robustness.levels)}:**\n\n{self.robustness.reading()}")
        )
