"""The reports: the one list of them, for type checkers and for the loader in ``__init__.py``."""

from .comparison import Comparison as Comparison
from .comparison import compare as compare
from .comparison.robustness import Robustness as Robustness
from .comparison.robustness import Standing as Standing
from .dossiers import Dossier as Dossier
from .dossiers import DossierError as DossierError
from .dossiers import dossier as dossier
from .ladders import RUNGS as RUNGS
from .ladders import Ladder as Ladder
from .ladders import LadderError as LadderError
from .ladders import ladder as ladder
from .sweeps import Sweep as Sweep
from .sweeps import SweepError as SweepError
from .sweeps import sweep as sweep
from .training import Trained as Trained
from .training import train as train
