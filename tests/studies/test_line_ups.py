"""Line-ups: one meaning of seats everywhere, and unlike players rotate over the same decks."""

from typing import Any

import polars as pl
import pytest

from simulator import Study, simulate
from simulator.players import UnknownPlayer
from simulator.studies import LineUp, PlanError, read_line_ups


def first(view: Any, moves: list[Any]) -> Any:
    return moves[0]


@pytest.mark.parametrize(
    ("asked", "line_ups"),
    [
        ("house", [("house",)]),
        ("house,greedy", [("house", "greedy")]),
        (" house , greedy ", [("house", "greedy")]),
        (("house", "greedy"), [("house", "greedy")]),
        (["house", "greedy"], [("house",), ("greedy",)]),
        (["house,greedy", ("greedy", "greedy")], [("house", "greedy"), ("greedy", "greedy")]),
        (first, [(first,)]),
        ((first, "house"), [(first, "house")]),
        ([first, "house"], [(first,), ("house",)]),
    ],
)
def test_a_text_or_a_tuple_is_one_line_up_and_a_list_is_several(asked: Any, line_ups: list[tuple[Any, ...]]) -> None:
    assert [line_up.seats for line_up in read_line_ups(asked)] == line_ups


@pytest.mark.parametrize("asked", [[], (), [()], ["house", ()]])
def test_a_table_without_players_is_refused(asked: Any) -> None:
    with pytest.raises(PlanError, match="there is nobody to play: name a player for all seats, such as house"):
        read_line_ups(asked)


@pytest.mark.parametrize("asked", [None, 3, {"house"}, ["house", 3], [["house", "greedy"]], (("house", "greedy"),)])
def test_what_is_no_line_up_is_refused(asked: Any) -> None:
    with pytest.raises(PlanError, match="is no line-up: a player for all seats such as 'house', or a tuple with one a"):
        read_line_ups(asked)


def test_an_unknown_player_is_refused_wherever_it_sits() -> None:
    for asked in ("hose", "house,hose", ("house", "hose"), ["house", "hose"]):
        with pytest.raises(UnknownPlayer, match="unknown player 'hose': did you mean house"):
            read_line_ups(asked)


@pytest.mark.parametrize(
    ("seats", "name"),
    [
        (("house",), "house"),
        (("house", "house", "house"), "house"),
        (("house", "greedy"), "house,greedy"),
        ((first, "greedy"), "first,greedy"),
    ],
)
def test_a_line_up_is_called_by_its_one_player_or_by_all(seats: tuple[Any, ...], name: str) -> None:
    assert LineUp(seats).name == name


@pytest.mark.parametrize(
    ("seats", "players", "seatings"),
    [
        ("house", 3, ["house house house"]),
        ("house,house,house", 3, ["house house house"]),
        ("house,greedy,random", 3, ["house greedy random", "greedy random house", "random house greedy"]),
        ("house,house,greedy", 3, ["house house greedy", "house greedy house", "greedy house house"]),
        ("house,greedy,house,greedy", 4, ["house greedy house greedy", "greedy house greedy house"]),
    ],
)
def test_seats_rotate_once_for_each_different_seating(seats: str, players: int, seatings: list[str]) -> None:
    (line_up,) = read_line_ups(seats)
    assert [" ".join(map(str, seating)) for seating in line_up.seatings(players)] == seatings
    assert [" ".join(map(str, seating)) for seating in line_up.seatings(players, rotate=False)] == seatings[:1]


def test_one_player_a_seat_must_be_as_many_as_play() -> None:
    for players in (2, 4):
        with pytest.raises(
            PlanError, match=f"3 players are named for {players} seats: name one for all, or one a seat"
        ):
            LineUp(("house", "greedy", "random")).seatings(players)


def test_each_of_unlike_players_sits_in_every_seat_equally_often() -> None:
    games = simulate("rulebook", players=3, seats="house,greedy,random", games=10)
    assert games.height == 3 * 10
    for seat in range(3):
        sitting = games.group_by(pl.col("seats").list.get(seat)).len()
        assert dict(sitting.iter_rows()) == {"house": 10, "greedy": 10, "random": 10}
    assert games["line_up"].unique().to_list() == ["house,greedy,random"]
    assert games.group_by("game").len()["len"].unique().to_list() == [3]


def test_without_rotation_each_player_keeps_its_seat() -> None:
    games = simulate("rulebook", players=3, seats="house,greedy,random", games=10, rotate=False)
    assert games["seats"].to_list() == [["house", "greedy", "random"]] * 10
    assert games["line_up"].to_list() == ["house,greedy,random"] * 10


def test_a_line_up_of_equal_players_is_played_once_whatever_it_is_called() -> None:
    one, all_seats = (simulate("rulebook", players=2, seats=seats, games=5) for seats in ("house", "house,house"))
    assert one.height == 5
    assert one.equals(all_seats)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["house", "house"], "house is there twice as a line-up: name it once"),
        (["house", "house,house"], "house is there twice as a line-up: name it once"),
        (
            ["house,greedy", "greedy,house"],
            "house,greedy and greedy,house are one line-up, since the seats rotate: name it once",
        ),
    ],
)
def test_a_line_up_or_a_rotation_of_it_that_is_named_twice_is_refused(seats: list[str], message: str) -> None:
    with pytest.raises(PlanError) as caught:
        Study("rulebook", players=2, seats=seats)
    assert str(caught.value) == message


def test_without_rotation_the_other_order_is_another_line_up() -> None:
    games = simulate("rulebook", players=2, seats=["house,greedy", "greedy,house"], games=3, rotate=False)
    assert games["line_up"].to_list() == ["house,greedy"] * 3 + ["greedy,house"] * 3
    assert games["seats"].list.join(",").to_list() == games["line_up"].to_list()
