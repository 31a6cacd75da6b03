"""The disks of the virtual Pi, each made from the one before and kept until its recipe changes.

    base        Debian, and what Raspberry Pi OS adds to it     by image/build.sh
    installed   base with Quartermaster                         by its own installer
    current     installed, brought to the sources as they are   by the same installer: an update

The first is made anew if its recipe changes, the second with the project's requirements or its
installer, the third with any source. All are in the cache folder, never in the repository.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from tests.lab.board import X86, Board
from tests.lab.disk import copy_sparse
from tests.lab.machine import Machine

TOP = Path(__file__).parents[2]
RECIPE = Path(__file__).parent / "image"
PARTS = (
    *("rules", "vision", "firmware", "server", "hardware", "docs", "pictures"),
    *("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "run"),
)
SETTING_UP = ("pyproject.toml", "firmware/install")
"""What decides which packages are installed."""
TOOLS = Path(__file__).parent / "tools.txt"
INSTALL = "cd /root/quartermaster && firmware/install/install.sh"
UNINSTALL = "cd /root/quartermaster && firmware/install/uninstall.sh"

Say = Callable[[str], None]


class LabError(Exception):
    """The lab cannot work; the message says what to do."""


def cache_folder() -> Path:
    given = os.environ.get("XDG_CACHE_HOME")
    return (Path(given) if given else Path.home() / ".cache") / "quartermaster" / "lab"


def digest(top: Path, names: Iterable[str]) -> str:
    """Changes with every name, mode and byte of these files and folders."""
    found = sha256()
    for path in sorted(path for name in names for path in _files(top / name)):
        data = path.read_bytes()
        mode = path.stat().st_mode & 0o111
        found.update(f"{path.relative_to(top)} {mode:o} {len(data)}\n".encode() + data)
    return found.hexdigest()[:16]


def _files(path: Path) -> Iterable[Path]:
    if path.is_file():
        return [path]
    return (
        each
        for each in path.rglob("*")
        if each.is_file() and "__pycache__" not in each.parts and ".egg-info" not in str(each)
    )


class Layers:
    """`say` hears what takes long."""

    def __init__(self, say: Say, board: Board = X86, folder: Path | None = None) -> None:
        self._say = say
        self._architecture = board.architecture
        self._folder = (folder or cache_folder()) / board.name
        self.base = self._folder / f"base-{digest(RECIPE, ['.'])}"
        set_up = sha256(f"{self.base.name} {digest(TOP, SETTING_UP)}".encode()).hexdigest()[:16]
        self._installed = self._folder / f"installed-{set_up}.img"
        now = sha256(f"{set_up} {digest(TOP, PARTS)}".encode()).hexdigest()[:16]
        self._current = self._folder / f"current-{now}.img"

    def is_ready(self) -> bool:
        """Whether the guest with the sources as they are can be started at once."""
        return self._current.exists() and (self.base / "disk.img").exists()

    def current(self) -> Path:
        """The disk with Quartermaster as it is in the repository; made if it is not there."""
        need_tools()
        if not (self.base / "disk.img").exists():
            self._build_base()
        if not self._installed.exists():
            self._forget("installed-*.img", "current-*.img")
            self._install(self.base / "disk.img", self._installed, "Installing Quartermaster")
            os.link(self._installed, self._current)
        elif not self._current.exists():
            self._forget("current-*.img")
            self._install(self._installed, self._current, "Updating Quartermaster")
        return self._current

    def _build_base(self) -> None:
        self._forget("base-*", "installed-*.img", "current-*.img")
        self._say("Building the virtual Pi; this takes some minutes, once.")
        self.base.mkdir(parents=True)
        owner = f"{os.getuid()}:{os.getgid()}"
        self._as_root(str(RECIPE / "build.sh"), str(self.base), self._architecture, owner)

    def _install(self, before: Path, after: Path, what: str) -> None:
        self._say(f"{what} on the disk of the virtual Pi, with its own installer.")
        part = after.with_suffix(".part")
        copy_sparse(before, part)
        with tempfile.TemporaryDirectory() as name:
            sources = pack(Path(name) / "sources.tar")
            script = Path(__file__).parent / "install.sh"
            self._as_root(str(script), str(part), self._architecture, str(sources))
        part.rename(after)

    def _as_root(self, *command: str) -> None:
        """What it says goes where all that takes long is said."""
        if os.getuid() != 0 and not shutil.which("sudo"):
            raise LabError(
                "Making the virtual Pi needs root: run the lab as root, or install sudo."
            )
        sudo = [] if os.getuid() == 0 else ["sudo"]
        with subprocess.Popen(
            [*sudo, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                self._say(f"  | {line.rstrip()}")
        if process.returncode:
            raise LabError(
                f"{command[0]} ended with {process.returncode}; its last words are above."
            )

    def _forget(self, *patterns: str) -> None:
        """Old disks are large, and nobody asks for them again."""
        for pattern in patterns:
            for path in self._folder.glob(pattern):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()


def pack(path: Path, more: Sequence[tuple[str, Path]] = ()) -> Path:
    """The sources, as a clone has them, and more files under other names, for the guest."""
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as tar:
        for part in PARTS:
            for file in sorted(_files(TOP / part)):
                tar.add(file, f"quartermaster/{file.relative_to(TOP)}")
        for name, source in more:
            tar.add(source, name)
    return path


def unpack(machine: Machine) -> None:
    """What `git clone` would do."""
    machine.console.check("rm -rf /root/quartermaster && tar -C /root --no-same-owner -xf /dev/vdb")


def need_tools() -> None:
    """Only sees whether they are there; `./run lab` installs them first."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    lines = (line.split() for line in TOOLS.read_text().splitlines() if not line.startswith("#"))
    missing = [package for tool, package in lines if not shutil.which(tool, path=path)]
    if missing:
        raise LabError(
            f"The lab needs Debian packages that are not installed: {', '.join(missing)}. "
            "In a copy of the repository ./run lab installs them."
        )
