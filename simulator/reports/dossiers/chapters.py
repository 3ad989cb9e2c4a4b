"""One variant's part of a dossier: its sections, each a question with a chart, a table and a reading.

A chapter works for every variant. Where there is no base to hold it against it describes the variant alone, and where
a section has nothing to say it says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from simulator import charts
from simulator.reports.comparison.robustness import Robustness
from simulator.reports.comparison.words import answer, lead
from simulator.reports.dossiers import describing
from simulator.reports.dossiers.case import Case
from simulator.statistics import SEAT_WORDS, metrics_for
from simulator.telling.numbers import listed
from simulator.telling.prose import Prose, bullets, escaped
from simulator.variants import Difference, Variant, differences
from simulator.variants.options import OPTIONS, options_of

__all__ = ["SECTIONS", "Chapter", "Section"]


@dataclass(frozen=True)
class Section:
    """One question of a chapter: what calls it, what it asks, and what to know before looking at the answer."""

    name: str
    heading: str
    intro: str
    metrics: tuple[str, ...] = ()


_OPTIONS = ("rainbow", "trade", "reclaim", "two_for_one", "discard")

SECTIONS = (
    Section(
        "differences",
        "What changes, and does it matter?",
        "Each difference is measured against its own margin, the smallest change that would matter at a table. Within "
        "the shaded band it is too small to matter.",
        tuple(metric.name for metric in metrics_for(2) if metric.key),
    ),
    Section(
        "length",
        "How long is a game?",
        "Minutes are turns times 21 seconds, at which the printed rules, averaged over 2, 3 and 4 players by house, "
        "last the 8½ minutes that players report.",
        ("turns", "rounds", "minutes", "decisions"),
    ),
    Section(
        "double_seven",
        "When does Double Seven come, and how do games end?",
        "Each curve climbs to the share of games that ended in that way, turn by turn.",
        (
            *("double_seven_share", "double_seven_turn", "double_seven_round", "holder_win_share"),
            *("end_double_seven", "end_last_tile", "end_stalled", "end_cut_off"),
        ),
    ),
    Section(
        "seats",
        "Does the seat decide who wins?",
        "Seats by turn of play. In a fair game every seat wins alike; balance is 100 % less the spread of the seats' "
        "win shares.",
        ("seat_balance", *(f"{word}_seat_advantage" for word in SEAT_WORDS)),
    ),
    Section(
        "course",
        "How close is it, and is the outcome open for long?",
        "A fair race gives every point by lot. Where the leader at half-time wins more often than in such a race, the "
        "game is decided early; where the last one does, it forgives.",
        ("winning_score", "winning_margin", "shared_wins", "tie_breaks", "lead_changes", "drama"),
    ),
    Section(
        "rules",
        "How much is each rule used?",
        "Possible: of all turns, those in which the rule could be used. Taken: of these, those in which it was.",
        (
            *("trades", "reclaims", "reclaims_from_others", "two_for_ones", "rainbows_announced", "discards"),
            *("empty_stands", "points_by_trade"),
            *(f"{option}_{what}" for option in _OPTIONS for what in ("chance", "use")),
        ),
    ),
    Section(
        "worth",
        "What is each rule worth to a player?",
        "One player forgoes the rule and the others do not. What that one loses against an even share of wins is what "
        "the rule is worth to a player.",
    ),
    Section(
        "skill",
        "Does it hold for other players?",
        "The same games by players of another skill. A finding is robust if it is sure with both, in the same "
        "direction; where they disagree, the stronger player counts for more.",
    ),
    Section("game", "One game, told", "A game of middle length, one of those that were counted."),
    Section("certainty", "How sure is this?", "What the figures rest on, and what they do not say."),
)
"""Every section of a chapter, in order."""

_HEADLINES = tuple(metric.name for metric in metrics_for(2) if metric.phrases is not None)

_READ = {
    "double_seven": ("double_seven_share", "double_seven_turn", "holder_win_share", "end_stalled", "end_cut_off"),
    "seats": ("seat_balance", "first_seat_advantage"),
    "course": ("winning_margin", "shared_wins", "lead_changes"),
    "rules": ("trades", "reclaims", "two_for_ones", "rainbows_announced"),
}
"""What a reading speaks of, where that is less than the table."""

_OPENING, _CLOSING = 150, 12
"""Lines of a told game, from the beginning and of the end, unless others are asked for."""


@dataclass(frozen=True, eq=False)
class Chapter:
    """A variant, held against a base where both can be played.

    Parameters
    ----------
    variant, base
        The two rule sets; the base may be the variant itself.
    cases
        The games by who played them, the main players first.
    worth
        What each rule is worth to whom, of both rule sets: columns variant, players, player, rule, worth, lo, hi.
    decks
        How many decks the worth rests on, by who played them.
    """

    variant: Variant
    base: Variant
    cases: Mapping[str, Case]
    worth: pl.DataFrame = field(repr=False)
    decks: Mapping[str, int] = field(default_factory=dict)

    @property
    def case(self) -> Case:
        """The games of the main players."""
        return next(iter(self.cases.values()))

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return self.case.players

    @cached_property
    def differences(self) -> list[Difference]:
        """What the variant plays differently from the base."""
        return differences(self.base, self.variant)

    @cached_property
    def robustness(self) -> Robustness | None:
        """The comparisons by all players side by side; None if nothing can be compared."""
        comparisons = [case.comparison for case in self.cases.values() if case.comparison is not None]
        return Robustness(comparisons) if len(comparisons) > 1 else None

    @property
    def table(self) -> pl.DataFrame | None:
        """Every metric's paired difference with verdict, after a column player; None if nothing can be compared."""
        tables = [
            case.comparison.table.select(pl.lit(player).alias("player"), pl.all())
            for player, case in self.cases.items()
            if case.comparison is not None
        ]
        return pl.concat(tables) if tables else None

    @property
    def estimates(self) -> pl.DataFrame:
        """Every metric of the variant with its interval, after a column player."""
        return pl.concat(
            case.estimates.select(pl.lit(player).alias("player"), pl.all()) for player, case in self.cases.items()
        )

    def gist(self) -> Prose:
        """Say in a paragraph or two what is to be known first."""
        parts = [warning.markdown for warning in (self._endless(), self.standing()) if warning is not None]
        if self.case.comparison is not None:
            parts.append(lead(self.case.comparison.table.to_dicts(), self.case.compared))
        return Prose("\n\n".join(parts))

    def answer(self) -> Prose:
        """Say whether games end, what the variant plays differently, whether that matters, and the headlines."""
        parts = [warning.markdown for warning in (self._endless(), self.standing()) if warning is not None]
        if self.case.comparison is not None:
            parts.append(answer(self.case.comparison).markdown)
        elif self.differences:
            parts += ["What it plays differently:", bullets(escaped(str(each)) for each in self.differences)]
        if self.case.alone:
            tables = listed(self.case.alone)
            own = describing.facts(self.case, _HEADLINES, self.case.alone)
            parts += [f"**{escaped(self.variant.name)}** with {tables} players:", own.markdown]
        return Prose("\n\n".join(parts))

    def standing(self) -> Prose | None:
        """Say where, and why, there is nothing to hold the variant against; None if there is everywhere."""
        if not self.case.alone:
            return None
        name, base = escaped(self.variant.name), escaped(self.base.name)
        if self.variant.digest == self.base.digest:
            subject = "This is the base itself" if name == base else f"**{name}** plays exactly as {base}"
            return Prose(f"{subject}: there is nothing to compare, and it is described on its own.")
        spans = f"{base} is for {_span(self.base)}, {name} for {_span(self.variant)}"
        if self.case.comparison is None:
            return Prose(f"**Not compared.** {spans}: what is described here stands alone.")
        tables = listed(self.case.alone)
        return Prose(f"**Compared in part.** {spans}: with {tables} players {name} stands alone.")

    def chart(self, section: str) -> Any:
        """Draw what belongs to a section; None if it has no chart, or nothing to draw."""
        match section:
            case "differences":
                drawn = self.case.comparison is not None and self._has_intervals()
                return self.case.difference_chart() if drawn else None
            case "length":
                return self.case.length_chart()
            case "double_seven":
                return self.case.incidence_chart()
            case "seats":
                return self.case.seat_chart()
            case "course":
                return self.case.walk_chart()
            case "worth":
                return None if self.worth.is_empty() else charts.worth_chart(self.worth)
        _find(section)
        return None

    def quote(self, section: str) -> Prose:
        """Return the table of a section; of the game, the game."""
        found = _find(section)
        match section:
            case "rules":
                return describing.compact_table(self.case, found.metrics)
            case "course":
                facts = describing.facts_table(self.case, found.metrics)
                return Prose(f"{facts}\n\n{describing.walk_table(self.case)}")
            case "worth":
                if self.worth.is_empty():
                    return Prose("There is no rule here that a player could forgo.")
                return describing.worth_table(self.worth, self.worth["variant"].unique(maintain_order=True).to_list())
            case "skill":
                if self.robustness is not None:
                    return self.robustness.quote(metrics=SECTIONS[0].metrics)
                return describing.levels_table(self.cases, SECTIONS[0].metrics)
            case "game":
                return self.tell_game()
            case "certainty":
                return self._certainty()
        return describing.facts_table(self.case, found.metrics)

    def reading(self, section: str) -> Prose:
        """Say in words what a section shows."""
        found = _find(section)
        match section:
            case "differences":
                return self.answer()
            case "course":
                facts = describing.facts_reading(self.case, _READ[section])
                return Prose(f"{describing.walk_reading(self.case)}\n{facts}")
            case "worth":
                own = self.worth.filter(variant=self.variant.name)
                has = options_of(self.variant)
                missing = [option.title for option in OPTIONS if option.style and option not in has]
                return describing.worth_reading(own, missing=missing)
            case "skill":
                if self.robustness is not None:
                    return self.robustness.reading(metrics=SECTIONS[0].metrics)
                levels = listed(list(self.cases))
                return Prose(f"Nothing is compared here, so the table sets the values by {levels} side by side.")
            case "game":
                players = self.players[0]
                number = self.case.typical_game(players)
                return Prose(f"Game {number} with {players} players, as {escaped(next(iter(self.cases)))} played it.")
            case "certainty":
                return Prose(
                    "The players are programs. They play by the same rules of thumb under every rule set, and nobody "
                    "has taught them what a change would be worth to a clever player."
                )
        return describing.facts_reading(self.case, _READ.get(section, found.metrics))

    def tell_game(self, *, players: int | None = None, game: int | None = None, lines: int | None = _OPENING) -> Prose:
        """Tell one of the main players' games, by default one of middle length with the fewest players."""
        return self.case.tell_game(players=players, game=game, lines=lines, closing=_CLOSING)

    def _certainty(self) -> Prose:
        comparison = self.case.comparison
        sure = describing.certainty_alone(self.case) if comparison is None else comparison.certainty()
        others = [
            f"{case.results.filter(variant=self.variant.name, players=case.players[0]).height:,} by {escaped(player)}"
            for player, case in list(self.cases.items())[1:]
        ]
        decks = [f"{number:,} by {escaped(player)}" for player, number in self.decks.items()]
        points = [f"**Other players.** At each number of players, games of each rule set: {listed(others)}."]
        if decks:
            points.append(
                f"**What rules are worth** rests on so many decks for each rule: {listed(decks)}; on each deck the "
                "player that forgoes it sits in every seat once."
            )
        return Prose(f"{sure}\n\n{bullets(points)}")

    def _endless(self) -> Prose | None:
        return describing.endless(self.case)

    def _has_intervals(self) -> bool:
        assert self.case.comparison is not None
        return self.case.comparison.table.filter(pl.col("metric").is_in(SECTIONS[0].metrics))["lo"].count() > 0


def _find(name: str) -> Section:
    for section in SECTIONS:
        if section.name == name:
            return section
    raise KeyError(f"a chapter has no section {name!r}; it has {', '.join(section.name for section in SECTIONS)}")


def _span(variant: Variant) -> str:
    fewest, most = variant.players.min, variant.players.max
    return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
