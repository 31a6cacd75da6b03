"""What is printed on every piece of Maracaibo, in words and numbers, for paper and for screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.maracaibo.printed.cards import Building, Career, JeanAction, JeanCard, Price, ProjectCard
from rules.maracaibo.printed.describe import (
    UNIT_NAMES,
    amount_text,
    cost_text,
    effect_text,
    goal_text,
    influence_text,
    needs_text,
    step_text,
    steps_text,
)
from rules.maracaibo.printed.names import GOOD_NAMES, LOCATION_NAMES, NATION_NAMES
from rules.maracaibo.printed.nodes import (
    Assistant,
    Cost,
    Income,
    Manoeuvre,
    Now,
    Steps,
    Synergy,
    VillageAction,
)
from rules.maracaibo.printed.tiles import CityTile, CombatToken, LegacyTile, Quest, Side
from rules.pieces import Piece
from rules.text import Plural, Text, listing


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a face, on the background of its kind: income, permanent, assistant, now, plain."""

    band: str
    text: Text
    steps: Steps = ()
    """What icons can be drawn of."""
    income: Income | None = None


@dataclass(frozen=True, slots=True)
class Face:
    title: Text
    price: int | None = None
    """Doubloons."""
    asks: tuple[Text, ...] = ()
    """What else it takes."""
    lines: tuple[Line, ...] = ()
    good: str | None = None
    object: str | None = None
    vp: int | None = None
    corner: str = ""
    """The letter or number that its back shows too."""
    house: bool = True
    """Some of its values are ours; a printed card may show others."""


def face(piece: Piece) -> Face:
    match piece:
        case ProjectCard():
            lines = tuple(_effect_lines(piece))
            asks = tuple(_asks(piece.price))
            corner = str(piece.number or piece.deck)
            return Face(
                title=piece.name,
                price=piece.price.doubloons,
                asks=asks,
                lines=lines,
                good=piece.good,
                object=piece.object,
                vp=piece.vp,
                corner=corner,
            )
        case Career():
            return Face(piece.name, lines=tuple(_career_lines(piece)))
        case Building():
            token = Text("A figure onto this card")
            return Face(
                piece.name, piece.doubloons, (token,), tuple(_building_lines(piece)), corner="*"
            )
        case JeanCard():
            lines = tuple(_jean_lines(piece))
            return Face(piece.name, lines=lines, corner=piece.stack, house=False)
        case CityTile():
            market = Text("{good} x{n}", good=GOOD_NAMES[piece.good], n=piece.spaces)
            action = Line("plain", steps_text(piece.steps), piece.steps)
            return Face(
                piece.name,
                lines=(Line("plain", market), action),
                good=piece.good,
                corner="-".join(map(str, piece.players)),
            )
        case CombatToken():
            return Face(piece.name, lines=tuple(_token_lines(piece)))
        case Quest():
            needs = needs_text(piece.needs) or cost_text(piece.cost)
            reward = Line("plain", steps_text(piece.reward), piece.reward)
            return Face(piece.name, lines=(Line("plain", needs), reward))
        case LegacyTile():
            return Face(piece.name, lines=tuple(_legacy_lines(piece)))
        case _:
            return Face(piece.name)


def _effect_lines(card: ProjectCard) -> Iterator[Line]:
    for effect in card.effects:
        text = effect_text(effect)
        match effect:
            case Income():
                yield Line("income", text, income=effect)
            case Assistant(steps):
                yield Line("assistant", text, steps)
            case Now(steps):
                yield Line("now", text, steps)
            case VillageAction(steps):
                yield Line("permanent", text, steps)
            case Manoeuvre(attacks):
                yield Line("permanent", text, attacks[0].then)
            case _:
                yield Line("permanent", text)


def _asks(price: Price) -> Iterator[Text]:
    """Everything but the doubloons."""
    if price.location:
        yield Text(
            "A figure to {location} ({number})",
            location=LOCATION_NAMES[price.location],
            number=price.location,
        )
    elif price.figure == "supply":
        yield Text("A figure to the general supply")
    elif price.figure == "card":
        yield Text("A figure onto this card")
    if price.cost != Cost():
        yield cost_text(price.cost)
    condition = needs_text(price.needs)
    if condition:
        yield condition


def _career_lines(career: Career) -> Iterator[Line]:
    for task in career.tasks:
        yield Line(
            "plain",
            Text(
                "{goal}: {gain}",
                goal=goal_text(task.easy),
                gain=amount_text("doubloons", task.easy.doubloons),
            ),
        )
        yield Line(
            "now",
            Text(
                "or {goal}: {gain}",
                goal=goal_text(task.hard),
                gain=listing(
                    (
                        amount_text("doubloons", task.hard.doubloons),
                        amount_text("vp", task.hard.vp),
                    )
                ),
            ),
        )


def _building_lines(building: Building) -> Iterator[Line]:
    token = Text("At once: {steps}", steps=step_text(Synergy(building.synergy)))
    yield Line("now", token)
    for unit in building.per:
        yield Line(
            "plain",
            Text(
                "At the end: {gain} per {unit}",
                gain=amount_text("vp", building.n),
                unit=UNIT_NAMES[unit],
            ),
        )
    if building.most:
        yield Line("plain", Plural("At most {n} point", "At most {n} points", building.most))


def _jean_lines(card: JeanCard) -> Iterator[Line]:
    upper = card.direction == "upper"
    way = Text("upper way at forks") if upper else Text("lower way at forks")
    yield Line(
        "plain",
        Plural("Sails {n} space, {way}", "Sails {n} spaces, {way}", card.steps, way=way),
    )
    yield Line("plain", Text("No free market space: market card {n}", n=card.display))
    for action in card.actions:
        yield Line("assistant", jean_action_text(action))


def jean_action_text(action: JeanAction) -> Text:
    what = _jean_action(action)
    if action.first_round > 1:
        return Text("{what}, from round {n}", what=what, n=action.first_round)
    if action.last_round < 4:
        return Text("{what} up to round {n}", what=what, n=action.last_round)
    return what


def _jean_action(action: JeanAction) -> Text:
    match action.do:
        case "explore":
            return Plural("explores {n} step", "explores {n} steps", action.n)
        case "influence":
            return influence_text(action.n, NATION_NAMES[action.nation or ""])
        case "combat":
            fight = Plural("combat for {n} influence", "combat for {n} influence", action.n)
            return listing((fight, Text("an empty village"))) if action.extra_village else fight
        case "vp":
            return amount_text("vp", action.n)
        case "quest":
            return Text("takes the top quest")
        case _:
            return Text("removes her left-most disc")


def _token_lines(token: CombatToken) -> Iterator[Line]:
    for nation, side in token.sides.items():
        yield Line(nation, _side(nation, side), side.gain)
    if token.most:
        yield Line("plain", Text("most markers: {n}", n=token.most))
    if token.fewest:
        yield Line("plain", Text("fewest markers: +{n}", n=token.fewest))


def _side(nation: str, side: Side) -> Text:
    name = NATION_NAMES[nation]
    if side.cost != Cost():
        return Text("{nation} {n}: {cost}", nation=name, n=side.value, cost=cost_text(side.cost))
    if side.gain:
        return Text("{nation} {n}: {gain}", nation=name, n=side.value, gain=steps_text(side.gain))
    return Text("{nation} {n}", nation=name, n=side.value)


def _legacy_lines(tile: LegacyTile) -> Iterator[Line]:
    """What the tile itself shows; the rule behind it is explained on phones."""
    if tile.location:
        yield Line(
            "plain",
            Text(
                "{location} ({number})",
                location=LOCATION_NAMES[tile.location],
                number=tile.location,
            ),
        )
    if tile.good:
        yield Line("plain", Text("{good} x{n}", good=GOOD_NAMES[tile.good], n=tile.spaces))
    if tile.move_cost > 1:
        yield Line("plain", Plural("{n} movement point", "{n} movement points", tile.move_cost))
    if tile.steps:
        yield Line("plain", steps_text(tile.steps), tile.steps)
    if tile.manoeuvre:
        values = "/".join(str(attack.value) for attack in tile.manoeuvre.attacks)
        gain = tile.manoeuvre.attacks[0].then
        text = Text("spend {values}: {gain}", values=values, gain=steps_text(gain))
        yield Line("permanent", text, gain)
    if tile.cost != Cost():
        yield Line("plain", cost_text(tile.cost))
    if tile.arrival:
        yield Line("plain", steps_text(tile.arrival), tile.arrival)
    if tile.discs:
        yield Line("plain", Plural("{n} disc", "{n} discs", tile.discs))
    if tile.toll:
        yield Line(
            "plain", Plural("sailing past: {n} doubloon", "sailing past: {n} doubloons", tile.toll)
        )
    if tile.skull:
        yield Line("plain", Text("skull"))
