"""Manners of play that any player can be asked for: ``rush`` and ``hoard``."""

from simulator.engine.compiling import compiled
from simulator.engine.moves import GROW, NO_MOVE, PASS, first_of, move_of, type_of
from simulator.engine.state import ACTING, NOT_ENDED
from simulator.players.seats import RUSH


@compiled
def choose_in_style(game, seat, moves, count):
    """The move that the seat's style prescribes, or ``NO_MOVE`` where it leaves the player free."""
    if game.phase != ACTING:
        return NO_MOVE
    if seat.style == RUSH:
        return _growth_nearest_to_seven(game, seat.rules, moves, count)
    # HOARD: keep the tiles back while the stand may hold them and the end is not in sight
    if game.end == NOT_ENDED and game.stand_tiles[game.player] <= seat.rules.stand_limit_tiles:
        return move_of(PASS, 0, 0)
    return NO_MOVE


@compiled
def _growth_nearest_to_seven(game, rules, moves, count):
    """The growth of the largest family that is still below seven, by any tile."""
    best = NO_MOVE
    largest = 0
    for which in range(count):
        move = moves[which]
        if type_of(move) == GROW:
            tiles = game.family_tiles[first_of(move)]
            if largest < tiles < rules.seven_size:
                largest = tiles
                best = move
    return best
