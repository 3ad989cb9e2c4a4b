import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from simulator import Game, Variant, load_variant

DATA = Path(__file__).parents[1] / "data"


def _records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="session")
def legal_records() -> list[dict[str, Any]]:
    """Games that an independent engine played."""
    return _records("records-legal.jsonl")


@pytest.fixture(scope="session")
def illegal_records() -> list[dict[str, Any]]:
    """Games in which that engine let a player use Two for One twice in a turn."""
    return _records("records-illegal.jsonl")


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


@pytest.fixture(scope="session")
def tiny() -> Variant:
    """A tiny box, for the short game of ``tiny.jsonl``."""
    return load_variant(str(Path(__file__).parent / "tiny.yaml"))


@pytest.fixture
def tiny_record() -> dict[str, Any]:
    """A short game with every event, with seats, seed and game number but no digests."""
    return json.loads((Path(__file__).parent / "tiny.jsonl").read_text(encoding="utf-8"))
