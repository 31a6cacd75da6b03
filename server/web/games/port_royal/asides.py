"""What an option about a contract asks for beside its button."""

from __future__ import annotations

from typing import Any

from rules.flow import Option
from rules.match import Match
from rules.port_royal.contracts import Fulfilment
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.pieces import (
    Contract,
    Expedition,
    Mission,
    Person,
    Ship,
)
from rules.port_royal.table import Table
from rules.text import Text
from server.web.parts.cards import NO_ASIDE, Aside, Badge

_WITHOUT_A_CARD = {
    "draw": Aside(sign="deck"),
    "stop": Aside(sign="anchor", short=Text("Stop")),
    "gamble": Aside(sign="card"),
    "give_up": Aside(sign="skull", short=Text("Go bust")),
    "pass": Aside(sign="anchor"),
    "done": Aside(sign="anchor"),
}
"""By the key of an option."""


def aside(match: Match[Any], option: Option[Any]) -> Aside:
    word, card = option.key.partition(":")[0], option.value
    if word in ("trade", "hire", "decline"):
        return Aside(badge=_badge(match, option))
    if option.key in _WITHOUT_A_CARD:
        return _WITHOUT_A_CARD[option.key]
    if word == "expedition" and isinstance(card, Expedition) and option.blocked is None:
        return Aside(badge=Badge("coin", card.coins))
    if isinstance(option.value, Fulfilment):
        contract = option.value.contract
        heading = Text("Missions") if isinstance(contract, Mission) else Text("Contracts")
        return Aside(heading, demand_text(contract))
    if isinstance(option.value, Contract):
        return Aside(detail=demand_text(option.value))
    return NO_ASIDE


def _badge(match: Match[Any], option: Option[Any]) -> Badge | None:
    """The coins that a card of the harbour brings or costs, the fee to another player included."""
    table: Table = match.table
    seat = match.choice.who if match.choice else None
    if seat is None or seat not in table.seats:
        return None
    fee, card = 0 if seat is table.active else table.rules.fee, option.value
    amount = -fee
    if isinstance(card, Person):
        amount -= table.price(seat, card)
    elif isinstance(card, Ship):
        amount += table.retinue(seat).worth(card)
    missing = -amount - table.coins(seat)
    if option.blocked is None or missing <= 0:
        return Badge("coin", amount)
    return Badge("coin", missing, short=True)
