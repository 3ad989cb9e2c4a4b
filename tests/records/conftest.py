import json
from pathlib import Path
from typing import Any

import pytest

from simulator import Variant, load_variant

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


@pytest.fixture(scope="session")
def tiny() -> Variant:
    """A tiny box, for the short game of ``tiny.jsonl``."""
    return load_variant(str(Path(__file__).parent / "tiny.yaml"))


@pytest.fixture
def tiny_record() -> dict[str, Any]:
    """A short game with every event, with seats, seed and game number but no digests."""
    return json.loads((Path(__file__).parent / "tiny.jsonl").read_text(encoding="utf-8"))
