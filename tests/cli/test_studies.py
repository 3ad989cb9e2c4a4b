"""The commands study and store: what they play, keep, print and delete, and how an interrupt goes on."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result

from simulator import Store

Run = Callable[..., Result]

STUDY = "title: Smaller sevens\nvariants: [rulebook, family-6]\nplayers: 2\nseats: greedy\ndecks: 200\n"


@pytest.fixture
def study(folder: Path) -> str:
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    return "study.yaml"


def test_a_study_is_played_kept_and_told(double_seven: Run, study: str) -> None:
    result = double_seven("study", study, "--store", "kept", "--out", "all.parquet")
    assert result.exit_code == 0
    assert result.stdout.startswith("Smaller sevens\n")
    assert "What changes against rulebook, played by greedy" in result.stdout
    assert "With 2 players a game is 5." in result.stdout
    assert "Decks: 200 for each variant, table and seating, as asked for" in result.stdout
    assert result.stderr.splitlines()[-1] == "400 games written to all.parquet"
    assert pl.read_parquet("all.parquet").height == 400
    assert sum(entry.games for entry in Store("kept").entries()) == 400


def test_a_precision_is_asked_for_in_words(double_seven: Run, study: str) -> None:
    result = double_seven(
        *("study", study, "--store", "kept", "--precision", "±0.6 turns", "--precision", "±8 points of win share")
    )
    assert result.exit_code == 0
    assert "when everything was known as precisely as asked" in result.stdout


def test_the_file_can_be_overruled(double_seven: Run, study: str) -> None:
    result = double_seven("study", study, "--store", "kept", "--decks", "60", "--seed", "9")
    assert result.exit_code == 0
    assert "Seed: 9" in result.stdout
    assert [(entry.games, entry.match.seed) for entry in Store("kept").entries()] == [(60, 9)] * 2


def test_what_is_set_aside_is_told_in_one_line(double_seven: Run, study: str) -> None:
    double_seven("study", study, "--store", "kept")
    file = sorted(Path("kept").rglob("*.parquet"))[0]
    file.write_bytes(b"damaged")
    result = double_seven("study", study, "--store", "kept")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        f"Warning: {file}: is damaged; it is set aside as {file.name}.set-aside, and its games are played again"
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--threads", "1", "--processes", "1"], "give one of --threads, --processes and --cluster"),
        (["--precision", "±1 turn"], "no metric is called 'turn'; did you mean turns?"),
        (["--decks", "5", "--precision", "±1 turns"], "decks and precision are both given"),
        (["--out", "none/all.parquet"], "none/all.parquet: there is no folder none"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused_in_one_line(
    double_seven: Run, study: str, words: list[str], message: str
) -> None:
    result = double_seven("study", study, "--store", "kept", *words)
    assert result.exit_code in (1, 2)
    assert message in result.stderr.splitlines()[-1]
    assert not Path("kept").exists()


def test_every_mistake_of_a_study_file_is_told(double_seven: Run, folder: Path) -> None:
    (folder / "wrong.yaml").write_text("variants: [rulebok]\ndecks: many\n", encoding="utf-8")
    result = double_seven("study", "wrong.yaml")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert re.findall(r"wrong\.yaml:\d+:\d+", result.stderr) == ["wrong.yaml:1:12", "wrong.yaml:2:8"]


def test_an_interrupted_study_says_what_is_kept_and_goes_on(folder: Path, study: str) -> None:
    words = ["study", study, "--store", "kept", "--decks", "300000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "simulator.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while len(list(Path("kept").rglob("*.parquet"))) < 3 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.splitlines()[-1] == (
        "Interrupted. What was played is kept in kept: the same command goes on from there."
    )
    kept = sum(entry.games for entry in Store("kept").entries())
    assert 0 < kept < 600_000
    assert kept % 5_000 == 0


# The store


@pytest.fixture
def kept(double_seven: Run, study: str, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store with games of two variants, the second of which is stale and old."""
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", "kept")
    double_seven("study", study)
    old = Store().entries()[1].folder
    about = old / "about.json"
    about.write_text(re.sub(r'"digest": ".*"', '"digest": "0123456789abcdef"', about.read_text("utf-8")), "utf-8")
    for path in old.iterdir():
        os.utime(path, (86_400, 86_400))
    return Store()


def test_the_list_tells_what_is_kept_and_whether_it_is_of_use(double_seven: Run, kept: Store) -> None:
    result = double_seven("store")
    assert result.exit_code == 0
    head, first, second, _, foot = result.stdout.splitlines()
    assert head.split() == ["variant", "players", "seats", "seed", "games", "MB", "when", "engine"]
    assert first.split()[:5] == ["family-6", "2", "greedy", "1", "200"]
    assert second.split()[:5] == ["rulebook", "2", "greedy", "1", "200"]
    assert (first.split()[-1], second.split()[-1]) == ("valid", "stale")
    assert second.split()[-3].startswith("1970-01-0")
    assert re.fullmatch(r"400 games, 0\.\d MB in kept", foot)


def test_an_empty_store_is_listed(double_seven: Run) -> None:
    result = double_seven("store", "--store", "none")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "0 games, 0.0 MB in none"


@pytest.mark.parametrize(
    ("words", "left"),
    [
        (["--stale"], ["family-6"]),
        (["--older-than", "2"], ["family-6"]),
        (["--older-than", "1000000"], ["family-6", "rulebook"]),
        (["--stale", "--older-than", "0"], ["family-6"]),
        (["--all"], []),
    ],
)
def test_prune_deletes_what_is_asked_for(double_seven: Run, kept: Store, words: list[str], left: list[str]) -> None:
    result = double_seven("store", "prune", *words, "--yes")
    assert result.exit_code == 0
    assert [entry.match.variant.name for entry in kept.entries()] == left
    assert result.stdout.splitlines()[-1].endswith("MB deleted." if len(left) < 2 else "There is nothing to delete.")


def test_prune_says_what_would_go_and_asks(double_seven: Run, kept: Store) -> None:
    result = double_seven("store", "prune", "--stale")  # nobody answers
    assert result.exit_code == 1
    assert "rulebook" in result.stdout
    assert "family-6" not in result.stdout
    assert "Delete these 200 games" in result.stdout
    assert len(kept.entries()) == 2


@pytest.mark.parametrize("words", [[], ["--all", "--stale"], ["--all", "--older-than", "3"]])
def test_prune_wants_to_be_told_what_is_to_go(double_seven: Run, kept: Store, words: list[str]) -> None:
    result = double_seven("store", "prune", *words)
    assert result.exit_code == 2
    assert result.stderr.endswith("say what is to go: --stale, --older-than DAYS or both, or --all\n")
    assert len(kept.entries()) == 2
