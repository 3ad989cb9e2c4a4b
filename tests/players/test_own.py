"""Players of one's own: a Python function in any seat."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sizes import games

from simulator import load_variant, play_game, simulate
from simulator.cli import main
from simulator.games import Move, SeatView
from simulator.players import OwnPlayerError

RULEBOOK = load_variant("rulebook")


def first(view: SeatView, moves: list[Move]) -> Move:
    """Takes the first legal move, and passes where that would trade on and on."""
    return moves[-1] if view.phase == "action" and moves[0].text.startswith("trade") else moves[0]


def test_a_function_plays_in_any_seat_and_its_games_are_told_in_the_same_columns() -> None:
    number = games(6, 1)
    mixed = simulate(RULEBOOK, players=3, seats=(first, "house", "greedy"), games=number, seed=4)
    plain = simulate(RULEBOOK, players=3, games=number, seed=4)
    assert mixed.schema == plain.schema
    assert mixed["seats"].to_list() == [
        seats
        for seats in (["first", "house", "greedy"], ["house", "greedy", "first"], ["greedy", "first", "house"])
        for _ in range(number)
    ]
    assert mixed.equals(simulate(RULEBOOK, players=3, seats=(first, "house", "greedy"), games=number, seed=4))


def test_a_seat_sees_its_own_stand_and_nothing_that_is_hidden() -> None:
    seen: list[dict[str, Any]] = []

    def watcher(view: SeatView, moves: list[Move]) -> Move:
        hidden = sum(view.unseen.values())
        others = sum(view.stand_sizes) - view.stand_sizes[view.seat]
        seen_there = sum(view.stand_seen(1).values())
        assert hidden == view.face_down_tiles + others - seen_there
        assert sum(view.stand.values()) == view.stand_sizes[view.seat]
        assert view.players == 2
        assert len(view.scores) == len(view.seven_tokens) == 2
        assert view.double_seven in (None, 0, 1)
        assert view.variant is RULEBOOK
        seen.append({"turn": view.turn, "seen": seen_there, "end": view.end_is_triggered})
        return first(view, moves)

    play_game(RULEBOOK, [watcher, "random"], seed=4)
    assert any(decision["seen"] for decision in seen)
    assert not any(name.startswith(("pile", "state", "game")) for name in dir(SeatView))


def test_a_player_may_answer_with_the_text_of_a_move() -> None:
    once = play_game(RULEBOOK, [first, "house"], seed=4)
    again = play_game(RULEBOOK, [lambda view, moves: first(view, moves).text, "house"], seed=4)
    assert once.events == again.events


def test_a_player_that_gives_no_legal_move_is_named_with_its_seat() -> None:
    def dreamer(view: SeatView, moves: list[Move]) -> str:
        return "fly"

    with pytest.raises(OwnPlayerError, match="player dreamer in seat 1 gives no legal move: 'fly' is not"):
        play_game(RULEBOOK, ["house", dreamer], seed=4)


@pytest.mark.parametrize(
    ("text", "seat", "message"),
    [
        (None, "none.py:play", "there is no file"),
        ("x = 1", "mine.py:play", "has no function 'play'"),
        ("1 / 0", "mine.py:play", "fails as it is loaded: ZeroDivisionError: division by zero"),
    ],
)
def test_a_player_that_cannot_be_loaded_is_refused_in_one_line(
    tmp_path: Path, text: str | None, seat: str, message: str
) -> None:
    if text is not None:
        (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    run = CliRunner().invoke(main, ["play", "--seats", f"{tmp_path}/{seat},house"])
    assert run.exit_code == 1
    assert message in run.output
    assert run.output.startswith("Error: ")
    assert run.output.count("\n") == 1
