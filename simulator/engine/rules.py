"""The rules of one variant as a flat record of integers, and the limits that the engine is built for.

A field is a key of the variant file with ``.`` written ``_``. A reading (a key with named values) is stored as the
position of its name in :data:`READINGS`. Nothing here reads files: :mod:`simulator.variants` fills the record in.
"""

import numpy as np

MAX_PLAYERS = 6
MAX_ANIMALS = 16
MAX_KINDS = MAX_ANIMALS + 1
MAX_TILES = 240
MAX_FAMILIES = MAX_TILES
MAX_START_TILES = 10
MAX_TURNS = 2_000

NO_LIMIT = 32_767
"""What ``none`` becomes: more than any game can reach."""

READINGS: dict[str, tuple[str, ...]] = {
    "rainbow_stand": ("all_different", "hold_enough_different", "exactly_min"),
    "rainbow_repeat": ("once_per_turn", "while_it_holds"),
    "reclaim_from": ("any", "own", "others", "nobody"),
    "stand_limit_excess": ("discard_one", "discard_down"),
    "stand_limit_goes_to": ("out_of_game", "draw_pile"),
    "seven_claim": ("on_reaching", "on_every_growth"),
    "double_seven_when": ("second_family", "second_claim"),
    "double_seven_family_counts": ("at_least", "exactly"),
    "scoring_tie_break": ("double_seven_holder", "shared"),
}
"""The named values of each reading; a value's position is its code in the record."""

ALL_DIFFERENT, HOLD_ENOUGH_DIFFERENT, EXACTLY_MIN = range(3)
ONCE_PER_TURN, WHILE_IT_HOLDS = range(2)
FROM_ANY, FROM_OWN, FROM_OTHERS, FROM_NOBODY = range(4)
DISCARD_ONE, DISCARD_DOWN = range(2)
OUT_OF_GAME, DRAW_PILE = range(2)
ON_REACHING, ON_EVERY_GROWTH = range(2)
SECOND_FAMILY, SECOND_CLAIM = range(2)
AT_LEAST, EXACTLY = range(2)
DOUBLE_SEVEN_HOLDER, SHARED = range(2)

RULES = np.dtype(
    [
        ("players_min", np.int16),
        ("players_max", np.int16),
        ("tiles_animals", np.int16),
        ("tiles_per_animal", np.int16),
        ("tiles_jokers", np.int16),
        ("setup_stand", np.int16, (MAX_PLAYERS,)),
        ("draw_tiles", np.int16),
        ("draw_tiles_when_empty", np.int16),
        ("rainbow_enabled", np.int16),
        ("rainbow_min_tiles", np.int16),
        ("rainbow_stand", np.int16),
        ("rainbow_joker_bars", np.int16),
        ("rainbow_repeat", np.int16),
        ("rainbow_extra_tiles", np.int16),
        ("start_min_tiles", np.int16),
        ("start_min_animals", np.int16),
        ("start_one_family_per_animal", np.int16),
        ("trade_enabled", np.int16),
        ("trade_max_per_turn", np.int16),
        ("reclaim_from", np.int16),
        ("two_for_one_max_per_turn", np.int16),
        ("two_for_one_may_retake", np.int16),
        ("stand_limit_tiles", np.int16),
        ("stand_limit_excess", np.int16),
        ("stand_limit_goes_to", np.int16),
        ("seven_size", np.int16),
        ("seven_claim", np.int16),
        ("seven_tokens", np.int16),
        ("seven_points", np.int16),
        ("double_seven_when", np.int16),
        ("double_seven_family_counts", np.int16),
        ("double_seven_points", np.int16),
        ("double_seven_ends_game", np.int16),
        ("end_on_last_tile", np.int16),
        ("end_final_turns", np.int16),
        ("scoring_tile", np.int16),
        ("scoring_tie_break", np.int16),
    ]
)
"""One variant. A ``setup_stand`` entry is the number of tiles dealt to that seat."""
