"""A game that is stepped through, move by move, with the same functions that play millions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.engine.moves import MOVES_BUFFER, OFFERED, apply_move, list_moves
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.setup import deal, lay_table
from simulator.engine.state import DECISIONS, ENDS, NOBODY, OVER, PHASES, new_games
from simulator.errors import Mistake
from simulator.table.moves import JOKER, Event, Move, event_of, move_text

if TYPE_CHECKING:
    from simulator.variants import Variant


class IllegalMove(Mistake):
    """A move that the rules do not allow now; the message shows the table and what is legal."""


class Game:
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
        self._prepare(variant, players)
        deal(self.state, self.rules, players, np.uint64(seed), np.int64(number))
        self.events.extend(self._deal_events())
        self._make_forced_moves()

    @classmethod
    def undealt(cls, variant: "Variant", players: int) -> "Game":
        """A game whose tokens are laid out and whose tiles are not: for a table that is set without a deal."""
        game = cls.__new__(cls)
        game._prepare(variant, players)
        lay_table(game.state, game.rules, players)
        return game

    def _prepare(self, variant: "Variant", players: int) -> None:
        """Set what every game has, however its table came about."""
        fewest, most = int(variant.rules.players_min), int(variant.rules.players_max)
        if not fewest <= players <= most:
            raise Mistake(f"{variant.name} is for {fewest} to {most} players, not {players} (players.min, players.max)")
        self.variant = variant
        self.rules = variant.rules
        self.kinds: tuple[str, ...] = (*variant.animal_names, JOKER)
        self.state = new_games(1)[0]
        self.events: list[Event] = []
        self.box: dict[str, int] = {
            kind: int(self.rules.tiles_jokers if kind == JOKER else self.rules.tiles_per_animal) for kind in self.kinds
        }
        self.scores_by_turn: list[list[int]] = [[0] * players]
        self._moves = np.zeros(MOVES_BUFFER, np.int64)

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

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state.players)

    @property
    def player(self) -> int:
        """The seat that decides now."""
        return int(self.state.player)

    @property
    def turn(self) -> int:
        """The turn being played, from 1."""
        return int(self.state.turn)

    @property
    def phase(self) -> str:
        """Which decision is open: one of :data:`simulator.engine.state.PHASES`."""
        return PHASES[self.state.phase]

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been played."""
        return bool(self.state.phase == OVER)

    def stand(self, seat: int) -> dict[str, int]:
        """The tiles on a seat's stand: kind to number, only kinds that are there."""
        return self._named(self.state.stand[seat])

    def stand_seen(self, seat: int) -> dict[str, int]:
        """Those tiles on a seat's stand that all have seen come there, drawn face up or reclaimed, and not leave."""
        return self._named(self.state.stand_seen[seat])

    def face_up(self) -> dict[str, int]:
        """The face-up tiles of the draw pile: kind to number, only kinds that are there."""
        return self._named(self.state.face_up)

    def out_of_game(self) -> dict[str, int]:
        """The tiles discarded for good: kind to number, only kinds that are there."""
        return self._named(self.state.out_of_game)

    @property
    def face_down_tiles(self) -> int:
        """How many tiles of the draw pile lie face down."""
        return int(self.state.pile_end - self.state.pile_next)

    def families(self, seat: int | None = None) -> list[dict[str, Any]]:
        """The families on the table, or one seat's, by number: each with family, owner, animal, tiles, jokers."""
        state = self.state
        return [
            {
                "family": family,
                "owner": int(state.family_owner[family]),
                "animal": self.kinds[state.family_animal[family]],
                "tiles": int(state.family_tiles[family]),
                "jokers": int(state.family_jokers[family]),
            }
            for family in range(int(state.families))
            if seat is None or state.family_owner[family] == seat
        ]

    def scores(self) -> list[int]:
        """Points on the table now, by seat."""
        scores = np.zeros(self.state.tokens.size, np.int32)
        write_scores(self.state, self.rules, scores)
        return [int(score) for score in scores[: self.players]]

    def win_shares(self) -> list[float]:
        """Each seat's share of the win if the game ended now: 1, 0, or 1/k for each of k winners."""
        shares = np.zeros(self.state.tokens.size, np.float64)
        write_win_shares(self.state, self.rules, np.array(self.scores(), np.int32), shares)
        return [float(share) for share in shares[: self.players]]

    def legal_moves(self) -> list[Move]:
        """The legal moves of the open decision, in the order of the rules; none once the game is over."""
        return [self._move(code) for code in self.legal_codes()]

    def legal_codes(self, rules: np.record | None = None) -> np.ndarray:
        """The legal moves as the engine writes them: an integer array, valid until the next call.

        With ``rules``: those that a player has who plays by these, because it forbids itself something.
        """
        return self._moves[: list_moves(self.state, self.rules if rules is None else rules, self._moves)]

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

    def final(self) -> dict[str, Any]:
        """The final line of a game record: turns, end, scores, 7 tokens, who holds Double Seven, winners."""
        state = self.state
        holder = int(state.double_seven_seat)
        return {
            "turns": self.turn,
            "end": ENDS[state.end],
            "scores": self.scores(),
            "seven_tokens": [int(tokens) for tokens in state.tokens[: self.players]],
            "double_seven": None if holder == NOBODY else holder,
            "winners": [seat for seat, share in enumerate(self.win_shares()) if share > 0],
        }

    def notation(self) -> str:
        """The table in one line, all that can matter from here on; :meth:`from_notation` reads it back."""
        from simulator.table.notation import write_notation

        return write_notation(self)

    @classmethod
    def from_notation(cls, text: str, variant: "Variant", *, seed: int = 1, next_tiles: Sequence[str] = ()) -> "Game":
        """Set the table as a line of :meth:`notation` says.

        The line does not tell the order of the face-down tiles: ``next_tiles`` are on top, ``seed`` shuffles the rest.
        """
        from simulator.table.notation import read_notation

        return read_notation(text, variant, seed=seed, next_tiles=next_tiles)

    def __str__(self) -> str:
        """The table in several lines, for people."""
        from simulator.table.notation import draw_table

        return draw_table(self)

    def __repr__(self) -> str:
        """The line of :meth:`notation`."""
        return f"<Game {self.notation()}>"

    def _move(self, code: int) -> Move:
        return Move(int(code), move_text(int(code), self.kinds, int(self.rules.start_min_tiles)))

    def _named(self, kinds: np.ndarray) -> dict[str, int]:
        return {self.kinds[kind]: int(kinds[kind]) for kind in range(len(self.kinds)) if kinds[kind] > 0}
