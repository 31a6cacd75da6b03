"""The watch at a table where something moves that is no move: all the rest is read as usual."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from server.trials.disturbed import KINDS, SOON, trial
from tests.vision.watching.evening import CAMERA, LAYOUT, REGISTRY, SPOTS, Evening, new_watch
from tests.vision.watching.test_watch import CAPTAIN, PRIEST, SHIP, NotedReader, frame, only, shots
from vision.layout import Pose
from vision.locate.places import looking
from vision.reading import Picture, Sighting
from vision.simulator.disturbance import Clouds, Disturbance, FlickerBands
from vision.simulator.scene import Hand, PlacedPiece
from vision.watching.watch import Watch

HARBOUR, RED = SPOTS["harbour"], SPOTS["area:red"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_laid_elsewhere_is_sighted_and_what_is_hidden_is_named(kind: str) -> None:
    tried = trial(KINDS[kind], seed=1)
    assert tried.seconds is not None
    assert tried.seconds <= SOON
    assert tried.named
    assert not tried.untrue


@pytest.mark.parametrize("light", [FlickerBands(), FlickerBands(0.1, 4, -2.3), Clouds()])
def test_bands_and_clouds_cause_no_reading(light: Disturbance) -> None:
    evening, reader = Evening(5), NotedReader()
    evening.watch = Watch(reader, looking(LAYOUT, REGISTRY))
    evening.lay(PlacedPiece(CAPTAIN, HARBOUR[2]), PlacedPiece(SHIP, RED[1]))
    evening.source.disturbances = (light,)
    assert set(only(evening.settle()).places) == {CAPTAIN, SHIP}
    reader.shares.clear()
    for _ in range(3):
        assert not evening.settle()
    assert not reader.shares
    assert evening.watch.state == "still"


def test_a_hand_that_works_at_one_spot_takes_nothing_away_until_it_does() -> None:
    evening = Evening(3)
    cards = (
        PlacedPiece(CAPTAIN, HARBOUR[2]),
        PlacedPiece(PRIEST, HARBOUR[3]),
        PlacedPiece(SHIP, RED[1]),
    )
    evening.lay(*cards)
    only(evening.settle())
    scene, spot = evening.source.scene, HARBOUR[2]
    said = []
    for step in range(45):
        x, y = spot.x + 12 * np.sin(step), spot.y + 20 * np.cos(2 * step)
        evening.source.scene = replace(scene, hands=(Hand(float(x), float(y), -90),))
        said += list(evening.wait(1))
    sightings = [event for event in said if isinstance(event, Sighting)]
    assert all({CAPTAIN, PRIEST, SHIP} == set(sighting.places) for sighting in sightings)
    # Now the captain goes along with the hand.
    evening.source.scene = replace(scene, pieces=cards[1:])
    *_, last = evening.settle()
    assert isinstance(last, Sighting)
    assert set(last.places) == {PRIEST, SHIP}
    assert not last.covered


def video(pictures: tuple[Picture, Picture], at: Pose, number: int) -> tuple[Picture, Picture]:
    """Pictures on which a screen shows something else every time."""
    (x, y), *_ = CAMERA.project(np.array([[at.x, at.y]])) / (CAMERA.width, CAMERA.height)
    shown = []
    for picture in pictures:
        copy = picture.copy()
        height, width = copy.shape[:2]
        left, right = int((x - 0.04) * width), int((x + 0.04) * width)
        copy[int((y - 0.06) * height) : int((y + 0.06) * height), left:right] = 60 * number % 256
        shown.append(copy)
    return shown[0], shown[1]


def test_what_a_screen_hides_is_not_seen_then_unreadable_and_seen_again_when_it_is_off() -> None:
    spot = RED[1]
    cards = (PlacedPiece(CAPTAIN, HARBOUR[2]), PlacedPiece(SHIP, spot))
    bare = shots(replace(Evening(1).source.scene, pieces=cards))
    watch = new_watch()
    label = Pose(spot.x + 20, spot.y + 36)
    said = [event for n in range(12) if (event := watch.see(frame(bare, n / 4)))]
    assert set(only(said).places) == {CAPTAIN, SHIP}
    assert not watch.moving
    said = [
        event
        for n in range(12, 60)
        if (event := watch.see(frame(video(bare, label, n % 4), n / 4)))
    ]
    assert only(said).covered == {SHIP}
    assert only(said).places[SHIP] == "area:red"
    (region,) = watch.moving
    assert region.contains(CAMERA.project(np.array([[label.x, label.y]]))[0])
    assert region.width * region.height < 0.1 * CAMERA.width * CAMERA.height
    said = [
        event
        for n in range(60, 320)
        if (event := watch.see(frame(video(bare, label, n % 4), n / 4)))
    ]
    sighting = only(said)
    assert set(sighting.places) == {CAPTAIN}
    (unread,) = sighting.unreadable
    assert (unread.piece, unread.place) == (SHIP, "area:red")
    said = [event for n in range(320, 345) if (event := watch.see(frame(bare, n / 4)))]
    assert set(only(said).places) == {CAPTAIN, SHIP}
    assert not watch.moving
