"""Effect trees in words: the same texts on phones and on printed cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.maracaibo.printed.cards import Goal
from rules.maracaibo.printed.names import (
    BARRIER_NAMES,
    GOOD_NAMES,
    NATION_NAMES,
    OBJECT_NAMES,
    SYNERGY_NAMES,
)
from rules.maracaibo.printed.nodes import (
    Assistant,
    Attack,
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
    Needs,
    Now,
    OneOf,
    Pay,
    Permanent,
    Raid,
    Rank,
    RemoveSkull,
    RulingChoice,
    Sail,
    Score,
    Synergy,
    TakeQuest,
    TakeStoryTile,
    VillageAction,
    VillageActions,
)
from rules.text import Plural, Text, listing

UNIT_NAMES = {
    "compass": Text("compass"),
    "combat_token": Text("combat token"),
    "quest_tile": Text("quest tile"),
    "assistant": Text("assistant on the map"),
    "synergy_token": Text("synergy token"),
    "nation_influence_3": Text("nation with at least 3 of your influence"),
    "barrier": Text("barrier crossed"),
    "figure": Text("figure left"),
    "combat_point": Text("combat point left"),
    "upgrade": Text("ship upgrade"),
    "doubloon_track_vp": Text("point of the doubloon track"),
}


def amount_text(what: str, n: int) -> Text:
    """So many doubloons, points, combat points or figures."""
    if what == "doubloons":
        return Plural("{n} doubloon", "{n} doubloons", n)
    if what == "vp":
        return Plural("{n} point", "{n} points", n)
    if what == "combat_points":
        return Plural("{n} combat point", "{n} combat points", n)
    return Plural("{n} figure", "{n} figures", n)


def steps_text(steps: Sequence[Effect]) -> Text:
    """Effects one after another."""
    texts = [step_text(step) for step in steps]
    if not texts:
        return Text("nothing")
    return texts[0] if len(texts) == 1 else listing(texts)


def step_text(step: Effect) -> Text:
    match step:
        case Gain(what, n, None):
            return amount_text(what, n)
        case Gain(what, n, str(unit)):
            return Text("{gain} for each {unit}", gain=amount_text(what, n), unit=UNIT_NAMES[unit])
        case Influence(who, n):
            return _influence(who, n)
        case VillageActions(n, None):
            return Plural("{n} village action", "{n} village actions", n)
        case VillageActions(_, str(unit)):
            return Text("a village action for each {unit}", unit=UNIT_NAMES[unit])
        case Discs(n):
            return Plural("remove {n} disc", "remove {n} discs", n)
        case Explore(n):
            return Plural("explore {n} step", "explore up to {n} steps", n)
        case Sail(least, most):
            return Text(
                "sail on {least} to {most} spaces for another main action", least=least, most=most
            )
        case Synergy(kind):
            if kind == "any_new":
                return Text("any new synergy token")
            return Text("synergy token {token}", token=SYNERGY_NAMES[kind])
        case FiguresOnCard(income):
            return Text("put figures onto this card: doubloon income {n} for each", n=income)
        case Raid(own, other):
            return Text(
                "{own} for each assistant of yours there, {other} for others'", own=own, other=other
            )
        case Pay(cost, then):
            return Text("{cost} for {gain}", cost=cost_text(cost), gain=steps_text(then))
        case OneOf(options):
            return _alternatives([steps_text(option) for option in options])
        case RulingChoice(_, readings):
            return steps_text(readings[0][1])
        case Marker(where, _):
            return _MARKERS[where]
        case Rank(who):
            return _RANKS[who]
    return _plain(step)


def _influence(who: str, n: int) -> Text:
    if who == "any":
        return Plural("{n} influence with any nation", "{n} influence with any nation", n)
    if who == "fighting":
        return Plural(
            "{n} influence with the fighting nation", "{n} influence with the fighting nation", n
        )
    if who == "same":
        return Plural("{n} influence with that nation", "{n} influence with that nation", n)
    return Plural(
        "{n} influence with {nation}", "{n} influence with {nation}", n, nation=NATION_NAMES[who]
    )


def _alternatives(texts: Sequence[Text]) -> Text:
    """Texts of which one is chosen."""
    whole = texts[-1]
    for text in reversed(texts[:-1]):
        whole = Text("{one} or {other}", one=text, other=whole)
    return whole


_MARKERS = {
    "empty_village": Text("put an ownership marker of any nation into an empty village"),
    "this_village": Text("put an ownership marker of any nation into this empty village"),
    "target": Text("put an ownership marker there"),
}
_RANKS = {
    "any": Text("advance to the next rank of any nation"),
    "same": Text("advance to the next rank of that nation"),
}


def _plain(step: Effect) -> Text:
    """Effects with no number."""
    match step:
        case Combat():
            return Text("a combat")
        case BuyCard():
            return Text("buy a card or invest in a building")
        case FlagBonus():
            return Text("the bonus of the flag")
        case TakeQuest():
            return Text("put the top quest tile onto this card")
        case FulfilQuest("here"):
            return Text("fulfil the quest here")
        case FulfilQuest():
            return Text("fulfil the quest on this card, once")
        case TakeStoryTile():
            return Text("take the story tile")
        case RemoveSkull():
            return Text("remove a legacy tile with a skull")
        case Score("interim"):
            return Text("interim scoring at the end of the turn")
        case _:
            return Text("final scoring at the end of the turn")


def cost_text(cost: Cost) -> Text:
    parts = list(_cost_parts(cost))
    if not parts:
        return Text("free of charge")
    return parts[0] if len(parts) == 1 else listing(parts)


def _cost_parts(cost: Cost) -> Iterator[Text]:
    for what, n in (("doubloons", cost.doubloons), ("combat_points", cost.combat_points)):
        if n:
            yield Text("pay {amount}", amount=amount_text(what, n))
    if cost.figures:
        yield Plural("return {n} figure", "return {n} figures", cost.figures)
    for good, n in Counter(cost.goods).items():
        yield Plural(
            "discard {n} card with {good}",
            "discard {n} cards with {good}",
            n,
            good=GOOD_NAMES[good],
        )
    for thing, n in Counter(cost.objects).items():
        yield Plural(
            "discard {n} card with {object}",
            "discard {n} cards with {object}",
            n,
            object=OBJECT_NAMES[thing],
        )
    if cost.same_goods:
        yield Plural(
            "discard {n} card with the same good",
            "discard {n} cards with the same good",
            cost.same_goods,
        )
    if cost.hand:
        yield Text("discard your whole hand")


def needs_text(needs: Needs) -> Text | None:
    """What must be true; None if nothing."""
    parts = list(_needs_parts(needs))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else listing(parts)


def _needs_parts(needs: Needs) -> Iterator[Text]:
    if needs.movement:
        yield Plural(
            "with at least {n} movement point this turn",
            "with at least {n} movement points this turn",
            needs.movement,
        )
    if needs.markers:
        nation, n = needs.markers
        yield Plural(
            "{nation} with at least {n} ownership marker on the map",
            "{nation} with at least {n} ownership markers on the map",
            n,
            nation=NATION_NAMES[nation],
        )
    if needs.synergy:
        yield Text("with the synergy token {token}", token=SYNERGY_NAMES[needs.synergy])
    if needs.explorer:
        yield Text("with the explorer on space {n} or past it", n=needs.explorer)


def effects_text(effects: Sequence[CardEffect]) -> Text:
    """All that a card or an upgrade of the ship carries."""
    texts = [effect_text(effect) for effect in effects]
    return texts[0] if len(texts) == 1 else listing(texts)


def effect_text(effect: CardEffect) -> Text:
    match effect:
        case Income():
            return _income(effect)
        case Permanent():
            return _PERMANENTS[effect.kind](effect)
        case VillageAction(steps, last):
            if last:
                return Text("Last village action: {steps}", steps=steps_text(steps))
            return Text("Village action: {steps}", steps=steps_text(steps))
        case Manoeuvre(attacks, needs):
            ways = _alternatives([_attack(attack) for attack in attacks])
            condition = needs_text(needs)
            if condition:
                return Text("Combat action, {needs}: {ways}", needs=condition, ways=ways)
            return Text("Combat action: {ways}", ways=ways)
        case Assistant(steps):
            return Text("Assistant: {steps}", steps=steps_text(steps))
        case Now(steps):
            return Text("At once: {steps}", steps=steps_text(steps))


def _income(income: Income) -> Text:
    gain = amount_text(income.track, income.n)
    if income.synergy is None:
        return Text("Income: {gain}", gain=gain)
    return Text("Income with the {token}: {gain}", token=SYNERGY_NAMES[income.synergy], gain=gain)


def _attack(attack: Attack) -> Text:
    if attack.target is None:
        return Text("spend {value} for {gain}", value=attack.value, gain=steps_text(attack.then))
    return Text(
        "spend {value} on {target}: {gain}",
        value=attack.value,
        target=_TARGETS[attack.target],
        gain=steps_text(attack.then),
    )


_TARGETS = {
    "empty_flag": Text("an empty flag"),
    "enemy_flag": Text("a flag of another nation"),
    "empty_village": Text("an empty village"),
    "enemy_village": Text("a village of another nation"),
    "fleet": Text("the silver fleet"),
    "mine": Text("the gold mine"),
}


def goal_text(goal: Goal) -> Text:
    """What has to be reached for a task of a career."""
    if goal.kind == "barrier":
        return Text("the {colour} barrier crossed", colour=BARRIER_NAMES[goal.colour or ""])
    return _GOALS[goal.kind](goal.n)


_GOALS: Mapping[str, Callable[[int], Text]] = {
    "combat_tokens": lambda n: Plural("{n} combat token", "{n} combat tokens", n),
    "quest_tiles": lambda n: Plural("{n} quest tile", "{n} quest tiles", n),
    "influence_one": lambda n: Plural(
        "{n} influence with one nation", "{n} influence with one nation", n
    ),
    "influence_two": lambda n: Plural(
        "{n} influence with each of two nations", "{n} influence with each of two nations", n
    ),
    "upgrades": lambda n: Plural("{n} ship upgrade", "{n} ship upgrades", n),
    "synergy_tokens": lambda n: Plural("{n} synergy token", "{n} synergy tokens", n),
    "assistants": lambda n: Plural("{n} assistant on the map", "{n} assistants on the map", n),
}

_PERMANENTS: Mapping[str, Callable[[Permanent], Text]] = {
    "object": lambda effect: Text(
        "Counts as one {object} whenever you discard objects", object=OBJECT_NAMES[effect.of or ""]
    ),
    "discount": lambda effect: Plural(
        "Cards and investments cost {n} doubloon less",
        "Cards and investments cost {n} doubloons less",
        effect.n,
    ),
    "combat_start": lambda effect: Plural(
        "{n} combat point before each combat", "{n} combat points before each combat", effect.n
    ),
    "compass": lambda effect: Plural("{n} compass", "{n} compasses", effect.n),
    "explore_plus": lambda effect: Plural(
        "{n} step more whenever you explore", "{n} steps more whenever you explore", effect.n
    ),
    "steal_on_jump": lambda effect: Plural(
        "Steal {n} point from whomever your explorer jumps over",
        "Steal {n} points from whomever your explorer jumps over",
        effect.n,
    ),
    "visit_vp": lambda effect: Plural(
        "{n} point whenever a ship stops at an assistant of yours",
        "{n} points whenever a ship stops at an assistant of yours",
        effect.n,
    ),
    "visit_doubloons": lambda effect: Plural(
        "{n} doubloon whenever a ship stops at an assistant of yours",
        "{n} doubloons whenever a ship stops at an assistant of yours",
        effect.n,
    ),
    "figure_to_combat": lambda effect: Plural(
        "At any time: return a figure for {n} combat point",
        "At any time: return a figure for {n} combat points",
        effect.n,
    ),
    "nation_combat": lambda effect: Plural(
        "{n} combat point when you fight for {nation}",
        "{n} combat points when you fight for {nation}",
        effect.n,
        nation=NATION_NAMES[effect.of or ""],
    ),
    "displace_vp": lambda effect: Plural(
        "{n} point whenever you remove an ownership marker from the map",
        "{n} points whenever you remove an ownership marker from the map",
        effect.n,
    ),
    "village_actions_improved": lambda _: Text("More village actions for your movement"),
    "hand_limit": lambda effect: Plural("Hand of {n} card", "Hand of {n} cards", effect.n),
    "free_market": lambda _: Text("Cards of the market are free"),
}
