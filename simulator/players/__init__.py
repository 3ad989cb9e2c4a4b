"""Who plays: one module a player, and the table that lists them."""

from collections.abc import Sequence
from difflib import get_close_matches

import numpy as np

from simulator.engine.rules import MAX_PLAYERS
from simulator.errors import Mistake
from simulator.players.choosing import PLAYERS, Player, choose

__all__ = ["PLAYERS", "Player", "UnknownPlayer", "choose", "player_codes"]


class UnknownPlayer(Mistake):
    """A name that no player has."""


def player_codes(seats: Sequence[str]) -> np.ndarray:
    """The players' numbers in compiled code, one a seat, zeros up to ``MAX_PLAYERS``: int64.

    Raises
    ------
    UnknownPlayer
        If a name is unknown; the message gives the nearest and all known names.
    """
    codes = {player.name: player.code for player in PLAYERS}
    numbers = np.zeros(MAX_PLAYERS, np.int64)
    for seat, name in enumerate(seats):
        if name not in codes:
            near = get_close_matches(name, codes, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise UnknownPlayer(f"unknown player {name!r}: {hint}known are {', '.join(codes)}")
        numbers[seat] = codes[name]
    return numbers
