"""A dossier as one page of HTML that needs no network: every chapter's prose, charts and tables."""

from typing import Any

from simulator.reports.dossiers.chapters import SECTIONS, Chapter
from simulator.reports.dossiers.gathered import Gathered
from simulator.statistics import MULTIPLICITY, Verdict, find_metric
from simulator.telling.pages import environment, figure, page_colours, to_html
from simulator.telling.prose import Prose, shown_margin, table_of

__all__ = ["dossier_page"]


def dossier_page(dossier: Gathered) -> str:
    """Return the page. The same dossier gives the same page, byte for byte."""
    return (
        environment()
        .get_template("dossier.html.j2")
        .render(
            title=dossier.title,
            base=dossier.base,
            several=len(dossier.chapters) > 1,
            chapters=[_chapter(chapter, place) for place, chapter in enumerate(dossier.chapters, start=1)],
            verdicts=[(verdict, verdict.meaning) for verdict in Verdict],
            multiplicity=MULTIPLICITY,
            metrics=to_html(_definitions()),
            provenance=dossier.provenance_lines(),
            **page_colours(),
        )
    )


def _chapter(chapter: Chapter, place: int) -> dict[str, Any]:
    sections = []
    for section in SECTIONS:
        name = f"{place}-{section.name}"
        chart = chapter.chart(section.name)
        first = section.name == SECTIONS[0].name  # its reading is the answer, which stands at the head
        sections.append(
            {
                "name": name,
                "heading": section.heading,
                "intro": section.intro,
                "figure": None if chart is None else figure(chart, name),
                "table": to_html(chapter.quote(section.name)),
                "reading": "" if first else to_html(chapter.reading(section.name)),
            }
        )
    return {"variant": chapter.variant, "answer": to_html(chapter.answer()), "sections": sections}


def _definitions() -> Prose:
    """What every metric of the sections is, and from where on a difference matters."""
    names = dict.fromkeys(name for section in SECTIONS for name in (*section.metrics, "runaway", "comeback"))
    lines = [[metric.title, metric.definition, shown_margin(metric)] for metric in map(find_metric, names)]
    return Prose(table_of(["metric", "what it is", "matters from"], "l", lines))
