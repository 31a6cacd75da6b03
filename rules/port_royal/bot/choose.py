"""A player who knows Port Royal but does not think long: weighs what an answer brings right now.

Turning up goes on as long as one card more brings more than stopping, on the average of all cards
that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.flow import Choice, Option, Seat
from rules.pieces import Piece
from rules.port_royal.bot.together import together
from rules.port_royal.bot.worth import Outlook
from rules.port_royal.contracts import NOT_NOW, Fulfilment
from rules.port_royal.discover import DRAW, GAMBLE, GIVE_UP, STOP
from rules.port_royal.pieces import Expedition, Person, Ship
from rules.port_royal.places import DECK
from rules.port_royal.table import Table
from rules.port_royal.taking import PASS, Declined, fee_of

_WAIT = 0.35
"""How much more one card more must bring: who waits is rarely sorry."""


def sensible(
    table: Table, choice: Choice[Any], options: Sequence[Option[Any]], _hand: Sequence[Piece]
) -> Option[Any]:
    """The answer that seems to bring the most; the first one if several do."""
    if table.rules.time_deck:
        return together(table, choice, options)
    for option in options:
        if _at_once(table, option, choice.who):
            return option
    return answer(Outlook(table, choice.who), options)


def answer(view: Outlook, options: Sequence[Option[Any]]) -> Option[Any]:
    """The answer to a question about cards that seems to bring the most."""
    by_key = {option.key: option for option in options}
    if STOP in by_key or DRAW in by_key:
        return _discover(view, by_key)
    if GIVE_UP in by_key:
        return _repel(view, by_key)
    if PASS in by_key:
        return max(options, key=lambda option: _take(view, option, options))
    return max(options, key=lambda option: _other(view, option))


def _at_once(table: Table, option: Option[Any], asked: Seat) -> bool:
    """An expedition is always worth its crew, and so is nearly every contract."""
    if isinstance(option.value, Expedition):
        return option.who is None
    if isinstance(option.value, Fulfilment) and option.who is None:
        return Outlook(table, asked).is_wanted(option.value.contract)
    return False


# ------------------------------------------------------------------------------------- Discover


def _discover(view: Outlook, options: dict[str, Option[Any]]) -> Option[Any]:
    table = view.table
    keeping = next((o for key, o in options.items() if key.startswith("keep:")), None)
    if keeping:
        return keeping
    repelling = next((o for key, o in options.items() if key.startswith("repel:")), None)
    if repelling and view.ship(repelling.value) <= view.coin:
        # A poor ship only makes a bust of its colour more likely.
        return repelling
    if STOP not in options:
        return options.get(DRAW) or options[GAMBLE]
    cards = table.harbour()
    now, more = view.harbour(cards), -1.0
    if DRAW in options:
        more = view.next_card(cards, table.places.unseen)
    if more > now + _WAIT:
        return options[DRAW]
    if GAMBLE in options and _dares(view, now):
        return options[GAMBLE]
    return options[STOP]


def _dares(view: Outlook, now: float) -> bool:
    """Four cards at once are worth it while the harbour has next to nothing to lose."""
    colours = view.table.ship_colours()
    return view.table.places.count(DECK) > 4 and colours <= 1 and now < 3.5 * view.coin


def _repel(view: Outlook, options: dict[str, Option[Any]]) -> Option[Any]:
    """A second ship is let in only by those who want to go bust."""
    for verb in ("keep:", "repel:"):
        for key, option in options.items():
            if key.startswith(verb) and view.bust() <= view.harbour(view.table.harbour()) + 3:
                return option
    return options[GIVE_UP]


# ------------------------------------------------------------------------------- Trade and hire


def _take(view: Outlook, option: Option[Any], options: Sequence[Option[Any]]) -> float:
    table, seat, card = view.table, view.seat, option.value
    fee = fee_of(table, seat)
    if isinstance(card, Declined):
        return view.declined(card.contract) - fee
    if isinstance(card, Ship):
        return view.ship(card) - fee * view.coin + _then(view, card, options)
    if isinstance(card, Person):
        return view.person(card) - view.price(card, table.coins(seat)) - fee * view.coin
    return 0.0 if option.key == PASS else -1.0


def _then(view: Outlook, ship: Ship, options: Sequence[Option[Any]]) -> float:
    """If more than one card may be taken: what the ship's coins make possible."""
    table, seat = view.table, view.seat
    share = table.shares[seat]
    left = share.allowed - share.taken + table.retinue(seat).takes_after_ship[ship.colour]
    if left < 2:
        return 0.0
    now = table.coins(seat)
    legal = [option.value for option in options]
    best = 0.0
    for card in table.harbour():
        if isinstance(card, Person) and card not in legal:
            best = max(best, view.gain(card, now + table.worth(seat, ship), 0.0))
    return best


# ------------------------------------------------------------------------------- Other questions


def _other(view: Outlook, option: Option[Any]) -> float:
    verb, _, _ = option.key.partition(":")
    if verb == "crew":
        return -sum(view.person(person) for person in option.value)
    if verb == "gift":
        # To whoever is least dangerous.
        return -float(view.table.influence(option.value))
    return -0.1 if option.key == NOT_NOW else -1.0 if isinstance(option.value, Fulfilment) else 0.0
