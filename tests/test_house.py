"""The house: imports run one way, no two files import one another, and no folder outgrows the others."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

import simulator

PACKAGE = Path(simulator.__file__).parent
PROJECT = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
LAYERS = next(
    contract["layers"] for contract in PROJECT["tool"]["importlinter"]["contracts"] if contract["type"] == "layers"
)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom, imports for type checkers included, and packages from elsewhere by their names."""
    return grimp.build_graph("simulator", include_external_packages=True, cache_dir=None)


def imports_within(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """The modules of the package that each of them imports."""
    modules = {module for module in graph.modules if module.split(".")[0] == "simulator"}
    return {module: graph.find_modules_directly_imported_by(module) & modules for module in modules}


def folders_of(module: str) -> set[str]:
    """The folders that a module lies in: Python runs their ``__init__`` before it, whoever asks for the module."""
    parts = module.split(".")
    return {".".join(parts[:length]) for length in range(2, len(parts))}


def test_any_file_can_be_the_first_that_is_imported(graph: grimp.ImportGraph) -> None:
    left = {
        module: {other for name in imported for other in folders_of(name) | {name}} - folders_of(module) - {module}
        for module, imported in imports_within(graph).items()
    }
    while free := [module for module, imported in left.items() if not imported & left.keys()]:
        for module in free:
            del left[module]
    assert left == {}


def test_imports_run_one_way(graph: grimp.ImportGraph) -> None:
    upward = []
    for module, imported in imports_within(graph).items():
        for other in imported:
            if module == "simulator" or other == "simulator":
                upward.append((module, other))  # its list of public names is for those outside
            elif LAYERS.index(module.split(".")[1]) > LAYERS.index(other.split(".")[1]):
                upward.append((module, other))
    assert upward == []


def test_every_folder_has_its_place_in_the_order() -> None:
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert there - {"__init__"} == set(LAYERS)


def test_the_engine_knows_only_numpy_and_numba(graph: grimp.ImportGraph) -> None:
    imported = set()
    for module in graph.find_descendants("simulator.engine") | {"simulator.engine"}:
        imported |= graph.find_modules_directly_imported_by(module)
    beyond = {name for name in imported if name != "simulator.engine" and not name.startswith("simulator.engine.")}
    assert {name.split(".")[0] for name in beyond} - sys.stdlib_module_names == {"numpy", "numba"}


def test_no_folder_holds_more_than_a_quarter_of_the_lines() -> None:
    lines = {
        folder.name: sum(len(file.read_text(encoding="utf-8").splitlines()) for file in folder.rglob("*.py"))
        for folder in PACKAGE.iterdir()
        if (folder / "__init__.py").exists()
    }
    assert max(lines.values()) <= sum(lines.values()) / 4, lines


def test_every_module_says_what_is_in_it() -> None:
    silent = []
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if not ast.get_docstring(ast.parse(text)):
            silent.append(str(file.relative_to(PACKAGE)))
    assert silent == []


def test_every_public_name_is_there_and_is_listed() -> None:
    assert simulator.__all__
    assert set(simulator.__all__) == set(dir(simulator))
    assert all(getattr(simulator, name) is not None for name in simulator.__all__)


def test_a_name_that_does_not_exist_is_refused() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        simulator.no_such_name  # noqa: B018


def test_the_first_import_loads_neither_frames_nor_the_compiler() -> None:
    program = "import sys, simulator; print(*{'polars', 'numba', 'numpy', 'altair', 'pydantic'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.verification  # a type checker that begins afresh is slow
def test_type_checkers_see_the_public_names(tmp_path: Path) -> None:
    names = "\n".join(f"reveal_type(simulator.{name})" for name in simulator.__all__)
    (tmp_path / "asks.py").write_text(f"import simulator\n\n{names}\nsimulator.load_variant(7)\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--follow-imports=silent",
        "asks.py",
        "--cache-dir",
        str(tmp_path / "cache"),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    revealed = [line for line in done.stdout.splitlines() if "Revealed type" in line]
    assert len(revealed) == len(simulator.__all__), done.stdout + done.stderr
    assert not [line for line in revealed if '"Any"' in line]
    assert 'Argument 1 to "load_variant" has incompatible type "int"' in done.stdout


def test_files_for_type_checkers_are_part_of_the_package() -> None:
    assert (PACKAGE / "py.typed").read_bytes() == b""
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["simulator"]
    assert (PACKAGE / "__init__.pyi").is_file()
