"""What others want of the camera, and what a reading has to know, comes with the next frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from rules.pieces import Place
from rules.text import Text
from server.live.camera_thread import CameraThread
from server.live.messages import Settled
from tests.firmware.test_sources import Shown
from vision.layout import NO_LAYOUT
from vision.picture_source import Frame, FrameError, shrunk_grey
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import NO_REGISTRY
from vision.watching.watch import NO_LEVELS, Notice, Watch

PICTURE = np.full((90, 160), 120, np.uint8)


class Noting(Watch):
    """Notes what it is asked; `meanwhile` is what others do while it looks."""

    def __init__(self) -> None:
        super().__init__(
            TagReader(NO_REGISTRY, NO_LAYOUT), lambda _tags, _size, _levels: Sighting()
        )
        self.asked: list[object] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def audit(self) -> None:
        self.asked.append("all")

    def see(self, frame: Frame, levels: Mapping[Place, int] = NO_LEVELS) -> None:
        self.asked.append(dict(levels))
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        frame.full()


def a_frame() -> Frame:
    return Frame(shrunk_grey(PICTURE), (160, 90), lambda: PICTURE, 0.0)


def test_what_is_wanted_and_known_during_a_look_is_so_from_the_next_frame_on() -> None:
    watch = Noting()
    thread = CameraThread(Shown(), watch, lambda _: None)

    def meanwhile() -> None:
        thread.audit()
        thread.expect({"hex:1": 2})

    watch.meanwhile = meanwhile
    for _ in range(3):
        thread.see(a_frame())
    assert watch.asked == [{}, "all", {"hex:1": 2}, {"hex:1": 2}]


def test_another_watch_is_told_what_was_expected_of_the_one_before() -> None:
    first, second = Noting(), Noting()
    thread = CameraThread(Shown(), first, lambda _: None)
    thread.expect({"hex:1": 2})
    thread.change(second)
    thread.see(a_frame())
    assert (first.asked, second.asked) == ([], [{"hex:1": 2}])


def test_a_picture_that_cannot_be_read_and_one_that_cannot_be_had_are_said_once_each() -> None:
    said: list[Sighting | Notice | Settled] = []
    bad = FrameError(Text("The picture is empty."))
    source = Shown(PICTURE, bad, bad, PICTURE)
    thread = CameraThread(source, Noting(), said.append)
    thread.run()
    assert said == [
        Notice(Text("The picture is empty."), True),
        Notice(Text("The camera is back."), False),
    ]
    assert thread.is_alive(), "recorded pictures may come to their end"
