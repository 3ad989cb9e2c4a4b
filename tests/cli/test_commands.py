"""Every command, as it is typed: what it prints, what it writes, with which exit code."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner, Result
from polars.testing import assert_frame_equal

from simulator import bundled_variants, load_variant, read_records, simulate, verify
from simulator.cli import main
from simulator.players import PLAYERS, STYLES
from simulator.studies import COLUMNS, SCHEMA

Run = Callable[..., Result]
COMMANDS = (
    *("variants", "show", "diff", "check", "players", "play", "verify", "simulate", "columns"),
    *("compare", "dossier", "sweep", "study", "store", "ladder", "train", "bench"),
)
DATA = Path(__file__).parents[1] / "data"


def unwrapped(text: str) -> str:
    """The text of a table, its lines joined."""
    return " ".join(text.split())


# Help


def test_the_group_lists_the_commands_in_the_order_in_which_they_are_met(double_seven: Run) -> None:
    result = double_seven("--help")
    assert result.exit_code == 0
    commands = result.stdout.split("Commands:\n")[1].split("\n\n")[0]
    listed = re.findall(r"^  ([a-z]+) +\S", commands, re.MULTILINE)
    assert listed == list(COMMANDS)
    for first_step in (
        "double-seven variants",
        "double-seven compare rulebook rainbow-off",
        "double-seven play --seed 7",
    ):
        assert first_step in result.stdout
    assert "--set rainbow.enabled=false" in unwrapped(result.stdout)


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_what_it_does_and_explains_its_options(double_seven: Run, command: str, flag: str) -> None:
    result = double_seven(command, flag)
    assert result.exit_code == 0
    usage, text = result.stdout.split("\n", 1)
    assert f" {command} [OPTIONS]" in usage
    assert main.commands[command].help
    assert unwrapped(main.commands[command].help.replace("\b", "")) in unwrapped(text)
    for parameter in main.commands[command].params:
        if getattr(parameter, "hidden", False):
            continue  # an option of old, which gets an error that says the new way
        if parameter.param_type_name == "option":
            assert parameter.opts[0] in text
            assert parameter.help, f"{command} {parameter.opts[0]} has no help"
        else:
            assert (
                parameter.make_metavar(main.commands[command].make_context(command, [], resilient_parsing=True))
                in usage
            )


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_defaults_are_shown(double_seven: Run, command: str) -> None:
    text = unwrapped(double_seven(command, "--help").stdout)
    assert "[default: house" in text
    assert "[default: 1;" in text


def test_the_version_is_told(double_seven: Run) -> None:
    result = double_seven("--version")
    assert result.exit_code == 0
    assert re.search(r"\d+\.\d+\.\d+", result.stdout)


def test_the_script_starts() -> None:
    script = shutil.which("double-seven", path=str(Path(sys.executable).parent))
    assert script is not None, "the package is installed without its script"
    done = subprocess.run([script, "show", "rainbow-off"], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == load_variant("rainbow-off").to_yaml()
    wrong = subprocess.run([script, "show", "nobody"], capture_output=True, text=True, timeout=120, check=False)
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("Error: nobody: ")
    assert wrong.stdout == ""


# Variants


def test_variants_are_listed_with_title_and_summary(double_seven: Run) -> None:
    result = double_seven("variants")
    assert result.exit_code == 0
    listed = [line.split("  ")[0] for line in result.stdout.splitlines()[1:] if not line.startswith(" ")]
    assert listed == list(bundled_variants())
    words = unwrapped(result.stdout)
    assert load_variant("short-box").title in words
    assert load_variant("short-box").summary in words


@pytest.mark.parametrize("name", bundled_variants())
def test_what_show_prints_is_a_file_with_the_same_rules(double_seven: Run, folder: Path, name: str) -> None:
    result = double_seven("show", name)
    assert result.exit_code == 0
    (folder / "copy.yaml").write_text(result.stdout, encoding="utf-8")
    assert load_variant("copy.yaml").digest == load_variant(name).digest
    assert double_seven("show", "copy.yaml").stdout == result.stdout
    assert double_seven("check", "copy.yaml").stdout == f"copy.yaml: fine ({load_variant(name).title})\n"


def test_show_fills_in_rules_that_are_set_on_the_spot(double_seven: Run) -> None:
    result = double_seven("show", "rulebook", "--set", "seven.size=6", "--set", "rainbow.enabled=false")
    assert result.exit_code == 0
    assert "  size: 6\n" in result.stdout
    assert "\nrainbow:\n  enabled: false\n" in result.stdout


def test_diff_says_in_words_what_differs(double_seven: Run) -> None:
    result = double_seven("diff", "rulebook", "rainbow-off")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Rainbow off (rainbow-off) against Rulebook (rulebook):"
    assert "  Nobody may announce Rainbow." in lines
    assert any(line.startswith("    rainbow.enabled: ") and "→" in line for line in lines)


def test_diff_of_a_variant_with_itself_says_so(double_seven: Run) -> None:
    assert double_seven("diff", "rulebook", "rulebook").stdout == "rulebook plays exactly as rulebook.\n"


def test_diff_writes_values_as_a_file_writes_them(double_seven: Run) -> None:
    lines = double_seven("diff", "rulebook", "rainbow-off").stdout.splitlines()
    assert "    rainbow.enabled: true → false" in lines


def test_check_tells_every_mistake_of_every_file_with_its_place(double_seven: Run, folder: Path) -> None:
    (folder / "good.yaml").write_text("title: Mine\nextends: rulebook\nseven: {size: 6}\n")
    (folder / "bad.yaml").write_text("title: Mine\nextends: rulebook\nseven:\n  sise: 6\nrainbow:\n  enabled: 3\n")
    result = double_seven("check", "good.yaml", "bad.yaml")
    assert result.exit_code == 1
    assert result.stdout == "good.yaml: fine (Mine)\n"
    places = [line.split(" ")[0] for line in result.stderr.splitlines()]
    assert places == ["bad.yaml:4:3:", "bad.yaml:6:12:"]
    assert double_seven("check", "good.yaml").exit_code == 0


def test_players_are_listed_weakest_first(double_seven: Run) -> None:
    result = double_seven("players")
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.splitlines() if line.strip()]
    assert listed[: len(PLAYERS)] == [player.name for player in PLAYERS]
    assert all(each.summary in result.stdout for each in (*PLAYERS, *STYLES))
    assert [name for name in listed if name.startswith("/")] == [f"/{style.name}" for style in STYLES]


# One game


def test_play_tells_a_game_and_writes_its_record(double_seven: Run, folder: Path) -> None:
    words = ["play", "--seats", "house,greedy,random", "--seed", "7", "--game", "3", "--record", "game.jsonl"]
    result = double_seven(*words)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Rulebook, 3 players, seed 7, game 3"
    assert lines[1].startswith("  seat 0 (house) is dealt ")
    assert any(line.startswith("Turn 1, seat 0 (house)") for line in lines)
    assert lines[-1].endswith((" wins.", " share the win."))
    assert "Record written to game.jsonl" in result.stderr
    ((_, record),) = read_records(folder / "game.jsonl")
    assert (record["seed"], record["game"], record["seats"]) == (7, 3, ["house", "greedy", "random"])
    assert verify(record, load_variant("rulebook")).final() == record["final"]
    assert [file.name for file in folder.iterdir()] == ["game.jsonl"]
    assert double_seven(*words[:-2]).stdout == result.stdout, "the same game is told the same way"


def test_a_recorded_game_is_verified_and_a_changed_one_refused_at_its_event(double_seven: Run, folder: Path) -> None:
    double_seven("play", "--record", "game.jsonl")
    good = double_seven("verify", "game.jsonl")
    assert (good.exit_code, good.stdout, good.stderr) == (0, "1 verified, 0 refused\n", "")
    ((_, record),) = read_records(folder / "game.jsonl")
    number = next(n for n, event in enumerate(record["events"]) if event["event"] == "grow")
    record["events"][number]["player"] = 1 - record["events"][number]["player"]
    (folder / "game.jsonl").write_text("\n" + json.dumps(record) + "\n")
    bad = double_seven("verify", "game.jsonl")
    assert (bad.exit_code, bad.stdout) == (1, "0 verified, 1 refused\n")
    assert bad.stderr.startswith(f"game.jsonl:2: event {number}: it is the turn of seat ")
    assert len(bad.stderr.splitlines()) == 1


def test_the_records_of_an_independent_engine_are_verified_and_its_faults_refused(double_seven: Run) -> None:
    result = double_seven("verify", str(DATA / "records-legal.jsonl"), str(DATA / "records-illegal.jsonl"))
    assert result.exit_code == 1
    assert result.stdout == "54 verified, 4 refused\n"
    lines = result.stderr.splitlines()
    assert [line.split("records-illegal.jsonl:")[1].split(":")[0] for line in lines] == ["1", "2", "3", "4"]
    assert all("two_for_one.max_per_turn" in line for line in lines)


def test_verify_holds_records_to_the_variant_that_is_asked_for(double_seven: Run) -> None:
    illegal = str(DATA / "records-illegal.jsonl")
    lenient = double_seven("verify", illegal, "--set", "two_for_one.max_per_turn=9")
    assert (lenient.exit_code, lenient.stdout) == (0, "4 verified, 0 refused\n")
    double_seven("play", "--record", "game.jsonl")
    other = double_seven("verify", "game.jsonl", "--variant", "rainbow-off")
    assert other.exit_code == 1
    assert "played under rules with digest" in other.stderr


def test_play_takes_a_file_and_settings(double_seven: Run, folder: Path) -> None:
    (folder / "mine.yaml").write_text("title: Mine\nextends: rulebook\nplayers: {max: 6}\n")
    seats = ",".join(["greedy"] * 6)
    result = double_seven("play", "mine.yaml", "--seats", seats, "--set", "seven.size=6")
    assert result.exit_code == 0
    assert "6 players" in result.stdout.splitlines()[0]


# Many games


def test_simulate_writes_the_rows_of_the_run(double_seven: Run, folder: Path) -> None:
    result = double_seven(
        *("simulate", "rulebook", "rainbow-off", "--players", "2,3", "--seats", "greedy", "--games", "20"),
        *("--first-game", "5", "--seed", "3", "--threads", "1", "--out", "results.parquet"),
    )
    assert result.exit_code == 0
    assert result.stdout == "80 games written to results.parquet\n"
    variants = [load_variant("rulebook"), load_variant("rainbow-off")]
    expected = simulate(variants, players=[2, 3], seats="greedy", games=20, seed=3, first_game=5)
    assert_frame_equal(pl.read_parquet("results.parquet"), expected, check_exact=True)
    assert [file.name for file in folder.iterdir()] == ["results.parquet"]


def test_simulate_plays_every_number_of_players_that_all_variants_allow(double_seven: Run, folder: Path) -> None:
    (folder / "three.yaml").write_text("title: Three\nextends: rulebook\nplayers: {min: 3, max: 6}\n")
    result = double_seven("simulate", "rulebook", "three.yaml", "--games", "2", "--out", "results.parquet")
    assert result.exit_code == 0
    frame = pl.read_parquet("results.parquet")
    assert frame.select("variant", "players").unique(maintain_order=True).rows() == [
        *(("rulebook", 3), ("three", 3), ("rulebook", 4), ("three", 4))
    ]


def test_simulate_takes_settings_and_names_them(double_seven: Run) -> None:
    words = ["simulate", "rulebook", "--set", "seven.size=6", "--players", "2", "--games", "2", "--out", "r.parquet"]
    assert double_seven(*words).exit_code == 0
    assert pl.read_parquet("r.parquet")["variant"].unique().to_list() == ["rulebook + seven.size=6"]


def test_an_interrupted_simulate_says_what_it_leaves(
    double_seven: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("simulator.studies.simulate_to_file", interrupted)
    result = double_seven("simulate", "rulebook", "--games", "2", "--out", "r.parquet")
    assert result.exit_code == 130
    assert "Interrupted. What was played is kept in " in result.stderr
    assert result.stderr.endswith("the same command goes on from there.\n")
    assert list(folder.iterdir()) == []


def test_columns_explains_every_column(double_seven: Run) -> None:
    result = double_seven("columns")
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.splitlines()[1:] if not line.startswith(" ")]
    assert listed == list(SCHEMA)
    words = unwrapped(result.stdout)
    for column in COLUMNS:
        assert unwrapped(column.meaning) in words


# What a person can get wrong

ONE_LINE: dict[str, tuple[list[str], str]] = {
    "an unknown variant": (["show", "rulebok"], "did you mean rulebook"),
    "an unknown variant to compare": (["diff", "rulebook", "rainbow-of"], "did you mean rainbow-off"),
    "a variant file that is not there": (["show", "./mine.yaml"], "mine.yaml"),
    "a folder for a variant": (["show", "./"], "folder"),
    "an unknown variant to play": (["play", "rulebok"], "did you mean rulebook"),
    "an unknown variant to simulate": (["simulate", "rulebok", "--out", "r.parquet"], "did you mean rulebook"),
    "a player misspelt": (["play", "--seats", "house,hose"], "unknown player 'hose': did you mean house?"),
    "a player misspelt for many games": (
        ["simulate", "rulebook", "--seats", "rndom", "--out", "r.parquet"],
        "unknown player 'rndom': did you mean random?",
    ),
    "who plays said in the old way": (["play", "--players", "house,house"], "who plays is said by --seats"),
    "a variant said in the old way": (["play", "--variant", "family-6"], "double-seven play family-6"),
    "too many players": (["play", "--seats", "house," * 4 + "house"], "rulebook is for 2 to 4 players, not 5"),
    "too many players for many games": (
        ["simulate", "rulebook", "--players", "2,9", "--out", "r.parquet"],
        "rulebook is for 2 to 4 players, not 9 (players.min, players.max)",
    ),
    "players that are no numbers": (
        ["simulate", "rulebook", "--players", "two", "--out", "r.parquet"],
        "'two' is not a list of numbers such as 2,3,4",
    ),
    "no players": (["simulate", "rulebook", "--players", "", "--out", "r.parquet"], "'' is not a list of numbers"),
    "seats that do not fit": (
        ["simulate", "rulebook", "--players", "3", "--seats", "house,random", "--out", "r.parquet"],
        "2 players are named for 3 seats",
    ),
    "a setting of an unknown rule": (["play", "--set", "rainbow.enable=false"], "rainbow.enabled"),
    "a setting with a wrong value": (["play", "--set", "seven.size=big"], "allowed: a whole number from 1 to 60"),
    "a setting without a value": (["show", "rulebook", "--set", "seven.size"], "write it as key=value"),
    "no games": (["simulate", "rulebook", "--games", "0", "--out", "r.parquet"], "0 is not in the range x>=1"),
    "a negative seed": (["play", "--seed", "-1"], "-1 is not in the range"),
    "a huge seed": (["play", "--seed", str(2**64)], "is not in the range"),
    "a negative game": (["play", "--game", "-1"], "-1 is not in the range"),
    "no threads": (["simulate", "rulebook", "--threads", "0", "--out", "r.parquet"], "0 is not in the range"),
    "no file to write to": (["simulate", "rulebook"], "Missing option '--out'"),
    "a folder to write to": (["simulate", "rulebook", "--out", "."], "is a directory"),
    "a folder to record to": (["play", "--record", "."], "is a directory"),
    "a huge game": (["play", "--game", str(2**64)], "is not in the range 0<=x<=9223372036854775807"),
    "a huge first game": (
        ["simulate", "rulebook", "--games", "2", "--first-game", str(2**64), "--out", "r.parquet"],
        "is not in the range 0<=x<=9223372036854775807",
    ),
    "games beyond the last number": (
        ["simulate", "rulebook", "--games", "2", "--first-game", str(2**63 - 1), "--out", "r.parquet"],
        "decks are numbered from 0 to 2**63 - 1",
    ),
    "no variant": (["simulate", "--out", "r.parquet"], "Missing argument 'VARIANT...'"),
    "no file to verify": (["verify"], "Missing argument 'FILE...'"),
    "no file to check": (["check"], "Missing argument 'FILE...'"),
    "an unknown command": (["simulat"], "No such command 'simulat'"),
    "an unknown option": (["play", "--sead", "7"], "No such option"),
    "games for decks": (["compare", "rulebook", "rainbow-off", "--games", "7"], "decks are counted"),
    "a variant as an option": (["ladder", "--variant", "rulebook"], "COMMAND VARIANT"),
}


@pytest.mark.parametrize(("words", "message"), ONE_LINE.values(), ids=ONE_LINE)
def test_a_mistake_ends_in_one_line_that_says_what_is_wrong(
    double_seven: Run, folder: Path, words: list[str], message: str
) -> None:
    result = double_seven(*words)
    assert result.exit_code in (1, 2)
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1
    assert result.stderr.splitlines()[-1] == errors[0]
    assert message in errors[0]
    assert "Traceback" not in result.output
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "records.jsonl: cannot read the file: No such file or directory"),
        (b"no record\n", "records.jsonl: line 1 is not a JSON object, column 1: "),
        (b"\xff\xfe\n", "records.jsonl: the file is not UTF-8 text: "),
        (b"{}\n", "records.jsonl:1: variant is None, not a name: say which rules with --variant"),
        (b'{"variant": "rulebok"}\n', "records.jsonl:1: rulebok: "),
        (b'{"variant": "rulebook"}\n', "records.jsonl:1: format is None, not 'double-seven-game/1'"),
        (b'{"variant": ["rulebook"]}\n', "records.jsonl:1: variant is ['rulebook'], not a name"),
    ],
)
def test_what_verify_cannot_read_is_refused_in_one_line(
    double_seven: Run, folder: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        (folder / "records.jsonl").write_bytes(content)
    result = double_seven("verify", "records.jsonl")
    assert (result.exit_code, result.stdout) == (1, "0 verified, 1 refused\n")
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1


def test_verify_refuses_a_folder_and_goes_on(double_seven: Run, folder: Path) -> None:
    double_seven("play", "--record", "game.jsonl")
    result = double_seven("verify", ".", "game.jsonl")
    assert (result.exit_code, result.stdout) == (1, "1 verified, 1 refused\n")
    assert result.stderr == ".: cannot read the file: Is a directory\n"


def test_no_number_of_players_suits_all(double_seven: Run, folder: Path) -> None:
    (folder / "many.yaml").write_text("title: Many\nextends: rulebook\nplayers: {min: 5, max: 6}\n")
    result = double_seven("simulate", "rulebook", "many.yaml", "--out", "r.parquet")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("Error: no number of players suits all these variants")


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--record"],
        ["simulate", "rulebook", "--out"],
        ["compare", "rulebook", "rainbow-off", "--html"],
        ["dossier", "rainbow-off", "--html"],
        ["sweep", "rulebook", "--dial", "seven.size=6,7", "--html"],
        ["ladder", "--json"],
        ["train", "rulebook", "--out"],
        ["bench", "--json"],
    ],
    ids=lambda words: words[0],
)
def test_a_missing_folder_is_told_before_anything_is_played(double_seven: Run, words: list[str]) -> None:
    result = double_seven(*words, "none/file.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: none/file.json: there is no folder none\n"


@pytest.mark.parametrize("content", ["", "\n  \n"])
def test_a_file_without_any_record_is_not_verified(double_seven: Run, folder: Path, content: str) -> None:
    (folder / "empty.jsonl").write_text(content)
    double_seven("play", "--record", "game.jsonl")
    result = double_seven("verify", "game.jsonl", "empty.jsonl")
    assert (result.exit_code, result.stdout) == (1, "1 verified, 1 refused\n")
    assert result.stderr == "empty.jsonl: the file holds no record\n"


def test_a_variant_name_that_no_file_can_have_is_refused(folder: Path) -> None:
    (folder / "records.jsonl").write_text(json.dumps({"variant": "a\0b"}) + "\n")
    result = CliRunner().invoke(main, ["verify", "records.jsonl"])
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), repr(result.exception)


# Dossier


def test_dossier_writes_a_page_and_tells_its_gist(double_seven: Run, folder: Path) -> None:
    (folder / "six.yaml").write_text("title: Six\nsummary: Up to six.\nextends: rulebook\nplayers: {max: 6}\n")
    result = double_seven("dossier", "six.yaml", "--players", "4,5", "--decks", "12", "--html", "six.html")
    assert result.exit_code == 0
    text = unwrapped(result.stdout)
    assert "with 5 players six stands alone" in text
    assert "At most 6 players take part (instead of 4)." in text
    assert result.stderr.endswith("Page written to six.html\n")
    html = (folder / "six.html").read_text(encoding="utf-8")
    assert html.count("<h1>") == 1
    assert "<h1>six against rulebook</h1>" in html


def test_dossier_changes_the_variants_and_not_the_base(double_seven: Run, folder: Path) -> None:
    given = ("--set", "seven.size=6", "--base", "rulebook", "--players", "2", "--decks", "4", "--html", "page.html")
    result = double_seven("dossier", "rulebook", *given)
    assert result.exit_code == 0
    assert "rulebook + seven.size=6 against rulebook" in unwrapped(result.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rainbow-off", "--players", "6", "--html", "p.html"), "rainbow-off is for 2, 3 and 4 players, not for 6"),
        (("rainbow-off", "--html", "nowhere/p.html"), "there is no folder nowhere"),
        (("no-such", "--html", "p.html"), "no bundled variant is called 'no-such'"),
    ],
)
def test_dossier_says_what_is_wrong_before_it_plays(
    double_seven: Run, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = double_seven("dossier", *arguments)
    assert result.exit_code == 1
    assert message in unwrapped(result.stderr)
    assert list(folder.iterdir()) == []


# Sweep


def test_sweep_tells_what_each_setting_does_and_which_serves_the_aim(double_seven: Run, folder: Path) -> None:
    result = double_seven(
        *("sweep", "rulebook", "--dial", "seven.size=2..4", "--players", "2", "--decks", "40"),
        *("--aim", "turns lowest", "--html", "sweep.html"),
    )
    assert result.exit_code == 0
    text = unwrapped(result.stdout)
    assert "Recommended for “turns lowest”: seven.size=3." in text
    assert "these rules cannot be played: seven.size=2." in text
    assert "3 → 4" in text
    assert "</html>" in (folder / "sweep.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--dial", "seven.sise=5..9"), "did you mean seven.size?"),
        (("--dial", "seven.size=5"), "a dial has two or more"),
        (("--dial", "seven.size"), "write KEY=FROM..TO"),
        (("--dial", "seven.size=5,6", "--aim", "turnz nearest 30"), "no metric is called 'turnz'"),
        (("--dial", "seven.size=5,6", "--players", "9"), "is for 2 to 4 players, not 9"),
    ],
)
def test_a_mistyped_sweep_is_refused_plainly(double_seven: Run, words: tuple[str, ...], complaint: str) -> None:
    result = double_seven("sweep", "rulebook", *words)
    assert result.exit_code == 1
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


# The ladder


def test_a_ladder_is_shown_written_and_taken_up_again(
    double_seven: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulator.reports.ladders._SECONDS", 1e-6)
    words = ("ladder", "--players", "2", "--rungs", "random,greedy=5,house", "--decks", "8", "--store", "kept")
    result = double_seven(*words, "--json", "ladder.json")
    assert result.exit_code == 0
    content = json.loads((folder / "ladder.json").read_text())
    assert [(pair["challenger"], pair["field"], pair["decks"]) for pair in content["pairs"]] == [
        ("greedy", "random", 5),
        ("house", "greedy", 5),
    ]
    assert len(list((folder / "kept").iterdir())) == 4
    assert double_seven(*words, "--json", "again.json").exit_code == 0
    assert (folder / "again.json").read_bytes() == (folder / "ladder.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rungs", "greedy=many,house"), "'greedy=many': behind = stands the number of decks of greedy, from 1"),
        (("--rungs", "house,house=3"), "house stands on two rungs: name each player once"),
        (("--rungs", "house,hose"), "unknown player 'hose': did you mean house?"),
        (("--rungs", "house"), "a ladder needs two rungs"),
        (("--json", "none/ladder.json"), "there is no folder none"),
    ],
)
def test_a_ladder_that_cannot_be_climbed_is_told(double_seven: Run, words: tuple[str, ...], message: str) -> None:
    result = double_seven("ladder", *words)
    assert result.exit_code != 0
    assert message in unwrapped(result.stderr)


# Training


def test_training_says_what_it_found_and_keeps_it_only_if_it_is_better(double_seven: Run, folder: Path) -> None:
    words = ("train", "family-8", "--players", "2", "--rounds", "1", "--games", "100", "--check-decks", "10")
    result = double_seven(*words, "--out", "mine.npz", "--threads", "1")
    assert result.exit_code == 0
    text = unwrapped(result.stdout)
    assert "family-8, 2 players: 1 round of 100 games. Round" in text
    better = "It is kept in mine.npz: play with trained@mine.npz" in text
    assert better != ("It is not surely better than what it began with, which stays." in text)
    assert (folder / "mine.npz").exists() == better
    assert double_seven(*words, "--out", "mine.npz").stdout == result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rulebook", "--minutes", "1", "--rounds", "1"), "give one of the two"),
        (("rulebook", "--out", "network.json"), "network.json: a file of networks ends in .npz"),
        (("rulebook", "--players", "7"), "rulebook is for 2 to 4 players, not 7"),
        (("rulbook",), "no bundled variant is called 'rulbook'"),
    ],
)
def test_a_training_that_cannot_be_made_is_told(
    double_seven: Run, folder: Path, words: tuple[str, ...], message: str
) -> None:
    result = double_seven("train", *words)
    assert result.exit_code != 0
    assert message in unwrapped(result.stderr)
    assert list(folder.iterdir()) == []
