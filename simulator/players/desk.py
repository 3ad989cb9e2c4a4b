"""The desk on which the planner works, made once for many games."""

from typing import NamedTuple

import numpy as np

from simulator.engine.rules import MAX_KINDS, MAX_PLAYERS
from simulator.engine.state import new_games
from simulator.players.weights import WEIGHTS

MOST_POSITIONS = 32
"""Tables that one plan looks at, at most: more than most stands need, and a bound for the rest."""

SEEN_SLOTS = 256
"""Slots of the planner's table of positions: a power of two, well above ``MOST_POSITIONS``."""

NOTES = np.dtype(
    [
        # What the seat knows, and what its plans weigh
        ("weights", np.float64, (len(WEIGHTS),)),  # the seat's, or nought in its last turn
        ("unseen", np.int64, (MAX_KINDS,)),  # tiles of each kind that the seat has not seen
        ("unseen_tiles", np.int64),
        ("animals", np.int64),  # bits of the animals with a family on the table
        ("key", np.uint64),  # the families' part of the table's key
        # A plan: what is best so far, the tables looked at, and of each how it was come by and what it is worth
        ("best_value", np.float64),
        ("best_first", np.int64),
        ("running", np.int64),  # whether the end had not been triggered before
        ("scores", np.int64, (MAX_PLAYERS,)),
        ("positions", np.int64),
        ("keys", np.uint64, (MOST_POSITIONS,)),
        ("points", np.float64, (MOST_POSITIONS,)),
        ("soft", np.float64, (MOST_POSITIONS,)),
        ("values", np.float64, (MOST_POSITIONS,)),
        ("gains", np.float64, (MAX_KINDS,)),  # what a tile of each kind gains at one table if it is placed
        ("with_tile", np.float64, (MAX_KINDS,)),  # the value of the turn with one more tile of each kind
        ("animals_at", np.int64, (MOST_POSITIONS,)),
        ("first", np.int64, (MOST_POSITIONS,)),
        ("rank", np.int64, (MOST_POSITIONS,)),
        ("stamp", np.int64),  # tells this plan's entries of the next two from older ones
        ("seen", np.uint64, (SEEN_SLOTS,)),
        ("seen_stamp", np.int64, (SEEN_SLOTS,)),
    ],
    align=True,
)
"""What a planner writes down. Nothing but the stamp carries over to the next decision."""


class Desk(NamedTuple):
    """Where the planner works."""

    notes: np.record
    """One record of :data:`NOTES`."""
    tables: np.recarray
    """Copies of the game for a plan: ``MOST_POSITIONS`` records of :data:`simulator.engine.state.GAME`."""


def new_desk() -> Desk:
    """A blank desk. Threads need one each."""
    notes = np.zeros(1, NOTES).view(np.recarray)[0]
    return Desk(notes, new_games(MOST_POSITIONS))
