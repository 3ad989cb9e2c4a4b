"""The one decorator that compiles, and the folder in which compiled code is kept.

Numba notices an edit of the file in which a function stands, not of the files that it calls into. So the folder's name
carries a digest of all that is compiled and of the versions that compile it: an edit of any of it starts afresh, and an
edit of anything else, such as the wording of an error, does not.
"""

import ast
import gc
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.misc.appdirs import user_cache_dir

_COMPILED_PACKAGES = ("engine", "players")


def _digest_of_sources() -> str:
    # Trees are many small objects: looking for garbage among them would take as long as reading them.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _short_digest(repr(_compiled_parts(_sources())))
    finally:
        if collecting:
            gc.enable()


def _short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _sources() -> dict[str, str]:
    """The text of every module that holds compiled code, by the module's name, in a fixed order."""
    package = Path(__file__).resolve().parents[1]
    files = [file for folder in _COMPILED_PACKAGES for file in sorted((package / folder).glob("*.py"))]
    return {
        ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): file.read_text(
            encoding="utf-8"
        )
        for file in files
    }


def _compiled_parts(sources: Mapping[str, str]) -> list[tuple[str, Any]]:
    """What compiled code is made of: a pair of module and shape for each statement.

    These are the compiled functions, the layouts of what they are handed (dtypes and named tuples), and whatever these
    name: constants, and the constants and functions from which constants are made. A name is followed through
    ``from … import``.
    """
    named: dict[tuple[str, str], list[ast.stmt]] = {}
    imported: dict[tuple[str, str], tuple[str, str]] = {}
    waiting: list[tuple[str, ast.stmt]] = []
    for module, source in sources.items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    imported[module, alias.asname or alias.name] = (node.module or "", alias.name)
                continue
            for name in _names_given(node):
                named.setdefault((module, name), []).append(node)
            if _is_compiled(node) or _is_layout(node):
                waiting.append((module, node))
    parts: dict[tuple[str, int, int], Any] = {}
    while waiting:
        module, node = waiting.pop()
        place = (module, node.lineno, node.col_offset)
        if place in parts:
            continue
        names: set[str] = set()
        parts[place] = _shape(node, names)
        if module == __name__:
            continue  # how the folder is found and named is no part of what is compiled
        for name in names:
            key = (module, name)
            while key in imported:
                key = imported[key]
            waiting.extend((key[0], each) for each in named.get(key, ()))
    return [(place[0], parts[place]) for place in sorted(parts)]


def _names_given(node: ast.stmt) -> Iterator[str]:
    """The names to which a statement of a module gives a meaning."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))


def _is_compiled(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(each, ast.Name) and each.id == compiled.__name__ for each in node.decorator_list
    )


def _is_layout(node: ast.stmt) -> bool:
    """Whether a statement says how what is handed to compiled functions lies in memory."""
    if isinstance(node, ast.ClassDef):
        return any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases)
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == "dtype"
    )


def _shape(node: Any, names: set[str]) -> Any:
    """A tree as nested lists, without places and docstrings; the names in it are added to ``names``.

    It does what ``ast.dump`` does in half the time, which every start of the program pays. Compiled code cannot read a
    dictionary, only how many keys it has and which: the words behind its keys do not count.
    """
    if isinstance(node, ast.Name):
        names.add(node.id)
        return node.id
    if isinstance(node, ast.Constant):
        return (node.value,)
    if isinstance(node, ast.Dict):
        values = [_shape(value, names) for value in node.values if not _is_text(value)]
        return ["Dict", [_shape(key, names) for key in node.keys], values]
    if isinstance(node, list):
        return [_shape(each, names) for each in node if not (isinstance(each, ast.Expr) and _is_text(each.value))]
    if not isinstance(node, ast.AST):
        return node
    shape: list[Any] = [type(node).__name__]
    for field in node._fields:
        if field != "ctx":
            value = getattr(node, field, None)
            shape.append(_shape(value, names) if isinstance(value, ast.AST | list) else value)
    return shape


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def cache_folder() -> Path:
    """Per-user folder of the compiled code of this very version of the sources; it may not exist yet."""
    root = os.environ.get("DOUBLE_SEVEN_CACHE") or user_cache_dir("double-seven", appauthor=False)
    compiler = (sys.version, numba.__version__, np.__version__, os.environ.get("NUMBA_BOUNDSCHECK", ""))
    return Path(root) / f"compiled-{_short_digest(repr((SOURCES_DIGEST, *compiler)))}"


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


SOURCES_DIGEST = _digest_of_sources()
"""Digest of what is compiled: where it is equal, equal seats under equal rules play equal games."""
