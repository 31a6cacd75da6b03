"""Where frames come from, and what happens when they do not come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import pytest

from firmware.camera import PictureFolder, UsbCamera, VideoFile, named_source, read_picture
from rules.text import Text
from server.live.camera_thread import CameraThread
from server.live.messages import Settled
from tests.vision.watching.evening import CAMERA, FRAMES, LAYOUT, REGISTRY, SPOTS, new_watch
from vision.picture_source import (
    CameraLost,
    EndOfPictures,
    Frame,
    FrameError,
    Source,
    SourceError,
    frames,
    shrunk_grey,
)
from vision.reading import Picture, Sighting
from vision.simulator.render import render
from vision.simulator.scene import PlacedPiece, Scene
from vision.watching.watch import Notice

CAPTAIN, PRIEST = "captain/4.1", "priest/4.1"
SPOT = SPOTS["harbour"][2]


def scene(*pieces: str) -> Scene:
    cards = tuple(
        PlacedPiece(piece, spot) for piece, spot in zip(pieces, SPOTS["harbour"], strict=False)
    )
    return Scene(LAYOUT, REGISTRY, cards, FRAMES)


@pytest.fixture(scope="module")
def pictures() -> list[Picture]:
    """A table with a captain on it, and the same table with a priest beside."""
    shown = (scene(CAPTAIN), scene(CAPTAIN, PRIEST))
    return [render(table, CAMERA, 1, moment=n).picture for n, table in enumerate(shown)]


def said(source: Source) -> list[str]:
    """What the watch says about a source: pieces that are seen, and the texts of notices."""
    told = []
    for event in events_of(source):
        if isinstance(event, Sighting):
            told.append(", ".join(sorted(event.places)))
        else:
            told.append(str(event.text))
    return told


def events_of(source: Source) -> list[Sighting | Notice]:
    """What the camera's thread reports until the pictures end."""
    events: list[Sighting | Notice | Settled] = []
    CameraThread(source, new_watch(), events.append).run()
    return [event for event in events if not isinstance(event, Settled)]


Step = Callable[[], Picture] | Exception


class Shown:
    """A source that shows pictures, or fails, just as its script says."""

    def __init__(self, *script: Picture | Exception) -> None:
        self.script = list(script)
        self.time = 0.0
        self.opened = 0

    def __enter__(self) -> Self:
        self.opened += 1
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        if not self.script:
            raise EndOfPictures
        step = self.script.pop(0)
        self.time += 0.25
        if isinstance(step, Exception):
            raise step
        frame = Frame(shrunk_grey(step), (step.shape[1], step.shape[0]), lambda: step, self.time)
        yield frame
        frame.give_back()


def test_a_folder_of_pictures_is_watched_in_the_order_of_names(
    tmp_path: Path, pictures: list[Picture]
) -> None:
    cv2.imwrite(str(tmp_path / "b.jpg"), pictures[1])
    cv2.imwrite(str(tmp_path / "a.jpg"), pictures[0])
    (tmp_path / "notes.txt").write_text("no picture")
    assert said(PictureFolder(tmp_path)) == [CAPTAIN, f"{CAPTAIN}, {PRIEST}"]


def test_bad_pictures_in_a_folder_are_named_and_passed_over(
    tmp_path: Path, pictures: list[Picture]
) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), pictures[0])
    whole = (tmp_path / "a.jpg").read_bytes()
    (tmp_path / "b.jpg").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "c.png").write_bytes(b"")
    (tmp_path / "d.jpg").write_bytes(b"this is text")
    cv2.imwrite(str(tmp_path / "e.jpg"), pictures[1])
    assert said(PictureFolder(tmp_path)) == [
        CAPTAIN,
        "The picture b.jpg is incomplete.",
        "The picture c.png is empty.",
        "The file d.jpg is no picture.",
        "The camera is back.",
        f"{CAPTAIN}, {PRIEST}",
    ]


def test_a_picture_file_that_is_cut_off_is_never_read_as_half_a_table(
    tmp_path: Path, pictures: list[Picture]
) -> None:
    for name in ("a.jpg", "a.png"):
        path = tmp_path / name
        cv2.imwrite(str(path), pictures[0])
        assert read_picture(path).shape == pictures[0].shape
        path.write_bytes(path.read_bytes()[:-200])
        with pytest.raises(FrameError, match="incomplete"):
            read_picture(path)


def test_a_video_is_watched_to_its_end(tmp_path: Path, pictures: list[Picture]) -> None:
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(
        str(path), cv2.VideoWriter.fourcc(*"MJPG"), 4, (CAMERA.width, CAMERA.height)
    )
    for picture in pictures:
        for _ in range(10):
            writer.write(picture)
    writer.release()
    assert said(VideoFile(path)) == [CAPTAIN, f"{CAPTAIN}, {PRIEST}"]


def test_an_empty_picture_is_told_once_and_the_watch_goes_on(pictures: list[Picture]) -> None:
    empty = np.empty((0, 0, 3), np.uint8)
    table = [pictures[0]] * 8
    assert said(Shown(*table, empty, empty, empty, *table, *[pictures[1]] * 12)) == [
        CAPTAIN,
        "Empty picture from the camera. Waiting for the next one.",
        "The camera is back.",
        f"{CAPTAIN}, {PRIEST}",
    ]


def test_a_camera_pulled_out_is_opened_again_until_it_is_back(
    pictures: list[Picture], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.picture_source._REOPEN_AFTER", (0.0,))
    lost = CameraLost(Text("The camera {device} gives no pictures.", device="front"))
    source = Shown(*[pictures[0]] * 8, lost, lost, lost, *[pictures[1]] * 12)
    events = events_of(source)
    texts = [str(event.text) for event in events if isinstance(event, Notice)]
    assert texts == ["The camera front gives no pictures.", "The camera is back."]
    assert isinstance(events[-1], Sighting)
    assert set(events[-1].places) == {CAPTAIN, PRIEST}
    assert source.opened == 4


def test_a_lost_camera_is_opened_again_after_longer_and_longer_waits() -> None:
    lost, waits = CameraLost(Text("The camera is gone.")), list[float]()
    picture = np.full((90, 160), 120, np.uint8)
    script = [lost] * 5 + [picture] + [lost]
    coming = frames(Shown(*script), waits.append)
    assert [isinstance(frame, FrameError) for frame in coming] == [True] * 5 + [False, True]
    assert waits == [0.5, 1.0, 2.0, 5.0, 5.0, 0.5]


def test_pictures_of_another_size_in_mid_stream(pictures: list[Picture]) -> None:
    larger = render(scene(CAPTAIN, PRIEST), replace(CAMERA, width=2560, height=1440), 1).picture
    told = said(Shown(*[pictures[0]] * 8, *[larger] * 10))
    assert told[0] == CAPTAIN
    assert told[1].startswith("The camera's pictures now have 2560 x 1440 pixels, not 2304 x")
    assert told[2:] == [f"{CAPTAIN}, {PRIEST}"]


def test_a_usb_camera_that_is_not_there_is_lost_and_not_a_crash() -> None:
    with pytest.raises(CameraLost, match=r"/dev/video97 does not open\. Check its cable"):
        UsbCamera("/dev/video97").__enter__()


def test_a_source_is_chosen_by_its_name(tmp_path: Path, pictures: list[Picture]) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), pictures[0])
    assert isinstance(named_source(str(tmp_path)), PictureFolder)
    assert isinstance(named_source("/dev/video0"), UsbCamera)
    with pytest.raises(SourceError, match="'webcam' is not understood; give pi, a device"):
        named_source("webcam")
    with pytest.raises(SourceError, match="There is no video"):
        named_source("nowhere.mp4")
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="holds no pictures"):
        named_source(str(tmp_path / "empty"))


def test_the_small_picture_of_a_grey_and_of_a_coloured_one_are_alike() -> None:
    picture = render(scene(CAPTAIN), replace(CAMERA, width=1280, height=720), 1).picture
    small = shrunk_grey(picture)
    assert small.shape == (180, 320)
    grey = shrunk_grey(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    assert np.abs(small.astype(int) - grey).mean() < 12
