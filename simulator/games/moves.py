"""Moves and events by name: from the numbers of the engine to words, and from the events of a record to numbers."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simulator.engine import moves as engine_moves
from simulator.engine.moves import first_of, second_of, type_of

JOKER = "joker"

Event = dict[str, Any]
"""One event of a game record, as a JSON object."""

EVENT_KEYS: dict[str, tuple[str, ...]] = {
    "deal": ("player", "tiles"),
    "reveal": ("tile",),
    "draw": ("player", "from", "tile"),
    "rainbow": ("player",),
    "start": ("player", "family", "animal", "animals", "jokers"),
    "grow": ("player", "family", "tile"),
    "trade": ("player", "give", "take"),
    "reclaim": ("player", "family"),
    "two_for_one": ("player", "tiles"),
    "pass": ("player",),
    "empty": ("player",),
    "discard": ("player", "tile"),
}
"""The events of a record, and the keys of each beside ``event``."""


class Move(NamedTuple):
    """A move: its ``code`` in the engine and its ``text``, such as ``grow 3 fox``."""

    code: int
    text: str

    def __str__(self) -> str:
        """Give the text: what :meth:`Game.apply` takes."""
        return self.text


def move_text(code: int, kinds: Sequence[str], start_tiles: int) -> str:
    """Say a move in one short line.

    ========================  =============================================================
    ``draw face_down``        a face-down tile
    ``draw fox``              a face-up fox
    ``rainbow``               announce it; ``no rainbow`` declines
    ``start fox fox``         start a family with these tiles
    ``grow 3 fox``            add a fox to family 3
    ``trade 0 4``             give family 0, take family 4
    ``reclaim 3``             swap the animal for a joker of family 3
    ``two_for_one fox deer``  lay down these two
    ``pass``                  end the turn
    ``discard fox``           discard a fox
    ========================  =============================================================
    """
    first, second = first_of(code), second_of(code)
    match type_of(code):
        case engine_moves.REVEAL:
            return "reveal"
        case engine_moves.FACE_DOWN:
            return "draw face_down"
        case engine_moves.FACE_UP:
            return f"draw {kinds[first]}"
        case engine_moves.ANNOUNCE:
            return "rainbow"
        case engine_moves.DECLINE:
            return "no rainbow"
        case engine_moves.START:
            return " ".join(["start", *[kinds[first]] * (start_tiles - second), *[JOKER] * second])
        case engine_moves.GROW:
            return f"grow {first} {kinds[second]}"
        case engine_moves.TRADE:
            return f"trade {first} {second}"
        case engine_moves.RECLAIM:
            return f"reclaim {first}"
        case engine_moves.TWO_FOR_ONE:
            return f"two_for_one {kinds[first]} {kinds[second]}"
        case engine_moves.PASS:
            return "pass"
        case engine_moves.EMPTY:
            return "empty"
        case engine_moves.DISCARD:
            return f"discard {kinds[first]}"
        case _:
            raise ValueError(f"{code} is not the number of a move")


def event_of(code: int, state: np.record, kinds: Sequence[str], start_tiles: int) -> Event | None:
    """The event that records a move about to be made in ``state``; declining a Rainbow leaves none."""
    player = int(state.player)
    first, second = first_of(code), second_of(code)
    match type_of(code):
        case engine_moves.REVEAL:
            return {"event": "reveal", "tile": kinds[state.pile[state.pile_next]]}
        case engine_moves.FACE_DOWN:
            tile = kinds[state.pile[state.pile_next]]
            return {"event": "draw", "player": player, "from": "face_down", "tile": tile}
        case engine_moves.FACE_UP:
            return {"event": "draw", "player": player, "from": "face_up", "tile": kinds[first]}
        case engine_moves.ANNOUNCE:
            return {"event": "rainbow", "player": player}
        case engine_moves.DECLINE:
            return None
        case engine_moves.START:
            return {
                "event": "start",
                "player": player,
                "family": int(state.families),
                "animal": kinds[first],
                "animals": start_tiles - second,
                "jokers": second,
            }
        case engine_moves.GROW:
            return {"event": "grow", "player": player, "family": first, "tile": kinds[second]}
        case engine_moves.TRADE:
            return {"event": "trade", "player": player, "give": first, "take": second}
        case engine_moves.RECLAIM:
            return {"event": "reclaim", "player": player, "family": first}
        case engine_moves.TWO_FOR_ONE:
            return {"event": "two_for_one", "player": player, "tiles": [kinds[first], kinds[second]]}
        case engine_moves.PASS:
            return {"event": "pass", "player": player}
        case engine_moves.EMPTY:
            return {"event": "empty", "player": player}
        case engine_moves.DISCARD:
            return {"event": "discard", "player": player, "tile": kinds[first]}
        case _:
            raise ValueError(f"{code} is not the number of a move")


def code_of(event: Event, kinds: Sequence[str]) -> int:
    """The move that an event records. The event has the right keys and names known kinds; a deal is no move."""
    kind = {name: position for position, name in enumerate(kinds)}
    match event["event"]:
        case "reveal":
            return _code(engine_moves.REVEAL)
        case "draw":
            return (
                _code(engine_moves.FACE_DOWN)
                if event["from"] == "face_down"
                else _code(engine_moves.FACE_UP, kind[event["tile"]])
            )
        case "rainbow":
            return _code(engine_moves.ANNOUNCE)
        case "start":
            return _code(engine_moves.START, kind[event["animal"]], event["jokers"])
        case "grow":
            return _code(engine_moves.GROW, event["family"], kind[event["tile"]])
        case "trade":
            return _code(engine_moves.TRADE, event["give"], event["take"])
        case "reclaim":
            return _code(engine_moves.RECLAIM, event["family"])
        case "two_for_one":
            return _code(engine_moves.TWO_FOR_ONE, *sorted(kind[tile] for tile in event["tiles"]))
        case "pass":
            return _code(engine_moves.PASS)
        case "empty":
            return _code(engine_moves.EMPTY)
        case "discard":
            return _code(engine_moves.DISCARD, kind[event["tile"]])
        case other:
            raise ValueError(f"{other!r} is no move")


def _code(move_type: int, first: int = 0, second: int = 0) -> int:
    return (move_type << 16) | (first << 8) | second


DECLINE_CODE = _code(engine_moves.DECLINE)
"""The number of the move that declines a Rainbow: the one move without an event."""
