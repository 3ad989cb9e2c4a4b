from collections.abc import Callable
from pathlib import Path

import pytest

from simulator.variants import VariantError, check_file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, which errors need not name because the tests run in it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def write(folder: Path) -> Callable[..., Path]:
    def written(text: str | bytes, name: str = "mine.yaml") -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


@pytest.fixture
def refusal(write: Callable[..., Path]) -> Callable[..., str]:
    """Write a file, load it, and return the error as text."""

    def refused(text: str | bytes, name: str = "mine.yaml") -> str:
        with pytest.raises(VariantError) as caught:
            check_file(write(text, name))
        message = str(caught.value)
        assert len(message.splitlines()) == len(caught.value.problems)
        return message

    return refused
