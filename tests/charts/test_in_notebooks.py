"""Charts as a notebook stores and shows them."""

import re
import struct
import zlib
from base64 import b64decode

import altair as alt
import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.charts import draw_in_notebooks, length_chart, to_svg
from simulator.statistics import length_distribution


@pytest.fixture
def chart():
    return length_chart(length_distribution(synthetic_results(games=200)))


@pytest.fixture
def shown(chart):
    before = alt.renderers.active
    draw_in_notebooks()
    yield chart._repr_mimebundle_()
    alt.renderers.enable(before)


def pixels(png):
    """Width, height and the unpacked rows of a PNG, each chunk's checksum checked."""
    place, found = 8, b""
    while place < len(png):
        length = int.from_bytes(png[place : place + 4])
        body = png[place + 4 : place + 8 + length]
        assert zlib.crc32(body) == int.from_bytes(png[place + 8 + length : place + 12 + length])
        if body[:4] == b"IDAT":
            found += body[4:]
        place += 12 + length
    return *struct.unpack(">II", png[16:24]), zlib.decompress(found)


def test_a_notebook_gets_svg_to_compare_and_png_for_an_untrusted_one(chart, shown):
    bundle, metadata = shown
    assert set(bundle) == {"image/svg+xml", "image/png"}
    assert bundle["image/svg+xml"] == to_svg(chart)
    width, height, rows = pixels(b64decode(bundle["image/png"]))
    assert len(rows) == height * (1 + 4 * width)
    assert len(set(rows)) > 10
    assert metadata == {"image/png": {"width": width, "height": height}}


def test_svg_has_no_digits_that_a_processor_could_round_another_way(chart):
    svg = to_svg(chart)
    assert re.findall(r"\d\.\d{4,}", svg) == []
    assert re.findall(r"\de-\d", svg) == []


def test_numbers_that_are_written_in_a_chart_stay_as_they_are():
    frame = pl.DataFrame({"x": ["p = 0.00012", "1.5"], "y": [1, 2]})
    svg = to_svg(alt.Chart(frame).mark_bar().encode(x="x:N", y="y:Q"))
    assert ">p = 0.00012<" in svg
    assert ">1.5<" in svg
