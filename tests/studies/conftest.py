import pytest

from simulator import Variant, load_variant


@pytest.fixture(scope="session")
def rulebook() -> Variant:
    return load_variant("rulebook")
