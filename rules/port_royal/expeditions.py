"""Port Royal's expeditions: the active player can send them at any moment of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules.flow import Flow, Option, Seat, choose, choose_several
from rules.pieces import Move
from rules.port_royal.cards import JACK, Expedition, Person
from rules.port_royal.table import DISCARD, EXPEDITIONS, INFLUENCE, Table, area, earn
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
    their cards. After an expedition the same question is asked again.
    """
    active = table.active
    assert active is not None

    def with_expeditions() -> Iterator[Option[Any]]:
        yield from menu()
        yield from expedition_options(table, active, seat)

    while True:
        answer = yield from choose(seat, prompt, with_expeditions, next_key, refused)
        if not isinstance(answer, Expedition):
            return answer
        yield from send_expedition(table, active, answer)


def last_expeditions(table: Table, active: Seat) -> Flow[None]:
    """Before the player's own part of the turn is over, expeditions may still be sent."""
    if any(option.blocked is None for option in expedition_options(table, active, active)):
        yield from choose_or_sail(
            table,
            active,
            Text("Send an expedition, or end your part of the turn"),
            lambda: [Option(DONE, DONE, Text("No expedition"))],
            next_key=DONE,
        )


def expedition_options(table: Table, active: Seat, asked: Seat) -> Iterator[Option[Expedition]]:
    """An expedition needs the persons it shows; a jack-of-all-trades stands in for any one.

    While another player is asked, the active one is offered only what is possible.
    """
    roles = [person.role for person in table.persons(active)]
    for expedition in table.expeditions():
        missing = -roles.count(JACK)
        for role, number in expedition.needs:
            missing += max(0, number - roles.count(role))
        if missing <= 0:
            blocked = None
        elif asked is active:
            blocked = Plural(
                "{expedition}: {seat} lacks {n} person for it",
                "{expedition}: {seat} lacks {n} persons for it",
                missing,
                expedition=expedition.name,
                seat=active,
            )
        else:
            continue
        yield Option(
            f"expedition:{expedition.id}",
            expedition,
            Text("Send: {expedition}", expedition=expedition.name),
            (Move(expedition, EXPEDITIONS, area(active)),),
            blocked,
            None if asked is active else active,
        )


def send_expedition(table: Table, active: Seat, expedition: Expedition) -> Flow[None]:
    """The card goes to the player, its crew is discarded, its coins are paid."""
    table.places.move(expedition, EXPEDITIONS, area(active))
    table.ledger.gain(active, INFLUENCE, expedition.influence, expedition.name)
    crew = yield from choose_crew(table, active, expedition)
    for person in crew:
        table.places.move(person, area(active), DISCARD)
        table.ledger.gain(
            active,
            INFLUENCE,
            -person.influence,
            Text("{person} left on an expedition", person=person.name),
        )
    earn(table, active, expedition.coins, expedition.name)


def choose_crew(table: Table, active: Seat, expedition: Expedition) -> Flow[tuple[Person, ...]]:
    """One person for each icon. Asked only if there is more than one way."""
    needs = dict(expedition.needs)
    able = [p for p in table.persons(active) if p.role in needs or p.role == JACK]
    size = sum(needs.values())

    def why_not(crew: tuple[Person, ...]) -> Text | None:
        for role, number in needs.items():
            surplus = [person for person in crew if person.role == role][number:]
            if surplus:
                return Text("{person} is one too many", person=surplus[0].name)
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
