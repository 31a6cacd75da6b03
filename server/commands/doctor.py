"""`doctor`: looks at everything the assistant needs, and says what to do about each problem."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from server.errors import UserError

NAME = "doctor"
HELP = "check camera, pins, tesseract, disk, clock and database"

SERVICE = "quartermaster.service"
_LEAST_FREE_MB = 200
_NOT_BEFORE = 1_767_225_600
"""The first second of 2026: a clock that says less was not set since the Pi was switched on."""


class Finding(NamedTuple):
    """One line; `advice` is empty where all is well."""

    what: str
    found: str
    advice: str = ""


def _service_runs() -> bool:
    """Whether the installed assistant runs on this computer."""
    if not shutil.which("systemctl"):
        return False
    return (
        subprocess.run(["systemctl", "is-active", "--quiet", SERVICE], check=False).returncode == 0
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from server.assistant import data_folder

    parser.add_argument(
        "--data", type=Path, default=data_folder(), help="folder of the matches (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    findings = list(examine(args.data))
    for finding in findings:
        print(f"{'ok ' if not finding.advice else '!! '} {finding.what}: {finding.found}")
        if finding.advice:
            print(f"     {finding.advice}")
    return 1 if any(finding.advice for finding in findings) else 0


def examine(
    data: Path,
    clock: Callable[[], float] = time.time,
    service_runs: Callable[[], bool] = _service_runs,
) -> Iterator[Finding]:
    if service_runs():
        # Nobody else can open them now.
        yield Finding("camera", "used by the service that is running")
        yield Finding("pins", "used by the service that is running")
    else:
        yield _camera()
        yield _pins()
    yield _tesseract()
    yield _disk(data)
    yield _clock(clock())
    yield _database(data)


def _camera() -> Finding:
    from firmware.camera import named_source
    from server.assistant import find_camera
    from vision.frame import FrameError

    name = find_camera()
    if name == "simulated":
        return Finding("camera", "none, so the simulated table is used")
    try:
        with named_source(name) as source, source.frame() as frame:
            return Finding("camera", f"{name}, {frame.size[0]} x {frame.size[1]} pixels")
    except (FrameError, ValueError, OSError, RuntimeError) as error:
        return Finding(
            "camera", f"{name} gives no picture ({error})", "Check its cable, then start again."
        )


def _pins() -> Finding:
    from firmware.panel import Panel, PanelError, has_pins

    try:
        Panel.open(lambda _event: None).close()
    except ValueError as error:
        return Finding("pins", str(error), "Correct firmware/pins.toml.")
    except PanelError as error:
        return Finding("pins", str(error), "Then start again.")
    return Finding("pins", "a Raspberry Pi's" if has_pins() else "none, so buttons are on screen")


def _tesseract() -> Finding:
    if shutil.which("tesseract"):
        return Finding("tesseract", "installed")
    return Finding(
        "tesseract", "not installed, so printed numbers cannot be read", "apt install tesseract-ocr"
    )


def _disk(data: Path) -> Finding:
    folder = next(path for path in (data, *data.parents) if path.exists())
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < _LEAST_FREE_MB:
        return Finding("disk", f"only {free} MB free", f"Free some space on the disk of {folder}.")
    return Finding("disk", f"{free} MB free")


def _clock(now: float) -> Finding:
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(max(0.0, now)))
    if now < _NOT_BEFORE:
        return Finding(
            "clock",
            f"{day} is too early",
            "Connect the Pi to a network once, or set it: sudo date -s 'YYYY-MM-DD HH:MM'.",
        )
    return Finding("clock", day)


def _database(data: Path) -> Finding:
    from server.assistant import STORE
    from server.store import Store

    path = data / STORE
    if not path.exists():
        return Finding("database", f"{path} is made when the first match starts")
    try:
        with Store.open(path) as store:
            return Finding("database", f"{path}, {len(store.matches())} matches")
    except UserError as error:
        return Finding("database", "cannot be used", str(error))
