"""Phase B: one main action where the ship lies, and free actions around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.flow import Flow, Option, Seat
from rules.maracaibo.actions.free_actions import ask, free_menu, last_free_actions
from rules.maracaibo.actions.hands import Verbs, lay_from_hand, why_not_in_hand
from rules.maracaibo.actions.legacy import arrive, why_no_village_actions
from rules.maracaibo.actions.map_now import City, city_at, is_village, kind_of
from rules.maracaibo.actions.meanings import (
    Source,
    act,
    can_be_seen,
    can_only_help,
    effects,
    why_not_act,
)
from rules.maracaibo.actions.quests import fulfil, quest_option
from rules.maracaibo.actions.sailing import courses, pay_all_unused, sail
from rules.maracaibo.actions.upgrades import remove_disc, why_not_remove
from rules.maracaibo.actions.village import actions_for, village_actions
from rules.maracaibo.names import GOOD_NAMES, place_text
from rules.maracaibo.pieces import ProjectCard, Quest, StoryTile
from rules.maracaibo.places import DISCARD, hand, quest_at
from rules.maracaibo.printed.describe import steps_text
from rules.maracaibo.printed.nodes import Assistant, Sail
from rules.maracaibo.table import Table
from rules.pieces import Move
from rules.text import Plural, Text

CITY, VILLAGE, NONE = "city", "village", "none"


@dataclass(frozen=True, slots=True)
class Deliver:
    """The answer that delivers a card's good."""

    card: ProjectCard


@dataclass(frozen=True, slots=True)
class Send:
    """The answer that uses the assistant of a card."""

    card: ProjectCard


def phase_b(table: Table, seat: Seat) -> Flow[Any]:
    """What arriving brings, one main action, and free actions before, during and after it.

    Gives back the first answer of phase C, if it came in place of a free action.
    """
    yield from main_action(table, seat)
    table.cut_short = False
    first = yield from last_free_actions(table, seat)
    return first


def main_action(table: Table, seat: Seat) -> Flow[None]:
    """One of the actions of this location, or none. Assistants here that are not used pay."""
    table.acted = False
    yield from arrive(table, seat)
    here = table.player(seat).ship
    while not table.acted:
        answer = yield from ask(
            table,
            seat,
            Text("Main action in {place}", place=place_text(here)),
            lambda: main_menu(table, seat, here),
            NONE,
            main_verbs(table, seat, here),
        )
        table.acted = True
        done = yield from do_main_action(table, seat, here, answer)
        table.acted = done
    pay_all_unused(table, seat, here)


def do_main_action(table: Table, seat: Seat, here: str, answer: Any) -> Flow[bool]:
    """False if a cost was given up: then another action may be chosen."""
    if isinstance(answer, Deliver):
        yield from deliver(table, seat, here, answer.card)
        return True
    if isinstance(answer, Send):
        done = yield from send(table, seat, answer.card)
        return done
    if isinstance(answer, Quest | StoryTile):
        done = yield from fulfil(table, seat, answer, quest_at(here))
        return done
    if answer == CITY:
        done = yield from city_action(table, seat, here)
        return done
    if answer == VILLAGE:
        yield from village_actions(table, seat, actions_for(table, seat))
    return True


def main_menu(table: Table, seat: Seat, here: str) -> Iterator[Option[Any]]:
    city = city_at(table, here)
    forbidden = why_no_village_actions(table, here) if table.legacy else None
    if city:
        yield city_option(table, seat, here, city)
        full = why_not_deliver(table, seat, here, city)
        if city.good and full:
            yield Option("deliver", None, Text("Deliver a good"), (), full)
    elif is_village(table, here) or forbidden:
        n = actions_for(table, seat)
        yield Option(
            VILLAGE,
            VILLAGE,
            Plural("{n} village action", "{n} village actions", n),
            (),
            forbidden,
        )
    for tile in table.quests_at(quest_at(here)):
        yield quest_option(table, seat, tile, quest_at(here))
    for card, place_id in table.player(seat).assistants.items():
        if place_id == here:
            yield assistant_option(table, seat, card)
    blocked = None
    if table.rulings.homeward_must and kind_of(table, here) == "homeward":
        blocked = Text("A homeward space's action is required")
    yield Option(NONE, NONE, Text("No main action"), (), blocked)


# -------------------------------------------------------------------------------------- cities


def city_option(table: Table, seat: Seat, here: str, city: City) -> Option[str]:
    return Option(
        CITY,
        CITY,
        Text("City action: {steps}", steps=steps_text(city.steps)),
        (),
        why_not_act(table, seat, city.steps, city_source(here)),
        by_phone=not can_be_seen(city.steps),
    )


def city_source(here: str) -> Source:
    return Source(Text("City action in {place}", place=place_text(here)), "city")


def city_action(table: Table, seat: Seat, here: str) -> Flow[bool]:
    city = city_at(table, here)
    assert city is not None
    done = yield from act(table, seat, city.steps, city_source(here))
    return done


def main_verbs(table: Table, seat: Seat, here: str) -> Verbs:
    """In a city with room in its market, a card with its good can be delivered."""
    city = city_at(table, here)
    if city is None or city.good is None or why_not_deliver(table, seat, here, city):
        return {}
    good = city.good
    return {"deliver": lambda card: deliver_option(table, seat, card, good)}


def why_not_deliver(table: Table, seat: Seat, here: str, city: City) -> Text | None:
    if table.delivered.get(here, 0) >= city.spaces:
        return Text("{place}: market full", place=place_text(here))
    player = table.player(seat)
    if all(why_not_remove(table, player, upgrade) for upgrade in table.board.upgrades.values()):
        return Text("{seat} has no disc left", seat=seat)
    return None


def deliver_option(table: Table, seat: Seat, card: ProjectCard, good: str) -> Option[Deliver]:
    """Before the city action: a card with the good of the market is discarded."""
    blocked = why_not_in_hand(table, seat, card)
    if blocked is None and card.good != good:
        blocked = Text(
            "{card} shows {shows}, not {name}",
            card=card.name,
            shows=GOOD_NAMES[card.good],
            name=GOOD_NAMES[good],
        )
    return Option(
        f"deliver:{card.id}",
        Deliver(card),
        Text("Deliver {good} with {card}", good=GOOD_NAMES[good], card=card.name),
        (Move(card, hand(seat), DISCARD),),
        blocked,
    )


def deliver(table: Table, seat: Seat, here: str, card: ProjectCard) -> Flow[None]:
    """The card is discarded, a disc goes from the ship board to the market; then the city acts."""
    lay_from_hand(table, seat, card, DISCARD)
    table.delivered[here] = table.delivered.get(here, 0) + 1
    yield from remove_disc(table, seat)
    city = city_at(table, here)
    assert city is not None
    while not table.cut_short and not goes_without(table, seat, here, city):
        if follows_at_once(table, seat, here, city):
            yield from city_action(table, seat, here)
            return
        answer = yield from ask(
            table,
            seat,
            Text("After the delivery"),
            lambda: (
                city_option(table, seat, here, city),
                Option(NONE, NONE, Text("No city action")),
            ),
            NONE,
        )
        if answer == NONE:
            return
        done = yield from city_action(table, seat, here)
        if done:
            return


def goes_without(table: Table, seat: Seat, here: str, city: City) -> bool:
    """Whether the action of the city is not possible after a delivery, whatever is done before it.

    Cards can be planned with the next question.
    """
    if table.rulings.asks_all or why_not_act(table, seat, city.steps, city_source(here)) is None:
        return False
    return all(option.blocked is not None for option in free_menu(table, seat))


def follows_at_once(table: Table, seat: Seat, here: str, city: City) -> bool:
    """Whether a delivery and the action of the city are one choice: it is possible, and nobody
    could want to go without it.
    """
    if table.rulings.asks_all or not can_only_help(city.steps):
        return False
    return why_not_act(table, seat, city.steps, city_source(here)) is None


# -------------------------------------------------------------------------- quests, assistants


def assistant_steps(card: ProjectCard) -> tuple[Any, ...]:
    return next(effect.steps for effect in card.effects if isinstance(effect, Assistant))


def assistant_option(table: Table, seat: Seat, card: ProjectCard) -> Option[Send]:
    """Of several assistants at a location only one is used."""
    steps = assistant_steps(card)
    return Option(
        f"assistant:{card.id}",
        Send(card),
        Text("{card}: {steps}", card=card.name, steps=steps_text(steps)),
        (),
        why_not_act(table, seat, steps, Source(card.name, "assistant", card)),
        by_phone=not can_be_seen(steps),
    )


def send(table: Table, seat: Seat, card: ProjectCard) -> Flow[bool]:
    """The assistant's action, in the printed order."""
    player = table.player(seat)
    before = player.settled.copy()
    player.settled.append(card)
    done = yield from act(table, seat, assistant_steps(card), Source(card.name, "assistant", card))
    if not done:
        player.settled = before
    return done


@effects.means(Sail)
def sail_again(table: Table, seat: Seat, node: Sail, _source: Source) -> Flow[None]:
    """The ship may sail on; then phase B begins anew there, with the movement points just spent."""
    pay_all_unused(table, seat, table.player(seat).ship)
    most = min(node.most, table.rulings.sail_range)
    if not courses(table, seat, most):
        return
    earlier = table.before
    table.before += table.movement
    sailed = yield from sail(
        table,
        seat,
        most,
        Plural("Sail on: up to {n} space", "Sail on: up to {n} spaces", most),
        may_stay=True,
    )
    if sailed:
        yield from main_action(table, seat)
        table.acted = True
    else:
        table.before = earlier
