"""The greedy player takes the move that puts most tiles on the table now, and does nothing else."""

import numpy as np
import pytest
from engine.positions import outcomes, rulebook
from players.choosing_at import chosen
from sizes import games

from simulator import bundled_variants, load_variant
from simulator.engine.state import RECLAIMS, TRADES, TWO_FOR_ONES


@pytest.mark.parametrize("variant", ["rulebook", "online-zh", "family-6"])
def test_greedy_never_trades_reclaims_or_plays_two_for_one(variant: str) -> None:
    assert variant in bundled_variants()
    rows = outcomes(load_variant(variant), ["greedy"] * 3, games=games(300, 4), seed=2)
    assert not rows.counts[:, [TRADES, RECLAIMS, TWO_FOR_ONES]].any()


@pytest.mark.parametrize(
    ("line", "move"),
    [
        # A start lays two tiles, a growth one, the rest none.
        ("action | fox*2 swan [0:swan*6] | - [] | up -", "start fox fox"),
        ("action | swan deer [0:swan*2] | - [1:deer*2j1] | up -", "grow 0 swan"),
        # A trade towards the deer, a reclaim and a Two for One are there, and nothing to place.
        ("action | deer rabbit [0:swan*2] | - [1:deer*2j1] | up -", "pass"),
    ],
)
def test_greedy_places_what_it_can_and_passes(line: str, move: str) -> None:
    assert chosen("greedy", line) == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        # The fox starts a family (two tiles), the bird grows one (one tile), the deer does nothing.
        ("draw | fox [0:bird*2] | - [] | up deer fox bird | draws 2", "draw fox"),
        ("draw | rabbit [0:swan*2] | - [] | up deer fox swan | draws 2", "draw swan"),
        ("draw | rabbit [0:swan*2] | - [] | up deer joker | draws 2", "draw joker"),
        ("draw | rabbit [0:swan*2] | - [] | up deer fox | draws 2", "draw face_down"),
    ],
)
def test_greedy_draws_a_face_up_tile_only_to_place_it(line: str, move: str) -> None:
    assert chosen("greedy", line) == move


def test_greedy_announces_rainbow() -> None:
    assert chosen("greedy", "rainbow | bird squirrel fox swan frog [] | - [] | up deer") == "rainbow"


def test_greedy_beats_random() -> None:
    """At least 90 % of the wins with two players, seats rotated over the same decks."""
    decks = games(2_000, 15)
    wins = np.array(
        [
            outcomes(rulebook(), seats, games=decks, seed=77).win_share[:, seats.index("greedy")]
            for seats in (["greedy", "random"], ["random", "greedy"])
        ]
    ).mean(axis=0)
    # The deck is the unit: both seatings of one count as one.
    lower = wins.mean() - 1.96 * wins.std(ddof=1) / np.sqrt(decks)
    assert lower >= 0.9
