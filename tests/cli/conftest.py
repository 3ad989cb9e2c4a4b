from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simulator.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder in which the commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def double_seven(folder: Path) -> Callable[..., Result]:
    """Run the command line: ``double_seven("show", "rulebook")``."""

    def run(*words: str) -> Result:
        result = CliRunner().invoke(main, list(words))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise AssertionError(f"double-seven {' '.join(words)} ends in a traceback") from result.exception
        return result

    return run
