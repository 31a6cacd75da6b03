"""What cards, signs and places of Port Royal do, for whoever taps one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.game import Chapter
from rules.match import Match
from rules.pieces import Piece
from rules.port_royal.abilities import Abilities, in_short
from rules.port_royal.adventure.help import by_phase as of_the_adventure
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.words import ability_text, event_text, hourglass_text
from rules.port_royal.help import (
    COIN_CARDS,
    FULFILLING,
    HIRING,
    REPELLING,
    RESHUFFLING,
    SKULL,
    TRADING,
    by_phase,
    taxes,
)
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.names import ACCOUNTS_WITH_CROWNS, COINS, CROWNS, INFLUENCE
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
from rules.port_royal.places import EXPEDITIONS, HARBOUR
from rules.port_royal.table import Table
from rules.text import Text

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
            roles = table.rules.roles
            usual = in_short(roles).get(_SAME.get(piece.role, piece.role))
            own = piece.does != roles.get(piece.role, Abilities())
            yield ability_text(piece) if own or usual is None else usual
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


def topic(match: Match[Any], key: str) -> Chapter | None:
    """A place, a sign on a card, or what the ledger counts."""
    table: Table = match.table
    by_key = of_the_adventure(table) if isinstance(table, AdventureTable) else by_phase(table)
    if key in _CHAPTERS:
        return by_key.get(_CHAPTERS[key])
    match key:
        case "coins" | "coin":
            return Chapter(ACCOUNTS_WITH_CROWNS[COINS], (COIN_CARDS, TRADING, HIRING))
        case "sword":
            return Chapter(Text("Swords"), (REPELLING,))
        case "skull":
            return Chapter(Text("Skull"), (SKULL,))
        case "deck" | "discard":
            name = match.game.place_name(match.seats, key)
            return Chapter(name, (COIN_CARDS, RESHUFFLING))
    return None


_CHAPTERS = {
    INFLUENCE: "end",
    CROWNS: "crowns",
    "crown": "crowns",
    HARBOUR: "trade_and_hire",
    EXPEDITIONS: "expeditions",
}
"""By the key of a topic: the chapter that tells all of it."""


def pictured(_: Match[Any]) -> Sequence[str]:
    """What there is to win, where no card lies open."""
    return ("ship", "coin")
