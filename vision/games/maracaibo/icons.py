"""Which icons stand for an effect of Maracaibo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.maracaibo.printed.nodes import (
    BuyCard,
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
    Marker,
    OneOf,
    Pay,
    Rank,
    RulingChoice,
    Sail,
    Synergy,
    TakeQuest,
    VillageActions,
)
from vision.games.maracaibo.pictograms import NATION_COLOURS, Icon


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
                yield Icon(per)
        case VillageActions(n, per):
            yield Icon("village", str(n))
            if per:
                yield Icon("per")
                yield Icon(per)
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
