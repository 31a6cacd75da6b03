"""What cards, tiles and figures of Maracaibo do, for whoever taps one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.game import Chapter
from rules.maracaibo import names
from rules.maracaibo.actions.quests import terms
from rules.maracaibo.help import ANYTIME, BY_PHASE, COMBAT, DELIVERING, DONE, KEPT
from rules.maracaibo.names import ACCOUNTS
from rules.maracaibo.pieces import (
    Building,
    Career,
    CityTile,
    CombatToken,
    Explorer,
    JeanCard,
    LegacyTile,
    ProjectCard,
    Quest,
    Ship,
    StoryTile,
)
from rules.maracaibo.printed.faces import face
from rules.maracaibo.printed.names import NATION_NAMES
from rules.maracaibo.printed.owner import is_house
from rules.maracaibo.table import Table
from rules.match import Match
from rules.pieces import Piece
from rules.text import Plural, Text
from server.web.games.maracaibo.faces import quest_terms, shows

_HOUSE = Text("House values: your printed copy may differ.")


def reads(match: Match[Any], piece: Piece) -> Iterator[Text]:
    """What a piece does, sentence by sentence: what is printed on it, then the rule behind it."""
    table: Table = match.table
    match piece:
        case StoryTile() if table.tale.card_of(piece.id) is None:
            yield DONE  # its story has not been told yet
            return
        case StoryTile():
            yield quest_terms(terms(table, piece))
        case _:
            yield from _printed(piece)
    yield from _rule(piece)
    if is_house(table.box, piece):
        yield _HOUSE


def _printed(piece: Piece) -> Iterator[Text]:
    """All that is printed on it, in words."""
    shown = face(piece)
    if isinstance(piece, ProjectCard):
        yield shows(piece)
    if shown.price is not None:
        yield Text("price {n}", n=shown.price)
    yield from shown.asks
    yield from (line.text for line in shown.lines)
    if shown.vp:
        yield Text("Points at the end: {n}", n=shown.vp)


def _rule(piece: Piece) -> Iterator[Text]:
    match piece:
        case ProjectCard():
            yield Text("Buy it, or discard it for its good or object.")
        case Quest():
            yield Text("Main action there: fulfil it, keep the tile.")
        case CityTile():
            yield DELIVERING
        case CombatToken():
            yield COMBAT
        case Career():
            yield ANYTIME
        case Building():
            yield Text("Invest like buying a card.")
        case JeanCard():
            yield from BY_PHASE["jean"].rules
        case LegacyTile():
            yield KEPT
        case Ship():
            yield from BY_PHASE["sail"].rules
        case Explorer():
            yield Text("Gets the reward where it stops.")


def topic(match: Match[Any], key: str) -> Chapter | None:
    """What the ledger counts."""
    rules = tuple(_counted(match.table, key))
    return Chapter(ACCOUNTS[key], rules) if rules else None


def _counted(table: Table, what: str) -> Iterator[Text]:
    if what in NATION_NAMES:
        yield Plural(
            "Most influence at the end: {n} point.",
            "Most influence at the end: {n} points.",
            table.board.influence_majority_vp,
        )
        yield Text("At the end: rank × (empty cells + majority bonus).")
        return
    match what:
        case names.DOUBLOONS:
            yield Text("For cards, buildings and the market.")
        case names.COMBAT_POINTS:
            yield Text("In combat: +1 each.")
            yield COMBAT
        case names.FIGURES:
            yield Text("For assistants, for cards, or +1 in combat.")
            yield from BY_PHASE["sail"].rules[2:]
        case names.VP:
            yield from BY_PHASE["scoring"].rules
        case _ if what in names.INCOME.values():
            yield BY_PHASE["scoring"].rules[1]


# -------------------------------------------------------------------------------------- The guide

_SIGNS = {
    "set_up": ("card", "ship"),
    "sail": ("ship", "explorer"),
    "main": ("city", "sword"),
    "draw": ("card", "coin"),
    "scoring": ("coin", "crown"),
    "jean": ("ship", "card"),
}


def pictured(match: Match[Any]) -> Sequence[str]:
    """The signs of the phase."""
    table: Table = match.table
    return _SIGNS[table.phase]
