"""What a person sees of the simulated table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.match import Match
from rules.pieces import Place
from rules.text import Text
from server.live.messages import Refused
from vision.layout import Pose
from vision.reading import Sighting
from vision.simulator.placing import Tabletop
from vision.simulator.scene import PlacedPiece, Scene


@dataclass(frozen=True, slots=True)
class ShownPile:
    """A face-down pile. Of some of them hands may turn up the top piece, and of one that lies in a
    place of the table all pieces, where they lie."""

    place: Place
    pose: Pose
    count: int
    top: str | None
    """The uppermost piece, of which only the back is seen; None if there is none."""
    can_draw: bool
    in_place: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The table as a person sees it at one moment; the uppermost piece is the last."""

    version: int
    bare: Scene
    pieces: tuple[PlacedPiece, ...]
    places: Mapping[str, Place | None]
    """Where each of them lies face up; None if it is in no place."""
    piles: tuple[ShownPile, ...]


def in_sight(match: Match[Any] | None, table: Tabletop) -> Iterator[PlacedPiece]:
    """Of a pile that lies face up only the uppermost piece: nobody sees the next one."""
    places, pieces = table.places, list(table.in_sight())
    tops = {places[lying.piece]: lying for lying in pieces}
    for place, lying in ((places[each.piece], each) for each in pieces):
        if match is None or place not in match.game.piles.face_up or tops[place] is lying:
            yield lying


def is_seen(table: Tabletop, match: Match[Any], sighting: Sighting) -> bool:
    """Whether a camera has seen every piece as it lies now; copies without tags are counted."""
    pieces, name = match.game.pieces, match.table.places.name

    def counted(places: Mapping[str, Place | None]) -> Counter[tuple[str, Place]]:
        named = ((name(pieces[key]) if key in pieces else key, at) for key, at in places.items())
        return Counter((key, place) for key, place in named if place)

    lying, seen = counted(table.places), counted(sighting.places)
    open_to_see = {spot: n for spot, n in lying.items() if spot[1] not in match.game.piles.stacks}
    return all(seen[spot] == n for spot, n in open_to_see.items()) and seen <= lying


def check_on_table(table: Tabletop, pose: Pose) -> None:
    """Raises Refused if a piece cannot be put there."""
    width, height = table.layout.table
    if not all(map(math.isfinite, (pose.x, pose.y, pose.angle))):
        raise Refused(Text("No such place on this table."))
    if not (0 <= pose.x <= width and 0 <= pose.y <= height):
        raise Refused(Text("Pieces stay on the table."))
