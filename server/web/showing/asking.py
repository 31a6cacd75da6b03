"""What a phone is asked, ready to be shown: for each of its seats, in the form of the question."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Literal
from zlib import crc32

from markupsafe import Markup

from rules.at_once import AtOnce
from rules.flow import TABLE, Amount, Choice, FromHand, Option, Reveal, Seat, Several, parts
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Plural, Text
from server.live.asked import answers_before, asked
from server.live.concluded import NOBODY, Asked, in_turn, steps
from server.live.messages import View
from server.live.problems import lies
from server.web.games import drawn_by, topic_path
from server.web.parts.card_drawings import Drawing, drawing
from server.web.parts.cards import NO_ASIDE, About, Aside, Face
from server.web.showing.drawing import scene
from vision.layout import load_layout
from vision.printed_copy import PrintedCopy, copy_of

SEARCH_FROM = 12
"""More options than this are searched, not read."""

Form = Literal["options", "pair", "several", "amount", "turn up"]
Held = Callable[[Place], Iterable[Piece]]
TURN_UP = "turn-up"
"""The answer that whatever lies next is turned up. No key looks like it."""


@dataclass(frozen=True, slots=True)
class Offer:
    key: str
    text: Text
    blocked: Text | None = None
    face: Face | None = None
    """Of the piece that is chosen."""
    aside: Aside = NO_ASIDE
    family: Text | None = None
    """What its piece is one of, for lists that are too long to be read."""
    seen: bool = False
    """Whether the camera sees its piece somewhere, so that it is probably meant."""
    drawing: Drawing | None = None
    """Of the piece that is chosen."""
    hidden: bool = False
    """Whether nobody else sees that piece."""
    path: str | None = None
    """Where below /rules it stands what is chosen, if that can be read."""
    piece: str | None = None
    """The id of the piece that is chosen."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A picture, or words, that can be tapped; with several offers it unfolds to them."""

    offers: tuple[Offer, ...]

    @property
    def first(self) -> Offer:
        return self.offers[0]

    @property
    def id(self) -> str:
        return f"{crc32((self.first.piece or self.first.key).encode()):08x}"

    @property
    def blocked(self) -> bool:
        return all(offer.blocked is not None for offer in self.offers)


@dataclass(frozen=True, slots=True)
class Group:
    """Offers that stand together under a heading."""

    title: Text | None
    offers: tuple[Offer, ...]
    open: bool = False
    """Whether it is unfolded at first, however long the whole list is."""
    folds: bool = False
    """Whether it is folded up at first, however short the whole list is."""

    @property
    def id(self) -> str:
        """By what it is called: groups come and go, and one that was unfolded stays so."""
        return f"{crc32(str(self.title).encode()):08x}"

    @property
    def allowed(self) -> int:
        return sum(offer.blocked is None for offer in self.offers)

    @property
    def families(self) -> tuple[Group, ...]:
        """A long group in groups of its own, those without a family first; none if it is short, or
        all of it is one family.
        """
        if len(self.offers) <= SEARCH_FROM or len({o.family for o in self.offers}) == 1:
            return ()
        found: dict[Text | None, list[Offer]] = {None: []}
        for offer in self.offers:
            found.setdefault(offer.family, []).append(offer)
        return tuple(Group(title, tuple(offers)) for title, offers in found.items() if offers)

    @property
    def cards(self) -> tuple[Pick, ...]:
        """What can be chosen by its picture; all that is done with one piece is behind one."""
        found: dict[str, list[Offer]] = {}
        for offer in self.offers:
            if offer.drawing:
                found.setdefault(offer.piece or offer.key, []).append(offer)
        return tuple(Pick(tuple(offers)) for offers in found.values())

    @property
    def tiles(self) -> tuple[Pick, ...]:
        """What has no picture of its own."""
        return tuple(Pick((offer,)) for offer in self.offers if not offer.drawing)

    @property
    def sample(self) -> Offer | None:
        """What stands for a group that is folded up."""
        return next((offer for offer in self.offers if offer.drawing), None)


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to one seat of the phone. `who` is the table if any seat may answer."""

    seat: Seat
    who: Seat
    prompt: Text
    form: Form
    offers: tuple[Offer, ...]
    after: int
    """How many answers the match has: an answer to an older question does not count."""
    asked: str
    """What is asked, in a word that forms carry."""
    own: bool = True
    """False if another seat is asked, and this one may step in."""
    least: int = 0
    most: int = 0
    seen: tuple[Text, ...] = ()
    """Where the pieces lie that the camera asks about."""
    hint: Text | None = None
    """How the question answers itself, without the phone."""
    to_do: tuple[Text, ...] = ()
    """What hands do on the table for it, to be ticked."""
    next_key: str | None = None
    """What the NEXT button answers."""
    pressed: frozenset[str] = frozenset()
    """What can be answered on the picture that the question is about."""
    ticked: tuple[str, ...] = ()
    """What is proposed to be picked."""

    @property
    def thumb(self) -> Offer | None:
        """The one answer that is no picture: to go on. Not if there is no other one."""
        open_ = [offer for offer in self.offers if offer.blocked is None]
        if self.form != "options" or not self.own or len(open_) < 2:
            return None
        plain = [o for o in open_ if not o.drawing and o.key not in self.pressed]
        going_on = [offer for offer in open_ if offer.key == self.next_key]
        return going_on[0] if going_on else plain[0] if len(plain) == 1 else None

    @property
    def in_words(self) -> tuple[Offer, ...]:
        """What can be pressed on the picture, for somebody who reads it."""
        return tuple(offer for offer in self.offers if offer.key in self.pressed)

    @property
    def left(self) -> tuple[Offer, ...]:
        """What neither the picture nor the thumb answers; of what cannot be chosen only what lies
        among the rest and is too dear.
        """
        elsewhere = (self.thumb, *self.in_words, *self.not_now)
        return tuple(offer for offer in self.offers if offer not in elsewhere)

    @property
    def not_now(self) -> tuple[Offer, ...]:
        """What cannot be chosen for a reason that takes a sentence."""
        return tuple(
            offer
            for offer in self.offers
            if offer.blocked is not None and not (offer.aside.badge and offer.aside.badge.short)
        )

    @property
    def numbers(self) -> range | None:
        """How many it may be, if each number can have its own button."""
        few = self.form == "amount" and self.most - self.least < SEARCH_FROM
        return range(self.least, self.most + 1) if few else None

    @property
    def id(self) -> str:
        """Changes with the question, so that nothing typed for one is sent for another."""
        return f"ask-{self.seat.colour}-{self.asked}{'' if self.own else '-besides'}"

    @property
    def searched(self) -> bool:
        return len(self.left) > SEARCH_FROM

    @property
    def groups(self) -> tuple[Group, ...]:
        """The offers under their headings, in the order of the first of each; the rest comes last,
        or before the groups that say so. What the camera sees stands above all of them.
        """
        left = self.left
        seen = tuple(offer for offer in left if offer.seen)
        groups: dict[Text | None, list[Offer]] = {}
        for offer in left:
            if offer.seen:
                continue
            groups.setdefault(offer.aside.group, []).append(offer)
        rest = groups.pop(None, [])
        first = [g for g in groups.items() if not g[1][0].aside.last]
        later = [g for g in groups.items() if g[1][0].aside.last]
        ordered = [*first, *([(None, rest)] if rest else []), *later]
        top = [Group(Text("Seen by the camera"), seen, open=True)] if seen else []
        ends = {title for title, _ in later}
        groups_of = (Group(title, tuple(o), folds=title in ends) for title, o in ordered)
        return (*top, *groups_of)

    @property
    def size(self) -> Text:
        """How many things have to be picked."""
        if self.least == self.most:
            return Text("Choose {n}.", n=self.most)
        return Text("Choose {least} to {most}.", least=self.least, most=self.most)


def asks(
    view: View, seats: Sequence[Seat], held: Held | None = None, *, turns_up: bool = False
) -> Iterator[Ask]:
    """What these seats can answer now, a question to the table once for all of them.

    `held` knows the cards of a hand, where somebody does. `turns_up` says that a piece which is
    asked for need not be named, since a button turns it up.
    """
    match, questions = view.match, view.questions
    if match is None or not questions or not seats:
        return
    if questions[0].who is TABLE:
        yield _ask(view, match, questions[0], seats[0], turns_up=turns_up)
        return
    for seat in seats:
        choice = next((question for question in questions if question.who == seat), None)
        if choice is not None:
            yield _ask(view, match, choice, seat, held)
        if view.question is None and match.choice is not None:
            yield from _besides(view, match, match.choice, seat)


def _besides(view: View, match: Match[Any], choice: Choice[Any], seat: Seat) -> Iterator[Ask]:
    """What a seat may say that is no answer to a question of its own."""
    if isinstance(choice, AtOnce):
        prompt = Text("All at once: does the order matter?")
        options = choice.order if choice.of(seat) else []
    elif choice.who == seat:
        return
    else:
        prompt = Text("Meanwhile you may:")
        options = [option for option in choice.options if option.who == seat]
    if options:
        after, now = len(answers_before(match, seat)), asked(match, view.question, seat)
        offers = _offers(options, view)
        yield Ask(seat, choice.who, prompt, "options", offers, after, now, own=False)


def about(view: View, seat: Seat) -> About | None:
    """The part of the board that the question to a seat, or else to whoever is asked, is about."""
    if view.match is None or view.question is not None or not view.questions:
        return None
    draw = drawn_by(view.match.game.name).about
    own = (question for question in view.questions if question.who == seat)
    choice = next(own, view.questions[0])
    scenery = replace(scene(view.match, view.sighting, view.wrong), asked=choice)
    return draw(scenery) if draw else None


def mat(view: View, seat: Seat) -> Markup | None:
    """What a seat has, if the game draws it."""
    if view.match is None:
        return None
    draw = drawn_by(view.match.game.name).mat
    return draw(scene(view.match, view.sighting, view.wrong), seat) if draw else None


def _ask(
    view: View,
    match: Match[Any],
    choice: Choice[Any],
    seat: Seat,
    held: Held | None = None,
    *,
    turns_up: bool = False,
) -> Ask:
    question = view.question if view.question and view.question.choice is choice else None
    prompt, now = (question or choice).prompt, asked(match, view.question, seat)
    after = len(answers_before(match, seat))
    to_do = tuple(choice.to_do or ())
    build = partial(
        Ask,
        seat,
        choice.who,
        prompt,
        after=after,
        asked=now,
        to_do=to_do,
        next_key=choice.next_key if question is None else None,
    )
    if question is not None:
        # The table tells apart only these; any other answer would not explain it.
        offers = tuple(_explanations(question, view, match))
        seen = tuple(lies(match, question.moved))
        return build("options", offers, seen=seen)
    match choice:
        case Several():
            sizes = choice.sizes
            things = _offers(choice.things(), view)
            ticked = parts(choice.next_key)[1] if choice.next_key else ()
            return build("several", things, least=min(sizes), most=max(sizes), ticked=tuple(ticked))
        case Amount():
            return build("amount", (), least=choice.least, most=choice.most)
        case Reveal() if turns_up:
            return build("turn up", ())
        case Reveal():
            kinds = _one_of_each(choice.options, _in_sight(view))
            return build("options", _offers(kinds, view), hint=_hint(view, match, choice))
    if held is not None and isinstance(choice, FromHand):
        options = choice.options_with(held(choice.hand))
    else:
        options = list(_worth_showing(choice, match))
    shown = (o for o in options if o.who in (None, seat))
    offers = _offers(shown, view)
    return build("pair" if _is_yes_or_no(offers) else "options", offers)


def _hint(view: View, match: Match[Any], choice: Reveal[Any]) -> Text | None:
    """Whoever lays down what was turned up need not say which it is, if the camera looks."""
    if not view.camera or view.paused:
        return None
    option = next((option for option in choice.options if option.blocked is None), None)
    if option is None or option.value in match.table.places.untagged:
        return None
    [move] = option.moves
    if move.target not in _seen_places(match.game.name, copy_of(match.game)):
        return None
    where = match.game.place_name(match.seats, move.target)
    return Text("Or just lay it there: {place}.", place=where)


@lru_cache(maxsize=16)
def _seen_places(game: str, copy: PrintedCopy | None) -> frozenset[Place]:
    """Where the camera sees what lies there."""
    return frozenset(load_layout(game, copy=copy).names)


def _in_sight(view: View) -> frozenset[str]:
    """The pieces that the camera sees, wherever they lie."""
    seen = view.sighting
    if seen is None:
        return frozenset()
    return frozenset((*seen.places, *seen.elsewhere, *seen.between, *seen.duplicates))


def _worth_showing(choice: Choice[Any], match: Match[Any]) -> Iterator[Option[Any]]:
    """All options; but of pieces that are only perhaps in a hidden hand those that are allowed."""
    unseen = match.table.places.unseen if isinstance(choice, FromHand) else ()
    for option in choice.options:
        if option.blocked is None or not any(move.piece in unseen for move in option.moves):
            yield option


def _offers(options: Iterable[Option[Any]], view: View) -> tuple[Offer, ...]:
    """In the order of the menu, as it lies on the table; of a long list what is allowed first."""
    ordered, in_sight = list(options), _in_sight(view)
    if len(ordered) > SEARCH_FROM:
        ordered.sort(key=lambda o: o.blocked is not None)
    pieces = {_piece(option) for option in ordered}
    few = sum(_is_hidden(piece, view) for piece in pieces) <= SEARCH_FROM
    return tuple(offer_of(option, view, in_sight, few) for option in ordered)


def _is_hidden(piece: Piece | None, view: View) -> bool:
    """Whether the match knows no place of it: it may be in somebody's hand."""
    assert view.match is not None
    return piece is not None and view.match.table.places.where(piece) is None


def offer_of(
    option: Option[Any], view: View, in_sight: Container[str] = (), few: bool = False
) -> Offer:
    """An option as it is shown, with what it brings.

    What may be in a hand is drawn only if there is `few` of it: an unknown one is searched by name.
    """
    match = view.match
    assert match is not None
    drawn, piece = drawn_by(match.game.name), _piece(option)
    face = drawn.faces.get(piece.kind) if piece else None
    own = face if isinstance(option.value, Piece) else None
    aside = drawn.aside(match, option) if drawn.aside else NO_ASIDE
    lies = piece is not None and option.blocked is None and piece.id in in_sight
    hidden = _is_hidden(piece, view)
    seen = piece if piece is not None and (few or not hidden) else None
    return Offer(
        option.key,
        option.text,
        option.blocked,
        own,
        aside,
        face.family if face else None,
        seen=lies and piece in match.table.places.unseen,
        drawing=drawing(match.game.name, seen.kind, copy_of(match.game)) if seen else None,
        hidden=hidden,
        path=topic_path(match, aside.topic or option.value),
        piece=piece.id if piece else None,
    )


def _piece(option: Option[Any]) -> Piece | None:
    """The piece that an option is about: its value, or the one that is moved."""
    if isinstance(option.value, Piece):
        return option.value
    return next((move.piece for move in option.moves if move.piece), None)


def _one_of_each(options: Iterable[Option[Any]], in_sight: Container[str]) -> list[Option[Any]]:
    """Of pieces with the same face it does not matter which one is named: one that is allowed, and
    the one that lies in sight if there is one.
    """
    kinds: dict[str, Option[Any]] = {}
    for option in options:
        known = kinds.setdefault(option.value.kind, option)
        if _likelihood(option, in_sight) > _likelihood(known, in_sight):
            kinds[option.value.kind] = option
    return list(kinds.values())


def _likelihood(option: Option[Any], in_sight: Container[str]) -> tuple[bool, bool]:
    return option.blocked is None, option.value.id in in_sight


def _is_yes_or_no(offers: Sequence[Offer]) -> bool:
    return [offer.key.rpartition(":")[2] for offer in offers] == ["yes", "no"]


def _explanations(question: Asked, view: View, match: Match[Any]) -> Iterator[Offer]:
    """Each with all that would be played for it; last, that nobody has done anything."""
    for key, keys in question.plays.items():
        option = question.choice.find(key) if key else None
        if len(question.plays) == 1:
            yield Offer(key, Text("Yes, it was so"), aside=_what_happens(match, keys))
        elif option is None:
            yield Offer("", Text("Nothing more happened"), aside=_what_happens(match, keys))
        else:
            offer = offer_of(option, view)
            more = len(keys) > len(question.after) + 1
            yield replace(offer, aside=_what_happens(match, keys)) if more else offer
    yield Offer(NOBODY, Text("Nobody: it is put back"), aside=_what_goes(question))


def _what_happens(match: Match[Any], keys: Sequence[str]) -> Aside:
    """Who is thought to have done what."""
    if not keys:
        return NO_ASIDE
    told = [
        Text("{who}: {what}", who=step.who, what=step.option.past_text)
        if step.who is not TABLE
        else step.option.past_text
        for step in steps(match, keys)
    ]
    return Aside(detail=in_turn(told))


def _what_goes(question: Asked) -> Aside:
    if question.back:
        taken = Plural("Take back {n} answer", "Take back {n} answers", question.back)
        return Aside(detail=taken)
    return Aside(detail=Text("Nothing is played"))
