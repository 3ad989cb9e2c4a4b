"""The compiled function that lets any player choose.

A player is a number in compiled code: functions handed over as arguments would be compiled anew for each combination.
"""

from simulator.engine.compiling import compiled
from simulator.engine.moves import DECLINE, NO_MOVE, move_of
from simulator.engine.state import ANNOUNCING
from simulator.players.planner import choose_planned
from simulator.players.random import choose_random
from simulator.players.rule_of_thumb import choose_by_rule_of_thumb
from simulator.players.search import choose_searched
from simulator.players.seats import NO_STYLE, PLANNER, RANDOM, SEARCH, SEER, TRAINED
from simulator.players.styles import choose_in_style
from simulator.players.trained import choose_trained


@compiled
def choose(game, rules, seats, moves, count, desk, judge, search_desk):
    """The move that the player to decide makes, out of the first ``count`` of ``moves``.

    Only ``random`` and ``search`` use up numbers of their seat's stream.

    Parameters
    ----------
    game
        The game; it is left as it was, but for the random numbers that the seat uses up.
    rules
        The rules of the game.
    seats
        Records of :data:`simulator.players.seats.SEAT`, by seat.
    moves, count
        What :func:`simulator.engine.moves.list_moves` gave under the seat's own rules.
    desk, judge, search_desk
        What :func:`simulator.players.desk.new_desks` gave for the seats; the second is None if none of them searches.
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
    # Compiled without a network or a search, where there is no desk for it, these parts are left out.
    if judge is not None and seat.player == TRAINED:
        return choose_trained(game, seat.rules, moves, count, seat, desk, judge)
    if judge is not None and search_desk is not None and (seat.player == SEARCH or seat.player == SEER):
        return choose_searched(game, rules, seat, moves, count, desk, judge, search_desk)
    return choose_by_rule_of_thumb(game, seat.rules, seat.player, moves, count)
