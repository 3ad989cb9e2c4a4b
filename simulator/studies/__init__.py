"""Many games: planned as batches, run on an executor, in one frame, one file or a store; contests; tuning."""

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
from simulator.studies.executors import ExecutorError, cluster, processes, threads
from simulator.studies.filling import fill, lacking
from simulator.studies.matches import ENGINE_VERSION, Match, rotations
from simulator.studies.simulating import BATCH_GAMES, plan, simulate, simulate_to_file
from simulator.studies.store import Entry, Store, StoreWarning
from simulator.studies.tuning import Search, TuningError, search_weights
from simulator.studies.two_effects import PLAYERS_ARE, TWO_EFFECTS_SCHEMA, play_two_effects

__all__ = [
    "BATCH_GAMES",
    "COLUMNS",
    "CONTEST_SCHEMA",
    "ENGINE_VERSION",
    "PLAYERS_ARE",
    "RESTRICTIONS",
    "SCHEMA",
    "TWO_EFFECTS_SCHEMA",
    "Batch",
    "Column",
    "Contest",
    "Entry",
    "ExecutorError",
    "Match",
    "Search",
    "Store",
    "StoreWarning",
    "TuningError",
    "cluster",
    "fill",
    "lacking",
    "plan",
    "play_batch",
    "play_contest",
    "play_contests",
    "play_restrictions",
    "play_two_effects",
    "processes",
    "rotations",
    "run_contests",
    "search_weights",
    "simulate",
    "simulate_to_file",
    "threads",
]
