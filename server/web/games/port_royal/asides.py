"""What an option about a contract asks for beside its button, and what cards do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.flow import Option
from rules.match import Match
from rules.pieces import Piece
from rules.port_royal.abilities import in_short
from rules.port_royal.adventure.words import ability_text, event_text, hourglass_text
from rules.port_royal.contracts import Fulfilment
from rules.port_royal.help import FULFILLING, HIRING, REPELLING, SKULL, TRADING, taxes
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.pieces import (
    Character,
    Contract,
    Event,
    Expedition,
    Mission,
    Person,
    Ship,
    Tax,
)
from rules.port_royal.table import Table
from rules.text import Text
from server.web.parts.cards import NO_ASIDE, Aside


def aside(_: Match[Any], option: Option[Any]) -> Aside:
    if isinstance(option.value, Fulfilment):
        contract = option.value.contract
        heading = Text("Missions") if isinstance(contract, Mission) else Text("Contracts")
        return Aside(heading, demand_text(contract))
    if isinstance(option.value, Contract):
        return Aside(detail=demand_text(option.value))
    return NO_ASIDE


_SAME = {"captain": "settler", "priest": "settler", "pirate": "sailor"}
"""Whose rule is that of another role."""


def reads(match: Match[Any], piece: Piece) -> Iterator[Text]:
    """What a card does, for whoever taps it."""
    table: Table = match.table
    match piece:
        case Ship():
            yield TRADING
            yield SKULL if piece.swords is None else REPELLING
        case Person():
            yield HIRING
            usual = in_short(table.rules.roles).get(_SAME.get(piece.role, piece.role))
            yield usual or ability_text(piece)
        case Expedition():
            yield from FULFILLING.rules
        case Tax():
            yield from taxes(table.rules)
        case Mission():
            yield demand_text(piece)
            yield hourglass_text(piece)
        case Contract():
            yield demand_text(piece)
        case Event():
            yield event_text(piece)
        case Character():
            for side in piece.sides:
                yield ability_text(side.helps)
