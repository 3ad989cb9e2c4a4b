"""The table in writing: one line that can be pasted back, and several lines for people.

The line, for two players::

    rulebook turn 8 seat 0 action | fox frog*2 [0:swan*2 2:deer*4j1] | - [1:fox*7] 7x1 | up bird | down 74

Header (variant, turn, the deciding seat, the open decision), then one part a seat (stand, ``seen`` and those of its
tiles that all have seen come there, families as ``number:animal*tiles`` with ``j`` jokers among them, ``7x`` tokens,
``77@turn`` for Double Seven), the face-up tiles and the number of face-down ones. Parts that are only there when they
say something: ``out`` (tiles out of the game), ``draws`` (draws left, ``of two_for_one``, kinds that are ``barred``),
``so far`` (what the player did this turn), ``idle`` (turns in succession in which nobody moved on) and ``end`` (what
triggered it, when, who, final turns left).
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from simulator.engine.random import FIRST_SEAT_STREAM, stream_start
from simulator.engine.state import ENDS, NO_KIND, NOT_ENDED, PHASES
from simulator.errors import Mistake
from simulator.games.table import Table

AnyTable = TypeVar("AnyTable", bound=Table)


class NotationError(Mistake):
    """A line of notation that cannot be read."""


_SO_FAR = ("rainbows_this_turn", "trades_this_turn", "two_for_ones_this_turn", "moved_on")


def write_notation(game: Table) -> str:
    """Write the table of ``game`` in one line."""
    state = game.state
    parts = [f"{game.variant.name} turn {game.turn} seat {game.player} {game.phase}"]
    parts += [_seat_part(game, seat) for seat in range(game.players)]
    parts.append(f"up {_tiles(game.face_up())}")
    parts.append(f"down {game.face_down_tiles}")
    if out := game.out_of_game():
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


def _seat_part(game: Table, seat: int) -> str:
    families = " ".join(
        f"{family['family']}:{family['animal']}*{family['tiles']}"
        + (f"j{family['jokers']}" if family["jokers"] else "")
        for family in game.families(seat)
    )
    seen = game.stand_seen(seat)
    part = f"{_tiles(game.stand(seat))}{f' seen {_tiles(seen)}' if seen else ''} [{families}]"
    if tokens := int(game.state.tokens[seat]):
        part += f" 7x{tokens}"
    if game.state.double_seven_seat == seat:
        part += f" 77@{game.state.double_seven_turn}"
    return part


def _tiles(tiles: dict[str, int]) -> str:
    return " ".join(kind if number == 1 else f"{kind}*{number}" for kind, number in tiles.items()) or "-"


_NUMBER = r"(\d{1,4})"
_HEADER = re.compile(r"(.+) turn " + _NUMBER + r" seat (\d) (\w+)")
_SEAT = re.compile(r"([^\[]+) \[([^\]]*)\](?: 7x(\d{1,3}))?(?: 77@" + _NUMBER + ")?")
_FAMILY = re.compile(r"(\d{1,3}):([^*]+)\*(\d{1,3})(?:j(\d{1,3}))?")
_PARTS = {
    "up": (re.compile("up (.+)"), "face-up tiles such as 'up bird frog*2'"),
    "down": (re.compile("down " + _NUMBER), "a number of face-down tiles such as 'down 61'"),
    "out": (re.compile("out (.+)"), "tiles out of the game such as 'out fox'"),
    "draws": (re.compile(r"draws (\d{1,2})( of two_for_one)?(?: barred (\S+) (\S+))?"), "draws such as 'draws 2'"),
    "so": (
        re.compile(r"so far( (?:moved_on=[01]|(?:" + "|".join(_SO_FAR[:-1]) + r")=\d{1,4}))+"),
        "doings such as 'so far trades_this_turn=1'",
    ),
    "idle": (re.compile("idle " + _NUMBER), "idle turns such as 'idle 1'"),
    "end": (
        re.compile(r"end (\w+) turn " + _NUMBER + r" seat (\d) left (-1|\d{1,3})"),
        "an end such as 'end last_tile turn 20 seat 1 left -1'",
    ),
}
"""The parts behind the seats, by their first word: how each is written, and an example."""


def read_notation(
    text: str, undealt: Callable[[int], AnyTable], *, seed: int = 1, next_tiles: Iterable[str] = ()
) -> AnyTable:
    """Set a table from one line; see :meth:`simulator.games.Game.from_notation`.

    Parameters
    ----------
    text
        The line.
    undealt
        Gives an empty table for so many players.
    seed, next_tiles
        Fix the order of the face-down tiles.

    Raises
    ------
    NotationError
        If the line cannot be read, or lays out what the rules or the box do not hold.
    """
    header, *parts = [part.strip() for part in text.split("|")]
    heading = _match(_HEADER, "a header such as 'rulebook turn 8 seat 0 action'", header)
    seats = [part for part in parts if "[" in part]
    named = _named_parts([part for part in parts if "[" not in part])
    game = undealt(len(seats))
    left = Counter(game.box)
    _read_header(game, heading)
    _read_seats(game, seats, left)
    for kind in _read_tiles(game, named["up"][1] if "up" in named else "-", left):
        game.state.face_up[kind] += 1
        game.state.face_up_tiles += 1
    for kind in _read_tiles(game, named["out"][1] if "out" in named else "-", left):
        game.state.out_of_game[kind] += 1
    _fill_pile(game, left, seed, next_tiles)
    if "down" in named and int(named["down"][1]) != game.face_down_tiles:
        raise NotationError(f"the box leaves {game.face_down_tiles} face-down tiles, the line says {named['down'][1]}")
    _read_turn(game, named)
    for seat in range(game.state.random.size):
        game.state.random[seat] = stream_start(seed, 0, FIRST_SEAT_STREAM + seat)
    return game


def _named_parts(parts: Sequence[str]) -> dict[str, re.Match[str]]:
    """The parts behind the seats, matched, by their first word."""
    named: dict[str, re.Match[str]] = {}
    for part in parts:
        word = part.partition(" ")[0]
        if word not in _PARTS:
            raise NotationError(f"unknown part {part!r}; there are {', '.join(_PARTS)}")
        if word in named:
            raise NotationError(f"the part {word!r} stands twice")
        named[word] = _match(*_PARTS[word], part)
    return named


def _read_header(game: Table, heading: re.Match[str]) -> None:
    _, turn, seat, phase = heading.groups()
    if phase not in PHASES:
        raise NotationError(f"{phase!r} is no open decision; there are {', '.join(PHASES)}")
    game.state.turn, game.state.player, game.state.phase = int(turn), _seat(game, seat), PHASES.index(phase)


def _read_seats(game: Table, seats: Sequence[str], left: Counter[str]) -> None:
    """Read each seat's stand, families and tokens."""
    state = game.state
    families: dict[int, tuple[int, int, int, int]] = {}
    for seat, part in enumerate(seats):
        match = _match(_SEAT, "a seat such as 'fox frog*2 [0:swan*2 2:deer*4j1] 7x1'", part)
        stand, _, seen = match[1].partition(" seen ")
        for kind in _read_tiles(game, stand, left):
            state.stand[seat, kind] += 1
            state.stand_tiles[seat] += 1
        for kind in _read_tiles(game, seen, Counter(game.stand(seat))):
            state.stand_seen[seat, kind] += 1
        for family in match[2].split():
            number_of, animal, tiles, jokers = _match(_FAMILY, "a family such as '2:deer*4j1'", family).groups("0")
            if animal == game.kinds[-1] or int(jokers) >= int(tiles):
                raise NotationError(f"{family!r}: a family holds an animal, not jokers only")
            families[int(number_of)] = seat, _kind(game, animal), int(tiles), int(jokers)
            _lay(left, animal, int(tiles) - int(jokers))
            _lay(left, game.kinds[-1], int(jokers))
        state.tokens[seat] = int(match[3] or 0)
        state.tokens_left -= state.tokens[seat]
        if match[4]:
            state.double_seven_seat, state.double_seven_turn = seat, int(match[4])
    if state.tokens_left < 0:
        raise NotationError(f"the seats hold more 7 tokens than there are: {game.rules.seven_tokens} (seven.tokens)")
    if sorted(families) != list(range(len(families))):
        raise NotationError(f"families are numbered from 0, each number once, not {sorted(families)}")
    for number, (seat, kind, tiles_of, jokers_of) in families.items():
        state.family_owner[number], state.family_animal[number] = seat, kind
        state.family_tiles[number], state.family_jokers[number] = tiles_of, jokers_of
    state.families = len(families)


def _read_turn(game: Table, named: dict[str, re.Match[str]]) -> None:
    """Read the parts that are only there when they say something."""
    state = game.state
    if (game.phase == "draw") != ("draws" in named):
        raise NotationError("the part 'draws' stands in a line whose open decision is draw, and in no other")
    if "draws" in named:
        tiles, of_two_for_one, barred, barred_too = named["draws"].groups()
        state.draws_left, state.draw_of_two_for_one = int(tiles), int(of_two_for_one is not None)
        if barred is not None:
            state.laid_down[:] = [_kind(game, barred), _kind(game, barred_too)]
    if "so" in named:
        for doing in named["so"][0].split()[2:]:
            name, _, number = doing.partition("=")
            state[name] = int(number)
    if "idle" in named:
        state.idle_turns = int(named["idle"][1])
    if "end" in named:
        end, turn, seat, final_turns = named["end"].groups()
        if end not in ENDS[1:]:
            raise NotationError(f"{end!r} ends no game; there are {', '.join(ENDS[1:])}")
        state.end, state.end_turn, state.end_player = ENDS.index(end), int(turn), _seat(game, seat)
        state.final_turns_left = int(final_turns)


def _fill_pile(game: Table, left: Counter[str], seed: int, next_tiles: Iterable[str]) -> None:
    """Lay the tiles that are ``left`` face down: ``next_tiles`` on top, the rest shuffled."""
    top = [_kind(game, tile) for tile in next_tiles]
    for kind in top:
        _lay(left, game.kinds[kind], 1)
    rest = [_kind(game, name) for name, number in left.items() for _ in range(number)]
    random.Random(seed).shuffle(rest)
    game.state.pile_end = len(top) + len(rest)
    game.state.pile[: game.state.pile_end] = top + rest


def _read_tiles(game: Table, text: str, left: Counter[str]) -> list[int]:
    """Kinds of the tiles in ``fox frog*2``, one entry a tile; they are taken out of what is ``left``."""
    kinds: list[int] = []
    for word in text.split():
        if word != "-":
            name, star, number = word.partition("*")
            if star and not (number.isdecimal() and len(number) <= 3):
                raise NotationError(f"expected tiles such as 'frog*2', not {word!r}")
            _lay(left, name, int(number or 1))
            kinds += [_kind(game, name)] * int(number or 1)
    return kinds


def _kind(game: Table, name: str) -> int:
    if name not in game.kinds:
        raise NotationError(f"{name!r} is no tile of {game.variant.name}; there are {', '.join(game.kinds)}")
    return game.kinds.index(name)


def _seat(game: Table, text: str) -> int:
    if int(text) >= game.players:
        raise NotationError(f"there is no seat {text}: the line has {game.players} seats, from 0")
    return int(text)


def _lay(left: Counter[str], kind: str, number: int) -> None:
    if kind not in left:
        raise NotationError(f"{kind!r} is no tile; there are {', '.join(left)}")
    left[kind] -= number
    if left[kind] < 0:
        raise NotationError(f"the line lays out more tiles of kind {kind} than the box holds")


def _match(pattern: re.Pattern[str], expected: str, text: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise NotationError(f"expected {expected}, not {text!r}")
    return match


def draw_table(game: Table) -> str:
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
