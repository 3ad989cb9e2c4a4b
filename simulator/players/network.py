"""The value network: what a seat sees when its turn ends, as numbers, and the chance to win that follows from them.

The inputs are sums over animals and families, so that they hold for any box and any size of a seven. They count what
lies open, the seat's own stand, and what all have seen go onto the others' stands; nothing hidden is looked at. One
hidden layer of rectified units (Nair and Hinton, "Rectified linear units improve restricted Boltzmann machines", 2010)
adds up to the expected share of the win. All sums are made in a fixed order and nothing but sums, products and
comparisons occurs, so that every machine plays the same games.
"""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.moves import bit_of_size
from simulator.engine.rules import FROM_NOBODY, MAX_ANIMALS, MAX_PLAYERS
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.state import NOBODY, NOT_ENDED, NOT_YET

HIDDEN = 64
"""Units of the hidden layer."""

POINT = 1e-4
"""What a point counts beside the win share once a game is over: it tells apart what wins the same."""

DISTANCES = 5
"""Families by what they lack to a seven: nothing, one tile, two, three, more."""

OF_GAME = 14
"""Inputs that tell of the whole table."""
OF_PLAYER = 11 + 4 * DISTANCES
"""Inputs for each player that is seen, the seat itself first."""
OF_STAND = 13 + 3 * DISTANCES
"""Inputs that tell of the seat's own stand."""
OF_OPPONENT = 4 + 4 * DISTANCES
"""Inputs for each of the others that is seen."""


def inputs_for(players: int) -> int:
    """How many inputs a network for so many players has."""
    return OF_GAME + OF_STAND + players * OF_PLAYER + (players - 1) * OF_OPPONENT


MOST_INPUTS = inputs_for(MAX_PLAYERS)
"""Inputs with the most players that a game can have."""

NETWORK = np.dtype(
    [
        ("players", np.int64),  # how many players it was trained for
        ("weights", np.float32, (MOST_INPUTS, HIDDEN)),
        ("thresholds", np.float32, (HIDDEN,)),
        ("worths", np.float32, (HIDDEN,)),  # of the hidden units
        ("level", np.float32),  # what the worths are added to
    ],
    align=True,
)
"""A network's numbers. Rows of ``weights`` beyond the inputs of its number of players are nought."""

SIGHT = np.dtype(
    [
        ("inputs", np.float32, (MOST_INPUTS,)),
        ("sums", np.float32, (HIDDEN,)),
        ("first_inputs", np.float32, (MOST_INPUTS,)),  # of the decision's first table, and what they come to:
        ("first_sums", np.float32, (HIDDEN,)),  # most of it is the same for all other tables of the decision
        ("unseen", np.int64, (MAX_ANIMALS + 1,)),  # tiles of each kind that the seat has not seen
        ("changes", np.float32, (MOST_INPUTS + 1,)),  # what is different from the first table, and where
        ("changed", np.int64, (MOST_INPUTS + 1,)),
        ("ranked", np.int64),  # whether it is known of what use a tile of each kind is
        ("seen", np.int64),  # how many players are seen
        ("seats", np.int64, (MAX_PLAYERS,)),  # who is seen, the seat itself first
        ("shown", np.int64, (MAX_PLAYERS,)),  # whether all have seen a tile go onto the stand of each of them
        ("place_of", np.int64, (MAX_PLAYERS,)),  # where in it a seat is; -1 for one that is not seen
        ("sizes", np.uint64, (MAX_PLAYERS,)),  # bits of the sizes of each seat's families
        ("own", np.int64, (MAX_ANIMALS,)),  # 1 + the distance of the nearest own family of an animal, 0 if none
        ("within_reach", np.int64, (MAX_ANIMALS,)),  # the same of the others' families that it could trade for
        ("others", np.int64, (MAX_ANIMALS,)),  # how many families of an animal others have
        ("with_joker", np.int64, (MAX_ANIMALS,)),  # families of an animal from which a joker can be reclaimed
        ("scores", np.int64, (MAX_PLAYERS,)),
        ("shares", np.float64, (MAX_PLAYERS,)),
    ],
    align=True,
)
"""Room to look at a table."""


@compiled
def distance_of(rules, tiles):
    """What a family of ``tiles`` lacks to a seven, by :data:`DISTANCES`; more than enough counts as nothing."""
    return min(max(rules.seven_size - tiles, 0), DISTANCES - 1)


@compiled
def turns_left_after(game, rules):
    """Turns that are played after the present one; -1 while no end is in sight."""
    if game.end == NOT_ENDED:
        return -1 if game.moved_on != 0 or game.idle_turns + 1 < game.players else 0
    if game.final_turns_left == NOT_YET:
        return (game.players - 1) * rules.end_final_turns
    return game.final_turns_left - 1


@compiled
def value_of_table(table, game, rules, network, sight, turns_left):
    """The share of the win that ``table.player`` can expect if its turn ends there with ``turns_left`` to follow.

    :func:`look_first` has looked at the first table of the decision. ``sight.unseen`` holds what the seat has not seen,
    and ``game`` what all have seen go onto the others' stands.
    """
    seat = table.player
    if turns_left == 0:
        write_scores(table, rules, sight.scores)
        write_win_shares(table, rules, sight.scores, sight.shares)
        return sight.shares[seat] + POINT * sight.scores[seat]
    count = write_inputs(table, game, rules, seat, network.players, sight, turns_left)
    return evaluate(count, network, sight)


@compiled
def look_first(game, rules, network, sight):
    """Look at the table at which a decision is made; :func:`value_of_table` then adds what is different at others."""
    sight.ranked = 0
    look_at_players(game, rules, game.player, network.players, sight)
    count = write_inputs(game, game, rules, game.player, network.players, sight, np.int64(-1))
    forget(network, sight)
    _add_up(count, network, sight)
    for place in range(count):
        sight.first_inputs[place] = sight.inputs[place]
    for unit in range(HIDDEN):
        sight.first_sums[unit] = sight.sums[unit]


@compiled
def forget(network, sight):
    """Forget the first table: what comes next is looked at whole."""
    for place in range(MOST_INPUTS):
        sight.first_inputs[place] = 0
    for unit in range(HIDDEN):
        sight.first_sums[unit] = network.thresholds[unit]


@compiled
def _add_up(count, network, sight):
    """Add up what each hidden unit receives."""
    sums = sight.sums
    for unit in range(HIDDEN):
        sums[unit] = sight.first_sums[unit]
    # Which inputs are others is written down without a branch, since the processor cannot guess it.
    others = np.int64(0)
    for place in range(count):
        x = sight.inputs[place] - sight.first_inputs[place]
        sight.changes[others] = x
        sight.changed[others] = place
        others += x != 0
    for which in range(others):
        x = sight.changes[which]
        row = sight.changed[which]
        for unit in range(HIDDEN):
            sums[unit] += x * network.weights[row, unit]


@compiled
def evaluate(count, network, sight):
    """What the network makes of the first ``count`` of ``sight.inputs``."""
    _add_up(count, network, sight)
    sums = sight.sums
    for unit in range(HIDDEN):
        sums[unit] = max(sums[unit], np.float32(0)) * network.worths[unit]
    # Halves are added to halves: an order as fixed as one after the other, in which the processor need not wait.
    half = HIDDEN // 2
    while half > 0:
        for unit in range(half):
            sums[unit] += sums[half + unit]
        half //= 2
    return np.float64(network.level + sums[0])


@compiled
def look_at_players(game, rules, seat, players, sight):
    """Note who is seen by a network for so many ``players``: the seat, then the others in the order of their turns.

    Of more than the network knows, those with most points are seen.
    """
    write_scores(game, rules, sight.scores)
    sight.seats[0] = seat
    sight.place_of[seat] = 0
    seen = 1
    for step in range(1, game.players):
        other = (seat + step) % game.players
        ahead = 0
        for further in range(1, game.players):
            rival = (seat + further) % game.players
            more = sight.scores[rival] > sight.scores[other]
            if more or (sight.scores[rival] == sight.scores[other] and further < step):
                ahead += 1
        sight.place_of[other] = -1
        if ahead < players - 1:
            sight.seats[seen] = other
            sight.place_of[other] = seen
            sight.shown[seen] = 0
            for kind in range(rules.tiles_animals + 1):
                if game.stand_seen[other, kind] > 0:
                    sight.shown[seen] = 1
            seen += 1
    sight.seen = seen


@compiled
def write_inputs(table, game, rules, seat, players, sight, turns_left):
    """Write what ``seat`` sees of ``table``, its turn over, into ``sight.inputs``: a network for ``players`` reads it.

    Parameters
    ----------
    table, rules
        The table as it lies when the turn ends, and the rules.
    game
        The game, for what all have seen go onto the others' stands.
    seat
        Whose turn it was.
    players
        How many players the network is for.
    sight
        Record of :data:`SIGHT`; its ``unseen`` is filled, and :func:`look_at_players` has noted who is seen.
    turns_left
        Turns that follow; -1 while no end is in sight.
    """
    x = sight.inputs
    count = OF_GAME + OF_STAND + players * OF_PLAYER + (players - 1) * OF_OPPONENT
    for place in range(count):
        x[place] = 0
    write_scores(table, rules, sight.scores)
    seen = np.int64(sight.seen)
    joker = np.int64(rules.tiles_animals)
    of_stand = OF_GAME
    of_players = OF_GAME + OF_STAND
    of_opponents = of_players + players * OF_PLAYER
    for other in range(table.players):
        sight.sizes[other] = np.uint64(0)
    for kind in range(joker):
        sight.own[kind] = 0
        sight.within_reach[kind] = 0
        sight.others[kind] = 0
        sight.with_joker[kind] = 0
    for family in range(table.families):
        sight.sizes[table.family_owner[family]] |= bit_of_size(table.family_tiles[family])
    own_sizes = sight.sizes[seat] if rules.trade_enabled != 0 else np.uint64(0)
    for family in range(table.families):
        owner = np.int64(table.family_owner[family])
        animal = np.int64(table.family_animal[family])
        tiles = np.int64(table.family_tiles[family])
        distance = distance_of(rules, tiles)
        size = bit_of_size(tiles)
        if table.family_jokers[family] > 0:
            sight.with_joker[animal] += 1
        if owner == seat:
            if sight.own[animal] == 0 or _nearer(distance, sight.own[animal] - 1):
                sight.own[animal] = 1 + distance
        else:
            sight.others[animal] += 1
            if size & own_sizes != np.uint64(0) and (
                sight.within_reach[animal] == 0 or _nearer(distance, sight.within_reach[animal] - 1)
            ):
                sight.within_reach[animal] = 1 + distance
        place = sight.place_of[owner]
        if place < 0:
            continue
        at = of_players + place * OF_PLAYER + 11
        x[at + distance] += 1
        x[at + DISTANCES + distance] += table.face_up[animal]
        x[at + 2 * DISTANCES + distance] += sight.unseen[animal] * 0.2
        x[at + 3 * DISTANCES + distance] += table.family_jokers[family]
        if owner == seat:
            for opponent in range(1, seen):
                if rules.trade_enabled != 0 and sight.sizes[sight.seats[opponent]] & size != np.uint64(0):
                    x[of_opponents + (opponent - 1) * OF_OPPONENT + 4 + distance] += 1
                    x[of_opponents + (opponent - 1) * OF_OPPONENT + 4 + 3 * DISTANCES + distance] += game.stand_seen[
                        sight.seats[opponent], animal
                    ]
        else:
            at = of_opponents + (place - 1) * OF_OPPONENT + 4
            if size & own_sizes != np.uint64(0):
                x[at + DISTANCES + distance] += 1
            x[at + 2 * DISTANCES + distance] += game.stand_seen[owner, animal]
    _write_players(table, rules, seat, seen, of_players, sight)
    for opponent in range(1, seen):
        other = sight.seats[opponent]
        at = of_opponents + (opponent - 1) * OF_OPPONENT
        unknown = np.int64(table.stand_tiles[other])
        for kind in range(joker + 1 if sight.shown[opponent] != 0 else 0):
            tiles = game.stand_seen[other, kind]
            if tiles > 0:
                unknown -= tiles
                if kind == joker:
                    x[at] += tiles
                elif sight.own[kind] == 0 and sight.others[kind] == 0:
                    x[at + 1] += tiles
                else:
                    x[at + 2] += tiles
        x[at + 3] = unknown * 0.25
    _write_stand(table, rules, seat, of_stand, sight)
    pile = table.pile_end - table.pile_next + table.face_up_tiles
    box = rules.tiles_animals * rules.tiles_per_animal + rules.tiles_jokers
    x[0] = pile / box
    x[1] = min(pile, 12) / 12
    x[2] = min(pile, 4) / 4
    x[3] = min(pile, 24) / 24
    x[4] = table.tokens_left * 0.2
    x[5] = table.tokens_left == 0
    x[6] = table.double_seven_seat == NOBODY
    x[7] = table.face_up_tiles * 0.2
    x[8] = table.face_up[joker]
    x[9] = sight.unseen[joker]
    if turns_left >= 0:
        x[10] = 1
        x[11] = turns_left / table.players
        x[12] = turns_left >= table.players - 1 and table.end_player != seat
        x[13] = min(turns_left, 1)
    return count


@compiled
def _nearer(distance, other):
    """Whether a family at ``distance`` is nearer to a seven than one at ``other``; one that is there comes last."""
    return distance != 0 and (other == 0 or distance < other)


@compiled
def _write_players(table, rules, seat, seen, of_players, sight):
    """Write what each player that is seen has: points, tokens, the number of tiles on its stand."""
    x = sight.inputs
    for place in range(seen):
        player = sight.seats[place]
        at = of_players + place * OF_PLAYER
        best_other = -(1 << 40)
        for other in range(table.players):
            if other != player:
                best_other = max(best_other, sight.scores[other])
        lead = sight.scores[player] - best_other
        tiles = table.stand_tiles[player]
        x[at] = sight.scores[player] * 0.04
        x[at + 1] = lead * 0.1
        x[at + 2] = max(-4, min(4, lead)) * 0.25
        x[at + 3] = lead > 0
        x[at + 4] = lead == 0
        x[at + 5] = table.tokens[player]
        x[at + 6] = table.double_seven_seat == player
        x[at + 7] = tiles * 0.25
        x[at + 8] = tiles == 0
        x[at + 9] = tiles == 1
        x[at + 10] = tiles >= rules.stand_limit_tiles


@compiled
def _write_stand(table, rules, seat, at, sight):
    """Write what the tiles on the seat's own stand are good for."""
    x = sight.inputs
    joker = np.int64(rules.tiles_animals)
    may_reclaim = rules.reclaim_from != FROM_NOBODY
    for animal in range(joker):
        held = np.int64(table.stand[seat, animal])
        up = np.int64(table.face_up[animal])
        if up > 0 and sight.own[animal] == 0 and sight.within_reach[animal] > 0:
            x[at + 13 + 2 * DISTANCES + sight.within_reach[animal] - 1] += 1
        if held == 0:
            continue
        x[at] += 1
        if may_reclaim and sight.with_joker[animal] > 0:
            x[at + 1] += 1
        if sight.own[animal] > 0:
            x[at + 13 + sight.own[animal] - 1] += held
            continue
        if sight.within_reach[animal] > 0:
            x[at + 13 + DISTANCES + sight.within_reach[animal] - 1] += held
        elif sight.others[animal] > 0:
            x[at + 2] += held
        else:
            x[at + 3] += held
        missing = rules.start_min_tiles - held
        if missing <= 0:
            x[at + 4] += 1
        elif missing == 1:
            x[at + 5] += 1
            x[at + 6] += min(up, 1)
            x[at + 7] += sight.unseen[animal] * 0.1
        else:
            x[at + 8] += 1
            x[at + 9] += min(up, 1)
    x[at + 10] = table.stand[seat, joker]
    x[at + 11] = table.stand_tiles[seat] * 0.25
    x[at + 12] = max(0, table.stand_tiles[seat] - rules.stand_limit_tiles)
