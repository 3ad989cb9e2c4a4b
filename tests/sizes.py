"""How much a test plays: plenty when the engine is compiled, a little when it is interpreted."""

import numba

COMPILED = not numba.config.DISABLE_JIT


def games(compiled: int, interpreted: int) -> int:
    """The number of games, deals or examples to try."""
    return compiled if COMPILED else interpreted
