"""Moves by name: what a person types, and the events of a record."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import games
from strategies import variants

from simulator import Game, Variant
from simulator.engine.moves import MOVE_TYPES, move_of
from simulator.games.moves import DECLINE_CODE, EVENT_KEYS, code_of, event_of, move_text

KINDS = ("bird", "fox", "joker")


@pytest.mark.parametrize(
    ("name", "first", "second", "text"),
    [
        ("reveal", 0, 0, "reveal"),
        ("face_down", 0, 0, "draw face_down"),
        ("face_up", 1, 0, "draw fox"),
        ("face_up", 2, 0, "draw joker"),
        ("announce", 0, 0, "rainbow"),
        ("decline", 0, 0, "no rainbow"),
        ("start", 1, 0, "start fox fox fox"),
        ("start", 1, 2, "start fox joker joker"),
        ("grow", 3, 1, "grow 3 fox"),
        ("grow", 3, 2, "grow 3 joker"),
        ("trade", 0, 4, "trade 0 4"),
        ("reclaim", 3, 0, "reclaim 3"),
        ("two_for_one", 0, 1, "two_for_one bird fox"),
        ("two_for_one", 1, 1, "two_for_one fox fox"),
        ("pass", 0, 0, "pass"),
        ("empty", 0, 0, "empty"),
        ("discard", 1, 0, "discard fox"),
    ],
)
def test_a_move_is_said_in_one_short_line(name: str, first: int, second: int, text: str) -> None:
    code = int(move_of(MOVE_TYPES.index(name), first, second))
    assert move_text(code, KINDS, 3) == text


def test_what_is_no_move_has_no_text_event_or_code() -> None:
    with pytest.raises(ValueError, match="not the number of a move"):
        move_text(int(move_of(len(MOVE_TYPES), 0, 0)), KINDS, 2)
    with pytest.raises(ValueError, match="'deal' is no move"):
        code_of({"event": "deal", "player": 0, "tiles": []}, KINDS)


@settings(derandomize=True, deadline=None, max_examples=games(40, 4))
@given(variant=variants(), seed=st.integers(0, 2**32))
def test_every_legal_move_comes_back_from_its_event(decisions: Callable, variant: Variant, seed: int) -> None:
    for game in decisions(variant, variant.players.max, seed, 150):
        for move in game.legal_moves():
            event = event_of(move.code, game.state, game.kinds, variant.start.min_tiles)
            if event is None:
                assert move.code == DECLINE_CODE
                assert move.text == "no rainbow"
            else:
                assert set(event) == {"event", *EVENT_KEYS[event["event"]]}
                assert event.get("player", game.player) == game.player
                assert code_of(event, game.kinds) == move.code


def test_a_two_for_one_is_the_same_move_whichever_tile_is_named_first() -> None:
    one, other = ({"event": "two_for_one", "player": 0, "tiles": tiles} for tiles in (["fox", "bird"], ["bird", "fox"]))
    assert code_of(one, KINDS) == code_of(other, KINDS)


def test_moves_stand_in_the_order_of_the_rules(rulebook: Variant) -> None:
    # draw: face down first, then the face-up kinds in the order of the animals, jokers last
    game = Game.from_notation("x turn 8 seat 0 draw | fox [] | - [] | up deer bird joker fox*2 | draws 2", rulebook)
    assert [str(move) for move in game.legal_moves()] == [
        *("draw face_down", "draw bird", "draw fox", "draw deer", "draw joker")
    ]
    # actions: start, grow, trade, reclaim, Two for One, pass
    line = "x turn 8 seat 0 action | fox*2 bird joker [0:swan*3] | - [1:deer*3 2:bird*2j1] | up frog"
    assert [str(move) for move in Game.from_notation(line, rulebook).legal_moves()] == [
        "start bird joker",
        "start fox fox",
        "start fox joker",
        "grow 0 joker",
        "trade 0 1",
        "reclaim 2",
        "two_for_one bird fox",
        "two_for_one bird joker",
        "two_for_one fox fox",
        "two_for_one fox joker",
        "pass",
    ]
    line = "x turn 8 seat 0 discard | fox*2 bird joker deer*2 [] | - [] | up frog"
    assert [str(move) for move in Game.from_notation(line, rulebook).legal_moves()] == [
        *("discard bird", "discard fox", "discard deer", "discard joker")
    ]
    line = "x turn 8 seat 0 rainbow | bird fox deer swan frog [] | - [] | up frog"
    assert [str(move) for move in Game.from_notation(line, rulebook).legal_moves()] == ["rainbow", "no rainbow"]
