"""All that the laboratory can say of a rule set, gathered: a chapter a variant, for a page that can be mailed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Unpack

import polars as pl
from rich.console import RenderableType
from rich.markdown import Markdown

from simulator.errors import Mistake
from simulator.players import is_own
from simulator.reports.dossiers.case import Case
from simulator.reports.dossiers.chapters import Chapter
from simulator.reports.dossiers.gathered import Gathered
from simulator.reports.dossiers.page import dossier_page
from simulator.statistics import restriction_table
from simulator.studies import (
    Contest,
    Playing,
    Rules,
    Study,
    contest_games,
    play,
    read_line_ups,
    read_variant,
    restricted,
)
from simulator.telling.numbers import listed
from simulator.telling.pages import write_page
from simulator.telling.prose import escaped
from simulator.variants import Variant
from simulator.variants.options import OPTIONS, options_of

__all__ = ["Dossier", "DossierError", "dossier"]

_TURNS = 1_700_000
"""Turns that the main players play by default, of a variant and its base together: some seconds of work."""

_MOST_DECKS = 12_000
_FEWEST_DECKS = 50

_PROBE = 50
"""Decks that tell how long games are, before it is decided how many to play."""

_SECOND, _RESTRICTED, _SECOND_RESTRICTED = 4, 12, 30
"""Other players, who take their time, play one deck in so many; restricted play is on one deck in so many."""


class DossierError(Mistake):
    """A dossier that cannot be made as asked."""


def dossier(
    variants: Rules | Sequence[Rules],
    base: Rules = "rulebook",
    *,
    players: int | Sequence[int] | None = None,
    seats: str | list[str] = ["house", "planner"],  # noqa: B006, it is only read
    decks: int | None = None,
    seed: int = 1,
    **playing: Unpack[Playing],
) -> "Dossier":
    """Play a variant, or several, and the base over the same decks, and gather all that can be said of them.

    Parameters
    ----------
    variants
        One or more: variants, bundled names or files.
    base
        What each is held against, at the numbers of players that both allow.
    players
        Numbers of players, one or several; for each variant all that it allows if None.
    seats
        Who plays: the main players, and others of another skill for a second opinion, each in every seat.
    decks
        Decks of each rule set at each number of players for the main players; the others play fewer. By default as many
        as make the dossier of a variant in some twenty seconds.
    seed
        With a deck's number it fixes the order of the tiles.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Raises
    ------
    simulator.variants.VariantError
        A variant cannot be loaded.
    DossierError
        There is no variant, two have the same name, one is for none of the numbers of players asked for, or there are
        not two sets of players, each alike in all seats.
    """
    given = [variants] if isinstance(variants, str | Path | Variant) else list(variants)
    found, against = [read_variant(each) for each in given], read_variant(base)
    _check(found, against)
    levels = _levels(seats)
    asked = [players] if isinstance(players, int) else players
    tables = {variant.name: _tables(variant, asked) for variant in found}
    bases = {variant.name: against if _shared(variant, against, tables) else None for variant in found}
    rules = [(variant, tables[variant.name]) for variant in found]
    common = sorted({number for variant in found for number in _shared(variant, against, tables)})
    if common and against.name not in tables:
        rules.insert(0, (against, common))
    if decks is None:
        pairs = [[each.name for each in (variant, bases[variant.name]) if each is not None] for variant in found]
        decks = _affordable(rules, pairs, levels[0], seed, playing)
    number = {level: decks if place == 0 else max(2, decks // _SECOND) for place, level in enumerate(levels)}
    # A player written in Python has no styles that would forgo a rule.
    restricted_decks = {
        level: max(2, decks // (_SECOND_RESTRICTED if place else _RESTRICTED))
        for place, level in enumerate(levels)
        if not is_own(level)
    }
    played, worth = _play(rules, number, restricted_decks, seed, playing)
    chapters = []
    for variant in found:
        beside = bases[variant.name]
        cases = {level: Case(variant, beside, results) for level, results in played.items()}
        names = [each.name for each in (beside, variant) if each is not None]
        own = worth.filter(pl.col("variant").is_in(names) & pl.col("players").is_in(tables[variant.name]))
        chapters.append(Chapter(variant, against, cases, own, restricted_decks))
    return Dossier(against, tuple(chapters), number, restricted_decks, seed, playing.get("command"))


class Dossier(Gathered):
    """Chapters of one or more variants. Made by `dossier`; a notebook and a terminal show its gist."""

    def to_html(self) -> str:
        """Return the dossier as one page that needs nothing else: prose, charts, tables, provenance."""
        return dossier_page(self)

    def write_html(self, path: str | Path) -> None:
        """Write `to_html` to ``path``, whole or not at all."""
        write_page(path, self.to_html())

    def _repr_markdown_(self) -> str:
        return self.gist().markdown

    def __rich__(self) -> RenderableType:
        return Markdown("\n\n".join([f"**{escaped(self.title)}**", *_answers(self.chapters)]))


def _play(
    rules: Sequence[tuple[Variant, Sequence[int]]],
    decks: dict[str, int],
    restricted_decks: dict[str, int],
    seed: int,
    playing: Playing,
) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    """Play; give the games of each level of skill, and what each rule is worth."""
    studies = [
        Study(variant, players=tables, seats=level, decks=number, seed=seed)
        for level, number in decks.items()
        for variant, tables in rules
    ]
    contests: list[Contest] = []
    for level, number in restricted_decks.items():
        for variant, tables in rules:
            styles = [option.style for option in options_of(variant) if option.style is not None]
            contests += restricted(variant, players=tables, bases=[level], restrictions=styles, decks=number, seed=seed)
    results = play([*studies, *(contest.study() for contest in contests)], **playing)
    games = [each.games.collect() for each in results[: len(studies)]]
    played = {level: pl.concat(games[place * len(rules) :][: len(rules)]) for place, level in enumerate(decks)}
    worth = [_NO_WORTH]
    # The tests of one level of skill under one rule set are a family.
    families: dict[tuple[str, str], list[pl.DataFrame]] = {}
    for contest, found in zip(contests, results[len(studies) :], strict=True):
        family = families.setdefault((str(contest.field), contest.variant.name), [])
        family.append(contest_games(contest, found))
    worth += [_worth(pl.concat(family)) for family in families.values()]
    return played, pl.concat(worth)


_NO_WORTH = pl.DataFrame(
    schema={
        "variant": pl.String,
        "players": pl.Int32,
        **dict.fromkeys(("player", "rule"), pl.String),
        **dict.fromkeys(("worth", "lo", "hi"), pl.Float64),
    }
)


_TITLES = {option.style: option.title for option in OPTIONS if option.style is not None}


def _worth(contests: pl.DataFrame) -> pl.DataFrame:
    table = restriction_table(contests).with_columns(pl.col("restriction").replace_strict(_TITLES).alias("rule"))
    return table.select(_NO_WORTH.columns)


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


def _levels(seats: str | list[str]) -> list[str]:
    """The two or more sets of players, each alike in all seats."""
    line_ups = read_line_ups(seats)
    names = [line_up.name for line_up in line_ups]
    if any(len(line_up.seats) > 1 for line_up in line_ups):
        raise DossierError("a dossier is played by the same player in every seat: name one a line-up, such as house")
    if len(names) < 2 or len(set(names)) < len(names):
        raise DossierError(f"{listed(names)} tells no second opinion: name main players and others of another skill")
    return names


def _affordable(
    rules: Sequence[tuple[Variant, Sequence[int]]],
    pairs: Sequence[Sequence[str]],
    player: str,
    seed: int,
    playing: Playing,
) -> int:
    """How many decks to play: fewer of long games, by turns and not by time, so that anyone plays as many.

    Parameters
    ----------
    rules
        Rule sets, each with its numbers of players.
    pairs
        Names of a variant and, where it has one, its base: the longest pair decides.
    player, seed, playing
        As in `dossier`.
    """
    probes = [Study(variant, players=tables, seats=player, decks=_PROBE, seed=seed) for variant, tables in rules]
    silent: Playing = {**playing, "progress": None}
    turns = {
        variant.name: float(found.games.select(pl.col("turns").sum()).collect().item()) / _PROBE
        for (variant, _), found in zip(rules, play(probes, **silent), strict=True)
    }
    longest = max(sum(turns[name] for name in pair) for pair in pairs)
    decks = min(_MOST_DECKS, max(_FEWEST_DECKS, int(_TURNS / longest)))
    digits = max(0, len(str(decks)) - 2)
    return decks // 10**digits * 10**digits


def _answers(chapters: Sequence[Chapter]) -> Iterator[str]:
    for chapter in chapters:
        yield chapter.answer().markdown
