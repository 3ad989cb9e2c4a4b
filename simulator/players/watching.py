"""Games watched from turn to turn: the clues of each seat, and who won in the end. Forecasts are fitted to them."""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.moves import MOVES_BUFFER
from simulator.engine.rules import MAX_PLAYERS
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.setup import deal
from simulator.engine.state import NOT_ENDED, OVER
from simulator.players.forecast import count_clues, share_of_box
from simulator.players.playing import make_move


@compiled
def watch_games(rules, players, seats, seed, first_game, games, every, game, desk, numbers, clues, full, shares):
    """Play games and note each ``every``-th turn's end, unless the end of the game has been triggered by then.

    Parameters
    ----------
    rules, players, seed, first_game, games, every
        What is played, and which turns are noted: those of game ``i`` whose number and ``i`` sum to a multiple.
    seats, game, desk
        Records of :data:`simulator.players.seats.SEAT`, none of which searches, a record to play in, and where the
        planners work.
    numbers, clues, full, shares
        What is noted, a row a turn: the game's number, the seats' clues, the share of the box's tiles in the draw pile,
        and the seats' shares of the win; int64 ``(rows,)``, and float64 ``(rows, players, clues)``, ``(rows,)`` and
        ``(rows, players)``.

    Returns
    -------
    int
        The number of rows.
    """
    moves = np.empty(MOVES_BUFFER, np.int64)
    scores = np.zeros(MAX_PLAYERS, np.int64)
    rows = 0
    for number in range(first_game, first_game + games):
        deal(game, rules, players, seed, number)
        begun = rows
        while game.phase != OVER:
            turn = game.turn
            make_move(game, rules, seats, moves, desk, None)
            if game.turn != turn and game.end == NOT_ENDED and (turn + number) % every == 0:
                write_scores(game, rules, scores)
                numbers[rows] = number
                full[rows] = share_of_box(game, rules)
                for seat in range(players):
                    count_clues(game, rules, np.int64(seat), scores[seat], clues[rows, seat])
                rows += 1
        write_scores(game, rules, scores)
        for row in range(begun, rows):
            write_win_shares(game, rules, scores, shares[row])
    return rows
