"""Pictures that are kept: as many as there is room for, and the latest of them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.layout import Pose, load_layout
from vision.reading import Picture
from vision.registry import load_registry
from vision.simulator.drawn import Drawn
from vision.simulator.scene import PlacedPiece, Scene
from vision.simulator.textures import TEXTURES, piece_picture

KILOBYTE = 1024


def test_a_picture_is_drawn_once_as_long_as_there_is_room() -> None:
    drawn: list[int] = []
    kept = Drawn(3 * KILOBYTE)

    @kept.once
    def draw(number: int) -> Picture:
        drawn.append(number)
        return np.full((32, 32), number, np.uint8)

    for number in (1, 2, 3, 1, 2, 3):
        assert draw(number)[0, 0] == number
    assert drawn == [1, 2, 3]
    draw(1)
    draw(4)  # the second was not wanted for longest
    assert kept.size == 3 * KILOBYTE
    for number in (1, 3, 4, 2):
        draw(number)
    assert drawn == [1, 2, 3, 4, 2]


def test_a_picture_larger_than_all_room_is_drawn_all_the_same() -> None:
    kept = Drawn(KILOBYTE)
    draw = kept.once(lambda: np.zeros((99, 99), np.uint8))
    assert draw().nbytes == draw().nbytes == 9801
    assert kept.size == 0


def test_cards_that_are_seen_one_after_another_do_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TEXTURES, "most", 4 * 2**20)
    registry = load_registry("port_royal")
    scene = Scene(load_layout("port_royal"), registry)
    for piece in list(registry.pieces.values())[:120:6]:
        piece_picture(scene, PlacedPiece(piece, Pose(0, 0)), 12.0)
    assert 2 * 2**20 < TEXTURES.size <= 4 * 2**20
