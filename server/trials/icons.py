"""The drawing of ours in the sizes that home screens ask for, and a video of nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from server.errors import UserError
from server.trials.screenshots import browser

_GROUND = "#0e5a6d"
_SIZES = {"icon-192.png": 192, "icon-512.png": 512}
_FILLED = {"icon-maskable.png": 512, "icon-apple.png": 180}
"""Without corners of their own: phones cut them to a shape, so all that counts is in the middle."""
_MIDDLE = 0.8
"""The part of the width that no shape cuts off."""
_CODECS = {"awake.webm": "VP80", "awake.mp4": "mp4v"}
_VIDEO = 16
"""Pixels each way."""


def make_icons(drawing: str, folder: Path) -> Iterator[Path]:
    with browser() as opened, opened.new_page() as page:
        for name, size in (*_SIZES.items(), *_FILLED.items()):
            filled = name in _FILLED
            drawn = round(size * _MIDDLE) if filled else size
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>html {{ background: {_GROUND if filled else 'transparent'} }}"
                "body { margin: 0; height: 100vh; display: grid; place-content: center }"
                f"svg {{ width: {drawn}px; height: {drawn}px }}</style>{drawing}"
            )
            page.screenshot(path=folder / name, omit_background=not filled)
            yield folder / name


def make_videos(folder: Path) -> Iterator[Path]:
    """A second that is black and silent."""
    black = np.zeros((_VIDEO, _VIDEO, 3), np.uint8)
    for name, codec in _CODECS.items():
        fourcc = cv2.VideoWriter.fourcc(*codec)
        video = cv2.VideoWriter(str(folder / name), fourcc, 10, (_VIDEO, _VIDEO))
        if not video.isOpened():
            raise UserError(f"This OpenCV cannot write {name}; install opencv-python-headless.")
        for _ in range(10):
            video.write(black)
        video.release()
        yield folder / name
