"""A chart as SVG text or PNG bytes, without a browser and without a network."""

import re
from typing import Any

import vl_convert

__all__ = ["to_png", "to_svg"]

_IDENTIFIER = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')


def to_svg(chart: Any, *, prefix: str = "part-") -> str:
    """Render ``chart`` as SVG, the same text every time.

    Parameters
    ----------
    chart
        An Altair chart.
    prefix
        Put before every identifier, so that several pictures can stand in one page without sharing clip paths.
    """
    svg = vl_convert.vegalite_to_svg(chart.to_dict(), allowed_base_urls=[])
    # Vega numbers clip paths on from picture to picture; here they are numbered within the picture.
    numbers: dict[str, int] = {}
    return _IDENTIFIER.sub(lambda found: f"{found[1]}{prefix}{numbers.setdefault(found[2], len(numbers) + 1)}", svg)


def to_png(chart: Any, *, scale: float = 2.0, background: str | None = None) -> bytes:
    """Render ``chart`` as PNG.

    Parameters
    ----------
    chart
        An Altair chart.
    scale
        Pixels of the picture per pixel of the chart.
    background
        A colour to paint behind it; transparent if None.
    """
    spec = chart.to_dict()
    if background is not None:
        spec = {**spec, "background": background, "config": {**spec.get("config", {}), "background": background}}
    return vl_convert.vegalite_to_png(spec, scale=scale, allowed_base_urls=[])
