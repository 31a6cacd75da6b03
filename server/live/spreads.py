"""Cards laid on the table to be learned, up to twelve at a time, while nothing is played.

The camera looks once. From then on the pictures are kept, so that people can clear the table while
they say which card is which.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

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
_GONE = Text("This card is gone. Look at the table again.")


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
    likeliest: tuple[str, ...] = ()
    """Those of them that as much speaks for as for the first; none if nothing does."""
    proposed: str | None = None
    """The guess that is taken unless somebody says otherwise."""
    waits: bool = False
    """Whether somebody has said that it is named later."""

    @property
    def name(self) -> str:
        """What it is called among look-alikes, as long as nobody has named it."""
        return f"?{self.number}"


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    look: int
    """Which look at the table it is from: what was said of an older one is not meant for it."""
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
        self._looks = 0
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
                    "No card found. Lay cards apart, on a table darker or lighter than their edges."
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
            self._looks += 1
            seen = Spread(self._looks, game, tuple(cards), len(outlines[MOST:]))
            self.spread = self._judged(seen, names)
            return self.spread

    def learn(
        self, look: int, chosen: Mapping[int, str], names: Mapping[str, Sequence[str]]
    ) -> dict[int, Text]:
        """Somebody says which cards these are; gives why some of them could not be learned."""
        refused = dict[int, Text]()
        with self._lock:
            spread = self.spread
            if spread is None or spread.look != look:
                return dict.fromkeys(chosen, _GONE)
            cards = {card.number: card for card in spread.cards}
            for number, kind in chosen.items():
                try:
                    cards[number] = self._learned(spread.game, cards.get(number), kind)
                except Refused as error:
                    refused[number] = error.reason
            self.spread = self._judged(replace(spread, cards=tuple(cards.values())), names)
        return refused

    def wait(self, look: int, number: int, names: Mapping[str, Sequence[str]]) -> None:
        """Somebody does not know this card, or not now."""
        with self._lock:
            if self.spread is not None and self.spread.look == look:
                cards = (replace(c, waits=c.number == number or c.waits) for c in self.spread.cards)
                self.spread = self._judged(replace(self.spread, cards=tuple(cards)), names)

    def put_away(self) -> None:
        with self._lock:
            self.spread = None

    def _learned(self, game: str, card: LaidCard | None, kind: str) -> LaidCard:
        if card is None:
            raise Refused(_GONE)
        if not self._albums.is_known(game, kind):
            kind = self._albums.learn(game, kind, card.picture, card.corners)
        elif kind in card.guesses[:1]:
            self._albums.confirm(game, kind)
        else:
            raise Refused(
                Text(
                    "{card} is known with another picture. If that is wrong, correct it first.",
                    card=named(game, kind),
                )
            )
        return replace(card, kind=kind, guesses=(), proposed=None)

    def _judged(self, spread: Spread, names: Mapping[str, Sequence[str]]) -> Spread:
        """The spread as the album sees it now."""
        reader, known = self._albums.every_reader(spread.game), self._albums.cards(spread.game)
        cards = tuple(
            card if card.kind else _judged(card, reader, known.keys(), names)
            for card in spread.cards
        )
        cards = _proposed(cards)
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
        return replace(card, guesses=(found.piece,), likeliest=(found.piece,))
    sorts = {kind.partition("/")[0] for kind in found.candidates[:1]}
    missing = [kind for kind in names if kind not in known]
    kin = [kind for kind in missing if kind.partition("/")[0] in sorts]
    likely = ranked(card.clues, {kind: names[kind] for kind in dict.fromkeys([*kin, *missing])})
    guesses = tuple(dict.fromkeys([*likely, *kin]))[:_GUESSES]
    first = card.clues.likelihood(likely[0], names[likely[0]]) if likely else 0.0
    likeliest = takewhile(lambda k: card.clues.likelihood(k, names[k]) == first, likely)
    return replace(card, guesses=guesses, likeliest=tuple(likeliest))


def _proposed(cards: Sequence[LaidCard]) -> tuple[LaidCard, ...]:
    """Each card with the only guess that most speaks for, but no kind for two cards: of several
    that are as likely one may be left when others are taken.
    """
    best = {card.number: card.likeliest for card in cards if not (card.kind or card.waits)}
    taken = dict[int, str]()

    def free(number: int) -> list[str]:
        return [kind for kind in best[number] if kind not in taken.values()]

    while sure := [number for number in best.keys() - taken.keys() if len(free(number)) == 1]:
        taken[min(sure)] = free(min(sure))[0]
    return tuple(replace(card, proposed=taken.get(card.number)) for card in cards)


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
