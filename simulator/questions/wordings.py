"""Texts that word one game differently: every clause, what each text says of it, and what each reading plays."""

from collections.abc import Iterable, Sequence

from simulator.telling.numbers import NOTHING
from simulator.telling.prose import Prose, escaped, table_of
from simulator.variants import Variant, differences
from simulator.variants.schema import RULE_KEYS
from simulator.variants.wording import in_words

__all__ = ["clauses", "readings", "short_name"]

_NO_WORD = "As the others."


def short_name(variant: Variant, base: Variant) -> str:
    """What tells a variant from the ``base``: its name, or of an override what it overrides."""
    return variant.name.removeprefix(f"{base.name} + ")


def clauses(base: Variant, texts: Sequence[Variant], singles: Iterable[Variant]) -> Prose:
    """List every clause on which a text gives a reason for its reading, as a table of words.

    Parameters
    ----------
    base
        What the texts are held against.
    texts
        Variants that each follow a text, with ``reasons``.
    singles
        Variants that change one clause or a few; those that change a clause stand beside it, the plainest first.
    """
    asked = [key for key in RULE_KEYS if any(key in text.reasons for text in texts)]
    changed = {single: [difference.key for difference in differences(base, single)] for single in singles}
    lines = []
    for key in asked:
        said = [_said(text, base, key) for text in texts]
        alone = sorted((single for single, keys in changed.items() if key in keys), key=lambda one: len(changed[one]))
        named = escaped(", ".join(short_name(single, base) for single in alone)) or NOTHING
        lines.append([f"`{key}`", escaped(in_words(key, base.value(key))), *said, named])
    columns = ["clause", *(each.title for each in (base, *texts)), "readings that isolate it"]
    return Prose(table_of(columns, "l", lines, plain=False))


def _said(text: Variant, base: Variant, key: str) -> str:
    """Why a text is read as it is, with a word in bold where that differs from the base."""
    reason = escaped(text.reasons.get(key, _NO_WORD))
    return f"**Differs.** {reason}" if text.value(key) != base.value(key) else reason


def readings(base: Variant, singles: Iterable[Variant]) -> Prose:
    """List what each variant plays instead of the ``base``, and who reads the rules so, if its file says."""
    lines = [
        [
            short_name(single, base),
            " ".join(difference.sentence for difference in differences(base, single)),
            "" if single.source == base.source else single.source,
        ]
        for single in singles
    ]
    return Prose(table_of(["reading", "what it plays", "whose"], "l", lines))
