"""Cooper Island's boards as the house has them, in parts that fit on paper, with their tags.

What a place does and costs is shown by signs, the same as on cards and phones, with numbers beside
them. Signs and words keep clear of the seams between the parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hardware.print.in_parts import in_parts, longest, seams_between, span_of
from hardware.print.page import Page, Paper, broken
from hardware.print.pen import PaperPen
from hardware.print.sheet import Sheet
from rules.cooper_island.printed.board import Board
from rules.text import Text
from vision.games.cooper_island.board import draw_board, is_peninsula
from vision.games.cooper_island.drawings import draw_emblems
from vision.games.cooper_island.emblems import Emblem, of_effects
from vision.games.cooper_island.faces import hexagon
from vision.layout import Layout, Mat, PlaceShape
from vision.pen import INK, WHITE, mixed

_WORDS = 3.2
"""Millimetres: the size of words; they can be read from where a player sits."""
_NUMBER = 5.0
"""Millimetres: how high a space's letter or number stands."""
_RIM = 1.5


class Printed(NamedTuple):
    """What is printed in a place: a letter or a number in its corner, signs, and words."""

    mark: str = ""
    signs: Sequence[Emblem] = ()
    words: Text | None = None


def board_sheets(board: Board, layout: Layout, paper: Paper) -> list[Sheet]:
    """Every board in parts from left to right, to be glued together."""
    return [
        sheet for frame in layout.mats.values() for sheet in _parts(board, layout, frame, paper)
    ]


def _parts(board: Board, layout: Layout, frame: Mat, paper: Paper) -> Iterator[Sheet]:
    places = [place for place in layout.places_on(frame.key) if _is_on(frame, place)]
    seams = seams_between(frame, paper, places)
    draw = partial(_board, board=board, layout=layout, frame=frame, places=places, seams=seams[0])
    return in_parts(frame, draw, seams)


def _board(
    page: Page,
    board: Board,
    layout: Layout,
    frame: Mat,
    places: Sequence[PlaceShape],
    seams: Sequence[float],
) -> None:
    pen = PaperPen(page)
    draw_board(pen, frame, places, WHITE, WHITE)  # bare paper: it costs no ink
    if is_peninsula(frame):  # where islets and tiles are laid
        for cell in layout.grids[frame.key].hexes:
            corners = hexagon(cell.x, cell.y, cell.side)
            pen.line([*corners, corners[0]], mixed(WHITE, INK, 0.55), 0.2)
    for place in places:
        shown = printed_in(board, place.name)
        if shown is not None:
            _write(page, pen, shown, place, (*seams, 0.0, frame.width))


def _is_on(frame: Mat, place: PlaceShape) -> bool:
    """Some places are beside the board."""
    x, y = place.shape.centre
    return 0 <= x <= frame.width and 0 <= y <= frame.height


def _write(
    page: Page, pen: PaperPen, shown: Printed, place: PlaceShape, seams: Sequence[float]
) -> None:
    """The mark above, then the signs, then the words, on the longest part that is not cut."""
    left, top, right, bottom = span_of(place)
    left, right = longest(left, right, seams)
    left, top, right, bottom = left + _RIM, top + _RIM, right - _RIM, bottom - _RIM
    rows = broken(page.say(shown.words), _WORDS, right - left) if shown.words else []
    high = len(rows) * _WORDS * 1.25
    if shown.mark and not shown.signs and not rows:
        pen.text(shown.mark, (left + right) / 2, (top + bottom) / 2, _NUMBER, INK, right - left)
        return
    if shown.mark:
        pen.text(shown.mark, left + _NUMBER * 0.6, top + _NUMBER * 0.6, _NUMBER * 0.8)
        top += _NUMBER * (1.2 if bottom - top > 20 else 0)
    if shown.signs:
        size = (right - left, bottom - top - high)
        draw_emblems(pen, shown.signs, (left, top), size, ground=False)
        top = bottom - high
    first = (top + bottom - high) / 2
    for number, row in enumerate(rows):
        below = first + (number + 0.85) * _WORDS * 1.25
        page.text(row, (left + right) / 2, below, _WORDS, anchor="middle", room=right - left)


def printed_in(board: Board, place: str) -> Printed | None:
    """What is printed in a place: its price, its action or its number."""
    kind, _, rest = place.partition(":")
    name = rest.rpartition(":")[2]
    match kind:
        case "space":
            return Printed(rest[0].upper(), list(_sector(board, rest)))
        case "cargo":
            ship = board.cargo[int(name)]
            return Printed(name, [Emblem("cargo"), *_price(ship.cost, ship.np)])
        case "pier":
            pier = board.piers.get(int(name))
            signs = [Emblem("boat"), *_price(pier.cost, pier.np)] if pier else []
            return Printed(name, signs)
        case "carto":
            return Printed(name)
        case "crate":
            crate = board.crates.get(name)
            return Printed("", [Emblem("lid"), *of_effects(crate)]) if crate else None
        case "slot":
            slot = next((each for each in board.slots if str(each.number) == name), None)
            points = [Emblem("points", str(slot.np))] if slot and slot.np else []
            return Printed("", [Emblem("statue"), *points])
        case "on":
            return _space(board, name)
        case "sea":
            return Printed(words=_PLACES[name]) if name in _PLACES else _shoal(name)
    return Printed(signs=_SIGNS.get(kind, ()), words=_PLACES.get(kind))


_SIGNS = {
    "lids": (Emblem("lid"),),
    "structures": (Emblem("small"), Emblem("large"), Emblem("fortress")),
}
_PLACES = {
    "lids": Text("Unused lids"),
    "structures": Text("Structures"),
    "available": Text("Available workers"),
    "waiting": Text("Waiting workers"),
    "milestones": Text("Milestones: turn over when reached"),
    "cell": Text("Recruit"),
    "royal": Text("Worker on a royal card"),
    "lying": Text("Harbourmaster, discount given"),
    "harbour": Text("Harbour"),
    "bay": Text("Bay"),
}


def _shoal(name: str) -> Printed:
    return Printed(name.rpartition("_")[2])


def _space(board: Board, space: str) -> Printed | None:
    if space == board.start:
        return Printed(words=Text("Start"))
    if space in board.ruins:
        return Printed(signs=(Emblem("ruin"),))
    return Printed(words=Text("Isthmus")) if space in board.isthmus else None


def _sector(board: Board, space: str) -> Iterator[Emblem]:
    letter, _, shape = space.partition(":")
    sector = board.sectors[letter]
    if shape == "round":
        yield from of_effects((*sector.does, *sector.round_bonus))
        return
    yield from of_effects((*(sector.square_instead or sector.does), *sector.square_bonus))
    if sector.square_discount:
        yield Emblem("cube-coin", f"-{sector.square_discount.n}")


def _price(cost: Mapping[str, int], np: int) -> Iterator[Emblem]:
    yield from (Emblem(f"cube-{good}", str(n)) for good, n in cost.items() if n)
    yield Emblem("then")
    yield Emblem("points", str(np))
