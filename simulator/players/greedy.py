"""``greedy``: takes the move that puts most tiles on the table now, and never looks further.

It draws a face-up tile only if that tile can be placed at once, starts and grows whatever it can, and passes when
nothing can be placed. It trades, reclaims and plays Two for One never: none of them places a tile.
"""

from simulator.engine.compiling import compiled
from simulator.engine.moves import (
    ANNOUNCE,
    FACE_DOWN,
    FACE_UP,
    GROW,
    PASS,
    START,
    first_of,
    owns_family_of,
    type_of,
)


@compiled
def greedy_value(game, rules, move):
    """Tiles that the move puts on the table, now or, for a draw, as soon as the tile is drawn.

    Drawing face down, announcing Rainbow and passing are worth a little: better than any move that places nothing.
    """
    move_type = type_of(move)
    if move_type == START:
        return float(rules.start_min_tiles)
    if move_type == GROW:
        return 1.0
    if move_type == FACE_UP:
        return tiles_placed_with(game, rules, first_of(move))
    if move_type == FACE_DOWN or move_type == ANNOUNCE or move_type == PASS:
        return 0.5
    return 0.0


@compiled
def tiles_placed_with(game, rules, kind):
    """Tiles that the player could place with one more tile of ``kind``: by growing, by starting, or none."""
    seat = game.player
    joker = rules.tiles_animals
    if kind == joker:
        for family in range(game.families):
            if game.family_owner[family] == seat:
                return 1.0
    elif owns_family_of(game, seat, kind):
        return 1.0
    jokers = min(game.stand[seat, joker] + (kind == joker), rules.start_min_tiles - max(1, rules.start_min_animals))
    for animal in range(joker):
        held = game.stand[seat, animal] + (animal == kind)
        concerned = kind == joker or animal == kind
        if not concerned or held == 0 or held + jokers < rules.start_min_tiles:
            continue
        if rules.start_one_family_per_animal == 0 or not owns_family_of(game, seat, animal):
            return float(rules.start_min_tiles)
    return 0.0
