"""What the README promises works as it is written there."""

import re
import shlex
from pathlib import Path

import pytest

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


def test_the_sweep_in_python_runs_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    example = next(block for block in blocks("python") if "import sweep" in block)
    exec(compile(example, str(README), "exec"), {})
    assert "rulebook + seven.size=" in capsys.readouterr().out


def test_the_player_of_ones_own_plays_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "careful.py"
    path.write_text(next(block for block in blocks("python") if "def careful" in block), encoding="utf-8")
    games = simulate([load_variant("rulebook")], players=[2], seats=[f"{path}:careful", "house"], games=5)
    assert games["two_for_ones"].sum() > 0  # by house
    assert games["end"].to_list().count("cut_off") == 0


def test_the_variant_of_the_example_loads_and_differs_as_it_says(tmp_path: Path) -> None:
    (example,) = blocks("yaml")
    path = tmp_path / "long-families.yaml"
    path.write_text(example, encoding="utf-8")
    variant = load_variant(path)
    assert variant.value("seven.size") == 9
    assert variant.value("reclaim.from") == "nobody"


def test_every_command_that_the_readme_names_exists() -> None:
    lines = re.findall(r"double-seven ([a-z]+[^`\n#|]*)", TEXT)
    assert lines
    for line in lines:
        name, *arguments = shlex.split(line)
        command = main.commands[name]
        known = {option for parameter in command.params for option in parameter.opts}
        for argument in arguments:
            assert not argument.startswith("--") or argument in known, line


def test_every_folder_that_the_readme_names_exists() -> None:
    for folder in re.findall(r"^\| `([a-z/]+/)` \|", TEXT, re.MULTILINE):
        assert (README.parent / folder).is_dir(), folder
