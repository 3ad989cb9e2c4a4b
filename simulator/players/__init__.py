"""Who plays: one module a player, and the tables that list players and styles."""

from simulator.players.choosing import choose
from simulator.players.desk import Desks, new_desks
from simulator.players.networks import NetworkError
from simulator.players.own import OwnPlayer, OwnPlayerError, batch_of, is_own, load_own, seat_name
from simulator.players.seats import PLAYERS, STYLES, Player, Style, UnknownPlayer, check_seat, seat_records

__all__ = [
    "PLAYERS",
    "STYLES",
    "Desks",
    "NetworkError",
    "OwnPlayer",
    "OwnPlayerError",
    "Player",
    "Style",
    "UnknownPlayer",
    "batch_of",
    "check_seat",
    "choose",
    "is_own",
    "load_own",
    "new_desks",
    "seat_name",
    "seat_records",
]
