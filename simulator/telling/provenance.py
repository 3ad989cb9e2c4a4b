"""Where results came from, in labelled lines, so that anyone can make them again."""

from collections.abc import Sequence

from simulator.errors import listed
from simulator.studies.provenance import Provenance

__all__ = ["provenance_lines", "rounded", "seats_in_words"]


def provenance_lines(provenance: Provenance, *, decks: str | None = None) -> list[tuple[str, str]]:
    """Say in labelled lines how games came about.

    There is no date among them: the same games give the same report, byte for byte.

    Parameters
    ----------
    provenance
        Of the games.
    decks
        Why there are as many decks as there are, where that is to be told.
    """
    tables = provenance.tables
    games: dict[int, int] = {}
    for table in tables:
        games[table.players] = games.get(table.players, 0) + table.decks * len(table.seatings)
    lines = [
        ("Variants", ", ".join(f"{variant.name} ({variant.digest})" for variant in provenance.variants)),
        ("Games of each variant", _by_players(games)),
        ("Decks", decks or _by_players({table.players: table.decks for table in tables})),
        ("Players in the seats", seats_in_words(provenance)),
        ("Seed", str(provenance.seed)),
    ]
    if provenance.first_deck:
        lines.append(("First deck", f"{provenance.first_deck:,}"))
    if provenance.networks:
        told = "; ".join(f"{played}: that of {network}" for played, network in provenance.networks.items())
        lines.append(("Networks that were trained on other rules", told))
    if provenance.command is not None:
        lines.append(("Command", provenance.command))
    made = ", ".join(f"{name.replace('python', 'Python')} {each}" for name, each in (provenance.versions or {}).items())
    return [*lines, ("Engine and players", provenance.engine), ("Made with", made)]


def seats_in_words(provenance: Provenance) -> str:
    """Say who sat where: who alone had every seat, and who took turns in them."""
    alone = dict.fromkeys(
        f"{table.line_up} in every seat"
        if len(set(table.seatings[0])) == 1
        else f"{', '.join(table.seatings[0])}{', seats rotated' if len(table.seatings) > 1 else ''}"
        for table in provenance.tables
    )
    return "; ".join(alone)


def rounded(values: Sequence[float | None], name: str) -> dict[str, float | None]:
    """A value called ``name`` and the ends of its interval, for a file that says how its content was found."""
    return {end: None if each is None else round(each, 4) for end, each in zip((name, "lo", "hi"), values, strict=True)}


def _by_players(counts: dict[int, int]) -> str:
    """Say a number for each number of players, once if they are all the same."""
    players, numbers = list(counts), list(counts.values())
    if len(set(numbers)) == 1:
        return f"{numbers[0]:,} with {'each of ' if len(players) > 1 else ''}{listed(players)} players"
    return ", ".join(f"{number:,} with {count} players" for count, number in counts.items())
