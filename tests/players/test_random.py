"""The random player picks uniformly from the legal list."""

import numpy as np
import pytest
from engine.positions import choice, dealt, rulebook, table
from scipy import stats
from sizes import games

from simulator.engine.moves import MOVES_BUFFER, list_moves
from simulator.players import seat_records

FALSE_ALARM = 1e-6
RANDOM = seat_records(rulebook(), ["random"] * 2)


@pytest.mark.parametrize(
    "line",
    [
        #   eleven actions: a start, two growths, a trade, a reclaim, five Two for Ones, a pass
        "turn 9 seat 0 action | fox*2 deer joker [0:swan*2 1:deer*3j1] | - [2:frog*2] | up -",
        "turn 9 seat 0 draw | fox*2 [] | - [] | up bird swan*3 | draws 1",
    ],
)
def test_every_legal_move_is_chosen_equally_often(line: str) -> None:
    game = table(line)
    moves = np.zeros(MOVES_BUFFER, np.int64)
    count = list_moves(game.state, game.rules, moves)
    assert count > 2
    chosen = [choice(game.state, game.rules, RANDOM, moves, count) for _ in range(count * games(1_000, 50))]
    assert set(chosen) <= set(moves[:count].tolist())
    seen = [chosen.count(move) for move in moves[:count]]
    assert stats.chisquare(seen).pvalue > FALSE_ALARM


def test_the_first_choice_is_uniform_over_games_too() -> None:
    # One choice from each game's fresh stream, out of five.
    moves = np.arange(5)
    tables = (dealt(rulebook(), 2, 12, number) for number in range(games(5_000, 300)))
    chosen = [choice(game, rulebook().rules, RANDOM, moves, 5) for game in tables]
    assert stats.chisquare(np.bincount(chosen, minlength=5)).pvalue > FALSE_ALARM
