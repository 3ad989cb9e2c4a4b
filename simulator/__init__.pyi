"""The public names: the one list of them, for type checkers and for the loader in ``__init__.py``."""

from .games import (
    Game as Game,
    IllegalMove as IllegalMove,
    Move as Move,
    RecordError as RecordError,
    play_game as play_game,
    read_records as read_records,
    record_of as record_of,
    tell as tell,
    verify as verify,
    write_records as write_records,
)
from .reports import (
    Comparison as Comparison,
    Dossier as Dossier,
    Ladder as Ladder,
    Sweep as Sweep,
    Trained as Trained,
    compare as compare,
    dossier as dossier,
    ladder as ladder,
    sweep as sweep,
    train as train,
)
from .studies import (
    Results as Results,
    Store as Store,
    Study as Study,
    StudyFileError as StudyFileError,
    load_study as load_study,
    play_contest as play_contest,
    read_results as read_results,
    simulate as simulate,
    simulate_to_file as simulate_to_file,
)
from .variants import (
    Variant as Variant,
    VariantError as VariantError,
    bundled_variants as bundled_variants,
    differences as differences,
    load_variant as load_variant,
)
