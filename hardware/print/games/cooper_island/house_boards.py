"""Cooper Island's boards as the house has them, in parts that fit on paper, with their tags."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hardware.print.in_parts import in_parts
from hardware.print.page import Page, Paper, broken
from hardware.print.pen import PaperPen
from hardware.print.sheet import Sheet
from rules.cooper_island.printed.board import Board
from rules.cooper_island.printed.describe import discount_text, effects_text
from rules.cooper_island.printed.names import goods_text
from rules.text import Plural, Text, listing
from vision.games.cooper_island.board import PAPER, SEA, draw_board, is_peninsula
from vision.games.cooper_island.faces import hexagon
from vision.layout import Layout, Mat, PlaceShape
from vision.pen import INK, mixed

_SMALL, _PALE = 2.2, 0.45


def board_sheets(board: Board, layout: Layout, paper: Paper) -> list[Sheet]:
    """Every board in equal parts from left to right, to be glued together."""
    return [
        sheet
        for frame in layout.mats.values()
        for sheet in in_parts(
            frame, paper, partial(_board, board=board, layout=layout, frame=frame)
        )
    ]


def _board(page: Page, board: Board, layout: Layout, frame: Mat) -> None:
    pen = PaperPen(page, _PALE)
    pen.rectangle(0, 0, frame.width, frame.height, SEA if is_peninsula(frame) else PAPER)
    places = [place for place in layout.places_on(frame.key) if _is_on(frame, place)]
    draw_board(pen, frame, places)
    if is_peninsula(frame):  # where islets and tiles are laid
        for cell in layout.grids[frame.key].hexes:
            corners = hexagon(cell.x, cell.y, cell.side)
            pen.line([*corners, corners[0]], mixed(SEA, INK, 0.3), 0.2)
    for place in places:
        words = words_for(board, place.name)
        if words is not None:
            _write(page, words, place)


def _is_on(frame: Mat, place: PlaceShape) -> bool:
    """Some places are beside the board."""
    x, y = place.shape.centre
    return 0 <= x <= frame.width and 0 <= y <= frame.height


def _write(page: Page, words: Text, place: PlaceShape) -> None:
    """Small words in the middle of a place, as many lines as they need."""
    across = [at[0] for at in place.shape.outline]
    x, y = place.shape.centre
    rows = broken(page.say(words), _SMALL, max(across) - min(across) - 2)
    for number, row in enumerate(rows):
        below = y + (number + 1 - len(rows) / 2) * _SMALL * 1.3
        page.text(row, x, below, _SMALL, anchor="middle")


def words_for(board: Board, place: str) -> Text | None:
    """What is printed in a place: its price, its action or its number."""
    kind, _, rest = place.partition(":")
    name = rest.rpartition(":")[2]
    match kind:
        case "space":
            return _sector_words(board, rest)
        case "cargo":
            ship = board.cargo[int(name)]
            return _price(Text("Cargo ship {number}", number=name), ship.cost, ship.np)
        case "pier":
            pier = board.piers.get(int(name))
            title = Text("Pier {number}", number=name)
            return _price(title, pier.cost, pier.np) if pier else None
        case "carto":
            return Text("{n}", n=name)
        case "crate":
            return effects_text(board.crates[name]) if name in board.crates else None
        case "slot":
            slot = next((each for each in board.slots if str(each.number) == name), None)
            return Plural("{n} point", "{n} points", slot.np) if slot and slot.np else None
        case "on":
            return _space_words(board, name)
        case "sea":
            return _PLACES.get(name) or Text("{n}", n=name.rpartition("_")[2])
    return _PLACES.get(kind)


_PLACES = {
    "lids": Text("Unused lids"),
    "structures": Text("Structures"),
    "available": Text("Available workers"),
    "waiting": Text("Waiting workers"),
    "milestones": Text("Milestones: turn over when reached"),
    "cell": Text("Recruitment cell"),
    "royal": Text("Worker on a royal card"),
    "lying": Text("Harbourmaster, discount given"),
    "harbour": Text("Harbour"),
    "bay": Text("Bay"),
}


def _space_words(board: Board, space: str) -> Text | None:
    if space == board.start:
        return Text("Start")
    if space in board.ruins:
        return Text("Ruin")
    return Text("Isthmus") if space in board.isthmus else None


def _sector_words(board: Board, space: str) -> Text:
    letter, _, shape = space.partition(":")
    sector = board.sectors[letter]
    does = sector.does if shape == "round" else sector.square_instead or sector.square_bonus
    what = effects_text(does or sector.does)
    if shape == "square" and sector.square_discount:
        what = listing((what, discount_text(sector.square_discount)))
    return Text("{letter}: {what}", letter=letter.upper(), what=what)


def _price(title: Text, cost: Mapping[str, int], np: int) -> Text:
    goods = listing(goods_text(good, n) for good, n in cost.items() if n)
    return Plural(
        "{what}: {goods}, {n} point", "{what}: {goods}, {n} points", np, what=title, goods=goods
    )
