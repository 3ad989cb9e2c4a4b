"""How much a test plays: plenty when the engine is compiled, a little when it is interpreted."""

import numba

from simulator.players import PLAYERS

COMPILED = not numba.config.DISABLE_JIT


def games(compiled: int, interpreted: int) -> int:
    """The number of games, deals or examples to try."""
    return compiled if COMPILED else interpreted


QUICK_PLAYERS = [player.name for player in PLAYERS if player.name not in ("search", "seer")]
QUICK_PLAYERS += ["search:6", "seer"] if COMPILED else []
"""Every player by its number, the searching one with a budget that tests can afford; interpreted, such take minutes."""
