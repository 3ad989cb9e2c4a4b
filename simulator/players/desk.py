"""The desks on which planner and search work, made once for many games."""

from typing import NamedTuple

import numpy as np

from simulator.engine.moves import MOVES_BUFFER
from simulator.engine.rules import MAX_KINDS, MAX_PLAYERS, MAX_TILES
from simulator.engine.state import new_games
from simulator.players.network import SIGHT
from simulator.players.seats import SEARCH, SEER, TRAINED
from simulator.players.weights import WEIGHTS

PLANNED_POSITIONS = 32
"""Tables that a plan of the planner looks at, at most: more than most stands need, and a bound for the rest."""

MOST_POSITIONS = 64
"""Room for the tables of any plan."""

MOST_CANDIDATES = 8
"""Moves that a search plays out, at most."""

SEEN_SLOTS = 512
"""Slots of the planner's table of positions: a power of two, well above ``MOST_POSITIONS``."""

NOTES = np.dtype(
    [
        # What the seat knows, and what its plans weigh
        ("weights", np.float64, (len(WEIGHTS),)),  # the seat's, or nought in its last turn
        ("weighs", np.int64),  # whether the plan weighs its tables itself
        ("unseen", np.int64, (MAX_KINDS,)),  # tiles of each kind that the seat has not seen
        ("unseen_tiles", np.int64),
        ("animals", np.int64),  # bits of the animals with a family on the table
        ("key", np.uint64),  # the families' part of the table's key
        # A plan: what is best so far, the tables looked at, and of each how it was come by and what it is worth
        ("best_value", np.float64),
        ("best_place", np.int64),
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
        ("most", np.int64),  # tables that this plan may look at
        ("cut_short", np.int64),  # whether moves were left untried because the tables were used up
        # How many plans there were, and how many of them were cut short: told by the benchmark, no part of any result
        ("plans", np.int64),
        ("plans_cut_short", np.int64),
        ("stamp", np.int64),  # tells this plan's entries of the next two from older ones
        ("seen", np.uint64, (SEEN_SLOTS,)),
        ("seen_stamp", np.int64, (SEEN_SLOTS,)),
    ],
    align=True,
)
"""What a planner writes down. Nothing but the stamp and the two sums carries over to the next decision."""


class Desk(NamedTuple):
    """Where the planner works."""

    notes: np.record
    """One record of :data:`NOTES`."""
    tables: np.recarray
    """Copies of the game for a plan: ``MOST_POSITIONS`` records of :data:`simulator.engine.state.GAME`."""


SEARCH_NOTES = np.dtype(
    [
        ("candidates", np.int64),
        # What is worth playing out, best first
        ("moves", np.int64, (MOST_CANDIDATES,)),
        ("values", np.float64, (MOST_CANDIDATES,)),  # the network's
        ("places", np.int64, (MOST_CANDIDATES,)),  # among the plan's tables, NO_PLACE for a move at the present one
        ("tables", np.int64, (MOST_CANDIDATES,)),  # among the candidates' tables
        ("won", np.float64, (MOST_CANDIDATES,)),  # sums over the deals
        ("squares", np.float64, (MOST_CANDIDATES,)),  # of their distances from each deal's mean
        ("results", np.float64, (MOST_CANDIDATES,)),  # what is won, and what the network's value counts for
        ("chances", np.float64, (MOST_CANDIDATES,)),  # of one deal
        # The tiles that the seat has not seen, and one playout's outcome
        ("hidden", np.int64, (MAX_TILES,)),
        ("hidden_tiles", np.int64),
        ("scores", np.int64, (MAX_PLAYERS,)),
        ("shares", np.float64, (MAX_PLAYERS,)),
    ],
    align=True,
)
"""What a search writes down. Nothing carries over to the next decision."""


class SearchDesk(NamedTuple):
    """Where a search works, beside the planner's desk."""

    notes: np.record
    """One record of :data:`SEARCH_NOTES`."""
    tables: np.ndarray
    """The ends of turn that are played out: ``MOST_CANDIDATES`` records of :data:`simulator.engine.state.GAME`."""
    world: np.record
    """A game in which the hidden tiles are dealt."""
    playout: np.record
    """A game that is played out."""
    moves: np.ndarray
    """Room for the moves of a playout: int64."""


class Judge(NamedTuple):
    """Where a network judges tables."""

    sight: np.record
    """What it sees: one record of :data:`simulator.players.network.SIGHT`."""
    trial: np.record
    """A game in which a tile is drawn or discarded on trial."""
    without: np.record
    """A game in which two tiles have been laid down on trial."""
    trial_of_use: np.record
    """A game in which one tile more is on the stand, on trial."""
    end: np.record
    """The best end of turn without the draw that is judged."""
    use: np.ndarray
    """Of what use one more tile of each kind is: float64."""
    with_tile: np.ndarray
    """The value of the turn with one more tile of each kind: float64."""
    values: np.ndarray
    """The values of the moves of a decision: float64."""
    discarded: np.ndarray
    """Kinds that have been discarded on trial: int64."""


Desks = tuple[Desk, Judge | None, SearchDesk | None]
"""What the players of a game work on: the second only if one asks a network, the third only if one searches."""


def new_desks(seats: np.recarray, *, judging: bool = False) -> Desks:
    """Blank desks for ``seats``, records of :data:`simulator.players.seats.SEAT`. Threads need their own.

    Compiled code knows at compile time whether a network is asked (by a player, or where ``judging`` says so), and
    whether there is a search: without them it is compiled in half the time.
    """
    desk = Desk(_blank(NOTES), new_games(MOST_POSITIONS))
    judge = None
    if judging or np.isin(seats.player, (TRAINED, SEARCH, SEER)).any():
        trial, without, trial_of_use, end = new_games(4)
        judge = Judge(
            _blank(SIGHT),
            trial,
            without,
            trial_of_use,
            end,
            use=np.zeros(MAX_KINDS),
            with_tile=np.zeros(MAX_KINDS),
            values=np.zeros(MAX_KINDS + 2),
            discarded=np.zeros(MAX_TILES, np.int64),
        )
    if not np.isin(seats.player, (SEARCH, SEER)).any():
        return desk, judge, None
    games = new_games(MOST_CANDIDATES + 2)
    moves = np.zeros(MOVES_BUFFER, np.int64)
    return desk, judge, SearchDesk(_blank(SEARCH_NOTES), games[:-2], games[-2], games[-1], moves)


def _blank(dtype: np.dtype) -> np.record:
    record: np.record = np.zeros(1, dtype).view(np.recarray)[0]
    return record
