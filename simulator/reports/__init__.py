"""Reports on whole studies, for terminal, page and notebook: comparison, sweep, dossier, ladder, training.

Each is loaded when it is first used. ``__init__.pyi`` lists them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
