"""The cover page: what is in the file, how to print it, and a ruler to check that it came true."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reportlab.lib.colors import white

from firmware.own_network import ADDRESS
from firmware.own_wifi import OwnWifi
from hardware.print.codes import draw_code
from hardware.print.kinds import Kind
from hardware.print.page import BOLD, FAINT, INK, SOFT, Page, Paper, Point, broken, raised, width_of
from hardware.print.zones import COMMON_COLOUR, SEAT_COLOURS, printable
from rules.edition import Edition
from rules.text import Plural, Text, listing
from vision.hanging import Hanging, hangings
from vision.layout import Layout, Mat, Pose
from vision.registry import Form, Registry

_PRINTING = (
    Text(
        "Print on one side, at 100 % or “actual size”, never “fit to page”. Matt paper "
        "is best: it mirrors no lamp."
    ),
    Text(
        "Measure both rulers: 100 mm, to within half a millimetre. If not, change the "
        "scale in the print window and print again."
    ),
)
_ON_CARDS = Text(
    "Cut out the labels. Stick each on the card named beside it, top left on the face, "
    "or slip it into the sleeve."
)
_ZONES = Text(
    "Cut out the zone cards. Lay them anywhere, with room for cards beside them, as in "
    "the drawing. You may move them during a match."
)
_BOARDS = Text(
    "Stick the tags for boards and mats where the words below each say. Does your board "
    "differ from ours? Then play on the house boards."
)
_LENS = Text("Glue the calibration sheet to something stiff. It measures the lens, once.")
_CODE_MM = 20.0
"""The side of the code that phones scan."""


def way_in(code: str | None) -> Text:
    """How phones join, for a table that may have no buttons."""
    if code is None:
        return Text(
            "Phones join at http://quartermaster.local: hold NEXT for two seconds. "
            "Without buttons, use the code from `doctor`: ____ ____"
        )
    return Text(
        "Phones join at http://quartermaster.local: hold NEXT for two seconds. Without "
        "buttons, use the code {code}. Anybody with this page can join.",
        code=code,
    )


def no_router(wifi: OwnWifi) -> Text:
    """How phones come to a table that is in no network."""
    return Text(
        "Without Wi-Fi, the table opens its own within two minutes. Scan the code, or "
        "join {ssid} with the passphrase {passphrase}. The page opens by itself, or at "
        "http://{address}",
        ssid=wifi.ssid,
        passphrase=wifi.passphrase,
        address=ADDRESS,
    )


def steps_for(
    registry: Registry, layout: Layout, paper: Paper, kinds: Collection[Kind]
) -> list[Text]:
    """What to do with the sheets that are there, in turn."""
    steps = [*_PRINTING]
    if Kind.LABELS in kinds:
        steps.append(_ON_CARDS if len(registry.forms) == 1 else _on_pieces(registry.forms))
    printed = [printable(frame, paper) for frame in layout.mats.values()]
    if Kind.ZONES in kinds and any(printed):
        steps.append(_ZONES)
    if Kind.ZONES in kinds and not all(printed):
        steps.append(_BOARDS)
    steps.append(_hang(hangings(layout, registry)))
    return [*steps, _LENS] if Kind.LENS in kinds else steps


def _hang(found: Iterable[Hanging]) -> Text:
    heights = (Text("{camera} ({cm} cm)", camera=hung.camera.name, cm=hung.cm) for hung in found)
    return Text(
        "Hang the camera over the middle of the table below. From the table up to the lens: "
        "{heights}.",
        heights=listing(heights),
    )


def _on_pieces(forms: Iterable[Form]) -> Text:
    spots = listing(
        Text(
            "{form} {x} and {y} mm",
            form=Text(form.name),
            x=f"{form.label.x:g}",
            y=f"{form.label.y:g}",
        )
        for form in forms
    )
    return Text(
        "Cut out the labels. Stick each on the piece named beside it. Centre of the "
        "tag, from the left and upper edge: {places}. Wooden pieces need no label: "
        "phones ask.",
        places=spots,
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the parts list."""

    what: Text
    count: int
    first_page: int
    last_page: int

    @property
    def pages(self) -> Text:
        if self.first_page == self.last_page:
            return Text("{page}", page=self.first_page)
        return Text("{first} to {last}", first=self.first_page, last=self.last_page)


def draw_cover(
    page: Page,
    edition: Edition,
    parts: Sequence[Part],
    steps: Sequence[Text],
    layout: Layout,
    count: int,
    wifi: OwnWifi | None = None,
) -> None:
    left, right = page.paper.margin + 6, page.paper.width - page.paper.margin - 6
    page.text(edition.text("title"), left, 27, 10, BOLD)
    page.text(Text("camera sheets by Quartermaster"), left, 34, 3.6)
    page.text(Text(edition.text("edition")), left, 39.5, 2.8, colour=SOFT)
    page.text(Plural("{n} page", "{n} pages", count), right, 27, 4.4, BOLD, anchor="right")
    page.text(page.paper.name, right, 34, 3.6, anchor="right")
    page.line((left, 43.5), (right, 43.5), INK, 0.4)
    y = _parts(page, parts, left, right, 51)
    _rulers(page, left, y + 10)
    if wifi is not None:
        draw_code(page, wifi.code, right - _CODE_MM, y + 4, _CODE_MM)
    y = _steps(page, steps, left + 29, right, y + 29)
    _table(page, layout, left + 29, y + 5, right - left - 29, page.paper.height - 16 - y)


def _parts(page: Page, parts: Sequence[Part], left: float, right: float, y: float) -> float:
    columns = (left + 16, left + 21, right)
    page.text(Text("pieces"), columns[0], y, 2.6, colour=SOFT, anchor="right")
    page.text(Text("what"), columns[1], y, 2.6, colour=SOFT)
    page.text(Text("pages"), columns[2], y, 2.6, colour=SOFT, anchor="right")
    for part in parts:
        y += 6
        page.text(str(part.count), columns[0], y, 3.2, BOLD, anchor="right")
        page.text(part.what, columns[1], y, 3.2, room=columns[2] - columns[1] - 20)
        page.text(part.pages, columns[2], y, 3.2, anchor="right")
        page.line((left, y + 1.9), (right, y + 1.9), FAINT, 0.1)
    return y


def _rulers(page: Page, left: float, top: float) -> None:
    """100 mm across and 100 mm down: some printers stretch one of them only."""
    across, down = left + 29, top + 14
    page.line((across, top), (across + 100, top), INK, 0.15)
    page.line((left, down), (left, down + 100), INK, 0.15)
    for length in range(101):
        tick = 5.0 if length % 10 == 0 else 3.6 if length % 5 == 0 else 2.2
        page.line((across + length, top), (across + length, top + tick), INK, 0.15)
        page.line((left, down + length), (left + tick, down + length), INK, 0.15)
        if length % 10 == 0:
            words = f"{length} mm" if length == 100 else str(length)
            page.text(words, across + length, top + 8.6, 2.6, anchor="middle")
            page.text(words, left + 6.2, down + length + 0.95, 2.6)
    check = broken(page.say(Text("check both with a ruler")), 2.6, 22)
    for row, words in enumerate(check):
        page.text(words, left, top + 3 + 3.8 * row, 2.6, colour=SOFT)


def _steps(page: Page, steps: Sequence[Text], left: float, right: float, y: float) -> float:
    for number, step in enumerate(steps, 1):
        page.text(str(number), left, y, 3.1, BOLD)
        y = page.paragraph(step, left + 6, y, 3.1, right - left - 6) + 1.6
    return y


def _table(page: Page, layout: Layout, left: float, top: float, wide: float, high: float) -> None:
    """The suggested table, seen from above."""
    across, along = layout.table
    scale = min(wide / across, high / along)
    left += (wide - across * scale) / 2
    page.rectangle(left, top, across * scale, along * scale, line=SOFT, weight=0.3, corner=2)
    for key, frame in layout.mats.items():
        pose = layout.suggested[key]
        x, y = left + pose.x * scale, top + pose.y * scale
        colour = SEAT_COLOURS.get(frame.seat or "", COMMON_COLOUR)
        with page.turned(x, y, pose.angle):
            corner_x, corner_y = x - frame.width / 2 * scale, y - frame.height / 2 * scale
            if frame.printed:
                page.rectangle(
                    corner_x, corner_y, frame.width * scale, frame.height * scale, fill=colour
                )
            else:
                page.rectangle(
                    corner_x,
                    corner_y,
                    frame.width * scale,
                    frame.height * scale,
                    line=colour,
                    weight=0.5,
                )
                for tag in frame.tags:
                    side = tag.side * scale
                    page.rectangle(
                        corner_x + tag.x * scale - side / 2,
                        corner_y + tag.y * scale - side / 2,
                        side,
                        side,
                        fill=INK,
                    )
            for place in layout.places_on(key):
                outline = place.shape.outline
                spots = [(corner_x + x * scale, corner_y + y * scale) for x, y in outline]
                for start, end in pairwise([*spots, spots[0]]):
                    page.line(start, end, colour, 0.15)
    for key, frame in layout.mats.items():
        _name(page, frame, layout.suggested[key], (left, top), scale)


def _name(page: Page, frame: Mat, pose: Pose, corner: Point, scale: float) -> None:
    """Upright, beside a zone card; in the middle of a board, on a white ground."""
    x, y = corner[0] + pose.x * scale, corner[1] + pose.y * scale
    colour = SEAT_COLOURS.get(frame.seat or "", COMMON_COLOUR)
    words, upright = page.say(Text(frame.title)), abs(pose.angle) % 180 < 45
    room = (frame.width if upright else frame.height) * scale
    size = min(2.6, 2.6 * (room - 1) / width_of(words, 2.6, BOLD))
    if frame.printed:
        inwards = -1 if abs(pose.angle) > 90 else 1
        base = y + inwards * (frame.height / 2 * scale + 3.4) + (0.9 if inwards < 0 else 0)
    else:
        base, wide = y + raised(size), width_of(words, size, BOLD)
        page.rectangle(x - wide / 2 - 0.4, y - size * 0.7, wide + 0.8, size * 1.4, white)
    page.text(words, x, base, size, BOLD, colour, anchor="middle")
