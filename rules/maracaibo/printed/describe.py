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
    "assistant": Text("assistant"),
    "synergy_token": Text("synergy token"),
    "nation_influence_3": Text("nation with 3+ influence"),
    "barrier": Text("barrier crossed"),
    "figure": Text("figure left"),
    "combat_point": Text("combat point left"),
    "upgrade": Text("ship upgrade"),
    "doubloon_track_vp": Text("doubloon track point"),
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
            return Text("{gain} per {unit}", gain=amount_text(what, n), unit=UNIT_NAMES[unit])
        case Influence(who, n):
            return _influence(who, n)
        case VillageActions(n, None):
            return Plural("{n} village action", "{n} village actions", n)
        case VillageActions(_, str(unit)):
            return Text("a village action per {unit}", unit=UNIT_NAMES[unit])
        case Discs(n):
            return Plural("remove {n} disc", "remove {n} discs", n)
        case Explore(n):
            return Plural("explore {n} step", "explore up to {n} steps", n)
        case Sail(least, most):
            return Text(
                "sail on {least}–{most} spaces for another main action", least=least, most=most
            )
        case Synergy(kind):
            if kind == "any_new":
                return Text("any new synergy token")
            return Text("synergy token {token}", token=SYNERGY_NAMES[kind])
        case FiguresOnCard(income):
            return Text("figures onto this card: doubloon income {n} each", n=income)
        case Raid(own, other):
            return Text("{own} per own assistant, {other} per other", own=own, other=other)
        case Pay(cost, then):
            return Text("{cost} for {gain}", cost=cost_text(cost), gain=steps_text(then))
        case OneOf(options):
            return _alternatives([steps_text(option) for option in options])
        case RulingChoice(_, readings):
            return steps_text(readings[0][1])
        case Marker(where, _):
            return _MARKERS[where]
        case Rank(who):
            return Text("next rank with {nation}", nation=_WHOSE[who])
    return _plain(step)


def _influence(who: str, n: int) -> Text:
    return influence_text(n, _WHOSE.get(who) or NATION_NAMES[who])


def influence_text(n: int, nation: Text) -> Text:
    return Plural("{n} influence with {nation}", "{n} influence with {nation}", n, nation=nation)


_WHOSE = {
    "any": Text("any nation"),
    "same": Text("that nation"),
    "fighting": Text("the fighting nation"),
}


def _alternatives(texts: Sequence[Text]) -> Text:
    """Texts of which one is chosen."""
    whole = texts[-1]
    for text in reversed(texts[:-1]):
        whole = Text("{one} or {other}", one=text, other=whole)
    return whole


_MARKERS = {
    "empty_village": Text("any nation's marker into an empty village"),
    "this_village": Text("any nation's marker into this empty village"),
    "target": Text("an ownership marker there"),
}


def _plain(step: Effect) -> Text:
    """Effects with no number."""
    match step:
        case Combat():
            return Text("a combat")
        case BuyCard():
            return Text("buy a card or invest")
        case FlagBonus():
            return Text("the flag's bonus")
        case TakeQuest():
            return Text("top quest tile onto this card")
        case FulfilQuest("here"):
            return Text("fulfil the quest here")
        case FulfilQuest():
            return Text("fulfil this card's quest, once")
        case TakeStoryTile():
            return Text("take the story tile")
        case RemoveSkull():
            return Text("remove a skull tile")
        case Score("interim"):
            return Text("then interim scoring")
        case _:
            return Text("then final scoring")


def cost_text(cost: Cost) -> Text:
    parts = list(_cost_parts(cost))
    if not parts:
        return Text("free")
    return parts[0] if len(parts) == 1 else listing(parts)


def _cost_parts(cost: Cost) -> Iterator[Text]:
    for what, n in (("doubloons", cost.doubloons), ("combat_points", cost.combat_points)):
        if n:
            yield Text("pay {amount}", amount=amount_text(what, n))
    if cost.figures:
        yield Plural("return {n} figure", "return {n} figures", cost.figures)
    for good, n in Counter(cost.goods).items():
        yield Plural(
            "discard {n} card with {what}",
            "discard {n} cards with {what}",
            n,
            what=GOOD_NAMES[good],
        )
    for thing, n in Counter(cost.objects).items():
        yield Plural(
            "discard {n} card with {what}",
            "discard {n} cards with {what}",
            n,
            what=OBJECT_NAMES[thing],
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
            "with {n}+ movement point this turn",
            "with {n}+ movement points this turn",
            needs.movement,
        )
    if needs.markers:
        nation, n = needs.markers
        yield Plural(
            "{nation} with {n}+ markers on the map",
            "{nation} with {n}+ markers on the map",
            n,
            nation=NATION_NAMES[nation],
        )
    if needs.synergy:
        yield Text("with synergy token {token}", token=SYNERGY_NAMES[needs.synergy])
    if needs.explorer:
        yield Text("with the explorer on space {n}+", n=needs.explorer)


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
    "enemy_flag": Text("another nation's flag"),
    "empty_village": Text("an empty village"),
    "enemy_village": Text("another nation's village"),
    "fleet": Text("the silver fleet"),
    "mine": Text("the gold mine"),
}


def goal_text(goal: Goal) -> Text:
    """What has to be reached for a task of a career."""
    if goal.kind == "barrier":
        return Text("{colour} barrier crossed", colour=BARRIER_NAMES[goal.colour or ""])
    return _GOALS[goal.kind](goal.n)


_GOALS: Mapping[str, Callable[[int], Text]] = {
    "combat_tokens": lambda n: Plural("{n} combat token", "{n} combat tokens", n),
    "quest_tiles": lambda n: Plural("{n} quest tile", "{n} quest tiles", n),
    "influence_one": lambda n: influence_text(n, Text("one nation")),
    "influence_two": lambda n: influence_text(n, Text("each of two nations")),
    "upgrades": lambda n: Plural("{n} ship upgrade", "{n} ship upgrades", n),
    "synergy_tokens": lambda n: Plural("{n} synergy token", "{n} synergy tokens", n),
    "assistants": lambda n: Plural("{n} assistant", "{n} assistants", n),
}

_PERMANENTS: Mapping[str, Callable[[Permanent], Text]] = {
    "object": lambda effect: Text(
        "Counts as one {object} when discarding", object=OBJECT_NAMES[effect.of or ""]
    ),
    "discount": lambda effect: Plural(
        "Cards and investments: {n} doubloon less",
        "Cards and investments: {n} doubloons less",
        effect.n,
    ),
    "combat_start": lambda effect: Plural(
        "{n} combat point per combat", "{n} combat points per combat", effect.n
    ),
    "compass": lambda effect: Plural("{n} compass", "{n} compasses", effect.n),
    "explore_plus": lambda effect: Plural(
        "Explore {n} step more", "Explore {n} steps more", effect.n
    ),
    "steal_on_jump": lambda effect: Plural(
        "Steal {n} point per explorer jumped over",
        "Steal {n} points per explorer jumped over",
        effect.n,
    ),
    "visit_vp": lambda effect: Plural(
        "{n} point per ship at your assistant",
        "{n} points per ship at your assistant",
        effect.n,
    ),
    "visit_doubloons": lambda effect: Plural(
        "{n} doubloon per ship at your assistant",
        "{n} doubloons per ship at your assistant",
        effect.n,
    ),
    "figure_to_combat": lambda effect: Plural(
        "Any time: figure for {n} combat point",
        "Any time: figure for {n} combat points",
        effect.n,
    ),
    "nation_combat": lambda effect: Plural(
        "Fighting for {nation}: {n} combat point",
        "Fighting for {nation}: {n} combat points",
        effect.n,
        nation=NATION_NAMES[effect.of or ""],
    ),
    "displace_vp": lambda effect: Plural(
        "{n} point per marker you remove",
        "{n} points per marker you remove",
        effect.n,
    ),
    "village_actions_improved": lambda _: Text("More village actions per movement"),
    "hand_limit": lambda effect: Plural("Hand of {n} card", "Hand of {n} cards", effect.n),
    "free_market": lambda _: Text("Market cards are free"),
}
