"""Cards that touch each other have one outline in common, and are found all the same."""

from __future__ import annotations

import numpy as np
import pytest

from vision.layout import Pose, load_layout
from vision.measure.art import portrait
from vision.reading import FloatArray, Picture
from vision.recognise.album import new_album
from vision.recognise.outlines import find_outlines
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scene import Background, Deck, PlacedPiece, Scene

GAME, HARD = "port_royal", Deck("hard")
SIZE = load_registry(GAME).form_of("sailor/3.1").size
CAMERA = Camera(width=820, height=480, above=950.0, field_of_view=13.0)
PX_PER_MM = CAMERA.focal / CAMERA.above


def in_a_row(
    kinds: list[str], gap: float, turns: list[float], background: Background = "wood"
) -> tuple[Picture, list[FloatArray]]:
    """Cards side by side, so many millimetres apart, and turned; their picture and corners."""
    x, y = CAMERA.aim
    left = x - (len(kinds) - 1) / 2 * (SIZE[0] + gap)
    laid = tuple(
        PlacedPiece(f"{kind}.1", Pose(left + n * (SIZE[0] + gap), y + 2 * (n % 2), turn), tag=None)
        for n, (kind, turn) in enumerate(zip(kinds, turns, strict=True))
    )
    scene = Scene(load_layout(GAME), load_registry(GAME), laid, background=background, deck=HARD)
    rendered = render(scene, CAMERA, seed=7)
    return rendered.picture, [seen.outline for seen in rendered.truth.pieces]


def off(outline: FloatArray, truth: FloatArray) -> float:
    """How far a corner is from where it should be at most, in pixels; either end may be the top."""
    turned = np.roll(truth, 2, axis=0)
    return float(min(np.abs(outline - truth).max(), np.abs(outline - turned).max()))


@pytest.mark.parametrize("background", ["wood", "cloth"])
@pytest.mark.parametrize("gap", [1.2, 0.4, -0.4])
def test_cards_that_touch_are_all_found(gap: float, background: Background) -> None:
    kinds = ["sailor/3", "ship/red/1/1", "governor/8"]
    picture, cards = in_a_row(kinds, gap, [-0.8, 0.9, 180.0], background)
    outlines = find_outlines(picture, SIZE, PX_PER_MM)
    for card in cards:
        assert min(off(outline, card) for outline in outlines) < 0.05 * SIZE[0] * PX_PER_MM


def test_a_card_that_nobody_knows_is_asked_for_beside_a_known_one_that_it_touches() -> None:
    album = new_album(GAME)
    album.enrol("sailor/3", portrait(GAME, "sailor/3", HARD, 1))
    picture, (known, unknown) = in_a_row(["sailor/3", "ship/red/1/1"], 0.5, [0.5, -0.6])
    art = album.reader().read(picture, None, PX_PER_MM)
    (reading,), (spot,) = art.readings, art.unreadable
    assert reading.piece == "sailor/3"
    assert off(reading.corners, known) < 3
    assert off(spot.corners, unknown) < 10


def test_between_two_cards_there_is_none() -> None:
    picture, cards = in_a_row(["sailor/3", "governor/8"], 0.8, [0.0, 0.0])
    art = new_album(GAME).reader().read(picture, None, PX_PER_MM)
    middles = sorted(float(spot.centre[0]) for spot in art.unreadable)
    assert middles == pytest.approx(sorted(card.mean(axis=0)[0] for card in cards), abs=5)
