"""Random numbers: SplitMix64, read as a counter-based generator, in streams that never disturb one another.

Number ``n`` of a stream is ``mix(start + n * GAMMA)``, all modulo 2**64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014; the mixer is Stafford's variant 13). A stream's start is a hash of
(seed, game number, stream), so that any game can be played again alone, and what one player does never moves a tile.
"""

import numpy as np

from simulator.engine.compiling import compiled

GAMMA = np.uint64(0x9E3779B97F4A7C15)
TILE_STREAM = 0
"""Stream of the order of the tiles. Seat ``s`` chooses from stream ``FIRST_SEAT_STREAM + s``."""
FIRST_SEAT_STREAM = 1


@compiled
def mix(bits):
    """Scramble 64 bits: a one-to-one map in which every input bit flips each output bit half of the time."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@compiled
def stream_start(seed, game_number, stream):
    """Start of one stream of one game. All arguments are taken modulo 2**64.

    Called from Python it gives an int; wrap it in ``np.uint64`` before handing it on.
    """
    start = mix(np.uint64(seed) + GAMMA)
    start = mix(start + (np.uint64(game_number) + np.uint64(1)) * GAMMA)
    return mix(start + (np.uint64(stream) + np.uint64(1)) * GAMMA)


@compiled
def number_of_stream(start, position):
    """The 64 bits at ``position`` (from 0) of the stream that begins at ``start``."""
    return mix(start + (np.uint64(position) + np.uint64(1)) * GAMMA)


@compiled
def random_below(game, seat, bound):
    """Uniform integer in ``0 … bound - 1`` from the seat's own stream, which moves on.

    Lemire's multiplication with rejection ("Fast random integer generation in an interval", 2019), on 32 bits: exactly
    uniform for every ``bound`` below 2**32.
    """
    width = np.uint64(bound)
    threshold = (np.uint64(1) << np.uint64(32)) % width
    while True:
        game.random[seat] += GAMMA
        product = (mix(game.random[seat]) >> np.uint64(32)) * width
        if (product & np.uint64(0xFFFFFFFF)) >= threshold:
            return np.int64(product >> np.uint64(32))
