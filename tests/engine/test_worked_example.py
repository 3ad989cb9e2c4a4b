"""The turns and the score that the rulebook works through, step by step.

Debora sits at seat 0, Julian at 1, David at 2.
"""

import pytest
from engine.positions import legal, play, table

from simulator import Game, IllegalMove

DEBORA, JULIAN, DAVID = range(3)

# The rulebook tells of these tiles; the rest of its table is left out.
#
#   draw pile   nothing face up; face down, from the top: bird frog fox | frog deer rabbit swan …
#   Debora      fox          0 swan ×2
#   Julian      (empty)      1 fox ×2, 2 squirrel ×5
#   David       deer         3 frog ×4, 4 swan ×3 with a joker
BEFORE = (
    "turn 10 seat 0 reveal | fox [0:swan*2] | - [1:fox*2 2:squirrel*5] | deer [3:frog*4 4:swan*3j1] | up - | down 73"
)
TOP = ["bird", "frog", "fox", "frog", "deer", "rabbit", "swan"]

DEBORAS_TURN = [
    "reveal",
    "draw face_down",
    "draw face_down",
    "trade 0 1",
    "grow 1 fox",
    "grow 1 fox",
    "trade 1 3",
    "grow 3 frog",
]


@pytest.fixture
def game() -> Game:
    """The table before Debora's turn."""
    return table(BEFORE, top=TOP)


@pytest.fixture
def julians(game: Game) -> Game:
    """The table when Julian's turn has begun."""
    return play(game, *DEBORAS_TURN)


def families(game: Game, seat: int) -> dict[str, int]:
    """Animal to size: nobody here has two families of an animal."""
    return {family["animal"]: family["tiles"] for family in game.families(seat)}


def test_debora_reveals_as_no_tile_is_face_up(game: Game) -> None:
    assert legal(game) == ["reveal"]
    game.apply("reveal")
    assert game.face_up() == {"bird": 1}
    assert game.player == DEBORA


def test_debora_draws_two_as_a_fox_is_left_on_her_stand(game: Game) -> None:
    play(game, "reveal")
    assert game.state.draws_left == 2
    # The bird lies there for the taking, and she leaves it there, twice.
    assert legal(game) == ["draw face_down", "draw bird"]
    play(game, "draw face_down")
    assert game.stand(DEBORA) == {"fox": 1, "frog": 1}
    assert legal(game) == ["draw face_down", "draw bird"]
    play(game, "draw face_down")
    assert game.stand(DEBORA) == {"fox": 2, "frog": 1}
    assert game.phase == "action"
    assert game.face_up() == {"bird": 1}


def test_debora_trades_her_two_swans_for_julians_two_foxes(game: Game) -> None:
    play(game, "reveal", "draw face_down", "draw face_down")
    # Sizes 2, 5, 4 and 3 lie on the table: only the two pairs can be traded.
    assert [move for move in legal(game) if move.startswith("trade")] == ["trade 0 1"]
    play(game, "trade 0 1")
    assert families(game, DEBORA) == {"fox": 2}
    assert families(game, JULIAN) == {"swan": 2, "squirrel": 5}


def test_debora_grows_her_foxes_to_four(game: Game) -> None:
    play(game, "reveal", "draw face_down", "draw face_down", "trade 0 1")
    play(game, "grow 1 fox", "grow 1 fox")
    assert families(game, DEBORA) == {"fox": 4}
    assert game.stand(DEBORA) == {"frog": 1}


def test_debora_trades_again_in_the_same_turn_now_four_for_four(game: Game) -> None:
    play(game, *DEBORAS_TURN[:6])
    assert [move for move in legal(game) if move.startswith("trade")] == ["trade 1 3"]
    play(game, "trade 1 3")
    assert families(game, DEBORA) == {"frog": 4}
    assert families(game, DAVID) == {"fox": 4, "swan": 3}


def test_debora_grows_the_frogs_that_she_was_given_and_is_empty(game: Game) -> None:
    play(game, *DEBORAS_TURN)
    assert families(game, DEBORA) == {"frog": 5}
    assert game.stand(DEBORA) == {}
    # No pass: the empty stand has ended her turn.
    assert game.events[-1] == {"event": "empty", "player": DEBORA}
    assert (game.player, game.turn) == (JULIAN, 11)


def test_julian_need_not_reveal_as_the_bird_is_still_face_up(julians: Game) -> None:
    assert julians.phase == "draw"
    assert [event["event"] for event in julians.events].count("reveal") == 1
    assert julians.face_up() == {"bird": 1}


def test_julian_draws_three_as_his_stand_was_empty(julians: Game) -> None:
    assert julians.state.draws_left == 3
    for _ in range(3):
        assert legal(julians) == ["draw face_down", "draw bird"]
        julians.apply("draw face_down")
    assert julians.stand(JULIAN) == {"frog": 1, "deer": 1, "rabbit": 1}
    assert julians.phase == "action"


def test_julians_two_for_one_lays_deer_and_rabbit_beside_the_bird_and_draws_one_tile(julians: Game) -> None:
    play(julians, *["draw face_down"] * 3, "two_for_one deer rabbit")
    assert julians.face_up() == {"bird": 1, "deer": 1, "rabbit": 1}
    # The two that he has just laid down may be drawn as well.
    assert legal(julians) == ["draw face_down", "draw bird", "draw deer", "draw rabbit"]
    play(julians, "draw face_down")
    assert julians.stand(JULIAN) == {"swan": 1, "frog": 1}
    with pytest.raises(IllegalMove):
        julians.apply("two_for_one swan frog")


def test_julian_reclaims_the_joker_of_davids_swans(julians: Game) -> None:
    play(julians, *["draw face_down"] * 3, "two_for_one deer rabbit", "draw face_down", "reclaim 4")
    swans = julians.families(DAVID)[1]
    assert (swans["animal"], swans["tiles"], swans["jokers"]) == ("swan", 3, 0)
    assert julians.stand(JULIAN) == {"frog": 1, "joker": 1}


def test_julian_trades_five_squirrels_for_the_five_frogs_and_makes_a_seven(julians: Game) -> None:
    play(julians, *["draw face_down"] * 3, "two_for_one deer rabbit", "draw face_down", "reclaim 4", "trade 2 3")
    assert families(julians, JULIAN) == {"swan": 2, "frog": 5}
    assert families(julians, DEBORA) == {"squirrel": 5}
    play(julians, "grow 3 frog")
    assert julians.state.tokens[JULIAN] == 0
    play(julians, "grow 3 joker")
    assert families(julians, JULIAN) == {"swan": 2, "frog": 7}
    assert julians.state.tokens[JULIAN] == 1
    assert julians.state.tokens_left == 7
    assert julians.state.double_seven_seat == -1
    # Empty again, and David's turn: three tiles are face up, he need not reveal.
    assert julians.events[-1] == {"event": "empty", "player": JULIAN}
    assert (julians.player, julians.phase, julians.state.draws_left) == (DAVID, "draw", 2)
    assert julians.face_up() == {"bird": 1, "deer": 1, "rabbit": 1}


def test_the_worked_score_is_21_points() -> None:
    # 0 bird ×7 and 1 squirrel ×8 and 2 fox ×2, two 7 tokens and Double Seven: 7 + 8 + 2 + 1 + 1 + 2.
    # The butterfly and the swan on the stand score nothing.
    game = table(
        "turn 21 seat 1 action | butterfly swan [0:bird*7 1:squirrel*8 2:fox*2] 7x2 77@20 | deer [] | up frog"
        " | end double_seven turn 20 seat 0 left 1"
    )
    assert game.scores() == [21, 0]


def test_the_worked_score_is_reached_by_play() -> None:
    #   seat 0   butterfly squirrel ×2 swan    0 bird ×7, 1 squirrel ×6, 2 fox ×2, one 7 token
    game = table(
        "turn 20 seat 0 action | squirrel*2 butterfly swan [0:bird*7 1:squirrel*6 2:fox*2] 7x1 | deer [] | up frog",
        top=["rabbit", "frog"],
    )
    assert game.scores() == [16, 0]
    play(game, "grow 1 squirrel")
    # The seventh squirrel: a point for the tile, one for the second 7 token, two for Double Seven.
    assert game.scores() == [20, 0]
    # The eighth: a point for the tile, no token.
    play(game, "grow 1 squirrel")
    assert game.scores() == [21, 0]
    # She finishes her turn, the other player has one more, and points are counted.
    play(game, "pass", "draw face_down", "draw face_down", "pass")
    assert game.is_over
    assert game.final() == {
        "turns": 21,
        "end": "double_seven",
        "scores": [21, 0],
        "seven_tokens": [2, 0],
        "double_seven": 0,
        "winners": [0],
    }
