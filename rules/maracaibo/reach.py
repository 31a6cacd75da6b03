"""Where pieces can still come in a turn of Maracaibo, so that runs are looked for only there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache

from msgspec import Struct

from rules.flow import Seat
from rules.maracaibo.actions.map_now import still_ahead
from rules.maracaibo.pieces import ProjectCard
from rules.maracaibo.places import BOX, DECK, DISCARD, LEGACY_SUPPLY, STORY_TILES
from rules.maracaibo.printed.box import Box
from rules.maracaibo.printed.nodes import Assistant, Sail
from rules.maracaibo.scoring import HOME
from rules.maracaibo.table import Table
from rules.pieces import Piece, Place

MOST_FROM_DECK = 20
"""More cards than ever leave the deck in one turn, for a hand and the market."""
_SUPPLIES = (BOX, STORY_TILES, LEGACY_SUPPLY)
"""Where stories take their tiles and cards from."""


def may_come(
    table: Table,
    source: Place | None,
    target: Place | None,
    _moved: Mapping[Piece, Place | None],
) -> bool:
    """A discard pile that is shuffled brings everything back to the deck."""
    if _goes(table, source, target):
        return True
    shuffled = table.places.count(DECK) < MOST_FROM_DECK
    return (
        shuffled
        and (source == DISCARD or _goes(table, source, DISCARD))
        and (target is None or _goes(table, None, target))
    )


def _goes(table: Table, source: Place | None, target: Place | None) -> bool:
    if table.active is None:
        return _goes_in_set_up(source)
    if table.phase == "jean":
        return _goes_for_jean(source)
    if table.phase == "scoring":
        if not table.to_score:
            return _goes_in_scoring(source, target)
        return _goes_in_turn(table, table.to_score[0], source, target) or (
            _kind(source) == "market" and target in (None, DISCARD)
        )
    return _goes_in_turn(table, table.active, source, target)


def _kind(place: Place | None) -> str:
    return (place or "").partition(":")[0]


def _goes_in_set_up(source: Place | None) -> bool:
    """What lies open stays there; only the plague takes a city tile away, and a story card that
    makes way its token.
    """
    return source is None or source in _SUPPLIES or _kind(source) in ("hand", "city", "quest")


def _goes_in_scoring(source: Place | None, target: Place | None) -> bool:
    """New cards, buildings, quests and legacy tiles come; ships sail home."""
    if _kind(source) == "location":
        return target == f"location:{HOME}"
    if _kind(source) == "quest":
        return target in (None, STORY_TILES)
    return source is None or source in _SUPPLIES or _kind(source) == "city"


def _goes_for_jean(source: Place | None) -> bool:
    """She takes what lies on the board; what players have is not touched."""
    return source is None or _kind(source) in (
        *("location", "explorer", "quest", "market", "combat", "jean_discard", "legacy"),
    )


def _goes_in_turn(table: Table, seat: Seat, source: Place | None, target: Place | None) -> bool:
    """What a player's pieces and the cards of deck and market can do, phase by phase."""
    drawing = table.phase == "draw"
    _, _, here = (source or "").partition(":")
    own = (None, f"hand:{seat.colour}")
    match _kind(source):
        case "":
            return not drawing or target is None or _kind(target) in ("market", "hand")
        case "market":
            return target in own
        case "planning":
            if target == f"display:{seat.colour}":
                return not drawing and here == seat.colour
            return here == seat.colour and target in own
        case _ if drawing:
            return False
        case "hand":
            mine = (f"planning:{seat.colour}", f"display:{seat.colour}", DISCARD, None)
            return here == seat.colour and target in mine
        case "location":
            return _kind(target) == "location" and _sails(table, seat, here, target)
        case "explorer":
            return _kind(target) == "explorer"
        case "quest" | "card_quest":
            return target == f"quests:{seat.colour}"
        case "combat":
            return target == f"combat_tokens:{seat.colour}"
        case "career" | "legacy":
            return target in (None, BOX)
    return False


def _sails(table: Table, seat: Seat, here: str, target: Place | None) -> bool:
    """Only ahead; and after phase A only if something lets the ship sail on.

    An assistant on the way may let a ship sail on after its owner has bought another one.
    """
    _, _, there = (target or "").partition(":")
    if there not in still_ahead(table, here):
        return False
    if table.phase == "sail" and here == table.player(seat).ship:
        return True
    return sails_without_assistant(table.box) or any(
        sails_on(card) and (at == here or here in still_ahead(table, at))
        for card, at in table.player(seat).assistants.items()
    )


@lru_cache(maxsize=256)
def sails_on(card: ProjectCard) -> bool:
    """Whether the assistant of a card lets the ship sail on."""
    return any(_shows_sailing(effect) for effect in card.effects if isinstance(effect, Assistant))


@lru_cache(maxsize=8)
def sails_without_assistant(box: Box) -> bool:
    """Whether anything but an assistant lets a ship sail on, on an owner's copy."""
    cards = [
        effect
        for card in box.projects.values()
        for effect in card.effects
        if not isinstance(effect, Assistant)
    ]
    others = (box.board, box.buildings, box.city_tiles, box.combat_tokens, box.quests)
    return _shows_sailing((cards, *others, box.careers, box.legacy_tiles, box.stories))


def _shows_sailing(part: object) -> bool:
    """Whether the word for sailing on is anywhere in a tree, a tile or a list of them."""
    if isinstance(part, Sail):
        return True
    if isinstance(part, Mapping):
        return any(map(_shows_sailing, part.values()))
    if isinstance(part, tuple | list | frozenset):
        return any(map(_shows_sailing, part))
    if isinstance(part, Struct):
        return any(_shows_sailing(getattr(part, name)) for name in part.__struct_fields__)
    if is_dataclass(part):
        return any(_shows_sailing(getattr(part, field.name)) for field in fields(part))
    return False
