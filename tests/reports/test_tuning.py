"""Tuning: what was found stays only if fresh decks say that it is better, and a file tells how it was found."""

import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from rich.console import Console

from simulator import Tuning, Variant, load_variant, play_contest, tune
from simulator.errors import Mistake
from simulator.files import FileError
from simulator.players import WeightsError
from simulator.players.weights import (
    UNTUNED,
    WEIGHTS,
    find_forecast,
    find_weights,
    read_weights,
    write_weights,
    written_out,
)
from simulator.reports import forecasting, tune_forecast, tuning
from simulator.statistics import contest_table, share_difference
from simulator.studies.tuning import CHECK_FIRST_DECK, Search

BAD = {**UNTUNED, "empty_stand": -5.0, "left_without_family": 3.0, "left_with_family": 3.0}


@pytest.fixture(scope="module")
def rulebook() -> Variant:
    return load_variant("rulebook")


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fit forecasts to few games."""
    monkeypatch.setattr(forecasting, "GAMES", 300)
    monkeypatch.setattr(forecasting, "CHECK_GAMES", 200)


def tuned(variant: Variant, **asked: Any) -> Tuning:
    usual = {"players": 2, "generations": 2, "decks": 3, "check_decks": 60, "seed": 5}
    return tune(variant, **{**usual, **asked})


@pytest.fixture
def search_finds(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the search find given weights at once."""

    def finds(weights: dict[str, float]) -> None:
        found = Search(np.array([weights[name] for name in WEIGHTS]), 7, "generations")
        monkeypatch.setattr(tuning, "search_weights", lambda *_, **__: found)

    return finds


def shown(result: Tuning) -> str:
    console = Console(width=200, file=io.StringIO())
    console.print(result)
    return console.file.getvalue()


def test_a_seed_and_generations_fix_the_result_and_the_file(rulebook: Variant, tmp_path: Path) -> None:
    write_weights(tmp_path / "first.json", rulebook, 2, BAD, {})
    (tmp_path / "second.json").write_bytes((tmp_path / "first.json").read_bytes())
    results = []
    for number, name in ((1, "first.json"), (2, "second.json")):
        results.append(tuned(rulebook, file=tmp_path / name, threads=number))
    assert results[0].weights == results[1].weights
    assert results[0].checked.drop("field").equals(results[1].checked.drop("field"))
    assert results[0].better == results[1].better
    texts = [
        (tmp_path / name).read_text().replace("second.json", "first.json") for name in ("first.json", "second.json")
    ]
    assert texts[0] == texts[1]


def test_a_search_that_finds_nothing_better_leaves_the_file(
    rulebook: Variant, tmp_path: Path, search_finds: Any
) -> None:
    file = tmp_path / "mine.json"
    search_finds(BAD)
    result = tuned(rulebook, file=file)
    assert not result.better
    assert not file.exists()
    assert "Nothing better was found: planner@tuned stays. Nothing was written to" in " ".join(shown(result).split())
    write_weights(file, rulebook, 2, UNTUNED, {})
    before = file.read_bytes()
    assert f"planner@{file} stays" in shown(tuned(rulebook, file=file))
    assert file.read_bytes() == before


def test_the_present_weights_found_again_are_no_better(rulebook: Variant, search_finds: Any) -> None:
    search_finds(dict(zip(WEIGHTS, find_weights(rulebook, 2).tolist(), strict=True)))
    result = tuned(rulebook)
    assert result.checked["share"][0] == 0.5
    assert not result.better


def test_better_weights_join_those_for_other_numbers_of_players(
    rulebook: Variant, tmp_path: Path, search_finds: Any
) -> None:
    file = tmp_path / "mine.json"
    write_weights(file, rulebook, 2, BAD, {})
    write_weights(file, rulebook, 4, UNTUNED, {"how": "by hand"})
    search_finds(UNTUNED)
    result = tuned(rulebook, file=file)
    assert result.better
    assert find_weights(rulebook, 2, str(file)).tolist() == list(UNTUNED.values())
    assert read_weights(file).players[4]["found"] == {"how": "by hand"}
    assert f"play with planner@{file}" in " ".join(shown(result).split())


def test_weights_that_beat_the_present_ones_only_are_no_better(
    rulebook: Variant, tmp_path: Path, search_finds: Any
) -> None:
    file = tmp_path / "mine.json"
    write_weights(file, rulebook, 2, BAD, {})
    search_finds(UNTUNED)
    result = tuned(rulebook, file=file)
    games = [
        play_contest(rulebook, players=2, challenger=seat, field="house", decks=60, seed=5, first_deck=CHECK_FIRST_DECK)
        for seat in ("planner@untuned", f"planner@{written_out(result.start)}")
    ]
    assert result.against_house.equals(share_difference(*games))
    worse = pl.DataFrame({"difference": [-0.05], "lo": [-0.09], "hi": [-0.01], "decks": [60]})
    refused = dataclasses.replace(result, against_house=worse)
    assert not refused.better
    assert "stays. What was found beats it, but is worse against house." in " ".join(shown(refused).split())


def test_the_check_is_on_fresh_decks_against_the_present_weights_and_house(
    rulebook: Variant, tmp_path: Path, search_finds: Any
) -> None:
    file = tmp_path / "mine.json"
    write_weights(file, rulebook, 3, BAD, {})
    search_finds(UNTUNED)
    result = tuned(rulebook, players=3, file=file)
    seats = [f"planner@{written_out(np.array([weights[name] for name in WEIGHTS]))}" for weights in (UNTUNED, BAD)]
    for row, (challenger, field) in enumerate(((seats[0], seats[1]), (seats[0], "house"), (seats[1], "house"))):
        games = play_contest(
            rulebook, players=3, challenger=challenger, field=field, decks=60, seed=5, first_deck=CHECK_FIRST_DECK
        )
        assert contest_table(games).equals(result.checked[row])


def test_the_file_says_how_the_weights_were_found(rulebook: Variant, tmp_path: Path, search_finds: Any) -> None:
    file = tmp_path / "mine.json"
    write_weights(file, rulebook, 2, BAD, {})
    search_finds(UNTUNED)
    result = tuned(rulebook, file=file)
    content = json.loads(file.read_text())
    assert (content["variant"], content["digest"]) == ("rulebook", rulebook.digest)
    found = content["players"]["2"]["found"]
    assert found == result.found
    assert found["start"] == {"player": f"planner@{file}", "weights": BAD}
    assert (found["generations"], found["decks_a_generation"], found["seed"]) == (7, 3, 5)
    assert found["decks"].startswith("0 to 20, new ones each generation")
    assert found["check"]["decks"] == f"{CHECK_FIRST_DECK} to {CHECK_FIRST_DECK + 59}, seats rotated"
    assert found["check"]["against_present"]["lo"] > 0.5 == found["check"]["even_share"]
    assert set(found["made_with"]) == {"python", "cma", "numba", "numpy"}


def test_a_forecast_goes_with_better_weights(tmp_path: Path, search_finds: Any) -> None:
    no_trade = load_variant("no-trade")
    file = tmp_path / "mine.json"
    write_weights(file, no_trade, 4, BAD, {})
    search_finds(UNTUNED)
    result = tuned(no_trade, players=4, file=file)
    assert result.forecast.player == f"planner@{written_out(find_weights(no_trade, 4, 'untuned'))}"
    assert result.forecast.better  # than the rulebook's, which knows trades
    assert (find_forecast(no_trade, 4, str(file)) == result.forecast.fitted).all()
    assert "fresh games, 0." in " ".join(shown(result).split())
    data = read_weights(file).players[4]["forecast"]["found"]
    assert data["check"]["gain_over_present"]["lo"] > 0
    assert data["check"]["log_loss"] < data["check"]["log_loss_of_even"] == round(np.log(4), 4)


def test_a_forecast_alone_is_fitted_to_the_present_weights_and_leaves_them(tmp_path: Path) -> None:
    no_trade = load_variant("no-trade")
    file = tmp_path / "mine.json"
    write_weights(file, no_trade, 4, UNTUNED, {"how": "by hand"})
    first = tune_forecast(no_trade, players=4, file=file)
    assert first.better
    kept = read_weights(file).players[4]
    assert (kept["weights"], kept["found"]) == (UNTUNED, {"how": "by hand"})
    before = file.read_bytes()
    again = tune_forecast(no_trade, players=4, file=file)
    assert not again.better  # than itself
    assert file.read_bytes() == before
    assert str(again).endswith("the present one stays.")


def test_the_search_starts_from_the_weights_that_are_to_be_beaten(tmp_path: Path, rulebook: Variant) -> None:
    file = tmp_path / "mine.json"
    changed = load_variant("rulebook", ["seven.size=6"])
    assert tuning._present(changed, 3, "planner", file)[0] == "planner"
    assert tuning._present(rulebook, 3, "planner", file)[0] == "planner@tuned"
    assert tuning._present(changed.model_copy(update={"name": "rulebook"}), 3, "planner", None)[0] == "planner"
    write_weights(file, rulebook, 2, BAD, {})
    assert tuning._present(rulebook, 3, "planner", file)[0] == "planner@tuned"
    name, start = tuning._present(rulebook, 2, "planner", file)
    assert (name, start.tolist()) == (f"planner@{file}", list(BAD.values()))


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"file": "none/mine.json"}, FileError, "there is no folder none"),
        ({"file": "mine.txt"}, Mistake, "mine.txt: a file of weights ends in .json, so that a seat can name it"),
        ({"file": "other.json"}, WeightsError, "holds weights for other rules (no-trade"),
        ({"check_decks": 1}, Mistake, "check_decks is 1"),
        ({"generations": 2, "minutes": 1}, Mistake, "give one of the two"),
        ({"player": "house"}, Mistake, "house has no weights; planner and search have"),
    ],
)
def test_what_could_not_be_kept_is_refused_before_the_search(
    rulebook: Variant,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    wrong: dict[str, Any],
    kind: type[Mistake],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write_weights("other.json", load_variant("no-trade"), 2, UNTUNED, {})
    with pytest.raises(kind) as caught:
        tuned(rulebook, **wrong)
    assert message in str(caught.value)
