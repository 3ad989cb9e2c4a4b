"""What a variant file says: its schema, how it is loaded and compared, and the engine's record of it."""

from simulator.variants.comparing import Difference, differences
from simulator.variants.errors import Place, Problem, VariantError
from simulator.variants.loading import bundled_variants, change_variant, check_file, load_variant, variants_folder
from simulator.variants.schema import ANIMALS, RULE_KEYS
from simulator.variants.variant import Variant, written
from simulator.variants.wording import in_words

__all__ = [
    "ANIMALS",
    "RULE_KEYS",
    "Difference",
    "Place",
    "Problem",
    "Variant",
    "VariantError",
    "bundled_variants",
    "change_variant",
    "check_file",
    "differences",
    "in_words",
    "load_variant",
    "variants_folder",
    "written",
]
