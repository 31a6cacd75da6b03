"""What is wrong on the table, in words for the people at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Text, listing
from vision.reading import Sighting


def troubles(
    match: Match[Any], sighting: Sighting, moved: Mapping[Piece, Place | None]
) -> Iterator[Text]:
    """What keeps a sighting from being understood at all."""
    pieces = match.game.pieces
    for piece_id, between in sighting.between.items():
        yield Text(
            "{piece} does not lie clearly in {places}; move it",
            piece=pieces[piece_id].name,
            places=listing(match.game.place_name(match.seats, place) for place in between),
        )
    for piece_id in sorted(sighting.elsewhere):
        yield Text("{piece} lies in no place of the table", piece=pieces[piece_id].name)
    for piece_id, number in sighting.duplicates.items():
        yield Text("{piece} is there {number} times", piece=pieces[piece_id].name, number=number)
    for frame in sorted(sighting.doubled_frames):
        yield Text("The zone card {frame} is there twice", frame=frame)
    piles = match.table.places.piles
    for place in sorted(sighting.hidden & piles.keys()):
        if piles[place].known and place not in match.game.stacks:
            yield Text(
                "The zone card of {place} is not in sight",
                place=match.game.place_name(match.seats, place),
            )
    for tag in sighting.strangers:
        yield Text("Tag {tag} belongs to no piece of this game", tag=tag)
    if sighting.unreadable:
        seen = {*sighting.between, *sighting.elsewhere, *sighting.duplicates}
        if any(place is None and piece.id not in seen for piece, place in moved.items()):
            yield Text("A card cannot be read: is it covered, or does it glare?")


def put_back(match: Match[Any], piece: Piece) -> Text:
    """What brings a piece to where the match believes it."""
    place = match.table.places.where(piece)
    if place is None:
        return Text("Put {piece} back, face down", piece=piece.name)
    return Text(
        "Move {piece} to {place}",
        piece=piece.name,
        place=match.game.place_name(match.seats, place),
    )
