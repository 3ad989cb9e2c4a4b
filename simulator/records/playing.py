"""Playing one game of a batch again, alone, and turning it into a record."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.players import choose, player_codes
from simulator.table import Game

if TYPE_CHECKING:
    from simulator.variants import Variant

FORMAT = "double-seven-game/1"

Record = dict[str, Any]
"""One game record, as a JSON object."""


def play_game(variant: "Variant", seats: Sequence[str], *, seed: int = 1, number: int = 0) -> Game:
    """Play game ``number`` of ``seed`` to its end: the very game that a batch with the same arguments plays.

    Parameters
    ----------
    variant
        The rules.
    seats
        A player's name for each seat.
    seed, number
        What fixes every random number of the game.

    Returns
    -------
    Game
        The finished game, its events noted.
    """
    codes = player_codes(seats)
    game = Game(variant, players=len(seats), seed=seed, number=number)
    while not game.is_over:
        legal = game.legal_codes()
        game.apply_code(int(choose(game.state, game.rules, legal, len(legal), np.int64(codes[game.player]))))
    return game


def record_of(game: Game, seats: Sequence[str], *, seed: int, number: int) -> Record:
    """The record of a game that :func:`play_game` has played.

    Beside what every record has, its header names what the game can be played again from: the variant's digest, the
    player in each seat, seed and game number, and the digest of the compiled sources that played it.
    """
    return {
        "format": FORMAT,
        "variant": game.variant.name,
        "variant_digest": game.variant.digest,
        "players": game.players,
        "seats": list(seats),
        "seed": seed,
        "game": number,
        "sources_digest": SOURCES_DIGEST,
        "events": game.events,
        "final": game.final(),
    }
