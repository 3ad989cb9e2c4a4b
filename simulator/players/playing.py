"""Whole games by compiled players, many in a row, each told in one row of numbers."""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.moves import MOVES_BUFFER, OFFERED, apply_move, list_moves
from simulator.engine.rules import MAX_PLAYERS, MAX_TURNS
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.setup import deal
from simulator.engine.state import COUNTS, DECISIONS, NOBODY, OPTIONS, OVER
from simulator.players.choosing import choose

OUTCOME = np.dtype(
    [
        ("turns", np.int16),
        ("end", np.int8),
        ("end_turn", np.int16),
        ("double_seven_seat", np.int8),
        ("double_seven_turn", np.int16),
        ("lead_changes", np.int16),
        ("winner_deficit", np.float64),
        ("counts", np.int32, (len(COUNTS),)),
        ("scores", np.int32, (MAX_PLAYERS,)),
        ("seven_tokens", np.int16, (MAX_PLAYERS,)),
        ("win_share", np.float64, (MAX_PLAYERS,)),
        ("tiles_placed", np.int16, (MAX_PLAYERS,)),
        ("stand_left", np.int16, (MAX_PLAYERS,)),
        ("scores_at_half", np.int32, (MAX_PLAYERS,)),
        ("option_turns", np.int16, (len(OPTIONS), MAX_PLAYERS)),
    ],
    align=True,
)
"""What a batch keeps of one game; the meanings stand in :mod:`simulator.studies.columns`."""

_LONGEST_GAME = MAX_TURNS + 100 * MAX_PLAYERS
"""Turns before the guard, and the most final turns that a variant can give."""


@compiled
def play_games(rules, players, seats, seed, first_game, game, desk, judge, search_desk, outcomes):
    """Play games ``first_game …`` of ``seed``, as many as ``outcomes`` has rows, and write each one's row.

    ``seats`` are records of :data:`simulator.players.seats.SEAT`, ``game`` is one record to play in, ``desk`` and
    ``search_desk`` are for :func:`simulator.players.choosing.choose`. Game by game the same numbers come out, however
    the games are cut into batches: nothing is carried from one to the next.
    """
    moves = np.empty(MOVES_BUFFER, np.int64)
    scores_by_turn = np.zeros((_LONGEST_GAME + 1, MAX_PLAYERS), np.int32)
    for row in range(outcomes.size):
        deal(game, rules, players, seed, first_game + row)
        _play_out(game, rules, seats, moves, desk, judge, search_desk, scores_by_turn)
        tell(game, rules, scores_by_turn, outcomes[row])


@compiled
def _play_out(game, rules, seats, moves, desk, judge, search_desk, scores_by_turn):
    """Play a game to its end and write the table scores after each turn into that turn's row."""
    while game.phase != OVER:
        turn = game.turn
        make_move(game, rules, seats, moves, desk, judge, search_desk)
        if game.turn != turn or game.phase == OVER:
            write_scores(game, rules, scores_by_turn[turn])


@compiled
def make_move(game, rules, seats, moves, desk, judge, search_desk):
    """Let the player to decide move, out of what its own rules allow."""
    own_rules = seats[game.player].rules
    count = list_moves(game, rules, moves)
    game.could_this_turn |= moves[OFFERED]
    if count > 1 and _forbids(own_rules, rules):
        count = list_moves(game, own_rules, moves)
    move = moves[0]
    if count > 1:
        game.counts[DECISIONS] += 1
        move = choose(game, rules, seats, moves, count, desk, judge, search_desk)
    apply_move(game, rules, move)


@compiled
def _forbids(own_rules, rules):
    """Whether a player by ``own_rules`` has fewer actions than ``rules`` give."""
    return (
        own_rules.trade_enabled != rules.trade_enabled
        or own_rules.reclaim_from != rules.reclaim_from
        or own_rules.two_for_one_max_per_turn != rules.two_for_one_max_per_turn
    )


@compiled
def tell(game, rules, scores_by_turn, outcome):
    """Fill the row of a finished game. Unused seats keep zeros."""
    outcome.turns = game.turn
    outcome.end = game.end
    outcome.end_turn = game.end_turn
    outcome.double_seven_seat = game.double_seven_seat
    outcome.double_seven_turn = game.double_seven_turn
    outcome.lead_changes = _lead_changes(scores_by_turn, game.turn, game.players)
    for which in range(game.counts.size):
        outcome.counts[which] = game.counts[which]
    write_scores(game, rules, outcome.scores)
    write_win_shares(game, rules, outcome.scores, outcome.win_share)
    half = game.turn // 2
    for seat in range(game.players):
        outcome.seven_tokens[seat] = game.tokens[seat]
        outcome.tiles_placed[seat] = game.tiles_placed[seat]
        outcome.stand_left[seat] = game.stand_tiles[seat]
        outcome.scores_at_half[seat] = scores_by_turn[half, seat]
        for option in range(len(OPTIONS)):
            outcome.option_turns[option, seat] = game.option_turns[option, seat]
    outcome.winner_deficit = _winner_deficit(scores_by_turn, game.turn, game.players, outcome.win_share)


@compiled
def _lead_changes(scores_by_turn, turns, players):
    """How often the sole leader by table score, read after each turn, is another than the sole leader before."""
    changes = 0
    leader = NOBODY
    for turn in range(1, turns + 1):
        now = sole_leader(scores_by_turn[turn], players)
        if now != NOBODY and now != leader:
            if leader != NOBODY:
                changes += 1
            leader = now
    return changes


@compiled
def _winner_deficit(scores_by_turn, turns, players, win_share):
    """Mean over the turns before the last of the best table score less the winner's; of k winners each weighs 1/k."""
    deficit = 0.0
    for winner in range(players):
        if win_share[winner] > 0:
            points = 0
            for turn in range(1, turns):
                best = 0
                for seat in range(players):
                    best = max(best, scores_by_turn[turn, seat])
                points += best - scores_by_turn[turn, winner]
            deficit += win_share[winner] * points
    return deficit / max(1, turns - 1)


@compiled
def sole_leader(scores, players):
    """The seat with more points than every other, ``NOBODY`` while the lead is shared."""
    leader = 0
    shared = False
    for seat in range(1, players):
        if scores[seat] > scores[leader]:
            leader = seat
            shared = False
        elif scores[seat] == scores[leader]:
            shared = True
    return NOBODY if shared else leader
