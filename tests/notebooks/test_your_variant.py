"""The template runs for variants that nobody had in mind: the first cell is filled in, and the rest follows."""

import json
from pathlib import Path

import papermill
import pytest

pytestmark = pytest.mark.verification

TEMPLATE = Path(__file__).resolve().parents[2] / "notebooks" / "08-your-variant.ipynb"
GAMES = 60
VARIANTS = {
    "up-to-six": (
        "players: {max: 6}\ntiles: {animals: 10, per_animal: 12}",
        "**Compared in part.** rulebook is for 2 to 4 players, up-to-six for 2 to 6 players: with 5 and 6 players "
        "up-to-six stands alone.",
    ),
    "no-clovers": ("tiles: {jokers: 0}", "**no-clovers** instead of **rulebook**:\n\n- The box holds no joker."),
    "never-ends": (
        "double_seven: {ends_game: false}\nend: {on_last_tile: false}",
        "**No game comes to an end of its own under never-ends:** with 2, 3 and 4 players 100.0 % of the games stalled",
    ),
    "big-party": (
        "players: {min: 5, max: 6}\nsetup: {stand: 4}",
        "**Not compared.** rulebook is for 2 to 4 players, big-party for 5 to 6 players: what is described here stands "
        "alone.",
    ),
    "bare": (
        "tiles: {jokers: 0}\ntrade: {enabled: false}\ntwo_for_one: {max_per_turn: 0}\nrainbow: {enabled: false}\n"
        "reclaim: {from: nobody}\nstand_limit: {tiles: 3, goes_to: draw_pile}",
        "**bare** instead of **rulebook**:",
    ),
}
"""Rules, and how the answer begins."""


def run(folder: Path, **parameters) -> list[dict]:
    """The code cells of the template, run with other parameters in a folder of its own."""
    filled = folder / "filled.ipynb"
    given = {"games": GAMES, **parameters}
    papermill.execute_notebook(TEMPLATE, filled, given, cwd=folder, progress_bar=False, kernel_name="python3")
    notebook = json.loads(filled.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def markdown_of(cell) -> str:
    return "".join("".join(output["data"].get("text/markdown", "")) for output in cell["outputs"])


@pytest.mark.parametrize("name", VARIANTS)
def test_any_variant_gets_its_dossier(name, tmp_path):
    rules, beginning = VARIANTS[name]
    (tmp_path / f"{name}.yaml").write_text(f"title: {name}\nsummary: A test.\nextends: rulebook\n{rules}\n")
    choices, filled, answer, *sections = run(tmp_path, variant=f"{name}.yaml")
    assert choices["metadata"]["tags"] == ["parameters"]
    assert filled["metadata"]["tags"] == ["injected-parameters"]
    assert markdown_of(answer).startswith(beginning)
    told = [cell for cell in sections if ".chart(" not in "".join(cell["source"])]
    assert len(told) > 15
    for cell in sections:
        source = "".join(cell["source"])
        assert not [
            output for output in cell["outputs"] if output["output_type"] not in ("execute_result", "display_data")
        ]
        if ".chart(" not in source and not source.startswith("menus("):
            assert markdown_of(cell).strip(), source
    drawn = {
        "".join(cell["source"]) for cell in sections if any("image/svg+xml" in each["data"] for each in cell["outputs"])
    }
    for always in ("length", "double_seven", "seats", "course"):
        assert f'yours.chart("{always}")' in drawn
    assert ('yours.chart("differences")' in drawn) == (name != "big-party")
    assert "menus(yours.case)" in drawn


def test_the_base_itself_and_other_players_will_do(tmp_path):
    *_, answer, differences = run(
        tmp_path, variant="rulebook", players=[3], player="greedy", second_player="house", games=20
    )[:4]
    assert markdown_of(answer).startswith("This is the base itself: there is nothing to compare")
    assert differences["outputs"] == []
