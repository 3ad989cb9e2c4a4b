"""Many changes beside one another: ranked, drawn, told, and sorted by whom they matter to."""

import polars as pl
import pytest

from simulator import Store, Study, load_variant
from simulator.questions import Effects, Reach
from simulator.statistics import Verdict

RULES = [load_variant("rulebook"), load_variant("family-6"), load_variant("rulebook", overrides=["end.final_turns=2"])]
LABELS = ["family-6", "end.final_turns=2"]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return Store(tmp_path_factory.mktemp("games"))


def played(store, seats, *, players=(2, 3), decks=60, rules=RULES):
    return Study(rules, players=players, seats=seats, decks=decks).run(store=store)


@pytest.fixture(scope="module")
def effects(store):
    return Effects([played(store, "house"), played(store, "greedy", decks=40)], metrics=["turns", "winning_score"])


def judged(effects, *rows):
    """The effects with verdicts of one's own: label, metric, players, seats, verdict, difference."""
    found = Effects(effects.studies, metrics=effects.metrics)
    names = dict(zip(LABELS, [variant.name for variant in RULES[1:]], strict=True))
    keys = ["variant", "metric", "players", "line_up"]
    own = pl.DataFrame(
        [(names[label], *rest) for label, *rest in rows],
        schema={"variant": pl.String, "metric": pl.String, "players": pl.Int32, "line_up": pl.String}
        | {"verdict": pl.String, "difference": pl.Float64},
        orient="row",
    )
    table = (
        effects.table.drop("verdict", "difference")
        .join(own, on=keys, how="left")
        .with_columns(
            pl.col("verdict").fill_null(Verdict.SMALL.value),
            pl.col("difference").fill_null(0.0),
            pl.when(pl.col("verdict").is_in(["matters", "differs, size unclear"]))
            .then(0.0)
            .otherwise(1.0)
            .alias("p_holm"),
        )
    )
    found.__dict__["table"] = table.select(effects.table.columns)
    return found


def test_the_table_is_that_of_each_study(effects):
    assert effects.levels == ["house", "greedy"]
    assert effects.table.height == 2 * 2 * 2 * 2
    alone = effects.studies[1].differences(["turns", "winning_score"])
    assert effects.table.filter(pl.col("line_up") == "greedy").equals(alone)


def test_one_difference_is_found_by_its_short_name(effects):
    row = effects.row("end.final_turns=2", "turns", players=3, seats="house")
    assert row["variant"] == "rulebook + end.final_turns=2"
    assert row["difference"] > 1  # two more turns, one for each other player
    assert effects.row("family-6", "end_last_tile", players=3, seats="greedy")["metric"] == "end_last_tile"
    with pytest.raises(KeyError, match="family-6 was not played by planner with 3 players"):
        effects.row("family-6", "turns", players=3, seats="planner")


def test_what_matters_at_a_table_and_has_the_same_sure_sign_at_every_level_matters_whoever_plays(effects):
    found = judged(
        effects,
        ("family-6", "turns", 2, "house", "matters", -3.0),
        ("family-6", "turns", 2, "greedy", "differs, size unclear", -1.0),
        ("end.final_turns=2", "turns", 2, "house", "matters", 3.0),
        ("end.final_turns=2", "turns", 2, "greedy", "matters", -3.0),
    )
    assert found.reach == {"family-6": Reach.EVERYBODY, "end.final_turns=2": Reach.SOME}
    assert str(found.conclusion()) == (
        "**Of 2 changes 1 matter and go the same way whoever plays, and 1 more with some players only; "
        "of 0 no effect that matters was found.**\n\n"
        "- **Matters with some players at least, and surely goes the same way with all**: family-6 (turns).\n"
        "- **Matters with some players only**: end.final\\_turns=2 (turns with house and greedy)."
    )


def test_what_matters_at_different_tables_is_not_said_to_matter_whoever_plays(effects):
    found = judged(
        effects,
        ("family-6", "turns", 2, "house", "matters", -3.0),
        ("family-6", "turns", 3, "greedy", "matters", -3.0),
        ("end.final_turns=2", "winning_score", 2, "house", "undecided", 1.0),
    )
    assert found.reach == {"family-6": Reach.SOME, "end.final_turns=2": Reach.NOBODY}
    assert "- **No effect that matters was found**: end.final\\_turns=2 (not settled: best score)." in str(
        found.conclusion()
    )


def test_changes_that_change_no_deck_are_called_so(store):
    # With the rulebook's claim a family earns one token, so that the second token is the second family.
    rules = [RULES[0], load_variant("rulebook", overrides=["double_seven.when=second_claim"])]
    studies = [played(store, seats, rules=rules, decks=30) for seats in ("house", "greedy")]
    found = Effects(studies, metrics=["turns"])
    assert "double\\_seven.when=second\\_claim (the same on every deck)" in str(found.conclusion())
    assert str(found.largest()).splitlines()[-1].startswith("| double\\_seven.when=second\\_claim | —")


def test_tables_of_words_have_a_column_a_table_and_a_row_a_change(effects):
    lines = str(effects.quote(["turns"], variants=RULES[1:])).splitlines()
    assert lines[0] == "|  | change | house, 2 players | house, 3 players | greedy, 2 players | greedy, 3 players |"
    assert [line.split("|")[2].strip() for line in lines[2:]] == ["family-6", "end.final\\_turns=2"]
    ranked = [line.split("|")[1].strip() for line in str(effects.largest()).splitlines()[2:]]
    assert sorted(ranked) == ["end.final\\_turns=2", "family-6"]
    assert len(str(effects.largest(variants=RULES[1:2])).splitlines()) == 3


def test_charts_show_the_tables_of_one_level_or_the_levels_of_one_table(effects):
    by_table = effects.chart(title="A finding").to_dict()
    assert by_table["title"]["text"] == "A finding"
    assert by_table["spec"]["layer"][-1]["encoding"]["y"]["sort"] == ["2", "3"]
    by_level = effects.chart(players=3, variants=RULES[1:2]).to_dict()
    assert by_level["spec"]["layer"][-1]["encoding"]["y"]["sort"] == ["house", "greedy"]
    assert by_level["facet"]["row"]["sort"] == ["family-6"]
    weaker = effects.chart(seats="greedy").to_dict()
    rows = next(iter(weaker["datasets"].values()))
    assert len(rows) == 2 * 2 * 2
    alone = Effects(effects.studies, metrics=["turns"]).chart().to_dict()
    assert alone["facet"]["column"]["sort"] == ["2 players", "3 players"]
    assert alone["spec"]["layer"][-1]["encoding"]["x"]["title"] == "turns"


def test_certainty_names_decks_players_and_margins(effects):
    text = str(effects.certainty())
    assert "60 decks with each of 2 and 3 players by house; 40 decks with each of 2 and 3 players by greedy" in text
    assert "| Turns | 1 turn |" in text
    assert "| Best score | 1 point |" in text
    assert "First-seat" not in text


def test_studies_that_do_not_belong_together_are_refused(store, effects):
    other = played(store, "greedy", rules=RULES[:2], decks=10)
    with pytest.raises(ValueError, match="all of the same variants"):
        Effects([effects.studies[0], other])
    with pytest.raises(ValueError, match="at the same table in two studies"):
        Effects([effects.studies[0], effects.studies[0]])
    with pytest.raises(KeyError, match="no metric is called 'trun'"):
        Effects(effects.studies, metrics=["trun"])
