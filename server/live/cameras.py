"""Which camera the table is seen with: the best there is, or the one that somebody has chosen.

Users and passwords of cameras on the network are in a file of their own, which only this user may
read; pages and messages never have them.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from msgspec import ValidationError
from msgspec.structs import asdict

from firmware.addresses import Login, host_of, is_address, read_address
from firmware.camera import named_source
from firmware.cameras import best_camera, described, found_cameras
from rules.text import Text
from rules.typed import Table, convert
from server.live.checking.lens import LENS, SIMULATED_LENS
from server.live.messages import Refused
from server.store.atomic_file import write_whole
from vision.picture_source import FrameError

CAMERAS = "cameras.json"
LOGINS = "camera-logins.json"
SIMULATED = "simulated"
AUTO = "auto"
_SECRET = 0o600
_MOST = 10
"""Cameras on the network that are remembered."""

T = TypeVar("T")


class _Named(Table, frozen=True):
    chosen: str | None = None
    """None if the best one is to be found."""
    addresses: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One that can be chosen."""

    name: str
    text: Text
    is_used: bool
    is_chosen: bool
    host: str
    """Of one on the network, which can be forgotten; empty for all others."""


class KnownCameras:
    """What is kept of cameras in the folder of the matches. Raises ValueError if it is broken."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        named, logins = folder / CAMERAS, folder / LOGINS
        self._named = _read_named(named) if named.exists() else _Named()
        self._logins = _read_logins(logins) if logins.exists() else {}

    def best(self) -> str:
        """The chosen one, or the best that is there, or the simulated table."""
        return self._named.chosen or best_camera() or SIMULATED

    @property
    def chosen(self) -> str | None:
        return self._named.chosen

    @property
    def addresses(self) -> Sequence[str]:
        return self._named.addresses

    def login(self, name: str) -> Login | None:
        return self._logins.get(name)

    def choose(self, name: str | None) -> None:
        self._keep(name, self.addresses)

    def add(self, address: str, login: Login | None) -> None:
        """And choose it. The password is there before the address that needs it."""
        logins = {name: each for name, each in self._logins.items() if name != address}
        if login is not None:
            logins[address] = login
        self._keep_logins(logins)
        others = [each for each in self.addresses if each != address]
        self._keep(address, (*others[1 - _MOST :], address))

    def forget(self, address: str) -> None:
        chosen = None if self.chosen == address else self.chosen
        self._keep(chosen, [each for each in self.addresses if each != address])
        self._keep_logins({name: each for name, each in self._logins.items() if name != address})

    def _keep(self, chosen: str | None, addresses: Sequence[str]) -> None:
        self._named = _Named(chosen, tuple(addresses))
        _write(self._folder / CAMERAS, {"chosen": chosen, "addresses": [*addresses]}, 0o666)

    def _keep_logins(self, logins: Mapping[str, Login]) -> None:
        if logins != self._logins:
            self._logins = {**logins}
            written = {name: asdict(login) for name, login in logins.items()}
            _write(self._folder / LOGINS, written, _SECRET)


class CameraChoice:
    """For all phones; its methods may be called from any thread."""

    def __init__(
        self, known: KnownCameras, used: str, given: bool, begin_again: Callable[[], object]
    ) -> None:
        """`given`: the camera was named by an option, so nobody can choose another. `begin_again`
        starts the assistant anew, soon.
        """
        self._known = known
        self._used = used
        self.given = given
        self._begin_again = begin_again
        self._lock = threading.Lock()

    @property
    def is_automatic(self) -> bool:
        return self._known.chosen is None

    def choices(self) -> list[Choice]:
        """All that there are, and the one that is used, be it there or not."""
        there = {found.name: found.text for found in found_cameras()}
        there |= {address: described(address) for address in self._known.addresses}
        there[SIMULATED] = Text("The simulated table, without a camera")
        if self._used not in there:
            there[self._used] = described(self._used)
        return [
            Choice(
                name,
                text,
                name == self._used,
                name == self._known.chosen,
                host_of(name) if name in self._known.addresses else "",
            )
            for name, text in there.items()
        ]

    def choose(self, name: str | None) -> None:
        """None: the best one. Raises Refused if there is no such camera."""
        with self._lock:
            self._refuse_if_given()
            if name is not None and name not in {choice.name for choice in self.choices()}:
                raise Refused(Text("This camera is not there any more. Choose another one."))
            self._known.choose(name)
        self._begin_again()

    def add(self, address: str, user: str, password: str) -> None:
        """Take one on the network, once it has given a picture. Raises Refused if it gives none."""
        self._refuse_if_given()
        read = read_address(address)
        if read is None:
            raise Refused(
                Text(
                    "That is not the address of a camera. It begins with rtsp:// or http://, and "
                    "the camera's program shows it."
                )
            )
        name, written = read
        login = Login(user, password) if user or password else written
        try:
            with named_source(name, None, login) as source, source.frame():
                pass
        except FrameError as error:
            raise Refused(error.text) from None
        with self._lock:
            self._known.add(name, login)
        self._begin_again()

    def forget(self, address: str) -> None:
        """And look for the best one, if it is the one that is used."""
        with self._lock:
            self._refuse_if_given()
            self._known.forget(address)
        if address == self._used:
            self._begin_again()

    def _refuse_if_given(self) -> None:
        if self.given:
            raise Refused(
                Text("The camera was named by the option --camera. Take that out to choose here.")
            )


def lens_file(folder: Path, camera: str) -> Path:
    """What was measured of the lens of this camera, and of no other."""
    if camera == SIMULATED:
        return folder / SIMULATED_LENS
    if is_address(camera) or camera.startswith(("/dev/", "pi:")):
        return folder / f"lens-{sha256(camera.encode()).hexdigest()[:8]}.toml"
    return folder / LENS


def shown_name(camera: str) -> str:
    """A camera's name for the log: of an address, only the computer."""
    return host_of(camera) if is_address(camera) else camera


def _read_named(file: Path) -> _Named:
    return _read(file, _Named)


def _read_logins(file: Path) -> dict[str, Login]:
    return _read(file, dict[str, Login])


CAMERA_FILES: Mapping[str, Callable[[Path], object]] = {
    CAMERAS: _read_named,
    LOGINS: _read_logins,
}


def _read(file: Path, form: type[T]) -> T:
    try:
        found: T = convert(json.loads(file.read_text(encoding="utf-8")), form)
    except (OSError, ValidationError, RecursionError) as error:
        raise ValueError(f"{file} cannot be used.") from error
    return found


def _write(file: Path, what: object, mode: int) -> None:
    write_whole(file, json.dumps(what).encode(), mode)
