"""Frame in, Altair chart out; and the theme. No display and no files.

Every function takes an aggregated tidy frame whose intervals are columns, and returns a chart that carries the theme.

They are loaded when the first chart is drawn, since Altair takes seconds. ``__init__.pyi`` lists them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
