"""Pages that need no network: templates, pictures as SVG, prose as HTML."""

from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup

from simulator import charts
from simulator.files import write_whole
from simulator.telling.prose import Prose

__all__ = ["environment", "figure", "page_colours", "to_html", "write_page"]


def environment() -> jinja2.Environment:
    """Return what finds and fills the templates of this folder."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("simulator.telling", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_colours() -> dict[str, Any]:
    """Return what the template of the style has to know of the charts' colours, and of their like on a dark page."""
    theme = charts.theme
    return {"ink": theme.INK, "muted": theme.MUTED, "grid": theme.GRID, "on_dark": theme.ON_DARK}


def figure(chart: Any, name: str, *, with_title: bool = False) -> dict[str, str]:
    """Return a chart as SVG and what it shows, said in words.

    Parameters
    ----------
    chart
        A chart of ``simulator.charts``.
    name
        Sets its identifiers apart from those of the page's other charts.
    with_title
        Whether the picture says its title itself. If not, it has the subtitle alone, since the page has a heading.
    """
    title = chart.title
    svg = charts.to_svg(chart if with_title else charts.with_subtitle_alone(chart), prefix=f"{name}-")
    return {"svg": svg, "label": f"{title.text} {title.subtitle}"}


def write_page(path: str | Path, html: str) -> None:
    """Write a page to ``path``, whole or not at all."""
    with write_whole(path) as draft:
        draft.write_text(html, encoding="utf-8")


def to_html(prose: Prose) -> Markup:
    """Return prose as HTML; what looks like HTML in it stays text."""
    return Markup(_markdown().render(prose.markdown))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return markdown
