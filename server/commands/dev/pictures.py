"""Pictures that a person names on the command line."""

from __future__ import annotations

from pathlib import Path

from firmware.camera import read_picture
from server.errors import UserError
from vision.picture_source import FrameError
from vision.reading import Picture


def picture(path: Path) -> Picture:
    try:
        return read_picture(path)
    except FrameError as error:
        raise UserError(f"{error} Take it again, or leave it out.") from error
