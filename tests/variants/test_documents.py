import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.variants import VariantError, check_file, load_variant
from simulator.variants.documents import MAX_BYTES, read_text, scalar


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seven: &big\n  size: 7\n", "mine.yaml:1:8: anchors (&big) are not used here; leave it out"),
        ("seven:\n  size: *big\n", "mine.yaml:2:9: aliases (*big) are not used here; write the value out"),
        (
            "<<: {seven: {size: 6}}\n",
            "mine.yaml:1:1: merge keys (<<) are not used here; a file builds on another with extends:",
        ),
        (
            "seven:\n  size: !!int 6\n",
            "mine.yaml:2:9: tags (tag:yaml.org,2002:int) are not used here; write the plain value",
        ),
        (
            "title: !!python/object/apply:os.system [ls]\n",
            "mine.yaml:1:8: tags (tag:yaml.org,2002:python/object/apply:os.system) are not used here; "
            "write the plain value",
        ),
        ("title: ! x\n", "mine.yaml:1:8: tags (!) are not used here; write the plain value"),
        (
            "title: One\n---\ntitle: Two\n",
            "mine.yaml:2:1: a second document begins here; a variant file holds one",
        ),
        ("- rainbow\n", "mine.yaml:1:1: a variant file is made of keys like 'title:', not ['rainbow']"),
        ("rulebook\n", "mine.yaml:1:1: a variant file is made of keys like 'title:', not 'rulebook'"),
        ("7: x\n", "mine.yaml:1:1: a key is a word, not 7"),
        ("seven:\n  true: x\n", "mine.yaml:2:3: a key is a word, not True"),
        ("? [a, b]\n: x\n", "mine.yaml:1:3: a key is a word, not ['a', 'b']"),
        ("? {a: b}\n: x\n", "mine.yaml:1:3: a key is a word, not a section"),
        (
            "seven:\n  size: 6\n  size: 8\n",
            "mine.yaml:3:3: seven.size is given twice; the first is on line 2",
        ),
        ("title: a\ntitle: b\n", "mine.yaml:2:1: title is given twice; the first is on line 1"),
        ("%YAML 1.1\n---\ntitle: a\n", "mine.yaml:2:1: variant files are YAML 1.2; leave the %YAML line out"),
        ("title: a\0b\n", "mine.yaml:1:9: the control character U+0000 is not allowed"),
        ("title: a\nsummary: \x1b[2J\n", "mine.yaml:2:10: the control character U+001B is not allowed"),
        (b"title: R\xe4v\n", "mine.yaml:1:9: byte 8 (0xe4) is not UTF-8; save the file as UTF-8"),
        (
            "title: räv\nsource: \n".encode()[:8] + b"\xff",
            "mine.yaml:1:9: byte 8 (0xff) is not UTF-8; save the file as UTF-8",
        ),
        (
            "seven:\n\tsize: 6\n",
            "mine.yaml:2:1: not YAML: found character '\\t' that cannot start any token (indent with spaces, not tabs)",
        ),
        (
            "title: one: two\n",
            "mine.yaml:1:11: not YAML: mapping values are not allowed here "
            "(is the indent right? A text with ': ' in it needs quotes)",
        ),
        (
            "seven:\n  size: 6\n claim: on_reaching\n",
            "mine.yaml:3:2: not YAML: expected <block end>, but found '<block mapping start>' "
            "(is the indent right? The keys of a section stand under each other)",
        ),
        (
            "title: 'open\n",
            "mine.yaml:2:1: not YAML: found unexpected end of stream (is a quote or a bracket left open?)",
        ),
        (
            'title: "\\Uffffffff"\n',
            "mine.yaml: not YAML: it cannot be read (is an escape such as \\U right?)",
        ),
    ],
)
def test_yaml_that_no_variant_file_needs_is_refused_at_its_place(refusal, text, expected):
    assert refusal(text) == expected


def test_a_problem_with_the_yaml_names_the_key_that_it_is_about(write):
    with pytest.raises(VariantError) as caught:
        check_file(write("seven:\n  size: &a 6\n  size: 7\nsetup:\n  stand: [*a, 3, 3, 3]\ntitle: !!str x\n"))
    assert [problem.key for problem in caught.value.problems] == [
        "seven.size",
        "seven.size",
        "setup.stand",
        "title",
    ]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", "{}\n", "null\n", "\ufeff"])
def test_an_empty_file_is_refused(refusal, text):
    assert refusal(text).endswith("is empty; a variant file gives at least one key")


def test_a_byte_order_mark_is_no_mistake(write):
    assert check_file(write("\ufeffseven:\n  size: 6\n")).seven.size == 6


def test_a_file_larger_than_64_kb_is_refused(refusal, write):
    comment = "#" * (MAX_BYTES - len("title: x\n"))
    assert check_file(write("title: x\n" + comment)).title == "x"
    assert refusal("title: x\n" + comment + "#") == ("mine.yaml: is larger than 64 kB; a variant file is far smaller")


def test_a_bomb_of_aliases_is_refused_without_being_followed(refusal):
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    assert "mine.yaml:2:8: aliases (*a) are not used here" in refusal(bomb)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_absurd_nesting_is_refused_without_recursing(refusal, opening):
    text = "title: " + opening * 15_000 if opening in "[{a: " else opening * 15_000
    assert "nested more than 8 deep; a variant file needs 3" in refusal(text)


def test_a_folder_a_missing_file_and_a_special_file_are_refused(folder):
    for path, message in (
        (folder, f"{folder}: is a folder; a variant is a .yaml file"),
        ("nowhere.yaml", "nowhere.yaml: there is no such file"),
        ("nowhere/at/all.yaml", "nowhere/at/all.yaml: there is no such file"),
        ("a\0b.yaml", "a\\x00b.yaml: cannot be read: embedded null byte"),
        ("x" * 5000 + ".yaml", "x" * 5000 + ".yaml: cannot be read: File name too long"),
        ("/dev/null", "/dev/null: is not a regular file"),
    ):
        with pytest.raises(VariantError) as caught:
            check_file(path)
        assert str(caught.value) == message


def test_a_pipe_is_refused_without_waiting_for_it(folder):
    os.mkfifo("pipe.yaml")
    with pytest.raises(VariantError, match=r"pipe\.yaml: is not a regular file"):
        check_file("pipe.yaml")


def test_a_forgotten_suffix_is_pointed_out(write):
    write("title: x\n", "ideas/six.yaml")
    with pytest.raises(VariantError, match=r"ideas/six: there is no such file; did you mean ideas/six\.yaml\?"):
        load_variant("ideas/six")


def test_a_name_with_line_breaks_stays_on_one_line_of_the_error(folder):
    with pytest.raises(VariantError) as caught:
        check_file(Path("a\nb.yaml"))
    assert str(caught.value) == "a\\nb.yaml: there is no such file"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("True", True), ("false", False),
        ("", None), ("~", None), ("null", None), ("none", "none"),
        ("7", 7), ("+7", 7), ("-7", -7), ("007", 7), ("0o17", 15), ("0xff", 255), ("1_000", "1_000"),
        ("0b1", "0b1"), ("2.0", 2.0), ("1e3", 1000.0), (".5", 0.5), ("1:30", "1:30"),
        (".inf", math.inf), ("-.INF", -math.inf), ("2020-01-01", "2020-01-01"), ("9" * 5000, math.inf),
    ],
)  # fmt: skip
def test_a_plain_word_means_what_yaml_1_2_says(text, value):
    assert scalar(text) == value
    assert type(scalar(text)) is type(value)


def test_not_a_number_is_read_as_such():
    assert math.isnan(scalar(".nan"))


@given(st.text(alphabet=st.sampled_from("abc:-[]{}&*!|>'\"%@`#,? \n\t\\uU0x7~.<=\ufeff\x85é\0"), max_size=60))
def test_no_text_whatever_brings_a_traceback(text):
    document = read_text(text, "any.yaml")
    assert (document.top is not None) or document.problems


@given(st.binary(max_size=200))
def test_no_bytes_whatever_bring_a_traceback(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("bytes") / "any.yaml"
    path.write_bytes(data)
    with pytest.raises(VariantError):
        check_file(path)
