"""Port Royal's expeditions: the active player can send them at any moment of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from rules.flow import Choice, Flow, Option, Seat, choose, choose_several
from rules.pieces import Move
from rules.port_royal import announced
from rules.port_royal.adventure.events import SETTLE, event_options, settle_event
from rules.port_royal.coins import earn
from rules.port_royal.contracts import (
    Fulfilment,
    contract_options,
    fulfil,
    refused_contracts,
    within_reach,
)
from rules.port_royal.names import INFLUENCE
from rules.port_royal.pieces import Expedition, Person, Ship
from rules.port_royal.places import DISCARD, EXPEDITIONS, area
from rules.port_royal.table import Table
from rules.text import Plural, Text

DONE = "done"


def choose_or_sail(
    table: Table,
    seat: Seat,
    prompt: Text,
    menu: Callable[[], Iterable[Option[Any]]],
    next_key: str | None = None,
    refused: Callable[[], Iterable[Option[Any]]] | None = None,
) -> Flow[Any]:
    """Ask a question to which the active player may also answer with an expedition.

    The active player can send expeditions at any moment of the turn, also while the others take
    their cards. The same holds for contracts, which whoever is asked can fulfil too. Afterwards the
    same question is asked again.
    """
    active = table.active
    assert active is not None

    def with_expeditions() -> list[Option[Any]]:
        options = [*menu(), *expedition_options(table, active, seat)]
        if table.contracts:
            options += contract_options(table, seat, seat)
            if seat is not active:
                options += contract_options(table, active, seat)
            options += event_options(table)
        return options

    if table.contracts:
        refused = partial(with_refused_contracts, table, seat, refused)
    while True:
        option = yield Choice(seat, prompt, with_expeditions, next_key, refused)
        answer = option.value
        if isinstance(answer, Expedition):
            yield from send_expedition(table, active, answer)
        elif isinstance(answer, Fulfilment):
            yield from fulfil(table, answer)
        elif answer is SETTLE:
            yield from settle_event(table, seat)
        else:
            return answer


def with_refused_contracts(
    table: Table, seat: Seat, refused: Callable[[], Iterable[Option[Any]]] | None
) -> Iterator[Option[Any]]:
    yield from refused() if refused else ()
    yield from refused_contracts(table, seat)


def last_chances(table: Table, seat: Seat) -> Flow[None]:
    """Before a player's own part of the turn is over, the active one may still send expeditions,
    and everybody fulfil contracts.

    Nobody is asked when none is possible, or none any more.
    """
    while can_still_act(table, seat):
        answer = yield from choose(
            seat,
            table.ASKS_LAST if table.contracts else Text("Send an expedition before you finish?"),
            lambda: last_menu(table, seat),
            next_key=DONE,
        )
        if answer is None:
            return
        if isinstance(answer, Fulfilment):
            yield from fulfil(table, answer)
        else:
            yield from send_expedition(table, seat, answer)


def can_still_act(table: Table, seat: Seat) -> bool:
    """Whether an expedition can be sent or a contract fulfilled.

    Of what is settled by hand nobody knows: it counts if the player has taken a card since the
    question before, or gone bust.
    """
    share = table.shares.get(seat)
    anew = share is None or share.taken > 0
    if any(anew or not contract.needs.by_hand for contract in within_reach(table, seat)):
        return True
    return seat is table.active and any(
        option.blocked is None for option in expedition_options(table, seat, seat)
    )


def last_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """What can still be done before the end of one's part of the turn."""
    yield Option(DONE, None, Text("Nothing more") if table.contracts else Text("No expedition"))
    if seat is table.active:
        yield from expedition_options(table, seat, seat)
    if table.contracts:
        yield from contract_options(table, seat, seat)


def expedition_options(table: Table, active: Seat, asked: Seat) -> Iterable[Option[Expedition]]:
    """Sending one of the open expeditions.

    While another player is asked, the active one is offered only what is possible.
    """
    expeditions = table.expeditions()
    if not expeditions:
        return ()
    options = sending(expeditions, table.retinue(active).sails_as, active)
    if asked is active:
        return options
    return [replace(option, who=active) for option in options if option.blocked is None]


@lru_cache(maxsize=256)
def sending(
    expeditions: tuple[Expedition, ...], able: tuple[tuple[str, ...], ...], active: Seat
) -> tuple[Option[Expedition], ...]:
    """An expedition needs a person for each sign that it shows."""
    return tuple([sending_one(each, signs_left(each, able), active) for each in expeditions])


@lru_cache(maxsize=256)
def sending_one(expedition: Expedition, missing: int, active: Seat) -> Option[Expedition]:
    blocked = Plural(
        "{expedition}: {seat} lacks {n} person",
        "{expedition}: {seat} lacks {n} persons",
        missing,
        expedition=expedition.name,
        seat=active,
    )
    text = Plural(
        "Send: {expedition}, for {n} coin",
        "Send: {expedition}, for {n} coins",
        expedition.coins,
        expedition=expedition.name,
    )
    move = Move(expedition, EXPEDITIONS, area(active))
    key = f"expedition:{expedition.id}"
    return Option(key, expedition, text, (move,), blocked if missing else None)


def send_expedition(table: Table, active: Seat, expedition: Expedition) -> Flow[None]:
    """The card goes to the player, its crew is discarded, its coins are paid."""
    table.places.move(expedition, EXPEDITIONS, area(active))
    table.ledger.gain(active, INFLUENCE, expedition.influence, expedition.name, kind="expedition")
    crew = yield from choose_crew(table, active, expedition)
    announced.sailed(table, active, expedition, crew)
    for sent in crew:
        table.places.move(sent, area(active), DISCARD)
        if isinstance(sent, Person):
            table.ledger.gain(
                active,
                INFLUENCE,
                -sent.influence,
                Text("{person} left on an expedition", person=sent.name),
                kind="person",
            )
        else:
            table.kept -= {sent}
    earn(table, active, expedition.coins, expedition.name)
    table.after_expedition(active)


@lru_cache(maxsize=512)
def signs_left(expedition: Expedition, able: tuple[tuple[str, ...], ...]) -> int:
    """How many signs nobody can be sent for, if persons with these are sent for all they can.

    Whoever can be sent for one sign only goes first: that never takes a place from another.
    """
    left = dict(expedition.needs)
    versatile = []
    for signs in able:
        if len(signs) > 1:
            versatile.append(signs)
        elif left.get(signs[0]):
            left[signs[0]] -= 1
    missing = sum(left.values())
    return missing - _most_sent(versatile, left) if versatile else missing


def _most_sent(versatile: Sequence[tuple[str, ...]], left: Mapping[str, int]) -> int:
    """For how many of the signs that are left those can be sent who have several."""
    if not versatile:
        return 0
    signs, others = versatile[0], versatile[1:]
    ways = [{**left, sign: left[sign] - 1} for sign in signs if left.get(sign)]
    if not ways:
        return _most_sent(others, left)
    return 1 + max(_most_sent(others, way) for way in ways)


def choose_crew(
    table: Table, active: Seat, expedition: Expedition
) -> Flow[tuple[Person | Ship, ...]]:
    """One person for each sign, or what a kept ship carries. Asked only if there is more than one
    way.
    """
    needs = dict(expedition.needs)
    able = [p for p in table.sailors(active) if not needs.keys().isdisjoint(p.sails_as)]
    size = sum(needs.values())

    def why_not(crew: tuple[Person | Ship, ...]) -> Text | None:
        left = size
        for number, person in enumerate(crew, start=1):
            if signs_left(expedition, tuple(p.sails_as for p in crew[:number])) == left:
                return Text("{person} is one too many", person=person.name)
            left -= 1
        return None

    if len(able) == size:
        return tuple(able)
    return (
        yield from choose_several(
            active,
            Text("Whom do you send? {expedition}", expedition=expedition.name),
            lambda: [Option(p.id, p, p.name, (Move(p, area(active), DISCARD),)) for p in able],
            [size],
            why_not,
            "crew",
        )
    )
