"""The table in writing: a line that sets the same table again, and a drawing that leaves nothing out."""

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import games
from strategies import variants

from simulator import Game, Variant, bundled_variants, load_variant, play_game
from simulator.errors import Mistake
from simulator.games.notation import NotationError

ANY_GAME = settings(derandomize=True, deadline=None, max_examples=games(20, 4))
NOT_IN_THE_LINE = (
    *("random", "pile", "pile_next", "pile_end", "counts", "tiles_placed"),
    *("could_this_turn", "did_this_turn", "option_turns", "family_traded"),
)
"""What a line does not tell: hidden tiles, streams, and what is only counted."""


def told(game: Game) -> dict[str, object]:
    """All of the table that a line tells."""
    state = game.state
    told = {name: state[name].tolist() for name in state.dtype.names if name not in NOT_IN_THE_LINE}
    for name in [name for name in told if name.startswith("family_")]:
        told[name] = told[name][: game.state.families]
    if game.phase != "draw":
        del told["draws_left"], told["draw_of_two_for_one"]  # what is left over from the last draw says nothing
    return {**told, "face_down": game.face_down_tiles}


@ANY_GAME
@given(variant=variants(), seed=st.integers(0, 2**32))
def test_a_line_sets_the_same_table_again_at_every_decision(decisions: Callable, variant: Variant, seed: int) -> None:
    for game in decisions(variant, variant.players.max, seed, 60):
        line = game.notation()
        assert "\n" not in line
        again = Game.from_notation(line, variant)
        assert again.notation() == line
        assert told(again) == told(game)
        assert again.legal_moves() == game.legal_moves()
        assert again.scores() == game.scores()
        assert again.final() == game.final()


@pytest.mark.parametrize("name", bundled_variants())
def test_a_game_of_each_bundled_variant_can_be_written_and_read(decisions: Callable, name: str) -> None:
    variant = load_variant(name)
    for number, game in enumerate(decisions(variant, 3, 1, games(120, 40))):
        if number % 3:
            continue
        again = Game.from_notation(game.notation(), variant)
        assert again.notation() == game.notation()
        assert again.legal_moves() == game.legal_moves()
        assert told(again) == told(game)


def test_a_table_that_was_read_is_played_on_to_its_end(decisions: Callable, rulebook: Variant) -> None:
    for number, game in enumerate(decisions(rulebook, 2, 5, 200)):
        if number % 40 == 0 and not game.is_over:
            again = Game.from_notation(game.notation(), rulebook, seed=number)
            choose = random.Random(number)
            while not again.is_over:
                again.apply(choose.choice(again.legal_moves()))
            assert again.final()["turns"] >= game.turn
            assert again.final()["end"] in ("double_seven", "last_tile")


def test_next_tiles_are_drawn_first(rulebook: Variant) -> None:
    line = "rulebook turn 3 seat 1 draw | fox [] | deer*2 [] | up bird | draws 2"
    game = Game.from_notation(line, rulebook, next_tiles=["joker", "rabbit", "swan"])
    game.apply("draw face_down")
    game.apply("draw face_down")
    assert game.stand(1) == {"deer": 2, "joker": 1, "rabbit": 1}


def test_the_seed_shuffles_the_rest_of_the_face_down_tiles(rulebook: Variant) -> None:
    line = "rulebook turn 3 seat 1 draw | fox [] | deer*2 [] | up bird | draws 2"
    piles = [Game.from_notation(line, rulebook, seed=seed).state.pile.tolist() for seed in (1, 1, 2)]
    assert piles[0] == piles[1] != piles[2]
    assert sorted(piles[0]) == sorted(piles[2])


EXAMPLE = (
    "rulebook turn 8 seat 0 action | fox frog*2 [0:swan*2 2:deer*4j1] | - [1:fox*7] 7x1"
    " | up bird | down 70 | out bird*4"
)


def test_the_line_is_written_as_its_description_shows(rulebook: Variant) -> None:
    assert Game.from_notation(EXAMPLE, rulebook).notation() == EXAMPLE


def test_what_goes_without_saying_may_be_left_out_of_a_line(rulebook: Variant) -> None:
    game = Game.from_notation("rulebook turn 1 seat 0 action | fox [] | deer []", rulebook)
    assert game.face_up() == {}
    assert game.face_down_tiles == 89
    assert game.notation() == "rulebook turn 1 seat 0 action | fox [] | deer [] | up - | down 89"


REFUSED: dict[str, tuple[str, str, str]] = {
    "no header": ("rulebook turn 8 seat 0 action | ", "", "expected a header such as 'rulebook turn 8 seat 0 action'"),
    "no turn": ("turn 8", "turn", "expected a header such as 'rulebook turn 8 seat 0 action', not 'rulebook turn seat"),
    "a seat that is not closed": ("7] 7x1", "7 7x1", "expected a seat such as 'fox frog*2 [0:swan*2 2:deer*4j1] 7x1'"),
    "tokens that are no number": ("7x1", "7xa", "expected a seat such as "),
    "a family without a number": ("0:swan*2", "swan*2", "expected a family such as '2:deer*4j1', not 'swan*2'"),
    "a family without a size": ("0:swan*2", "0:swan", "expected a family such as '2:deer*4j1', not '0:swan'"),
    "a family number left out": ("2:deer", "3:deer", "families are numbered from 0, each number once, not [0, 1, 3]"),
    "an unknown tile on a stand": ("fox frog", "wolf frog", "'wolf' is no tile; there are bird, squirrel"),
    "an unknown tile face up": ("up bird", "up wolf", "'wolf' is no tile; there are bird, squirrel"),
    "an unknown animal in a family": ("0:swan", "0:wolf", "'wolf' is no tile of rulebook; there are bird, squirrel"),
    "too many tiles of a kind": ("up bird", "up bird*9", "lays out more tiles of kind bird than the box holds"),
    "too many jokers": ("4j1", "5j4", "lays out more tiles of kind joker than the box holds"),
    "too many of a kind in a family": ("fox*7", "fox*11", "lays out more tiles of kind fox than the box holds"),
    "too many out of the game": ("out bird*4", "out bird*11", "lays out more tiles of kind bird than the box holds"),
    "a wrong number of face-down tiles": ("down 70", "down 69", "the box leaves 70 face-down tiles, the line says"),
    "draws that are no number": (
        "out bird*4",
        "out bird*4 | draws x",
        "expected draws such as 'draws 2', not 'draws x'",
    ),
    "an end that is cut short": ("out bird*4", "out bird*4 | end last_tile", "expected an end such as 'end last_tile"),
    "an unknown memory of the turn": (
        "out bird*4",
        "out bird*4 | so far naps=1",
        "expected doings such as 'so far trades_this_turn=1', not 'so far naps=1'",
    ),
}


@pytest.mark.parametrize(("part", "instead", "message"), REFUSED.values(), ids=REFUSED)
def test_a_line_that_cannot_be_read_is_refused_with_what_was_expected(
    rulebook: Variant, part: str, instead: str, message: str
) -> None:
    assert EXAMPLE.count(part) == 1
    with pytest.raises(NotationError) as caught:
        Game.from_notation(EXAMPLE.replace(part, instead), rulebook)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_family_is_not_named_twice(rulebook: Variant) -> None:
    with pytest.raises(NotationError):
        Game.from_notation("x turn 1 seat 0 action | fox [0:swan*2 2:deer*4] | - [2:fox*7] | up bird", rulebook)


@pytest.mark.parametrize("text", ["", "   ", "|", "rulebook", "rulebook turn 1 seat 0 draw", "fox ||| deer"])
def test_a_line_with_too_little_in_it_is_refused(rulebook: Variant, text: str) -> None:
    with pytest.raises(Mistake):
        Game.from_notation(text, rulebook)


NONSENSE: dict[str, tuple[str, str, str]] = {
    "an unknown decision": ("seat 0 action", "seat 0 dance", "'dance' is no open decision; there are "),
    "a seat that is not there": ("seat 0 action", "seat 9 action", "there is no seat 9: the line has 2 seats, from 0"),
    "a turn beyond all numbers": ("turn 8", "turn 99999", "expected a header such as 'rulebook turn 8 seat 0 action'"),
    "a number of tiles that is none": ("frog*2", "frog*x", "expected tiles such as 'frog*2', not 'frog*x'"),
    "a number of tiles left out": ("frog*2", "frog*", "expected tiles such as 'frog*2', not 'frog*'"),
    "a memory of nothing": ("out bird*4", "out bird*4 | so far", "expected doings such as "),
    "a memory without a value": (
        "out bird*4",
        "out bird*4 | so far trades_this_turn",
        "expected doings such as 'so far trades_this_turn=1', not 'so far trades_this_turn'",
    ),
    "a memory that is no number": (
        "out bird*4",
        "out bird*4 | so far trades_this_turn=x",
        "expected doings such as 'so far trades_this_turn=1', not 'so far trades_this_turn=x'",
    ),
    "a memory of yes or no that is more": (
        "out bird*4",
        "out bird*4 | so far moved_on=300",
        "expected doings such as 'so far trades_this_turn=1', not 'so far moved_on=300'",
    ),
    "idle turns that are no number": ("out bird*4", "out bird*4 | idle x", "expected idle turns such as 'idle 1', not"),
    "an unknown end": (
        "out bird*4",
        "out bird*4 | end boredom turn 1 seat 0 left 1",
        "'boredom' ends no game; there are double_seven, last_tile",
    ),
    "an end by a seat that is not there": (
        "out bird*4",
        "out bird*4 | end last_tile turn 1 seat 2 left 1",
        "there is no seat 2: the line has 2 seats, from 0",
    ),
    "more tokens than there are": ("7x1", "7x9", "the seats hold more 7 tokens than there are: 8 (seven.tokens)"),
    "an unknown part": ("out bird*4", "out bird*4 | weather 3", "unknown part 'weather 3'; there are up, down, out"),
    "a part that is misspelt": ("down 70", "dwn 70", "unknown part 'dwn 70'; there are up, down, out"),
    "a part twice": ("down 70", "down 70 | down 70", "the part 'down' stands twice"),
    "face-down tiles that are no number": ("down 70", "down x", "expected a number of face-down tiles such as"),
    "draws outside of the drawing": ("out bird*4", "out bird*4 | draws 2", "the part 'draws' stands in a line whose "),
    "a drawing without draws": ("seat 0 action", "seat 0 draw", "the part 'draws' stands in a line whose "),
    "a family of jokers": ("0:swan*2", "0:joker*2", "'0:joker*2': a family holds an animal, not jokers only"),
    "jokers alone in a family": ("4j1", "4j4", "'2:deer*4j4': a family holds an animal, not jokers only"),
    "more jokers than tiles in a family": ("4j1", "2j3", "'2:deer*2j3': a family holds an animal, not jokers only"),
    "a family of nothing": ("0:swan*2", "0:swan*0", "'0:swan*0': a family holds an animal, not jokers only"),
}


@pytest.mark.parametrize("down", ["with the number face down", "without it"])
@pytest.mark.parametrize(("part", "instead", "message"), NONSENSE.values(), ids=NONSENSE)
def test_a_line_that_says_nonsense_is_refused(
    rulebook: Variant, part: str, instead: str, message: str, down: str
) -> None:
    # Without the number of face-down tiles, nothing but the nonsense itself can be at fault.
    text = EXAMPLE if part == "down 70" or down != "without it" else EXAMPLE.replace(" | down 70", "")
    assert text.count(part) == 1
    with pytest.raises(NotationError) as caught:
        Game.from_notation(text.replace(part, instead), rulebook)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


# The table drawn for people


def test_the_drawing_shows_the_table(rulebook: Variant) -> None:
    game = Game.from_notation(EXAMPLE, rulebook)
    assert str(game).splitlines() == [
        "Rulebook, turn 8: seat 0 decides (action)",
        "  draw pile  face up: bird   face down: 70",
        "▸ seat 0     stand: fox frog*2",
        "             families: 0 swan ×2, 2 deer ×4 (1 joker)",
        "             tokens: -   points: 6",
        "  seat 1     stand: -",
        "             families: 1 fox ×7",
        "             tokens: 7   points: 8",
    ]


@ANY_GAME
@given(variant=variants(), seed=st.integers(0, 2**32))
def test_the_drawing_leaves_nothing_out(decisions: Callable, variant: Variant, seed: int) -> None:
    for number, game in enumerate(decisions(variant, variant.players.max, seed, 200)):
        if number % 10 and not game.is_over:
            continue
        final = game.final()
        head, pile, *seats = str(game).splitlines()
        assert head.startswith(f"{variant.title}, turn {game.turn}: ")
        assert head.endswith("the game is over" if game.is_over else f"seat {game.player} decides ({game.phase})")
        assert counted(pile.split("face up: ")[1].split("   ")[0]) == game.face_up()
        assert pile.endswith(f"face down: {game.face_down_tiles}")
        assert len(seats) == 3 * game.players
        for seat, points in enumerate(game.scores()):
            stand, families, tokens = seats[3 * seat : 3 * seat + 3]
            assert stand.startswith("▸") == (seat == game.player and not game.is_over)
            assert f" seat {seat} " in stand
            assert counted(stand.split("stand: ")[1]) == game.stand(seat)
            found = re.findall(r"(\d+) (\S+) ×(\d+)(?: \((\d+) jokers?\))?", families)
            assert [(int(n), animal, int(tiles), int(jokers or 0)) for n, animal, tiles, jokers in found] == [
                tuple(family[key] for key in ("family", "animal", "tiles", "jokers")) for family in game.families(seat)
            ]
            held = tokens.split("tokens: ")[1].split("   ")[0].split()
            assert held.count("7") == final["seven_tokens"][seat]
            assert held.count("77") == (final["double_seven"] == seat)
            assert tokens.endswith(f"points: {points}")


def counted(tiles: str) -> dict[str, int]:
    """The tiles of ``fox frog*2``."""
    words = [word.partition("*") for word in tiles.split() if word != "-"]
    return {kind: int(number or 1) for kind, _, number in words}


def test_a_finished_game_is_drawn_without_a_seat_at_turn(rulebook: Variant) -> None:
    game = play_game(rulebook, ["house", "house"])
    assert "the game is over" in str(game)
    assert "▸" not in str(game)
