"""The house as a whole: who may look into which room, how large anything may become, and that
nothing stands about.

The rooms and what they may import are read from the map in CONTRIBUTING.md, so that the map is
true. There `<game>` stands for any game, the same one on both sides, and `vision/*` for all rooms
of a package that stand above.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from rules.games import GAMES
from tests.conftest import SLOW

TOP = Path(__file__).parents[1]
PACKAGES = ("rules", "vision", "firmware", "hardware", "server")
LONGEST_MODULE, MOST_PARAMETERS = 600, 7
"""Limits, no aims: what belongs together stays together."""
NAMES_A_GAME = {
    "server/trials/": "trials and benchmarks play games that are known, so that figures compare",
    "server/command.py": "what the program says it is for",
    "server/commands/dev/accuracy.py": "the figures of ACCURACY.md are of one game's cards",
    "server/commands/dev/enrol.py": "an example in the help",
    "server/commands/print.py": "an example in the help",
    "server/commands/dev/recognise.py": "an example in the help",
    "server/commands/dev/render.py": "an example in the help",
}
USED_FROM_OUTSIDE = {
    "get_expiration_time": "Flask calls it",
    "open_session": "Flask calls it",
    "save_session": "Flask calls it",
    "wrong_fields": "what is wrong with catalogues is looked for before they are released",
}
"""What the house itself never names, and why it is there all the same."""


class Room(NamedTuple):
    name: str
    imports: tuple[str, ...]

    def game_of(self, file: str) -> str | None:
        """The game whose folder this is; "" if the room is no game's, None if it is another room.

        A room that is a folder has all below it that is no room of its own.
        """
        pattern = re.escape(self.name).replace("<game>", "(?P<game>[a-z_]+)")
        found = re.match(pattern if self.name.endswith("/") else f"{pattern}$", file)
        return found and found.groupdict().get("game", "")


@cache
def rooms() -> list[Room]:
    text = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| folder \| .*?\n\n", text, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| `([^`]+)` \|[^|]*\|([^|]*)\|$", table, re.MULTILINE)
    return [Room(name, tuple(re.findall("`([^`]+)`", imports))) for name, imports in rows]


@dataclass(frozen=True, slots=True)
class Module:
    name: str
    file: str
    """Its path in the repository."""
    tree: ast.Module
    lines: int

    @property
    def folder(self) -> str:
        return self.file.rpartition("/")[0]


@cache
def home(file: str) -> tuple[Room, str]:
    """The room that a module is in, the innermost, and the game whose folder that is."""
    found = [(room, game) for room in rooms() if (game := room.game_of(file)) is not None]
    assert found, f"{file} is in no room of the map in CONTRIBUTING.md"
    return max(found, key=lambda each: len(each[0].name))


@cache
def modules() -> Mapping[str, Module]:
    found = {}
    for package in PACKAGES:
        for path in sorted((TOP / package).rglob("*.py")):
            file = path.relative_to(TOP).as_posix()
            name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            text = path.read_text(encoding="utf-8")
            found[name] = Module(name, file, ast.parse(text), text.count("\n"))
    return found


@cache
def imported(module: Module) -> set[str]:
    """The modules of the house that one needs, also those it loads only when it needs them."""
    found = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.file}: imports say the whole name"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules() else node.module)
    return {name for name in found if name.partition(".")[0] in (*PACKAGES, "tests")}


# ------------------------------------------------------------------------------------ Who sees whom


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: imported(module) for name, module in modules().items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def test_a_room_of_the_map_imports_only_rooms_above_it() -> None:
    for number, room in enumerate(rooms()):
        above = {each.name for each in rooms()[:number]}
        assert _allowed(room) <= above, f"{room.name} stands above what it imports"


def test_rules_import_nobody_and_vision_only_rules() -> None:
    allowed = {"rules": {"rules"}, "vision": {"rules", "vision"}}
    for package, known in allowed.items():
        for name, module in modules().items():
            if name.partition(".")[0] == package:
                assert {other.partition(".")[0] for other in imported(module)} <= known, name


def test_every_import_is_one_that_the_map_allows() -> None:
    found = list(_not_allowed())
    assert not found, "\n".join(found)


def _not_allowed() -> Iterator[str]:
    for name, module in modules().items():
        room, game = home(module.file)
        allowed = _allowed(room) | {room.name}
        for other in sorted(imported(module)):
            if other not in modules():
                yield f"{name} imports {other}, which is no part of the product"
                continue
            there, whose = home(modules()[other].file)
            if there.name not in allowed:
                yield f"{name} ({room.name}) imports {other} ({there.name})"
            elif game and whose and game != whose:
                yield f"{name} looks into {other}, another game's folder"


def _allowed(room: Room) -> set[str]:
    """The rooms that the last column of the map means; `vision/*` are those above."""
    above = [each.name for each in rooms()[: rooms().index(room)]]
    plain = {name for name in room.imports if not name.endswith("/*")}
    starts = tuple(name.removesuffix("*") for name in room.imports if name.endswith("/*"))
    return plain | {name for name in above if name.startswith(starts)}


def test_every_room_of_the_map_is_there() -> None:
    used = {home(module.file)[0].name for module in modules().values()}
    assert [room.name for room in rooms() if room.name not in used] == []


# ------------------------------------------------------------------------------------ Whose game


def test_no_game_is_named_outside_the_folders_of_games() -> None:
    known = [game.replace("_", ".?") for game in GAMES]
    found = [
        f"{module.file}:{line}: {words}"
        for module in modules().values()
        if not module.file.startswith(("rules/", *NAMES_A_GAME)) and "/games/" not in module.file
        for line, words in _words(module.tree)
        if re.search("|".join(known), words, re.IGNORECASE)
    ]
    assert not found, "\n".join(found)


def test_no_shared_template_names_a_game() -> None:
    shared = sorted((TOP / "server" / "web" / "templates").glob("*.html"))
    assert shared
    assert [page.name for page in shared if re.search("|".join(GAMES), page.read_text())] == []


def test_only_what_names_a_game_is_excused() -> None:
    known = "|".join(game.replace("_", ".?") for game in GAMES)
    for start in NAMES_A_GAME:
        here = [module for module in modules().values() if module.file.startswith(start)]
        words = [words for module in here for _, words in _words(module.tree)]
        assert any(re.search(known, each, re.IGNORECASE) for each in words), start


def test_the_kernel_names_no_game_but_where_games_are_put_in_order() -> None:
    known = "|".join(GAMES)
    for module in modules().values():
        if module.folder == "rules" and module.file != "rules/games.py":
            assert [words for _, words in _words(module.tree) if re.search(known, words)] == []


def _words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """All that code says, with its line: names, imports and strings, but no docstrings."""
    plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in plain:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or ""
        elif isinstance(node, ast.alias | ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name


# ------------------------------------------------------------------------------------ How large


def test_no_module_is_longer_than_one_can_read() -> None:
    long = {each.file: each.lines for each in modules().values() if each.lines > LONGEST_MODULE}
    assert long == {}


def test_no_function_has_more_parameters_than_one_can_tell_apart_by_their_order() -> None:
    found = []
    for module in modules().values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
                if len(names) - (names[:1] in (["self"], ["cls"])) > MOST_PARAMETERS:
                    found.append(f"{module.file}:{node.lineno}: {node.name}")
    assert not found, "\n".join(found)


def test_nothing_is_made_of_more_values_than_one_can_tell_apart_by_their_order() -> None:
    found = []
    for module in modules().values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and _bare_values(node) > MOST_PARAMETERS:
                name = ast.unparse(node.func)
                if name.rpartition(".")[2][:1].isupper() or name == "cls":
                    found.append(f"{module.file}:{node.lineno}: {name}")
    assert not found, "\n".join(found)


def _bare_values(call: ast.Call) -> int:
    """Those given by their order; a `Column(...)` among them says itself what it is."""
    return sum(not isinstance(each, ast.Call) for each in call.args)


# ------------------------------------------------------------------------------- What is needed


def test_nothing_is_there_that_nobody_uses_or_only_tests() -> None:
    named = Counter(name for module in modules().values() for name in _named(module.tree))
    for file in (path for package in PACKAGES for path in (TOP / package).rglob("*")):
        if file.suffix in {".html", ".js", ".sh", ".toml"}:
            named.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    found = [
        f"{module.file}:{node.lineno}: {node.name}"
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not _is_called_by_others(node)
        and named[node.name] <= Counter(_named(node))[node.name]
    ]
    assert not found, "\n".join(found)


def _named(tree: ast.AST) -> Iterator[str]:
    """What code reads by its name, also where that is text, as for `getattr`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and re.fullmatch(r"\S+", str(node.value)):
            yield from re.findall(r"\w+", str(node.value))


def _is_called_by_others(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Python's own methods, and what a decorator hands to whoever calls it, like a page."""
    plain = {"cache", "classmethod", "contextmanager", "dataclass", "property", "staticmethod"}
    decorators = {re.split(r"[.(]", ast.unparse(each))[0] for each in node.decorator_list}
    return node.name.startswith("__") or node.name in USED_FROM_OUTSIDE or bool(decorators - plain)


# ------------------------------------------------------------------------------------ The checks


def test_what_the_fast_check_leaves_out_is_there() -> None:
    assert [path for path in SLOW if not (TOP / path).exists()] == []
