"""Finds, reads and resolves variant files: names and paths, ``extends``, overrides, all problems at once."""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from simulator.variants.checking import Given, Layer, check_document, check_override
from simulator.variants.documents import Document, read_file
from simulator.variants.errors import Place, Problem, VariantError, did_you_mean, shown
from simulator.variants.playable import impossibilities
from simulator.variants.schema import FILE_KEYS, RULE_KEYS
from simulator.variants.variant import Variant, written

BASE = "rulebook"
"""The one bundled file that gives every rule. A file that extends nothing extends it."""

_SUFFIXES = (".yaml", ".yml")


def load_variant(name_or_path: str | Path, overrides: Sequence[str] = (), *, name: str | None = None) -> Variant:
    """Load a variant, complete and checked.

    Parameters
    ----------
    name_or_path
        A text without a slash and without ``.yaml`` or ``.yml`` is the name of a bundled variant. Any other
        text, and any ``Path``, is a file.
    overrides
        Rules to change, such as ``"rainbow.enabled=false"`` or ``"setup.stand=[3,3,4,4]"``. They become part
        of the variant's name and title.
    name
        What to call it in place of that: short words for tables and charts.

    Raises
    ------
    VariantError
        If anything is wrong, with every problem of the file, the files that it extends, and the overrides.
    """
    path = _bundled(name_or_path) if is_name(name_or_path) else Path(name_or_path)
    variant = _load(path, _override_layers([overrides] if isinstance(overrides, str) else overrides))
    return variant if name is None else variant.model_copy(update={"name": name, "title": name})


def change_variant(variant: Variant, overrides: Sequence[str]) -> Variant:
    """Return a loaded variant with some rules changed, as `load_variant` changes those of a file.

    Parameters
    ----------
    variant
        What is changed.
    overrides
        Rules to change, such as ``"rainbow.enabled=false"``.

    Raises
    ------
    VariantError
        If an override is wrong, or the rules cannot be played together, with every problem.
    """
    layers = _override_layers(overrides)
    problems = [problem for layer in layers for problem in layer.problems]
    changed = {key: given for layer in layers for key, given in layer.rules.items()}
    values = {key: variant.value(key) for key in FILE_KEYS} | {key: given.value for key, given in changed.items()}
    for keys, message in impossibilities(values):
        key = next((key for key in keys if key in changed), keys[0])
        place = changed[key].place if key in changed else Place(variant.name)
        problems.append(Problem(place, key, message))
    if problems:
        raise VariantError(problems)
    header = {"summary": variant.summary, "source": variant.source}
    return _made(variant.name, variant.title, values, changed, variant.reasons, header)


def load_changed(document: Document, name: str | None = None) -> Variant:
    """Load a variant that another file holds: what it changes in the one that it ``extends``.

    Parameters
    ----------
    document
        The part of the file; its ``file`` is the whole one, beside which names and paths are looked for.
    name
        What to call the variant; by default what it extends, and each change.

    Raises
    ------
    VariantError
        As :func:`load_variant`.
    """
    layer = check_document(document)
    parent = _parent(Path(document.file), layer)
    if parent is None:
        raise VariantError(layer.problems)
    variant = _load(parent, [layer])
    changed = {key: given.value for key, given in layer.header.items() if key != "extends"}
    return variant.model_copy(update={**changed, **({"name": name, "title": name} | changed if name else {})})


def _load(path: Path, set_by_hand: Sequence[Layer]) -> Variant:
    """Load a file with changes to it."""
    files = _file_layers(path)
    layers = [*set_by_hand, *files]
    problems = [problem for layer in layers for problem in layer.problems]
    resolved, depths = _resolved(layers)
    problems += _missing(layers[-1])
    values = {key: given.value for key, given in resolved.items()}
    for keys, message in impossibilities(values):
        blamed = min(keys, key=depths.__getitem__)
        problems.append(Problem(resolved[blamed].place, blamed, message))
    if problems:
        raise VariantError(_in_order(problems, layers))
    return _variant(path.stem, values, files[0], set_by_hand)


def check_file(path: str | Path) -> Variant:
    """Load the variant file at ``path``, whatever its name; otherwise like :func:`load_variant`."""
    return load_variant(Path(path))


def variants_folder() -> Path:
    """Return the folder of the bundled variants: inside an installed package, or at the top of a checkout.

    Raises
    ------
    VariantError
        If there is neither.
    """
    here = Path(__file__).resolve().parent
    candidates = [here / "bundled", here.parents[1] / "variants"]
    for folder in candidates:
        if (folder / f"{BASE}.yaml").is_file():
            return folder
    places = " nor ".join(str(folder) for folder in candidates)
    message = f"the bundled variants are missing ({BASE}.yaml is neither in {places}); install the package again"
    raise VariantError([Problem(Place(str(here)), None, message)])


def bundled_variants() -> list[str]:
    """Return the names of the bundled variants, ``rulebook`` first, then by alphabet."""
    names = {path.stem for path in variants_folder().glob("*.yaml")}
    return [BASE, *sorted(names - {BASE})]


def _base() -> Path:
    return variants_folder() / f"{BASE}.yaml"


def is_name(text: str | Path) -> bool:
    """Whether a text names a bundled variant; otherwise it is a path."""
    separators = (os.sep, os.altsep or "/", "/")
    return isinstance(text, str) and not text.endswith(_SUFFIXES) and not any(sep in text for sep in separators)


def _bundled(name: str | Path) -> Path:
    names = bundled_variants()
    if name not in names:
        message = (
            f"no bundled variant is called {shown(name)}"
            + did_you_mean(str(name), names, f"bundled are {', '.join(names)}")
            + f"; a file of your own is given by its path, such as ./{name or 'mine'}.yaml"
        )
        raise VariantError([Problem(Place(str(name)), None, message)])
    return variants_folder() / f"{name}.yaml"


def _override_layers(overrides: Sequence[str]) -> list[Layer]:
    layers: list[Layer] = []
    for text in overrides:
        layer = check_override(text)
        for earlier in layers:
            for key in earlier.rules.keys() & layer.rules.keys():
                layer.note(Place(layer.file), key, f"{key} is set twice; the first is {earlier.file}")
        layers.append(layer)
    return layers


def _file_layers(path: Path) -> list[Layer]:
    """Return the layers of a file and of all that it extends, the file first."""
    layers: list[Layer] = []
    seen: list[Path] = []
    following: Path | None = path
    while following is not None:
        document = read_file(following)
        layer = check_document(document)
        layers.append(layer)
        if document.top is None:
            break
        seen.append(following)
        parent = _parent(following, layer)
        if parent is not None and _identity(parent) in map(_identity, seen):
            circle = " → ".join(step.name for step in [*seen, parent])
            layer.note(layer.header["extends"].place, "extends", f"extends goes round in a circle: {circle}")
            parent = None
        following = parent
    return layers


def _parent(path: Path, layer: Layer) -> Path | None:
    """Return the file that the file at ``path`` builds on; None for the base, or if it cannot be told."""
    given = layer.header.get("extends")
    if given is None:
        return None if _identity(path) == _identity(_base()) else _base()
    name: str = given.value
    if not is_name(name):
        parent = path.parent / name
        if not os.path.exists(parent):
            siblings = [sibling.name for sibling in _variant_files(parent.parent)]
            near = did_you_mean(parent.name, siblings)
            layer.note(given.place, "extends", f"extends {shown(name)}: there is no file {parent}{near}")
            return None
        return parent
    candidates = [path.parent / f"{name}.yaml", variants_folder() / f"{name}.yaml"]
    found = [candidate for candidate in candidates if os.path.isfile(candidate)]
    # A file of one's own may bear the name of the bundled one that it changes.
    others = [candidate for candidate in found if _identity(candidate) != _identity(path)]
    if not found:
        known = sorted({sibling.stem for sibling in _variant_files(path.parent)} | set(bundled_variants()))
        layer.note(
            given.place,
            "extends",
            f"extends {shown(name)}: no variant has that name"
            + did_you_mean(name, known, f"known are {', '.join(known)}"),
        )
        return None
    return (others or found)[0]


def _variant_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.yaml")) if os.path.isdir(folder) else []


def _identity(path: Path) -> str:
    return os.path.realpath(path)


def _resolved(layers: Sequence[Layer]) -> tuple[dict[str, Given], dict[str, int]]:
    """Return the value of each rule, and how far from the top the layer is that gives it.

    A key whose nearest value was refused has no value: a value from further up would only raise wrong alarms.
    """
    resolved: dict[str, Given] = {}
    depths: dict[str, int] = {}
    for depth, layer in enumerate(layers):
        for key in [*layer.rules, *layer.refused]:
            if key not in depths:
                depths[key] = depth
                if key in layer.rules:
                    resolved[key] = layer.rules[key]
    return resolved, depths


def _missing(last: Layer) -> list[Problem]:
    """Name the rules that the base leaves out. If the chain breaks off earlier, that is reported already."""
    if last.file != str(_base()) or not last.rules:
        return []
    missing = [key for key in RULE_KEYS if key not in last.rules and key not in last.refused]
    return [Problem(Place(last.file), key, f"{key} is missing; the base gives every rule") for key in missing]


def _in_order(problems: Iterable[Problem], layers: Sequence[Layer]) -> list[Problem]:
    files = [layer.file for layer in layers]
    return sorted(problems, key=lambda problem: (files.index(problem.file), problem.line or 0, problem.column or 0))


def _variant(stem: str, values: dict[str, Any], file: Layer, set_by_hand: Sequence[Layer]) -> Variant:
    header = {key: given.value for key, given in file.header.items() if key != "extends"}
    changed = {key: given for layer in set_by_hand for key, given in layer.rules.items()}
    title, reasons = header.pop("title", "") or stem, header.pop("reasons", {})
    return _made(stem, title, values, changed, reasons, header)


def _made(
    name: str,
    title: str,
    values: Mapping[str, Any],
    changed: Mapping[str, Given],
    reasons: Mapping[str, str],
    header: Mapping[str, str],
) -> Variant:
    """A variant of these values, called after what was changed by hand; a text's reasons hold of the rest only."""
    suffix = "".join(f" + {key}={written(given.value)}" for key, given in changed.items())
    sections: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        section, field = key.split(".")
        sections.setdefault(section, {})[field] = value
    kept = {key: reason for key, reason in reasons.items() if key not in changed}
    return Variant(name=name + suffix, title=title + suffix, reasons=kept, **header, **sections)
