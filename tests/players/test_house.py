"""The house player's rules of thumb, one by one."""

import numpy as np
import pytest
from engine.positions import outcomes, rulebook, table
from players.choosing_at import chosen
from sizes import COMPILED, games

from simulator.players.house import house_value


@pytest.mark.parametrize(
    ("face_up", "move"),
    [
        # In front of seat 0 lie 0 swan ×3 and 1 bird ×2, on its stand a fox; seat 1 has 2 deer ×3.
        ("rabbit deer fox bird swan joker", "draw joker"),
        # Grow the larger, then the other, …
        ("rabbit deer fox bird swan", "draw swan"),
        ("rabbit deer fox bird", "draw bird"),
        # … then start, then trade towards, …
        ("rabbit deer fox", "draw fox"),
        ("rabbit deer", "draw deer"),
        # … and what cannot be placed is left for what is hidden.
        ("rabbit", "draw face_down"),
    ],
)
def test_house_takes_a_joker_then_what_it_can_place_then_what_is_hidden(face_up: str, move: str) -> None:
    assert chosen("house", f"draw | fox [0:swan*3 1:bird*2] | - [2:deer*3] | up {face_up} | draws 2") == move


def test_house_draws_no_tile_to_trade_for_where_trades_are_off() -> None:
    line = "draw | fox [0:swan*3] | - [1:deer*3] | up deer | draws 2"
    assert chosen("house", line) == "draw deer"
    assert chosen("house", line, "trade.enabled=false") == "draw face_down"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        # It reclaims before all else, here another player's joker rather than make a seven …
        ("action | fox swan [0:swan*6] | - [1:fox*3j1] | up -", "reclaim 1"),
        # … from the larger family first.
        ("action | fox swan [0:swan*3j1] | - [1:fox*5j1] | up -", "reclaim 1"),
        # It makes a seven …
        ("action | fox swan bird*2 [0:swan*6 1:fox*9] | - [] | up -", "grow 0 swan"),
        # … also by a joker, but rather by the animal.
        ("action | fox joker bird*2 [0:swan*6 1:fox*9] | - [] | up -", "grow 0 joker"),
        ("action | swan joker [0:swan*6] | - [] | up -", "grow 0 swan"),
        # It grows its largest family by an animal …
        ("action | fox swan [0:swan*3 1:fox*4] | - [] | up -", "grow 1 fox"),
        # … before it starts one, and starts before it trades.
        ("action | bird*2 swan [0:swan*3] | - [1:deer*3] | up -", "grow 0 swan"),
        ("action | bird*2 deer [0:swan*3] | - [1:deer*3] | up -", "start bird bird"),
        # A joker starts a family, else it joins the largest.
        ("action | bird joker [0:swan*3] | - [] | up -", "start bird joker"),
        ("action | bird joker [0:swan*3 1:bird*4] | - [] | up -", "grow 1 bird"),
        ("action | joker*2 [0:swan*3 1:bird*4] | - [] | up -", "grow 1 joker"),
    ],
)
def test_house_reclaims_makes_sevens_grows_its_largest_and_starts(line: str, move: str) -> None:
    assert chosen("house", line) == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        # A deer is held, so the three deer are wanted; the three frogs are not.
        ("action | deer rabbit [0:swan*3] | - [1:deer*3 2:frog*3] | up -", "trade 0 1"),
        # The larger of two that are wanted alike.
        ("action | deer frog [0:swan*3 3:bird*4] | - [1:deer*3 2:frog*4] | up -", "trade 3 2"),
    ],
)
def test_house_trades_towards_an_animal_that_it_holds(line: str, move: str) -> None:
    assert chosen("house", line) == move


def test_house_trades_first_for_that_of_which_it_holds_most() -> None:
    # Three tiles are needed to start, so the two frogs are still on the stand.
    line = "action | deer frog*2 [0:swan*3 3:bird*4] | - [1:deer*4 2:frog*3] | up -"
    assert chosen("house", line, "start.min_tiles=3") == "trade 0 2"


@pytest.mark.parametrize(
    ("line", "trades"),
    [
        # Nothing of what the others have is held.
        ("action | rabbit squirrel [0:swan*3] | - [1:deer*3 2:frog*3] | up -", ["trade 0 1", "trade 0 2"]),
        # The deer that is held can join a family of its own.
        ("action | deer squirrel [0:swan*3 1:deer*2] | - [2:deer*3] | up -", ["trade 0 2"]),
        # Swans are held too, and would lose their family.
        ("action | deer swan [0:swan*3 1:frog*2] | - [2:deer*3] | up -", ["trade 0 2"]),
    ],
)
def test_house_would_rather_pass_than_trade_without_need(line: str, trades: list[str]) -> None:
    game = table(f"turn 9 seat 0 {line}")
    values = {move.text: house_value(game.state, game.rules, move.code) for move in game.legal_moves()}
    assert [move for move in values if move.startswith("trade")] == trades
    assert all(values[trade] < values["pass"] for trade in trades)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        # Nobody has rabbits or squirrels; the fox and the frog could join families on the table some time.
        ("action | fox frog squirrel rabbit [0:bird*2] | - [1:fox*3 2:frog*5] | up -", "two_for_one squirrel rabbit"),
        # A joker is never laid down.
        ("action | rabbit joker deer [] | - [] | up -", "start deer joker"),
        ("action | rabbit joker [0:rabbit*2] | - [] | up -", "grow 0 rabbit"),
    ],
)
def test_house_lays_down_what_nobody_wants(line: str, move: str) -> None:
    assert chosen("house", line) == move


def test_house_discards_what_no_family_wants_and_no_joker() -> None:
    line = "discard | fox frog squirrel bird joker deer [] | - [0:fox*3 1:frog*5 2:bird*2 3:deer*3] | up -"
    assert chosen("house", line) == "discard squirrel"
    # A pair is worth more than a single tile.
    line = "discard | squirrel*2 rabbit swan*2 joker [] | - [] | up -"
    assert chosen("house", line) == "discard rabbit"


def test_house_announces_rainbow() -> None:
    assert chosen("house", "rainbow | bird squirrel fox swan frog [] | - [] | up deer") == "rainbow"


@pytest.mark.skipif(not COMPILED, reason="needs some thousand games")
def test_house_beats_greedy() -> None:
    """More than 55 % of the wins with two players, seats rotated over the same decks (lower 95 % bound)."""
    decks = games(4_000, 0)
    wins = np.array(
        [
            outcomes(rulebook(), seats, games=decks, seed=78).win_share[:, seats.index("house")]
            for seats in (["house", "greedy"], ["greedy", "house"])
        ]
    ).mean(axis=0)
    # The deck is the unit: both seatings of one count as one.
    lower = wins.mean() - 1.96 * wins.std(ddof=1) / np.sqrt(decks)
    assert lower > 0.55
