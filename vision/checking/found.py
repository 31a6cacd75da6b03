"""What is found on the table: zone cards and boards, and pieces that were laid out to be read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rules.text import Plural, Text, listing
from vision.checking.verdict import Level, Verdict, together
from vision.layout import Layout, Mat
from vision.locate.poses import doubled_mats
from vision.reading import Tags


@dataclass(frozen=True, slots=True)
class Wanted:
    """What has to lie there: all that belongs to nobody, and what belongs to so many players."""

    layout: Layout
    players: int


def is_complete(tags: Tags, wanted: Wanted) -> bool:
    """Whether all that has to lie there is in sight."""
    return not list(_missing(_seen(tags, wanted.layout), wanted))


def judge_mats(tags: Tags, wanted: Wanted) -> Verdict:
    """Whether the zone cards and boards of the game are in sight, each once."""
    layout = wanted.layout
    seen = _seen(tags, layout)
    doubled = doubled_mats(tags.mats, layout)
    marks = tuple(tag.corners for tag in tags.mats)
    if not seen:
        return Verdict(
            Level.BAD,
            (Text("No zone card or board in sight. Lay them on the table."),),
        )
    verdicts = [*_missing(seen, wanted), *_doubled(doubled, layout)]
    if verdicts:
        return together(*verdicts)
    return Verdict(
        Level.GOOD,
        (
            Plural(
                "{n} zone card or board in sight: all that is needed.",
                "{n} zone cards and boards in sight: all that is needed.",
                len(seen),
            ),
        ),
        marks,
    )


def _seen(tags: Tags, layout: Layout) -> set[str]:
    owners = layout.mat_tags()
    return {owners[tag.id] for tag in tags.mats if tag.id in owners}


def _missing(seen: Collection[str], wanted: Wanted) -> Iterator[Verdict]:
    mats = wanted.layout.mats.values()
    common = [mat for mat in mats if mat.seat is None and mat.key not in seen]
    seats = wanted.layout.seats
    own = {seat: [mat for mat in mats if mat.seat == seat] for seat in seats}
    begun = [seat for seat in seats if any(mat.key in seen for mat in own[seat])]
    # Somebody one of whose mats lies there is taken to play.
    missing = common + [mat for seat in begun for mat in own[seat] if mat.key not in seen]
    if missing:
        yield Verdict(
            Level.BAD,
            (
                Text(
                    "Not in sight: {cards}. Lay each face up, uncovered, where the camera sees it.",
                    cards=listing(map(_title, missing)),
                ),
            ),
        )
    lacking = wanted.players - len(begun)
    if lacking > 0 and any(own.values()):
        yield Verdict(
            Level.BAD,
            (
                Plural(
                    "{n} more player's zone card is not in sight: lay it at that seat.",
                    "{n} more players' zone cards are not in sight: lay them at those seats.",
                    lacking,
                ),
            ),
        )


def _doubled(doubled: Collection[str], layout: Layout) -> Iterator[Verdict]:
    if doubled:
        titles = listing(_title(layout.mats[key]) for key in sorted(doubled))
        yield Verdict(Level.BAD, (Text("There twice: {cards}. Take one away.", cards=titles),))


def _title(mat: Mat) -> Text:
    return Text(mat.title)


def judge_pieces(tags: Tags, read: Collection[str], of: int) -> Verdict:
    """Whether everything that lies there can be read; `read` so far, of all that there are."""
    marks = tuple(spot.corners for spot in tags.unreadable)
    count = Text("Pieces read so far: {read} of {of}.", read=len(read), of=of)
    if marks:
        return Verdict(
            Level.BAD,
            (
                Plural(
                    "{n} unreadable tag: uncover it, lay it flat, or reprint its label.",
                    "{n} unreadable tags: uncover them, lay them flat, or reprint their labels.",
                    len(marks),
                ),
                count,
            ),
            marks,
        )
    if not tags.pieces and not read:
        return Verdict(
            Level.NEARLY,
            (Text("No pieces yet. Lay some out apart, labels up."),),
        )
    good = Text("All visible tags are read.")
    return Verdict(Level.GOOD, (good, count), tuple(reading.corners for reading in tags.pieces))
