"""``house``: a sound player by rule of thumb.

It takes a face-up joker, then a face-up tile that it can place. It reclaims jokers, grows its largest family, starts
families, and trades only towards an animal that it holds and can then grow. Jokers go where they complete a seven, else
where they start a family, else on the largest. Tiles that nobody wants go into a Two for One or are discarded.
"""

from simulator.engine.compiling import compiled
from simulator.engine.moves import (
    ANNOUNCE,
    DISCARD,
    FACE_DOWN,
    FACE_UP,
    GROW,
    PASS,
    RECLAIM,
    START,
    TRADE,
    TWO_FOR_ONE,
    first_of,
    owns_family_of,
    second_of,
    type_of,
)
from simulator.engine.turn import face_down_tiles

# What a move is for comes first, the amount (a size, a number of tiles: below 256) decides among its like.
_STEP = 1000.0
_RECLAIM = 9 * _STEP
_COMPLETE_SEVEN = 8 * _STEP
_GROW_BY_ANIMAL = 7 * _STEP
_START_BY_ANIMALS = 6 * _STEP
_TRADE = 5 * _STEP
_START_BY_JOKER = 4 * _STEP
_GROW_BY_JOKER = 3 * _STEP
_TWO_FOR_ONE = 2 * _STEP
_PASS = 1 * _STEP
_NEVER = -1 * _STEP


@compiled
def house_value(game, rules, move):
    """How much the rule of thumb likes a move: only the order of the values has a meaning."""
    move_type = type_of(move)
    first = first_of(move)
    second = second_of(move)
    if move_type == FACE_UP:
        return _value_of_face_up(game, rules, first)
    if move_type == FACE_DOWN or move_type == ANNOUNCE:
        return 0.0
    if move_type == GROW:
        return _value_of_growth(game, rules, first, second)
    if move_type == START:
        return (_START_BY_ANIMALS if second == 0 else _START_BY_JOKER) - second
    if move_type == TRADE:
        return _value_of_trade(game, rules, first, second)
    if move_type == RECLAIM:
        return _RECLAIM + game.family_tiles[first]
    if move_type == TWO_FOR_ONE:
        return _value_of_two_for_one(game, rules, first, second)
    if move_type == PASS:
        return _PASS
    if move_type == DISCARD:
        return -_use(game, rules, first)
    return _NEVER


@compiled
def _value_of_face_up(game, rules, kind):
    """A joker, then a tile to grow with, then one to start with, then one to trade towards; nothing else is wanted."""
    seat = game.player
    if kind == rules.tiles_animals:
        return 4 * _STEP
    largest = 0
    for family in range(game.families):
        if game.family_owner[family] == seat and game.family_animal[family] == kind:
            largest = max(largest, game.family_tiles[family])
    if largest > 0:
        return 3 * _STEP + largest
    if game.stand[seat, kind] + 1 >= rules.start_min_tiles:
        return 2 * _STEP
    largest = _largest_to_trade_for(game, rules, kind)
    if largest > 0:
        return 1 * _STEP + largest
    return _NEVER


@compiled
def _largest_to_trade_for(game, rules, animal):
    """Size of the largest family of ``animal`` that the player could trade for now, 0 if there is none."""
    seat = game.player
    largest = 0
    if rules.trade_enabled == 0 or game.trades_this_turn >= rules.trade_max_per_turn:
        return largest
    for theirs in range(game.families):
        if game.family_animal[theirs] == animal and game.family_owner[theirs] != seat:
            tiles = game.family_tiles[theirs]
            if tiles > largest and _owns_family_of_size(game, seat, tiles):
                largest = tiles
    return largest


@compiled
def _owns_family_of_size(game, seat, tiles):
    for family in range(game.families):
        if game.family_owner[family] == seat and game.family_tiles[family] == tiles:
            return True
    return False


@compiled
def _value_of_growth(game, rules, family, kind):
    """The largest family first; a growth that earns a 7 token before all others."""
    tiles = game.family_tiles[family]
    if tiles + 1 == rules.seven_size and game.tokens_left > 0:
        return _COMPLETE_SEVEN + (0.0 if kind == rules.tiles_animals else 1.0)
    if kind == rules.tiles_animals:
        return _GROW_BY_JOKER + tiles
    return _GROW_BY_ANIMAL + tiles


@compiled
def _value_of_trade(game, rules, mine, theirs):
    """Trade only for an animal that is held and cannot be placed otherwise, and give none away that is held."""
    seat = game.player
    wanted = game.family_animal[theirs]
    held = game.stand[seat, wanted]
    if held == 0 or game.stand[seat, game.family_animal[mine]] > 0 or owns_family_of(game, seat, wanted):
        return _NEVER
    # More held tiles to place first, then the larger family.
    return _TRADE + 16 * min(held, 32) + min(game.family_tiles[theirs], 15)


@compiled
def _value_of_two_for_one(game, rules, kind, other):
    """Lay down the two least useful tiles, as long as a fresh tile may come; jokers are never laid down."""
    joker = rules.tiles_animals
    if kind == joker or other == joker or face_down_tiles(game) == 0:
        return _NEVER
    return _TWO_FOR_ONE - _use(game, rules, kind) - _use(game, rules, other)


@compiled
def _use(game, rules, kind):
    """What keeping one tile of ``kind`` on the stand is worth: its partners there and the families that it could join.

    Below ``_STEP`` / 4, so that it decides only among moves of one sort.
    """
    seat = game.player
    if kind == rules.tiles_animals:
        return 200.0
    use = 0.0
    for family in range(game.families):
        if game.family_animal[family] == kind:
            use += 12.0 if game.family_owner[family] == seat else 3.0
    return min(use + 8.0 * (game.stand[seat, kind] - 1) + 1.0 * game.face_up[kind], 199.0)
