"""Which of many changes does most, on rows made by hand."""

import polars as pl

from simulator.statistics import rank_effects


def rows(*given: tuple[str, str, float | None, float | None, float | None, float, float | None]) -> pl.DataFrame:
    names = ["variant", "metric", "difference", "lo", "hi", "margin", "p_holm"]
    return pl.DataFrame(
        list(given), schema=dict.fromkeys(names, pl.Float64) | {"variant": pl.String, "metric": pl.String}, orient="row"
    )


def test_the_largest_sure_effect_counts_in_margins_whatever_its_sign() -> None:
    found = rank_effects(
        rows(
            ("longer", "turns", 3.0, 2.0, 4.0, 1.0, 0.001),
            ("longer", "shared_wins", 0.01, 0.005, 0.015, 0.02, 0.001),
            ("fewer", "turns", 0.5, 0.4, 0.6, 1.0, 0.001),
            ("fewer", "shared_wins", -0.1, -0.12, -0.08, 0.02, 0.001),
        )
    )
    assert found.select("variant", "metric").rows() == [("fewer", "shared_wins"), ("longer", "turns")]
    assert found["sure"].round(9).to_list() == [4.0, 2.0]
    assert found["margins"].round(9).to_list() == [-5.0, 3.0]


def test_an_interval_that_misses_0_by_chance_is_no_sure_effect() -> None:
    found = rank_effects(
        rows(
            ("lucky", "turns", 3.0, 0.5, 5.5, 1.0, 0.3),
            ("sure", "turns", 0.2, 0.1, 0.3, 1.0, 0.01),
            ("around", "turns", -4.0, -9.0, 1.0, 1.0, 0.9),
        )
    )
    assert found["variant"].to_list() == ["sure", "around", "lucky"]
    assert found["sure"].to_list() == [0.1, 0.0, 0.0]


def test_a_variant_of_which_nothing_is_known_comes_last() -> None:
    found = rank_effects(
        rows(("unknown", "turns", None, None, None, 1.0, None), ("same", "turns", 0.0, 0.0, 0.0, 1.0, 1.0))
    )
    assert found.height == 2
    assert found["sure"].to_list() == [0.0, 0.0]
