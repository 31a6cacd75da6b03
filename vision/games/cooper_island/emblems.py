"""Which signs stand for what a card, boat or islet of Cooper Island does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rules.cooper_island.pieces import Boat, Islet, LargeCard, Logbook, RoyalCard, SmallCard
from rules.cooper_island.printed.nodes import (
    Advance,
    BuildBoat,
    BuildStructure,
    Draw,
    Effect,
    Effects,
    ErectStatue,
    Excavate,
    ExtraFeeding,
    FlipBoat,
    Gain,
    GainChoice,
    LidOnLand,
    Navigate,
    OneOf,
    PayFood,
    PlaceTile,
    SupplyShip,
    TakeCooper,
    UpTo,
    UseBoats,
    UseIslets,
)
from rules.pieces import Piece


class Emblem(NamedTuple):
    """A sign by its name, and a number beside it."""

    sign: str
    words: str = ""


THEN, OR = Emblem("then"), Emblem("or")
_EVENTS = {
    "build_boat": "boat",
    "logbook": "logbook",
    "excavate": "ruin",
    "supply": "cargo",
    "build_structure": "small",
    "erect_statue": "statue",
    "fed": "cube-food",
    "feed": "cube-food",
}
_COUNTED = {
    "boats": "boat",
    "structures": "small",
    "statues": "statue",
    "lids": "lid",
    "high_spaces": "mountain",
    "unexplored": "compass",
    "largest_area": "forest",
    "copy": "logbook",
}


def emblems(piece: Piece) -> list[Emblem]:
    match piece:
        case SmallCard():
            return list(_small(piece))
        case LargeCard() | Boat() | Islet() | Logbook():
            return list(of_effects(piece.does))
        case RoyalCard():
            return [Emblem(_COUNTED.get(piece.counts, "logbook"))]
    return []


def _small(card: SmallCard) -> Iterator[Emblem]:
    if card.event:
        yield Emblem(_EVENTS.get(card.event, "logbook"))
        yield THEN
    yield from of_effects(card.does)
    if card.discount:
        yield from (Emblem(f"cube-{good}", f"-{card.discount.n}") for good in card.discount.on)
    if card.slots:
        yield from (Emblem(f"cube-{good}", f"+{card.slots.n}") for good in card.slots.holds[:3])
    for place, does in (("statue", card.statue_slot), ("lid", card.crate)):
        if does:
            yield Emblem(place)
            yield THEN
            yield from of_effects(does)
    if card.end:
        yield Emblem("points", str(card.end.points))


def of_effects(effects: Effects) -> Iterator[Emblem]:
    for effect in effects:
        yield from _emblems(effect)


def _emblems(effect: Effect) -> Iterator[Emblem]:
    match effect:
        case Gain(good, n, _, per):
            yield Emblem(f"cube-{good}", str(n))
            if per:
                yield THEN
                yield Emblem("small")
        case GainChoice(goods, n, _):
            for number, good in enumerate(goods[:3]):
                yield from [OR] * bool(number)
                yield Emblem(f"cube-{good}", str(n))
        case OneOf(ways):
            for number, way in enumerate(ways):
                yield from [OR] * bool(number)
                yield from of_effects(way)
        case UpTo(times, inner):
            for each in _emblems(inner):
                count = times * int(each.words) if each.words.isdecimal() else times
                yield each if each in (THEN, OR) else Emblem(each.sign, str(count))
        case PayFood(n, then):
            yield Emblem("cube-food", f"-{n}")
            yield THEN
            yield from of_effects(then)
        case Draw(n) | Advance(n) | Navigate(n) | UseIslets(n):
            yield Emblem(_ACTIONS[type(effect)], str(n))
        case UseBoats(n, _):
            yield Emblem("boat", str(n))
        case _:
            yield Emblem(_ACTIONS.get(type(effect), "logbook"))


_ACTIONS: Mapping[Callable[..., Effect], str] = {
    Draw: "tile",
    PlaceTile: "laid",
    Advance: "compass",
    Navigate: "points",
    BuildBoat: "boat",
    BuildStructure: "small",
    Excavate: "ruin",
    ErectStatue: "statue",
    SupplyShip: "cargo",
    TakeCooper: "cooper",
    UseIslets: "islet",
    ExtraFeeding: "cube-food",
    LidOnLand: "lid",
    FlipBoat: "boat",
}
