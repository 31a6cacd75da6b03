"""The faces of Maracaibo's pieces, and its cards and tiles in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.maracaibo.names import GOOD_NAMES, NATION_NAMES, OBJECT_NAMES, SYNERGY_NAMES, place_text
from rules.maracaibo.pieces import (
    PIECES,
    Building,
    Career,
    CityTile,
    CombatToken,
    Explorer,
    Goal,
    Price,
    ProjectCard,
    Quest,
    Ship,
    Side,
    StoryQuest,
    StoryTile,
)
from rules.maracaibo.printed.describe import (
    UNIT_NAMES,
    amount_text,
    cost_text,
    effects_text,
    goal_text,
    needs_text,
    steps_text,
)
from rules.maracaibo.printed.nodes import NATIONS, Assistant, Cost, Income, Needs, Now
from rules.pieces import Piece
from rules.text import Text, listing
from server.web.parts.cards import Face

NO_COST, NO_NEEDS = Cost(), Needs()


def _face(piece: Piece) -> Face:
    match piece:
        case ProjectCard():
            return Face("card", tint(piece), family=GOOD_NAMES[piece.good])
        case Ship():
            return Face("ship", piece.colour)
        case Explorer():
            return Face("explorer", piece.colour)
        case Quest() | StoryTile():
            return Face("expedition", "quest")
        case CombatToken():
            return Face("sword", "black")
    return Face()


def tint(card: ProjectCard) -> str:
    """The colour of the field of its first effect."""
    match card.effects[0] if card.effects else None:
        case Income():
            return "green"
        case Assistant():
            return "blue"
        case Now():
            return "tan"
    return "red"


FACES = {piece.kind: _face(piece) for piece in PIECES.values()}


# ------------------------------------------------------------------------------ Cards and tiles


@cache
def shows(card: ProjectCard) -> Text:
    """What a card is worth when it is discarded or delivered."""
    return Text("{good}, {object}", good=GOOD_NAMES[card.good], object=OBJECT_NAMES[card.object])


@cache
def card_effects(card: ProjectCard) -> Text:
    """What a card does, and its points at the end."""
    parts = [effects_text(card.effects)] if card.effects else []
    if card.vp:
        parts.append(Text("{points} at the end", points=amount_text("vp", card.vp)))
    return listing(parts)


@cache
def demands(price: Price) -> Text | None:
    """What a card takes besides doubloons."""
    parts = list(_demands(price))
    return listing(parts) if parts else None


def _demands(price: Price) -> Iterator[Text]:
    if price.figure == "location" and price.location:
        yield Text("a figure as assistant in {place}", place=place_text(price.location))
    elif price.figure:
        yield Text("a figure")
    if price.cost != NO_COST:
        yield cost_text(price.cost)
    needs = needs_text(price.needs)
    if needs:
        yield needs


@cache
def card_text(card: ProjectCard) -> Text:
    """All that matters of a card that may be bought, planned or discarded."""
    price: Text = Text("price {n}", n=card.price.doubloons)
    besides = demands(card.price)
    parts = [shows(card), price, *([besides] if besides else []), card_effects(card)]
    return listing(parts)


def quest_terms(quest: Quest | StoryQuest) -> Text:
    """What a quest asks, and what it brings."""
    asked = [cost_text(quest.cost)] if quest.cost != NO_COST else []
    needs = needs_text(quest.needs)
    if needs:
        asked.append(needs)
    return Text("{cost}: {gain}", cost=listing(asked), gain=steps_text(quest.reward))


def token_text(token: CombatToken) -> Text:
    """The three nations of a combat token."""
    return listing(_side(nation, token.sides[nation]) for nation in NATIONS)


def _side(nation: str, side: Side) -> Text:
    return Text("{nation} {value}", nation=NATION_NAMES[nation], value=side.value)


def city_text(tile: CityTile) -> Text:
    return Text("{good}: {steps}", good=GOOD_NAMES[tile.good], steps=steps_text(tile.steps))


def building_text(building: Building) -> Text:
    """What a prestige building counts at the end, and the token it brings at once."""
    points = listing(
        Text("{gain} per {unit}", gain=amount_text("vp", building.n), unit=UNIT_NAMES[unit])
        for unit in building.per
    )
    if building.most is not None:
        points = Text("{points}, at most {most}", points=points, most=building.most)
    token = Text("synergy token {token}", token=SYNERGY_NAMES[building.synergy])
    return Text("{token} at once; {points}", token=token, points=points)


def reward(goal: Goal) -> Text:
    """What doing a task brings."""
    gains = (("doubloons", goal.doubloons), ("vp", goal.vp))
    return listing(amount_text(what, n) for what, n in gains if n)


def career_text(career: Career) -> Text:
    return listing(
        Text("{one} or {other}", one=goal_text(task.easy), other=goal_text(task.hard))
        for task in career.tasks
    )
