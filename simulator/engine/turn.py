"""The order of a turn: which decision opens after which, and when the game is over."""

from simulator.engine.compiling import compiled
from simulator.engine.rules import (
    EXACTLY_MIN,
    HOLD_ENOUGH_DIFFERENT,
    MAX_TURNS,
    ONCE_PER_TURN,
)
from simulator.engine.state import (
    ACTING,
    ANNOUNCING,
    BY_CUT_OFF,
    BY_STALLING,
    DISCARDING,
    DRAWING,
    EMPTYING,
    FIRST_TURNS_POSSIBLE,
    NO_KIND,
    NOT_ENDED,
    NOT_YET,
    OPTIONS,
    OVER,
    RAINBOWS_POSSIBLE,
    REVEALING,
)


@compiled
def face_down_tiles(game):
    """Number of tiles in the face-down part of the draw pile."""
    return game.pile_end - game.pile_next


@compiled
def pile_tiles(game):
    """Number of tiles in the draw pile, face down and face up."""
    return game.pile_end - game.pile_next + game.face_up_tiles


@compiled
def may_draw_face_up(game, kind):
    """Whether a face-up tile of ``kind`` can be drawn now: one lies there that was not just laid down for good."""
    barred = 0
    if game.laid_down[0] == kind:
        barred += 1
    if game.laid_down[1] == kind:
        barred += 1
    return game.face_up[kind] > barred


@compiled
def begin_turn(game, rules):
    """Open the next turn of ``game.player``: reveal if no tile is face up, else draw."""
    game.turn += 1
    game.rainbows_this_turn = 0
    game.trades_this_turn = 0
    game.two_for_ones_this_turn = 0
    game.moved_on = 0
    game.could_this_turn = 0
    game.did_this_turn = 0
    if game.face_up_tiles == 0 and face_down_tiles(game) > 0:
        game.phase = REVEALING
    else:
        begin_drawing(game, rules)


@compiled
def begin_drawing(game, rules):
    """Open the draws of the turn: more of them if the stand is empty at this moment."""
    game.draw_of_two_for_one = 0
    if game.stand_tiles[game.player] == 0:
        game.draws_left = rules.draw_tiles_when_empty
    else:
        game.draws_left = rules.draw_tiles
    continue_drawing(game, rules)


@compiled
def continue_drawing(game, rules):
    """Ask for the next draw, or go on when all are made or nothing can be drawn."""
    drawable = pile_tiles(game)
    if game.laid_down[0] != NO_KIND:
        drawable -= 2
    if game.draws_left > 0 and drawable > 0:
        game.phase = DRAWING
        return
    game.laid_down[0] = NO_KIND
    game.laid_down[1] = NO_KIND
    if game.draw_of_two_for_one == 0 and may_announce_rainbow(game, rules):
        game.counts[RAINBOWS_POSSIBLE] += 1
        game.phase = ANNOUNCING
    else:
        begin_action(game)


@compiled
def may_announce_rainbow(game, rules):
    """Whether the player, having drawn, may announce Rainbow: allowed, something left to draw, the right stand."""
    if rules.rainbow_enabled == 0 or pile_tiles(game) == 0:
        return False
    if rules.rainbow_repeat == ONCE_PER_TURN and game.rainbows_this_turn > 0:
        return False
    seat = game.player
    joker = rules.tiles_animals
    if rules.rainbow_joker_bars != 0 and game.stand[seat, joker] > 0:
        return False
    tiles = game.stand_tiles[seat] - game.stand[seat, joker]
    if tiles < rules.rainbow_min_tiles:
        return False
    different = 0
    for animal in range(rules.tiles_animals):
        if game.stand[seat, animal] > 0:
            different += 1
    if rules.rainbow_stand == HOLD_ENOUGH_DIFFERENT:
        return different >= rules.rainbow_min_tiles
    if rules.rainbow_stand == EXACTLY_MIN and tiles != rules.rainbow_min_tiles:
        return False
    # ALL_DIFFERENT, and the rest of EXACTLY_MIN
    return different == tiles


@compiled
def begin_action(game):
    """Ask for an action; an empty stand ends the turn at once."""
    game.phase = EMPTYING if game.stand_tiles[game.player] == 0 else ACTING


@compiled
def after_pass(game, rules):
    """Ask for a discard if the stand holds too much, else end the turn."""
    if game.stand_tiles[game.player] > rules.stand_limit_tiles:
        game.phase = DISCARDING
    else:
        end_turn(game, rules)


@compiled
def trigger_end(game, cause):
    """Note that the end has come. The first trigger counts; later ones change nothing."""
    if game.end == NOT_ENDED:
        game.end = cause
        game.end_turn = game.turn
        game.end_player = game.player


@compiled
def _count_options(game):
    """Count the turn for each option that it had, and for its seat each that was taken."""
    for option in range(len(OPTIONS)):
        game.counts[FIRST_TURNS_POSSIBLE + option] += (game.could_this_turn >> option) & 1
        game.option_turns[option, game.player] += (game.did_this_turn >> option) & 1


@compiled
def end_turn(game, rules):
    """Close the turn: open the next one, or end the game.

    Once the end is triggered, every other player has ``end.final_turns`` turns, in order. Before, the game stalls when
    every player in succession has had an idle turn, and a guard cuts it off after ``MAX_TURNS``.
    """
    _count_options(game)
    game.idle_turns = 0 if game.moved_on != 0 else game.idle_turns + 1
    if game.end == NOT_ENDED:
        if game.idle_turns >= game.players:
            trigger_end(game, BY_STALLING)
            game.phase = OVER
            return
        if game.turn >= MAX_TURNS:
            trigger_end(game, BY_CUT_OFF)
            game.phase = OVER
            return
    elif game.final_turns_left == NOT_YET:
        game.final_turns_left = (game.players - 1) * rules.end_final_turns
    else:
        game.final_turns_left -= 1
    if game.final_turns_left == 0:
        game.phase = OVER
        return
    game.player = (game.player + 1) % game.players
    if game.end != NOT_ENDED and game.player == game.end_player:
        game.player = (game.player + 1) % game.players
    begin_turn(game, rules)
