"""The places of Maracaibo: where its pieces can lie, and what people call it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.flow import Seat
from rules.maracaibo.names import LOCATION_NAMES, place_text
from rules.maracaibo.pieces import COLOURS, LegacyTile
from rules.pieces import Place
from rules.text import Text

DECK: Place = "deck"
DECK_A: Place = "deck_a"
DECK_B: Place = "deck_b"
STORY_CARDS: Place = "story_cards"
DISCARD: Place = "discard"
BOX: Place = "box"
QUEST_PILE: Place = "quest_pile"
COMBAT_PILE: Place = "combat_pile"
CITY_SUPPLY: Place = "city_supply"
CITY_DRAW: Place = "city_draw"
CAREER_PILE: Place = "career_pile"
BUILDING_PILE: Place = "building_pile"
STORY_TILES: Place = "story_tiles"
LEGACY_SUPPLY: Place = "legacy_supply"
FIGHT: Place = "combat"
JEAN_DECK: Place = "jean_deck"
JEAN_DISCARD: Place = "jean_discard"
JEAN_CARDS: Place = "jean_cards"
MARKET: tuple[Place, ...] = tuple(f"market:{number}" for number in range(1, 5))
BUILDINGS: tuple[Place, ...] = tuple(f"building:{number}" for number in range(1, 5))
JEAN_STACKS: dict[str, Place] = {letter: f"jean_stack:{letter.lower()}" for letter in "ABC"}

_HANDS = (f"{held}:{colour}" for held in ("hand", "career_hand") for colour in COLOURS)
STACKS = frozenset(
    (
        *_HANDS,
        BOX,
        BUILDING_PILE,
        CAREER_PILE,
        CITY_DRAW,
        CITY_SUPPLY,
        COMBAT_PILE,
        DECK,
        DECK_A,
        DECK_B,
        DISCARD,
        JEAN_CARDS,
        JEAN_DECK,
        JEAN_DISCARD,
        LEGACY_SUPPLY,
        QUEST_PILE,
        STORY_CARDS,
        STORY_TILES,
        *JEAN_STACKS.values(),
    )
)
"""Where pieces lie on top of each other, or are held in hand."""
ASIDE = frozenset(
    (
        BOX,
        CAREER_PILE,
        CITY_SUPPLY,
        DECK_A,
        DECK_B,
        LEGACY_SUPPLY,
        STORY_CARDS,
        STORY_TILES,
        *JEAN_STACKS.values(),
    )
)
"""The stacks that are not on the table."""
FACE_UP = frozenset((QUEST_PILE,))


@cache
def opponent(colour: str) -> Seat:
    """Jean, the opponent of somebody who plays alone in this colour. She is asked nothing."""
    return Seat(1, next(other for other in COLOURS if other != colour), "Jean")


def hand(seat: Seat) -> Place:
    return f"hand:{seat.colour}"


def planning(seat: Seat) -> Place:
    """Up to three cards above the ship board, open to all."""
    return f"planning:{seat.colour}"


def display(seat: Seat) -> Place:
    """The cards a player has bought."""
    return f"display:{seat.colour}"


def career(seat: Seat) -> Place:
    return f"career:{seat.colour}"


def career_hand(seat: Seat) -> Place:
    """The two careers that a player chooses from, held in hand."""
    return f"career_hand:{seat.colour}"


def combat_tokens(seat: Seat) -> Place:
    return f"combat_tokens:{seat.colour}"


def quest_row(seat: Seat) -> Place:
    return f"quests:{seat.colour}"


def card_quest(seat: Seat) -> Place:
    """Quest tiles that lie on a player's own cards."""
    return f"card_quest:{seat.colour}"


def location(place_id: str) -> Place:
    """Where ships lie; the quest, city and legacy tiles of a location have places of their own."""
    return f"location:{place_id}"


def quest_at(place_id: str) -> Place:
    return f"quest:{place_id}"


def trail_quest(space_id: str) -> Place:
    return f"quest:explorer:{space_id}"


def trail(space_id: str) -> Place:
    """A space of the explorer track."""
    return f"explorer:{space_id}"


def city_space(place_id: str) -> Place:
    return f"city:{place_id}"


def legacy_place(tile: LegacyTile) -> Place:
    return f"legacy:{tile.id.partition('/')[2]}"


_PLACE_NAMES = {
    DECK: Text("the deck"),
    DECK_A: Text("the A cards"),
    DECK_B: Text("the B cards"),
    STORY_CARDS: Text("the story's cards"),
    DISCARD: Text("the discard pile"),
    BOX: Text("the box"),
    QUEST_PILE: Text("the quest pile"),
    COMBAT_PILE: Text("the combat piles"),
    CITY_SUPPLY: Text("the spare city tiles"),
    CITY_DRAW: Text("this match's city tiles"),
    CAREER_PILE: Text("the career pile"),
    BUILDING_PILE: Text("the building pile"),
    STORY_TILES: Text("the story tiles"),
    LEGACY_SUPPLY: Text("the legacy tiles"),
    FIGHT: Text("the combat"),
    JEAN_DECK: Text("Jean's deck"),
    JEAN_DISCARD: Text("Jean's discard pile"),
    JEAN_CARDS: Text("beside Jean's board"),
}


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    """A place in words; a camera may also see one that this match does not use."""
    if place in _PLACE_NAMES:
        return _PLACE_NAMES[place]
    kind, _, rest = place.partition(":")
    sides = (*seats, opponent(seats[0].colour)) if len(seats) == 1 else seats
    owner = next((seat for seat in sides if seat.colour == rest), None)
    if owner and owner not in seats and kind in ("quests", "combat_tokens"):
        return Text("Jean's board")
    if owner:
        return _owned_place(kind, owner) or Text("{place}", place=place)
    return _numbered_place(kind, rest) or Text("{place}", place=place)


def _owned_place(kind: str, seat: Seat) -> Text | None:
    texts = {
        "hand": Text("{seat}'s hand", seat=seat),
        "planning": Text("{seat}'s planning area", seat=seat),
        "display": Text("{seat}'s display", seat=seat),
        "career": Text("{seat}'s career", seat=seat),
        "career_hand": Text("{seat}'s career choice", seat=seat),
        "combat_tokens": Text("{seat}'s combat tokens", seat=seat),
        "quests": Text("{seat}'s quest row", seat=seat),
        "card_quest": Text("{seat}'s card", seat=seat),
    }
    return texts.get(kind)


def _numbered_place(kind: str, number: str) -> Text | None:
    if number.startswith("explorer:"):
        space = number.partition(":")[2]
        return Text("explorer quest space {number}", number=space)
    if number in LOCATION_NAMES and kind in ("location", "city", "quest"):
        return _at_location(kind, place_text(number))
    texts = {
        "market": Text("market space {number}", number=number),
        "building": Text("building space {number}", number=number),
        "explorer": Text("explorer space {number}", number=number),
        "legacy": Text("legacy space {number}", number=number.upper()),
        "jean_stack": Text("Jean's cards {number}", number=number),
    }
    return texts.get(kind)


def _at_location(kind: str, place: Text) -> Text:
    if kind == "city":
        return Text("city tile space {place}", place=place)
    if kind == "quest":
        return Text("quest space {place}", place=place)
    return place
