"""What ``greedy`` and ``house`` have in common: each values every move by itself and takes the best."""

from simulator.engine.compiling import compiled
from simulator.players.greedy import greedy_value
from simulator.players.house import house_value
from simulator.players.seats import GREEDY


@compiled
def choose_by_rule_of_thumb(game, rules, player, moves, count):
    """The move of highest value, the first in the list among equals, as ``GREEDY`` or ``HOUSE`` sees it."""
    best = moves[0]
    best_value = -1e300
    for which in range(count):
        move = moves[which]
        value = greedy_value(game, rules, move) if player == GREEDY else house_value(game, rules, move)
        if value > best_value:
            best = move
            best_value = value
    return best
