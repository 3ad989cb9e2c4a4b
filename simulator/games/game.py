"""A game that is stepped through, move by move, with the same functions that play millions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from simulator.engine.moves import OFFERED, apply_move
from simulator.engine.setup import deal
from simulator.engine.state import DECISIONS
from simulator.errors import Mistake
from simulator.games.moves import Event, Move, event_of, move_text
from simulator.games.notation import draw_table, read_notation, write_notation
from simulator.games.table import Table

if TYPE_CHECKING:
    from simulator.variants import Variant


class IllegalMove(Mistake):
    """A move that the rules do not allow now; the message shows the table and what is legal."""


class Game(Table):
    """One game of a variant, from the deal on.

    Parameters
    ----------
    variant
        The rules, from :func:`simulator.load_variant`.
    players
        How many play; by default as few as the variant allows.
    seed, number
        What fixes the order of the tiles: game ``number`` of a batch with ``seed``.

    A decision with one legal move is made at once, without asking: after the deal and after each :meth:`apply` the game
    stands at a decision with two or more moves, or it is over.

    Examples
    --------
    >>> from simulator import Game, load_variant
    >>> game = Game(load_variant("rulebook"), players=2, seed=7)
    >>> [str(move) for move in game.legal_moves()]
    ['draw face_down', 'draw butterfly']
    >>> game.apply("draw face_down")
    """

    def __init__(self, variant: "Variant", *, players: int | None = None, seed: int = 1, number: int = 0) -> None:
        players = int(variant.rules.players_min) if players is None else players
        if not 0 <= seed < 2**64 or not 0 <= number < 2**63:
            raise Mistake(f"seed is {seed}, game {number}: whole numbers from 0 to 2**64 - 1 and from 0 to 2**63 - 1")
        self._begin(variant, players)
        deal(self.state, self.rules, players, np.uint64(seed), np.int64(number))
        self.events.extend(self._deal_events())
        self._make_forced_moves()

    @classmethod
    def undealt(cls, variant: "Variant", players: int) -> "Game":
        """A game whose tokens are laid out and whose tiles are not: for a table that is set without a deal."""
        game = cls.__new__(cls)
        game._begin(variant, players)
        return game

    def _begin(self, variant: "Variant", players: int) -> None:
        super().__init__(variant, players)
        self.events: list[Event] = []
        self.scores_by_turn: list[list[int]] = [[0] * players]

    def _deal_events(self) -> list[Event]:
        """One event a seat: the tiles on its stand, in the order in which they came."""
        events: list[Event] = []
        next_tile = 0
        for seat in range(self.players):
            size = int(self.rules.setup_stand[seat])
            tiles = [self.kinds[kind] for kind in self.state.pile[next_tile : next_tile + size]]
            events.append({"event": "deal", "player": seat, "tiles": tiles})
            next_tile += size
        return events

    def legal_moves(self) -> list[Move]:
        """The legal moves of the open decision, in the order of the rules; none once the game is over."""
        return [self._move(code) for code in self.legal_codes()]

    def apply(self, move: Move | str) -> None:
        """Make a move: one from :meth:`legal_moves`, or its text, such as ``"grow 3 fox"``.

        Raises
        ------
        IllegalMove
            If it is not legal now. Nothing has changed then.
        """
        legal = self.legal_moves()
        text = str(move)
        for candidate in legal:
            if candidate.text == text:
                self.apply_code(candidate.code)
                return
        choices = ", ".join(candidate.text for candidate in legal) or "nothing: the game is over"
        raise IllegalMove(f"{text!r} is not legal here: {self.notation()}\nLegal: {choices}")

    def apply_code(self, code: int, *, asked: bool = True) -> None:
        """Make a legal move given by its number, and the moves after it that leave no choice.

        ``asked``: whether the player had a choice; it counts as a decision then.
        """
        self.state.counts[DECISIONS] += asked
        self.step(code)
        self._make_forced_moves()

    def step(self, code: int) -> None:
        """Make exactly one legal move given by its number, without those after it that leave no choice."""
        event = event_of(code, self.state, self.kinds, int(self.rules.start_min_tiles))
        if event is not None:
            self.events.append(event)
        turn = self.turn
        apply_move(self.state, self.rules, code)
        if self.turn != turn or self.is_over:
            self.scores_by_turn.append(self.scores())

    def _make_forced_moves(self) -> None:
        """Make moves as long as there is just one to make."""
        while True:
            legal = self.legal_codes()
            self.state.could_this_turn |= self._moves[OFFERED]
            if len(legal) != 1:
                return
            self.step(int(legal[0]))

    def notation(self) -> str:
        """The table in one line, all that can matter from here on; :meth:`from_notation` reads it back."""
        return write_notation(self)

    @classmethod
    def from_notation(cls, text: str, variant: "Variant", *, seed: int = 1, next_tiles: Sequence[str] = ()) -> "Game":
        """Set the table as a line of :meth:`notation` says.

        The line does not tell the order of the face-down tiles: ``next_tiles`` are on top, ``seed`` shuffles the rest.
        """
        return read_notation(text, lambda players: cls.undealt(variant, players), seed=seed, next_tiles=next_tiles)

    def __str__(self) -> str:
        """The table in several lines, for people."""
        return draw_table(self)

    def __repr__(self) -> str:
        """The line of :meth:`notation`."""
        return f"<Game {self.notation()}>"

    def _move(self, code: int) -> Move:
        return Move(int(code), move_text(int(code), self.kinds, int(self.rules.start_min_tiles)))
