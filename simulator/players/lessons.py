"""Games played to learn from: what each pupil saw at the end of its turns, and what came of it."""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.moves import MOVES_BUFFER
from simulator.engine.rules import MAX_PLAYERS, MAX_TURNS
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.setup import deal
from simulator.engine.state import OVER
from simulator.players.playing import make_move
from simulator.players.trained import value_between_turns


@compiled
def play_lessons(
    rules, players, seats, pupils, network, decay, seed, first_game, games, game, desk, judge, inputs, targets
):
    """Play games and note each end of a pupil's turn with its λ-return.

    The λ-return (Sutton, "Learning to predict by the methods of temporal differences", 1988) of an end of turn is the
    share of the win in the end, or what ``network`` thought of the same seat's next ends of turn: each of these weighs
    ``1 − decay`` of what the earlier ones have left.

    Returns
    -------
    int
        The number of rows that were written into ``inputs`` and ``targets``.
    """
    moves = np.empty(MOVES_BUFFER, np.int64)
    most = MAX_TURNS + 100 * MAX_PLAYERS
    values = np.zeros(most + 1)
    seat_of = np.zeros(most + 1, np.int64)
    row_of = np.zeros(most + 1, np.int64)
    rows = np.int64(0)
    sight = judge.sight
    for number in range(first_game, first_game + games):
        deal(game, rules, players, seed, number)
        last = np.int64(0)
        while game.phase != OVER:
            turn = np.int64(game.turn)
            seat = np.int64(game.player)
            make_move(game, rules, seats, moves, desk, judge, None)
            if game.turn != turn and game.phase != OVER:
                last = turn
                seat_of[turn] = seat
                row_of[turn] = -1
                if pupils[seat] != 0:
                    values[turn] = value_between_turns(game, rules, seat, network, judge)
                    if rows < targets.size:
                        row_of[turn] = rows
                        for place in range(inputs.shape[1]):
                            inputs[rows, place] = sight.inputs[place]
                        rows += 1
        write_scores(game, rules, sight.scores)
        write_win_shares(game, rules, sight.scores, sight.shares)
        for ended in range(last, 0, -1):
            seat = seat_of[ended]
            if pupils[seat] != 0:
                if row_of[ended] >= 0:
                    targets[row_of[ended]] = sight.shares[seat]
                sight.shares[seat] = (1 - decay) * values[ended] + decay * sight.shares[seat]
    return rows
