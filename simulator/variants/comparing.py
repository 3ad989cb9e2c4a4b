"""What differs between two variants, in words that a player understands."""

from dataclasses import dataclass
from typing import Any

from simulator.variants.schema import MAX_ANIMALS, RULE_KEYS, default_names
from simulator.variants.variant import Variant
from simulator.variants.wording import in_words, in_words_instead


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule in which two variants differ: both values, what the second plays, and why if it says so."""

    key: str
    before: Any
    after: Any
    sentence: str
    reason: str | None = None

    def __str__(self) -> str:
        return f"{self.sentence} ({self.reason})" if self.reason else self.sentence


def differences(a: Variant, b: Variant) -> list[Difference]:
    """Return what ``b`` plays differently from ``a``, in the order of the file, then new names of animals.

    A list that deals every seat the same is no different from the number alone.
    """
    found = []
    for key in RULE_KEYS:
        before, after = (_stand(a), _stand(b)) if key == "setup.stand" else (a.value(key), b.value(key))
        if before != after:
            sentence = in_words_instead(key, before, after)
            found.append(Difference(key, before, after, sentence, b.reasons.get(key)))
    if _names_in_the_largest_box(a) != _names_in_the_largest_box(b):
        key, names = "tiles.names", b.animal_names
        found.append(Difference(key, a.animal_names, names, in_words(key, names), b.reasons.get(key)))
    return found


def _stand(variant: Variant) -> int | tuple[int, ...]:
    dealt = variant.tiles_dealt
    return dealt[0] if len(set(dealt)) == 1 else dealt


def _names_in_the_largest_box(variant: Variant) -> list[str]:
    """Return the names as if there were as many animals as possible: how many there are is another rule."""
    return variant.animal_names + default_names(MAX_ANIMALS)[variant.tiles.animals :]
