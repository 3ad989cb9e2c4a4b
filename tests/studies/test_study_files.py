"""Study files: what they may say, and every mistake at once with its place, what is allowed and the nearest name."""

from pathlib import Path

import pytest

from simulator import Study, StudyFileError, load_study


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(text: str, name: str = "study.yaml") -> str:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_a_file_says_what_a_study_says(folder: Path) -> None:
    file = written(
        "title: A question\n"
        "variants: [rulebook, family-6]\n"
        "players: [2, 3]\n"
        "seats: [house, greedy]\n"
        "seed: 7\n"
        "decks: 500\n"
    )
    expected = Study(
        title="A question",
        variants=["rulebook", "family-6"],
        players=[2, 3],
        seats=["house", "greedy"],
        seed=7,
        decks=500,
    )
    assert load_study(file) == expected


def test_variants_are_names_paths_beside_the_file_and_changes(folder: Path) -> None:
    written("title: Mine\nseven:\n  size: 9\n", "ideas/mine.yaml")
    file = written(
        "variants:\n"
        "  - rulebook\n"
        "  - mine.yaml\n"
        "  - {seven: {size: 6}, reclaim: {from: own}}\n"
        "  - {name: late, extends: mine, title: Late, rainbow: {enabled: false}}\n",
        "ideas/study.yaml",
    )
    variants = load_study(file).variants
    assert [variant.name for variant in variants] == [
        "rulebook",
        "mine",
        "rulebook + seven.size=6 + reclaim.from=own",
        "late",
    ]
    assert [variant.seven.size for variant in variants] == [7, 9, 6, 9]
    assert (variants[2].reclaim.from_, variants[3].rainbow.enabled, variants[3].title) == ("own", False, "Late")


def test_line_ups_are_texts_or_lists_and_files_are_beside_the_study(folder: Path) -> None:
    written("def first(view, moves):\n    return moves[0]\n", "ideas/own.py")
    file = written(
        "variants: rulebook\nplayers: 2\nseats: [house, [house, greedy], 'own.py:first,greedy']\n", "ideas/study.yaml"
    )
    study = load_study(file)
    assert [name for _, name in study.tables] == ["house", "house,greedy", "ideas/own.py:first,greedy"]


@pytest.mark.parametrize(
    "precision",
    [
        "[±0.2 turns, ±1 point of win share]",
        "{turns: 0.2, first_seat_share: 0.01}",
        "{turns: ±0.2, win share: ±1 point}",
    ],
)
def test_a_precision_is_a_list_of_words_or_a_section(folder: Path, precision: str) -> None:
    study = load_study(written(f"variants: rulebook\nprecision: {precision}\nmost_decks: 5000\n"))
    assert study.precision == pytest.approx({"turns": 0.2, "first_seat_advantage": 0.01})
    assert (study.decks, study.most_decks) == (None, 5_000)


def test_what_is_asked_for_on_the_spot_takes_the_place_of_what_the_file_says(folder: Path) -> None:
    file = written("variants: rulebook\nprecision: ±0.2 turns\nseed: 2\n")
    assert load_study(file, decks=40, seed=5) == Study("rulebook", decks=40, seed=5)
    assert load_study(written("variants: rulebook\ndecks: 9\n"), precision="±1 turns").decks is None


PLAYERS_ALLOWED = "a whole number from 2 to 6, or a list of 1 to 6 items, each a whole number from 2 to 6"
VARIANTS_ALLOWED = "a name, a path, or what is changed, such as {extends: rulebook, seven: {size: 6}}"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", ["study.yaml: is empty; a study file gives at least one key"]),
        ("- rulebook\n", ["study.yaml:1:1: a study file is made of keys like 'title:', not ['rulebook']"]),
        ("decks: 5\n", [f"study.yaml: variants is missing: a list, each {VARIANTS_ALLOWED}"]),
        ("variants:\n", [f"study.yaml:1:1: variants is empty; allowed: {VARIANTS_ALLOWED}, or a list of such"]),
        (
            "variants: rulebook\ngame: 5\n",
            [
                "study.yaml:2:1: unknown key 'game'; keys of a study: title, variants, players, "
                "seats, seed, decks, precision, most_decks"
            ],
        ),
        ("variants: rulebook\nplayers: [2, 9]\n", [
            f"study.yaml:2:14: players cannot hold 9; allowed: {PLAYERS_ALLOWED}"]),
        ("variants: rulebook\nplayers: 6\n", ["study.yaml:2:10: rulebook is for 2 to 4 players, not 6"]),
        ("variants: rulebook\ndecks: '5'\n", ["study.yaml:2:8: decks cannot be '5'; write 5 without the quotes"]),
        ("variants: [7]\n", [f"study.yaml:1:12: variants cannot hold 7; allowed: {VARIANTS_ALLOWED}"]),
        ("variants: [{name: six, seven: {sise: 6}}]\n", ["study.yaml:1:32: unknown key seven.sise; did you mean "
          "seven.size? Keys of seven: size, claim, tokens, points"]),
        ("variants: [{seven: {size: big}}]\n", ["study.yaml:1:27: seven.size cannot be 'big'; allowed: a whole "
          "number from 1 to 60"]),
        ("variants: [{start: {min_tiles: 3, min_animals: 4}}]\n", ["study.yaml:1:48: start.min_animals (4) is above "
          "start.min_tiles (3); no family could start"]),
        ("variants: [./brokn.yaml]\n", ["study.yaml:1:12: there is no file brokn.yaml; did you mean broken.yaml?"]),
        ("variants: [broken.yaml]\n", ["broken.yaml:2:15: seven.size cannot be 'big'; allowed: a whole number from 1 "
          "to 60"]),
        ("variants: rulebook\nplayers: 3\nseats: [hose, 'house,greedy', 3]\n", [
            "study.yaml:3:9: unknown player 'hose': did you mean house? known are random, greedy, house, planner, "
            "trained, search, seer",
            "study.yaml:3:15: 2 players are named for 3 seats: name one for all, or one a seat",
            "study.yaml:3:31: seats cannot hold 3; allowed: a player for all seats such as house, or one a seat such "
            "as 'planner,house'",
        ]),
        ("variants: rulebook\ndecks: 5\nprecision: ±1 turns\n", ["study.yaml:3:1: decks and precision are both given: "
          "a precision decides itself how many decks it takes"]),
        ("variants: rulebook\nprecision: [±1, [turns], true]\n", [
            "study.yaml:2:13: '±1' is no precision: write for example ±0.2 turns or ±1 point of win share",
            "study.yaml:2:17: precision cannot hold ['turns']; allowed: such as ±0.2 turns, or a list of such",
            "study.yaml:2:26: precision cannot hold True; allowed: such as ±0.2 turns, or a list of such",
        ]),
        ("variants: rulebook\nprecision: {turns: [1]}\n", ["study.yaml:2:20: precision cannot hold [1]; allowed: such "
          "as ±0.2 turns, or a list of such"]),
        ("variants: [rulebook, rulebook]\n", ["study.yaml: each variant needs a name of its own; rulebook stands there "
          "more than once"]),
    ],
)  # fmt: skip
def test_every_mistake_is_told_with_its_place_what_is_allowed_and_the_nearest_name(
    folder: Path, text: str, problems: list[str]
) -> None:
    written("title: Broken\nseven: {size: big}\n", "broken.yaml")
    with pytest.raises(StudyFileError) as caught:
        load_study(written(text))
    assert str(caught.value).splitlines() == problems


def test_an_unknown_variant_is_refused_with_the_nearest_name(folder: Path) -> None:
    with pytest.raises(StudyFileError) as caught:
        load_study(written("variants: [rulebok]\n"))
    assert str(caught.value).startswith(
        "study.yaml:1:12: no bundled variant is called 'rulebok'; did you mean rulebook? Bundled are rulebook, "
    )


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(folder: Path) -> None:
    file = written("decks: many\nvariants: [rulebok, {seven: {size: x}}]\nseed: -1\nseats: hose\ntitel: x\n")
    with pytest.raises(StudyFileError) as caught:
        load_study(file)
    assert [problem.line for problem in caught.value.problems] == [1, 2, 2, 3, 4, 5]


def test_a_missing_file_is_told(folder: Path) -> None:
    written("variants: rulebook\n", "study.yml")
    with pytest.raises(StudyFileError, match=r"study.yaml: there is no such file; did you mean study.yml\?"):
        load_study("study.yaml")
