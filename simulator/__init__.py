"""The public names of the Double Seven rules laboratory, and nothing else.

They are loaded when they are first used, so that a quick command stays quick. ``__init__.pyi`` lists them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
