"""A chart as SVG text, as PNG bytes and as a notebook shows it, without a browser and without a network."""

import re
import struct
import zlib
from base64 import b64encode
from typing import Any

import altair as alt
import vl_convert

__all__ = ["draw_in_notebooks", "to_png", "to_svg"]

_IDENTIFIER = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')

_TAG = re.compile(r"<[^>]*>")

_LONG_NUMBER = re.compile(r"-?\d*\.\d{4,}(?:e-?\d+)?")

_RENDERER = "double_seven"


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
    svg = _IDENTIFIER.sub(lambda found: f"{found[1]}{prefix}{numbers.setdefault(found[2], len(numbers) + 1)}", svg)
    return _TAG.sub(lambda tag: _LONG_NUMBER.sub(_rounded, tag[0]), svg)


def _rounded(number: re.Match[str]) -> str:
    """Round to a thousandth of a pixel: fine enough, and it hides in which order a processor added up."""
    return f"{round(float(number[0]), 3) + 0.0:.3f}".rstrip("0").rstrip(".")


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


def draw_in_notebooks() -> None:
    """Let a notebook show every chart as a picture: the same text each time, in no need of a network or of scripts.

    The picture is SVG. PNG stands beside it for those who will not show the SVG of a stranger's notebook, as JupyterLab
    will not before its cells have run.
    """
    alt.renderers.register(_RENDERER, _picture)
    alt.renderers.enable(_RENDERER)


def _picture(spec: dict[str, Any], **_: Any) -> tuple[dict[str, str], dict[str, dict[str, int]]]:
    """The MIME bundle of a chart, and as its metadata the size of the PNG."""
    chart = alt.Chart.from_dict(spec)
    png = _packed(to_png(chart, scale=1))
    width, height = struct.unpack(">II", png[16:24])
    bundle = {"image/svg+xml": to_svg(chart), "image/png": b64encode(png).decode("ascii")}
    return bundle, {"image/png": {"width": width, "height": height}}


def _packed(png: bytes) -> bytes:
    """The same PNG with its pixels packed tightly, a third of the size: notebooks keep their pictures.

    A PNG is a signature of eight bytes and chunks, each its data's length, a name, the data and a checksum.
    """
    parts, pixels, place = [png[:8]], b"", 8
    while place < len(png):
        length = int.from_bytes(png[place : place + 4])
        name, data = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        if name == b"IDAT":
            pixels += data
        else:
            if name == b"IEND":
                parts.append(_chunk(b"IDAT", zlib.compress(zlib.decompress(pixels), 9)))
            parts.append(_chunk(name, data))
        place += 12 + length
    return b"".join(parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
