"""What a dossier has gathered: a chapter a variant, and where the games came from."""

from dataclasses import dataclass

from simulator.reports.dossiers.chapters import Chapter
from simulator.studies import Provenance
from simulator.studies.provenance import PACKAGES, versions
from simulator.telling.numbers import listed
from simulator.telling.prose import Prose, escaped
from simulator.telling.provenance import provenance_lines
from simulator.variants import Variant

__all__ = ["Gathered"]


@dataclass(frozen=True, eq=False)
class Gathered:
    """Chapters of one or more variants, and where they came from.

    Parameters
    ----------
    base
        What every variant is held against.
    chapters
        What can be said of each variant: frames, charts and prose.
    decks, restricted
        How many decks there are of each rule set at each number of players, and how many what rules are worth rests
        on, by who played them.
    seed
        With a game's number it fixed the order of the tiles.
    command
        The command that asked for it, for the provenance.
    """

    base: Variant
    chapters: tuple[Chapter, ...]
    decks: dict[str, int]
    restricted: dict[str, int]
    seed: int
    command: str | None = None

    @property
    def title(self) -> str:
        """What it is about, in words."""
        names = listed([chapter.variant.name for chapter in self.chapters])
        if any(chapter.case.comparison is not None for chapter in self.chapters):
            return f"{names} against {self.base.name}"
        return names

    def gist(self) -> Prose:
        """Say of each variant what is to be known first."""
        if len(self.chapters) == 1:
            return self.chapters[0].gist()
        return Prose(
            "\n\n".join(f"{escaped(chapter.variant.name)}: {chapter.gist().markdown}" for chapter in self.chapters)
        )

    def provenance_lines(self) -> list[tuple[str, str]]:
        """Return how the dossier came about, as labelled lines."""
        rules = {each.name: each for chapter in self.chapters for each in (self.base, chapter.variant)}
        lines = [("Variants", ", ".join(f"{name} ({variant.digest})" for name, variant in rules.items()))]
        told = [f"{number:,} by {level}" for level, number in self.decks.items()]
        lines.append(("Games", f"of each rule set at each number of players {listed(told)}, in every seat"))
        if self.restricted:
            told = [f"{number:,} by {level}" for level, number in self.restricted.items()]
            lines.append(("Restricted play", f"decks for each rule {listed(told)}, seats rotated"))
        lines.append(("Seed", str(self.seed)))
        if self.command is not None:
            lines.append(("Command", self.command))
        last = dict(provenance_lines(Provenance(tuple(rules.values()), (), versions=versions(*PACKAGES))))
        return [*lines, *((label, last[label]) for label in ("Engine and players", "Made with"))]
