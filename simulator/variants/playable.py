"""The rules between keys: sets that cannot be played although each value alone is fine."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.variants.schema import MAX_TILES


class Impossibility(NamedTuple):
    """Why a set cannot be played, and the keys to blame, the likeliest first."""

    keys: tuple[str, ...]
    message: str


def impossibilities(values: Mapping[str, Any]) -> Iterator[Impossibility]:
    """Say why rules, by dotted key, cannot be played together; a check that lacks a key is left out."""
    for keys, check in _CHECKS:
        if all(key in values for key in keys):
            message = check(*(values[key] for key in keys))
            if message:
                yield Impossibility(keys, message)


def _players(fewest: int, most: int) -> str | None:
    if fewest > most:
        return f"players.min ({fewest}) is above players.max ({most})"
    return None


def _one_number_a_seat(stand: int | Sequence[int], most: int) -> str | None:
    if not isinstance(stand, int) and len(stand) != most:
        return (
            f"setup.stand lists {len(stand)} seats, but players.max is {most}; give as many numbers as"
            " players.max (fewer players use the first)"
        )
    return None


def _room_for_tiles(per_animal: int, animals: int, jokers: int) -> str | None:
    total = animals * per_animal + jokers
    if total > MAX_TILES:
        return (
            f"the box holds {animals} × {per_animal} animals + {jokers} jokers = {total} tiles; "
            f"at most {MAX_TILES} are allowed"
        )
    return None


def _enough_to_deal(stand: int | Sequence[int], most: int, per_animal: int, animals: int, jokers: int) -> str | None:
    dealt = stand * most if isinstance(stand, int) else sum(stand)
    total = animals * per_animal + jokers
    if dealt > total:
        return f"{most} players are dealt {dealt} tiles, but the box holds only {total}"
    return None


def _animals_within_start(min_animals: int, min_tiles: int) -> str | None:
    if min_animals > min_tiles:
        return f"start.min_animals ({min_animals}) is above start.min_tiles ({min_tiles}); no family could start"
    return None


def _size_to_reach(size: int, min_tiles: int, claim: str) -> str | None:
    if claim == "on_reaching" and size <= min_tiles:
        return (
            f"seven.size ({size}) must be above start.min_tiles ({min_tiles}): a new family is that big"
            " already, so no growth could ever take it from below the size to it"
        )
    return None


def _a_name_each(names: Sequence[str], animals: int) -> str | None:
    if names and len(names) != animals:
        return f"tiles.names has {len(names)} names, but tiles.animals is {animals}; give one name an animal"
    return None


_CHECKS: tuple[tuple[tuple[str, ...], Callable[..., str | None]], ...] = (
    (("players.min", "players.max"), _players),
    (("setup.stand", "players.max"), _one_number_a_seat),
    (("tiles.per_animal", "tiles.animals", "tiles.jokers"), _room_for_tiles),
    (("setup.stand", "players.max", "tiles.per_animal", "tiles.animals", "tiles.jokers"), _enough_to_deal),
    (("start.min_animals", "start.min_tiles"), _animals_within_start),
    (("seven.size", "start.min_tiles", "seven.claim"), _size_to_reach),
    (("tiles.names", "tiles.animals"), _a_name_each),
)
