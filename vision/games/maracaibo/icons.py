"""Which icons stand for an effect of Maracaibo, and for what is printed on a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.maracaibo.printed.cards import Building, Career, Goal, JeanAction, JeanCard, ProjectCard
from rules.maracaibo.printed.nodes import (
    Assistant,
    BuyCard,
    CardEffect,
    Combat,
    Cost,
    Discs,
    Effect,
    Explore,
    FiguresOnCard,
    FlagBonus,
    FulfilQuest,
    Gain,
    Income,
    Influence,
    Manoeuvre,
    Marker,
    Now,
    OneOf,
    Pay,
    Permanent,
    Rank,
    RulingChoice,
    Sail,
    Synergy,
    TakeQuest,
    VillageAction,
    VillageActions,
)
from rules.maracaibo.printed.tiles import Quest
from rules.pieces import Piece
from vision.games.maracaibo.pictograms import NATION_COLOURS, Icon

_UNITS = {
    "figure": "figures",
    "combat_point": "combat_points",
    "upgrade": "disc",
    "doubloon_track_vp": "doubloons",
    "synergy_token": "any_new",
}
"""What a unit is drawn as; others by their own names."""


class Band(NamedTuple):
    """A line of a card: the kind of its effect, and icons for it."""

    kind: str
    icons: list[Icon]


def bands_of(piece: Piece) -> list[Band]:
    """What a card or quest does, line by line; what is rare is only hinted at."""
    match piece:
        case ProjectCard():
            return [_band(effect) for effect in piece.effects]
        case Building():
            points = [Icon("vp", str(piece.n)), Icon("per"), *map(_unit, piece.per)]
            return [Band("now", [_unit(piece.synergy)]), Band("plain", points)]
        case Career():
            return [_task(goal) for task in piece.tasks for goal in (task.easy, task.hard)]
        case Quest():
            asked = cost_icons(piece.cost)
            if piece.needs.movement:
                asked.append(Icon("sail", f"{piece.needs.movement}+"))
            return [Band("plain", asked), Band("now", icons_of(piece.reward))]
        case JeanCard():
            sails = Icon("sail", str(piece.steps))
            return [Band("assistant", [sails]), *map(_jean, piece.actions)]
    return []


def _band(effect: CardEffect) -> Band:
    match effect:
        case Income():
            return Band("income", income_icons(effect))
        case Assistant(steps):
            return Band("assistant", icons_of(steps))
        case Now(steps):
            return Band("now", icons_of(steps))
        case VillageAction(steps):
            return Band("permanent", [Icon("village"), Icon("to"), *icons_of(steps)])
        case Manoeuvre(attacks):
            spent = "/".join(str(attack.value) for attack in attacks)
            icons = [Icon("combat_points", spent), Icon("to"), *icons_of(attacks[0].then)]
            return Band("permanent", icons)
        case Permanent(kind, n, of):
            return Band("permanent", [Icon("lasting"), *_lasting(kind, n, of)])


def _lasting(kind: str, n: int, of: str | None) -> list[Icon]:
    """What a card helps with from then on."""
    if kind == "object":
        return [Icon(of or "")]
    if kind == "nation_combat":
        return [Icon(of or ""), Icon("to"), Icon("combat_points", str(n))]
    return [Icon(name, words.format(n=n)) for name, words in _PERMANENTS[kind]]


_PERMANENTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "discount": (("card", ""), ("doubloons", "-{n}")),
    "combat_start": (("combat", ""), ("combat_points", "+{n}")),
    "compass": (("compass", ""),),
    "explore_plus": (("explore", "+{n}"),),
    "steal_on_jump": (("explore", ""), ("to", ""), ("vp", "{n}")),
    "visit_vp": (("figures", ""), ("to", ""), ("vp", "{n}")),
    "figure_to_combat": (("figures", ""), ("to", ""), ("combat_points", "{n}")),
    "displace_vp": (("marker", ""), ("to", ""), ("vp", "{n}")),
    "hand_limit": (("card", "{n}"),),
    "free_market": (("card", "0"),),
    "village_actions_improved": (("village", "+"),),
    "visit_doubloons": (("figures", ""), ("to", ""), ("doubloons", "{n}")),
}


def _unit(name: str) -> Icon:
    return Icon(_UNITS.get(name, name), "?" if name == "synergy_token" else "")


_GOALS = {
    "combat_tokens": "combat_token",
    "quest_tiles": "quest_tile",
    "influence_one": "any",
    "influence_two": "any",
    "upgrades": "disc",
    "synergy_tokens": "any_new",
    "assistants": "figures",
    "barrier": "barrier",
}


def _task(goal: Goal) -> Band:
    words = f"{goal.n}+{goal.n}" if goal.kind == "influence_two" else str(goal.n)
    icons = [Icon(_GOALS[goal.kind], goal.colour or words), Icon("to")]
    icons += [
        Icon(what, str(n)) for what, n in (("doubloons", goal.doubloons), ("vp", goal.vp)) if n
    ]
    return Band("now" if goal.vp else "plain", icons)


def _jean(action: JeanAction) -> Band:
    match action.do:
        case "influence":
            return Band("plain", [Icon(action.nation or "any", str(action.n))])
        case "combat":
            return Band("plain", [Icon("combat"), Icon("to"), Icon("any", str(action.n))])
        case "quest":
            return Band("plain", [Icon("quest_tile")])
        case "explore" | "vp":
            return Band("plain", [Icon(action.do, str(action.n))])
    return Band("plain", [Icon("disc", "-1")])


def icons_of(steps: Sequence[Effect]) -> list[Icon]:
    return [icon for step in steps for icon in _icons(step)]


def income_icons(income: Income) -> list[Icon]:
    gain = Icon(income.track, f"+{income.n}")
    return [gain] if income.synergy is None else [Icon(income.synergy), Icon("to"), gain]


def cost_icons(cost: Cost) -> list[Icon]:
    numbers = (
        ("doubloons", cost.doubloons),
        ("combat_points", cost.combat_points),
        ("figures", cost.figures),
        ("goods", cost.same_goods),
        ("card", cost.hand),
    )
    counted = [Icon(name, f"-{n}") for name, n in numbers if n]
    shown = Counter((*cost.goods, *cost.objects))
    return [*counted, *(Icon(name, str(n) if n > 1 else "") for name, n in shown.items())]


def _icons(step: Effect) -> Iterator[Icon]:
    match step:
        case Gain(what, n, per):
            yield Icon(what, str(n))
            if per:
                yield Icon("per")
                yield _unit(per)
        case VillageActions(n, per):
            yield Icon("village", str(n))
            if per:
                yield Icon("per")
                yield _unit(per)
        case Influence(who, n):
            yield Icon(who if who in NATION_COLOURS else "any", str(n))
        case Rank():
            yield Icon("rank")
        case Discs(n):
            yield Icon("disc", f"-{n}")
        case Explore(n):
            yield Icon("explore", str(n))
        case Sail(least, most):
            yield Icon("sail", f"{least}-{most}")
        case Combat():
            yield Icon("combat")
        case Marker():
            yield Icon("marker")
        case Synergy(kind):
            yield Icon(kind, "?" if kind == "any_new" else "")
        case TakeQuest() | FulfilQuest():
            yield Icon("quest_tile")
        case FiguresOnCard(income):
            yield Icon("figures")
            yield Icon("to")
            yield Icon("doubloons", f"+{income}")
        case BuyCard():
            yield Icon("card")
        case FlagBonus():
            yield Icon("any")
        case Pay(cost, then):
            yield from cost_icons(cost)
            yield Icon("to")
            yield from icons_of(then)
        case OneOf(options):
            for number, option in enumerate(options):
                if number:
                    yield Icon("or")
                yield from icons_of(option)
        case RulingChoice(_, readings):
            yield from icons_of(readings[0][1])
