"""The command line: ``double-seven``. Thin: every command is one call into the layers below, and words around it.

Heavy modules are imported inside the commands that need them, so that ``--help`` and ``variants`` answer at once.
"""

from simulator.cli.group import main

# A command joins the group when its module is imported: in the order in which a newcomer meets them.
from simulator.cli import rules, games, studies, keeping, strength  # isort: skip

__all__ = ["games", "keeping", "main", "rules", "strength", "studies"]
