"""Rendered pictures under every named condition; `accuracy` reads thousands."""

from __future__ import annotations

import pytest

from vision.layout import load_layout
from vision.measure.accuracy import CONDITIONS, Condition, measure
from vision.measure.accuracy_plot import Sweep, plotted
from vision.recognise.tags import TagReader
from vision.registry import load_registry

FRAMES = 12

REGISTRY = load_registry("port_royal", frozenset())
LAYOUT = load_layout("port_royal", sets=())


def test_all_conditions_that_tables_have_are_measured() -> None:
    assert {condition.name for condition in CONDITIONS} == {
        "clean",
        "dim",
        "warm light",
        "uneven light",
        "glare",
        "tilt 15",
        "tilt 30",
        "defocus",
        "motion",
        "noise",
        "jpeg 60",
        "hand",
        "overlapping",
        "bumped",
    }


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.name)
def test_every_visible_tag_is_read_and_none_wrongly(condition: Condition) -> None:
    reader = TagReader(REGISTRY, LAYOUT)
    score = measure(condition, reader, REGISTRY, LAYOUT, FRAMES)
    assert score.looks >= FRAMES
    assert score.wanted >= 2 * FRAMES
    assert score.wrong == 0
    assert score.recall >= 0.999


def test_a_tag_too_small_to_read_is_missed_and_never_guessed() -> None:
    reader = TagReader(REGISTRY, LAYOUT)
    score = measure(Condition("tiny", ""), reader, REGISTRY, LAYOUT, 3, width=9.0)
    assert score.wanted > 100
    assert (score.read, score.wrong) == (0, 0)


def test_the_plot_shows_where_reading_ends() -> None:
    reader = TagReader(REGISTRY, LAYOUT)
    points = tuple(
        (width, measure(Condition("", ""), reader, REGISTRY, LAYOUT, 1, width))
        for width in (30.0, 24.0, 10.0)
    )
    sweep = Sweep("Width of a tag", "pixels", points)
    assert sweep.safe_until() == 24.0
    assert plotted([sweep, sweep, sweep]).std() > 0
