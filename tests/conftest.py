"""What holds for all tests: games are kept in a store of their own, which goes with them."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def store_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the games that its user keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path_factory.mktemp("store")))
        yield
