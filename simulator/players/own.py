"""Players of one's own: a Python function in any seat, with nothing to compile.

Such a player is called with a :class:`simulator.games.SeatView` (what the seat sees) and the list of legal moves, and
returns one of them, or its text.
"""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simulator.errors import Mistake
from simulator.players.seats import batch_of_seat

OwnPlayer = Callable[[Any, list[Any]], Any]
"""``player(view, moves)`` gives one of ``moves``, or its text."""


_OWN_BATCH = 100
"""Games that a player of one's own plays in a moment, about."""


class OwnPlayerError(Mistake):
    """A player of one's own that cannot be loaded, or that does not give a legal move."""


def is_own(seat: str | OwnPlayer) -> bool:
    """Whether a seat names or is a player of one's own."""
    return callable(seat) or ".py:" in seat


def load_own(seat: str | OwnPlayer) -> OwnPlayer:
    """The function of a seat written ``path.py:function``; a function is given back as it is.

    Raises
    ------
    OwnPlayerError
        If there is no such file or function, or the file fails as it is loaded.
    """
    if callable(seat):
        return seat
    path, _, name = seat.rpartition(":")
    if not Path(path).is_file():
        raise OwnPlayerError(f"{seat}: there is no file {path}")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise OwnPlayerError(f"{seat}: {path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OwnPlayerError(f"{seat}: {path} fails as it is loaded: {type(error).__name__}: {error}") from error
    function = getattr(module, name, None)
    if not callable(function):
        raise OwnPlayerError(f"{seat}: {path} has no function {name!r}")
    return function


def seat_name(seat: str | OwnPlayer) -> str:
    """What a seat is called in results and records."""
    return seat if isinstance(seat, str) else getattr(seat, "__name__", type(seat).__name__)


def batch_of(seat: str | OwnPlayer) -> int:
    """Games that the player of a seat plays in a moment: see :class:`simulator.players.Player`."""
    return _OWN_BATCH if is_own(seat) else batch_of_seat(str(seat))
