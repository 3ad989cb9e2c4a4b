"""The public names of the Double Seven rules laboratory, and nothing else.

They are loaded when they are first used, so that a quick command stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.records import RecordError, play_game, read_records, record_of, tell, verify, write_records
    from simulator.reports import (
        Comparison,
        Dossier,
        Ladder,
        Study,
        StudyFileError,
        StudyResults,
        Sweep,
        Tuning,
        compare,
        dossier,
        ladder,
        load_study,
        sweep,
        tune,
    )
    from simulator.studies import Store, play_contest, simulate, simulate_to_file
    from simulator.table import Game, IllegalMove, Move
    from simulator.variants import Variant, VariantError, bundled_variants, differences, load_variant

_HOMES = {
    "simulator.records": (
        "RecordError",
        "play_game",
        "read_records",
        "record_of",
        "tell",
        "verify",
        "write_records",
    ),
    "simulator.reports": (
        "Comparison",
        "Dossier",
        "Ladder",
        "Study",
        "StudyFileError",
        "StudyResults",
        "Sweep",
        "Tuning",
        "compare",
        "dossier",
        "ladder",
        "load_study",
        "sweep",
        "tune",
    ),
    "simulator.studies": ("Store", "play_contest", "simulate", "simulate_to_file"),
    "simulator.table": ("Game", "IllegalMove", "Move"),
    "simulator.variants": ("Variant", "VariantError", "bundled_variants", "differences", "load_variant"),
}

__all__ = [
    "Comparison",
    "Dossier",
    "Game",
    "IllegalMove",
    "Ladder",
    "Move",
    "RecordError",
    "Store",
    "Study",
    "StudyFileError",
    "StudyResults",
    "Sweep",
    "Tuning",
    "Variant",
    "VariantError",
    "bundled_variants",
    "compare",
    "differences",
    "dossier",
    "ladder",
    "load_study",
    "load_variant",
    "play_contest",
    "play_game",
    "read_records",
    "record_of",
    "simulate",
    "simulate_to_file",
    "sweep",
    "tell",
    "tune",
    "verify",
    "write_records",
]


def __getattr__(name: str) -> Any:
    """Import a public name from its home on first use."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
