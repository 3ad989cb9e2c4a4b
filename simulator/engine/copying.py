"""Copying a game, field by field and no further than it reaches.

Assigning one record to another copies all its bytes, which compiled code does slowly for a record this large.
"""

from simulator.engine.compiling import compiled


@compiled
def copy_table(source, target, rules):
    """Copy all that lies open, the deciding seat's stand, and the state of the turn.

    The order of the face-down tiles, the other stands' tiles, the random numbers and what is only counted are not
    copied: enough to try out actions of the present turn, which need none of them.
    """
    seat = source.player
    target.phase = source.phase
    target.players = source.players
    target.player = seat
    target.turn = source.turn
    target.families = source.families
    target.pile_next = source.pile_next
    target.pile_end = source.pile_end
    target.face_up_tiles = source.face_up_tiles
    target.tokens_left = source.tokens_left
    target.double_seven_seat = source.double_seven_seat
    target.double_seven_turn = source.double_seven_turn
    target.draws_left = source.draws_left
    target.draw_of_two_for_one = source.draw_of_two_for_one
    target.laid_down[0] = source.laid_down[0]
    target.laid_down[1] = source.laid_down[1]
    target.rainbows_this_turn = source.rainbows_this_turn
    target.trades_this_turn = source.trades_this_turn
    target.two_for_ones_this_turn = source.two_for_ones_this_turn
    target.moved_on = source.moved_on
    target.idle_turns = source.idle_turns
    target.end = source.end
    target.end_turn = source.end_turn
    target.end_player = source.end_player
    target.final_turns_left = source.final_turns_left
    for kind in range(rules.tiles_animals + 1):
        target.face_up[kind] = source.face_up[kind]
        target.out_of_game[kind] = source.out_of_game[kind]
        target.stand[seat, kind] = source.stand[seat, kind]
    for other in range(source.players):
        target.stand_tiles[other] = source.stand_tiles[other]
        target.tokens[other] = source.tokens[other]
    for family in range(source.families):
        target.family_owner[family] = source.family_owner[family]
        target.family_animal[family] = source.family_animal[family]
        target.family_tiles[family] = source.family_tiles[family]
        target.family_jokers[family] = source.family_jokers[family]


@compiled
def copy_hidden(source, target, game, rules):
    """Copy what :func:`copy_table` leaves out of ``game`` and a game goes on with: stands and face-down tiles.

    ``game`` says how many play, whose turn it is and which tiles still lie face down.
    """
    for seat in range(game.players):
        for kind in range(rules.tiles_animals + 1):
            target.stand[seat, kind] = source.stand[seat, kind]
            target.stand_seen[seat, kind] = source.stand_seen[seat, kind]
    for place in range(game.pile_next, game.pile_end):
        target.pile[place] = source.pile[place]
