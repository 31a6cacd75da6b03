"""What pages show of albums: whose cards they are, how they look, and how many of each sort are
known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from flask import abort

from rules.games import GAMES
from rules.text import Text
from server.live.albums import named
from server.live.learning import Learner
from server.live.messages import View
from server.web.games import drawn_by
from server.web.parts.card_drawings import Drawing, drawing, show
from server.web.request.language import t
from server.web.request.tableside import tableside
from server.web.showing.around import shown
from vision.recognise.album import kinds_of


@dataclass(frozen=True, slots=True)
class Pictured:
    """A kind of cards as somebody finds it among others."""

    kind: str
    name: Text
    marks: tuple[Text, ...] = ()
    """What is printed on it, in words."""
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """Sets that come together, besides the game itself."""

    title: str
    sets: tuple[str, ...]
    owned: bool

    @property
    def key(self) -> str:
        return self.sets[0]


@dataclass(frozen=True, slots=True)
class Sort:
    """Kinds of cards that are called the same but for a number, in the language of the phone."""

    name: str
    known: int
    all: int
    missing: tuple[Pictured, ...]


def game_of_cards() -> str:
    """The game that is played if its cards can be known by their pictures, else the first such."""
    view = shown()
    if view.match is not None and view.match.game.cards:
        return view.match.game.name
    game = next((name for name, game in GAMES.items() if game.cards), None)
    if game is None:
        abort(404)
    return game


def learner() -> Learner:
    found = tableside().learner
    if found is None:
        abort(404)
    return found


def may_lay_out(view: View) -> bool:
    """Whether cards may lie about on the table: nothing is being played there."""
    return view.match is None or view.match.choice is None or view.paused


def pictured(game: str, kinds: Iterable[str]) -> list[Pictured]:
    """These kinds, with our drawings of them."""
    faces = drawn_by(game).faces
    found = [
        Pictured(
            kind,
            named(game, kind),
            tuple(mark.words for mark in faces[kind].marks) if kind in faces else (),
            drawing(game, kind),
        )
        for kind in kinds
    ]
    show(each.drawing for each in found if each.drawing)
    return found


def boxes(game: str) -> list[Box]:
    """What can be owned besides the game itself, as far as cards of it can be learned."""
    edition, kinds = GAMES[game].edition, kinds_of(game, every_set=True)
    together: dict[str, list[str]] = {}
    for name in GAMES[game].sets:
        if any(_set_of(game, kind) == name for kind in kinds):
            title = edition.text(f"sets.{name}.title").partition(":")[0]
            together.setdefault(title, []).append(name)
    has = tableside().store.preferences.has
    return [Box(title, (*sets,), has(_owns(game, sets[0]))) for title, sets in together.items()]


def own(game: str, keys: Collection[str]) -> None:
    """Only these boxes stand on the shelf, from now on."""
    for box in boxes(game):
        if box.owned != (box.key in keys):
            tableside().store.preferences.put(_owns(game, box.key), not box.owned)


def owned(game: str) -> list[str]:
    """The kinds of cards that somebody here can have: of the game, of sets that are owned, and of
    what is being played.
    """
    sets = {name for box in boxes(game) if box.owned for name in box.sets}
    played = {*kinds_of(game), *learner().albums.kinds(game)}
    every = kinds_of(game, every_set=True)
    return [kind for kind in every if kind in played or _set_of(game, kind) in sets]


def _owns(game: str, box: str) -> str:
    return f"owns {game} {box}"


def _set_of(game: str, kind: str) -> str | None:
    """The set that a kind is of; None for the game itself."""
    first = kind.partition("/")[0]
    return first if first in GAMES[game].sets else None


def of_the_same_set(game: str, kind: str) -> list[str]:
    every = kinds_of(game, every_set=True)
    return [each for each in every if _set_of(game, each) == _set_of(game, kind)]


def sorts(game: str, kinds: Sequence[str], known: Collection[str]) -> list[Sort]:
    """How many kinds of each sort are known, in the game's order."""
    together: dict[str, list[str]] = {}
    for kind in kinds:
        together.setdefault(t(named(game, kind)).rstrip(" 0123456789"), []).append(kind)
    return [
        Sort(
            name,
            sum(kind in known for kind in group),
            len(group),
            tuple(pictured(game, (kind for kind in group if kind not in known))),
        )
        for name, group in together.items()
    ]
