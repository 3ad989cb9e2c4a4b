"""What a variant file may say: one documented field a rule, in the sections and the order of the file.

The descriptions are what editors show. The values of the printed game are not here: ``rulebook.yaml`` alone
holds them.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

# What the engine is built for (simulator.engine.rules), repeated so that reading a file needs no NumPy; a
# test holds the two equal.
MAX_PLAYERS = 6
MAX_ANIMALS = 16
MAX_TILES = 240
MAX_START_TILES = 10

ANIMALS = ("bird", "squirrel", "fox", "butterfly", "swan", "frog", "deer", "rabbit")
"""The animals of the box, in order."""


def integral(value: object) -> object:
    """Take ``2.0`` for ``2``, as JSON Schema does."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _no_limit(value: object) -> object:
    """Take an empty value for ``none``."""
    return "none" if value is None else value


def _all_unlike(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise ValueError("names repeat")
    return names


def _one_line(text: str) -> str:
    """Join folded lines."""
    return " ".join(text.split())


Whole = Annotated[int, Field(strict=True), BeforeValidator(integral)]
TilesDealt = Annotated[int, Field(strict=True, ge=0, le=100), BeforeValidator(integral)]
TilesBySeat = Annotated[tuple[TilesDealt, ...], Field(min_length=2, max_length=MAX_PLAYERS)]
TradesAllowed = Annotated[int, Field(strict=True, ge=1, le=1000), BeforeValidator(integral)]
Switch = Annotated[bool, Field(strict=True)]
AnimalName = Annotated[
    str,
    Field(
        strict=True,
        pattern=r"^(?!joker$)[a-zß-öø-ÿ][a-z0-9ß-öø-ÿ]*([_-][a-z0-9ß-öø-ÿ]+)*(?!\n)$",
        max_length=30,
    ),
]
# Control characters and lone surrogates have no place in a text; line ends are folded.
_PRINTABLE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]*$"
Text = Annotated[str, Field(strict=True, pattern=_PRINTABLE), AfterValidator(_one_line)]


class Section(BaseModel):
    """A part of a variant file, read-only."""

    model_config = ConfigDict(extra="forbid", frozen=True, regex_engine="python-re")


class Players(Section):
    """How many may play."""

    min: Whole = Field(ge=2, le=MAX_PLAYERS, description="Fewest players.")
    max: Whole = Field(ge=2, le=MAX_PLAYERS, description="Most players: the stands in the box.")


class Tiles(Section):
    """What is in the box."""

    animals: Whole = Field(ge=1, le=MAX_ANIMALS, description="How many animals there are.")
    per_animal: Whole = Field(ge=1, le=MAX_TILES, description="Tiles of each animal in the box.")
    jokers: Whole = Field(ge=0, le=MAX_TILES, description="Jokers (Clovers) in the box; 0 for none.")
    names: Annotated[tuple[AnimalName, ...], AfterValidator(_all_unlike)] = Field(
        default=(),
        max_length=MAX_ANIMALS,
        json_schema_extra={"uniqueItems": True},
        description="What the animals are called: as many different lower-case words as there are animals. "
        f"Left out or empty, they are {', '.join(ANIMALS)}, animal9 and so on. Names change no rule.",
    )


class Setup(Section):
    """Before the first turn."""

    stand: TilesDealt | TilesBySeat = Field(
        description="Tiles dealt to each stand: one number for all, or a list with one number a seat, as "
        "many as players.max (fewer players use the first)."
    )


class Draw(Section):
    """The draw that opens a turn."""

    tiles: Whole = Field(ge=1, le=20, description="Tiles drawn if the stand holds at least one tile.")
    tiles_when_empty: Whole = Field(ge=1, le=20, description="Tiles drawn if the stand is empty.")


class Rainbow(Section):
    """Announcing a stand of different animals for extra tiles."""

    enabled: Switch = Field(description="Whether Rainbow is played.")
    min_tiles: Whole = Field(
        ge=1,
        le=60,
        description="How many different animals a Rainbow takes. More than the game has: it never happens.",
    )
    stand: Literal["all_different", "hold_enough_different", "exactly_min"] = Field(
        description="Which stands qualify, once they hold rainbow.min_tiles different animals."
    )
    joker_bars: Switch = Field(
        description="Whether a joker on the stand bars the Rainbow. If not, it is left out of the count."
    )
    repeat: Literal["once_per_turn", "while_it_holds"] = Field(
        description="How often a player may announce Rainbow in a turn."
    )
    extra_tiles: Whole = Field(ge=1, le=20, description="Tiles drawn for a Rainbow.")


class Start(Section):
    """Starting a family."""

    min_tiles: Whole = Field(ge=1, le=MAX_START_TILES, description="Tiles that a new family starts with.")
    min_animals: Whole = Field(
        ge=1,
        le=MAX_START_TILES,
        description="How many of these must be real animals, not jokers. At most start.min_tiles.",
    )
    one_family_per_animal: Switch = Field(
        description="Whether a player who has a family of an animal may not start another of it."
    )


class Trade(Section):
    """Trading families of equal size."""

    enabled: Switch = Field(description="Whether families may be traded.")
    max_per_turn: Annotated[
        TradesAllowed | Literal["none"],
        BeforeValidator(_no_limit, json_schema_input_type=TradesAllowed | Literal["none"] | None),
    ] = Field(description="Most trades in a turn; none for no limit.")


class Reclaim(Section):
    """Taking a joker back for the animal that it stands for."""

    from_: Literal["any", "own", "others", "nobody"] = Field(
        alias="from", description="Whose families a joker may be reclaimed from."
    )


class TwoForOne(Section):
    """Laying down two tiles to draw one."""

    max_per_turn: Whole = Field(ge=0, le=1000, description="Most Two for Ones in a turn; 0 turns the action off.")
    may_retake: Switch = Field(description="Whether the tile drawn may be one of the two just laid down.")


class StandLimit(Section):
    """Discarding at the end of a turn."""

    tiles: Whole = Field(ge=0, le=100, description="Tiles that a player may keep without discarding.")
    excess: Literal["discard_one", "discard_down"] = Field(
        description="How many tiles a player with more than that discards."
    )
    goes_to: Literal["out_of_game", "draw_pile"] = Field(description="Where a discarded tile goes.")


class Seven(Section):
    """The big family and the 7 tokens."""

    size: Whole = Field(
        ge=1,
        le=60,
        description="Tiles that make a family big. Above start.min_tiles, if it is claimed on reaching it.",
    )
    claim: Literal["on_reaching", "on_every_growth"] = Field(description="Which growths earn a 7 token.")
    tokens: Whole = Field(ge=0, le=100, description="7 tokens in the box.")
    points: Whole = Field(ge=0, le=100, description="Points for a 7 token.")


class DoubleSeven(Section):
    """The Double Seven token."""

    when: Literal["second_family", "second_claim"] = Field(description="What earns the Double Seven token.")
    family_counts: Literal["at_least", "exactly"] = Field(
        description="Which families count for double_seven.when: second_family."
    )
    points: Whole = Field(ge=0, le=100, description="Points for the Double Seven token.")
    ends_game: Switch = Field(description="Whether taking the Double Seven token triggers the end.")


class End(Section):
    """How the game ends."""

    on_last_tile: Switch = Field(description="Whether drawing the very last tile triggers the end.")
    final_turns: Whole = Field(
        ge=0,
        le=10,
        description="Final turns of every other player after the turn that triggers the end; with 0 the "
        "game is over with that turn.",
    )


class Scoring(Section):
    """What counts at the end."""

    tile: Whole = Field(ge=0, le=100, description="Points for a tile in one of one's families.")
    tie_break: Literal["double_seven_holder", "shared"] = Field(description="Who wins a tie.")


class Rules(Section):
    """Every rule, by section."""

    players: Players
    tiles: Tiles
    setup: Setup
    draw: Draw
    rainbow: Rainbow
    start: Start
    trade: Trade
    reclaim: Reclaim
    two_for_one: TwoForOne
    stand_limit: StandLimit
    seven: Seven
    double_seven: DoubleSeven
    end: End
    scoring: Scoring


class Header(Section):
    """What a file says about itself. None of it is inherited."""

    title: Text = Field(default="", description="The variant's name as people say it.")
    summary: Text = Field(default="", description="What is different, in one line.")
    source: Text = Field(default="", description="Which text the variant comes from, or what it is for.")
    reasons: dict[str, Text] = Field(
        default={}, description="Why this reading: a sentence for any key, such as 'seven.claim: …'."
    )


class VariantFile(Header, Rules):
    """A rule set of the tile game Double Seven. A file gives only what differs from the one it extends."""

    extends: str = Field(
        default="rulebook",
        strict=True,
        min_length=1,
        pattern=_PRINTABLE,
        description="The variant that this file builds on: the name of a bundled one or of a file beside "
        "this one, or a path that ends in .yaml. Left out, it is rulebook.",
    )


SECTIONS: dict[str, type[Section]] = {
    name: info.annotation for name, info in Rules.model_fields.items() if isinstance(info.annotation, type)
}
"""Section name to its model, in file order."""

FILE_KEYS: tuple[str, ...] = tuple(
    f"{section}.{info.alias or name}"
    for section, model in SECTIONS.items()
    for name, info in model.model_fields.items()
)
"""Every dotted key that a file may give in a section, in file order."""

RULE_KEYS: tuple[str, ...] = tuple(key for key in FILE_KEYS if key != "tiles.names")
"""The keys that change play."""

HEADER_KEYS: tuple[str, ...] = ("extends", *Header.model_fields)
"""The keys of a file that stand in no section."""


def field_name(key: str) -> tuple[str, str]:
    """Return the section and the attribute in which a variant holds ``key``."""
    section, name = key.split(".")
    return section, "from_" if name == "from" else name


def keys_of(section: str) -> list[str]:
    """Return the keys of a section, without the section's name."""
    return [key.split(".")[1] for key in FILE_KEYS if key.startswith(f"{section}.")]


def default_names(animals: int) -> list[str]:
    """Return the names that animals have if a file gives none: those of the box, then ``animal9``, …."""
    return [*ANIMALS, *(f"animal{number}" for number in range(len(ANIMALS) + 1, MAX_ANIMALS + 1))][:animals]
