"""Hidden hands: nobody plays a card of somebody else's, and they are the same tomorrow.

At the simulated table a dealer knows every hand. At a real one nobody does, but what everybody has
seen is known there too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rules.flow import TABLE, FromHand, Reveal, Seat
from rules.games import GAMES
from rules.match import Match
from rules.pieces import Piece, Place
from rules.simulation import Simulation
from server.assistant import Assistant
from server.live.asked import asked
from server.live.messages import Answer, Begin, Delete, GiveUp, Resume, View
from server.simulated.playground import Playground
from server.store import Entry
from server.store.dealing import dealt_file
from server.store.phones import KnownPhone
from server.web import create_app
from tests.patience import PATIENCE
from tests.server.web.conftest import NAMES, Room, Visitor
from tests.server.web.evenings import go_on, golden_match, play

WITH_HANDS = [
    name
    for name, game in GAMES.items()
    if game.piles.hands(Seat(0, "red", "Ann")) and name != "cooper_island"
]
"""At Cooper Island nobody holds cards for longer than one question, and never two at once: it has a
test of its own.
"""


class Table:
    """A simulated table, at which every seat has a phone."""

    def __init__(self, assistant: Assistant) -> None:
        assert assistant.playground is not None
        self.assistant = assistant
        self.host = assistant.host
        self.playground: Playground = assistant.playground
        self._app = create_app(assistant.tableside(80))

    @property
    def match(self) -> Match[Any]:
        match = self.host.view.match
        assert match is not None
        return match

    def begin(self, game: str) -> int:
        wish = Begin(game, NAMES, GAMES[game].proposed(simulated=True))
        self.host.ask(wish).result(PATIENCE)
        match_id = self.host.view.match_id
        assert match_id is not None
        return match_id

    def play_until(self, reached: Callable[[Match[Any]], object]) -> None:
        """Everybody answers with what they hold."""
        for number in range(400):
            if reached(self.match):
                return
            option = Simulation.going_on(*self.playground.truth(), number).pick()
            assert option is not None
            assert self.match.choice is not None
            who = option.who or self.match.choice.who
            seat = self.match.seats[0] if who is TABLE else who
            self.host.ask(Answer(seat, option.key)).result(PATIENCE)
        raise AssertionError("Nobody was ever asked that.")

    def phone(self, seat: Seat) -> Visitor:
        store, match_id = self.assistant.store, self.host.view.match_id
        assert match_id is not None
        visitor = Visitor(self._app, f"198.51.100.{seat.index + 1}")
        store.phones.admit(KnownPhone(visitor.id, 1.0))
        store.phones.hold(match_id, seat.colour, visitor.id)
        return visitor

    def hands(self) -> dict[Place, list[Piece]]:
        """Every pile of which only the dealer knows the pieces; hands among them."""
        _, dealer = self.playground.truth()
        return dealer.piles


@contextmanager
def evening(folder: Path) -> Iterator[Table]:
    """A whole evening, from the start of the assistant to its end."""
    with Assistant(folder, "simulated", lambda _: None) as assistant:
        yield Table(assistant)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with evening(tmp_path) as table:
        yield table


def form(table: Table | Room, seat: Seat, key: str) -> dict[str, str]:
    """What a phone posts that knows the form but not the rules."""
    view: View = table.host.view if isinstance(table, Table) else table.table.host.view
    assert view.match is not None
    return {
        "match": str(view.match_id),
        "seat": seat.colour,
        "after": str(len(view.match.journal)),
        "asked": asked(view.match, view.question),
        "key": key,
    }


def from_hand(match: Match[Any], verb: str = "") -> bool:
    """Whether somebody may play a card of the hand; with a word, in this way."""
    choice = match.choice
    if not isinstance(choice, FromHand) or not choice.hand.startswith("hand:"):
        return False
    return not verb or verb in choice.verbs


# --------------------------------------------------------------------------- Whose card it is


@pytest.mark.parametrize("game", WITH_HANDS)
def test_nobody_plays_a_card_that_another_hand_or_a_pile_holds(table: Table, game: str) -> None:
    table.begin(game)
    table.play_until(from_hand)
    choice = table.match.choice
    assert isinstance(choice, FromHand)
    phone, before = table.phone(choice.who), table.hands()
    verb = next(iter(choice.verbs))
    could_be = set(choice.held())
    elsewhere = {place: [*could_be & {*pile}] for place, pile in before.items()}
    del elsewhere[choice.hand]
    assert elsewhere[f"hand:{other(choice.who)}"]
    for piece in (pieces[0] for pieces in elsewhere.values() if pieces):
        journal = list(table.match.journal)
        phone.post("/me/answer", form(table, choice.who, f"{verb}:{piece.id}"))
        assert table.match.journal == journal
        assert table.hands() == before
    assert " is not in " in phone.get("/me").text
    mine = next(p for p in before[choice.hand] if choice.verbs[verb](p).blocked is None)
    phone.post("/me/answer", form(table, choice.who, f"{verb}:{mine.id}"))
    assert table.match.journal[-1] == f"{verb}:{mine.id}"


@pytest.mark.parametrize("game", WITH_HANDS)
def test_a_phone_offers_the_cards_of_its_own_hand_and_no_others(table: Table, game: str) -> None:
    table.begin(game)
    table.play_until(from_hand)
    choice = table.match.choice
    assert isinstance(choice, FromHand)
    verb, own = next(iter(choice.verbs)), table.hands()[choice.hand]
    page = table.phone(choice.who).get("/me").text
    offered = [piece for piece in choice.pieces.values() if f'"{verb}:{piece.id}"' in page]
    assert set(offered) <= set(own)
    assert offered
    assert '<li class="pick' in page  # as pictures, however much else is offered


def test_of_the_cards_of_a_building_only_its_builder_is_shown_the_four(table: Table) -> None:
    game = GAMES["cooper_island"]
    simulation = Simulation(game, NAMES, game.proposed(simulated=True), 5)
    simulation.sensible = True
    while not isinstance(simulation.match.choice, FromHand):
        assert simulation.step()
    store, match = table.assistant.store, simulation.match
    match_id = store.new_match(game.name, NAMES, match.settings, 1.0)
    store.append(match_id, [Entry("choice", key, "robot", 1.0) for key in match.journal])
    table.host.ask(Resume(match_id)).result(PATIENCE)
    choice = table.match.choice
    assert isinstance(choice, FromHand)
    four = table.hands()[choice.hand]
    assert len(four) == 4
    for seat in table.match.seats:
        page = table.phone(seat).get("/me").text
        offered = [piece for piece in choice.pieces.values() if f'"keep:{piece.id}"' in page]
        assert set(offered) == (set(four) if seat == choice.who else set())
    strange = next(piece for piece in choice.held() if piece not in four)
    phone = table.phone(choice.who)
    phone.post("/me/answer", form(table, choice.who, f"keep:{strange.id}"))
    assert table.match.journal == match.journal
    phone.post("/me/answer", form(table, choice.who, f"keep:{four[0].id}"))
    assert table.match.journal[-1] == f"keep:{four[0].id}"


@pytest.mark.parametrize("game", WITH_HANDS)
def test_what_is_turned_up_is_the_uppermost_and_nothing_is_told_of_the_others(
    table: Table, game: str
) -> None:
    table.begin(game)
    table.play_until(
        lambda match: (
            isinstance(match.choice, Reveal)
            and any(len(table.hands()[p]) for s in match.seats for p in match.game.piles.hands(s))
        )
    )
    choice = table.match.choice
    assert isinstance(choice, Reveal)
    seat, before = table.match.seats[0], table.hands()
    top = before[choice.source][-1]
    phone, told = table.phone(seat), set()
    held = [pile[0] for place, pile in before.items() if "hand:" in place and pile]
    for option in choice.legal():
        if option.value in (*held, before[choice.source][0]):
            phone.post("/me/answer", form(table, seat, option.key))
            told.add(str(table.host.view.said))
            assert table.hands() == before
    assert len(told) == 1
    phone.post("/me/answer", form(table, seat, f"turn:{top.id}"))
    assert table.match.journal[-1] == f"turn:{top.id}"


# ------------------------------------------------------------------------------------ Tomorrow


@pytest.mark.parametrize("game", [*GAMES])
def test_what_lies_face_down_is_the_same_after_a_restart(tmp_path: Path, game: str) -> None:
    with evening(tmp_path) as table:
        table.begin(game)
        table.play_until(lambda match: len(match.journal) == 12)
        before = table.hands()
    with evening(tmp_path) as table:
        assert table.hands() == before


def test_hands_are_the_same_when_another_match_was_played_in_between(table: Table) -> None:
    first = table.begin("maracaibo")
    table.play_until(from_hand)
    before = table.hands()
    table.begin("maracaibo")
    assert table.hands() != before
    table.host.ask(Resume(first)).result(PATIENCE)
    assert table.hands() == before


def planned(table: Table) -> tuple[Place, list[Piece]]:
    """Somebody plans a card at the set-up; the hand, and what is left in it to choose from."""
    table.play_until(lambda match: from_hand(match, "plan"))
    choice = table.match.choice
    assert isinstance(choice, FromHand)
    held = choice.hand
    own, *others = table.hands()[held]
    table.host.ask(Answer(choice.who, f"plan:{own.id}")).result(PATIENCE)
    return held, others


def test_what_somebody_has_discarded_is_not_in_the_hand_again_after_a_restart(
    tmp_path: Path,
) -> None:
    with evening(tmp_path) as table:
        match_id = table.begin("maracaibo")
        held, others = planned(table)
        table.playground.discard(held, [card.id for card in others[:3]])
        assert set(table.playground.hand(held)) == set(others[3:])
        before = table.hands()
    with evening(tmp_path) as table:
        assert table.hands() == before
        table.host.ask(GiveUp(match_id)).result(PATIENCE)
        assert dealt_file(tmp_path, match_id).exists()
        table.host.ask(Delete(match_id)).result(PATIENCE)
        assert not dealt_file(tmp_path, match_id).exists()


def test_what_was_taken_back_before_a_restart_is_forgotten(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        match_id = table.begin("maracaibo")
        held, others = planned(table)
        table.playground.discard(held, [card.id for card in others[:3]])
        store, host = table.assistant.store, table.host
        host.stop()  # killed before it can tell the table
        key = table.match.journal[-1]
        store.append(match_id, [Entry("undo", key, "button", 9.0)])
    with evening(tmp_path) as table:
        assert set(others) < set(table.hands()[held])
        assert json.loads(dealt_file(tmp_path, match_id).read_text()) == {"piles": {}}


def test_a_card_turned_up_too_early_changes_no_hand_after_a_restart(tmp_path: Path) -> None:
    """While it lies open on the table, the cards below it are dealt."""

    def draws_from_deck(match: Match[Any]) -> bool:
        choice = match.choice
        return choice is not None and any(
            move.piece is None and move.source == "deck"
            for option in choice.legal()
            for move in match.fork().take(match.fork().option(option.key))
        )

    with evening(tmp_path) as table:
        table.begin("maracaibo")
        table.play_until(lambda _: len(table.hands().get("deck", ())) > 20)
        table.play_until(draws_from_deck)
        top = table.hands()["deck"][-1]
        table.playground.draw("deck", table.playground.spot_in("discard"))
        answered = len(table.match.journal)
        table.play_until(lambda match: len(match.journal) > answered)
        before = table.hands()
        assert top in before["deck"]
    with evening(tmp_path) as table:
        assert table.hands() == before


# ------------------------------------------------------------------------------ At a real table


def test_at_a_real_table_a_card_that_lies_elsewhere_is_refused_with_the_reason(room: Room) -> None:
    at = next(
        at
        for at in range(40, 400)
        if isinstance(choice := golden_match(2, at, "maracaibo").choice, FromHand)
        and "buy" in choice.verbs
        and golden_match(2, at, "maracaibo").table.places[f"hand:{other(choice.who)}"]
    )
    go_on(room, play(room.table.store, 2, at, game="maracaibo"))
    match, choice = room.match, room.match.choice
    assert isinstance(choice, FromHand)
    seat, places = choice.who, match.table.places
    shown = places[f"hand:{other(seat)}"][0]
    laid = next(p for p in choice.pieces.values() if "display" in (places.where(p) or ""))
    phone, journal = room.player(seat.colour), list(match.journal)
    for card in (shown, laid):
        phone.post("/me/answer", form(room, seat, f"buy:{card.id}"))
        assert room.match.journal == journal
        place = match.game.place_name(match.seats, places.where(card) or "")
        assert f" is elsewhere: {place}" in unescape(phone.get("/me").text)


def other(seat: Seat) -> str:
    return {"red": "blue", "blue": "red"}[seat.colour]
