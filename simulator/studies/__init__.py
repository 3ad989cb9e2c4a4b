"""Many games: planned as batches, run on threads, told in one tidy frame or one Parquet file."""

from simulator.studies.batches import Batch, play_batch
from simulator.studies.columns import COLUMNS, SCHEMA, Column
from simulator.studies.simulating import BATCH_GAMES, plan, simulate, simulate_to_file

__all__ = ["BATCH_GAMES", "COLUMNS", "SCHEMA", "Batch", "Column", "plan", "play_batch", "simulate", "simulate_to_file"]
