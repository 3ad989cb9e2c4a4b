import random
from collections.abc import Callable, Iterator

import pytest

from simulator import Game, Variant, load_variant


@pytest.fixture(scope="session")
def rulebook() -> Variant:
    return load_variant("rulebook")


def at_each_decision(variant: Variant, players: int, seed: int, most: int = 1_000_000) -> Iterator[Game]:
    """Play a game with random moves; gives the same game again at each decision, and once more when it is over."""
    game = Game(variant, players=players, seed=seed)
    choose = random.Random(seed)
    for _ in range(most):
        yield game
        if game.is_over:
            return
        game.apply_code(int(choose.choice(game.legal_codes())))  # quicker than by text


@pytest.fixture(scope="session")
def decisions() -> Callable[..., Iterator[Game]]:
    """The decisions of a game that is played with random moves: ``decisions(variant, players, seed, most)``."""
    return at_each_decision
