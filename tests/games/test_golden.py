"""One golden record a bundled variant: what is played under it, move by move, and what must not change unnoticed."""

import pytest
from games.write_golden import FOLDER, GAME, REWRITE, SEATS, SEED, golden_file, golden_record

from simulator import bundled_variants, load_variant, read_records, verify


def golden(name: str) -> dict:
    file = golden_file(name)
    assert file.exists(), f"{name} lacks a golden record; {REWRITE}"
    ((_, record),) = read_records(file)
    return record


def test_each_bundled_variant_has_a_golden_record_and_no_other_has() -> None:
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(bundled_variants()), REWRITE


@pytest.mark.parametrize("name", bundled_variants())
def test_a_golden_record_names_the_game_that_it_holds(name: str) -> None:
    record = golden(name)
    assert (record["variant"], record["seats"], record["seed"], record["game"]) == (name, SEATS, SEED, GAME), REWRITE
    assert record["players"] == len(SEATS)
    assert "sources_digest" not in record, "it would bind the record to one version of the sources"


@pytest.mark.parametrize("name", bundled_variants())
def test_a_golden_record_is_played_by_the_rules(name: str) -> None:
    record = golden(name)
    assert verify(record, load_variant(name)).final() == record["final"]


@pytest.mark.parametrize("name", bundled_variants())
def test_a_golden_game_is_played_again_exactly(name: str) -> None:
    now, before = golden_record(name), golden(name)
    for number, (event, expected) in enumerate(zip(now["events"], before["events"], strict=False)):
        assert event == expected, f"event {number} of {name} is not what it was; {REWRITE}"
    assert now == before, f"{name} is not played as it was; {REWRITE}"
