"""Phase C: drawing up to the hand limit from deck, market or planning area."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.flow import Choice, Flow, Instruction, Option, Seat, reveal
from rules.maracaibo.names import DOUBLOONS
from rules.maracaibo.pieces import ProjectCard
from rules.maracaibo.places import DECK, DISCARD, MARKET, hand, place_name, planning
from rules.maracaibo.printed.describe import amount_text
from rules.maracaibo.table import Table
from rules.pieces import Move, Place
from rules.text import Plural, Text

REST, ONE = "rest", "one"


def hand_limit(table: Table, seat: Seat) -> int:
    return table.power(seat, "hand_limit") or table.board.hand_limit


def market_cost(table: Table, seat: Seat) -> int:
    return 0 if table.power(seat, "free_market") else table.board.market_cost


def refill_deck(table: Table) -> int:
    """A deck that has run out is made anew from the discard pile; how many cards it has."""
    if not table.places.count(DECK) and table.places.count(DISCARD):
        table.places.shuffle_into(DISCARD, DECK)
    return table.places.count(DECK)


def phase_c(table: Table, seat: Seat, first: Any = None) -> Flow[None]:
    """Card by card, in any order of sources, until the hand is full. `first` is the first answer,
    if it was given already.
    """
    table.given_up.clear()
    if first is not None:
        take_or_draw(table, seat, first)
    while can_draw(table, seat):
        answer = yield from ask_to_draw(table, seat)
        take_or_draw(table, seat, answer)


def ask_to_draw(table: Table, seat: Seat) -> Flow[Any]:
    """Who can only draw from the deck is told to."""
    question = Choice(
        seat, draw_prompt(table, seat), lambda: draw_menu(table, seat), draw_next_key(table)
    )
    if question.only_answer() is not None and not table.rulings.asks_all:
        question = Instruction(question.who, question.prompt, question.menu, question.next_key)
    answer = yield question
    return answer.value


def missing_cards(table: Table, seat: Seat) -> int:
    return hand_limit(table, seat) - table.places.count(hand(seat))


def can_draw(table: Table, seat: Seat) -> bool:
    """Whether the hand is not full, and there is a card for it."""
    return missing_cards(table, seat) > 0 and bool(refill_deck(table) or any(takable(table, seat)))


def draw_prompt(table: Table, seat: Seat) -> Text:
    return Plural("Draw {n} card", "Draw {n} cards", missing_cards(table, seat))


def draw_next_key(table: Table) -> str | None:
    return REST if table.places.count(DECK) else None


def take_or_draw(table: Table, seat: Seat, answer: Any) -> None:
    if isinstance(answer, ProjectCard):
        take(table, seat, answer)
    else:
        draw(table, seat, missing_cards(table, seat) if answer == REST else 1)


def takable(table: Table, seat: Seat) -> Iterator[bool]:
    return (option.blocked is None for option in take_menu(table, seat))


def draw_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    missing = missing_cards(table, seat)
    if table.places.count(DECK):
        yield Option(
            REST,
            REST,
            deck_text(missing),
            (),
        )
        if missing > 1 and (table.rulings.asks_all or any(takable(table, seat))):
            yield Option(ONE, ONE, deck_text(1), by_phone=True)
    yield from take_menu(table, seat)


def deck_text(n: int) -> Text:
    return Plural("{n} card from the deck", "{n} cards from the deck", n)


def market_text(card: ProjectCard, cost: int) -> Text:
    if not cost:
        return Text("{card} from the market", card=card.name)
    return Plural(
        "{card} from the market for {n} doubloon",
        "{card} from the market for {n} doubloons",
        cost,
        card=card.name,
    )


def take_menu(table: Table, seat: Seat) -> Iterator[Option[ProjectCard]]:
    """A card of the market for a doubloon, or one's own planned card for nothing."""
    cost, has = market_cost(table, seat), table.has(seat, DOUBLOONS)
    blocked: Text | None = None
    if has < cost:
        blocked = Text(
            "Costs {amount}, {seat} has {has}",
            amount=amount_text(DOUBLOONS, cost),
            seat=seat,
            has=has,
        )
    for place in MARKET:
        for card in table.cards(place):
            yield Option(
                f"market:{card.id}",
                card,
                market_text(card, cost),
                (Move(card, place, hand(seat)),),
                blocked,
            )
    blocked = None
    if not table.rulings.planning_back:
        blocked = Text("Planned cards stay planned in this match")
    for card in table.cards(planning(seat)):
        yield Option(
            f"planned:{card.id}",
            card,
            Text("{card} from the planning area", card=card.name),
            (Move(card, planning(seat), hand(seat)),),
            blocked,
        )


def take(table: Table, seat: Seat, card: ProjectCard) -> None:
    """A card that everybody sees comes to the hand."""
    if card in table.places[planning(seat)]:
        table.places.move(card, planning(seat), hand(seat))
        return
    place = next(place for place in MARKET if card in table.places[place])
    table.places.move(card, place, hand(seat))
    table.ledger.gain(
        seat,
        DOUBLOONS,
        -market_cost(table, seat),
        Text("{card} from the market", card=card.name),
    )


def draw(table: Table, seat: Seat, n: int) -> None:
    """Cards from the deck; nobody else sees them. Fewer if deck and discard pile run out."""
    while n and (left := refill_deck(table)):
        number = min(n, left)
        table.places.pass_on(DECK, hand(seat), number)
        n -= number


def refill_market(table: Table) -> Flow[None]:
    """Only after phase C: every gap of the market gets a card from the deck."""
    for place in MARKET:
        if not table.places.count(place) and refill_deck(table):
            yield from turn_up_card(table, place)


def turn_up_card(table: Table, place: Place) -> Flow[None]:
    market = place_name(table.seats, place)
    card = yield from reveal(
        Text("Lay a deck card on {place}: which?", place=market),
        DECK,
        place,
        table.box.projects,
        lambda card: None if card in table.places.unseen else table.elsewhere(card),
        lambda card: Text("{piece} to {place}", piece=card.name, place=market),
    )
    table.places.turn_up(card, DECK, place)


def clear_market(table: Table) -> None:
    for place in MARKET:
        for card in list(table.places[place]):
            table.places.move(card, place, DISCARD)
