"""Studies: described once, held to what can be played, with the same results however and in how many goes they run."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from rich.console import Console

from simulator import Results, Store, Study, load_variant, simulate
from simulator.errors import Mistake
from simulator.reports.study import stopped, study_report
from simulator.statistics import difference_table, estimate_table
from simulator.studies import ENGINE_VERSION, SCHEMA, Batch, Progress
from simulator.telling.provenance import provenance_lines


def decks_of(results: Results) -> int:
    return results.provenance.tables[0].decks


# The description


def test_a_study_plays_every_variant_at_every_number_of_players_with_every_line_up(store: Store) -> None:
    study = Study(["rulebook", "family-6"], players=[3, 2], seats=["greedy", "house"], decks=60, seed=3)
    results = study.run(store=store)
    games = results.games.collect()
    assert dict(games.schema) == SCHEMA
    counted = games.group_by("players", pl.col("seats").list.first(), "variant").len().sort(pl.all())
    assert counted.rows() == [
        (players, seats, variant, 60)
        for players in (2, 3)
        for seats in ("greedy", "house")
        for variant in ("family-6", "rulebook")
    ]
    assert results.number_of_games == games.height == 480
    for players, seats in ((2, "house"), (3, "greedy")):
        of_one = games.filter(pl.col("players") == players, pl.col("seats").list.first() == seats)
        assert_frame_equal(
            of_one, simulate(study.variants, players=players, seats=seats, games=60, seed=3), check_exact=True
        )


def test_unlike_players_play_each_deck_in_every_rotation(store: Store) -> None:
    results = Study("rulebook", players=3, seats=("greedy", "house", "house"), decks=50).run(store=store)
    games = results.games.collect()
    seatings = games.group_by(pl.col("seats").list.join(",")).agg(pl.col("game").sort()).sort("seats")
    assert seatings["seats"].to_list() == ["greedy,house,house", "house,greedy,house", "house,house,greedy"]
    assert all(decks == list(range(50)) for decks in seatings["game"].to_list())
    row = results.estimates(["turns"]).row(0, named=True)
    assert (row["line_up"], row["decks"], row["games"]) == ("greedy,house,house", 50, 150)
    # Clustered by deck: the error is that of the decks' means.
    means = games.group_by("game").agg(pl.col("turns").mean())["turns"].to_numpy()
    assert row["standard_error"] == pytest.approx(np.std(means, ddof=1) / np.sqrt(50))


def test_what_is_left_out_has_sensible_values() -> None:
    study = Study([load_variant("rulebook")])
    assert (study.players, list(study.tables), study.seed, study.decks, study.precision) == (
        (2, 3, 4),
        [(2, "house"), (3, "house"), (4, "house")],
        1,
        20_000,
        None,
    )


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"variants": []}, "there is nothing to play: name at least one variant"),
        ({"players": []}, "there is nothing to play"),
        ({"seats": []}, "there is nobody to play"),
        ({"variants": ["rulebook", "rulebook"]}, "each variant needs a name of its own; rulebook stands there more"),
        ({"variants": ["rulebok"]}, "rulebok: no bundled variant is called 'rulebok'; did you mean rulebook?"),
        ({"players": [5]}, "rulebook is for 2 to 4 players, not 5 (players.min, players.max)"),
        ({"seats": ["hose"]}, "unknown player 'hose': did you mean house?"),
        ({"seats": "house,greedy"}, "2 players are named for 3 seats: name one for all, or one a seat"),
        ({"seats": ["house", "house"]}, "house is there twice as a line-up: name it once"),
        (
            {"seats": ["house,greedy,greedy", "greedy,house,greedy"]},
            "house,greedy,greedy and greedy,house,greedy are one line-up, since the seats rotate: name it once",
        ),
        ({"decks": 0}, "decks is 0: a whole number from 1"),
        ({"seed": -1}, "seed is -1: it is a whole number from 0 to 2**64 - 1"),
        ({"decks": 5, "precision": "±1 turns"}, "decks and precision are both given: a precision decides itself"),
        ({"precision": "±1 turn"}, "no metric is called 'turn'; did you mean turns?"),
        ({"precision": "±1 turns", "most_decks": 499}, "most_decks is 499: at least 500, where a study looks first"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(Mistake) as caught:
        Study(**{"variants": ["rulebook"], "players": [3], **asked})
    assert str(caught.value).startswith(message)


# Played once


def test_a_longer_study_plays_only_what_is_new(store: Store, played: list[Batch]) -> None:
    for games, new in ((1_000, 1_000), (2_000, 1_000), (2_000, 0), (1_500, 0)):
        played.clear()
        Study("rulebook", players=2, seats="greedy", decks=games).run(store=store)
        assert sum(batch.games for batch in played) == new


def test_any_executor_gives_the_same_results(store: Store, tmp_path: Path) -> None:
    study = Study(["rulebook", "family-6"], players=2, seats="house,greedy", decks=200)
    first = study.run(store=store, threads=1)
    with ThreadPoolExecutor(3) as executor:
        second = study.run(store=tmp_path / "other", executor=executor, at_once=5)
    assert_frame_equal(first.games.collect(), second.games.collect(), check_exact=True)
    assert_frame_equal(first.differences(), second.differences(), check_exact=True)


def test_a_function_of_ones_own_plays_but_its_games_are_not_kept(store: Store) -> None:
    def placing(view, moves):
        return next((move for move in moves if move.text.startswith(("start", "grow"))), moves[-1])

    results = Study("rulebook", players=2, seats=(placing, "greedy"), decks=4).run(store=store)
    assert results.games.collect()["seats"].to_list() == [["placing", "greedy"]] * 4 + [["greedy", "placing"]] * 4
    assert not store.folder.exists()


# Estimates


@pytest.fixture
def results(store: Store):
    return Study(["rulebook", "family-6", "rainbow-off"], players=[2, 3], seats="greedy", decks=300).run(store=store)


def test_estimates_are_those_of_the_table_of_estimates(results) -> None:
    expected = estimate_table(results.games.collect())
    assert_frame_equal(results.estimates().drop("line_up"), expected)


def test_differences_are_judged_as_one_family(results) -> None:
    expected = difference_table(results.games.collect())
    assert_frame_equal(results.differences().drop("line_up"), expected)


def test_memory_is_bounded_without_changing_a_number(results, monkeypatch: pytest.MonkeyPatch) -> None:
    estimates, differences = results.estimates(), results.differences()
    monkeypatch.setattr("simulator.studies.results._NUMBERS_AT_ONCE", 1)
    assert_frame_equal(results.estimates(), estimates, check_exact=True)
    assert_frame_equal(results.differences(), differences, check_exact=True)


def test_line_ups_are_estimated_apart_and_judged_together(store: Store) -> None:
    study = Study(["rulebook", "family-6"], players=2, seats=["greedy", "house"], decks=200)
    table = study.run(store=store).differences(["turns"])
    assert table["line_up"].to_list() == ["greedy", "house"]
    apart = [
        difference_table(simulate(study.variants, players=2, seats=seats, games=200), metrics=["turns"])
        for seats in ("greedy", "house")
    ]
    assert table["difference"].to_list() == [each["difference"][0] for each in apart]
    assert table["p_holm"].max() == pytest.approx(min(1.0, max(each["p"][0] for each in apart)))
    assert table["p_holm"].min() == pytest.approx(min(1.0, 2 * min(each["p"][0] for each in apart)))


def test_an_unknown_metric_is_refused(results) -> None:
    with pytest.raises(KeyError, match="no metric is called 'turn'"):
        results.estimates(["turn"])


def test_all_games_go_into_one_file(results, tmp_path: Path) -> None:
    results.write_parquet(tmp_path / "all.parquet")
    assert_frame_equal(pl.read_parquet(tmp_path / "all.parquet"), results.games.collect(), check_exact=True)


# Precision


def test_a_study_goes_on_until_it_is_precise_and_no_further_than_it_must(store: Store) -> None:
    asked: dict[str, Any] = {
        "variants": ["rulebook", "family-6"],
        "players": 2,
        "seats": "greedy",
        "precision": ["±0.3 turns", "±3 points of win share"],
    }
    results = Study(**asked).run(store=store)
    assert results.is_precise
    assert {(each.metric, each.variant, each.base) for each in results.half_widths} == {
        (metric, variant, base)
        for metric in ("turns", "first_seat_advantage")
        for variant, base in (("rulebook", None), ("family-6", None), ("family-6", "rulebook"))
    }
    decks = decks_of(results)
    earlier = Study(**asked, most_decks=decks * 2 // 3).run(store=store)
    assert (decks_of(earlier), earlier.is_precise) == (decks * 2 // 3, False)
    assert stopped(results) == (
        f"{decks:,} for each variant, table and seating, when everything was known as precisely as asked for"
    )


def test_where_a_study_stops_depends_neither_on_the_store_nor_on_the_executor(store: Store, tmp_path: Path) -> None:
    study = Study("rulebook", players=2, seats="greedy", precision={"turns": 0.3})
    decks = decks_of(study.run(store=store))
    Study("rulebook", players=2, seats="greedy", decks=3_210).run(store=tmp_path / "other")
    assert decks_of(study.run(store=tmp_path / "other", threads=1)) == decks == decks_of(study.run(store=store))


def test_a_study_that_may_play_no_more_says_what_it_does_not_know(store: Store) -> None:
    study = Study("rulebook", players=2, seats="greedy", precision={"turns": 0.01}, most_decks=700)
    results = study.run(store=store)
    assert (decks_of(results), results.is_precise) == (700, False)
    assert stopped(results).startswith("700 for each variant, table and seating, the most that it was allowed, before")
    assert "turns with 2 players under rulebook is known to ±" in stopped(results)
    assert stopped(results).endswith("not to ±0.01")


# Told


def test_progress_counts_what_is_kept_and_what_is_to_come(store: Store) -> None:
    Study("rulebook", players=2, seats="greedy", decks=400).run(store=store)
    told: list[Progress] = []
    results = Study("rulebook", players=2, seats="greedy", decks=600).run(store=store, progress=told.append)
    assert [(each.done, each.planned) for each in told] == [(400, 600), (500, 600), (600, 600)]
    games = results.games.collect()
    turns = 1.96 * games["turns"].std() / 600**0.5
    share = 196 * games.select(pl.col("win_share").list.first()).to_series().std() / 600**0.5
    assert told[-1].known == pytest.approx({"turns": turns, "first_seat_advantage": share / 100})
    first = games.head(400)["turns"].std()
    assert told[0].known["turns"] == pytest.approx(1.96 * first / 20)


def test_nothing_is_printed(store: Store, capfd: pytest.CaptureFixture[str]) -> None:
    Study("rulebook", players=2, seats="greedy", decks=100).run(store=store).estimates()
    assert capfd.readouterr() == ("", "")


def test_results_say_where_they_came_from(results) -> None:
    told = dict(provenance_lines(results.provenance, decks=stopped(results)))
    assert told["Variants"].startswith("rulebook (60ae2260d868af85), family-6 (")
    assert told["Players in the seats"] == "greedy in every seat"
    assert told["Decks"] == "300 for each variant, table and seating, as asked for"
    assert told["Games of each variant"] == "300 with each of 2 and 3 players"
    assert results.number_of_games == 1_800
    assert told["Seed"] == "1"
    assert told["Engine and players"] == ENGINE_VERSION
    assert told["Made with"].startswith("Python ")


def test_the_terminal_shows_findings_values_and_differences(results) -> None:
    console = Console(width=120)
    with console.capture() as captured:
        console.print(study_report(results))
    text = captured.get()
    assert "What changes against rulebook, played by greedy" in text
    assert "family-6: with 2 and 3 players a game is" in text
    for heading in ("2 players: greedy", "3 players: greedy", "family-6: difference", "rainbow-off: difference"):
        assert heading in text
