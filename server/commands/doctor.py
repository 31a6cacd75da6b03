"""`doctor`: looks at everything the assistant needs, and says what to do about each problem."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from server.errors import UserError

NAME = "doctor"
HELP = "check camera, pins, options, tesseract, memory, disk, clock and database"

SERVICE = "quartermaster.service"
_LEAST_FREE_MB = 200


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
        subprocess.run(
            ["systemctl", "is-active", "--quiet", SERVICE], check=False, stderr=subprocess.DEVNULL
        ).returncode
        == 0
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from server.assistant import data_folder
    from server.commands.arguments import own_folder

    parser.add_argument(
        "--data", type=own_folder, default=data_folder(), help="folder of the matches (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    findings = report(examine(args.data))
    _show_wifi()
    return 1 if any(finding.advice for finding in findings) else 0


def report(findings: Iterable[Finding]) -> list[Finding]:
    """Says each as soon as it is found."""
    reported = []
    for finding in findings:
        print(f"{'ok ' if not finding.advice else '!! '} {finding.what}: {finding.found}")
        if finding.advice:
            print(f"     {finding.advice}")
        sys.stdout.flush()
        reported.append(finding)
    return reported


def examine(
    data: Path,
    clock: Callable[[], float] = time.time,
    service_runs: Callable[[], bool] = _service_runs,
) -> Iterator[Finding]:
    from server.data_folder import is_in_use

    if service_runs() or is_in_use(data):
        # Nobody else can open them now.
        yield Finding("camera", "used by the service that is running")
        yield Finding("pins", "used by the service that is running")
    else:
        yield from _camera(data)
        yield _pins()
    yield _options()
    yield _tesseract()
    yield _memory(data)
    yield _disk(data)
    yield _clock(clock())
    yield _database(data)
    yield _code(data)
    yield _wifi()
    yield from _games()
    yield from _cards(data)
    yield from _files(data)


def _camera(data: Path) -> Iterator[Finding]:
    from firmware.camera import named_source
    from firmware.cameras import described, found_cameras
    from server.live.cameras import SIMULATED, KnownCameras
    from vision.picture_source import FrameError

    try:
        known = KnownCameras(data)
    except ValueError as error:
        yield Finding("camera", str(error), "Start Quartermaster, then choose the camera again.")
        return
    name = known.best()
    text = described(name)
    if name == SIMULATED:
        chosen = "is chosen" if known.chosen else "is used, since no camera was found"
        yield Finding("camera", f"the simulated table {chosen}")
    else:
        try:
            with named_source(name, None, known.login(name)) as source, source.frame() as frame:
                yield Finding("camera", f"{text}, {frame.size[0]} x {frame.size[1]} pixels")
        except (FrameError, ValueError, OSError, RuntimeError) as error:
            yield Finding(
                "camera",
                f"{text} gives no picture ({error})",
                "Check its cable or its network. Choose another one on the page Camera.",
            )
    others = [str(found.text) for found in found_cameras() if found.name != name]
    others += [str(described(each)) for each in known.addresses if each != name]
    if others:
        yield Finding("other cameras", f"{', '.join(others)}; choose on the page Camera")


def _pins() -> Finding:
    from firmware.panel import Panel, PanelError, has_pins
    from firmware.pins import pins_file

    try:
        Panel.open(lambda _event: None).close()
    except ValueError as error:
        return Finding("pins", str(error), f"Correct {pins_file()}.")
    except PanelError as error:
        return Finding("pins", str(error), "Then start again.")
    return Finding("pins", "a Raspberry Pi's" if has_pins() else "none, so buttons are on screen")


def _options() -> Finding:
    from firmware.own_options import OWN_OPTIONS_FILE
    from server.commands.serve import with_own_options

    if not OWN_OPTIONS_FILE.exists():
        return Finding("options", "none of the owner's for the service")
    _, told = with_own_options(argparse.Namespace(options=OWN_OPTIONS_FILE))
    return Finding("options", f"the owner's, in {OWN_OPTIONS_FILE}", "\n     ".join(map(str, told)))


def _tesseract() -> Finding:
    if shutil.which("tesseract"):
        return Finding("tesseract", "installed")
    return Finding(
        "tesseract", "not installed, so printed numbers cannot be read", "apt install tesseract-ocr"
    )


def _memory(data: Path) -> Finding:
    from server.data_folder import user_of
    from server.memory import MOST_MB, resident_mb

    process = user_of(data)
    held = None if process is None else resident_mb(process)
    if held is None:
        return Finding("memory", f"no assistant is running; it needs up to {MOST_MB} MB")
    if held > MOST_MB:
        return Finding(
            "memory",
            f"the assistant holds {held} MB, more than {MOST_MB}",
            "Start it again: sudo systemctl restart quartermaster. Nothing is lost.",
        )
    return Finding("memory", f"the assistant holds {held} MB of at most {MOST_MB}")


def _disk(data: Path) -> Finding:
    folder = next(
        path for path in (data.absolute(), *data.absolute().parents) if os.path.exists(path)
    )
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < _LEAST_FREE_MB:
        return Finding("disk", f"only {free} MB free", f"Free some space on the disk of {folder}.")
    return Finding("disk", f"{free} MB free")


def _clock(now: float) -> Finding:
    from server.web.door.joining import CLOCK_IS_SET

    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(max(0.0, now)))
    if now < CLOCK_IS_SET:
        return Finding(
            "clock",
            f"{day} is too early",
            "Connect the Pi to a network once, or set it: sudo date -s 'YYYY-MM-DD HH:MM'.",
        )
    return Finding("clock", day)


def _database(data: Path) -> Finding:
    """Only looked at, so that it can be done while the assistant runs."""
    from server.assistant import STORE
    from server.store.file import count_matches
    from server.store.log import damage_in, log_of

    path = data / STORE
    if trouble := _trouble_with(data):
        return Finding("database", f"the folder {data} cannot be used", trouble)
    try:
        if not path.exists():
            return Finding("database", f"{path} is made when the first match starts")
        number = count_matches(path)
        spoilt = damage_in(log_of(path))
        if spoilt is not None and spoilt == damage_in(log_of(path)):  # nobody was just writing
            return Finding(
                "database",
                f"{number} matches; of its log the last {spoilt.lost} entries cannot be used",
                f"The memory card may be failing. Copy {path.parent} to another disk; then start "
                "Quartermaster, which keeps the spoilt log and goes on with what can be read, and "
                "compare the match with the table.",
            )
    except UserError as error:
        return Finding("database", "cannot be used", str(error))
    return Finding("database", f"{path}, {number} matches")


def _trouble_with(data: Path) -> str:
    """What is wrong with the folder, if it is there."""
    advice = "Say which one it is: --data FOLDER."
    try:
        there = next(path for path in (data, *data.absolute().parents) if os.path.lexists(path))
        if not there.is_dir():
            what = "It" if there == data else str(there)
            return f"{what} is a file, not a folder. {advice}"
        if data.exists():
            next(data.iterdir(), None)
    except OSError as error:
        return f"{error.strerror}. Check that this user may read it. {advice}"
    return ""


def _code(data: Path) -> Finding:
    """How phones come in where the table has neither buttons nor a screen."""
    from server.store.keys import known_code

    code = known_code(data)
    if code is None:
        return Finding("code", "made when the assistant starts, and only for its user to read")
    return Finding("code", f"{code}, for phones that ask to join where there are no buttons")


def _wifi() -> Finding:
    """Where there is no router."""
    from firmware.own_wifi import OwnWifiError, read_own_wifi

    try:
        wifi = read_own_wifi()
    except OwnWifiError as error:
        return Finding(
            "wifi", "the table's own stays as it was, its file cannot be used", str(error)
        )
    if wifi is None:
        return Finding("wifi", "none of the table's own; the installer makes one on a Raspberry Pi")
    return Finding(
        "wifi",
        f"where no other is, the table opens {wifi.ssid}, passphrase {wifi.passphrase}; "
        "phones scan the code below",
    )


def _show_wifi() -> None:
    import segno

    from firmware.own_wifi import own_wifi

    wifi = own_wifi()
    if wifi is not None:
        segno.make(wifi.code, error="m", micro=False).terminal(compact=True)


def _games() -> Iterator[Finding]:
    """Those that installed packages bring."""
    from hardware.print.on_paper import PAPER
    from rules.games import GAMES
    from server.web.games import PHONES
    from vision.looks import LOOKS

    played = [*GAMES]
    yield Finding("games", f"{', '.join(played) or 'none'} can be played")
    dressed = [text for layer in (LOOKS, PHONES, PAPER) for text in layer.troubles(played)]
    for trouble in (*GAMES.troubles(), *dressed):
        yield Finding("games", str(trouble), "Put that right, or remove the package it is in.")


def _cards(data: Path) -> Iterator[Finding]:
    """Which pieces of a game are known by what."""
    from rules.games import GAMES
    from server.live.albums import SUFFIX
    from vision.recognise.album import AlbumError, kinds_of, load_album, new_album

    for name, game in GAMES.items():
        labelled = f"{name}: with labels by their tags"
        if not game.cards:
            yield Finding("pieces", f"{labelled}, all of them; what has none is asked on phones")
            continue
        path = data / f"{name}{SUFFIX}"
        try:
            album = load_album(path, name) if path.exists() else new_album(name)
        except AlbumError as error:
            yield Finding("pieces", f"{name}: the album of its cards cannot be used", str(error))
            continue
        kinds = kinds_of(name)
        boards = f"; by their photograph: {', '.join(album.boards)}" if album.boards else ""
        yield Finding(
            "pieces",
            f"{labelled}; without, {_by_form(name, kinds, album.cards)} by their pictures, and "
            f"{_numbered(name, kinds)} of these have a printed number that is read too; what is "
            f"not known is asked for when it is turned up, all else is asked on phones{boards}",
        )


def _by_form(game: str, kinds: Sequence[str], known: Container[str]) -> str:
    """How many kinds of each form are known."""
    from rules.games import GAMES
    from vision.registry import load_registry

    registry = load_registry(game)
    forms = {piece.kind: registry.form_of(key).name for key, piece in GAMES[game].pieces.items()}
    counted = Counter(forms[kind] for kind in kinds)
    shown = Counter(forms[kind] for kind in kinds if kind in known)
    return ", ".join(f"{shown[form]} of {all_} kinds of {form}" for form, all_ in counted.items())


def _numbered(game: str, kinds: Iterable[str]) -> int:
    """How many of the kinds have a number that can be read."""
    from vision.recognise.numbers import numbers_of

    printed = numbers_of(game)
    return sum(any(printed.numbers.get(kind, ())) for kind in kinds) if printed else 0


def _files(data: Path) -> Iterator[Finding]:
    """Only if there is something to say about them."""
    from server.data_folder import broken_files, files_aside

    if _trouble_with(data):
        return
    for file, outcome in broken_files(data):
        yield Finding(
            "files", f"{file} is broken", f"It is put aside when Quartermaster starts. {outcome}"
        )
    if aside := files_aside(data):
        yield Finding(
            "files",
            f"{', '.join(aside)} in {data} were found broken and put aside",
            "If nothing is missing, delete them; if matches are missing, try ./run rescue first.",
        )
