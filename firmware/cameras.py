"""Which cameras there are: the Pi's own, as libcamera finds them, and those of USB.

A camera has a name by which it is found again: `pi`, `pi:1` for the second one at a Pi, or for one
of USB the name that it keeps whichever socket it is put into.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.addresses import host_of, is_address
from firmware.panel import has_pins
from firmware.pi_camera import pi_infos
from rules.text import Text

_TRIES = 5
"""Looks, one a second, that a Pi gets that has just been switched on to find its camera."""
_CLASS = Path("/sys/class/video4linux")
_NAMES = Path("/dev/v4l/by-id")
_MODULES = {
    "ov5647": "Camera Module 1",
    "imx219": "Camera Module 2",
    "imx708": "Camera Module 3",
    "imx708_wide": "Camera Module 3 Wide",
    "imx477": "HQ Camera",
    "imx296": "Global Shutter Camera",
    "imx500": "AI Camera",
}


class Found(NamedTuple):
    name: str
    text: Text
    """What it is, for people."""


def found_cameras() -> list[Found]:
    """All that are there, the best one first."""
    return [*_of_the_pi(), *usb_cameras()]


def best_camera() -> str | None:
    """The name of the best camera that is really there."""
    for _ in range(_TRIES if has_pins() else 1):
        for found in found_cameras():
            return found.name
        if has_pins():
            time.sleep(1.0)
    return None


def described(name: str) -> Text:
    """What a source is, for people."""
    if is_address(name):
        return Text("The camera on the network at {host}", host=host_of(name))
    known = {found.name: found.text for found in found_cameras()}
    if name in known:
        return known[name]
    if name.partition(":")[0] == "pi":
        return Text("The Raspberry Pi's own camera")
    if name.startswith("/dev/"):
        return Text("The camera {device}", device=name)
    return Text("Pictures from {name}", name=Path(name).name)


def usb_cameras(devices: Path = _CLASS, names: Path = _NAMES) -> Iterator[Found]:
    """A camera has several devices; the first of each gives pictures."""
    kept = {name.resolve().name: name for name in sorted(names.glob("*"))}
    for device in sorted(devices.glob("video*"), key=lambda each: (len(each.name), each.name)):
        try:
            is_first = (device / "index").read_text(encoding="ascii").strip() == "0"
            model = (device / "name").read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            continue
        # All others are parts of the Pi: of its own cameras, or of what packs videos.
        if is_first and "/usb" in str((device / "device").resolve()):
            name = str(kept.get(device.name, f"/dev/{device.name}"))
            yield Found(name, Text("{model} (USB)", model=model))


def _of_the_pi() -> Iterator[Found]:
    for number, info in enumerate(pi_infos()):
        sensor = str(info.get("Model", ""))
        model = _MODULES.get(sensor.removesuffix("_noir"), sensor)
        yield Found(
            f"pi:{number}" if number else "pi",
            Text("{model} of the Raspberry Pi", model=model),
        )
