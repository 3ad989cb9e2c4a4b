"""What a player chooses at a table set from one line."""

import numpy as np
from engine.positions import choice, table

from simulator.engine.moves import MOVES_BUFFER, list_moves
from simulator.players import seat_records


def chosen(player: str, line: str, *settings: str) -> str:
    """The move, in words, that a player makes at seat 0 in turn 9; the line gives the rest of the notation."""
    game = table(f"turn 9 seat 0 {line}", *settings)
    moves = np.zeros(MOVES_BUFFER, np.int64)
    count = list_moves(game.state, game.rules, moves)
    assert count > 1
    move = choice(game.state, game.rules, seat_records(game.variant, [player] * game.players), moves, count)
    (text,) = [legal.text for legal in game.legal_moves() if legal.code == move]
    return text
