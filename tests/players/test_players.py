"""What holds for every player: it makes legal moves only, ends its turns, and depends on (seed, game) alone."""

import numpy as np
import pytest
from engine.positions import dealt, decisions, outcomes, played_variants, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import games

from simulator import Variant
from simulator.engine.moves import apply_move
from simulator.players import PLAYERS, Player, UnknownPlayer, choose, player_codes

NAMES = [player.name for player in PLAYERS]


def moves_made(variant: Variant, players: int, seed: int, player: Player) -> list[tuple[int, int]]:
    """The turn and the number of each move of a game in which ``player`` sits at every seat."""
    state = dealt(variant, players, seed)
    made: list[tuple[int, int]] = []
    for moves in decisions(state, variant):
        legal = moves.copy()
        move = int(choose(state, variant.rules, moves, len(moves), player.code))
        assert move in legal
        assert (moves == legal).all()
        made.append((int(state.turn), move))
        apply_move(state, variant.rules, move)
    return made


@pytest.mark.parametrize("player", PLAYERS, ids=NAMES)
@settings(max_examples=games(60, 4), deadline=None, derandomize=True)
@given(variant=played_variants(), data=st.data(), seed=st.integers(0, 2**40))
def test_a_player_makes_legal_moves_and_ends_each_turn(
    player: Player, variant: Variant, data: st.DataObject, seed: int
) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    made = moves_made(variant, players, seed, player)
    # In a turn of a player that never trades to and fro, no tile is drawn, placed, laid down or discarded more often
    # than there are tiles, no Rainbow comes without a draw, no reclaim without a tile of the animal to give, and each
    # trade is followed by a growth. The random player ends a turn by chance, and so may go on some time longer.
    tiles = variant.tiles.animals * variant.tiles.per_animal + variant.tiles.jokers
    bound = 10 * tiles + 10
    by_turn = np.bincount([turn for turn, _ in made])
    assert by_turn.max() <= (100 * bound if player.name == "random" else bound)
    assert moves_made(variant, players, seed, player) == made


@pytest.mark.parametrize("seats", [["random", "house"], ["greedy", "random", "house"]], ids=" ".join)
def test_the_same_seed_and_game_give_the_same_play(seats: list[str]) -> None:
    once, again = (outcomes(rulebook(), seats, games=games(200, 5), seed=9) for _ in range(2))
    assert once.tobytes() == again.tobytes()
    other = outcomes(rulebook(), seats, games=games(200, 5), seed=10)
    assert once.tobytes() != other.tobytes()


def test_players_are_listed_by_number_and_found_by_name() -> None:
    assert [player.code for player in PLAYERS] == list(range(len(PLAYERS)))
    assert len(set(NAMES)) == len(NAMES)
    assert player_codes(NAMES).tolist()[: len(NAMES)] == list(range(len(PLAYERS)))
    with pytest.raises(UnknownPlayer, match=r"unknown player 'gredy': did you mean greedy\? known are random, "):
        player_codes(["gredy"])
