"""Village actions: the same one may be done again and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.flow import Flow, Option, Seat
from rules.maracaibo.actions.buying import buy_menu, buy_verbs, purchase
from rules.maracaibo.actions.free_actions import ask
from rules.maracaibo.actions.meanings import Source, act, can_be_seen, effects, why_not_act
from rules.maracaibo.actions.supply import count
from rules.maracaibo.pieces import Building, ProjectCard
from rules.maracaibo.printed.describe import effects_text
from rules.maracaibo.printed.nodes import BuyCard, VillageAction, VillageActions
from rules.maracaibo.table import Ability, Table
from rules.text import Text

DONE = "done"
BUY = (BuyCard(),)


def actions_for(table: Table, seat: Seat) -> int:
    """How many village actions the movement to a village is worth; an upgrade makes it more."""
    needed = table.board.village_actions_from
    if table.power(seat, "village_actions_improved"):
        needed = table.board.village_actions_from_improved
    return sum(table.movement >= points for points in needed)


@effects.means(VillageActions)
def do_village_actions(
    table: Table, seat: Seat, node: VillageActions, _source: Source
) -> Flow[None]:
    n = node.n if node.per is None else node.n * count(table, seat, node.per)
    yield from village_actions(table, seat, n)


def village_actions(table: Table, seat: Seat, n: int) -> Flow[None]:
    """One after another; fewer are allowed. One marked as the last ends the phase."""
    outer, table.village_left = table.village_left, n
    while table.village_left and not table.cut_short:
        answer = yield from ask(
            table,
            seat,
            Text("A village action ({n} left)", n=table.village_left),
            lambda: village_menu(table, seat),
            DONE,
            buy_verbs(table, seat),
        )
        if answer == DONE:
            break
        table.village_left -= 1
        done = yield from village_action(table, seat, answer)
        if not done:
            table.village_left += 1
    table.village_left = outer


def village_action(
    table: Table, seat: Seat, chosen: ProjectCard | Building | Ability
) -> Flow[bool]:
    """False if its cost was given up."""
    if not isinstance(chosen, Ability):
        done = yield from purchase(table, seat, chosen)
        return done
    action = chosen.action
    assert isinstance(action, VillageAction)
    done = yield from act(table, seat, action.steps, village_source(chosen))
    if done and action.last:
        table.cut_short = True
    return done


def village_source(ability: Ability) -> Source:
    return Source(village_text(ability), "village", ability.card)


def village_text(ability: Ability) -> Text:
    what = ability.card.name if ability.card else ability.text
    return Text("Village action: {what}", what=what)


def village_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Buying is shown card by card, everything else as one option."""
    for ability in table.player(seat).village:
        assert isinstance(ability.action, VillageAction)
        if ability.action.steps == BUY:
            yield from buy_menu(table, seat)
            continue
        yield Option(
            f"village:{ability.key}",
            ability,
            ability.text,
            (),
            why_not_act(table, seat, ability.action.steps, village_source(ability)),
            by_phone=not can_be_seen(ability.action.steps),
        )
    yield Option(DONE, DONE, Text("No more village actions"))


def base_village_actions(table: Table) -> list[Ability]:
    """What everybody can do from the start."""
    return [
        Ability(key, effects_text((action,)), action) for key, action in table.board.village_actions
    ]
