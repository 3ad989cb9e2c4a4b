import os
import subprocess
import sys
from pathlib import Path

import pytest

import simulator.variants.loading as loading
from simulator.variants import VariantError, bundled_variants, check_file, load_variant, variants_folder


def test_a_bare_name_is_a_bundled_variant():
    variant = load_variant("family-6")
    assert (variant.name, variant.seven.size) == ("family-6", 6)


@pytest.mark.parametrize("name", ["./rulebook.yaml", "rulebook.yml", "ideas/rulebook.yaml"])
def test_a_slash_or_a_suffix_makes_a_path(write, name):
    write("seven:\n  size: 9\n", name)
    assert load_variant(name).seven.size == 9


def test_a_path_object_is_always_a_file(folder):
    with pytest.raises(VariantError, match="rulebook: there is no such file"):
        load_variant(Path("rulebook"))
    with pytest.raises(VariantError, match="rulebook: there is no such file"):
        check_file("rulebook")


def test_an_unknown_name_is_refused_with_the_nearest_and_all_names():
    with pytest.raises(VariantError) as caught:
        load_variant("rulebok")
    assert str(caught.value) == (
        "rulebok: no bundled variant is called 'rulebok'; did you mean rulebook? "
        f"Bundled are {', '.join(bundled_variants())}; a file of your own is given by its path, "
        "such as ./rulebok.yaml"
    )


@pytest.mark.parametrize("name", ["", "x\0y", "x" * 5000, "..", "variant.schema"])
def test_a_strange_name_is_an_unknown_name(name):
    with pytest.raises(VariantError, match="no bundled variant is called"):
        load_variant(name)


def test_bundled_names_begin_with_the_rulebook_and_go_by_alphabet():
    names = bundled_variants()
    assert names[0] == "rulebook"
    assert names[1:] == sorted(names[1:])


def test_an_installed_package_brings_its_own_folder_and_a_checkout_uses_the_top_level(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "simulator" / "variants"
    checkout = tmp_path / "site-packages" / "variants"
    monkeypatch.setattr(loading, "__file__", str(package / "loading.py"))
    package.mkdir(parents=True)
    with pytest.raises(VariantError, match="the bundled variants are missing"):
        variants_folder()
    checkout.mkdir()
    (checkout / "rulebook.yaml").touch()
    assert variants_folder() == checkout
    (package / "bundled").mkdir()
    (package / "bundled" / "rulebook.yaml").touch()
    assert variants_folder() == package / "bundled"


def test_a_base_that_leaves_out_rules_is_refused_naming_each(tmp_path, monkeypatch):
    full = (variants_folder() / "rulebook.yaml").read_text(encoding="utf-8")
    (tmp_path / "bundled").mkdir()
    base = tmp_path / "bundled" / "rulebook.yaml"
    base.write_text(full.split("\nend:")[0], encoding="utf-8")
    monkeypatch.setattr(loading, "__file__", str(tmp_path / "loading.py"))
    with pytest.raises(VariantError) as caught:
        load_variant("rulebook")
    assert [problem.key for problem in caught.value.problems] == [
        "end.on_last_tile",
        "end.final_turns",
        "scoring.tile",
        "scoring.tie_break",
    ]
    assert str(caught.value).startswith(f"{base}: end.on_last_tile is missing")


def test_a_file_that_extends_nothing_extends_the_rulebook(write):
    variant = check_file(write("seven:\n  size: 6\n"))
    assert variant.digest == load_variant("family-6").digest


def test_a_copy_of_the_rulebook_plays_the_rulebook(write):
    copy = check_file(write((variants_folder() / "rulebook.yaml").read_bytes(), "copy.yaml"))
    assert copy.digest == load_variant("rulebook").digest


def test_the_nearest_file_decides(write):
    write("seven: {size: 6, points: 3}\n", "a.yaml")
    write("extends: a\nseven: {size: 8}\n", "b.yaml")
    variant = check_file(write("extends: ./b.yaml\nseven: {tokens: 2}\n", "c.yaml"))
    assert (variant.seven.size, variant.seven.points, variant.seven.tokens) == (8, 3, 2)


def test_a_parent_is_looked_for_beside_the_child_and_then_among_the_bundled(write):
    write("seven: {size: 12}\n", "ideas/family-6.yaml")
    assert check_file(write("extends: family-6\n", "ideas/mine.yaml")).seven.size == 12
    assert check_file(write("extends: family-6\n", "mine.yaml")).seven.size == 6
    assert check_file(write("extends: ideas/family-6.yaml\n", "mine.yaml")).seven.size == 12
    assert check_file(write("extends: ../ideas/family-6.yaml\n", "others/mine.yaml")).seven.size == 12


def test_a_file_may_bear_the_name_of_the_bundled_one_that_it_changes(write):
    assert check_file(write("extends: family-6\nseven: {points: 2}\n", "family-6.yaml")).seven.size == 6


def test_title_summary_source_and_reasons_are_not_inherited(write):
    write("title: A\nsummary: s\nsource: t\nreasons: {seven.size: why}\nseven: {size: 6}\n", "a.yaml")
    child = check_file(write("extends: a\n", "child.yaml"))
    assert (child.name, child.title, child.summary, child.source, child.reasons) == (
        "child", "child", "", "", {},
    )  # fmt: skip


def test_a_missing_parent_is_refused_with_the_nearest_name(refusal, write):
    write("seven: {size: 9}\n", "nine.yaml")
    known = ", ".join(sorted([*bundled_variants(), "mine", "nine"]))
    assert refusal("extends: rulebok\n") == (
        f"mine.yaml:1:10: extends 'rulebok': no variant has that name; did you mean rulebook? Known are {known}"
    )
    assert refusal("extends: ./nien.yaml\n") == (
        "mine.yaml:1:10: extends './nien.yaml': there is no file nien.yaml; did you mean nine.yaml?"
    )
    assert refusal("extends: nowhere/at/all.yaml\n") == (
        "mine.yaml:1:10: extends 'nowhere/at/all.yaml': there is no file nowhere/at/all.yaml"
    )


@pytest.mark.parametrize("parent", ['"a\\tb"', '"./a\\tb.yaml"', "x" * 5000, "./" + "x" * 5000 + ".yaml"])
def test_a_parent_that_no_file_can_be_called_is_refused(refusal, parent):
    assert refusal(f"extends: {parent}\n").startswith("mine.yaml:1:10: extends ")


def test_a_circle_of_extends_is_refused_where_it_closes(refusal, write):
    write("extends: b\n", "a.yaml")
    write("title: x\nextends: mine.yaml\n", "b.yaml")
    assert refusal("extends: a\n") == (
        "b.yaml:2:10: extends goes round in a circle: mine.yaml → a.yaml → b.yaml → mine.yaml"
    )
    assert refusal("extends: alone\n", "alone.yaml") == (
        "alone.yaml:1:10: extends goes round in a circle: alone.yaml → alone.yaml"
    )


def test_a_circle_through_a_link_is_found(refusal, write):
    write("title: x\n", "mine.yaml")
    os.symlink("mine.yaml", "link.yaml")
    assert "extends goes round in a circle" in refusal("extends: ./link.yaml\n")


def test_a_problem_in_a_parent_names_the_parents_file_and_comes_after_the_childs(refusal, write):
    write("seven:\n  size: no\n", "parent.yaml")
    assert refusal("extends: parent\nseven:\n  points: -1\n").splitlines() == [
        "mine.yaml:3:11: seven.points cannot be -1; allowed: a whole number from 0 to 100",
        "parent.yaml:2:9: seven.size cannot be 'no'; allowed: a whole number from 1 to 60",
    ]


def test_a_folder_as_parent_is_refused_naming_it(refusal, write):
    write("title: x\n", "folder.yaml/inside.yaml")
    assert refusal("extends: ./folder.yaml\n") == "folder.yaml: is a folder; a variant is a .yaml file"


def test_overrides_change_rules_name_and_title():
    variant = load_variant("rulebook", ["rainbow.enabled = False", "setup.stand=[3, 3.0, 4, 4]"])
    assert variant.name == "rulebook + rainbow.enabled=false + setup.stand=[3, 3, 4, 4]"
    assert variant.title == "Rulebook + rainbow.enabled=false + setup.stand=[3, 3, 4, 4]"
    assert not variant.rainbow.enabled
    assert variant.setup.stand == (3, 3, 4, 4)


def test_a_single_text_is_one_override():
    assert load_variant("rulebook", "trade.max_per_turn=").name == "rulebook + trade.max_per_turn=none"


def test_a_reason_does_not_outlive_the_reading_that_it_explains():
    variant = load_variant("claim-every-growth", ["seven.claim=on_reaching"])
    assert set(variant.reasons) == {"double_seven.when"}


def test_a_rule_set_twice_is_refused():
    with pytest.raises(VariantError) as caught:
        load_variant("rulebook", ["seven.size=6", "seven.size=8"])
    assert str(caught.value) == "--set seven.size=8: seven.size is set twice; the first is --set seven.size=6"


def test_problems_of_overrides_and_files_come_together(write):
    path = write("seven:\n  size: 0\n")
    with pytest.raises(VariantError) as caught:
        load_variant(path, ["rainbow.enabled=maybe", "oops"])
    assert [problem.file for problem in caught.value.problems] == [
        "--set rainbow.enabled=maybe",
        "--set oops",
        "mine.yaml",
    ]


def test_a_file_that_an_override_repairs_is_still_refused(write):
    with pytest.raises(VariantError, match=r"seven\.size cannot be 0"):
        load_variant(write("seven:\n  size: 0\n"), ["seven.size=6"])


def test_reading_a_variant_needs_neither_numpy_nor_polars_nor_numba():
    code = (
        "import sys; from simulator.variants import load_variant; load_variant('rulebook');"
        "print(sorted({'numpy', 'polars', 'numba'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_short_name_can_stand_for_what_is_changed():
    variant = load_variant("rulebook", ["setup.stand=[3,3,4,4]"], name="late seats")
    assert (variant.name, variant.title) == ("late seats", "late seats")
    assert variant.digest == load_variant("late-seat-bonus").digest
