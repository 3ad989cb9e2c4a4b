"""Record files: one JSON object a line, one game a line."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from simulator.errors import Mistake
from simulator.files import write_whole


class RecordError(Mistake):
    """A record that is damaged or breaks a rule; ``event`` is the number of the event at fault, from 0."""

    def __init__(self, message: str, *, event: int | None = None) -> None:
        self.event = event
        super().__init__(message if event is None else f"event {event}: {message}")


def read_records(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read a record file; yields (line number from 1, record). Blank lines are passed over.

    Raises
    ------
    RecordError
        If the file cannot be read as text, or a line is not a JSON object: the message names the line.
    """
    path = Path(path)
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _read_line(line, number)
    except UnicodeDecodeError as error:
        raise RecordError(f"the file is not UTF-8 text: {error.reason} at byte {error.start}") from error
    except OSError as error:
        raise RecordError(f"cannot read the file: {error.strerror}") from error


def _read_line(line: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        place = f", column {error.colno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else ""
        raise RecordError(f"line {number} is not a JSON object{place}") from error
    if not isinstance(record, dict):
        raise RecordError(f"line {number} is not a JSON object but {type(record).__name__}")
    return record


def write_records(path: str | Path, records: Iterable[dict[str, Any]]) -> None:
    """Write records, one a line, whole or not at all."""
    text = "".join(json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n" for record in records)
    with write_whole(path) as file:
        file.write_text(text, encoding="utf-8")
