"""One game as one record: what is where, whose turn it is, and which decision is open.

Kinds of tile are numbers: animals ``0 … animals - 1`` in the variant's order, then the joker at ``animals``.
Families are parallel columns, numbered from 0 in the order in which they were started; a number stays with its family
when the family changes hands. Copying the record copies the game.
"""

import numpy as np

from simulator.engine.rules import MAX_FAMILIES, MAX_KINDS, MAX_PLAYERS, MAX_TILES

PHASES = ("reveal", "draw", "rainbow", "action", "empty", "discard", "over")
"""Which decision is open. ``reveal`` and ``empty`` offer one move each: the rules leave no choice there."""
REVEALING, DRAWING, ANNOUNCING, ACTING, EMPTYING, DISCARDING, OVER = range(7)

ENDS = ("", "double_seven", "last_tile", "stalled", "cut_off")
"""What triggered the end; the empty name while nothing has."""
NOT_ENDED, BY_DOUBLE_SEVEN, BY_LAST_TILE, BY_STALLING, BY_CUT_OFF = range(5)

COUNTS = (
    "reveals",
    "draws_face_down",
    "draws_face_up",
    "rainbows_possible",
    "rainbows_announced",
    "starts",
    "growths_by_animal",
    "growths_by_joker",
    "trades",
    "reclaims",
    "reclaims_from_others",
    "two_for_ones",
    "discards",
    "empty_stands",
    "passes",
    "decisions",
    "points_by_trade",
    "rainbow_turns_possible",
    "trade_turns_possible",
    "reclaim_turns_possible",
    "two_for_one_turns_possible",
    "discard_turns_possible",
)
"""What a game counts over all its players, by position in ``game.counts``."""
(
    REVEALS,
    DRAWS_FACE_DOWN,
    DRAWS_FACE_UP,
    RAINBOWS_POSSIBLE,
    RAINBOWS_ANNOUNCED,
    STARTS,
    GROWTHS_BY_ANIMAL,
    GROWTHS_BY_JOKER,
    TRADES,
    RECLAIMS,
    RECLAIMS_FROM_OTHERS,
    TWO_FOR_ONES,
    DISCARDS,
    EMPTY_STANDS,
    PASSES,
    DECISIONS,
    POINTS_BY_TRADE,
    *_TURNS_POSSIBLE,
) = range(len(COUNTS))

OPTIONS = ("rainbow", "trade", "reclaim", "two_for_one", "discard")
"""What a turn is asked about: whether it could happen, and whether it did. The discard is the stand limit's."""
RAINBOW_OPTION, TRADE_OPTION, RECLAIM_OPTION, TWO_FOR_ONE_OPTION, DISCARD_OPTION = range(len(OPTIONS))

FIRST_TURNS_POSSIBLE = _TURNS_POSSIBLE[0]
"""Position in ``game.counts`` of the turns in which the first option was there; the others follow in their order."""

NOBODY = -1
NO_KIND = -1
NOT_YET = -1

GAME = np.dtype(
    [
        ("random", np.uint64, (MAX_PLAYERS,)),  # each seat's own stream of choices
        ("phase", np.int8),
        ("players", np.int8),
        ("player", np.int8),  # the seat that decides
        ("turn", np.int16),  # from 1
        ("families", np.int16),  # how many have been started
        # The draw pile: tiles in their shuffled order, those before `pile_next` have left the face-down part.
        ("pile_next", np.int16),
        ("pile_end", np.int16),
        ("face_up_tiles", np.int16),
        ("face_up", np.int16, (MAX_KINDS,)),
        ("out_of_game", np.int16, (MAX_KINDS,)),  # discarded for good, for all to see
        ("stand_tiles", np.int16, (MAX_PLAYERS,)),
        ("stand", np.int16, (MAX_PLAYERS, MAX_KINDS)),
        ("stand_seen", np.int16, (MAX_PLAYERS, MAX_KINDS)),  # those of them that all have seen come there
        # Tokens
        ("tokens_left", np.int16),
        ("tokens", np.int16, (MAX_PLAYERS,)),
        ("double_seven_seat", np.int8),
        ("double_seven_turn", np.int16),
        # The turn so far
        ("draws_left", np.int16),
        ("draw_of_two_for_one", np.int8),  # whether the open draw ends a Two for One
        ("laid_down", np.int8, (2,)),  # kinds that may not be taken back in the open draw
        ("rainbows_this_turn", np.int16),
        ("trades_this_turn", np.int16),
        ("two_for_ones_this_turn", np.int16),
        ("moved_on", np.int8),  # drew, started, grew or played Two for One
        ("could_this_turn", np.int8),  # one bit an option: whether it has been there
        ("did_this_turn", np.int8),  # one bit an option: whether it was taken
        ("idle_turns", np.int16),  # turns in succession in which nobody did
        # The end
        ("end", np.int8),
        ("end_turn", np.int16),
        ("end_player", np.int8),
        ("final_turns_left", np.int16),  # NOT_YET until the triggering turn is over
        # What is counted
        ("counts", np.int32, (len(COUNTS),)),
        ("tiles_placed", np.int16, (MAX_PLAYERS,)),
        ("option_turns", np.int16, (len(OPTIONS), MAX_PLAYERS)),  # turns in which the seat took an option
        # The long columns stand last: a game touches only their beginning.
        ("pile", np.int8, (MAX_TILES,)),
        ("family_owner", np.int8, (MAX_FAMILIES,)),
        ("family_animal", np.int8, (MAX_FAMILIES,)),
        ("family_tiles", np.int16, (MAX_FAMILIES,)),  # jokers included
        ("family_jokers", np.int16, (MAX_FAMILIES,)),
        ("family_traded", np.int8, (MAX_FAMILIES,)),  # whether its owner has it by a trade
    ],
    align=True,
)
"""One game."""


def new_games(number: int) -> np.recarray:
    """``number`` blank records, to be filled by :func:`simulator.engine.setup.deal`."""
    return np.zeros(number, GAME).view(np.recarray)
