"""A game in words, turn by turn, for people who want to see how it went."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from simulator.engine.state import BY_DOUBLE_SEVEN, BY_LAST_TILE, NOBODY
from simulator.games.game import Game
from simulator.games.moves import JOKER, Event
from simulator.games.playing import Record
from simulator.games.verifying import check_header, replay

if TYPE_CHECKING:
    from simulator.variants import Variant

_ENDS = {
    "double_seven": "the Double Seven token was taken",
    "last_tile": "the last tile was drawn",
    "stalled": "no player could or would move on",
    "cut_off": "it was cut off: it would not end",
}


def tell(record: Record, variant: "Variant") -> Iterator[str]:
    """Tell a record line by line: the deal, each turn's moves, tokens and the score.

    Raises :class:`~simulator.games.RecordError` where the record breaks a rule, like :func:`verify`.
    """
    check_header(record, variant)
    names = record.get("seats") or [None] * record["players"]
    yield _title(record, variant)
    turn = mover = 0
    tokens: list[int] = []
    taken = triggered = False
    for event, game in replay(record, variant):
        seat: Any = event.get("player")
        if event["event"] == "deal":
            yield f"  seat {seat}{_called(names, seat)} is dealt {_tiles(event['tiles'])}"
            tokens.append(0)
            continue
        if turn != (present := _turn_of(event, game)):
            turn = present
            mover = game.player if seat is None else seat
            yield f"Turn {turn}, seat {mover}{_called(names, mover)}"
        yield f"  {_line(event, game)}"
        if game.state.tokens[mover] > tokens[mover]:
            tokens[mover] = int(game.state.tokens[mover])
            yield f"  Seven! Seat {mover} takes a 7 token."
        if not taken and game.state.double_seven_seat != NOBODY:
            taken = True
            yield f"  Double Seven! Seat {game.state.double_seven_seat} takes the token."
        if not triggered and game.state.end in (BY_DOUBLE_SEVEN, BY_LAST_TILE):
            triggered = True
            yield f"  The end is triggered: {_ENDS[game.final()['end']]}."
    yield from _closing(game, names)


def _turn_of(event: Event, game: Game) -> int:
    """The turn that an event belongs to: the one that ends with it, where a new turn has begun behind it."""
    ends_turn = event["event"] in ("pass", "empty", "discard")
    return game.turn - 1 if ends_turn and not game.is_over and game.player != event["player"] else game.turn


def _title(record: Record, variant: "Variant") -> str:
    title = f"{variant.title}, {record['players']} players"
    if record.get("seed") is not None:
        title += f", seed {record['seed']}, game {record['game']}"
    return title


def _called(names: list[str | None], seat: int) -> str:
    return f" ({names[seat]})" if names[seat] else ""


def _line(event: Event, game: Game) -> str:
    """One event in words, read in the position after it."""
    match event["event"]:
        case "reveal":
            return f"reveals {_a(event['tile'])}"
        case "draw":
            return f"draws {_a(event['tile'])} {'face down' if event['from'] == 'face_down' else 'that lay face up'}"
        case "rainbow":
            return "announces Rainbow!"
        case "start":
            tiles = [event["animal"]] * event["animals"] + [JOKER] * event["jokers"]
            return f"starts family {event['family']} with {_tiles(tiles)}"
        case "grow":
            return f"grows {_family(game, event['family'])} with {_a(event['tile'])}"
        case "trade":
            take = _family(game, event["take"])
            return f"trades {_family(game, event['give'])} for {take}"
        case "reclaim":
            animal = game.families()[event["family"]]["animal"]
            return f"reclaims a joker from {_family(game, event['family'])} for {_a(animal)}"
        case "two_for_one":
            return f"plays Two for One: lays down {_tiles(event['tiles'])}"
        case "pass":
            return f"passes with {_hand(game, event['player'])}"
        case "empty":
            return "Empty!"
        case _:
            return f"discards {_a(event['tile'])}"


def _family(game: Game, number: int) -> str:
    family = game.families()[number]
    return f"family {number} ({family['tiles']} {family['animal']})"


def _hand(game: Game, seat: int) -> str:
    held = [kind for kind, number in game.stand(seat).items() for _ in range(number)]
    return f"{_tiles(held)} on the stand"


def _a(tile: str) -> str:
    return f"{'an' if tile[0] in 'aeiou' else 'a'} {tile}"


def _tiles(tiles: list[str]) -> str:
    words = [_a(tile) for tile in tiles]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words) or "nothing"


def _closing(game: Game, names: list[str | None]) -> Iterator[str]:
    final = game.final()
    yield f"The game is over after {final['turns']} turns: {_ENDS[final['end']]}."
    for seat, score in enumerate(final["scores"]):
        families = ", ".join(f"{family['tiles']} {family['animal']}" for family in game.families(seat)) or "no family"
        tokens = [f"{final['seven_tokens'][seat]} × 7 token"] if final["seven_tokens"][seat] else []
        tokens += ["the Double Seven token"] if final["double_seven"] == seat else []
        yield f"  seat {seat}{_called(names, seat)}: {score} points ({', '.join([families, *tokens])})"
    winners = final["winners"]
    if len(winners) == 1:
        yield f"Seat {winners[0]}{_called(names, winners[0])} wins."
    else:
        yield f"Seats {', '.join(map(str, winners[:-1]))} and {winners[-1]} share the win."
