"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def write_whole(path: str | Path) -> Iterator[Path]:
    """Give a temporary file beside ``path`` to write; it takes the name if the block ends well."""
    path = Path(path)
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
