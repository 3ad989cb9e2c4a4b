"""``trained``: plans whole turns as the planner does, and judges each by a value network trained on the rules.

An end of turn is worth the share of the win that the network expects there. A draw is worth the best end of turn with
that tile on the stand, a face-down one the average over the tiles that the seat has not seen; Rainbow is announced and
Two for One played if the draws that follow are worth more than to do without, and the tile is discarded that is missed
least.
"""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.copying import copy_table
from simulator.engine.moves import (
    ANNOUNCE,
    FACE_DOWN,
    FACE_UP,
    NO_MOVE,
    PASS,
    TWO_FOR_ONE,
    first_of,
    move_of,
    second_of,
    type_of,
)
from simulator.engine.random import random_below
from simulator.engine.rules import DISCARD_DOWN, DRAW_PILE
from simulator.engine.state import ACTING, BY_LAST_TILE, DISCARDING, NO_KIND, NOT_ENDED
from simulator.engine.turn import face_down_tiles, pile_tiles, trigger_end
from simulator.players.desk import MOST_POSITIONS
from simulator.players.network import (
    evaluate,
    forget,
    look_at_players,
    look_first,
    turns_left_after,
    value_of_table,
    write_inputs,
)
from simulator.players.planner import explore_all, look_around, write_unseen

MOST_WITH_TILE = 8
"""Tables that a plan looks at, at most, to see what one more tile is good for."""

_NEVER = -1e300
_SAME = 1e-6  # values closer than this are equal


@compiled
def choose_trained(game, rules, moves, count, seat, desk, judge):
    """The trained player's move at the open decision, out of the first ``count`` of ``moves``."""
    look(game, rules, seat, desk, judge)
    if game.phase != ACTING:
        judge_moves(game, rules, moves, count, seat, desk, judge)
        best = 0
        for which in range(1, count):
            if judge.values[which] > judge.values[best] + _SAME:
                best = which
        return moves[best]
    alone = plan_trained(game, rules, seat, desk, judge)
    if seat.exploring > 0 and random_below(game, game.player, 1_000_000) < seat.exploring:
        first = desk.notes.first[random_below(game, game.player, desk.notes.positions)]
        return np.int64(move_of(PASS, 0, 0)) if first == NO_MOVE else first
    if desk.notes.best_first != NO_MOVE:
        return desk.notes.best_first
    move, value = best_two_for_one(game, rules, moves, count, seat, desk, judge)
    return move if move != NO_MOVE and value > alone + _SAME else np.int64(move_of(PASS, 0, 0))


@compiled
def look(game, rules, seat, desk, judge):
    """Look at the table at which a decision is made, and note what the seat has not seen."""
    look_around(game, rules, seat.weights, desk)
    desk.notes.weighs = 0
    for kind in range(rules.tiles_animals + 1):
        judge.sight.unseen[kind] = desk.notes.unseen[kind]
    look_first(game, rules, seat.network, judge.sight)


@compiled
def plan_trained(game, rules, seat, desk, judge):
    """The value of the best end of turn that actions but Two for One reach; the plan's tables and values stay."""
    return best_end(game, game, rules, seat, np.int64(NO_KIND), desk, judge)


@compiled
def judge_moves(game, rules, moves, count, seat, desk, judge):
    """Write the values of the first ``count`` moves, draws, announcements or discards, into ``judge.values``."""
    if game.phase == DISCARDING:
        _judge_discards(game, rules, moves, count, seat, judge)
        return
    alone = plan_trained(game, rules, seat, desk, judge)
    copy_table(desk.tables[desk.notes.best_place], judge.end, rules)
    for which in range(count):
        move = moves[which]
        move_type = type_of(move)
        if move_type == FACE_UP:
            judge.values[which] = _value_with(game, rules, first_of(move), True, seat, desk, judge)
        elif move_type == FACE_DOWN:
            judge.values[which] = _value_unseen(game, game, rules, seat, desk, judge)
        elif move_type == ANNOUNCE:
            judge.values[which] = _value_of_draws(game, game, rules, seat, desk, judge)
        else:
            judge.values[which] = alone


@compiled
def value_between_turns(game, rules, seat, network, judge):
    """The share of the win that ``seat`` can expect as its turn has just ended, and the game goes on."""
    sight = judge.sight
    write_unseen(game, rules, seat, sight.unseen)
    look_at_players(game, rules, seat, network.players, sight)
    turns_left = np.int64(-1) if game.end == NOT_ENDED else np.int64(game.final_turns_left)
    count = write_inputs(game, game, rules, seat, network.players, sight, turns_left)
    forget(network, sight)
    return evaluate(count, network, sight)


@compiled
def best_end(table, game, rules, seat, using, desk, judge):
    """The value of the best end of turn that can be reached from ``table``; the plan notes its first move and place.

    Unless the turn ends at once, a tile of the kind ``using`` is used first, if it is not ``NO_KIND``.
    """
    notes = desk.notes
    explore_all(table, rules, desk, using, np.int64(MOST_POSITIONS if using == NO_KIND else MOST_WITH_TILE))
    notes.plans += 1
    notes.plans_cut_short += notes.cut_short
    notes.best_value = _NEVER
    for place in range(notes.positions):
        value = value_of_end(desk.tables[place], game, rules, seat.network, judge)
        notes.values[place] = value
        if value > notes.best_value + _SAME:
            notes.best_value = value
            notes.best_place = place
            notes.best_first = notes.first[place]
    return notes.best_value


@compiled
def value_of_end(table, game, rules, network, judge):
    """The value of ending the turn at ``table``; what the stand holds too much is discarded, the least useful first."""
    turns_left = turns_left_after(table, rules)
    seat = table.player
    if table.stand_tiles[seat] <= rules.stand_limit_tiles:
        return value_of_table(table, game, rules, network, judge.sight, turns_left)
    if judge.sight.ranked == 0:
        _judge_kinds(game, rules, network, judge)
    discarded = 0
    while table.stand_tiles[seat] > rules.stand_limit_tiles:
        least = -1
        for kind in range(rules.tiles_animals + 1):
            if table.stand[seat, kind] > 0 and (least < 0 or judge.use[kind] < judge.use[least]):
                least = kind
        _discard(table, rules, seat, least, 1)
        judge.discarded[discarded] = least
        discarded += 1
        if rules.stand_limit_excess != DISCARD_DOWN:
            break
    value = value_of_table(table, game, rules, network, judge.sight, turns_left)
    for which in range(discarded):
        _discard(table, rules, seat, judge.discarded[which], -1)
    return value


@compiled
def _judge_kinds(game, rules, network, judge):
    """Note of what use one more tile of each kind would be at the table at which the decision is made."""
    table = judge.trial_of_use
    copy_table(game, table, rules)
    turns_left = turns_left_after(table, rules)
    for kind in range(rules.tiles_animals + 1):
        table.stand[table.player, kind] += 1
        judge.use[kind] = value_of_table(table, game, rules, network, judge.sight, turns_left)
        table.stand[table.player, kind] -= 1
    judge.sight.ranked = 1


@compiled
def _discard(table, rules, seat, kind, tiles):
    """Take so many tiles off the stand to where discards go; a negative number brings them back."""
    table.stand[seat, kind] -= tiles
    table.stand_tiles[seat] -= tiles
    if rules.stand_limit_goes_to == DRAW_PILE:
        table.face_up[kind] += tiles
        table.face_up_tiles += tiles
    else:
        table.out_of_game[kind] += tiles


@compiled
def _judge_discards(game, rules, moves, count, seat, judge):
    table = judge.trial
    copy_table(game, table, rules)
    for which in range(count):
        kind = first_of(moves[which])
        _discard(table, rules, game.player, kind, 1)
        if rules.stand_limit_excess == DISCARD_DOWN:
            value = value_of_end(table, game, rules, seat.network, judge)
        else:
            value = value_of_table(table, game, rules, seat.network, judge.sight, turns_left_after(table, rules))
        _discard(table, rules, game.player, kind, -1)
        judge.values[which] = value


@compiled
def _value_of_draws(table, game, rules, seat, desk, judge):
    """The value of the best draw from ``table``: some face-up tile, or a face-down one."""
    best = _NEVER
    for kind in range(rules.tiles_animals + 1):
        barred = 0
        if table.laid_down[0] == kind:
            barred += 1
        if table.laid_down[1] == kind:
            barred += 1
        if table.face_up[kind] > barred:
            best = max(best, _value_with(game, rules, kind, True, seat, desk, judge))
    if face_down_tiles(table) > 0:
        best = max(best, _value_unseen(table, game, rules, seat, desk, judge))
    return best


@compiled
def _value_unseen(table, game, rules, seat, desk, judge):
    """The value of a face-down tile: the average over those that the seat has not seen."""
    total = 0.0
    tiles = 0
    for kind in range(rules.tiles_animals + 1):
        unseen = judge.sight.unseen[kind]
        if unseen > 0:
            tiles += unseen
            alike = _alike_before(table, rules, kind, judge)
            if alike < 0:
                judge.with_tile[kind] = _value_with(game, rules, kind, False, seat, desk, judge)
            else:
                judge.with_tile[kind] = judge.with_tile[alike]
            total += unseen * judge.with_tile[kind]
    return total / max(1, tiles)


@compiled
def _alike_before(table, rules, kind, judge):
    """An animal before ``kind`` that is in nothing different for the network; -1 if there is none.

    No family of either lies on the table and none of either is on the stand: only their numbers could tell them apart.
    """
    if kind == rules.tiles_animals or not _is_apart(table, kind):
        return -1
    for other in range(kind):
        same = judge.sight.unseen[other] == judge.sight.unseen[kind] and table.face_up[other] == table.face_up[kind]
        if same and _is_apart(table, other):
            return other
    return -1


@compiled
def _is_apart(table, animal):
    """Whether no family of ``animal`` lies on the table, and no tile of it is on the stand."""
    apart = table.stand[table.player, animal] == 0
    for family in range(table.families):
        apart = apart and table.family_animal[family] != animal
    return apart


@compiled
def _value_with(game, rules, kind, face_up, seat, desk, judge):
    """The value of the best end of turn with one more tile of ``kind`` on the stand, drawn face up or face down."""
    trial = judge.trial
    copy_table(judge.end, trial, rules)
    if face_up:
        trial.face_up[kind] -= 1
        trial.face_up_tiles -= 1
    else:
        trial.pile_next += 1
        judge.sight.unseen[kind] -= 1
    trial.stand[trial.player, kind] += 1
    trial.stand_tiles[trial.player] += 1
    trial.moved_on = 1
    if rules.end_on_last_tile != 0 and pile_tiles(trial) == 0:
        trigger_end(trial, BY_LAST_TILE)
    value = best_end(trial, game, rules, seat, kind, desk, judge)
    if not face_up:
        judge.sight.unseen[kind] += 1
    return value


@compiled
def best_two_for_one(game, rules, moves, count, seat, desk, judge):
    """Two for One with the two tiles that are missed least, and what the draw that follows is worth then."""
    table = judge.without
    best = np.int64(NO_MOVE)
    best_value = _NEVER
    for which in range(count):
        if type_of(moves[which]) == TWO_FOR_ONE:
            _lay_down(game, table, rules, moves[which])
            value = value_of_end(table, game, rules, seat.network, judge)
            if value > best_value + _SAME:
                best_value = value
                best = moves[which]
    if best == NO_MOVE:
        return best, best_value
    _lay_down(game, table, rules, best)
    copy_table(table, judge.end, rules)
    return best, _value_of_draws(table, game, rules, seat, desk, judge)


@compiled
def _lay_down(game, table, rules, move):
    """Copy the game to ``table``, with the two tiles of a Two for One laid face up."""
    copy_table(game, table, rules)
    table.moved_on = 1
    for kind in (first_of(move), second_of(move)):
        table.stand[game.player, kind] -= 1
        table.face_up[kind] += 1
    table.stand_tiles[game.player] -= 2
    table.face_up_tiles += 2
    if rules.two_for_one_may_retake == 0:
        table.laid_down[0] = first_of(move)
        table.laid_down[1] = second_of(move)
