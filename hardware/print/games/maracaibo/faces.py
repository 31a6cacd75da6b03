"""How a house card or tile of Maracaibo looks: what its rules say (`printed.faces`), in icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reportlab.lib.colors import Color, HexColor, white

from hardware.print.page import BOLD, INK, SOFT, Page, broken, raised
from hardware.print.pen import PaperPen
from hardware.print.zones import SEAT_COLOURS
from rules.maracaibo.names import GOOD_NAMES, OBJECT_NAMES
from rules.maracaibo.pieces import (
    CityTile,
    CombatToken,
    Explorer,
    JeanCard,
    LegacyTile,
    ProjectCard,
    Quest,
    Ship,
    Side,
)
from rules.maracaibo.printed.faces import Face, Line, face
from rules.pieces import Piece
from rules.text import Text
from vision.games.maracaibo.icons import cost_icons, icons_of, income_icons
from vision.games.maracaibo.pictograms import NATION_COLOURS, Icon, draw_icons, row_width

_BANDS: Mapping[str, Color] = {
    "income": HexColor(0xE5F1E2),
    "permanent": HexColor(0xF7E3DE),
    "assistant": HexColor(0xE3EDF6),
    "now": HexColor(0xF7F0E1),
    "plain": HexColor(0xF8F7F3),
    "asks": HexColor(0xF1EFEB),
}
_ROPES: Mapping[str, Color] = {
    "A": HexColor(0x6B4423),
    "B": HexColor(0xD9BF8C),
    "C": HexColor(0xC8642A),
}
_BACK = HexColor(0x35506B)
_HOUSE = Text("house card")
_ICON, _LARGEST, _SMALLEST = 6.0, 3.3, 1.5
"""Millimetres: icons, and the largest and smallest print on a card."""


def card_face(page: Page, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    shown = face(piece)
    if isinstance(piece, ProjectCard):
        page.rectangle(x, y, 0.8, height, _ROPES[piece.deck])
        page.rectangle(x + width - 0.8, y, 0.8, height, _ROPES[piece.deck])
    _title(page, shown.title, x + 18.5, y + 2.5, width - 21)
    _top_row(page, piece, shown, x, y, width)
    _bands(page, shown, x + 2.6, y + 19.5, width - 5.2, height - 34)
    _bottom(page, shown, x, y, width, height)


def _title(page: Page, title: Text, x: float, y: float, room: float) -> None:
    """In one line, or in two smaller ones."""
    words = page.say(title)
    rows = broken(words, 3.4, room, BOLD)
    size = 3.4 if len(rows) == 1 else 2.8
    rows = broken(words, size, room, BOLD)[:2]
    for number, row in enumerate(rows):
        page.text(row, x, y + size + number * size * 1.2, size, BOLD, room=room)


def _top_row(page: Page, piece: Piece, shown: Face, x: float, y: float, width: float) -> None:
    """Price on the left, good and object on the right."""
    middle = y + 13.8
    icons: list[Icon] = []
    if shown.price is not None:
        icons.append(Icon("doubloons", str(shown.price)))
    if isinstance(piece, ProjectCard):
        icons += cost_icons(piece.price.cost)[:2]
        if piece.price.figure:
            icons.append(Icon("figures", piece.price.location or ""))
    draw_icons(PaperPen(page), icons, x + 18.5, middle, 5.6)
    wares = [Icon(name) for name in (shown.good, shown.object) if name]
    draw_icons(PaperPen(page), wares, x + width - 3 - row_width(wares, 4.8), middle, 4.8)


def _bands(page: Page, shown: Face, x: float, y: float, width: float, room: float) -> None:
    """What it asks for and what it does, in print as large as there is room for."""
    asks = [Line("asks", text) for text in shown.asks]
    lines = [*asks, *shown.lines]
    size = _LARGEST
    while size > _SMALLEST and sum(_high(page, line, width, size) for line in lines) > room:
        size -= 0.1
    for line in lines:
        high = _high(page, line, width, size) - 0.8
        page.rectangle(x, y, width, high, _BANDS[line.band], corner=0.8)
        icons = _line_icons(line)
        below = y + 1.2
        if icons:
            small = min(_ICON, (width - 3) / row_width(icons, 1.0))
            draw_icons(PaperPen(page), icons, x + 1.5, y + 1 + small / 2, small)
            below += _ICON + 0.4
        for row in broken(page.say(line.text), size, width - 3):
            page.text(row, x + 1.5, below + size * 0.85, size)
            below += size * 1.3
        y += high + 0.8


def _high(page: Page, line: Line, width: float, size: float) -> float:
    rows = broken(page.say(line.text), size, width - 3)
    icons = _ICON + 0.4 if _line_icons(line) else 0.0
    return 2.4 + icons + size * 1.3 * len(rows) + 0.8


def _line_icons(line: Line) -> list[Icon]:
    return income_icons(line.income) if line.income else icons_of(line.steps)


def _bottom(page: Page, shown: Face, x: float, y: float, width: float, height: float) -> None:
    foot = y + height
    if shown.vp is not None:
        draw_icons(PaperPen(page), [Icon("vp", str(shown.vp))], x + width - 12, foot - 7.5, 9)
    words = [
        page.say(names[name])
        for name, names in ((shown.good, GOOD_NAMES), (shown.object, OBJECT_NAMES))
        if name
    ]
    page.text(" · ".join(words), x + 3.5, foot - 7, 2.4, room=width - 18)
    if shown.house:
        page.text(_HOUSE, x + 3.5, foot - 3, 1.7, colour=SOFT)
    page.text(shown.corner, x + 24, foot - 3, 2.6, BOLD, colour=SOFT)


def card_back(page: Page, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    rope = _ROPES.get(face(piece).corner[:1], HexColor(0x8FA6B8))
    if isinstance(piece, ProjectCard):
        rope = _ROPES[piece.deck]
    _back(page, x, y, width, height)
    page.rectangle(x + 3, y + 3, width - 6, height - 6, None, rope, weight=0.4, corner=3)
    middle = x + width / 2
    letter = piece.deck if isinstance(piece, ProjectCard) else ""
    letter = piece.stack if isinstance(piece, JeanCard) else letter
    family = _FAMILIES[piece.id.partition("/")[0]]
    page.text(letter, middle, y + height / 2 - 4, 11, BOLD, rope, anchor="middle")
    page.text(family, middle, y + height / 2 + 8, 4, BOLD, _BACK, anchor="middle", room=width - 12)


def _back(page: Page, x: float, y: float, width: float, height: float) -> None:
    """Lines, not an area: ink is dear."""
    page.rectangle(x + 1, y + 1, width - 2, height - 2, None, _BACK, weight=0.3, corner=1.5)


_FAMILIES: Mapping[str, Text] = {
    "project": Text("Project"),
    "career": Text("Career"),
    "building": Text("Prestige building"),
    "jean": Text("Jean"),
    "city": Text("City"),
    "quest": Text("Quest"),
    "story": Text("Story"),
    "legacy": Text("Legacy"),
    "combat": Text("Combat"),
    "ship": Text("Ship"),
    "explorer": Text("Explorer"),
}


def tile_face(page: Page, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    match piece:
        case Ship() | Explorer():
            page.rectangle(x, y, width, height, SEAT_COLOURS[piece.colour])
        case CombatToken():
            _combat_token(page, piece, x, y, width, height)
        case CityTile():
            goods = [Icon(piece.good)] * piece.spaces
            draw_icons(PaperPen(page), goods, x + 16, y + 5, 4.2)
            _fitted(page, icons_of(piece.steps), x + 16, y + 11.5, width - 17)
            _small_print(page, [face(piece).lines[-1]], x, y + 16, width, height - 16)
        case Quest():
            needs = [*cost_icons(piece.cost)]
            if piece.needs.movement:
                needs.append(Icon("sail", f"{piece.needs.movement}+"))
            _fitted(page, needs, x + 16, y + 5, width - 17)
            _fitted(page, [Icon("to"), *icons_of(piece.reward)], x + 1, y + 18, width - 2)
            _small_print(page, face(piece).lines, x, y + 21, width, height - 21)
        case LegacyTile():
            page.text(piece.id.partition("/")[2].upper(), x + 16, y + 6, 4.2, BOLD)
            _small_print(page, face(piece).lines, x, y + 15.5, width, height - 15.5)
        case _:
            page.text(piece.id.partition("/")[2], x + width * 0.75, y + 9, 6, BOLD, anchor="middle")
            _small_print(page, [Line("plain", piece.name)], x, y + 16, width, height - 16)


def _fitted(page: Page, icons: Sequence[Icon], x: float, y: float, room: float) -> None:
    if icons:
        draw_icons(PaperPen(page), icons, x, y, min(4.4, room / row_width(icons, 1.0)))


def _small_print(
    page: Page, lines: Sequence[Line], x: float, y: float, width: float, room: float
) -> None:
    size = 2.0
    while size > 0.9:
        rows = [row for line in lines for row in broken(page.say(line.text), size, width - 2)]
        if len(rows) * size * 1.25 <= room - 1:
            break
        size -= 0.1
    for number, row in enumerate(rows):
        page.text(row, x + 1, y + size * (1 + number * 1.25), size, room=width - 2)


def _combat_token(
    page: Page, token: CombatToken, x: float, y: float, width: float, height: float
) -> None:
    step = width / 3
    for number, (nation, side) in enumerate(token.sides.items()):
        left, ink = x + number * step, INK if nation == "england" else white
        PaperPen(page).rectangle(left, y + 14.7, step, height - 14.7, NATION_COLOURS[nation])
        page.text(
            str(side.value), left + 2.4, y + 18 + raised(3.6), 3.6, BOLD, ink, anchor="middle"
        )
        draw_icons(PaperPen(page), _side_icons(side), left + 4.3, y + 18.2, 3.2)
    for at, value in ((x + 2.5, token.most), (x + width - 2.5, token.fewest)):
        if value:
            page.text(f"{value:+d}", at, y + 5, 2.4, BOLD, anchor="middle")
    page.text("\u25b2" if token.most else "", x + 2.5, y + 9, 2.4, anchor="middle")
    page.text("\u25bc" if token.fewest else "", x + width - 2.5, y + 9, 2.4, anchor="middle")


def _side_icons(side: Side) -> list[Icon]:
    return [*cost_icons(side.cost), *icons_of(side.gain)]


def tile_back(page: Page, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    if isinstance(piece, Ship | Explorer):
        page.rectangle(x, y, width, height, SEAT_COLOURS[piece.colour])
        return
    _back(page, x, y, width, height)
    family = _FAMILIES[piece.id.partition("/")[0]]
    middle = x + width / 2
    page.text(family, middle, y + height - 5, 2.8, BOLD, _BACK, anchor="middle", room=width - 3)
    words = ""
    if isinstance(piece, CityTile):
        words = "-".join(map(str, piece.players)) + (" *" if piece.helm else "")
    elif isinstance(piece, LegacyTile):
        words = piece.id.partition("/")[2].upper()
    page.text(words, middle, y + height / 2, 5, BOLD, _BACK, anchor="middle", room=width - 4)
