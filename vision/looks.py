"""How the pieces and boards of a game look to a camera: what its package brings for that.

All of it may be missing; pieces are then plain cards with their names, boards are zone cards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from rules.pieces import Piece
from rules.plugins import Failure, Plugins
from rules.text import Text
from vision.layout import Mat, PlaceShape
from vision.pen import Pen
from vision.reading import Picture
from vision.registry import Form

Paint = Callable[[Piece, Form, float], Picture]
"""A piece, with so many pixels a millimetre. The picture of something that is no rectangle has a
fourth channel, its cover."""
Draw = Callable[[Pen, float, float, float], None]
"""A sign, drawn with any pen about a point in a size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """Both sides of pieces."""

    face: Paint
    back: Paint
    back_shows: Callable[[Piece], Hashable]
    """What can be told of a piece that lies face down: the same for backs that look the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What is printed where tags.toml says that numbers are."""

    printed: Callable[[Piece], tuple[str | None, ...]]
    """One for each place; none at all for a piece without."""
    picture: Callable[[Piece], str]
    """What pieces with the same picture have in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawings:
    """Cards and tiles as phones show them, with hardly a word on them."""

    is_drawn: Callable[[Piece], bool]
    drawing: Paint


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    faces: Faces | None = None
    hard_face: Paint | None = None
    """The face of a piece without a label, as hard to tell from others as a real one."""
    numbers: Numbers | None = None
    board: Callable[[Mat, Sequence[PlaceShape], float], Picture] | None = None
    """A board or a mat of the game's own, without the tags that people stick on it."""
    drawings: Drawings | None = None
    signs: Mapping[str, Draw] = field(default_factory=dict)
    """What stands on maps, by name."""
    scenes: Mapping[str, Callable[[Random], object]] = field(default_factory=dict)
    """Tables by name, each a `Scene` of the simulator: to render, and to measure."""


PLAIN = Looks()


def _broken(game: str, why: Failure) -> Text:
    return Text("{game} is drawn plainly for cameras: {why}", game=game, why=why)


LOOKS: Plugins[Looks] = Plugins("quartermaster.looks", Looks, _broken)


def looks_of(game: str) -> Looks:
    return LOOKS.get(game, PLAIN)
