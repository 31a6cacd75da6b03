"""The folder of the matches: that it can be used, that only one assistant uses it, and that what
is broken in it keeps nobody from playing."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

from rules.game import Game
from rules.games import GAMES
from rules.text import Text
from server.errors import UserError
from server.live.cameras import CAMERA_FILES
from server.live.virtual_piles import SECRET_BYTES, SECRET_FILE
from server.store import owner_values as owner
from server.store.atomic_file import put_aside
from server.store.dealing import FOLDER as DEALT
from server.store.dealing import read_piles
from server.store.keys import KEY_BYTES, KEY_FILE
from vision.locate.lens import LensError, load_lens

log = logging.getLogger(__name__)

_LOCK = "in-use"
_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)
_ASIDE = ("*.broken", "*.broken-*", "*.damaged", "*.damaged-*")


class InUse(UserError):
    """Another process has the folder."""


class Occupation:
    """Holds the folder for this process, to the end of `with` or of the process.

    The folder is made if it is not there. Raises UserError if it cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise UserError(_unusable(folder, error)) from error
        try:
            _lock(self._file, folder)
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def is_in_use(folder: Path) -> bool:
    """Whether an assistant, or a rescue, is at work there."""
    try:
        file = os.open(folder / _LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _NO_LOCKS
    finally:
        os.close(file)
    return False


def user_of(folder: Path) -> int | None:
    """The process of the assistant that is at work there."""
    try:
        return int((folder / _LOCK).read_text(encoding="ascii")) if is_in_use(folder) else None
    except (OSError, ValueError):
        return None


def _lock(file: int, folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return  # not on this kind of disk
        other = os.pread(file, 20, 0).decode("ascii", "replace").strip()
        raise InUse(
            f"Quartermaster is running already with the folder {folder}"
            f"{f' (process {other})' if other else ''}. Use that one, or end it first: "
            "sudo systemctl stop quartermaster, or Ctrl+C where it was started. Another folder "
            "can be chosen with --data."
        ) from error
    os.ftruncate(file, 0)
    os.pwrite(file, f"{os.getpid()}\n".encode(), 0)


def _unusable(folder: Path, error: OSError) -> str:
    at = Path(error.filename or folder)
    if error.errno == errno.EROFS:
        return (
            f"The folder {folder} cannot be used for the matches: its disk takes no more writes, "
            "as when a memory card is at its end. Start the computer again. If it says the same, "
            "copy the folder to another card, which can still be done; nothing was changed in it."
        )
    if isinstance(error, FileExistsError | NotADirectoryError):
        what = next((path for path in (folder, *folder.parents) if path.is_file()), at)
        why = f"{what} is a file, not a folder"
    else:
        why = f"{error.strerror or error}"
    return (
        f"The folder {folder} cannot be used for the matches: {why}. Choose a folder that this "
        "user may write to: --data FOLDER."
    )


# ------------------------------------------------------------------------------------ Broken files


class Broken(NamedTuple):
    file: Path
    outcome: Text
    """What is different without it, and what to do."""


def broken_files(folder: Path) -> Iterator[Broken]:
    """What the assistant itself has written there and cannot be read any more."""
    for lens in sorted(folder.glob("lens*.toml")):
        yield from _broken(
            lens,
            load_lens,
            Text("Measure the lens again: pieces near the edges may be misread."),
        )
    for name, read_cameras in CAMERA_FILES.items():
        yield from _broken(folder / name, read_cameras, Text("Choose your camera again."))
    yield from _broken(
        folder / KEY_FILE,
        lambda file: _has_size(file, KEY_BYTES),
        Text("All phones must join again."),
    )
    yield from _broken(
        folder / SECRET_FILE,
        lambda file: _has_size(file, SECRET_BYTES),
        Text("Piles kept by Quartermaster are reshuffled."),
    )
    for file in sorted((folder / DEALT).glob("*.json")):
        yield from _broken(
            file,
            read_piles,
            Text("At the simulated table, hands in this match may have changed."),
        )
    for name in GAMES.names:
        # A game that cannot be loaded keeps what was said of it.
        if owner.values_file(name, folder).exists() and name in GAMES:
            game = GAMES[name]
            yield from _broken(
                owner.values_file(name, folder),
                partial(_read_values, game),
                Text(
                    "Enter the values of your copy of {game} again.",
                    game=game.edition.text("title"),
                ),
            )


def put_broken_aside(folder: Path) -> list[Text]:
    """Take broken files out of the way, so that the assistant can start; what people are told."""
    told = []
    for broken in list(broken_files(folder)):
        try:
            kept = put_aside(broken.file, "broken")
        except OSError as error:
            raise UserError(
                f"{broken.file} is broken and cannot be put aside: {error.strerror}. Delete it."
            ) from error
        told.append(
            Text(
                "{file} was damaged and is kept as {kept}. {outcome}",
                file=broken.file.name,
                kept=kept.name,
                outcome=broken.outcome,
            )
        )
        log.warning("%s", told[-1])
    return told


def files_aside(folder: Path) -> list[str]:
    """What was found broken or damaged and is kept for a closer look."""
    places = (folder, folder / DEALT)
    return sorted({file.name for at in places for pattern in _ASIDE for file in at.glob(pattern)})


def _broken(file: Path, read: Callable[[Path], object], outcome: Text) -> Iterator[Broken]:
    if not file.exists():
        return
    try:
        read(file)
    except (LensError, owner.OwnerError, IsADirectoryError, ValueError) as error:
        if not isinstance(error.__cause__, PermissionError):
            yield Broken(file, outcome)


def _read_values(game: Game[Any], file: Path) -> None:
    owner.read_values(game, file.parent)


def _has_size(file: Path, size: int) -> None:
    if not file.is_file() or file.stat().st_size != size:
        raise ValueError(f"{file} has not {size} bytes")
