"""The moves: how one is written as a number, which are legal, and what each does.

A move is ``type * 65536 + first * 256 + second``. Its parts are kinds of tile or family numbers:

=============  ==============  ==============
type           first           second
=============  ==============  ==============
reveal
face_down
face_up        kind
announce
decline
start          animal          jokers
grow           family          kind
trade          own family      their family
reclaim        family
two_for_one    kind            kind, not lower
pass
empty
discard        kind
=============  ==============  ==============

``reveal`` and ``empty`` are never choices: they are the only move where they are legal.
"""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.rules import (
    AT_LEAST,
    DISCARD_DOWN,
    DRAW_PILE,
    FROM_ANY,
    FROM_NOBODY,
    FROM_OTHERS,
    FROM_OWN,
    MAX_ANIMALS,
    MAX_FAMILIES,
    MAX_KINDS,
    MAX_START_TILES,
    ON_EVERY_GROWTH,
    SECOND_FAMILY,
)
from simulator.engine.state import (
    ACTING,
    ANNOUNCING,
    BY_DOUBLE_SEVEN,
    BY_LAST_TILE,
    DISCARD_OPTION,
    DISCARDING,
    DISCARDS,
    DRAWING,
    DRAWS_FACE_DOWN,
    DRAWS_FACE_UP,
    EMPTY_STANDS,
    EMPTYING,
    GROWTHS_BY_ANIMAL,
    GROWTHS_BY_JOKER,
    NOBODY,
    PASSES,
    POINTS_BY_TRADE,
    RAINBOW_OPTION,
    RAINBOWS_ANNOUNCED,
    RECLAIM_OPTION,
    RECLAIMS,
    RECLAIMS_FROM_OTHERS,
    REVEALING,
    REVEALS,
    STARTS,
    TRADE_OPTION,
    TRADES,
    TWO_FOR_ONE_OPTION,
    TWO_FOR_ONES,
)
from simulator.engine.turn import (
    after_pass,
    begin_action,
    begin_drawing,
    continue_drawing,
    end_turn,
    face_down_tiles,
    may_draw_face_up,
    pile_tiles,
    trigger_end,
)

MOVE_TYPES = (
    "reveal",
    "face_down",
    "face_up",
    "announce",
    "decline",
    "start",
    "grow",
    "trade",
    "reclaim",
    "two_for_one",
    "pass",
    "empty",
    "discard",
)
"""Names of the types of move, by their number."""
(
    REVEAL,
    FACE_DOWN,
    FACE_UP,
    ANNOUNCE,
    DECLINE,
    START,
    GROW,
    TRADE,
    RECLAIM,
    TWO_FOR_ONE,
    PASS,
    EMPTY,
    DISCARD,
) = range(len(MOVE_TYPES))

NO_MOVE = -1
"""Stands where a move could, and none is meant."""

MAX_MOVES = (
    MAX_ANIMALS * MAX_START_TILES
    + 2 * MAX_FAMILIES
    + (MAX_FAMILIES // 2) ** 2
    + MAX_FAMILIES
    + MAX_KINDS * (MAX_KINDS + 1) // 2
    + 1
)
"""No decision offers more moves than this: starts, growths, trades, reclaims, Two for Ones and a pass."""

OFFERED = MAX_MOVES + 2 * MAX_FAMILIES + 1
"""Where :func:`list_moves` leaves which of :data:`simulator.engine.state.OPTIONS` the decision offers, a bit each."""

MOVES_BUFFER = OFFERED + 1
"""Length of an array that :func:`list_moves` can write into: the moves, and room to work behind them."""


@compiled
def move_of(move_type, first, second):
    """The number of a move."""
    return move_type * 65536 + first * 256 + second


@compiled
def type_of(move):
    """The type of a move, an index into :data:`MOVE_TYPES`."""
    return move >> 16


@compiled
def first_of(move):
    """The first part of a move."""
    return (move >> 8) & 255


@compiled
def second_of(move):
    """The second part of a move."""
    return move & 255


@compiled
def list_moves(game, rules, moves):
    """Write the legal moves of the open decision into ``moves`` (``MOVES_BUFFER`` integers); return how many.

    The order is fixed: the order of the table above, then by first part, then by second. No list is empty while the
    game runs, and there is none once it is over. At ``OFFERED`` it says which options the decision offers; a stand that
    holds too much while actions are chosen is offered the discard.
    """
    if game.phase == ACTING:
        return _list_actions(game, rules, moves)
    moves[OFFERED] = 0
    count = 0
    seat = game.player
    joker = rules.tiles_animals
    if game.phase == DRAWING:
        if face_down_tiles(game) > 0:
            moves[0] = move_of(FACE_DOWN, 0, 0)
            count = 1
        for kind in range(joker + 1):
            if may_draw_face_up(game, kind):
                moves[count] = move_of(FACE_UP, kind, 0)
                count += 1
    elif game.phase == REVEALING:
        moves[0] = move_of(REVEAL, 0, 0)
        count = 1
    elif game.phase == ANNOUNCING:
        moves[0] = move_of(ANNOUNCE, 0, 0)
        moves[1] = move_of(DECLINE, 0, 0)
        moves[OFFERED] = 1 << RAINBOW_OPTION
        count = 2
    elif game.phase == EMPTYING:
        moves[0] = move_of(EMPTY, 0, 0)
        count = 1
    elif game.phase == DISCARDING:
        for kind in range(joker + 1):
            if game.stand[seat, kind] > 0:
                moves[count] = move_of(DISCARD, kind, 0)
                count += 1
    return count


@compiled
def _list_actions(game, rules, moves):
    """List the actions: starts, growths, trades, reclaims, Two for Ones, and the pass that is always there."""
    count = _list_starts(game, rules, moves)
    seat = int(game.player)
    joker = int(rules.tiles_animals)
    families = int(game.families)
    holds_joker = int(game.stand[seat, joker] > 0)
    # What a branch would skip is written all the same and then overwritten: the processor cannot guess such branches,
    # and a wrong guess costs more than the write. Behind the moves there is room to part own families from the rest.
    own = moves[MAX_MOVES : MAX_MOVES + MAX_FAMILIES]
    rest = moves[MAX_MOVES + MAX_FAMILIES :]
    owned = 0
    others = 0
    for family in range(families):
        mine = int(game.family_owner[family] == seat)
        own[owned] = family
        owned += mine
        rest[others] = family
        others += 1 - mine
    for which in range(owned):
        animal = int(game.family_animal[own[which]])
        moves[count] = move_of(GROW, own[which], animal)
        count += int(game.stand[seat, animal] > 0)
        moves[count] = move_of(GROW, own[which], joker)
        count += holds_joker
    listed = count
    if rules.trade_enabled != 0 and game.trades_this_turn < rules.trade_max_per_turn:
        for which in range(owned):
            tiles = game.family_tiles[own[which]]
            trade = move_of(TRADE, own[which], 0)
            for other in range(others):
                theirs = rest[other]
                moves[count] = trade + theirs
                count += int(game.family_tiles[theirs] == tiles)
    offered = int(count > listed) << TRADE_OPTION
    listed = count
    if rules.reclaim_from != FROM_NOBODY:
        for family in range(families):
            if game.family_jokers[family] > 0 and may_reclaim(game, rules, family):
                moves[count] = move_of(RECLAIM, family, 0)
                count += 1
    offered |= int(count > listed) << RECLAIM_OPTION
    listed = count
    if game.stand_tiles[seat] >= 2 and game.two_for_ones_this_turn < rules.two_for_one_max_per_turn:
        held = own
        kinds = 0
        for kind in range(joker + 1):
            held[kinds] = kind
            kinds += int(game.stand[seat, kind] > 0)
        for which in range(kinds):
            kind = held[which]
            moves[count] = move_of(TWO_FOR_ONE, kind, kind)
            count += int(game.stand[seat, kind] > 1)
            for later in range(which + 1, kinds):
                moves[count] = move_of(TWO_FOR_ONE, kind, held[later])
                count += 1
    offered |= int(count > listed) << TWO_FOR_ONE_OPTION
    offered |= int(game.stand_tiles[seat] > rules.stand_limit_tiles) << DISCARD_OPTION
    moves[OFFERED] = offered
    moves[count] = move_of(PASS, 0, 0)
    return count + 1


@compiled
def _list_starts(game, rules, moves):
    """List the starts: exactly ``start.min_tiles`` tiles of one animal and jokers, enough real animals among them."""
    count = 0
    seat = game.player
    jokers_held = game.stand[seat, rules.tiles_animals]
    fewest_animals = max(1, rules.start_min_animals)
    most_jokers = min(jokers_held, rules.start_min_tiles - fewest_animals)
    for animal in range(rules.tiles_animals):
        held = game.stand[seat, animal]
        if held + most_jokers < rules.start_min_tiles or held == 0:
            continue
        if rules.start_one_family_per_animal != 0 and owns_family_of(game, seat, animal):
            continue
        for jokers in range(max(0, rules.start_min_tiles - held), most_jokers + 1):
            moves[count] = move_of(START, animal, jokers)
            count += 1
    return count


@compiled
def bit_of_size(tiles):
    """The bit that stands for families of ``tiles`` in a set of sizes; from 63 tiles on all are one size."""
    return np.uint64(1) << np.uint64(min(tiles, 63))


@compiled
def owns_family_of(game, seat, animal):
    """Whether a family of ``animal`` lies in front of ``seat``."""
    for family in range(game.families):
        if game.family_owner[family] == seat and game.family_animal[family] == animal:
            return True
    return False


@compiled
def may_reclaim(game, rules, family):
    """Whether the player may take a joker out of ``family``: one is in it, the animal is held, the rules allow it."""
    seat = game.player
    if game.family_jokers[family] == 0 or game.stand[seat, game.family_animal[family]] == 0:
        return False
    own = game.family_owner[family] == seat
    if rules.reclaim_from == FROM_OWN:
        return own
    if rules.reclaim_from == FROM_OTHERS:
        return not own
    return rules.reclaim_from == FROM_ANY


@compiled
def is_forced(game):
    """Whether the open decision is none: the rules leave one move and nobody is asked."""
    return game.phase == REVEALING or game.phase == EMPTYING


@compiled
def apply_move(game, rules, move):
    """Make a legal move and open the next decision. Whether it is legal is not checked here."""
    kind_of_move = type_of(move)
    first = first_of(move)
    second = second_of(move)
    seat = game.player
    if kind_of_move == GROW:
        _grow(game, rules, first, second)
        begin_action(game)
    elif kind_of_move == TRADE:
        game.family_owner[first] = game.family_owner[second]
        game.family_owner[second] = seat
        game.family_traded[first] = 1
        game.family_traded[second] = 1
        game.trades_this_turn += 1
        game.did_this_turn |= 1 << TRADE_OPTION
        game.counts[TRADES] += 1
    elif kind_of_move == FACE_DOWN:
        kind = game.pile[game.pile_next]
        game.pile_next += 1
        game.counts[DRAWS_FACE_DOWN] += 1
        _take(game, rules, kind)
    elif kind_of_move == FACE_UP:
        game.face_up[first] -= 1
        game.face_up_tiles -= 1
        game.counts[DRAWS_FACE_UP] += 1
        game.stand_seen[seat, first] += 1
        _take(game, rules, first)
    elif kind_of_move == START:
        _start(game, rules, first, second)
        begin_action(game)
    elif kind_of_move == RECLAIM:
        animal = game.family_animal[first]
        game.family_jokers[first] -= 1
        _leave_stand(game, animal, 1)
        game.stand[seat, rules.tiles_animals] += 1
        game.stand_seen[seat, rules.tiles_animals] += 1
        game.did_this_turn |= 1 << RECLAIM_OPTION
        game.counts[RECLAIMS] += 1
        if game.family_owner[first] != seat:
            game.counts[RECLAIMS_FROM_OTHERS] += 1
    elif kind_of_move == TWO_FOR_ONE:
        _two_for_one(game, rules, first, second)
    elif kind_of_move == PASS:
        game.counts[PASSES] += 1
        after_pass(game, rules)
    elif kind_of_move == EMPTY:
        game.counts[EMPTY_STANDS] += 1
        end_turn(game, rules)
    elif kind_of_move == DISCARD:
        _discard(game, rules, first)
    elif kind_of_move == REVEAL:
        _lay_face_up(game, game.pile[game.pile_next])
        game.pile_next += 1
        game.counts[REVEALS] += 1
        begin_drawing(game, rules)
    elif kind_of_move == ANNOUNCE:
        game.rainbows_this_turn += 1
        game.did_this_turn |= 1 << RAINBOW_OPTION
        game.counts[RAINBOWS_ANNOUNCED] += 1
        game.draws_left = rules.rainbow_extra_tiles
        continue_drawing(game, rules)
    else:  # DECLINE
        begin_action(game)


@compiled
def _leave_stand(game, kind, tiles):
    """Take tiles of a kind off the stand; of those that all have seen come there, so many fewer are surely left."""
    seat = game.player
    game.stand[seat, kind] -= tiles
    game.stand_seen[seat, kind] = max(0, game.stand_seen[seat, kind] - tiles)


@compiled
def _lay_face_up(game, kind):
    game.face_up[kind] += 1
    game.face_up_tiles += 1


@compiled
def _take(game, rules, kind):
    """Put a drawn tile on the stand; the last of the draw pile triggers the end where the rules say so."""
    seat = game.player
    game.stand[seat, kind] += 1
    game.stand_tiles[seat] += 1
    game.draws_left -= 1
    game.moved_on = 1
    if rules.end_on_last_tile != 0 and pile_tiles(game) == 0:
        trigger_end(game, BY_LAST_TILE)
    continue_drawing(game, rules)


@compiled
def _start(game, rules, animal, jokers):
    seat = game.player
    tiles = rules.start_min_tiles
    family = game.families
    game.families += 1
    game.family_owner[family] = seat
    game.family_animal[family] = animal
    game.family_tiles[family] = tiles
    game.family_jokers[family] = jokers
    game.family_traded[family] = 0
    _leave_stand(game, animal, tiles - jokers)
    _leave_stand(game, rules.tiles_animals, jokers)
    game.stand_tiles[seat] -= tiles
    game.tiles_placed[seat] += tiles
    game.moved_on = 1
    game.counts[STARTS] += 1
    if tiles >= rules.seven_size:
        _take_double_seven(game, rules, False)


@compiled
def _grow(game, rules, family, kind):
    seat = game.player
    _leave_stand(game, kind, 1)
    game.stand_tiles[seat] -= 1
    game.family_tiles[family] += 1
    game.tiles_placed[seat] += 1
    game.moved_on = 1
    if kind == rules.tiles_animals:
        game.family_jokers[family] += 1
        game.counts[GROWTHS_BY_JOKER] += 1
    else:
        game.counts[GROWTHS_BY_ANIMAL] += 1
    points = rules.scoring_tile
    if game.family_tiles[family] >= rules.seven_size:
        reached = game.family_tiles[family] == rules.seven_size
        claimed = game.tokens_left > 0 and (reached or rules.seven_claim == ON_EVERY_GROWTH)
        if claimed:
            game.tokens_left -= 1
            game.tokens[seat] += 1
            points += rules.seven_points
        if _take_double_seven(game, rules, claimed):
            points += rules.double_seven_points
    # Families of one size change hands, so a trade moves no points: what it brings is what then grows.
    if game.family_traded[family] != 0:
        game.counts[POINTS_BY_TRADE] += points


@compiled
def _take_double_seven(game, rules, claimed):
    """Take the Double Seven token if it is still there and earned; return whether it was.

    ``claimed``: the move has just brought a 7 token.
    """
    seat = game.player
    if game.double_seven_seat != NOBODY:
        return False
    if rules.double_seven_when == SECOND_FAMILY:
        earned = families_that_count(game, rules, seat) >= 2
    else:
        earned = claimed and game.tokens[seat] >= 2
    if earned:
        game.double_seven_seat = seat
        game.double_seven_turn = game.turn
        if rules.double_seven_ends_game != 0:
            trigger_end(game, BY_DOUBLE_SEVEN)
    return earned


@compiled
def families_that_count(game, rules, seat):
    """How many families in front of ``seat`` count for Double Seven."""
    count = 0
    for family in range(game.families):
        if game.family_owner[family] == seat:
            tiles = game.family_tiles[family]
            if tiles == rules.seven_size or (tiles > rules.seven_size and rules.double_seven_family_counts == AT_LEAST):
                count += 1
    return count


@compiled
def _two_for_one(game, rules, kind, other):
    seat = game.player
    _leave_stand(game, kind, 1)
    _leave_stand(game, other, 1)
    game.stand_tiles[seat] -= 2
    _lay_face_up(game, kind)
    _lay_face_up(game, other)
    game.two_for_ones_this_turn += 1
    game.did_this_turn |= 1 << TWO_FOR_ONE_OPTION
    game.moved_on = 1
    game.counts[TWO_FOR_ONES] += 1
    game.draws_left = 1
    game.draw_of_two_for_one = 1
    if rules.two_for_one_may_retake == 0:
        game.laid_down[0] = kind
        game.laid_down[1] = other
    continue_drawing(game, rules)


@compiled
def _discard(game, rules, kind):
    seat = game.player
    _leave_stand(game, kind, 1)
    game.stand_tiles[seat] -= 1
    game.did_this_turn |= 1 << DISCARD_OPTION
    game.counts[DISCARDS] += 1
    if rules.stand_limit_goes_to == DRAW_PILE:
        _lay_face_up(game, kind)
    else:
        game.out_of_game[kind] += 1
    if rules.stand_limit_excess == DISCARD_DOWN and game.stand_tiles[seat] > rules.stand_limit_tiles:
        return
    end_turn(game, rules)
