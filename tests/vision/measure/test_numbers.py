"""Printed numbers are counted as they are read: rightly, or not at all."""

from __future__ import annotations

from vision.measure.art import CONDITIONS
from vision.measure.numbers import count, drawn, forms_with_numbers
from vision.measure.score import Score


def test_large_prices_are_read_and_small_ones_are_left_out() -> None:
    form, kinds = forms_with_numbers("navegador")["tile"]
    assert len(kinds) == 33, "privileges have no number"
    some = drawn(kinds, 3, 1)
    assert count("navegador", form, some, CONDITIONS[0], 4.5) == Score(3, 3, 3, 0)
    assert count("navegador", form, some, CONDITIONS[0], 2.7) == Score(3, 3, 0, 0)


def test_every_form_with_a_number_is_counted() -> None:
    assert set(forms_with_numbers("maracaibo")) == {"card", "tile"}
    assert set(forms_with_numbers("port_royal")) == {"card"}
