"""The options of a turn that a rule set may lack: what each is called, when it is there, and how to play without it."""

from collections.abc import Callable
from dataclasses import dataclass

from simulator.variants.variant import Variant

__all__ = ["OPTIONS", "Option", "options_of"]


@dataclass(frozen=True)
class Option:
    """What a player may do in a turn, if the rules have it.

    Parameters
    ----------
    name, title
        What it is called in columns and metrics, and in words.
    style
        The restriction by which a player forgoes it; None if nobody can.
    off, without
        Name of the variant that lacks it, and the change that makes one; ``{larger}`` is one tile more than its limit.
    exists
        Whether a variant has it.
    """

    name: str
    title: str
    style: str | None
    off: str
    without: str
    exists: Callable[[Variant], bool]


OPTIONS = (
    Option("trade", "Trade", "no-trade", "no-trade", "trade.enabled=false", lambda rules: rules.trade.enabled),
    Option(
        "reclaim",
        "Reclaim",
        "no-reclaim",
        "no-reclaim",
        "reclaim.from=nobody",
        lambda rules: rules.reclaim.from_ != "nobody" and rules.tiles.jokers > 0,
    ),
    Option(
        "two_for_one",
        "Two for One",
        "no-two-for-one",
        "no-two-for-one",
        "two_for_one.max_per_turn=0",
        lambda rules: rules.two_for_one.max_per_turn > 0,
    ),
    Option(
        "rainbow",
        "Rainbow",
        "no-rainbow",
        "rainbow-off",
        "rainbow.enabled=false",
        lambda rules: rules.rainbow.enabled,
    ),
    Option("discard", "Stand limit", None, "hand-limit-{larger}", "stand_limit.tiles={larger}", lambda rules: True),
)
"""Every option, in the order in which reports tell of them."""


def options_of(variant: Variant) -> list[Option]:
    """Those that a variant has and a player can forgo."""
    return [option for option in OPTIONS if option.style is not None and option.exists(variant)]
