"""Positions for the tests of the engine and of the players: a table set from one line, and what can be asked of it."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from hypothesis import strategies as st
from sizes import COMPILED
from strategies import variants

from simulator import Game, Variant, load_variant
from simulator.engine.moves import MOVE_TYPES, MOVES_BUFFER, first_of, is_forced, list_moves, second_of, type_of
from simulator.engine.setup import deal
from simulator.engine.state import OVER, new_games
from simulator.players import Desks, choose, new_desks, seat_records
from simulator.players.playing import OUTCOME, play_games
from simulator.players.seats import SEARCH, TRAINED

MoveParts = tuple[str, int, int]
"""A move taken apart: the name of its type and its two parts."""


def played_variants() -> st.SearchStrategy[Variant]:
    """Variants to play: all of them if the engine is compiled.

    Interpreted, those are left out in which discarded tiles come back and a game may go round for 2,000 turns.
    """
    return variants() if COMPILED else variants().filter(lambda variant: variant.stand_limit.goes_to == "out_of_game")


@cache
def rulebook(*settings: str) -> Variant:
    """The printed rules with some keys set, such as ``"end.final_turns=0"``."""
    return load_variant("rulebook", overrides=settings)


def table(line: str, *settings: str, top: Sequence[str] = (), down: Sequence[str] | None = None) -> Game:
    """Set a table from a line of notation without the variant's name, played by the printed rules and ``settings``.

    The face-down tiles begin with ``top``; or they are exactly ``down``, and what lies nowhere is out of the game.
    """
    game = Game.from_notation(f"rulebook {line}", rulebook(*settings), next_tiles=top)
    if down is not None:
        game.state.pile_next, game.state.pile_end = 0, len(down)
        game.state.pile[: len(down)] = [game.kinds.index(tile) for tile in down]
    return game


def legal(game: Game) -> list[str]:
    """The legal moves in words, in order."""
    return [str(move) for move in game.legal_moves()]


def play(game: Game, *moves: str) -> Game:
    """Make moves one after another, each legal, and return the game.

    Reveals and the end of a turn by an empty stand come by themselves. Everything else is told, also where one move
    alone is legal, unlike :meth:`Game.apply`.
    """
    for text in moves:
        codes = {str(move): move.code for move in game.legal_moves()}
        if text not in codes:
            game.apply(text)  # refuses, and shows the table
        game.step(codes[text])
        while is_forced(game.state):
            game.step(int(game.legal_codes()[0]))
    return game


def happened(game: Game) -> list[str]:
    """The names of the events so far."""
    return [event["event"] for event in game.events]


def parts_of(moves: Sequence[int] | np.ndarray) -> list[MoveParts]:
    """Take moves apart."""
    return [(MOVE_TYPES[type_of(move)], int(first_of(move)), int(second_of(move))) for move in moves]


def dealt(variant: Variant, players: int, seed: int, number: int = 0) -> np.record:
    """One game's record, dealt."""
    state: np.record = new_games(1)[0]
    deal(state, variant.rules, players, np.uint64(seed), np.int64(number))
    return state


def decisions(state: np.record, variant: Variant) -> Iterator[np.ndarray]:
    """The legal moves at each step until the game is over; whoever asks makes one of them before asking again."""
    moves = np.zeros(MOVES_BUFFER, np.int64)
    while state.phase != OVER:
        yield moves[: list_moves(state, variant.rules, moves)]


def outcomes(variant: Variant, seats: Sequence[str], *, games: int, seed: int, first_game: int = 0) -> np.recarray:
    """Play games by compiled players and return a row each."""
    rows = np.zeros(games, OUTCOME).view(np.recarray)
    play_in(new_games(1)[0], variant, seats, seed, rows, first_game)
    return rows


def play_in(
    game: np.record, variant: Variant, seats: Sequence[str], seed: int, rows: np.recarray, first_game: int = 0
) -> None:
    """Play as many games as there are rows in a record that may have been used before."""
    numbers = np.uint64(seed), np.int64(first_game)
    records = seat_records(variant, seats)
    play_games(variant.rules, np.int64(len(seats)), records, *numbers, game, *new_desks(records), rows)


def choice(state: np.record, rules: np.record, seats: np.recarray, moves: np.ndarray, count: int) -> int:
    """What the player at turn chooses out of the first ``count`` moves."""
    return int(choose(state, rules, seats, moves, np.int64(count), *_desks(int(seats.player[:].max()))))


@cache
def _desks(strongest: int) -> Desks:
    """Desks that serve all positions: what lies on them from one decision does not matter at the next."""
    name = "search" if strongest >= SEARCH else "trained" if strongest == TRAINED else "house"
    return new_desks(seat_records(rulebook(), [name, name]))
