import pytest

from simulator.variants import VariantError, check_file, load_variant
from simulator.variants.checking import allowed
from simulator.variants.schema import FILE_KEYS, SECTIONS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "rainbow:\n  enable: false\n",
            "mine.yaml:2:3: unknown key rainbow.enable; did you mean rainbow.enabled? "
            "Keys of rainbow: enabled, min_tiles, stand, joker_bars, repeat, extra_tiles",
        ),
        (
            "seven:\n  zzz: 1\n",
            "mine.yaml:2:3: unknown key seven.zzz; keys of seven: size, claim, tokens, points",
        ),
        (
            "seven.size: 6\n",
            "mine.yaml:1:1: unknown key seven.size; write size: on a line of its own under seven:",
        ),
        (
            "min_tiles: 6\n",
            "mine.yaml:1:1: unknown key min_tiles; did you mean rainbow.min_tiles or start.min_tiles? "
            "It goes under rainbow: or start:",
        ),
        (
            "'a\\nb': 6\n",
            "mine.yaml:1:1: unknown key 'a\\\\nb'; keys of a file: extends, title, summary, source, reasons, "
            "players, tiles, setup, draw, rainbow, start, trade, reclaim, two_for_one, stand_limit, seven, "
            "double_seven, end, scoring",
        ),
        (
            "rainbow:\n  enabled: yes\n",
            "mine.yaml:2:12: rainbow.enabled cannot be 'yes'; write true or false",
        ),
        (
            "rainbow:\n  enabled: off\n",
            "mine.yaml:2:12: rainbow.enabled cannot be 'off'; write true or false",
        ),
        (
            "rainbow:\n  enabled: 'true'\n",
            "mine.yaml:2:12: rainbow.enabled cannot be 'true'; write true or false",
        ),
        ("rainbow:\n  enabled: 1\n", "mine.yaml:2:12: rainbow.enabled cannot be 1; allowed: true or false"),
        (
            "rainbow:\n  enabled: maybe\n",
            "mine.yaml:2:12: rainbow.enabled cannot be 'maybe'; allowed: true or false",
        ),
        ("rainbow:\n  enabled:\n", "mine.yaml:2:3: rainbow.enabled has no value; allowed: true or false"),
        ("seven:\n  size: '6'\n", "mine.yaml:2:9: seven.size cannot be '6'; write 6 without the quotes"),
        (
            "seven:\n  size: true\n",
            "mine.yaml:2:9: seven.size cannot be True; allowed: a whole number from 1 to 60",
        ),
        (
            "seven:\n  size: 6.5\n",
            "mine.yaml:2:9: seven.size cannot be 6.5; allowed: a whole number from 1 to 60",
        ),
        (
            "seven:\n  size: .nan\n",
            "mine.yaml:2:9: seven.size cannot be nan; allowed: a whole number from 1 to 60",
        ),
        (
            "seven:\n  size: .inf\n",
            "mine.yaml:2:9: seven.size cannot be inf; allowed: a whole number from 1 to 60",
        ),
        (
            "players:\n  max: 7\n",
            "mine.yaml:2:8: players.max cannot be 7; allowed: a whole number from 2 to 6",
        ),
        (
            f"players:\n  max: {'9' * 200}\n",
            f"mine.yaml:2:8: players.max cannot be {'9' * 57}...; allowed: a whole number from 2 to 6",
        ),
        (
            "players:\n  max: {a: 1}\n",
            "mine.yaml:2:8: players.max cannot be a section; allowed: a whole number from 2 to 6",
        ),
        (
            "rainbow:\n  stand: all_diferent\n",
            "mine.yaml:2:10: rainbow.stand cannot be 'all_diferent'; did you mean all_different? "
            "Allowed: all_different, hold_enough_different, exactly_min",
        ),
        (
            "trade:\n  max_per_turn: 0\n",
            "mine.yaml:2:17: trade.max_per_turn cannot be 0; allowed: a whole number from 1 to 1000, or none",
        ),
        (
            "setup:\n  stand: [3, 3, x, -1]\n",
            "mine.yaml:2:17: setup.stand cannot hold 'x'; allowed: a whole number from 0 to 100, "
            "or a list of 2 to 6 items, each a whole number from 0 to 100\n"
            "mine.yaml:2:20: setup.stand cannot hold -1; allowed: a whole number from 0 to 100, "
            "or a list of 2 to 6 items, each a whole number from 0 to 100",
        ),
        (
            "setup:\n  stand: [3]\n",
            "mine.yaml:2:10: setup.stand cannot be [3]; allowed: a whole number from 0 to 100, "
            "or a list of 2 to 6 items, each a whole number from 0 to 100",
        ),
        (
            "rainbow:\n",
            "mine.yaml:1:1: rainbow is empty; under it go enabled, min_tiles, stand, joker_bars, repeat, extra_tiles",
        ),
        ("seven: {}\n", "mine.yaml:1:1: seven is empty; under it go size, claim, tokens, points"),
        ("seven: 6\n", "mine.yaml:1:8: seven is a section, not 6; under it go size, claim, tokens, points"),
        (
            "seven: [6]\n",
            "mine.yaml:1:8: seven is a section, not [6]; under it go size, claim, tokens, points",
        ),
        ("title: 7\n", "mine.yaml:1:8: title cannot be 7; put it in quotes"),
        ("title:\n", "mine.yaml:1:1: title has no value; allowed: text"),
        ('summary: "a\\u0007b"\n', "mine.yaml:1:10: summary cannot be 'a\\x07b'; allowed: text"),
        ("extends: 3\n", "mine.yaml:1:10: extends cannot be 3; put it in quotes"),
        ("reasons:\n", "mine.yaml:1:1: reasons is empty; under it go lines like 'seven.claim: why'"),
        (
            "reasons: because\n",
            "mine.yaml:1:10: reasons is a section, not 'because'; under it go lines like 'seven.claim: why'",
        ),
        (
            "reasons:\n  seven.clam: why\n",
            "mine.yaml:2:3: unknown key seven.clam; did you mean seven.claim? "
            "Keys of seven: size, claim, tokens, points",
        ),
        ("reasons:\n  seven.claim: 7\n", "mine.yaml:2:16: reasons.seven.claim cannot be 7; put it in quotes"),
        (
            "tiles:\n  animals: 2\n  names: [cat, Dog]\n",
            "mine.yaml:3:16: tiles.names cannot hold 'Dog'; allowed: a list of different lower-case words "
            "such as [cat, dog], none of them joker",
        ),
        (
            "tiles:\n  animals: 2\n  names: [cat, joker]\n",
            "mine.yaml:3:16: tiles.names cannot hold 'joker'; allowed: a list of different lower-case words "
            "such as [cat, dog], none of them joker",
        ),
        (
            "tiles:\n  animals: 2\n  names: [cat, cat]\n",
            "mine.yaml:3:10: tiles.names gives 'cat' more than once; the names must differ",
        ),
    ],
)
def test_a_wrong_key_or_value_is_refused_at_its_place_with_what_is_allowed(refusal, text, expected):
    assert refusal(text) == expected


def test_all_problems_of_a_file_come_at_once_in_its_order(refusal):
    text = (
        "titel: x\n"
        "rainbow:\n  enable: false\n  min_tiles: lots\n"
        "seven:\n  size: &s 0\n  size: 7\n"
        "players: {min: 4, max: 3}\n"
    )
    lines = refusal(text).splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "mine.yaml:1:1",
        "mine.yaml:3:3",
        "mine.yaml:4:14",
        "mine.yaml:6:9",
        "mine.yaml:6:9",
        "mine.yaml:7:3",
        "mine.yaml:8:16",
    ]


def test_a_problem_knows_its_file_line_column_key_and_message(write):
    with pytest.raises(VariantError) as caught:
        check_file(write("seven:\n  size: 0\n"))
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.column) == ("mine.yaml", 2, 9)
    assert problem.key == "seven.size"
    assert problem.message == "seven.size cannot be 0; allowed: a whole number from 1 to 60"


def test_a_whole_float_is_the_whole_number(write):
    variant = check_file(write("seven:\n  size: 6.0\nsetup:\n  stand: [3.0, 3, 4, 4]\n"))
    assert variant.seven.size == 6
    assert isinstance(variant.seven.size, int)
    assert variant.setup.stand == (3, 3, 4, 4)
    assert all(isinstance(tiles, int) for tiles in variant.setup.stand)


@pytest.mark.parametrize("text", ["none", "null", "~", ""])
def test_no_limit_is_written_none_or_left_blank(write, text):
    variant = check_file(write(f"trade:\n  max_per_turn: {text}\n"))
    assert variant.trade.max_per_turn == "none"


def test_folded_prose_becomes_one_line(write):
    assert check_file(write("summary: >\n  one\n  two\n\n  three\n")).summary == "one two three"


def test_what_is_allowed_can_be_said_for_every_key():
    assert all(allowed(key) for key in FILE_KEYS)
    assert {key.split(".")[0] for key in FILE_KEYS} == set(SECTIONS)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("rainbow.enabled=maybe", "rainbow.enabled cannot be 'maybe'; allowed: true or false"),
        ("rainbow.enabled=yes", "rainbow.enabled cannot be 'yes'; write true or false"),
        ("rainbow.enabled=", "rainbow.enabled has no value; allowed: true or false"),
        ("rainbow.enabled", "write it as key=value, such as rainbow.enabled=false"),
        (
            "rainbow.enable=false",
            "unknown key rainbow.enable; did you mean rainbow.enabled? "
            "Keys of rainbow: enabled, min_tiles, stand, joker_bars, repeat, extra_tiles",
        ),
        (
            "raimbow.enabled=false",
            "unknown key raimbow.enabled; did you mean rainbow.enabled? Sections: " + ", ".join(SECTIONS),
        ),
        (
            "seven=7",
            "seven is a section; set one of its keys: seven.size, seven.claim, seven.tokens, seven.points",
        ),
        ("title=Mine", "title is no rule; only rules can be set"),
        ("seven.size=[", "not YAML: expected the node content, but found '<stream end>'"),
        ("seven.size=&a 6", "anchors (&a) are not used here; leave it out"),
        ("seven.size=!!int 6", "tags (tag:yaml.org,2002:int) are not used here; write the plain value"),
        ("seven.size={a: 6}", "seven.size cannot be a section; allowed: a whole number from 1 to 60"),
        ("start.min_animals=3", "start.min_animals (3) is above start.min_tiles (2); no family could start"),
    ],
)
def test_a_wrong_override_is_named_as_it_was_typed(override, message):
    with pytest.raises(VariantError) as caught:
        load_variant("rulebook", [override])
    assert str(caught.value) == f"--set {override}: {message}"


def test_an_override_with_line_breaks_stays_on_one_line():
    with pytest.raises(VariantError) as caught:
        load_variant("rulebook", ["seven.size=a\nb"])
    assert str(caught.value).splitlines() == [str(caught.value)]
