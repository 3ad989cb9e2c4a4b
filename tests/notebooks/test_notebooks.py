"""What every notebook keeps to: it has been run, in order, and what it stores is fit to be read and compared."""

import ast
import json
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

IN_A_HOME = re.compile(r"(?<![\w.])/(?:home|Users|root|tmp|work|usr|opt|private|var)/|[A-Za-z]:\\\\Users")


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return json.loads(request.param.read_text(encoding="utf-8"))


def cells(notebook, kind):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def source(cell):
    return "".join(cell["source"])


def outputs(notebook):
    return [output for cell in cells(notebook, "code") for output in cell["outputs"]]


def test_there_are_notebooks():
    assert [path.name for path in NOTEBOOKS][:1] == ["00-start-here.ipynb"]


def test_every_code_cell_has_run_in_order(notebook):
    counts = [cell["execution_count"] for cell in cells(notebook, "code")]
    assert counts == list(range(1, len(counts) + 1))
    results = [output for output in outputs(notebook) if output["output_type"] == "execute_result"]
    assert all(output["execution_count"] in counts for output in results)


def test_what_a_cell_displays_is_stored(notebook):
    """A cell whose last line is an expression displays something, and ends without it only if it is None."""
    for cell in cells(notebook, "code"):
        if isinstance(ast.parse(source(cell)).body[-1], ast.Expr):
            assert cell["outputs"], f"nothing is stored of: {source(cell)}"


def test_charts_are_stored_as_text_to_compare_and_as_a_picture_for_strangers(notebook):
    pictures = [output["data"] for output in outputs(notebook) if "image/png" in output.get("data", {})]
    assert len(pictures) >= 3
    assert all("image/svg+xml" in data for data in pictures)


def test_no_output_is_an_error_or_a_warning(notebook):
    assert [output for output in outputs(notebook) if output["output_type"] == "error"] == []
    assert [output for output in outputs(notebook) if output.get("name") == "stderr"] == []


def test_nothing_stored_depends_on_the_machine(notebook):
    for cell in notebook["cells"]:
        # Pictures are long and their letters at random, so that they are left out.
        texts = [value for output in cell.get("outputs", []) for value in texts_of(output)]
        for text in [source(cell), *texts]:
            assert IN_A_HOME.search(text) is None, IN_A_HOME.search(text)
            assert re.search(r"\bat 0x[0-9a-f]{6,}", text) is None, "an address in memory"


def texts_of(output):
    yield "".join(output.get("text", ""))
    for kind, value in output.get("data", {}).items():
        if kind != "image/png":
            yield "".join(value)


def test_metadata_is_clean(notebook):
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    kernel = notebook["metadata"]["kernelspec"]
    assert kernel == {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    assert [cell["metadata"] for cell in notebook["cells"] if "execution" in cell["metadata"]] == []


def test_notebook_defines_nothing(notebook):
    for cell in cells(notebook, "code"):
        tree = ast.parse(source(cell))
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
        assert [node for node in ast.walk(tree) if isinstance(node, kinds)] == [], source(cell)


def test_title_is_a_question_and_the_first_code_cell_makes_choices(notebook):
    title = source(notebook["cells"][0]).splitlines()[0]
    assert re.fullmatch(r"# .+\?", title)
    first = source(cells(notebook, "code")[0]).splitlines()
    assert all(re.fullmatch(r"\w+ = .+# .+", line) for line in first), "a choice and what it means on every line"


def test_it_ends_with_what_to_do_next(notebook):
    headings = [
        line for cell in cells(notebook, "markdown") for line in source(cell).splitlines() if line.startswith("## ")
    ]
    assert headings[-1] == "## What next"
