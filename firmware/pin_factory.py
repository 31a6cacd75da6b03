"""The pins of this computer: a Raspberry Pi's own, or gpiozero's mock pins."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]

MODEL = Path("/proc/device-tree/model")


class PanelError(RuntimeError):
    """The panel cannot be used; the message says why and what to do."""


def has_pins() -> bool:
    """Whether this computer is a Raspberry Pi."""
    try:
        return b"Raspberry Pi" in MODEL.read_bytes()
    except OSError:
        return False


def simulated_pins() -> Any:
    """gpiozero's mock pins; the lamp's colours need pins that can be dimmed."""
    return MockFactory(pin_class=MockPWMPin)


def real_pins() -> Any:
    """The Raspberry Pi's own pins."""
    try:
        # On import, lgpio makes a pipe in the current folder, which may not be writable.
        with tempfile.TemporaryDirectory(prefix="quartermaster-") as folder, _working_in(folder):
            from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]
        return LGPIOFactory()
    except ImportError as error:
        raise PanelError(
            f"The pins cannot be used: lgpio is not installed ({error}). "
            "Delete the folder .venv and start ./run again: it installs what is missing."
        ) from error
    except Exception as error:  # lgpio's own errors know no common class
        raise PanelError(
            f"The pins cannot be used ({error}). May you use them? "
            "`sudo usermod -aG gpio $USER` and a new login allow it."
        ) from error


@contextmanager
def _working_in(folder: str) -> Iterator[None]:
    """Back to the folder before at the end, if this user may go there; sudo does not ask."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        try:
            os.chdir(before)
        except PermissionError:
            os.chdir("/")
