"""Zone cards, and the tags of frames that are too large to print: boards and mats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from reportlab.lib.colors import Color, HexColor, white

from hardware.print.page import BOLD, FAINT, INK, SOFT, Page, Paper, broken, raised
from hardware.print.sheet import BOTTOM, TOP, Sheet, batches
from hardware.print.tags import cut_corners, draw_tag
from hardware.print.words import name_of
from rules.text import Text, listing
from vision.layout import Layout, Mat, PlaceShape
from vision.layout_file import TagSpot
from vision.registry import MODULES
from vision.shapes import Rectangle

SEAT_COLOURS = {
    "red": HexColor(0xB8322A),
    "blue": HexColor(0x2A62AE),
    "green": HexColor(0x3C8544),
    "yellow": HexColor(0xD9A514),
    "black": HexColor(0x3B3B3B),
}
COMMON_COLOUR = HexColor(0x4F5B66)
_GAP = 5.0


def zone_sheets(layout: Layout, paper: Paper) -> list[Sheet]:
    """The frames that fit on the paper, as many to a page as there is room for."""
    room = paper.height - TOP - BOTTOM
    pages: list[list[tuple[Mat, float]]] = []
    used = room
    for frame in layout.mats.values():
        if not printable(frame, paper):
            continue
        if used + frame.height > room:
            pages.append([])
            used = 0.0
        pages[-1].append((frame, TOP + 1 + used))
        used += frame.height + _GAP
    return [
        Sheet(
            Text("Zone cards"),
            Text(
                "Cut out, and lay each where its cards have room. Stiff, matt paper is "
                "best. Keep the tags clean and flat."
            ),
            partial(_draw_zones, layout=layout, frames=frames),
        )
        for frames in pages
    ]


def printable(frame: Mat, paper: Paper) -> bool:
    """Whether a frame is a card to print; what belongs to the game, or is too large, gets tags."""
    wide, high = paper.width - 2 * paper.margin, paper.height - TOP - BOTTOM - 1
    return frame.printed and frame.width <= wide + 1e-6 and frame.height <= high


def _draw_zones(page: Page, layout: Layout, frames: Sequence[tuple[Mat, float]]) -> None:
    for frame, top in frames:
        left = (page.paper.width - frame.width) / 2
        page.rectangle(left, top, frame.width, frame.height, line=FAINT, weight=0.12)
        cut_corners(page, left, top, frame.width, frame.height)
        for tag in frame.tags:
            draw_tag(page, tag.id, left + tag.x, top + tag.y, tag.side)
        _draw_title(page, frame, layout, left, top)


def _draw_title(page: Page, frame: Mat, layout: Layout, left: float, top: float) -> None:
    """The words between the tags, in the colour of the seat; never in a tag's white margin."""
    colour = SEAT_COLOURS.get(frame.seat or "", COMMON_COLOUR)
    places = layout.places_on(frame.key)
    start = left + max((_reach(tag, 1) for tag in frame.tags if tag.x < frame.width / 2), default=3)
    end = left + min(
        (_reach(tag, -1) for tag in frame.tags if tag.x >= frame.width / 2),
        default=frame.width - 3,
    )
    middle, wide = (start + end) / 2, end - start
    page.rectangle(start, top + 5, wide, frame.height - 10, fill=_pale(colour), corner=2)
    # Letters as tall as a card's tag could be taken for one that cannot be read.
    size = 7.5
    words = [_where(layout.game, place, frame) for place in places]
    if len(places) > 1:
        words = list(_sides(layout.game, places, frame))
    for small in (2.7, 2.1):
        rows = [row for line in words for row in broken(page.say(line), small, wide - 6)]
        if len(rows) <= 3:
            break
    step = 1.4 * small
    y = top + frame.height / 2 - step / 2 * len(rows) + raised(size) + 0.5
    title = page.say(Text(frame.title)).upper()
    page.text(title, middle, y, size, BOLD, anchor="middle", room=wide - 8)
    for number, row in enumerate(rows):
        page.text(row, middle, y + 2.6 + step * (number + 1), small, anchor="middle")
    for side in {_side(place, frame) for place in places}:
        _arrows(page, side, colour, start, top, wide, frame.height)


def _reach(tag: TagSpot, way: int) -> float:
    """How far a tag's white margin goes to one side: a module and a bit."""
    return tag.x + way * tag.side * (0.5 + 1.3 / MODULES)


def _where(game: str, place: PlaceShape, frame: Mat) -> Text:
    side = _SIDES[_side(place, frame)]
    if isinstance(place.shape, Rectangle):
        wide, high = f"{place.shape.width:g}", f"{place.shape.height:g}"
        return Text("{side}: cards, within {wide} x {high} mm", side=side, wide=wide, high=high)
    return Text("{side}: {places}", side=side, places=name_of(game, place.name))


def _sides(game: str, places: Sequence[PlaceShape], frame: Mat) -> Iterator[Text]:
    """What lies on each side of a frame with several places."""
    for side in dict.fromkeys(_side(place, frame) for place in places):
        here = [place.name for place in places if _side(place, frame) == side]
        names = listing(name_of(game, name) for name in here)
        yield Text("{side}: {places}", side=_SIDES[side], places=names)


_SIDES = {
    "on": Text("on this card"),
    "above": Text("above this card"),
    "below": Text("below this card"),
    "left of": Text("left of this card"),
    "right of": Text("right of this card"),
}


def _side(place: PlaceShape, frame: Mat) -> str:
    """On which side of its frame a place is."""
    x, y = place.shape.centre
    across = max(-x, x - frame.width) / frame.width
    along = max(-y, y - frame.height) / frame.height
    if max(across, along) <= 0:
        return "on"
    if along >= across:
        return "above" if y < 0 else "below"
    return "left of" if x < 0 else "right of"


def _arrows(
    page: Page, side: str, colour: Color, x: float, top: float, wide: float, height: float
) -> None:
    """A bar and three arrow heads at the edge beyond which the cards lie."""
    if side not in ("above", "below"):
        return
    edge, way = (top + 5, -1) if side == "above" else (top + height - 5, 1)
    page.rectangle(x, edge - (1.6 if way > 0 else 0), wide, 1.6, fill=colour)
    for share in (0.2, 0.5, 0.8):
        middle = x + wide * share
        head = [(middle - 3.2, edge), (middle + 3.2, edge), (middle, edge + way * 3.4)]
        page.loops([head], colour)


def _pale(colour: Color) -> Color:
    share = 0.3
    return Color(*(1 - share * (1 - part) for part in (colour.red, colour.green, colour.blue)))


@dataclass(frozen=True, slots=True)
class _Loose:
    tag: int
    side: float
    name: Text
    where: tuple[Text, ...]
    """Lines that say where to stick it."""


def frame_tag_sheets(layout: Layout, paper: Paper) -> list[Sheet]:
    """Tags to stick on a board or a mat: those of frames that do not fit on paper."""
    loose = list(_glued(layout, paper))
    if not loose:
        return []
    cell = max(tag.side for tag in loose) * (1 + 2 / MODULES) + 13
    columns = int((paper.width - 2 * paper.margin) / cell)
    rows = int((paper.height - TOP - BOTTOM) / cell)
    return [
        Sheet(
            Text("Tags for boards and mats"),
            Text("Cut at the marks, and stick on flat."),
            partial(_draw_loose, tags=batch, columns=columns, cell=cell),
        )
        for batch in batches(loose, columns * rows)
    ]


def loose_tags(layout: Layout, paper: Paper) -> int:
    """How many tags there are for frames that are not printed."""
    return len(list(_glued(layout, paper)))


def _glued(layout: Layout, paper: Paper) -> Iterator[_Loose]:
    for frame in layout.mats.values():
        if not printable(frame, paper):
            for tag in frame.tags:
                name = Text("{frame}, tag {tag}", frame=Text(frame.title), tag=tag.id)
                where = (
                    Text("centre {mm} mm from the left,", mm=f"{tag.x:g}"),
                    Text("{mm} mm from the top", mm=f"{tag.y:g}"),
                )
                yield _Loose(tag.id, tag.side, name, where)


def _draw_loose(page: Page, tags: Sequence[_Loose], columns: int, cell: float) -> None:
    left = (page.paper.width - columns * cell) / 2
    for index, loose in enumerate(tags):
        row, column = divmod(index, columns)
        x, y = left + (column + 0.5) * cell, TOP + 2 + row * cell + (cell - 9) / 2
        size = loose.side * (1 + 2.4 / MODULES)
        page.rectangle(x - size / 2, y - size / 2, size, size, fill=white)
        draw_tag(page, loose.tag, x, y, loose.side)
        cut_corners(page, x - size / 2, y - size / 2, size, size)
        below = y + size / 2 + 4.4
        page.text(loose.name, x, below, 2.7, BOLD, INK, anchor="middle", room=cell - 2)
        for number, words in enumerate(loose.where, 1):
            page.text(words, x, below + 3.4 * number, 2.4, colour=SOFT, anchor="middle")
