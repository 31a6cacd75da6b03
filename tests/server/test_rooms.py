"""The rooms of the server: each imports only from those before it, and none names a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rules.games import GAMES

TOP = Path(__file__).parents[2]
SERVER = TOP / "server"
ROOMS = (
    "errors",
    "store",
    "live",
    "simulated",
    "robots",
    "language",
    "web",
    "data_folder",
    "assistant",
    "trials",
    "commands",
    "command",
)
"""What is in `server/`: folders, and modules that stand alone."""
WEB = ("http", "door", "request", "parts", "games", "showing", "pages", "")
"""What is in `server/web/`; last, the application itself."""
NAMES_GAMES = ("server/web/games/", "server/trials/", "server/commands/accuracy.py")
"""Where a game may be named: in what it draws itself, and where one is tried out."""


def sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    """Every module or name that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(name: str, package: str, rooms: Sequence[str]) -> str | None:
    """In which room a module is, or what is imported of it; None if it is not of this package."""
    if name != package and not name.startswith(f"{package}."):
        return None
    first = name.removeprefix(package).lstrip(".").partition(".")[0]
    return first if first in rooms else ""


def against_the_order(folder: Path, package: str, rooms: Sequence[str]) -> list[str]:
    wrong = []
    for file in sources(folder):
        module = ".".join(file.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")
        here = room_of(module, package, rooms)
        for name in imported(file):
            there = room_of(name, package, rooms)
            if here is not None and there and rooms.index(there) > rooms.index(here):
                wrong.append(f"{module} imports {name}")
    return wrong


def test_a_room_imports_only_from_rooms_before_it() -> None:
    assert against_the_order(SERVER, "server", ("", *ROOMS)) == []


def test_what_is_in_the_web_imports_only_from_rooms_before_it() -> None:
    assert against_the_order(SERVER / "web", "server.web", WEB) == []


@pytest.mark.parametrize(("folder", "rooms"), [(SERVER, ROOMS), (SERVER / "web", WEB)])
def test_every_room_stands_in_the_order(folder: Path, rooms: Sequence[str]) -> None:
    there = {path.stem for path in folder.glob("*.py")}
    there |= {path.parent.name for path in folder.glob("*/__init__.py")}
    assert there - {"__init__"} == {*rooms} - {""}


def test_no_page_imports_the_application() -> None:
    pages = (name for file in sources(SERVER / "web") for name in imported(file))
    assert [name for name in pages if name in ("server.web.create_app", "server.web")] == []


def test_the_server_imports_no_test() -> None:
    names = (name for file in sources(SERVER) for name in imported(file))
    assert [name for name in names if name.partition(".")[0] == "tests"] == []


def test_no_game_is_named_outside_its_own_folder() -> None:
    name, help_text = re.compile("|".join(GAMES)), re.compile(r'help="[^"]*"')
    named = []
    for file in (*sources(SERVER), *(SERVER / "web" / "templates").glob("*.html")):
        path = file.relative_to(TOP).as_posix()
        text = help_text.sub("", file.read_text(encoding="utf-8"))
        if name.search(text) and not path.startswith(NAMES_GAMES):
            named.append(path)
    assert named == []


def test_no_module_is_long_and_no_folder_full() -> None:
    long = [file.name for file in sources(SERVER) if len(file.read_text().splitlines()) > 400]
    folders = [path for path in SERVER.rglob("*") if path.is_dir() and path.name != "commands"]
    assert long == []
    assert [path.name for path in folders if len(list(path.glob("*.py"))) > 25] == []
