"""The compiled code's folder is named by what is compiled, and by nothing else."""

import importlib
import types
from typing import Any

import numba
import platformdirs
import pytest
from numba.core.dispatcher import Dispatcher
from numba.misc import appdirs

from simulator.engine.compiling import _compiled_parts, _sources

LIMITS = '''"""Limits."""

SIZE = 7  # tiles
"""How large a family is."""
MOST = twice(SIZE)
LEFT_ALONE = 1
WORDS = {"small": "less than it may be", "big": "as large as it may be"}


def twice(number):
    """As much again."""
    return 2 * number
'''
MODULE = '''"""A module."""

from typing import NamedTuple

import numpy as np

from limits import MOST as _MOST, WORDS, SIZE
from simulator.engine.compiling import compiled

NOTES = np.dtype([("tiles", np.int16, (len(WORDS),))])
"""What is written down."""


class WrongError(ValueError):
    """A mistake."""


class Desk(NamedTuple):
    """Where it is written down."""

    notes: np.record
    """A record."""
    tables: np.recarray


@compiled
def triple(number):
    """Three times as much."""
    return min(3 * number, _MOST)


def check(number):
    if number > 9:
        raise WrongError("too many")
'''


def parts(before: str = "", after: str = "") -> str:
    """What is compiled in the two modules, once the one text is put in place of the other."""
    assert before in LIMITS + MODULE
    sources = {"limits": LIMITS, "module": MODULE}
    if before:
        sources = {name: source.replace(before, after) for name, source in sources.items()}
    return repr(_compiled_parts(sources))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"too many"', '"there are too many"'),
        ("number > 9", "number > 8"),
        ("# tiles", "# of a family"),
        ("Three times as much.", "Thrice."),
        ("How large a family is.", "A family's size."),
        ("Where it is written down.", "A desk."),
        ("A record.", "One record."),
        ("A mistake.", "An error."),
        ("less than it may be", "not yet big"),
        ("LEFT_ALONE = 1", "LEFT_ALONE = 2"),
        ("    return min(3 * number, _MOST)", "    return min(\n        3 * number,\n        _MOST,\n    )"),
    ],
)
def test_what_is_not_compiled_is_no_part_of_the_digest(before: str, after: str) -> None:
    assert parts(before, after) == parts()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3 * number", "4 * number"),
        ("3 * number", "number * 3"),
        ("SIZE = 7", "SIZE = 8"),
        ("SIZE = 7", "SIZE = 7.0"),
        ("return 2 * number", "return 5 * number"),
        ("np.int16", "np.int32"),
        ('"tiles"', '"families"'),
        ('"small":', '"little":'),
        ("    tables: np.recarray", "    games: np.recarray"),
        ("@compiled\ndef triple", "def triple"),
    ],
)
def test_what_is_compiled_is_part_of_the_digest(before: str, after: str) -> None:
    assert parts(before, after) != parts()


def names(shape: Any) -> set[str]:
    """Every text in a part, the names that it gives and reads among them."""
    if isinstance(shape, list):
        return set().union(*map(names, shape))
    return {shape} if isinstance(shape, str) else set()


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_every_constant_that_compiled_code_reads_is_part_of_the_digest() -> None:
    known: dict[str, set[str]] = {}
    for module, shape in _compiled_parts(_sources()):
        known.setdefault(module, set()).update(names(shape))
    everywhere = set().union(*known.values())
    read = 0
    for name in _sources():
        module = importlib.import_module(name)
        for function in vars(module).values():
            if isinstance(function, Dispatcher) and function.__module__ == name:
                assert function.__name__ in known[name]
                for constant in function.py_func.__code__.co_names:
                    value = vars(module).get(constant)
                    if value is not None and not isinstance(value, types.ModuleType | Dispatcher):
                        assert constant in everywhere, f"{name}: {constant}"
                        read += 1
    assert read > 100


def test_the_users_cache_is_the_one_of_the_platform() -> None:
    assert appdirs.user_cache_dir("double-seven", appauthor=False) == platformdirs.user_cache_dir(
        "double-seven", appauthor=False
    )
