"""The forecast: each seat's chance to win, told from the table and the stands between two turns.

A search plays a few turns out and asks here what they have led to; to play on to the end would add more luck than
knowledge. The chances are those of a multinomial logistic model (McFadden, "Conditional logit analysis of qualitative
choice behavior", 1974): each seat has a sum of weighted clues, and wins with a chance in proportion to its exponential.
The weights are fitted to games of the planner, see :mod:`simulator.studies.forecasting`.
"""

import numpy as np

from simulator.engine.compiling import compiled
from simulator.engine.moves import bit_of_size, owns_family_of
from simulator.engine.score import write_scores
from simulator.engine.turn import pile_tiles

CLUES: dict[str, str] = {
    "point": "a point on the table",
    "held_for_own": "a tile on the stand of whose animal the player has a family",
    "held_to_trade_for": "one of whose animal others only have a family, as large as one of the player's",
    "held_for_others": "one of whose animal others only have a family, none as large as one of the player's",
    "held_for_none": "one of whose animal no family lies on the table",
    "held_joker": "a joker on the stand",
    "empty_stand": "an empty stand: three draws instead of two come next",
    "one_below_seven": "a family one tile below seven",
    "two_below_seven": "a family two tiles below seven",
    "three_below_seven": "a family three tiles below seven",
    "far_below_seven": "a smaller family",
    "turns_away": "each turn of the others until the player's next",
}
"""Name and meaning of each clue; its weights are in units of the log-odds to win, with a full box and with an empty."""

(
    POINT,
    HELD_FOR_OWN,
    HELD_TO_TRADE_FOR,
    HELD_FOR_OTHERS,
    HELD_FOR_NONE,
    HELD_JOKER,
    EMPTY_STAND,
    ONE_BELOW_SEVEN,
    TWO_BELOW_SEVEN,
    THREE_BELOW_SEVEN,
    FAR_BELOW_SEVEN,
    TURNS_AWAY,
) = range(len(CLUES))

BOXES = ("full_box", "empty_box")
"""The two columns of weights: with all tiles of the box in the draw pile, and with none. Between them lies a line."""
FULL, EMPTY = range(len(BOXES))


@compiled
def write_forecast(game, rules, weights, scores, clues, shares):
    """Write each seat's chance to win into ``shares``, as the game stands between two turns.

    Parameters
    ----------
    game, rules
        The game, at the beginning of a turn, and its rules.
    weights
        Of the clues: float64, ``(len(CLUES), 2)``.
    scores, clues
        Room: int64 and float64, at least as many as players and as clues.
    shares
        Where the chances go: float64, at least as many as players. They sum to 1.
    """
    write_scores(game, rules, scores)
    full = share_of_box(game, rules)
    most = -1e300
    for seat in range(game.players):
        count_clues(game, rules, np.int64(seat), scores[seat], clues)
        worth = 0.0
        for clue in range(clues.size):
            worth += clues[clue] * (weights[clue, EMPTY] + full * (weights[clue, FULL] - weights[clue, EMPTY]))
        shares[seat] = worth
        most = max(most, worth)
    total = 0.0
    for seat in range(game.players):
        shares[seat] = np.exp(shares[seat] - most)
        total += shares[seat]
    for seat in range(game.players):
        shares[seat] /= total


@compiled
def share_of_box(game, rules):
    """The share of the box's tiles that are still in the draw pile."""
    return pile_tiles(game) / (rules.tiles_animals * rules.tiles_per_animal + rules.tiles_jokers)


@compiled
def count_clues(game, rules, seat, score, clues):
    """Count the clues of a seat with so many points into ``clues``."""
    clues[:] = 0.0
    clues[POINT] = score
    clues[TURNS_AWAY] = (seat - game.player) % game.players
    sizes = np.uint64(0)
    for family in range(game.families):
        if game.family_owner[family] == seat:
            tiles = np.int64(game.family_tiles[family])
            if rules.trade_enabled != 0:
                sizes |= bit_of_size(tiles)
            missing = rules.seven_size - tiles
            if missing == 1:
                clues[ONE_BELOW_SEVEN] += 1
            elif missing == 2:
                clues[TWO_BELOW_SEVEN] += 1
            elif missing == 3:
                clues[THREE_BELOW_SEVEN] += 1
            elif missing > 3:
                clues[FAR_BELOW_SEVEN] += 1
    if game.stand_tiles[seat] == 0:
        clues[EMPTY_STAND] = 1
        return
    clues[HELD_JOKER] = game.stand[seat, rules.tiles_animals]
    for animal in range(rules.tiles_animals):
        held = game.stand[seat, animal]
        if held > 0:
            clues[_use_of(game, seat, animal, sizes)] += held


@compiled
def _use_of(game, seat, animal, sizes):
    """Which clue a tile of ``animal`` on the stand is; ``sizes``: bits of the sizes that the seat can trade for."""
    if owns_family_of(game, seat, animal):
        return HELD_FOR_OWN
    use = HELD_FOR_NONE
    for family in range(game.families):
        if game.family_animal[family] == animal:
            if sizes & bit_of_size(game.family_tiles[family]) != np.uint64(0):
                return HELD_TO_TRADE_FOR
            use = HELD_FOR_OTHERS
    return use
