"""Everything that has to be printed for a game, as one file: cover, labels, zone cards, board."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from firmware.own_wifi import OwnWifi
from hardware.print.calibration import calibration_sheet
from hardware.print.cover import Part, draw_cover, no_router, steps_for, way_in
from hardware.print.kinds import KINDS, Kind
from hardware.print.labels import forms_with, label_sheets, sizes_of_labels, tags_with
from hardware.print.on_paper import on_paper
from hardware.print.page import PAPERS, REGULAR, Page, Paper, Say, points, register_fonts
from hardware.print.sheet import Sheet, draw_sheet
from hardware.print.zones import frame_tag_sheets, loose_tags, printable, zone_sheets
from rules.game import Game
from rules.games import GAMES
from rules.text import Text, listing
from vision.layout import Layout, load_layout
from vision.printed_copy import copy_of
from vision.registry import Registry, load_registry


@dataclass(frozen=True, slots=True)
class Effort:
    """What a part of the file asks of a printer and of somebody with scissors."""

    kind: Kind
    what: Text
    pieces: int
    """How many are cut out."""
    sheets: Sequence[Sheet]
    paper: Paper

    @property
    def pages(self) -> int:
        return len(self.sheets)

    @property
    def minutes(self) -> int:
        return math.ceil(self.pieces * _SECONDS[self.kind] / 60)

    def cover(self) -> float:
        """The mean share of its pages that is black: told by drawing them once, for nobody."""
        paper = self.paper
        page = Page(Canvas(io.BytesIO(), (points(paper.width), points(paper.height))), paper)
        for number, sheet in enumerate(self.sheets, 2):
            draw_sheet(page, sheet, "", number, self.pages)
        return page.ink / (paper.width * paper.height * self.pages)


_SECONDS = {Kind.LABELS: 15, Kind.ZONES: 45, Kind.LENS: 300, Kind.HOUSE: 25}
"""What it takes to cut one piece out, and to stick it on."""


class PrintError(ValueError):
    """Sheets that cannot be made or written; the message says why and what to do."""


def print_sheets(
    game: str,
    out: Path,
    paper: str = "a4",
    say: Say = str,
    code: str | None = None,
    wifi: OwnWifi | None = None,
    *,
    sets: frozenset[str] | None = None,
    kinds: frozenset[Kind] = frozenset(Kind),
    owned: Game[Any] | None = None,
) -> int:
    """Writes the sheets of a game, with all its sets if none are named; the number of pages."""
    document, count = game_document(game, paper, say, code, sets, wifi, kinds=kinds, owned=owned)
    try:
        out.write_bytes(document)
    except OSError as problem:
        raise PrintError(
            f"{out} cannot be written: {problem.strerror}. Choose a folder that is there and that "
            "you may write to, and close the file if it is open."
        ) from problem
    return count


def sets_of(game: str) -> list[str]:
    """The sets with labels or zone cards of their own; cards of others are among the game's."""
    sets = {form.set for form in load_registry(game).forms}
    sets |= {mat.set for mat in load_layout(game).mats.values()}
    return sorted(each for each in sets if each is not None)


def game_document(
    game: str,
    paper: str = "a4",
    say: Say = str,
    code: str | None = None,
    sets: frozenset[str] | None = None,
    wifi: OwnWifi | None = None,
    *,
    kinds: frozenset[Kind] = frozenset(Kind),
    owned: Game[Any] | None = None,
) -> tuple[bytes, int]:
    """The sheets of a game and its sets, or of all it has, and the number of pages.

    The same game always gives the same file, byte for byte. `say` puts all words into a language;
    `code` is the one with which phones come in, `wifi` the table's own, if it has one; `owned` is
    the game as it is played with the owner's copy.
    """
    if paper not in PAPERS:
        raise PrintError(f"The paper {paper!r} is not known; use one of {', '.join(PAPERS)}.")
    printed, registry, layout = _printed(game, sets, owned)
    return make_document(printed, registry, layout, PAPERS[paper], say, code, wifi, kinds=kinds)


def effort(
    game: str, paper: str, sets: frozenset[str], owned: Game[Any] | None = None
) -> list[Effort]:
    """Of every part that the file of a game could have; the cover is one page more."""
    register_fonts()
    printed, registry, layout = _printed(game, sets, owned)
    return [
        Effort(kind, what, count, sheets, PAPERS[paper])
        for kind, what, count, sheets in _contents(printed, registry, layout, PAPERS[paper])
        if sheets
    ]


def _printed(
    game: str, sets: frozenset[str] | None, owned: Game[Any] | None
) -> tuple[Game[Any], Registry, Layout]:
    copy = copy_of(owned) if owned else None
    registry, layout = load_registry(game, sets), load_layout(game, None, sets, copy)
    printed = GAMES[game]
    if copy:
        printed = replace(printed, pieces={**printed.pieces, **copy.pieces})
    return printed, registry, layout


def make_document(
    game: Game[Any],
    registry: Registry,
    layout: Layout,
    paper: Paper,
    say: Say = str,
    code: str | None = None,
    wifi: OwnWifi | None = None,
    *,
    kinds: frozenset[Kind] = frozenset(Kind),
) -> tuple[bytes, int]:
    """The whole file and its number of pages."""
    register_fonts()
    contents = [each for each in _contents(game, registry, layout, paper) if each[0] in kinds]
    parts, sheets = _numbered(contents)
    count = 1 + len(sheets)
    title = game.edition.text("title")
    heading = Text("{title}: camera sheets", title=title)
    buffer = io.BytesIO()
    size = (points(paper.width), points(paper.height))
    canvas = Canvas(buffer, size, invariant=1, pageCompression=1, initialFontName=REGULAR)
    canvas.setTitle(say(heading))
    canvas.setAuthor("Quartermaster")
    canvas.setViewerPreference("PrintScaling", "None")
    steps = [*steps_for(registry, layout, paper, kinds), way_in(code)]
    steps += [no_router(wifi)] if wifi else []
    draw_cover(Page(canvas, paper, say), game.edition, parts, steps, layout, count, wifi)
    canvas.showPage()
    for number, sheet in enumerate(sheets, 2):
        draw_sheet(Page(canvas, paper, say), sheet, title, number, count)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue(), count


_Content = tuple[Kind, Text, int, Sequence[Sheet]]


def _contents(
    game: Game[Any], registry: Registry, layout: Layout, paper: Paper
) -> Iterator[_Content]:
    """What there is, of which kind, how many pieces, and the sheets."""
    pieces = list(game.pieces.values())
    for size in sizes_of_labels(registry):
        sheets = label_sheets(registry, pieces, paper, size)
        yield Kind.LABELS, _label_words(registry, size), len(tags_with(registry, size)), sheets
    zones = sum(printable(frame, paper) for frame in layout.mats.values())
    yield Kind.ZONES, _zone_words(layout, paper), zones, zone_sheets(layout, paper)
    glued = Text("tags for boards and mats")
    yield Kind.ZONES, glued, loose_tags(layout, paper), frame_tag_sheets(layout, paper)
    yield Kind.LENS, KINDS[Kind.LENS], 1, [calibration_sheet()]
    for what, count, own in _own_sheets(registry, layout, paper):
        yield Kind.HOUSE, what, count, own


def _own_sheets(
    registry: Registry, layout: Layout, paper: Paper
) -> Iterator[tuple[Text, int, list[Sheet]]]:
    """What only this game needs: stand-ins for printed cards."""
    for what, count, sheets in on_paper(registry.game).own_sheets(registry, layout, paper):
        yield what, count, [*sheets]


def _label_words(registry: Registry, size: tuple[float, float]) -> Text:
    forms = listing(Text(form.name) for form in forms_with(registry, size))
    return Text("labels, tags of {side} mm: {forms}", side=f"{size[0]:g}", forms=forms)


def _zone_words(layout: Layout, paper: Paper) -> Text:
    titles = (Text(frame.title) for frame in layout.mats.values() if printable(frame, paper))
    return Text("zone cards: {titles}", titles=listing(titles))


def _numbered(
    contents: Sequence[_Content],
) -> tuple[list[Part], list[Sheet]]:
    """The parts that there are, with the pages they are on; the cover is page 1."""
    parts: list[Part] = []
    sheets: list[Sheet] = []
    for _, what, count, own in contents:
        if own:
            parts.append(Part(what, count, len(sheets) + 2, len(sheets) + 1 + len(own)))
            sheets += own
    return parts, sheets
