"""All that the laboratory can say of a rule set, gathered: a chapter a variant, for a page that can be mailed."""

from simulator.reports.dossiers.case import Case
from simulator.reports.dossiers.dossier import Dossier, DossierError, dossier

__all__ = ["Case", "Dossier", "DossierError", "dossier"]
