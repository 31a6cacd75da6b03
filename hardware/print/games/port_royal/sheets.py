"""What only Port Royal needs on paper: The Adventure Begins' house story as cards to cut out.

Every sheet of missions is followed by the texts that are read aloud, in mirrored order, so that
both can be printed on one paper (turned over its long edge) or glued together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from reportlab.lib.colors import white

from hardware.print.both_sides import CUT, TURN
from hardware.print.page import FAINT, Page, Paper
from hardware.print.sheet import Sheet, batches
from hardware.print.tags import draw_tag
from rules.pieces import Piece
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.adventure.words import ability_text, event_text, hourglass_text
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.pieces import Character, Event, Mission, all_cards, edition
from rules.port_royal.pieces import Page as StoryPage
from rules.text import Plural, Text, listing
from vision.layout import Layout
from vision.registry import Registry

_HEAD = 16.0
_CARDS = (Mission, StoryPage, Event, Character)
_Write = Callable[[Piece], Iterator[tuple[Text, float]]]


def own_sheets(
    registry: Registry, _layout: Layout, paper: Paper
) -> Iterator[tuple[Text, int, list[Sheet]]]:
    """The house story; whoever has the printed cards needs none of it."""
    known = registry.form_by_piece
    pieces = [card for card in all_cards() if isinstance(card, _CARDS) and card.id in known]
    if not pieces:  # without the adventure
        return
    form = registry.form_of(pieces[0].id)
    columns = int((paper.width - 2 * paper.margin) / form.width)
    rows = int((paper.height - 2 * _HEAD) / form.height)
    heading, sheets = Text("House story"), []
    for some in batches(pieces, columns * rows):
        draw = partial(_draw, pieces=some, registry=registry, columns=columns)
        front = partial(draw, write=face_words, mirrored=False)
        back = partial(draw, write=back_words, mirrored=True)
        sheets.append(Sheet(heading, CUT, front, crowded=True))
        sheets.append(Sheet(heading, TURN, back, crowded=True))
    yield Text("house story of The Adventure Begins, as cards"), len(pieces), sheets
    crowns = Sheet(Text("Crown card and card 9"), Text("One crown card for each player."), _tracks)
    yield Text("crown card and card 9 of The Adventure Begins"), 2, [crowns]


def _draw(
    page: Page,
    pieces: Sequence[Piece],
    registry: Registry,
    columns: int,
    write: _Write,
    *,
    mirrored: bool,
) -> None:
    for number, piece in enumerate(pieces):
        form = registry.form_of(piece.id)
        column = number % columns
        left = (page.paper.width - columns * form.width) / 2
        x = left + form.width * (columns - 1 - column if mirrored else column)
        y = _HEAD + form.height * (number // columns)
        page.rectangle(x, y, form.width, form.height, line=FAINT, weight=0.1)
        tags = registry.tags_of(piece.id)
        below = y + 6
        if int(mirrored) < len(tags):
            label = form.label
            half = label.side / 2 + label.margin
            page.rectangle(x + label.x - half, y + label.y - half, 2 * half, 2 * half, white)
            draw_tag(page, tags[int(mirrored)], x + label.x, y + label.y, label.side)
            below = y + label.y + half + 5
        for words, size in write(piece):
            below = page.paragraph(words, x + 4, below, size, form.width - 8) + 1.5


def face_words(piece: Piece) -> Iterator[tuple[Text, float]]:
    """The side that lies up."""
    yield piece.name, 3.4
    if isinstance(piece, Mission):
        yield demand_text(piece), 3.4
        yield Plural("first: {n} coin", "first: {n} coins", piece.coins[0]), 2.8
        if piece.first_crowns:
            yield Plural("first: {n} crown", "first: {n} crowns", piece.first_crowns), 2.8
        yield Plural("everybody: {n} crown", "everybody: {n} crowns", piece.crowns), 2.8
        yield hourglass_text(piece), 2.8
    elif isinstance(piece, Event):
        yield Text("number {number}", number=piece.number), 2.8
        yield event_text(piece), 2.8
    elif isinstance(piece, Character):
        yield from _side(piece, 0)


def back_words(piece: Piece) -> Iterator[tuple[Text, float]]:
    """What is read aloud, or the other character."""
    if isinstance(piece, Mission | StoryPage) and piece.text is not None:
        yield piece.text, 2.8
    if isinstance(piece, Mission) and piece.shuffles:
        numbers = listing(Text("{n}", n=n) for n in piece.shuffles)
        yield (
            Text("Shuffle into the deck cards {numbers}", numbers=numbers),
            2.8,
        )
    if isinstance(piece, Character):
        yield from _side(piece, 1)


def _side(card: Character, number: int) -> Iterator[tuple[Text, float]]:
    side = card.sides[number]
    yield side.name, 3.4
    yield Plural("{n} coin", "{n} coins", side.coins), 2.8
    yield ability_text(side.helps), 2.8


def _tracks(page: Page) -> None:
    """A crown card, and what card 9 wants."""
    tale = tale_of(edition())
    x, y = page.paper.margin + 4, 40.0
    for cell in range(1, tale.track + 1):
        left = x + 11.0 * (cell - 1)
        page.rectangle(left, y, 10, 14, line=FAINT, weight=0.3)
        if cell in tale.shields:
            page.text(str(tale.shields.index(cell) + 1), left + 5, y + 9, 5, anchor="middle")
    below = y + 30.0
    for seats, (markers, influence) in enumerate(
        zip(tale.victory_markers, tale.victory_influence, strict=True), start=1
    ):
        words = Text(
            "Card 9, players {seats}: every mission, markers {markers}, influence {influence}",
            seats=seats,
            markers=markers,
            influence=influence,
        )
        below = page.paragraph(words, x, below, 3.4, page.paper.width - 2 * x) + 2
