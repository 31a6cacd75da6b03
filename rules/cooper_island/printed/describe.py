"""What tiles, boats, spaces and cards do, in words for phones and paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.cooper_island.printed.names import GOOD_NAMES, goods_text
from rules.cooper_island.printed.nodes import (
    BUILD_BOAT,
    BUILD_STRUCTURE,
    ERECT_STATUE,
    FEED,
    MARKET,
    PAID,
    SUPPLY,
    Advance,
    BuildBoat,
    BuildStructure,
    Discount,
    Draw,
    Effect,
    Effects,
    EndPoints,
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
    Relocate,
    Slots,
    SupplyShip,
    TakeCooper,
    UpTo,
    UseBoats,
    UseIslets,
)
from rules.text import Plural, Text, listing

_ACTS: Mapping[type, Text] = {
    PlaceTile: Text("place a double tile"),
    BuildBoat: Text("build a supply boat"),
    BuildStructure: Text("build a structure"),
    Excavate: Text("excavate a ruin"),
    ErectStatue: Text("erect a statue"),
    SupplyShip: Text("supply a cargo ship"),
    TakeCooper: Text("take Cooper"),
    FlipBoat: Text("turn over a boat for its action"),
    Relocate: Text("move a structure or statue"),
}
_PAID = {
    BUILD_BOAT: _ACTS[BuildBoat],
    BUILD_STRUCTURE: _ACTS[BuildStructure],
    ERECT_STATUE: _ACTS[ErectStatue],
    SUPPLY: _ACTS[SupplyShip],
    FEED: Text("feed your workers"),
}
_EVENTS = {
    "build_boat": Text("When you build a boat: {what}"),
    "build_structure": Text("When you build a structure: {what}"),
    "excavate": Text("When you excavate a ruin: {what}"),
    "supply": Text("When you supply a cargo ship: {what}"),
    "fed": Text("When your workers are fed: {what}"),
    "logbook": Text("When you gain a logbook tile: {what}"),
}


def effects_text(effects: Effects) -> Text:
    return listing(effect_text(effect) for effect in effects)


def effect_text(node: Effect) -> Text:
    """One effect in words, to stand in a list or on a button."""
    match node:
        case Draw(n):
            return Plural("draw {n} double tile", "draw {n} double tiles", n)
        case Advance(n):
            return Plural("cartographer {n} step", "cartographer up to {n} steps", n)
        case Navigate(n):
            return Plural("{n} navigation point", "{n} navigation points", n)
        case Gain(good, n, to, per):
            what = goods_text(good, n)
            if per:
                what = Text("{goods} per structure", goods=what)
            return _to(what, to)
        case GainChoice(goods, n, to):
            return _to(Text("{n} × {goods}", n=n, goods=either(GOOD_NAMES[g] for g in goods)), to)
        case OneOf(ways):
            return either(map(effects_text, ways))
        case UpTo(times, effect):
            return Text("up to {n} × {what}", n=times, what=effect_text(effect))
        case UseIslets(n):
            return Plural("use {n} islet", "use {n} islets", n)
        case UseBoats(n, _):
            return Plural("use {n} boat", "use {n} boats", n)
    return _more_text(node)


def _more_text(node: Effect) -> Text:
    match node:
        case ExtraFeeding(np):
            return Plural(
                "feed your workers now: +{n} navigation point",
                "feed your workers now: +{n} navigation points",
                np,
            )
        case LidOnLand(np):
            return Plural(
                "put a lid on your peninsula: {n} navigation point",
                "put a lid on your peninsula: {n} navigation points",
                np,
            )
        case PayFood(n, then):
            return Text("pay {food}: {what}", food=goods_text("food", n), what=effects_text(then))
    return _ACTS[type(node)]


def _to(what: Text, to: str) -> Text:
    return Text("{what} to the market", what=what) if to == MARKET else what


def either(parts: Iterable[Text]) -> Text:
    """One of several, as on the tiles: with a stroke between."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Text(" / ".join(f"{{{name}}}" for name in values), **values)


def event_text(event: str, does: Effects) -> Text:
    return Text(_EVENTS[event].message, what=effects_text(does))


def discount_text(discount: Discount) -> Text:
    """For what, too, unless it is for everything that is paid."""
    goods = either(GOOD_NAMES[good] for good in discount.on)
    if discount.actions == PAID:
        return Text("Discount: {n} × {goods}", n=discount.n, goods=goods)
    actions = either(_PAID[action] for action in discount.actions)
    return Text("Discount ({actions}): {n} × {goods}", actions=actions, n=discount.n, goods=goods)


def slots_text(slots: Slots) -> Text:
    goods = either(GOOD_NAMES[good] for good in slots.holds)
    return Plural(
        "{n} more warehouse slot for {goods}",
        "{n} more warehouse slots for {goods}",
        slots.n,
        goods=goods,
    )


def end_text(end: EndPoints) -> Text:
    n = end.points
    match end.kind:
        case "slots_full":
            return Plural("{n} point with both slots full", "{n} points with both slots full", n)
        case "per_lid":
            return Plural(
                "{n} point per lid on the peninsula",
                "{n} points per lid on the peninsula",
                n,
            )
        case "per_flipped":
            return Plural("{n} point per turned boat", "{n} points per turned boat", n)
    return Plural(
        "{n} point with 3 structures, 3 statues",
        "{n} points with 3 structures, 3 statues",
        n,
    )
