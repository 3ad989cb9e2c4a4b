from pathlib import Path
from typing import Any

import pytest

from simulator import Store, Variant, load_variant
from simulator.studies import Batch, filling


@pytest.fixture(scope="session")
def rulebook() -> Variant:
    return load_variant("rulebook")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    """Each batch that was handed to an executor of threads."""
    batches: list[Batch] = []
    encode = filling.encode_batch

    def noted(batch: Batch, *arguments: Any, **named: Any) -> bytes:
        batches.append(batch)
        return encode(batch, *arguments, **named)

    monkeypatch.setattr(filling, "encode_batch", noted)
    return batches
