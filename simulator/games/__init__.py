"""One game: step through it, ask what is legal, play it again from its seed, write it down, verify it, tell it."""

from simulator.games.game import Game, IllegalMove
from simulator.games.moves import Move
from simulator.games.playing import play_game, record_of
from simulator.games.reading import RecordError, read_records, write_records
from simulator.games.telling import tell
from simulator.games.verifying import verify
from simulator.games.view import SeatView

__all__ = [
    "Game",
    "IllegalMove",
    "Move",
    "RecordError",
    "SeatView",
    "play_game",
    "read_records",
    "record_of",
    "tell",
    "verify",
    "write_records",
]
