"""``search`` plays the best ends of turn on against hidden tiles dealt at random, and picks by what comes of them.

What is worth playing on is found by the network: the best tables that a plan reaches, or the best draws. The hidden
tiles (those face down and on the others' stands) are dealt anew in each playout from what the seat has not seen; the
real ones are never looked at. A playout lasts until everyone has had a turn, the others' planned as the planner does,
and then the network says what it has led to. Every candidate meets the same deals. The weaker half of the candidates is
dropped again and again (sequential halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
bandits", 2013). Those that fall hopelessly behind are dropped sooner, and a clear decision costs less than its budget.

``seer`` is a search that is shown the hidden tiles, and so plays each candidate out once, as they really lie.
"""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.copying import copy_hidden, copy_table
from simulator.engine.moves import NO_MOVE, PASS, apply_move, list_moves, move_of
from simulator.engine.random import random_below
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.state import ACTING, NOT_ENDED, OVER
from simulator.players.desk import MOST_CANDIDATES
from simulator.players.network import POINT
from simulator.players.planner import choose_planned
from simulator.players.seats import SEER
from simulator.players.trained import best_two_for_one, judge_moves, look, plan_trained, value_between_turns

_WINDOW = 0.15
"""Chance to win by which a candidate may lie behind the best, in the eyes of the network."""

_TRUST = 6.0
"""Deals for which the network's opinion of a candidate counts, beside those in which it is played on."""

_SEER_TRUST = 0.1
"""The same for a seer, who plays each candidate out once, as the tiles really lie."""

_LONGEST_PLAYOUT = 20
"""Turns of everyone after which a playout stops and counts as it stands: a variant may give very many last turns."""

_DEALS_BETWEEN = 8
"""Deals after which candidates are dropped that lie hopelessly behind."""

_HOPELESS = 0.125
"""Standard errors of a difference, over the deals so far, beyond which a candidate is hopeless, for a budget of one.

They grow like its square root: 1.8 with 200 playouts, 3.5 with 800. Who has more to spend takes more time to be sure.
"""

_NO_PLACE = -1
_SAME = 1e-9  # values closer than this are equal


@compiled
def choose_searched(game, rules, seat, moves, count, desk, judge, search):
    """The searching player's move, out of the first ``count`` of ``moves``."""
    notes = search.notes
    candidates = _find_candidates(game, seat, moves, count, desk, judge, search)
    if _begin_alike(notes, candidates):
        return notes.moves[0]
    if seat.player == SEER:
        copy_hidden(game, search.world, game, rules)
        _play_all_out(game, rules, seat, candidates, desk, judge, search)
        _sort_by_results(notes, candidates, _SEER_TRUST)
        return notes.moves[0]
    _note_hidden(rules, judge, search)
    hopeless = _HOPELESS * np.sqrt(seat.budget)
    halvings = 0
    while (1 << halvings) < candidates:
        halvings += 1
    deals = 0
    for _ in range(halvings):
        for _ in range(max(1, seat.budget // (halvings * candidates))):
            _deal_hidden(game, rules, search)
            _play_all_out(game, rules, seat, candidates, desk, judge, search)
            deals += 1
            if deals % _DEALS_BETWEEN == 0:
                _sort_by_results(notes, candidates, _TRUST)
                candidates = _drop_hopeless(notes, candidates, hopeless)
                if candidates == 1:
                    return notes.moves[0]
        _sort_by_results(notes, candidates, _TRUST)
        candidates = (candidates + 1) // 2
        if candidates == 1:
            break
    return notes.moves[0]


@compiled
def _play_all_out(game, rules, seat, candidates, desk, judge, search):
    """Play each candidate on with the same deal, and add up what comes of it and how far that is from their mean."""
    notes = search.notes
    mean = 0.0
    for which in range(candidates):
        notes.chances[which] = _play_out(game, rules, seat, which, desk, judge, search)
        notes.won[which] += notes.chances[which]
        mean += notes.chances[which] / candidates
    for which in range(candidates):
        notes.squares[which] += (notes.chances[which] - mean) ** 2


@compiled
def _drop_hopeless(notes, candidates, hopeless):
    """Drop the candidates that lie behind the first, the best, by more than luck in the deals, and count the rest."""
    kept = 1
    for which in range(1, candidates):
        behind = notes.results[0] - notes.results[which]
        if behind <= hopeless * np.sqrt(notes.squares[0] + notes.squares[which]):
            for earlier in range(which, kept, -1):
                _swap(notes, earlier)
            kept += 1
    return kept


@compiled
def _begin_alike(notes, candidates):
    """Whether all candidates begin with the same move, so that nothing is to be decided yet."""
    alike = True
    for which in range(1, candidates):
        alike = alike and notes.moves[which] == notes.moves[0]
    return alike


@compiled
def _find_candidates(game, seat, moves, count, desk, judge, search):
    """Note what is worth playing out, best first in the eyes of the network; return how many.

    A candidate is a table, and the move that leads there or towards it: an end of turn that the plan has looked at, or
    the present table with a move to be made there (a draw, an announcement, a Two for One, a discard).
    """
    notes = search.notes
    notes.candidates = 0
    look(game, seat.rules, seat, desk, judge)
    if game.phase == ACTING:
        plan_trained(game, seat.rules, seat, desk, judge)
        for place in range(desk.notes.positions):
            first = desk.notes.first[place]
            move = np.int64(move_of(PASS, 0, 0)) if first == NO_MOVE else first
            _enter(notes, desk.notes.values[place], move, np.int64(place))
    else:
        judge_moves(game, seat.rules, moves, count, seat, desk, judge)
        for which in range(count):
            _enter(notes, judge.values[which], moves[which], np.int64(_NO_PLACE))
    kept = 1
    while kept < notes.candidates and notes.values[kept] >= notes.values[0] - _WINDOW:
        kept += 1
    for which in range(kept):
        notes.tables[which] = which
        notes.won[which] = 0.0
        notes.squares[which] = 0.0
        if notes.places[which] != _NO_PLACE:
            # The plan's own tables are written over when a playout has to plan.
            copy_table(desk.tables[notes.places[which]], search.tables[which], seat.rules)
    if game.phase == ACTING and kept < MOST_CANDIDATES and desk.notes.best_first == NO_MOVE:
        # It comes last, since to judge it the plan's tables are written over.
        move, value = best_two_for_one(game, seat.rules, moves, count, seat, desk, judge)
        if move != NO_MOVE and value >= notes.values[0] - _WINDOW:
            notes.moves[kept] = move
            notes.values[kept] = value
            notes.places[kept] = _NO_PLACE
            notes.tables[kept] = kept
            notes.won[kept] = 0.0
            notes.squares[kept] = 0.0
            kept += 1
    return kept


@compiled
def _enter(notes, value, move, place):
    """Insert a candidate by its value, unless one of equal value is there: mostly the same in another order."""
    rank = notes.candidates
    for other in range(notes.candidates):
        if abs(notes.values[other] - value) < _SAME:
            return
        if value > notes.values[other]:
            rank = min(rank, other)
    if rank == MOST_CANDIDATES:
        return
    notes.candidates = min(notes.candidates + 1, MOST_CANDIDATES)
    for other in range(notes.candidates - 1, rank, -1):
        notes.moves[other] = notes.moves[other - 1]
        notes.values[other] = notes.values[other - 1]
        notes.places[other] = notes.places[other - 1]
    notes.moves[rank] = move
    notes.values[rank] = value
    notes.places[rank] = place


@compiled
def _note_hidden(rules, judge, search):
    """Write down the tiles that the seat has not seen, as they have been counted."""
    notes = search.notes
    notes.hidden_tiles = 0
    for kind in range(rules.tiles_animals + 1):
        for _ in range(judge.sight.unseen[kind]):
            notes.hidden[notes.hidden_tiles] = kind
            notes.hidden_tiles += 1


@compiled
def _deal_hidden(game, rules, search):
    """Deal what the seat has not seen at random. What all have seen go onto a stand stays there."""
    world = search.world
    dealt = np.int64(0)
    for other in range(game.players):
        unknown = np.int64(game.stand_tiles[other])
        for kind in range(rules.tiles_animals + 1):
            seen = game.stand_seen[other, kind]
            world.stand_seen[other, kind] = seen
            world.stand[other, kind] = seen
            unknown -= seen
        if other != game.player:
            for _ in range(unknown):
                world.stand[other, _next_hidden(game, search, dealt)] += 1
                dealt += 1
    for place in range(game.pile_next, game.pile_end):
        world.pile[place] = _next_hidden(game, search, dealt)
        dealt += 1


@compiled
def _next_hidden(game, search, dealt):
    """Draw one of the hidden tiles from place ``dealt`` on, and bring it to that place."""
    notes = search.notes
    place = dealt + random_below(game, game.player, notes.hidden_tiles - dealt)
    kind = notes.hidden[place]
    notes.hidden[place] = notes.hidden[dealt]
    notes.hidden[dealt] = kind
    return kind


@compiled
def _play_out(game, rules, seat, which, desk, judge, search):
    """Play a candidate on in the world that is dealt; give the player's chance to win then, or its share of the win.

    The seat itself acts as the network likes best, all else is as the planner plays. Once the end has been triggered
    the game is played to its end.
    """
    notes = search.notes
    playout = search.playout
    player = np.int64(game.player)
    copy_hidden(search.world, playout, game, rules)
    copy_table(game, playout, rules)
    if notes.places[which] == _NO_PLACE:
        apply_move(playout, rules, notes.moves[which])
    else:
        _go_to(search.tables[notes.tables[which]], playout, rules)
        if playout.phase == ACTING:
            apply_move(playout, rules, move_of(PASS, 0, 0))
    last_turn = game.turn + game.players
    while playout.phase != OVER and (playout.turn <= last_turn or playout.end != NOT_ENDED):
        if playout.turn > game.turn + _LONGEST_PLAYOUT * game.players:
            break
        own = playout.player == player
        own_rules = seat.rules if own else rules
        count = list_moves(playout, own_rules, search.moves)
        move = search.moves[0]
        if count > 1 and own and playout.phase == ACTING:
            look(playout, own_rules, seat, desk, judge)
            plan_trained(playout, own_rules, seat, desk, judge)
            if desk.notes.best_place != 0:
                _go_to(desk.tables[desk.notes.best_place], playout, rules)
            move = np.int64(move_of(PASS, 0, 0))
            if playout.phase != ACTING:
                continue
        elif count > 1:
            move = choose_planned(playout, own_rules, search.moves, count, seat.weights, desk)
            if playout.phase == ACTING and desk.notes.best_place != 0:
                # The whole plan at once: one after another its moves would be planned anew.
                _go_to(desk.tables[desk.notes.best_place], playout, rules)
                continue
        apply_move(playout, rules, move)
    if playout.phase != OVER and playout.end == NOT_ENDED:
        return value_between_turns(playout, rules, player, seat.network, judge)
    write_scores(playout, rules, notes.scores)
    write_win_shares(playout, rules, notes.scores, notes.shares)
    return notes.shares[player] + POINT * notes.scores[player]


@compiled
def _go_to(table, playout, rules):
    """Bring a game to a table that a plan has reached from it. What all have seen of the stand is placed first."""
    seat = playout.player
    for kind in range(rules.tiles_animals + 1):
        more = table.stand[seat, kind] - playout.stand[seat, kind]
        playout.stand_seen[seat, kind] = max(0, playout.stand_seen[seat, kind] + more)
    copy_table(table, playout, rules)


@compiled
def _sort_by_results(notes, candidates, trust):
    """Bring the candidates into the order of their results, best first; equals keep their order.

    The network's opinion counts for so many deals as ``trust`` says.
    """
    for which in range(candidates):
        notes.results[which] = notes.won[which] + trust * notes.values[which]
    for right in range(1, candidates):
        place = right
        while place > 0 and notes.results[place - 1] < notes.results[place]:
            _swap(notes, place)
            place -= 1


@compiled
def _swap(notes, place):
    """Let the candidate at ``place`` and the one before it change places."""
    _swap_in(notes.moves, place)
    _swap_in(notes.values, place)
    _swap_in(notes.places, place)
    _swap_in(notes.tables, place)
    _swap_in(notes.won, place)
    _swap_in(notes.squares, place)
    _swap_in(notes.results, place)


@compiled
def _swap_in(column, place):
    before = column[place - 1]
    column[place - 1] = column[place]
    column[place] = before
