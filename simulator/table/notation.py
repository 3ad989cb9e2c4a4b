"""The table in writing: one line that can be pasted back, and several lines for people.

The line, for two players::

    rulebook turn 8 seat 0 action | fox frog*2 [0:swan*2 2:deer*4j1] | - [1:fox*7] 7x1 | up bird | down 69

Header (variant, turn, the deciding seat, the open decision), then one part a seat (stand, families as
``number:animal*tiles`` with ``j`` jokers among them, ``7x`` tokens, ``77@turn`` for Double Seven), the face-up tiles
and the number of face-down ones. Parts that are only there when they say something: ``out`` (tiles out of the game),
``draws`` (draws left, ``of two_for_one``, kinds that are ``barred``), ``so far`` (what the player did this turn),
``idle`` (turns in succession in which nobody moved on) and ``end`` (what triggered it, when, who, final turns left).
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from simulator.engine.random import FIRST_SEAT_STREAM, stream_start
from simulator.engine.setup import lay_table
from simulator.engine.state import ENDS, NO_KIND, NOT_ENDED, PHASES
from simulator.errors import Mistake
from simulator.table.game import Game

if TYPE_CHECKING:
    from simulator.variants import Variant


class NotationError(Mistake):
    """A line of notation that cannot be read."""


_SO_FAR = ("rainbows_this_turn", "trades_this_turn", "two_for_ones_this_turn", "moved_on")


def write_notation(game: Game) -> str:
    """Write the table of ``game`` in one line."""
    state = game.state
    parts = [f"{game.variant.name} turn {game.turn} seat {game.player} {game.phase}"]
    parts += [_seat_part(game, seat) for seat in range(game.players)]
    parts.append(f"up {_tiles(game.face_up())}")
    parts.append(f"down {game.face_down_tiles}")
    if out := _out_of_game(game):
        parts.append(f"out {_tiles(out)}")
    if game.phase == "draw":
        parts.append(f"draws {state.draws_left}" + (" of two_for_one" if state.draw_of_two_for_one else ""))
        if state.laid_down[0] != NO_KIND:
            parts[-1] += " barred " + " ".join(game.kinds[kind] for kind in state.laid_down)
    if so_far := [f"{name}={state[name]}" for name in _SO_FAR if state[name]]:
        parts.append("so far " + " ".join(so_far))
    if state.idle_turns:
        parts.append(f"idle {state.idle_turns}")
    if state.end != NOT_ENDED:
        parts.append(
            f"end {ENDS[state.end]} turn {state.end_turn} seat {state.end_player} left {state.final_turns_left}"
        )
    return " | ".join(parts)


def _seat_part(game: Game, seat: int) -> str:
    families = " ".join(
        f"{family['family']}:{family['animal']}*{family['tiles']}"
        + (f"j{family['jokers']}" if family["jokers"] else "")
        for family in game.families(seat)
    )
    part = f"{_tiles(game.stand(seat))} [{families}]"
    if tokens := int(game.state.tokens[seat]):
        part += f" 7x{tokens}"
    if game.state.double_seven_seat == seat:
        part += f" 77@{game.state.double_seven_turn}"
    return part


def _tiles(tiles: dict[str, int]) -> str:
    return " ".join(kind if number == 1 else f"{kind}*{number}" for kind, number in tiles.items()) or "-"


def _all_tiles(variant: "Variant", kinds: Sequence[str]) -> Counter[str]:
    """Every tile of the box, by kind."""
    box = Counter({kind: int(variant.rules.tiles_per_animal) for kind in kinds[:-1]})
    box[kinds[-1]] = int(variant.rules.tiles_jokers)
    return box


def _out_of_game(game: Game) -> dict[str, int]:
    """Tiles of the box that lie nowhere: discarded for good."""
    out = _all_tiles(game.variant, game.kinds)
    out.subtract(game.face_up())
    for kind in game.state.pile[game.state.pile_next : game.state.pile_end]:
        out[game.kinds[kind]] -= 1
    for seat in range(game.players):
        out.subtract(game.stand(seat))
    for family in game.families():
        out[family["animal"]] -= family["tiles"] - family["jokers"]
        out[game.kinds[-1]] -= family["jokers"]
    return {kind: number for kind, number in out.items() if number}


_HEADER = re.compile(r"(?P<name>.+) turn (?P<turn>\d+) seat (?P<seat>\d+) (?P<phase>\w+)")
_SEAT = re.compile(r"(?P<stand>[^\[]+) \[(?P<families>[^\]]*)\](?: 7x(?P<tokens>\d+))?(?: 77@(?P<double>\d+))?")
_FAMILY = re.compile(r"(?P<number>\d+):(?P<animal>[^*]+)\*(?P<tiles>\d+)(?:j(?P<jokers>\d+))?")
_DRAWS = re.compile(r"draws (?P<left>\d+)(?P<two> of two_for_one)?(?: barred (?P<barred>.+))?")
_END = re.compile(r"end (?P<end>\w+) turn (?P<turn>\d+) seat (?P<seat>\d+) left (?P<left>-?\d+)")


def read_notation(text: str, variant: "Variant", *, seed: int = 1, next_tiles: Iterable[str] = ()) -> Game:
    """Set a table from one line; see :meth:`Game.from_notation`.

    Raises
    ------
    NotationError
        If the line cannot be read, or holds more tiles of a kind than the box.
    """
    parts = [part.strip() for part in text.split("|")]
    header = _match(_HEADER, parts[0], "a header such as 'rulebook turn 8 seat 0 action'")
    seats = [part for part in parts[1:] if "[" in part]
    named = {part.split()[0]: part for part in parts[1:] if "[" not in part}
    game = Game.__new__(Game)
    game._prepare(variant, len(seats))
    state = game.state
    lay_table(state, game.rules, len(seats))
    left = _all_tiles(variant, game.kinds)
    families: dict[int, tuple[int, re.Match[str]]] = {}
    for seat, part in enumerate(seats):
        match = _match(_SEAT, part, "a seat such as 'fox frog*2 [0:swan*2 2:deer*4j1] 7x1'")
        for kind in _read_tiles(game, match["stand"]):
            _lay(left, game.kinds[kind], 1)
            state.stand[seat, kind] += 1
            state.stand_tiles[seat] += 1
        for family in match["families"].split():
            found = _match(_FAMILY, family, "a family such as '2:deer*4j1'")
            families[int(found["number"])] = seat, found
        state.tokens[seat] = int(match["tokens"] or 0)
        state.tokens_left -= state.tokens[seat]
        if match["double"]:
            state.double_seven_seat, state.double_seven_turn = seat, int(match["double"])
    if sorted(families) != list(range(len(families))):
        raise NotationError(f"families are numbered 0 to {len(families) - 1}, not {sorted(families)}")
    for number, (seat, found) in families.items():
        jokers, tiles = int(found["jokers"] or 0), int(found["tiles"])
        _lay(left, found["animal"], tiles - jokers)
        _lay(left, game.kinds[-1], jokers)
        state.family_owner[number], state.family_animal[number] = seat, _kind(game, found["animal"])
        state.family_tiles[number], state.family_jokers[number] = tiles, jokers
    state.families = len(families)
    for kind in _read_tiles(game, named.get("up", "up -").removeprefix("up ")):
        _lay(left, game.kinds[kind], 1)
        state.face_up[kind] += 1
        state.face_up_tiles += 1
    for kind in _read_tiles(game, named.get("out", "out -").removeprefix("out ")):
        _lay(left, game.kinds[kind], 1)
    _fill_pile(game, left, seed, next_tiles)
    if "down" in named and int(named["down"].split()[1]) != game.face_down_tiles:
        raise NotationError(f"the box leaves {game.face_down_tiles} face-down tiles, the line says {named['down']!r}")
    state.turn, state.player = int(header["turn"]), int(header["seat"])
    state.phase = PHASES.index(header["phase"])
    _read_turn(game, named)
    for seat in range(state.random.size):
        state.random[seat] = stream_start(seed, 0, FIRST_SEAT_STREAM + seat)
    return game


def _read_turn(game: Game, named: dict[str, str]) -> None:
    """Read the parts that are only there when they say something."""
    state = game.state
    if "draws" in named:
        draws = _match(_DRAWS, named["draws"], "draws such as 'draws 2'")
        state.draws_left, state.draw_of_two_for_one = int(draws["left"]), int(draws["two"] is not None)
        if draws["barred"]:
            state.laid_down[:] = [_kind(game, kind) for kind in draws["barred"].split()]
    for word in named.get("so", "so far").split()[2:]:
        name, value = word.split("=")
        if name not in _SO_FAR:
            raise NotationError(f"{name!r} is none of {', '.join(_SO_FAR)}")
        state[name] = int(value)
    if "idle" in named:
        state.idle_turns = int(named["idle"].split()[1])
    if "end" in named:
        end = _match(_END, named["end"], "an end such as 'end last_tile turn 20 seat 1 left -1'")
        state.end, state.end_turn = ENDS.index(end["end"]), int(end["turn"])
        state.end_player, state.final_turns_left = int(end["seat"]), int(end["left"])


def _fill_pile(game: Game, left: Counter[str], seed: int, next_tiles: Iterable[str]) -> None:
    """Lay the tiles that are ``left`` face down: ``next_tiles`` on top, the rest shuffled."""
    top = [_kind(game, tile) for tile in next_tiles]
    for kind in top:
        _lay(left, game.kinds[kind], 1)
    rest = [_kind(game, name) for name, number in left.items() for _ in range(number)]
    random.Random(seed).shuffle(rest)
    game.state.pile_end = len(top) + len(rest)
    game.state.pile[: game.state.pile_end] = top + rest


def _read_tiles(game: Game, text: str) -> list[int]:
    """Kinds of the tiles in ``fox frog*2``, one entry a tile."""
    kinds: list[int] = []
    for word in text.split():
        if word != "-":
            name, _, number = word.partition("*")
            kinds += [_kind(game, name)] * int(number or 1)
    return kinds


def _kind(game: Game, name: str) -> int:
    if name not in game.kinds:
        raise NotationError(f"{name!r} is no tile of {game.variant.name}; there are {', '.join(game.kinds)}")
    return game.kinds.index(name)


def _lay(left: Counter[str], kind: str, number: int) -> None:
    left[kind] -= number
    if left[kind] < 0:
        raise NotationError(f"the line lays out more tiles of kind {kind} than the box holds")


def _match(pattern: re.Pattern[str], text: str, expected: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise NotationError(f"expected {expected}, not {text!r}")
    return match


def draw_table(game: Game) -> str:
    """Draw the table in several lines: the draw pile, then each seat's stand, families, tokens and points."""
    what = "the game is over" if game.is_over else f"seat {game.player} decides ({game.phase})"
    lines = [
        f"{game.variant.title}, turn {game.turn}: {what}",
        f"  draw pile  face up: {_tiles(game.face_up())}   face down: {game.face_down_tiles}",
    ]
    for seat, points in enumerate(game.scores()):
        families = ", ".join(
            f"{family['family']} {family['animal']} ×{family['tiles']}"
            + (f" ({family['jokers']} joker{'s' if family['jokers'] > 1 else ''})" if family["jokers"] else "")
            for family in game.families(seat)
        )
        tokens = ["7"] * int(game.state.tokens[seat])
        tokens += ["77"] if game.state.double_seven_seat == seat else []
        marker = "▸" if seat == game.player and not game.is_over else " "
        lines.append(f"{marker} seat {seat}     stand: {_tiles(game.stand(seat))}")
        lines.append(f"             families: {families or '-'}")
        lines.append(f"             tokens: {' '.join(tokens) or '-'}   points: {points}")
    return "\n".join(lines)


__all__ = ["draw_table", "read_notation", "write_notation"]
