"""Many games: studies and their results, the store, who plays, contests and training."""

from simulator.studies.asked import Rules, read_players, read_variant, read_variants
from simulator.studies.batches import Batch, play_batch
from simulator.studies.columns import COLUMNS, SCHEMA, Column
from simulator.studies.contests import (
    CONTEST_SCHEMA,
    RESTRICTIONS,
    Contest,
    contest_games,
    play_contest,
    play_contests,
    play_restrictions,
    restricted,
)
from simulator.studies.executors import ExecutorError, cluster, processes, threads
from simulator.studies.files import StudyFileError, load_study
from simulator.studies.filling import fill, lacking
from simulator.studies.line_ups import LineUp, LineUpAsked, PlanError, Seat, SeatsAsked, read_line_ups
from simulator.studies.matches import ENGINE_VERSION, Match
from simulator.studies.playing import Playing, play
from simulator.studies.progress import Progress
from simulator.studies.provenance import Provenance, Table
from simulator.studies.results import Results, ResultsError, read_results
from simulator.studies.simulating import simulate, simulate_to_file
from simulator.studies.store import Entry, Store, StoreWarning
from simulator.studies.study import Study

__all__ = [
    "COLUMNS",
    "CONTEST_SCHEMA",
    "ENGINE_VERSION",
    "RESTRICTIONS",
    "SCHEMA",
    "Batch",
    "Column",
    "Contest",
    "Entry",
    "ExecutorError",
    "LineUp",
    "LineUpAsked",
    "Match",
    "PlanError",
    "Playing",
    "Progress",
    "Provenance",
    "Results",
    "ResultsError",
    "Rules",
    "Seat",
    "SeatsAsked",
    "Store",
    "StoreWarning",
    "Study",
    "StudyFileError",
    "Table",
    "cluster",
    "contest_games",
    "fill",
    "lacking",
    "load_study",
    "play",
    "play_batch",
    "play_contest",
    "play_contests",
    "play_restrictions",
    "processes",
    "read_line_ups",
    "read_players",
    "read_results",
    "read_variant",
    "read_variants",
    "restricted",
    "simulate",
    "simulate_to_file",
    "threads",
]
