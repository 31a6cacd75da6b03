"""Combat: a token, a nation to fight for, its combat value, and manoeuvres paid with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from rules.flow import Flow, Option, Seat, reveal
from rules.maracaibo import announced
from rules.maracaibo.actions.free_actions import ask, ask_first
from rules.maracaibo.actions.hands import pay, why_not_pay
from rules.maracaibo.actions.markers import Target, assistants_raided, raid_reward, targets
from rules.maracaibo.actions.meanings import Source, effects
from rules.maracaibo.actions.needs import why_not_needs
from rules.maracaibo.actions.supply import gain, return_figures
from rules.maracaibo.names import COMBAT_POINTS, FIGURES, NATION_NAMES
from rules.maracaibo.pieces import CombatToken
from rules.maracaibo.places import COMBAT_PILE, FIGHT, combat_tokens
from rules.maracaibo.printed.describe import amount_text, cost_text, effects_text, steps_text
from rules.maracaibo.printed.nodes import NATIONS, Attack, Combat, Manoeuvre, Raid
from rules.maracaibo.table import Ability, Battle, Table
from rules.text import Text

END = "end_combat"
WITHDRAW = "withdraw"
FIGURE, COMBAT_POINT = "add:figure", "add:combat_point"


@effects.means(Combat)
def combat(table: Table, seat: Seat, _node: Combat, _source: Source) -> Flow[None]:
    """Turn up a token, choose a nation, pay or take what it shows, and manoeuvre."""
    because = Text("Start of combat")
    gain(table, seat, COMBAT_POINTS, table.power(seat, "combat_start"), because, "combat")
    outer = table.battle
    token = yield from turn_up_token(table)
    battle = table.battle = Battle(token)
    nation = yield from choose_nation(table, seat, battle)
    if nation is not None:
        yield from take_side(table, seat, battle, nation)
        yield from manoeuvres(table, seat, battle)
    if token is not None:
        table.places.move(token, FIGHT, combat_tokens(seat))
    table.battle = outer


def turn_up_token(table: Table) -> Flow[CombatToken | None]:
    """The top one of either pile. None if both are used up."""
    if not table.places.count(COMBAT_PILE):
        return None
    token = yield from reveal(
        Text("Turn up a combat token: which?"),
        COMBAT_PILE,
        FIGHT,
        table.box.combat_tokens,
        lambda token: None if token in table.places.unseen else table.elsewhere(token),
        lambda token: Text("{piece} is turned up", piece=token.name),
    )
    table.places.turn_up(token, COMBAT_PILE, FIGHT)
    return token


# --------------------------------------------------------------------------- the fighting nation


def printed_value(table: Table, token: CombatToken | None, nation: str) -> int:
    """With both piles used up, every nation has the same value."""
    return token.sides[nation].value if token else table.board.empty_piles_value


def modifier(table: Table, token: CombatToken | None, nation: str) -> int:
    """For the one nation with the most or the fewest markers on the map; none if it is tied."""
    if token is None or not (token.most or token.fewest):
        return 0
    others = [table.owned(other) for other in NATIONS if other != nation]
    own = table.owned(nation)
    if own > max(others):
        return token.most
    if own < min(others):
        return token.fewest
    return 0


def combat_value(table: Table, token: CombatToken | None, nation: str) -> int:
    return max(0, printed_value(table, token, nation) + modifier(table, token, nation))


def choose_nation(table: Table, seat: Seat, battle: Battle) -> Flow[str | None]:
    token = battle.token
    nation: str | None = yield from ask_first(
        table, seat, Text("Fight for which nation?"), lambda: nation_menu(table, seat, token)
    )
    return nation


def nation_menu(
    table: Table, seat: Seat, token: CombatToken | None
) -> Iterator[Option[str | None]]:
    """Whoever can pay for none of the nations withdraws."""
    possible = False
    for nation in NATIONS:
        blocked = why_not_pay(table, seat, token.sides[nation].cost) if token else None
        possible = possible or blocked is None
        text = nation_text(table, token, nation)
        record = Text("Fights for {nation}", nation=NATION_NAMES[nation])
        yield Option(f"fight:{nation}", nation, text, (), blocked, by_phone=True, record=record)
    if not possible:
        yield Option(WITHDRAW, None, Text("Withdraw"))


def nation_text(table: Table, token: CombatToken | None, nation: str) -> Text:
    name, value = NATION_NAMES[nation], combat_value(table, token, nation)
    if token and token.sides[nation].gain:
        bonus = steps_text(token.sides[nation].gain)
        return Text("{nation}: value {value}, {terms}", nation=name, value=value, terms=bonus)
    if token and token.sides[nation].cost.doubloons:
        cost = cost_text(token.sides[nation].cost)
        return Text("{nation}: value {value}, {terms}", nation=name, value=value, terms=cost)
    return Text("{nation}: value {value}", nation=name, value=value)


def take_side(table: Table, seat: Seat, battle: Battle, nation: str) -> Flow[None]:
    """Cost and bonus of the token; combat points from cards for this nation."""
    battle.nation = nation
    battle.value = combat_value(table, battle.token, nation)
    announced.fights(table, seat, nation, battle.value, battle.token)
    because = Text("Fights for {nation}", nation=NATION_NAMES[nation])
    points = table.power(seat, f"nation_combat/{nation}")
    gain(table, seat, COMBAT_POINTS, points, because, "combat")
    if battle.token:
        side = battle.token.sides[nation]
        because = Text("Combat token, for {nation}", nation=NATION_NAMES[nation])
        yield from pay(table, seat, side.cost, because)
        source = Source(because, "combat", nation=nation)
        yield from effects.perform(table, seat, side.gain, source)


# ---------------------------------------------------------------------------------- manoeuvres


def manoeuvres(table: Table, seat: Seat, battle: Battle) -> Flow[None]:
    """Each of them once; figures and combat points may be added in between. The rest is lost."""
    while not table.cut_short:
        answer = yield from ask(
            table,
            seat,
            Text(
                "{nation} fights: combat value {value}",
                nation=NATION_NAMES[battle.nation],
                value=battle.value,
            ),
            lambda: combat_menu(table, seat, battle),
            END,
        )
        if answer == END:
            return
        if answer == FIGURE:
            return_figures(table, seat, 1, Text("Figure spent in combat"))
            battle.value += 1
        elif answer == COMBAT_POINT:
            table.ledger.gain(seat, COMBAT_POINTS, -1, Text("Combat point spent"))
            battle.value += 1
        else:
            ability, attack, target = answer
            yield from manoeuvre(table, seat, battle, ability, attack, target)


def manoeuvre(
    table: Table,
    seat: Seat,
    battle: Battle,
    ability: Ability,
    attack: Attack,
    target: Target | None,
) -> Flow[None]:
    battle.value -= attack.value
    battle.done.append(ability.key)
    what = ability.card.name if ability.card else target.name if target else ability.text
    because = Text("{what}, for {nation}", what=what, nation=NATION_NAMES[battle.nation])
    source = Source(because, "combat", ability.card, battle.nation, target.id if target else "")
    yield from effects.perform(table, seat, attack.then, source)


def abilities(table: Table, seat: Seat) -> list[Ability]:
    """The manoeuvres of everybody, of one's ship and cards, and of legacy tiles in play."""
    found = table.player(seat).manoeuvres
    shared = [tile for tile in table.legacy if tile.manoeuvre]
    if not shared:
        return found
    return [
        *found,
        *(Ability(tile.id, tile.name, tile.manoeuvre) for tile in shared if tile.manoeuvre),
    ]


def combat_menu(table: Table, seat: Seat, battle: Battle) -> Iterator[Option[Any]]:
    for ability in abilities(table, seat):
        yield from manoeuvre_menu(table, seat, battle, ability)
    points, figures = table.has(seat, COMBAT_POINTS), table.has(seat, FIGURES)
    yield Option(
        COMBAT_POINT,
        COMBAT_POINT,
        Text("+1: a combat point ({n} left)", n=points),
        (),
        None if points else Text("{seat} has no combat point left", seat=seat),
        by_phone=True,
    )
    yield Option(
        FIGURE,
        FIGURE,
        Text("+1: a figure ({n} left)", n=figures),
        (),
        None if figures else Text("{seat} has no figure left", seat=seat),
        by_phone=True,
    )
    yield Option(END, END, Text("End the combat"))


def manoeuvre_menu(
    table: Table, seat: Seat, battle: Battle, ability: Ability
) -> Iterator[Option[Any]]:
    """Every way to do one manoeuvre, with the reason if it is not possible."""
    action = cast("Manoeuvre", ability.action)
    never = None
    if ability.key in battle.done:
        never = Text("Only once per combat")
    never = never or why_not_needs(table, seat, action.needs)
    for attack in action.attacks:
        too_dear = never
        if not never and attack.value > battle.value:
            too_dear = Text(
                "Takes combat value {value}, {has} left",
                value=attack.value,
                has=battle.value,
            )
        if attack.target is None:
            yield Option(
                f"manoeuvre:{ability.key}:{attack.value}",
                (ability, attack, None),
                Text("Value {value}: {gain}", value=attack.value, gain=steps_text(attack.then)),
                (),
                too_dear,
                by_phone=True,
            )
            continue
        for target in targets(table, seat, attack, battle.nation):
            yield Option(
                f"manoeuvre:{ability.key}:{target.id}",
                (ability, attack, target),
                taking_text(table, seat, attack, target),
                (),
                never or target.blocked or too_dear,
                by_phone=True,
            )


def taking_text(table: Table, seat: Seat, attack: Attack, target: Target) -> Text:
    """What it takes; and what the assistants in a village bring, for they are there to be seen."""
    text = Text("Value {value}: take {target}", value=attack.value, target=target.name)
    raids = (step for step in attack.then if isinstance(step, Raid))
    won = sum(n for raid in raids for _, n in assistants_raided(table, seat, raid, target.id))
    if not won:
        return text
    return Text("{way} – {gain}", way=text, gain=amount_text(raid_reward(table), won))


def base_manoeuvres(table: Table) -> list[Ability]:
    """What everybody can do from the start."""
    return [Ability(key, effects_text((action,)), action) for key, action in table.board.manoeuvres]
