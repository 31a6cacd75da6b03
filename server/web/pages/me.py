"""`/me`: what this phone is asked and what its seats have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, flash, jsonify, redirect, render_template, request, session
from werkzeug.wrappers import Response as AnyResponse

from rules.flow import TABLE, Choice, Seat, Several
from rules.game import RulesError
from rules.match import Match
from rules.text import Text
from server.live.asked import answers_before
from server.live.heights import Heights, heights
from server.live.host import CHANGED
from server.live.messages import Answer, Refused, TableIsRight, TakeBack, View
from server.store import StoreError
from server.web.games import drawn_by
from server.web.parts.card_drawings import Drawing, show
from server.web.parts.cards import About, Card
from server.web.parts.points import scores
from server.web.request.language import t
from server.web.request.numbers import whole
from server.web.request.phones import phone, seated
from server.web.request.tableside import tableside
from server.web.request.wishes import granted
from server.web.showing.around import shown, shown_for
from server.web.showing.asking import TURN_UP, Ask, Offer, about, asks, mat, offer_of
from server.web.showing.drawing import scene
from server.web.showing.ending import ended
from server.web.showing.lessons import lessons
from server.web.showing.teaching import teach, teaching
from server.web.showing.trouble import astray
from server.web.showing.ways import ways

blueprint = Blueprint("me", __name__)
_COMPARED = "compared"
_MINIS = 4
"""Pieces that are shown small, beside what a seat has."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What lies in one of the places of a seat: each kind of piece once, with its number."""

    place: Text
    pieces: tuple[tuple[Card, int], ...]
    face_down: int


@dataclass(frozen=True, slots=True)
class Coached:
    """What could be answered, each with the reason; or why nothing is said yet."""

    offers: tuple[tuple[Offer, Text], ...] = ()
    thinking: bool = False
    lost: bool = False


@blueprint.get("/me")
def page() -> str:
    view = shown()
    seats = _seats(view)
    playground = tableside().playground
    held, comes = (playground.hand, playground.comes_up()) if playground else (None, None)
    asked = list(asks(view, seats, held, turns_up=comes is not None))
    abouts = {ask.id: about(view, ask.seat) for ask in asked if ask.own}
    asked = [_on_its_picture(ask, abouts.get(ask.id)) for ask in asked]
    holdings = {seat: list(_holdings(view.match, seat)) for seat in seats if view.match}
    own = [card for each in holdings.values() for holding in each for card, _ in holding.pieces]
    show(card.drawing for card in own if card.drawing)
    offers = [offer for ask in asked for offer in ask.offers if not offer.hidden]
    show(offer.drawing for offer in offers if offer.drawing)
    return render_template(
        "me.html",
        seats=seats,
        asks=asked,
        abouts=abouts,
        in_sight=_in_sight(view.match),
        signs=drawn_by(view.match.game.name).signs if view.match else {},
        missing={piece.id for piece in view.wrong},
        astray={seat: astray(view, seat) for seat in seats},
        minis={seat: _newest(held) for seat, held in holdings.items()},
        ways=list(ways(view)) if seats else [],
        mats={seat: mat(view, seat) for seat in seats},
        holdings=holdings,
        scores={score.seat: score for score in scores(view.match)} if view.match else {},
        waiting=view.questions,
        for_robots=tableside().instructions(view),
        end=ended(view),
        lessons=lessons(view, asked),
        teaching=teaching(view),
        heights=_to_compare(view, seats),
        coached={ask.id: _coached(view, ask) for ask in asked},
    )


def _on_its_picture(ask: Ask, about: About | None) -> Ask:
    """What can be pressed on its picture is not listed again, if what is asked is among that."""
    if about is None or ask.form != "options":
        return ask
    there = [offer for offer in ask.offers if offer.blocked is None and offer.key in about.keys]
    if all(offer.aside.last for offer in there):
        return ask
    return replace(ask, pressed=frozenset(offer.key for offer in there))


def _in_sight(match: Match[Any] | None) -> list[Card]:
    """What lies open and is looked at all the time, the newest last."""
    places = drawn_by(match.game.name).in_sight if match else None
    if match is None or places is None:
        return []
    cards = [card for place in places(match) for card in scene(match).cards(place)]
    drawn = [card for card in cards if card.drawing]
    show(card.drawing for card in drawn if card.drawing)
    return drawn


def _newest(holdings: Sequence[Holding]) -> list[Drawing]:
    """What came last to a seat, as far as it is drawn."""
    cards = [card for holding in holdings for card, _ in holding.pieces]
    return [card.drawing for card in cards if card.drawing][-_MINIS:]


@blueprint.post("/me/answer")
@seated
def answer() -> AnyResponse:
    return _back_after(_answer)


@blueprint.post("/me/coach")
@seated
def coach() -> AnyResponse:
    """Have it thought about what a seat could answer."""
    return _back_after(_ask_coach)


@blueprint.post("/me/table-is-right")
@seated
def table_is_right() -> AnyResponse:
    return _back_after(_correct)


@blueprint.post("/me/take-back")
@seated
def take_back() -> AnyResponse:
    return _back_after(_take_back)


@blueprint.post("/me/teaching")
@seated
def stop_teaching() -> AnyResponse:
    """Somebody knows enough: the match goes on without it, for all."""
    match_id = shown().match_id
    if match_id is not None:
        teach(match_id, wanted=False)
    return redirect("/me", 303)


@blueprint.post("/me/heights")
@seated
def heights_agree() -> AnyResponse:
    return _back_after(_remember_compared)


def _remember_compared() -> None:
    """A player has compared; the phone remembers it, for the match does not depend on it."""
    view, form = shown(), request.form
    seat, over = _seat(view, form.get("seat", "")), _number(form.get("round", ""))
    session[_COMPARED] = [view.match_id, {**_compared(view), seat.colour: over}]


def _to_compare(view: View, seats: Sequence[Seat]) -> dict[Seat, Heights]:
    """What this phone has not compared yet."""
    if view.match is None or not seats:
        return {}
    compared, found = _compared(view), heights(view.match)
    return {s: found[s] for s in seats if s in found and compared.get(s.colour) != found[s].round}


def _compared(view: View) -> dict[str, int]:
    """The last round of this match after which each seat of this phone has compared."""
    match_id, compared = session.get(_COMPARED, (None, {}))
    return compared if match_id == view.match_id else {}


@blueprint.get("/me/check")
@seated
def check() -> Response:
    """Whether things may be picked together, as they are being ticked."""
    view = shown()
    colour, after = request.args.get("seat"), request.args.get("after")
    seat = next((seat for seat in _seats(view) if seat.colour == colour), None)
    choice = _choice(view, seat) if seat and not view.question else None
    if seat is None or not isinstance(choice, Several) or after != str(_answered(view, seat)):
        return jsonify(legal=False, text=t(CHANGED))
    reason = _why_not(choice, request.args.getlist("thing"))
    return jsonify(legal=reason is None, text=t(reason) if reason else "")


def _back_after(wish: Callable[[], None]) -> AnyResponse:
    """The page again, with the reason if the wish was not granted."""
    try:
        wish()
    except (Refused, RulesError, StoreError) as error:
        flash(t(error.reason))
    return redirect("/me", 303)


def _answer() -> None:
    view, form = shown(), request.form
    seat, after = _seat(view, form.get("seat", "")), _number(form.get("after", ""))
    if form.get("match") != str(view.match_id):
        raise Refused(CHANGED)
    now = _asked(view, seat)
    if form.get("key") == TURN_UP:
        _turn_up(seat, after, now)
    else:
        granted(Answer(seat, _key(view, seat), after, now))


def _turn_up(seat: Seat, after: int, now: str) -> None:
    """On the simulated table: whatever lies next is turned up, and put where it belongs."""
    playground = tableside().playground
    option = playground.comes_up() if playground else None
    if playground is None or option is None:
        raise Refused(CHANGED)
    granted(Answer(seat, option.key, after, now))
    playground.lay_open(option.value)


def _ask_coach() -> None:
    view, table = shown(), tableside()
    seat, match = _seat(view, request.form.get("seat", "")), view.match
    _asked(view, seat)
    if table.coach is None or match is None or view.match_id is None or not _is_asked(view, seat):
        raise Refused(CHANGED)
    held = table.playground.hand if table.playground else None
    table.coach.ask(view.match_id, match, seat, held)


def _is_asked(view: View, seat: Seat) -> bool:
    """Whether a seat has to choose, rather than to say what happened on the table."""
    choice = view.match.choice if view.match and not view.question else None
    return choice is not None and choice.of(seat) is not None


def _coached(view: View, ask: Ask) -> Coached | None:
    """What the coach says to a question; None where there is nothing to be asked."""
    coach = tableside().coach
    if coach is None or view.match is None or not _is_asked(view, ask.seat):
        return None
    said = coach.says(view.match_id, view.match, ask.seat)
    if said is None:
        return Coached()
    offers = tuple((offer_of(each.option, view), each.why) for each in said.suggestions)
    return Coached(offers, said.thinking, said.lost)


def _correct() -> None:
    view, form = shown(), request.form
    seat, wanted = _seat(view, form.get("seat", "")), (form.get("back"), form.get("keys"))
    now = _asked(view)
    for way in ways(view):
        if (str(way.correction.back), way.keys) == wanted:
            granted(TableIsRight(seat, way.correction, now))
            return
    raise Refused(Text("The table has changed; look again."))


def _take_back() -> None:
    view, form = shown(), request.form
    seat, after = _seat(view, form.get("seat", "")), _number(form.get("after", ""))
    if form.get("match") != str(view.match_id):
        raise Refused(CHANGED)
    granted(TakeBack(seat, after))


def _asked(view: View, seat: Seat | None = None) -> str:
    """What the form was shown for, if that is still what is asked: of everybody, or of a seat."""
    now = shown_for(view, seat)
    if request.form.get("asked") != now:
        raise Refused(CHANGED)
    return now


def _choice(view: View, seat: Seat) -> Choice[Any] | None:
    """What a seat is asked; a question to the table is for all."""
    return next((each for each in view.questions if each.who in (seat, TABLE)), None)


def _seats(view: View) -> list[Seat]:
    """The seats of this phone, in the order around the table."""
    mine = phone().seats
    return [seat for seat in (view.match.seats if view.match else ()) if seat.colour in mine]


def _seat(view: View, colour: str) -> Seat:
    for seat in _seats(view):
        if seat.colour == colour:
            return seat
    raise Refused(Text("This seat is not yours."))


def _key(view: View, seat: Seat) -> str:
    """The key that a form means: a button's own, the ticked things', or the amount's."""
    form, choice = request.form, _choice(view, seat)
    if "key" in form:
        return form["key"]
    if "amount" in form:
        return f"amount:{_number(form['amount'])}"
    if isinstance(choice, Several):
        things = form.getlist("thing")
        reason = _why_not(choice, things)
        if reason:
            raise Refused(reason)
        return choice.key_of(things)
    raise Refused(CHANGED)


def _why_not(choice: Several[Any], things: list[str]) -> Text | None:
    if len(things) not in choice.sizes:
        least, most = min(choice.sizes), max(choice.sizes)
        if least == most:
            return Text("{n} of {most} chosen.", n=len(things), most=most)
        return Text("{n} chosen, not {least} to {most}.", n=len(things), least=least, most=most)
    option = choice.find(choice.key_of(things))
    return option.blocked if option else CHANGED


def _number(digits: str) -> int:
    number = whole(digits, -1)
    if number < 0:
        raise Refused(CHANGED)
    return number


def _answered(view: View, seat: Seat) -> int:
    return len(answers_before(view.match, seat)) if view.match else 0


def _holdings(match: Match[Any], seat: Seat) -> Iterator[Holding]:
    scenery = scene(match)
    for place, pile in match.table.places.piles.items():
        kind, *owners = place.split(":")
        if seat.colour not in owners or kind in match.game.accounts:
            continue  # what the accounts count is shown with them
        if not match.table.places.count(place):
            continue
        kinds: dict[str, list[Card]] = {}
        for piece in pile.known:
            kinds.setdefault(piece.kind, []).append(scenery.card(piece))
        name = match.game.place_name(match.seats, place)
        pieces = tuple((cards[0], len(cards)) for cards in kinds.values())
        yield Holding(name, pieces, pile.unknown)
