"""Who sits where: a player's name with all that can follow it, and the record that compiled code reads.

A seat is written ``player[:budget][@network][/style…]``, for example ``planner``, ``trained@rulebook``, ``search:800``
or ``house/no-trade``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np

from simulator.engine.rules import FROM_NOBODY, MAX_PLAYERS, RULES
from simulator.errors import Mistake
from simulator.players.network import NETWORK
from simulator.players.networks import find_network
from simulator.players.weights import WEIGHTS, find_weights

if TYPE_CHECKING:
    from simulator.variants import Variant

RANDOM, GREEDY, HOUSE, PLANNER, TRAINED, SEARCH, SEER = range(7)
NO_STYLE, RUSH, HOARD = range(3)
DEFAULT_BUDGET = 200
MOST_PLAYOUTS = 1_000_000


@dataclass(frozen=True)
class Player:
    """A player that can take a seat.

    Parameters
    ----------
    name, code
        What it is called, and its number in compiled code.
    summary
        What it does, in one line.
    batch
        Games that it plays in a moment: some tenths of a second, so that progress moves and an interrupt is heeded.
    """

    name: str
    code: int
    summary: str
    batch: int


PLAYERS: tuple[Player, ...] = (
    Player("random", RANDOM, "picks uniformly from the legal moves; a check of the engine, never a finding", 5_000),
    Player("greedy", GREEDY, "takes the move that puts most tiles on the table now", 5_000),
    Player("house", HOUSE, "a sound player by rule of thumb", 5_000),
    Player("planner", PLANNER, "searches whole turns for the best end under weights tuned to the printed game", 500),
    Player("trained", TRAINED, "plans like the planner, judged by a network trained on the rules it plays", 100),
    Player(
        "search", SEARCH, "plays on from the best moves of trained; search:800 does so up to 800 times a decision", 4
    ),
    Player(
        "seer",
        SEER,
        "searches with all hidden tiles before its eyes: no player for a study, but what luck leaves to win",
        4,
    ),
)
"""Every player, weakest first."""


@dataclass(frozen=True)
class Style:
    """What can be asked of any player on top: its ``name`` and what it does."""

    name: str
    summary: str


STYLES: tuple[Style, ...] = (
    Style("no-trade", "never trades"),
    Style("no-reclaim", "never reclaims a joker"),
    Style("no-two-for-one", "never plays Two for One"),
    Style("no-rainbow", "never announces Rainbow"),
    Style("rush", "completes sevens before all else, to end the game soonest"),
    Style("hoard", "keeps its tiles back as long as its stand may hold them"),
)
"""Restrictions and manners of play, written behind a player as ``/name``."""

SEAT = np.dtype(
    [
        ("player", np.int64),
        ("style", np.int64),
        ("no_rainbow", np.int64),
        ("budget", np.int64),  # playouts of one decision, at most
        ("weights", np.float64, (len(WEIGHTS),)),  # of plans
        ("network", NETWORK),
        ("exploring", np.int64),  # chance in a million that an action is picked at random, in training
        ("rules", RULES),  # the rules as this seat plays them: what it may not do is off
    ],
    align=True,
)
"""One seat, for compiled code."""

_SPECIFICATION = re.compile(
    r"(?P<player>[^@/:]+)(?P<budget>:[^@/]*)?(?:@(?P<network>.*\.npz|[^/]*))?(?P<styles>(?:/.*)?)"
)


class UnknownPlayer(Mistake):
    """A seat that is not written as one can be, or names what does not exist."""


def seat_records(variant: "Variant", seats: Sequence[str]) -> np.recarray:
    """The seats for compiled code: ``MAX_PLAYERS`` records of :data:`SEAT`, those of unused seats blank.

    Raises
    ------
    UnknownPlayer
        If a seat cannot be read; the message names the nearest known name.
    """
    records = np.zeros(MAX_PLAYERS, SEAT).view(np.recarray)
    for record, seat in zip(records, seats, strict=False):
        _fill(record, variant, seat, len(seats))
    return records


def check_seat(seat: str) -> None:
    """Raise :class:`UnknownPlayer` if ``seat`` is not written as a seat can be."""
    _read(seat)


def asks_for_network(seat: str) -> bool:
    """Whether a seat is that of a player who judges by the network of the rules that are played.

    A player of one's own, by whatever name, does not.
    """
    try:
        player, _, network, _ = _read(seat)
    except UnknownPlayer:
        return False
    return network is None and player.code in (TRAINED, SEARCH, SEER)


def batch_of_seat(seat: str) -> int:
    """Games that the player of a seat plays in a moment: of a search the fewer, the larger its budget is."""
    player, budget, _, _ = _read(seat)
    return max(1, player.batch * DEFAULT_BUDGET // budget) if player.code == SEARCH else player.batch


def _read(seat: str) -> tuple[Player, int, str | None, list[str]]:
    """Read a seat: the player, its budget, the network's name and the styles."""
    match = _SPECIFICATION.fullmatch(seat.strip())
    players = {player.name: player for player in PLAYERS}
    name = match["player"] if match else seat
    if match is None or name not in players:
        raise UnknownPlayer(f"unknown player {name!r}: {_nearest(name, players)}known are {', '.join(players)}")
    player = players[name]
    if match["network"] is not None and player.code not in (TRAINED, SEARCH, SEER):
        raise UnknownPlayer(f"{seat!r}: {name} asks no network; trained and search do, for example trained@rulebook")
    budget = DEFAULT_BUDGET
    if match["budget"] is not None:
        if player.code != SEARCH:
            raise UnknownPlayer(f"{seat!r}: {name} has no budget; search has, for example search:{DEFAULT_BUDGET}")
        budget = _read_budget(seat, match["budget"])
    known = [style.name for style in STYLES]
    styles = [style for style in match["styles"].split("/") if style]
    for style in styles:
        if style not in known:
            raise UnknownPlayer(
                f"{seat!r}: unknown style {style!r}: {_nearest(style, known)}known are {', '.join(known)}"
            )
    if "rush" in styles and "hoard" in styles:
        raise UnknownPlayer(f"{seat!r}: a player cannot both rush and hoard")
    return player, budget, match["network"], styles


def _read_budget(seat: str, written: str) -> int:
    try:
        budget = int(written[1:])
    except ValueError:
        budget = 0
    if not 1 <= budget <= MOST_PLAYOUTS:
        raise UnknownPlayer(
            f"{seat!r}: a budget is a whole number of playouts from 1 to {MOST_PLAYOUTS:,}, "
            f"for example search:{DEFAULT_BUDGET}"
        )
    return budget


def _nearest(name: str, known: Sequence[str] | dict[str, Player]) -> str:
    near = get_close_matches(name, list(known), 1)
    return f"did you mean {near[0]}? " if near else ""


def _fill(record: np.record, variant: "Variant", seat: str, players: int) -> None:
    player, budget, network, styles = _read(seat)
    record.player = player.code
    record.budget = budget
    record.style = RUSH if "rush" in styles else HOARD if "hoard" in styles else NO_STYLE
    record.no_rainbow = "no-rainbow" in styles
    if player.code in (PLANNER, SEARCH, SEER):
        record.weights = find_weights(players)
    if player.code in (TRAINED, SEARCH, SEER):
        record.network = find_network(variant, players, network)
    record.rules = variant.rules
    if "no-trade" in styles:
        record.rules.trade_enabled = 0
    if "no-reclaim" in styles:
        record.rules.reclaim_from = FROM_NOBODY
    if "no-two-for-one" in styles:
        record.rules.two_for_one_max_per_turn = 0
    if "no-rainbow" in styles:
        record.rules.rainbow_enabled = 0
