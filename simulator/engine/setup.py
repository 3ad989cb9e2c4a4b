"""Setting the table: the order of the tiles, the deal, the tokens, the first turn."""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.random import FIRST_SEAT_STREAM, TILE_STREAM, number_of_stream, stream_start
from simulator.engine.rules import MAX_KINDS, MAX_PLAYERS, MAX_TILES
from simulator.engine.state import NO_KIND, NOBODY, NOT_ENDED, NOT_YET, OPTIONS
from simulator.engine.turn import begin_turn

_JOKER_NAME = 255
_COPIES = 256


@compiled
def shuffle(game, rules, seed, game_number):
    """Put the tiles in the order that (seed, game number) gives them.

    Each physical tile (kind, copy) draws its own key, and the keys are sorted: a variant with a few tiles more or fewer
    keeps the rest in the same order. The key's lowest byte carries the kind, so that sorting keys sorts tiles.
    """
    keys = np.empty(MAX_TILES, np.uint64)
    start = stream_start(seed, game_number, TILE_STREAM)
    animals = np.int64(rules.tiles_animals)
    tiles = np.int64(0)
    for kind in range(animals + 1):
        copies = rules.tiles_jokers if kind == animals else rules.tiles_per_animal
        # The joker's name does not depend on the number of animals, nor do its keys.
        name = _JOKER_NAME if kind == animals else kind
        for copy in range(copies):
            key = number_of_stream(start, name * _COPIES + copy)
            keys[tiles] = (key & ~np.uint64(0xFF)) | np.uint64(kind)
            tiles += 1
    _sort(keys, tiles)
    for position in range(tiles):
        game.pile[position] = np.int64(keys[position] & np.uint64(0xFF))
    game.pile_next = 0
    game.pile_end = tiles


@compiled
def _sort(keys, length):
    """Sort the first ``length`` keys in place (Shell's method with Ciura's gaps: short, and quick on a hundred)."""
    for gap in (132, 57, 23, 10, 4, 1):
        for right in range(gap, length):
            key = keys[right]
            place = right
            while place >= gap and keys[place - gap] > key:
                keys[place] = keys[place - gap]
                place -= gap
            keys[place] = key


@compiled
def lay_table(game, rules, players):
    """Clear the record and lay out the tokens for ``players`` seats; the draw pile stays as it is."""
    game.players = players
    game.player = 0
    game.turn = 0
    game.families = 0
    game.face_up_tiles = 0
    for kind in range(MAX_KINDS):
        game.face_up[kind] = 0
        game.out_of_game[kind] = 0
    for seat in range(MAX_PLAYERS):
        game.stand_tiles[seat] = 0
        game.tokens[seat] = 0
        game.tiles_placed[seat] = 0
        for kind in range(MAX_KINDS):
            game.stand[seat, kind] = 0
            game.stand_seen[seat, kind] = 0
    for which in range(game.counts.size):
        game.counts[which] = 0
    for option in range(len(OPTIONS)):
        for seat in range(MAX_PLAYERS):
            game.option_turns[option, seat] = 0
    game.tokens_left = rules.seven_tokens
    game.double_seven_seat = NOBODY
    game.double_seven_turn = NOT_YET
    game.laid_down[0] = NO_KIND
    game.laid_down[1] = NO_KIND
    game.idle_turns = 0
    game.end = NOT_ENDED
    game.end_turn = NOT_YET
    game.end_player = NOBODY
    game.final_turns_left = NOT_YET


@compiled
def deal(game, rules, players, seed, game_number):
    """Set the table for one game and open seat 0's first turn. ``seed`` and ``game_number`` fix every random number."""
    lay_table(game, rules, players)
    shuffle(game, rules, seed, game_number)
    for seat in range(MAX_PLAYERS):
        game.random[seat] = stream_start(seed, game_number, FIRST_SEAT_STREAM + seat)
    deal_stands(game, rules)
    begin_turn(game, rules)


@compiled
def deal_stands(game, rules):
    """Give each seat, in seat order, its tiles from the top of the face-down pile."""
    for seat in range(game.players):
        for _ in range(rules.setup_stand[seat]):
            game.stand[seat, game.pile[game.pile_next]] += 1
            game.pile_next += 1
        game.stand_tiles[seat] = rules.setup_stand[seat]
