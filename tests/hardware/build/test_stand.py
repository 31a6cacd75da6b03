"""Whether the stand holds every camera over every game, and how much it bends."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.build.openscad import plan
from hardware.build.stand import MATERIALS, bending, bends, heights, stand_problems, views
from rules.games import GAMES
from vision.hanging import CAMERAS, MARGIN
from vision.layout import load_layout

ALUMINIUM, WOOD = MATERIALS


def test_the_stand_holds_every_camera_over_every_game_with_room_around_it() -> None:
    measures = plan().measures
    assert list(stand_problems(measures)) == []
    found = list(views())
    assert len(found) == len(GAMES) * len(CAMERAS)
    assert min(view.room for view in found) > MARGIN / 2
    assert 1300 < measures["lens_at_most"] < 1500


def test_a_stand_of_one_tube_is_told_to_be_too_low_and_a_short_boom_too_short() -> None:
    measures = plan().measures | {"lens_at_most": 850, "reach": 300}
    found = list(stand_problems(measures))
    low = "Port Royal with Camera Module 3: the stand cannot hold the lens 1013 mm above the table."
    assert low in found
    assert "Cooper Island: the boom does not reach its middle, 400 mm from the edge." in found


def test_the_arm_bends_as_beams_do() -> None:
    """A beam of aluminium, bent by hand: 3 E I / H^3 newtons a millimetre at its end."""
    measures = {"tube": [20, 1.5], "upright": 1000.0, "boom": [400.0, 500]}
    bent = bending(ALUMINIUM, measures)
    assert bent.pushed == pytest.approx(1000**3 / (3 * 70_000 * 3754), rel=0.01)
    assert 0.5 < bent.sag < 2
    twice = bending(ALUMINIUM, measures | {"upright": 2000.0})
    assert twice.pushed == pytest.approx(8 * bent.pushed)
    assert twice.swings < bent.swings / 2
    assert bending(WOOD, measures).sag > 2 * bent.sag


def test_heights_and_bending_are_said_in_sentences() -> None:
    assert "Camera Module 3 (102 cm)" in next(iter(heights()))
    assert "Of aluminium tube: the camera sinks by " in next(iter(bends(plan().measures)))


def test_the_page_about_hardware_has_these_heights() -> None:
    text = (Path(__file__).parents[3] / "docs" / "hardware.md").read_text(encoding="utf-8")
    found = list(views())
    for name, game in GAMES.items():
        title, (across, along) = game.edition.text("title"), load_layout(name).table
        cells = [title, f"{across / 10:.0f} x {along / 10:.0f} cm"]
        cells += [f"{view.hanging.cm} cm" for view in found if view.title == title]
        assert f"| {' | '.join(cells)} |" in text
