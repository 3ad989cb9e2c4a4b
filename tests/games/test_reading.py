"""Record files: read with one clear line for what is wrong, written whole or not at all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simulator import RecordError, Variant, play_game, read_records, record_of, verify, write_records

MALFORMED = {
    "not JSON": (b"deal 3 tiles\n", "line 1 is not a JSON object, column 1: "),
    "cut short": (b'{"format":"double-seven-game/1","events":[{"ev', "line 1 is not a JSON object, column "),
    "a list": (b"[1, 2]\n", "line 1 is not a JSON object but list"),
    "a text": (b'"deal"\n', "line 1 is not a JSON object but str"),
    "a number": (b"7\n", "line 1 is not a JSON object but int"),
    "null": (b"null\n", "line 1 is not a JSON object but NoneType"),
    "two objects on a line": (b"{}{}\n", "line 1 is not a JSON object, column 3: "),
    "the second line": (b"{}\n\nnothing\n", "line 3 is not a JSON object, column 1: "),
    "nested too deep": (b"[" * 100_000 + b"\n", "line 1 is not a JSON object"),
    "not UTF-8": (b'{"variant":"\xe4"}\n', "the file is not UTF-8 text: "),
    "UTF-16": ('{"variant":"x"}'.encode("utf-16"), "the file is not UTF-8 text: "),
    "a byte order mark": (b"\xef\xbb\xbf{}\n", "line 1 is not a JSON object, column 1: "),
}


@pytest.mark.parametrize(("content", "message"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_refused_in_one_line_that_says_where(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        list(read_records(file))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert caught.value.event is None


def test_a_number_of_thousands_of_digits_is_refused_like_other_nonsense(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text('{"players":' + "9" * 5000 + "}\n")
    with pytest.raises(RecordError, match=r"^line 1 is not a JSON object$"):
        list(read_records(file))


def test_a_missing_file_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"^cannot read the file: No such file or directory$"):
        list(read_records(tmp_path / "none.jsonl"))


def test_a_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"^cannot read the file: Is a directory$"):
        list(read_records(tmp_path))


def test_an_empty_file_holds_no_records_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"")
    assert list(read_records(file)) == []
    file.write_bytes(b'\n  \n{"a": 1}\r\n\n{"b": 2}')
    assert list(read_records(file)) == [(3, {"a": 1}), (5, {"b": 2})]


def test_records_come_back_as_they_were_written(tmp_path: Path, rulebook: Variant, legal_records: list) -> None:
    seats = ["random", "greedy"]
    own = [record_of(play_game(rulebook, seats, number=number), seats, seed=1, number=number) for number in range(3)]
    records = [*own, *legal_records]
    write_records(tmp_path / "records.jsonl", records)
    read = list(read_records(tmp_path / "records.jsonl"))
    assert read == list(enumerate(records, 1))
    for record in own:
        verify(record, rulebook)


def test_equal_records_are_equal_bytes(tmp_path: Path, rulebook: Variant) -> None:
    for name in ("one", "other"):
        game = play_game(rulebook, ["house", "random"], seed=3, number=8)
        write_records(tmp_path / name, [record_of(game, ["house", "random"], seed=3, number=8)])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert (tmp_path / "one").read_bytes().count(b"\n") == 1


def test_names_beyond_ascii_survive(tmp_path: Path) -> None:
    write_records(tmp_path / "records.jsonl", [{"variant": "dubbelsjuan-åäö"}])
    assert "åäö" in (tmp_path / "records.jsonl").read_text(encoding="utf-8")
    assert list(read_records(tmp_path / "records.jsonl")) == [(1, {"variant": "dubbelsjuan-åäö"})]


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    write_records(file, [{"old": True}])

    def failing() -> Iterator[dict[str, Any]]:
        yield {"new": True}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(file, failing())
    with pytest.raises(TypeError):
        write_records(file, [{"new": True}, {"not JSON": object()}])
    assert list(read_records(file)) == [(1, {"old": True})]
    assert [path.name for path in tmp_path.iterdir()] == ["records.jsonl"]


def test_nothing_is_left_where_writing_fails_at_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        write_records(tmp_path / "records.jsonl", [{"new": True}])
    assert list(tmp_path.iterdir()) == []
