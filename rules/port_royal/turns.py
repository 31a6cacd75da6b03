"""Port Royal, base game, in the order of play: set-up, discover, trade and hire, the end.

Headings are those of the rulebook. What it leaves open is settled in RULINGS.md. Expeditions, which
may come at any moment, have a module of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.flow import TABLE, Flow, Option, Seat, choose, reveal
from rules.pieces import Move
from rules.port_royal.cards import PIECES, Card, Expedition, Person, Ship, Tax, edition
from rules.port_royal.expeditions import choose_or_sail, last_expeditions
from rules.port_royal.refusals import hands_off
from rules.port_royal.table import (
    BOX,
    DECK,
    DISCARD,
    EXPEDITIONS,
    HARBOUR,
    INFLUENCE,
    Share,
    Table,
    area,
    earn,
    hand_over,
    pay,
    place_name,
    refill_deck,
)
from rules.text import Plural, Text

START_COINS = edition().number("rules.start_coins")
SPECIAL_EXPEDITION_SEATS = edition().number("rules.special_expedition_seats")
TAX_THRESHOLD = edition().number("rules.tax_threshold")
TAX_BONUS = edition().number("rules.tax_bonus")
TAKES_BY_SHIP_COLOURS = edition().numbers("rules.takes_by_ship_colours")
TAKES_OF_OTHERS = edition().number("rules.takes_of_others")
FEE = edition().number("rules.fee")
ADMIRAL_HARBOUR = edition().number("rules.admiral_harbour")
ADMIRAL_COINS = edition().number("rules.admiral_coins")
JESTER_COINS = edition().number("rules.jester_coins")
END_INFLUENCE = edition().number("rules.end_influence")
VARIANT_EXPEDITIONS = edition().number("rules.variant_expeditions")

DRAW, STOP, PASS, GIVE_UP = "draw", "stop", "pass", "give_up"


def script(table: Table) -> Flow[None] | None:
    """First the set-up, then one turn after another until the game is over."""
    if table.over:
        return None
    if table.active is None:
        return set_up(table)
    return turn(table, table.active)


# ------------------------------------------------------------------------------------- Set-up


def set_up(table: Table) -> Flow[None]:
    """With five players the special expedition lies in the middle; everybody gets three coins."""
    if len(table.seats) == SPECIAL_EXPEDITION_SEATS:
        for card in table.places[BOX]:
            table.places.move(card, BOX, EXPEDITIONS)
    for seat in table.seats:
        earn(table, seat, START_COINS, Text("Coins to start with"))
    table.first = yield from choose(
        TABLE,
        Text("Who was last near water? That player begins."),
        lambda: [
            Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
            for seat in table.seats
        ],
    )
    table.active = table.first


# --------------------------------------------------------------------------------- Course of play


def turn(table: Table, active: Seat) -> Flow[None]:
    """Two phases; a bust skips the second. Then the next player clockwise is active."""
    table.ending = table.ending or cards_used_up(table)
    stopped = yield from discover(table, active)
    if stopped:
        yield from trade_and_hire(table, active)
    else:
        go_bust(table, active)
        yield from last_expeditions(table, active)
    end_turn(table, active)


# -------------------------------------------------------------------------------- 1. Discover


def discover(table: Table, active: Seat) -> Flow[bool]:
    """Turn up at least one card, then as many as one dares. False if it ends in a bust."""
    table.phase = "discover"
    table.turned = 0
    while True:
        answer = yield from choose_or_sail(
            table,
            active,
            Text("Turn up a card, or stop"),
            lambda: discover_menu(table, active),
            next_key=STOP,
            refused=lambda: hands_off(table, active),
        )
        if answer == STOP:
            return True
        if isinstance(answer, Ship):
            repel(table, answer)
            continue
        card = yield from turn_up(table)
        if isinstance(card, Expedition):
            table.places.move(card, HARBOUR, EXPEDITIONS)
        elif isinstance(card, Tax):
            tax_increase(table, card, active)
        elif isinstance(card, Ship) and is_second_of_colour(table, card):
            repelled = yield from repel_or_bust(table, active, card)
            if not repelled:
                return False


def discover_menu(table: Table, active: Seat) -> Iterator[Option[Any]]:
    """Stopping is free after the first card; only the ship just turned up may be repelled."""
    used_up = first = None
    if cards_used_up(table):
        used_up = Text("The deck and the discard pile are used up")
    elif not table.turned:
        first = Text("The first card must be turned up")
    yield Option(DRAW, DRAW, Text("Turn up a card"), (), used_up)
    yield Option(STOP, STOP, Text("Stop, and go on to trade and hire"), (), first)
    if table.fresh:
        yield repel_option(table, active, table.fresh)


def cards_used_up(table: Table) -> bool:
    """Neither the deck nor the discard pile has a card; if a turn begins so, the round is the last.

    Otherwise nobody could ever turn up a card again.
    """
    return not table.places.count(DECK) and not table.places.count(DISCARD)


def turn_up(table: Table) -> Flow[Card]:
    """The top card of the deck is laid open in the harbour."""
    refill_deck(table)
    card = yield from reveal(
        Text("Which card was turned up?"),
        DECK,
        HARBOUR,
        PIECES,
        lambda card: why_not_in_deck(table, card),
    )
    table.places.turn_up(card, DECK, HARBOUR)
    table.turned += 1
    table.fresh = card if isinstance(card, Ship) else None
    refill_deck(table)
    return card


def why_not_in_deck(table: Table, card: Card) -> Text | None:
    """A card that lies open somewhere cannot be turned up from the deck."""
    place = table.places.where(card)
    if place is None:
        return None
    if place == BOX:
        return Text("{card} is not in this game: it stays in the box", card=card.name)
    return Text(
        "{card} cannot be turned up: it lies in {place}",
        card=card.name,
        place=place_name(table.seats, place),
    )


def is_second_of_colour(table: Table, ship: Ship) -> bool:
    return any(other.colour == ship.colour and other is not ship for other in table.ships())


def repel_option(table: Table, active: Seat, ship: Ship) -> Option[Ship]:
    """The swords of sailors and pirates must reach those of the ship; a skull is never repelled.

    Swords are not used up.
    """
    blocked = None
    if ship.swords is None:
        blocked = Text("{ship} shows a skull and can never be repelled", ship=ship.name)
    elif not table.can_repel(active, ship):
        blocked = Text(
            "{ship} needs {need} swords to be repelled, {seat} has {swords}",
            ship=ship.name,
            need=ship.swords,
            seat=active,
            swords=table.swords(active),
        )
    move = Move(ship, HARBOUR, DISCARD)
    return Option(f"repel:{ship.id}", ship, Text("Repel {ship}", ship=ship.name), (move,), blocked)


def repel(table: Table, ship: Ship) -> None:
    table.places.move(ship, HARBOUR, DISCARD)
    table.fresh = None


def repel_or_bust(table: Table, active: Seat, ship: Ship) -> Flow[bool]:
    """A second ship of a colour ends the turn, unless it can be and is repelled."""
    option = repel_option(table, active, ship)
    if option.blocked:
        return False
    answer = yield from choose_or_sail(
        table,
        active,
        Text("{ship} is the second of its colour: repel it, or go bust", ship=ship.name),
        lambda: (option, Option(GIVE_UP, GIVE_UP, Text("Let it in and go bust"))),
    )
    if answer == GIVE_UP:
        return False
    repel(table, ship)
    return True


def tax_increase(table: Table, tax: Tax, active: Seat) -> None:
    """Who has twelve coins or more loses half, rounded down; then some get one coin.

    The card says who: those with the most swords, or those with the least influence. All who are
    tied get it.
    """
    for seat in table.clockwise(active):
        coins = table.coins(seat)
        if coins >= TAX_THRESHOLD:
            pay(table, seat, coins // 2, Text("Tax increase: half of {coins} coins", coins=coins))
    if tax.bonus_to == "most_swords":
        most = max(map(table.swords, table.seats))
        favoured = [seat for seat in table.clockwise(active) if table.swords(seat) == most]
        because = Text("Tax increase: most swords ({swords})", swords=most)
    else:
        least = min(map(table.influence, table.seats))
        favoured = [seat for seat in table.clockwise(active) if table.influence(seat) == least]
        because = Text("Tax increase: least influence ({influence})", influence=least)
    for seat in favoured:
        earn(table, seat, TAX_BONUS, because)
    table.places.move(tax, HARBOUR, DISCARD)


def go_bust(table: Table, active: Seat) -> None:
    """The harbour is discarded; phase 2 does not happen, for which jesters are paid."""
    clear_harbour(table)
    for seat in table.clockwise(active):
        jesters = table.with_role(seat, "jester")
        earn(table, seat, jesters * JESTER_COINS, Text("Jesters: {seat} went bust", seat=active))


def clear_harbour(table: Table) -> None:
    table.fresh = None
    for card in table.harbour():
        table.places.move(card, HARBOUR, DISCARD)


# ---------------------------------------------------------------------------- 2. Trade and hire


def trade_and_hire(table: Table, active: Seat) -> Flow[None]:
    """The active player takes cards, then each of the others may; the rest is discarded."""
    table.phase = "trade_and_hire"
    table.fresh = None
    colours = len({ship.colour for ship in table.ships()})
    passed = yield from take_cards(table, active, TAKES_BY_SHIP_COLOURS[colours])
    if not passed:
        yield from last_expeditions(table, active)
    if table.others_take or table.shares[active].taken:
        for seat in list(table.clockwise(active))[1:]:
            yield from take_cards(table, seat, TAKES_OF_OTHERS)
    clear_harbour(table)
    table.shares.clear()


def take_cards(table: Table, seat: Seat, cards: int) -> Flow[bool]:
    """One player's share: cards are taken one by one, so that each helps with the next.

    Admirals, jesters and governors count as they are now; those hired in this share come too late.
    True if the player passed with cards still to take.
    """
    pay_admirals(table, seat)
    pay_jesters(table, seat)
    share = table.shares[seat] = Share(cards + table.with_role(seat, "governor"))
    while share.taken < share.allowed and table.harbour():
        card = yield from choose_or_sail(
            table,
            seat,
            Plural(
                "Take a card, or pass ({n} card to take)",
                "Take a card, or pass ({n} cards to take)",
                share.allowed - share.taken,
            ),
            lambda: take_menu(table, seat),
            next_key=PASS,
            refused=lambda: hands_off(table, seat),
        )
        if card == PASS:
            return True
        if isinstance(card, Ship):
            trade(table, seat, card)
        else:
            hire(table, seat, card)
        pay_fee(table, seat)
        share.taken += 1
    return False


def pay_admirals(table: Table, seat: Seat) -> None:
    """Two coins for each admiral if five or more cards lie in the harbour."""
    cards = len(table.harbour())
    if cards >= ADMIRAL_HARBOUR:
        admirals = table.with_role(seat, "admiral")
        because = Text("Admirals: {cards} cards in the harbour", cards=cards)
        earn(table, seat, admirals * ADMIRAL_COINS, because)


def pay_jesters(table: Table, seat: Seat) -> None:
    """One coin for each jester if the harbour is empty."""
    if not table.harbour():
        jesters = table.with_role(seat, "jester")
        earn(table, seat, jesters * JESTER_COINS, Text("Jesters: the harbour is empty"))


def take_menu(table: Table, seat: Seat) -> Iterator[Option[Card | str]]:
    """Ships are traded for coins, persons hired for coins; the others pay a fee as well."""
    coins = table.coins(seat)
    fee = 0 if seat is table.active else FEE
    for card in table.harbour():
        if isinstance(card, Ship):
            yield trade_option(card, table.worth(seat, card))
        elif isinstance(card, Person):
            yield hire_option(card, seat, coins, table.price(seat, card), fee)
    yield Option(PASS, PASS, Text("Pass"))


def trade_option(ship: Ship, worth: int) -> Option[Card | str]:
    """The fee can be paid from the coins of the ship, so trading is always possible."""
    text = Plural("Trade {ship} for {n} coin", "Trade {ship} for {n} coins", worth, ship=ship.name)
    return Option(f"trade:{ship.id}", ship, text, (Move(ship, HARBOUR, DISCARD),))


def hire_option(person: Person, seat: Seat, coins: int, price: int, fee: int) -> Option[Card | str]:
    """Price and fee must be paid from the coins there are."""
    blocked = None
    if coins < price + fee:
        costs = Text("{person} costs {price}", person=person.name, price=price)
        if fee:
            costs = Text("{costs} and the fee {fee}", costs=costs, fee=fee)
        blocked = Text("{costs}, {seat} has {coins}", costs=costs, seat=seat, coins=coins)
    text = Plural(
        "Hire {person} for {n} coin", "Hire {person} for {n} coins", price, person=person.name
    )
    move = Move(person, HARBOUR, area(seat))
    return Option(f"hire:{person.id}", person, text, (move,), blocked)


def trade(table: Table, seat: Seat, ship: Ship) -> None:
    """The ship is discarded and brings its coins, and one more for each trader of its colour."""
    worth = table.worth(seat, ship)
    table.places.move(ship, HARBOUR, DISCARD)
    earn(table, seat, worth, Text("Traded {ship}", ship=ship.name))


def hire(table: Table, seat: Seat, person: Person) -> None:
    """The price is paid to the discard pile; the person and the influence go to the player."""
    price = table.price(seat, person)
    pay(table, seat, price, Text("Hired {person}", person=person.name))
    table.places.move(person, HARBOUR, area(seat))
    table.ledger.gain(seat, INFLUENCE, person.influence, person.name)


def pay_fee(table: Table, seat: Seat) -> None:
    """Each card that another player takes costs one coin for the active player."""
    if table.active is not None and seat is not table.active:
        hand_over(table, seat, table.active, FEE, Text("{seat} took a card", seat=seat))


# ------------------------------------------------------------------------------- End of the game


def end_turn(table: Table, active: Seat) -> None:
    """At 12 influence the round is finished: up to the player before the first one."""
    table.ending = table.ending or any(ends_the_game(table, seat) for seat in table.seats)
    table.active = table.seats[(active.index + 1) % len(table.seats)]
    table.over = table.ending and table.active is table.first


def ends_the_game(table: Table, seat: Seat) -> bool:
    return table.influence(seat) >= END_INFLUENCE and may_win(table, seat)


def may_win(table: Table, seat: Seat) -> bool:
    """In the variant, the end and the victory need an expedition as well."""
    return not table.expedition_to_win or len(table.fulfilled(seat)) >= VARIANT_EXPEDITIONS
