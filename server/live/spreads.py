"""Cards laid on the table to be learned, up to twelve at a time, while nothing is played.

The camera looks once. From then on the pictures are kept, so that people can clear the table while
they say which card is which.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.text import Text
from server.live.albums import Albums, named
from server.live.learning import Learner, cut_out
from server.live.messages import Refused
from vision.reading import FloatArray, Picture, Reading, Unreadable
from vision.recognise.art import ArtReader
from vision.recognise.differences import look_alikes
from vision.recognise.found import counts
from vision.recognise.guesses import Clues, clues, ranked
from vision.recognise.likeness import Format

MOST = 12
_GUESSES = 4
_SAME_SIZE = 0.15
"""How much larger or smaller than most others an outline may be that is a card."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """A card of a spread, `number` counted from 1."""

    number: int
    picture: Picture
    corners: FloatArray
    face: Picture
    """Cut out; perhaps upside down."""
    clues: Clues
    kind: str | None = None
    """What it is known as."""
    guesses: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called among look-alikes, as long as nobody has named it."""
        return f"?{self.number}"


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    game: str
    cards: tuple[LaidCard, ...]
    left_over: int
    """How many more lay there."""
    alike: tuple[Mapping[str, Picture], ...] = ()
    """Groups of look-alikes, by kind or name of the card, with what tells them apart marked."""


class Spreads:
    """One spread for all phones; may be used from any thread."""

    def __init__(self, learner: Learner) -> None:
        self._learner = learner
        self._albums: Albums = learner.albums
        self._lock = threading.Lock()
        self.spread: Spread | None = None

    def look(self, game: str, names: Mapping[str, Sequence[str]]) -> Spread:
        """What lies on the table now; `names` has what the cards of each kind may be called."""
        picture = self._learner.photograph()
        reader, form = self._albums.every_reader(game), self._albums.form(game)
        art = reader.read(picture)
        outlines = _of_one_size([*art.readings, *art.unreadable])
        if not outlines:
            raise Refused(
                Text(
                    "No card was found. Lay the cards apart from each other, on a table that is"
                    " darker or lighter than their edges."
                )
            )
        cuts = [(cut_out(picture, seen.corners), seen.corners) for seen in outlines[:MOST]]
        parts = [(part, corners - origin) for (part, origin), corners in cuts]
        faces = [form.cut_out(part, _upright(corners, form)) for part, corners in parts]
        cards = [
            LaidCard(number, *part, _turned(face) if clue.turned else face, clue)
            for number, (part, face, clue) in enumerate(
                zip(parts, faces, clues(faces), strict=True), 1
            )
        ]
        with self._lock:
            self.spread = self._judged(Spread(game, tuple(cards), len(outlines[MOST:])), names)
            return self.spread

    def learn(self, number: int, kind: str, names: Mapping[str, Sequence[str]]) -> None:
        """Somebody says which card it is."""
        with self._lock:
            spread = self.spread
            card = next((c for c in spread.cards if c.number == number), None) if spread else None
            if spread is None or card is None:
                raise Refused(Text("Nobody knows this card any more: have the camera look again."))
            if self._albums.is_known(spread.game, kind) and kind not in card.guesses[:1]:
                raise Refused(
                    Text(
                        "{card} is known already, with another picture. If that one is wrong, put"
                        " it right first.",
                        card=named(spread.game, kind),
                    )
                )
            if self._albums.is_known(spread.game, kind):
                self._albums.confirm(spread.game, kind)
            else:
                kind = self._albums.learn(spread.game, kind, card.picture, card.corners)
            cards = tuple(
                replace(one, kind=kind, guesses=()) if one is card else one for one in spread.cards
            )
            self.spread = self._judged(replace(spread, cards=cards), names)

    def put_away(self) -> None:
        with self._lock:
            self.spread = None

    def _judged(self, spread: Spread, names: Mapping[str, Sequence[str]]) -> Spread:
        """The spread as the album sees it now."""
        reader, known = self._albums.every_reader(spread.game), self._albums.cards(spread.game)
        cards = tuple(
            card if card.kind else _judged(card, reader, known.keys(), names)
            for card in spread.cards
        )
        return replace(
            spread, cards=cards, alike=_alike(cards, known, self._albums.form(spread.game))
        )


def _judged(
    card: LaidCard,
    reader: ArtReader,
    known: Collection[str],
    names: Mapping[str, Sequence[str]],
) -> LaidCard:
    found = reader.read_card(card.picture, card.corners)
    if isinstance(found, Reading):
        if found.piece not in reader.unconfirmed:
            return replace(card, kind=found.piece)
        return replace(card, guesses=(found.piece,))
    candidates = found.candidates
    sorts = dict.fromkeys(kind.partition("/")[0] for kind in candidates[:1])
    missing = {kind: called for kind, called in names.items() if kind not in known}
    kin = [kind for kind in missing if kind.partition("/")[0] in sorts]
    likely = ranked(card.clues, {kind: missing[kind] for kind in kin} or missing)
    guesses = tuple(dict.fromkeys([*likely, *kin]))
    return replace(card, guesses=guesses[:_GUESSES])


def _alike(
    cards: Sequence[LaidCard], known: Mapping[str, Picture], form: Format
) -> tuple[Mapping[str, Picture], ...]:
    """Look-alikes among the cards that are not known yet, and those that are."""
    new = {card.name: card.face for card in cards if card.kind is None}
    thumbs = [form.thumbnail(way) for face in new.values() for way in (face, _turned(face))]
    near = {
        kind: picture
        for kind, picture in known.items()
        if counts(kind)
        and max((float(form.thumbnail(picture) @ t) for t in thumbs), default=0) > 0.8
    }
    groups = look_alikes({**near, **new}, form)
    return tuple(group for group in groups if new.keys() & group.keys())


def _upright(corners: FloatArray, form: Format) -> FloatArray:
    """The way in which a card would lie if it were upright for the camera."""
    return min(form.ways(corners), key=lambda way: float(way[0, 1] + way[1, 1]))


def _turned(face: Picture) -> Picture:
    return np.ascontiguousarray(face[::-1, ::-1])


def _of_one_size(seen: Sequence[Reading | Unreadable]) -> list[Reading | Unreadable]:
    """The outlines of which there are most of one size, from the top left on: the cards."""
    sizes = [float(np.ptp(each.corners, axis=0).max()) for each in seen]

    def near(size: float) -> list[Reading | Unreadable]:
        return [
            each
            for each, other in zip(seen, sizes, strict=True)
            if abs(other - size) < _SAME_SIZE * size
        ]

    best = max(sizes, key=lambda size: (len(near(size)), size), default=0.0)
    rows = sorted(near(best), key=lambda each: float(each.centre[1]))
    return [
        each
        for row in _rows(rows, best / 2)
        for each in sorted(row, key=lambda each: float(each.centre[0]))
    ]


def _rows(seen: Sequence[Reading | Unreadable], apart: float) -> list[list[Reading | Unreadable]]:
    rows: list[list[Reading | Unreadable]] = []
    for each in seen:
        if rows and each.centre[1] - rows[-1][0].centre[1] < apart:
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows
