"""All that the laboratory can say of a rule set, gathered: a chapter a variant, for a page that can be mailed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from rich.console import RenderableType
from rich.markdown import Markdown

from simulator import studies
from simulator.engine.compiling import SOURCES_DIGEST
from simulator.errors import Mistake
from simulator.files import write_whole
from simulator.players import is_own
from simulator.reports.case import Case
from simulator.reports.chapters import RULES, Chapter, rules_of
from simulator.reports.dossier_page import dossier_page
from simulator.reports.formatting import listed
from simulator.reports.prose import Prose, escaped
from simulator.reports.provenance import made_with
from simulator.statistics import restriction_table
from simulator.studies.simulating import Progress
from simulator.variants import Variant, load_variant

__all__ = ["Dossier", "DossierError", "dossier"]

Named = str | Path | Variant
"""A variant, or what `simulator.load_variant` finds one by."""

_TURNS = 1_700_000
"""Turns that the main players play by default, of a variant and its base together: some seconds of work."""

_MOST_GAMES = 12_000
_FEWEST_GAMES = 50

_PROBE = 50
"""Games that tell how long games are, before it is decided how many to play."""

_SECOND, _DECKS, _SECOND_DECKS = 4, 12, 30
"""The second players, who take their time, play one game in so many; restricted play is on one deck in so many."""


class DossierError(Mistake):
    """A dossier that cannot be made as asked."""


def dossier(
    variants: Named | Sequence[Named],
    base: Named = "rulebook",
    players: int | Sequence[int] | None = None,
    *,
    player: str = "house",
    second_player: str = "planner",
    games: int | None = None,
    seed: int = 1,
    number_of_threads: int | None = None,
    progress: Progress | None = None,
    command: str | None = None,
) -> "Dossier":
    """Play a variant, or several, and the base over the same decks, and gather all that can be said of them.

    Parameters
    ----------
    variants
        One or more: bundled names, files, or variants that have been loaded.
    base
        What each is held against, at the numbers of players that both allow.
    players
        Numbers of players; for each variant all that it allows if None.
    player, second_player
        Who plays, in every seat: the main players, and others of another skill.
    games
        Games of each rule set at each number of players by the main players; the others play fewer. By default as many
        as make the dossier of a variant in some twenty seconds.
    seed
        With a game's number it fixes the order of the tiles.
    number_of_threads
        By default one a core; the result does not depend on it.
    progress
        Called with games done and games planned.
    command
        The command that asked for it, for the provenance.

    Raises
    ------
    simulator.variants.VariantError
        A variant cannot be loaded.
    DossierError
        There is no variant, two have the same name, one is for none of the numbers of players asked for, or both sets
        of players are the same.
    """
    named = [variants] if isinstance(variants, str | Path | Variant) else list(variants)
    found, against = [_loaded(each) for each in named], _loaded(base)
    _check(found, against)
    if player == second_player:
        raise DossierError(f"{player} is named twice: a second opinion takes players of another skill")
    asked = [players] if isinstance(players, int) else players
    tables = {variant.name: _tables(variant, asked) for variant in found}
    bases = {variant.name: against if _shared(variant, against, tables) else None for variant in found}
    rules = [(variant, tables[variant.name]) for variant in found]
    common = sorted({number for variant in found for number in _shared(variant, against, tables)})
    if common and against.name not in tables:
        rules.insert(0, (against, common))
    if games is None:
        pairs = [[each.name for each in (variant, bases[variant.name]) if each is not None] for variant in found]
        number = _affordable(rules, pairs, player, seed, number_of_threads)
    else:
        number = games
    plan = _Plan(rules, seed, number_of_threads)
    levels = {player: number, second_player: max(2, number // _SECOND)}
    # A player written in Python has no styles that would forgo a rule.
    decks = {player: max(2, number // _DECKS), second_player: max(2, number // _SECOND_DECKS)}
    decks = {level: count for level, count in decks.items() if not is_own(level)}
    played, worth = plan.run(levels, decks, progress)
    chapters = []
    for variant in found:
        beside = bases[variant.name]
        cases = {level: Case(variant, beside, results) for level, results in played.items()}
        names = [each.name for each in (beside, variant) if each is not None]
        own = worth.filter(pl.col("variant").is_in(names) & pl.col("players").is_in(tables[variant.name]))
        chapters.append(Chapter(variant, against, cases, own, decks))
    return Dossier(against, tuple(chapters), levels, decks, seed, command)


@dataclass(frozen=True, eq=False)
class Dossier:
    """Chapters of one or more variants. Made by `dossier`; a notebook and a terminal show its gist.

    Parameters
    ----------
    base
        What every variant is held against.
    chapters
        What can be said of each variant: frames, charts and prose.
    games, decks
        How many games there are of each rule set at each number of players, and how many decks what rules are worth
        rests on, by who played them.
    seed
        With a game's number it fixed the order of the tiles.
    command
        The command that asked for it, for the provenance.
    """

    base: Variant
    chapters: tuple[Chapter, ...]
    games: dict[str, int]
    decks: dict[str, int]
    seed: int
    command: str | None = None

    @property
    def title(self) -> str:
        """What it is about, in words."""
        names = listed([chapter.variant.name for chapter in self.chapters])
        if any(chapter.case.comparison is not None for chapter in self.chapters):
            return f"{names} against {self.base.name}"
        return names

    def gist(self) -> Prose:
        """Say of each variant what is to be known first."""
        if len(self.chapters) == 1:
            return self.chapters[0].gist()
        return Prose(
            "\n\n".join(f"{escaped(chapter.variant.name)}: {chapter.gist().markdown}" for chapter in self.chapters)
        )

    def provenance(self) -> list[tuple[str, str]]:
        """Return how the dossier came about, as labelled lines."""
        rules = {each.name: each for chapter in self.chapters for each in (self.base, chapter.variant)}
        lines = [("Variants", ", ".join(f"{name} ({variant.digest})" for name, variant in rules.items()))]
        told = [f"{number:,} by {level}" for level, number in self.games.items()]
        lines.append(("Games", f"of each rule set at each number of players {listed(told)}, in every seat"))
        if self.decks:
            told = [f"{number:,} by {level}" for level, number in self.decks.items()]
            lines.append(("Restricted play", f"decks for each rule {listed(told)}, seats rotated"))
        lines.append(("Seed", str(self.seed)))
        if self.command is not None:
            lines.append(("Command", self.command))
        return [*lines, ("Engine", f"sources {SOURCES_DIGEST}"), ("Made with", made_with())]

    def to_html(self) -> str:
        """Return the dossier as one page that needs nothing else: prose, charts, tables, provenance."""
        return dossier_page(self)

    def write_html(self, path: str | Path) -> None:
        """Write `to_html` to ``path``, whole or not at all."""
        html = self.to_html()
        with write_whole(path) as draft:
            draft.write_text(html, encoding="utf-8")

    def _repr_markdown_(self) -> str:
        return self.gist().markdown

    def __rich__(self) -> RenderableType:
        return Markdown("\n\n".join([f"**{escaped(self.title)}**", *_answers(self.chapters)]))


@dataclass(frozen=True)
class _Plan:
    """What is played: rule sets, each at some numbers of players."""

    rules: Sequence[tuple[Variant, Sequence[int]]]
    seed: int
    number_of_threads: int | None

    def run(
        self, levels: dict[str, int], decks: dict[str, int], progress: Progress | None
    ) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
        """Play; give the games of each level of skill, and what each rule is worth."""
        total = sum(games * len(tables) for games in levels.values() for _, tables in self.rules)
        total += sum(
            number * sum(tables) * len(rules_of(variant)) for number in decks.values() for variant, tables in self.rules
        )
        done = 0

        def told(more: int, _: int) -> None:
            if progress is not None:
                progress(done + more, total)

        given: dict[str, Any] = {"seed": self.seed, "number_of_threads": self.number_of_threads, "progress": told}
        played = {}
        for level, games in levels.items():
            parts = []
            for variant, tables in self.rules:
                parts.append(studies.simulate([variant], players=tables, seats=level, games=games, **given))
                done += parts[-1].height
            played[level] = pl.concat(parts)
        worth = [_NO_WORTH]
        for level, number in decks.items():
            for variant, tables in self.rules:
                styles = list(rules_of(variant))
                if styles:
                    contests = studies.play_restrictions(
                        variant, players=tables, bases=[level], restrictions=styles, decks=number, **given
                    )
                    done += contests.height
                    worth.append(_worth(contests))
        return played, pl.concat(worth)


_NO_WORTH = pl.DataFrame(
    schema={
        "variant": pl.String,
        "players": pl.Int32,
        **dict.fromkeys(("player", "rule"), pl.String),
        **dict.fromkeys(("worth", "lo", "hi"), pl.Float64),
    }
)


def _worth(contests: pl.DataFrame) -> pl.DataFrame:
    table = restriction_table(contests).with_columns(pl.col("restriction").replace_strict(RULES).alias("rule"))
    return table.select(_NO_WORTH.columns)


def _loaded(variant: Named) -> Variant:
    return variant if isinstance(variant, Variant) else load_variant(variant)


def _check(variants: Sequence[Variant], base: Variant) -> None:
    if not variants:
        raise DossierError("a dossier is of one variant or more; name one, such as rainbow-off")
    seen: dict[str, Variant] = {}
    for variant in variants:
        if variant.name in seen:
            raise DossierError(f"{variant.name} is named twice; each variant needs a name of its own")
        seen[variant.name] = variant
        if variant.name == base.name and variant.digest != base.digest:
            raise DossierError(
                f"{variant.name} has the name of the base and other rules; give its file another name, such as "
                f"my-{variant.name}.yaml"
            )


def _tables(variant: Variant, asked: Sequence[int] | None) -> list[int]:
    """The numbers of players at which a variant is played."""
    allowed = range(variant.players.min, variant.players.max + 1)
    tables = [number for number in allowed if asked is None or number in asked]
    if not tables:
        wanted = listed(sorted(set(asked or ()))) if asked else "none"
        raise DossierError(
            f"{variant.name} is for {listed(list(allowed))} players, not for {wanted} (players.min, players.max)"
        )
    return tables


def _shared(variant: Variant, base: Variant, tables: dict[str, list[int]]) -> list[int]:
    """The numbers of players at which a variant can be held against the base: none if the rules are the same."""
    if variant.digest == base.digest:
        return []
    return [number for number in tables[variant.name] if base.players.min <= number <= base.players.max]


def _affordable(
    rules: Sequence[tuple[Variant, Sequence[int]]],
    pairs: Sequence[Sequence[str]],
    player: str,
    seed: int,
    number_of_threads: int | None,
) -> int:
    """How many games to play: fewer of long ones, by turns and not by time, so that anyone plays as many.

    Parameters
    ----------
    rules
        Rule sets, each with its numbers of players.
    pairs
        Names of a variant and, where it has one, its base: the longest pair decides.
    player, seed, number_of_threads
        As in `dossier`.
    """
    turns: dict[str, float] = {}
    for variant, tables in rules:
        probe = studies.simulate(
            [variant], players=tables, seats=player, games=_PROBE, seed=seed, number_of_threads=number_of_threads
        )
        turns[variant.name] = float(probe["turns"].sum()) / _PROBE
    longest = max(sum(turns[name] for name in pair) for pair in pairs)
    games = min(_MOST_GAMES, max(_FEWEST_GAMES, int(_TURNS / longest)))
    digits = max(0, len(str(games)) - 2)
    return games // 10**digits * 10**digits


def _answers(chapters: Sequence[Chapter]) -> Iterator[str]:
    for chapter in chapters:
        yield chapter.answer().markdown
