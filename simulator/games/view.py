"""What a seat sees: everything on the table, its own stand, and nothing that is hidden."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.games.game import Game
    from simulator.variants import Variant


class SeatView:
    """The game as one seat sees it, for players written in Python.

    It reads the game as it stands: what was kept from an earlier decision is to be copied by the player.
    """

    def __init__(self, game: "Game", seat: int) -> None:
        self._game = game
        self.seat = seat
        """The seat that looks."""

    @property
    def variant(self) -> "Variant":
        """The rules."""
        return self._game.variant

    @property
    def players(self) -> int:
        """How many play."""
        return self._game.players

    @property
    def turn(self) -> int:
        """The turn being played, from 1."""
        return self._game.turn

    @property
    def phase(self) -> str:
        """The open decision: draw, rainbow, action or discard."""
        return self._game.phase

    @property
    def stand(self) -> dict[str, int]:
        """The tiles on the own stand: kind to number."""
        return self._game.stand(self.seat)

    @property
    def stand_sizes(self) -> list[int]:
        """How many tiles each seat's stand holds."""
        return [int(tiles) for tiles in self._game.state.stand_tiles[: self.players]]

    def stand_seen(self, seat: int) -> dict[str, int]:
        """Those tiles on a seat's stand that all have seen come there and not leave: kind to number."""
        return self._game.stand_seen(seat)

    @property
    def face_up(self) -> dict[str, int]:
        """The face-up tiles of the draw pile: kind to number."""
        return self._game.face_up()

    @property
    def face_down_tiles(self) -> int:
        """How many tiles lie face down."""
        return self._game.face_down_tiles

    @property
    def out_of_game(self) -> dict[str, int]:
        """The tiles discarded for good: kind to number."""
        return self._game.out_of_game()

    def families(self, seat: int | None = None) -> list[dict[str, Any]]:
        """The families on the table, or one seat's: each with family (its number), owner, animal, tiles, jokers."""
        return self._game.families(seat)

    @property
    def scores(self) -> list[int]:
        """Points on the table now, by seat."""
        return self._game.scores()

    @property
    def seven_tokens(self) -> list[int]:
        """7 tokens, by seat."""
        return [int(tokens) for tokens in self._game.state.tokens[: self.players]]

    @property
    def double_seven(self) -> int | None:
        """The seat that holds the Double Seven token."""
        holder: int | None = self._game.final()["double_seven"]
        return holder

    @property
    def end_is_triggered(self) -> bool:
        """Whether the end has come: only final turns are left."""
        return bool(self._game.state.end != 0)

    @property
    def unseen(self) -> dict[str, int]:
        """The tiles that may lie face down or, unknown, on another's stand: kind to number, where there is one."""
        game = self._game
        unseen = dict(game.box)
        others = [self.stand_seen(seat) for seat in range(self.players) if seat != self.seat]
        for seen in (self.stand, *others, self.face_up, self.out_of_game):
            for kind, number in seen.items():
                unseen[kind] -= number
        for family in game.families():
            unseen[family["animal"]] -= family["tiles"] - family["jokers"]
            unseen[game.kinds[-1]] -= family["jokers"]
        return {kind: number for kind, number in unseen.items() if number}
