"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.errors import Mistake


class FileError(Mistake):
    """A file that cannot be written where it is asked for."""


def check_writable(path: str | Path) -> None:
    """Raise :class:`FileError` if a file cannot be written at ``path``: better said before long work than after."""
    path = Path(path)
    if not path.parent.is_dir():
        raise FileError(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise FileError(f"{path} is a folder")


@contextmanager
def write_whole(path: str | Path) -> Iterator[Path]:
    """Give a temporary file beside ``path`` to write; it takes the name if the block ends well."""
    path = Path(path)
    check_writable(path)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    """The permissions that new files are not given; reading them means setting them for a moment."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
