"""Who plays: one module a player, and the tables that list players and styles."""

from simulator.players.choosing import choose
from simulator.players.desk import Desk, new_desk
from simulator.players.own import OwnPlayer, OwnPlayerError, is_own, load_own, seat_name
from simulator.players.seats import PLAYERS, STYLES, Player, Style, UnknownPlayer, check_seat, seat_records
from simulator.players.weights import WeightsError

__all__ = [
    "PLAYERS",
    "STYLES",
    "Desk",
    "OwnPlayer",
    "OwnPlayerError",
    "Player",
    "Style",
    "UnknownPlayer",
    "WeightsError",
    "check_seat",
    "choose",
    "is_own",
    "load_own",
    "new_desk",
    "seat_name",
    "seat_records",
]
