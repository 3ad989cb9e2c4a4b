"""One game at the table: step through it, ask what is legal, see where everything lies."""

from simulator.table.game import Game, IllegalMove
from simulator.table.moves import Move
from simulator.table.view import SeatView

__all__ = ["Game", "IllegalMove", "Move", "SeatView"]
