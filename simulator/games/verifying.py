"""Verifying a record: every event is legal where it stands, and the final line is what the events come to.

The rules are the engine's own: each event must be in the engine's list of legal moves, and the engine makes it. A
record that names its seed and game number is also held to the order of the tiles; one that was played by this very
version of the players, to their choices.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.engine.rules import MAX_FAMILIES
from simulator.engine.setup import deal
from simulator.engine.state import new_games
from simulator.engine.turn import begin_turn
from simulator.errors import Mistake
from simulator.games.game import Game
from simulator.games.moves import DECLINE_CODE, EVENT_KEYS, Event, code_of, move_text
from simulator.games.playing import FORMAT, Record, choose_for
from simulator.games.reading import RecordError
from simulator.games.refusing import broken_rule
from simulator.players import is_own, new_desks, seat_records
from simulator.players.seats import SEER

if TYPE_CHECKING:
    from simulator.variants import Variant

_FINAL_KEYS = ("turns", "end", "scores", "seven_tokens", "double_seven", "winners")
_NUMBER_LIMITS = {
    "family": MAX_FAMILIES,
    "give": MAX_FAMILIES,
    "take": MAX_FAMILIES,
    "jokers": 256,
    "animals": 256,
}


def verify(record: Record, variant: "Variant") -> Game:
    """Replay a record under ``variant`` to its end.

    Returns
    -------
    Game
        The finished game.

    Raises
    ------
    RecordError
        At the first thing that is not right: the event's number (from 0) and the rule it breaks, or the part of the
        header or the final line at fault.
    """
    *_, (_, game) = replay(record, variant)
    return game


def replay(record: Record, variant: "Variant") -> Iterator[tuple[Event, Game]]:
    """Replay a record event by event: yields each event with the game as it stands after it, always the same object.

    Raises :class:`RecordError` as :func:`verify` does; the final line is checked after the last event.
    """
    players, events = check_header(record, variant)
    hidden = _Replay(record, variant, players)
    for number, event in enumerate(events):
        _check_form(event, number, hidden.game)
        if number < players:
            hidden.deal(event, number)
        else:
            hidden.make(event, number)
        yield event, hidden.game
    hidden.finish(len(events))
    _check_final(record, hidden.game)


def check_header(record: Record, variant: "Variant") -> tuple[int, list[Event]]:
    """Check the record's outer form; return the number of players and the events."""
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    if record.get("format") != FORMAT:
        raise RecordError(f"format is {record.get('format')!r}, not {FORMAT!r}")
    players: Any = record.get("players")
    fewest, most = int(variant.rules.players_min), int(variant.rules.players_max)
    if not _is_number(players) or not fewest <= players <= most:
        raise RecordError(f"players is {players!r}; {variant.name} is for {fewest} to {most}")
    digest = record.get("variant_digest")
    if digest is not None and digest != variant.digest:
        raise RecordError(f"played under rules with digest {digest!r}; those of {variant.name} are {variant.digest!r}")
    seats = record.get("seats")
    if "seats" in record and not _are_names(seats, players):
        raise RecordError(f"seats is {seats!r}, not a list of {players} players' names")
    seed, game = record.get("seed"), record.get("game")
    if (seed is not None or game is not None) and not (_is_within(seed, 2**64) and _is_within(game, 2**63)):
        raise RecordError(
            f"seed is {seed!r} and game {game!r}: both are whole numbers below 2**64 and 2**63, or neither is there"
        )
    events = record.get("events")
    if not isinstance(events, list):
        raise RecordError(f"events is {type(events).__name__}, not a list")
    if len(events) < players:
        raise RecordError(f"the record has {len(events)} events, too few to deal to {players} players")
    return players, events


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_within(value: Any, end: int) -> bool:
    return _is_number(value) and 0 <= value < end


def _are_names(value: Any, number: int) -> bool:
    return isinstance(value, list) and len(value) == number and all(isinstance(name, str) for name in value)


def _check_form(event: Any, number: int, game: Game) -> None:
    """Check that an event has a known name, exactly its keys, and values of the right sort."""
    name = event.get("event") if isinstance(event, dict) else event
    if not isinstance(event, dict) or not isinstance(name, str) or name not in EVENT_KEYS:
        raise RecordError(f"{name!r} is no event; there are {', '.join(EVENT_KEYS)}", event=number)
    expected = {"event", *EVENT_KEYS[event["event"]]}
    if set(event) != expected:
        wrong = ", ".join(sorted(set(event) ^ expected))
        raise RecordError(
            f"{event['event']} has keys {', '.join(EVENT_KEYS[event['event']])}: see {wrong}", event=number
        )
    for key, value in event.items():
        if key in ("tile", "animal") and value not in game.kinds:
            raise RecordError(f"{value!r} is no tile; there are {', '.join(game.kinds)}", event=number)
        if key == "tiles":
            if not isinstance(value, list) or any(tile not in game.kinds for tile in value):
                raise RecordError(f"tiles is {value!r}, not a list of {', '.join(game.kinds)}", event=number)
            if event["event"] == "two_for_one" and len(value) != 2:
                raise RecordError(f"Two for One lays down two tiles, not {len(value)}", event=number)
        if key == "from" and value not in ("face_down", "face_up"):
            raise RecordError(f"a tile is drawn from face_down or face_up, not {value!r}", event=number)
        if key == "player" and (not _is_number(value) or not 0 <= value < game.players):
            raise RecordError(f"player is {value!r}; seats are 0 to {game.players - 1}", event=number)
        if key in _NUMBER_LIMITS and (not _is_number(value) or not 0 <= value < _NUMBER_LIMITS[key]):
            raise RecordError(f"{key} is {value!r}, not a number from 0 to {_NUMBER_LIMITS[key] - 1}", event=number)


class _Replay:
    """A game whose hidden tiles come to light as the record tells them."""

    def __init__(self, record: Record, variant: "Variant", players: int) -> None:
        self.game = Game.undealt(variant, players)
        self.boxed = dict(enumerate(self.game.box.values()))
        self.unseen = Counter(self.boxed)
        self.game.state.pile_next, self.game.state.pile_end = 0, self.unseen.total()
        self.order = self._order_of_tiles(record, players)
        self.seats = self._players_to_follow(record)
        self.desks = None if self.seats is None else new_desks(self.seats)

    def _order_of_tiles(self, record: Record, players: int) -> np.ndarray | None:
        """The shuffled tiles, if the record names its seed and game number; the seats' random streams are set then."""
        seed, number = record.get("seed"), record.get("game")
        if seed is None or number is None:
            return None
        shuffled = new_games(1)[0]
        deal(shuffled, self.game.rules, players, np.uint64(seed), np.int64(number))
        self.game.state.random[:] = shuffled.random
        return np.array(shuffled.pile[: shuffled.pile_end])

    def _players_to_follow(self, record: Record) -> np.recarray | None:
        """The players whose choices can be checked: those of this version, in a game with a known seed."""
        if self.order is None or record.get("sources_digest") != SOURCES_DIGEST or "seats" not in record:
            return None
        if any(is_own(seat) for seat in record["seats"]):
            return None
        try:
            seats = seat_records(self.game.variant, record["seats"])
            # A seer looks at tiles that lie open only when the record comes to them.
            return None if (seats.player == SEER).any() else seats
        except Mistake as error:
            raise RecordError(str(error)) from error

    def deal(self, event: Event, number: int) -> None:
        """Deal to one seat; after the last, the first turn begins."""
        state, rules = self.game.state, self.game.rules
        if event["event"] != "deal":
            raise RecordError(f"seat {number} must be dealt its tiles first, not {event['event']}", event=number)
        if event["player"] != number:
            raise RecordError(f"stands are dealt in seat order: seat {number}, not {event['player']}", event=number)
        size = int(rules.setup_stand[number])
        if len(event["tiles"]) != size:
            raise RecordError(
                f"seat {number} is dealt {size} tiles (setup.stand), not {len(event['tiles'])}", event=number
            )
        for tile in event["tiles"]:
            kind = self._bring_to_light(tile, number)
            state.stand[number, kind] += 1
            state.stand_tiles[number] += 1
            state.pile_next += 1
        self.game.events.append(event)
        if number == self.game.players - 1:
            begin_turn(state, rules)

    def make(self, event: Event, number: int) -> None:
        """Make the move that an event records."""
        game = self.game
        if game.is_over:
            raise RecordError(f"the game was over before it: {game.final()['end']} ended it", event=number)
        if event["event"] == "deal":
            raise RecordError("stands are dealt once, before the first turn", event=number)
        if game.phase == "rainbow" and event["event"] != "rainbow":
            self._hold_to_player(DECLINE_CODE, number)
            game.step(DECLINE_CODE)
        if "player" in event and event["player"] != game.player:
            raise RecordError(f"it is the turn of seat {game.player}, not of seat {event['player']}", event=number)
        self._check_numbers(event, number)
        code = code_of(event, game.kinds)
        if code not in game.legal_codes():
            raise RecordError(f"{event['event']}: {broken_rule(game, code)}", event=number)
        if event["event"] == "reveal" or event.get("from") == "face_down":
            self._bring_to_light(event["tile"], number)
        self._hold_to_player(code, number)
        game.step(code)

    def _check_numbers(self, event: Event, number: int) -> None:
        """Check what an event repeats beside the move itself."""
        if event["event"] == "start":
            if event["family"] != self.game.state.families:
                raise RecordError(
                    f"families are numbered in the order of their starts: this is family {self.game.state.families},"
                    f" not {event['family']}",
                    event=number,
                )
            size = int(self.game.rules.start_min_tiles)
            if event["animals"] + event["jokers"] != size:
                raise RecordError(
                    f"a start lays exactly {size} tiles (start.min_tiles), not"
                    f" {event['animals'] + event['jokers']}; more are growths",
                    event=number,
                )

    def _bring_to_light(self, tile: str, number: int) -> int:
        """Put a tile that the record tells on top of the face-down pile, if it can lie there; return its kind."""
        kind = self.game.kinds.index(tile)
        place = int(self.game.state.pile_next)
        if self.unseen[kind] == 0:
            raise RecordError(f"all {self.boxed[kind]} tiles of kind {tile} have been seen before", event=number)
        if self.order is not None and self.order[place] != kind:
            expected = self.game.kinds[self.order[place]]
            raise RecordError(f"under the record's seed the next tile is a {expected}, not a {tile}", event=number)
        self.unseen[kind] -= 1
        self.game.state.pile[place] = kind
        return kind

    def _hold_to_player(self, code: int, number: int) -> None:
        """Check that the seat's player, deciding in this position, chooses the move of the record."""
        game = self.game
        if self.seats is None or self.desks is None or len(game.legal_codes()) == 1:
            return
        chosen = choose_for(game, self.seats, self.desks)
        if chosen != code:
            size = int(game.rules.start_min_tiles)
            texts = [move_text(move, game.kinds, size) for move in (chosen, code)]
            raise RecordError(
                f"the player in seat {game.player} chooses {texts[0]!r} here, not {texts[1]!r}", event=number
            )

    def finish(self, number: int) -> None:
        """Check that the game is over. Its very last turn may lack the discard, which cannot change the score."""
        game = self.game
        while game.phase == "discard" and self._only_discards_are_missing():
            game.step(int(game.legal_codes()[0]))
        if not game.is_over:
            raise RecordError(
                f"the record stops before the game is over: seat {game.player} has still to decide ({game.phase})",
                event=number,
            )

    def _only_discards_are_missing(self) -> bool:
        """Whether no other turn follows the present one."""
        state = self.game.state
        if state.final_turns_left == 1:
            return True
        return bool(state.final_turns_left == -1 and state.end != 0 and self.game.rules.end_final_turns == 0)


def _check_final(record: Record, game: Game) -> None:
    """Compare the final line."""
    final = record.get("final")
    if not isinstance(final, dict):
        raise RecordError(f"final is {final!r}, not an object with {', '.join(_FINAL_KEYS)}")
    if unknown := sorted(set(final) - set(_FINAL_KEYS)):
        raise RecordError(f"final has the unknown key {unknown[0]!r}; there are {', '.join(_FINAL_KEYS)}")
    for key, value in game.final().items():
        # As JSON, so that 1, 1.0 and true are three values.
        if key not in final or json.dumps(final[key]) != json.dumps(value):
            raise RecordError(f"final: {key} is {final.get(key)!r} in the record, but the events come to {value!r}")


__all__ = ["replay", "verify"]
