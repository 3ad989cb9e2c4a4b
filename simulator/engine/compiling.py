"""The one decorator that compiles, and the folder in which compiled code is kept.

Numba notices an edit of the file in which a function stands, not of the files that it calls into. So the folder's name
carries a digest of every source that is compiled and of the versions that compile it: an edit anywhere starts afresh.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs

_COMPILED_PACKAGES = ("engine", "players")


def _digest() -> str:
    """Short digest of the compiled packages' sources and of the versions that turn them into machine code."""
    package = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for version in (sys.version, numba.__version__, np.__version__, os.environ.get("NUMBA_BOUNDSCHECK", "")):
        digest.update(version.encode())
    for folder in _COMPILED_PACKAGES:
        for source in sorted((package / folder).glob("*.py")):
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Per-user folder of the compiled code of this very version of the sources; it may not exist yet."""
    root = os.environ.get("DOUBLE_SEVEN_CACHE") or platformdirs.user_cache_dir("double-seven", appauthor=False)
    return Path(root) / f"compiled-{SOURCES_DIGEST}"


SOURCES_DIGEST = _digest()
"""Digest of what is compiled: equal digests play equal games."""


def is_compiled() -> bool:
    """Whether an earlier run has left compiled code, so that this one need not wait for the compiler."""
    return bool(numba.config.DISABLE_JIT) or any(cache_folder().glob("*/*.nbc"))


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile ``function`` on its first call, release the lock while it runs, and keep the machine code on disk.

    Wraparound of integers is relied on by the random numbers only; no fast-math anywhere, so that every machine gives
    the same bytes.
    """
    # Numba reads the cache folder from its global options when it decorates. Another package in the same process
    # keeps its own: the option is put back.
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = previous
