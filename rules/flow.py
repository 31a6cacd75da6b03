"""Questions, and how a rule asks them.

A rule is a generator. It yields a `Choice` wherever a player or chance decides, and gets the chosen
`Option` back. The functions at the end (`choose`, `choose_several`, `choose_amount`, `reveal`) are
the ways to ask; use them with `yield from`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, Generic, TypeVar

from rules.pieces import Move, Piece, Place
from rules.text import Text, listing

V = TypeVar("V")
P = TypeVar("P", bound=Piece)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table, known by its colour."""

    index: int
    colour: str
    name: str

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return self.index


TABLE = Seat(-1, "table", "the table")
"""Who is asked when chance decides: the camera or a dealer answers."""


@dataclass(slots=True)
class Option(Generic[V]):
    """One answer to a question.

    `key` is short and stable: it is journalled, posted by phones and written in tests. `moves` are
    the pieces a hand moves when it is chosen. `blocked` is None if the option is legal, else why
    it is not. `who` is set only if another seat than the one asked would do it. `by_phone` means
    that no camera could see it (coins, pieces without a tag), so that it is never guessed;
    `by_reading`, that only somebody who has read an owner's card can know it, so that no robot says
    it. `record` says what happened, if `text` is understood only below its question ("Done", "3").
    `implied` is what nobody tells besides what comes of it ("turn up a card").
    """

    key: str
    value: V
    text: Text
    moves: tuple[Move, ...] = ()
    blocked: Text | None = None
    who: Seat | None = None
    by_phone: bool = False
    by_reading: bool = False
    record: Text | None = None
    implied: bool = False

    @property
    def past_text(self) -> Text:
        """What has happened when it was chosen."""
        return self.record or self.text


Menu = Callable[[], Iterable[Option[V]]]


@dataclass(slots=True)
class Choice(Generic[V]):
    """A question to a seat. Its menu is built when somebody looks, and only once.

    `next_key` is what the NEXT button answers: it passes, or does what is proposed. `refused` lists
    what people could also try with their hands but never choose here, each blocked with its reason:
    it is not shown, but it explains an illegal move. `to_do` is set if the prompt tells hands to do
    something before it is answered, with the single steps if there are several.
    """

    who: Seat
    prompt: Text
    menu: Menu[V]
    next_key: str | None = None
    refused: Menu[V] | None = None
    to_do: Sequence[Text] | None = field(default=None, kw_only=True)
    _options: list[Option[V]] | None = field(default=None, init=False, repr=False)

    @property
    def options(self) -> list[Option[V]]:
        if self._options is None:
            self._options = list(self.menu())
        return self._options

    @property
    def questions(self) -> Sequence[Choice[Any]]:
        """Each that is open now: one, unless several seats are asked at once (`at_once`)."""
        return (self,)

    def of(self, seat: Seat) -> Choice[Any] | None:
        """What this seat is asked."""
        return next((question for question in self.questions if question.who == seat), None)

    def asking(self) -> object:
        """What is asked, to be compared."""
        return self.who, self.prompt

    def look_again(self) -> None:
        """The table has changed although it was not answered: the menu is built anew."""
        self._options = None

    def legal(self) -> list[Option[V]]:
        return [option for option in self.options if option.blocked is None]

    def only_answer(self) -> Option[V] | None:
        """The one legal answer, if there is no other and no hand moves a piece for it."""
        legal = list(islice((o for o in self._offered() if o.blocked is None), 2))
        return legal[0] if len(legal) == 1 and not legal[0].moves else None

    def _offered(self) -> Iterable[Option[V]]:
        return self.options

    def individuals(self, kind_key: str) -> list[Option[V]]:
        """The options with the individuals of a kind."""
        return [option for option in self.options if option.key.startswith(f"{kind_key}.")]

    def find(self, key: str) -> Option[V] | None:
        """The option with this key, legal or blocked."""
        listed = next((option for option in self.options if option.key == key), None)
        return listed or self.refusal(key)

    def refusal(self, key: str) -> Option[V] | None:
        refused = self.refused() if self.refused else ()
        return next((option for option in refused if option.key == key), None)

    def concerning(self, pieces: set[Piece]) -> Iterator[Option[V]]:
        """The options that hands can show, whose moves, if any, are all of these pieces."""
        for option in self.options:
            if option.by_phone:
                continue
            if all(move.piece in pieces for move in option.moves if move.piece):
                yield option


@dataclass(slots=True)
class Reveal(Choice[P]):
    """The question which piece was turned up; its menu is as long as the unseen pool.

    `answer` builds the option for one piece, so that a key is validated without the menu.
    """

    source: Place = ""
    answer: Callable[[str], Option[P] | None] = field(kw_only=True)

    def find(self, key: str) -> Option[P] | None:
        verb, _, piece_id = key.partition(":")
        return self.answer(piece_id) if verb == "turn" else self.refusal(key)

    def concerning(self, pieces: set[Piece]) -> Iterator[Option[P]]:
        for piece in sorted(pieces, key=lambda piece: piece.id):
            option = self.answer(piece.id)
            if option:
                yield option


@dataclass(slots=True)
class FromHand(Choice[V], Generic[V, P]):
    """A question that can also be answered with a piece of a hidden hand.

    Only its owner knows the hand, so every piece that could be in it is offered. `verbs` has, for
    each word such an answer begins with, what builds the option for one piece; `held` gives the
    pieces that could be in the hand. `menu` has the other options.
    """

    hand: Place = ""
    verbs: Mapping[str, Callable[[P], Option[V]]] = field(kw_only=True)
    pieces: Mapping[str, P] = field(kw_only=True)
    held: Callable[[], Iterable[P]] = field(kw_only=True)
    _others: list[Option[V]] | None = field(default=None, init=False, repr=False)

    @property
    def options(self) -> list[Option[V]]:
        if self._options is None:
            self._options = self.options_with(self.held())
        return self._options

    def look_again(self) -> None:
        self._options = self._others = None

    def others(self) -> list[Option[V]]:
        """The options that need nothing from the hand."""
        if self._others is None:
            self._others = list(self.menu())
        return self._others

    def options_with(self, hand: Iterable[P]) -> list[Option[V]]:
        """All options for somebody who holds these pieces."""
        held = list(hand)
        return [*self.others(), *(build(p) for build in self.verbs.values() for p in held)]

    def _offered(self) -> Iterable[Option[V]]:
        yield from self.others()
        yield from (build(piece) for build in self.verbs.values() for piece in self.held())

    def find(self, key: str) -> Option[V] | None:
        verb, _, piece_id = key.partition(":")
        if verb in self.verbs and piece_id in self.pieces:
            return self.verbs[verb](self.pieces[piece_id])
        return next((option for option in self.others() if option.key == key), None)

    def concerning(self, pieces: set[Piece]) -> Iterator[Option[V]]:
        seen = sorted(piece.id for piece in pieces if piece.id in self.pieces)
        for option in self.options_with(self.pieces[piece_id] for piece_id in seen):
            if option.by_phone:
                continue
            if all(move.piece in pieces for move in option.moves if move.piece):
                yield option


@dataclass(slots=True)
class Several(Choice[tuple[V, ...]]):
    """The question which of several things; a key joins them with `+`, in any order."""

    things: Callable[[], Sequence[Option[V]]] = field(kw_only=True)
    sizes: tuple[int, ...] = field(kw_only=True)
    """How many may be picked."""
    word: str = field(kw_only=True)

    def key_of(self, picked: Iterable[str]) -> str:
        """The key that names the things with these keys."""
        return f"{self.word}:{'+'.join(picked) or 'none'}"

    def find(self, key: str) -> Option[tuple[V, ...]] | None:
        wanted = parts(key)
        return next((option for option in self.options if parts(option.key) == wanted), None)


@dataclass(slots=True)
class Amount(Choice[int]):
    """The question how many, from `least` to `most`."""

    least: int = field(kw_only=True)
    most: int = field(kw_only=True)


def parts(key: str) -> tuple[str, list[str]]:
    """The word of an answer that picks several things, and their keys."""
    word, _, things = key.partition(":")
    return word, sorted(things.split("+"))


@dataclass(slots=True)
class Instruction(Choice[None]):
    """A sentence that says what to do on the table; its one answer is that it is done."""


Flow = Generator[Choice[Any], Option[Any], T]


def choose(
    who: Seat,
    prompt: Text,
    menu: Menu[V],
    next_key: str | None = None,
    refused: Menu[V] | None = None,
    *,
    spare: bool = False,
) -> Flow[V]:
    """Pick one; with `spare` it is not asked if there is only one answer."""
    question = Choice(who, prompt, menu, next_key, refused)
    option = question.only_answer() if spare else None
    return (option or (yield question)).value


def choose_several(
    who: Seat,
    prompt: Text,
    things: Callable[[], Sequence[Option[V]]],
    sizes: Iterable[int],
    why_not: Callable[[tuple[V, ...]], Text | None],
    word: str,
) -> Flow[tuple[V, ...]]:
    """Pick as many as one of `sizes`; `why_not` gives the reason a selection is not allowed."""

    def menu() -> Iterator[Option[tuple[V, ...]]]:
        offered = things()
        for size in question.sizes:
            for picked in combinations(offered, size):
                values = tuple(thing.value for thing in picked)
                blocked = [thing.blocked for thing in picked if thing.blocked]
                yield Option(
                    question.key_of(thing.key for thing in picked),
                    values,
                    listing(thing.text for thing in picked) if picked else Text("None of them"),
                    tuple(move for thing in picked for move in thing.moves),
                    blocked[0] if blocked else why_not(values),
                )

    question = Several(who, prompt, menu, things=things, sizes=tuple(sizes), word=word)
    option: Option[tuple[V, ...]] = yield question
    return option.value


def choose_amount(
    who: Seat, prompt: Text, least: int, most: int, proposed: int | None = None
) -> Flow[int]:
    """Pick a number from `least` to `most`."""
    option: Option[int] = yield Amount(
        who,
        prompt,
        lambda: (
            Option(
                f"amount:{n}",
                n,
                Text("{n}", n=n),
                record=Text("{question} {n}", question=prompt, n=n),
            )
            for n in range(least, most + 1)
        ),
        None if proposed is None else f"amount:{proposed}",
        least=least,
        most=most,
    )
    return option.value


def yes_or_no_option(
    key: str,
    value: bool,
    prompt: Text,
    words: Text | None,
    moves: tuple[Move, ...] = (),
    blocked: Text | None = None,
) -> Option[bool]:
    """One of the two answers to a question, in words of its own or as a plain yes or no."""
    if words:
        return Option(key, value, words, moves, blocked)
    plain = Text("Yes") if value else Text("No")
    record = Text("{question} {answer}", question=prompt, answer=plain)
    return Option(key, value, plain, moves, blocked, record=record)


def reveal(
    prompt: Text,
    source: Place,
    target: Place,
    pieces: Mapping[str, P],
    why_not: Callable[[P], Text | None],
    record: Callable[[P], Text] | None = None,
    refused: Menu[P] | None = None,
) -> Flow[P]:
    """Ask the table which piece was turned up; `why_not` says why a piece cannot be it."""

    def answer(piece_id: str) -> Option[P] | None:
        piece = pieces.get(piece_id)
        if piece is None:
            return None
        return Option(
            f"turn:{piece_id}",
            piece,
            piece.name,
            (Move(piece, source, target),),
            why_not(piece),
            record=record(piece) if record else None,
        )

    def menu() -> Iterator[Option[P]]:
        return (option for option in map(answer, pieces) if option)

    option: Option[P] = yield Reveal(
        TABLE, prompt, menu, refused=refused, source=source, answer=answer
    )
    return option.value


# ------------------------------------------------------------------------ Actions at any moment


class Anytime(ABC):
    """An answer that is an action of its own, and leaves the question open: what a player may do at
    any moment of the turn. A payment is asked without them, so that nothing comes between.

    It holds no part of a table: what it does is asked of the table that it is done on.
    """

    __slots__ = ()

    @abstractmethod
    def do(self, table: Any, seat: Seat) -> Flow[None] | None:
        """A generator if it has to ask something itself."""


def ask_amid(table: Any, seat: Seat, ask: Callable[[], Flow[Any]]) -> Flow[Any]:
    """Ask until the answer is none of the actions that are possible at any moment."""
    while True:
        answer = yield from ask()
        if not isinstance(answer, Anytime):
            return answer
        flow = answer.do(table, seat)
        if flow is not None:
            yield from flow
