"""A camera that hangs, or fails in a way nobody thought of, is lost and opened again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

import numpy as np
import pytest

from firmware.guarded_camera import GuardedCamera
from vision.picture_source import CameraLost, EndOfPictures, Frame, frames

SOON = 0.1


class Camera:
    """Gives grey pictures, and does what it is told in between."""

    def __init__(self) -> None:
        self.opening: Callable[[], object] = lambda: None
        self.looking: Callable[[], object] = lambda: None
        self.closing: Callable[[], object] = lambda: None
        self.open = 0

    def __enter__(self) -> Self:
        self.opening()
        self.open = 1
        return self

    def __exit__(self, *_: object) -> None:
        self.closing()
        self.open = 0

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        self.looking()
        frame = Frame(np.full((10, 10), 99, np.uint8), (10, 10), lambda: GREY, 0.0)
        yield frame
        frame.give_back()


GREY = np.full((10, 10), 99, np.uint8)


class Cupboard:
    """All cameras there are; each is taken out when the one before it hangs."""

    def __init__(self, *cameras: Camera) -> None:
        self.left = list(cameras)

    def __call__(self) -> Camera:
        return self.left.pop(0)


@pytest.fixture
def never() -> Iterator[threading.Event]:
    """What a camera that hangs waits for; it comes when the test is over."""
    event = threading.Event()
    yield event
    event.set()


def failing(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


def test_a_frame_is_lent_until_it_is_not_needed_any_more() -> None:
    camera = Camera()
    with GuardedCamera(lambda: camera) as guarded:
        for _ in range(50):
            with guarded.frame() as frame:
                assert frame.full() is GREY
        assert camera.open == 1
    assert camera.open == 0
    with pytest.raises(ValueError, match="given back"):
        frame.full()


def test_a_camera_that_hangs_is_left_behind_and_another_attempt_works(
    never: threading.Event,
) -> None:
    hanging, healthy = Camera(), Camera()
    hanging.looking = never.wait
    guarded = GuardedCamera(Cupboard(hanging, healthy), patience=SOON)
    with (
        pytest.raises(CameraLost, match="No picture"),
        guarded,
        guarded.frame(),
    ):
        pass
    with guarded, guarded.frame() as frame:
        assert frame.full() is GREY
    assert healthy.open == 0


def test_a_camera_that_cannot_be_opened_in_time_is_lost(never: threading.Event) -> None:
    hanging = Camera()
    hanging.opening = never.wait
    guarded = GuardedCamera(Cupboard(hanging, Camera()), opening=SOON)
    with pytest.raises(CameraLost, match="No picture"), guarded:
        pass
    with guarded, guarded.frame():
        pass


def test_nobody_waits_long_for_a_camera_that_does_not_close(never: threading.Event) -> None:
    hanging = Camera()
    hanging.closing = never.wait
    guarded = GuardedCamera(Cupboard(hanging, Camera()), patience=SOON)
    with guarded, guarded.frame():
        pass
    assert hanging.open == 1
    with guarded, guarded.frame():
        pass


@pytest.mark.parametrize("error", [OSError("bus reset"), KeyError("lores"), MemoryError()])
def test_whatever_a_camera_raises_it_is_lost_with_words(error: Exception) -> None:
    camera = Camera()
    camera.looking = failing(error)
    with (
        pytest.raises(CameraLost, match="The camera failed"),
        GuardedCamera(lambda: camera) as guarded,
        guarded.frame(),
    ):
        pass
    camera.opening = failing(error)
    with pytest.raises(CameraLost, match="The camera failed"), GuardedCamera(lambda: camera):
        pass


def test_the_end_of_a_video_is_no_failure() -> None:
    camera = Camera()
    camera.looking = failing(EndOfPictures())
    with pytest.raises(EndOfPictures), GuardedCamera(lambda: camera) as guarded, guarded.frame():
        pass


def test_a_camera_that_hangs_is_opened_again_until_it_gives_pictures(
    never: threading.Event,
) -> None:
    hanging, healthy = Camera(), Camera()
    hanging.looking = never.wait
    guarded = GuardedCamera(Cupboard(hanging, healthy), patience=SOON)
    coming = frames(guarded, pause=lambda _: None)
    lost, back = next(coming), next(coming)
    assert isinstance(lost, CameraLost)
    assert "Reconnecting" in str(lost.text)
    assert isinstance(back, Frame)
    coming.close()


def test_a_camera_that_is_asked_to_finds_its_settings_anew() -> None:
    camera = Adjusting()
    guarded = GuardedCamera(Cupboard(camera))
    with guarded:
        with guarded.frame():
            pass
        guarded.forget()
        with pytest.raises(CameraLost, match="adjusting"), guarded.frame():
            pass
        assert camera.forgotten == 1
    with guarded, guarded.frame() as frame:
        assert frame.small.mean() == 99


class Adjusting(Camera):
    forgotten = 0

    def forget(self) -> None:
        self.forgotten += 1
