"""How well cards are known by their pictures, condition by condition, on drawn decks.

Every card of a game is enrolled once, from a picture of it alone. Then tables with eight cards, or
with fans of four of which each covers two thirds of the one before, are drawn and read: by an album
that has every card, and by one that has only half of them, so that siblings of a known card lie on
the table which were never shown. A reading is wrong if no card of that kind is at that spot.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from rules.games import GAMES
from vision.layout import Pose, load_layout
from vision.measure.score import Score
from vision.reading import FloatArray, Picture, Reading
from vision.recognise.album import Album, LooksLike, kinds_of, new_album
from vision.recognise.art import ArtReader
from vision.recognise.found import NO_CARD, Art
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.faces import back_shows
from vision.simulator.optics import Conditions
from vision.simulator.render import Rendered, render
from vision.simulator.scene import Deck, PlacedPiece, Scene

SCALES = (3.6, 2.7, 2.0)
"""Pixels a millimetre: a camera of 12 megapixels a metre above the table has 3.6."""
_PORTRAIT = 3.6
_GAP = 8.0
"""Millimetres between cards."""
_NARROWEST = 120.0
"""Millimetres of the table that a camera sees at least."""
_COLUMNS = 4
_VISIBLE = 1 / 3
"""Of a card in a fan."""
_FOCAL_PX = Camera().focal
_NEAR = 0.1
"""Of a card's width: how far a reading may be from the card that it is of."""


@dataclass(frozen=True, slots=True)
class Condition:
    name: str
    strength: str
    """What is done to the picture, in words."""
    light: Conditions = field(default_factory=Conditions)
    tilt: float = 0.0
    fanned: bool = False


_PLAIN = Conditions()

CONDITIONS = (
    Condition("white", "even light, sharp"),
    Condition("warm", "candle light", replace(_PLAIN, warmth=1.0)),
    Condition("dim", "20 % of the light, noise 3", replace(_PLAIN, brightness=0.2, noise=3.0)),
    Condition("uneven", "80 % darker at the far end", replace(_PLAIN, uneven=0.8)),
    Condition("glare", "four lamps mirrored by the sleeves", replace(_PLAIN, glare=4)),
    Condition("tilt 25", "camera leans by 25 degrees", tilt=25.0),
    Condition("soft", "discs of 1.2 px radius", replace(_PLAIN, defocus=1.2)),
    Condition("noise", "standard deviation 10 of 255", replace(_PLAIN, noise=10.0)),
    Condition("jpeg", "JPEG quality 60", replace(_PLAIN, jpeg=60)),
    Condition("covered", "fans, two thirds of a card covered", fanned=True),
)


class _Card(NamedTuple):
    kind: str
    outline: FloatArray
    asked: bool
    """Whether it counts: the top card of a fan is not covered."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    picture: Picture
    cards: tuple[_Card, ...]

    def score(self, art: Art, known: Collection[str]) -> Score:
        score = Score()
        named: set[int] = set()
        for card in self.cards:
            there = [reading for reading in art.readings if _is_at(reading, card)]
            right = any(reading.piece == card.kind for reading in there)
            score.wrong += sum(reading.piece != card.kind for reading in there)
            named.update(map(id, there))
            if card.asked:
                score.looks += 1
                score.wanted += card.kind in known
                score.read += right
        score.wrong += sum(id(reading) not in named for reading in art.readings)
        return score


def _is_at(reading: Reading, card: _Card) -> bool:
    width = float(np.linalg.norm(card.outline[1] - card.outline[0]))
    middle = card.outline.mean(axis=0)
    return bool(np.abs(reading.corners.mean(axis=0) - middle).max() < _NEAR * width)


def enrolled(game: str, deck: Deck, kinds: Sequence[str] | None = None) -> Album:
    """An album of all kinds of the base game, or of some, each shown alone."""
    album = new_album(game)
    for seed, kind in enumerate(kinds_of(game) if kinds is None else kinds):
        album.enrol(kind, portrait(game, kind, deck, seed))
    return album


def with_backs(game: str, deck: Deck) -> Album:
    """The same with the backs of its cards: no card that robots lay on a table is unknown."""
    album = enrolled(game, deck)
    form = album.form_of(f"{NO_CARD}/1")
    cards = [kind for kind in album.cards if album.form_of(kind) == form]
    backs = {back_shows(game, kind): kind for kind in reversed(cards)}
    for number, kind in enumerate(backs.values(), 1):
        with suppress(LooksLike):  # a back that looks like another, or like its face, is known
            album.enrol(f"{NO_CARD}/{number}", portrait(game, kind, deck, number, face_up=False))
    return album


def portrait(
    game: str,
    kind: str,
    deck: Deck,
    seed: int,
    px_per_mm: float = _PORTRAIT,
    *,
    face_up: bool = True,
) -> Picture:
    """One card alone before the camera, upright, nearly straight."""
    return laid_out(game, kind, deck, seed, px_per_mm, face_up=face_up).picture


def laid_out(
    game: str,
    kind: str,
    deck: Deck,
    seed: int,
    px_per_mm: float,
    light: Conditions | None = None,
    *,
    face_up: bool = True,
) -> Rendered:
    """The same with the truth about it, in any light."""
    piece = _one_of(game)[kind]
    width, height = load_registry(game).form_of(piece).size
    turn = float(np.random.default_rng(seed).uniform(-4, 4))
    room = max(width + 32, _NARROWEST), height + 32
    size = (round(room[0] * px_per_mm), round(room[1] * px_per_mm))
    camera = _camera(size, px_per_mm, 0.0, turn)
    placed = PlacedPiece(piece, Pose(*camera.aim), face_up, tag=None)
    scene = Scene(load_layout(game), load_registry(game), (placed,), background="cloth", deck=deck)
    return render(scene, camera, seed, light)


def tables(
    game: str, condition: Condition, px_per_mm: float, deck: Deck, seeds: Sequence[int]
) -> Iterator[Table]:
    for seed in seeds:
        yield (
            _fans(game, condition, px_per_mm, deck, seed)
            if condition.fanned
            else _cards(game, condition, px_per_mm, deck, seed)
        )


def half_of(album: Album, seed: int) -> ArtReader:
    """A reader by half of an album, drawn by chance."""
    kinds = sorted(album.cards)
    np.random.default_rng(seed).shuffle(kinds)
    form = album.form_of(kinds[0])
    return ArtReader(form, {kind: album.cards[kind] for kind in kinds[: len(kinds) // 2]})


def _cards(game: str, condition: Condition, px_per_mm: float, deck: Deck, seed: int) -> Table:
    """Eight cards side by side, some upside down."""
    random = np.random.default_rng(seed)
    kinds = _drawn(game, random, 2 * _COLUMNS)
    width, height = load_registry(game).form_of(_one_of(game)[kinds[0]]).size
    poses = [
        Pose(
            (number % _COLUMNS - (_COLUMNS - 1) / 2) * (width + _GAP),
            (number // _COLUMNS - 0.5) * (height + _GAP),
            float(random.normal(0, 1.5)) + (180 if random.random() < 0.3 else 0),
        )
        for number in range(len(kinds))
    ]
    room = (_COLUMNS * (width + _GAP) + 16, 2 * (height + _GAP) + 24)
    asked = [True] * len(kinds)
    return _drawn_table(game, condition, px_per_mm, deck, seed, (kinds, poses, asked, room))


def _fans(game: str, condition: Condition, px_per_mm: float, deck: Deck, seed: int) -> Table:
    """Four fans of four cards; the top one of each is whole and does not count."""
    random = np.random.default_rng(seed)
    kinds = _drawn(game, random, _COLUMNS * 4)
    width, height = load_registry(game).form_of(_one_of(game)[kinds[0]]).size
    poses = [
        Pose(
            (number // 4 - (_COLUMNS - 1) / 2) * (width + _GAP) + float(random.normal(0, 0.7)),
            (number % 4 - 1.5) * height * _VISIBLE,
            float(random.normal(0, 0.7)),
        )
        for number in range(len(kinds))
    ]
    room = (_COLUMNS * (width + _GAP) + 16, height * (1 + 3 * _VISIBLE) + 24)
    asked = [number % 4 < 3 for number in range(len(kinds))]
    return _drawn_table(game, condition, px_per_mm, deck, seed, (kinds, poses, asked, room))


_Laid = tuple[list[str], list[Pose], list[bool], tuple[float, float]]


def _drawn_table(
    game: str, condition: Condition, px_per_mm: float, deck: Deck, seed: int, laid: _Laid
) -> Table:
    kinds, poses, asked, room = laid
    random = np.random.default_rng((seed, 1))
    larger = 1.35 if condition.tilt else 1.0
    size = (round(room[0] * px_per_mm * larger), round(room[1] * px_per_mm * larger))
    camera = _camera(size, px_per_mm, condition.tilt, float(random.uniform(-4, 4)))
    x, y = camera.aim
    placed = tuple(
        PlacedPiece(_one_of(game)[kind], Pose(x + pose.x, y + pose.y, pose.angle), tag=None)
        for kind, pose in zip(kinds, poses, strict=True)
    )
    # Lamps are mirrored by sleeves; without them, every other deck has some.
    sleeved = bool(condition.light.glare) or seed % 2 == 1
    scene = Scene(
        load_layout(game),
        load_registry(game),
        placed,
        background="wood" if random.random() < 0.5 else "cloth",
        deck=replace(deck, sleeved=sleeved),
    )
    rendered = render(scene, camera, seed, condition.light)
    return Table(rendered.picture, tuple(_truth(rendered, kinds, asked)))


def _truth(rendered: Rendered, kinds: Sequence[str], asked: Sequence[bool]) -> Iterator[_Card]:
    for seen, kind, counts in zip(rendered.truth.pieces, kinds, asked, strict=True):
        yield _Card(kind, seen.outline, counts)


def _drawn(game: str, random: np.random.Generator, count: int) -> list[str]:
    return [str(kind) for kind in random.permutation(kinds_of(game))[:count]]


def _one_of(game: str) -> dict[str, str]:
    """A piece of each kind."""
    return {piece.kind: piece.id for piece in GAMES[game].pieces.values()}


def _camera(size: tuple[int, int], px_per_mm: float, tilt: float, turn: float) -> Camera:
    """A part of what a camera of 12 megapixels sees; a millimetre is at least so many pixels."""
    view = math.degrees(2 * math.atan(size[0] / 2 / _FOCAL_PX))
    above = _FOCAL_PX / px_per_mm * math.cos(math.radians(tilt)) ** 2
    return Camera(*size, above=above, tilt=tilt, turn=turn, field_of_view=view)
