"""Playing one game of a batch again, alone, and turning it into a record."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.games.game import Game, IllegalMove
from simulator.games.view import SeatView
from simulator.players import (
    Desks,
    OwnPlayer,
    OwnPlayerError,
    choose,
    is_own,
    load_own,
    new_desks,
    seat_name,
    seat_records,
)

if TYPE_CHECKING:
    from simulator.variants import Variant

FORMAT = "double-seven-game/1"

Record = dict[str, Any]
"""One game record, as a JSON object."""


def play_game(variant: "Variant", seats: Sequence[str | OwnPlayer], *, seed: int = 1, number: int = 0) -> Game:
    """Play game ``number`` of ``seed`` to its end: the very game that a batch with the same arguments plays.

    Parameters
    ----------
    variant
        The rules.
    seats
        The player in each seat: a name such as ``house`` or ``planner/no-trade``, ``path.py:function``, or a function
        ``player(view, moves)`` that gives one of the moves.
    seed, number
        What fixes every random number of the game.

    Returns
    -------
    Game
        The finished game, its events noted.
    """
    own = [load_own(seat) if is_own(seat) else None for seat in seats]
    records = seat_records(variant, ["random" if is_own(seat) else seat_name(seat) for seat in seats])
    desks = new_desks(records)
    game = Game(variant, players=len(seats), seed=seed, number=number)
    while not game.is_over:
        player = own[game.player]
        if player is None:
            asked = len(game.legal_codes(records[game.player].rules)) > 1
            game.apply_code(choose_for(game, records, desks), asked=asked)
        else:
            _ask(game, player, seat_name(seats[game.player]))
    return game


def choose_for(game: Game, seats: np.recarray, desks: Desks) -> int:
    """What the compiled player at turn chooses: from the same list, by the same function as in a batch."""
    legal = game.legal_codes(seats[game.player].rules)
    if len(legal) == 1:
        return int(legal[0])
    return int(choose(game.state, game.rules, seats, legal, np.int64(len(legal)), *desks))


def _ask(game: Game, player: OwnPlayer, name: str) -> None:
    """Let a player of one's own decide."""
    move = player(SeatView(game, game.player), game.legal_moves())
    try:
        game.apply(move)
    except IllegalMove as error:
        raise OwnPlayerError(f"the player {name} in seat {game.player} gives no legal move: {error}") from error


def record_of(game: Game, seats: Sequence[str | OwnPlayer], *, seed: int, number: int) -> Record:
    """The record of a game that :func:`play_game` has played.

    Beside what every record has, its header names what the game can be played again from: the variant's digest, the
    player in each seat, seed and game number, and the digest of the compiled sources that played it.
    """
    return {
        "format": FORMAT,
        "variant": game.variant.name,
        "variant_digest": game.variant.digest,
        "players": game.players,
        "seats": [seat_name(seat) for seat in seats],
        "seed": seed,
        "game": number,
        "sources_digest": SOURCES_DIGEST,
        "events": game.events,
        "final": game.final(),
    }
