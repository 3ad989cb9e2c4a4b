"""What the README promises works as it is written there."""

import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import click
import polars as pl
import pytest
from click.testing import CliRunner

from simulator import simulate
from simulator.cli import main
from simulator.variants import load_variant

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The README's code blocks in one language."""
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_the_first_screen_has_exactly_two_commands_each_one_line_with_an_environment_of_its_own() -> None:
    first_screen = TEXT[: TEXT.index("\n## ")]
    commands = [block.strip() for block in re.findall(r"```sh\n(.*?)```", first_screen, re.DOTALL)]
    assert len(commands) == 2
    environments = {command.split()[3] for command in commands}
    assert all("\n" not in command and command.startswith("python3 -m venv ") for command in commands)
    assert len(environments) == 2


def test_the_python_example_runs_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    example = next(block for block in blocks("python") if "import polars" in block)
    exec(compile(example, str(README), "exec"), {})
    printed = capsys.readouterr().out
    assert "rulebook + seven.size=5" in printed
    assert "rulebook turn 1 seat 0 draw" in printed


def test_the_player_of_ones_own_plays_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "careful.py"
    path.write_text(next(block for block in blocks("python") if "def careful" in block), encoding="utf-8")
    games = simulate("rulebook", players=2, seats=(f"{path}:careful", "house"), games=5)
    assert games["two_for_ones"].sum() > 0  # by house
    assert games["end"].to_list().count("cut_off") == 0


def test_the_variant_of_the_example_loads_and_differs_as_it_says(tmp_path: Path) -> None:
    example = next(block for block in blocks("yaml") if "Long families" in block)
    path = tmp_path / "long-families.yaml"
    path.write_text(example, encoding="utf-8")
    variant = load_variant(path)
    assert variant.value("seven.size") == 9
    assert variant.value("reclaim.from") == "nobody"


@pytest.fixture
def sevens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the study of the example, and a store of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path / "store"))
    example = next(block for block in blocks("yaml") if "precision:" in block)
    (tmp_path / "sevens.yaml").write_text(example, encoding="utf-8")
    return tmp_path


def run(line: str) -> str:
    """What a command line prints."""
    words = shlex.split(line)
    assert words[0] == "double-seven"
    result = CliRunner().invoke(main, words[1:], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_study_is_played_as_it_is_written(sevens: Path) -> None:
    (commands,) = (block for block in blocks("sh") if "study sevens.yaml --decks" in block)
    first, second, third, listed, pruned = [run(line) for line in commands.splitlines()]
    assert first.startswith("How large should a big family be?")
    for printed in (first, third):
        assert "when everything was known as precisely as asked" in printed
    assert "2,000 for each variant, table and seating, as asked for" in second
    assert pl.read_parquet(sevens / "sevens.parquet").height == 2_000 * 3 * 2 * 2
    assert "nine" in listed
    assert pruned == "There is nothing to delete.\n"


def test_the_study_in_python_is_played_as_it_is_written(sevens: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = next(block for block in blocks("python") if "import Study" in block)
    exec(compile(example, str(README), "exec"), {})
    assert capsys.readouterr().out.endswith("\n16000\n")


def test_the_study_on_a_cluster_is_played_as_it_is_written(sevens: Path) -> None:
    pytest.importorskip("distributed")
    (commands,) = (block for block in blocks("sh") if "dask scheduler" in block)
    port = free_port()
    scheduler, worker, study = commands.replace("8786", str(port)).splitlines()
    programs = [
        # The Python of the tests, since its programs need not be on the path.
        [sys.executable, "-m", "dask", "scheduler", "--host", "localhost", "--port", str(port), "--no-dashboard"],
        [sys.executable, "-m", "dask", *shlex.split(worker.removesuffix(" &"))[1:], "--no-dashboard"],
    ]
    assert scheduler == "dask scheduler &"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = [subprocess.Popen(program, cwd=sevens, **quiet) for program in programs]
    try:
        printed = run(f"{study} --decks 200")
    finally:
        for program in reversed(running):
            program.terminate()
            program.wait()
    assert "200 for each variant, table and seating, as asked for" in printed


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return int(one.getsockname()[1])


def test_every_command_that_the_readme_names_exists() -> None:
    lines = re.findall(r"double-seven ([a-z]+[^`\n#|]*)", TEXT)
    assert lines
    for line in lines:
        name, *arguments = shlex.split(line)
        command = main.commands[name]
        if isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
            command = command.commands[arguments[0]]
        known = {option for parameter in command.params for option in parameter.opts}
        for argument in arguments:
            assert not argument.startswith("--") or argument in known, line


def test_every_folder_of_the_house_exists() -> None:
    contributing = (README.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = re.findall(r"^\| `([a-z/]+/)` \|", contributing, re.MULTILINE)
    assert len(folders) > 10
    for folder in folders:
        assert (README.parent / folder).is_dir(), folder


def test_every_file_that_a_recipe_names_exists() -> None:
    contributing = (README.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    files = re.findall(r"`((?:simulator|tests|variants)/[a-z_/]+\.(?:pyi?|yaml|json|schema\.json))`", contributing)
    assert len(files) > 15
    for file in files:
        assert (README.parent / file).is_file(), file


def test_the_readme_stays_what_a_newcomer_can_read() -> None:
    assert len(TEXT.splitlines()) <= 200
