"""What identifies the games of a match: rules, players with their weights or code, seed, engine; and nothing else."""

from pathlib import Path

import pytest

from simulator import Variant, load_variant
from simulator.players.networks import new_network, write_networks
from simulator.studies import Match


def test_equal_rules_under_other_names_are_the_same_match(rulebook: Variant, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("title: Mine\nsummary: Nothing new.\n", encoding="utf-8")
    for other in (load_variant("rulebook", ["seven.size=7"]), load_variant(file)):
        assert other.name != "rulebook"
        assert Match(other, ("house",) * 2, 1).digest == Match(rulebook, ("house",) * 2, 1).digest


def test_rules_players_order_number_and_seed_each_make_another_match(rulebook: Variant) -> None:
    matches = [
        Match(rulebook, ("house", "greedy"), 1),
        Match(load_variant("rainbow-off"), ("house", "greedy"), 1),
        Match(rulebook, ("greedy", "house"), 1),
        Match(rulebook, ("house", "greedy", "greedy"), 1),
        Match(rulebook, ("house", "greedy"), 2),
        Match(rulebook, ("house/no-trade", "greedy"), 1),
        Match(rulebook, ("planner", "greedy"), 1),
        Match(rulebook, ("trained", "greedy"), 1),
    ]
    assert len({match.digest for match in matches}) == len(matches)


def test_a_network_counts_by_what_it_is_and_not_by_how_it_is_called(rulebook: Variant, tmp_path: Path) -> None:
    def kept(name: str, level: float) -> str:
        network = new_network(2)
        network.level = level
        write_networks(tmp_path / name, rulebook, network, {})
        return f"trained@{tmp_path / name}"

    same, again, other = kept("a.npz", 0.5), kept("b.npz", 0.5), kept("c.npz", 0.25)
    digests = [Match(rulebook, (seat, seat), 1).digest for seat in (same, again, other)]
    assert digests[0] == digests[1] != digests[2]
    assert Match(rulebook, ("trained",) * 2, 1).digest == Match(rulebook, ("trained@rulebook",) * 2, 1).digest


def test_a_file_of_ones_own_counts_by_its_bytes_and_function(rulebook: Variant, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def first(view, moves):\n    return moves[0]\n\nlast = first\n", encoding="utf-8")
    before = Match(rulebook, (f"{file}:first", "house"), 1)
    assert before.may_be_kept
    assert before.digest != Match(rulebook, (f"{file}:last", "house"), 1).digest
    kept = before.digest
    file.write_text("def first(view, moves):\n    return moves[-1]\n\nlast = first\n", encoding="utf-8")
    assert Match(rulebook, (f"{file}:first", "house"), 1).digest != kept


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("import math\nfrom random import Random\nimport numpy as np\n", True),
        ("from simulator.games import SeatView\n", True),
        ("import helpers\n", False),
        ("from helpers.more import weigh\n", False),
        ("from . import helpers\n", False),
        ("def inner():\n    import helpers\n", False),
    ],
)
def test_a_file_that_imports_code_that_nobody_watches_is_not_kept(
    rulebook: Variant, tmp_path: Path, source: str, kept: bool
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    assert Match(rulebook, (f"{file}:play", "house"), 1).may_be_kept == kept


def test_a_function_is_not_kept(rulebook: Variant) -> None:
    assert not Match(rulebook, (lambda view, moves: moves[0], "house"), 1).may_be_kept
