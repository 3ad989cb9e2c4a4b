"""A study: variants, players and line-ups, over as many decks as asked for or as a precision needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Unpack

from simulator.errors import listed
from simulator.players import seat_name
from simulator.studies.asked import Rules, read_players, read_variants, whole
from simulator.studies.line_ups import LineUp, PlanError, Seat, SeatsAsked, read_line_ups
from simulator.studies.matches import Match
from simulator.studies.playing import Playing, play
from simulator.studies.precision import FIRST_LOOK, Precision, read_precision
from simulator.studies.provenance import PACKAGES, Provenance, Table, TableKey, borrowed_networks, versions
from simulator.studies.results import Results
from simulator.variants import Variant

__all__ = ["DECKS", "MOST_DECKS", "Study"]

DECKS = 20_000
"""Decks that a study plays unless it is told otherwise."""

MOST_DECKS = 1_000_000
"""Decks at which a study with a precision stops in any case, unless it is told otherwise."""


@dataclass(frozen=True, init=False)
class Study:
    """What is to be found out: every variant at every number of players with every line-up, over the same decks.

    Where the players of a line-up differ, each deck is played once with everyone in every seat (the seats rotate). A
    study is only a description; :meth:`run` plays it, and `simulator.studies.play` several at once.

    Parameters
    ----------
    variants
        The rule sets, the one that the others are held against first: variants, bundled names or files.
    players
        Numbers of players; by default all that every variant allows.
    seats
        One line-up or a list of line-ups. A line-up is one player for all seats (``"house"``), or one a seat, as a text
        (``"planner,house,house"``) or a tuple.
    seed
        With a deck's number it fixes the order of the tiles.
    decks
        Decks for each variant, number of players and seating. By default 20,000.
    precision
        Instead of ``decks``: how well numbers are to be known, as ``{"turns": 0.2, "first_seat_share": 0.01}``, or in
        words, as ``["±0.2 turns", "±1 point of win share"]``. The study goes on until the value of each variant, and
        its difference from the first, is known to ± that, by a 95 % interval that is right however often one looks.
    most_decks
        With ``precision``, the number of decks at which the study stops in any case.
    title
        What to call it.
    first_deck
        Number of the first deck.
    rotate
        Whether unlike players rotate through the seats; if not, each keeps the seat that it is named for.

    Raises
    ------
    PlanError, PrecisionError, VariantError, UnknownPlayer, OwnPlayerError
        If it cannot be played as described.
    """

    variants: tuple[Variant, ...]
    players: tuple[int, ...]
    line_ups: tuple[LineUp, ...]
    seed: int
    decks: int | None
    precision: Mapping[str, float] | None
    most_decks: int
    title: str
    first_deck: int
    rotate: bool

    def __init__(
        self,
        variants: Rules | Sequence[Rules],
        *,
        players: int | Sequence[int] | None = None,
        seats: SeatsAsked = "house",
        decks: int | None = None,
        seed: int = 1,
        precision: Precision | None = None,
        most_decks: int = MOST_DECKS,
        title: str = "",
        first_deck: int = 0,
        rotate: bool = True,
    ) -> None:
        loaded = read_variants(variants)
        decks, seed, first_deck, most_decks = map(whole, (decks, seed, first_deck, most_decks))
        if decks is not None and precision is not None:
            raise PlanError("decks and precision are both given: a precision decides itself how many decks it takes")
        if precision is not None and most_decks < FIRST_LOOK:
            raise PlanError(f"most_decks is {most_decks}: at least {FIRST_LOOK}, where a study looks first")
        number = (DECKS if decks is None else decks) if precision is None else None
        _check_numbers(most_decks if number is None else number, seed, first_deck)
        values = {
            "variants": loaded,
            "players": read_players(players, loaded),
            "line_ups": read_line_ups(seats),
            "seed": seed,
            "decks": number,
            "precision": None if precision is None else read_precision(precision),
            "most_decks": most_decks,
            "title": title,
            "first_deck": first_deck,
            "rotate": rotate,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        _check_apart(self.tables)

    @cached_property
    def tables(self) -> dict[TableKey, list[tuple[Seat, ...]]]:
        """The seatings by number of players and name of the line-up."""
        found: dict[TableKey, list[tuple[Seat, ...]]] = {}
        for players in self.players:
            for line_up in self.line_ups:
                key, seatings = (players, line_up.name), line_up.seatings(players, rotate=self.rotate)
                if key in found:
                    raise PlanError(f"{line_up.name} is there twice as a line-up: name it once")
                found[key] = seatings
        return found

    @cached_property
    def matches(self) -> dict[TableKey, list[Match]]:
        """What is played, by number of players and name of the line-up: every variant in every seating."""
        return {
            (players, line_up): [
                Match(variant, seating, self.seed, line_up) for variant in self.variants for seating in seatings
            ]
            for (players, line_up), seatings in self.tables.items()
        }

    @property
    def may_be_kept(self) -> bool:
        """Whether a store keeps the games: not those of a function of one's own, or of a file that imports others."""
        return all(match.may_be_kept for matches in self.matches.values() for match in matches)

    def run(self, **playing: Unpack[Playing]) -> Results:
        """Play what the store lacks, and give the results: see `simulator.studies.play` and `Playing`."""
        return play([self], **playing)[0]

    def provenance(self, decks: int, *, command: str | None = None) -> Provenance:
        """Say how the results of so many decks came about."""
        tables = [
            Table(players, line_up, tuple(tuple(map(seat_name, seating)) for seating in seatings), decks)
            for (players, line_up), seatings in self.tables.items()
        ]
        return Provenance(
            self.variants,
            tuple(tables),
            seed=self.seed,
            first_deck=self.first_deck,
            precision=self.precision,
            most_decks=self.most_decks if self.precision else None,
            title=self.title,
            command=command,
            networks=borrowed_networks(self.variants, tables),
            versions=versions(*PACKAGES),
        )


def _check_numbers(decks: int, seed: int, first_deck: int) -> None:
    if not isinstance(decks, int) or decks < 1:
        raise PlanError(f"decks is {decks!r}: a whole number from 1")
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise PlanError(f"seed is {seed!r}: it is a whole number from 0 to 2**64 - 1")
    if not isinstance(first_deck, int) or not 0 <= first_deck <= 2**63 - decks:
        raise PlanError(f"the first deck is {first_deck!r}: decks are numbered from 0 to 2**63 - 1")


def _check_apart(tables: Mapping[TableKey, list[tuple[Seat, ...]]]) -> None:
    """Refuse line-ups that are one, since their seats rotate."""
    seen: dict[tuple[int, tuple[Seat, ...]], str] = {}
    for (players, name), seatings in tables.items():
        for seating in seatings:
            other = seen.setdefault((players, seating), name)
            if other != name:
                raise PlanError(f"{listed([other, name])} are one line-up, since the seats rotate: name it once")
