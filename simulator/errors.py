"""The one base of all errors that say what a person got wrong, and how to put it right; lists in their sentences."""

from collections.abc import Sequence


class Mistake(ValueError):
    """Something that a person can put right; the message says where and how. The command line shows no more than it."""


def listed(words: Sequence[object]) -> str:
    """Join words as a sentence does: a, b and c."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
