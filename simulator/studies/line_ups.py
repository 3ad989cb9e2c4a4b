"""Who sits at the table: a line-up is one player for all seats, or one a seat, and unlike players rotate."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulator.errors import Mistake
from simulator.players import OwnPlayer, check_seat, is_own, load_own, seat_name

__all__ = ["LineUp", "LineUpAsked", "PlanError", "Seat", "SeatsAsked", "read_line_ups"]

Seat = str | OwnPlayer
"""A player in a seat: a name, ``path.py:function``, or a function."""

LineUpAsked = Seat | tuple[Seat, ...]
"""One line-up: a name for all seats, a text with commas or a tuple with one a seat."""

SeatsAsked = LineUpAsked | Sequence[LineUpAsked]
"""One line-up, or a list of several."""


class PlanError(Mistake):
    """A run that cannot be played as asked."""


@dataclass(frozen=True)
class LineUp:
    """One player for all seats, or one a seat.

    Parameters
    ----------
    seats
        One player, or as many as play.

    Raises
    ------
    UnknownPlayer, OwnPlayerError
        If a seat cannot be filled.
    """

    seats: tuple[Seat, ...]

    def __post_init__(self) -> None:
        for seat in self.seats:
            if is_own(seat):
                load_own(seat)
            else:
                check_seat(str(seat))

    @property
    def name(self) -> str:
        """What the line-up is called: its one player, or all of them."""
        return line_up_name(self.seats)

    def seatings(self, players: int, *, rotate: bool = True) -> list[tuple[Seat, ...]]:
        """The player in each seat, once for each rotation that differs; one alone if all are alike, or not to rotate.

        Raises
        ------
        PlanError
            If there is not one player a seat.
        """
        seats = self.seats * players if len(self.seats) == 1 else self.seats
        if len(seats) != players:
            raise PlanError(f"{len(seats)} players are named for {players} seats: name one for all, or one a seat")
        turns = range(len(seats)) if rotate else range(1)
        return list(dict.fromkeys(seats[turn:] + seats[:turn] for turn in turns))


def line_up_name(seats: Sequence[Seat]) -> str:
    """What players in their seats are called together."""
    return seat_name(seats[0]) if len(set(seats)) == 1 else ",".join(map(seat_name, seats))


def read_line_ups(seats: SeatsAsked) -> tuple[LineUp, ...]:
    """The line-ups that are asked for: of a list several, else one.

    Raises
    ------
    PlanError
        If there is none.
    """
    given = seats if isinstance(seats, list) else [seats]
    line_ups = tuple(_read(each) for each in given)
    if not line_ups or not all(line_up.seats for line_up in line_ups):
        raise PlanError("there is nobody to play: name a player for all seats, such as house, or one a seat")
    return line_ups


def _read(line_up: object) -> LineUp:
    if isinstance(line_up, str):
        return LineUp(tuple(name.strip() for name in line_up.split(",")))
    if isinstance(line_up, tuple) and all(isinstance(seat, str) or callable(seat) for seat in line_up):
        return LineUp(line_up)
    if callable(line_up):
        return LineUp((line_up,))
    raise PlanError(f"{line_up!r} is no line-up: a player for all seats such as 'house', or a tuple with one a seat")
