"""``random``: picks uniformly from the legal moves. A check of the engine, never a finding."""

from simulator.engine.compiling import compiled
from simulator.engine.random import random_below


@compiled
def choose_random(game, moves, count):
    """Any of the first ``count`` moves, each with the same chance."""
    return moves[random_below(game, game.player, count)]
