"""The house values of Cooper Island, as the owner of a copy confirms or corrects them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator

from rules.cooper_island.printed.board import (
    LEFT,
    RIGHT,
    SHOALS,
    Board,
    board_of,
    name_of,
    neighbours,
)
from rules.cooper_island.printed.box import DOUBLES, LOGBOOKS, SINGLES, edition, tile_name
from rules.cooper_island.printed.describe import effects_text
from rules.cooper_island.printed.names import GOOD_NAMES, ROYAL_NAMES, TERRAIN_NAMES
from rules.cooper_island.printed.nodes import LETTERS, Effects
from rules.edition import Edition, EditionError
from rules.game import Group
from rules.text import Text
from rules.typed import read

_PENINSULA = {
    "land": Text("Land spaces, as q:r"),
    "start": Text("Start space, as q:r"),
    "ruins": Text("Ruins, as q:r"),
    "isthmus": Text("Three isthmus spaces, as q:r"),
    "left": Text("Left shoals from harbour, two spaces each, as q:r"),
    "right": Text("Right shoals from harbour, two spaces each, as q:r"),
}
FIELD = tuple(
    (q, r)
    for r in range(-1, 7)
    for q in range(-6, 7)
    if abs(2 * q + r) <= (4 if r < 0 else 6) and (q, r) != (-3, 0)
)
"""Where the board of a peninsula has room for land and shoals, row by row: in its corners there are
the bay and the tags.
"""
_PIERS = {
    "coin": Text("Coins per pier"),
    "wood": Text("Wood per pier"),
    "np": Text("Navigation points per pier"),
}


def printed_things() -> dict[str, Text]:
    """Each house value in words, for the owner who looks for it on the printed copy."""
    return {path: _thing(path) for path in edition().house}


def _thing(path: str) -> Text:
    table, _, name = path.partition(".")
    what, _, row = table.removesuffix("]").partition("[")
    match what:
        case "peninsula":
            return _PENINSULA[name]
        case "piers":
            return _PIERS[name]
        case "double_tiles":
            return Text("Double tiles {type}", type=name)
        case "single_tiles":
            return Text("Single tiles {type}", type=name)
        case "islets":
            return Text("Land of islet {key}", key=row)
        case "logbooks" if name == "count":
            return Text("Logbook tiles {key}", key=row)
        case "logbooks":
            return Text("Logbook tile {key} brings", key=row)
        case "statue_slots":
            return Text("Statue slots, as points:covered")
        case "worker_board" if name == "food_at_start":
            return Text("Food symbols at start")
        case "worker_board":
            return Text("Food symbols per hire")
        case "royal_cards":
            return Text("Royal card {number}: bronze, silver, gold", number=row)
    if name in GOOD_NAMES:
        return Text("Cargo ship {number}: {good}", number=row, good=GOOD_NAMES[name])
    return Text("Cargo ship {number}: navigation points", number=row)


def printed_words() -> dict[str, dict[str, Text]]:
    """The words that some of them can be."""
    lands = {terrain: TERRAIN_NAMES[terrain] for terrain in ("forest", "meadow", "mountain")}
    found = {path: lands for path in edition().house if path.endswith("].land")}
    return found | {path: GOOD_NAMES for path in edition().house if path.endswith(".gain")}


_BOARD, _TILES = Text("Player boards"), Text("Tiles and islets")
SPACES = {
    "land": Text("Land"),
    "start": Text("Start space"),
    "ruins": Text("Ruins"),
    "isthmus": Text("Isthmus"),
    LEFT: Text("Left coast"),
    RIGHT: Text("Right coast"),
}
"""What the spaces of a peninsula are, by the name of their list."""


def _tiles() -> Iterator[Group]:
    for kind, name in (
        ("double_tiles", Text("Double tiles of each kind")),
        ("single_tiles", Text("Single tiles of each kind")),
    ):
        types = {f"{kind}.{key}": _sides(key) for key in edition().counts(kind)}
        yield Group(kind, name, types, _TILES)


def _sides(type_: str) -> Text:
    """The terrains of a type of tile; a single tile has one on either side."""
    return tile_name(*(type_.split("_") if "_" in type_ else type_))


def _islets() -> Iterator[tuple[str, Text]]:
    for row in edition().rows("islets"):
        path = f"islets[{row['key']}].land"
        if path in edition().house:
            yield path, effects_text(read(row["does"], Effects, path, EditionError))


def _logbooks() -> Iterator[Group]:
    for number, row in enumerate(edition().rows("logbooks"), start=1):
        begins = f"logbooks[{row['key']}]."
        values = {
            path: Text("Number of tiles") if path.endswith(".count") else Text("What it brings")
            for path in edition().house
            if path.startswith(begins)
        }
        what = effects_text(read(row["does"], Effects, begins, EditionError))
        name = Text("Logbook tile {number}: {what}", number=number, what=what)
        yield Group(f"logbook {row['key']}", name, values, Text("Logbook tiles"))


def _cargo() -> Iterator[Group]:
    for row in edition().rows("cargo_ships"):
        begins, words = f"cargo_ships[{row['number']}].", {"np": Text("navigation points")}
        values = {
            path: {**GOOD_NAMES, **words}[path.removeprefix(begins)]
            for path in edition().house
            if path.startswith(begins)
        }
        name = Text("Cargo ship {number}", number=row["number"])
        yield Group(f"cargo ship {row['number']}", name, values, Text("Cargo ships"))


def _royals() -> Iterator[Group]:
    for row in edition().rows("royal_cards"):
        path = f"royal_cards[{row['number']}].stages"
        if path in edition().house:
            asks = {path: Text("bronze, silver, gold")}
            name = ROYAL_NAMES[row["counts"]]
            yield Group(f"royal card {row['number']}", name, asks, Text("Royal cards"))


def groups() -> list[Group]:
    """What an owner looks at together: a board, a row of spaces, a card."""
    return [
        Group(
            "peninsula",
            Text("Peninsula and water"),
            {f"peninsula.{name}": words for name, words in SPACES.items()},
        ),
        *_tiles(),
        Group("islets", Text("Land of each islet"), dict(_islets()), _TILES),
        *_logbooks(),
        Group("piers", Text("Piers"), {f"piers.{k}": t for k, t in _PIERS.items()}, _BOARD),
        Group(
            "statue slots",
            Text("Statue slots"),
            {"statue_slots.slots": Text("Points; covered by large building?")},
            _BOARD,
        ),
        Group(
            "worker board",
            Text("Worker board"),
            {
                "worker_board.food_at_start": Text("Food symbols at start"),
                "worker_board.food_per_hire": Text("Food symbols per hire"),
            },
            _BOARD,
        ),
        *_cargo(),
        *_royals(),
    ]


def contradiction(own: Edition) -> Text | None:
    """The first reason why these values cannot all be printed on one copy."""
    sums = (
        (own.counts("double_tiles"), DOUBLES, Text("double tiles")),
        (own.counts("single_tiles"), SINGLES, Text("single tiles")),
        (
            {row["key"]: row["count"] for row in own.rows("logbooks")},
            LOGBOOKS,
            Text("logbook tiles"),
        ),
    )
    for counts, total, what in sums:
        if sum(counts.values()) != total or min(counts.values()) < 0:
            return Text("{what}: there must be {total}.", what=what, total=total)
    return next(_problems(own), None)


def _problems(own: Edition) -> Iterator[Text]:
    for number, row in enumerate(own.rows("logbooks"), start=1):
        for goods in (node["choose"] for node in row["does"] if "choose" in node):
            if not (isinstance(goods, list) and goods and {*map(str, goods)} <= {*GOOD_NAMES}):
                yield Text("Logbook tile {number} must bring a good.", number=number)
    yield from _without_a_tile(own)
    yield from _map_problems(own)


def _without_a_tile(own: Edition) -> Iterator[Text]:
    """Everybody may start on any terrain."""
    singles = own.counts("single_tiles")
    for letter, terrain in LETTERS.items():
        if not any(n for sides, n in singles.items() if letter in sides):
            name = TERRAIN_NAMES[terrain]
            yield Text("{terrain} is missing on the single tiles.", terrain=name)


def _map_problems(own: Edition) -> Iterator[Text]:
    """What is known of every peninsula: so many spaces of each kind, and all of it connected."""
    yield from _misplaced(own)
    for name, number in (("start", 1), ("ruins", own.number("rules.ruins")), ("isthmus", 3)):
        spaces = own.value(f"peninsula.{name}")
        if len(spaces) != number or any(
            space not in own.value("peninsula.land") for space in spaces
        ):
            yield Text("{what} must be {n} land spaces.", what=SPACES[name], n=number)
    for coast in (LEFT, RIGHT):
        if len(own.value(f"peninsula.{coast}")) != 2 * SHOALS:
            yield Text("Each coast needs eight water spaces.")
    yield from _shoal_problems(own)
    board = board_of(own)
    if board.start in board.ruins:
        yield Text("The start space has no ruin.")
    if not any(board.first_shoal()[0] in board.coast[s] for s in board.around[board.start]):
        yield Text("The start space must border land at the first right shoal.")
    if not _is_connected(board):
        yield Text("All land must be connected.")


def _misplaced(own: Edition) -> Iterator[Text]:
    """A space is land or water, once, and lies on the board."""
    for name in SPACES:
        twice = [cell for cell, n in _cells(own, name).items() if n > 1]
        if twice:
            yield Text(
                "{what}: {space} is there twice.",
                what=SPACES[name],
                space=name_of(twice[0]),
            )
    areas = ("land", LEFT, RIGHT)
    for cell, n in sum((_cells(own, name) for name in areas), Counter()).items():
        if cell not in FIELD:
            yield Text("{space} is not on the peninsula board.", space=name_of(cell))
        if n > 1:
            yield Text("{space} must be land or one half-shoal.", space=name_of(cell))


def _shoal_problems(own: Edition) -> Iterator[Text]:
    for coast in (LEFT, RIGHT):
        water = list(_cells(own, coast))
        for number, (one, other) in enumerate(zip(water[::2], water[1::2], strict=True), start=1):
            if other not in neighbours(one):
                yield Text(
                    "{coast}, shoal {n}: its halves must touch.",
                    n=number,
                    coast=SPACES[coast],
                )


def _cells(own: Edition, name: str) -> Counter[tuple[int, int]]:
    return Counter((q, r) for q, r in own.value(f"peninsula.{name}"))


def _is_connected(board: Board) -> bool:
    reached, edge = {board.start}, deque([board.start])
    while edge:
        new = [space for space in board.around[edge.popleft()] if space not in reached]
        reached |= {*new}
        edge += new
    return len(reached) == len(board.land)
