"""How many of the numbers printed on pieces are read, game by game, on drawn decks.

Each piece lies alone before the camera, and its numbers are looked for where its true outline says
that they are: what is counted is reading, not finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.measure.art import Condition, laid_out
from vision.measure.score import Score
from vision.recognise.album import kinds_of
from vision.recognise.digits import field_of, read_numbers
from vision.recognise.numbers import numbers_of
from vision.registry import Form
from vision.simulator.scene import Deck


def forms_with_numbers(game: str) -> dict[str, tuple[Form, list[str]]]:
    """The forms of pieces that have numbers, by name, with their kinds of the base game."""
    printed = numbers_of(game)
    found: dict[str, tuple[Form, list[str]]] = {}
    for kind in kinds_of(game) if printed else ():
        if printed and any(printed.numbers.get(kind, ())):
            form = printed.forms[kind]
            found.setdefault(form.name, (form, []))[1].append(kind)
    return found


def drawn(kinds: Sequence[str], most: int, seed: int) -> list[str]:
    """Some of the kinds, or all."""
    return [str(kind) for kind in np.random.default_rng(seed).permutation(kinds)[:most]]


def count(
    game: str, form: Form, kinds: Sequence[str], condition: Condition, px_per_mm: float
) -> Score:
    """How many of the numbers on these pieces are read."""
    wanted: list[str] = []
    crops = []
    for seed, kind in enumerate(kinds):
        for number, crop in _fields(game, form, kind, condition, px_per_mm, seed):
            wanted.append(number)
            crops.append(crop)
    found = read_numbers(crops)
    pairs = [(number, read.number) for number, read in zip(wanted, found, strict=True) if read]
    right = sum(number == read for number, read in pairs)
    return Score(len(kinds), len(wanted), right, len(pairs) - right)


def _fields(
    game: str, form: Form, kind: str, condition: Condition, px_per_mm: float, seed: int
) -> Iterator[tuple[str, np.ndarray]]:
    printed = numbers_of(game)
    assert printed is not None
    rendered = laid_out(game, kind, Deck("hard"), 500 + seed, px_per_mm, condition.light)
    (seen,) = rendered.truth.pieces
    for number, field in zip(printed.numbers[kind], form.numbers, strict=True):
        if number is not None:
            yield number, field_of(rendered.picture, seen.outline, form.size, field)
