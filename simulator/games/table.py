"""The table of one game: what lies where, whose turn it is, what it would score. Nothing here moves a tile."""

from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.engine.moves import MOVES_BUFFER, list_moves
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.setup import lay_table
from simulator.engine.state import ENDS, NOBODY, OVER, PHASES, new_games
from simulator.errors import Mistake
from simulator.games.moves import JOKER

if TYPE_CHECKING:
    from simulator.variants import Variant

__all__ = ["Table"]


class Table:
    """A table whose tokens are laid out and whose tiles are not.

    Parameters
    ----------
    variant
        The rules.
    players
        How many play.

    Raises
    ------
    Mistake
        The variant is for other numbers of players.
    """

    def __init__(self, variant: "Variant", players: int) -> None:
        fewest, most = int(variant.rules.players_min), int(variant.rules.players_max)
        if not fewest <= players <= most:
            raise Mistake(f"{variant.name} is for {fewest} to {most} players, not {players} (players.min, players.max)")
        self.variant = variant
        self.rules = variant.rules
        self.kinds: tuple[str, ...] = (*variant.animal_names, JOKER)
        self.state = new_games(1)[0]
        self.box: dict[str, int] = {
            kind: int(self.rules.tiles_jokers if kind == JOKER else self.rules.tiles_per_animal) for kind in self.kinds
        }
        self._moves = np.zeros(MOVES_BUFFER, np.int64)
        lay_table(self.state, self.rules, players)

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

    def legal_codes(self, rules: np.record | None = None) -> np.ndarray:
        """The legal moves as the engine writes them: an integer array, valid until the next call.

        With ``rules``: those that a player has who plays by these, because it forbids itself something.
        """
        return self._moves[: list_moves(self.state, self.rules if rules is None else rules, self._moves)]

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

    def _named(self, kinds: np.ndarray) -> dict[str, int]:
        return {self.kinds[kind]: int(kinds[kind]) for kind in range(len(self.kinds)) if kinds[kind] > 0}
