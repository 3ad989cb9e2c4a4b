"""The deal against exact probabilities, and the streams of random numbers against their definition.

Statistical tests have fixed seeds; with seeds drawn afresh, each would raise a false alarm with probability
``FALSE_ALARM``.
"""

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from engine.positions import dealt, outcomes, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sizes import games

from simulator import Variant
from simulator.engine.moves import apply_move, list_moves
from simulator.engine.random import FIRST_SEAT_STREAM, TILE_STREAM, number_of_stream, random_below, stream_start
from simulator.engine.rules import MAX_PLAYERS
from simulator.engine.setup import shuffle
from simulator.engine.state import new_games

FALSE_ALARM = 1e-6
DEALS = games(20_000, 400)
WORD = 2**64
GAMMA = 0x9E3779B97F4A7C15
JOKER = 8


def order_of_tiles(variant: Variant, seed: int, number: int) -> np.ndarray:
    """The shuffled tiles, by kind."""
    game = new_games(1)[0]
    shuffle(game, variant.rules, np.uint64(seed), np.int64(number))
    return game.pile[: game.pile_end].copy()


@pytest.fixture(scope="module")
def orders() -> np.ndarray:
    """The order of the tiles of the printed box in many games, one a row."""
    return np.array([order_of_tiles(rulebook(), 2024, number) for number in range(DEALS)])


def all_different(tiles: np.ndarray) -> np.ndarray:
    """Whether no kind comes twice in a row."""
    tiles = np.sort(tiles, axis=1)
    return (np.diff(tiles, axis=1) > 0).all(axis=1)


EXACT: dict[str, tuple[Fraction, Callable[[np.ndarray], np.ndarray]]] = {
    # Five of eight animals, one of eleven tiles each.
    "five face-down tiles are all different animals": (
        Fraction(comb(8, 5) * 11**5, comb(91, 5)),
        lambda order: all_different(order[:, 7:12]) & (order[:, 7:12] < JOKER).all(axis=1),
    ),
    # With two players, the seventh tile is the first to be revealed.
    "the first reveal is a joker": (Fraction(3, 91), lambda order: order[:, 6] == JOKER),
    "three tiles dealt hold a joker": (
        1 - Fraction(comb(88, 3), comb(91, 3)),
        lambda order: (order[:, :3] == JOKER).any(axis=1),
    ),
    # Not three different animals, nor two different ones and a joker.
    "three tiles dealt hold two alike": (
        1 - Fraction(comb(8, 3) * 11**3 + comb(8, 2) * 11**2 * 3, comb(91, 3)),
        lambda order: ~all_different(order[:, :3]),
    ),
    "three tiles dealt to the second player can start a family": (
        # Two animals alike, or a joker beside an animal: everything but three different animals and three jokers.
        1 - Fraction(comb(8, 3) * 11**3 + 1, comb(91, 3)),
        lambda order: (
            ~(all_different(order[:, 3:6]) & (order[:, 3:6] < JOKER).all(axis=1)) & (order[:, 3:6] < JOKER).any(axis=1)
        ),
    ),
}


@pytest.mark.parametrize("event", EXACT)
def test_what_is_dealt_has_its_exact_probability(event: str, orders: np.ndarray) -> None:
    probability, happens = EXACT[event]
    expected = float(probability)
    standard_error = sqrt(expected * (1 - expected) / len(orders))
    seen = happens(orders).mean()
    assert abs(seen - expected) < stats.norm.isf(FALSE_ALARM / 2) * standard_error
    # The test can tell: a tenth off would be seen in the full number of deals.
    assert seen > 0


@pytest.mark.parametrize("kind", range(9))
def test_each_kind_lies_anywhere_with_the_same_chance(kind: int, orders: np.ndarray) -> None:
    # A kind lies at each of n = 91 places with chance p. Places of one deal exclude each other a little: the variance
    # of a count is N p (1 − p), each covariance −1/(n − 1) of it, so the sum of squares over N p (1 − p) n/(n − 1) is
    # chi-square with n − 1 degrees of freedom.
    counts = (orders == kind).sum(axis=0)
    deals, places = orders.shape
    chance = (3 if kind == JOKER else 11) / places
    spread = deals * chance * (1 - chance) * places / (places - 1)
    statistic = ((counts - deals * chance) ** 2).sum() / spread
    low, high = stats.chi2.ppf(FALSE_ALARM / 2, places - 1), stats.chi2.isf(FALSE_ALARM / 2, places - 1)
    assert low < statistic < high


def test_neighbours_in_the_pile_are_alike_as_often_as_chance_has_it(orders: np.ndarray) -> None:
    alike = Fraction(8 * comb(11, 2) + comb(3, 2), comb(91, 2))
    pairs = orders[:, 0:90:2] == orders[:, 1:91:2]
    # Deals are independent, pairs within a deal not quite: the standard error is taken over deals.
    by_deal = pairs.mean(axis=1)
    standard_error = by_deal.std(ddof=1) / sqrt(len(orders))
    assert abs(by_deal.mean() - float(alike)) < stats.norm.isf(FALSE_ALARM / 2) * standard_error


# Common random numbers


def mixed(bits: int) -> int:
    """SplitMix64's mixer in Python's integers."""
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % WORD
    return bits ^ bits >> 31


def start_of(seed: int, number: int, stream: int) -> int:
    """The start of a stream by its definition."""
    start = mixed((seed + GAMMA) % WORD)
    for part in (number, stream):
        start = mixed((start + (part + 1) * GAMMA) % WORD)
    return start


def physical_order(variant: Variant, seed: int, number: int) -> list[tuple[str | int, int]]:
    """The tiles (kind and copy) sorted by their own keys, by the definition."""
    start = start_of(seed, number, 0)
    tiles: list[tuple[str | int, int]] = [
        (animal, copy) for animal in range(variant.tiles.animals) for copy in range(variant.tiles.per_animal)
    ]
    tiles += [("joker", copy) for copy in range(variant.tiles.jokers)]

    def key(tile: tuple[str | int, int]) -> int:
        name = 255 if tile[0] == "joker" else int(tile[0])
        # The lowest byte is left out of the order.
        return mixed((start + (name * 256 + tile[1] + 1) * GAMMA) % WORD) >> 8

    return sorted(tiles, key=key)


OTHER_BOXES = [
    ("tiles.per_animal=9",),
    ("tiles.per_animal=14",),
    ("tiles.jokers=0",),
    ("tiles.jokers=6",),
    ("tiles.animals=7",),
    ("tiles.animals=10",),
    ("tiles.animals=6", "tiles.per_animal=12", "tiles.jokers=4"),
]


@pytest.mark.parametrize("box", [(), *OTHER_BOXES], ids=" ".join)
def test_the_order_is_that_of_a_key_for_each_physical_tile(box: tuple[str, ...]) -> None:
    variant = rulebook(*box)
    for number in range(games(20, 3)):
        expected = [
            variant.tiles.animals if kind == "joker" else kind for kind, _ in physical_order(variant, 99, number)
        ]
        assert order_of_tiles(variant, 99, number).tolist() == expected


@pytest.mark.parametrize("box", OTHER_BOXES, ids=" ".join)
def test_a_box_with_tiles_more_or_fewer_keeps_the_rest_in_the_same_order(box: tuple[str, ...]) -> None:
    # The test above says that the engine follows the physical order; here the orders of two boxes are held together.
    for number in range(games(20, 3)):
        printed, other = physical_order(rulebook(), 5, number), physical_order(rulebook(*box), 5, number)
        common = set(printed) & set(other)
        assert len(common) > 50
        assert [tile for tile in printed if tile in common] == [tile for tile in other if tile in common]


def test_nine_tiles_an_animal_are_the_printed_order_with_sixteen_tiles_taken_out() -> None:
    for number in range(games(50, 5)):
        printed = order_of_tiles(rulebook(), 5, number).tolist()
        short = order_of_tiles(rulebook("tiles.per_animal=9"), 5, number).tolist()
        rest = iter(printed)
        assert all(tile in rest for tile in short)


def test_rules_that_leave_the_box_alone_leave_the_order_alone() -> None:
    other = rulebook("setup.stand=5", "players.max=6", "draw.tiles=4", "seven.size=8", "end.final_turns=2")
    for number in range(5):
        printed = dealt(rulebook(), 2, 5, number)
        assert (printed.pile == dealt(rulebook(), 4, 5, number).pile).all()
        assert (printed.pile == dealt(other, 6, 5, number).pile).all()


def test_no_choice_ever_moves_a_tile() -> None:
    # Two games of the same number, one played by first moves, one by last moves and with a seat's stream stirred.
    variant = rulebook()
    first, last = dealt(variant, 3, 8), dealt(variant, 3, 8)
    before = first.pile.copy()
    moves = np.zeros(100_000, np.int64)
    for _ in range(40):
        apply_move(first, variant.rules, moves[: list_moves(first, variant.rules, moves)][0])
        apply_move(last, variant.rules, moves[: list_moves(last, variant.rules, moves)][-1])
        random_below(last, 1, 7)
    assert (first.pile == before).all()
    assert (last.pile == before).all()


def test_a_player_who_changes_leaves_the_other_seats_their_numbers() -> None:
    # Only the random player uses up numbers, and only its own seat's: before anyone has moved, all streams stand where
    # (seed, game) put them, whoever plays and whatever the box.
    assert (dealt(rulebook(), 2, 3).random == dealt(rulebook("tiles.jokers=0"), 4, 3).random).all()
    game = dealt(rulebook(), 4, 3)
    before = game.random.copy()
    random_below(game, 2, 10)
    assert (np.flatnonzero(game.random != before) == [2]).all()


def test_the_games_of_a_seed_differ_and_so_do_the_seeds_of_a_game() -> None:
    orders = [order_of_tiles(rulebook(), seed, number).tobytes() for seed in range(12) for number in range(12)]
    assert len(set(orders)) == len(orders)
    rows = outcomes(rulebook(), ["random", "random"], games=games(200, 5), seed=1)
    assert len({row.tobytes() for row in rows}) == len(rows)


# Streams


def test_splitmix64_gives_its_published_numbers() -> None:
    start = np.uint64(1234567)
    assert [int(number_of_stream(start, position)) for position in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(seed=st.integers(0, WORD - 1), number=st.integers(0, 2**40), stream=st.integers(0, MAX_PLAYERS))
@settings(max_examples=games(200, 20), deadline=None, derandomize=True)
def test_a_stream_starts_where_its_definition_says(seed: int, number: int, stream: int) -> None:
    start = np.uint64(stream_start(np.uint64(seed), np.int64(number), stream))
    assert int(start) == start_of(seed, number, stream)
    assert int(number_of_stream(start, 17)) == mixed((int(start) + 18 * GAMMA) % WORD)


def test_streams_of_seeds_games_and_seats_never_coincide() -> None:
    numbers = [
        int(number_of_stream(np.uint64(stream_start(np.uint64(seed), number, stream)), position))
        for seed in (0, 1, 2**63)
        for number in range(games(40, 6))
        for stream in (TILE_STREAM, *range(FIRST_SEAT_STREAM, FIRST_SEAT_STREAM + MAX_PLAYERS))
        for position in range(games(100, 12))
    ]
    # Of some 84,000 fair 64-bit numbers two are equal with probability 2e-10.
    assert len(set(numbers)) == len(numbers)


def below_by_rejection(start: int, bound: int, number: int) -> list[int]:
    """``number`` values from a stream: of each 32-bit x, the high word of x·bound, unless its low word is rejected."""
    values: list[int] = []
    position = 0
    while len(values) < number:
        position += 1
        product = (mixed((start + position * GAMMA) % WORD) >> 32) * bound
        if product % 2**32 >= 2**32 % bound:
            values.append(product >> 32)
    return values


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 1_000, 15_434, 2**20, 3 * 2**30, 2**32 - 1])
def test_random_below_equals_its_definition_and_stays_in_its_range(bound: int) -> None:
    game = new_games(1)[0]
    game.random[3] = np.uint64(4242)
    number = games(500, 50)
    drawn = [int(random_below(game, 3, bound)) for _ in range(number)]
    assert drawn == below_by_rejection(4242, bound, number)
    assert 0 <= min(drawn) <= max(drawn) < bound
    assert not game.random[[0, 1, 2, 4, 5]].any()


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 999, 3 * 2**30, 2**32 - 1])
def test_the_definition_is_exactly_uniform(bound: int) -> None:
    # x is accepted with value v where v·2³² + 2³² mod bound ≤ x·bound < (v + 1)·2³²: as many x for each v.
    span, rejected = 2**32, 2**32 % bound

    def accepted(value: int) -> int:
        return -(-(value + 1) * span // bound) + (-(value * span + rejected) // bound)

    values = [*range(min(bound, 500)), *range(max(bound - 500, 0), bound)]
    assert {accepted(value) for value in values} == {span // bound}


def test_a_rejected_number_is_drawn_anew() -> None:
    # A quarter of all numbers is rejected for this bound; the stream then has moved on by more than it gave.
    game = new_games(1)[0]
    game.random[0] = np.uint64(7)
    number = games(400, 100)
    for _ in range(number):
        random_below(game, 0, 3 * 2**30)
    steps = (int(game.random[0]) - 7) * pow(GAMMA, -1, WORD) % WORD
    expected, standard_error = number * 4 / 3, sqrt(number * (1 / 4) / (3 / 4) ** 2)
    assert abs(steps - expected) < stats.norm.isf(FALSE_ALARM / 2) * standard_error


@pytest.mark.parametrize("bound", [2, 7, 100])
def test_random_below_gives_each_value_equally_often(bound: int) -> None:
    game = new_games(1)[0]
    game.random[0] = stream_start(np.uint64(1), 0, FIRST_SEAT_STREAM)
    counts = np.bincount([random_below(game, 0, bound) for _ in range(bound * games(500, 30))], minlength=bound)
    assert stats.chisquare(counts).pvalue > FALSE_ALARM
