"""Each way in which a move breaks a rule has its own words, which name the key of the rule where a variant decides."""

from functools import cache

import pytest

from simulator import Game, Variant, load_variant
from simulator.games.moves import code_of
from simulator.games.refusing import broken_rule

Event = dict

NO_OTHERS = "- []"


@cache
def rulebook_with(*settings: str) -> Variant:
    return load_variant("rulebook", overrides=settings)


def refused(line: str, move: Event, *settings: str) -> str:
    """Why ``move`` is not legal at the table of ``line``; the move is made by the seat that decides."""
    game = Game.from_notation(line, rulebook_with(*settings))
    code = code_of({"player": game.player, **move}, game.kinds)
    assert code not in game.legal_codes(), "the move is legal"
    words = broken_rule(game, code)
    assert "\n" not in words
    return words


def two(seat_0: str, seat_1: str = NO_OTHERS, phase: str = "action", rest: str = "up bird") -> str:
    """A table of two, at which seat 0 decides."""
    return f"rulebook turn 8 seat 0 {phase} | {seat_0} | {seat_1} | {rest}"


def start(animal: str, animals: int = 2, jokers: int = 0) -> Event:
    return {"event": "start", "family": 0, "animal": animal, "animals": animals, "jokers": jokers}


def grow(family: int, tile: str) -> Event:
    return {"event": "grow", "family": family, "tile": tile}


def trade(give: int, take: int) -> Event:
    return {"event": "trade", "give": give, "take": take}


def lay(*tiles: str) -> Event:
    return {"event": "two_for_one", "tiles": list(tiles)}


PASS = {"event": "pass"}
DISCARD = {"event": "discard", "tile": "fox"}
FACE_DOWN = {"event": "draw", "from": "face_down", "tile": "fox"}
DRAW_FOX = {"event": "draw", "from": "face_up", "tile": "fox"}


@pytest.mark.parametrize(
    ("line", "move", "words"),
    [
        (two("fox []"), start("fox"), "the stand does not hold 2 fox: it holds 1 fox"),
        (two("fox*2 []"), start("fox", 1, 1), "the stand does not hold 1 fox and 1 joker: it holds 2 fox"),
        (two("fox joker*2 []"), start("fox", 0, 2), "a start needs 1 real animal (start.min_animals)"),
        (two("joker*2 []"), start("joker"), "a family is never made up of jokers only"),
        (
            two("fox*2 [0:fox*3]"),
            start("fox"),
            "the player already has a family of fox in front (start.one_family_per_animal)",
        ),
        (two("fox [0:fox*3]"), grow(1, "fox"), "there is no family 1"),
        (two("fox []", "- [0:fox*3]"), grow(0, "fox"), "family 0 lies in front of seat 1, not of seat 0"),
        (two("fox [0:deer*3]"), grow(0, "fox"), "family 0 is of deer: a fox cannot join it"),
        (two("fox [0:deer*3]"), grow(0, "deer"), "no deer is on the stand: it holds 1 fox"),
        (two("fox [0:deer*3]"), grow(0, "joker"), "no joker is on the stand: it holds 1 fox"),
        (two("fox [0:deer*3]"), trade(0, 1), "there is no family 1"),
        (two("fox [0:deer*3]", "- [1:frog*3]"), trade(1, 0), "family 1 lies in front of seat 1, not of seat 0"),
        (
            two("fox [0:deer*3 1:frog*3]"),
            trade(0, 1),
            "family 1 is the player's own: a trade needs another player's",
        ),
        (
            two("fox [0:deer*3]", "- [1:frog*4]"),
            trade(0, 1),
            "only families of the same number of tiles are traded: these have 3 and 4 tiles",
        ),
        (two("fox []"), {"event": "reclaim", "family": 0}, "there is no family 0"),
        (two("fox [0:fox*3]"), {"event": "reclaim", "family": 0}, "no joker is in family 0"),
        (two("deer [0:fox*3j1]"), {"event": "reclaim", "family": 0}, "no fox is on the stand: it holds 1 deer"),
        (two("fox deer []"), lay("fox", "fox"), "the stand holds only one fox"),
        (two("fox deer []"), lay("fox", "frog"), "no frog is on the stand: it holds 1 fox, 1 deer"),
        (
            two("fox deer []", rest="up bird | so far two_for_ones_this_turn=1"),
            lay("fox", "deer"),
            "Two for One may be played once a turn at most (two_for_one.max_per_turn)",
        ),
        (two("fox deer []", phase="discard"), {**DISCARD, "tile": "frog"}, "no frog is on the stand: it holds 1 fox"),
        (two("fox []", phase="draw", rest="up bird | draws 2"), DRAW_FOX, "no fox is face up"),
    ],
)
def test_a_move_against_the_rulebook_is_explained(line: str, move: Event, words: str) -> None:
    assert refused(line, move).startswith(words)


def test_what_a_variant_forbids_is_explained_by_its_key() -> None:
    families = two("fox fox [0:deer*3]", "- [1:frog*3]")
    assert refused(families, trade(0, 1), "trade.enabled=false") == "there is no trading (trade.enabled)"
    once = two("fox fox [0:deer*3]", "- [1:frog*3]", rest="up bird | so far trades_this_turn=1")
    assert refused(once, trade(0, 1), "trade.max_per_turn=1") == (
        "the player has traded 1 time this turn (trade.max_per_turn)"
    )
    joker = two("fox [0:fox*3j1]", "- [1:frog*3]")
    for who in ("nobody", "others"):
        words = refused(joker, {"event": "reclaim", "family": 0}, f"reclaim.from={who}")
        assert words == "jokers may not be reclaimed from this family (reclaim.from)"
    assert refused(two("fox deer []"), lay("fox", "deer"), "two_for_one.max_per_turn=0") == (
        "there is no Two for One (two_for_one.max_per_turn)"
    )
    twice = two("fox deer []", rest="up bird | so far two_for_ones_this_turn=2")
    assert refused(twice, lay("fox", "deer"), "two_for_one.max_per_turn=2") == (
        "Two for One may be played 2 times a turn at most (two_for_one.max_per_turn)"
    )
    jokers = two("fox joker []")
    assert refused(jokers, start("fox", 1, 1), "start.min_animals=2") == (
        "a start needs 2 real animals (start.min_animals)"
    )
    retake = two("- []", phase="draw", rest="up fox deer | draws 1 of two_for_one barred fox deer")
    assert refused(retake, DRAW_FOX, "two_for_one.may_retake=false") == (
        "a fox just laid down for Two for One may not be taken back (two_for_one.may_retake)"
    )


def test_a_face_down_tile_is_not_drawn_where_none_is_left() -> None:
    # Nine tiles in the box: the last three lie face up.
    small = ["tiles.animals=3", "tiles.per_animal=3", "tiles.jokers=0", "setup.stand=1"]
    line = "small turn 4 seat 0 draw | bird*2 [0:fox*3] | squirrel [] | up bird squirrel*2 | draws 2"
    assert refused(line, FACE_DOWN, *small) == "no tile of the draw pile is face down"


@pytest.mark.parametrize(
    ("phase", "rest", "move", "words"),
    [
        ("reveal", "up -", FACE_DOWN, "no tile is face up, so one must be revealed first"),
        ("draw", "up bird | draws 2", PASS, "the player still has to draw"),
        ("rainbow", "up bird", PASS, "the player may announce Rainbow now, or go on"),
        ("action", "up bird", FACE_DOWN, "it is time for actions"),
        ("action", "up bird", DISCARD, "it is time for actions"),
        ("action", "up bird", {"event": "rainbow"}, "it is time for actions"),
        ("action", "up bird", {"event": "empty"}, "it is time for actions"),
        ("empty", "up bird", PASS, "the stand is empty, so the turn ends at once"),
        ("discard", "up bird", PASS, "the stand holds more than the limit, so the player must discard"),
        ("over", "up bird", PASS, "the game is over"),
    ],
)
def test_a_move_at_the_wrong_moment_is_told_what_the_moment_is_for(
    phase: str, rest: str, move: Event, words: str
) -> None:
    assert refused(two("fox*2 deer*4 []", phase=phase, rest=rest), move) == f"not possible here: {words}"
