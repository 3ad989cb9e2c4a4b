"""``planner``: searches whole turns for the best end of turn under a weighted evaluation.

It tries the orders of reclaiming, growing, trading and starting on copies of the table, and never looks at the same
table twice. What it leaves out cannot change the best value: a trade that nothing uses at once, a
second order of growths that come to the same, and all but one of several families that are alike for what follows.
Draws, Rainbow, Two for One and discards are judged by what the plan gains from a tile: a face-up one against the
average of those that the seat has not seen.
"""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.copying import copy_table
from simulator.engine.moves import (
    ANNOUNCE,
    DECLINE,
    DISCARD,
    FACE_DOWN,
    FACE_UP,
    GROW,
    NO_MOVE,
    PASS,
    RECLAIM,
    START,
    TRADE,
    TWO_FOR_ONE,
    apply_move,
    bit_of_size,
    first_of,
    may_reclaim,
    move_of,
    owns_family_of,
    second_of,
    type_of,
)
from simulator.engine.rules import AT_LEAST, FROM_OWN, MAX_FAMILIES, MAX_KINDS
from simulator.engine.score import write_scores
from simulator.engine.state import ACTING, ANNOUNCING, DRAWING, NO_KIND, NOT_ENDED
from simulator.engine.turn import face_down_tiles
from simulator.players.desk import PLANNED_POSITIONS, SEEN_SLOTS
from simulator.players.weights import WEIGHTS

(
    EMPTY_STAND,
    LEFT_WITH_FAMILY,
    LEFT_WITHOUT_FAMILY,
    LEFT_JOKER,
    OVER_LIMIT,
    ONE_BELOW_SEVEN,
    TWO_BELOW_SEVEN,
    THREE_BELOW_SEVEN,
    JOKER_LAID,
    REACH,
    REACH_OF_NEXT,
    END_LEAD,
    END_MARGIN,
) = range(len(WEIGHTS))

_WORST = -1e300
_MOST_TRADES = 24  # in a turn: more than any needs, and an end where plans cut short would trade to and fro
_SAME = 1e-9  # values closer than this are equal

_SALT = np.random.default_rng(77).integers(1, 2**63, MAX_FAMILIES + MAX_KINDS, np.uint64) | np.uint64(1)
# A family's part of the key: eight for a tile, two for a joker among them, one if it is own. A family started in the
# plan also says of which animal it is.
_TILE, _JOKER, _OWN, _ANIMAL = np.uint64(8), np.uint64(2), np.uint64(1), np.uint64(4096)
# While only exactly seven tiles count, the same table may come with the Double Seven token or without.
_DOUBLE_SEVEN = np.uint64(0x5851F42D4C957F2D)


@compiled
def choose_planned(game, rules, moves, count, weights, desk):
    """The planner's move at the open decision, out of the first ``count`` of ``moves``. The game is left as it was."""
    alone = plan(game, rules, weights, desk)
    if game.phase == ACTING:
        if desk.notes.best_first != NO_MOVE:
            return desk.notes.best_first
        alone += _SAME
    best = moves[0]
    best_value = _WORST
    for which in range(count):
        move = moves[which]
        move_type = type_of(move)
        if move_type == PASS or move_type == DECLINE:
            value = alone
        elif game.phase == ACTING and move_type != TWO_FOR_ONE:
            continue
        else:
            value = value_of_move(game, rules, desk, move)
        if value > best_value + _SAME:
            best = move
            best_value = value
    return best


@compiled
def plan(game, rules, weights, desk):
    """The value of the best end of turn that actions but Two for One reach.

    Its first move stands on the desk, ``NO_MOVE`` if to pass now is best, and so do the tables that the plan looked at:
    :func:`value_of_move` judges draws by them.
    """
    look_around(game, rules, weights, desk)
    desk.notes.weighs = 1
    value = explore_all(game, rules, desk, np.int64(NO_KIND), np.int64(PLANNED_POSITIONS))
    desk.notes.plans += 1
    desk.notes.plans_cut_short += desk.notes.cut_short
    if game.phase == DRAWING or game.phase == ANNOUNCING:
        _judge_tiles(rules, desk, desk.notes.positions)
    return value


@compiled
def look_around(game, rules, weights, desk):
    """Note what the seat knows and what its plans weigh.

    In the seat's last turn nothing but points on the table counts, so its other weights are nought.
    """
    notes = desk.notes
    seat = game.player
    joker = np.int64(rules.tiles_animals)
    last_turn = game.end != NOT_ENDED and game.final_turns_left < game.players
    for which in range(notes.weights.size):
        notes.weights[which] = 0.0 if last_turn else weights[which]
    notes.animals = 0
    notes.key = 0
    for family in range(game.families):
        tiles = np.int64(game.family_tiles[family])
        jokers = np.int64(game.family_jokers[family])
        notes.animals |= 1 << np.int64(game.family_animal[family])
        own = game.family_owner[family] == seat
        notes.key += _SALT[family] * (_TILE * np.uint64(tiles) + _JOKER * np.uint64(jokers) + np.uint64(own))
    write_unseen(game, rules, seat, notes.unseen)
    notes.unseen_tiles = 0
    for kind in range(joker + 1):
        notes.unseen_tiles += notes.unseen[kind]


@compiled
def write_unseen(game, rules, seat, unseen):
    """Write how many tiles of each kind ``seat`` has not seen into ``unseen`` (integers, one a kind)."""
    joker = np.int64(rules.tiles_animals)
    for kind in range(joker + 1):
        unseen[kind] = rules.tiles_jokers if kind == joker else rules.tiles_per_animal
        unseen[kind] -= game.stand[seat, kind] + game.face_up[kind] + game.out_of_game[kind]
        for other in range(game.players):
            if other != seat:
                unseen[kind] -= game.stand_seen[other, kind]
    for family in range(game.families):
        jokers = np.int64(game.family_jokers[family])
        unseen[game.family_animal[family]] -= np.int64(game.family_tiles[family]) - jokers
        unseen[joker] -= jokers


@compiled
def value_of_move(game, rules, desk, move):
    """The value of a draw, an announcement, a Two for One or a discard, judged by the tables of the last plan."""
    notes = desk.notes
    move_type = type_of(move)
    if move_type == FACE_UP:
        return notes.with_tile[first_of(move)]
    if move_type == FACE_DOWN:
        return _value_unseen(rules, desk)
    if move_type == ANNOUNCE:
        return _value_of_draw(game, rules, desk)
    if move_type == DISCARD:
        return -_value_left(rules, desk, first_of(move), notes.animals)
    # Two for One, which comes when nothing else is worth doing: judged by the present table alone.
    if face_down_tiles(game) == 0:
        return _WORST
    kind = first_of(move)
    other = second_of(move)
    table = desk.tables[0]
    seat = game.player
    value = notes.values[0]
    table.stand[seat, kind] -= 1
    table.stand[seat, other] -= 1
    table.stand_tiles[seat] -= 2
    notes.values[0] += _value_of_size(rules, desk, table.stand_tiles[seat])
    notes.values[0] -= _value_of_size(rules, desk, table.stand_tiles[seat] + 2)
    notes.values[0] -= _value_left(rules, desk, kind, notes.animals) + _value_left(rules, desk, other, notes.animals)
    _judge_tiles(rules, desk, np.int64(1))
    after = _value_of_draw(game, rules, desk)
    table.stand[seat, kind] += 1
    table.stand[seat, other] += 1
    table.stand_tiles[seat] += 2
    notes.values[0] = value
    return after


@compiled
def _value_of_size(rules, desk, tiles):
    """What it is worth to end the turn with so many tiles on the stand, whatever they are."""
    if tiles == 0:
        return desk.notes.weights[EMPTY_STAND]
    return desk.notes.weights[OVER_LIMIT] * max(0, tiles - rules.stand_limit_tiles)


@compiled
def _value_of_draw(game, rules, desk):
    """The value of the best draw: some face-up tile, or a face-down one."""
    best = _WORST
    for kind in range(rules.tiles_animals + 1):
        if game.face_up[kind] > 0:
            best = max(best, desk.notes.with_tile[kind])
    if face_down_tiles(game) > 0:
        best = max(best, _value_unseen(rules, desk))
    return best


@compiled
def _value_unseen(rules, desk):
    """The value of a tile that the seat has not seen: the average over those tiles."""
    total = 0.0
    for kind in range(rules.tiles_animals + 1):
        total += desk.notes.unseen[kind] * desk.notes.with_tile[kind]
    return total / max(1, desk.notes.unseen_tiles)


@compiled
def _judge_tiles(rules, desk, tables):
    """Note, for each kind, the value of the turn with one more such tile: left lying, or placed last.

    It is the best over the plan's first ``tables`` tables.
    """
    notes = desk.notes
    for kind in range(rules.tiles_animals + 1):
        notes.with_tile[kind] = _WORST
    for place in range(tables):
        table = desk.tables[place]
        tiles = table.stand_tiles[table.player]
        more = _value_of_size(rules, desk, tiles + 1) - _value_of_size(rules, desk, tiles)
        _judge_placing(table, rules, desk, notes.animals_at[place])
        for kind in range(rules.tiles_animals + 1):
            left = _value_left(rules, desk, kind, notes.animals_at[place]) + more
            value = notes.values[place] + max(left, notes.gains[kind])
            notes.with_tile[kind] = max(notes.with_tile[kind], value)


@compiled
def _judge_placing(game, rules, desk, animals):
    """Note what one more tile of each kind gains if it is placed at this table: by growing, trading first, starting."""
    notes = desk.notes
    seat = game.player
    joker = rules.tiles_animals
    sizes = np.uint64(0)
    owned = np.int64(0)
    for kind in range(joker + 1):
        notes.gains[kind] = _WORST
    for family in range(game.families):
        if game.family_owner[family] == seat:
            tiles = game.family_tiles[family]
            sizes |= bit_of_size(tiles)
            owned |= 1 << np.int64(game.family_animal[family])
            notes.gains[joker] = max(notes.gains[joker], _gain_of_growth(game, rules, desk, tiles))
    notes.gains[joker] += notes.weights[JOKER_LAID]
    may_trade = rules.trade_enabled != 0 and game.trades_this_turn < rules.trade_max_per_turn
    for family in range(game.families):
        tiles = game.family_tiles[family]
        tradeable = may_trade and sizes & bit_of_size(tiles) != np.uint64(0)
        if tradeable or game.family_owner[family] == seat:
            animal = game.family_animal[family]
            notes.gains[animal] = max(notes.gains[animal], _gain_of_growth(game, rules, desk, tiles))
    laid = rules.start_min_tiles - 1
    started = rules.scoring_tile * (laid + 1) + _progress(rules, desk, laid + 1)
    for animal in range(joker):
        free = rules.start_one_family_per_animal == 0 or (owned >> animal) & 1 == 0
        if free and game.stand[seat, animal] >= laid:
            gain = started - laid * _value_left(rules, desk, animal, animals)
            notes.gains[animal] = max(notes.gains[animal], gain)


@compiled
def _gain_of_growth(game, rules, desk, tiles):
    """What growing a family of ``tiles`` by one gains."""
    gain = rules.scoring_tile + _progress(rules, desk, tiles + 1) - _progress(rules, desk, tiles)
    if tiles + 1 == rules.seven_size and game.tokens_left > 0:
        gain += rules.seven_points
    return gain


@compiled
def explore_all(game, rules, desk, using, most):
    """Explore the tables, at most so many, that starts, growths, trades and reclaims reach from the present one.

    The first move is to use a tile of the kind ``using``, unless that is ``NO_KIND``. The best value is given.
    """
    notes = desk.notes
    notes.best_value = _WORST
    notes.best_place = 0
    notes.best_first = NO_MOVE
    notes.cut_short = 0
    notes.most = most
    notes.stamp += 1
    notes.running = game.end == NOT_ENDED
    seat = game.player
    soft = 0.0
    start = np.int64(0)
    key = notes.key
    for kind in range(rules.tiles_animals + 1):
        held = game.stand[seat, kind]
        soft += held * _value_left(rules, desk, kind, notes.animals)
        key += _SALT[MAX_FAMILIES + kind] * np.uint64(held)
    copy_table(game, desk.tables[0], rules)
    _note(desk, start, key, 0.0, soft, notes.animals, np.int64(NO_MOVE), np.int64(-1))
    _is_new(desk, key)
    _weigh(desk.tables[0], rules, desk, start)
    notes.positions = 1
    _explore(desk.tables[0], rules, desk, start, using)
    explored = start + 1
    while explored < notes.positions and notes.cut_short == 0:  # once there is no room, nothing new can be kept
        _explore(desk.tables[explored], rules, desk, explored, np.int64(NO_KIND))
        explored += 1
    return notes.best_value


@compiled
def _note(desk, place, key, points, soft, animals, first, rank):
    """Note what belongs to a table: how it was come by, and what it is worth so far."""
    notes = desk.notes
    notes.keys[place] = key
    notes.points[place] = points
    notes.soft[place] = soft
    notes.animals_at[place] = animals
    notes.first[place] = first
    notes.rank[place] = rank


@compiled
def _explore(game, rules, desk, place, using):
    """Find all tables that follow from the one at ``place``: by a tile of the kind ``using`` alone, if any is meant."""
    seat = game.player
    joker = np.int64(rules.tiles_animals)
    if game.stand_tiles[seat] == 0:
        return
    no_trade = np.int64(NO_MOVE)  # a bare constant as an argument would be compiled for itself
    rank = desk.notes.rank[place]
    holds_joker = game.stand[seat, joker] > 0
    for family in range(game.families):
        animal = np.int64(game.family_animal[family])
        own = game.family_owner[family] == seat
        held = game.stand[seat, animal] > 0 and (using == NO_KIND or using == animal)
        if held and own and family >= rank:
            _try(game, rules, desk, place, no_trade, move_of(GROW, family, animal))
        if held and game.family_jokers[family] > 0 and may_reclaim(game, rules, family):
            _try(game, rules, desk, place, no_trade, move_of(RECLAIM, family, 0))
        may_take_joker = own and holds_joker and MAX_FAMILIES + family >= rank and (using == NO_KIND or using == joker)
        if may_take_joker and (game.stand[seat, animal] > 0 or not _alike_before(game, family)):
            _try(game, rules, desk, place, no_trade, move_of(GROW, family, joker))
    if game.stand_tiles[seat] >= rules.start_min_tiles:
        for started in range(joker):
            if using != NO_KIND and using != started and using != joker:
                continue
            if rules.start_one_family_per_animal == 0 or not owns_family_of(game, seat, started):
                _try_starts(game, rules, desk, place, no_trade, started)
    if rules.trade_enabled != 0 and game.trades_this_turn < min(rules.trade_max_per_turn, _MOST_TRADES):
        _explore_trades(game, rules, desk, place, using)


@compiled
def _alike_before(game, family):
    """Whether an own family before ``family`` is as large and, like it, of an animal that the stand does not hold."""
    seat = game.player
    for other in range(family):
        if (
            game.family_owner[other] == seat
            and game.family_tiles[other] == game.family_tiles[family]
            and game.stand[seat, game.family_animal[other]] == 0
        ):
            return True
    return False


@compiled
def _try_starts(game, rules, desk, place, trade, animal):
    """Try to start a family of ``animal`` with any number of jokers, after ``trade`` if there is one."""
    seat = game.player
    held = game.stand[seat, animal]
    most_jokers = min(game.stand[seat, rules.tiles_animals], rules.start_min_tiles - max(1, rules.start_min_animals))
    if held > 0:
        for jokers in range(max(0, rules.start_min_tiles - held), most_jokers + 1):
            _try(game, rules, desk, place, trade, move_of(START, animal, jokers))


@compiled
def _explore_trades(game, rules, desk, place, using):
    """Trade for a family that the stand can use at once, or trade one away whose animal can then be started anew."""
    seat = game.player
    for theirs in range(game.families):
        if game.family_owner[theirs] == seat:
            continue
        tiles = game.family_tiles[theirs]
        wanted = np.int64(game.family_animal[theirs])
        useful = game.stand[seat, wanted] > 0 and (using == NO_KIND or using == wanted)
        given_useless = False
        for mine in range(game.families):
            if game.family_owner[mine] != seat or game.family_tiles[mine] != tiles:
                continue
            animal = np.int64(game.family_animal[mine])
            held = game.stand[seat, animal] if using == NO_KIND or using == animal else 0
            if animal == wanted or (held == 0 and (given_useless or not useful)):
                continue
            trade = move_of(TRADE, mine, theirs)
            if useful:
                _try(game, rules, desk, place, trade, move_of(GROW, theirs, wanted))
                if game.family_jokers[theirs] > 0 and rules.reclaim_from == FROM_OWN:
                    _try(game, rules, desk, place, trade, move_of(RECLAIM, theirs, 0))
            if held == 0:
                given_useless = True
            elif rules.start_one_family_per_animal != 0 and _families_of(game, seat, animal) == 1:
                _try_starts(game, rules, desk, place, trade, animal)


@compiled
def _families_of(game, seat, animal):
    families = 0
    for family in range(game.families):
        if game.family_owner[family] == seat and game.family_animal[family] == animal:
            families += 1
    return families


@compiled
def _try(game, rules, desk, place, trade, move):
    """Make a move on a copy of the table at ``place``, after ``trade`` if there is one; keep and weigh it if it is new.

    Whether it is new is told by its key, which follows from the move: most tables that come up again cost no copy.
    """
    notes = desk.notes
    first_move = notes.first[place]
    if first_move == NO_MOVE:
        first_move = move if trade == NO_MOVE else trade
    joker = np.int64(rules.tiles_animals)
    move_type = type_of(move)
    first = first_of(move)
    second = second_of(move)
    key = notes.keys[place]
    points = notes.points[place]
    soft = notes.soft[place]
    animals = notes.animals_at[place]
    rank = np.int64(-1)
    if trade != NO_MOVE:
        key += _OWN * (_SALT[second_of(trade)] - _SALT[first_of(trade)])
        if rules.trade_max_per_turn < 1000:
            key += np.uint64(1)
    if move_type == GROW:
        tiles = np.int64(game.family_tiles[first])
        key += _SALT[first] * _TILE - _SALT[MAX_FAMILIES + second]
        points += rules.scoring_tile
        soft += _progress(rules, desk, tiles + 1) - _progress(rules, desk, tiles)
        soft -= _value_left(rules, desk, second, animals)
        if second == joker:
            key += _SALT[first] * _JOKER
            soft += notes.weights[JOKER_LAID]
        if rules.double_seven_family_counts == AT_LEAST and trade == NO_MOVE:
            # Growths come to the same in any order; only while "exactly" counts, passing seven depends on it.
            rank = first + (MAX_FAMILIES if second == joker else 0)
    elif move_type == START:
        tiles = np.int64(rules.start_min_tiles)
        laid = tiles - second
        family = np.uint64(tiles * 8 + second * 2 + 1) + _ANIMAL * np.uint64(first + 1)
        key += _SALT[game.families] * family
        key -= _SALT[MAX_FAMILIES + first] * np.uint64(laid) + _SALT[MAX_FAMILIES + joker] * np.uint64(second)
        points += rules.scoring_tile * tiles
        # What is left of the animal now has a family on the table.
        soft -= game.stand[game.player, first] * _value_left(rules, desk, first, animals)
        animals |= 1 << first
        soft += (game.stand[game.player, first] - laid) * _value_left(rules, desk, first, animals)
        soft += second * (notes.weights[JOKER_LAID] - notes.weights[LEFT_JOKER]) + _progress(rules, desk, tiles)
    else:  # RECLAIM
        animal = np.int64(game.family_animal[first])
        key += _SALT[MAX_FAMILIES + joker] - _SALT[MAX_FAMILIES + animal] - _SALT[first] * _JOKER
        soft += notes.weights[LEFT_JOKER] - _value_left(rules, desk, animal, animals) - notes.weights[JOKER_LAID]
    in_any_order = rules.double_seven_family_counts == AT_LEAST
    if notes.positions == notes.most:
        notes.cut_short = 1
        return
    if in_any_order and not _is_new(desk, key):
        return
    new = notes.positions
    table = desk.tables[new]
    copy_table(game, table, rules)
    if trade != NO_MOVE:
        apply_move(table, rules, trade)
    apply_move(table, rules, move)
    seat = game.player
    points += rules.seven_points * (table.tokens[seat] - game.tokens[seat])
    if table.double_seven_seat != game.double_seven_seat:
        points += rules.double_seven_points
        key += _DOUBLE_SEVEN
    if not in_any_order and not _is_new(desk, key):
        return
    notes.positions += 1
    _note(desk, new, key, points, soft, animals, first_move, rank)
    _weigh(table, rules, desk, new)


@compiled
def _is_new(desk, key):
    """Whether this plan has not met the table before; it is noted then."""
    notes = desk.notes
    place = np.int64((key ^ (key >> np.uint64(29))) & np.uint64(SEEN_SLOTS - 1))
    while notes.seen_stamp[place] == notes.stamp:
        if notes.seen[place] == key:
            return False
        place = (place + 1) & (SEEN_SLOTS - 1)
    notes.seen_stamp[place] = notes.stamp
    notes.seen[place] = key
    return True


@compiled
def _progress(rules, desk, tiles):
    """What a family's nearness to seven is worth beside its tiles."""
    missing = rules.seven_size - tiles
    if missing == 1:
        return desk.notes.weights[ONE_BELOW_SEVEN]
    if missing == 2:
        return desk.notes.weights[TWO_BELOW_SEVEN]
    if missing == 3:
        return desk.notes.weights[THREE_BELOW_SEVEN]
    return 0.0


@compiled
def _value_left(rules, desk, kind, animals):
    """What a tile of ``kind`` left on the stand is worth; ``animals``: bits of those with a family on the table."""
    if kind == rules.tiles_animals:
        return desk.notes.weights[LEFT_JOKER]
    if (animals >> kind) & 1:
        return desk.notes.weights[LEFT_WITH_FAMILY]
    return desk.notes.weights[LEFT_WITHOUT_FAMILY]


@compiled
def _weigh(game, rules, desk, place):
    """Weigh the turn as if it ended at this table, and keep the best, unless somebody else judges the tables.

    A turn that brings the end is the player's last: what it promises for later turns is worth nothing then.
    """
    notes = desk.notes
    if notes.weighs == 0:
        return
    value = notes.points[place]
    if notes.running != 0 and game.end != NOT_ENDED:
        value += _value_of_end(game, rules, desk)
    else:
        value += notes.soft[place] + _value_of_size(rules, desk, game.stand_tiles[game.player])
        value += _value_of_reach(game, desk)
    notes.values[place] = value
    if value > notes.best_value + _SAME:
        notes.best_value = value
        notes.best_place = place
        notes.best_first = notes.first[place]


@compiled
def _value_of_reach(game, desk):
    """What it is worth that families are as large as one of the player's own, or as one of the next player's."""
    next_seat = (game.player + 1) % game.players
    own_sizes = np.uint64(0)
    next_sizes = np.uint64(0)
    for family in range(game.families):
        size = bit_of_size(game.family_tiles[family])
        if game.family_owner[family] == game.player:
            own_sizes |= size
        elif game.family_owner[family] == next_seat:
            next_sizes |= size
    own = np.int64(0)
    following = np.int64(0)
    for family in range(game.families):
        shift = np.uint64(min(game.family_tiles[family], 63))
        own += np.int64((own_sizes >> shift) & np.uint64(1))
        following += np.int64((next_sizes >> shift) & np.uint64(1))
    return desk.notes.weights[REACH] * own + desk.notes.weights[REACH_OF_NEXT] * following


@compiled
def _value_of_end(game, rules, desk):
    """What bringing the end is worth: good when ahead by more than the others' last turns will bring, else bad."""
    write_scores(game, rules, desk.notes.scores)
    best_other = -(1 << 40)
    for seat in range(game.players):
        if seat != game.player:
            best_other = max(best_other, desk.notes.scores[seat])
    lead = desk.notes.scores[game.player] - best_other - desk.notes.weights[END_MARGIN]
    return desk.notes.weights[END_LEAD] * max(-2.0, min(2.0, lead / 4.0))
