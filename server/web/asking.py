"""What a phone is asked, ready to be shown: for each of its seats, in the form of the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from markupsafe import Markup

from rules.explain import Question
from rules.flow import TABLE, Amount, Choice, FromHand, Option, Reveal, Seat, Several
from rules.match import Match
from rules.pieces import Piece
from rules.text import Plural, Text
from server.host import View
from server.live import Correction
from server.web.boards import ABOUT, ASIDES, FACES, MATS
from server.web.cards import NO_ASIDE, About, Aside, Face
from server.web.drawing import scene

SEARCH_FROM = 12
"""More options than this are searched, not read."""

Form = Literal["options", "pair", "several", "amount"]


@dataclass(frozen=True, slots=True)
class Offer:
    key: str
    text: Text
    blocked: Text | None = None
    face: Face | None = None
    """Of the piece that is chosen."""
    aside: Aside = NO_ASIDE


@dataclass(frozen=True, slots=True)
class Group:
    """Offers that stand together under a heading."""

    title: Text | None
    offers: tuple[Offer, ...]

    @property
    def allowed(self) -> int:
        return sum(offer.blocked is None for offer in self.offers)


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
    own: bool = True
    """False if another seat is asked, and this one may step in."""
    least: int = 0
    most: int = 0

    @property
    def id(self) -> str:
        """Changes with the question, so that nothing typed for one is sent for another."""
        return f"ask-{self.seat.colour}-{self.after}-{len(self.offers)}"

    @property
    def searched(self) -> bool:
        return len(self.offers) > SEARCH_FROM

    @property
    def groups(self) -> tuple[Group, ...]:
        """The offers under their headings, in the order of the first of each; the rest comes last,
        or before the groups that say so.
        """
        groups: dict[Text | None, list[Offer]] = {}
        for offer in self.offers:
            groups.setdefault(offer.aside.group, []).append(offer)
        rest = groups.pop(None, [])
        first = [g for g in groups.items() if not g[1][0].aside.last]
        later = [g for g in groups.items() if g[1][0].aside.last]
        ordered = [*first, *([(None, rest)] if rest else []), *later]
        return tuple(Group(title, tuple(offers)) for title, offers in ordered)

    @property
    def size(self) -> Text:
        """How many things have to be picked."""
        if self.least == self.most:
            return Text("Choose {n}.", n=self.most)
        return Text("Choose {least} to {most}.", least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Way:
    """How the match would have gone if the table is right, in words."""

    correction: Correction
    back: Text | None
    steps: tuple[tuple[Seat, Text], ...]

    @property
    def keys(self) -> str:
        return " ".join(self.correction.run.keys)


def asks(view: View, seats: Sequence[Seat]) -> Iterator[Ask]:
    """What these seats can answer now, a question to the table once for all of them."""
    choice = open_choice(view)
    if choice is None or view.match is None or not seats:
        return
    after, match = len(view.match.journal), view.match
    if choice.who is TABLE:
        yield _ask(choice, seats[0], view.question, after, match)
        return
    for seat in seats:
        if seat == choice.who:
            yield _ask(choice, seat, view.question, after, match)
        elif view.question is None:
            offers = _offers((o for o in choice.options if o.who == seat), match)
            if offers:
                prompt = Text("Meanwhile you may:")
                yield Ask(seat, choice.who, prompt, "options", offers, after, own=False)


def about(view: View) -> About | None:
    """The part of the board that the players' question is about, if the game draws one."""
    if view.match is None or view.question is not None:
        return None
    draw = ABOUT.get(view.match.game.name)
    return draw(scene(view.match, view.sighting, view.wrong)) if draw else None


def mat(view: View, seat: Seat) -> Markup | None:
    """What a seat has, if the game draws it."""
    if view.match is None:
        return None
    draw = MATS.get(view.match.game.name)
    return draw(scene(view.match, view.sighting, view.wrong), seat) if draw else None


def open_choice(view: View) -> Choice[Any] | None:
    """What is asked now: what the table leaves open comes first."""
    if view.match is None:
        return None
    return view.question.choice if view.question else view.match.choice


def ways(view: View) -> Iterator[Way]:
    for correction in view.corrections:
        assert view.match is not None
        match = view.match.fork()
        for _ in range(correction.back):
            match.undo()
        for key in correction.run.keys:
            match.play(key)
        yield Way(correction, _taken_back(correction), _steps(match, correction))


def _ask(
    choice: Choice[Any],
    seat: Seat,
    question: Question | None,
    after: int,
    match: Match[Any],
) -> Ask:
    if question is not None:
        # The table tells apart only these; any other answer would not explain it.
        offers = tuple(_explanation(choice, key, match) for key in question.runs)
        return Ask(seat, choice.who, choice.prompt, "options", offers, after)
    if isinstance(choice, Several):
        offers, sizes = _offers(choice.things(), match), choice.sizes
        return Ask(
            seat,
            choice.who,
            choice.prompt,
            "several",
            offers,
            after,
            least=min(sizes),
            most=max(sizes),
        )
    if isinstance(choice, Amount):
        return Ask(
            seat,
            choice.who,
            choice.prompt,
            "amount",
            (),
            after,
            least=choice.least,
            most=choice.most,
        )
    if isinstance(choice, Reveal):
        offers = _offers(_one_of_each(choice.options), match)
    else:
        offers = _offers((o for o in _worth_showing(choice, match) if o.who in (None, seat)), match)
    form: Form = "pair" if _is_yes_or_no(offers) else "options"
    return Ask(seat, choice.who, choice.prompt, form, offers, after)


def _worth_showing(choice: Choice[Any], match: Match[Any]) -> Iterator[Option[Any]]:
    """All options; but of pieces that are only perhaps in a hidden hand those that are allowed."""
    unseen = match.table.places.unseen if isinstance(choice, FromHand) else ()
    for option in choice.options:
        if option.blocked is None or not any(move.piece in unseen for move in option.moves):
            yield option


def _offers(options: Iterable[Option[Any]], match: Match[Any]) -> tuple[Offer, ...]:
    """What is allowed first, else in the order of the menu."""
    ordered = sorted(options, key=lambda option: option.blocked is not None)
    return tuple(_offer(option, match) for option in ordered)


def _offer(option: Option[Any], match: Match[Any]) -> Offer:
    game, face = match.game.name, None
    if isinstance(option.value, Piece):
        face = FACES.get(game, {}).get(option.value.kind)
    aside = ASIDES[game](match, option) if game in ASIDES else NO_ASIDE
    return Offer(option.key, option.text, option.blocked, face, aside)


def _one_of_each(options: Iterable[Option[Any]]) -> list[Option[Any]]:
    """Of pieces with the same face it does not matter which one is named; one that is allowed."""
    kinds: dict[str, Option[Any]] = {}
    for option in options:
        known = kinds.setdefault(option.value.kind, option)
        if known.blocked is not None and option.blocked is None:
            kinds[option.value.kind] = option
    return list(kinds.values())


def _is_yes_or_no(offers: Sequence[Offer]) -> bool:
    return [offer.key.rpartition(":")[2] for offer in offers] == ["yes", "no"]


def _explanation(choice: Choice[Any], key: str, match: Match[Any]) -> Offer:
    option = choice.find(key) if key else None
    return _offer(option, match) if option else Offer("", Text("Nothing more happened"))


def _taken_back(correction: Correction) -> Text | None:
    if not correction.back:
        return None
    return Plural("Take back {n} answer", "Take back {n} answers", correction.back)


def _steps(match: Match[Any], correction: Correction) -> tuple[tuple[Seat, Text], ...]:
    taken = match.answers[len(match.answers) - len(correction.run.keys) :]
    return tuple((answer.who, answer.option.told) for answer in taken)
