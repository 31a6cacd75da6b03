"""What an option of Maracaibo would bring, where the option itself does not say so."""

from __future__ import annotations

from typing import Any

from rules.flow import Option, Seat
from rules.maracaibo.actions.map_now import flags
from rules.maracaibo.actions.quests import terms
from rules.maracaibo.actions.sailing import Course
from rules.maracaibo.actions.votes import Abstain
from rules.maracaibo.pieces import (
    Building,
    Career,
    CityTile,
    CombatToken,
    ProjectCard,
    Quest,
    StoryTile,
)
from rules.maracaibo.printed.describe import steps_text
from rules.maracaibo.printed.nodes import VillageAction
from rules.maracaibo.printed.owner import is_house
from rules.maracaibo.printed.stories import Branch
from rules.maracaibo.table import Ability, Table
from rules.match import Match
from rules.pieces import Piece
from rules.text import Text, listing
from server.web.games.maracaibo.faces import (
    building_text,
    card_text,
    career_text,
    city_text,
    quest_terms,
    token_text,
)
from server.web.games.maracaibo.locations import movement_of, offers
from server.web.parts.cards import NO_ASIDE, Aside

_SIGNS = {
    "village": "city",
    "city": "city",
    "rest": "deck",
    "one": "deck",
    "fight": "sword",
    "manoeuvre": "sword",
    "combat_point": "sword",
    "figure": "person",
    "disc": "ship",
    "explore": "explorer",
    "nation": "crown",
    "points": "influence",
    "first": "person",
}
"""By the first word of an option's key: what stands for it where no piece does."""
_TARGETS = {
    "empty_flag": Text("Take a city's flag"),
    "enemy_flag": Text("Take a city's flag"),
    "empty_village": Text("Take a village"),
    "enemy_village": Text("Take a village"),
    "fleet": Text("Attack the silver fleet"),
    "mine": Text("Attack the gold mine"),
}
"""By what a manoeuvre is meant for."""


def aside(match: Match[Any], option: Option[Any]) -> Aside:
    table: Table = match.table
    seat = match.choice.who if match.choice else None
    if seat is None:
        return NO_ASIDE
    word = option.key.partition(":")[0]
    match word:
        case "sail":
            return Aside(detail=_voyage(table, seat, option.value))
        case "career":
            return Aside(Text("Career tasks"), last=True, sign="crown")
        case "manoeuvre":
            return _manoeuvre(table, option.value)
        case "vote" | "decide":
            return _vote(option.value)
        case "village" if isinstance(option.value, Ability):
            return Aside(sign="city", short=_village(option.value))
    card = _piece(option)
    if card is None:
        return Aside(sign=_SIGNS.get(word))
    text = piece_text(table, card)
    if text and is_house(table.box, card):
        text = Text("{text} (house)", text=text)
    return Aside(detail=text)


def _piece(option: Option[Any]) -> Piece | None:
    """The piece that an option is about: its value, or the one that is moved."""
    if isinstance(option.value, Piece):
        return option.value
    return next((move.piece for move in option.moves if move.piece), None)


def in_words(match: Match[Any], piece: Piece) -> Text | None:
    return piece_text(match.table, piece)


def piece_text(table: Table, piece: Piece) -> Text | None:
    """A piece in words, for somebody who has to choose or to find it."""
    match piece:
        case ProjectCard():
            return card_text(piece)
        case StoryTile() if table.tale.card_of(piece.id) is None:
            return None  # its story has not been told yet
        case Quest() | StoryTile():
            return quest_terms(terms(table, piece))
        case Building():
            return building_text(piece)
        case Career():
            return career_text(piece)
        case CombatToken():
            return token_text(piece)
        case CityTile():
            return city_text(piece)
    return None


def _voyage(table: Table, seat: Seat, course: Course | None) -> Text | None:
    """What could be done there."""
    if course is None:
        return None
    there = offers(table.copy(), seat, course.end, movement_of(table, course))
    texts = [offer.text for offer in there if offer.blocked is None]
    return listing(texts) if texts else Text("nothing to do there now")


def _vote(answer: Branch | Abstain) -> Aside:
    """Which card has to be found then."""
    if not isinstance(answer, Branch) or answer.then is None:
        return NO_ASIDE
    return Aside(detail=Text("story card {number} follows", number=answer.then))


def _manoeuvre(table: Table, value: tuple[Ability, Any, Any]) -> Aside:
    """The places that can be taken stand together, each with its bonus and the card that lets."""
    ability, attack, target = value
    if attack.target is None:
        gain = Text("{value}: {gain}", value=attack.value, gain=steps_text(attack.then))
        return Aside(sign="sword", short=gain)
    parts = []
    bonus = flags(table).get(target.id)
    if bonus:
        parts.append(Text("bonus: {gain}", gain=steps_text(bonus)))
    if ability.card:
        parts.append(Text("with {card}", card=ability.card.name))
    return Aside(
        _TARGETS[attack.target],
        listing(parts) if parts else None,
        sign="sword",
        short=Text("{value}: {target}", value=attack.value, target=target.name),
    )


def _village(ability: Ability) -> Text:
    assert isinstance(ability.action, VillageAction)
    return steps_text(ability.action.steps)
