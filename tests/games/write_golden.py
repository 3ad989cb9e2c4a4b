"""The golden records, one for each bundled variant: written by ``python tests/games/write_golden.py``.

A golden record fixes what a variant plays, move by move. It leaves out the digest of the compiled sources, which
changes with every edit; what it holds changes only when the rules, the players or the random numbers do.
"""

import json
from pathlib import Path
from typing import Any

from simulator import bundled_variants, load_variant, play_game, record_of, write_records

FOLDER = Path(__file__).parents[1] / "data" / "golden"
SEATS = ["house", "greedy", "random"]
SEED, GAME = 7, 3
REWRITE = "if the change is meant, rewrite the golden records: python tests/games/write_golden.py"


def golden_file(name: str) -> Path:
    """Where the golden record of a variant lies."""
    return FOLDER / f"{name}.jsonl"


def golden_record(name: str) -> dict[str, Any]:
    """What the golden record of a variant must hold: the game as it is played now."""
    record = record_of(play_game(load_variant(name), SEATS, seed=SEED, number=GAME), SEATS, seed=SEED, number=GAME)
    del record["sources_digest"]
    return json.loads(json.dumps(record))


def write_all() -> None:
    """Write the golden record of every bundled variant; one without a variant goes."""
    FOLDER.mkdir(exist_ok=True)
    names = bundled_variants()
    for name in names:
        write_records(golden_file(name), [golden_record(name)])
    for file in FOLDER.glob("*.jsonl"):
        if file.stem not in names:
            file.unlink()


if __name__ == "__main__":
    write_all()
