"""Many games: planned as batches, run on threads, told in one tidy frame or one Parquet file; contests of players."""

from simulator.studies.batches import Batch, play_batch
from simulator.studies.columns import COLUMNS, SCHEMA, Column
from simulator.studies.contests import (
    CONTEST_SCHEMA,
    RESTRICTIONS,
    Contest,
    play_contest,
    play_contests,
    play_restrictions,
    run_contests,
)
from simulator.studies.simulating import BATCH_GAMES, plan, simulate, simulate_to_file

__all__ = [
    "BATCH_GAMES",
    "COLUMNS",
    "CONTEST_SCHEMA",
    "RESTRICTIONS",
    "SCHEMA",
    "Batch",
    "Column",
    "Contest",
    "plan",
    "play_batch",
    "play_contest",
    "play_contests",
    "play_restrictions",
    "run_contests",
    "simulate",
    "simulate_to_file",
]
