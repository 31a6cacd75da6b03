"""`/set-up`: the rulebook's steps for these players, ticked by the camera where it can see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template

from rules.alike import alike_pieces, as_believed
from rules.game import Step
from rules.match import Match
from rules.pictured import pictured_pieces, shared_out
from rules.pieces import Piece, Place
from rules.text import Text
from server.live.messages import View
from server.web.showing.around import shown
from vision.reading import Sighting

blueprint = Blueprint("setup", __name__)


@dataclass(frozen=True, slots=True)
class Check:
    """A step as it is shown. `done` is None where only people can tell."""

    text: Text
    done: bool | None
    lacks: tuple[Text, ...] = ()
    """What is missing or lies wrong."""


@blueprint.get("/set-up")
def page() -> str:
    view = shown()
    checks = list(checklist(view)) if view.match else []
    return render_template("setup.html", checks=checks)


def checklist(view: View) -> Iterator[Check]:
    """First what the camera needs, then the rulebook's steps for this number of players."""
    match = view.match
    assert match is not None
    if view.sighting is not None:
        yield _zone_cards(match, view.sighting)
    steps = match.game.guide.set_up(match.game.new(match.seats, match.settings))
    seen = _seen(match, steps, view.sighting) if view.sighting else None
    for step in steps:
        yield _check(match, step, seen)


def _seen(
    match: Match[Any], steps: Sequence[Step], sighting: Sighting
) -> Mapping[Piece, Place | None]:
    """Where pieces are seen; alike ones stand for each other where the steps put them."""
    places = {piece: place for step in steps for piece, place in step.pieces.items()}
    alike = [piece for pieces in alike_pieces(match).values() for piece in pieces]
    seen = {piece: sighting.places.get(piece.id) for piece in (*places, *alike)}
    shared = as_believed({piece: seen[piece] for piece in alike}, places.get, ())
    for pieces in pictured_pieces(match).values():
        shared |= shared_out(pieces, lambda p: sighting.places.get(p.id), places.get, ())
    return seen | shared


def _zone_cards(match: Match[Any], sighting: Sighting) -> Check:
    hidden = [place for place in match.table.places.piles if place in sighting.hidden]
    lacks = [Text("Zone card not in sight: {place}", place=_name(match, place)) for place in hidden]
    text = Text("Lay the zone cards where the camera sees them.")
    return Check(text, not lacks, tuple(lacks))


def _check(match: Match[Any], step: Step, seen: Mapping[Piece, Place | None] | None) -> Check:
    if seen is None or not step.pieces:
        return Check(step.text, None)
    lacks = [
        lack
        for piece, place in step.pieces.items()
        if (lack := _lack(match, piece, place, seen[piece]))
    ]
    return Check(step.text, not lacks, tuple(lacks))


def _lack(match: Match[Any], piece: Piece, place: Place, seen: Place | None) -> Text | None:
    if seen == place:
        return None
    if seen is None:
        return Text("{piece} is missing in {place}", piece=piece.name, place=_name(match, place))
    return Text(
        "{piece} belongs in {place}, not in {seen}",
        piece=piece.name,
        seen=_name(match, seen),
        place=_name(match, place),
    )


def _name(match: Match[Any], place: Place) -> Text:
    return match.game.place_name(match.seats, place)
