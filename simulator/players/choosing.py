"""The compiled function that lets any player choose.

A player is a number in compiled code: functions handed over as arguments would be compiled anew for each combination.
"""

from simulator.engine.compiling import compiled
from simulator.engine.moves import DECLINE, NO_MOVE, move_of
from simulator.engine.state import ANNOUNCING
from simulator.players.greedy import greedy_value
from simulator.players.house import house_value
from simulator.players.planner import choose_planned
from simulator.players.random import choose_random
from simulator.players.seats import GREEDY, NO_STYLE, PLANNER, RANDOM
from simulator.players.styles import choose_in_style


@compiled
def choose(game, seats, moves, count, desk):
    """The move that the player to decide makes, out of the first ``count`` of ``moves``.

    Players by rule of thumb take the move of highest value, the first in the list among equals. Only the random player
    uses up numbers of its seat's stream.

    Parameters
    ----------
    game
        The game; it is left as it was, but for the random numbers that the seat uses up.
    seats
        Records of :data:`simulator.players.seats.SEAT`, by seat.
    moves, count
        What :func:`simulator.engine.moves.list_moves` gave under the seat's own rules.
    desk
        A :class:`simulator.players.desk.Desk` to work on.
    """
    seat = seats[game.player]
    if seat.no_rainbow != 0 and game.phase == ANNOUNCING:
        return move_of(DECLINE, 0, 0)
    if seat.style != NO_STYLE:
        move = choose_in_style(game, seat, moves, count)
        if move != NO_MOVE:
            return move
    if seat.player == RANDOM:
        return choose_random(game, moves, count)
    if seat.player == PLANNER:
        return choose_planned(game, seat.rules, moves, count, seat.weights, desk)
    best = moves[0]
    best_value = -1e300
    for which in range(count):
        move = moves[which]
        value = greedy_value(game, seat.rules, move) if seat.player == GREEDY else house_value(game, seat.rules, move)
        if value > best_value:
            best = move
            best_value = value
    return best
