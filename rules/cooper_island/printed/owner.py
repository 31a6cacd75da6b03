"""The house values of Cooper Island, as the owner of a copy confirms or corrects them."""

from __future__ import annotations

from collections import deque

from rules.cooper_island.printed.board import Board, board_of
from rules.cooper_island.printed.box import DOUBLES, LOGBOOKS, SINGLES, edition
from rules.cooper_island.printed.names import GOOD_NAMES, TERRAIN_NAMES
from rules.edition import Edition
from rules.text import Text

_PENINSULA = {
    "land": Text("Land spaces of a peninsula, as q:r"),
    "start": Text("The start space, as q:r"),
    "ruins": Text("Spaces with ruins, as q:r"),
    "isthmus": Text("The three isthmus spaces, as q:r"),
    "left": Text("Water from the left harbour to the bay, two spaces for each shoal, as q:r"),
    "right": Text("Water from the right harbour to the bay, two spaces for each shoal, as q:r"),
}
_PIERS = {
    "coin": Text("Coins for each pier"),
    "wood": Text("Wood for each pier"),
    "np": Text("Navigation points of each pier"),
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
            return Text("Number of double tiles {type}", type=name)
        case "single_tiles":
            return Text("Number of single tiles {type}", type=name)
        case "islets":
            return Text("The land of islet {key}", key=row)
        case "logbooks" if name == "count":
            return Text("Number of logbook tiles {key}", key=row)
        case "logbooks":
            return Text("What logbook tile {key} brings", key=row)
        case "statue_slots":
            return Text("Statue slots, as points:covered")
        case "worker_board" if name == "food_at_start":
            return Text("Food symbols that are visible at the start")
        case "worker_board":
            return Text("Food symbols that each hire uncovers")
        case "royal_cards":
            return Text("What royal card {number} asks for bronze, silver and gold", number=row)
    if name in GOOD_NAMES:
        return Text("Cargo ship {number}: {good}", number=row, good=GOOD_NAMES[name])
    return Text("Cargo ship {number}: navigation points", number=row)


def printed_words() -> dict[str, dict[str, Text]]:
    """The words that some of them can be."""
    lands = {terrain: TERRAIN_NAMES[terrain] for terrain in ("forest", "meadow", "mountain")}
    found = {path: lands for path in edition().house if path.endswith("].land")}
    return found | {path: GOOD_NAMES for path in edition().house if path.endswith(".gain")}


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
            return Text("The number of {what} must be {total} in all.", what=what, total=total)
    return _map_problem(own, board_of(own))


def _map_problem(own: Edition, board: Board) -> Text | None:
    """What is known of every peninsula: so many spaces of each kind, and all of it connected."""
    for name, number in (("start", 1), ("ruins", own.number("rules.ruins")), ("isthmus", 3)):
        spaces = own.value(f"peninsula.{name}")
        if len(spaces) != number or any(
            space not in own.value("peninsula.land") for space in spaces
        ):
            text = "{what}: these must be {n}, all of them land."
            return Text(text, what=_PENINSULA[name], n=number)
    if any(len(own.value(f"peninsula.{coast}")) != 8 for coast in ("left", "right")):
        return Text("Each coast has four shoals, so eight spaces of water.")
    if board.start in board.ruins:
        return Text("There is no ruin on the start space.")
    if not any(board.first_shoal()[0] in board.coast[s] for s in board.around[board.start]):
        return Text("Beside the start space there is land at the first shoal on the right.")
    reached, edge = {board.start}, deque([board.start])
    while edge:
        new = [space for space in board.around[edge.popleft()] if space not in reached]
        reached |= {*new}
        edge += new
    if len(reached) < len(board.land):
        return Text("All land spaces of a peninsula are connected.")
    return None
