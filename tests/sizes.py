"""How much a test plays: plenty when the engine is compiled, a little when it is interpreted."""

import numba

from simulator.players import PLAYERS

COMPILED = not numba.config.DISABLE_JIT
CHECKS_BOUNDS = bool(numba.config.BOUNDSCHECK)


def games(compiled: int, interpreted: int) -> int:
    """The number of games, deals or examples to try; a quarter where every index is checked."""
    if not COMPILED:
        return interpreted
    return max(interpreted, compiled // 4) if CHECKS_BOUNDS else compiled


SEARCHING = ["search:6", "seer"]
"""The players that search, with a budget that tests can afford."""

QUICK_PLAYERS = [player.name for player in PLAYERS if player.name not in ("trained", "search", "seer")]
QUICK_PLAYERS += ["trained", *SEARCHING] if COMPILED else []
"""Every player by its number; those that ask a network take minutes if they are interpreted."""
