"""The table of players, and the one compiled function that lets any of them choose.

A player is a number in compiled code: functions handed over as arguments would be compiled anew for each combination.
"""

from dataclasses import dataclass

from simulator.engine.compiling import compiled
from simulator.players.greedy import greedy_value
from simulator.players.house import house_value
from simulator.players.random import choose_random


@dataclass(frozen=True)
class Player:
    """A player that can take a seat: its ``name``, its number in compiled code and what it does, in one line."""

    name: str
    code: int
    summary: str


RANDOM, GREEDY, HOUSE = range(3)

PLAYERS: tuple[Player, ...] = (
    Player("random", RANDOM, "picks uniformly from the legal moves; a check of the engine, never a finding"),
    Player("greedy", GREEDY, "takes the move that puts most tiles on the table now"),
    Player("house", HOUSE, "a sound player by rule of thumb, at the level of a good online opponent"),
)
"""Every player, weakest first."""


@compiled
def choose(game, rules, moves, count, player):
    """The move that player number ``player`` makes at the open decision, out of the first ``count`` of ``moves``.

    Players by rule of thumb take the move of highest value, the first in the list among equals. Only the random player
    uses up numbers of its seat's stream.
    """
    if player == RANDOM:
        return choose_random(game, moves, count)
    best = moves[0]
    best_value = -1e300
    for which in range(count):
        value = greedy_value(game, rules, moves[which]) if player == GREEDY else house_value(game, rules, moves[which])
        if value > best_value:
            best = moves[which]
            best_value = value
    return best
